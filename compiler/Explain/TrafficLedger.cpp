// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that operators and steps move through memory.

#include "compiler/Explain/TrafficLedger.h"

#include "compiler/Analysis/InPlace.h"
#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;

namespace sinter {

constexpr int64_t largestCounted = 4096;

static uint64_t bytesOf(RankedTensorType type, Operation *op) {
  DimsAttr dims = getDimsAttr(type);
  SmallVector<AffineExpr> values;
  for (StringAttr symbol : dims.getSymbols())
    values.push_back(getAffineConstantExpr(std::min(getSymbolRange(op, symbol.getValue()).getMax(), largestCounted), op->getContext()));
  uint64_t count = 1;
  for (AffineExpr expr : dims.getExprs()) {
    auto extent = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(expr.replaceSymbols(values), 0, 0));
    count *= extent ? std::max<int64_t>(extent.getValue(), 0) : 1;
  }
  unsigned bits = type.getElementTypeBitWidth();
  return (count * (bits == 1 ? 8 : bits) + 7) / 8;
}

/// Repeating and reshaping move nothing by themselves: whoever reads through them reads their source.
static bool movesNothing(Operation *op) { return isa<BroadcastOp, ReshapeOp>(op); }

static Value sourceOf(Value value) {
  while (value.getDefiningOp() && movesNothing(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

TrafficSummary summarizeTraffic(func::FuncOp function) {
  TrafficSummary summary;
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (isa<ConstantSourceOpInterface>(op) || movesNothing(&op))
      continue;
    ++summary.operators;
    llvm::SmallDenseSet<Value> values;
    for (Value operand : op.getOperands())
      values.insert(sourceOf(operand));
    // Of what is updated in place, only the update is written, and nothing is read.
    for (Value result : op.getResults())
      if (Value destination = getInPlaceDestination(result))
        values.erase(destination);
    values.insert(op.result_begin(), op.result_end());
    for (Value value : values)
      summary.bytes += bytesOf(value.getDefiningOp() == &op ? getComputedType(value) : cast<RankedTensorType>(value.getType()), &op);
  }
  return summary;
}

} // namespace sinter
