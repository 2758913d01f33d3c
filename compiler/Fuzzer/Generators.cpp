// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of generators. Each chooses its attributes at random among all that are valid.

#include "compiler/Fuzzer/Generators.h"

#include "compiler/Fuzzer/Extents.h"
#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;

namespace sinter::fuzz {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// `type` with dimension `dim` of another extent.
RankedTensorType withExtent(RankedTensorType type, int64_t dim, AffineExpr extent) {
  SymbolScope scope(type.getContext());
  SmallVector<AffineExpr> extents = scope.extents(type);
  extents[dim] = extent;
  return getTensorType(type.getContext(), extents, scope.names(), type.getElementType());
}
RankedTensorType withExtent(RankedTensorType type, int64_t dim, int64_t extent) {
  return withExtent(type, dim, getAffineConstantExpr(extent, type.getContext()));
}

/// Extents, of which `scope` numbers the symbols, as a type.
RankedTensorType typeOfExtents(ArrayRef<AffineExpr> extents, const SymbolScope &scope, Type element) {
  return getTensorType(scope.getContext(), extents, scope.names(), element);
}

NamedAttribute axisOf(GraphBuilder &g, int64_t axis) { return g.builder().getNamedAttr("axis", g.builder().getI64IntegerAttr(axis)); }
NamedAttribute integers(GraphBuilder &g, StringRef name, ArrayRef<int64_t> values) {
  return g.builder().getNamedAttr(name, g.builder().getDenseI64ArrayAttr(values));
}

Operation *generateBroadcast(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents = scope.extents(typeOf(x));
  int64_t added = g.random.below(std::min<int64_t>(6 - rank, 2) + 1);
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < rank; ++i) {
    dims.push_back(i);
    if (extents[i] == 1 && g.random.chance(60))
      extents[i] = getAffineConstantExpr(2 + g.random.below(5), g.context());
  }
  for (int64_t i = 0; i < added; ++i) {
    int64_t place = g.random.below(extents.size() + 1);
    RankedTensorType extent = g.randomType(element, 1);
    extents.insert(extents.begin() + place, g.random.chance(50) ? getAffineConstantExpr(1 + g.random.below(4), g.context()) : scope.extents(extent)[0]);
    for (int64_t &dim : dims)
      dim += dim >= place;
  }
  return g.emit(name, x, typeOfExtents(extents, scope, element), integers(g, "dims", dims));
}

Operation *generateReshape(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents;
  int64_t count = 1;
  for (AffineExpr extent : scope.extents(typeOf(x))) {
    // Symbols stay; what lies between them is multiplied and taken apart anew.
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    if (constant)
      count *= constant.getValue();
    else
      extents.push_back(extent);
  }
  if (!extents.empty() && g.random.chance(40)) { // dimensions merged with a symbol's
    extents[0] = extents[0] * count;
    count = 1;
  }
  static constexpr int64_t factors[] = {2, 3, 4, 5, 7, 8, 16, 31, 33};
  int64_t place = extents.empty() ? 0 : g.random.below(extents.size() + 1);
  for (int i = 0; i < 9 && count > 1 && extents.size() < 4; ++i) {
    int64_t factor = g.random.anyOf(factors);
    if (count % factor != 0)
      continue;
    extents.insert(extents.begin() + place, getAffineConstantExpr(factor, g.context()));
    count /= factor;
  }
  if (count != 1 || extents.empty() || g.random.chance(20))
    if (count != 1 || g.random.chance(70))
      extents.insert(extents.begin() + place, getAffineConstantExpr(count, g.context()));
  return g.emit(name, x, typeOfExtents(extents, scope, element));
}

Operation *generateTranspose(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  g.random.shuffle(permutation);
  return g.emit(name, g.pick(element, rank), {}, integers(g, "permutation", permutation));
}

Operation *generateSlice(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  RankedTensorType result = typeOf(x);
  SmallVector<int64_t> starts(rank, 0), steps(rank, 1);
  static constexpr int64_t strides[] = {1, 1, 1, 2, 3, -1, -1, -2};
  for (int64_t d = 0; d < rank; ++d) {
    if (typeOf(x).isDynamicDim(d) || typeOf(x).getDimSize(d) == 0 || g.random.chance(40))
      continue;
    int64_t extent = typeOf(x).getDimSize(d), start = g.random.below(extent), step = g.random.anyOf(strides);
    int64_t most = step > 0 ? (extent - 1 - start) / step + 1 : start / -step + 1;
    starts[d] = start;
    steps[d] = step;
    result = withExtent(result, d, g.random.chance(3) ? 0 : g.random.chance(60) ? most : 1 + g.random.below(most));
  }
  return g.emit(name, x, result, {integers(g, "starts", starts), integers(g, "steps", steps)});
}

/// A dimension of fixed extent of at least `least`, or nothing.
std::optional<int64_t> anyAxis(GraphBuilder &g, RankedTensorType type, int64_t least) {
  SmallVector<int64_t> axes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!type.isDynamicDim(d) && type.getDimSize(d) >= least)
      axes.push_back(d);
  return axes.empty() ? std::nullopt : std::optional(g.random.anyOf(axes));
}

