// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions in a fixed order: over the elements of a vector, over groups of consecutive threads and over clusters of blocks. The same input
// gives the same bits in every run, and all threads of a group get the same bits.
#ifndef SINTER_RUNTIME_DEVICE_REDUCE_CUH_
#define SINTER_RUNTIME_DEVICE_REDUCE_CUH_

#include "runtime/device/math.cuh"
#include "runtime/device/types.cuh"
#include "runtime/device/vector.cuh"

namespace sinter {

// What a reduction combines with. All are commutative; identity() is the result for no element.
namespace op {

struct sum {
  template <class T>
  static SINTER_DEVICE T identity() {
    return T(0);
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return element::add::apply(a, b);
  }
};
struct product {
  template <class T>
  static SINTER_DEVICE T identity() {
    return T(1);
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return element::mul::apply(a, b);
  }
};
struct max {  // NaN propagates
  template <class T>
  static SINTER_DEVICE T identity() {
    if constexpr (type_traits<T>::is_native_float) {
      return -infinity<T>();
    } else if constexpr (is_same<T, bool>::value) {
      return false;
    } else {
      return type_traits<T>::min_value;
    }
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return maximum(a, b);
  }
};
struct min {  // NaN propagates
  template <class T>
  static SINTER_DEVICE T identity() {
    if constexpr (type_traits<T>::is_native_float) {
      return infinity<T>();
    } else if constexpr (is_same<T, bool>::value) {
      return true;
    } else {
      return type_traits<T>::max_value;
    }
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return minimum(a, b);
  }
};
struct any {  // whether some element differs from zero, as 0 or 1
  template <class T>
  static SINTER_DEVICE T identity() {
    return T(0);
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return T(a != T(0) || b != T(0));
  }
};
struct all {  // whether every element differs from zero
  template <class T>
  static SINTER_DEVICE T identity() {
    return T(1);
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return T(a != T(0) && b != T(0));
  }
};
struct bit_or {
  template <class T>
  static SINTER_DEVICE T identity() {
    return T(0);
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct bit_and {
  template <class T>
  static SINTER_DEVICE T identity() {
    if constexpr (is_same<T, bool>::value) return true;
    return static_cast<T>(-1);
  }
  template <class T>
  static SINTER_DEVICE T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};

}  // namespace op

// A shuffle of any trivially copyable value, 4 bytes at a time, over the whole warp. Every lane of the warp that has
// not left the kernel must call it.
template <class T>
SINTER_DEVICE T shuffle_xor(T value, int lanes SINTER_CALLER) {
  if constexpr (sizeof(T) <= 4) {
    u32 bits = 0;
    copy_bytes(&bits, &value, sizeof(T));
    bits = SINTER_SHUFFLE_XOR(0xffffffffu, bits, lanes);
    copy_bytes(&value, &bits, sizeof(T));
  } else {
    constexpr int words = static_cast<int>((sizeof(T) + 3) / 4);
    u32 bits[words] = {};
    copy_bytes(bits, &value, sizeof(T));
    SINTER_UNROLL
    for (int i = 0; i < words; ++i) bits[i] = SINTER_SHUFFLE_XOR(0xffffffffu, bits[i], lanes);
    copy_bytes(&value, bits, sizeof(T));
  }
  return value;
}

// Combines a vector's elements as a fixed tree over neighbours: ((v0 v1)(v2 v3))...; an odd last element is carried up.
template <class Op, class T, int N>
SINTER_DEVICE T vector_reduce(const vec<T, N>& value) {
  T partial[N];
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) partial[i] = value[i];
  SINTER_UNROLL
  for (int step = 1; step < N; step *= 2) {
    SINTER_UNROLL
    for (int i = 0; i + step < N; i += 2 * step) partial[i] = Op::apply(partial[i], partial[i + step]);
  }
  return partial[0];
}
template <class Op, class T>
SINTER_DEVICE T vector_reduce(T value) {
  return value;
}

// Combines `value` over groups of `Threads` consecutive threads (threadIdx.x / Threads), 1, 2, 4, 8, 16 or 32, by shuffles; every thread gets its group's
// result. Every lane of the warp must call it.
template <class Op, int Threads, class T>
SINTER_DEVICE T group_reduce(T value SINTER_CALLER) {
  static_assert(Threads >= 1 && Threads <= 32 && (Threads & (Threads - 1)) == 0, "a group is a power of two up to 32");
  SINTER_UNROLL
  for (int offset = Threads / 2; offset > 0; offset /= 2) value = Op::apply(value, shuffle_xor(value, offset SINTER_PASS_CALLER));
  return value;
}

// The block's number in its cluster.
SINTER_DEVICE unsigned cluster_rank() {
#if SINTER_ON_GPU
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
#else
  return ::sinter_simt_self()->block->rank;
#endif
}

#if SINTER_ON_GPU
// Where `shared` lies in shared memory, in this block and in block `rank` of the cluster.
SINTER_DEVICE u32 shared_address(const void* shared) { return static_cast<u32>(__cvta_generic_to_shared(shared)); }
SINTER_DEVICE u32 shared_address(const void* shared, unsigned rank) {
  u32 peer;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(peer) : "r"(shared_address(shared)), "r"(rank));
  return peer;
}
#endif

// Blocks of a cluster exchange what their warps have folded: each stores it into the others' shared memory and counts the bytes in one of their `arrivals`,
// which they wait for, so that no thread waits until all see its stores, as it would before a barrier of the cluster. Each of `arrivals` counts one exchange,
// once: a block that was quick might else have the next one's bytes counted where some of this one's are missing. cluster_arrive() makes them ready;
// cluster_wait() waits until those of all blocks are, before the first store. All threads come to both once. The end needs no barrier: a block ends after all
// that it gets has arrived, so that whoever stores finds it alive, and what is on its way needs nothing of the block that it comes from.
template <int Exchanges>
SINTER_DEVICE void cluster_arrive(i64 (&arrivals)[Exchanges] SINTER_CALLER) {
  // The barrier itself orders nothing. The fence does, for what thread 0 makes ready, and so for the waits of all threads of the cluster, this block's too.
  if (threadIdx.x == 0) {
#if SINTER_ON_GPU
    SINTER_UNROLL
    for (int i = 0; i < Exchanges; ++i) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(shared_address(&arrivals[i])) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#else
    for (i64& arrival : arrivals) ::sinter_simt->arrival_ready(&arrival, caller_file, caller_line);
#endif
  }
  SINTER_CLUSTER_ARRIVE();
}
SINTER_DEVICE void cluster_wait(SINTER_CALLER_ONLY) { SINTER_CLUSTER_WAIT(); }

// A fold over more threads than a warp has comes in two halves, between which those of a block wait at a barrier and those of a cluster by await_partials():
// folds that are ready at once share the wait. share_partial() hands what each warp has folded, `value` of all its lanes, to its block, or to all Blocks of
// its cluster. gather_partials() gives each lane those of its share of the warps of its group, or the identity: lane i the warps i, i + 32, ..., as a vector
// where there are more than 32. `scratch` is shared memory of one T for each warp of the block, or of the cluster. That of a block is written to again only
// after a barrier that follows what was gathered; that of a cluster never, since another block may be at its next exchange while this one still reads.
template <class T>
SINTER_DEVICE void share_partial(T value, typename type_identity<T>::type* scratch) {
  if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = value;
}
template <int Blocks, class T>
SINTER_DEVICE void share_partial(T value, typename type_identity<T>::type* scratch, i64& arrival SINTER_CALLER) {
  static_assert(Blocks >= 1 && Blocks <= 32, "a lane for each block");
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a block stores 4 or 8 bytes into another");
  const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
  if (lane < Blocks) {
    T* place = scratch + (cluster_rank() * warps + threadIdx.x / 32);
#if SINTER_ON_GPU
    const u32 peer = shared_address(place, lane), peer_arrival = shared_address(&arrival, lane);
    if constexpr (sizeof(T) == 4) {
      asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                   :
                   : "r"(peer), "r"(bit_cast<u32>(value)), "r"(peer_arrival)
                   : "memory");
    } else {
      asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];"
                   :
                   : "r"(peer), "l"(bit_cast<u64>(value)), "r"(peer_arrival)
                   : "memory");
    }
