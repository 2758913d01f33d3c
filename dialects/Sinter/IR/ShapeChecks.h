// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers, views and index maps of several shape operators have in common.

#ifndef SINTER_DIALECTS_SINTER_IR_SHAPECHECKS_H
#define SINTER_DIALECTS_SINTER_IR_SHAPECHECKS_H

#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// Whether extent `i` of `a` is extent `j` of `b`, symbols compared by name.
bool sameExtent(mlir::RankedTensorType a, int64_t i, mlir::RankedTensorType b, int64_t j);

/// The greatest value of `extent`, a constant or a symbol of `scope` alone, as the function that `op` stands in says; nothing for other expressions.
std::optional<int64_t> greatestExtent(mlir::AffineExpr extent, const SymbolScope &scope, mlir::Operation *op);

/// Fails, with a message, where the element types differ.
llvm::LogicalResult verifyElement(mlir::Operation *op, mlir::RankedTensorType a, mlir::RankedTensorType b);

/// Fails, with a message, where `axis` is not in [0, rank).
llvm::LogicalResult verifyAxis(mlir::Operation *op, int64_t axis, int64_t rank);

/// The extents of `type`, whose dims are numbered as those of `other`, which `numbered` gives in another numbering.
llvm::FailureOr<llvm::SmallVector<mlir::AffineExpr>> extentsLike(mlir::RankedTensorType type, mlir::RankedTensorType other,
                                                                 llvm::ArrayRef<mlir::AffineExpr> numbered);

/// Fails, with a message, unless `indices` of single elements have the input's rank and, but along `axis`, at most its extents for
/// every value of the symbols.
llvm::LogicalResult verifyElementwiseIndices(mlir::Operation *op, mlir::RankedTensorType input, mlir::RankedTensorType indices, int64_t axis);

/// `read`, or 0 of `element` where one of `extents` is 0: then nothing is there to be read. Asked only of extents that may be.
mlir::Value readUnlessEmpty(IndexingBuilder &b, llvm::ArrayRef<mlir::AffineExpr> extents, mlir::Type element, llvm::function_ref<mlir::Value()> read);

/// Whether lhs < rhs, as a scalar.
mlir::Value isLess(IndexingBuilder &b, mlir::AffineExpr lhs, mlir::AffineExpr rhs);

} // namespace sinter

#endif // SINTER_DIALECTS_SINTER_IR_SHAPECHECKS_H
