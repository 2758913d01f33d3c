// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// convert<To>(from) among all element types, for scalars and vectors, with the same bits on the GPU and the CPU:
//  - to a float type: rounds once, to nearest even. NaN stays NaN (the narrow types get one canonical, positive NaN).
//    All overflow to infinity but f8e4m3, which has none: it saturates to its largest finite value, infinities included.
//  - float to integer: truncates toward zero and saturates; NaN gives 0.
//  - integer to narrower integer: wraps.
//  - to bool: whether the value differs from zero (so NaN gives true). From bool: 0 or 1.
#ifndef SINTER_RUNTIME_DEVICE_CONVERT_CUH_
#define SINTER_RUNTIME_DEVICE_CONVERT_CUH_

#include "runtime/device/types.cuh"

namespace sinter {
namespace conversion {

// The format of a narrow float: 1 sign bit, then exponent bits, then mantissa bits.
template <class T>
struct format;
template <>
struct format<f16> {
  static constexpr int exponent_bits = 5, mantissa_bits = 10;
  static constexpr u32 nan = 0x7fff, overflow = 0x7c00, largest = 0x7bff;
};
template <>
struct format<bf16> {
  static constexpr int exponent_bits = 8, mantissa_bits = 7;
  static constexpr u32 nan = 0x7fff, overflow = 0x7f80, largest = 0x7f7f;
};
template <>
struct format<f8e4m3> {
  static constexpr int exponent_bits = 4, mantissa_bits = 3;
  static constexpr u32 nan = 0x7f, overflow = 0x7e, largest = 0x7e;
};
template <>
struct format<f8e5m2> {
  static constexpr int exponent_bits = 5, mantissa_bits = 2;
  static constexpr u32 nan = 0x7f, overflow = 0x7c, largest = 0x7b;
};

// f32 to a narrow float in integer arithmetic. The value's mantissa is shifted to the place it has in the narrow type
// (further for a subnormal result) and rounded to nearest even; a carry runs into the exponent by itself.
template <class To>
SINTER_DEVICE To narrow_by_bits(float value) {
  using F = format<To>;
  constexpr int bias_difference = 127 - ((1 << (F::exponent_bits - 1)) - 1);
  const u32 bits = bit_cast<u32>(value);
  const u32 magnitude = bits & 0x7fffffffu;
  const u32 sign = (bits >> 31) << (F::exponent_bits + F::mantissa_bits);
  To result;
  if (magnitude > 0x7f800000u) {
    result.bits = F::nan;
    return result;
  }
  // Normal in the narrow type: rebias and drop the low mantissa bits. Else the implicit one becomes explicit and the
  // shift grows with the distance to the smallest normal number; past 31 only zero is left.
  const int exponent = static_cast<int>(magnitude >> 23) - bias_difference;
  u32 mantissa = magnitude - (static_cast<u32>(bias_difference) << 23);
  int shift = 23 - F::mantissa_bits;
  if (bias_difference != 0 && exponent < 1) {
    mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    shift += 1 - exponent;
    // A subnormal f32 has no implicit one, but it is far below half of any narrow subnormal.
    if (shift > 25) shift = 25, mantissa = 0;
  }
  const u32 half = 1u << (shift - 1);
  const u32 odd = (mantissa >> shift) & 1u;
  u32 rounded = (mantissa + half - 1u + odd) >> shift;
  if (rounded > F::largest) rounded = F::overflow;
  result.bits = static_cast<decltype(result.bits)>(sign | rounded);
  return result;
}

// A narrow float to f32, exactly, in integer arithmetic. f8e4m3 has no infinity: only an all-ones magnitude is NaN.
template <class From>
SINTER_DEVICE float widen_by_bits(From value) {
  using F = format<From>;
  constexpr int bias_difference = 127 - ((1 << (F::exponent_bits - 1)) - 1);
  constexpr u32 all_ones = (1u << (F::exponent_bits + F::mantissa_bits)) - 1u;
  constexpr u32 infinity = ((1u << F::exponent_bits) - 1u) << F::mantissa_bits;
  const u32 bits = value.bits;
  const u32 magnitude = bits & all_ones;
  const u32 sign = (bits >> (F::exponent_bits + F::mantissa_bits)) << 31;
  u32 wide;
  if (is_same<From, f8e4m3>::value ? magnitude == all_ones : magnitude > infinity) {
    wide = 0x7fc00000u;
  } else if (!is_same<From, f8e4m3>::value && magnitude == infinity) {
    wide = 0x7f800000u;
  } else if (bias_difference == 0 || magnitude >= (1u << F::mantissa_bits)) {
    wide = (magnitude << (23 - F::mantissa_bits)) + (static_cast<u32>(bias_difference) << 23);
  } else {
    // Subnormal: magnitude * 2^(1 - bias - mantissa bits). Both factors and the product are exact in f32.
    constexpr u32 unit = static_cast<u32>(bias_difference + 1 - F::mantissa_bits) << 23;
    wide = bit_cast<u32>(static_cast<float>(static_cast<int>(magnitude)) * bit_cast<float>(unit));
  }
  return bit_cast<float>(sign | wide);
}

// f64 to f32 rounded to odd: toward zero, then the last bit set where anything was lost. A later rounding to a type
// with at least two bits less is then the correct rounding of the f64.
SINTER_DEVICE float round_to_odd(double value) {
  const float nearest = static_cast<float>(value);
  if (static_cast<double>(nearest) == value || value != value) return nearest;
  u32 bits = bit_cast<u32>(nearest);
  const double nearest_magnitude = static_cast<double>(bit_cast<float>(bits & 0x7fffffffu));
  const double magnitude = value < 0 ? -value : value;
  if (nearest_magnitude > magnitude) bits -= 1;
  return bit_cast<float>(bits | 1u);
}

// A 64-bit integer to f64, rounded to odd in the same sense; the low 12 bits of a large magnitude fold into one.
template <class T>
SINTER_DEVICE double integer_to_odd(T value) {  // bool too
  if constexpr (sizeof(T) < 8) {
    return static_cast<double>(value);
  } else {
    const bool negative = value < 0;
    u64 magnitude = negative ? 0ull - static_cast<u64>(value) : static_cast<u64>(value);
    if (magnitude >> 52) magnitude = (magnitude & ~0xfffull) | ((magnitude & 0xfffull) ? 0x1000ull : 0ull);
    const double result = static_cast<double>(magnitude);
    return negative ? -result : result;
  }
}

// The hardware's conversions where the target has them; they give the same bits as the code above.
#if SINTER_ON_GPU
SINTER_DEVICE u32 pack_bf16(float low, float high) {
  u32 result;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
  return result;
}
SINTER_DEVICE u32 pack_f16(float low, float high) {
  u32 result;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
  return result;
}
#if __CUDA_ARCH__ >= 890
#define SINTER_HAS_F8_CONVERSIONS 1
SINTER_DEVICE u16 pack_f8e4m3(float low, float high) {
  u16 result;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(result) : "f"(high), "f"(low));
  return result;
}
// The instruction saturates; from halfway beyond the largest finite value (0x7b) on, the next code is infinity.
SINTER_DEVICE u16 pack_f8e5m2(float low, float high) {
  u16 result;
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(result) : "f"(high), "f"(low));
  constexpr float overflow = 61440.0f;
  return static_cast<u16>(result + (::fabsf(low) >= overflow ? 1 : 0) + (::fabsf(high) >= overflow ? 0x100 : 0));
}
#endif
#endif

