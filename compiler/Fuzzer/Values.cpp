// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values by flavour and type.

#include "compiler/Fuzzer/Values.h"

#include "compiler/Reference/Accuracy.h"
#include "compiler/Reference/Elements.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinter::fuzz {
namespace {

using rt::ElementType;
using rt::HostTensor;

double leastSubnormal(ElementType type) {
  switch (type) {
  case ElementType::kF64: return std::numeric_limits<double>::denorm_min();
  case ElementType::kF16: return 0x1p-24;
  case ElementType::kBF16: return 0x1p-133;
  case ElementType::kF8E4M3: return 0x1p-9;
  case ElementType::kF8E5M2: return 0x1p-16;
  case ElementType::kF4E2M1: return 0.5;
  default: return 0x1p-149;
  }
}

double specialFloat(ElementType type, Random &random) {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  double largest = reference::largestOf(type), least = leastSubnormal(type);
  const double values[] = {nan, inf, 0.0, largest, least, 3 * least, 0.5, 1.0, 2.5, 88.8, 100.0, 2147483648.0};
  double value = random.anyOf(values);
  return random.chance(50) ? -value : value;
}

double makeFloat(Flavour flavour, ElementType type, Random &random) {
  if (flavour == Flavour::kSpecials && random.chance(15))
    return specialFloat(type, random);
  bool isNegative = random.chance(50) && flavour != Flavour::kPositive;
  double magnitude;
  if (flavour == Flavour::kSmall)
    magnitude = static_cast<double>(random.below(4));
  else if (flavour == Flavour::kWide)
    magnitude = std::exp2(-12 + 24 * random.unit());
  else
    magnitude = 0.05 + 1.95 * random.unit();
  return isNegative ? -magnitude : magnitude;
}

int64_t specialInteger(ElementType type, Random &random) {
  int bits = rt::BitWidth(type);
  bool isUnsigned = type == ElementType::kU8;
  int64_t most = isUnsigned ? 255 : bits == 64 ? std::numeric_limits<int64_t>::max() : (int64_t(1) << (bits - 1)) - 1;
  int64_t least = isUnsigned ? 0 : -most - 1;
  const int64_t values[] = {0, 1, -1, most, least, most - 1, least + 1, 2, bits, bits - 1};
  return random.anyOf(values);
}

int64_t makeInteger(Flavour flavour, ElementType type, Random &random) {
  if (type == ElementType::kBool)
    return random.below(2);
  if (flavour == Flavour::kSpecials && random.chance(15))
    return specialInteger(type, random);
  if (flavour == Flavour::kWide)
    return static_cast<int64_t>(random.next());
  int64_t magnitude = flavour == Flavour::kSmall ? random.below(4) : 1 + random.below(20);
  return flavour != Flavour::kPositive && random.chance(50) ? -magnitude : magnitude;
}

} // namespace

Flavour anyFlavour(Random &random) {
  uint64_t percent = random.below(100);
  return percent < 60 ? Flavour::kTame : percent < 72 ? Flavour::kPositive : percent < 84 ? Flavour::kSmall : percent < 90 ? Flavour::kWide : Flavour::kSpecials;
}

HostTensor makeValues(Flavour flavour, ElementType type, const std::vector<int64_t> &dims, Random random) {
  HostTensor tensor = *HostTensor::Create(type, dims);
  uint64_t count = tensor.element_count();
  if (reference::isFloat(type)) {
    std::vector<double> values(count);
    std::generate(values.begin(), values.end(), [&] { return makeFloat(flavour, type, random); });
    reference::writeFloats(values.data(), 0, count, tensor);
    return tensor;
  }
  std::vector<int64_t> values(count);
  std::generate(values.begin(), values.end(), [&] { return makeInteger(flavour, type, random); });
  reference::writeIntegers(values.data(), 0, count, tensor);
  return tensor;
}

} // namespace sinter::fuzz
