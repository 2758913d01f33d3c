// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's result codes as absl::Status.
#ifndef SINTER_RUNTIME_CUDA_CUDA_STATUS_H_
#define SINTER_RUNTIME_CUDA_CUDA_STATUS_H_

#include <cuda.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/base/status_macros.h"
#include "runtime/cuda/driver.h"

namespace sinter::rt {

// OK, or a status that holds the call, the code's name, number and text: "cuMemAlloc of 64 bytes failed:
// CUDA_ERROR_OUT_OF_MEMORY (2): out of memory".
absl::Status CudaStatus(const CudaDriver& driver, CUresult result, absl::string_view call);

}  // namespace sinter::rt

// Calls a driver function and returns from the enclosing function where it fails:
// `SINTER_CUDA_RETURN_IF_ERROR(driver, cuStreamSynchronize(stream))`.
#define SINTER_CUDA_RETURN_IF_ERROR(driver, call) \
  SINTER_RETURN_IF_ERROR(::sinter::rt::CudaStatus((driver), (driver).call, ::sinter::rt::CallName(#call)))

namespace sinter::rt {

// The part of a call's text before its arguments.
inline absl::string_view CallName(absl::string_view call) { return call.substr(0, call.find('(')); }

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_CUDA_STATUS_H_
