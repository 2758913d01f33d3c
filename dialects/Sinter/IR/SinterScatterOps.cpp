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
  return verifyElementwiseIndices(*this, input, indices, getAxis());
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
  return success();
}

namespace {
/// Builds a scatter's expression: every place of the input looks through a list of updates, over one more dimension, the last. This is
/// a reduction like others, so it is in a fixed order, and no two threads meet at a place.
class ScatterComposer {
public:
  /// `places`: the extents of the dimensions that updates are looked through for; `list`, of the list.
  ScatterComposer(ImplicitLocOpBuilder &b, SymbolScope &scope, ArrayRef<AffineExpr> places, AffineExpr list) : b(b), scope(scope), domain(places) {
    domain.push_back(list);
  }

  int64_t listDim() const { return domain.size() - 1; }
  RankedTensorType over(Type element) { return getTensorType(b.getContext(), domain, scope.names(), element); }
  Value broadcast(Value x, ArrayRef<int64_t> dims) {
    RankedTensorType to = over(cast<RankedTensorType>(x.getType()).getElementType());
    return x.getType() == to ? x : Value(BroadcastOp::create(b, to, x, dims));
  }

  /// Whether the number in `indices`, spread over the domain, is the place's own along `dim`, counted from either end.
  Value matches(Value indices, int64_t dim) {
    RankedTensorType wide = over(b.getI64Type());
    if (indices.getType() != wide)
      indices = CastOp::create(b, wide, indices);
    Value own = IotaOp::create(b, wide, dim);
    // With r places after it, -1 - r is the place's number from the end.
    Value fromEnd = NotOp::create(b, ReverseOp::create(b, wide, own, ArrayRef<int64_t>{dim}));
    return OrOp::create(b, CompareOp::create(b, CompareKind::Eq, indices, own), CompareOp::create(b, CompareKind::Eq, indices, fromEnd));
  }

  /// The number of the last update in the list that matches, or -1.
  Value lastMatch(Value match) {
    RankedTensorType wide = over(b.getI64Type());
    Value number = SelectOp::create(b, match, IotaOp::create(b, wide, listDim()), splatConstant(b, -1, wide));
    return ReduceMaxOp::create(b, number, ArrayRef<int64_t>{listDim()});
  }

  /// `input`, of the places' shape, with the matching ones of `updates`, spread over the domain, folded in.
  Value fold(ScatterKind kind, Value input, Value updates, Value match) {
    Type element = cast<RankedTensorType>(input.getType()).getElementType(), compute = isa<FloatType>(element) ? getComputeType(element) : element;
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, listDim())), axes{listDim()};
    Value wide = roundTo(b, compute, input), terms = roundTo(b, compute, updates), combined;
    // A neutral element where nothing matches.
    Value neutral = kind == ScatterKind::Add   ? splatConstant(b, 0, over(compute))
                    : kind == ScatterKind::Mul ? splatConstant(b, 1, over(compute))
                                               : broadcast(wide, dims);
    terms = WhereOp::create(b, match, terms, neutral);
    switch (kind) {
    case ScatterKind::Add: combined = AddOp::create(b, wide, SumOp::create(b, terms, axes)); break;
    case ScatterKind::Mul: combined = MulOp::create(b, wide, ProductOp::create(b, terms, axes)); break;
    case ScatterKind::Max: combined = MaxOp::create(b, wide, ReduceMaxOp::create(b, terms, axes)); break;
    case ScatterKind::Min: combined = MinOp::create(b, wide, ReduceMinOp::create(b, terms, axes)); break;
    case ScatterKind::Replace: llvm_unreachable("not a fold");
    }
    // What no update meets keeps its bits: -0 + 0 is +0.
    return SelectOp::create(b, AnyOp::create(b, match, axes), roundTo(b, element, combined), input);
  }

  ImplicitLocOpBuilder &b;
  SymbolScope &scope;
  SmallVector<AffineExpr> domain;
};

/// Whether there is certainly no update.
bool isEmpty(RankedTensorType type) { return llvm::is_contained(type.getShape(), 0); }
} // namespace

/// `x`, of single elements, with as many along each dimension but `axis` as `like` has; what is added is `fill`.
static Value padTo(ImplicitLocOpBuilder &b, Value x, RankedTensorType like, int64_t axis, Value fill) {
  auto type = cast<RankedTensorType>(x.getType());
  SymbolScope scope(b.getContext());
  SmallVector<AffineExpr> extents = scope.extents(like), own = scope.extents(type);
  extents[axis] = own[axis];
  SmallVector<int64_t> low(type.getRank(), 0), high(type.getRank(), 0);
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (extents[i] != own[i])
      high[i] = like.getDimSize(i) - type.getDimSize(i);
  if (llvm::all_of(high, [](int64_t pad) { return pad == 0; }))
    return x;
  RankedTensorType to = getTensorType(b.getContext(), extents, scope.names(), type.getElementType());
  return PadOp::create(b, to, x, fill, PadMode::Constant, low, high);
}

