// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How two values of a fold become one, and what it starts from.

#ifndef SINTER_COMPILER_SCHEDULE_FOLDS_H
#define SINTER_COMPILER_SCHEDULE_FOLDS_H

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sinter {

/// What leaves a scalar of `type` as it is; for `max` and `min` the type's last value.
mlir::Value foldIdentity(mlir::ImplicitLocOpBuilder &b, kernel::FoldKind kind, mlir::Type type);

/// `x` and `y`, scalars or vectors of one type, folded.
mlir::Value buildCombine(mlir::ImplicitLocOpBuilder &b, kernel::FoldKind kind, mlir::Value x, mlir::Value y);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_FOLDS_H
