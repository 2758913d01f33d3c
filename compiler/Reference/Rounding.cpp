// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding by scaling: a value is brought to units of its last place, rounded to an integer, and packed.

#include "compiler/Reference/Rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinter::reference {

const FloatFormat *getNarrowFormat(rt::ElementType type) {
  static constexpr FloatFormat f16{5, 10, true, 0x7bff, 0x7c00, 0x7fff};
  static constexpr FloatFormat bf16{8, 7, true, 0x7f7f, 0x7f80, 0x7fff};
  static constexpr FloatFormat f8e4m3{4, 3, false, 0x7e, 0x7e, 0x7f};
  static constexpr FloatFormat f8e5m2{5, 2, true, 0x7b, 0x7c, 0x7f};
  static constexpr FloatFormat f4e2m1{2, 1, false, 0x7, 0x7, 0x7};
  switch (type) {
  case rt::ElementType::kF16: return &f16;
  case rt::ElementType::kBF16: return &bf16;
  case rt::ElementType::kF8E4M3: return &f8e4m3;
  case rt::ElementType::kF8E5M2: return &f8e5m2;
  case rt::ElementType::kF4E2M1: return &f4e2m1;
  default: return nullptr;
  }
}

template <class T> uint32_t roundToBits(const FloatFormat &format, T value) {
  if (std::isnan(value))
    return format.nan;
  uint32_t sign = std::signbit(value) ? format.signBit() : 0;
  T magnitude = std::fabs(value);
  if (magnitude == 0)
    return sign;
  if (std::isinf(magnitude))
    return sign | format.overflow;
  int exponent;
  std::frexp(magnitude, &exponent);
  // The leading bit's exponent; below the least normal one, the last place stays where the subnormals have it.
  int leading = std::max(exponent - 1, 1 - format.bias());
  // Scaling is exact, and the default rounding mode takes ties to even. A carry out of the mantissa runs into the
  // exponent by itself, because the two are neighbours.
  T units = std::nearbyint(std::ldexp(magnitude, format.mantissaBits - leading));
  int64_t bits = static_cast<int64_t>(units) + (static_cast<int64_t>(leading + format.bias() - 1) << format.mantissaBits);
  return sign | (bits > static_cast<int64_t>(format.largest) ? format.overflow : static_cast<uint32_t>(bits));
}
template uint32_t roundToBits<double>(const FloatFormat &, double);
template uint32_t roundToBits<long double>(const FloatFormat &, long double);

double valueOfBits(const FloatFormat &format, uint32_t bits) {
  double sign = bits & format.signBit() ? -1 : 1;
  uint32_t magnitude = bits & (format.signBit() - 1);
  uint32_t field = magnitude >> format.mantissaBits, mantissa = magnitude & ((1u << format.mantissaBits) - 1);
  if (format.hasInfinity && field == (1u << format.exponentBits) - 1)
    return mantissa ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  if (magnitude > format.largest)
    return std::numeric_limits<double>::quiet_NaN();
  if (field == 0)
    return sign * std::ldexp(mantissa, 1 - format.bias() - format.mantissaBits);
  return sign * std::ldexp(mantissa + (1u << format.mantissaBits), static_cast<int>(field) - format.bias() - format.mantissaBits);
}

double limitCast(double x, rt::ElementType type, bool overflow) {
  if (type == rt::ElementType::kF8E5M2 && !overflow)
    return std::isnan(x) ? x : std::clamp(x, -57344.0, 57344.0);
  if (type == rt::ElementType::kF8E4M3 && overflow && std::fabs(x) > 464)
    return std::numeric_limits<double>::quiet_NaN();
  return x;
}

} // namespace sinter::reference