SmallVector<Value> ScatterElementsOp::decompose(ImplicitLocOpBuilder &b) {
  RankedTensorType type = getInput().getType();
  if (isEmpty(type) || isEmpty(getUpdates().getType()))
    return {getInput()};
  int64_t rank = type.getRank(), axis = getAxis();
  // The least integer is no place's number.
  Type number = getIndices().getType().getElementType();
  Value nowhere = ConstantOp::create(b, DenseElementsAttr::get(RankedTensorType::get({}, number), APInt::getSignedMinValue(number.getIntOrFloatBitWidth())));
  Value indices = padTo(b, getIndices(), type, axis, nowhere), updates = padTo(b, getUpdates(), type, axis, Value());
  SymbolScope scope(getContext());
  ScatterComposer c(b, scope, scope.extents(type), scope.extents(cast<RankedTensorType>(indices.getType()))[axis]);
  // The axis becomes the list.
  SmallVector<int64_t> permutation, dims;
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis)
      permutation.push_back(i);
  dims = permutation;
  permutation.push_back(axis);
  dims.push_back(rank);
  auto spread = [&](Value x) { return c.broadcast(axis == rank - 1 ? x : Value(TransposeOp::create(b, x, permutation)), dims); };
  Value match = c.matches(spread(indices), axis);
  if (getKind() != ScatterKind::Replace)
    return {c.fold(getKind(), getInput(), spread(updates), match)};
  Value last = c.lastMatch(match);
  Value isUpdated = CompareOp::create(b, CompareKind::Ge, last, splatConstant(b, 0, cast<RankedTensorType>(last.getType())));
  return {WhereOp::create(b, isUpdated, GatherElementsOp::create(b, updates, last, axis), getInput())};
}

SmallVector<Value> ScatterNdOp::decompose(ImplicitLocOpBuilder &b) {
  RankedTensorType type = getInput().getType(), indicesType = getIndices().getType();
  if (isEmpty(type) || isEmpty(getUpdates().getType()))
    return {getInput()};
  int64_t rank = type.getRank(), depth = indicesType.getShape().back();
  bool isReplaced = getKind() == ScatterKind::Replace;
  SymbolScope scope(getContext());
  SmallVector<AffineExpr> whole = scope.extents(type);
  AffineExpr list = getAffineConstantExpr(1, getContext());
  for (AffineExpr extent : ArrayRef(scope.extents(indicesType)).drop_back())
    list = list * extent;
  auto reshape = [&](Value x, ArrayRef<AffineExpr> extents) -> Value {
    RankedTensorType to = getTensorType(getContext(), extents, scope.names(), cast<RankedTensorType>(x.getType()).getElementType());
    return x.getType() == to ? x : Value(ReshapeOp::create(b, to, x));
  };
  // Which update a place takes depends on no number within the slice, what it adds up does.
  ScatterComposer c(b, scope, ArrayRef(whole).take_front(isReplaced ? depth : rank), list);
  Value table = reshape(getIndices(), {list, getAffineConstantExpr(depth, getContext())}), match;
  for (int64_t i = 0; i < depth; ++i) {
    RankedTensorType column = getTensorType(getContext(), {list, getAffineConstantExpr(1, getContext())}, scope.names(), indicesType.getElementType());
    Value numbers = SliceOp::create(b, column, table, ArrayRef<int64_t>{0, i}, ArrayRef<int64_t>{1, 1});
    Value one = c.matches(c.broadcast(reshape(numbers, list), {c.listDim()}), i);
    match = match ? Value(AndOp::create(b, match, one)) : one;
  }
  SmallVector<AffineExpr> slices{list};
  slices.append(whole.begin() + depth, whole.end());
  Value updates = reshape(getUpdates(), slices);
  if (!isReplaced) {
    // From the list and the slice's dimensions to the slice's and the list.
    SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(1, rank - depth + 1)), dims = llvm::to_vector(llvm::seq<int64_t>(depth, rank + 1));
    permutation.push_back(0);
    return {c.fold(getKind(), getInput(), c.broadcast(TransposeOp::create(b, updates, permutation), dims), match)};
  }
  Value last = c.lastMatch(match);
  Value isUpdated = CompareOp::create(b, CompareKind::Ge, last, splatConstant(b, 0, cast<RankedTensorType>(last.getType())));
  RankedTensorType mask = withElementType(type, b.getI1Type());
  if (isUpdated.getType() != mask)
    isUpdated = BroadcastOp::create(b, mask, isUpdated, llvm::to_vector(llvm::seq<int64_t>(0, depth)));
  return {WhereOp::create(b, isUpdated, GatherOp::create(b, updates, last, 0), getInput())};
}
