// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function must look like for passes on graphs.

#ifndef SINTER_COMPILER_ANALYSIS_GRAPHFORM_H
#define SINTER_COMPILER_ANALYSIS_GRAPHFORM_H

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sinter {

/// Success where `function` is one block of this dialect's operators and kernel calls on tensors of known extents; else a
/// diagnostic that names what is not.
llvm::LogicalResult checkGraph(mlir::func::FuncOp function);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_GRAPHFORM_H
