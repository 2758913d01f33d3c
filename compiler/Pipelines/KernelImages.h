// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine code of a module's kernels, for each target; a text that was compiled once is not compiled again.

#ifndef SINTER_COMPILER_PIPELINES_KERNELIMAGES_H
#define SINTER_COMPILER_PIPELINES_KERNELIMAGES_H

#include "compiler/Pipelines/Compiler.h"

namespace sinter {

class KernelImages {
public:
  explicit KernelImages(llvm::ArrayRef<TargetCompiler> targets) : targets(targets) {}

  /// Whether some target is a GPU's machine code, whose compiler reports registers and spills.
  bool isMeasured() const;

  /// Compiles what is new among `sources`; then images() and resources() are of those, a target after another, in their order.
  absl::Status compile(llvm::ArrayRef<rt::KernelSource> sources);

  std::vector<rt::CompiledImage> takeImages() { return std::move(images); }
  /// One a kernel, where the compiler tells.
  const std::vector<rt::KernelResources> &getResources() const { return resources; }

private:
  absl::Status compile(llvm::ArrayRef<rt::KernelSource> sources, const TargetCompiler &target);

  /// What is known of a text for a target.
  struct Compiled {
    rt::CompiledImage image; // holds this kernel alone
    std::optional<rt::KernelResources> resources;
  };

  llvm::ArrayRef<TargetCompiler> targets;
  std::vector<rt::CompiledImage> images;
  std::vector<rt::KernelResources> resources;
  std::map<std::pair<std::string, std::string>, Compiled> known; // by target and text
};

} // namespace sinter

#endif // SINTER_COMPILER_PIPELINES_KERNELIMAGES_H
