// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening of libcuda.
#include "runtime/cuda/driver.h"

#include "runtime/base/status_macros.h"
#include "runtime/cuda/cuda_status.h"

namespace sinter::rt {

absl::StatusOr<std::shared_ptr<const CudaDriver>> CudaDriver::Load() {
  DynamicLibraryOptions search;
  search.name = "CUDA driver";
  search.environment_override = "SINTER_CUDA_DRIVER";
  search.candidates = {"libcuda.so.1"};
  std::shared_ptr<CudaDriver> driver(new CudaDriver);
  SINTER_ASSIGN_OR_RETURN(driver->library_, DynamicLibrary::Open(search));
  // The driver keeps threads and exit handlers of its own.
  driver->library_.KeepLoaded();
  SINTER_RETURN_IF_ERROR(driver->Bind());
  SINTER_RETURN_IF_ERROR(CudaStatus(*driver, driver->cuInit(0), "cuInit"));
  return std::shared_ptr<const CudaDriver>(std::move(driver));
}

// The exported names carry their versions, so plain symbol lookup gives the interface that the headers declare.
absl::Status CudaDriver::Bind() {
#define SINTER_DRIVER_SYMBOL(name) SINTER_RETURN_IF_ERROR(library_.Bind(#name, &name));
#define SINTER_DRIVER_SYMBOL_OPTIONAL(name) name = reinterpret_cast<decltype(name)>(library_.FindOrNull(#name));
#include "runtime/cuda/driver_symbols.def"
#undef SINTER_DRIVER_SYMBOL_OPTIONAL
#undef SINTER_DRIVER_SYMBOL
  return absl::OkStatus();
}

}  // namespace sinter::rt
