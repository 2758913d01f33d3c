// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, and what a softmax is made of.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

struct Reduced {
  Value input;
  SmallVector<int64_t> axes;
};

/// The input and the axes, which are an attribute or, from an opset of the operator's own on, an input.
FailureOr<Reduced> readReduction(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  SmallVector<int64_t> given;
  if (node.hasInput(1)) {
    FailureOr<SmallVector<int64_t>> read = node.constantInts(1, "axes");
    if (failed(read))
      return failure();
    given = *read;
  } else {
    given = node.getInts("axes").value_or(SmallVector<int64_t>());
  }
  // Else the fold is over no axes: each element on its own.
  if (given.empty() && !node.getInt("noop_with_empty_axes", 0))
    given = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  FailureOr<SmallVector<int64_t>> axes = node.axes(given, rank);
  if (failed(axes))
    return failure();
  return Reduced{x, *axes};
}

LogicalResult finish(OnnxNode &node, Value reduced, const Reduced &of) {
  if (reduced && node.getInt("keepdims", 1))
    reduced = node.keepDims(reduced, of.input, of.axes);
  return node.setResult(reduced);
}

template <typename Op> LogicalResult importReduction(OnnxNode &node) {
  FailureOr<Reduced> of = readReduction(node);
  return succeeded(of) ? finish(node, node.reduce<Op>(of->input, of->axes), *of) : failure();
}

/// Of bools: whether any, or all, are true.
template <typename Op, typename BoolOp> LogicalResult importExtreme(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  return type && type.getElementType().isInteger(1) ? importReduction<BoolOp>(node) : importReduction<Op>(node);
}

/// Integers: the sum divided by the count.
LogicalResult importMean(OnnxNode &node) {
  FailureOr<Reduced> of = readReduction(node);
  if (failed(of))
    return failure();
  if (isa<FloatType>(node.elementOf(of->input)))
    return finish(node, node.reduce<MeanOp>(of->input, of->axes), *of);
  AffineExpr count = node.extent(1);
  for (int64_t axis : of->axes)
    count = mulExtents(count, node.extents(of->input)[axis]);
  std::optional<int64_t> known = asConstant(count);
  if (!known)
    return node.error() << "expected a mean of integers over static dimensions";
  Value sum = node.reduce<SumOp>(of->input, of->axes);
  return finish(node, sum ? Value(DivOp::create(node.b, sum, node.splat(*known, sum))) : Value(), *of);
}

LogicalResult importSumSquare(OnnxNode &node) {
  FailureOr<Reduced> of = readReduction(node);
  if (failed(of))
    return failure();
  return finish(node, node.reduce<SumOp>(MulOp::create(node.b, of->input, of->input), of->axes), *of);
}

LogicalResult importL1(OnnxNode &node) {
  FailureOr<Reduced> of = readReduction(node);
  if (failed(of))
    return failure();
  return finish(node, node.reduce<SumOp>(AbsOp::create(node.b, of->input), of->axes), *of);
}

/// `build` in f32 at least: squares and exponentials of 16-bit floats overflow.
LogicalResult importWide(OnnxNode &node, llvm::function_ref<Value(Value, ArrayRef<int64_t>)> build) {
  FailureOr<Reduced> of = readReduction(node);
  if (failed(of))
    return failure();
  Type element = node.elementOf(of->input);
  Type wide = isa<FloatType>(element) ? getComputeType(element) : node.b.getF64Type();
  Value result = build(node.cast(of->input, wide), of->axes);
  return finish(node, result ? node.cast(result, element) : Value(), *of);
}

LogicalResult importL2(OnnxNode &node) {
  return importWide(node, [&](Value x, ArrayRef<int64_t> axes) {
    Value sum = node.reduce<SumOp>(MulOp::create(node.b, x, x), axes);
    return sum ? Value(SqrtOp::create(node.b, sum)) : Value();
  });
}

