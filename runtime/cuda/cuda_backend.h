// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backend that runs a plan's steps on one NVIDIA GPU, through the driver, which is opened at run time.
#ifndef SINTER_RUNTIME_CUDA_CUDA_BACKEND_H_
#define SINTER_RUNTIME_CUDA_CUDA_BACKEND_H_

#include <memory>

#include "absl/status/statusor.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

struct CudaBackendOptions {
  int device_ordinal = 0;
  // A CUcontext of the caller to work in, which must outlive the backend and all that it made; null: the primary
  // context of device `device_ordinal`. Each call makes the context current for its own time, so any thread may call.
  void* context = nullptr;
  // Works in the CUcontext that is current in the calling thread, as if it were `context`.
  bool use_current_context = false;
};

// kNotFound where there is no driver; kUnavailable where the driver finds no device, or where this build was made
// without CUDA's headers; kInvalidArgument where there are devices, but not that one; kFailedPrecondition where the
// current context was asked for and there is none. Streams must belong to the backend's context. A capture's begin,
// launches and end belong to one thread.
absl::StatusOr<std::unique_ptr<Backend>> CreateCudaBackend(const CudaBackendOptions& options = {});

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_CUDA_BACKEND_H_
