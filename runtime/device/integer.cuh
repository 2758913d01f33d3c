// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic with every case defined, the same on both sides: overflow wraps, no division traps, and shifts by
// the width or more give what an unbounded shift would.
#ifndef SINTER_RUNTIME_DEVICE_INTEGER_CUH_
#define SINTER_RUNTIME_DEVICE_INTEGER_CUH_

#include "runtime/device/types.cuh"

namespace sinter {

// Sums, differences and products modulo 2^bits, also for signed types. 16-bit products are made in 32 bits, since
// unsigned short would be promoted to int and overflow it.
template <class T>
SINTER_DEVICE T wrapping_add(T a, T b) {
  using U = typename type_traits<T>::unsigned_type;
  return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
}
template <class T>
SINTER_DEVICE T wrapping_sub(T a, T b) {
  using U = typename type_traits<T>::unsigned_type;
  return static_cast<T>(static_cast<U>(static_cast<U>(a) - static_cast<U>(b)));
}
template <class T>
SINTER_DEVICE T wrapping_mul(T a, T b) {
  using U = typename type_traits<T>::unsigned_type;
  if constexpr (sizeof(T) < 4) {
    return static_cast<T>(static_cast<U>(static_cast<u32>(static_cast<U>(a)) * static_cast<u32>(static_cast<U>(b))));
  } else {
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  }
}
template <class T>
SINTER_DEVICE T wrapping_neg(T a) {
  return wrapping_sub(static_cast<T>(0), a);
}

// The quotient rounded toward zero. x / 0 is 0; MIN / -1 wraps to MIN.
template <class T>
SINTER_DEVICE T trunc_div(T a, T b) {
  if (b == 0) return 0;
  if constexpr (type_traits<T>::is_signed) {
    if (b == static_cast<T>(-1)) return wrapping_neg(a);
  }
  return static_cast<T>(a / b);
}

// The remainder of trunc_div, with the sign of `a`: a == trunc_div(a, b) * b + trunc_rem(a, b). x rem 0 is x.
template <class T>
SINTER_DEVICE T trunc_rem(T a, T b) {
  if (b == 0) return a;
  if constexpr (type_traits<T>::is_signed) {
    if (b == static_cast<T>(-1)) return 0;
  }
  return static_cast<T>(a % b);
}

// The quotient rounded down. x / 0 is 0; MIN / -1 wraps to MIN.
template <class T>
SINTER_DEVICE T floor_div(T a, T b) {
  T quotient = trunc_div(a, b);
  if constexpr (type_traits<T>::is_signed) {
    T remainder = trunc_rem(a, b);
    if (b != 0 && remainder != 0 && ((remainder < 0) != (b < 0))) quotient = static_cast<T>(quotient - 1);
  }
  return quotient;
}

// The remainder of floor_div, with the sign of `b`. x mod 0 is x.
template <class T>
SINTER_DEVICE T floor_mod(T a, T b) {
  T remainder = trunc_rem(a, b);
  if constexpr (type_traits<T>::is_signed) {
    if (b != 0 && remainder != 0 && ((remainder < 0) != (b < 0))) remainder = static_cast<T>(remainder + b);
  }
  return remainder;
}

// The least quotient that is not below a / b, for a >= 0 and b > 0: how many pieces of b cover a.
template <class T>
SINTER_DEVICE T ceil_div(T a, T b) {
  T quotient = trunc_div(a, b);
  return trunc_rem(a, b) != 0 ? static_cast<T>(quotient + 1) : quotient;
}

// base to the power of exponent, wrapping. A negative exponent gives the power truncated to an integer: 1 for base 1,
// 1 or -1 for base -1, else 0 (also for base 0).
template <class T>
SINTER_DEVICE T ipow(T base, T exponent) {
  if constexpr (type_traits<T>::is_signed) {
    if (exponent < 0) {
      if (base == 1) return 1;
      // Not a choice by the lowest bit: where `exponent` is ~x, ptxas 13.0.88 takes the choice for that of x = 0.
      if (base == static_cast<T>(-1)) return static_cast<T>(1 - ((exponent & 1) << 1));
      return 0;
    }
  }
  T result = 1;
  while (exponent != 0) {
    if (exponent & 1) result = wrapping_mul(result, base);
    base = wrapping_mul(base, base);
    exponent = static_cast<T>(exponent >> 1);
  }
  return result;
}

// Shifts whose count may be anything: counts below 0 or of the width and above shift all bits out (a right shift of a
// signed value then leaves its sign).
template <class T>
SINTER_DEVICE T shift_left(T a, T count) {
  using U = typename type_traits<T>::unsigned_type;
  if (static_cast<U>(count) >= static_cast<U>(type_traits<T>::bits)) return 0;
  return static_cast<T>(static_cast<U>(static_cast<U>(a) << static_cast<int>(count)));
}
template <class T>
SINTER_DEVICE T shift_right(T a, T count) {
  using U = typename type_traits<T>::unsigned_type;
  if (static_cast<U>(count) >= static_cast<U>(type_traits<T>::bits)) return (a < 0) ? static_cast<T>(-1) : static_cast<T>(0);
  return static_cast<T>(a >> static_cast<int>(count));
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_INTEGER_CUH_
