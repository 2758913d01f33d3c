// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators; numpy's implicit broadcast becomes explicit.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

#include <limits>

using namespace mlir;

namespace sinter {
namespace {

bool isFloat(Value value) { return isa<FloatType>(getElementTypeOrSelf(value.getType())); }

/// Inputs as tensors of one shape.
FailureOr<SmallVector<Value>> broadcastInputs(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = node.tensors();
  if (failed(values) || failed(node.broadcastAll(*values)))
    return failure();
  return values;
}

LogicalResult sameElements(OnnxNode &node, Value a, Value b) {
  if (getElementTypeOrSelf(a.getType()) == getElementTypeOrSelf(b.getType()))
    return success();
  return node.error() << "expected inputs of one element type, but got " << a.getType() << " and " << b.getType();
}

LogicalResult wantFloat(OnnxNode &node, Value value) {
  return isFloat(value) ? success() : LogicalResult(node.error() << "expected a float tensor, but got " << value.getType());
}

template <typename Op> LogicalResult importUnary(OnnxNode &node) {
  Value x = node.tensor(0);
  return x ? node.setResult(Op::create(node.b, x)) : failure();
}

/// Folds any number of inputs from the left.
template <typename Op> LogicalResult importVariadic(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values))
    return failure();
  Value result = (*values)[0];
  for (Value value : ArrayRef(*values).drop_front()) {
    if (failed(sameElements(node, result, value)))
      return failure();
    result = Op::create(node.b, result, value);
  }
  return node.setResult(result);
}

template <CompareKind kind> LogicalResult importCompare(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values) || failed(sameElements(node, (*values)[0], (*values)[1])))
    return failure();
  CompareOp::Properties properties;
  properties.kind = CompareKindAttr::get(node.b.getContext(), kind);
  return node.setResult(node.infer<CompareOp>(*values, properties));
}

LogicalResult importMean(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values))
    return failure();
  Value sum = (*values)[0];
  for (Value value : ArrayRef(*values).drop_front())
    sum = AddOp::create(node.b, sum, value);
  return node.setResult(DivOp::create(node.b, sum, node.splat(values->size(), sum)));
}

/// The exponent may be of another type; integers go by way of f64.
LogicalResult importPow(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values))
    return failure();
  Type element = getElementTypeOrSelf((*values)[0].getType());
  Type compute = isFloat((*values)[0]) ? element : node.b.getF64Type();
  Value result = PowOp::create(node.b, node.cast((*values)[0], compute), node.cast((*values)[1], compute));
  return node.setResult(node.cast(result, element));
}

/// fmod = 1 (and any remainder of floats): the sign of the dividend; else the sign of the divisor.
LogicalResult importMod(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values) || failed(sameElements(node, (*values)[0], (*values)[1])))
    return failure();
  Value a = (*values)[0], b = (*values)[1];
  if (isFloat(a))
    return node.error() << "remainders of floats are not supported";
  Value rest = SubOp::create(node.b, a, MulOp::create(node.b, DivOp::create(node.b, a, b), b));
  if (node.getInt("fmod", 0) || node.elementOf(a).isUnsignedInteger())
    return node.setResult(rest);
  auto compare = [&](CompareKind kind, Value x, Value y) {
    CompareOp::Properties properties;
    properties.kind = CompareKindAttr::get(node.b.getContext(), kind);
    return node.infer<CompareOp>({x, y}, properties);
  };
  Value zero = node.splat(0, a);
  Value differs = XorOp::create(node.b, compare(CompareKind::Lt, rest, zero), compare(CompareKind::Lt, b, zero));
  Value adjust = AndOp::create(node.b, differs, compare(CompareKind::Ne, rest, zero));
  return node.setResult(SelectOp::create(node.b, adjust, AddOp::create(node.b, rest, b), rest));
}

LogicalResult importWhere(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = broadcastInputs(node);
  if (failed(values) || failed(sameElements(node, (*values)[1], (*values)[2])))
    return failure();
  if (!node.elementOf((*values)[0]).isInteger(1))
    return node.error() << "expected a condition of bools, but got " << (*values)[0].getType();
  return node.setResult(SelectOp::create(node.b, (*values)[0], (*values)[1], (*values)[2]));
}

/// Bounds are attributes before opset 11, then optional inputs.
LogicalResult importClip(OnnxNode &node) {
  Value x = node.tensor(0), low, high;
  if (!x)
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
    if (!scalar || failed(sameElements(node, x, scalar)))
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
  return x && element ? node.setResult(node.cast(x, element)) : failure();
}

LogicalResult importIdentity(OnnxNode &node) {
  Value x = node.tensor(0);
  return x ? node.setResult(x) : failure();
}

// Activations, in the input's type: composed where the dialect has no operator for them.

