// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the elements that an operator reads come from, once shape operators are seen through.

#ifndef SINTER_COMPILER_ANALYSIS_INDEXTRACE_H
#define SINTER_COMPILER_ANALYSIS_INDEXTRACE_H

#include "dialects/Sinter/IR/Sinter.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sinter {

/// One read: element `indices` of `value`.
struct TracedRead {
  mlir::Value value;
  llvm::SmallVector<mlir::AffineExpr> indices;
  /// Whether some elements may not be read: on one side of a concat.
  bool isConditional = false;
};

/// The reads that make element `indices` of `value`, seen through the operators for which `isTransparent` holds (shape
/// operators and elementwise operators only). Indices along dimensions of extent 1 are 0.
llvm::SmallVector<TracedRead> traceReads(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> indices, SymbolScope &scope,
                                         llvm::function_ref<bool(mlir::Operation *)> isTransparent);

/// The same for what an operator that scatters in place reads to write element `indices` of its update.
llvm::SmallVector<TracedRead> traceUpdate(ScatterOpInterface scatter, llvm::ArrayRef<mlir::AffineExpr> indices, SymbolScope &scope,
                                          llvm::function_ref<bool(mlir::Operation *)> isTransparent);

/// The extents of `type` but those that are 1, and their dimensions.
struct ProperExtents {
  llvm::SmallVector<mlir::AffineExpr> extents;
  llvm::SmallVector<int64_t> dims;
};
ProperExtents properExtents(mlir::RankedTensorType type, SymbolScope &scope);

/// Indices into `type` where its proper dimension i is `proper[i]`, others 0.
llvm::SmallVector<mlir::AffineExpr> indicesOf(mlir::RankedTensorType type, llvm::ArrayRef<mlir::AffineExpr> proper,
                                              SymbolScope &scope);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_INDEXTRACE_H
