// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What scatters are made of: a search of each place among the updates, or of each update among the others and an update at places.

#include "dialects/Sinter/IR/ShapeChecks.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sinter;

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

  /// `input`, of the places' shape, with the matching ones of `updates`, spread over the domain, folded in where there are any.
  Value fold(ScatterKind kind, Value input, Value updates, Value match) {
    // What no update meets keeps its bits: -0 + 0 is +0.
    Value folded = foldAll(kind, input, updates, match);
    return SelectOp::create(b, AnyOp::create(b, match, ArrayRef<int64_t>{listDim()}), folded, input);
  }

  Value foldAll(ScatterKind kind, Value input, Value updates, Value match) {
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
    return roundTo(b, element, combined);
  }

  ImplicitLocOpBuilder &b;
  SymbolScope &scope;
  SmallVector<AffineExpr> domain;
};

/// Builds a scatter's expression where its result takes the input's memory: the updates alone are worked on. Each looks through the list for those of its own place, and
/// the last one of them stores.
class PlaceComposer {
public:
  /// Index tensors of one shape; those in `differing` are to be compared, along the list, dimension `axis`.
  PlaceComposer(ImplicitLocOpBuilder &b, SymbolScope &scope, Value input, ArrayRef<Value> indices, ArrayRef<int64_t> differing, int64_t axis)
      : b(b), scope(scope), input(input), indices(indices), differing(differing), axis(axis), list(cast<RankedTensorType>(indices[differing[0]].getType())) {
    pairs = scope.extents(list);
    pairs.push_back(pairs[axis]);
  }

  /// The input with the updates, of which `old` are the elements before, folded in; `old` and `updates` have the list's dimensions, and those of a slice.
  Value update(ScatterKind kind, Value updates, Value old) {
    bool isOne = list.getDimSize(axis) == 1;
    Value match = isOne && kind == ScatterKind::Replace ? Value() : buildMatch();
    Value values = kind == ScatterKind::Replace ? updates : foldMatching(kind, updates, old, match);
    SmallVector<Value> places(indices);
    if (!isOne) {
      Value isLater = CompareOp::create(b, CompareKind::Gt, Value(IotaOp::create(b, wide(), listDim())), Value(IotaOp::create(b, wide(), axis)));
      Value isMetAgain = AnyOp::create(b, Value(AndOp::create(b, match, isLater)), ArrayRef<int64_t>{listDim()});
      Value &place = places[differing[0]];
      place = WhereOp::create(b, isMetAgain, nowhere(), place);
    }
    return UpdatePlacesOp::create(b, input.getType(), input, values, places);
  }

private:
  int64_t listDim() const { return list.getRank(); }
  RankedTensorType over(ArrayRef<AffineExpr> extents, Type element) { return getTensorType(b.getContext(), extents, scope.names(), element); }
  RankedTensorType wide() { return over(pairs, b.getI64Type()); }

  Value broadcast(Value x, RankedTensorType to, ArrayRef<int64_t> dims) { return x.getType() == to ? x : Value(BroadcastOp::create(b, to, x, dims)); }

  /// `x`, whose first dimensions are the list's, with that of the list last.
  Value turned(Value x) {
    SmallVector<int64_t> permutation;
    for (int64_t i = 0; i < cast<RankedTensorType>(x.getType()).getRank(); ++i)
      if (i != axis)
        permutation.push_back(i);
    permutation.push_back(axis);
    return llvm::is_sorted(permutation) ? x : Value(TransposeOp::create(b, x, permutation));
  }

  /// Which dimensions of `rank` and one more, the list's other end, a turned value has.
  SmallVector<int64_t> turnedDims(int64_t rank) {
    SmallVector<int64_t> dims;
    for (int64_t i = 0; i < rank; ++i)
      if (i != axis)
        dims.push_back(i);
    dims.push_back(rank);
    return dims;
  }

