// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups that FormFusionGroups forms pass; it is by hand that others come.

#include "compiler/Transforms/GroupCheck.h"

#include "compiler/Analysis/IndexTrace.h"
#include "compiler/Support/OperatorNames.h"
#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;

namespace sinter {
namespace {

/// Proper dimensions of a reduction's operand, and which of them it folds.
struct Fold {
  Operation *op;
  SmallVector<AffineExpr> domain;
  llvm::SmallDenseSet<unsigned> dims;

  bool isAlongLast() const { return !domain.empty() && dims.contains(domain.size() - 1); }
};

Fold foldOf(ReductionOpInterface reduction, SymbolScope &scope) {
  ProperExtents proper = properExtents(cast<RankedTensorType>(reduction->getOperand(0).getType()), scope);
  Fold fold{reduction, proper.extents, {}};
  for (auto [position, dim] : llvm::enumerate(proper.dims))
    if (llvm::is_contained(reduction.getReductionAxes(), dim))
      fold.dims.insert(position);
  return fold;
}

bool doMeet(const Fold &a, const Fold &b) {
  return llvm::any_of(a.dims, [&](unsigned dim) { return b.dims.contains(dim); });
}

LogicalResult checkFolds(ArrayRef<Fold> folds) {
  for (const Fold &fold : folds) {
    const Fold &first = folds.front();
    if (fold.domain != first.domain || fold.dims == first.dims)
      continue;
    if (doMeet(fold, first))
      return fold.op->emitOpError("folds some of the dimensions that ")
             << getOperatorName(first.op) << " of its group folds, and not the same: put one of them into another group";
    if (fold.isAlongLast() == first.isAlongLast())
      return fold.op->emitOpError("folds other dimensions than ")
             << getOperatorName(first.op) << " of its group, and neither the last one: rows and columns go together, others into another group";
  }
  return success();
}

/// What is folded over the rows is whole when all rows are: nothing that walks the domain may read it.
LogicalResult checkReadersOfColumns(ArrayRef<Operation *> members, ArrayRef<Fold> folds, SymbolScope &scope) {
  llvm::SmallDenseSet<Operation *> columns;
  for (const Fold &fold : folds)
    if (!fold.isAlongLast())
      columns.insert(fold.op);
  if (columns.empty() || columns.size() == folds.size())
    return success();
  for (Operation *op : members) {
    if (auto update = dyn_cast<UpdateOpInterface>(op); update && update.getInPlace())
      return op->emitOpError("updates in place beside folds over rows and over columns, which take two kernels: put it into another group");
    if (!llvm::any_of(op->getOperands(), [&](Value v) { return v.getDefiningOp() && columns.contains(v.getDefiningOp()); }))
      continue;
    Value walked = isa<ReductionOpInterface>(op) ? op->getOperand(0) : op->getResult(0);
    if (properExtents(cast<RankedTensorType>(walked.getType()), scope).extents == folds.front().domain)
      return op->emitOpError("reads in each row what its group folds over the rows, which is known when all rows are: put it into another group");
    columns.insert(op);
  }
  return success();
}

} // namespace

LogicalResult checkGroup(ArrayRef<Operation *> members) {
  Operation *product = nullptr;
  SmallVector<Fold> folds;
  SymbolScope scope(members.front()->getContext());
  for (Operation *op : members) {
    if (isa<ContractionOpInterface>(op)) {
      if (product)
        return op->emitOpError("is a second product in a group, and a library call does one: put it into another group");
      product = op;
    }
    if (auto reduction = dyn_cast<ReductionOpInterface>(op))
      folds.push_back(foldOf(reduction, scope));
  }
  if (failed(checkFolds(folds)))
    return failure();
  return folds.empty() ? success() : checkReadersOfColumns(members, folds, scope);
}

} // namespace sinter
