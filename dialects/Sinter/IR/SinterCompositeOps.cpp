// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composite operators: verifiers, and the expressions that they stand for. Each computes in f32 (f64 for f64): the casts
// to it are exact, and the one back is the composite's single rounding.

#include "dialects/Sinter/IR/Sinter.h"

#include <cmath>

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterCompositeOps.cpp.inc"

namespace {
/// Builders over tensors of one shape, with a broadcast where a reduction took axes away.
class Composer {
public:
  Composer(ImplicitLocOpBuilder &b, Value input, ArrayRef<int64_t> axes) : b(b), axes(axes) {
    auto type = cast<RankedTensorType>(input.getType());
    element = type.getElementType();
    full = withElementType(type, getComputeType(element));
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (!llvm::is_contained(axes, i))
        kept.push_back(i);
    row = pickDims(full, kept, full.getElementType());
  }

  Value widen(Value x) { return roundTo(b, full.getElementType(), x); }
  Value narrow(Value x) { return roundTo(b, element, x); }
  /// A value a row, repeated along the axes.
  Value alongAxes(Value x) { return BroadcastOp::create(b, full, x, kept); }
  /// A value of the trailing dimensions' shape, repeated over the rows.
  Value overRows(Value x) {
    return BroadcastOp::create(b, full, x, llvm::to_vector(llvm::seq<int64_t>(axes.front(), full.getRank())));
  }
  Value rowConstant(double value) { return splatConstant(b, value, row); }

  ImplicitLocOpBuilder &b;
  SmallVector<int64_t> axes, kept;
  Type element;
  RankedTensorType full, row;
};
} // namespace

static LogicalResult verifyEpsilon(Operation *op, const APFloat &epsilon) {
  double value = epsilon.convertToDouble();
  // Above that f32, in which most norms are computed, has infinity.
  if (value >= 0 && value <= std::numeric_limits<float>::max())
    return success();
  return op->emitOpError("expected epsilon to be 0 or more, and within f32, but got ") << value;
}

static LogicalResult verifyAxis(Operation *op, int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return success();
  return op->emitOpError("expected axis to be below rank ") << rank << ", but got " << axis;
}

LogicalResult SoftmaxOp::verify() { return verifyAxis(*this, getAxis(), getInput().getType().getRank()); }

SmallVector<Value> SoftmaxOp::decompose(ImplicitLocOpBuilder &b) {
  Composer c(b, getInput(), {static_cast<int64_t>(getAxis())});
  Value x = c.widen(getInput());
  Value top = ReduceMaxOp::create(b, x, c.axes);
  // A row that is -inf throughout: subtracting its maximum would give NaN, so 0 is subtracted and the sum is 0.
  Value lowest = c.rowConstant(-std::numeric_limits<double>::infinity());
  Value masked = CompareOp::create(b, CompareKind::Eq, top, lowest);
  Value shift = SelectOp::create(b, masked, c.rowConstant(0.0), top);
  Value e = ExpOp::create(b, SubOp::create(b, x, c.alongAxes(shift)));
  Value sum = SumOp::create(b, e, c.axes);
  Value divisor = SelectOp::create(b, masked, c.rowConstant(1.0), sum);
  Value result = DivOp::create(b, e, c.alongAxes(divisor));
  return {c.narrow(result)};
}

/// Scale and bias have the input's shape from `axis` on.
static LogicalResult verifyNormOperand(Operation *op, StringRef what, Value value, RankedTensorType input, int64_t axis) {
  if (!value)
    return success();
  RankedTensorType expected = pickDims(input, llvm::to_vector(llvm::seq<int64_t>(axis, input.getRank())), cast<RankedTensorType>(value.getType()).getElementType());
  if (value.getType() == expected)
    return success();
  return op->emitOpError("expected ") << what << " of type " << expected << ", but got " << value.getType();
}

LogicalResult LayerNormOp::verify() {
  RankedTensorType input = getInput().getType();
  if (failed(verifyEpsilon(*this, getEpsilon())) || failed(verifyAxis(*this, getAxis(), input.getRank())) ||
      failed(verifyNormOperand(*this, "scale", getScale(), input, getAxis())))
    return failure();
  return verifyNormOperand(*this, "bias", getBias(), input, getAxis());
}

namespace {
/// Powers of two for rows whose squares leave the compute type. `huge`: beyond it the row is multiplied by `shrink`, with which its squares neither overflow when they
/// are added up nor vanish. `share`: elements times it have a sum whatever they are.
struct HugeRows {
  double huge, shrink, share;
};
} // namespace

/// Nothing where squares of `element` add up to no more than the compute type has.
static std::optional<HugeRows> findHugeRows(Type element) {
  if (element.isF64())
    return HugeRows{0x1p+400, 0x1p-640, 0x1p-32};
  if (isa<Float32Type, BFloat16Type>(element))
    return HugeRows{0x1p+45, 0x1p-80, 0x1p-24};
  return std::nullopt;
}

/// The mean of squares of `x` along the axes, and epsilon added.
static Value spreadOf(Composer &c, Value x, Value epsilon) {
  return AddOp::create(c.b, MeanOp::create(c.b, MulOp::create(c.b, x, x), c.axes), epsilon);
}

