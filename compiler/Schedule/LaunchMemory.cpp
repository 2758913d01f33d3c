// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lives of values over the steps of a function.

#include "compiler/Schedule/LaunchMemory.h"

#include "compiler/Analysis/SampledExtents.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;

namespace sinter {

/// Slots of an arena are aligned to it.
static constexpr uint64_t slotAlignment = 256;

LaunchMemory::LaunchMemory(func::FuncOp function) : limit(std::numeric_limits<int64_t>::max()) {
  if (auto given = function->getAttrOfType<IntegerAttr>("sinter.arena_limit"))
    limit = given.getInt();
  for (Operation &op : function.getBody().front()) {
    steps[&op] = order.size();
    order.push_back(&op);
  }
  bytes.resize(order.size());
  for (Operation *op : order) {
    for (Value operand : op->getOperands())
      if (auto life = lives.find(bufferOf(operand)); life != lives.end())
        life->second.last = std::max(life->second.last, stepOf(op));
    if (isa<ConstantSourceOpInterface, IndexMapOpInterface, func::ReturnOp>(op))
      continue;
    auto call = dyn_cast<kernel::CallOp>(op);
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      bool isInPlace = call && call.getInPlace() && (*call.getInPlace())[i] >= 0;
      bool isReturned = llvm::any_of(result.getUsers(), llvm::IsaPred<func::ReturnOp>);
      if (!isInPlace && !isReturned && !result.use_empty())
        lives[result] = {llvm::alignTo(countSampledBytes(cast<RankedTensorType>(result.getType()), function), slotAlignment), stepOf(op), stepOf(op)};
    }
  }
  for (auto &[value, life] : lives)
    add(life, 1);
}

/// What a view is a view of.
Value LaunchMemory::bufferOf(Value value) const {
  for (auto view = value.getDefiningOp<IndexMapOpInterface>(); view && view->getNumOperands() != 0; view = value.getDefiningOp<IndexMapOpInterface>())
    value = view->getOperand(0);
  return value;
}

void LaunchMemory::add(const Life &life, int64_t sign) {
  for (unsigned step = life.first; step <= life.last; ++step)
    bytes[step] += sign * static_cast<int64_t>(life.bytes);
}

bool LaunchMemory::tryMerge(ArrayRef<kernel::CallOp> calls) {
  unsigned first = order.size(), last = 0;
  for (kernel::CallOp call : calls) {
    first = std::min(first, stepOf(call));
    last = std::max(last, stepOf(call));
  }
  llvm::SetVector<Operation *> moved;
  moved.insert_range(llvm::map_range(calls, [](kernel::CallOp call) { return call.getOperation(); }));
  for (unsigned step = first; step < last; ++step)
    if (llvm::any_of(order[step]->getOperands(), [&](Value v) { return v.getDefiningOp() && moved.contains(v.getDefiningOp()); }))
      moved.insert(order[step]);
  int64_t before = *std::max_element(bytes.begin() + first, bytes.begin() + last + 1);
  SmallVector<std::pair<Value, Life>> saved;
  llvm::SmallDenseSet<Value> changed;
  auto change = [&](Value value, bool isMade) {
    auto life = lives.find(value);
    if (life == lives.end())
      return;
    if (changed.insert(value).second)
      saved.push_back(*life);
    add(life->second, -1);
    if (isMade)
      life->second.first = last;
    life->second.last = std::max(life->second.last, last);
    add(life->second, 1);
  };
  for (Operation *op : moved) {
    for (Value operand : op->getOperands())
      change(bufferOf(operand), false);
    for (Value result : op->getResults())
      change(result, true);
  }
  int64_t after = *std::max_element(bytes.begin() + first, bytes.begin() + last + 1);
  if (after <= static_cast<int64_t>(limit) || after <= before) {
    for (Operation *op : moved)
      steps[op] = last;
    return true;
  }
  refusedPeak = after;
  for (auto &[value, life] : llvm::reverse(saved)) {
    add(lives[value], -1);
    lives[value] = life;
    add(life, 1);
  }
  return false;
}

} // namespace sinter
