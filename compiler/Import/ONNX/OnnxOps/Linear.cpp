// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products: numpy's rank rules with batch dimensions broadcast explicitly.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

Value product(OnnxNode &node, Value lhs, Value rhs, bool transposeLhs = false, bool transposeRhs = false) {
  MatmulOp::Properties properties;
  if (transposeLhs)
    properties.transpose_lhs = node.b.getUnitAttr();
  if (transposeRhs)
    properties.transpose_rhs = node.b.getUnitAttr();
  return node.infer<MatmulOp>({lhs, rhs}, properties);
}

/// Gives both sides the batch dimensions of their product; a right side of rank 2 stays as it is.
LogicalResult alignBatches(OnnxNode &node, Value &lhs, Value &rhs) {
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

LogicalResult importMatMul(OnnxNode &node) {
  Value lhs = node.tensor(0), rhs = lhs ? node.tensor(1) : Value();
  if (!rhs)
    return failure();
  int64_t lhsRank = node.typeOf(lhs).getRank(), rhsRank = node.typeOf(rhs).getRank();
  if (lhsRank == 0 || rhsRank == 0)
    return node.error() << "expected sides of rank 1 or more, but got " << lhs.getType() << " and " << rhs.getType();
  // A vector is a row on the left and a column on the right; its dimension leaves the result.
  if (lhsRank == 1)
    lhs = node.reshape(lhs, {node.extent(1), node.extents(lhs)[0]});
  if (rhsRank == 1)
    rhs = node.reshape(rhs, {node.extents(rhs)[0], node.extent(1)});
  if (failed(alignBatches(node, lhs, rhs)))
    return failure();
  Value result = product(node, lhs, rhs);
  if (!result)
    return failure();
  SmallVector<AffineExpr> extents = node.extents(result);
  if (rhsRank == 1)
    extents.pop_back();
  if (lhsRank == 1)
    extents.erase(extents.end() - (rhsRank == 1 ? 1 : 2));
  return node.setResult(node.reshape(result, extents));
}

/// alpha * A * B + beta * C; 16-bit floats are scaled after the product is rounded.
LogicalResult importGemm(OnnxNode &node) {
  Value a = node.tensor(0), b = a ? node.tensor(1) : Value();
  if (!b)
    return failure();
  if (node.typeOf(a).getRank() != 2 || node.typeOf(b).getRank() != 2)
    return node.error() << "expected sides of rank 2, but got " << a.getType() << " and " << b.getType();
  Value result = product(node, a, b, node.getInt("transA", 0), node.getInt("transB", 0));
  double alpha = node.getFloat("alpha", 1), beta = node.getFloat("beta", 1);
  if (!result)
    return failure();
  if (alpha != 1)
    result = MulOp::create(node.b, result, node.splat(alpha, result));
  if (!node.hasInput(2))
    return node.setResult(result);
  Value c = node.tensor(2);
  if (!c || !(c = node.broadcast(c, node.extents(result))))
    return failure();
  if (beta != 1)
    c = MulOp::create(node.b, c, node.splat(beta, c));
  return node.setResult(AddOp::create(node.b, result, c));
}

const OnnxOp ops[] = {
    {"MatMul", 2, 2, importMatMul},
    {"Gemm", 2, 3, importGemm},
};

} // namespace

ArrayRef<OnnxOp> linearOnnxOps() { return ops; }

} // namespace sinter
