// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators of arithmetic, comparison, logic and types; numpy's implicit broadcast becomes explicit.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/ElementTypes.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

/// Inputs as tensors of one shape.
FailureOr<SmallVector<Value>> broadcastInputs(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = node.tensors();
  if (failed(values) || failed(node.broadcastAll(*values)))
    return failure();
  return values;
}

/// Inputs as tensors of one type, of the kind that `check` asks for.
FailureOr<SmallVector<Value>> alikeInputs(OnnxNode &node, ElementCheck check) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values))
    return failure();
  for (Value value : *values)
    if (failed(check(node, value)) || failed(wantSameElements(node, (*values)[0], value)))
      return failure();
  return values;
}

template <typename Op, ElementCheck check> LogicalResult importUnary(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x || failed(check(node, x)))
    return failure();
  return node.setResult(Op::create(node.b, x));
}

template <typename Op, ElementCheck check> LogicalResult importBinary(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = alikeInputs(node, check);
  if (failed(values))
    return failure();
  return node.setResult(Op::create(node.b, (*values)[0], (*values)[1]));
}

/// Folds any number of inputs from the left.
template <typename Op> Value foldLeft(OnnxNode &node, ArrayRef<Value> values) {
  Value result = values[0];
  for (Value value : values.drop_front())
    result = Op::create(node.b, result, value);
  return result;
}
template <typename Op> LogicalResult importVariadic(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = alikeInputs(node, wantNumber);
  if (failed(values))
    return failure();
  return node.setResult(foldLeft<Op>(node, *values));
}

/// Of more than two floats, in the type that they are computed in: the sum is rounded once.
LogicalResult importSumOrMean(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = alikeInputs(node, wantNumber);
  if (failed(values))
    return failure();
  Type element = node.elementOf((*values)[0]);
  if (isa<FloatType>(element))
    for (Value &value : *values)
      value = node.cast(value, getComputeType(element));
  Value result = foldLeft<AddOp>(node, *values);
  if (node.op() == "Mean")
    result = DivOp::create(node.b, result, node.splat(values->size(), result));
  return node.setResult(node.cast(result, element));
}

template <CompareKind kind> LogicalResult importCompare(OnnxNode &node) {
  bool isOrder = kind != CompareKind::Eq && kind != CompareKind::Ne;
  FailureOr<SmallVector<Value>> values = alikeInputs(node, isOrder ? wantNumber : wantAny);
  if (failed(values))
    return failure();
  return node.setResult(compare(node, kind, (*values)[0], (*values)[1]));
}

/// The result has the base's type. Where one of the two is an integer and the other is not, or has another width, they
/// meet in f64, or in the wider integer: a power modulo 2^64 has the lower bits of the narrower one.
LogicalResult importPow(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values) || failed(wantNumber(node, (*values)[0])) || failed(wantNumber(node, (*values)[1])))
    return failure();
  Value base = (*values)[0], exponent = (*values)[1];
  Type element = node.elementOf(base), other = node.elementOf(exponent), compute = element;
  bool isInteger = !isa<FloatType>(element);
  if (isInteger && isa<FloatType>(other))
    compute = node.b.getF64Type();
  else if (isInteger && element != other)
    compute = other.isUnsignedInteger() ? Type(node.b.getIntegerType(64, /*isSigned=*/false)) : Type(node.b.getI64Type());
  Value result = PowOp::create(node.b, node.cast(base, compute), node.cast(exponent, compute));
  return node.setResult(node.cast(result, element));
}

/// fmod = 1: the sign of the dividend, as C has it; else that of the divisor, of integers alone.
LogicalResult importMod(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = alikeInputs(node, wantNumber);
  if (failed(values))
    return failure();
  Value a = (*values)[0], b = (*values)[1];
  if (node.getInt("fmod", 0))
    return node.setResult(TruncRemOp::create(node.b, a, b));
  if (isa<FloatType>(node.elementOf(a)))
    return node.error() << "expected `fmod` to be 1 for a remainder of floats, but got 0";
  return node.setResult(FloorModOp::create(node.b, a, b));
}