  /// The extent that index tensor `which` runs over, everywhere in the list.
  Value extent(int64_t which) {
    RankedTensorType type = withElementType(list, b.getI64Type());
    AffineExpr size = scope.extents(cast<RankedTensorType>(input.getType()))[which];
    if (auto known = dyn_cast<AffineConstantExpr>(size))
      return splatConstant(b, static_cast<double>(known.getValue()), type);
    // The last of as many numbers and one more.
    Value numbers = IotaOp::create(b, over({size + 1}, b.getI64Type()), 0);
    Value back = ReverseOp::create(b, numbers.getType(), numbers, ArrayRef<int64_t>{0});
    Value first = SliceOp::create(b, RankedTensorType::get({1}, b.getI64Type()), back, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{1});
    Value scalar = ReshapeOp::create(b, RankedTensorType::get({}, b.getI64Type()), first);
    return broadcast(scalar, type, {});
  }

  /// Whether two updates, the second one along the last dimension, have one place; anything where the first has none.
  Value buildMatch() {
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, listDim()));
    Value match;
    for (int64_t which : differing) {
      RankedTensorType type = withElementType(list, b.getI64Type());
      Value index = indices[which];
      if (index.getType() != type)
        index = CastOp::create(b, type, index);
      Value size = extent(which), isNegative = CompareOp::create(b, CompareKind::Lt, index, splatConstant(b, 0, type));
      Value own = SelectOp::create(b, isNegative, Value(AddOp::create(b, index, size)), index), fromEnd = SubOp::create(b, own, size);
      Value other = broadcast(turned(index), wide(), turnedDims(listDim()));
      Value isSame = OrOp::create(b, Value(CompareOp::create(b, CompareKind::Eq, other, broadcast(own, wide(), dims))),
                                  Value(CompareOp::create(b, CompareKind::Eq, other, broadcast(fromEnd, wide(), dims))));
      match = match ? Value(AndOp::create(b, match, isSame)) : isSame;
    }
    return match;
  }

  /// What each place becomes, in memory of its own: it is read before anything is written.
  Value foldMatching(ScatterKind kind, Value updates, Value old, Value match) {
    auto type = cast<RankedTensorType>(updates.getType());
    SmallVector<AffineExpr> extents = scope.extents(type);
    ScatterComposer c(b, scope, extents, extents[axis]);
    // Pairs are the list's dimensions and the last.
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, list.getRank()));
    dims.push_back(type.getRank());
    Value folded = c.foldAll(kind, old, c.broadcast(turned(updates), turnedDims(type.getRank())), c.broadcast(match, dims));
    return CopyOp::create(b, folded.getType(), folded);
  }

  /// The least integer is no place's number.
  Value nowhere() {
    Type number = cast<RankedTensorType>(indices[differing[0]].getType()).getElementType();
    Value least = ConstantOp::create(b, DenseElementsAttr::get(RankedTensorType::get({}, number), APInt::getSignedMinValue(number.getIntOrFloatBitWidth())));
    return broadcast(least, withElementType(list, number), {});
  }

  ImplicitLocOpBuilder &b;
  SymbolScope &scope;
  Value input;
  SmallVector<Value> indices;
  SmallVector<int64_t> differing;
  int64_t axis;
  RankedTensorType list;
  SmallVector<AffineExpr> pairs;
};

/// Beyond so many comparisons an untied scatter updates a copy: that costs a launch or two, some microseconds, and so do these.
constexpr int64_t mostComparisons = 4 << 20;

