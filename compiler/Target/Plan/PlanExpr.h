// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extents between the compiler's affine expressions and the runtime's postfix programs.

#ifndef SINTER_COMPILER_TARGET_PLAN_PLANEXPR_H
#define SINTER_COMPILER_TARGET_PLAN_PLANEXPR_H

#include "runtime/plan/expr.h"

#include "mlir/IR/AffineExpr.h"

namespace sinter {

/// `expr` over symbols: symbol i is the entry's symbol i. It has no dimensions.
rt::Expr toPlanExpr(mlir::AffineExpr expr);

} // namespace sinter

#endif // SINTER_COMPILER_TARGET_PLAN_PLANEXPR_H
