// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// .npy files, read without and with expectations.
#include "runtime/tensor/npy.h"
#include "test/Fuzz/reader.h"

namespace sinter::fuzz {

const char kFileName[] = "hostile.npy";
const bool kHasChecksums = false;
const char kPlacePattern[] = "";

absl::Status Read(const std::string& path) {
  for (rt::ElementType type : {rt::ElementType::kF8E4M3, rt::ElementType::kI4})
    (void)rt::ReadNpyFile(path, {type, std::vector<int64_t>{3, 5}});
  (void)rt::ReadNpyFile(path, {rt::ElementType::kI4, std::nullopt});
  const auto tensor = rt::ReadNpyFile(path);
  if (!tensor.ok()) return tensor.status();
  // What was read can be written, and read again.
  const std::string bytes = rt::NpyBytes(*tensor);
  return rt::ParseNpy({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}).status();
}

absl::Status ReadMended(const std::string& path, std::string) { return Read(path); }

}  // namespace sinter::fuzz
