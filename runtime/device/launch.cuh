// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two meanings of a kernel's text: CUDA C++ for NVRTC, or plain C++ over the SIMT shim of the CPU path.
#ifndef SINTER_RUNTIME_DEVICE_LAUNCH_CUH_
#define SINTER_RUNTIME_DEVICE_LAUNCH_CUH_

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

#define SINTER_ON_GPU 1
#define SINTER_DEVICE __device__ __forceinline__
#define SINTER_UNROLL _Pragma("unroll")
// On the CPU a primitive that may wait takes the caller's file and line, so that a report names the emitted text and
// not a device header. On the GPU they vanish.
#define SINTER_CALLER
#define SINTER_CALLER_ONLY
#define SINTER_PASS_CALLER
#define SINTER_SYNC_THREADS() __syncthreads()
#define SINTER_SYNC_WARP(mask) __syncwarp(mask)
// After a kernel with __cluster_dims__: the same for the CPU.
#define SINTER_CLUSTER(name, blocks) static_assert(blocks >= 1, "blocks of a cluster")
#define SINTER_CLUSTER_ARRIVE() asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory")
#define SINTER_CLUSTER_WAIT() asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory")
#define SINTER_SHUFFLE_XOR(mask, value, lanes) __shfl_xor_sync(mask, value, lanes)
#define SINTER_SHUFFLE_INDEX(mask, value, lane) __shfl_sync(mask, value, lane)
#define SINTER_SHUFFLE_UP(mask, value, lanes) __shfl_up_sync(mask, value, lanes)
#define SINTER_SHUFFLE_DOWN(mask, value, lanes) __shfl_down_sync(mask, value, lanes)

#else

#include "runtime/cpu/simt_shim.h"

#define SINTER_ON_GPU 0
#define SINTER_DEVICE inline __attribute__((always_inline))
#define SINTER_UNROLL
#define SINTER_CALLER , const char *caller_file = __builtin_FILE(), int caller_line = __builtin_LINE()
#define SINTER_CALLER_ONLY const char *caller_file = __builtin_FILE(), int caller_line = __builtin_LINE()
#define SINTER_PASS_CALLER , caller_file, caller_line
#define SINTER_SYNC_THREADS() ::sinter_simt->sync_threads(caller_file, caller_line)
#define SINTER_SYNC_WARP(mask) ::sinter_simt->sync_warp(mask, caller_file, caller_line)
#define SINTER_CLUSTER_ARRIVE() ::sinter_simt->cluster_arrive(caller_file, caller_line)
#define SINTER_CLUSTER_WAIT() ::sinter_simt->cluster_wait(caller_file, caller_line)
#define SINTER_SHUFFLE_XOR(mask, value, lanes) ::sinter_simt_shuffle_xor(mask, value, lanes, 32, caller_file, caller_line)
#define SINTER_SHUFFLE_INDEX(mask, value, lane) ::sinter_simt_shuffle(mask, value, lane, 32, caller_file, caller_line)
#define SINTER_SHUFFLE_UP(mask, value, lanes) ::sinter_simt_shuffle_up(mask, value, lanes, 32, caller_file, caller_line)
#define SINTER_SHUFFLE_DOWN(mask, value, lanes) ::sinter_simt_shuffle_down(mask, value, lanes, 32, caller_file, caller_line)

#endif

namespace sinter {

// Programmatic dependent launch. A kernel that was launched to start before the one before it in the stream has ended waits for that here, and
// then sees all that it wrote.
SINTER_DEVICE void grid_dependency_wait() {
#if SINTER_ON_GPU && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// The next kernel, if it was launched so, may start once all blocks of this one have come here or ended.
SINTER_DEVICE void launch_dependents() {
#if SINTER_ON_GPU && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

}  // namespace sinter

#endif  // SINTER_RUNTIME_DEVICE_LAUNCH_CUH_
