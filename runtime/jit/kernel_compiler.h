// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What turns the text of kernels into images: NVRTC for a GPU, the host's C++ compiler for the CPU, and a disk cache
// around either.
#ifndef SINTER_RUNTIME_JIT_KERNEL_COMPILER_H_
#define SINTER_RUNTIME_JIT_KERNEL_COMPILER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// What one kernel takes of the device, as its compiler reported it. Bytes are a thread's (spills, stack) or a block's
// (static shared memory).
struct KernelResources {
  std::string symbol;
  int32_t registers = 0;
  int32_t stack_bytes = 0;
  int32_t spill_store_bytes = 0;
  int32_t spill_load_bytes = 0;
  int32_t shared_bytes = 0;
};

struct CompileOutput {
  std::vector<CompiledImage> images;       // each kernel is in exactly one
  std::vector<KernelResources> resources;  // one a kernel, in the order of the sources; empty where unknown
};

// Thread-compatible, as every interface of the runtime; Compile itself may use several threads.
class KernelCompiler {
 public:
  virtual ~KernelCompiler() = default;

  // Compiles `sources`, whose symbols are distinct, for `target` ("sm_90", "compute_90", "cpu-x86_64"). How kernels
  // share images is the compiler's choice. A failure names the kernels and holds the compiler's log.
  virtual absl::StatusOr<std::vector<CompiledImage>> Compile(absl::Span<const KernelSource> sources,
                                                             absl::string_view target) = 0;

  // Like Compile, and says what each kernel takes where the compiler reports it.
  virtual absl::StatusOr<CompileOutput> CompileAndMeasure(absl::Span<const KernelSource> sources,
                                                          absl::string_view target) {
    absl::StatusOr<std::vector<CompiledImage>> images = Compile(sources, target);
    if (!images.ok()) return images.status();
    return CompileOutput{*std::move(images), {}};
  }

  // All that an image depends on beside the kernel's text and the target: the compiler with its version, its options,
  // and the text (or a hash) of every header. Part of the key of the cache.
  virtual std::string Identity() const = 0;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_JIT_KERNEL_COMPILER_H_
