// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the functions of a graph say of the kernels that they call.

#ifndef SINTER_COMPILER_ANALYSIS_KERNELCALLS_H
#define SINTER_COMPILER_ANALYSIS_KERNELCALLS_H

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

namespace sinter {

class KernelCalls {
public:
  /// Of `kernel`, or of what it is a special case of.
  explicit KernelCalls(kernel::FuncOp kernel);
  explicit KernelCalls(kernel::ThreadFuncOp kernel);

  /// The greatest of what `count` gives for the kernel's symbols, where they have the greatest values of their ranges, over all calls; without values where it needs
  /// none. Nothing where nothing calls the kernel, or `count` gives nothing.
  std::optional<int64_t> countMost(llvm::function_ref<std::optional<int64_t>(llvm::ArrayRef<mlir::AffineExpr>)> count) const;

  /// Whether the call of a kernel before or after it neither waits for it nor is waited for: they may share a launch.
  bool haveNeighbours() const;
  /// Whether a kernel is called after it in some function.
  bool haveSuccessors() const;
  /// Whether nothing but the functions' callers reads what the calls make.
  bool areResultsReturned() const;

private:
  template <typename Func>
  void find(Func kernel);

  llvm::SmallVector<kernel::CallOp> calls;
  mlir::ArrayAttr symbols;
  kernel::SpecializationAttr special;
};

/// The points of the dimensions for which `isIn` holds, with the greatest values of symbols.
std::optional<int64_t> getMostPoints(kernel::FuncOp function, llvm::function_ref<bool(int64_t)> isIn);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_KERNELCALLS_H
