// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How two values of a fold become one, and what it starts from.

#ifndef SINTER_COMPILER_SCHEDULE_FOLDS_H
#define SINTER_COMPILER_SCHEDULE_FOLDS_H

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sinter {

/// What leaves a scalar of `type` as it is; for `max` and `min` the type's last value.
mlir::Value foldIdentity(mlir::ImplicitLocOpBuilder &b, kernel::FoldKind kind, mlir::Type type);

/// `x` and `y`, scalars or vectors of one type, folded.
mlir::Value buildCombine(mlir::ImplicitLocOpBuilder &b, kernel::FoldKind kind, mlir::Value x, mlir::Value y);

/// The sum of exp(x - m) over what `greatest`, m, folds x over too. One walk finds both: where x exceeds the greatest so far, m', what is summed up is
/// multiplied by exp(m' - x).
struct ExponentialSum {
  kernel::ReduceOp greatest;
  mlir::math::ExpOp exponential;
  /// Whether 0 is subtracted where m is -infinity. Otherwise the sum is NaN there, as long as it has terms.
  bool isGuarded = false;

  /// Whether nothing else is made of the exponentials.
  bool isAlone() { return exponential.getResult().hasOneUse(); }
};

/// What `reduce` sums up, where it is that.
std::optional<ExponentialSum> findExponentialSum(kernel::ReduceOp reduce);

/// Whether all that the kernel folds are sums of products of two values, as products of matrices are.
bool sumsProducts(kernel::FuncOp function);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_FOLDS_H