Operation *generateSplit(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  std::optional<int64_t> axis = anyAxis(g, typeOf(x), 1);
  if (!axis && rank > 0) { // all that there is may be symbolic or empty
    x = g.newArgument(RankedTensorType::get(SmallVector<int64_t>(rank, 2 + g.random.below(2)), element));
    axis = g.random.below(rank);
  }
  if (!axis)
    return nullptr;
  int64_t left = typeOf(x).getDimSize(*axis);
  SmallVector<Type> pieces;
  while (left > 0 && pieces.size() < 3) {
    int64_t extent = pieces.size() == 2 || g.random.chance(10) ? left : 1 + g.random.below(left);
    pieces.push_back(withExtent(typeOf(x), *axis, extent));
    left -= extent;
  }
  if (left > 0)
    pieces.push_back(withExtent(typeOf(x), *axis, left));
  return g.emit(name, x, pieces, axisOf(g, *axis));
}

Operation *generateConcat(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  SmallVector<Value> parts = {g.pick(element, rank)};
  int64_t axis = g.random.below(rank);
  for (size_t count = 1 + g.random.below(3); parts.size() < count + (g.random.chance(5) ? 0 : 1);) {
    RankedTensorType type = typeOf(parts[0]);
    if (g.random.chance(60))
      type = withExtent(type, axis, g.random.chance(5) ? 0 : 1 + g.random.below(9));
    parts.push_back(g.random.chance(15) ? parts[0] : g.like(type));
  }
  std::swap(parts[0], parts[g.random.below(parts.size())]);
  return g.emit(name, parts, {}, axisOf(g, axis));
}

Operation *generateGather(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  Value indices = g.random.chance(50) ? g.newArgument(g.randomType(anyIndexType(g), g.random.below(3))) : g.pick(anyIndexType(g), g.random.below(3));
  return g.emit(name, {x, indices}, {}, axisOf(g, g.random.below(rank)));
}

Operation *generateUpdateSlice(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  std::optional<int64_t> axis = anyAxis(g, typeOf(x), 0);
  if (!axis)
    return nullptr;
  Value update = g.like(withExtent(typeOf(x), *axis, g.random.below(typeOf(x).getDimSize(*axis) + 1)));
  RankedTensorType start = pickDims(typeOf(x), {}, anyIndexType(g));
  if (*axis != 0 && g.random.chance(50))
    start = pickDims(typeOf(x), {0}, start.getElementType());
  return g.emit(name, {x, update, g.like(start)}, typeOf(x), axisOf(g, *axis));
}

Operation *generateIota(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  return rank == 0 ? nullptr : g.emit(name, {}, g.randomType(element, rank), axisOf(g, g.random.below(rank)));
}

/// A weight that is made from its name; `type`, of floats, is static.
Operation *emitParameter(GraphBuilder &g, RankedTensorType type) {
  Builder &b = g.builder();
  std::string label = "p" + std::to_string(g.operatorCount());
  auto source = GeneratedAttr::get(b.getContext(), b.getStringAttr(label), b.getF64FloatAttr(0.1), b.getF64FloatAttr(0.7), b.getF64FloatAttr(-1.5), b.getF64FloatAttr(1.5));
  return g.emit("sinter.parameter", {}, type, {b.getNamedAttr("name", b.getStringAttr(label)), b.getNamedAttr("source", source)});
}

/// A product of a value and another one, or a weight; of weights there may be some, for products of the same left side.
Operation *generateMatmul(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank < 2)
    return nullptr;
  Value x = g.pick(element, rank);
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> left = scope.extents(typeOf(x));
  bool transposesLeft = g.random.chance(30), hasBatches = rank > 2 && g.random.chance(50);
  AffineExpr depth = left[rank - (transposesLeft ? 2 : 1)];
  auto emitProduct = [&](bool isByWeight) -> Operation * {
    bool transposesRight = g.random.chance(50);
    AffineExpr columns = g.random.chance(50) ? scope.extents(g.randomType(element, 1))[0] : getAffineConstantExpr(1 + g.random.below(9), g.context());
    SmallVector<AffineExpr> right;
    if (hasBatches)
      right.append(left.begin(), left.end() - 2);
    right.append({transposesRight ? columns : depth, transposesRight ? depth : columns});
    SmallVector<NamedAttribute> attributes;
    if (transposesLeft)
      attributes.push_back(g.builder().getNamedAttr("transpose_lhs", g.builder().getUnitAttr()));
    if (transposesRight)
      attributes.push_back(g.builder().getNamedAttr("transpose_rhs", g.builder().getUnitAttr()));
    RankedTensorType type = typeOfExtents(right, scope, element);
    Operation *weight = isByWeight && type.hasStaticShape() ? emitParameter(g, type) : nullptr;
    return g.emit(name, {x, weight ? weight->getResult(0) : g.like(type)}, {}, attributes);
  };
  bool isByWeight = isa<FloatType>(element) && g.random.chance(50);
  for (uint64_t siblings = isByWeight ? g.random.below(3) : 0; siblings > 0; --siblings) {
    Operation *product = emitProduct(true);
    RankedTensorType type = product ? typeOf(product->getResult(0)) : RankedTensorType();
    if (!product || type.isDynamicDim(type.getRank() - 1) || !g.random.chance(50))
      continue;
    // A bias, and so an epilogue.
    Operation *bias = emitParameter(g, pickDims(type, {type.getRank() - 1}, element));
    NamedAttribute dims = g.builder().getNamedAttr("dims", g.builder().getDenseI64ArrayAttr({type.getRank() - 1}));
    if (Operation *repeated = bias ? g.emit("sinter.broadcast", bias->getResult(0), type, dims) : nullptr)
      g.emit("sinter.add", {product->getResult(0), repeated->getResult(0)}, {});
  }
  return emitProduct(isByWeight);
}

