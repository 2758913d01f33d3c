// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The .json file beside a model whose weights were stripped.

#include <fstream>
#include <iterator>

#include "test/Fuzz/graph_reading.h"
#include "test/Fuzz/reader.h"

namespace sinter::fuzz {

const char kFileName[] = "stripped.json";
const bool kHasChecksums = false;
const char kPlacePattern[] = "";

absl::Status Read(const std::string&) {
  static const std::string model = [] {
    std::ifstream file(SINTER_FUZZ_STRIPPED_MODEL, std::ios::binary);
    return WriteScratch("stripped.onnx",
                        std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>()));
  }();
  GraphOptions options;
  options.generateWeights = true;
  return readAndCompile(model, options);
}
absl::Status ReadMended(const std::string& path, std::string) { return Read(path); }

}  // namespace sinter::fuzz
