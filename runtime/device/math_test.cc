// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the host's math against libm in long double, of the NaN rules, and of vectors.
#include "runtime/device/math.cuh"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "gtest/gtest.h"

namespace sinter {
namespace {

// Distance in units of the last place of T at the exact value.
template <class T>
double UlpError(T got, long double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : INFINITY;
  const T rounded = static_cast<T>(exact);
  if (!std::isfinite(rounded)) return got == rounded ? 0 : INFINITY;
  const long double ulp = std::nextafter(std::fabs(rounded), std::numeric_limits<T>::infinity()) - std::fabs(rounded);
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / ulp);
}

template <class T, class Function, class Reference>
void TestUnary(Function function, Reference reference, double low, double high, double tolerance) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(low, high);
  for (int i = 0; i < 20000; ++i) {
    const T x = static_cast<T>(uniform(random));
    ASSERT_LE(UlpError<T>(function(x), reference(static_cast<long double>(x))), tolerance) << x;
  }
  for (T x : {T(0), T(-0.0), T(INFINITY), T(-INFINITY), T(NAN)}) {
    ASSERT_LE(UlpError<T>(function(x), reference(static_cast<long double>(x))), tolerance) << x;
  }
}

#define TEST_UNARY(name, low, high)                                                         \
  TEST(Math, name) {                                                                        \
    const auto reference = [](long double x) { return std::name(x); };                      \
    TestUnary<float>([](float x) { return sinter::name(x); }, reference, low, high, 0.51);  \
    TestUnary<double>([](double x) { return sinter::name(x); }, reference, low, high, 3.0); \
  }
TEST_UNARY(exp, -90, 90)
TEST_UNARY(exp2, -130, 130)
TEST_UNARY(expm1, -20, 80)
TEST_UNARY(log, 0, 1e5)
TEST_UNARY(log2, 0, 1e5)
TEST_UNARY(log10, 0, 1e5)
TEST_UNARY(log1p, -1, 100)
TEST_UNARY(sqrt, 0, 1e6)
TEST_UNARY(tanh, -10, 10)
TEST_UNARY(erf, -5, 5)
TEST_UNARY(erfc, -5, 8)
TEST_UNARY(sin, -1000, 1000)
TEST_UNARY(cos, -1000, 1000)
TEST_UNARY(tan, -10, 10)
TEST_UNARY(asin, -1.1, 1.1)
TEST_UNARY(acos, -1.1, 1.1)
TEST_UNARY(atan, -100, 100)
TEST_UNARY(sinh, -80, 80)
TEST_UNARY(cosh, -80, 80)
TEST_UNARY(asinh, -1000, 1000)
TEST_UNARY(acosh, 0.9, 1000)
TEST_UNARY(atanh, -1.1, 1.1)
TEST_UNARY(floor, -1e6, 1e6)
TEST_UNARY(ceil, -1e6, 1e6)
TEST_UNARY(trunc, -1e6, 1e6)

TEST(Math, ReciprocalRootAndRounding) {
  const auto reference = [](long double x) { return 1 / std::sqrt(x); };
  TestUnary<float>([](float x) { return sinter::rsqrt(x); }, reference, 0, 1e6, 0.51);
  EXPECT_EQ(sinter::round_even(2.5f), 2.0f);
  EXPECT_EQ(sinter::round_even(3.5), 4.0);
  EXPECT_TRUE(std::signbit(sinter::round_even(-0.25f)));
}

TEST(Math, PowerAndFma) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> base(0, 50), exponent(-10, 10);
  for (int i = 0; i < 20000; ++i) {
    const float x = static_cast<float>(base(random)), y = static_cast<float>(exponent(random));
    ASSERT_LE(UlpError<float>(sinter::pow(x, y), std::pow(static_cast<long double>(x), y)), 0.51);
  }
  EXPECT_EQ(sinter::pow(-2.0f, 3.0f), -8.0f);
  EXPECT_FLOAT_EQ(sinter::atan2(-0.0f, -1.0f), -3.14159265f);
  EXPECT_DOUBLE_EQ(sinter::atan2(1.0, 1.0), 0.78539816339744828);
  EXPECT_EQ(sinter::pow(0.0f, 0.0f), 1.0f);
  EXPECT_TRUE(std::isnan(sinter::pow(-2.0f, 0.5f)));
  const float a = 1.0f + 1.0f / 4096, c = -(1.0f + 1.0f / 2048);
  EXPECT_EQ(sinter::fma(a, a, c), 1.0f / (4096.0f * 4096.0f));
  EXPECT_EQ(a * a + c, 0.0f);  // the product is rounded: no contraction
}