Operation *generateConstant(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  SmallVector<int64_t> shape = llvm::to_vector(llvm::map_range(llvm::seq<int64_t>(0, rank), [&](int64_t) { return int64_t(1 + g.random.below(4)); }));
  RankedTensorType type = RankedTensorType::get(shape, element);
  size_t count = g.random.chance(30) ? 1 : type.getNumElements();
  SmallVector<Attribute> values;
  for (size_t i = 0; i < count; ++i) {
    double value = (static_cast<int64_t>(g.random.below(33)) - 16) / 8.0;
    if (isa<FloatType>(element))
      values.push_back(FloatAttr::get(element, value));
    else
      values.push_back(element.isInteger(1) ? Attribute(g.builder().getBoolAttr(value > 0)) : Attribute(IntegerAttr::get(element, llvm::APInt(element.getIntOrFloatBitWidth(), static_cast<uint64_t>(std::abs(value * 8)), false, true))));
  }
  return g.emit(name, {}, type, g.builder().getNamedAttr("value", DenseElementsAttr::get(type, values)));
}

Operation *generateParameter(GraphBuilder &g, StringRef, Type element, int64_t rank) {
  if (!isa<FloatType>(element))
    return nullptr; // Integers have no generated values.
  RankedTensorType type = g.randomType(element, rank);
  for (int64_t d = 0; d < rank; ++d)
    if (type.isDynamicDim(d))
      type = withExtent(type, d, 1 + g.random.below(7));
  return emitParameter(g, type);
}

Operation *generateSoftmax(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  return rank == 0 ? nullptr : g.emit(name, g.pick(element, rank), {}, axisOf(g, g.random.below(rank)));
}

/// A norm over the dimensions from an axis on, with a scale and, where it takes one, a bias.
Operation *generateNorm(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Builder &b = g.builder();
  Value x = g.pick(element, rank);
  int64_t axis = g.random.chance(60) ? rank - 1 : g.random.below(rank);
  static constexpr double epsilons[] = {1e-5, 1e-6, 0.01, 0.5};
  SmallVector<NamedAttribute> attributes = {axisOf(g, axis), b.getNamedAttr("epsilon", b.getF64FloatAttr(g.random.anyOf(epsilons)))};
  SmallVector<Value> operands = {x};
  SmallVector<int32_t> segments = {1};
  bool takesBias = name == LayerNormOp::getOperationName();
  for (int i = 0; i < (takesBias ? 2 : 1); ++i) {
    bool isThere = g.random.chance(60);
    segments.push_back(isThere);
    if (isThere)
      operands.push_back(g.like(pickDims(typeOf(x), llvm::to_vector(llvm::seq<int64_t>(axis, rank)), element)));
  }
  if (takesBias)
    attributes.push_back(b.getNamedAttr("operandSegmentSizes", b.getDenseI32ArrayAttr(segments)));
  return g.emit(name, operands, typeOf(x), attributes);
}

struct Entry {
  StringRef name;
  Generate generate;
};

const Entry table[] = {
    {"broadcast", generateBroadcast}, {"concat", generateConcat},      {"constant", generateConstant},        {"gather", generateGather},
    {"iota", generateIota},           {"layer_norm", generateNorm},    {"matmul", generateMatmul},            {"parameter", generateParameter},
    {"reshape", generateReshape},     {"rms_norm", generateNorm},      {"slice", generateSlice},              {"softmax", generateSoftmax},
    {"split", generateSplit},         {"transpose", generateTranspose}, {"update_slice", generateUpdateSlice},
};

} // namespace

Type anyIndexType(GraphBuilder &g) { return g.random.chance(50) ? Type(g.builder().getI64Type()) : Type(g.builder().getI32Type()); }

Generate findGenerator(StringRef name) {
  name.consume_front("sinter.");
  for (const Entry &entry : table)
    if (entry.name == name)
      return entry.generate;
  return findPlaceGenerator(name);
}

Operation *generateReduction(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  SmallVector<int64_t> axes;
  for (int64_t d = 0; d < rank; ++d)
    if (g.random.chance(45))
      axes.push_back(d);
  if (axes.empty())
    axes.push_back(g.random.below(rank));
  return g.emit(name, g.pick(element, rank), {}, integers(g, "axes", axes));
}

} // namespace sinter::fuzz
