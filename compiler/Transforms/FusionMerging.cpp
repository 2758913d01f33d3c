// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups with one member each, then merged: consumers with their producers, and siblings that read one value.

#include "compiler/Transforms/FusionPlanner.h"

#include <limits>

using namespace mlir;

namespace sinter {

SmallVector<TracedRead> FusionPlanner::trace(Value value, ArrayRef<AffineExpr> indices) {
  return traceReads(value, indices, scope, [&](Operation *op) { return isTransparent(op); });
}

void FusionPlanner::collectReaders(Block &body) {
  for (Operation &op : body) {
    if (isTransparent(&op))
      continue;
    SmallVector<Value> worklist(op.getOperands());
    llvm::DenseSet<Operation *> seen;
    while (!worklist.empty()) {
      Operation *producer = worklist.pop_back_val().getDefiningOp();
      if (!producer || !seen.insert(producer).second)
        continue;
      if (isTransparent(producer)) {
        llvm::append_range(worklist, producer->getOperands());
      } else {
        readers[producer].insert(&op);
        producers[&op].push_back(producer);
      }
    }
  }
  for (const auto &given : groups)
    for (Operation *op : given->members)
      if (!readersOf(op).empty())
        given->stored.insert(op);
}

void FusionPlanner::startGroup(Operation *op) {
  auto group = std::make_unique<FusionGroup>();
  group->members.insert(op);
  group->last = order.lookup(op);
  if (auto deadline = deadlines.find(op); deadline != deadlines.end())
    group->deadline = deadline->second;
  auto reduction = dyn_cast<ReductionOpInterface>(op);
  auto type = reduction ? cast<RankedTensorType>(op->getOperand(0).getType()) : getComputedType(op->getResult(0));
  ProperExtents proper = properExtents(type, scope);
  group->domain = proper.extents;
  for (auto [position, dim] : llvm::enumerate(proper.dims))
    if (reduction && llvm::is_contained(reduction.getReductionAxes(), dim))
      group->reduced.push_back(position);
  if (auto scan = dyn_cast<ScanOpInterface>(op))
    if (auto axis = llvm::find(proper.dims, scan.getScanAxis()); axis != proper.dims.end())
      group->scanned = {axis - proper.dims.begin(), scan.isReverseScan()};
  if (!readersOf(op).empty())
    group->stored.insert(op);
  collectInputs(op, *group);
  groupOf[op] = group.get();
  groups.push_back(std::move(group));
}

ArrayRef<Operation *> FusionPlanner::readersOf(Operation *op) const {
  auto it = readers.find(op);
  return it == readers.end() ? ArrayRef<Operation *>() : it->second.getArrayRef();
}

void FusionPlanner::collectInputs(Operation *op, FusionGroup &group) {
  if (isa<IndexMapOpInterface>(op) && !isInPlace(op))
    return;
  SmallVector<Value> worklist(op->getOperands());
  llvm::SmallDenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (Operation *producer = value.getDefiningOp(); producer && isTransparent(producer))
      llvm::append_range(worklist, producer->getOperands());
    else
      group.inputs.insert(value);
  }
}

void FusionPlanner::mergeProducers(Operation *op) {
  // Nearest first: it is the one most likely to hold what the others need.
  SmallVector<Operation *> sorted(llvm::make_filter_range(producers.lookup(op), [&](Operation *p) { return roles.lookup(p) == FusionRole::Main; }));
  llvm::sort(sorted, [&](Operation *a, Operation *b) { return order.lookup(a) > order.lookup(b); });
  for (Operation *producer : sorted)
    if (groupOf[producer] != groupOf[op])
      tryMerge(producer, op);
}

void FusionPlanner::tryMerge(Operation *producer, Operation *consumer) {
  std::string reason = merge(groupOf[producer], groupOf[consumer], order.lookup(consumer));
  if (!reason.empty())
    refusals[{producer, consumer}] = reason;
}

void FusionPlanner::mergeSiblings(Block &body) {
  llvm::MapVector<Value, SmallVector<Operation *>> readersOfInput;
  for (Operation &op : body)
    if (FusionGroup *group = groupOf.lookup(&op); group && roles.lookup(&op) == FusionRole::Main && group->members.front() == &op)
      for (Value input : group->inputs)
        if (!input.getDefiningOp() || !isa<ConstantSourceOpInterface>(input.getDefiningOp()))
          readersOfInput[input].push_back(&op);
  for (auto &[input, ops] : readersOfInput)
    for (auto [one, next] : llvm::zip(ops, llvm::drop_begin(ops))) {
      FusionGroup *a = groupOf[one], *b = groupOf[next];
      if (a == b || a->domain != b->domain)
        continue;
      // All groups are made: one may lead from what comes later to what comes earlier.
      merge(a, b, std::numeric_limits<unsigned>::max());
    }
}

