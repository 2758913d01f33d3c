// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory and copies. The device's context must be current.
#ifndef SINTER_RUNTIME_CUDA_BUFFER_H_
#define SINTER_RUNTIME_CUDA_BUFFER_H_

#include <cuda.h>

#include <cstddef>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/cuda/device.h"

namespace sinter::rt {

// At least 256-byte aligned; null for size 0. kResourceExhausted names the size asked for.
absl::StatusOr<void*> AllocateDeviceMemory(const CudaDevice& device, size_t bytes);
void FreeDeviceMemory(const CudaDevice& device, void* pointer);

// Ordered in `stream`. Pageable host memory may be reused when CopyHostToDevice returns, and is filled when
// CopyDeviceToHost returns; pinned host memory only once the stream got there.
absl::Status CopyHostToDevice(const CudaDevice& device, void* destination, const void* source, size_t bytes,
                              CUstream stream);
absl::Status CopyDeviceToHost(const CudaDevice& device, void* destination, const void* source, size_t bytes,
                              CUstream stream);
absl::Status CopyDeviceToDevice(const CudaDevice& device, void* destination, const void* source, size_t bytes,
                                CUstream stream);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_BUFFER_H_
