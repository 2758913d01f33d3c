// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers and views of several shape operators ask.

#include "dialects/Sinter/IR/ShapeChecks.h"

using namespace mlir;
using namespace sinter;

bool sinter::sameExtent(RankedTensorType a, int64_t i, RankedTensorType b, int64_t j) {
  Type f32 = Float32Type::get(a.getContext());
  return pickDims(a, {i}, f32) == pickDims(b, {j}, f32);
}

LogicalResult sinter::verifyElement(Operation *op, RankedTensorType a, RankedTensorType b) {
  if (a.getElementType() == b.getElementType())
    return success();
  return op->emitOpError("expected input and result of one element type, but got ")
         << a.getElementType() << " and " << b.getElementType();
}

LogicalResult sinter::verifyAxis(Operation *op, int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return success();
  return op->emitOpError("expected axis to be below rank ") << rank << ", but got " << axis;
}

FailureOr<SmallVector<AffineExpr>> sinter::extentsLike(RankedTensorType type, RankedTensorType other, ArrayRef<AffineExpr> numbered) {
  DimsAttr dims = getDimsAttr(type), otherDims = getDimsAttr(other);
  SmallVector<AffineExpr> replacement;
  for (StringAttr symbol : dims.getSymbols()) {
    AffineExpr found;
    for (auto [expr, value] : llvm::zip_equal(otherDims.getExprs(), numbered))
      if (auto s = dyn_cast<AffineSymbolExpr>(expr); s && otherDims.getSymbols()[s.getPosition()] == symbol)
        found = value;
    if (!found)
      return failure();
    replacement.push_back(found);
  }
  SmallVector<AffineExpr> result;
  for (AffineExpr expr : dims.getExprs())
    result.push_back(expr.replaceSymbols(replacement));
  return result;
}
