// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One description a narrow float format; all of them share the same rounding.
#include "runtime/tensor/element_conversion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sinter::rt {
namespace {

// What the codes above the finite values mean.
enum class Specials { kInfinityAndNan, kNan, kNone };

struct FloatFormat {
  int exponent_bits;
  int mantissa_bits;
  Specials specials;
  bool saturates;  // beyond the largest finite value a conversion gives that value
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr uint32_t sign_bit() const { return 1u << (exponent_bits + mantissa_bits); }
  // The first code above the finite values, sign left out.
  constexpr uint32_t finite_end() const {
    switch (specials) {
      case Specials::kInfinityAndNan:
        return ((1u << exponent_bits) - 1) << mantissa_bits;
      case Specials::kNan:
        return sign_bit() - 1;
      case Specials::kNone:
        return sign_bit();
    }
    return 0;
  }
  constexpr uint32_t overflow_code() const { return saturates ? finite_end() - 1 : finite_end(); }
  constexpr uint32_t nan_code() const {
    switch (specials) {
      case Specials::kInfinityAndNan:
        return finite_end() | (1u << (mantissa_bits - 1));
      case Specials::kNan:
        return finite_end();
      case Specials::kNone:
        return finite_end() - 1;
    }
    return 0;
  }
};

constexpr FloatFormat kF16 = {5, 10, Specials::kInfinityAndNan, false};
constexpr FloatFormat kBF16 = {8, 7, Specials::kInfinityAndNan, false};
constexpr FloatFormat kF8E4M3 = {4, 3, Specials::kNan, true};
constexpr FloatFormat kF8E5M2 = {5, 2, Specials::kInfinityAndNan, false};
constexpr FloatFormat kF4E2M1 = {2, 1, Specials::kNone, true};

// The code of a finite, non-negative value. Codes of one sign are ordered as their values, so a carry out of the
// mantissa lands in the exponent by itself.
uint32_t EncodeMagnitude(const FloatFormat& format, double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  const int smallest = 1 - format.bias();
  if (exponent < smallest) {  // subnormal or zero: a multiple of the smallest step
    return static_cast<uint32_t>(std::nearbyint(std::ldexp(value, format.mantissa_bits - smallest)));
  }
  const int shift = 52 - format.mantissa_bits;
  const uint64_t rounded = bits + ((uint64_t{1} << (shift - 1)) - 1) + ((bits >> shift) & 1);
  const uint64_t code = (rounded >> shift) - (static_cast<uint64_t>(1023 - format.bias()) << format.mantissa_bits);
  return code >= format.finite_end() ? format.overflow_code() : static_cast<uint32_t>(code);
}

uint32_t Encode(const FloatFormat& format, double value) {
  const uint32_t sign = std::signbit(value) ? format.sign_bit() : 0;
  if (std::isnan(value)) return format.specials == Specials::kNone ? format.nan_code() : sign | format.nan_code();
  if (std::isinf(value)) return sign | format.overflow_code();
  return sign | EncodeMagnitude(format, std::fabs(value));
}

double Decode(const FloatFormat& format, uint32_t code) {
  const uint32_t magnitude = code & (format.sign_bit() - 1);
  const uint32_t exponent = magnitude >> format.mantissa_bits;
  const uint32_t mantissa = magnitude & ((1u << format.mantissa_bits) - 1);
  double value;
  if (magnitude >= format.finite_end()) {
    const bool infinite = format.specials == Specials::kInfinityAndNan && magnitude == format.finite_end();
    value = infinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(mantissa, 1 - format.bias() - format.mantissa_bits);
  } else {
    value = std::ldexp(mantissa + (1u << format.mantissa_bits),
                       static_cast<int>(exponent) - format.bias() - format.mantissa_bits);
  }
  return (code & format.sign_bit()) != 0 ? -value : value;
}

template <typename T>
T Load(const void* data, uint64_t index) {
  T value;
  std::memcpy(&value, static_cast<const uint8_t*>(data) + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void Store(void* data, uint64_t index, T value) {
  std::memcpy(static_cast<uint8_t*>(data) + index * sizeof(T), &value, sizeof(T));
}

uint32_t LoadNibble(const void* data, uint64_t index) {
  return (static_cast<const uint8_t*>(data)[index / 2] >> (index % 2 * 4)) & 15;
}

void StoreNibble(void* data, uint64_t index, uint32_t nibble) {
  uint8_t& byte = static_cast<uint8_t*>(data)[index / 2];
  const int shift = static_cast<int>(index % 2 * 4);
  byte = static_cast<uint8_t>((byte & ~(15 << shift)) | ((nibble & 15) << shift));
}

int64_t Saturate(double value, int64_t low, int64_t high) {
  if (std::isnan(value)) return 0;
  const double rounded = std::nearbyint(value);
  if (rounded <= static_cast<double>(low)) return low;
  return rounded >= static_cast<double>(high) ? high : static_cast<int64_t>(rounded);
}

// As above for types without a sign: the bits of the nearest integer.
uint64_t SaturateUnsigned(double value, uint64_t high) {
  const double rounded = std::nearbyint(value);
  if (!(rounded > 0)) return 0;
  return rounded >= static_cast<double>(high) ? high : static_cast<uint64_t>(rounded);
}

}  // namespace

bool IsFloatType(ElementType type) {
  switch (type) {
    case ElementType::kF64:
    case ElementType::kF32:
    case ElementType::kF16:
    case ElementType::kBF16:
    case ElementType::kF8E4M3:
    case ElementType::kF8E5M2:
    case ElementType::kF4E2M1:
      return true;
    default:
      return false;
  }
}

int64_t ReadInteger(ElementType type, const void* data, uint64_t index) {
  switch (type) {
    case ElementType::kI64:
      return Load<int64_t>(data, index);
    case ElementType::kI32:
      return Load<int32_t>(data, index);
    case ElementType::kI16:
      return Load<int16_t>(data, index);
    case ElementType::kI8:
      return Load<int8_t>(data, index);
    case ElementType::kU64:
      return static_cast<int64_t>(Load<uint64_t>(data, index));
    case ElementType::kU32:
      return Load<uint32_t>(data, index);
    case ElementType::kU16:
      return Load<uint16_t>(data, index);
    case ElementType::kU8:
      return Load<uint8_t>(data, index);
    case ElementType::kBool:
      return Load<uint8_t>(data, index) != 0;
    case ElementType::kI4:
      return static_cast<int64_t>(LoadNibble(data, index) ^ 8) - 8;
    default:
      return 0;
  }
}

double ReadElement(ElementType type, const void* data, uint64_t index) {
  switch (type) {
    case ElementType::kF64:
      return Load<double>(data, index);
    case ElementType::kF32:
      return Load<float>(data, index);
    case ElementType::kF16:
      return Decode(kF16, Load<uint16_t>(data, index));
    case ElementType::kBF16:
      return Decode(kBF16, Load<uint16_t>(data, index));
    case ElementType::kF8E4M3:
      return Decode(kF8E4M3, Load<uint8_t>(data, index));
    case ElementType::kF8E5M2:
      return Decode(kF8E5M2, Load<uint8_t>(data, index));
    case ElementType::kF4E2M1:
      return Decode(kF4E2M1, LoadNibble(data, index));
    case ElementType::kU64:
      return static_cast<double>(Load<uint64_t>(data, index));
    default:
      return static_cast<double>(ReadInteger(type, data, index));
  }
}

void WriteInteger(ElementType type, void* data, uint64_t index, int64_t value) {
  switch (type) {
    case ElementType::kI64:
      return Store(data, index, value);
    case ElementType::kI32:
      return Store(data, index, static_cast<int32_t>(value));
    case ElementType::kI16:
      return Store(data, index, static_cast<int16_t>(value));
    case ElementType::kI8:
      return Store(data, index, static_cast<int8_t>(value));
    case ElementType::kU64:
      return Store(data, index, static_cast<uint64_t>(value));
    case ElementType::kU32:
      return Store(data, index, static_cast<uint32_t>(value));
    case ElementType::kU16:
      return Store(data, index, static_cast<uint16_t>(value));
    case ElementType::kU8:
      return Store(data, index, static_cast<uint8_t>(value));
    case ElementType::kBool:
      return Store(data, index, static_cast<uint8_t>(value != 0));
    case ElementType::kI4:
      return StoreNibble(data, index, static_cast<uint32_t>(value) & 15);
    default:
      return WriteElement(type, data, index, static_cast<double>(value));
  }
}

void WriteElement(ElementType type, void* data, uint64_t index, double value) {
  switch (type) {
    case ElementType::kF64:
      return Store(data, index, value);
    case ElementType::kF32:
      return Store(data, index, static_cast<float>(value));
    case ElementType::kF16:
      return Store(data, index, static_cast<uint16_t>(Encode(kF16, value)));
    case ElementType::kBF16:
      return Store(data, index, static_cast<uint16_t>(Encode(kBF16, value)));
    case ElementType::kF8E4M3:
      return Store(data, index, static_cast<uint8_t>(Encode(kF8E4M3, value)));
    case ElementType::kF8E5M2:
      return Store(data, index, static_cast<uint8_t>(Encode(kF8E5M2, value)));
    case ElementType::kF4E2M1:
      return StoreNibble(data, index, Encode(kF4E2M1, value));
    case ElementType::kI64:
      return Store(data, index, Saturate(value, INT64_MIN, INT64_MAX));
    case ElementType::kI32:
      return Store(data, index, static_cast<int32_t>(Saturate(value, INT32_MIN, INT32_MAX)));
    case ElementType::kI16:
      return Store(data, index, static_cast<int16_t>(Saturate(value, INT16_MIN, INT16_MAX)));
    case ElementType::kI8:
      return Store(data, index, static_cast<int8_t>(Saturate(value, INT8_MIN, INT8_MAX)));
    case ElementType::kU64:
      return Store(data, index, SaturateUnsigned(value, UINT64_MAX));
    case ElementType::kU32:
      return Store(data, index, static_cast<uint32_t>(SaturateUnsigned(value, UINT32_MAX)));
    case ElementType::kU16:
      return Store(data, index, static_cast<uint16_t>(SaturateUnsigned(value, UINT16_MAX)));
    case ElementType::kU8:
      return Store(data, index, static_cast<uint8_t>(SaturateUnsigned(value, UINT8_MAX)));
    case ElementType::kBool:
      return Store(data, index, static_cast<uint8_t>(value != 0));
    case ElementType::kI4:
      return StoreNibble(data, index, static_cast<uint32_t>(Saturate(value, -8, 7)) & 15);
  }
}

}  // namespace sinter::rt