LogicalResult importBitShift(OnnxNode &node) {
  std::string direction = node.getString("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    return node.error() << "expected `direction` to be `LEFT` or `RIGHT`, but got `" << direction << "`";
  return direction == "LEFT" ? importBinary<ShiftLeftOp, wantInteger>(node) : importBinary<ShiftRightOp, wantInteger>(node);
}

LogicalResult importWhere(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values) || failed(wantSameElements(node, (*values)[1], (*values)[2])))
    return failure();
  if (!node.elementOf((*values)[0]).isInteger(1))
    return node.error() << "expected a condition of bools, but got " << (*values)[0].getType();
  return node.setResult(SelectOp::create(node.b, (*values)[0], (*values)[1], (*values)[2]));
}

/// Bounds are attributes before opset 11, then optional inputs.
LogicalResult importClip(OnnxNode &node) {
  Value x = node.tensor(0), low, high;
  if (!x || failed(wantNumber(node, x)))
    return failure();
  auto bound = [&](int64_t i, StringRef name, Value &value) -> LogicalResult {
    if (node.opset() < 11) {
      if (node.hasAttribute(name))
        value = node.splat(node.getFloat(name, 0), x);
      return success();
    }
    if (!node.hasInput(i))
      return success();
    Value scalar = node.tensor(i);
    if (!scalar || failed(wantSameElements(node, x, scalar)))
      return failure();
    if (node.typeOf(scalar).getRank() == 1)
      scalar = node.reshape(scalar, {});
    value = scalar ? node.broadcast(scalar, node.extents(x)) : Value();
    return success(value);
  };
  if (failed(bound(1, "min", low)) || failed(bound(2, "max", high)))
    return failure();
  if (low && high)
    return node.setResult(ClampOp::create(node.b, x, low, high));
  if (low)
    return node.setResult(MaxOp::create(node.b, x, low));
  return node.setResult(high ? Value(MinOp::create(node.b, x, high)) : x);
}

/// From opset 19 on, a cast to an 8-bit float may be asked not to saturate; before, there were none.
LogicalResult importCast(OnnxNode &node) {
  Value x = node.tensor(0);
  Type element;
  if (node.op() == "CastLike") {
    RankedTensorType like = node.type(1);
    element = like ? like.getElementType() : Type();
  } else {
    int64_t number = node.getInt("to", 0);
    element = getOnnxElementType(node.b.getContext(), number);
    if (!element)
      return node.error() << "element type " << getOnnxTypeName(number) << " is not supported";
  }
  if (!x || !element)
    return failure();
  if (!isa<Float8E4M3FNType, Float8E5M2Type>(element) || node.getInt("saturate", 1) || node.elementOf(x) == element)
    return node.setResult(node.cast(x, element));
  return node.setResult(CastOp::create(node.b, withElementType(node.typeOf(x), element), x, /*overflow=*/true));
}

LogicalResult importIdentity(OnnxNode &node) {
  Value x = node.tensor(0);
  return x ? node.setResult(x) : failure();
}

LogicalResult importIsNaN(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x || failed(wantFloat(node, x)))
    return failure();
  return node.setResult(node.infer<IsNanOp>(x));
}

LogicalResult importIsInf(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x || failed(wantFloat(node, x)))
    return failure();
  bool positive = node.getInt("detect_positive", 1), negative = node.getInt("detect_negative", 1);
  if (!positive && !negative)
    return node.setResult(splatConstant(node.b, 0, withElementType(node.typeOf(x), node.b.getI1Type())));
  InfinityKind kind = positive && negative ? InfinityKind::Any : positive ? InfinityKind::Positive : InfinityKind::Negative;
  IsInfOp::Properties properties;
  properties.kind = InfinityKindAttr::get(node.b.getContext(), kind);
  return node.setResult(node.infer<IsInfOp>(x, properties));
}

