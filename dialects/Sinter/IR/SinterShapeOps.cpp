// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators that choose between operands, or make elements of the index itself: concat, pad, where, iota.

#include "dialects/Sinter/IR/ShapeChecks.h"

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterShapeOps.cpp.inc"

// Concat.

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location, "expected at least one input");
  SymbolScope scope(context);
  auto first = dyn_cast<RankedTensorType>(adaptor.getInputs()[0].getType());
  int64_t axis = adaptor.getAxis();
  if (!first || axis < 0 || axis >= first.getRank())
    return emitOptionalError(location, "expected axis to be below the inputs' rank, but got ", axis);
  SmallVector<AffineExpr> extents = scope.extents(first);
  for (Value input : adaptor.getInputs().drop_front()) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getRank() != first.getRank() || type.getElementType() != first.getElementType())
      return emitOptionalError(location, "expected inputs of one rank and element type, but got ", first, " and ", type);
    for (int64_t i = 0; i < first.getRank(); ++i)
      if (i != static_cast<int64_t>(adaptor.getAxis()) && !sameExtent(first, i, type, i))
        return emitOptionalError(location, "expected inputs to have equal extents but along axis ", adaptor.getAxis(), ", but got ", first, " and ", type);
    extents[adaptor.getAxis()] = extents[adaptor.getAxis()] + scope.extents(type)[adaptor.getAxis()];
  }
  types.push_back(getTensorType(context, extents, scope.names(), first.getElementType()));
  return success();
}
LogicalResult ConcatOp::verify() { return success(); }

Value ConcatOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  AffineExpr start = getAffineConstantExpr(0, b.getContext());
  std::function<Value(unsigned, AffineExpr)> pick = [&](unsigned n, AffineExpr start) -> Value {
    AffineExpr end = start + b.symbols().extents(cast<RankedTensorType>(getInputs()[n].getType()))[getAxis()];
    auto here = [&, start] {
      SmallVector<AffineExpr> inner(indices);
      inner[getAxis()] = inner[getAxis()] - start;
      return b.at(getInputs()[n], inner);
    };
    if (n + 1 == getInputs().size())
      return here();
    return b.selectLess(indices[getAxis()], end, here, [&] { return pick(n + 1, end); });
  };
  return pick(0, start);
}

OpFoldResult ConcatOp::fold(FoldAdaptor) { return getInputs().size() == 1 ? getInputs()[0] : Value(); }

// Iota.

LogicalResult IotaOp::verify() { return verifyAxis(*this, getAxis(), getResult().getType().getRank()); }
Value IotaOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  return b.fromIndex(indices[getAxis()], getResult().getType().getElementType());
}
