// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the harness runs on the device beside the plans: the kernels that measure the ceilings, make inputs and compare
// outputs. Templates; the text of a kernel is this one and a line that names the instance.

// The part of one block. `Guarded`: of the last block, which may reach beyond the streams; the others have no branch
// between their loads, so that all of a thread's are in flight at once.
template <int Reads, int Writes, int Vectors, bool EvictFirst, bool Guarded>
SINTER_DEVICE void move_block(const u32* from, u32* to, i64 count) {
  const i64 first = static_cast<i64>(blockIdx.x) * (256 * Vectors) + threadIdx.x;
  vec<u32, 4> bits[Vectors];
  SINTER_UNROLL
  for (int v = 0; v < Vectors; ++v) {
    const i64 at = first + v * 256;
    for (int j = 0; j < 4; ++j) bits[v][j] = static_cast<u32>(at) + j;
    SINTER_UNROLL
    for (int stream = 0; stream < Reads; ++stream) {
      if (Guarded && at >= count) continue;
      const u32* p = from + (stream * count + at) * 4;
      const vec<u32, 4> loaded = EvictFirst ? load_stream<4>(p) : load<4>(p);
      for (int j = 0; j < 4; ++j) bits[v][j] = stream == 0 ? loaded[j] : bits[v][j] ^ loaded[j];
    }
  }
  if constexpr (Writes == 0) {
    // Never true on the random data, which the compiler cannot know: so nothing is read in vain.
    u32 all = 0xffffffffu;
    for (int v = 0; v < Vectors; ++v) {
      for (int j = 0; j < 4; ++j) all &= bits[v][j];
    }
    if (all == 0xffffffffu) store(to, bits[0]);
  } else {
    SINTER_UNROLL
    for (int v = 0; v < Vectors; ++v) {
      const i64 at = first + v * 256;
      SINTER_UNROLL
      for (int stream = 0; stream < Writes; ++stream) {
        if (Guarded && at >= count) continue;
        u32* p = to + (stream * count + at) * 4;
        if constexpr (EvictFirst) {
          store_stream(p, bits[v]);
        } else {
          store(p, bits[v]);
        }
      }
    }
  }
}

// Reads `Reads` streams and writes `Writes`, 16 bytes at a time, `Vectors` of them a thread; each stream has
// `count` of 16 bytes and starts where the one before ends. All loads come before the first store.
template <int Reads, int Writes, int Vectors, bool EvictFirst>
SINTER_DEVICE void move_streams(const u32* from, u32* to, i64 count) {
  if ((static_cast<i64>(blockIdx.x) + 1) * (256 * Vectors) <= count) {
    move_block<Reads, Writes, Vectors, EvictFirst, false>(from, to, count);
  } else {
    move_block<Reads, Writes, Vectors, EvictFirst, true>(from, to, count);
  }
}

SINTER_DEVICE void fill_words(u32* p, i64 count, u32 word) {
  const i64 i = static_cast<i64>(blockIdx.x) * 256 + threadIdx.x;
  if (i < count) p[i] = word;
}

template <class Bits>
SINTER_DEVICE void fill_random(Bits* p, i64 count, RandomFormat format, u32 seed) {
  const i64 i = static_cast<i64>(blockIdx.x) * 256 + threadIdx.x;
  if (i < count) p[i] = static_cast<Bits>(RandomBits(format, seed, static_cast<u64>(i)));
}

// counts[thread of the grid] = how many of its elements have |a - b| > tolerance * (|b| + scale), or a NaN.
template <class T>
SINTER_DEVICE void count_mismatches(const T* a, const T* b, i64 count, float tolerance, float scale, i64* counts) {
  const i64 thread = static_cast<i64>(blockIdx.x) * 256 + threadIdx.x;
  i64 wrong = 0;
  for (i64 i = thread; i < count; i += static_cast<i64>(gridDim.x) * 256) {
    const float x = convert<float>(load<1>(a + i)), y = convert<float>(load<1>(b + i));
    const float distance = x < y ? y - x : x - y, magnitude = y < 0.0f ? -y : y;
    if (!(distance <= tolerance * (magnitude + scale))) ++wrong;
  }
  counts[thread] = wrong;
}
