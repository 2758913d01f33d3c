// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several families of operators share.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"

#include <limits>

using namespace mlir;

namespace sinter {

Value compare(OnnxNode &node, CompareKind kind, Value x, Value y) {
  CompareOp::Properties properties;
  properties.kind = CompareKindAttr::get(node.b.getContext(), kind);
  return node.infer<CompareOp>({x, y}, properties);
}

Value compare(OnnxNode &node, CompareKind kind, Value x, double y) { return compare(node, kind, x, node.splat(y, x)); }

Value gather(OnnxNode &node, Value data, Value indices, int64_t axis) {
  GatherOp::Properties properties;
  properties.axis = node.b.getI64IntegerAttr(axis);
  return node.infer<GatherOp>({data, indices}, properties);
}

Value gatherElements(OnnxNode &node, Value data, Value indices, int64_t axis) {
  GatherElementsOp::Properties properties;
  properties.axis = node.b.getI64IntegerAttr(axis);
  return node.infer<GatherElementsOp>({data, indices}, properties);
}

Value pad(OnnxNode &node, Value value, int64_t axis, int64_t low, int64_t high, double fill) {
  SmallVector<Value> parts;
  auto add = [&](int64_t count) {
    SmallVector<AffineExpr> extents = node.extents(value);
    extents[axis] = node.extent(count);
    if (count > 0)
      parts.push_back(splatConstant(node.b, fill, node.makeType(extents, node.elementOf(value))));
  };
  add(low);
  parts.push_back(value);
  add(high);
  if (parts.size() == 1)
    return value;
  ConcatOp::Properties properties;
  properties.axis = node.b.getI64IntegerAttr(axis);
  return node.infer<ConcatOp>(parts, properties);
}

Value alongAxes(OnnxNode &node, Value row, Value like, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> kept;
  for (int64_t i = 0; i < node.typeOf(like).getRank(); ++i)
    if (!llvm::is_contained(axes, i))
      kept.push_back(i);
  return BroadcastOp::create(node.b, withElementType(node.typeOf(like), node.elementOf(row)), row, kept);
}

LogSum shiftedLogSum(OnnxNode &node, Value x, ArrayRef<int64_t> axes) {
  Value top = node.reduce<ReduceMaxOp>(x, axes);
  if (!top)
    return {};
  // Less infinity than itself is NaN: rows of -inf sum to 0, ones with +inf to +inf.
  Value infinite = compare(node, CompareKind::Eq, AbsOp::create(node.b, top), std::numeric_limits<double>::infinity());
  Value shift = SelectOp::create(node.b, infinite, node.splat(0, top), top);
  Value shifted = SubOp::create(node.b, x, axes.empty() ? shift : alongAxes(node, shift, x, axes));
  return {shift, LogOp::create(node.b, node.reduce<SumOp>(ExpOp::create(node.b, shifted), axes))};
}

Value spread(OnnxNode &node, Value value, Value like, int64_t axis) {
  RankedTensorType type = withElementType(node.typeOf(like), node.elementOf(value));
  SmallVector<AffineExpr> from = node.extents(value), to = node.extents(like);
  if (llvm::all_of(from, [](AffineExpr extent) { return extent == 1; }))
    return node.broadcast(node.reshape(value, {}), to);
  int64_t rank = to.size();
  if (from.size() != 1 || axis < -rank || axis >= rank || from[0] != to[axis < 0 ? axis + rank : axis])
    return node.error() << "expected one value, or one for each index of dimension " << axis << " of " << like.getType() << ", but got "
                        << value.getType(), Value();
  return BroadcastOp::create(node.b, type, value, ArrayRef<int64_t>{axis < 0 ? axis + rank : axis});
}

Value product(OnnxNode &node, Value lhs, Value rhs, bool transposeLhs, bool transposeRhs) {
  SmallVector<AffineExpr> l = node.extents(lhs), r = node.extents(rhs);
  unsigned depth = transposeLhs ? 2 : 1;
  if (l.size() >= 2 && r.size() >= 2 && node.mustBeginAgain(l[l.size() - depth], r[r.size() - (transposeRhs ? 1 : 2)]))
    return {};
  MatmulOp::Properties properties;
  if (transposeLhs)
    properties.transpose_lhs = node.b.getUnitAttr();
  if (transposeRhs)
    properties.transpose_rhs = node.b.getUnitAttr();
  return node.infer<MatmulOp>({lhs, rhs}, properties);
}

/// Gives both sides the batch dimensions of their product; a right side of rank 2 stays as it is.
static LogicalResult alignBatches(OnnxNode &node, Value &lhs, Value &rhs) {
  SmallVector<AffineExpr> l = node.extents(lhs), r = node.extents(rhs);
  if (r.size() == 2)
    return success();
  FailureOr<SmallVector<AffineExpr>> batch = node.commonShape({SmallVector<AffineExpr>(ArrayRef(l).drop_back(2)), SmallVector<AffineExpr>(ArrayRef(r).drop_back(2))});
  if (failed(batch))
    return failure();
  auto withBatch = [&](Value value, ArrayRef<AffineExpr> extents) {
    SmallVector<AffineExpr> to = *batch;
    llvm::append_range(to, extents.take_back(2));
    return node.broadcast(value, to);
  };
  lhs = withBatch(lhs, l);
  rhs = withBatch(rhs, r);
  return success(lhs && rhs);
}

Value matmul(OnnxNode &node, Value lhs, Value rhs) {
  int64_t lhsRank = node.typeOf(lhs).getRank(), rhsRank = node.typeOf(rhs).getRank();
  if (lhsRank == 0 || rhsRank == 0)
    return node.error() << "expected sides of rank 1 or more, but got " << lhs.getType() << " and " << rhs.getType(), Value();
  // A vector's dimension leaves the result.
  if (lhsRank == 1)
    lhs = node.reshape(lhs, {node.extent(1), node.extents(lhs)[0]});
  if (rhsRank == 1)
    rhs = node.reshape(rhs, {node.extents(rhs)[0], node.extent(1)});
  if (failed(alignBatches(node, lhs, rhs)))
    return {};
  Value result = product(node, lhs, rhs);
  if (!result)
    return {};
  SmallVector<AffineExpr> extents = node.extents(result);
  if (rhsRank == 1)
    extents.pop_back();
  if (lhsRank == 1)
    extents.erase(extents.end() - (rhsRank == 1 ? 1 : 2));
  return node.reshape(result, extents);
}

} // namespace sinter
