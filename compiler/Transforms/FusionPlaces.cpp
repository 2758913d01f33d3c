// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where in its domain a group makes and reads its values: members fit where each value is needed at the point at which it is made.

#include "compiler/Transforms/FusionPlanner.h"

#include "compiler/Analysis/DependentFolds.h"
#include "compiler/Analysis/ModuleTarget.h"

using namespace mlir;

namespace sinter {

std::optional<SmallVector<AffineExpr>> FusionPlanner::placeOf(const FusionGroup &group, RankedTensorType type, FusionPart part) {
  ArrayRef<unsigned> dropped = part == FusionPart::Row ? ArrayRef(group.reduced) : part == FusionPart::Column ? ArrayRef(group.columns) : ArrayRef<unsigned>();
  ProperExtents proper = properExtents(type, scope);
  SmallVector<AffineExpr> dims, extents;
  for (auto [i, extent] : llvm::enumerate(group.domain))
    if (!llvm::is_contained(dropped, i)) {
      dims.push_back(getAffineDimExpr(i, scope.getContext()));
      extents.push_back(extent);
    }
  if (proper.extents != extents)
    return std::nullopt;
  return indicesOf(type, dims, scope);
}

std::optional<FusionPart> FusionPlanner::partOf(const FusionGroup &group, Operation *op) {
  RankedTensorType type = getComputedType(op->getResult(0));
  if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
    SmallVector<unsigned> folded = foldedBy(reduction);
    return folded == group.reduced ? std::optional(FusionPart::Row) : !group.columns.empty() && folded == group.columns ? std::optional(FusionPart::Column) : std::nullopt;
  }
  if (placeOf(group, type, FusionPart::Full))
    return FusionPart::Full;
  bool isRow = !group.reduced.empty() && placeOf(group, type, FusionPart::Row), isColumn = !group.columns.empty() && placeOf(group, type, FusionPart::Column);
  if (isRow && isColumn)
    return isFedByColumns(group, op) ? FusionPart::Column : FusionPart::Row;
  return isRow ? std::optional(FusionPart::Row) : isColumn ? std::optional(FusionPart::Column) : std::nullopt;
}

bool FusionPlanner::isFedByColumns(const FusionGroup &group, Operation *op) {
  return llvm::any_of(producers.lookup(op), [&](Operation *producer) { return group.contains(producer) && partOf(group, producer) == FusionPart::Column; });
}

bool FusionPlanner::canAddUpColumns(const FusionGroup &merged) {
  if (merged.columns.empty())
    return true;
  // A block walks the rows of one dimension: what others add to the same columns would be another block's.
  if (merged.columns.size() > 1)
    return false;
  AffineExpr length = getAffineConstantExpr(0, scope.getContext());
  for (const FusionGroup *half : merged.halves)
    for (Operation *op : half->members)
      if (isa<ReductionOpInterface>(op) && partOf(merged, op) == FusionPart::Column)
        length = length + 1;
  for (unsigned dim : merged.reduced)
    length = length * merged.domain[dim];
  auto known = dyn_cast<AffineConstantExpr>(length);
  return known && known.getValue() <= getMostColumnSums(getModuleTarget(function));
}

bool FusionPlanner::readsColumnsAgain(const FusionGroup &merged) {
  if (merged.columns.empty())
    return false;
  SmallVector<Operation *> worklist;
  llvm::SmallDenseSet<Operation *> seen;
  for (const FusionGroup *half : merged.halves)
    llvm::copy_if(half->members, std::back_inserter(worklist), [&](Operation *op) { return partOf(merged, op) == FusionPart::Column; });
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!seen.insert(op).second)
      continue;
    // A position among elements of 64 bits is found in two walks.
    if (auto reduction = dyn_cast<ReductionOpInterface>(op); reduction && ArrayRef(foldedBy(reduction)) == ArrayRef(merged.columns) && hasDependentFolds(reduction))
      return true;
    for (Operation *reader : readersOf(op)) {
      std::optional<FusionPart> part = roles.lookup(reader) == FusionRole::Main ? partOf(merged, reader) : std::nullopt;
      if (part == FusionPart::Full)
        return true;
      if (part && !isa<ReductionOpInterface>(reader))
        worklist.push_back(reader);
    }
  }
  return false;
}

