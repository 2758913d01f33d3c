// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that take the memory of another.

#include "compiler/Analysis/InPlace.h"

#include "dialects/Kernel/IR/Kernel.h"

using namespace mlir;

namespace sinter {

ScatterOpInterface getInPlaceScatter(Value value) {
  if (auto group = value.getDefiningOp<GroupOp>())
    value = cast<YieldOp>(group.getBody().front().getTerminator()).getValues()[cast<OpResult>(value).getResultNumber()];
  auto scatter = value.getDefiningOp<ScatterOpInterface>();
  return scatter && scatter.getInPlace() ? scatter : ScatterOpInterface();
}

Value getInPlaceDestination(Value value) {
  if (auto call = value.getDefiningOp<kernel::CallOp>())
    return call.getInPlaceOperand(cast<OpResult>(value).getResultNumber());
  ScatterOpInterface scatter = getInPlaceScatter(value);
  if (!scatter)
    return {};
  Value destination = scatter->getOperand(0);
  auto group = value.getDefiningOp<GroupOp>();
  auto argument = dyn_cast<BlockArgument>(destination);
  return group && argument ? group.getInputs()[argument.getArgNumber()] : destination;
}

RankedTensorType getComputedType(Value value) {
  ScatterOpInterface scatter = getInPlaceScatter(value);
  return cast<RankedTensorType>((scatter ? scatter.getUpdate() : value).getType());
}

} // namespace sinter
