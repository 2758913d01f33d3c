// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference's arithmetic, against definitions, float arithmetic of the machine, and plain loops.

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Elementwise.h"
#include "compiler/Reference/Operator.h"
#include "compiler/Reference/Rounding.h"
#include "runtime/tensor/element_conversion.h"
#include "runtime/tensor/value_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace sinter::reference {
namespace {

using rt::ElementType;
using rt::HostTensor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr ElementType narrowTypes[] = {ElementType::kF16, ElementType::kBF16, ElementType::kF8E4M3, ElementType::kF8E5M2, ElementType::kF4E2M1};

HostTensor makeFloats(ElementType type, std::vector<int64_t> dims, std::vector<double> values) {
  HostTensor tensor = *HostTensor::Create(type, std::move(dims));
  writeFloats(values.data(), 0, values.size(), tensor);
  return tensor;
}
HostTensor makeIntegers(ElementType type, std::vector<int64_t> dims, std::vector<int64_t> values) {
  HostTensor tensor = *HostTensor::Create(type, std::move(dims));
  writeIntegers(values.data(), 0, values.size(), tensor);
  return tensor;
}
std::vector<double> floatsOf(const HostTensor &tensor) {
  std::vector<double> values(tensor.element_count());
  readFloats(tensor, 0, values.size(), values.data());
  return values;
}
std::vector<int64_t> integersOf(const HostTensor &tensor) {
  std::vector<int64_t> values(tensor.element_count());
  readIntegers(tensor, 0, values.size(), values.data());
  return values;
}

using Attributes = std::map<std::string, AttributeValue, std::less<>>;

OperatorResults callAll(std::string name, std::vector<const HostTensor *> inputs, std::vector<TensorSpec> results, Attributes attributes = {}) {
  OperatorCall call{name, std::move(attributes), std::move(inputs), std::move(results), 2};
  return findOperator(name)(call);
}
HostTensor call(std::string name, std::vector<const HostTensor *> inputs, TensorSpec result, Attributes attributes = {}) {
  OperatorResults results = callAll(name, std::move(inputs), {std::move(result)}, std::move(attributes));
  EXPECT_TRUE(results.ok()) << results.status();
  return results.ok() ? std::move((*results)[0]) : HostTensor();
}
/// An operator whose result has its first operand's type and dims.
HostTensor callAlike(std::string name, std::vector<const HostTensor *> inputs, Attributes attributes = {}) {
  TensorSpec spec{inputs[0]->type(), inputs[0]->dims()};
  return call(std::move(name), std::move(inputs), spec, std::move(attributes));
}
double unary(std::string name, double x, Attributes attributes = {}, ElementType type = ElementType::kF64) {
  HostTensor input = makeFloats(type, {}, {x});
  return floatsOf(callAlike(name, {&input}, attributes))[0];
}
double binary(std::string name, double x, double y, ElementType type = ElementType::kF64) {
  HostTensor a = makeFloats(type, {}, {x}), b = makeFloats(type, {}, {y});
  return floatsOf(callAlike(name, {&a, &b}))[0];
}
int64_t binaryOfIntegers(std::string name, int64_t x, int64_t y, ElementType type) {
  HostTensor a = makeIntegers(type, {}, {x}), b = makeIntegers(type, {}, {y});
  return integersOf(callAlike(name, {&a, &b}))[0];
}
uint64_t bitsOf(double x) { return std::bit_cast<uint64_t>(x); }

// Rounding.

TEST(Rounding, KnownBits) {
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF16), 1.0), 0x3c00u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF16), 0x1p-24), 0x0001u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF16), -65504.0), 0xfbffu);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kBF16), 1.0), 0x3f80u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kBF16), -0.0), 0x8000u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF8E4M3), 1.0), 0x38u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF8E4M3), 448.0), 0x7eu);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF8E4M3), 0x1p-9), 0x01u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF8E5M2), 1.0), 0x3cu);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF8E5M2), -57344.0), 0xfbu);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF4E2M1), 0.5), 0x1u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kF4E2M1), 6.0), 0x7u);
}

TEST(Rounding, EveryValueIsItself) {
  for (ElementType type : narrowTypes) {
    const FloatFormat &format = *getNarrowFormat(type);
    for (uint32_t bits = 0; bits < 2 * format.signBit(); ++bits) {
      double value = valueOfBits(format, bits);
      if (!std::isfinite(value))
        continue;
      ASSERT_EQ(roundToBits(format, value), bits) << rt::ElementTypeName(type);
    }
  }
}

// Each boundary between two neighbours of each type: below it, on it, above it, of either sign.
TEST(Rounding, EveryTieGoesToEven) {
  for (ElementType type : narrowTypes) {
    const FloatFormat &format = *getNarrowFormat(type);
    for (uint32_t bits = 0; bits < format.largest; ++bits) {
      double middle = (valueOfBits(format, bits) + valueOfBits(format, bits + 1)) / 2;
      uint32_t even = bits % 2 ? bits + 1 : bits;
      ASSERT_EQ(roundToBits(format, middle), even) << rt::ElementTypeName(type);
      ASSERT_EQ(roundToBits(format, -middle), even | format.signBit());
      ASSERT_EQ(roundToBits(format, std::nextafter(middle, 0.0)), bits);
      ASSERT_EQ(roundToBits(format, std::nextafter(middle, inf)), bits + 1);
    }
  }
}

TEST(Rounding, OverflowStartsHalfAUnitBeyondTheLargest) {
  for (ElementType type : narrowTypes) {
    const FloatFormat &format = *getNarrowFormat(type);
    double largest = valueOfBits(format, format.largest), unit = largest - valueOfBits(format, format.largest - 1);
    EXPECT_EQ(roundToBits(format, std::nextafter(largest + unit / 2, 0.0)), format.largest);
    EXPECT_EQ(roundToBits(format, largest + unit / 2), format.overflow);
    EXPECT_EQ(roundToBits(format, -inf), format.overflow | format.signBit());
    EXPECT_EQ(roundToBits(format, 1e300), format.overflow);
    EXPECT_EQ(roundToBits(format, nan), format.nan);
    EXPECT_EQ(roundToBits(format, std::numeric_limits<double>::denorm_min()), 0u);
  }
  EXPECT_TRUE(std::isinf(valueOfBits(*getNarrowFormat(ElementType::kBF16), 0x7f80)));
  EXPECT_TRUE(std::isnan(valueOfBits(*getNarrowFormat(ElementType::kF8E4M3), 0xff)));
  EXPECT_TRUE(std::isnan(valueOfBits(*getNarrowFormat(ElementType::kF8E5M2), 0x7d)));
}

// Rounded to double first, this would be a tie.
TEST(Rounding, LongDoubleRoundsOnce) {
  if (std::numeric_limits<long double>::digits < 64)
    GTEST_SKIP() << "long double is no wider than double here";
  long double above = 1.0L + 0x1p-8L + 0x1p-60L;
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kBF16), above), 0x3f81u);
  EXPECT_EQ(roundToBits(*getNarrowFormat(ElementType::kBF16), static_cast<double>(above)), 0x3f80u);
}

TEST(Rounding, AgreesWithTheRuntimeOnRandomValues) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    double value = std::ldexp(std::uniform_real_distribution<double>(-2, 2)(random), static_cast<int>(random() % 60) - 40);
    for (ElementType type : {ElementType::kF16, ElementType::kBF16}) {
      uint16_t expected = 0;
      rt::WriteElement(type, &expected, 0, value);
      ASSERT_EQ(roundToBits(*getNarrowFormat(type), value), expected) << value;
    }
  }
}

// Elementwise.