/// `x`, less its mean along the axes, over the root of the mean of its squares and epsilon. A huge row is normalised as itself times a power of two, which
/// changes nothing else: epsilon is far below its squares. The greatest element tells, in the same pass as the sum.
static Value normalizeCentred(Composer &c, Value x, double epsilon) {
  ImplicitLocOpBuilder &b = c.b;
  Value mean, added = c.rowConstant(epsilon);
  if (std::optional<HugeRows> rows = findHugeRows(c.element)) {
    Value most = ReduceMaxOp::create(b, AbsOp::create(b, x), c.axes);
    Value isHuge = CompareOp::create(b, CompareKind::Gt, most, c.rowConstant(rows->huge));
    Value factor = SelectOp::create(b, isHuge, c.rowConstant(rows->shrink), c.rowConstant(1.0));
    Value share = MeanOp::create(b, MulOp::create(b, x, splatConstant(b, rows->share, c.full)), c.axes);
    mean = MulOp::create(b, MulOp::create(b, share, factor), c.rowConstant(1 / rows->share));
    added = SelectOp::create(b, isHuge, c.rowConstant(c.full.getElementType().isF64() ? 0x1p-1022 : 0x1p-126), added);
    x = MulOp::create(b, x, c.alongAxes(factor));
  } else {
    mean = MeanOp::create(b, x, c.axes);
  }
  Value centred = SubOp::create(b, x, c.alongAxes(mean));
  return MulOp::create(b, centred, c.alongAxes(RsqrtOp::create(b, spreadOf(c, centred, added))));
}

/// `x` over the root of the mean of its squares and epsilon. Squares of the row and of what it is times a power of two are added up in one pass, and
/// the row picks the one that it fits.
static Value normalize(Composer &c, Value x, double epsilon) {
  ImplicitLocOpBuilder &b = c.b;
  Value spread = spreadOf(c, x, c.rowConstant(epsilon));
  if (std::optional<HugeRows> rows = findHugeRows(c.element)) {
    Value small = MulOp::create(b, x, splatConstant(b, rows->shrink, c.full));
    Value fits = CompareOp::create(b, CompareKind::Lt, spread, c.rowConstant(std::numeric_limits<double>::infinity()));
    spread = SelectOp::create(b, fits, spread, MeanOp::create(b, MulOp::create(b, small, small), c.axes));
    x = MulOp::create(b, x, c.alongAxes(SelectOp::create(b, fits, c.rowConstant(1.0), c.rowConstant(rows->shrink))));
  }
  return MulOp::create(b, x, c.alongAxes(RsqrtOp::create(b, spread)));
}

SmallVector<Value> LayerNormOp::decompose(ImplicitLocOpBuilder &b) {
  Composer c(b, getInput(), llvm::to_vector(llvm::seq<int64_t>(getAxis(), getInput().getType().getRank())));
  Value y = normalizeCentred(c, c.widen(getInput()), getEpsilon().convertToDouble());
  if (getScale())
    y = MulOp::create(b, y, c.overRows(c.widen(getScale())));
  if (getBias())
    y = AddOp::create(b, y, c.overRows(c.widen(getBias())));
  return {c.narrow(y)};
}

LogicalResult RmsNormOp::verify() {
  RankedTensorType input = getInput().getType();
  if (failed(verifyEpsilon(*this, getEpsilon())) || failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  return verifyNormOperand(*this, "scale", getScale(), input, getAxis());
}

SmallVector<Value> RmsNormOp::decompose(ImplicitLocOpBuilder &b) {
  Composer c(b, getInput(), llvm::to_vector(llvm::seq<int64_t>(getAxis(), getInput().getType().getRank())));
  Value y = normalize(c, c.widen(getInput()), getEpsilon().convertToDouble());
  if (getScale())
    y = MulOp::create(b, y, c.overRows(c.widen(getScale())));
  return {c.narrow(y)};
}

// Dropout.

LogicalResult DropoutOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!type)
    return failure();
  types.push_back(type);
  types.push_back(withElementType(type, IntegerType::get(context, 1)));
  return success();
}

LogicalResult DropoutOp::verify() {
  double p = getP().convertToDouble();
  if (!(p >= 0 && p <= 1))
    return emitOpError("expected p to be 0 to 1, but got ") << p;
  return success();
}

SmallVector<Value> DropoutOp::decompose(ImplicitLocOpBuilder &b) {
  Composer c(b, getInput(), {});
  RankedTensorType shape = withElementType(c.full, b.getF32Type());
  double p = getP().convertToDouble();
  Value u = RandomUniformOp::create(b, shape, getSeed(), getOffset());
  Value kept = CompareOp::create(b, CompareKind::Ge, u, splatConstant(b, p, shape));
  Value scaled = MulOp::create(b, c.widen(getInput()), splatConstant(b, p == 1 ? 0 : 1 / (1 - p), c.full));
  return {c.narrow(SelectOp::create(b, kept, scaled, splatConstant(b, 0, c.full))), kept};
}