SINTER_DEVICE bf16 narrow(float value, bf16*) {
#if SINTER_ON_GPU
  bf16 result;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
  return result;
#else
  return narrow_by_bits<bf16>(value);
#endif
}
SINTER_DEVICE f16 narrow(float value, f16*) {
#if SINTER_ON_GPU
  f16 result;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
  return result;
#else
  return narrow_by_bits<f16>(value);
#endif
}
SINTER_DEVICE f8e4m3 narrow(float value, f8e4m3*) {
#ifdef SINTER_HAS_F8_CONVERSIONS
  return f8e4m3{static_cast<u8>(pack_f8e4m3(value, 0.0f))};
#else
  return narrow_by_bits<f8e4m3>(value);
#endif
}
SINTER_DEVICE f8e5m2 narrow(float value, f8e5m2*) {
#ifdef SINTER_HAS_F8_CONVERSIONS
  return f8e5m2{static_cast<u8>(pack_f8e5m2(value, 0.0f))};
#else
  return narrow_by_bits<f8e5m2>(value);
#endif
}

SINTER_DEVICE float widen(bf16 value) { return bit_cast<float>(static_cast<u32>(value.bits) << 16); }
SINTER_DEVICE float widen(f16 value) {
#if SINTER_ON_GPU
  float result;
  asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value.bits));
  return result;
