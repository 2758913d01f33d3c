// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether there will be a place to write to, asked before long work is done for it (then nothing is made or changed), and writing there.
#ifndef SINTER_RUNTIME_TOOLS_WRITABLE_PATH_H_
#define SINTER_RUNTIME_TOOLS_WRITABLE_PATH_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace sinter::rt {

// kUnavailable, with the path and the reason, where a file could not be written at `path` now: it is a folder or may not be
// written, or its folder is missing or may not be.
absl::Status CheckFileIsWritable(const std::string& path);

// The same of a folder of files that is made, with those above it, where it is not there.
absl::Status CheckFolderIsWritable(const std::string& path);

// Beside the file first, then renamed: nobody sees half a file. A device such as /dev/null is written to as it is. A machine error names
// the path and the reason.
absl::Status WriteWholeFile(const std::string& path, absl::string_view bytes);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_WRITABLE_PATH_H_
