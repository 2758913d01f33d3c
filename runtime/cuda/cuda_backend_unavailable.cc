// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What takes the backend's place in a build without CUDA's headers.
#include "runtime/cuda/cuda_backend.h"

namespace sinter::rt {

absl::StatusOr<std::unique_ptr<Backend>> CreateCudaBackend(const CudaBackendOptions&) {
  return absl::UnavailableError(
      "this build has no CUDA backend: cuda.h was not found when it was configured (SINTER_CUDA_INCLUDE_DIR)");
}

}  // namespace sinter::rt
