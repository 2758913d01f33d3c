// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs as text.

#include "test/Fuzz/graph_reading.h"
#include "test/Fuzz/reader.h"

namespace sinter::fuzz {

const char kFileName[] = "hostile.mlir";
const bool kHasChecksums = false;
const char kPlacePattern[] = "hostile\\.mlir:[0-9]+:[0-9]+";

absl::Status Read(const std::string& path) { return readAndCompile(path, {}); }
absl::Status ReadMended(const std::string& path, std::string) { return Read(path); }

}  // namespace sinter::fuzz
