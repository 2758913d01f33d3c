// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that read at places that other tensors hold.

#include "dialects/Sinter/IR/ShapeChecks.h"

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterGatherOps.cpp.inc"

// Gather and iota.

LogicalResult GatherOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType()), indices = dyn_cast<RankedTensorType>(adaptor.getIndices().getType());
  int64_t axis = adaptor.getAxis();
  if (!input || !indices || axis < 0 || axis >= input.getRank())
    return emitOptionalError(location, "expected axis to be below the input's rank, but got ", axis);
  SymbolScope scope(context);
  SmallVector<AffineExpr> extents = scope.extents(input), result(extents.begin(), extents.begin() + adaptor.getAxis());
  llvm::append_range(result, scope.extents(indices));
  result.append(extents.begin() + adaptor.getAxis() + 1, extents.end());
  types.push_back(getTensorType(context, result, scope.names(), input.getElementType()));
  return success();
}
LogicalResult GatherOp::verify() {
  // This runs before the result's type is inferred and compared.
  if (failed(verifyAxis(*this, getAxis(), getInput().getType().getRank())))
    return failure();
  if (getInput().getType().getDimSize(getAxis()) == 0 && getIndices().getType().hasStaticShape() && getIndices().getType().getNumElements() != 0)
    return emitOpError("expected an input with something to gather along axis ") << getAxis() << ", but its extent is 0";
  return success();
}

Value GatherOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  int64_t axis = getAxis(), rank = getIndices().getType().getRank();
  Value index = b.at(getIndices(), indices.slice(axis, rank));
  AffineExpr extent = b.symbols().extents(getInput().getType())[axis];
  return readUnlessEmpty(b, extent, getInput().getType().getElementType(), [&] {
    SmallVector<AffineExpr> inner(indices.begin(), indices.begin() + axis);
    inner.push_back(b.asIndex(index, extent));
    inner.append(indices.begin() + axis + rank, indices.end());
    return b.at(getInput(), inner);
  });
}

// Gather of elements.

LogicalResult GatherElementsOp::inferReturnTypes(MLIRContext *, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType()), indices = dyn_cast<RankedTensorType>(adaptor.getIndices().getType());
  int64_t axis = adaptor.getAxis();
  if (!input || !indices || axis < 0 || axis >= input.getRank())
    return emitOptionalError(location, "expected axis to be below the input's rank, but got ", axis);
  types.push_back(withElementType(indices, input.getElementType()));
  return success();
}

LogicalResult GatherElementsOp::verify() {
  RankedTensorType input = getInput().getType(), indices = getIndices().getType();
  if (failed(verifyAxis(*this, getAxis(), input.getRank())) || failed(verifyElementwiseIndices(*this, input, indices, getAxis())))
    return failure();
  if (input.getDimSize(getAxis()) == 0 && indices.hasStaticShape() && indices.getNumElements() != 0)
    return emitOpError("expected an input with something to gather along axis ") << getAxis() << ", but its extent is 0";
  return success();
}

Value GatherElementsOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  Value index = b.at(getIndices(), indices);
  AffineExpr extent = b.symbols().extents(getInput().getType())[getAxis()];
  return readUnlessEmpty(b, extent, getInput().getType().getElementType(), [&] {
    SmallVector<AffineExpr> inner(indices);
    inner[getAxis()] = b.asIndex(index, extent);
    return b.at(getInput(), inner);
  });
}

// Gather of slices.

LogicalResult GatherNdOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType()), indices = dyn_cast<RankedTensorType>(adaptor.getIndices().getType());
  int64_t batch = adaptor.getBatchDims();
  if (!input || !indices || indices.getRank() == 0 || indices.isDynamicDim(indices.getRank() - 1))
    return emitOptionalError(location, "expected indices whose last extent, how many numbers a place has, is an integer, but got ", adaptor.getIndices().getType());
  int64_t depth = indices.getDimSize(indices.getRank() - 1);
  if (batch < 0 || batch >= indices.getRank() || depth > input.getRank() - batch)
    return emitOptionalError(location, "expected batch_dims below the indices' rank and with the places' ", depth, " numbers at most the input's rank, but got ", batch, " for ", input, " and ", indices);
  SymbolScope scope(context);
  SmallVector<AffineExpr> extents = scope.extents(input), result = scope.extents(indices);
  result.pop_back();
  result.append(extents.begin() + batch + depth, extents.end());
  types.push_back(getTensorType(context, result, scope.names(), input.getElementType()));
  return success();
}

/// How many dimensions of the input a place has numbers for.
static int64_t depthOf(GatherNdOp op) { return op.getIndices().getType().getShape().back(); }

LogicalResult GatherNdOp::verify() {
  // This runs before the result's type is inferred and compared.
  RankedTensorType input = getInput().getType(), indices = getIndices().getType();
  SmallVector<Type> types;
  if (failed(inferReturnTypes(getContext(), getLoc(), Adaptor(*this), types)))
    return failure();
  for (int64_t i = 0, batch = getBatchDims(); i < batch; ++i)
    if (!sameExtent(input, i, indices, i))
      return emitOpError("expected batch dimension ") << i << " of input and indices to be one, but got " << input << " and " << indices;
  auto result = cast<RankedTensorType>(types[0]);
  for (int64_t i = 0; i < depthOf(*this); ++i)
    if (input.getDimSize(getBatchDims() + i) == 0 && result.hasStaticShape() && result.getNumElements() != 0)
      return emitOpError("expected an input with something to gather along dimension ") << getBatchDims() + i << ", but its extent is 0";
  return success();
}

Value GatherNdOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  int64_t batch = getBatchDims(), depth = depthOf(*this), outer = getIndices().getType().getRank() - 1;
  SmallVector<AffineExpr> extents = b.symbols().extents(getInput().getType());
  SmallVector<AffineExpr> gathered(extents.begin() + batch, extents.begin() + batch + depth);
  SmallVector<Value> numbers;
  for (int64_t i = 0; i < depth; ++i) {
    SmallVector<AffineExpr> row(indices.take_front(outer));
    row.push_back(getAffineConstantExpr(i, b.getContext()));
    numbers.push_back(b.at(getIndices(), row));
  }
  return readUnlessEmpty(b, gathered, getInput().getType().getElementType(), [&] {
    SmallVector<AffineExpr> inner(indices.take_front(batch));
    for (auto [number, extent] : llvm::zip_equal(numbers, gathered))
      inner.push_back(b.asIndex(number, extent));
    inner.append(indices.begin() + outer, indices.end());
    return b.at(getInput(), inner);
  });
}