std::string FusionPlanner::merge(FusionGroup *from, FusionGroup *to, unsigned last) {
  FusionGroup merged;
  merged.halves = {from, to};
  if (!unifyScans(*from, *to, merged))
    return "scans go along one dimension in one direction, and a kernel with one has no reduction";
  if (from->members.size() + to->members.size() > maxMembers)
    return "the kernel would have more than " + std::to_string(maxMembers) + " operators";
  if (isAlone(from->members.front()) || isAlone(to->members.front()))
    return "`sinter.alone` asks for a kernel of its own";
  merged.last = std::max(from->last, to->last);
  merged.deadline = std::min(from->deadline, to->deadline);
  if (merged.last >= merged.deadline)
    return describeMemory();
  if (!unifyDomains(*from, *to, merged))
    return "the iteration domains differ";
  if (!canAddUpColumns(merged))
    return "a block cannot add up what its rows are folded into: they are too long or of symbolic length, or lie along several dimensions";
  if (!merged.columns.empty() && llvm::any_of(merged.halves, [](const FusionGroup *half) { return llvm::any_of(half->members, isInPlace); }))
    return "folds over rows and over columns take two kernels, of which an update in place could not be both";
  if (readsColumnsAgain(merged))
    return "sums over rows are needed by all rows again";
  if (!isAligned(merged, *from, *to))
    return "a value is needed at another point than where it is made";
  if (makesCycle(*from, *to, last))
    return "what lies between the two depends on one and feeds the other";
  mergeBuffers(*from, *to, merged);
  if (merged.stored.size() + merged.inputs.size() > maxBuffers)
    return "the kernel would take more than " + std::to_string(maxBuffers) + " buffers";
  // The smaller into the larger: a long chain then costs each member a few moves, not one a merge.
  if (from->members.size() < to->members.size())
    std::swap(from, to);
  from->domain = std::move(merged.domain);
  from->reduced = std::move(merged.reduced);
  from->columns = std::move(merged.columns);
  from->scanned = merged.scanned;
  from->last = merged.last;
  from->deadline = merged.deadline;
  from->stored = std::move(merged.stored);
  from->inputs = std::move(merged.inputs);
  for (Operation *member : to->members) {
    from->members.insert(member);
    groupOf[member] = from;
  }
  to->members.clear();
  return "";
}

bool FusionPlanner::dropsTo(ArrayRef<AffineExpr> domain, ArrayRef<unsigned> reduced, ArrayRef<AffineExpr> row) {
  SmallVector<AffineExpr> kept;
  for (auto [i, extent] : llvm::enumerate(domain))
    if (!llvm::is_contained(reduced, i))
      kept.push_back(extent);
  return ArrayRef(kept) == row;
}

bool FusionPlanner::unifyScans(const FusionGroup &a, const FusionGroup &b, FusionGroup &merged) {
  merged.scanned = a.scanned ? a.scanned : b.scanned;
  if (!merged.scanned)
    return true;
  return a.reduced.empty() && b.reduced.empty() && (!a.scanned || !b.scanned || a.scanned == b.scanned);
}

bool FusionPlanner::unifyDomains(const FusionGroup &a, const FusionGroup &b, FusionGroup &merged) {
  SmallVector<ArrayRef<unsigned>> folds;
  for (const FusionGroup *group : {&a, &b})
    for (ArrayRef<unsigned> fold : {ArrayRef(group->reduced), ArrayRef(group->columns)})
      if (!fold.empty() && !llvm::is_contained(folds, fold))
        folds.push_back(fold);
  for (auto [full, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    bool same = full->domain == other->domain;
    bool row = other->reduced.empty() && ((!full->reduced.empty() && dropsTo(full->domain, full->reduced, other->domain)) ||
                                          (!full->columns.empty() && dropsTo(full->domain, full->columns, other->domain)));
    if ((!same && !row) || folds.size() > 2)
      continue;
    merged.domain = full->domain;
    merged.reduced.assign(folds.empty() ? ArrayRef<unsigned>() : folds[0]);
    merged.columns.clear();
    if (folds.size() < 2)
      return true;
    merged.columns.assign(folds[1]);
    unsigned last = full->domain.size() - 1;
    if (llvm::is_contained(merged.columns, last))
      std::swap(merged.reduced, merged.columns);
    // What is folded along rows has the last dimension, and the columns' folds have none of the same.
    return llvm::is_contained(merged.reduced, last) && llvm::none_of(merged.columns, [&](unsigned d) { return llvm::is_contained(merged.reduced, d); });
  }
  return false;
}

bool FusionPlanner::makesCycle(const FusionGroup &a, const FusionGroup &b, unsigned last) {
  auto isMember = [&](Operation *op) { return a.members.contains(op) || b.members.contains(op); };
  SmallVector<Operation *> worklist;
  llvm::SmallDenseSet<Operation *> seen;
  auto leave = [&](ArrayRef<Operation *> stored) {
    for (Operation *op : stored)
      for (Operation *reader : readersOf(op))
        // Groups are made in the operators' order, so what comes later is alone, and reaches later ones only; unless its group came
        // with the graph.
        if ((!isMember(op) || !isMember(reader)) && (firstFree != 0 || order.lookup(reader) <= last))
          worklist.push_back(reader);
  };
  leave(a.stored.getArrayRef());
  leave(b.stored.getArrayRef());
  // Siblings may lie anywhere: where the search would be long, they stay apart.
  constexpr unsigned maxSearched = 4096;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (isMember(op) || (last == std::numeric_limits<unsigned>::max() && seen.size() > maxSearched))
      return true;
    if (!seen.insert(op).second)
      continue;
    // What shares a group with op starts no earlier than the whole group is done.
    FusionGroup *own = groupOf.lookup(op);
    leave(own ? own->stored.getArrayRef() : ArrayRef(op));
  }
  return false;
}

void FusionPlanner::mergeBuffers(const FusionGroup &a, const FusionGroup &b, FusionGroup &merged) {
  auto isMember = [&](Operation *op) { return op && (a.members.contains(op) || b.members.contains(op)); };
  for (const FusionGroup *group : {&a, &b}) {
    for (Operation *op : group->stored)
      if (!llvm::all_of(readersOf(op), isMember))
        merged.stored.insert(op);
    for (Value value : group->inputs)
      if (!isMember(value.getDefiningOp()))
        merged.inputs.insert(value);
  }
}

} // namespace sinter
