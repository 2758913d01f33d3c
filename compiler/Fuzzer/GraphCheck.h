// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs compiled together, run on a device, and held to the reference.

#ifndef SINTER_COMPILER_FUZZER_GRAPHCHECK_H
#define SINTER_COMPILER_FUZZER_GRAPHCHECK_H

#include "compiler/Fuzzer/Figures.h"
#include "compiler/Fuzzer/GraphBuilder.h"
#include "compiler/Transforms/SkinnyProducts.h"
#include "runtime/base/backend.h"
#include "runtime/jit/kernel_compiler.h"

#include "absl/status/statusor.h"

#include <functional>
#include <memory>
#include <string>

namespace sinter::fuzz {

struct CheckSettings {
  /// Every edge is an output, and each operator is judged on the device's own operands; else results are held to error bounds.
  bool strict = false;
  bool fusion = true;
  SkinnyProducts skinnyProducts = SkinnyProducts::kAuto;
  bool mergeProducts = true;
  /// So many operators of a graph that are wrong are told of. `strict` alone; for the others one has to do.
  size_t mostViolations = 1;
};

struct CheckDevice {
  std::unique_ptr<rt::Backend> backend;
  std::unique_ptr<rt::KernelCompiler> compiler;
};

/// "cpu" or "cuda". `workers`: threads of the host's compiler and of a launch.
absl::StatusOr<CheckDevice> openDevice(const std::string &name, int workers);

struct Failure {
  std::string kind; // "compile", "kernel", "run", "mismatch", "reference"; of a process: "crash", "hang"
  std::string message;

  bool exists() const { return !kind.empty(); }
};

/// Told of what goes on in a batch; graphs are named by their place in it.
struct BatchObserver {
  /// Before each step that may crash or hang. "kernels" is of all graphs at once.
  std::function<void(size_t graph, const char *step)> begin;
  /// Once a graph; nothing failed where the failure does not exist.
  std::function<void(size_t graph, const Failure &failure)> finished;
  /// Once a graph that was run under `strict`, before `finished`. May be empty.
  std::function<void(size_t graph, const Figures &figures)> judged;
};

void checkGraphs(llvm::ArrayRef<const FuzzGraph *> graphs, const CheckSettings &settings, CheckDevice &device, const BatchObserver &observer);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_GRAPHCHECK_H
