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
  AffineExpr extent = b.symbols().extents(getInput().getType())[axis], zero = getAffineConstantExpr(0, b.getContext());
  auto read = [&] {
    SmallVector<AffineExpr> inner(indices.begin(), indices.begin() + axis);
    inner.push_back(b.asIndex(index, extent));
    inner.append(indices.begin() + axis + rank, indices.end());
    return b.at(getInput(), inner);
  };
  if (isa<AffineConstantExpr>(extent))
    return read();
  // With nothing to gather from there is no nearest slice to read.
  return b.selectLess(zero, extent, read, [&] { return b.fromIndex(zero, getInput().getType().getElementType()); });
}
