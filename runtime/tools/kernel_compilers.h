// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets that tools know by name, and the compiler of each.
#ifndef SINTER_RUNTIME_TOOLS_KERNEL_COMPILERS_H_
#define SINTER_RUNTIME_TOOLS_KERNEL_COMPILERS_H_

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/jit/kernel_cache.h"

namespace sinter::rt {

struct CacheOptions {
  bool use_cache = true;
  std::string folder;  // empty: DefaultKernelCacheFolder()
  std::string tool;    // whose name opens the warning about a folder that cannot be used
  // Shared by copies, so that the compilers of several targets warn once.
  std::shared_ptr<std::atomic<bool>> has_warned = std::make_shared<std::atomic<bool>>(false);
};

// "cpu", "sm_90", "compute_90" and "native" (the GPU's where a driver and a device are there, else the CPU's),
// separated by commas, as names of images: "cpu-x86_64", "sm_90". Each once, in the order given. kInvalidArgument lists
// what there is.
absl::StatusOr<std::vector<std::string>> ResolveTargets(absl::string_view list);

// Where compiled kernels are kept; empty: nowhere.
std::string CacheFolderOf(const CacheOptions& options);

// NVRTC for "sm_*" and "compute_*", the host's compiler for "cpu-*" (those of its checks too), behind the kernel cache.
// Each kernel has an image of its own, so that images do not depend on what the cache held. A machine error names the
// compiler that is missing.
absl::StatusOr<std::unique_ptr<CachingCompiler>> CreateKernelCompiler(absl::string_view target,
                                                                      const CacheOptions& options);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_KERNEL_COMPILERS_H_
