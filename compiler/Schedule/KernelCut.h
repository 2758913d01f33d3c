// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel in domain form cut into two that run one after the other.

#ifndef SINTER_COMPILER_SCHEDULE_KERNELCUT_H
#define SINTER_COMPILER_SCHEDULE_KERNELCUT_H

#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

/// Two kernels for one, and what lies in memory between them.
struct KernelCut {
  kernel::FuncOp head, tail;
  /// Of the arguments of the kernel that was cut, those that each takes, in order.
  llvm::SmallVector<unsigned> headArguments, tailArguments;
  /// Elements and type of each value that the head stores and the tail loads: the head's last views, and the tail's first ones.
  llvm::SmallVector<mlir::AffineExpr> counts;
  llvm::SmallVector<mlir::Type> types;
  /// What the two move more than the one, bits for each point of the domain.
  int64_t bitsPerPoint = 0;
};

/// Cuts `function`, which stays, where the fewest bytes lie in memory between the halves, each of which gets a quarter of the operators or more. What is read
/// from memory, and what is made of it with fewer dimensions than the domain has, is made again on the other side. The halves are
/// inserted before `function`, without a schedule. Nothing where there is no such place.
std::optional<KernelCut> cutKernel(kernel::FuncOp function);

/// Gives what `call` of the kernel that was cut gives by calls of its halves, and erases it.
void replaceCall(kernel::CallOp call, KernelCut &cut);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_KERNELCUT_H
