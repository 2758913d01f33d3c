// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What readers compute again for themselves rather than read from memory.

#include "compiler/Transforms/FusionPlanner.h"

using namespace mlir;

namespace sinter {

bool FusionPlanner::isCheapProducer(Operation *op) {
  return treeSizes.lookup(op) <= maxRecompute && isReadWidened(op->getResult(0));
}

bool FusionPlanner::isReadMoved(Operation *op) {
  if (!pureTrees.contains(op) || treeSizes.lookup(op) > maxRecompute || !op->hasOneUse())
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

uint64_t FusionPlanner::sampleElements(RankedTensorType type) {
  uint64_t elements = 1;
  for (AffineExpr extent : scope.extents(type)) {
    SmallVector<AffineExpr> values(scope.names().size(), getAffineConstantExpr(64, scope.getContext()));
    auto known = dyn_cast<AffineConstantExpr>(extent.replaceSymbols(values));
    elements = known && known.getValue() >= 0 ? llvm::SaturatingMultiply<uint64_t>(elements, known.getValue()) : elements;
  }
  return elements;
}

void FusionPlanner::measureTrees(Block &body) {
  for (Operation &op : body) {
    if (!isa<ElementwiseOpInterface>(op) && !isa<IndexMapOpInterface>(op))
      continue;
    unsigned size = isa<ElementwiseOpInterface>(op);
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp())
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

bool FusionPlanner::isReadWidened(Value value) {
  auto from = cast<RankedTensorType>(value.getType());
  SmallVector<Operation *> worklist(value.getUsers());
  llvm::SmallDenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *user = worklist.pop_back_val();
    if (!seen.insert(user).second)
      continue;
    if (roles.lookup(user) != FusionRole::Inlined)
      return false;
    if (isa<ElementwiseOpInterface>(user))
      continue;
    for (Value result : user->getResults()) {
      auto to = cast<RankedTensorType>(result.getType());
      // Divided, not multiplied: numbers of elements may be near the greatest.
      if (isa<BroadcastOp>(user) && (!to.hasStaticShape() || to.getNumElements() / 8 >= std::max<int64_t>(from.getNumElements(), 1)))
        continue;
      if (result.use_empty())
        return false;
      llvm::append_range(worklist, result.getUsers());
    }
  }
  return true;
}

} // namespace sinter