const OnnxOp ops[] = {
    {"Add", 2, 2, importBinary<AddOp, wantNumber>},
    {"Sub", 2, 2, importBinary<SubOp, wantNumber>},
    {"Mul", 2, 2, importBinary<MulOp, wantNumber>},
    {"Div", 2, 2, importBinary<DivOp, wantNumber>},
    {"Mod", 2, 2, importMod},
    {"Pow", 2, 2, importPow},
    {"Sum", 1, anyNumber, importSumOrMean},
    {"Mean", 1, anyNumber, importSumOrMean},
    {"Min", 1, anyNumber, importVariadic<MinOp>},
    {"Max", 1, anyNumber, importVariadic<MaxOp>},
    {"And", 2, 2, importBinary<AndOp, wantBool>},
    {"Or", 2, 2, importBinary<OrOp, wantBool>},
    {"Xor", 2, 2, importBinary<XorOp, wantBool>},
    {"Not", 1, 1, importUnary<NotOp, wantBool>},
    {"BitwiseAnd", 2, 2, importBinary<AndOp, wantInteger>},
    {"BitwiseOr", 2, 2, importBinary<OrOp, wantInteger>},
    {"BitwiseXor", 2, 2, importBinary<XorOp, wantInteger>},
    {"BitwiseNot", 1, 1, importUnary<NotOp, wantInteger>},
    {"BitShift", 2, 2, importBitShift},
    {"Equal", 2, 2, importCompare<CompareKind::Eq>},
    {"Less", 2, 2, importCompare<CompareKind::Lt>},
    {"LessOrEqual", 2, 2, importCompare<CompareKind::Le>},
    {"Greater", 2, 2, importCompare<CompareKind::Gt>},
    {"GreaterOrEqual", 2, 2, importCompare<CompareKind::Ge>},
    {"Where", 3, 3, importWhere},
    {"Clip", 1, 3, importClip},
    {"Cast", 1, 1, importCast},
    {"CastLike", 2, 2, importCast},
    {"Identity", 1, 1, importIdentity},
    {"Neg", 1, 1, importUnary<NegOp, wantNumber>},
    {"Abs", 1, 1, importUnary<AbsOp, wantNumber>},
    {"Sign", 1, 1, importUnary<SignOp, wantNumber>},
    {"Reciprocal", 1, 1, importUnary<ReciprocalOp, wantFloat>},
    {"Exp", 1, 1, importUnary<ExpOp, wantFloat>},
    {"Log", 1, 1, importUnary<LogOp, wantFloat>},
    {"Sqrt", 1, 1, importUnary<SqrtOp, wantFloat>},
    {"Erf", 1, 1, importUnary<ErfOp, wantFloat>},
    {"Sin", 1, 1, importUnary<SinOp, wantFloat>},
    {"Cos", 1, 1, importUnary<CosOp, wantFloat>},
    {"Tan", 1, 1, importUnary<TanOp, wantFloat>},
    {"Asin", 1, 1, importUnary<AsinOp, wantFloat>},
    {"Acos", 1, 1, importUnary<AcosOp, wantFloat>},
    {"Atan", 1, 1, importUnary<AtanOp, wantFloat>},
    {"Sinh", 1, 1, importUnary<SinhOp, wantFloat>},
    {"Cosh", 1, 1, importUnary<CoshOp, wantFloat>},
    {"Tanh", 1, 1, importUnary<TanhOp, wantFloat>},
    {"Asinh", 1, 1, importUnary<AsinhOp, wantFloat>},
    {"Acosh", 1, 1, importUnary<AcoshOp, wantFloat>},
    {"Atanh", 1, 1, importUnary<AtanhOp, wantFloat>},
    {"Floor", 1, 1, importUnary<FloorOp, wantFloat>},
    {"Ceil", 1, 1, importUnary<CeilOp, wantFloat>},
    {"Round", 1, 1, importUnary<RoundOp, wantFloat>},
    {"IsNaN", 1, 1, importIsNaN},
    {"IsInf", 1, 1, importIsInf},
};

} // namespace

ArrayRef<OnnxOp> elementwiseOnnxOps() { return ops; }

} // namespace sinter
