// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations. One that the dialect lacks is composed in the type that floats of the input's are computed in, and rounded
// once at its end, as an operator of its own would be. Attributes are f32, their defaults too.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/ElementTypes.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

Value scaled(OnnxNode &node, Value x, double factor) { return MulOp::create(node.b, x, node.splat(factor, x)); }
Value shifted(OnnxNode &node, Value x, double by) { return AddOp::create(node.b, x, node.splat(by, x)); }

/// `below` where x < 0, else `x`.
Value belowZero(OnnxNode &node, Value x, Value below) {
  return SelectOp::create(node.b, compare(node, CompareKind::Lt, x, 0.0), below, x);
}

/// One that the dialect has; `build` makes it of the float input.
LogicalResult importOperator(OnnxNode &node, llvm::function_ref<Value(Value)> build) {
  Value x = node.tensor(0);
  if (!x || failed(wantFloat(node, x)))
    return failure();
  return node.setResult(build(x));
}
template <typename Op> LogicalResult importUnary(OnnxNode &node) {
  return importOperator(node, [&](Value x) -> Value { return Op::create(node.b, x); });
}

/// One that is composed of others.
LogicalResult importComposed(OnnxNode &node, llvm::function_ref<Value(Value)> build) {
  return importOperator(node, [&](Value x) {
    Type element = node.elementOf(x);
    return node.cast(build(node.cast(x, getComputeType(element))), element);
  });
}

LogicalResult importRelu(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x || failed(wantNumber(node, x)))
    return failure();
  return node.setResult(ReluOp::create(node.b, x));
}

LogicalResult importGelu(OnnxNode &node) {
  std::string form = node.getString("approximate", "none");
  if (form != "none" && form != "tanh")
    return node.error() << "expected `approximate` to be `none` or `tanh`, but got `" << form << "`";
  return importOperator(node, [&](Value x) {
    return GeluOp::create(node.b, x.getType(), form == "tanh" ? GeluKind::Tanh : GeluKind::Erf, x);
  });
}

LogicalResult importLeakyRelu(OnnxNode &node) {
  return importComposed(node, [&](Value x) { return belowZero(node, x, scaled(node, x, node.getFloat("alpha", 0.01f))); });
}

/// Its slope broadcasts to the input, not the other way round. A product with the input is rounded once as it is.
LogicalResult importPRelu(OnnxNode &node) {
  Value x = node.tensor(0), slope = x ? node.tensor(1) : Value();
  if (!slope || failed(wantNumber(node, x)) || failed(wantSameElements(node, x, slope)) || !(slope = node.broadcast(slope, node.extents(x))))
    return failure();
  return node.setResult(belowZero(node, x, MulOp::create(node.b, x, slope)));
}

Value hardSigmoid(OnnxNode &node, Value x, double alpha, double beta) {
  return ClampOp::create(node.b, shifted(node, scaled(node, x, alpha), beta), node.splat(0, x), node.splat(1, x));
}
LogicalResult importHardSigmoid(OnnxNode &node) {
  return importComposed(node, [&](Value x) { return hardSigmoid(node, x, node.getFloat("alpha", 0.2f), node.getFloat("beta", 0.5)); });
}
LogicalResult importHardSwish(OnnxNode &node) {
  return importComposed(node, [&](Value x) { return MulOp::create(node.b, x, hardSigmoid(node, x, 1.0 / 6, 0.5)); });
}

LogicalResult importElu(OnnxNode &node) {
  return importComposed(node, [&](Value x) {
    return belowZero(node, x, scaled(node, Expm1Op::create(node.b, x), node.getFloat("alpha", 1.0)));
  });
}
LogicalResult importCelu(OnnxNode &node) {
  return importComposed(node, [&](Value x) {
    double alpha = node.getFloat("alpha", 1.0);
    return belowZero(node, x, scaled(node, Expm1Op::create(node.b, DivOp::create(node.b, x, node.splat(alpha, x))), alpha));
  });
}
LogicalResult importSelu(OnnxNode &node) {
  return importComposed(node, [&](Value x) {
    Value below = scaled(node, Expm1Op::create(node.b, x), node.getFloat("alpha", 1.67326319217681884765625));
    return scaled(node, belowZero(node, x, below), node.getFloat("gamma", 1.05070102214813232421875));
  });
}

/// NaN stays NaN.
LogicalResult importThresholdedRelu(OnnxNode &node) {
  return importComposed(node, [&](Value x) {
    return SelectOp::create(node.b, compare(node, CompareKind::Le, x, node.getFloat("alpha", 1.0)), node.splat(0, x), x);
  });
}

/// Towards 0 by `bias` outside [-lambd, lambd], and 0 within; NaN stays NaN. Of integers too.
LogicalResult importShrink(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x || failed(wantNumber(node, x)))
    return failure();
  Type element = node.elementOf(x), compute = isa<FloatType>(element) ? getComputeType(element) : node.b.getF64Type();
  double bias = node.getFloat("bias", 0), lambda = node.getFloat("lambd", 0.5);
  Value wide = node.cast(x, compute);
  Value inside = SelectOp::create(node.b, compare(node, CompareKind::Le, AbsOp::create(node.b, wide), lambda), node.splat(0, wide), wide);
  Value above = SelectOp::create(node.b, compare(node, CompareKind::Gt, wide, lambda), shifted(node, wide, -bias), inside);
  Value below = SelectOp::create(node.b, compare(node, CompareKind::Lt, wide, -lambda), shifted(node, wide, bias), above);
  return node.setResult(node.cast(below, element));
}

LogicalResult importMish(OnnxNode &node) {
  return importComposed(node, [&](Value x) { return MulOp::create(node.b, x, TanhOp::create(node.b, SoftplusOp::create(node.b, x))); });
}

LogicalResult importSwish(OnnxNode &node) {
  double alpha = node.getFloat("alpha", 1.0);
  if (alpha == 1.0)
    return importUnary<SiluOp>(node);
  return importComposed(node, [&](Value x) { return MulOp::create(node.b, x, SigmoidOp::create(node.b, scaled(node, x, alpha))); });
}

const OnnxOp ops[] = {
    {"Celu", 1, 1, importCelu},
    {"Elu", 1, 1, importElu},
    {"Gelu", 1, 1, importGelu},
    {"HardSigmoid", 1, 1, importHardSigmoid},
    {"HardSwish", 1, 1, importHardSwish},
    {"LeakyRelu", 1, 1, importLeakyRelu},
    {"Mish", 1, 1, importMish},
    {"PRelu", 2, 2, importPRelu},
    {"Relu", 1, 1, importRelu},
    {"Selu", 1, 1, importSelu},
    {"Shrink", 1, 1, importShrink},
    {"Sigmoid", 1, 1, importUnary<SigmoidOp>},
    {"Softplus", 1, 1, importUnary<SoftplusOp>},
    {"Softsign", 1, 1, importUnary<SoftsignOp>},
    {"Swish", 1, 1, importSwish},
    {"ThresholdedRelu", 1, 1, importThresholdedRelu},
};

} // namespace

ArrayRef<OnnxOp> activationOnnxOps() { return ops; }

} // namespace sinter
