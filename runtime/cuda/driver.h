// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA driver, opened at run time: a table of its functions.
#ifndef SINTER_RUNTIME_CUDA_DRIVER_H_
#define SINTER_RUNTIME_CUDA_DRIVER_H_

#include <cuda.h>

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/dynamic_library.h"

namespace sinter::rt {

// Each function is a member under its exported name: `driver.cuMemAlloc_v2(&pointer, size)`. Immutable once loaded.
class CudaDriver {
 public:
  // Opens libcuda (the path in $SINTER_CUDA_DRIVER where that is set) and initialises it. kNotFound where there is no
  // driver or it is too old, naming the symbol; kUnavailable where it finds no device.
  static absl::StatusOr<std::shared_ptr<const CudaDriver>> Load();

#define SINTER_DRIVER_SYMBOL(name) decltype(&::name) name = nullptr;
#define SINTER_DRIVER_SYMBOL_OPTIONAL(name) SINTER_DRIVER_SYMBOL(name)
#include "runtime/cuda/driver_symbols.def"
#undef SINTER_DRIVER_SYMBOL_OPTIONAL
#undef SINTER_DRIVER_SYMBOL

 private:
  CudaDriver() = default;
  absl::Status Bind();

  DynamicLibrary library_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_DRIVER_H_
