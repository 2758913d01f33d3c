// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What readers compute again for themselves rather than read from memory.

#include "compiler/Transforms/FusionPlanner.h"

#include "compiler/Analysis/KernelCost.h"
#include "compiler/Analysis/SampledExtents.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace mlir;

namespace sinter {

bool FusionPlanner::isCheapProducer(Operation *op) {
  if (treeSizes.lookup(op) > maxRecompute || mustStore.contains(op))
    return false;
  std::optional<uint64_t> points = countWidenedReads(op->getResult(0));
  return points && isCheaperAgain(op, *points);
}

bool FusionPlanner::isCheaperAgain(Operation *op, uint64_t points) {
  // Another kernel would move an element in and out at each point, at least.
  double elementBytes = llvm::divideCeil(cast<RankedTensorType>(op->getResult(0).getType()).getElementTypeBitWidth(), 8);
  double size = treeSizes.lookup(op), bytes = sampleBytes(op);
  double again = KernelCost::addedArithmetic(2 * elementBytes * points, 1.0 * points, size * points);
  double store = KernelCost::launchMicroseconds + KernelCost::memory(2 * bytes);
  // Without points of its own it is a part of a larger tree.
  if (points > 0)
    noteRecompute(op, again <= store, again, store, "in each of its readers");
  return again <= store;
}

void FusionPlanner::noteRecompute(Operation *op, bool isAgain, double again, double store, StringRef where) {
  if (!function.getContext()->getRemarkEngine())
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << (isAgain ? "computed again " : "stored, not computed again ") << where << ": " << llvm::format("%.2f", again) << " us to compute it again, "
     << llvm::format("%.2f", store) << " us to store and read it";
  recomputeRemarks[op] = {isAgain, text};
}

bool FusionPlanner::isReadMoved(Operation *op) {
  if (!pureTrees.contains(op) || treeSizes.lookup(op) > maxRecompute || !op->hasOneUse() || mustStore.contains(op))
    return false;
  Operation *user = *op->user_begin();
  if (roles.lookup(user) != FusionRole::Inlined)
    return false;
  if (isa<ElementwiseOpInterface>(user))
    return true;
  auto from = cast<RankedTensorType>(op->getResult(0).getType());
  // Operands that stand beside each other, or a scalar that stands around one.
  bool isJoin = llvm::all_of(user->getOperandTypes(), [&](Type type) { return llvm::is_contained({int64_t(0), from.getRank()}, cast<RankedTensorType>(type).getRank()); });
  uint64_t read = 0, there = 0;
  for (Type type : user->getResultTypes())
    read = llvm::SaturatingAdd(read, sampleElements(cast<RankedTensorType>(type)));
  for (Type type : user->getOperandTypes())
    there = llvm::SaturatingAdd(there, sampleElements(cast<RankedTensorType>(type)));
  // A few elements more, as a pad adds, do no harm.
  return (user->getNumOperands() == 1 || isJoin) && read <= llvm::SaturatingAdd(there, there / 2) && !user->use_empty();
}

uint64_t FusionPlanner::sampleElements(RankedTensorType type) { return countSampledElements(type, function); }

void FusionPlanner::measureTrees(Block &body) {
  for (Operation &op : body) {
    if (!isa<ElementwiseOpInterface>(op) && !isa<IndexMapOpInterface>(op))
      continue;
    unsigned size = isa<ElementwiseOpInterface>(op);
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp(); producer && !isMaterialized(producer))
        size = llvm::SaturatingAdd(size, treeSizes.lookup(producer));
    treeSizes[&op] = size;
    bool isPure = llvm::all_of(op.getOperands(), [&](Value operand) {
      Operation *producer = operand.getDefiningOp();
      return !producer || isa<ConstantSourceOpInterface, ContractionOpInterface>(producer) || 
             // Shape operators of inputs cost nothing, whoever else reads through them.
             (pureTrees.contains(producer) && (treeSizes.lookup(producer) == 0 || llvm::all_equal(operand.getUsers())));
    });
    if (isPure)
      pureTrees.insert(&op);
  }
}

