// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that replace parts of a tensor, at places that other tensors hold.

#include "dialects/Sinter/IR/ShapeChecks.h"

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterScatterOps.cpp.inc"

// Updates in place.

static bool isCopy(Operation *op) {
  auto elementwise = dyn_cast_if_present<ElementwiseOpInterface>(op);
  return elementwise && elementwise.isMaterialized();
}

bool sinter::isReadElsewhere(UpdateOpInterface op) {
  if (llvm::count(op->getOperands(), op->getOperand(0)) > 1)
    return true;
  SmallVector<Operation *> worklist;
  auto add = [&](ValueRange results) {
    for (Value result : results)
      llvm::copy_if(result.getUsers(), std::back_inserter(worklist), [&](Operation *user) { return user != op; });
  };
  add(op->getOperand(0));
  llvm::SmallDenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *reader = worklist.pop_back_val();
    if (!seen.insert(reader).second)
      continue;
    if (isCopy(reader)) {
      if (!llvm::all_of(reader->getUsers(), [&](Operation *user) { return user == op; }))
        return true;
      continue;
    }
    bool feedsUpdate = llvm::any_of(reader->getUsers(), [&](Operation *user) { return user == op; });
    if (reader->getNumResults() == 0 || reader->use_empty() || feedsUpdate)
      return true;
    add(reader->getResults());
  }
  return false;
}

/// Whether the input of `op`, whose memory it takes, is no one else's: an argument, which the pass has seen to be tied, what was updated in place before, or
/// a copy; and whether nothing else reads it.
static LogicalResult verifyInPlace(UpdateOpInterface op) {
  if (!op.getInPlace())
    return success();
  Value input = op->getOperand(0);
  auto before = input.getDefiningOp<UpdateOpInterface>();
  bool isOwn = !input.getDefiningOp() || (before && before.getInPlace()) || isCopy(input.getDefiningOp());
  if (!isOwn || isReadElsewhere(op))
    return op->emitOpError("expected an input that is updated in place to be an argument, or one updated before, or a copy, that nothing else reads");
  return success();
}

// Update of a slice.

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
  auto most = greatestExtent(part, scope, *this);
  if (whole != part && (!room || !most || *most > room.getValue()))
    return emitOpError("expected an update that fits along axis ") << getAxis() << " for every value of the symbols, but got " << update << " for " << input;
  return verifyInPlace(*this);
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

// Updates at places.

LogicalResult UpdatePlacesOp::verify() {
  RankedTensorType input = getInput().getType(), update = getUpdate().getType();
  int64_t depth = getIndices().size();
  if (depth < 1 || depth > input.getRank())
    return emitOpError("expected 1 to ") << input.getRank() << " index tensors, but got " << depth;
  auto list = cast<RankedTensorType>(getIndices()[0].getType());
  for (Value indices : getIndices())
    if (withElementType(cast<RankedTensorType>(indices.getType()), list.getElementType()) != list)
      return emitOpError("expected index tensors of one shape, but got ") << list << " and " << indices.getType();
  SymbolScope scope(getContext());
  SmallVector<AffineExpr> expected = scope.extents(list), whole = scope.extents(input);
  expected.append(whole.begin() + depth, whole.end());
  RankedTensorType type = getTensorType(getContext(), expected, scope.names(), input.getElementType());
  if (update != type)
    return emitOpError("expected an update of type ") << type << ", but got " << update;
  return verifyInPlace(*this);
}

SmallVector<AffineExpr> UpdatePlacesOp::buildPlace(IndexingBuilder &b, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> whole = b.symbols().extents(getInput().getType()), place;
  int64_t list = cast<RankedTensorType>(getIndices()[0].getType()).getRank();
  for (auto [number, extent] : llvm::zip(getIndices(), whole))
    place.push_back(b.asIndex(b.at(number, indices.take_front(list)), extent));
  llvm::append_range(place, indices.drop_front(list));
  return place;
}

Value UpdatePlacesOp::buildPredicate(IndexingBuilder &b, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> whole = b.symbols().extents(getInput().getType());
  Type bit = IntegerType::get(getContext(), 1), wide = IntegerType::get(getContext(), 64);
  int64_t list = cast<RankedTensorType>(getIndices()[0].getType()).getRank();
  Value all;
  for (auto [number, extent] : llvm::zip(getIndices(), whole)) {
    Value index = b.at(number, indices.take_front(list)), size = b.fromIndex(extent, wide);
    all = b.compute([&](ScalarBuilder &s) {
      Value i = s.cast(index, getElementTypeOrSelf(number.getType()), wide);
      Value isInside = s.andBits(s.compare(CompareKind::Lt, i, size), s.compare(CompareKind::Ge, i, s.neg(size)));
      return all ? s.andBits(all, isInside) : isInside;
    }, bit);
  }
  return all;
}

// Scatters.

/// What both kinds of scatter ask of their operands' types.
static LogicalResult verifyScatter(Operation *op, RankedTensorType input, RankedTensorType updates, ScatterKind kind) {
  if (input.getElementType() != updates.getElementType())
    return op->emitOpError("expected input and updates of one element type, but got ") << input.getElementType() << " and " << updates.getElementType();
  if (kind != ScatterKind::Replace && input.getElementType().isInteger(1))
    return op->emitOpError("expected bools to be replaced, but the kind is ") << stringifyScatterKind(kind);
  return success();
}

LogicalResult ScatterElementsOp::verify() {
  RankedTensorType input = getInput().getType(), indices = getIndices().getType(), updates = getUpdates().getType();
  if (failed(verifyAxis(*this, getAxis(), input.getRank())) || failed(verifyScatter(*this, input, updates, getKind())))
    return failure();
  if (updates != withElementType(indices, updates.getElementType()))
    return emitOpError("expected indices and updates of one shape, but got ") << indices << " and " << updates;
  return failed(verifyElementwiseIndices(*this, input, indices, getAxis())) ? failure() : verifyInPlace(*this);
}

LogicalResult ScatterNdOp::verify() {
  RankedTensorType input = getInput().getType(), indices = getIndices().getType(), updates = getUpdates().getType();
  if (failed(verifyScatter(*this, input, updates, getKind())))
    return failure();
  if (indices.getRank() == 0 || indices.isDynamicDim(indices.getRank() - 1))
    return emitOpError("expected indices whose last extent, how many numbers a place has, is an integer, but got ") << indices;
  int64_t outer = indices.getRank() - 1, depth = indices.getShape().back();
  if (depth < 1 || depth > input.getRank())
    return emitOpError("expected places of 1 to ") << input.getRank() << " numbers, but got " << depth;
  SymbolScope scope(getContext());
  SmallVector<AffineExpr> expected = scope.extents(indices), whole = scope.extents(input);
  expected.truncate(outer);
  expected.append(whole.begin() + depth, whole.end());
  RankedTensorType type = getTensorType(getContext(), expected, scope.names(), input.getElementType());
  if (updates != type)
    return emitOpError("expected updates of type ") << type << ", but got " << updates;
  return verifyInPlace(*this);
}
