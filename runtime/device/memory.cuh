// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of vectors, and shared memory.
#ifndef SINTER_RUNTIME_DEVICE_MEMORY_CUH_
#define SINTER_RUNTIME_DEVICE_MEMORY_CUH_

#include "runtime/device/convert.cuh"
#include "runtime/device/types.cuh"

// SINTER_SHARED(T, name, n): an array of n elements of T that the threads of a block share, 16-byte aligned. Once for
// each place in the text; n is a constant. Its content is undefined at the start: on the CPU it is one heap block for
// each block of threads, filled with ones (NaN for floats) before the block starts.
#if SINTER_ON_GPU
#define SINTER_SHARED(T, name, n) __shared__ __align__(16) T name[n]
#else
#define SINTER_SHARED(T, name, n)                    \
  static char name##_shared_key;                     \
  T(&name)[n] = *reinterpret_cast<T(*)[n]>(::sinter_simt->shared(&name##_shared_key, sizeof(T) * (n), 16))
#endif

// SINTER_HELD(T, N, Threads, name, count, start): what each of a block's Threads threads holds in shared memory that the launch brings, `count`
// times N elements of T; the block's array starts `start` bytes into that memory. On the CPU the launch brings none, and it is as SINTER_SHARED.
#if SINTER_ON_GPU
#define SINTER_HELD(T, N, Threads, name, count, start)                 \
  extern __shared__ __align__(16) unsigned char sinter_launched_bytes[]; \
  const ::sinter::held<T, N, Threads> name{reinterpret_cast<T*>(sinter_launched_bytes + (start))}
#else
#define SINTER_HELD(T, N, Threads, name, count, start) \
  static char name##_shared_key;                       \
  const ::sinter::held<T, N, Threads> name{            \
      static_cast<T*>(::sinter_simt->shared(&name##_shared_key, sizeof(T) * (N) * (Threads) * (count), 16))}
#endif

namespace sinter {

// One of several arrays of elements of T that the threads of a block share.
template <class T>
using shared_array = T*;

template <class T, int N, int Threads>
struct held {
  T* elements;
  // Where the thread holds its N elements number `i`. Those of neighbouring threads are neighbours.
  SINTER_DEVICE T* at(int i) const { return elements + (i * Threads + static_cast<int>(threadIdx.x)) * N; }
};

namespace memory {

// The unsigned types that one instruction moves. Words of 32 bits, not of 64: ptxas 13.0 mixes up the elements of two
// vectors of four 16-bit ones that are put together as 64 bits.
struct alignas(8) bits64 {
  u32 x, y;
};
struct alignas(16) bits128 {
  u32 x, y, z, w;
};
template <int Bytes>
struct piece;
template <>
struct piece<1> {
  using type = u8;
};
template <>
struct piece<2> {
  using type = u16;
};
template <>
struct piece<4> {
  using type = u32;
};
template <>
struct piece<8> {
  using type = bits64;
};
template <>
struct piece<16> {
  using type = bits128;
};

// On the CPU a piece is an array of the element itself, which keeps the aliasing rules; the GPU's compiler does not use
// them for these accesses, and moves the bits as one unsigned value.
#if SINTER_ON_GPU
SINTER_DEVICE void read(const u8* p, u8& v) { v = *p; }
SINTER_DEVICE void read(const u16* p, u16& v) { v = *p; }
SINTER_DEVICE void read(const u32* p, u32& v) { v = *p; }
SINTER_DEVICE void read(const bits64* p, bits64& v) {
  const uint2 q = *reinterpret_cast<const uint2*>(p);
  v = bits64{q.x, q.y};
}
SINTER_DEVICE void read(const bits128* p, bits128& v) {
  const uint4 q = *reinterpret_cast<const uint4*>(p);
  v = bits128{q.x, q.y, q.z, q.w};
}
SINTER_DEVICE void write(u8* p, u8 v) { *p = v; }
SINTER_DEVICE void write(u16* p, u16 v) { *p = v; }
SINTER_DEVICE void write(u32* p, u32 v) { *p = v; }
SINTER_DEVICE void write(bits64* p, const bits64& v) { *reinterpret_cast<uint2*>(p) = make_uint2(v.x, v.y); }
SINTER_DEVICE void write(bits128* p, const bits128& v) {
  *reinterpret_cast<uint4*>(p) = make_uint4(v.x, v.y, v.z, v.w);
}

// Evict-first: for data that is used once. The memory clobbers keep their order with plain accesses, since a kernel may
// read what it writes (in place).
SINTER_DEVICE u64 global_address(const void* p) { return static_cast<u64>(__cvta_generic_to_global(p)); }
SINTER_DEVICE void read_stream(const u8* p, u8& v) {
  u32 r;
  asm volatile("ld.global.cs.u8 %0, [%1];" : "=r"(r) : "l"(global_address(p)) : "memory");
  v = static_cast<u8>(r);
}
SINTER_DEVICE void read_stream(const u16* p, u16& v) {
  asm volatile("ld.global.cs.u16 %0, [%1];" : "=h"(v) : "l"(global_address(p)) : "memory");
}
SINTER_DEVICE void read_stream(const u32* p, u32& v) {
  asm volatile("ld.global.cs.u32 %0, [%1];" : "=r"(v) : "l"(global_address(p)) : "memory");
}
SINTER_DEVICE void read_stream(const bits64* p, bits64& v) {
  asm volatile("ld.global.cs.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(global_address(p)) : "memory");
}
SINTER_DEVICE void read_stream(const bits128* p, bits128& v) {
  asm volatile("ld.global.cs.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(global_address(p))
               : "memory");
}
SINTER_DEVICE void write_stream(u8* p, u8 v) {
  asm volatile("st.global.cs.u8 [%0], %1;" ::"l"(global_address(p)), "r"(static_cast<u32>(v)) : "memory");
}
SINTER_DEVICE void write_stream(u16* p, u16 v) {
  asm volatile("st.global.cs.u16 [%0], %1;" ::"l"(global_address(p)), "h"(v) : "memory");
}
SINTER_DEVICE void write_stream(u32* p, u32 v) {
  asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(global_address(p)), "r"(v) : "memory");
}
SINTER_DEVICE void write_stream(bits64* p, const bits64& v) {
  asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" ::"l"(global_address(p)), "r"(v.x), "r"(v.y) : "memory");
}
SINTER_DEVICE void write_stream(bits128* p, const bits128& v) {
  asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(global_address(p)), "r"(v.x), "r"(v.y), "r"(v.z),
               "r"(v.w)
               : "memory");
}
#endif

// The most elements, a power of two, that lie aligned `start` elements beyond what is aligned to `grain`, of `left` that are wanted.
constexpr int piece_width(int start, int grain, int left) {
  int width = grain;
  while (start % width != 0 || width > left) width /= 2;
  return width;
}
template <int N>
struct integer_constant {
  static constexpr int value = N;
};

template <class T, int N, bool Stream>
SINTER_DEVICE vec<T, N> load_vector(const T* p) {
  constexpr int bytes = vector_alignment(N * static_cast<int>(sizeof(T)));
#if SINTER_ON_GPU
  using P = typename piece<bytes>::type;
  constexpr int count = N * static_cast<int>(sizeof(T)) / bytes;
  struct alignas(bytes) pieces {
    P at[count];
  } bits;
  const P* source = reinterpret_cast<const P*>(p);
  SINTER_UNROLL
  for (int i = 0; i < count; ++i) {
    if constexpr (Stream) {
      read_stream(source + i, bits.at[i]);
    } else {
      read(source + i, bits.at[i]);
    }
  }
  return bit_cast<vec<T, N>>(bits);
#else
#ifdef SINTER_COUNT_TRAFFIC
  ::sinter_simt->count(p, N * sizeof(T), 0);
#endif
  constexpr int per_piece = bytes > static_cast<int>(sizeof(T)) ? bytes / static_cast<int>(sizeof(T)) : 1;
  using V = vec<T, per_piece>;
  vec<T, N> result;
  for (int i = 0; i < N; i += per_piece) {
    const V v = *reinterpret_cast<const V*>(p + i);
    for (int j = 0; j < per_piece; ++j) result[i + j] = v[j];
  }
  return result;
#endif
}

template <class T, int N, bool Stream>
SINTER_DEVICE void store_vector(T* p, const vec<T, N>& value) {
  constexpr int bytes = vector_alignment(N * static_cast<int>(sizeof(T)));
#if SINTER_ON_GPU
  using P = typename piece<bytes>::type;
  constexpr int count = N * static_cast<int>(sizeof(T)) / bytes;
  struct alignas(bytes) pieces {
    P at[count];
  };
  const pieces bits = bit_cast<pieces>(value);
  P* target = reinterpret_cast<P*>(p);
  SINTER_UNROLL
  for (int i = 0; i < count; ++i) {
    if constexpr (Stream) {
      write_stream(target + i, bits.at[i]);
    } else {
      write(target + i, bits.at[i]);
    }
  }
#else
#ifdef SINTER_COUNT_TRAFFIC
  ::sinter_simt->count(p, N * sizeof(T), 1);
#endif
  constexpr int per_piece = bytes > static_cast<int>(sizeof(T)) ? bytes / static_cast<int>(sizeof(T)) : 1;
  using V = vec<T, per_piece>;
  for (int i = 0; i < N; i += per_piece) {
    V v;
    for (int j = 0; j < per_piece; ++j) v[j] = value[i + j];
    *reinterpret_cast<V*>(p + i) = v;
  }
#endif
}

// What load<N> gives: a vector, or the bare element for N == 1.
template <class T, int N>
struct loaded {
  using type = vec<T, N>;
};
template <class T>
struct loaded<T, 1> {
  using type = T;
};

template <class T, int N, bool Stream>
SINTER_DEVICE typename loaded<T, N>::type load_any(const T* p) {
  if constexpr (N == 1) {
    return load_vector<T, 1, Stream>(p)[0];
  } else {
    return load_vector<T, N, Stream>(p);
  }
}

// Writes elements I to N - 1 to what lies `Start` elements beyond a place that is aligned to `Grain`, in the widest accesses of up to so many that are aligned.
template <int Grain, int Start, int I, int N, class T>
SINTER_DEVICE void store_pieces(T* p, const vec<T, N>& value) {
  if constexpr (I < N) {
    constexpr int width = piece_width(Start + I, Grain, N - I);
    vec<T, width> piece;
    SINTER_UNROLL
    for (int i = 0; i < width; ++i) piece[i] = value[I + i];
    store_vector<T, width, false>(p + I, piece);
    store_pieces<Grain, Start, I + width>(p, value);
  }
}

// Elements that a store at an unaligned place has at most: more would be more kinds of places to tell apart than the wider accesses are worth.
template <class T>
constexpr int widest_piece() {
  return sizeof(T) >= 8 ? 1 : sizeof(T) == 4 ? 2 : 4;
}
// Calls `access` with the number of elements that p lies beyond a multiple of the widest piece. Rows that a warp shares begin at one place, so that its
// threads go one way.
template <class T, int Start = 0, class Access>
SINTER_DEVICE void at_start(const T* p, Access access) {
  constexpr int grain = widest_piece<T>();
  if constexpr (Start + 1 < grain) {
    if (reinterpret_cast<u64>(p) / sizeof(T) % grain != Start) {
      at_start<T, Start + 1>(p, access);
      return;
    }
  }
  access(integer_constant<Start>{});
}

}  // namespace memory

// N elements of 16 bits as they lie in memory, two to a register: for what a thread holds for long.
template <class T, int N>
struct packed {
  u32 words[(N * static_cast<int>(sizeof(T)) + 3) / 4];
};

// Rounds floats to T.
template <class T, int N>
SINTER_DEVICE packed<T, N> pack(const vec<T, N>& values) {
  packed<T, N> result{};
  copy_bytes(&result, &values, sizeof(values));
  return result;
}
template <class T, int N>
SINTER_DEVICE packed<T, N> pack(const vec<float, N>& values) {
  return pack<T>(convert<T>(values));
}
template <class T>
SINTER_DEVICE packed<T, 1> pack(T value) {
  return pack<T>(vec<T, 1>{{value}});
}
template <class T>
SINTER_DEVICE packed<T, 1> pack(float value) {
  return pack<T>(convert<T>(value));
}

// Each time anew: what is made of it twice is else kept from the first time, which takes the registers that packing saves. The assembler looks through
// copies and orders; what it does not know is that a block has one layer of threads, and so that the words are chosen by constants.
template <class T, int N>
SINTER_DEVICE typename memory::loaded<float, N>::type unpack(packed<T, N> values) {
#if SINTER_ON_GPU
  u32 nothing;
  asm volatile("mov.u32 %0, %%tid.z;" : "=r"(nothing));
  if constexpr (is_same<T, bf16>::value && N > 1) {
    vec<float, N> result;
    SINTER_UNROLL
    for (int i = 0; i < N; ++i) result[i] = bit_cast<float>(::__byte_perm(values.words[i / 2], 0, (i % 2 ? 0x3244u : 0x1044u) + nothing));
    return result;
  }
  SINTER_UNROLL
  for (u32& word : values.words) word ^= nothing;
#endif
  vec<T, N> narrow;
  copy_bytes(&narrow, &values, sizeof(narrow));
  if constexpr (N == 1) {
    return convert<float>(narrow[0]);
  } else {
    return convert<float>(narrow);
  }
}

// load<N>(p): N consecutive elements, in instructions of at most 16 bytes. p must be aligned to
// vector_alignment(N * sizeof(T)). N == 1 gives a scalar. The `_stream` forms mark the data as used once (evict-first)
// and are for global memory only.
template <int N, class T>
SINTER_DEVICE typename memory::loaded<T, N>::type load(const T* p) {
  return memory::load_any<T, N, false>(p);
}
template <int N, class T>
SINTER_DEVICE typename memory::loaded<T, N>::type load_stream(const T* p) {
  return memory::load_any<T, N, true>(p);
}

// load_unaligned<N>(p): N elements from any place on, in several instructions that no branch parts, so that all that a thread loads is on its way at once. Elements of 16 bits come in
// words, of which the first may begin an element before p: the memory's own alignment is that of a word.
template <int N, class T>
SINTER_DEVICE vec<T, N> load_unaligned(const T* p) {
#if SINTER_ON_GPU
  if constexpr (sizeof(T) == 2 && N % 2 == 0) {
    const u32 before = static_cast<u32>(reinterpret_cast<u64>(p)) & 2;  // bytes of the first word
    const u32* source = reinterpret_cast<const u32*>(reinterpret_cast<const char*>(p) - before);
    u32 words[N / 2 + 1];
    SINTER_UNROLL
    for (int i = 0; i < N / 2; ++i) memory::read(source + i, words[i]);
    words[N / 2] = 0;
    if (before != 0) {
      u16 last;
      memory::read(reinterpret_cast<const u16*>(p) + (N - 1), last);
      words[N / 2] = last;
    }
    struct {
      u32 at[N / 2];
    } bits;
    SINTER_UNROLL
    for (int i = 0; i < N / 2; ++i) bits.at[i] = __funnelshift_r(words[i], words[i + 1], 8 * before);
    return bit_cast<vec<T, N>>(bits);
  } else
#endif
  {
    vec<T, N> value;
    SINTER_UNROLL
    for (int i = 0; i < N; ++i) value[i] = memory::load_vector<T, 1, false>(p + i)[0];
    return value;
  }
}

// fetch<N>(to, from): starts to copy N consecutive elements from global to shared memory, aligned as load's. The thread may read them after a
// fetch_wait(), which waits for all that it has started; others after a barrier beside.
template <int N, class T>
SINTER_DEVICE void fetch(T* to, const T* from) {
#if SINTER_ON_GPU
  constexpr int bytes = vector_alignment(N * static_cast<int>(sizeof(T)));
  if constexpr (bytes >= 4) {
    const u32 target = static_cast<u32>(__cvta_generic_to_shared(to));
    const u64 source = memory::global_address(from);
    SINTER_UNROLL
    for (int i = 0; i < N * static_cast<int>(sizeof(T)); i += bytes) {
      if constexpr (bytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target + i), "l"(source + i) : "memory");
      } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(target + i), "l"(source + i), "n"(bytes) : "memory");
      }
    }
    return;
  }
#endif
  memory::store_vector<T, N, false>(to, memory::load_vector<T, N, false>(from));
}
SINTER_DEVICE void fetch_wait() {
#if SINTER_ON_GPU
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}
// fetch_commit(): what the thread has started to copy since the last one is a group. fetch_wait<n>() waits for all groups but the latest n.
SINTER_DEVICE void fetch_commit() {
#if SINTER_ON_GPU
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int N>
SINTER_DEVICE void fetch_wait() {
#if SINTER_ON_GPU
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
#endif
}

// store(p, v): the counterpart, with the same alignment.
template <class T, int N>
SINTER_DEVICE void store(T* p, const vec<T, N>& value) {
  memory::store_vector<T, N, false>(p, value);
}
template <class T, int N>
SINTER_DEVICE void store_stream(T* p, const vec<T, N>& value) {
  memory::store_vector<T, N, true>(p, value);
}
template <class T>
SINTER_DEVICE void store(T* p, T value) {
  memory::store_vector<T, 1, false>(p, vec<T, 1>{{value}});
}
template <class T>
SINTER_DEVICE void store_stream(T* p, T value) {
  memory::store_vector<T, 1, true>(p, vec<T, 1>{{value}});
}

// store_unaligned(p, v): the counterpart of load_unaligned.
template <int N, class T>
SINTER_DEVICE void store_unaligned(T* p, const vec<T, N>& value) {
  memory::at_start(p, [&](auto start) { memory::store_pieces<memory::widest_piece<T>(), decltype(start)::value, 0>(p, value); });
}

// gather(p, places): the elements at those places. Where `wanted` does not hold nothing is read, and the element is 0.
template <class T, class Index, int N>
SINTER_DEVICE vec<T, N> gather(const T* p, const vec<Index, N>& places) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = load<1>(p + places[i]);
  return result;
}
template <class T, class Index, int N>
SINTER_DEVICE vec<T, N> gather(const T* p, const vec<Index, N>& places, const vec<bool, N>& wanted) {
  vec<T, N> result;
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) result[i] = wanted[i] ? load<1>(p + places[i]) : T{};
  return result;
}
template <class T, class Index, int N>
SINTER_DEVICE vec<T, N> gather(const T* p, const vec<Index, N>& places, bool wanted) {
  return wanted ? gather(p, places) : vec<T, N>{};
}
template <class T, class Index>
SINTER_DEVICE T gather(const T* p, Index place, bool wanted) {
  return wanted ? load<1>(p + place) : T{};
}

// scatter(p, places, v): each element of v to its place; the places differ. Where `wanted` does not hold nothing is written.
template <class T, class Index, int N>
SINTER_DEVICE void scatter(T* p, const vec<Index, N>& places, const vec<T, N>& value) {
  SINTER_UNROLL
  for (int i = 0; i < N; ++i) store(p + places[i], value[i]);
}
template <class T, class Index, int N>
SINTER_DEVICE void scatter(T* p, const vec<Index, N>& places, const vec<T, N>& value, const vec<bool, N>& wanted) {
  SINTER_UNROLL
  for (int i = 0; i < N; ++i)
    if (wanted[i]) store(p + places[i], value[i]);
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_MEMORY_CUH_
