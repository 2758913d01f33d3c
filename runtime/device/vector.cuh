// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element-wise operators on short vectors of native types, with a vector or a scalar on either side. Integer elements
// wrap, divide by trunc_div and shift by shift_left and shift_right; comparisons give vectors of bool.
#ifndef SINTER_RUNTIME_DEVICE_VECTOR_CUH_
#define SINTER_RUNTIME_DEVICE_VECTOR_CUH_

#include "runtime/device/integer.cuh"
#include "runtime/device/types.cuh"

namespace sinter {

// What an operator does to one element.
namespace element {

#define SINTER_ELEMENT_ARITHMETIC(name, sign, integer_function) \
  struct name {                                                 \
    template <class T>                                          \
    static SINTER_DEVICE T apply(T a, T b) {                    \
      if constexpr (type_traits<T>::is_integer) {               \
        return integer_function(a, b);                          \
      } else {                                                  \
        return a sign b;                                        \
      }                                                         \
    }                                                           \
  };
SINTER_ELEMENT_ARITHMETIC(add, +, wrapping_add)
SINTER_ELEMENT_ARITHMETIC(sub, -, wrapping_sub)
SINTER_ELEMENT_ARITHMETIC(mul, *, wrapping_mul)
SINTER_ELEMENT_ARITHMETIC(div, /, trunc_div)
#undef SINTER_ELEMENT_ARITHMETIC

#define SINTER_ELEMENT_BITS(name, expression) \
  struct name {                               \
    template <class T>                        \
    static SINTER_DEVICE T apply(T a, T b) {  \
      return static_cast<T>(expression);      \
    }                                         \
  };
SINTER_ELEMENT_BITS(bit_and, a & b)
SINTER_ELEMENT_BITS(bit_or, a | b)
SINTER_ELEMENT_BITS(bit_xor, a ^ b)
SINTER_ELEMENT_BITS(rem, trunc_rem(a, b))
SINTER_ELEMENT_BITS(shl, shift_left(a, b))
SINTER_ELEMENT_BITS(shr, shift_right(a, b))
#undef SINTER_ELEMENT_BITS

#define SINTER_ELEMENT_COMPARE(name, sign)      \
  struct name {                                 \
    template <class T>                          \
    static SINTER_DEVICE bool apply(T a, T b) { \
      return a sign b;                          \
    }                                           \
  };
SINTER_ELEMENT_COMPARE(eq, ==)
SINTER_ELEMENT_COMPARE(ne, !=)
SINTER_ELEMENT_COMPARE(lt, <)
SINTER_ELEMENT_COMPARE(le, <=)
SINTER_ELEMENT_COMPARE(gt, >)
SINTER_ELEMENT_COMPARE(ge, >=)
#undef SINTER_ELEMENT_COMPARE

}  // namespace element

// A template parameter that takes no part in deduction, so that `v * 2` converts the 2.
template <class T>
struct type_identity {
  using type = T;
};

template <int N, class T>
SINTER_DEVICE vec<T, N> splat(T x) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = x;
  return result;
}

// base, base + 1, ...
template <int N, class T>
SINTER_DEVICE vec<T, N> lanes(T base) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = static_cast<T>(base + i);
  return result;
}

#define SINTER_VECTOR_OPERATOR(sign, operation, Result)                                       \
  template <class T, int N>                                                                   \
  SINTER_DEVICE vec<Result, N> operator sign(const vec<T, N>& a, const vec<T, N>& b) {        \
    vec<Result, N> result;                                                                    \
    SINTER_UNROLL                                                                             \
    for (int i = 0; i < N; ++i) result[i] = element::operation::apply<T>(a[i], b[i]);         \
    return result;                                                                            \
  }                                                                                           \
  template <class T, int N>                                                                   \
  SINTER_DEVICE vec<Result, N> operator sign(const vec<T, N>& a, typename type_identity<T>::type b) { \
    vec<Result, N> result;                                                                    \
    SINTER_UNROLL                                                                             \
    for (int i = 0; i < N; ++i) result[i] = element::operation::apply<T>(a[i], b);            \
    return result;                                                                            \
  }                                                                                           \
  template <class T, int N>                                                                   \
  SINTER_DEVICE vec<Result, N> operator sign(typename type_identity<T>::type a, const vec<T, N>& b) { \
    vec<Result, N> result;                                                                    \
    SINTER_UNROLL                                                                             \
    for (int i = 0; i < N; ++i) result[i] = element::operation::apply<T>(a, b[i]);            \
    return result;                                                                            \
  }
SINTER_VECTOR_OPERATOR(+, add, T)
SINTER_VECTOR_OPERATOR(-, sub, T)
SINTER_VECTOR_OPERATOR(*, mul, T)
SINTER_VECTOR_OPERATOR(/, div, T)
SINTER_VECTOR_OPERATOR(%, rem, T)
SINTER_VECTOR_OPERATOR(&, bit_and, T)
SINTER_VECTOR_OPERATOR(|, bit_or, T)
SINTER_VECTOR_OPERATOR(^, bit_xor, T)
SINTER_VECTOR_OPERATOR(<<, shl, T)
SINTER_VECTOR_OPERATOR(>>, shr, T)
SINTER_VECTOR_OPERATOR(==, eq, bool)
SINTER_VECTOR_OPERATOR(!=, ne, bool)
SINTER_VECTOR_OPERATOR(<, lt, bool)
SINTER_VECTOR_OPERATOR(<=, le, bool)
SINTER_VECTOR_OPERATOR(>, gt, bool)
SINTER_VECTOR_OPERATOR(>=, ge, bool)
#undef SINTER_VECTOR_OPERATOR

template <class T, int N>
SINTER_DEVICE vec<T, N> operator-(const vec<T, N>& a) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) {
    if constexpr (type_traits<T>::is_integer) {
      result[i] = wrapping_neg(a[i]);
    } else {
      result[i] = -a[i];
    }
  }
  return result;
}

// The complement of each element; of a bool its negation.
template <class T, int N>
SINTER_DEVICE vec<T, N> operator~(const vec<T, N>& a) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) {
    if constexpr (is_same<T, bool>::value) {
      result[i] = !a[i];
    } else {
      result[i] = static_cast<T>(~a[i]);
    }
  }
  return result;
}

template <int N>
SINTER_DEVICE vec<bool, N> operator!(const vec<bool, N>& a) {
  return ~a;
}

// condition ? a : b. Both values are evaluated; a vector of bool chooses element by element, and either value may then
// be a scalar.
template <class T>
SINTER_DEVICE T select(bool condition, T a, T b) {
  return condition ? a : b;
}
template <class T, int N>
SINTER_DEVICE vec<T, N> select(const vec<bool, N>& condition, const vec<T, N>& a, const vec<T, N>& b) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = condition[i] ? a[i] : b[i];
  return result;
}
template <class T, int N>
SINTER_DEVICE vec<T, N> select(const vec<bool, N>& condition, const vec<T, N>& a, typename type_identity<T>::type b) {
  return select(condition, a, splat<N, T>(b));
}
template <class T, int N>
SINTER_DEVICE vec<T, N> select(const vec<bool, N>& condition, typename type_identity<T>::type a, const vec<T, N>& b) {
  return select(condition, splat<N, T>(a), b);
}
template <class T, int N>
SINTER_DEVICE vec<T, N> select(const vec<bool, N>& condition, T a, T b) {
  return select(condition, splat<N, T>(a), splat<N, T>(b));
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_VECTOR_CUH_
