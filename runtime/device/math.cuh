// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math on float and double, scalars and vectors. On the GPU these are CUDA's accurate functions; on the CPU a float
// function is computed in double and rounded, a double function is libm's. Write them qualified (sinter::exp), since
// the CUDA built-ins have the same bare names.
#ifndef SINTER_RUNTIME_DEVICE_MATH_CUH_
#define SINTER_RUNTIME_DEVICE_MATH_CUH_

#include "runtime/device/integer.cuh"
#include "runtime/device/types.cuh"
#include "runtime/device/vector.cuh"

namespace sinter {

// A function of one value, spread over vectors.
#define SINTER_MATH_VECTOR_UNARY(name)                   \
  template <class T, int N>                              \
  SINTER_DEVICE vec<T, N> name(const vec<T, N>& x) {     \
    vec<T, N> result;                                    \
    SINTER_UNROLL                                        \
    for (int i = 0; i < N; ++i) result[i] = name(x[i]);  \
    return result;                                       \
  }
// A function of two values, spread over vectors; one of them may be a scalar.
#define SINTER_MATH_VECTOR_BINARY(name)                                                  \
  template <class T, int N>                                                              \
  SINTER_DEVICE vec<T, N> name(const vec<T, N>& x, const vec<T, N>& y) {                 \
    vec<T, N> result;                                                                    \
    SINTER_UNROLL                                                                        \
    for (int i = 0; i < N; ++i) result[i] = name(x[i], y[i]);                            \
    return result;                                                                       \
  }                                                                                      \
  template <class T, int N>                                                              \
  SINTER_DEVICE vec<T, N> name(const vec<T, N>& x, typename type_identity<T>::type y) {  \
    return name(x, splat<N, T>(y));                                                      \
  }                                                                                      \
  template <class T, int N>                                                              \
  SINTER_DEVICE vec<T, N> name(typename type_identity<T>::type x, const vec<T, N>& y) {  \
    return name(splat<N, T>(x), y);                                                      \
  }

#if SINTER_ON_GPU
#define SINTER_MATH_UNARY(name, cuda_name, builtin)                             \
  SINTER_DEVICE float name(float x) { return ::cuda_name##f(x); }              \
  SINTER_DEVICE double name(double x) { return ::cuda_name(x); }               \
  SINTER_MATH_VECTOR_UNARY(name)
#define SINTER_MATH_EXACT_UNARY SINTER_MATH_UNARY
#else
#define SINTER_MATH_UNARY(name, cuda_name, builtin)                                                            \
  SINTER_DEVICE float name(float x) { return static_cast<float>(__builtin_##builtin(static_cast<double>(x))); } \
  SINTER_DEVICE double name(double x) { return __builtin_##builtin(x); }                                       \
  SINTER_MATH_VECTOR_UNARY(name)
// IEEE operations need no detour through double.
#define SINTER_MATH_EXACT_UNARY(name, cuda_name, builtin)                 \
  SINTER_DEVICE float name(float x) { return __builtin_##builtin##f(x); } \
  SINTER_DEVICE double name(double x) { return __builtin_##builtin(x); }  \
  SINTER_MATH_VECTOR_UNARY(name)
#endif

SINTER_MATH_UNARY(exp, exp, exp)
SINTER_MATH_UNARY(exp2, exp2, exp2)
SINTER_MATH_UNARY(expm1, expm1, expm1)
SINTER_MATH_UNARY(log, log, log)
SINTER_MATH_UNARY(log2, log2, log2)
SINTER_MATH_UNARY(log10, log10, log10)
SINTER_MATH_UNARY(log1p, log1p, log1p)
SINTER_MATH_UNARY(tanh, tanh, tanh)
SINTER_MATH_UNARY(erf, erf, erf)
SINTER_MATH_UNARY(erfc, erfc, erfc)
SINTER_MATH_UNARY(sin, sin, sin)
SINTER_MATH_UNARY(cos, cos, cos)
SINTER_MATH_UNARY(tan, tan, tan)
SINTER_MATH_UNARY(asin, asin, asin)
SINTER_MATH_UNARY(acos, acos, acos)
SINTER_MATH_UNARY(atan, atan, atan)
SINTER_MATH_UNARY(sinh, sinh, sinh)
SINTER_MATH_UNARY(cosh, cosh, cosh)
SINTER_MATH_UNARY(asinh, asinh, asinh)
SINTER_MATH_UNARY(acosh, acosh, acosh)
SINTER_MATH_UNARY(atanh, atanh, atanh)
SINTER_MATH_EXACT_UNARY(sqrt, sqrt, sqrt)
SINTER_MATH_EXACT_UNARY(floor, floor, floor)
SINTER_MATH_EXACT_UNARY(ceil, ceil, ceil)
SINTER_MATH_EXACT_UNARY(trunc, trunc, trunc)
SINTER_MATH_EXACT_UNARY(round_even, rint, rint)  // halves to the even neighbour
#undef SINTER_MATH_UNARY
#undef SINTER_MATH_EXACT_UNARY

SINTER_DEVICE float rsqrt(float x) {
#if SINTER_ON_GPU
  return ::rsqrtf(x);
#else
  return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x)));
#endif
}
SINTER_DEVICE double rsqrt(double x) {
#if SINTER_ON_GPU
  return ::rsqrt(x);
#else
  return 1.0 / __builtin_sqrt(x);
#endif
}
SINTER_MATH_VECTOR_UNARY(rsqrt)

#if SINTER_ON_GPU
SINTER_DEVICE float approximate_reciprocal(float x) {
  float reciprocal;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
  return reciprocal;
}

// erfc(x). With z = |x| it is exp(-z^2) times k times a polynomial in k = 1 / (1 + step z), highest power first, fitted to the least relative error for z
// up to 10. The exponential is made 2^64 times as large and the polynomial as much smaller, so that subnormal results are
// kept though the exponential of the hardware flushes its own.
template <int N>
SINTER_DEVICE float erfc_by_polynomial(float x, float step, const float (&coefficients)[N]) {
  constexpr float unit = 5.42101086e-20f;  // 2^-64
  const float z = ::fabsf(x);
  const float k = approximate_reciprocal(::fmaf(step, z, 1.0f));
  float e;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(::fmaf(z * -1.44269504f, z, 64.0f)));
  float sum = coefficients[0] * unit;
  SINTER_UNROLL
  for (int i = 1; i < N; ++i) sum = ::fmaf(k, sum, coefficients[i] * unit);
  const float tail = e * (k * sum);
  return x < 0.0f ? 2.0f - tail : tail;
}
#endif

// erfc within 2^-14 of its value, for results that are rounded to 16 bits; half the instructions.
SINTER_DEVICE float approximate_erfc(float x) {
#if SINTER_ON_GPU
  return erfc_by_polynomial(x, 0.53f, {-0.17927517f, 0.39702468f, 0.16988190f, 0.31435395f, 0.29803610f});
#else
  return erfc(x);
#endif
}

// erfc within 2^-22, for what is counted in units of 1, as 1 - erf and GELU are: a power of 2 of a polynomial in |x|, fitted to the least error up to 4.3 (2^-7 of what is
// small there); beyond, its first coefficient has it grow, and what is left is less than 2^-29.
SINTER_DEVICE float near_erfc(float x) {
#if SINTER_ON_GPU
  const float z = ::fabsf(x);
  float sum = ::fmaf(z, 2.83698082e-05f, -0.000319332554f);
  sum = ::fmaf(z, sum, 0.00112307107f);
  sum = ::fmaf(z, sum, 0.0013055841f);
  sum = ::fmaf(z, sum, -0.0286598522f);
  sum = ::fmaf(z, sum, 0.148640752f);
  sum = ::fmaf(z, sum, 0.918388188f);
  sum = ::fmaf(z, sum, 1.62791026f);
  float tail;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(tail) : "f"(-z * sum));
  return x < 0.0f ? 2.0f - tail : tail;
#else
  return erfc(x);
#endif
}
SINTER_MATH_VECTOR_UNARY(near_erfc)
SINTER_MATH_VECTOR_UNARY(approximate_erfc)

// cos and sin of x from -1.1 to 1.1, within 4 units of the last place: polynomials, without the quadrants and the way for large x of the general functions.
SINTER_DEVICE float near_cos(float x) {
#if SINTER_ON_GPU
  const float square = x * x;
  float sum = ::fmaf(square, 2.39708024e-05f, -0.00138800801f);
  sum = ::fmaf(square, sum, 0.0416662917f);
  sum = ::fmaf(square, sum, -0.49999994f);
  return ::fmaf(square, sum, 1.0f);
#else
  return cos(x);
#endif
}
SINTER_DEVICE float near_sin(float x) {
#if SINTER_ON_GPU
  const float square = x * x;
  float sum = ::fmaf(square, 2.68204712e-06f, -0.000198337148f);
  sum = ::fmaf(square, sum, 0.00833330303f);
  sum = ::fmaf(square, sum, -0.166666657f);
  return ::fmaf(x * square, sum, x);
#else
  return sin(x);
#endif
}
SINTER_MATH_VECTOR_UNARY(near_cos)
SINTER_MATH_VECTOR_UNARY(near_sin)

#if SINTER_ON_GPU
// 2^(2 x). The exponential of the hardware flushes what is subnormal: the square of that of the half is not.
SINTER_DEVICE float exp2_squared(float x) {
  float root;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root * root;
}
#endif

// exp2 within 2^-20 of its value, and exp within 2^-16, for results that are rounded to 16 bits; a third of the instructions.
SINTER_DEVICE float approximate_exp2(float x) {
#if SINTER_ON_GPU
  return exp2_squared(x * 0.5f);
#else
  return exp2(x);
#endif
}
SINTER_DEVICE float approximate_exp(float x) {
#if SINTER_ON_GPU
  return exp2_squared(x * 0.72134752f);
#else
  return exp(x);
#endif
}
SINTER_MATH_VECTOR_UNARY(approximate_exp2)
SINTER_MATH_VECTOR_UNARY(approximate_exp)

// tanh within 2^-11 of its value, for results that are rounded to bf16 or less.
SINTER_DEVICE float approximate_tanh(float x) {
#if SINTER_ON_GPU
  float result;
  asm("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
#else
  return tanh(x);
#endif
}
SINTER_MATH_VECTOR_UNARY(approximate_tanh)

// The square root within 2^-22 of its value. The IEEE root takes several steps from there, and a slow path near the ends of f32's range.
SINTER_DEVICE float approximate_sqrt(float x) {
#if SINTER_ON_GPU
  float root;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
#else
  return sqrt(x);
#endif
}
SINTER_MATH_VECTOR_UNARY(approximate_sqrt)

// The same where x is from 2^-125 to 2^125: one instruction where there would be four.
SINTER_DEVICE float approximate_sqrt_in_range(float x) {
#if SINTER_ON_GPU
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
#else
  return sqrt(x);
#endif
}
SINTER_MATH_VECTOR_UNARY(approximate_sqrt_in_range)

// x / y within 2^-22 of its value. The IEEE quotient takes a slow path where an
// operand or the quotient is 0 or near the ends of f32's range: a masked softmax divides many a 0.
SINTER_DEVICE float approximate_divide(float x, float y) {
#if SINTER_ON_GPU
  float quotient;
  asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(x), "f"(y));
  return quotient;
#else
  return x / y;
#endif
}
template <int N>
SINTER_DEVICE vec<float, N> approximate_divide(const vec<float, N>& x, const vec<float, N>& y) {
  vec<float, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = approximate_divide(x[i], y[i]);
  return result;
}
template <int N>
SINTER_DEVICE vec<float, N> approximate_divide(float x, const vec<float, N>& y) {
  return approximate_divide(splat<N, float>(x), y);
}
// By one divisor: its reciprocal is made once. What is very large or small is brought to where neither the reciprocal nor
// a product of it is subnormal or infinite before the quotient is.
template <int N>
SINTER_DEVICE vec<float, N> approximate_divide(const vec<float, N>& x, float y) {
#if SINTER_ON_GPU
  const float size = ::fabsf(y);
  const float scale = size < 0x1p-100f ? 0x1p32f : size > 0x1p100f ? 0x1p-32f : 1.0f;
  float reciprocal = approximate_reciprocal(y * scale);
  vec<float, N> result = x;
  if (size < 0x1p-126f || size > 0x1p126f) {
    // The reciprocal would be infinite or subnormal.
    SINTER_UNROLL
    for (int i = 0; i < N; ++i) result[i] = result[i] * scale;
  } else {
    reciprocal *= scale;
  }
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = result[i] * reciprocal;
  return result;
#else
  return x / y;
#endif
}

// x / y within 2^-22 of its value, where y is from 2^-125 to 2^125: two instructions where there would be eight.
SINTER_DEVICE float approximate_divide_in_range(float x, float y) {
#if SINTER_ON_GPU
  return x * approximate_reciprocal(y);
#else
  return x / y;
#endif
}
SINTER_MATH_VECTOR_BINARY(approximate_divide_in_range)

// The magnitude; of the least integer it wraps to itself.
template <class T>
SINTER_DEVICE T abs(T x) {
  if constexpr (type_traits<T>::is_integer) {
    if constexpr (type_traits<T>::is_signed) return x < 0 ? wrapping_neg(x) : x;
    return x;
#if SINTER_ON_GPU
  } else if constexpr (is_same<T, float>::value) {
    return ::fabsf(x);  // costs nothing where an instruction reads it
#else
  } else if constexpr (is_same<T, float>::value) {
    return bit_cast<float>(bit_cast<u32>(x) & 0x7fffffffu);
#endif
  } else {
    return bit_cast<double>(bit_cast<u64>(x) & 0x7fffffffffffffffull);
  }
}
SINTER_MATH_VECTOR_UNARY(abs)

SINTER_DEVICE float copysign(float magnitude, float sign) {
  return bit_cast<float>((bit_cast<u32>(magnitude) & 0x7fffffffu) | (bit_cast<u32>(sign) & 0x80000000u));
}
SINTER_DEVICE double copysign(double magnitude, double sign) {
  return bit_cast<double>((bit_cast<u64>(magnitude) & 0x7fffffffffffffffull) |
                          (bit_cast<u64>(sign) & 0x8000000000000000ull));
}
SINTER_MATH_VECTOR_BINARY(copysign)

#if SINTER_ON_GPU
SINTER_DEVICE float pow(float x, float y) { return ::powf(x, y); }
SINTER_DEVICE double pow(double x, double y) { return ::pow(x, y); }
SINTER_DEVICE float atan2(float y, float x) { return ::atan2f(y, x); }
SINTER_DEVICE double atan2(double y, double x) { return ::atan2(y, x); }
SINTER_DEVICE float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
SINTER_DEVICE double fma(double x, double y, double z) { return ::fma(x, y, z); }
// x - trunc(x / y) * y, exactly, with the sign of x.
SINTER_DEVICE float trunc_rem(float x, float y) { return ::fmodf(x, y); }
SINTER_DEVICE double trunc_rem(double x, double y) { return ::fmod(x, y); }
#else
SINTER_DEVICE float pow(float x, float y) {
  return static_cast<float>(__builtin_pow(static_cast<double>(x), static_cast<double>(y)));
}
SINTER_DEVICE double pow(double x, double y) { return __builtin_pow(x, y); }
SINTER_DEVICE float atan2(float y, float x) {
  return static_cast<float>(__builtin_atan2(static_cast<double>(y), static_cast<double>(x)));
}
SINTER_DEVICE double atan2(double y, double x) { return __builtin_atan2(y, x); }
SINTER_DEVICE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
SINTER_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
SINTER_DEVICE float trunc_rem(float x, float y) { return __builtin_fmodf(x, y); }
SINTER_DEVICE double trunc_rem(double x, double y) { return __builtin_fmod(x, y); }
#endif
SINTER_MATH_VECTOR_BINARY(pow)
SINTER_MATH_VECTOR_BINARY(ipow)
SINTER_MATH_VECTOR_BINARY(atan2)

namespace math {
template <class T>
SINTER_DEVICE T lane(T x, int) {
  return x;
}
template <class T, int N>
SINTER_DEVICE T lane(const vec<T, N>& x, int i) {
  return x[i];
}
template <class T, int N, class X, class Y, class Z>
SINTER_DEVICE vec<T, N> fma_lanes(const X& x, const Y& y, const Z& z) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = fma(lane(x, i), lane(y, i), lane(z, i));
  return result;
}
}  // namespace math

// A vector among the operands makes the result one; scalars are the same for all of its lanes.
template <class T, int N>
SINTER_DEVICE vec<T, N> fma(const vec<T, N>& x, const vec<T, N>& y, const vec<T, N>& z) {
  return math::fma_lanes<T, N>(x, y, z);
}
template <class T, int N>
SINTER_DEVICE vec<T, N> fma(typename type_identity<T>::type x, const vec<T, N>& y, const vec<T, N>& z) {
  return math::fma_lanes<T, N>(x, y, z);
}
template <class T, int N>
SINTER_DEVICE vec<T, N> fma(const vec<T, N>& x, typename type_identity<T>::type y, const vec<T, N>& z) {
  return math::fma_lanes<T, N>(x, y, z);
}
template <class T, int N>
SINTER_DEVICE vec<T, N> fma(const vec<T, N>& x, const vec<T, N>& y, typename type_identity<T>::type z) {
  return math::fma_lanes<T, N>(x, y, z);
}
template <class T, int N>
SINTER_DEVICE vec<T, N> fma(const vec<T, N>& x, typename type_identity<T>::type y, typename type_identity<T>::type z) {
  return math::fma_lanes<T, N>(x, y, z);
}
template <class T, int N>
SINTER_DEVICE vec<T, N> fma(typename type_identity<T>::type x, const vec<T, N>& y, typename type_identity<T>::type z) {
  return math::fma_lanes<T, N>(x, y, z);
}
template <class T, int N>
SINTER_DEVICE vec<T, N> fma(typename type_identity<T>::type x, typename type_identity<T>::type y, const vec<T, N>& z) {
  return math::fma_lanes<T, N>(x, y, z);
}

// The remainder with the sign of y, and the quotient rounded down that belongs to it: the exact quotient's floor, also
// where x / y rounds up to an integer (floor_div(1.0, 0.1) is 9). Division by zero gives NaN for the remainder and
// x / y for the quotient.
template <class T>
SINTER_DEVICE T float_floor_mod(T x, T y) {
  T remainder = trunc_rem(x, y);
  if (remainder != 0) {
    if ((remainder < 0) != (y < 0)) remainder += y;
  } else {
    remainder = copysign(T(0), y);
  }
  return remainder;
}
template <class T>
SINTER_DEVICE T float_floor_div(T x, T y) {
  if (y == 0) return x / y;
  const T remainder = trunc_rem(x, y);
  T quotient = (x - remainder) / y;
  if (remainder != 0 && (remainder < 0) != (y < 0)) quotient -= T(1);
  if (quotient == 0) return copysign(T(0), x / y);
  const T down = floor(quotient);
  return quotient - down > T(0.5) ? down + T(1) : down;
}
SINTER_DEVICE float floor_mod(float x, float y) { return float_floor_mod(x, y); }
SINTER_DEVICE double floor_mod(double x, double y) { return float_floor_mod(x, y); }
SINTER_DEVICE float floor_div(float x, float y) { return float_floor_div(x, y); }
SINTER_DEVICE double floor_div(double x, double y) { return float_floor_div(x, y); }
SINTER_MATH_VECTOR_BINARY(trunc_div)
SINTER_MATH_VECTOR_BINARY(trunc_rem)
SINTER_MATH_VECTOR_BINARY(floor_div)
SINTER_MATH_VECTOR_BINARY(floor_mod)

template <class T>
SINTER_DEVICE bool is_nan(T x) {
  return x != x;
}
template <class T, int N>
SINTER_DEVICE vec<bool, N> is_nan(const vec<T, N>& x) {
  return x != x;
}

namespace order {

template <class T>
SINTER_DEVICE bool sign_bit(T x) {
  if constexpr (is_same<T, float>::value) {
    return (bit_cast<u32>(x) >> 31) != 0;
  } else {
    return (bit_cast<u64>(x) >> 63) != 0;
  }
}
template <class T>
SINTER_DEVICE T quiet_nan() {
  if constexpr (is_same<T, float>::value) {
    return bit_cast<float>(0x7fffffffu);  // what max.NaN.f32 gives
  } else {
    return bit_cast<double>(0x7fffffffffffffffull);
  }
}
// Neither is NaN; -0 is below +0.
template <class T>
SINTER_DEVICE T larger(T x, T y) {
  if (x == y) return sign_bit(x) ? y : x;
  return x > y ? x : y;
}
template <class T>
SINTER_DEVICE T smaller(T x, T y) {
  if (x == y) return sign_bit(x) ? x : y;
  return x < y ? x : y;
}

}  // namespace order

// The larger and the smaller of two: NaN where either is NaN, and -0 is below +0. Integers and bool compare plainly.
template <class T>
SINTER_DEVICE T maximum(T x, T y) {
  if constexpr (!type_traits<T>::is_native_float) {
    return x < y ? y : x;
  } else {
#if SINTER_ON_GPU
    if constexpr (is_same<T, float>::value) {
      float result;
      asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
      return result;
    }
#endif
    if (is_nan(x) || is_nan(y)) return order::quiet_nan<T>();
    return order::larger(x, y);
  }
}
template <class T>
SINTER_DEVICE T minimum(T x, T y) {
  if constexpr (!type_traits<T>::is_native_float) {
    return y < x ? y : x;
  } else {
#if SINTER_ON_GPU
    if constexpr (is_same<T, float>::value) {
      float result;
      asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
      return result;
    }
#endif
    if (is_nan(x) || is_nan(y)) return order::quiet_nan<T>();
    return order::smaller(x, y);
  }
}
// The same, but NaN counts as missing: NaN only where both are.
template <class T>
SINTER_DEVICE T max_number(T x, T y) {
  if constexpr (type_traits<T>::is_native_float) {
    if (is_nan(x)) return y;
    if (is_nan(y)) return x;
    return order::larger(x, y);
  } else {
    return maximum(x, y);
  }
}
template <class T>
SINTER_DEVICE T min_number(T x, T y) {
  if constexpr (type_traits<T>::is_native_float) {
    if (is_nan(x)) return y;
    if (is_nan(y)) return x;
    return order::smaller(x, y);
  } else {
    return minimum(x, y);
  }
}
SINTER_MATH_VECTOR_BINARY(maximum)
SINTER_MATH_VECTOR_BINARY(minimum)
SINTER_MATH_VECTOR_BINARY(max_number)
SINTER_MATH_VECTOR_BINARY(min_number)

// The constants that NVRTC has no macro for.
template <class T>
SINTER_DEVICE T infinity() {
  if constexpr (is_same<T, float>::value) {
    return bit_cast<float>(0x7f800000u);
  } else {
    return bit_cast<double>(0x7ff0000000000000ull);
  }
}
template <class T>
SINTER_DEVICE T not_a_number() {
  if constexpr (is_same<T, float>::value) {
    return bit_cast<float>(0x7fc00000u);
  } else {
    return bit_cast<double>(0x7ff8000000000000ull);
  }
}

#undef SINTER_MATH_VECTOR_UNARY
#undef SINTER_MATH_VECTOR_BINARY

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_MATH_CUH_
