// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random bits as a function of a seed, an offset and a position: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
// 1, 2, 3", 2011).
#ifndef SINTER_RUNTIME_DEVICE_RANDOM_CUH_
#define SINTER_RUNTIME_DEVICE_RANDOM_CUH_

#include "runtime/device/types.cuh"
#include "runtime/device/vector.cuh"

namespace sinter {

// The four words of the counter (counter, 0) under the key `seed`, low words first.
SINTER_DEVICE void philox(u64 seed, u64 counter, u32 (&words)[4]) {
  u32 key0 = static_cast<u32>(seed), key1 = static_cast<u32>(seed >> 32);
  words[0] = static_cast<u32>(counter);
  words[1] = static_cast<u32>(counter >> 32);
  words[2] = 0;
  words[3] = 0;
  SINTER_UNROLL
  for (int round = 0; round < 10; ++round) {
    const u64 product0 = static_cast<u64>(words[0]) * 0xd2511f53u;
    const u64 product1 = static_cast<u64>(words[2]) * 0xcd9e8d57u;
    words[0] = static_cast<u32>(product1 >> 32) ^ words[1] ^ key0;
    words[1] = static_cast<u32>(product1);
    words[2] = static_cast<u32>(product0 >> 32) ^ words[3] ^ key1;
    words[3] = static_cast<u32>(product0);
    key0 += 0x9e3779b9u;
    key1 += 0xbb67ae85u;
  }
}

// Word position % 4 of counter offset + position / 4, for a position of 0 or more.
SINTER_DEVICE i32 random_bits(i64 seed, i64 offset, i64 position) {
  u32 words[4];
  philox(static_cast<u64>(seed), static_cast<u64>(offset) + static_cast<u64>(position) / 4, words);
  const u32 word = static_cast<u32>(position) & 3;
  // No indexing: the words stay in registers.
  const u32 low = (word & 1) != 0 ? words[1] : words[0];
  const u32 high = (word & 1) != 0 ? words[3] : words[2];
  return static_cast<i32>((word & 2) != 0 ? high : low);
}

// Lane by lane; neighbouring positions that one counter serves are made at once.
template <int N>
SINTER_DEVICE vec<i32, N> random_bits(i64 seed, i64 offset, const vec<i64, N>& positions) {
  vec<i32, N> result;
  if constexpr (N % 4 == 0) {
    bool is_run = (positions[0] & 3) == 0;
    SINTER_UNROLL
    for (int i = 1; i < N; ++i) is_run = is_run && positions[i] == positions[0] + i;
    if (is_run) {
      SINTER_UNROLL
      for (int i = 0; i < N; i += 4) {
        u32 words[4];
        philox(static_cast<u64>(seed), static_cast<u64>(offset) + static_cast<u64>(positions[i]) / 4, words);
        SINTER_UNROLL
        for (int j = 0; j < 4; ++j) result[i + j] = static_cast<i32>(words[j]);
      }
      return result;
    }
  }
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = random_bits(seed, offset, positions[i]);
  return result;
}
template <int N>
SINTER_DEVICE vec<i32, N> random_bits(const vec<i64, N>& seeds, const vec<i64, N>& offsets, const vec<i64, N>& positions) {
  vec<i32, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = random_bits(seeds[i], offsets[i], positions[i]);
  return result;
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_RANDOM_CUH_