std::optional<uint64_t> FusionPlanner::countWidenedReads(Value value) {
  auto from = cast<RankedTensorType>(value.getType());
  SmallVector<Operation *> worklist(value.getUsers());
  llvm::SmallDenseSet<Operation *> seen;
  uint64_t points = 0;
  while (!worklist.empty()) {
    Operation *user = worklist.pop_back_val();
    if (!seen.insert(user).second)
      continue;
    if (roles.lookup(user) != FusionRole::Inlined)
      return std::nullopt;
    if (isa<ElementwiseOpInterface>(user))
      continue;
    for (Value result : user->getResults()) {
      auto to = cast<RankedTensorType>(result.getType());
      if (isa<BroadcastOp>(user) && (!to.hasStaticShape() || sampleElements(to) > sampleElements(from))) {
        points = llvm::SaturatingAdd(points, sampleElements(to));
        continue;
      }
      if (result.use_empty())
        return std::nullopt;
      llvm::append_range(worklist, result.getUsers());
    }
  }
  return points;
}

//===--- Of values that are stored for readers in other groups ---===//

ArrayRef<FusionGroup *> FusionPlanner::copiesOf(Operation *op) const {
  auto it = copies.find(op);
  return it == copies.end() ? ArrayRef<FusionGroup *>() : ArrayRef<FusionGroup *>(it->second);
}

void FusionPlanner::recomputeStored(Block &body) {
  // From the end: what a later value is made of may then be needed by its group alone.
  for (Operation &op : llvm::reverse(body)) {
    if (std::optional<Recompute> again = findRecompute(&op)) {
      countCosts(*again);
      bool isCheaper = again->againMicroseconds < again->storeMicroseconds;
      noteRecompute(&op, isCheaper, again->againMicroseconds, again->storeMicroseconds,
                    "in " + std::to_string(again->readers.size()) + (again->readers.size() == 1 ? " kernel that reads it" : " kernels that read it"));
      if (isCheaper)
        apply(*again);
    }
  }
}

std::optional<FusionPlanner::Recompute> FusionPlanner::findRecompute(Operation *op) {
  FusionGroup *group = groupOf.lookup(op);
  if (!group || roles.lookup(op) != FusionRole::Main || !group->stored.contains(op) || mustStore.contains(op) || !isa<ElementwiseOpInterface>(op) || isAlone(op) || isMaterialized(op))
    return std::nullopt;
  Recompute again;
  again.op = op;
  for (Operation *reader : readersOf(op)) {
    FusionGroup *other = groupOf.lookup(reader);
    // Libraries and the graph's result need memory; a group that came with the graph is complete.
    if (!other || roles.lookup(reader) != FusionRole::Main || isAlone(reader) || isa<ScanOpInterface>(reader) || isInPlace(reader) || !copiesOf(reader).empty())
      return std::nullopt;
    if (other != group)
      again.readers.insert(other);
  }
  if (again.readers.empty() || !findTree(again))
    return std::nullopt;
  for (FusionGroup *reader : again.readers)
    if (reader->stored.size() + reader->inputs.size() + again.leaves.size() > maxBuffers || reader->members.size() + again.tree.size() > maxMembers || reader->scanned)
      return std::nullopt;
  return group->stored.size() + again.newlyStored.size() + group->inputs.size() > maxBuffers ? std::nullopt : std::optional(std::move(again));
}

/// Walks up from the value through elementwise work and shape operators to what is in memory, or can be: the result of a fold, which is small.
bool FusionPlanner::findTree(Recompute &again) {
  FusionGroup *group = groupOf.lookup(again.op);
  SmallVector<Operation *> worklist{again.op};
  llvm::SmallDenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!seen.insert(op).second)
      continue;
    if (isa<ElementwiseOpInterface>(op))
      again.tree.insert(op);
    if (again.tree.size() > maxRecompute)
      return false;
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      bool isOwn = producer && groupOf.lookup(producer) == group && !group->stored.contains(producer);
      if (producer && (isTransparent(producer) || (isOwn && isa<ElementwiseOpInterface>(producer)))) {
        worklist.push_back(producer);
        continue;
      }
      if (!canReadAgain(operand))
        return false;
      again.leaves.insert(operand);
      if (isOwn && !llvm::is_contained(again.newlyStored, producer))
        again.newlyStored.push_back(producer);
    }
  }
  return true;
}

/// Whether memory has `value` whenever a later kernel may read it: nothing is written over it, and a copy of a value would not do.
bool FusionPlanner::canReadAgain(Value value) const {
  bool isOverwritten = llvm::any_of(value.getUsers(), [](Operation *user) { return isInPlace(user); });
  Operation *producer = value.getDefiningOp();
  if (isOverwritten || (producer && (isInPlace(producer) || roles.lookup(producer) == FusionRole::Chain)))
    return false;
  if (!producer || isa<ConstantSourceOpInterface>(producer) || roles.lookup(producer) == FusionRole::Library)
    return true;
  FusionGroup *group = groupOf.lookup(producer);
  return group && (group->stored.contains(producer) || isa<ReductionOpInterface>(producer)) && llvm::all_equal(producer->getResultTypes());
}

