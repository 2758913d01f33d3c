// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the random stream: known answers, and vectors against single words.
#include "runtime/device/random.cuh"

#include "gtest/gtest.h"
#include "runtime/cpu/simt_runtime.h"

const sinter_simt_api* sinter_simt = sinter::rt::SimtApi();

namespace sinter {
namespace {

TEST(Random, KnownAnswers) {
  const auto expect = [](u64 seed, u64 counter, u32 a, u32 b, u32 c, u32 d) {
    u32 words[4];
    philox(seed, counter, words);
    EXPECT_EQ(words[0], a);
    EXPECT_EQ(words[1], b);
    EXPECT_EQ(words[2], c);
    EXPECT_EQ(words[3], d);
  };
  expect(0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  expect(42, 5, 0x5099d809, 0x4b20b5d2, 0x0d41b5e2, 0x0a653407);
  expect(0x80000000deadbeef, 0x1ffffffff, 0x9467dafc, 0x93c76b2d, 0xa78f6bff, 0xc6e89d15);
}

TEST(Random, PositionsCountWordsFromTheOffset) {
  u32 words[4];
  philox(7, 3, words);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(static_cast<u32>(random_bits(7, 1, i64{8} + i)), words[i]);
  // The counter wraps: offset -1 and the second counter after it.
  philox(7, 1, words);
  EXPECT_EQ(static_cast<u32>(random_bits(7, -1, i64{9})), words[1]);
}

TEST(Random, LanesAreTheirPositions) {
  for (const i64 start : {i64{0}, i64{4}, i64{6}, i64{1} << 40}) {
    const vec<i64, 8> run = lanes<8>(start);
    const vec<i32, 8> words = random_bits(-3, 11, run);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(words[i], random_bits(-3, 11, start + i)) << start << " " << i;
  }
  const vec<i64, 4> loose = {{4, 5, 5, 900}};
  const vec<i32, 4> words = random_bits(1, 2, loose), spread = random_bits(splat<4>(i64{1}), splat<4>(i64{2}), loose);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(words[i], random_bits(1, 2, loose[i]));
    EXPECT_EQ(spread[i], words[i]);
  }
  const vec<i64, 2> pair = {{3, 4}};
  EXPECT_EQ(random_bits(1, 2, pair)[1], random_bits(1, 2, i64{4}));
}

}  // namespace
}  // namespace sinter
