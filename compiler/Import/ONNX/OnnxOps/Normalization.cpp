// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalizations: the dialect's composites where they fit, else spelt out in f32 and rounded once.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

SmallVector<int64_t> dimsFrom(int64_t axis, int64_t rank) { return llvm::to_vector(llvm::seq<int64_t>(axis, rank)); }

/// Scale or bias in the input's shape from `axis` on; null where it is absent, fails after an error.
FailureOr<Value> trailingOperand(OnnxNode &node, int64_t i, Value x, int64_t axis) {
  if (!node.hasInput(i))
    return Value();
  Value value = node.tensor(i);
  if (!value)
    return failure();
  SmallVector<AffineExpr> to(ArrayRef(node.extents(x)).drop_front(axis)), from = node.extents(value);
  // Extents of 1 before the normalized dimensions say nothing.
  while (from.size() > to.size() && from.front() == 1)
    from.erase(from.begin());
  value = node.reshape(value, from);
  value = value ? node.broadcast(value, to) : value;
  return value ? FailureOr<Value>(value) : FailureOr<Value>(failure());
}

/// Mean and 1 / standard deviation along `axes`, in f32.
std::pair<Value, Value> statistics(OnnxNode &node, Value wide, ArrayRef<int64_t> axes, double epsilon) {
  Value mean = node.keepDims(node.reduce<MeanOp>(wide, axes), wide, axes);
  if (!mean)
    return {};
  Value centred = SubOp::create(node.b, wide, node.broadcast(mean, node.extents(wide)));
  Value variance = node.keepDims(node.reduce<MeanOp>(MulOp::create(node.b, centred, centred), axes), wide, axes);
  return {mean, RsqrtOp::create(node.b, AddOp::create(node.b, variance, node.splat(epsilon, variance)))};
}

LogicalResult importLayerNorm(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", -1), rank);
  if (failed(axis))
    return failure();
  if (!isa<FloatType>(node.elementOf(x)))
    return node.error() << "expected a float tensor, but got " << x.getType();
  FailureOr<Value> scale = trailingOperand(node, 1, x, *axis), bias = trailingOperand(node, 2, x, *axis);
  if (failed(scale) || failed(bias))
    return failure();
  double epsilon = node.getFloat("epsilon", 1e-5f);
  Value y = LayerNormOp::create(node.b, x.getType(), x, *scale, *bias, static_cast<uint64_t>(*axis), APFloat(epsilon));
  if (failed(node.setResult(y)) || (!node.usesOutput(1) && !node.usesOutput(2)))
    return success();
  auto [mean, deviation] = statistics(node, node.cast(x, getComputeType(node.elementOf(x))), dimsFrom(*axis, rank), epsilon);
  return success(mean && succeeded(node.setResult(1, mean)) && succeeded(node.setResult(2, deviation)));
}

LogicalResult importRmsNorm(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", -1), node.typeOf(x).getRank());
  FailureOr<Value> scale = succeeded(axis) ? trailingOperand(node, 1, x, *axis) : FailureOr<Value>(failure());
  if (failed(scale))
    return failure();
  return node.setResult(RmsNormOp::create(node.b, x.getType(), x, *scale, static_cast<uint64_t>(*axis), APFloat(node.getFloat("epsilon", 1e-5f))));
}

/// A value a channel, repeated over `like`, in its element type.
Value perChannel(OnnxNode &node, Value value, Value like) {
  if (node.typeOf(value).getRank() != 1 || node.extents(value)[0] != node.extents(like)[1])
    return node.error() << "expected one value a channel of " << like.getType() << ", but got " << value.getType(), Value();
  value = node.cast(value, node.elementOf(like));
  return BroadcastOp::create(node.b, like.getType(), value, ArrayRef<int64_t>{1});
}

/// (x - mean) / sqrt(variance + epsilon) * scale + bias, given a value a channel; folded to one factor and one term, so that the tensor
/// is touched once.
Value normalizeChannels(OnnxNode &node, Value wide, Value scale, Value bias, Value mean, Value variance) {
  Value deviation = SqrtOp::create(node.b, AddOp::create(node.b, variance, node.splat(node.getFloat("epsilon", 1e-5f), variance)));
  Value factor = DivOp::create(node.b, scale, deviation);
  Value term = SubOp::create(node.b, bias, MulOp::create(node.b, mean, factor));
  factor = perChannel(node, factor, wide);
  term = factor ? perChannel(node, term, wide) : Value();
  return term ? Value(AddOp::create(node.b, MulOp::create(node.b, wide, factor), term)) : Value();
}

