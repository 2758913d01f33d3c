// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to a node's parts, and the builders that all operators share.

#include "compiler/Import/ONNX/OnnxNode.h"

using namespace mlir;

namespace sinter {

InFlightDiagnostic OnnxNode::error() const {
  return emitError(b.getLoc()) << "node `" << proto.name() << "` (" << proto.op_type() << ", opset " << version << "): ";
}

FailureOr<SmallVector<Value>> OnnxNode::tensors() {
  SmallVector<Value> result;
  for (int64_t i = 0; i < numInputs(); ++i) {
    Value value = hasInput(i) ? tensor(i) : Value();
    if (!value)
      return hasInput(i) ? failure() : (error() << "expected input " << i << " to be present", failure());
    result.push_back(value);
  }
  return result;
}

FailureOr<SmallVector<AffineExpr>> OnnxNode::extentInts(int64_t i, StringRef what) {
  const HostTensor *values = host(i);
  if (!values || values->isFloat() || values->shape.size() > 1)
    return error() << "expected " << what << " to be a list of integers known at import, but `" << inputName(i) << "` is not", failure();
  return values->ints;
}

FailureOr<SmallVector<int64_t>> OnnxNode::constantInts(int64_t i, StringRef what) {
  FailureOr<SmallVector<AffineExpr>> exprs = extentInts(i, what);
  if (failed(exprs))
    return failure();
  SmallVector<int64_t> result;
  for (AffineExpr expr : *exprs) {
    std::optional<int64_t> value = asConstant(expr);
    if (!value)
      return error() << "expected " << what << " not to depend on a dynamic dimension", failure();
    result.push_back(*value);
  }
  return result;
}

const sinter_onnx::AttributeProto *OnnxNode::find(StringRef name) const {
  for (const auto &attribute : proto.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

int64_t OnnxNode::getInt(StringRef name, int64_t otherwise) const {
  const auto *attribute = find(name);
  return attribute && attribute->has_i() ? attribute->i() : otherwise;
}

double OnnxNode::getFloat(StringRef name, double otherwise) const {
  const auto *attribute = find(name);
  return attribute && attribute->has_f() ? attribute->f() : otherwise;
}

std::string OnnxNode::getString(StringRef name, StringRef otherwise) const {
  const auto *attribute = find(name);
  return attribute && attribute->has_s() ? attribute->s() : otherwise.str();
}

std::optional<SmallVector<int64_t>> OnnxNode::getInts(StringRef name) const {
  const auto *attribute = find(name);
  if (!attribute)
    return std::nullopt;
  return SmallVector<int64_t>(attribute->ints().begin(), attribute->ints().end());
}

LogicalResult OnnxNode::setResult(int64_t i, Value value) {
  if (!value)
    return failure();
  return usesOutput(i) ? graph.define(proto.output(i), value, b.getLoc()) : success();
}

LogicalResult OnnxNode::setResult(int64_t i, HostTensor value) {
  return usesOutput(i) ? graph.define(proto.output(i), std::move(value), b.getLoc()) : success();
}

LogicalResult OnnxNode::setResult(int64_t i, const sinter_onnx::TensorProto &value) {
  return usesOutput(i) ? graph.define(proto.output(i), value, b.getLoc()) : success();
}

FailureOr<int64_t> OnnxNode::axis(int64_t axis, int64_t rank) const {
  if (axis < -rank || axis >= rank)
    return error() << "expected axis to be in [" << -rank << ", " << rank << "), but got " << axis, failure();
  return axis < 0 ? axis + rank : axis;
}

FailureOr<SmallVector<int64_t>> OnnxNode::axes(ArrayRef<int64_t> given, int64_t rank) const {
  SmallVector<int64_t> result;
  for (int64_t one : given) {
    FailureOr<int64_t> front = axis(one, rank);
    if (failed(front))
      return failure();
    if (llvm::is_contained(result, *front))
      return error() << "expected each axis once, but got " << *front << " twice", failure();
    result.push_back(*front);
  }
  llvm::sort(result);
  return result;
}

/// The product of `extents`.
static AffineExpr product(ArrayRef<AffineExpr> extents, MLIRContext *context) {
  AffineExpr result = getAffineConstantExpr(1, context);
  for (AffineExpr extent : extents)
    result = mulExtents(result, extent);
  return result;
}

Value OnnxNode::reshape(Value value, ArrayRef<AffineExpr> to) {
  RankedTensorType type = makeType(to, elementOf(value));
  if (type == value.getType())
    return value;
  AffineExpr from = product(extents(value), b.getContext()), into = product(to, b.getContext());
  if (from != into && asConstant(from) && asConstant(into))
    return error() << "expected as many elements after a reshape as before, but got " << value.getType() << " and " << type, Value();
  return ReshapeOp::create(b, type, value);
}

Value OnnxNode::cast(Value value, Type element) {
  return elementOf(value) == element ? value : Value(CastOp::create(b, withElementType(typeOf(value), element), value));
}

Value OnnxNode::broadcast(Value value, ArrayRef<AffineExpr> to) {
  FailureOr<Value> result = broadcastTo(b, value, makeType(to, elementOf(value)));
  return succeeded(result) ? *result : Value();
}

Value OnnxNode::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())) && static_cast<int64_t>(permutation.size()) == typeOf(value).getRank())
    return value;
  TransposeOp::Properties properties;
  properties.permutation = b.getDenseI64ArrayAttr(permutation);
  return infer<TransposeOp>(value, properties);
}