#else
  return widen_by_bits(value);
#endif
}
// The f16 that equals an f8 value, which fits exactly.
#ifdef SINTER_HAS_F8_CONVERSIONS
SINTER_DEVICE u32 widen_pair_to_f16(u16 pair, f8e4m3*) {
  u32 result;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(result) : "h"(pair));
  return result;
}
SINTER_DEVICE u32 widen_pair_to_f16(u16 pair, f8e5m2*) {
  u32 result;
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(result) : "h"(pair));
  return result;
}
#endif
SINTER_DEVICE float widen(f8e4m3 value) {
#ifdef SINTER_HAS_F8_CONVERSIONS
  return widen(f16{static_cast<u16>(widen_pair_to_f16(value.bits, static_cast<f8e4m3*>(nullptr)))});
#else
  return widen_by_bits(value);
#endif
}
SINTER_DEVICE float widen(f8e5m2 value) {
#ifdef SINTER_HAS_F8_CONVERSIONS
  return widen(f16{static_cast<u16>(widen_pair_to_f16(value.bits, static_cast<f8e5m2*>(nullptr)))});
#else
  return widen_by_bits(value);
#endif
}

// A power of two, exactly.
template <class Float>
SINTER_DEVICE constexpr Float power_of_two(int exponent) {
  Float result = 1;
  for (int i = 0; i < exponent; ++i) result *= 2;
  return result;
}

template <class To, class From>
SINTER_DEVICE To float_to_integer(From value) {
  using I = type_traits<To>;
#if SINTER_ON_GPU
  if constexpr (is_same<To, i32>::value && is_same<From, float>::value) {
    i32 result;  // saturates, and NaN gives 0
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(result) : "f"(value));
    return result;
  }
#endif
  constexpr From above = power_of_two<From>(I::bits - (I::is_signed ? 1 : 0));  // the first value that does not fit
  if (value != value) return 0;
  if (value >= above) return I::max_value;
  if (value <= (I::is_signed ? -above : From(0))) return I::min_value;
  return static_cast<To>(value);
}