/// Whether a scatter works on its updates alone: `list` of them along which it compares, into `places`, `repeats` times (what else is looked through in either form).
bool updatesPlaces(UpdateOpInterface op, const SymbolScope &scope, ArrayRef<AffineExpr> list, ArrayRef<AffineExpr> places, ArrayRef<AffineExpr> repeats) {
  // Unknown where some extent has no bound.
  auto product = [&](ArrayRef<AffineExpr> extents) {
    std::optional<int64_t> result = 1;
    for (AffineExpr extent : extents) {
      std::optional<int64_t> most = greatestExtent(extent, scope, op);
      result = result && most ? std::optional(llvm::MulOverflow(*result, *most, *most) ? std::numeric_limits<int64_t>::max() : *most) : std::nullopt;
    }
    return result;
  };
  auto isKnown = [](ArrayRef<AffineExpr> extents) { return llvm::all_of(extents, llvm::IsaPred<AffineConstantExpr>); };
  // With more updates than places, those are fewer to look through.
  if (isKnown(list) && isKnown(places) && *product(list) > *product(places))
    return false;
  SmallVector<AffineExpr> all(list);
  llvm::append_range(all, places);
  llvm::append_range(all, repeats);
  std::optional<int64_t> comparisons = product(all);
  return op.getInPlace() || !comparisons || *comparisons > mostComparisons;
}

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

/// Of a scatter that works on its updates alone, what it does; null where it looks through them for each element.
static Value updateElements(ImplicitLocOpBuilder &b, ScatterElementsOp op) {
  RankedTensorType type = op.getInput().getType(), list = op.getIndices().getType();
  int64_t axis = op.getAxis();
  SymbolScope scope(b.getContext());
  SmallVector<AffineExpr> extents = scope.extents(type), ownExtents = scope.extents(list), others(extents);
  others.erase(others.begin() + axis);
  if (!updatesPlaces(op, scope, {ownExtents[axis]}, {extents[axis]}, others))
    return {};
  SmallVector<Value> indices;
  for (int64_t i = 0; i < type.getRank(); ++i)
    indices.push_back(i == axis ? op.getIndices() : Value(IotaOp::create(b, withElementType(list, b.getI64Type()), i)));
  Value old = op.getKind() == ScatterKind::Replace ? Value() : Value(GatherElementsOp::create(b, op.getInput(), op.getIndices(), axis));
  return PlaceComposer(b, scope, op.getInput(), indices, {axis}, axis).update(op.getKind(), op.getUpdates(), old);
}

SmallVector<Value> ScatterElementsOp::decompose(ImplicitLocOpBuilder &b) {
  RankedTensorType type = getInput().getType();
  if (isEmpty(type) || isEmpty(getUpdates().getType()))
    return {getInput()};
  int64_t rank = type.getRank(), axis = getAxis();
  if (Value updated = updateElements(b, *this))
    return {updated};
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
  Value table = reshape(getIndices(), {list, getAffineConstantExpr(depth, getContext())}), match;
  SmallVector<Value> columns;
  for (int64_t i = 0; i < depth; ++i) {
    RankedTensorType column = getTensorType(getContext(), {list, getAffineConstantExpr(1, getContext())}, scope.names(), indicesType.getElementType());
    columns.push_back(reshape(SliceOp::create(b, column, table, ArrayRef<int64_t>{0, i}, ArrayRef<int64_t>{1, 1}), list));
  }
  SmallVector<AffineExpr> slices{list};
  slices.append(whole.begin() + depth, whole.end());
  Value updates = reshape(getUpdates(), slices);
  SmallVector<AffineExpr> rows = scope.extents(indicesType);
  rows.pop_back();
  if (updatesPlaces(*this, scope, rows, ArrayRef(whole).take_front(depth), isReplaced ? ArrayRef<AffineExpr>() : ArrayRef(whole).drop_front(depth))) {
    Value old = isReplaced ? Value() : Value(GatherNdOp::create(b, getInput(), table, 0));
    return {PlaceComposer(b, scope, getInput(), columns, llvm::to_vector(llvm::seq<int64_t>(0, depth)), 0).update(getKind(), updates, old)};
  }
  // Which update a place takes depends on no number within the slice, what it adds up does.
  ScatterComposer c(b, scope, ArrayRef(whole).take_front(isReplaced ? depth : rank), list);
  for (auto [i, numbers] : llvm::enumerate(columns)) {
    Value one = c.matches(c.broadcast(numbers, {c.listDim()}), i);
    match = match ? Value(AndOp::create(b, match, one)) : one;
  }
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
