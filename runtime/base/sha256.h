// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-256 (FIPS 180-4), for content-addressed caches and checksums.
#ifndef SINTER_RUNTIME_BASE_SHA256_H_
#define SINTER_RUNTIME_BASE_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace sinter::rt {

// Feed bytes with Update, in any number of pieces; Finish once.
class Sha256 {
 public:
  Sha256();
  void Update(absl::Span<const uint8_t> bytes);
  void Update(absl::string_view text);
  // Adds the length, then the text: a sequence of fields added so has one meaning only.
  void UpdateField(absl::string_view text);
  std::array<uint8_t, 32> Finish();
  // Finish as 64 lower-case hexadecimal digits.
  std::string FinishHex();

 private:
  void Compress(const uint8_t* block);

  std::array<uint32_t, 8> state_;
  std::array<uint8_t, 64> pending_;
  size_t pending_size_ = 0;
  uint64_t total_bytes_ = 0;
};

std::string Sha256Hex(absl::Span<const uint8_t> bytes);
std::string Sha256Hex(absl::string_view text);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_BASE_SHA256_H_
