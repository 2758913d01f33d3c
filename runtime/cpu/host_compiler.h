// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles emitted kernels with the host's C++ compiler, for the CPU path.
#ifndef SINTER_RUNTIME_CPU_HOST_COMPILER_H_
#define SINTER_RUNTIME_CPU_HOST_COMPILER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/cpu/cpu_target.h"
#include "runtime/jit/kernel_compiler.h"

namespace sinter::rt {

struct HostCompilerOptions {
  std::string compiler;              // empty: $SINTER_HOST_CXX, else the first of c++, g++, clang++ that starts
  std::string optimization = "-O1";  // a compile is most of a test's time; the CPU path is not for speed
  CpuCheck check = CpuCheck::kNone;
  // Loads and stores by the device headers count their bytes; CpuBackend::traffic() reads them.
  bool count_traffic = false;
  int worker_count = 0;        // compiles that run at once; 0: as many as the machine has threads
  int kernels_per_image = 10;  // at most
  std::string scratch_parent;  // where temporary folders go; empty: $TMPDIR, else /tmp
};

// The only target is CpuTarget(options.check). Images are shared objects that export one `sinter_entry_NAME` a kernel
// (simt_abi.h).
class HostCompiler : public KernelCompiler {
 public:
  // kNotFound, with all that was tried, where no compiler starts.
  static absl::StatusOr<std::unique_ptr<HostCompiler>> Create(const HostCompilerOptions& options);

  // Messages of the compiler name `SYMBOL.cu` and lines of the text as it was given. Where kernels fail, the error
  // names all of them, holds the log and says where the sources were kept.
  absl::StatusOr<std::vector<CompiledImage>> Compile(absl::Span<const KernelSource> sources,
                                                     absl::string_view target) override;
  std::string Identity() const override { return identity_; }

  const std::string& compiler() const { return options_.compiler; }

 private:
  HostCompiler(HostCompilerOptions options, std::string identity);

  HostCompilerOptions options_;
  std::string identity_;
};

// The first compiler that starts, as HostCompilerOptions::compiler says, and the first line of what `--version` prints.
struct HostCxx {
  std::string program, version;
};
absl::StatusOr<HostCxx> FindHostCxx(const std::string& wanted);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_HOST_COMPILER_H_