/// How often a reader of `op` needs an element of it for each of its own, at most: a resize makes one of four.
unsigned FusionPlanner::countReads(Operation *op) {
  unsigned most = 1;
  SmallVector<std::pair<Operation *, unsigned>> worklist{{op, 1}};
  llvm::SmallDenseSet<Operation *> seen;
  while (!worklist.empty()) {
    auto [value, reads] = worklist.pop_back_val();
    most = std::max(most, reads);
    for (Operation *user : value->getUsers())
      if (isTransparent(user) && seen.insert(user).second) {
        unsigned more = llvm::count(readsOfOne(user), value->getResult(0));
        worklist.push_back({user, llvm::SaturatingMultiply(reads, std::max(more, 1u))});
      }
  }
  return most;
}

void FusionPlanner::countCosts(Recompute &again) {
  auto bytesOf = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return static_cast<double>(sampleElements(type)) * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  };
  FusionGroup *group = groupOf.lookup(again.op);
  double size = bytesOf(again.op->getResult(0)), elements = std::max<double>(1, sampleElements(cast<RankedTensorType>(again.op->getResult(0).getType())));
  double stored = size, recomputed = 0, arithmetic = 0;
  for (Operation *op : again.newlyStored)
    recomputed += bytesOf(op->getResult(0));
  for (FusionGroup *reader : again.readers) {
    double points = 1, moved = 0;
    for (Operation *member : reader->members)
      points = std::max<double>(points, sampleElements(cast<RankedTensorType>(member->getOperands().empty() ? member->getResult(0).getType() : member->getOperand(0).getType())));
    // Of a value that a kernel reads in part, it reads what the value is made of in part.
    double part = std::min(1.0, points / elements);
    stored += part * size;
    for (Value leaf : again.leaves)
      if (!reader->inputs.contains(leaf))
        recomputed += part * bytesOf(leaf);
    for (Value input : reader->inputs)
      moved += bytesOf(input);
    for (Operation *result : reader->stored)
      moved += bytesOf(result->getResult(0));
    arithmetic += KernelCost::addedArithmetic(moved, points * reader->members.size(), points * countReads(again.op) * again.tree.size());
  }
  // A kernel that makes nothing else goes, and with it what it reads.
  double launch = 0;
  if (llvm::all_of(group->stored, [&](Operation *op) { return op == again.op; }) && again.newlyStored.empty() && llvm::all_of(readersOf(again.op), [&](Operation *reader) { return groupOf.lookup(reader) != group; }) &&
      llvm::all_of(group->members, [&](Operation *op) { return again.tree.contains(op); })) {
    launch = KernelCost::launchMicroseconds;
    for (Value leaf : again.leaves)
      stored += bytesOf(leaf);
  }
  again.storeMicroseconds = launch + KernelCost::memory(stored);
  again.againMicroseconds = KernelCost::memory(recomputed) + arithmetic;
}

void FusionPlanner::apply(Recompute &again) {
  FusionGroup *group = groupOf.lookup(again.op);
  group->stored.remove(again.op);
  for (Operation *op : again.newlyStored)
    group->stored.insert(op);
  for (FusionGroup *reader : again.readers) {
    reader->inputs.remove(again.op->getResult(0));
    reader->inputs.insert_range(again.leaves);
    for (Operation *op : again.tree)
      if (groupOf.lookup(op) == group && !llvm::is_contained(copies[op], reader))
        copies[op].push_back(reader);
  }
  // What nothing in its own group reads any more is its readers' alone.
  auto isNeeded = [&](Operation *op) {
    return !groupOf.lookup(op) || groupOf.lookup(op) != group || dissolved.contains(op) || group->stored.contains(op) || llvm::any_of(readersOf(op), [&](Operation *reader) {
      return groupOf.lookup(reader) == group && !dissolved.contains(reader);
    });
  };
  bool hasChanged = true;
  while (std::exchange(hasChanged, false))
    for (Operation *op : again.tree)
      if (!isNeeded(op)) {
        dissolved.insert(op);
        group->members.remove(op);
        hasChanged = true;
      }
}

uint64_t FusionPlanner::sampleBytes(Operation *op) {
  uint64_t bytes = 0;
  for (Type type : op->getResultTypes())
    bytes += countSampledBytes(cast<RankedTensorType>(type), function);
  return bytes;
}

} // namespace sinter
