// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the conversions on the host: every value of the narrow types, rounding at and beside every midpoint, and the
// edges between floats and integers.
#include "runtime/device/convert.cuh"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace sinter {
namespace {

// A format told by numbers, decoded by plain arithmetic: the reference.
struct Format {
  int exponent_bits, mantissa_bits;
  bool has_infinity;  // else the all-ones exponent holds numbers, but for the last
  bool saturates;
};
constexpr Format kF16 = {5, 10, true, false}, kBF16 = {8, 7, true, false};
constexpr Format kE4M3 = {4, 3, false, true}, kE5M2 = {5, 2, true, false};

double Decode(const Format& f, uint32_t bits) {
  const uint32_t mantissa = bits & ((1u << f.mantissa_bits) - 1);
  const int exponent = static_cast<int>(bits >> f.mantissa_bits) & ((1 << f.exponent_bits) - 1);
  const double sign = bits >> (f.exponent_bits + f.mantissa_bits) ? -1.0 : 1.0;
  const int bias = (1 << (f.exponent_bits - 1)) - 1;
  const int ones = (1 << f.exponent_bits) - 1;
  if (exponent == ones && f.has_infinity) return mantissa != 0 ? NAN : sign * INFINITY;
  if (exponent == ones && mantissa == (1u << f.mantissa_bits) - 1) return NAN;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - f.mantissa_bits);
  return sign * std::ldexp((1u << f.mantissa_bits) + mantissa, exponent - bias - f.mantissa_bits);
}

// The bits that `value` rounds to: the nearest of all finite values, an even mantissa in a tie. Beyond the largest,
// what the next value would be counts as infinity.
uint32_t Encode(const Format& f, double value) {
  const uint32_t sign = std::signbit(value) ? 1u << (f.exponent_bits + f.mantissa_bits) : 0;
  const uint32_t all_ones = (1u << (f.exponent_bits + f.mantissa_bits)) - 1;
  if (std::isnan(value)) return all_ones;
  const uint32_t largest = f.has_infinity ? (((1u << f.exponent_bits) - 1) << f.mantissa_bits) - 1 : all_ones - 1;
  const double magnitude = std::fabs(value);
  const uint32_t beyond = f.saturates ? largest : largest + 1;
  uint32_t low = 0, high = largest;  // the last value that is not above
  while (low < high) {
    const uint32_t middle = (low + high + 1) / 2;
    if (Decode(f, middle) <= magnitude) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const double below = Decode(f, low);
  const double step = low == largest ? below - Decode(f, low - 1) : Decode(f, low + 1) - below;
  const double up = magnitude - below, half = step / 2;
  const bool rounds_up = up > half || (up == half && (low & 1));
  if (!rounds_up) return sign | low;
  return sign | (low == largest ? beyond : low + 1);
}

template <class T>
void TestNarrow(const Format& f) {
  const uint32_t count = 1u << (1 + f.exponent_bits + f.mantissa_bits);
  std::vector<float> inputs = {NAN,    -NAN,   INFINITY, -INFINITY, 3e38f,  -3e38f,   1e-45f,   0.0f,     -0.0f,
                               1e-38f, 464.0f, 465.0f,   448.0f,    449.0f, 61440.0f, 65504.0f, 65519.0f, 65520.0f};
  for (uint32_t bits = 0; bits < count; ++bits) {
    T value;
    value.bits = static_cast<decltype(value.bits)>(bits);
    const double expected = Decode(f, bits);
    const float wide = convert<float>(value);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(wide)) << bits;
      EXPECT_EQ(convert<T>(wide).bits, (1u << (f.exponent_bits + f.mantissa_bits)) - 1) << bits;
      continue;
    }
    ASSERT_EQ(bit_cast<uint32_t>(wide), bit_cast<uint32_t>(static_cast<float>(expected))) << bits;
    if (std::isfinite(expected)) {
      const double next = Decode(f, bits + 1);
      const float middle = static_cast<float>((expected + (std::isfinite(next) ? next : expected)) / 2);
      inputs.insert(inputs.end(), {wide, middle, std::nextafter(middle, INFINITY), std::nextafter(middle, -INFINITY)});
    }
  }
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) inputs.push_back(bit_cast<float>(static_cast<uint32_t>(random())));
  for (float input : inputs) {
    ASSERT_EQ(convert<T>(input).bits, Encode(f, input)) << input << " " << bit_cast<uint32_t>(input);
    ASSERT_EQ(convert<T>(static_cast<double>(input)).bits, Encode(f, input)) << input;
    // Just off an f32 midpoint in f64: rounding twice would go wrong.
    for (double direction : {INFINITY, -INFINITY}) {
      const double nearby = std::nextafter(static_cast<double>(input), direction);
      ASSERT_EQ(convert<T>(nearby).bits, Encode(f, nearby)) << input;
    }
  }
}

TEST(Convert, F16EveryValueAndMidpoint) { TestNarrow<f16>(kF16); }
TEST(Convert, BF16EveryValueAndMidpoint) { TestNarrow<bf16>(kBF16); }
TEST(Convert, F8E4M3EveryValueAndMidpointSaturates) { TestNarrow<f8e4m3>(kE4M3); }
TEST(Convert, F8E5M2EveryValueAndMidpoint) { TestNarrow<f8e5m2>(kE5M2); }

