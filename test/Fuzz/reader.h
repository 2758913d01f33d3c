// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reader of files that nobody vouches for. Each *_fuzz.cc defines one; libfuzzer_main.cc and replay_main.cc feed it.
#ifndef SINTER_TEST_FUZZ_READER_H_
#define SINTER_TEST_FUZZ_READER_H_

#include <string>

#include "absl/status/status.h"

namespace sinter::fuzz {

// What the tools would make of a file: OK, or the message with which they refuse it. Crashes, hangs and reports of a
// sanitizer are what the callers look for. A file that is read well is used as far as no device is needed.
absl::Status Read(const std::string& path);

// Like Read, for files that a fuzzer makes: first mends what would hide the rest from it, such as checksums.
absl::Status ReadMended(const std::string& path, std::string bytes);

// The name that a file of this kind has; readers tell kinds by its end.
extern const char kFileName[];
// Whether any change of a byte must be noticed.
extern const bool kHasChecksums;
// What each message has beside the file's name: a regular expression, "" for nothing.
extern const char kPlacePattern[];

// A folder of this process's own, with `kFileName` to be written into it; removed at exit.
const std::string& ScratchFolder();
// Writes ScratchFolder()/name.
std::string WriteScratch(const std::string& name, const std::string& bytes);

}  // namespace sinter::fuzz

#endif  // SINTER_TEST_FUZZ_READER_H_
