// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions: types and verifiers.

#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;
using namespace sinter;

namespace sinter {

LogicalResult inferReductionType(std::optional<Location> location, Type input, ArrayRef<int64_t> axes,
                                 SmallVectorImpl<Type> &types) {
  auto type = dyn_cast<RankedTensorType>(input);
  if (!type)
    return failure();
  int64_t previous = -1;
  for (int64_t axis : axes) {
    if (axis <= previous)
      return emitOptionalError(location, "expected reduced axes to be ascending and 0 or more, but got ", axis, " after ", previous);
    if (axis >= type.getRank())
      return emitOptionalError(location, "expected reduced axis to be below rank ", type.getRank(), ", but got ", axis);
    previous = axis;
  }
  SmallVector<int64_t> kept;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(axes, i))
      kept.push_back(i);
  types.push_back(pickDims(type, kept, type.getElementType()));
  return success();
}

LogicalResult verifyReduction(ReductionOpInterface op) {
  if (op.getReductionAxes().empty())
    return op.emitOpError("expected at least one axis");
  return success();
}

} // namespace sinter

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterReductionOps.cpp.inc"
