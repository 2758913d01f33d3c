// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels' texts compiled ahead, side by side, for plans that are made one after the other.

#ifndef SINTER_COMPILER_TOOLS_TEXTCOMPILER_H
#define SINTER_COMPILER_TOOLS_TEXTCOMPILER_H

#include "runtime/jit/kernel_compiler.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sinter {

/// Compiles each text once, by a compiler that several threads may call, and keeps what came of it, an error too.
class TextCompiler : public rt::KernelCompiler {
public:
  explicit TextCompiler(std::unique_ptr<rt::KernelCompiler> inner) : inner(std::move(inner)) {}

  /// On as many threads as there are processors; what fails is told when it is asked for.
  void compileAhead(const std::vector<rt::KernelSource> &sources, const std::string &target);

  absl::StatusOr<std::vector<rt::CompiledImage>> Compile(absl::Span<const rt::KernelSource> sources, absl::string_view target) override;
  absl::StatusOr<rt::CompileOutput> CompileAndMeasure(absl::Span<const rt::KernelSource> sources, absl::string_view target) override;
  std::string Identity() const override { return inner->Identity(); }

private:
  std::unique_ptr<rt::KernelCompiler> inner;
  std::map<std::pair<std::string, std::string>, absl::StatusOr<rt::CompileOutput>> known; // by target and text
};

} // namespace sinter

#endif // SINTER_COMPILER_TOOLS_TEXTCOMPILER_H