/// Mean and variance of each channel of this input; the running ones move towards them, by 1 - momentum. Before opset 14 training is told by
/// more outputs than one, which are the same, and those of the input itself.
LogicalResult trainBatchNorm(OnnxNode &node, Value wide, ArrayRef<Value> in) {
  SmallVector<int64_t> axes;
  for (int64_t i = 0; i < node.typeOf(wide).getRank(); ++i)
    if (i != 1)
      axes.push_back(i);
  Value mean = node.reduce<MeanOp>(wide, axes);
  Value centred = mean ? Value(SubOp::create(node.b, wide, alongAxes(node, mean, wide, axes))) : Value();
  Value variance = centred ? node.reduce<MeanOp>(MulOp::create(node.b, centred, centred), axes) : Value();
  Value y = variance ? normalizeChannels(node, wide, in[1], in[2], mean, variance) : Value();
  if (!y || failed(node.setResult(node.cast(y, node.elementOf(in[0])))))
    return failure();
  double momentum = node.getFloat("momentum", 0.9f);
  auto moved = [&](Value running, Value current) {
    return AddOp::create(node.b, MulOp::create(node.b, running, node.splat(momentum, running)), MulOp::create(node.b, current, node.splat(1 - momentum, current)));
  };
  SmallVector<Value> others{moved(in[3], mean), moved(in[4], variance), mean, variance};
  for (auto [i, value] : llvm::enumerate(others))
    if (node.usesOutput(i + 1) && failed(node.setResult(i + 1, node.cast(value, node.type(i % 2 ? 4 : 3).getElementType()))))
      return failure();
  return success();
}

LogicalResult importBatchNorm(OnnxNode &node) {
  FailureOr<SmallVector<Value>> in = node.tensors();
  if (failed(in))
    return failure();
  Value x = (*in)[0];
  if (node.typeOf(x).getRank() < 2)
    return node.error() << "expected an input of rank 2 or more, but got " << x.getType();
  Value wide = node.cast(x, getComputeType(node.elementOf(x)));
  for (Value &one : llvm::drop_begin(*in))
    one = node.cast(one, node.elementOf(wide));
  for (Value one : ArrayRef(*in).drop_front(2))
    if (one.getType() != (*in)[1].getType())
      return node.error() << "expected scale, bias, mean and variance of one type, but got " << (*in)[1].getType() << " and " << one.getType();
  if (node.getInt("training_mode", 0) || (node.opset() < 14 && node.usesOutput(1)))
    return trainBatchNorm(node, wide, *in);
  if (node.usesOutput(1))
    return node.error() << "expected one output outside of training mode";
  Value y = normalizeChannels(node, wide, (*in)[1], (*in)[2], (*in)[3], (*in)[4]);
  return y ? node.setResult(node.cast(y, node.elementOf(x))) : failure();
}

/// (x - mean) / (deviation + 1e-9) over `axes`.
LogicalResult importMeanVariance(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  FailureOr<SmallVector<int64_t>> axes = node.axes(node.getInts("axes").value_or(SmallVector<int64_t>{0, 2, 3}), node.typeOf(x).getRank());
  if (failed(axes))
    return failure();
  Value wide = node.cast(x, getComputeType(node.elementOf(x))), mean = node.reduce<MeanOp>(wide, *axes);
  if (!mean)
    return failure();
  Value centred = SubOp::create(node.b, wide, alongAxes(node, mean, wide, *axes));
  Value deviation = SqrtOp::create(node.b, node.reduce<MeanOp>(MulOp::create(node.b, centred, centred), *axes));
  deviation = AddOp::create(node.b, deviation, node.splat(1e-9, deviation));
  return node.setResult(node.cast(DivOp::create(node.b, centred, alongAxes(node, deviation, wide, *axes)), node.elementOf(x)));
}

/// x / (the sum of |x|^p)^(1/p) along an axis; what is 0 throughout stays so.
LogicalResult importLpNorm(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", -1), node.typeOf(x).getRank());
  int64_t p = node.getInt("p", 2);
  if (failed(axis))
    return failure();
  if (p != 1 && p != 2)
    return node.error() << "expected p to be 1 or 2, but got " << p;
  Value wide = node.cast(x, getComputeType(node.elementOf(x)));
  Value norm = node.reduce<SumOp>(p == 1 ? Value(AbsOp::create(node.b, wide)) : Value(MulOp::create(node.b, wide, wide)), *axis);
  if (!norm)
    return failure();
  norm = p == 1 ? norm : Value(SqrtOp::create(node.b, norm));
  norm = SelectOp::create(node.b, compare(node, CompareKind::Eq, norm, 0), node.splat(1, norm), norm);
  return node.setResult(node.cast(DivOp::create(node.b, wide, alongAxes(node, norm, wide, *axis)), node.elementOf(x)));
}

