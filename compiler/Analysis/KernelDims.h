// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Over which dimensions of the domain the values of a kernel vary, and how its maps depend on one dimension.

#ifndef SINTER_COMPILER_ANALYSIS_KERNELDIMS_H
#define SINTER_COMPILER_ANALYSIS_KERNELDIMS_H

#include "dialects/Kernel/IR/Kernel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"

namespace sinter {

class KernelDims {
public:
  explicit KernelDims(kernel::FuncOp function);

  /// The dimensions over which `value`, of the kernel's body, varies.
  const llvm::SmallBitVector &of(mlir::Value value) const { return dims.find(value)->second; }
  bool variesOver(mlir::Value value, unsigned dim) const { return of(value).test(dim); }
  bool variesOver(mlir::Value value, llvm::ArrayRef<int64_t> any) const;

private:
  llvm::DenseMap<mlir::Value, llvm::SmallBitVector> dims;
};

/// The factor of `dim` in `expr` where it is linear in it (0 where it does not depend on it), else nothing.
std::optional<mlir::AffineExpr> linearCoefficient(mlir::AffineExpr expr, unsigned dim);

/// `expr` with `dim` replaced by `value`.
mlir::AffineExpr substituteDim(mlir::AffineExpr expr, unsigned dim, mlir::AffineExpr value);

/// The map of a load, a store or an index of the domain form; null for other operations.
mlir::AffineMapAttr getPlaceMap(mlir::Operation *op);

/// Whether the last points of the kernel, fewer than a vector, are taken one by one: it has one dimension and folds nothing.
bool hasTail(kernel::FuncOp function);

/// Whether place `expr` rises by one along `inner`, and at its element 0 is a multiple of `vector`, or differs by one from `start` where that is not null.
bool isAlignedTo(mlir::AffineExpr expr, unsigned inner, int64_t vector, mlir::AffineExpr start = {});

/// Whether points `vector * i` to `vector * i + vector - 1` along `inner` are one aligned vector in each view, or are read one
/// by one; where nothing is folded or scanned, in one view at least.
bool allowsVector(kernel::FuncOp function, unsigned inner, int64_t vector);

/// Where rows along `inner` begin, by the place that most bytes are read and written at: its expression at element 0 of the row. A row from there on has
/// aligned vectors but for its ends. Null where no vector of two lies along the last dimension, or where the kernel walks parts of rows.
mlir::AffineExpr findRowStart(kernel::FuncOp function, unsigned inner);

/// The dimensions that some reduction of the kernel folds, ascending.
llvm::SmallVector<int64_t> getReducedDims(kernel::FuncOp function);

/// Of those the ones that a group of threads walks together: the dimensions of the reductions over the last dimension, where there are
/// such, else all.
llvm::SmallVector<int64_t> getWalkedDims(kernel::FuncOp function);

/// What a row of a `rows` schedule is: the dimensions that are walked together, or the last one where nothing is folded.
llvm::SmallVector<int64_t> getRowDims(kernel::FuncOp function);

/// Whether some reductions fold along rows (the last dimension is among theirs), and others, over other dimensions, the rows.
bool foldsRowsIntoColumns(kernel::FuncOp function);

/// Whether the rows so folded lie along one dimension: a block walks those of one, and what others add to the same columns would be another block's.
bool foldsRowsOfOneDim(kernel::FuncOp function);

/// The points of the dimensions for which `isIn` holds where the kernel's symbols are `symbols`, or nothing where one is symbolic or their number leaves 64 bits.
std::optional<int64_t> countPoints(kernel::FuncOp function, llvm::ArrayRef<mlir::AffineExpr> symbols, llvm::function_ref<bool(int64_t)> isIn);
/// The same without values of symbols.
std::optional<int64_t> getStaticPoints(kernel::FuncOp function, llvm::function_ref<bool(int64_t)> isIn);

/// Some scan of the kernel, or null: all of them go along one dimension in one direction.
kernel::ScanOp getFirstScan(kernel::FuncOp function);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_KERNELDIMS_H
