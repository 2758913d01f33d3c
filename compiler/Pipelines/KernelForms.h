// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The distinct kernels of a graph, each alone and by any schedule: what a tuner measures.

#ifndef SINTER_COMPILER_PIPELINES_KERNELFORMS_H
#define SINTER_COMPILER_PIPELINES_KERNELFORMS_H

#include "compiler/Pipelines/Compiler.h"
#include "compiler/Pipelines/DistinctKernel.h"
#include "dialects/Kernel/IR/Kernel.h"

#include "absl/status/statusor.h"

#include <memory>

namespace sinter {

/// What a kernel comes to by a schedule.
struct KernelForm {
  std::vector<rt::KernelSource> sources;
  /// Equal where forms differ in comments alone.
  std::string identity;
};

class KernelForms {
public:
  /// Runs the stages up to the kernels' schedules on `module`, which it keeps; without pins. At most `most` candidates a kernel. Kernels that @init alone
  /// runs are not among them. Errors have been emitted on failure.
  static mlir::FailureOr<std::unique_ptr<KernelForms>> create(mlir::OwningOpRef<mlir::ModuleOp> module, CompileOptions options, size_t most);

  const std::vector<DistinctKernel> &getKernels() const { return kernels; }
  const CompileOptions &getOptions() const { return options; }

  /// A module with kernel `number` alone, by `schedule` as a pinned one, or by the rules' where that is empty: its operands are the arguments of @main, what it
  /// writes the results, tied where it writes in place. Extents stay symbols where they are such in the graph.
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> isolate(size_t number, llvm::StringRef schedule) const;

  /// The kernel of that module as text, before any of it is compiled. kInvalidArgument says why there is none; no error is emitted.
  absl::StatusOr<KernelForm> print(size_t number, llvm::StringRef schedule) const;

private:
  explicit KernelForms(CompileOptions options) : options(std::move(options)) {}
  mlir::LogicalResult collect();
  mlir::LogicalResult findSharedLaunches();
  void findCandidates(size_t most);
  void note(kernel::FuncOp function, kernel::CallOp call);

  /// A kernel and a call of it, or of the general one that it is a special case of.
  struct Place {
    kernel::FuncOp function;
    kernel::CallOp call;
  };

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<DistinctKernel> kernels;
  std::vector<Place> places; // one a kernel
  std::map<std::string, size_t> numbers; // by the kernels' names
  CompileOptions options;
};

} // namespace sinter

#endif // SINTER_COMPILER_PIPELINES_KERNELFORMS_H
