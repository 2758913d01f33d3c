// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams. The device's context must be current.
#ifndef SINTER_RUNTIME_CUDA_STREAM_H_
#define SINTER_RUNTIME_CUDA_STREAM_H_

#include <cuda.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/cuda/device.h"

namespace sinter::rt {

// Does not wait for the legacy default stream, nor that for it.
absl::StatusOr<CUstream> CreateStream(const CudaDevice& device);
// Null is the default stream, which stays.
void DestroyStream(const CudaDevice& device, CUstream stream);
absl::Status SynchronizeStream(const CudaDevice& device, CUstream stream);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_STREAM_H_