template <class T>
void TestOrder() {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_TRUE(std::isnan(maximum(nan, T(1))) && std::isnan(maximum(T(1), nan)));
  EXPECT_TRUE(std::isnan(minimum(nan, T(1))) && std::isnan(minimum(T(1), nan)));
  EXPECT_EQ(max_number(nan, T(1)), T(1));
  EXPECT_EQ(min_number(T(1), nan), T(1));
  EXPECT_TRUE(std::isnan(max_number(nan, nan)));
  for (auto [x, y] : {std::pair<T, T>{T(-0.0), T(0)}, {T(0), T(-0.0)}}) {
    EXPECT_FALSE(std::signbit(maximum(x, y)));
    EXPECT_TRUE(std::signbit(minimum(x, y)));
    EXPECT_FALSE(std::signbit(max_number(x, y)));
    EXPECT_TRUE(std::signbit(min_number(x, y)));
  }
  EXPECT_EQ(maximum(T(-3), T(2)), T(2));
  EXPECT_EQ(minimum(T(-3), T(-INFINITY)), T(-INFINITY));
  EXPECT_TRUE(is_nan(nan));
  EXPECT_FALSE(is_nan(T(INFINITY)));
}

TEST(Math, OrderPropagatesNanAndKnowsSignedZero) {
  TestOrder<float>();
  TestOrder<double>();
  EXPECT_EQ(maximum(i32{-3}, i32{2}), 2);
  EXPECT_EQ(minimum(u8{200}, u8{3}), 3);
}

TEST(Math, AbsAndCopysign) {
  EXPECT_FALSE(std::signbit(sinter::abs(-0.0f)));
  EXPECT_EQ(sinter::abs(-2.5), 2.5);
  EXPECT_EQ(sinter::abs(std::numeric_limits<i32>::min()), std::numeric_limits<i32>::min());
  EXPECT_EQ(sinter::abs(i8{-5}), 5);
  EXPECT_EQ(sinter::copysign(3.0f, -0.0f), -3.0f);
}

TEST(Math, FloatFloorDivision) {
  EXPECT_EQ(sinter::floor_div(1.0, 0.1), 9.0);
  EXPECT_EQ(sinter::floor_div(-7.0f, 2.0f), -4.0f);
  EXPECT_EQ(sinter::floor_mod(-7.0f, 2.0f), 1.0f);
  EXPECT_EQ(sinter::floor_mod(7.0f, -2.0f), -1.0f);
  EXPECT_EQ(sinter::floor_mod(5.0f, INFINITY), 5.0f);
  EXPECT_EQ(sinter::floor_mod(-5.0f, INFINITY), INFINITY);
  EXPECT_TRUE(std::isnan(sinter::floor_mod(1.0f, 0.0f)));
  EXPECT_EQ(sinter::floor_div(1.0f, 0.0f), INFINITY);
  EXPECT_EQ(sinter::trunc_rem(-7.0f, 2.0f), -1.0f);
}

TEST(Math, Vectors) {
  const vec<float, 4> x = {{1.0f, 4.0f, NAN, -1.0f}};
  const vec<float, 4> root = sinter::sqrt(x);
  EXPECT_EQ(root[1], 2.0f);
  EXPECT_TRUE(std::isnan(root[3]));
  EXPECT_EQ(maximum(x, 0.0f)[3], 0.0f);
  EXPECT_EQ(minimum(0.0f, x)[3], -1.0f);
  EXPECT_TRUE(std::isnan(maximum(x, 0.0f)[2]));
  EXPECT_TRUE(is_nan(x)[2]);
  EXPECT_EQ(sinter::fma(x, x, x)[1], 20.0f);
}

}  // namespace
}  // namespace sinter