template <class To, class From>
SINTER_DEVICE To scalar(From value) {
  using T = type_traits<To>;
  using F = type_traits<From>;
  if constexpr (is_same<To, From>::value) {
    return value;
  } else if constexpr (F::is_narrow_float) {
    return scalar<To>(widen(value));
  } else if constexpr (is_same<To, bool>::value) {
    return value != From(0);
  } else if constexpr (T::is_narrow_float) {
    if constexpr (is_same<From, float>::value) {
      return narrow(value, static_cast<To*>(nullptr));
    } else if constexpr (is_same<From, double>::value) {
      return narrow(round_to_odd(value), static_cast<To*>(nullptr));
    } else {
      return narrow(round_to_odd(integer_to_odd(value)), static_cast<To*>(nullptr));
    }
  } else if constexpr (F::is_native_float && T::is_integer) {
    return float_to_integer<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace conversion

template <class To, class From>
SINTER_DEVICE To convert(From value) {
  return conversion::scalar<To>(value);
}

namespace conversion {

// Whether a vector goes two elements an instruction.
template <class To, class From>
struct has_pairs {
  static constexpr bool value = false;
};
#if SINTER_ON_GPU
template <>
struct has_pairs<bf16, float> {
  static constexpr bool value = true;
};
template <>
struct has_pairs<f16, float> {
  static constexpr bool value = true;
};
template <>
struct has_pairs<float, bf16> {
  static constexpr bool value = true;
};
// One instruction each: the upper one is taken out of its word where it stands.
SINTER_DEVICE void convert_pair(const bf16* from, float* to) {
  u32 word;
  copy_bytes(&word, from, sizeof(word));
  to[0] = bit_cast<float>(word << 16);
  to[1] = bit_cast<float>(word & 0xffff0000u);
}
SINTER_DEVICE void convert_pair(const float* from, bf16* to) {
  const u32 packed = pack_bf16(from[0], from[1]);
  copy_bytes(to, &packed, sizeof(packed));  // as a whole: a store of vectors then needs no repacking
}
SINTER_DEVICE void convert_pair(const float* from, f16* to) {
  const u32 packed = pack_f16(from[0], from[1]);
  copy_bytes(to, &packed, sizeof(packed));  // as a whole: a store of vectors then needs no repacking
}
#ifdef SINTER_HAS_F8_CONVERSIONS
template <>
struct has_pairs<f8e4m3, float> {
  static constexpr bool value = true;
};
template <>
struct has_pairs<f8e5m2, float> {
  static constexpr bool value = true;
};
template <>
struct has_pairs<float, f8e4m3> {
  static constexpr bool value = true;
};
template <>
struct has_pairs<float, f8e5m2> {
  static constexpr bool value = true;
};
SINTER_DEVICE void convert_pair(const float* from, f8e4m3* to) {
  const u16 packed = pack_f8e4m3(from[0], from[1]);
  copy_bytes(to, &packed, sizeof(packed));
}
SINTER_DEVICE void convert_pair(const float* from, f8e5m2* to) {
  const u16 packed = pack_f8e5m2(from[0], from[1]);
  copy_bytes(to, &packed, sizeof(packed));
}
template <class From>
SINTER_DEVICE void convert_pair(const From* from, float* to) {
  u16 pair;
  copy_bytes(&pair, from, sizeof(pair));
  const u32 halves = widen_pair_to_f16(pair, static_cast<From*>(nullptr));
  to[0] = widen(f16{static_cast<u16>(halves)});
  to[1] = widen(f16{static_cast<u16>(halves >> 16)});
}
#endif
#endif

}  // namespace conversion

template <class To, class From, int N>
SINTER_DEVICE vec<To, N> convert(const vec<From, N>& from) {
  vec<To, N> result;
#if SINTER_ON_GPU
  if constexpr (conversion::has_pairs<To, From>::value && N % 2 == 0) {
    SINTER_UNROLL
    for (int i = 0; i < N; i += 2) conversion::convert_pair(&from.elements[i], &result.elements[i]);
  } else
#endif
  {
    SINTER_UNROLL
    for (int i = 0; i < N; ++i) result[i] = conversion::scalar<To>(from[i]);
  }
  return result;
}

// round_to<To>(x): x rounded (or wrapped) to the narrower type To and widened again.
template <class To, class T>
SINTER_DEVICE T round_to(T x) {
  return convert<T>(convert<To>(x));
}
template <class To, class T, int N>
SINTER_DEVICE vec<T, N> round_to(const vec<T, N>& x) {
  return convert<T>(convert<To>(x));
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_CONVERT_CUH_
