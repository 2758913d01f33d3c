// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs launches in a child process that was compiled with a sanitizer, and turns the sanitizer's report into a status
// with the emitted text's line.
#ifndef SINTER_RUNTIME_CPU_CHECK_RUNNER_H_
#define SINTER_RUNTIME_CPU_CHECK_RUNNER_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/cpu/cpu_memory.h"
#include "runtime/cpu/cpu_target.h"
#include "runtime/cpu/scratch_directory.h"
#include "runtime/cpu/simt_runtime.h"

namespace sinter::rt {

// Thread-safe. Modules must not outlive the runner.
class CheckRunner {
 public:
  // Compiles the child's program, which takes some seconds, or takes it from `cache_folder` where that is not empty and
  // has it. kNotFound without a compiler, kFailedPrecondition where it has no such sanitizer.
  static absl::StatusOr<std::unique_ptr<CheckRunner>> Create(CpuCheck check, const std::string& compiler,
                                                             const std::string& scratch_parent,
                                                             const std::string& cache_folder);

  // The image must be made by a HostCompiler with the same check.
  absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) const;

  // Every pointer parameter must be null or lie in an allocation of `memory`. What the kernel wrote is copied back
  // where the check found nothing; else the status says what and where, and `memory` is unchanged.
  absl::Status Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params, const SimtOptions& options,
                      const CpuMemory& memory) const;
  // The symbol of a kernel of a module that LoadModule gave.
  static const std::string& NameOf(const KernelHandle& kernel);

 private:
  CheckRunner(CpuCheck check, std::string scratch_parent, std::string program, ScratchDirectory directory)
      : check_(check),
        scratch_parent_(std::move(scratch_parent)),
        program_(std::move(program)),
        directory_(std::move(directory)) {}

  CpuCheck check_;
  std::string scratch_parent_;
  std::string program_;
  ScratchDirectory directory_;  // holds the program where no cache does
};

// The first finding in a sanitizer's output, in one line: "heap-buffer-overflow in kernel `k`: read of size 16 at
// k.cu:7, 0 bytes after a region of 400 bytes". The whole output where it cannot be understood.
std::string SummarizeSanitizerReport(absl::string_view kernel, absl::string_view output);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CHECK_RUNNER_H_
