// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators: the verifiers and folders that their records do not give.

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterElementwiseOps.cpp.inc"

/// A bool of each element of `operand`.
static LogicalResult inferPredicate(Value operand, SmallVectorImpl<Type> &types) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type)
    return failure();
  types.push_back(withElementType(type, IntegerType::get(type.getContext(), 1)));
  return success();
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPredicate(adaptor.getLhs(), types);
}
LogicalResult IsNanOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPredicate(adaptor.getInput(), types);
}
LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPredicate(adaptor.getInput(), types);
}
LogicalResult IsInfOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPredicate(adaptor.getInput(), types);
}

static LogicalResult verifySameExtents(Operation *op, RankedTensorType input, RankedTensorType result) {
  if (withElementType(input, result.getElementType()) == result)
    return success();
  return op->emitOpError("expected operands and result of one shape, but got ") << input << " and " << result;
}

LogicalResult SelectOp::verify() { return verifySameExtents(*this, getCondition().getType(), getResult().getType()); }
LogicalResult CastOp::verify() { return verifySameExtents(*this, getInput().getType(), getResult().getType()); }

// Folders: identities that hold for every value of the type, NaN and -0 included.

/// The one value that `value` has in every element, looking through a broadcast.
static Attribute splatOf(Value value) {
  if (auto broadcast = value.getDefiningOp<BroadcastOp>())
    value = broadcast.getInput();
  DenseElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return {};
  return elements.getSplatValue<Attribute>();
}

static bool isSplatOf(Value value, double number) {
  Attribute splat = splatOf(value);
  if (auto f = dyn_cast_or_null<FloatAttr>(splat))
    return f.getValue().bitwiseIsEqual(FloatAttr::get(f.getType(), number).getValue());
  auto i = dyn_cast_or_null<IntegerAttr>(splat);
  return i && i.getValue() == static_cast<uint64_t>(static_cast<int64_t>(number));
}

static bool isFloatTensor(Value value) { return isa<FloatType>(getElementTypeOrSelf(value.getType())); }

OpFoldResult AddOp::fold(FoldAdaptor) {
  // x + -0 is x for each x; x + +0 turns -0 to +0.
  double zero = isFloatTensor(getLhs()) ? -0.0 : 0.0;
  if (isSplatOf(getRhs(), zero))
    return getLhs();
  return isSplatOf(getLhs(), zero) ? getRhs() : Value();
}
OpFoldResult SubOp::fold(FoldAdaptor) { return isSplatOf(getRhs(), 0.0) ? getLhs() : Value(); }
OpFoldResult MulOp::fold(FoldAdaptor) {
  if (isSplatOf(getRhs(), 1.0))
    return getLhs();
  return isSplatOf(getLhs(), 1.0) ? getRhs() : Value();
}
OpFoldResult DivOp::fold(FoldAdaptor) { return isSplatOf(getRhs(), 1.0) ? getLhs() : Value(); }
OpFoldResult NegOp::fold(FoldAdaptor) {
  auto inner = getInput().getDefiningOp<NegOp>();
  return inner ? inner.getInput() : Value();
}
OpFoldResult CastOp::fold(FoldAdaptor) { return getInput().getType() == getResult().getType() ? getInput() : Value(); }