Value compareTo(OnnxNode &node, CompareKind kind, Value x, double bound) {
  CompareOp::Properties properties;
  properties.kind = CompareKindAttr::get(node.b.getContext(), kind);
  return node.infer<CompareOp>({x, node.splat(bound, x)}, properties);
}
Value scaled(OnnxNode &node, Value x, double factor) { return MulOp::create(node.b, x, node.splat(factor, x)); }

/// `build` on the float input.
LogicalResult importActivation(OnnxNode &node, llvm::function_ref<Value(Value)> build) {
  Value x = node.tensor(0);
  if (!x || failed(wantFloat(node, x)))
    return failure();
  return node.setResult(build(x));
}

LogicalResult importGelu(OnnxNode &node) {
  std::string form = node.getString("approximate", "none");
  if (form != "none" && form != "tanh")
    return node.error() << "expected `approximate` to be `none` or `tanh`, but got `" << form << "`";
  return importActivation(node, [&](Value x) {
    return GeluOp::create(node.b, x.getType(), form == "tanh" ? GeluKind::Tanh : GeluKind::Erf, x);
  });
}

LogicalResult importLeakyRelu(OnnxNode &node) {
  return importActivation(node, [&](Value x) {
    return SelectOp::create(node.b, compareTo(node, CompareKind::Lt, x, 0), scaled(node, x, node.getFloat("alpha", 0.01)), x);
  });
}

LogicalResult importPRelu(OnnxNode &node) {
  Value x = node.tensor(0), slope = x ? node.tensor(1) : Value();
  if (!slope || failed(sameElements(node, x, slope)) || !(slope = node.broadcast(slope, node.extents(x))))
    return failure();
  return node.setResult(SelectOp::create(node.b, compareTo(node, CompareKind::Lt, x, 0), MulOp::create(node.b, x, slope), x));
}

Value hardSigmoid(OnnxNode &node, Value x, double alpha, double beta) {
  Value line = AddOp::create(node.b, scaled(node, x, alpha), node.splat(beta, x));
  return ClampOp::create(node.b, line, node.splat(0, x), node.splat(1, x));
}

/// One that the dialect has.
template <typename Op> LogicalResult importFloatUnary(OnnxNode &node) {
  return importActivation(node, [&](Value x) -> Value { return Op::create(node.b, x); });
}

LogicalResult importHardSigmoid(OnnxNode &node) {
  return importActivation(node, [&](Value x) { return hardSigmoid(node, x, node.getFloat("alpha", 0.2), node.getFloat("beta", 0.5)); });
}

LogicalResult importHardSwish(OnnxNode &node) {
  return importActivation(node, [&](Value x) { return MulOp::create(node.b, x, hardSigmoid(node, x, 1.0 / 6, 0.5)); });
}

LogicalResult importElu(OnnxNode &node) {
  return importActivation(node, [&](Value x) {
    Value below = scaled(node, Expm1Op::create(node.b, x), node.getFloat("alpha", 1.0));
    return SelectOp::create(node.b, compareTo(node, CompareKind::Lt, x, 0), below, x);
  });
}

LogicalResult importCelu(OnnxNode &node) {
  return importActivation(node, [&](Value x) {
    double alpha = node.getFloat("alpha", 1.0);
    Value below = scaled(node, Expm1Op::create(node.b, DivOp::create(node.b, x, node.splat(alpha, x))), alpha);
    return SelectOp::create(node.b, compareTo(node, CompareKind::Lt, x, 0), below, x);
  });
}

LogicalResult importSelu(OnnxNode &node) {
  return importActivation(node, [&](Value x) {
    Value below = scaled(node, Expm1Op::create(node.b, x), node.getFloat("alpha", 1.67326319217681884765625));
    Value both = SelectOp::create(node.b, compareTo(node, CompareKind::Lt, x, 0), below, x);
    return scaled(node, both, node.getFloat("gamma", 1.05070102214813232421875));
  });
}

LogicalResult importThresholdedRelu(OnnxNode &node) {
  return importActivation(node, [&](Value x) {
    return SelectOp::create(node.b, compareTo(node, CompareKind::Le, x, node.getFloat("alpha", 1.0)), node.splat(0, x), x);
  });
}

LogicalResult importMish(OnnxNode &node) {
  return importActivation(node, [&](Value x) { return MulOp::create(node.b, x, TanhOp::create(node.b, SoftplusOp::create(node.b, x))); });
}

LogicalResult importSwish(OnnxNode &node) {
  return importActivation(node, [&](Value x) -> Value {
    double alpha = node.getFloat("alpha", 1.0);
    if (alpha == 1.0)
      return SiluOp::create(node.b, x);
    return MulOp::create(node.b, x, SigmoidOp::create(node.b, scaled(node, x, alpha)));
  });
}

