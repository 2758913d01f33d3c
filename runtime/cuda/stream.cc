// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams through the driver.
#include "runtime/cuda/stream.h"

#include "runtime/cuda/cuda_status.h"

namespace sinter::rt {

absl::StatusOr<CUstream> CreateStream(const CudaDevice& device) {
  CUstream stream = nullptr;
  SINTER_CUDA_RETURN_IF_ERROR(device.driver(), cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  return stream;
}

void DestroyStream(const CudaDevice& device, CUstream stream) {
  if (stream != nullptr) device.driver().cuStreamDestroy_v2(stream);
}

absl::Status SynchronizeStream(const CudaDevice& device, CUstream stream) {
  SINTER_CUDA_RETURN_IF_ERROR(device.driver(), cuStreamSynchronize(stream));
  return absl::OkStatus();
}

}  // namespace sinter::rt
