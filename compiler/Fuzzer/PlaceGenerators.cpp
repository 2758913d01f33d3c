// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generators of operators that read or write at computed places, of scans, and of what takes a seed. They name operators and
// attributes by text, so that the table may be ahead of a build's dialect.

#include "compiler/Fuzzer/Extents.h"
#include "compiler/Fuzzer/Generators.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;

namespace sinter::fuzz {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

NamedAttribute integer(GraphBuilder &g, StringRef name, int64_t value) { return g.builder().getNamedAttr(name, g.builder().getI64IntegerAttr(value)); }
NamedAttribute integers(GraphBuilder &g, StringRef name, ArrayRef<int64_t> values) {
  return g.builder().getNamedAttr(name, g.builder().getDenseI64ArrayAttr(values));
}

/// An attribute that is one of an enumeration's words.
NamedAttribute word(GraphBuilder &g, StringRef name, StringRef enumeration, StringRef value) {
  Attribute attribute = parseAttribute(("#sinter<" + enumeration + " " + value + ">").str(), g.context());
  return g.builder().getNamedAttr(name, attribute ? attribute : Attribute(g.builder().getUnitAttr()));
}

/// Each of `names` or not.
void addFlags(GraphBuilder &g, ArrayRef<StringRef> names, SmallVectorImpl<NamedAttribute> &attributes) {
  for (StringRef name : names)
    if (g.random.chance(40))
      attributes.push_back(g.builder().getNamedAttr(name, g.builder().getUnitAttr()));
}

/// The extents of `input`, smaller here and there, any along `axis`: what the indices of single elements have.
RankedTensorType elementIndices(GraphBuilder &g, RankedTensorType input, int64_t axis) {
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents = scope.extents(input);
  for (int64_t d = 0; d < input.getRank(); ++d) {
    auto constant = dyn_cast<AffineConstantExpr>(extents[d]);
    if (d == axis)
      extents[d] = getAffineConstantExpr(1 + g.random.below(6), g.context());
    else if (constant && constant.getValue() > 1 && g.random.chance(20))
      extents[d] = getAffineConstantExpr(1 + g.random.below(constant.getValue()), g.context());
  }
  return getTensorType(g.context(), extents, scope.names(), anyIndexType(g));
}

Operation *generateGatherElements(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  int64_t axis = g.random.below(rank);
  return g.emit(name, {x, g.like(elementIndices(g, typeOf(x), axis))}, {}, integer(g, "axis", axis));
}

Operation *generateGatherNd(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents = scope.extents(typeOf(x));
  int64_t batch = g.random.chance(70) ? 0 : g.random.below(rank), named = 1 + g.random.below(rank - batch);
  SmallVector<AffineExpr> indices(extents.begin(), extents.begin() + batch);
  for (size_t i = g.random.below(3); i > 0; --i)
    indices.push_back(getAffineConstantExpr(1 + g.random.below(4), g.context()));
  indices.push_back(getAffineConstantExpr(named, g.context()));
  return g.emit(name, {x, g.like(getTensorType(g.context(), indices, scope.names(), anyIndexType(g)))}, {}, integer(g, "batch_dims", batch));
}

NamedAttribute scatterKind(GraphBuilder &g) {
  static constexpr StringRef kinds[] = {"replace", "add", "mul", "max", "min"};
  return word(g, "kind", "scatter_kind", g.random.anyOf(kinds));
}

Operation *generateScatterElements(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  int64_t axis = g.random.below(rank);
  RankedTensorType indices = elementIndices(g, typeOf(x), axis);
  return g.emit(name, {x, g.like(indices), g.like(withElementType(indices, element))}, typeOf(x), {scatterKind(g), integer(g, "axis", axis)});
}

Operation *generateScatterNd(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents = scope.extents(typeOf(x)), indices, updates;
  int64_t named = 1 + g.random.below(rank);
  for (size_t i = g.random.below(3); i > 0; --i)
    indices.push_back(getAffineConstantExpr(1 + g.random.below(4), g.context()));
  updates = indices;
  updates.append(extents.begin() + named, extents.end());
  indices.push_back(getAffineConstantExpr(named, g.context()));
  if (updates.size() > mostRank)
    return nullptr;
  Value places = g.like(getTensorType(g.context(), indices, scope.names(), anyIndexType(g)));
  return g.emit(name, {x, places, g.like(getTensorType(g.context(), updates, scope.names(), element))}, typeOf(x), scatterKind(g));
}

/// Numbers from either end along the list, so that places differ; those along further dimensions may be any.
Operation *generateUpdatePlaces(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents = scope.extents(typeOf(x)), list{getAffineConstantExpr(1 + g.random.below(5), g.context())};
  RankedTensorType numbers = getTensorType(g.context(), list, scope.names(), anyIndexType(g));
  Operation *first = g.emit(IotaOp::getOperationName(), {}, numbers, integer(g, "axis", 0));
  if (first && g.random.chance(40))
    first = g.emit(NotOp::getOperationName(), first->getResult(0), numbers);
  if (!first)
    return nullptr;
  SmallVector<Value> operands = {x, Value(), first->getResult(0)};
  int64_t depth = 1 + g.random.below(rank);
  for (int64_t i = 1; i < depth; ++i)
    operands.push_back(g.like(withElementType(numbers, anyIndexType(g))));
  list.append(extents.begin() + depth, extents.end());
  operands[1] = g.like(getTensorType(g.context(), list, scope.names(), element));
  return g.emit(name, operands, typeOf(x));
}

Operation *generatePad(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  static constexpr StringRef modes[] = {"constant", "constant", "edge", "reflect", "wrap"};
  StringRef mode = g.random.anyOf(modes);
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents = scope.extents(typeOf(x));
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  for (int64_t d = 0; d < rank; ++d) {
    auto constant = dyn_cast<AffineConstantExpr>(extents[d]);
    if (g.random.chance(50) || (!constant && mode != "constant"))
      continue;
    low[d] = g.random.below(4);
    high[d] = g.random.below(4);
    if (constant && constant.getValue() > 2 && g.random.chance(20))
      (g.random.chance(50) ? low : high)[d] = -1;
    extents[d] = extents[d] + low[d] + high[d];
  }
  SmallVector<Value> operands = {x};
  if (mode == "constant" && g.random.chance(60))
    operands.push_back(g.like(RankedTensorType::get({}, element)));
  return g.emit(name, operands, getTensorType(g.context(), extents, scope.names(), element),
                {word(g, "mode", "pad_mode", mode), integers(g, "low", low), integers(g, "high", high)});
}

Operation *generateReverse(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    if (g.random.chance(50))
      dims.push_back(d);
  return g.emit(name, x, typeOf(x), integers(g, "dims", dims));
}

Operation *generateWhere(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  Value condition = g.like(withElementType(typeOf(x), g.builder().getI1Type()));
  return g.emit(name, {condition, x, g.like(typeOf(x))}, typeOf(x));
}

/// Up to two dimensions stretched or shrunk, about half-pixel centres or from the first element on.
Operation *generateResize(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  RankedTensorType from = typeOf(x);
  static constexpr StringRef modes[] = {"nearest", "linear", "cubic"};
  SymbolScope scope(g.context());
  SmallVector<AffineExpr> extents = scope.extents(from);
  SmallVector<int64_t> steps(rank, 1), offsets(rank, 0), divisors(rank, 1);
  int changed = 0;
  for (int64_t d = rank; d-- > 0 && changed < 2;) {
    if (from.isDynamicDim(d) || from.getDimSize(d) == 0 || g.random.chance(35))
      continue;
    ++changed;
    int64_t in = from.getDimSize(d), out = 1 + g.random.below(2 * in);
    bool isHalfPixel = g.random.chance(60);
    steps[d] = isHalfPixel ? 2 * in : in;
    offsets[d] = isHalfPixel ? in - out : 0;
    divisors[d] = isHalfPixel ? 2 * out : out;
    extents[d] = getAffineConstantExpr(out, g.context());
  }
  return g.emit(name, x, getTensorType(g.context(), extents, scope.names(), element),
                {word(g, "mode", "resize_mode", g.random.anyOf(modes)), integers(g, "steps", steps), integers(g, "offsets", offsets), integers(g, "divisors", divisors)});
}

Operation *generateScan(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  SmallVector<NamedAttribute> attributes = {integer(g, "axis", g.random.below(rank))};
  addFlags(g, {"exclusive", "reverse"}, attributes);
  return g.emit(name, g.pick(element, rank), {}, attributes);
}

Operation *generateArgReduction(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  SmallVector<int64_t> axes;
  for (int64_t d = 0; d < rank; ++d)
    if (g.random.chance(40))
      axes.push_back(d);
  if (axes.empty())
    axes.push_back(g.random.below(rank));
  SmallVector<NamedAttribute> attributes = {integers(g, "axes", axes)};
  addFlags(g, {"select_last"}, attributes);
  return g.emit(name, g.pick(element, rank), {}, attributes);
}

Operation *generateTopk(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  if (rank == 0)
    return nullptr;
  Value x = g.pick(element, rank);
  int64_t axis = g.random.below(rank);
  int64_t most = typeOf(x).isDynamicDim(axis) ? 4 : std::min<int64_t>(typeOf(x).getDimSize(axis), 6);
  if (most == 0)
    return nullptr;
  SmallVector<NamedAttribute> attributes = {integer(g, "k", 1 + g.random.below(most)), integers(g, "axes", axis)};
  addFlags(g, {"smallest"}, attributes);
  return g.emit(name, x, {typeOf(x), typeOf(x)}, attributes, /*infersTypes=*/true);
}

Value anySeed(GraphBuilder &g) { return g.newArgument(RankedTensorType::get({}, g.builder().getI64Type())); }

Operation *generateRandom(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  return g.emit(name, {anySeed(g), anySeed(g)}, g.randomType(element, rank));
}

Operation *generateDropout(GraphBuilder &g, StringRef name, Type element, int64_t rank) {
  Value x = g.pick(element, rank);
  static constexpr double probabilities[] = {0, 0.1, 0.5, 0.75, 1};
  RankedTensorType mask = withElementType(typeOf(x), g.builder().getI1Type());
  return g.emit(name, {x, anySeed(g), anySeed(g)}, {typeOf(x), mask}, g.builder().getNamedAttr("p", g.builder().getF64FloatAttr(g.random.anyOf(probabilities))));
}

struct Entry {
  StringRef name;
  Generate generate;
};

const Entry table[] = {
    {"argmax", generateArgReduction},   {"argmin", generateArgReduction},   {"cumprod", generateScan},
    {"cumsum", generateScan},           {"dropout", generateDropout},       {"gather_elements", generateGatherElements},
    {"gather_nd", generateGatherNd},    {"pad", generatePad},               {"random_bits", generateRandom},
    {"random_normal", generateRandom},  {"random_uniform", generateRandom}, {"resize", generateResize},
    {"reverse", generateReverse},       {"scatter_elements", generateScatterElements}, {"scatter_nd", generateScatterNd},
    {"topk", generateTopk},             {"update_places", generateUpdatePlaces}, {"where", generateWhere},
};

} // namespace

Generate findPlaceGenerator(StringRef name) {
  for (const Entry &entry : table)
    if (entry.name == name)
      return entry.generate;
  return nullptr;
}

} // namespace sinter::fuzz
