// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles kernels by NVRTC, opened at run time. Needs neither a GPU nor a driver.
#ifndef SINTER_RUNTIME_JIT_NVRTC_COMPILER_H_
#define SINTER_RUNTIME_JIT_NVRTC_COMPILER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/jit/kernel_compiler.h"

namespace sinter::rt {

struct NvrtcOptions {
  // Programs compiled at the same time, each on its own thread; 0: as many as the machine has cores.
  int max_threads = 0;
  // NVRTC spends most of its time on what programs repeat, so kernels share programs, split evenly. One kernel a
  // program makes an image's bytes independent of what else was compiled with it.
  int max_kernels_per_program = 12;
  bool line_info = false;
  std::vector<std::string> extra_options;
};

struct NvrtcApi;

// Targets: "sm_90" gives machine code (a cubin), "compute_90" gives PTX. Kernels are built as C++17 with contraction of
// multiply and add off, and see only the embedded headers (runtime/jit/embedded_headers.h).
class NvrtcCompiler : public KernelCompiler {
 public:
  // Opens libnvrtc: the path in $SINTER_NVRTC where that is set, else libnvrtc.so.13 or .12 where the loader, the
  // folders $CUDA_HOME/lib64 and /usr/local/cuda/lib64 have it. kNotFound names the places.
  static absl::StatusOr<std::unique_ptr<NvrtcCompiler>> Create(const NvrtcOptions& options = {});
  ~NvrtcCompiler() override;

  absl::StatusOr<std::vector<CompiledImage>> Compile(absl::Span<const KernelSource> sources,
                                                     absl::string_view target) override;
  absl::StatusOr<CompileOutput> CompileAndMeasure(absl::Span<const KernelSource> sources,
                                                  absl::string_view target) override;
  std::string Identity() const override;

  // "13.0"
  std::string version() const;

 private:
  NvrtcCompiler(NvrtcOptions options, std::unique_ptr<NvrtcApi> api, int major, int minor,
                std::vector<int> architectures);
  absl::Status CheckTarget(absl::string_view target) const;
  std::vector<std::string> FixedOptions() const;
  absl::StatusOr<CompileOutput> CompileProgram(absl::Span<const KernelSource> sources, absl::string_view target) const;

  NvrtcOptions options_;
  std::unique_ptr<NvrtcApi> api_;
  int major_, minor_;
  std::vector<int> architectures_;
};

// Reads ptxas's report ("--ptxas-options=-v"): one entry an entry function, in the log's order. Exposed for tests.
std::vector<KernelResources> ParsePtxasReport(absl::string_view log);

// Sizes of the programs that `kernels` kernels are split into: as even as possible, none over `max_per_program`, and
// enough of them to give each of `threads` threads one. Exposed for tests.
std::vector<int> SplitIntoPrograms(int kernels, int max_per_program, int threads);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_JIT_NVRTC_COMPILER_H_
