// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compiled kernels and the SIMT runtime agree on. Plain C types and no standard headers: every kernel's compile
// parses this.
#ifndef SINTER_RUNTIME_CPU_SIMT_ABI_H_
#define SINTER_RUNTIME_CPU_SIMT_ABI_H_

// A thread of a block runs on a stack of this size, aligned to it; a pointer to the thread's record lies in the last
// word of the stack. So a kernel finds its own record from its frame's address: no thread-local storage, no call.
#define SINTER_SIMT_STACK_BYTES 131072ul

#define SINTER_SIMT_ABI_VERSION 3

extern "C" {

struct sinter_simt_dim3 {
  unsigned x, y, z;
};

struct sinter_simt_block {
  sinter_simt_dim3 index;         // of the block in its grid
  sinter_simt_dim3 thread_count;  // blockDim
  sinter_simt_dim3 block_count;   // gridDim
  unsigned rank;                  // of the block in its cluster
};

struct sinter_simt_thread {
  sinter_simt_dim3 index;  // of the thread in its block
  unsigned lane, warp;     // of the linear index, x fastest
  const sinter_simt_block* block;
};

// The runtime's functions, handed to a module when it is loaded. `file` and `line` are the caller's place in the
// emitted text.
struct sinter_simt_api {
  unsigned version;
  void (*sync_threads)(const char* file, int line);
  void (*sync_warp)(unsigned mask, const char* file, int line);
  unsigned long long (*shuffle)(unsigned mask, unsigned long long value, unsigned source_lane, const char* file,
                                int line);
  unsigned (*ballot)(unsigned mask, int predicate, const char* file, int line);
  // The shared array that belongs to `key`, made at the block's first call.
  void* (*shared)(const void* key, unsigned long bytes, unsigned long alignment);
  // Counts a load (is_store 0) or a store of global memory; shared memory is not counted.
  void (*count)(const void* address, unsigned long bytes, int is_store);
  // The halves of a cluster's barrier: a thread arrives, and later waits until all threads of the cluster have. It orders no memory.
  void (*cluster_arrive)(const char* file, int line);
  void (*cluster_wait)(const char* file, int line);
  // Where block `rank` of the cluster has what lies at `address` of the caller's shared memory.
  void* (*cluster_peer)(const void* address, unsigned rank, const char* file, int line);
  // A count of the bytes that other blocks store, for `arrival` of a block's shared memory: makes the caller's ready; adds what the caller has stored in block
  // `rank` to that block's; waits until the caller's is `bytes`, which is all that is ever added.
  void (*arrival_ready)(const void* arrival, const char* file, int line);
  void (*arrival_add)(const void* arrival, unsigned rank, unsigned bytes, const char* file, int line);
  void (*arrival_wait)(const void* arrival, unsigned bytes, const char* file, int line);
};

struct sinter_simt_parameter {
  unsigned bytes;
  unsigned is_pointer;
};

// What a module exports for kernel NAME, as `sinter_entry_NAME`. `entry` takes one pointer a parameter.
struct sinter_simt_kernel {
  void (*entry)(void** parameters);
  unsigned parameter_count;
  const sinter_simt_parameter* parameters;
  unsigned cluster;  // neighbouring blocks, along x, that form a cluster; 1 without clusters
};

}  // extern "C"

// The record of the thread that runs, at the end of its stack.
inline __attribute__((always_inline)) const sinter_simt_thread* sinter_simt_self() {
  const unsigned long frame = reinterpret_cast<unsigned long>(__builtin_frame_address(0));
  const unsigned long end = (frame | (SINTER_SIMT_STACK_BYTES - 1)) + 1;
  return *reinterpret_cast<const sinter_simt_thread* const*>(end - sizeof(void*));
}

#endif  // SINTER_RUNTIME_CPU_SIMT_ABI_H_