TEST(Elementwise, ArithmeticOnF32IsIEEE) {
  std::mt19937_64 random(2);
  std::vector<double> x, y;
  for (int i = 0; i < 20000; ++i) { // any bits: subnormals, infinities and NaN too
    x.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
    y.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
  }
  for (int i = 0; i < 20000; ++i) { // subnormal quotients and products
    x.push_back(std::ldexp(static_cast<float>(random() % (1 << 24)), -149));
    y.push_back(std::ldexp(static_cast<float>(random() % (1 << 24) + 1), -20));
  }
  int64_t n = x.size();
  HostTensor a = makeFloats(ElementType::kF32, {n}, x), b = makeFloats(ElementType::kF32, {n}, y);
  auto expect = [&](std::string name, std::vector<const HostTensor *> inputs, auto function) {
    HostTensor result = callAlike(name, inputs);
    for (int64_t i = 0; i < n; ++i) {
      float expected = function(a.as<float>()[i], b.as<float>()[i]), actual = result.as<float>()[i];
      ASSERT_TRUE((std::isnan(expected) && std::isnan(actual)) || std::bit_cast<uint32_t>(expected) == std::bit_cast<uint32_t>(actual))
          << name << " " << x[i] << " " << y[i];
    }
  };
  expect("add", {&a, &b}, [](float p, float q) { return p + q; });
  expect("sub", {&a, &b}, [](float p, float q) { return p - q; });
  expect("mul", {&a, &b}, [](float p, float q) { return p * q; });
  expect("div", {&a, &b}, [](float p, float q) { return p / q; });
  expect("reciprocal", {&a}, [](float p, float) { return 1.0f / p; });
  expect("sqrt", {&a}, [](float p, float) { return std::sqrt(p); });
  expect("neg", {&a}, [](float p, float) { return -p; });
  expect("abs", {&a}, [](float p, float) { return std::fabs(p); });
}

// Narrow floats are computed in f32 and rounded once; double and one rounding give the same.
TEST(Elementwise, ArithmeticOnNarrowFloatsIsF32RoundedOnce) {
  std::mt19937_64 random(3);
  for (ElementType type : {ElementType::kF16, ElementType::kBF16, ElementType::kF8E4M3}) {
    const FloatFormat &format = *getNarrowFormat(type);
    std::vector<double> x, y;
    while (x.size() < 20000) {
      double p = valueOfBits(format, random() % (2 * format.signBit())), q = valueOfBits(format, random() % (2 * format.signBit()));
      if (!std::isnan(p) && !std::isnan(q))
        x.push_back(p), y.push_back(q);
    }
    int64_t n = x.size();
    HostTensor a = makeFloats(type, {n}, x), b = makeFloats(type, {n}, y);
    std::vector<double> sum = floatsOf(callAlike("add", {&a, &b})), product = floatsOf(callAlike("mul", {&a, &b})), quotient = floatsOf(callAlike("div", {&a, &b}));
    auto round = [&](float value) { return valueOfBits(format, roundToBits(format, static_cast<double>(value))); };
    auto same = [](double p, double q) { return (std::isnan(p) && std::isnan(q)) || bitsOf(p) == bitsOf(q); };
    for (int64_t i = 0; i < n; ++i) {
      float p = x[i], q = y[i];
      ASSERT_TRUE(same(sum[i], round(p + q))) << rt::ElementTypeName(type) << " " << p << " + " << q;
      ASSERT_TRUE(same(product[i], round(p * q))) << rt::ElementTypeName(type) << " " << p << " * " << q;
      ASSERT_TRUE(same(quotient[i], round(p / q))) << rt::ElementTypeName(type) << " " << p << " / " << q;
    }
  }
}

TEST(Elementwise, MaximumAndMinimumOfSpecialValues) {
  for (ElementType type : {ElementType::kF64, ElementType::kF32, ElementType::kBF16}) {
    EXPECT_TRUE(std::isnan(binary("max", nan, 1.0, type)));
    EXPECT_TRUE(std::isnan(binary("max", 1.0, nan, type)));
    EXPECT_TRUE(std::isnan(binary("min", nan, -inf, type)));
    EXPECT_EQ(bitsOf(binary("max", -0.0, 0.0, type)), bitsOf(0.0));
    EXPECT_EQ(bitsOf(binary("max", 0.0, -0.0, type)), bitsOf(0.0));
    EXPECT_EQ(bitsOf(binary("max", -0.0, -0.0, type)), bitsOf(-0.0));
    EXPECT_EQ(bitsOf(binary("min", 0.0, -0.0, type)), bitsOf(-0.0));
    EXPECT_EQ(bitsOf(binary("min", -0.0, 0.0, type)), bitsOf(-0.0));
    EXPECT_EQ(binary("max", -inf, inf, type), inf);
    EXPECT_EQ(bitsOf(unary("relu", -0.0, {}, type)), bitsOf(0.0));
    EXPECT_TRUE(std::isnan(unary("relu", nan, {}, type)));
  }
  HostTensor x = makeFloats(ElementType::kF32, {3}, {nan, -5, 5}), low = makeFloats(ElementType::kF32, {3}, {0, -1, -1}), high = makeFloats(ElementType::kF32, {3}, {1, 2, 2});
  std::vector<double> clamped = floatsOf(callAlike("clamp", {&x, &low, &high}));
  EXPECT_TRUE(std::isnan(clamped[0]));
  EXPECT_EQ(clamped[1], -1);
  EXPECT_EQ(clamped[2], 2);
}

