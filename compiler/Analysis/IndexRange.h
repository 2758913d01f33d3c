// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between which values the indices of a scheduled kernel lie.

#ifndef SINTER_COMPILER_ANALYSIS_INDEXRANGE_H
#define SINTER_COMPILER_ANALYSIS_INDEXRANGE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace sinter {

/// Bounds, both inclusive; a missing one is not known.
struct IndexRange {
  std::optional<int64_t> low, high;

  bool isNonNegative() const { return low && *low >= 0; }
};

/// The range of `value`, an index that an affine expression is made of (or a vector of them): blocks, threads, loops and what expressions and limits make
/// of them. The kernel dialect promises that it is 0 or more.
IndexRange rangeOfIndex(mlir::Value value);

/// Whether `value`, an index, is made of what a kernel read: it may be wanted at points of which a tensor has none, where extents are 0.
bool isIndexFromData(mlir::Value value);

/// The range of `expr`, whose dimensions and symbols lie in `dims` and `symbols`. Divisors are positive.
IndexRange rangeOfExpr(mlir::AffineExpr expr, llvm::ArrayRef<IndexRange> dims, llvm::ArrayRef<IndexRange> symbols);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_INDEXRANGE_H
