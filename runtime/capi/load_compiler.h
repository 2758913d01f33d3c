// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler that a load may use for kernels without an image.
#ifndef SINTER_RUNTIME_CAPI_LOAD_COMPILER_H_
#define SINTER_RUNTIME_CAPI_LOAD_COMPILER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/jit/kernel_cache.h"

namespace sinter::rt {

// NVRTC for a GPU's target, the host's C++ compiler for the CPU path's, behind the kernel cache in `cache_folder`
// (empty: no cache). One kernel an image, as the tools compile, so that both share the cache. An error names what is
// missing here.
absl::StatusOr<std::unique_ptr<CachingCompiler>> CreateLoadCompiler(absl::string_view target,
                                                                    const std::string& cache_folder);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CAPI_LOAD_COMPILER_H_