SmallVector<unsigned> FusionPlanner::foldedBy(ReductionOpInterface reduction) {
  ProperExtents proper = properExtents(cast<RankedTensorType>(reduction->getOperand(0).getType()), scope);
  SmallVector<unsigned> folded;
  for (auto [position, dim] : llvm::enumerate(proper.dims))
    if (llvm::is_contained(reduction.getReductionAxes(), dim))
      folded.push_back(position);
  return folded;
}

std::optional<SmallVector<AffineExpr>> FusionPlanner::placeOf(const FusionGroup &group, Operation *op) {
  // Results of several shapes have no place in common.
  if (!llvm::all_equal(op->getResultTypes()))
    return std::nullopt;
  std::optional<FusionPart> part = partOf(group, op);
  return part ? placeOf(group, getComputedType(op->getResult(0)), *part) : std::nullopt;
}

std::optional<SmallVector<AffineExpr>> FusionPlanner::operandPlace(const FusionGroup &group, Operation *op, Value operand) {
  if (!isa<ReductionOpInterface>(op))
    return placeOf(group, op);
  return partOf(group, op) ? placeOf(group, cast<RankedTensorType>(operand.getType()), FusionPart::Full) : std::nullopt;
}

bool FusionPlanner::isAligned(const FusionGroup &merged, const FusionGroup &a, const FusionGroup &b) {
  return areAligned(merged, a, b) && areAligned(merged, b, a);
}

bool FusionPlanner::areAligned(const FusionGroup &merged, const FusionGroup &group, const FusionGroup &other) {
  bool isKnown = group.members.size() > 1 && group.domain == merged.domain && group.reduced == merged.reduced && group.columns == merged.columns;
  if (!isKnown)
    return llvm::all_of(group.members, [&](Operation *op) { return isAligned(merged, group, other, op); });
  return llvm::all_of(other.stored, [&](Operation *producer) {
    return llvm::all_of(readersOf(producer), [&](Operation *op) { return !group.members.contains(op) || isAligned(merged, group, other, op); });
  });
}

bool FusionPlanner::isAligned(const FusionGroup &merged, const FusionGroup &group, const FusionGroup &other, Operation *op) {
  // What is overwritten must be there: no two updates of one memory in one kernel, whose threads have no order.
  Operation *before = isInPlace(op) ? op->getOperand(0).getDefiningOp() : nullptr;
  if (before && (group.members.contains(before) || other.members.contains(before)))
    return false;
  for (Value operand : op->getOperands()) {
    auto place = operandPlace(merged, op, operand);
    if (!place)
      return false;
    for (const TracedRead &read : readsOf(op, operand, *place)) {
      Operation *producer = read.value.getDefiningOp();
      if (!producer || (!group.members.contains(producer) && !other.members.contains(producer)))
        continue;
      // What is updated in place is there when the whole kernel is done; what has memory of its own, others read.
      auto made = placeOf(merged, producer);
      if (!made || *made != read.indices || isInPlace(producer) || isMaterialized(producer))
        return false;
      // Columns are there when all rows are done.
      if (!merged.columns.empty() && partOf(merged, producer) == FusionPart::Column && partOf(merged, op) != FusionPart::Column)
        return false;
    }
  }
  return true;
}

SmallVector<TracedRead> FusionPlanner::readsOf(Operation *op, Value operand, ArrayRef<AffineExpr> place) {
  if (isInPlace(op))
    return traceUpdate(cast<ScatterOpInterface>(op), place, scope, [&](Operation *o) { return isTransparent(o); });
  if (isa<IndexMapOpInterface>(op))
    return traceReads(op->getResult(0), place, scope, [&](Operation *o) { return o == op || isTransparent(o); });
  return trace(operand, place);
}

} // namespace sinter