Value OnnxNode::slice(Value value, ArrayRef<int64_t> starts, ArrayRef<int64_t> steps, ArrayRef<AffineExpr> to) {
  RankedTensorType type = makeType(to, elementOf(value));
  if (type == value.getType() && llvm::all_of(steps, [](int64_t s) { return s == 1; }))
    return value;
  return SliceOp::create(b, type, value, starts, steps);
}

Value OnnxNode::splatExtent(AffineExpr expr, Value like) {
  if (std::optional<int64_t> value = asConstant(expr))
    return splat(*value, like);
  return broadcast(cast(graph.extentTensor(expr, b.getLoc()), elementOf(like)), extents(like));
}

Value OnnxNode::keepDims(Value reduced, Value input, ArrayRef<int64_t> axes) {
  if (!reduced)
    return {};
  SmallVector<AffineExpr> to = extents(input);
  for (int64_t axis : axes)
    to[axis] = extent(1);
  return reshape(reduced, to);
}

FailureOr<SmallVector<AffineExpr>> OnnxNode::commonShape(ArrayRef<SmallVector<AffineExpr>> shapes) {
  size_t rank = 0;
  for (const auto &shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<AffineExpr> result(rank, extent(1));
  for (const auto &shape : shapes) {
    size_t shift = rank - shape.size();
    for (auto [i, one] : llvm::enumerate(shape)) {
      AffineExpr &all = result[shift + i];
      if (one == all || one == 1)
        continue;
      if (all != 1 && mustBeginAgain(all, one))
        return failure();
      if (all != 1)
        return error() << "expected dimension " << shift + i << " of the inputs to be equal or 1, but got "
                       << makeType(all, b.getF32Type()) << " and " << makeType(one, b.getF32Type()), failure();
      all = one;
    }
  }
  return result;
}

LogicalResult OnnxNode::broadcastAll(MutableArrayRef<Value> values) {
  SmallVector<SmallVector<AffineExpr>> shapes;
  for (Value value : values)
    shapes.push_back(extents(value));
  FailureOr<SmallVector<AffineExpr>> shape = commonShape(shapes);
  if (failed(shape))
    return failure();
  for (Value &value : values)
    if (!(value = broadcast(value, *shape)))
      return failure();
  return success();
}

} // namespace sinter
