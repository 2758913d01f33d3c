// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random tensors and dropout. ONNX has seeds as attributes: a node's stream is that of its seed, or else of its output's name, and the same in
// each run. (A graph that is to draw anew each time has seed and offset as arguments, in the `sinter` dialect.)

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

#include "compiler/Import/ONNX/OnnxTensor.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace sinter {
namespace {

struct Stream {
  Value seed, offset;
};

Stream streamOf(OnnxNode &node) {
  uint64_t seed = llvm::xxh3_64bits(node.outputName(0));
  if (node.hasAttribute("seed"))
    seed = llvm::bit_cast<uint32_t>(static_cast<float>(node.getFloat("seed", 0)));
  auto constant = [&](uint64_t value) -> Value {
    auto type = RankedTensorType::get({}, node.b.getI64Type());
    return ConstantOp::create(node.b, DenseElementsAttr::get(type, APInt(64, value)));
  };
  return {constant(seed), constant(0)};
}

Value uniform(OnnxNode &node, RankedTensorType type) {
  Stream stream = streamOf(node);
  return RandomUniformOp::create(node.b, type, stream.seed, stream.offset);
}

/// The type of the result: the attribute `dtype`, or `otherwise`. Null after an error.
Type readElement(OnnxNode &node, Type otherwise) {
  if (!node.hasAttribute("dtype"))
    return otherwise;
  int64_t number = node.getInt("dtype", 0);
  Type element = getOnnxElementType(node.b.getContext(), number);
  if (!element)
    node.error() << "element type " << getOnnxTypeName(number) << " is not supported";
  return element;
}

/// Numbers of `element` with the extents of the attribute `shape`, or of the input.
FailureOr<RankedTensorType> readResult(OnnxNode &node) {
  SmallVector<AffineExpr> extents;
  Type element = node.b.getF32Type();
  if (node.numInputs() > 0) {
    RankedTensorType like = node.type(0);
    if (!like)
      return failure();
    extents = node.graph.symbols().extents(like);
    element = like.getElementType();
  } else {
    for (int64_t extent : node.getInts("shape").value_or(SmallVector<int64_t>())) {
      if (extent < 0)
        return node.error() << "expected extents of 0 or more, but got " << extent, failure();
      extents.push_back(node.extent(extent));
    }
  }
  element = readElement(node, element);
  if (!element)
    return failure();
  if (!isa<Float64Type, Float32Type, Float16Type, BFloat16Type>(element))
    return node.error() << "random numbers of type " << element << " are not supported", failure();
  return node.makeType(extents, element);
}

/// `sample` of numbers computed in f32 at least, times `scale`, plus `shift`, and rounded once.
template <typename Op> LogicalResult sample(OnnxNode &node, double scale, double shift) {
  FailureOr<RankedTensorType> type = readResult(node);
  if (failed(type))
    return failure();
  Stream stream = streamOf(node);
  Value x = Op::create(node.b, withElementType(*type, getComputeType(type->getElementType())), stream.seed, stream.offset);
  if (scale != 1)
    x = MulOp::create(node.b, x, node.splat(scale, x));
  if (shift != 0)
    x = AddOp::create(node.b, x, node.splat(shift, x));
  return node.setResult(node.cast(x, type->getElementType()));
}

LogicalResult importUniform(OnnxNode &node) {
  double low = node.getFloat("low", 0), high = node.getFloat("high", 1);
  return sample<RandomUniformOp>(node, high - low, low);
}

LogicalResult importNormal(OnnxNode &node) { return sample<RandomNormalOp>(node, node.getFloat("scale", 1), node.getFloat("mean", 0)); }

/// 1 with the probability that the input gives.
LogicalResult importBernoulli(OnnxNode &node) {
  Value p = node.tensor(0);
  if (!p)
    return failure();
  Type element = readElement(node, node.elementOf(p));
  if (!element)
    return failure();
  Type compute = isa<FloatType>(node.elementOf(p)) ? getComputeType(node.elementOf(p)) : Type(node.b.getF32Type());
  Value wide = node.cast(p, compute), u = uniform(node, node.typeOf(wide));
  return node.setResult(node.cast(CompareOp::create(node.b, CompareKind::Lt, u, wide), element));
}

/// In inference the identity, and a mask that keeps all.
LogicalResult importDropout(OnnxNode &node) {
  bool isTraining = false;
  if (node.hasInput(2)) {
    const HostTensor *training = node.host(2);
    if (!training || !training->scalar())
      return node.error() << "expected `training_mode` to be known at import";
    isTraining = *training->scalar() != 0.0;
  }
  double p = 0.5;
  if (isTraining && node.hasInput(1)) {
    const HostTensor *ratio = node.host(1);
    if (!ratio || !ratio->scalar())
      return node.error() << "expected `ratio` to be known at import";
    p = *ratio->scalar();
  }
  Value x = node.tensor(0);
  if (!x)
    return failure();
  if (!isTraining) {
    if (failed(node.setResult(0, x)) || !node.usesOutput(1))
      return success(node.usesOutput(0));
    return node.setResult(1, splatConstant(node.b, 1, withElementType(node.typeOf(x), node.b.getI1Type())));
  }
  if (!(p >= 0 && p <= 1))
    return node.error() << "expected `ratio` to be 0 to 1, but got " << p;
  if (!isa<FloatType>(node.elementOf(x)))
    return node.error() << "expected a float tensor, but got " << x.getType();
  Stream stream = streamOf(node);
  auto dropout = DropoutOp::create(node.b, x, stream.seed, stream.offset, node.b.getF64FloatAttr(p));
  if (failed(node.setResult(0, dropout.getResult())))
    return failure();
  return node.usesOutput(1) ? node.setResult(1, dropout.getMask()) : success();
}

const OnnxOp ops[] = {
    {"RandomUniform", 0, 0, importUniform},
    {"RandomUniformLike", 1, 1, importUniform},
    {"RandomNormal", 0, 0, importNormal},
    {"RandomNormalLike", 1, 1, importNormal},
    {"Bernoulli", 1, 1, importBernoulli},
    {"Dropout", 1, 3, importDropout},
};

} // namespace

ArrayRef<OnnxOp> randomOnnxOps() { return ops; }

} // namespace sinter
