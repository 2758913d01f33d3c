// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers, views and index maps of several shape operators have in common.

#include "dialects/Sinter/IR/ShapeChecks.h"

using namespace mlir;
using namespace sinter;

bool sinter::sameExtent(RankedTensorType a, int64_t i, RankedTensorType b, int64_t j) {
  Type f32 = Float32Type::get(a.getContext());
  return pickDims(a, {i}, f32) == pickDims(b, {j}, f32);
}

std::optional<int64_t> sinter::greatestExtent(AffineExpr extent, const SymbolScope &scope, Operation *op) {
  if (auto constant = dyn_cast<AffineConstantExpr>(extent))
    return constant.getValue();
  auto symbol = dyn_cast<AffineSymbolExpr>(extent);
  return symbol ? std::optional(getSymbolRange(op, scope.names()[symbol.getPosition()]).getMax()) : std::nullopt;
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

Value sinter::isLess(IndexingBuilder &b, AffineExpr lhs, AffineExpr rhs) {
  Type i64 = IntegerType::get(b.getContext(), 64), i1 = IntegerType::get(b.getContext(), 1);
  Value left = b.fromIndex(lhs, i64), right = b.fromIndex(rhs, i64);
  return b.compute([&](ScalarBuilder &s) { return s.compare(CompareKind::Lt, left, right); }, i1);
}

Value sinter::readUnlessEmpty(IndexingBuilder &b, ArrayRef<AffineExpr> extents, Type element, llvm::function_ref<Value()> read) {
  AffineExpr zero = getAffineConstantExpr(0, b.getContext());
  if (llvm::is_contained(extents, zero))
    return b.fromIndex(zero, element);
  auto unknown = llvm::find_if(extents, [](AffineExpr extent) { return !isa<AffineConstantExpr>(extent); });
  if (unknown == extents.end())
    return read();
  ArrayRef<AffineExpr> rest = extents.drop_front(unknown - extents.begin() + 1);
  return b.selectLess(zero, *unknown, [&] { return readUnlessEmpty(b, rest, element, read); }, [&] { return b.fromIndex(zero, element); });
}

LogicalResult sinter::verifyElementwiseIndices(Operation *op, RankedTensorType input, RankedTensorType indices, int64_t axis) {
  if (indices.getRank() != input.getRank())
    return op->emitOpError("expected indices of rank ") << input.getRank() << ", but got " << indices.getRank();
  for (int64_t i = 0; i < input.getRank(); ++i) {
    bool isWithin = !input.isDynamicDim(i) && !indices.isDynamicDim(i) && indices.getDimSize(i) <= input.getDimSize(i);
    if (i != axis && !isWithin && !sameExtent(input, i, indices, i))
      return op->emitOpError("expected extent ") << i << " of the indices to be at most the input's, but got " << indices << " for " << input;
  }
  return success();
}
