// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX models, with a file of external data beside them, and one outside of their folder.

#include "test/Fuzz/graph_reading.h"
#include "test/Fuzz/reader.h"

namespace sinter::fuzz {

const char kFileName[] = "hostile.onnx";
const bool kHasChecksums = false;
const char kPlacePattern[] = "";

absl::Status Read(const std::string& path) {
  static const std::string data = WriteScratch("weights.bin", std::string(96, '\x3f'));
  return readAndCompile(path, {});
}
absl::Status ReadMended(const std::string& path, std::string) { return Read(path); }

}  // namespace sinter::fuzz
