// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that replace parts of a tensor, at places that other tensors hold.

#include "dialects/Sinter/IR/ShapeChecks.h"

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterScatterOps.cpp.inc"

// Update of a slice.

/// The greatest value of `extent`, a constant or a symbol alone; nothing for other expressions.
static std::optional<int64_t> greatest(AffineExpr extent, const SymbolScope &scope, Operation *op) {
  if (auto constant = dyn_cast<AffineConstantExpr>(extent))
    return constant.getValue();
  auto symbol = dyn_cast<AffineSymbolExpr>(extent);
  return symbol ? std::optional(getSymbolRange(op, scope.names()[symbol.getPosition()]).getMax()) : std::nullopt;
}

LogicalResult UpdateSliceOp::verify() {
  RankedTensorType input = getInput().getType(), update = getUpdate().getType(), start = getStart().getType();
  if (input.getElementType() != update.getElementType())
    return emitOpError("expected input and update of one element type, but got ") << input.getElementType() << " and " << update.getElementType();
  if (failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  if (update.getRank() != input.getRank())
    return emitOpError("expected an update of rank ") << input.getRank() << ", but got " << update.getRank();
  for (int64_t i = 0; i < input.getRank(); ++i)
    if (i != static_cast<int64_t>(getAxis()) && !sameExtent(input, i, update, i))
      return emitOpError("expected extent ") << i << " of the update to be the input's, but got " << update << " for " << input;
  if (start.getRank() > 1 || (start.getRank() == 1 && (getAxis() == 0 || !sameExtent(start, 0, input, 0))))
    return emitOpError("expected one start, or one for each index of dimension 0 of the input where the axis is another, but got ") << start << " for " << input;
  SymbolScope scope(getContext());
  AffineExpr whole = scope.extents(input)[getAxis()], part = scope.extents(update)[getAxis()];
  auto room = dyn_cast<AffineConstantExpr>(whole);
  auto most = greatest(part, scope, *this);
  if (whole != part && (!room || !most || *most > room.getValue()))
    return emitOpError("expected an update that fits along axis ") << getAxis() << " for every value of the symbols, but got " << update << " for " << input;
  if (!getInPlace())
    return success();
  auto before = getInput().getDefiningOp<ScatterOpInterface>();
  if (!getInput().hasOneUse() || (getInput().getDefiningOp() && !(before && before.getInPlace())))
    return emitOpError("expected an input that is updated in place to be an argument, or one updated before, that nothing else reads");
  return success();
}

/// The first index that the update takes, at `indices` of the input or the update: 0 or more, and the update fits.
AffineExpr UpdateSliceOp::buildStart(IndexingBuilder &b, ArrayRef<AffineExpr> indices) {
  AffineExpr whole = b.symbols().extents(getInput().getType())[getAxis()], part = b.symbols().extents(getUpdate().getType())[getAxis()];
  return b.asIndex(b.at(getStart(), indices.take_front(getStart().getType().getRank())), whole - part + 1);
}

Value UpdateSliceOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  AffineExpr start = buildStart(b, indices), part = b.symbols().extents(getUpdate().getType())[getAxis()], index = indices[getAxis()];
  auto old = [&] { return b.at(getInput(), indices); };
  return b.selectLess(index, start, old, [&] {
    auto updated = [&] {
      SmallVector<AffineExpr> inner(indices);
      inner[getAxis()] = index - start;
      return b.at(getUpdate(), inner);
    };
    return b.selectLess(index, start + part, updated, old);
  });
}

SmallVector<AffineExpr> UpdateSliceOp::buildPlace(IndexingBuilder &b, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> place(indices);
  place[getAxis()] = place[getAxis()] + buildStart(b, indices);
  return place;
}
