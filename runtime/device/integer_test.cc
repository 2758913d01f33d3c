// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of integer arithmetic: every pair of 8-bit values against wide arithmetic, and the edges of the wider types.
#include "runtime/device/integer.cuh"

#include <cmath>
#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace sinter {
namespace {

int FloorDivide(int a, int b) { return static_cast<int>(std::floor(static_cast<double>(a) / b)); }

template <class T>
void TestEveryPair() {
  for (int i = std::numeric_limits<T>::min(); i <= std::numeric_limits<T>::max(); ++i) {
    for (int j = std::numeric_limits<T>::min(); j <= std::numeric_limits<T>::max(); ++j) {
      const T a = static_cast<T>(i), b = static_cast<T>(j);
      ASSERT_EQ(wrapping_add(a, b), static_cast<T>(i + j));
      ASSERT_EQ(wrapping_sub(a, b), static_cast<T>(i - j));
      ASSERT_EQ(wrapping_mul(a, b), static_cast<T>(i * j));
      ASSERT_EQ(trunc_div(a, b), j == 0 ? T(0) : static_cast<T>(i / j));
      ASSERT_EQ(trunc_rem(a, b), j == 0 ? a : static_cast<T>(i % j));
      ASSERT_EQ(floor_div(a, b), j == 0 ? T(0) : static_cast<T>(FloorDivide(i, j)));
      ASSERT_EQ(floor_mod(a, b), j == 0 ? a : static_cast<T>(i - FloorDivide(i, j) * j));
      const int bits = 8 * sizeof(T);
      ASSERT_EQ(shift_left(a, b), j < 0 || j >= bits ? T(0) : static_cast<T>(static_cast<unsigned>(i) << j));
      ASSERT_EQ(shift_right(a, b), j < 0 || j >= bits ? static_cast<T>(i < 0 ? -1 : 0) : static_cast<T>(i >> j));
    }
  }
}

TEST(Integer, EveryPairOfSignedBytes) { TestEveryPair<i8>(); }
TEST(Integer, EveryPairOfUnsignedBytes) { TestEveryPair<u8>(); }

template <class T>
void TestEdges() {
  const T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  EXPECT_EQ(trunc_div(least, T(-1)), least);
  EXPECT_EQ(floor_div(least, T(-1)), least);
  EXPECT_EQ(trunc_rem(least, T(-1)), T(0));
  EXPECT_EQ(floor_mod(least, T(-1)), T(0));
  EXPECT_EQ(trunc_div(least, T(0)), T(0));
  EXPECT_EQ(floor_mod(least, T(0)), least);
  EXPECT_EQ(wrapping_add(most, T(1)), least);
  EXPECT_EQ(wrapping_neg(least), least);
  EXPECT_EQ(wrapping_mul(most, most), T(1));
  EXPECT_EQ(floor_div(T(-7), T(2)), T(-4));
  EXPECT_EQ(floor_mod(T(-7), T(2)), T(1));
  EXPECT_EQ(floor_mod(T(7), T(-2)), T(-1));
  EXPECT_EQ(shift_left(T(1), T(8 * sizeof(T))), T(0));
  EXPECT_EQ(shift_right(T(-8), T(1000 % 128)), T(-1));
  EXPECT_EQ(ceil_div(T(7), T(2)), T(4));
  EXPECT_EQ(ceil_div(T(0), T(2)), T(0));
}

TEST(Integer, EdgesOfSignedTypes) {
  TestEdges<i16>();
  TestEdges<i32>();
  TestEdges<i64>();
}

TEST(Integer, Powers) {
  EXPECT_EQ(ipow(i32{3}, i32{4}), 81);
  EXPECT_EQ(ipow(i32{0}, i32{0}), 1);
  EXPECT_EQ(ipow(i32{2}, i32{31}), std::numeric_limits<i32>::min());
  EXPECT_EQ(ipow(i32{2}, i32{32}), 0);
  EXPECT_EQ(ipow(i64{-3}, i64{3}), -27);
  EXPECT_EQ(ipow(i32{2}, i32{-1}), 0);
  EXPECT_EQ(ipow(i32{-1}, i32{-3}), -1);
  EXPECT_EQ(ipow(i32{1}, i32{-3}), 1);
  EXPECT_EQ(ipow(u8{16}, u8{2}), 0);
}

}  // namespace
}  // namespace sinter
