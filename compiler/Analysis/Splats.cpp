// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants that are one number throughout.

#include "compiler/Analysis/Splats.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace sinter {

std::optional<double> getSplat(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<BroadcastOp, ReshapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  DenseFPElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return std::nullopt;
  APFloat number = elements.getSplatValue<APFloat>();
  bool loses;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
  return number.convertToDouble();
}

std::optional<ScaledValue> getScaledValue(MulOp op) {
  if (std::optional<double> factor = getSplat(op.getRhs()))
    return ScaledValue{op.getLhs(), *factor};
  if (std::optional<double> factor = getSplat(op.getLhs()))
    return ScaledValue{op.getRhs(), *factor};
  return std::nullopt;
}

} // namespace sinter
