// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of a compiler by target.
#include "runtime/capi/load_compiler.h"

#include <utility>

#include "absl/strings/match.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/jit/nvrtc_compiler.h"

namespace sinter::rt {

absl::StatusOr<std::unique_ptr<CachingCompiler>> CreateLoadCompiler(absl::string_view target,
                                                                    const std::string& cache_folder) {
  std::unique_ptr<KernelCompiler> compiler;
  if (absl::StartsWith(target, "cpu-")) {
    HostCompilerOptions options;
    options.kernels_per_image = 1;
    SINTER_ASSIGN_OR_RETURN(compiler, HostCompiler::Create(options));
  } else {
    NvrtcOptions options;
    options.max_kernels_per_program = 1;
    SINTER_ASSIGN_OR_RETURN(compiler, NvrtcCompiler::Create(options));
  }
  return std::make_unique<CachingCompiler>(std::move(compiler), cache_folder);
}

}  // namespace sinter::rt