/// (x - mean) / deviation over `axes`, in f32.
Value normalized(OnnxNode &node, Value wide, ArrayRef<int64_t> axes) {
  auto [mean, deviation] = statistics(node, wide, axes, node.getFloat("epsilon", 1e-5f));
  if (!mean)
    return {};
  Value centred = SubOp::create(node.b, wide, node.broadcast(mean, node.extents(wide)));
  return MulOp::create(node.b, centred, node.broadcast(deviation, node.extents(wide)));
}

LogicalResult importInstanceNorm(OnnxNode &node) {
  FailureOr<SmallVector<Value>> in = node.tensors();
  if (failed(in))
    return failure();
  Value x = (*in)[0];
  int64_t rank = node.typeOf(x).getRank();
  if (rank < 3)
    return node.error() << "expected an input of rank 3 or more, but got " << x.getType();
  Value wide = node.cast(x, getComputeType(node.elementOf(x)));
  Value y = normalized(node, wide, dimsFrom(2, rank)), scale = perChannel(node, (*in)[1], wide), bias = perChannel(node, (*in)[2], wide);
  if (!y || !scale || !bias)
    return failure();
  return node.setResult(node.cast(AddOp::create(node.b, MulOp::create(node.b, y, scale), bias), node.elementOf(x)));
}

/// Scale and bias are a value a channel from opset 21 on, a value a group before.
LogicalResult importGroupNorm(OnnxNode &node) {
  FailureOr<SmallVector<Value>> in = node.tensors();
  if (failed(in))
    return failure();
  Value x = (*in)[0];
  SmallVector<AffineExpr> whole = node.extents(x);
  std::optional<int64_t> channels = whole.size() >= 2 ? asConstant(whole[1]) : std::nullopt;
  int64_t groups = node.getInt("num_groups", 0);
  if (!channels || groups < 1 || *channels % groups != 0)
    return node.error() << "expected channels that num_groups divides, but got " << x.getType() << " and " << groups;
  Value wide = node.cast(x, getComputeType(node.elementOf(x)));
  SmallVector<AffineExpr> split{whole[0], node.extent(groups), node.extent(*channels / groups)};
  split.append(whole.begin() + 2, whole.end());
  Value y = node.reshape(wide, split);
  y = y ? normalized(node, y, dimsFrom(2, split.size())) : y;
  if (!y)
    return failure();
  bool byGroup = node.opset() < 21;
  if (!byGroup)
    y = node.reshape(y, whole);
  Value scale = perChannel(node, (*in)[1], y), bias = scale ? perChannel(node, (*in)[2], y) : Value();
  if (!bias)
    return failure();
  y = node.reshape(AddOp::create(node.b, MulOp::create(node.b, y, scale), bias), whole);
  return node.setResult(node.cast(y, node.elementOf(x)));
}

/// Over all dimensions after the channels, which stay with extent 1.
template <typename Op> LogicalResult importGlobalPool(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  if (rank < 3)
    return node.error() << "expected an input of rank 3 or more, but got " << x.getType();
  SmallVector<int64_t> axes = dimsFrom(2, rank);
  return node.setResult(node.keepDims(node.reduce<Op>(x, axes), x, axes));
}

const OnnxOp ops[] = {
    {"LayerNormalization", 2, 3, importLayerNorm},
    {"RMSNormalization", 2, 2, importRmsNorm},
    {"BatchNormalization", 5, 5, importBatchNorm},
    {"MeanVarianceNormalization", 1, 1, importMeanVariance},
    {"LpNormalization", 1, 1, importLpNorm},
    {"InstanceNormalization", 3, 3, importInstanceNorm},
    {"GroupNormalization", 3, 3, importGroupNorm},
    {"GlobalAveragePool", 1, 1, importGlobalPool<MeanOp>},
    {"GlobalMaxPool", 1, 1, importGlobalPool<ReduceMaxOp>},
};

} // namespace

ArrayRef<OnnxOp> normalizationOnnxOps() { return ops; }

} // namespace sinter
