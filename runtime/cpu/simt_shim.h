// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the text of an emitted CUDA kernel compile as plain C++ for the CPU path: CUDA's keywords, thread indices,
// barriers and warp primitives over the SIMT runtime. No standard headers.
#ifndef SINTER_RUNTIME_CPU_SIMT_SHIM_H_
#define SINTER_RUNTIME_CPU_SIMT_SHIM_H_

#include "runtime/cpu/simt_abi.h"

// Set when the module is loaded, before any kernel runs; the file that holds the kernels defines it.
extern "C" __attribute__((visibility("default"))) const sinter_simt_api* sinter_simt;

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define warpSize 32

#define threadIdx (::sinter_simt_self()->index)
#define blockIdx (::sinter_simt_self()->block->index)
#define blockDim (::sinter_simt_self()->block->thread_count)
#define gridDim (::sinter_simt_self()->block->block_count)

template <class T>
inline __attribute__((always_inline)) T sinter_simt_exchange(unsigned mask, T value, unsigned source_lane,
                                                             const char* file, int line) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a shuffle moves 4 or 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(value));
  bits = sinter_simt->shuffle(mask, bits, source_lane, file, line);
  __builtin_memcpy(&value, &bits, sizeof(value));
  return value;
}

// The four forms of a shuffle within segments of `width` lanes; a source outside the segment is the lane itself (the
// index form wraps round instead).
template <class T>
inline T sinter_simt_shuffle(unsigned mask, T value, int source, int width, const char* file, int line) {
  const unsigned lane = sinter_simt_self()->lane;
  const unsigned segment = static_cast<unsigned>(width) - 1;
  return sinter_simt_exchange(mask, value, (lane & ~segment) | (static_cast<unsigned>(source) & segment), file, line);
}
template <class T>
inline T sinter_simt_shuffle_up(unsigned mask, T value, unsigned lanes, int width, const char* file, int line) {
  const unsigned lane = sinter_simt_self()->lane;
  const unsigned segment = static_cast<unsigned>(width) - 1;
  return sinter_simt_exchange(mask, value, (lane & segment) >= lanes ? lane - lanes : lane, file, line);
}
template <class T>
inline T sinter_simt_shuffle_down(unsigned mask, T value, unsigned lanes, int width, const char* file, int line) {
  const unsigned lane = sinter_simt_self()->lane;
  const unsigned segment = static_cast<unsigned>(width) - 1;
  return sinter_simt_exchange(mask, value, (lane & segment) + lanes <= segment ? lane + lanes : lane, file, line);
}
template <class T>
inline T sinter_simt_shuffle_xor(unsigned mask, T value, int lanes, int width, const char* file, int line) {
  const unsigned lane = sinter_simt_self()->lane;
  const unsigned segment = static_cast<unsigned>(width) - 1;
  const unsigned source = lane ^ static_cast<unsigned>(lanes);
  return sinter_simt_exchange(mask, value, source <= (lane | segment) ? source : lane, file, line);
}

// CUDA's own spellings; the optional last argument is the width.
inline int sinter_simt_width() { return 32; }
inline int sinter_simt_width(int width) { return width; }
#define __syncthreads() (::sinter_simt->sync_threads(__FILE__, __LINE__))
inline unsigned sinter_simt_mask() { return 0xffffffffu; }
inline unsigned sinter_simt_mask(unsigned mask) { return mask; }
#define __syncwarp(...) (::sinter_simt->sync_warp(::sinter_simt_mask(__VA_ARGS__), __FILE__, __LINE__))
#define __shfl_sync(mask, value, source, ...) \
  (::sinter_simt_shuffle(mask, value, source, ::sinter_simt_width(__VA_ARGS__), __FILE__, __LINE__))
#define __shfl_up_sync(mask, value, lanes, ...) \
  (::sinter_simt_shuffle_up(mask, value, lanes, ::sinter_simt_width(__VA_ARGS__), __FILE__, __LINE__))
#define __shfl_down_sync(mask, value, lanes, ...) \
  (::sinter_simt_shuffle_down(mask, value, lanes, ::sinter_simt_width(__VA_ARGS__), __FILE__, __LINE__))
#define __shfl_xor_sync(mask, value, lanes, ...) \
  (::sinter_simt_shuffle_xor(mask, value, lanes, ::sinter_simt_width(__VA_ARGS__), __FILE__, __LINE__))
#define __ballot_sync(mask, predicate) (::sinter_simt->ballot(mask, (predicate) ? 1 : 0, __FILE__, __LINE__))
#define __any_sync(mask, predicate) (__ballot_sync(mask, predicate) != 0u)
#define __all_sync(mask, predicate) (__ballot_sync(mask, !(predicate)) == 0u)

// How many blocks form a cluster of a kernel: SINTER_CLUSTER(name, blocks), after the kernel and in no namespace, says so of
// those that have clusters.
template <auto* Kernel>
inline constexpr unsigned sinter_simt_cluster = 1;
#define SINTER_CLUSTER(name, blocks) \
  template <>                        \
  inline constexpr unsigned sinter_simt_cluster<&name> = blocks

// Entries: SINTER_SIMT_KERNEL(name) exports a kernel so that the runtime can call it with one pointer a parameter.
template <class T>
struct sinter_simt_is_pointer {
  static constexpr unsigned value = 0;
};
template <class T>
struct sinter_simt_is_pointer<T*> {
  static constexpr unsigned value = 1;
};
template <class F, F* Kernel>
struct sinter_simt_entry;
template <class... A, void (*Kernel)(A...)>
struct sinter_simt_entry<void(A...), Kernel> {
  // Constructed with a braced list, whose elements are evaluated from left to right.
  struct call {
    explicit call(A... arguments) { Kernel(arguments...); }
  };
  static void run(void** parameters) {
    [[maybe_unused]] unsigned i = 0;
    call{*static_cast<A*>(parameters[i++])...};
  }
  static constexpr sinter_simt_parameter parameters[sizeof...(A) + 1] = {
      {static_cast<unsigned>(sizeof(A)), sinter_simt_is_pointer<A>::value}..., {0, 0}};
  static constexpr unsigned count = sizeof...(A);
};
#define SINTER_SIMT_KERNEL(name)                                                                        \
  extern "C" __attribute__((visibility("default"))) const sinter_simt_kernel sinter_entry_##name;       \
  const sinter_simt_kernel sinter_entry_##name = {&sinter_simt_entry<decltype(name), &name>::run,       \
                                                  sinter_simt_entry<decltype(name), &name>::count,      \
                                                  sinter_simt_entry<decltype(name), &name>::parameters, \
                                                  sinter_simt_cluster<&name>};

#endif  // SINTER_RUNTIME_CPU_SIMT_SHIM_H_
