// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes by the order of elements: positions of extremes, the first k, and cumulative sums.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

/// The input, of rank 1 or more, and the axis counted from the front.
FailureOr<std::pair<Value, int64_t>> readAxis(OnnxNode &node, int64_t axis) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  FailureOr<int64_t> front = node.axis(axis, node.typeOf(x).getRank());
  if (failed(front))
    return failure();
  return std::pair(x, *front);
}

template <typename Op> LogicalResult importArg(OnnxNode &node) {
  auto read = readAxis(node, node.getInt("axis", 0));
  if (failed(read))
    return failure();
  auto [x, axis] = *read;
  typename Op::Properties properties;
  properties.axes = node.b.getDenseI64ArrayAttr(axis);
  if (node.getInt("select_last_index", 0))
    properties.select_last = node.b.getUnitAttr();
  Value found = node.infer<Op>(x, properties);
  return node.setResult(found && node.getInt("keepdims", 1) ? node.keepDims(found, x, axis) : found);
}

/// The one integer that input `i` is.
FailureOr<int64_t> constantInt(OnnxNode &node, int64_t i, StringRef what) {
  FailureOr<SmallVector<int64_t>> values = node.constantInts(i, what);
  if (failed(values))
    return failure();
  if (values->size() != 1)
    return node.error() << "expected " << what << " to be one number, but got " << values->size(), failure();
  return values->front();
}

LogicalResult importTopK(OnnxNode &node) {
  FailureOr<int64_t> k = node.opset() < 10 ? node.getInt("k", 0) : constantInt(node, 1, "k");
  auto read = readAxis(node, node.getInt("axis", -1));
  if (failed(k) || failed(read))
    return failure();
  auto [x, axis] = *read;
  constexpr int64_t most = 64;
  if (*k < 1 || *k > most)
    return node.error() << "k = " << *k << " is not supported: expected 1 to " << most;
  if (std::optional<int64_t> extent = asConstant(node.extents(x)[axis]); extent && *extent < *k)
    return node.error() << "expected k to be at most the axis' extent " << *extent << ", but got " << *k;
  TopkOp::Properties properties;
  properties.k = node.b.getI64IntegerAttr(*k);
  properties.axes = node.b.getDenseI64ArrayAttr(axis);
  if (!node.getInt("largest", 1))
    properties.smallest = node.b.getUnitAttr();
  Value values = node.infer<TopkOp>(x, properties);
  if (!values || failed(node.setResult(0, values)))
    return failure();
  return node.setResult(1, values.getDefiningOp()->getResult(1));
}

LogicalResult importCumSum(OnnxNode &node) {
  FailureOr<int64_t> given = constantInt(node, 1, "axis");
  if (failed(given))
    return failure();
  auto read = readAxis(node, *given);
  if (failed(read))
    return failure();
  auto [x, axis] = *read;
  return node.setResult(CumsumOp::create(node.b, x, axis, node.getInt("exclusive", 0) != 0, node.getInt("reverse", 0) != 0));
}

const OnnxOp ops[] = {
    {"ArgMax", 1, 1, importArg<ArgmaxOp>},
    {"ArgMin", 1, 1, importArg<ArgminOp>},
    {"TopK", 1, 2, importTopK},
    {"CumSum", 2, 2, importCumSum},
};

} // namespace

ArrayRef<OnnxOp> orderingOnnxOps() { return ops; }

} // namespace sinter
