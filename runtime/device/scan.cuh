// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans in a fixed order over what groups of consecutive threads hold. Nothing is subtracted, so an infinity spoils only
// what comes after it.
#ifndef SINTER_RUNTIME_DEVICE_SCAN_CUH_
#define SINTER_RUNTIME_DEVICE_SCAN_CUH_

#include "runtime/device/reduce.cuh"
#include "runtime/device/types.cuh"
#include "runtime/device/vector.cuh"

namespace sinter {

// The value of lane `lane` of the warp, 4 bytes at a time. Every lane of the warp that has not left the kernel must call it.
template <class T>
SINTER_DEVICE T shuffle_from(T value, int lane SINTER_CALLER) {
  constexpr int words = static_cast<int>((sizeof(T) + 3) / 4);
  u32 bits[words] = {};
  copy_bytes(bits, &value, sizeof(T));
  SINTER_UNROLL
  for (int i = 0; i < words; ++i) bits[i] = SINTER_SHUFFLE_INDEX(0xffffffffu, bits[i], lane);
  copy_bytes(&value, bits, sizeof(T));
  return value;
}

// Folds `value` over segments of `Lanes` lanes of a warp up to each lane, itself included, in log2(Lanes) steps. `order` is the
// lane's number in its segment, from the end with Reverse.
template <class Op, int Lanes, bool Reverse, class T>
SINTER_DEVICE T warp_scan(T value, int order SINTER_CALLER) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  SINTER_UNROLL
  for (int step = 1; step < Lanes; step *= 2) {
    const bool has_before = order >= step;
    const int from = !has_before ? lane : Reverse ? lane + step : lane - step;
    const T before = shuffle_from(value, from SINTER_PASS_CALLER);
    if (has_before) value = Op::apply(before, value);
  }
  return value;
}

// Scans what a group of `Threads` consecutive threads (threadIdx.x / Threads) holds, thread after thread and lane after lane,
// from the end with Reverse. `carry`, the same in all threads of a group, comes before all of it, and takes in the whole group.
// With Exclusive a lane's own value is not in its result. Threads and scratch are as for group_reduce; every thread of the block must call it.
template <class Op, int Threads, bool Exclusive, bool Reverse, class T, int N>
SINTER_DEVICE vec<T, N> group_scan(const vec<T, N>& value, T& carry, typename type_identity<T>::type* scratch SINTER_CALLER) {
  static_assert(Threads >= 1 && Threads <= 1024, "a group has 1 to 1024 threads");
  static_assert(Threads % 32 == 0 || (Threads < 32 && (Threads & (Threads - 1)) == 0),
                "a group is a power of two below 32 or a multiple of 32");
  constexpr int lanes = Threads < 32 ? Threads : 32;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int segment = lane / lanes * lanes;
  const int order = Reverse ? segment + lanes - 1 - lane : lane - segment;

  // In the thread: running[i] is the fold of the lanes up to i.
  vec<T, N> running = value;
  SINTER_UNROLL
  for (int i = 1; i < N; ++i) {
    const int at = Reverse ? N - 1 - i : i, before = Reverse ? at + 1 : at - 1;
    running[at] = Op::apply(running[before], running[at]);
  }

  // In the warp.
  const T up_to_me = warp_scan<Op, lanes, Reverse>(running[Reverse ? 0 : N - 1], order SINTER_PASS_CALLER);
  const T before_me = shuffle_from(up_to_me, order == 0 ? lane : Reverse ? lane + 1 : lane - 1 SINTER_PASS_CALLER);
  T total = shuffle_from(up_to_me, Reverse ? segment : segment + lanes - 1 SINTER_PASS_CALLER);
  T start = carry;

  if constexpr (Threads > 32) {
    constexpr int warps = Threads / 32;
    constexpr int padded = warps <= 2 ? 2 : warps <= 4 ? 4 : warps <= 8 ? 8 : warps <= 16 ? 16 : 32;
    const int warp = static_cast<int>(threadIdx.x / 32), first_warp = warp / warps * warps;
    SINTER_SYNC_THREADS();
    if (lane == 0) scratch[warp] = total;
    SINTER_SYNC_THREADS();
    // Lane i of each segment has the i-th warp in order.
    const int number = lane % padded;
    const int from = first_warp + (Reverse ? warps - 1 - number : number);
    T warp_total = number < warps ? scratch[from] : Op::template identity<T>();
    warp_total = warp_scan<Op, padded, false>(warp_total, number SINTER_PASS_CALLER);
    const int mine = Reverse ? first_warp + warps - 1 - warp : warp - first_warp;
    const T before_warp = shuffle_from(warp_total, mine == 0 ? 0 : mine - 1 SINTER_PASS_CALLER);
    total = shuffle_from(warp_total, warps - 1 SINTER_PASS_CALLER);
    if (mine != 0) start = Op::apply(start, before_warp);
  } else {
    (void)scratch;
  }
  if (order != 0) start = Op::apply(start, before_me);
  carry = Op::apply(carry, total);

  vec<T, N> result;
  constexpr int first = Reverse ? N - 1 : 0;
  result[first] = Exclusive ? start : Op::apply(start, running[first]);
  SINTER_UNROLL
  for (int i = 1; i < N; ++i) {
    const int at = Reverse ? N - 1 - i : i, before = Reverse ? at + 1 : at - 1;
    result[at] = Op::apply(start, running[Exclusive ? before : at]);
  }
  return result;
}
template <class Op, int Threads, bool Exclusive, bool Reverse, class T>
SINTER_DEVICE T group_scan(T value, T& carry, typename type_identity<T>::type* scratch SINTER_CALLER) {
  vec<T, 1> one;
  one[0] = value;
  return group_scan<Op, Threads, Exclusive, Reverse>(one, carry, scratch SINTER_PASS_CALLER)[0];
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_SCAN_CUH_