LogicalResult importLogSum(OnnxNode &node) {
  return importWide(node, [&](Value x, ArrayRef<int64_t> axes) {
    Value sum = node.reduce<SumOp>(x, axes);
    return sum ? Value(LogOp::create(node.b, sum)) : Value();
  });
}

LogicalResult importLogSumExp(OnnxNode &node) {
  return importWide(node, [&](Value x, ArrayRef<int64_t> axes) {
    auto [shift, log] = shiftedLogSum(node, x, axes);
    return shift ? Value(AddOp::create(node.b, shift, log)) : Value();
  });
}

LogicalResult buildSoftmax(OnnxNode &node, llvm::function_ref<Value(Value, int64_t)> build) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  if (!isa<FloatType>(node.elementOf(x)))
    return node.error() << "expected a float tensor, but got " << x.getType();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", node.opset() < 13 ? 1 : -1), std::max<int64_t>(rank, 1));
  if (failed(axis))
    return failure();
  if (rank == 0)
    return node.error() << "expected a tensor of rank 1 or more";
  if (node.opset() >= 13 || *axis == rank - 1)
    return node.setResult(build(x, *axis));
  // Before opset 13 the dimensions from the axis on were one row.
  SmallVector<AffineExpr> whole = node.extents(x), flat{node.extent(1), node.extent(1)};
  for (auto [i, extent] : llvm::enumerate(whole))
    flat[static_cast<int64_t>(i) >= *axis] = mulExtents(flat[static_cast<int64_t>(i) >= *axis], extent);
  Value rows = node.reshape(x, flat);
  Value result = rows ? build(rows, 1) : Value();
  return result ? node.setResult(node.reshape(result, whole)) : failure();
}

LogicalResult importSoftmax(OnnxNode &node) {
  return buildSoftmax(node, [&](Value x, int64_t axis) { return SoftmaxOp::create(node.b, x, axis); });
}

LogicalResult importLogSoftmax(OnnxNode &node) {
  return buildSoftmax(node, [&](Value x, int64_t axis) {
    Value wide = node.cast(x, getComputeType(node.elementOf(x)));
    auto [shift, log] = shiftedLogSum(node, wide, axis);
    Value shifted = SubOp::create(node.b, wide, alongAxes(node, shift, wide, axis));
    return node.cast(SubOp::create(node.b, shifted, alongAxes(node, log, wide, axis)), node.elementOf(x));
  });
}

/// 1 at the first of the greatest, else 0.
LogicalResult importHardmax(OnnxNode &node) {
  return buildSoftmax(node, [&](Value x, int64_t axis) {
    ArgmaxOp::Properties properties;
    properties.axes = node.b.getDenseI64ArrayAttr(axis);
    Value found = node.infer<ArgmaxOp>(x, properties);
    Value index = IotaOp::create(node.b, withElementType(node.typeOf(x), node.b.getI64Type()), axis);
    return found ? node.cast(compare(node, CompareKind::Eq, index, alongAxes(node, found, x, axis)), node.elementOf(x)) : Value();
  });
}

const OnnxOp ops[] = {
    {"ReduceSum", 1, 2, importReduction<SumOp>},
    {"ReduceMean", 1, 2, importMean},
    {"ReduceMax", 1, 2, importExtreme<ReduceMaxOp, AnyOp>},
    {"ReduceMin", 1, 2, importExtreme<ReduceMinOp, AllOp>},
    {"ReduceProd", 1, 2, importReduction<ProductOp>},
    {"ReduceL1", 1, 2, importL1},
    {"ReduceL2", 1, 2, importL2},
    {"ReduceSumSquare", 1, 2, importSumSquare},
    {"ReduceLogSum", 1, 2, importLogSum},
    {"ReduceLogSumExp", 1, 2, importLogSumExp},
    {"Softmax", 1, 1, importSoftmax},
    {"LogSoftmax", 1, 1, importLogSoftmax},
    {"Hardmax", 1, 1, importHardmax},
};

} // namespace

ArrayRef<OnnxOp> reductionOnnxOps() { return ops; }

} // namespace sinter
