// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels made of parts of one: what a part needs, and its call in the place of the whole's.

#ifndef SINTER_COMPILER_SCHEDULE_KERNELPARTS_H
#define SINTER_COMPILER_SCHEDULE_KERNELPARTS_H

#include "dialects/Kernel/IR/Kernel.h"

#include "llvm/ADT/DenseMap.h"

namespace sinter {

/// Takes operations out that nothing needs.
void eraseDead(kernel::FuncOp part);

/// Takes arguments out that nothing uses; of the `count` from `first` on the ones that are left, ascending, as numbers from `first`.
llvm::SmallVector<unsigned> dropUnusedArguments(kernel::FuncOp part, unsigned first, unsigned count);

/// Calls `part` before `call`, a call of the whole: with `before`, then what `arguments` of the whole are, its inputs or its results, of which it becomes what makes them.
/// Its results beyond these, of types `more`, are returned.
llvm::SmallVector<mlir::Value> callPart(kernel::CallOp call, kernel::FuncOp part, llvm::ArrayRef<unsigned> arguments, mlir::ValueRange before = {},
                                        llvm::ArrayRef<mlir::Type> more = {});

/// The calls of each kernel of `module`.
llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<kernel::CallOp>> collectCalls(mlir::Operation *module);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_KERNELPARTS_H
