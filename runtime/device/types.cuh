// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of kernels: integer aliases, storage for the narrow floats, and short vectors. Arithmetic on a
// narrow float goes through convert<float>; these structs only hold bits.
#ifndef SINTER_RUNTIME_DEVICE_TYPES_CUH_
#define SINTER_RUNTIME_DEVICE_TYPES_CUH_

#include "runtime/device/launch.cuh"

namespace sinter {

using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long long;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using f32 = float;
using f64 = double;

struct bf16 {
  u16 bits;
};
struct f16 {
  u16 bits;
};
struct f8e4m3 {  // OCP E4M3: no infinity, largest 448, NaN is 0x7f or 0xff
  u8 bits;
};
struct f8e5m2 {  // OCP E5M2: largest 57344, infinity 0x7c
  u8 bits;
};

SINTER_DEVICE void copy_bytes(void* to, const void* from, int bytes) {
#if SINTER_ON_GPU
  memcpy(to, from, bytes);
#else
  __builtin_memcpy(to, from, static_cast<unsigned long>(bytes));
#endif
}

// Reads the bits of one type as another of the same size.
template <class To, class From>
SINTER_DEVICE To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "bit_cast between types of different sizes");
  To to;
  copy_bytes(&to, &from, sizeof(to));
  return to;
}

// Facts about a scalar type that the other headers dispatch on.
template <class T>
struct type_traits {
  static constexpr bool is_integer = false, is_signed = true, is_native_float = false, is_narrow_float = false;
};
#define SINTER_INTEGER_TRAITS(T, Unsigned, Signed)                                                              \
  template <>                                                                                                   \
  struct type_traits<T> {                                                                                       \
    static constexpr bool is_integer = true, is_signed = Signed, is_native_float = false, is_narrow_float = false; \
    using unsigned_type = Unsigned;                                                                             \
    static constexpr int bits = 8 * sizeof(T);                                                                  \
    static constexpr T max_value = static_cast<T>(static_cast<Unsigned>(-1) >> (Signed ? 1 : 0));               \
    static constexpr T min_value = Signed ? static_cast<T>(-max_value - 1) : static_cast<T>(0);                 \
  };
SINTER_INTEGER_TRAITS(i8, u8, true)
SINTER_INTEGER_TRAITS(i16, u16, true)
SINTER_INTEGER_TRAITS(i32, u32, true)
SINTER_INTEGER_TRAITS(i64, u64, true)
SINTER_INTEGER_TRAITS(u8, u8, false)
SINTER_INTEGER_TRAITS(u16, u16, false)
SINTER_INTEGER_TRAITS(u32, u32, false)
SINTER_INTEGER_TRAITS(u64, u64, false)
// On LP64 hosts std::int64_t is `long`; tests and thunks may hand it in.
SINTER_INTEGER_TRAITS(long, unsigned long, true)
SINTER_INTEGER_TRAITS(unsigned long, unsigned long, false)
#undef SINTER_INTEGER_TRAITS
template <>
struct type_traits<float> {
  static constexpr bool is_integer = false, is_signed = true, is_native_float = true, is_narrow_float = false;
};
template <>
struct type_traits<double> : type_traits<float> {};
template <>
struct type_traits<bf16> {
  static constexpr bool is_integer = false, is_signed = true, is_native_float = false, is_narrow_float = true;
};
template <>
struct type_traits<f16> : type_traits<bf16> {};
template <>
struct type_traits<f8e4m3> : type_traits<bf16> {};
template <>
struct type_traits<f8e5m2> : type_traits<bf16> {};

template <class A, class B>
struct is_same {
  static constexpr bool value = false;
};
template <class A>
struct is_same<A, A> {
  static constexpr bool value = true;
};

// The largest power of two that divides `bytes`, at most 16: what one load or store instruction may move.
SINTER_DEVICE constexpr int vector_alignment(int bytes) {
  int alignment = 1;
  while (alignment < 16 && bytes % (2 * alignment) == 0) alignment *= 2;
  return alignment;
}

template <class T, int N>
struct alignas(vector_alignment(N * static_cast<int>(sizeof(T)))) vec {
  static_assert(N >= 1, "a vector has at least one element");
  T elements[N];
  SINTER_DEVICE T& operator[](int i) { return elements[i]; }
  SINTER_DEVICE const T& operator[](int i) const { return elements[i]; }
};

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_TYPES_CUH_