TEST(Elementwise, IntegersWrapAndDivisionNeverTraps) {
  constexpr int64_t least32 = std::numeric_limits<int32_t>::min(), least64 = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(binaryOfIntegers("add", 127, 1, ElementType::kI8), -128);
  EXPECT_EQ(binaryOfIntegers("sub", 0, 1, ElementType::kU8), 255);
  EXPECT_EQ(binaryOfIntegers("mul", 1 << 20, 1 << 20, ElementType::kI32), 0);
  EXPECT_EQ(binaryOfIntegers("add", 7, 1, ElementType::kI4), -8);
  EXPECT_EQ(binaryOfIntegers("add", std::numeric_limits<int64_t>::max(), 1, ElementType::kI64), least64);
  EXPECT_EQ(binaryOfIntegers("div", 7, -2, ElementType::kI32), -3);
  EXPECT_EQ(binaryOfIntegers("div", -7, 2, ElementType::kI64), -3);
  EXPECT_EQ(binaryOfIntegers("div", 5, 0, ElementType::kI32), 0);
  EXPECT_EQ(binaryOfIntegers("div", least32, -1, ElementType::kI32), least32);
  EXPECT_EQ(binaryOfIntegers("div", least64, -1, ElementType::kI64), least64);
  EXPECT_EQ(binaryOfIntegers("div", -128, -1, ElementType::kI8), -128);
  EXPECT_EQ(binaryOfIntegers("div", 200, 3, ElementType::kU8), 66);
  EXPECT_EQ(binaryOfIntegers("max", 200, 100, ElementType::kU8), 200);
  EXPECT_EQ(binaryOfIntegers("min", -1, 1, ElementType::kI16), -1);
  HostTensor x = makeIntegers(ElementType::kI8, {3}, {-128, -3, 3});
  EXPECT_THAT(integersOf(callAlike("abs", {&x})), ElementsAre(-128, 3, 3));
  EXPECT_THAT(integersOf(callAlike("neg", {&x})), ElementsAre(-128, 3, -3));
  EXPECT_THAT(integersOf(callAlike("not", {&x})), ElementsAre(127, 2, -4));
  HostTensor c = makeIntegers(ElementType::kBool, {4}, {0, 0, 1, 1}), d = makeIntegers(ElementType::kBool, {4}, {0, 1, 0, 1});
  EXPECT_THAT(integersOf(callAlike("not", {&c})), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(integersOf(callAlike("and", {&c, &d})), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(integersOf(callAlike("or", {&c, &d})), ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(integersOf(callAlike("xor", {&c, &d})), ElementsAre(0, 1, 1, 0));
}

TEST(Elementwise, FloorAndTruncationOfEverySign) {
  for (ElementType type : {ElementType::kI8, ElementType::kI16, ElementType::kI32, ElementType::kI64}) {
    EXPECT_EQ(binaryOfIntegers("floor_div", -7, 2, type), -4);
    EXPECT_EQ(binaryOfIntegers("floor_div", 7, -2, type), -4);
    EXPECT_EQ(binaryOfIntegers("floor_div", -7, -2, type), 3);
    EXPECT_EQ(binaryOfIntegers("floor_div", -8, 2, type), -4);
    EXPECT_EQ(binaryOfIntegers("floor_mod", -7, 2, type), 1);
    EXPECT_EQ(binaryOfIntegers("floor_mod", 7, -2, type), -1);
    EXPECT_EQ(binaryOfIntegers("floor_mod", -7, -2, type), -1);
    EXPECT_EQ(binaryOfIntegers("trunc_rem", -7, 2, type), -1);
    EXPECT_EQ(binaryOfIntegers("trunc_rem", 7, -2, type), 1);
    int64_t least = std::numeric_limits<int64_t>::min() >> (64 - rt::BitWidth(type));
    EXPECT_EQ(binaryOfIntegers("floor_div", least, -1, type), least);
    EXPECT_EQ(binaryOfIntegers("floor_mod", least, -1, type), 0);
    EXPECT_EQ(binaryOfIntegers("trunc_rem", least, -1, type), 0);
    EXPECT_EQ(binaryOfIntegers("floor_mod", least, 3, type), (least % 3 + 3) % 3);
    for (int64_t x : {int64_t(-5), int64_t(0), least}) {
      EXPECT_EQ(binaryOfIntegers("floor_div", x, 0, type), 0);
      EXPECT_EQ(binaryOfIntegers("floor_mod", x, 0, type), x);
      EXPECT_EQ(binaryOfIntegers("trunc_rem", x, 0, type), x);
    }
  }
  EXPECT_EQ(binary("floor_div", 1.0, 0.1), 9);
  EXPECT_EQ(binary("floor_div", 7.0, -2.0, ElementType::kF32), -4);
  EXPECT_EQ(binary("floor_div", -1.0, inf, ElementType::kF32), -1);
  EXPECT_EQ(binary("floor_div", 1.0, 0.0, ElementType::kF32), inf);
  EXPECT_TRUE(std::isnan(binary("floor_div", inf, 1.0, ElementType::kF32)));
  EXPECT_EQ(binary("floor_mod", -7.0, 2.0), 1);
  EXPECT_EQ(binary("floor_mod", -5.0, inf), inf);
  EXPECT_EQ(bitsOf(binary("floor_mod", 4.0, -2.0)), bitsOf(-0.0));
  EXPECT_EQ(binary("trunc_rem", -7.0, 2.0), -1);
  EXPECT_TRUE(std::isnan(binary("trunc_rem", 1.0, 0.0)));
}

TEST(Elementwise, ShiftsPowersAndSigns) {
  EXPECT_EQ(binaryOfIntegers("shift_left", 1, 31, ElementType::kI32), std::numeric_limits<int32_t>::min());
  EXPECT_EQ(binaryOfIntegers("shift_left", 3, 7, ElementType::kI8), -128);
  for (int64_t count : {8, 31, 32, 63, 64, 100, -1})
    EXPECT_EQ(binaryOfIntegers("shift_left", 255, count, ElementType::kU8), 0);
  EXPECT_EQ(binaryOfIntegers("shift_right", -5, 1, ElementType::kI64), -3);
  EXPECT_EQ(binaryOfIntegers("shift_right", -5, 64, ElementType::kI64), -1);
  EXPECT_EQ(binaryOfIntegers("shift_right", -5, -1, ElementType::kI16), -1);
  EXPECT_EQ(binaryOfIntegers("shift_right", 5, 100, ElementType::kI16), 0);
  EXPECT_EQ(binaryOfIntegers("shift_right", -1, 63, ElementType::kU64), 1);
  EXPECT_EQ(binaryOfIntegers("pow", 3, 5, ElementType::kI32), 243);
  EXPECT_EQ(binaryOfIntegers("pow", 3, 6, ElementType::kU8), 729 % 256);
  EXPECT_EQ(binaryOfIntegers("pow", -1, -3, ElementType::kI32), -1);
  EXPECT_EQ(binaryOfIntegers("pow", 2, -1, ElementType::kI32), 0);
  EXPECT_EQ(binaryOfIntegers("pow", 0, 0, ElementType::kI32), 1);
  EXPECT_EQ(binaryOfIntegers("pow", 3, -1, ElementType::kU64), static_cast<int64_t>(0xAAAAAAAAAAAAAAABu)); // 3^(2^64 - 1) is 3's inverse
  EXPECT_EQ(unary("sign", -0.0), 0);
  EXPECT_EQ(unary("sign", -inf), -1);
  EXPECT_TRUE(std::isnan(unary("sign", nan)));
  HostTensor x = makeFloats(ElementType::kF16, {4}, {nan, inf, -inf, 65504});
  auto test = [&](std::string name, std::string kind = "") { return integersOf(call(name, {&x}, {ElementType::kBool, {4}}, {{"kind", kind}})); };
  EXPECT_THAT(test("is_nan"), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(test("is_finite"), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(test("is_inf", "any"), ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(test("is_inf", "positive"), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(test("is_inf", "negative"), ElementsAre(0, 0, 1, 0));
}

TEST(Elementwise, UnsignedNumbersAreOrderedAsSuch) {
  for (ElementType type : {ElementType::kU8, ElementType::kU16, ElementType::kU32, ElementType::kU64}) {
    auto bits = [&](int64_t x) { return integersOf(makeIntegers(type, {1}, {x}))[0]; }; // -1 is the greatest
    EXPECT_EQ(binaryOfIntegers("max", -1, 1, type), bits(-1));
    EXPECT_EQ(binaryOfIntegers("min", -1, 1, type), 1);
    EXPECT_EQ(binaryOfIntegers("div", -1, 2, type), bits(static_cast<int64_t>(static_cast<uint64_t>(bits(-1)) / 2)));
    EXPECT_EQ(binaryOfIntegers("div", 1, -1, type), 0);
    EXPECT_EQ(binaryOfIntegers("floor_mod", 5, -1, type), 5);
    EXPECT_EQ(binaryOfIntegers("sub", 0, 1, type), bits(-1));
    HostTensor x = makeIntegers(type, {2}, {-1, 0});
    EXPECT_THAT(integersOf(callAlike("sign", {&x})), ElementsAre(1, 0));
    EXPECT_THAT(integersOf(callAlike("abs", {&x})), ElementsAre(bits(-1), 0));
    EXPECT_EQ(floatsOf(call("cast", {&x}, {ElementType::kF64, {2}}))[0], std::ldexp(1.0, rt::BitWidth(type)) - (type == ElementType::kU64 ? 0 : 1));
    HostTensor y = makeFloats(ElementType::kF32, {4}, {nan, -1, inf, 200.9});
    EXPECT_THAT(integersOf(call("cast", {&y}, {type, {4}})), ElementsAre(0, 0, bits(-1), 200));
  }
}

TEST(Elementwise, ComparisonsWithNaN) {
  HostTensor a = makeFloats(ElementType::kF16, {4}, {nan, 1, 2, 0.0}), b = makeFloats(ElementType::kF16, {4}, {nan, 2, 2, -0.0});
  auto compare = [&](std::string kind) {
    return integersOf(call("compare", {&a, &b}, {ElementType::kBool, {4}}, {{"kind", kind}}));
  };
  EXPECT_THAT(compare("eq"), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(compare("ne"), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(compare("lt"), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(compare("le"), ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(compare("gt"), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(compare("ge"), ElementsAre(0, 0, 1, 1));
  // true is greater than false, though a signed 1-bit integer would say otherwise.
  HostTensor f = makeIntegers(ElementType::kBool, {1}, {0}), t = makeIntegers(ElementType::kBool, {1}, {1});
  EXPECT_THAT(integersOf(call("compare", {&f, &t}, {ElementType::kBool, {1}}, {{"kind", std::string("lt")}})), ElementsAre(1));
}

TEST(Elementwise, Functions) {
  EXPECT_EQ(unary("exp", 0), 1);
  EXPECT_EQ(unary("exp", -inf), 0);
  EXPECT_EQ(unary("exp2", 10), 1024);
  EXPECT_EQ(unary("log", 0), -inf);
  EXPECT_TRUE(std::isnan(unary("log", -1)));
  EXPECT_DOUBLE_EQ(unary("log1p", 1e-20), 1e-20);
  EXPECT_DOUBLE_EQ(unary("expm1", 1e-20), 1e-20);
  EXPECT_EQ(unary("log2", 8), 3);
  EXPECT_EQ(unary("log10", 1000), 3);
  EXPECT_NEAR(unary("tan", 0.5), 0.5463024898437905, 1e-15);
  EXPECT_NEAR(unary("asin", 0.5), 0.5235987755982989, 1e-15);
  EXPECT_NEAR(unary("acos", 0.5), 1.0471975511965979, 1e-15);
  EXPECT_TRUE(std::isnan(unary("acos", 1.5)));
  EXPECT_NEAR(unary("atan", -1), -0.7853981633974483, 1e-15);
  EXPECT_NEAR(binary("atan2", -1.0, -1.0), -2.356194490192345, 1e-15);
  EXPECT_NEAR(unary("sinh", 1), 1.1752011936438014, 1e-15);
  EXPECT_NEAR(unary("cosh", 1), 1.5430806348152437, 1e-15);
  EXPECT_NEAR(unary("asinh", 1), 0.881373587019543, 1e-15);
  EXPECT_NEAR(unary("acosh", 2), 1.3169578969248166, 1e-15);
  EXPECT_NEAR(unary("atanh", 0.5), 0.5493061443340549, 1e-15);
  EXPECT_EQ(unary("trunc", -2.7), -2);
  EXPECT_EQ(unary("rsqrt", 4), 0.5);
  EXPECT_EQ(unary("rsqrt", 0), inf);
  EXPECT_TRUE(std::isnan(unary("sqrt", -1)));
  EXPECT_EQ(unary("tanh", inf), 1);
  EXPECT_EQ(unary("erf", -inf), -1);
  EXPECT_NEAR(unary("sin", 3.14159265358979323846), 1.2246467991473532e-16, 1e-30);
  EXPECT_NEAR(unary("cos", 3.14159265358979323846), -1, 1e-16);
  EXPECT_EQ(unary("floor", -0.5), -1);
  EXPECT_EQ(bitsOf(unary("ceil", -0.5)), bitsOf(-0.0));
  EXPECT_EQ(unary("round", 2.5), 2);
  EXPECT_EQ(unary("round", 3.5), 4);
  EXPECT_EQ(unary("round", -2.5), -2);
  EXPECT_EQ(binary("pow", nan, 0.0), 1);
  EXPECT_EQ(binary("pow", -2.0, 3.0), -8);
  EXPECT_TRUE(std::isnan(binary("pow", -2.0, 0.5)));
  EXPECT_NEAR(unary("sigmoid", 1), 0.7310585786300049, 1e-16);
  EXPECT_EQ(unary("sigmoid", -1e4), 0);
  EXPECT_NEAR(unary("silu", -1), -0.2689414213699951, 1e-16);
  // Values of the standard normal distribution: 1 * 0.8413..., -3 * 0.00135...
  EXPECT_NEAR(unary("gelu", 1, {{"kind", std::string("erf")}}), 0.8413447460685429, 1e-15);
  EXPECT_NEAR(unary("gelu", -3, {{"kind", std::string("erf")}}), -3 * 0.0013498980316300946, 1e-17);
  for (double x : {-4.0, -1.0, -0.1, 0.3, 2.0, 7.0})
    EXPECT_NEAR(unary("gelu", x, {{"kind", std::string("tanh")}}), x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))), 1e-14);
}

TEST(Elementwise, CastsSaturateWrapAndRoundOnce) {
  auto cast = [](const HostTensor &x, ElementType to) { return call("cast", {&x}, {to, x.dims()}); };
  HostTensor x = makeFloats(ElementType::kF32, {7}, {nan, inf, -inf, 2.9, -2.9, 1e10, -0.0});
  EXPECT_THAT(integersOf(cast(x, ElementType::kI8)), ElementsAre(0, 127, -128, 2, -2, 127, 0));
  EXPECT_THAT(integersOf(cast(x, ElementType::kU8)), ElementsAre(0, 255, 0, 2, 0, 255, 0));
  EXPECT_THAT(integersOf(cast(x, ElementType::kI4)), ElementsAre(0, 7, -8, 2, -2, 7, 0));
  EXPECT_THAT(integersOf(cast(x, ElementType::kI32)), ElementsAre(0, 2147483647, -2147483648, 2, -2, 2147483647, 0));
  EXPECT_THAT(integersOf(cast(x, ElementType::kI64)), ElementsAre(0, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min(), 2, -2, 10000000000, 0));
  EXPECT_THAT(integersOf(cast(x, ElementType::kBool)), ElementsAre(1, 1, 1, 1, 1, 1, 0));
  HostTensor i = makeIntegers(ElementType::kI32, {4}, {300, -1, 256, 128});
  EXPECT_THAT(integersOf(cast(i, ElementType::kI8)), ElementsAre(44, -1, 0, -128));
  EXPECT_THAT(integersOf(cast(i, ElementType::kU8)), ElementsAre(44, 255, 0, 128));
  EXPECT_THAT(integersOf(cast(i, ElementType::kBool)), ElementsAre(1, 1, 1, 1));
  // 2^62 + 2^38 + 1 is just above a tie of f32; rounded to f64 first, it would be the tie.
  HostTensor wide = makeIntegers(ElementType::kI64, {1}, {(int64_t(1) << 62) + (int64_t(1) << 38) + 1});
  EXPECT_EQ(floatsOf(cast(wide, ElementType::kF32))[0], 0x1p62 + 0x1p39);
  HostTensor u = makeIntegers(ElementType::kU8, {2}, {200, 0}), b = makeIntegers(ElementType::kBool, {2}, {1, 0});
  EXPECT_THAT(floatsOf(cast(u, ElementType::kBF16)), ElementsAre(200, 0));
  EXPECT_THAT(floatsOf(cast(b, ElementType::kF32)), ElementsAre(1, 0));
  EXPECT_THAT(integersOf(cast(u, ElementType::kI32)), ElementsAre(200, 0));
  HostTensor y = makeFloats(ElementType::kF32, {3}, {1e6, inf, -1e6});
  EXPECT_THAT(floatsOf(cast(y, ElementType::kF8E4M3)), ElementsAre(448, 448, -448));
  EXPECT_THAT(floatsOf(cast(y, ElementType::kF8E5M2)), ElementsAre(57344, 57344, -57344));
  auto castOver = [](const HostTensor &x, ElementType to) { return floatsOf(call("cast", {&x}, {to, x.dims()}, {{"overflow", true}})); };
  EXPECT_THAT(castOver(y, ElementType::kF8E5M2), ElementsAre(inf, inf, -inf));
  HostTensor edges = makeFloats(ElementType::kF32, {4}, {464, 465, 448, 449});
  EXPECT_THAT(floatsOf(cast(edges, ElementType::kF8E4M3)), ElementsAre(448, 448, 448, 448));
  std::vector<double> over = castOver(edges, ElementType::kF8E4M3);
  EXPECT_EQ(over[0], 448);
  EXPECT_TRUE(std::isnan(over[1]));
  EXPECT_EQ(over[3], 448);
  HostTensor many = makeIntegers(ElementType::kI64, {2}, {1000, -100000});
  EXPECT_THAT(floatsOf(cast(many, ElementType::kF8E4M3)), ElementsAre(448, -448));
  EXPECT_THAT(floatsOf(cast(many, ElementType::kF8E5M2)), ElementsAre(1024, -57344));
  EXPECT_THAT(floatsOf(cast(y, ElementType::kF16)), ElementsAre(inf, inf, -inf));
  // A double just above a tie of bf16, which f32 would round to the tie.
  HostTensor d = makeFloats(ElementType::kF64, {1}, {1 + 0x1p-8 + 0x1p-40});
  EXPECT_EQ(floatsOf(cast(d, ElementType::kBF16))[0], 1 + 0x1p-7);
}

TEST(Elementwise, SelectMovesBits) {
  HostTensor c = makeIntegers(ElementType::kBool, {3}, {1, 0, 1}), a = *HostTensor::Create(ElementType::kF8E5M2, {3}), b = *HostTensor::Create(ElementType::kF8E5M2, {3});
  std::memcpy(a.data(), "\x7c\x01\xfe", 3); // infinity, a subnormal, a negative NaN
  std::memcpy(b.data(), "\x02\xfd\x03", 3);
  HostTensor y = call("select", {&c, &a, &b}, {ElementType::kF8E5M2, {3}});
  EXPECT_EQ(std::memcmp(y.data(), "\x7c\xfd\xfe", 3), 0);
  HostTensor n = makeIntegers(ElementType::kI4, {3}, {1, 2, 3}), m = makeIntegers(ElementType::kI4, {3}, {-1, -2, -3});
  EXPECT_THAT(integersOf(call("select", {&c, &n, &m}, {ElementType::kI4, {3}})), ElementsAre(1, -2, 3));
}

TEST(Elementwise, SizesZeroAndOddOnes) {
  for (int64_t n : {0, 1, 2, 1023, 1025, 70001}) {
    for (ElementType type : {ElementType::kF32, ElementType::kF4E2M1}) {
      HostTensor a = *rt::RandomTensor(type, {n}, 5), sum = callAlike("neg", {&a});
      std::vector<double> x = floatsOf(a), y = floatsOf(sum);
      for (int64_t i = 0; i < n; ++i)
        ASSERT_EQ(y[i], -x[i]) << n;
    }
  }
}

TEST(Elementwise, RefusesWhatIsNotDefined) {
  HostTensor a = makeFloats(ElementType::kF32, {2}, {1, 2}), b = makeFloats(ElementType::kF32, {3}, {1, 2, 3});
  EXPECT_THAT(std::string(callAll("and", {&a, &a}, {{ElementType::kF32, {2}}}).status().message()), HasSubstr("no reference on f32"));
  EXPECT_THAT(std::string(callAll("add", {&a, &b}, {{ElementType::kF32, {2}}}).status().message()), HasSubstr("equal dims"));
  EXPECT_EQ(findOperator("nothing"), nullptr);
}

// Reductions.

TEST(Reduction, OverEachSetOfAxes) {
  HostTensor x = *rt::RandomTensor(ElementType::kF32, {3, 5, 7}, 11);
  std::vector<double> v = floatsOf(x);
  auto at = [&](int i, int j, int k) { return v[(i * 5 + j) * 7 + k]; };
  std::vector<double> middle = floatsOf(call("sum", {&x}, {ElementType::kF32, {3, 7}}, {{"axes", std::vector<int64_t>{1}}}));
  std::vector<double> outer = floatsOf(call("mean", {&x}, {ElementType::kF32, {5}}, {{"axes", std::vector<int64_t>{0, 2}}}));
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 7; ++k) {
      double sum = 0;
      for (int j = 0; j < 5; ++j)
        sum += at(i, j, k);
      EXPECT_EQ(middle[i * 7 + k], static_cast<float>(sum));
    }
  for (int j = 0; j < 5; ++j) {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 7; ++k)
        sum += at(i, j, k);
    EXPECT_EQ(outer[j], static_cast<float>(sum / 21));
  }
  double greatest = -inf, least = inf;
  for (double value : v)
    greatest = std::max(greatest, value), least = std::min(least, value);
  std::vector<int64_t> all{0, 1, 2};
  EXPECT_THAT(floatsOf(call("reduce_max", {&x}, {ElementType::kF32, {}}, {{"axes", all}})), ElementsAre(greatest));
  EXPECT_THAT(floatsOf(call("reduce_min", {&x}, {ElementType::kF32, {}}, {{"axes", all}})), ElementsAre(least));
}

TEST(Reduction, OfNothing) {
  HostTensor f = makeFloats(ElementType::kF32, {2, 0}, {}), i = makeIntegers(ElementType::kI8, {2, 0}, {}), u = makeIntegers(ElementType::kU8, {1, 0}, {});
  HostTensor e = makeFloats(ElementType::kF8E4M3, {1, 0}, {}), b = makeIntegers(ElementType::kBool, {1, 0}, {});
  Attributes axes{{"axes", std::vector<int64_t>{1}}};
  EXPECT_THAT(floatsOf(call("sum", {&f}, {ElementType::kF32, {2}}, axes)), ElementsAre(0, 0));
  EXPECT_TRUE(std::isnan(floatsOf(call("mean", {&f}, {ElementType::kF32, {2}}, axes))[0]));
  EXPECT_THAT(floatsOf(call("product", {&f}, {ElementType::kF32, {2}}, axes)), ElementsAre(1, 1));
  EXPECT_THAT(floatsOf(call("reduce_max", {&f}, {ElementType::kF32, {2}}, axes)), ElementsAre(-inf, -inf));
  EXPECT_THAT(floatsOf(call("reduce_min", {&f}, {ElementType::kF32, {2}}, axes)), ElementsAre(inf, inf));
  EXPECT_THAT(floatsOf(call("reduce_max", {&e}, {ElementType::kF8E4M3, {1}}, axes)), ElementsAre(-448));
  EXPECT_THAT(integersOf(call("reduce_max", {&i}, {ElementType::kI8, {2}}, axes)), ElementsAre(-128, -128));
  EXPECT_THAT(integersOf(call("reduce_min", {&i}, {ElementType::kI8, {2}}, axes)), ElementsAre(127, 127));
  EXPECT_THAT(integersOf(call("reduce_max", {&u}, {ElementType::kU8, {1}}, axes)), ElementsAre(0));
  EXPECT_THAT(integersOf(call("reduce_min", {&u}, {ElementType::kU8, {1}}, axes)), ElementsAre(255));
  EXPECT_THAT(integersOf(call("any", {&b}, {ElementType::kBool, {1}}, axes)), ElementsAre(0));
  EXPECT_THAT(integersOf(call("all", {&b}, {ElementType::kBool, {1}}, axes)), ElementsAre(1));
  // The other way round: nothing to give.
  EXPECT_EQ(call("sum", {&f}, {ElementType::kF32, {0}}, {{"axes", std::vector<int64_t>{0}}}).element_count(), 0u);
}

TEST(Reduction, SpecialValues) {
  Attributes axes{{"axes", std::vector<int64_t>{0}}};
  auto reduce = [&](std::string name, std::vector<double> values) {
    HostTensor x = makeFloats(ElementType::kF32, {static_cast<int64_t>(values.size())}, values);
    return floatsOf(call(name, {&x}, {ElementType::kF32, {}}, axes))[0];
  };
  for (std::string name : {"sum", "mean", "product", "reduce_max", "reduce_min"})
    for (std::vector<double> values : {std::vector<double>{nan, 1, 2}, {1, nan, 2}, {1, 2, nan}})
      EXPECT_TRUE(std::isnan(reduce(name, values))) << name;
  EXPECT_EQ(bitsOf(reduce("reduce_max", {-0.0, 0.0, -0.0})), bitsOf(0.0));
  EXPECT_EQ(bitsOf(reduce("reduce_min", {0.0, -0.0, 0.0})), bitsOf(-0.0));
  EXPECT_TRUE(std::isnan(reduce("sum", {inf, -inf})));
  HostTensor i = makeIntegers(ElementType::kI8, {3}, {100, 100, 100}), b = makeIntegers(ElementType::kBool, {3}, {0, 1, 0});
  EXPECT_THAT(integersOf(call("sum", {&i}, {ElementType::kI8, {}}, axes)), ElementsAre(44));
  EXPECT_THAT(integersOf(call("product", {&i}, {ElementType::kI8, {}}, axes)), ElementsAre(64)); // 10^6 modulo 256
  EXPECT_THAT(integersOf(call("any", {&b}, {ElementType::kBool, {}}, axes)), ElementsAre(1));
  EXPECT_THAT(integersOf(call("all", {&b}, {ElementType::kBool, {}}, axes)), ElementsAre(0));
  // bf16 sums do not stop where a bf16 accumulator would, at 256.
  std::vector<double> ones(1000, 1.0);
  HostTensor x = makeFloats(ElementType::kBF16, {1000}, ones);
  EXPECT_THAT(floatsOf(call("sum", {&x}, {ElementType::kBF16, {}}, axes)), ElementsAre(1000));
}

// Shapes.

// The order of elements.

TEST(Ordering, FirstNaNThenTheFirstOfEquals) {
  HostTensor x = makeFloats(ElementType::kF32, {4, 5}, {1, 3, -2, 3, 0, 1, nan, 5, nan, inf, -0.0, 0.0, -0.0, -1, 0, -inf, -inf, -inf, -inf, -inf});
  TensorSpec rows{ElementType::kI64, {4}};
  std::vector<int64_t> last{1};
  EXPECT_THAT(integersOf(call("argmax", {&x}, rows, {{"axes", last}})), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(integersOf(call("argmin", {&x}, rows, {{"axes", last}})), ElementsAre(2, 1, 3, 0));
  EXPECT_THAT(integersOf(call("argmax", {&x}, rows, {{"axes", last}, {"select_last", true}})), ElementsAre(3, 3, 4, 4));
  EXPECT_THAT(integersOf(call("argmax", {&x}, {ElementType::kI64, {5}}, {{"axes", std::vector<int64_t>{0}}})), ElementsAre(0, 1, 1, 1, 1));
  EXPECT_THAT(integersOf(call("argmax", {&x}, {ElementType::kI64, {}}, {{"axes", std::vector<int64_t>{0, 1}}})), ElementsAre(6));
  HostTensor none = makeFloats(ElementType::kF32, {2, 0}, {});
  EXPECT_THAT(integersOf(call("argmin", {&none}, {ElementType::kI64, {2}}, {{"axes", last}})), ElementsAre(-1, -1));
}

TEST(Ordering, FirstOfSeveral) {
  HostTensor x = makeIntegers(ElementType::kI32, {3, 2}, {4, -1, 7, -1, 4, 9});
  std::vector<int64_t> first{0};
  OperatorResults found = callAll("topk", {&x}, {{ElementType::kI32, {2, 2}}, {ElementType::kI64, {2, 2}}}, {{"axes", first}, {"k", int64_t(2)}});
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(integersOf((*found)[0]), ElementsAre(7, 9, 4, -1));
  EXPECT_THAT(integersOf((*found)[1]), ElementsAre(1, 2, 0, 0));
  found = callAll("topk", {&x}, {{ElementType::kI32, {2, 2}}, {ElementType::kI64, {2, 2}}}, {{"axes", first}, {"k", int64_t(2)}, {"smallest", true}});
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(integersOf((*found)[0]), ElementsAre(4, -1, 4, -1));
  EXPECT_THAT(integersOf((*found)[1]), ElementsAre(0, 0, 2, 1));
}

TEST(Scan, BothWaysWithAndWithoutItself) {
  HostTensor x = makeFloats(ElementType::kF32, {2, 3}, {1, 2, 3, inf, -1, nan});
  EXPECT_THAT(floatsOf(callAlike("cumsum", {&x}, {{"axis", int64_t(1)}})), ElementsAre(1, 3, 6, inf, inf, ::testing::IsNan()));
  EXPECT_THAT(floatsOf(callAlike("cumsum", {&x}, {{"axis", int64_t(0)}, {"exclusive", true}})), ElementsAre(0, 0, 0, 1, 2, 3));
  HostTensor y = makeIntegers(ElementType::kU8, {4}, {100, 200, 2, 3});
  EXPECT_THAT(integersOf(callAlike("cumsum", {&y}, {{"axis", int64_t(0)}, {"reverse", true}})), ElementsAre(49, 205, 5, 3));
  EXPECT_THAT(integersOf(callAlike("cumprod", {&y}, {{"axis", int64_t(0)}, {"exclusive", true}, {"reverse", true}})), ElementsAre(176, 6, 3, 1));
}

// Random numbers.

TEST(Random, KnownBits) {
  HostTensor zero = makeIntegers(ElementType::kI64, {}, {0}), seed = makeIntegers(ElementType::kI64, {}, {42}), offset = makeIntegers(ElementType::kI64, {}, {4});
  EXPECT_THAT(integersOf(call("random_bits", {&zero, &zero}, {ElementType::kI32, {5}})),
              ElementsAre(0x6627e8d5, static_cast<int32_t>(0xe169c58d), static_cast<int32_t>(0xbc57ac4c), static_cast<int32_t>(0x9b00dbd8), ::testing::_));
  // Element 4 is the first word of the counter after the offset.
  EXPECT_EQ(integersOf(call("random_bits", {&seed, &offset}, {ElementType::kI32, {3, 2}}))[4], 0x5099d809);
  std::vector<double> u = floatsOf(call("random_uniform", {&zero, &zero}, {ElementType::kF32, {2}}));
  EXPECT_EQ(u[0], 0x6627e8 * 0x1p-24);
  EXPECT_EQ(u[1], 0xe169c5 * 0x1p-24);
}

TEST(Random, NumbersAreSpreadAsTheyShouldBe) {
  HostTensor seed = makeIntegers(ElementType::kI64, {}, {-5}), offset = makeIntegers(ElementType::kI64, {}, {1000});
  constexpr int64_t count = 1 << 16;
  double sum = 0, square = 0;
  for (double z : floatsOf(call("random_normal", {&seed, &offset}, {ElementType::kF64, {count}}))) {
    sum += z;
    square += z * z;
  }
  EXPECT_NEAR(sum / count, 0, 0.02);
  EXPECT_NEAR(square / count, 1, 0.03);
  sum = 0;
  for (double u : floatsOf(call("random_uniform", {&seed, &offset}, {ElementType::kF32, {count}}))) {
    EXPECT_GE(u, 0);
    EXPECT_LT(u, 1);
    sum += u;
  }
  EXPECT_NEAR(sum / count, 0.5, 0.01);
}

TEST(Random, DropoutKeepsAndScales) {
  HostTensor seed = makeIntegers(ElementType::kI64, {}, {1}), x = makeFloats(ElementType::kBF16, {1000}, std::vector<double>(1000, 3));
  OperatorResults results = callAll("dropout", {&x, &seed, &seed}, {{ElementType::kBF16, {1000}}, {ElementType::kBool, {1000}}}, {{"p", 0.25}});
  ASSERT_TRUE(results.ok());
  std::vector<double> y = floatsOf((*results)[0]);
  std::vector<int64_t> kept = integersOf((*results)[1]);
  EXPECT_NEAR(std::count(kept.begin(), kept.end(), 1), 750, 60);
  for (size_t i = 0; i < y.size(); ++i)
    EXPECT_EQ(y[i], kept[i] ? 4 : 0);
}

TEST(Shape, BroadcastReshapeTranspose) {
  HostTensor x = makeIntegers(ElementType::kI16, {1, 3}, {1, 2, 3});
  EXPECT_THAT(integersOf(call("broadcast", {&x}, {ElementType::kI16, {2, 2, 3}}, {{"dims", std::vector<int64_t>{0, 2}}})),
              ElementsAre(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3));
  HostTensor scalar = makeFloats(ElementType::kF32, {}, {7});
  EXPECT_THAT(floatsOf(call("broadcast", {&scalar}, {ElementType::kF32, {3}}, {{"dims", std::vector<int64_t>{}}})), ElementsAre(7, 7, 7));
  HostTensor y = makeIntegers(ElementType::kI4, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(integersOf(call("transpose", {&y}, {ElementType::kI4, {3, 2}}, {{"permutation", std::vector<int64_t>{1, 0}}})), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(integersOf(call("reshape", {&y}, {ElementType::kI4, {3, 2}})), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(std::string(callAll("reshape", {&y}, {{ElementType::kI4, {5}}}).status().message()), HasSubstr("as many elements"));
  HostTensor z = *rt::RandomTensor(ElementType::kBF16, {2, 3, 5}, 1), t = call("transpose", {&z}, {ElementType::kBF16, {5, 2, 3}}, {{"permutation", std::vector<int64_t>{2, 0, 1}}});
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k)
        EXPECT_EQ(t.as<uint16_t>()[(i * 2 + j) * 3 + k], z.as<uint16_t>()[(j * 3 + k) * 5 + i]);
}

TEST(Shape, SliceSplitConcat) {
  HostTensor x = makeIntegers(ElementType::kU8, {2, 5}, {0, 1, 2, 3, 4, 10, 11, 12, 13, 14});
  auto slice = [&](std::vector<int64_t> starts, std::vector<int64_t> steps, std::vector<int64_t> dims) {
    return callAll("slice", {&x}, {{ElementType::kU8, dims}}, {{"starts", starts}, {"steps", steps}});
  };
  EXPECT_THAT(integersOf((*slice({1, 4}, {-1, -2}, {2, 3}))[0]), ElementsAre(14, 12, 10, 4, 2, 0));
  EXPECT_EQ((*slice({5, 1}, {1, 1}, {0, 3}))[0].element_count(), 0u);
  EXPECT_THAT(std::string(slice({0, 3}, {1, 2}, {2, 2}).status().message()), HasSubstr("expected indices of dimension 1 to be below 5, but got 3 to 5"));
  EXPECT_FALSE(slice({0, 1}, {1, -1}, {2, 3}).ok());
  std::vector<HostTensor> pieces = *callAll("split", {&x}, {{ElementType::kU8, {2, 2}}, {ElementType::kU8, {2, 0}}, {ElementType::kU8, {2, 3}}}, {{"axis", int64_t(1)}});
  EXPECT_THAT(integersOf(pieces[0]), ElementsAre(0, 1, 10, 11));
  EXPECT_THAT(integersOf(pieces[2]), ElementsAre(2, 3, 4, 12, 13, 14));
  EXPECT_THAT(integersOf(call("concat", {&pieces[0], &pieces[1], &pieces[2]}, {ElementType::kU8, {2, 5}}, {{"axis", int64_t(1)}})), ::testing::ElementsAreArray(integersOf(x)));
  EXPECT_THAT(std::string(callAll("split", {&x}, {{ElementType::kU8, {2, 2}}}, {{"axis", int64_t(1)}}).status().message()), HasSubstr("add up to 5, but got 2"));
}

TEST(Shape, UpdateSliceClampsAndCountsFromTheLastPlace) {
  HostTensor x = makeFloats(ElementType::kF32, {5}, {0, 1, 2, 3, 4}), u = makeFloats(ElementType::kF32, {2}, {10, 11});
  for (auto [start, expected] : {std::pair<int64_t, std::vector<double>>{0, {10, 11, 2, 3, 4}}, {3, {0, 1, 2, 10, 11}}, {9, {0, 1, 2, 10, 11}},
                                 {-1, {0, 1, 2, 10, 11}}, {-4, {10, 11, 2, 3, 4}}, {-9, {10, 11, 2, 3, 4}}}) {
    HostTensor at = makeIntegers(ElementType::kI64, {}, {start});
    EXPECT_THAT(floatsOf(call("update_slice", {&x, &u, &at}, {ElementType::kF32, {5}}, {{"axis", int64_t(0)}})), ::testing::ElementsAreArray(expected));
  }
  HostTensor y = makeFloats(ElementType::kF32, {2, 3}, {0, 1, 2, 3, 4, 5}), v = makeFloats(ElementType::kF32, {2, 1}, {7, 8}), each = makeIntegers(ElementType::kI64, {2}, {2, 0});
  EXPECT_THAT(floatsOf(call("update_slice", {&y, &v, &each}, {ElementType::kF32, {2, 3}}, {{"axis", int64_t(1)}})), ElementsAre(0, 1, 7, 8, 4, 5));
}

TEST(Shape, GatherClampsAndCountsFromTheEnd) {
  HostTensor x = makeFloats(ElementType::kF32, {2, 3}, {0, 1, 2, 10, 11, 12}), ids = makeIntegers(ElementType::kI32, {5}, {2, -1, -3, 7, -9});
  EXPECT_THAT(floatsOf(call("gather", {&x, &ids}, {ElementType::kF32, {2, 5}}, {{"axis", int64_t(1)}})), ElementsAre(2, 2, 0, 2, 0, 12, 12, 10, 12, 10));
  HostTensor one = makeIntegers(ElementType::kI64, {}, {1});
  EXPECT_THAT(floatsOf(call("gather", {&x, &one}, {ElementType::kF32, {3}}, {{"axis", int64_t(0)}})), ElementsAre(10, 11, 12));
  HostTensor nothing = makeFloats(ElementType::kF32, {0}, {});
  EXPECT_THAT(floatsOf(call("gather", {&nothing, &one}, {ElementType::kF32, {}}, {{"axis", int64_t(0)}})), ElementsAre(0));
  EXPECT_THAT(integersOf(call("iota", {}, {ElementType::kI4, {2, 3}}, {{"axis", int64_t(1)}})), ElementsAre(0, 1, 2, 0, 1, 2));
  EXPECT_THAT(floatsOf(call("iota", {}, {ElementType::kBF16, {3, 1}}, {{"axis", int64_t(0)}})), ElementsAre(0, 1, 2));
}

// Products.

/// The product by the definition, each sum in long double.
std::vector<double> naiveProduct(const HostTensor &a, const HostTensor &b, int64_t batches, int64_t m, int64_t n, int64_t k, bool ta, bool tb, bool batchedRhs) {
  std::vector<double> x = floatsOf(a), y = floatsOf(b), result;
  for (int64_t s = 0; s < batches; ++s)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        long double sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum += static_cast<long double>(x[s * m * k + (ta ? l * m + i : i * k + l)]) * y[(batchedRhs ? s * n * k : 0) + (tb ? j * k + l : l * n + j)];
        result.push_back(static_cast<double>(sum));
      }
  return result;
}

TEST(Matmul, AllLayouts) {
  for (auto [m, n, k] : {std::array<int64_t, 3>{1, 1, 1}, {5, 7, 9}, {4, 8, 16}, {33, 3, 130}})
    for (bool ta : {false, true})
      for (bool tb : {false, true})
        for (bool batchedRhs : {false, true}) {
          std::vector<int64_t> ad{3, ta ? k : m, ta ? m : k}, bd{tb ? n : k, tb ? k : n};
          if (batchedRhs)
            bd.insert(bd.begin(), 3);
          Attributes attributes;
          if (ta)
            attributes["transpose_lhs"] = true;
          if (tb)
            attributes["transpose_rhs"] = true;
          HostTensor a = *rt::RandomTensor(ElementType::kF32, ad, 1), b = *rt::RandomTensor(ElementType::kF32, bd, 2);
          std::vector<double> expected = naiveProduct(a, b, 3, m, n, k, ta, tb, batchedRhs), actual = floatsOf(call("matmul", {&a, &b}, {ElementType::kF32, {3, m, n}}, attributes));
          ASSERT_EQ(actual.size(), expected.size());
          for (size_t i = 0; i < expected.size(); ++i)
            ASSERT_NEAR(actual[i], static_cast<float>(expected[i]), std::fabs(expected[i]) * 1.2e-7) << m << " " << n << " " << k << " at " << i;
        }
}

TEST(Matmul, EmptyIntegerAndSpecial) {
  HostTensor a = makeFloats(ElementType::kBF16, {2, 0}, {}), b = makeFloats(ElementType::kBF16, {0, 3}, {});
  EXPECT_THAT(floatsOf(call("matmul", {&a, &b}, {ElementType::kBF16, {2, 3}})), ElementsAre(0, 0, 0, 0, 0, 0));
  HostTensor none = makeFloats(ElementType::kF32, {0, 2}, {}), c = makeFloats(ElementType::kF32, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(call("matmul", {&none, &c}, {ElementType::kF32, {0, 3}}).element_count(), 0u);
  HostTensor i = makeIntegers(ElementType::kI8, {1, 2}, {100, 3}), j = makeIntegers(ElementType::kI8, {2, 2}, {100, 1, 2, -1});
  EXPECT_THAT(integersOf(call("matmul", {&i, &j}, {ElementType::kI8, {1, 2}})), ElementsAre(22, 97)); // 10006 modulo 256
  HostTensor x = makeFloats(ElementType::kF32, {1, 2}, {inf, 1}), y = makeFloats(ElementType::kF32, {2, 2}, {0, 1, 1, 1});
  std::vector<double> product = floatsOf(call("matmul", {&x, &y}, {ElementType::kF32, {1, 2}}));
  EXPECT_TRUE(std::isnan(product[0]));
  EXPECT_EQ(product[1], inf);
  EXPECT_FALSE(callAll("matmul", {&c, &c}, {{ElementType::kF32, {2, 3}}}).ok());
}

// Composites.

TEST(Composite, Softmax) {
  HostTensor x = makeFloats(ElementType::kF32, {3, 2}, {0, 1, 1, 2, -inf, 3}), y = callAlike("softmax", {&x}, {{"axis", int64_t(0)}});
  double e = std::exp(1.0);
  std::vector<double> v = floatsOf(y);
  EXPECT_FLOAT_EQ(v[0], 1 / (1 + e));
  EXPECT_FLOAT_EQ(v[2], e / (1 + e));
  EXPECT_EQ(v[4], 0);
  EXPECT_FLOAT_EQ(v[3], e / (1 + e + e * e));
  auto row = [](std::vector<double> values, ElementType type = ElementType::kF32) {
    HostTensor x = makeFloats(type, {1, static_cast<int64_t>(values.size())}, values);
    return floatsOf(callAlike("softmax", {&x}, {{"axis", int64_t(1)}}));
  };
  EXPECT_THAT(row({-inf, -inf}), ElementsAre(0, 0));
  EXPECT_THAT(row({1e30, 1e30}), ElementsAre(0.5, 0.5));
  EXPECT_THAT(row({5}), ElementsAre(1));
  EXPECT_TRUE(row({}).empty());
  for (std::vector<double> values : {std::vector<double>{nan, 1, -inf}, {inf, 1, 2}})
    for (double value : row(values))
      EXPECT_TRUE(std::isnan(value));
  EXPECT_THAT(row({0, 0, 0, 0}, ElementType::kF8E4M3), ElementsAre(0.25, 0.25, 0.25, 0.25));
}

TEST(Composite, Norms) {
  HostTensor x = *rt::RandomTensor(ElementType::kF32, {5, 3, 7}, 1), g = *rt::RandomTensor(ElementType::kF32, {3, 7}, 2), b = *rt::RandomTensor(ElementType::kBF16, {3, 7}, 3);
  Attributes attributes{{"axis", int64_t(1)}, {"epsilon", 1e-3}, {"operandSegmentSizes", std::vector<int64_t>{1, 1, 1}}};
  std::vector<double> v = floatsOf(x), scale = floatsOf(g), bias = floatsOf(b);
  std::vector<double> layer = floatsOf(callAlike("layer_norm", {&x, &g, &b}, attributes));
  attributes["operandSegmentSizes"] = std::vector<int64_t>{1, 0, 1};
  std::vector<double> biasOnly = floatsOf(callAlike("layer_norm", {&x, &b}, attributes));
  attributes.erase("operandSegmentSizes");
  std::vector<double> rms = floatsOf(callAlike("rms_norm", {&x, &g}, attributes)), bare = floatsOf(callAlike("rms_norm", {&x}, attributes));
  for (int r = 0; r < 5; ++r) {
    double sum = 0, squares = 0;
    for (int i = 0; i < 21; ++i)
      sum += v[r * 21 + i], squares += v[r * 21 + i] * v[r * 21 + i];
    double mean = sum / 21, variance = squares / 21 - mean * mean;
    for (int i = 0; i < 21; ++i) {
      double centred = (v[r * 21 + i] - mean) / std::sqrt(variance + 1e-3), scaled = v[r * 21 + i] / std::sqrt(squares / 21 + 1e-3);
      EXPECT_NEAR(layer[r * 21 + i], centred * scale[i] + bias[i], 1e-6);
      EXPECT_NEAR(biasOnly[r * 21 + i], centred + bias[i], 1e-6);
      EXPECT_NEAR(rms[r * 21 + i], scaled * scale[i], 1e-6);
      EXPECT_NEAR(bare[r * 21 + i], scaled, 1e-6);
    }
  }
}

} // namespace
} // namespace sinter::reference
