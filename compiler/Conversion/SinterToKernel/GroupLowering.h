// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the body of a kernel from a group.

#ifndef SINTER_COMPILER_CONVERSION_SINTERTOKERNEL_GROUPLOWERING_H
#define SINTER_COMPILER_CONVERSION_SINTERTOKERNEL_GROUPLOWERING_H

#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/OwningOpRef.h"

namespace sinter {

/// The kernel of `group` in domain form, named by its operators: its views are the group's inputs, then its results. Fails with a
/// diagnostic where a value is needed at another point than where it is made.
llvm::FailureOr<mlir::OwningOpRef<kernel::FuncOp>> lowerGroup(GroupOp group);

} // namespace sinter

#endif // SINTER_COMPILER_CONVERSION_SINTERTOKERNEL_GROUPLOWERING_H
