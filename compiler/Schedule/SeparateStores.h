// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two kernels for one: some of its stores, and the others.

#ifndef SINTER_COMPILER_SCHEDULE_SEPARATESTORES_H
#define SINTER_COMPILER_SCHEDULE_SEPARATESTORES_H

#include "dialects/Kernel/IR/Kernel.h"

#include "llvm/ADT/SmallBitVector.h"

#include <functional>

namespace sinter {

/// Replaces `function` and its `calls` (all that there are) by a kernel of the stores for which `isApart` does not hold, named with `names.first`
/// behind, and one of those for which it does, with `names.second`. Nothing is done, and nothing returned, where either would have none, or where a
/// call writes in place: what one of the two overwrites, the other might read.
llvm::SmallVector<kernel::FuncOp> separateStores(kernel::FuncOp function, llvm::ArrayRef<kernel::CallOp> calls,
                                                 llvm::function_ref<bool(kernel::StoreOp)> isApart, std::pair<llvm::StringRef, llvm::StringRef> names);

/// The dimensions that `store` leaves out though nothing folds them for it: all of their points would store the same, and where there are none,
/// nothing would. `isHere`: of what the store is made of, the operations that count; without it all do.
llvm::SmallBitVector getUnfoldedDims(kernel::FuncOp function, kernel::StoreOp store, std::function<bool(mlir::Operation *)> isHere = nullptr);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_SEPARATESTORES_H
