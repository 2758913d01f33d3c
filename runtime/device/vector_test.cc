// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of vectors: layout, operators, selection, loads and stores.
#include "runtime/device/vector.cuh"

#include <cstdint>

#include "gtest/gtest.h"
#include "runtime/device/memory.cuh"

const sinter_simt_api* sinter_simt = nullptr;  // no primitive is called here

namespace sinter {
namespace {

TEST(Vector, AlignmentIsTheLargestPieceThatOneInstructionMoves) {
  EXPECT_EQ(alignof(vec<float, 4>), 16u);
  EXPECT_EQ(alignof(vec<float, 8>), 16u);
  EXPECT_EQ(alignof(vec<bf16, 2>), 4u);
  EXPECT_EQ(alignof(vec<float, 3>), 4u);
  EXPECT_EQ(sizeof(vec<float, 3>), 12u);
  EXPECT_EQ(alignof(vec<u8, 6>), 2u);
}

TEST(Vector, FloatOperators) {
  const vec<float, 2> a = {{1.0f, 2.0f}}, b = {{4.0f, 8.0f}};
  EXPECT_EQ((a + b)[1], 10.0f);
  EXPECT_EQ((a - 1.0f)[0], 0.0f);
  EXPECT_EQ((2 * b)[0], 8.0f);
  EXPECT_EQ((1.0f / b)[1], 0.125f);
  EXPECT_EQ((-a)[0], -1.0f);
  const vec<bool, 2> below = a < 1.5f;
  EXPECT_TRUE(below[0]);
  EXPECT_FALSE(below[1]);
  EXPECT_EQ(select(below, a, b)[1], 8.0f);
  EXPECT_EQ(select(below, 7.0f, b)[0], 7.0f);
  EXPECT_EQ(select(!below, a, 9.0f)[0], 9.0f);
  EXPECT_EQ(select(true, a, b)[1], 2.0f);
  EXPECT_EQ(select(below, 1.0f, 2.0f)[1], 2.0f);
}

TEST(Vector, IntegerOperatorsWrapAndNeverTrap) {
  const vec<i8, 2> a = {{127, -128}};
  EXPECT_EQ((a + 1)[0], -128);
  EXPECT_EQ((-a)[1], -128);
  EXPECT_EQ((a / -1)[1], -128);
  EXPECT_EQ((a / 0)[0], 0);
  EXPECT_EQ((a % 0)[0], 127);
  const vec<i32, 2> c = {{6, -8}};
  EXPECT_EQ((c & 4)[0], 4);
  EXPECT_EQ((c | 1)[0], 7);
  EXPECT_EQ((c ^ c)[1], 0);
  EXPECT_EQ((~c)[0], -7);
  EXPECT_EQ((c << 1)[1], -16);
  EXPECT_EQ((c >> 40)[1], -1);
  const vec<bool, 2> t = {{true, false}};
  EXPECT_FALSE((~t)[0]);
  EXPECT_TRUE((t | !t)[1]);
}

template <class T, int N>
void TestRoundTrip() {
  alignas(16) T from[2 * N], to[2 * N];
  for (int i = 0; i < 2 * N; ++i) from[i] = static_cast<T>(i + 1), to[i] = T(0);
  if constexpr (N == 1) {
    store(to + 1, load<1>(from + 1));
  } else {
    const vec<T, N> v = load<N>(from + N);
    store(to + N, v);
    store_stream(to, load_stream<N>(from));
  }
  for (int i = N == 1 ? 1 : 0; i < 2 * N; ++i) EXPECT_EQ(to[i], from[i]);
}

TEST(Vector, LoadsAndStores) {
  TestRoundTrip<float, 1>();
  TestRoundTrip<float, 2>();
  TestRoundTrip<float, 3>();
  TestRoundTrip<float, 8>();
  TestRoundTrip<double, 4>();
  TestRoundTrip<u8, 16>();
  TestRoundTrip<i16, 6>();
  TestRoundTrip<i64, 2>();
}

// From every place to every other, between two elements that stay.
template <class T, int N>
void TestUnaligned() {
  for (int read = 0; read < 16; ++read) {
    for (int written = 1; written < 16; ++written) {
      alignas(16) T from[N + 16], to[N + 32];
      for (int i = 0; i < N + 16; ++i) from[i] = static_cast<T>(i + 1);
      for (T& element : to) element = T(0);
      store_unaligned(to + written, load_unaligned<N>(from + read));
      for (int i = 0; i < N; ++i) ASSERT_EQ(to[written + i], from[read + i]) << read << " to " << written;
      ASSERT_EQ(to[written - 1], T(0));
      ASSERT_EQ(to[written + N], T(0));
    }
  }
}

TEST(Vector, UnalignedLoadsAndStores) {
  TestUnaligned<u8, 16>();
  TestUnaligned<u8, 2>();
  TestUnaligned<i16, 8>();
  TestUnaligned<i16, 2>();
  TestUnaligned<float, 4>();
  TestUnaligned<float, 2>();
  TestUnaligned<double, 2>();
}

}  // namespace
}  // namespace sinter
