// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of @init that no function reads.

#ifndef SINTER_COMPILER_CONVERSION_SINTERTOPLAN_UNUSEDCONSTANTS_H
#define SINTER_COMPILER_CONVERSION_SINTERTOPLAN_UNUSEDCONSTANTS_H

#include "mlir/IR/BuiltinOps.h"

namespace sinter {

/// Takes results out of @init that no `#sinter.packed` of another function names, with the kernels that make nothing else, and @init where none is left. What a
/// kernel's text turned out not to need (a select whose condition is known) is no constant of the plan.
void dropUnusedConstants(mlir::ModuleOp module);

} // namespace sinter

#endif // SINTER_COMPILER_CONVERSION_SINTERTOPLAN_UNUSEDCONSTANTS_H