#else
    *static_cast<T*>(::sinter_simt->cluster_peer(place, lane, caller_file, caller_line)) = value;
    ::sinter_simt->arrival_add(&arrival, lane, sizeof(T), caller_file, caller_line);
#endif
  }
}
// Waits until the Bytes of an exchange that the block gets, its own among them, have arrived. All its threads then see them.
template <int Bytes>
SINTER_DEVICE void await_partials(i64& arrival SINTER_CALLER) {
#if SINTER_ON_GPU
  // What has arrived before counts all the same: the count is not over before thread 0 has said how much it is of.
  const u32 address = shared_address(&arrival);
  if (threadIdx.x == 0) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(address), "n"(Bytes) : "memory");
  u32 is_over;
  do {
    asm volatile(
        "{\n"
        ".reg .pred over;\n"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 over, [%1], 0;\n"
        "selp.u32 %0, 1, 0, over;\n"
        "}"
        : "=r"(is_over)
        : "r"(address)
        : "memory");
  } while (is_over == 0);
#else
  ::sinter_simt->arrival_wait(&arrival, Bytes, caller_file, caller_line);
#endif
}
// Of groups of Warps consecutive warps of the block, or of the Warps of a cluster.
template <class Op, int Warps, class T>
SINTER_DEVICE auto gather_partials(const T* scratch) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  if constexpr (Warps <= 32) {
    constexpr int padded = Warps <= 1 ? 1 : Warps <= 2 ? 2 : Warps <= 4 ? 4 : Warps <= 8 ? 8 : Warps <= 16 ? 16 : 32;
    const int first = static_cast<int>(threadIdx.x / 32) / Warps * Warps, partial = lane % padded;
    T value = Op::template identity<T>();
    if (partial < Warps) value = scratch[first + partial];
    return value;
  } else {
    vec<T, (Warps + 31) / 32> partials;
    SINTER_UNROLL
    for (int i = 0; i < (Warps + 31) / 32; ++i) partials[i] = i * 32 + lane < Warps ? scratch[i * 32 + lane] : Op::template identity<T>();
    return partials;
  }
}

