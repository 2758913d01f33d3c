// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a group that was made by hand has to keep to.

#ifndef SINTER_COMPILER_TRANSFORMS_GROUPCHECK_H
#define SINTER_COMPILER_TRANSFORMS_GROUPCHECK_H

#include "mlir/IR/Operation.h"

namespace sinter {

/// Fails with a message at the operator where `members`, in the graph's order, cannot be one kernel or library call: a second product; folds that share some
/// of their dimensions, or of which not just one kind goes along the last; a member that reads what is folded over the rows again along them.
llvm::LogicalResult checkGroup(llvm::ArrayRef<mlir::Operation *> members);

} // namespace sinter

#endif // SINTER_COMPILER_TRANSFORMS_GROUPCHECK_H