/// A NaN stays one.
LogicalResult importSign(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  Value zero = node.splat(0, x), one = node.splat(1, x);
  Value result = SelectOp::create(node.b, compareTo(node, CompareKind::Gt, x, 0), one, x);
  if (!node.elementOf(x).isUnsignedInteger())
    result = SelectOp::create(node.b, compareTo(node, CompareKind::Lt, x, 0), NegOp::create(node.b, one), result);
  return node.setResult(SelectOp::create(node.b, compareTo(node, CompareKind::Eq, x, 0), zero, result));
}

LogicalResult importIsNaN(OnnxNode &node) {
  return importActivation(node, [&](Value x) {
    CompareOp::Properties properties;
    properties.kind = CompareKindAttr::get(node.b.getContext(), CompareKind::Ne);
    return node.infer<CompareOp>({x, x}, properties);
  });
}

LogicalResult importIsInf(OnnxNode &node) {
  return importActivation(node, [&](Value x) -> Value {
    double infinity = std::numeric_limits<double>::infinity();
    bool positive = node.getInt("detect_positive", 1), negative = node.getInt("detect_negative", 1);
    if (positive && negative)
      return compareTo(node, CompareKind::Eq, AbsOp::create(node.b, x), infinity);
    if (positive || negative)
      return compareTo(node, CompareKind::Eq, x, positive ? infinity : -infinity);
    return splatConstant(node.b, 0, withElementType(node.typeOf(x), node.b.getI1Type()));
  });
}

const OnnxOp ops[] = {
    {"Add", 2, 2, importVariadic<AddOp>},
    {"Sub", 2, 2, importVariadic<SubOp>},
    {"Mul", 2, 2, importVariadic<MulOp>},
    {"Div", 2, 2, importVariadic<DivOp>},
    {"Mod", 2, 2, importMod},
    {"Pow", 2, 2, importPow},
    {"Sum", 1, anyNumber, importVariadic<AddOp>},
    {"Mean", 1, anyNumber, importMean},
    {"Min", 1, anyNumber, importVariadic<MinOp>},
    {"Max", 1, anyNumber, importVariadic<MaxOp>},
    {"And", 2, 2, importVariadic<AndOp>},
    {"Or", 2, 2, importVariadic<OrOp>},
    {"Xor", 2, 2, importVariadic<XorOp>},
    {"Not", 1, 1, importUnary<NotOp>},
    {"BitwiseAnd", 2, 2, importVariadic<AndOp>},
    {"BitwiseOr", 2, 2, importVariadic<OrOp>},
    {"BitwiseXor", 2, 2, importVariadic<XorOp>},
    {"BitwiseNot", 1, 1, importUnary<NotOp>},
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
    {"Neg", 1, 1, importUnary<NegOp>},
    {"Abs", 1, 1, importUnary<AbsOp>},
    {"Reciprocal", 1, 1, importUnary<ReciprocalOp>},
    {"Exp", 1, 1, importUnary<ExpOp>},
    {"Log", 1, 1, importUnary<LogOp>},
    {"Sqrt", 1, 1, importUnary<SqrtOp>},
    {"Tanh", 1, 1, importUnary<TanhOp>},
    {"Erf", 1, 1, importUnary<ErfOp>},
    {"Sin", 1, 1, importUnary<SinOp>},
    {"Cos", 1, 1, importUnary<CosOp>},
    {"Floor", 1, 1, importUnary<FloorOp>},
    {"Ceil", 1, 1, importUnary<CeilOp>},
    {"Round", 1, 1, importUnary<RoundOp>},
    {"Sigmoid", 1, 1, importUnary<SigmoidOp>},
    {"Relu", 1, 1, importUnary<ReluOp>},
    {"Gelu", 1, 1, importGelu},
    {"LeakyRelu", 1, 1, importLeakyRelu},
    {"PRelu", 2, 2, importPRelu},
    {"HardSigmoid", 1, 1, importHardSigmoid},
    {"HardSwish", 1, 1, importHardSwish},
    {"Elu", 1, 1, importElu},
    {"Celu", 1, 1, importCelu},
    {"Selu", 1, 1, importSelu},
    {"ThresholdedRelu", 1, 1, importThresholdedRelu},
    {"Softplus", 1, 1, importFloatUnary<SoftplusOp>},
    {"Softsign", 1, 1, importFloatUnary<SoftsignOp>},
    {"Mish", 1, 1, importMish},
    {"Swish", 1, 1, importSwish},
    {"Sign", 1, 1, importSign},
    {"IsNaN", 1, 1, importIsNaN},
    {"IsInf", 1, 1, importIsInf},
};

} // namespace

ArrayRef<OnnxOp> elementwiseOnnxOps() { return ops; }

} // namespace sinter