template <class T>
struct lanes_of {
  using element = T;
  static constexpr int count = 1;
  static SINTER_DEVICE T& get(T& value, int) { return value; }
};
template <class T, int N>
struct lanes_of<vec<T, N>> {
  using element = T;
  static constexpr int count = N;
  static SINTER_DEVICE T& get(vec<T, N>& value, int lane) { return value[lane]; }
};

// Combines `value`, lane by lane, over the Count threads that have the same number modulo Stride, as a tree over their
// numbers; each of them gets the result. Count is a power of two, and the block has Count * Stride threads, all of which must
// call it. `scratch` is shared memory of one element for each thread and lane, and free again when the call returns.
template <class Op, int Count, int Stride, class V>
SINTER_DEVICE V column_reduce(V value, typename lanes_of<V>::element* scratch SINTER_CALLER) {
  static_assert((Count & (Count - 1)) == 0, "the threads of a column are a power of two");
  using lanes = lanes_of<V>;
  constexpr int threads = Count * Stride;
  const int thread = static_cast<int>(threadIdx.x);
  const int column = thread % Stride;
  V result = value;
  SINTER_UNROLL
  for (int left = Count; left > 1; left /= 2) {
    // The upper half hands over what it has.
    if (thread >= left / 2 * Stride && thread < left * Stride) {
      SINTER_UNROLL
      for (int lane = 0; lane < lanes::count; ++lane) scratch[lane * threads + thread] = lanes::get(result, lane);
    }
    SINTER_SYNC_THREADS();
    if (thread < left / 2 * Stride) {
      SINTER_UNROLL
      for (int lane = 0; lane < lanes::count; ++lane) {
        lanes::get(result, lane) =
            Op::apply(lanes::get(result, lane), scratch[lane * threads + thread + left / 2 * Stride]);
      }
    }
  }
  if (thread < Stride) {
    SINTER_UNROLL
    for (int lane = 0; lane < lanes::count; ++lane) scratch[lane * threads + thread] = lanes::get(result, lane);
  }
  SINTER_SYNC_THREADS();
  SINTER_UNROLL
  for (int lane = 0; lane < lanes::count; ++lane) lanes::get(result, lane) = scratch[lane * threads + column];
  SINTER_SYNC_THREADS();
  return result;
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_REDUCE_CUH_
