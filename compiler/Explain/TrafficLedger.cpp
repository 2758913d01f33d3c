// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that operators and steps move through memory.

#include "compiler/Explain/TrafficLedger.h"

#include "compiler/Analysis/InPlace.h"
#include "compiler/Explain/KernelTraffic.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sinter {

bool movesNothing(Operation *op) { return isa<ConstantSourceOpInterface, BroadcastOp, ReshapeOp>(op); }

Value readSource(Value value) {
  while (isa_and_nonnull<BroadcastOp, ReshapeOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

bool isReturned(Value value, llvm::function_ref<bool(Operation *)> isSeenThrough) {
  // A user is looked at once: a chain of operators that each read a value twice has 2^n ways through it.
  llvm::SmallSetVector<Operation *, 8> users(value.user_begin(), value.user_end());
  for (size_t i = 0; i < users.size(); ++i) {
    if (isa<func::ReturnOp>(users[i]))
      return true;
    if (isSeenThrough(users[i]))
      for (Value result : users[i]->getResults())
        users.insert_range(result.getUsers());
  }
  return false;
}

/// A constant of one value throughout is part of the program's text.
static bool isInText(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return value.getDefiningOp() && value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>() && type &&
         type.hasStaticShape() && type.getNumElements() == 1;
}

SmallVector<Traffic> countViews(kernel::CallOp call, const SymbolValues &values) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(call, call.getCalleeAttr());
  if (!kernel)
    return {};
  SmallVector<RankedTensorType> types;
  SmallVector<uint64_t> sizes;
  auto add = [&](Type type) {
    types.push_back(cast<RankedTensorType>(type));
    sizes.push_back(values.countElements(types.back()));
  };
  llvm::for_each(call.getInputs().getTypes(), add);
  for (auto [i, type] : llvm::enumerate(call.getResultTypes()))
    if (!call.getInPlaceOperand(i))
      add(type);
  SmallVector<Traffic> traffic;
  for (auto [type, view] : llvm::zip_equal(types, countKernelTraffic(kernel, sizes, values))) {
    uint64_t bytes = (type.getElementTypeBitWidth() + 7) / 8;
    traffic.push_back({view.loaded * bytes, view.stored * bytes});
  }
  return traffic;
}

static uint64_t countWritten(Operation *op, const SymbolValues &values) {
  uint64_t written = 0;
  for (Value result : op->getResults())
    written += values.countBytes(getComputedType(result));
  return written;
}

SmallVector<std::pair<Value, uint64_t>> countReads(Operation *op, const SymbolValues &values) {
  llvm::SmallSetVector<Value, 4> sources;
  for (Value operand : op->getOperands())
    if (Value source = readSource(operand); !isInText(source))
      sources.insert(source);
  // Of what is updated in place, only the update is written, and nothing is read.
  for (Value result : op->getResults())
    if (Value destination = getInPlaceDestination(result))
      sources.remove(destination);
  SmallVector<std::pair<Value, uint64_t>> reads;
  for (Value source : sources) {
    uint64_t bytes = values.countBytes(cast<RankedTensorType>(source.getType()));
    // A slice reads what it keeps; a gather no more of its table than it makes.
    reads.push_back({source, isa<IndexMapOpInterface>(op) ? std::min(bytes, countWritten(op, values)) : bytes});
  }
  return reads;
}

Traffic countTraffic(Operation *op, const SymbolValues &values) {
  if (auto call = dyn_cast<kernel::CallOp>(op)) {
    Traffic sum;
    SmallVector<Traffic> views = countViews(call, values);
    for (Traffic view : views) {
      sum.read += view.read;
      sum.written += view.written;
    }
    if (!views.empty())
      return sum;
  }
  Traffic traffic{0, countWritten(op, values)};
  for (auto [source, bytes] : countReads(op, values))
    traffic.read += bytes;
  return traffic;
}

TrafficSummary summarizeTraffic(func::FuncOp function) {
  TrafficSummary summary;
  SymbolValues values(function);
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (movesNothing(&op))
      continue;
    ++summary.operators;
    summary.bytes += countTraffic(&op, values).total();
  }
  return summary;
}

} // namespace sinter
