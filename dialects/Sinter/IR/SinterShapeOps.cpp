// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators that choose between operands, or make elements of the index itself: concat, pad, where, iota.

#include "dialects/Sinter/IR/ShapeChecks.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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

// Pad.

/// What is left of an extent once negative pads have cut it.
static AffineExpr cutExtent(AffineExpr extent, int64_t low, int64_t high) { return extent + std::min<int64_t>(low, 0) + std::min<int64_t>(high, 0); }

LogicalResult PadOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  int64_t rank = input.getRank();
  if (failed(verifyElement(*this, input, result)))
    return failure();
  if (result.getRank() != rank || static_cast<int64_t>(getLow().size()) != rank || static_cast<int64_t>(getHigh().size()) != rank)
    return emitOpError("expected low, high and result of rank ") << rank << ", but got " << getLow().size() << ", " << getHigh().size() << " and " << result.getRank();
  if (getFill() && getMode() != PadMode::Constant)
    return emitOpError("expected a fill only in mode constant, but the mode is ") << stringifyPadMode(getMode());
  if (getFill() && getFill().getType() != RankedTensorType::get({}, input.getElementType()))
    return emitOpError("expected a fill of type ") << RankedTensorType::get({}, input.getElementType()) << ", but got " << getFill().getType();
  SymbolScope scope(getContext());
  SmallVector<AffineExpr> from = scope.extents(input), to = scope.extents(result);
  for (int64_t i = 0; i < rank; ++i) {
    constexpr int64_t limit = int64_t(1) << 47;
    int64_t low = getLow()[i], high = getHigh()[i];
    for (int64_t value : {low, high})
      if (value < -limit || value > limit)
        return emitOpError("expected pads within 2^47 of 0, but got ") << value;
    if (simplifyExpr(from[i] + low + high - to[i], 0, scope.names().size()) != 0)
      return emitOpError("expected extent ") << i << " of the result to be the input's and its pads' sum, but got " << result << " of " << input << " with " << low << " and " << high;
    auto left = dyn_cast<AffineConstantExpr>(cutExtent(from[i], low, high));
    if (left && left.getValue() < 0)
      return emitOpError("expected pads that cut off no more than dimension ") << i << " of " << input << " has, but got " << low << " and " << high;
    if (left && left.getValue() == 0 && getMode() != PadMode::Constant && !isa<AffineConstantExpr>(to[i]))
      continue;
    if (left && left.getValue() == 0 && getMode() != PadMode::Constant && to[i] != 0)
      return emitOpError("expected elements to pad with along dimension ") << i << ", but there are none";
  }
  return success();
}

SmallVector<Requirement> PadOp::getRequirements(SymbolScope &scope) {
  SmallVector<Requirement> requirements;
  for (auto [extent, low, high] : llvm::zip_equal(scope.extents(getInput().getType()), getLow(), getHigh()))
    if (!isa<AffineConstantExpr>(extent) && (low < 0 || high < 0))
      requirements.push_back({cutExtent(extent, low, high), false, "pads that cut off no more than there is"});
  return requirements;
}

/// The input's element in the middle, the fill around it.
static Value buildConstantPad(PadOp op, IndexingBuilder &b, ArrayRef<AffineExpr> indices) {
  MLIRContext *context = b.getContext();
  SmallVector<AffineExpr> inner, extents = b.symbols().extents(op.getResult().getType());
  Value isInside;
  auto require = [&](Value condition) {
    Value known = isInside;
    isInside = known ? b.compute([&](ScalarBuilder &s) { return s.andBits(known, condition); }, IntegerType::get(context, 1)) : condition;
  };
  bool isPadded = false;
  for (auto [index, extent, low, high] : llvm::zip_equal(indices, extents, op.getLow(), op.getHigh())) {
    if (low > 0)
      require(isLess(b, getAffineConstantExpr(low - 1, context), index));
    if (high > 0)
      require(isLess(b, index, extent - high));
    isPadded |= low > 0 || high > 0;
    inner.push_back(index - low);
  }
  if (!isPadded)
    return b.at(op.getInput(), inner);
  Value fill = op.getFill() ? b.at(op.getFill(), {}) : b.fromIndex(getAffineConstantExpr(0, context), op.getResult().getType().getElementType());
  return b.selectIf(isInside, [&] { return b.at(op.getInput(), inner); }, [&] { return fill; });
}

/// The place in [0, count) that stands for place `x`, before or after it, by `mode`.
static Value foldPlace(ScalarBuilder &s, PadMode mode, Value x, Value count) {
  if (mode == PadMode::Edge)
    return x;
  Value one = s.constant(1, x), last = s.sub(count, one);
  Value period = s.maximum(mode == PadMode::Wrap ? count : s.add(last, last), one);
  auto remainder = [&](Value value) -> Value { return arith::RemSIOp::create(s.builder(), value, period); };
  Value within = remainder(s.add(remainder(x), period));
  return mode == PadMode::Wrap ? within : s.sub(last, s.abs(s.sub(within, last)));
}

Value PadOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  if (getMode() == PadMode::Constant)
    return buildConstantPad(*this, b, indices);
  Type i64 = IntegerType::get(getContext(), 64);
  SmallVector<AffineExpr> inner, padded;
  for (auto [index, extent, low, high] : llvm::zip_equal(indices, b.symbols().extents(getInput().getType()), getLow(), getHigh())) {
    AffineExpr place = index - std::max<int64_t>(low, 0), count = cutExtent(extent, low, high);
    int64_t cut = std::max<int64_t>(-low, 0);
    if (low > 0 || high > 0) {
      Value at = b.fromIndex(place, i64), size = b.fromIndex(count, i64);
      Value folded = b.compute([&](ScalarBuilder &s) { return foldPlace(s, getMode(), at, size); }, i64);
      place = b.clamped(folded, count);
      padded.push_back(count);
    }
    inner.push_back(place + cut);
  }
  return readUnlessEmpty(b, padded, getResult().getType().getElementType(), [&] { return b.at(getInput(), inner); });
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  auto isZero = [](int64_t pad) { return pad == 0; };
  return llvm::all_of(getLow(), isZero) && llvm::all_of(getHigh(), isZero) && getInput().getType() == getResult().getType() ? getInput() : Value();
}

// Where.

LogicalResult WhereOp::verify() {
  if (getCondition().getType() == withElementType(getResult().getType(), getCondition().getType().getElementType()))
    return success();
  return emitOpError("expected a condition of the operands' shape, but got ") << getCondition().getType() << " for " << getResult().getType();
}

Value WhereOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  return b.selectIf(b.at(getCondition(), indices), [&] { return b.at(getOnTrue(), indices); }, [&] { return b.at(getOnFalse(), indices); });
}

// Iota.

LogicalResult IotaOp::verify() { return verifyAxis(*this, getAxis(), getResult().getType().getRank()); }
Value IotaOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  return b.fromIndex(indices[getAxis()], getResult().getType().getElementType());
}
