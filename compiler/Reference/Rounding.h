// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle's own rounding: wide values to narrow floats and back, by the definition of the formats rather than by
// bit tricks, so that it shares no mistake with the code it judges.

#ifndef SINTER_COMPILER_REFERENCE_ROUNDING_H
#define SINTER_COMPILER_REFERENCE_ROUNDING_H

#include "runtime/base/element_type.h"

#include <cstdint>

namespace sinter::reference {

/// A float of 16 bits or less: a sign bit, then the exponent's, then the mantissa's.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  /// Whether the largest exponent stands for infinity and NaN, as IEEE has it.
  bool hasInfinity;
  /// Magnitudes: of the largest finite value, of what lies beyond it, of NaN.
  uint32_t largest, overflow, nan;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  uint32_t signBit() const { return 1u << (exponentBits + mantissaBits); }
};

/// The format of f16, bf16, f8e4m3, f8e5m2 and f4e2m1; null for other types. Those with an infinity overflow to
/// it, f8e4m3 and f4e2m1 to their largest finite value. f4e2m1 has no NaN and gives its largest value.
const FloatFormat *getNarrowFormat(rt::ElementType type);

/// The bits of `value` rounded once, to nearest, ties to even. NaN gives the format's positive NaN.
/// T: double or long double.
template <class T> uint32_t roundToBits(const FloatFormat &format, T value);

/// The value of `bits`, exactly.
double valueOfBits(const FloatFormat &format, uint32_t bits);

/// What a cast makes of the finite values beyond those of `type` and of infinities, before it rounds; an 8-bit float's
/// greatest value lies at 448 or 57344, and with `overflow` rounding decides what is beyond.
double limitCast(double x, rt::ElementType type, bool overflow);

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_ROUNDING_H
