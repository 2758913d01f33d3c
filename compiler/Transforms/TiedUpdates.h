// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which updates may write into the memory of an argument.

#ifndef SINTER_COMPILER_TRANSFORMS_TIEDUPDATES_H
#define SINTER_COMPILER_TRANSFORMS_TIEDUPDATES_H

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sinter {

/// Marks the updates that lead from an argument to a result tied to it as in place, and no others: where nothing else reads what they overwrite. `onDecision` is told of
/// each one marked, and of the one for which a chain of them is not.
void markTiedUpdates(mlir::func::FuncOp function, llvm::function_ref<void(UpdateOpInterface, mlir::BlockArgument)> onDecision);

} // namespace sinter

#endif // SINTER_COMPILER_TRANSFORMS_TIEDUPDATES_H