TEST(Convert, NarrowToNarrowRoundsOnce) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const f16 half = {static_cast<u16>(bits)};
    ASSERT_EQ(convert<bf16>(half).bits, Encode(kBF16, Decode(kF16, bits)));
    ASSERT_EQ(convert<f8e4m3>(half).bits, Encode(kE4M3, Decode(kF16, bits)));
    const bf16 brain = {static_cast<u16>(bits)};
    ASSERT_EQ(convert<f16>(brain).bits, Encode(kF16, Decode(kBF16, bits)));
    ASSERT_EQ(convert<f8e5m2>(brain).bits, Encode(kE5M2, Decode(kBF16, bits)));
  }
}

TEST(Convert, LargeIntegersRoundOnce) {
  // 2^24 * 257 + 1 is just above the midpoint of two bf16 values; by way of f32 it would be that midpoint.
  const i64 above = (i64{1} << 24) * 257 + 1, below = above - 2;
  EXPECT_EQ(convert<float>(convert<bf16>(above)), std::ldexp(258.0f, 24));
  EXPECT_EQ(convert<float>(convert<bf16>(below)), std::ldexp(256.0f, 24));
  const i64 far_above = (i64{1} << 55) * 129 / 64 + (i64{1} << 48) + 1;
  EXPECT_EQ(convert<bf16>(far_above).bits, Encode(kBF16, std::nextafter(static_cast<double>(far_above - 1), INFINITY)));
  EXPECT_EQ(convert<float>(convert<bf16>(std::numeric_limits<i64>::min())), -std::ldexp(1.0f, 63));
  EXPECT_EQ(convert<float>(convert<bf16>(std::numeric_limits<u64>::max())), std::ldexp(1.0f, 64));
  EXPECT_EQ(convert<f16>(i32{100000}).bits, 0x7c00);
  EXPECT_EQ(convert<float>(convert<f8e4m3>(i32{-100000})), -448.0f);
  EXPECT_EQ(convert<float>(convert<bf16>(true)), 1.0f);
}

template <class To, class From>
void TestFloatToInteger() {
  const long double least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
  std::vector<From> inputs = {0,
                              From(-0.0),
                              From(0.5),
                              From(-0.5),
                              From(0.999),
                              From(-0.999),
                              From(1.5),
                              From(-1.5),
                              From(INFINITY),
                              From(-INFINITY),
                              From(1e30),
                              From(-1e30),
                              static_cast<From>(least),
                              static_cast<From>(most)};
  for (From edge : {static_cast<From>(least), static_cast<From>(most)}) {
    inputs.insert(inputs.end(),
                  {std::nextafter(edge, From(INFINITY)), std::nextafter(edge, From(-INFINITY)), edge + 1, edge - 1});
  }
  std::mt19937 random(2);
  for (int i = 0; i < 1000; ++i) inputs.push_back(static_cast<From>(static_cast<int32_t>(random())) / 65536);
  for (From input : inputs) {
    const long double exact = std::trunc(static_cast<long double>(input));
    const To expected = exact < least  ? std::numeric_limits<To>::min()
                        : exact > most ? std::numeric_limits<To>::max()
                                       : static_cast<To>(exact);
    ASSERT_EQ(convert<To>(input), expected) << input;
  }
  EXPECT_EQ(convert<To>(From(NAN)), To(0));
}

TEST(Convert, FloatToIntegerTruncatesAndSaturates) {
  TestFloatToInteger<i8, float>();
  TestFloatToInteger<i16, float>();
  TestFloatToInteger<i32, float>();
  TestFloatToInteger<i64, float>();
  TestFloatToInteger<u8, float>();
  TestFloatToInteger<u64, float>();
  TestFloatToInteger<i8, double>();
  TestFloatToInteger<i32, double>();
  TestFloatToInteger<i64, double>();
  TestFloatToInteger<u8, double>();
  EXPECT_EQ(convert<i8>(convert<bf16>(-200.0f)), -128);
}

TEST(Convert, IntegersWrapAndBoolIsNonZero) {
  EXPECT_EQ(convert<i8>(i32{384}), -128);
  EXPECT_EQ(convert<u8>(i32{-1}), 255);
  EXPECT_EQ(convert<i32>((i64{1} << 32) + 5), 5);
  EXPECT_EQ(convert<i64>(u8{255}), 255);
  EXPECT_TRUE(convert<bool>(0.25f));
  EXPECT_TRUE(convert<bool>(NAN));
  EXPECT_TRUE(convert<bool>(convert<f16>(NAN)));
  EXPECT_FALSE(convert<bool>(-0.0));
  EXPECT_FALSE(convert<bool>(convert<bf16>(-0.0f)));
  EXPECT_TRUE(convert<bool>(i32{256}));
  EXPECT_EQ(convert<i32>(true), 1);
  EXPECT_EQ(convert<float>(true), 1.0f);
}

TEST(Convert, VectorsGoElementByElement) {
  const vec<float, 3> v = {{1.5f, -2.25f, 1e9f}};
  const vec<i8, 3> i = convert<i8>(v);
  EXPECT_EQ(i[0], 1);
  EXPECT_EQ(i[1], -2);
  EXPECT_EQ(i[2], 127);
  const vec<bf16, 3> b = convert<bf16>(v);
  EXPECT_EQ(convert<float>(b)[1], -2.25f);
}

}  // namespace
}  // namespace sinter
