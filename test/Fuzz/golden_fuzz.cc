// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// golden.json, with the .npy file that a seed names beside it.
#include "runtime/tensor/npy.h"
#include "runtime/tools/golden.h"
#include "runtime/tools/json.h"
#include "test/Fuzz/reader.h"

namespace sinter::fuzz {

const char kFileName[] = "golden.json";
const bool kHasChecksums = false;
const char kPlacePattern[] = "";

absl::Status Read(const std::string& path) {
  static const std::string values = [] {
    auto tensor = rt::HostTensor::Create(rt::ElementType::kF32, {2, 3});
    return WriteScratch("a.npy", rt::NpyBytes(*tensor));
  }();
  const auto text = rt::ReadTextFile(path);
  if (!text.ok()) return text.status();
  if (const auto json = rt::ParseJson(*text); json.ok()) (void)rt::ParseJson(json->ToText());
  return rt::ReadGolden(ScratchFolder(), "small").status();
}

absl::Status ReadMended(const std::string& path, std::string) { return Read(path); }

}  // namespace sinter::fuzz
