// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// XXH64: four independent lanes of multiply-rotate over 32-byte stripes, then the tail, then an
// avalanche.
#include "runtime/plan/checksum.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace sinter::rt {
namespace {

static_assert(std::endian::native == std::endian::little, "plan files are little-endian");

constexpr uint64_t kPrime1 = 0x9E3779B185EBCA87, kPrime2 = 0xC2B2AE3D27D4EB4F, kPrime3 = 0x165667B19E3779F9,
                   kPrime4 = 0x85EBCA77C2B2AE63, kPrime5 = 0x27D4EB2F165667C5;

template <typename Word>
uint64_t Read(const uint8_t* data) {
  Word word;
  std::memcpy(&word, data, sizeof(word));
  return word;
}

uint64_t Round(uint64_t lane, uint64_t word) { return std::rotl(lane + word * kPrime2, 31) * kPrime1; }

uint64_t MergeLane(uint64_t hash, uint64_t lane) { return (hash ^ Round(0, lane)) * kPrime1 + kPrime4; }

// Consumes whole stripes of 32 bytes.
uint64_t HashStripes(const uint8_t*& data, const uint8_t* end) {
  uint64_t lanes[4] = {kPrime1 + kPrime2, kPrime2, 0, uint64_t{0} - kPrime1};
  for (; end - data >= 32; data += 32) {
    for (int i = 0; i < 4; ++i) lanes[i] = Round(lanes[i], Read<uint64_t>(data + 8 * i));
  }
  uint64_t hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
  for (uint64_t lane : lanes) hash = MergeLane(hash, lane);
  return hash;
}

uint64_t HashTail(uint64_t hash, const uint8_t* data, const uint8_t* end) {
  for (; end - data >= 8; data += 8) {
    hash = std::rotl(hash ^ Round(0, Read<uint64_t>(data)), 27) * kPrime1 + kPrime4;
  }
  for (; end - data >= 4; data += 4) {
    hash = std::rotl(hash ^ (Read<uint32_t>(data) * kPrime1), 23) * kPrime2 + kPrime3;
  }
  for (; data != end; ++data) hash = std::rotl(hash ^ (*data * kPrime5), 11) * kPrime1;
  return hash;
}

uint64_t Avalanche(uint64_t hash) {
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

}  // namespace

uint64_t Checksum(absl::Span<const uint8_t> bytes) {
  const uint8_t* data = bytes.data();
  const uint8_t* end = data + bytes.size();
  const uint64_t start = bytes.size() >= 32 ? HashStripes(data, end) : kPrime5;
  return Avalanche(HashTail(start + bytes.size(), data, end));
}

}  // namespace sinter::rt
