// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer's entry.
#include <cstddef>
#include <cstdint>
#include <string>

#include "test/Fuzz/reader.h"

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string path = sinter::fuzz::WriteScratch(sinter::fuzz::kFileName, bytes);
  (void)sinter::fuzz::ReadMended(path, bytes);
  return 0;
}
