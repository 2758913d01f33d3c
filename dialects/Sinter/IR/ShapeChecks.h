// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers and views of several shape operators ask.

#ifndef SINTER_DIALECTS_SINTER_IR_SHAPECHECKS_H
#define SINTER_DIALECTS_SINTER_IR_SHAPECHECKS_H

#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// Whether extent `i` of `a` is extent `j` of `b`, symbols compared by name.
bool sameExtent(mlir::RankedTensorType a, int64_t i, mlir::RankedTensorType b, int64_t j);

/// Fails, with a message, where the element types differ.
llvm::LogicalResult verifyElement(mlir::Operation *op, mlir::RankedTensorType a, mlir::RankedTensorType b);

/// Fails, with a message, where `axis` is not in [0, rank).
llvm::LogicalResult verifyAxis(mlir::Operation *op, int64_t axis, int64_t rank);

/// The extents of `type`, whose dims are numbered as those of `other`, which `numbered` gives in another numbering.
llvm::FailureOr<llvm::SmallVector<mlir::AffineExpr>> extentsLike(mlir::RankedTensorType type, mlir::RankedTensorType other,
                                                                 llvm::ArrayRef<mlir::AffineExpr> numbered);

} // namespace sinter

#endif // SINTER_DIALECTS_SINTER_IR_SHAPECHECKS_H
