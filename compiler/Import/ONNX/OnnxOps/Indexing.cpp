// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that pick or place elements by their index: slices, splits, concatenations, masks, pads.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"
#include "dialects/Support/SimplifyExpr.h"

using namespace mlir;

namespace sinter {
namespace {

Value concat(OnnxNode &node, ArrayRef<Value> values, int64_t axis) {
  if (values.size() == 1)
    return values[0];
  SmallVector<AffineExpr> first = node.extents(values[0]);
  for (Value value : values.drop_front())
    for (auto [dim, pair] : llvm::enumerate(llvm::zip(first, node.extents(value))))
      if (static_cast<int64_t>(dim) != axis && node.mustBeginAgain(std::get<0>(pair), std::get<1>(pair)))
        return {};
  ConcatOp::Properties properties;
  properties.axis = node.b.getI64IntegerAttr(axis);
  return node.infer<ConcatOp>(values, properties);
}

LogicalResult importConcat(OnnxNode &node) {
  FailureOr<SmallVector<Value>> values = node.tensors();
  if (failed(values))
    return failure();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", 0), node.typeOf((*values)[0]).getRank());
  return succeeded(axis) ? node.setResult(concat(node, *values, *axis)) : failure();
}

// Slice.

/// One dimension of a slice.
struct Range {
  AffineExpr start, count;
  int64_t step = 1;
};

/// `bound`, which counts from the end where negative, within [low, extent]; nothing where that is not certain.
std::optional<AffineExpr> clampBound(OnnxNode &node, AffineExpr bound, AffineExpr extent, AffineExpr high) {
  if (std::optional<int64_t> size = asConstant(extent), value = asConstant(bound); size && value) {
    int64_t front = *value < 0 ? std::max<int64_t>(*value, -*size) + *size : *value;
    return node.extent(std::min(front, *asConstant(high)));
  }
  std::optional<int64_t> value = asConstant(bound);
  if (value && *value < 0)
    return -*value <= node.graph.bounds(extent).low ? std::optional(addExtents(extent, bound)) : std::nullopt;
  // A constant past every value of the extent, as exporters write "to the end".
  if (value && *value >= node.graph.bounds(extent).high)
    return high;
  if (bound == extent || (value && *value <= node.graph.bounds(extent).low))
    return bound;
  // An extent as the bound within a table: the table is large enough, which narrows the extent's range.
  if (std::optional<int64_t> size = asConstant(extent)) {
    node.graph.limit(bound, *size);
    return node.graph.bounds(bound).high <= *size && node.graph.bounds(bound).low >= 0 ? std::optional(bound) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Range> sliceDimension(OnnxNode &node, AffineExpr start, AffineExpr end, int64_t step, AffineExpr extent) {
  if (step == 1) {
    auto from = clampBound(node, start, extent, extent), to = clampBound(node, end, extent, extent);
    if (!from || !to)
      return std::nullopt;
    AffineExpr count = subExtents(*to, *from);
    if (asConstant(count).value_or(0) < 0)
      count = node.extent(0);
    return Range{*from, count, 1};
  }
  auto size = asConstant(extent), first = asConstant(start), last = asConstant(end);
  if (!size || !first || !last)
    return std::nullopt;
  auto fromFront = [&](int64_t i) { return i < 0 ? std::max<int64_t>(i, -*size - 1) + *size : i; };
  int64_t low = step > 0 ? 0 : -1, high = step > 0 ? *size : *size - 1;
  // A start at or before -size - 1 is the first element; as an end going down it is "all of it".
  int64_t from = std::clamp(fromFront(*first), std::max<int64_t>(low, 0), std::max<int64_t>(high, 0)), to = std::clamp(fromFront(*last), low, high);
  int64_t distance = step > 0 ? to - from : from - to;
  uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  int64_t count = distance <= 0 || *size == 0 ? 0 : static_cast<int64_t>((static_cast<uint64_t>(distance) + stride - 1) / stride);
  // With at most one element the step is idle, and a huge one would overflow an index.
  return Range{node.extent(count ? from : 0), node.extent(count), count > 1 ? step : 1};
}

struct SliceArguments {
  SmallVector<AffineExpr> starts, ends;
  SmallVector<int64_t> axes, steps;
};

/// Inputs from opset 10 on, attributes before.
FailureOr<SliceArguments> readSlice(OnnxNode &node, int64_t rank) {
  SliceArguments arguments;
  std::optional<SmallVector<int64_t>> axes, steps;
  if (node.opset() < 10) {
    auto exprs = [&](StringRef name) { return llvm::map_to_vector(node.getInts(name).value_or(SmallVector<int64_t>()), [&](int64_t i) { return node.extent(i); }); };
    arguments.starts = exprs("starts");
    arguments.ends = exprs("ends");
    axes = node.getInts("axes");
  } else {
    if (!node.hasInput(1) || !node.hasInput(2))
      return node.error() << "expected inputs `starts` and `ends`", failure();
    auto starts = node.extentInts(1, "starts"), ends = node.extentInts(2, "ends");
    if (failed(starts) || failed(ends))
      return failure();
    arguments.starts = *starts;
    arguments.ends = *ends;
    for (auto [i, what, into] : {std::tuple(3, "axes", &axes), std::tuple(4, "steps", &steps)}) {
      if (!node.hasInput(i))
        continue;
      FailureOr<SmallVector<int64_t>> read = node.constantInts(i, what);
      if (failed(read))
        return failure();
      *into = *read;
    }
  }
  size_t count = arguments.starts.size();
  arguments.axes = axes.value_or(llvm::to_vector(llvm::seq<int64_t>(0, count)));
  arguments.steps = steps.value_or(SmallVector<int64_t>(count, 1));
  if (arguments.ends.size() != count || arguments.axes.size() != count || arguments.steps.size() != count)
    return node.error() << "expected as many starts, ends, axes and steps, but got " << count << ", " << arguments.ends.size() << ", "
                        << arguments.axes.size() << " and " << arguments.steps.size(), failure();
  if (failed(node.axes(arguments.axes, rank)))
    return failure();
  for (int64_t &axis : arguments.axes)
    axis = axis < 0 ? axis + rank : axis;
  return arguments;
}

/// A list of integers that the importer holds.
LogicalResult sliceHost(OnnxNode &node, const HostTensor &x, const Range &range) {
  HostTensor result{x.element, {}, {}, {}};
  int64_t first = *asConstant(range.start), count = *asConstant(range.count);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = first + i * range.step;
    if (x.isFloat())
      result.floats.push_back(x.floats[at]);
    else
      result.ints.push_back(x.ints[at]);
  }
  result.shape.push_back(count);
  return node.setResult(0, std::move(result));
}

LogicalResult importSlice(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  if (!type)
    return failure();
  SmallVector<AffineExpr> extents = node.graph.symbols().extents(type);
  int64_t rank = extents.size();
  FailureOr<SliceArguments> arguments = readSlice(node, rank);
  if (failed(arguments))
    return failure();
  SmallVector<int64_t> starts(rank, 0), steps(rank, 1);
  std::optional<Range> last;
  for (auto [start, end, axis, step] : llvm::zip_equal(arguments->starts, arguments->ends, arguments->axes, arguments->steps)) {
    if (step == 0)
      return node.error() << "expected steps other than 0";
    last = sliceDimension(node, start, end, step, extents[axis]);
    std::optional<int64_t> first = last ? asConstant(last->start) : std::nullopt;
    if (!first)
      return node.error() << "cannot tell where a slice of dimension " << axis << " of " << type << " lies";
    starts[axis] = *first;
    steps[axis] = last->step;
    extents[axis] = last->count;
  }
  if (const HostTensor *x = node.host(0); x && rank == 1 && last && asConstant(last->count))
    return sliceHost(node, *x, *last);
  Value x = node.tensor(0);
  return x ? node.setResult(node.slice(x, starts, steps, extents)) : failure();
}

/// The extents of the pieces: given, or equal with a smaller last one.
FailureOr<SmallVector<AffineExpr>> pieceExtents(OnnxNode &node, AffineExpr whole) {
  if (node.hasInput(1))
    return node.extentInts(1, "split");
  if (auto given = node.getInts("split"))
    return llvm::map_to_vector(*given, [&](int64_t i) { return node.extent(i); });
  int64_t count = node.getInt("num_outputs", node.numOutputs());
  std::optional<int64_t> size = asConstant(whole);
  if (count < 1 || count != node.numOutputs())
    return node.error() << "expected num_outputs to be the node's " << node.numOutputs() << " outputs, but got " << count, failure();
  if (!size) {
    std::optional<AffineExpr> part = divExtents(whole, node.extent(count));
    if (!part || mulExtents(*part, node.extent(count)) != whole)
      return node.error() << "expected " << count << " equal pieces of a dynamic dimension", failure();
    return SmallVector<AffineExpr>(count, *part);
  }
  int64_t piece = *size / count + (*size % count != 0);
  SmallVector<AffineExpr> result;
  for (int64_t i = 0, begin = 0; i < count; ++i, begin += piece)
    result.push_back(node.extent(std::clamp<int64_t>(*size - begin, 0, piece)));
  return result;
}

LogicalResult importSplit(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", 0), node.typeOf(x).getRank());
  if (failed(axis))
    return failure();
  SmallVector<AffineExpr> extents = node.extents(x);
  AffineExpr whole = extents[*axis], sum = node.extent(0);
  FailureOr<SmallVector<AffineExpr>> pieces = pieceExtents(node, whole);
  if (failed(pieces))
    return failure();
  SmallVector<Type> types;
  for (AffineExpr piece : *pieces) {
    if (asConstant(piece).value_or(0) < 0)
      return node.error() << "expected pieces of 0 or more";
    extents[*axis] = piece;
    types.push_back(node.makeType(extents, node.elementOf(x)));
    sum = addExtents(sum, piece);
  }
  if (static_cast<int64_t>(pieces->size()) != node.numOutputs() || simplifyExpr(subExtents(sum, whole), 0, node.graph.symbols().names().size()) != 0)
    return node.error() << "expected " << node.numOutputs() << " pieces that add up to dimension " << *axis << " of " << x.getType();
  auto split = SplitOp::create(node.b, types, x, static_cast<uint64_t>(*axis));
  for (auto [i, piece] : llvm::enumerate(split.getResults()))
    if (failed(node.setResult(i, piece)))
      return failure();
  return success();
}

// Masks.

/// Keeps j >= i + k (upper) or j <= i + k (lower) of the last two dimensions.
LogicalResult importTrilu(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  if (rank < 2)
    return node.error() << "expected an input of rank 2 or more, but got " << x.getType();
  int64_t k = 0;
  if (node.hasInput(1)) {
    FailureOr<SmallVector<int64_t>> read = node.constantInts(1, "k");
    if (failed(read) || read->size() != 1)
      return succeeded(read) ? LogicalResult(node.error() << "expected k to be a scalar") : failure();
    k = (*read)[0];
  }
  SmallVector<AffineExpr> square(ArrayRef(node.extents(x)).take_back(2));
  RankedTensorType type = node.makeType(square, node.b.getI64Type());
  Value row = IotaOp::create(node.b, type, 0), column = IotaOp::create(node.b, type, 1);
  if (k != 0)
    row = AddOp::create(node.b, row, node.splat(k, row));
  Value keep = compare(node, node.getInt("upper", 1) ? CompareKind::Ge : CompareKind::Le, column, row);
  keep = node.broadcast(keep, node.extents(x));
  return keep ? node.setResult(SelectOp::create(node.b, keep, x, node.splat(0, x))) : failure();
}

LogicalResult importEyeLike(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  if (!type)
    return failure();
  if (type.getRank() != 2)
    return node.error() << "expected an input of rank 2, but got " << type;
  Type element = type.getElementType();
  if (node.hasAttribute("dtype") && !(element = getOnnxElementType(node.b.getContext(), node.getInt("dtype", 1))))
    return node.error() << "dtype " << getOnnxTypeName(node.getInt("dtype", 1)) << " is not supported";
  RankedTensorType place = withElementType(type, node.b.getI64Type());
  Value row = IotaOp::create(node.b, place, 0), column = IotaOp::create(node.b, place, 1);
  if (int64_t k = node.getInt("k", 0))
    row = AddOp::create(node.b, row, node.splat(k, row));
  return node.setResult(node.cast(compare(node, CompareKind::Eq, column, row), element));
}

/// The indices of axis `axis` (the last where it is -1) of the result are compared with the classes.
LogicalResult importOneHot(OnnxNode &node) {
  Value indices = node.tensor(0), values = indices ? node.tensor(2) : Value();
  if (!values)
    return failure();
  FailureOr<SmallVector<AffineExpr>> depth = node.host(1) && node.host(1)->isFloat() ? FailureOr<SmallVector<AffineExpr>>(SmallVector<AffineExpr>{}) : node.extentInts(1, "depth");
  if (failed(depth))
    return failure();
  if (const HostTensor *given = node.host(1); given && given->isFloat() && given->scalar() && std::abs(*given->scalar()) < double(int64_t(1) << 40))
    *depth = {node.extent(static_cast<int64_t>(*given->scalar()))};
  if (depth->size() != 1 || asConstant((*depth)[0]).value_or(1) < 0)
    return node.error() << "expected a depth that is one number of 0 or more";
  if (node.typeOf(values).getShape() != ArrayRef<int64_t>{2})
    return node.error() << "expected two values, off and on, but got " << values.getType();
  SmallVector<AffineExpr> extents = node.extents(indices);
  int64_t rank = extents.size();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", -1), rank + 1);
  if (failed(axis))
    return failure();
  SmallVector<AffineExpr> one(extents);
  one.insert(one.begin() + *axis, node.extent(1));
  extents.insert(extents.begin() + *axis, (*depth)[0]);
  Value wide = node.broadcast(node.reshape(node.cast(indices, node.b.getI64Type()), one), extents);
  if (!wide)
    return failure();
  Value place = IotaOp::create(node.b, node.typeOf(wide), *axis);
  // A negative index counts from the end.
  Value fromEnd = SubOp::create(node.b, place, node.splatExtent((*depth)[0], place));
  Value isOn = OrOp::create(node.b, compare(node, CompareKind::Eq, wide, place), compare(node, CompareKind::Eq, wide, fromEnd));
  auto value = [&](int64_t i) { return node.broadcast(node.reshape(node.slice(values, {i}, {1}, {node.extent(1)}), {}), extents); };
  return node.setResult(SelectOp::create(node.b, isOn, value(1), value(0)));
}

// Pads.

/// The pads before and after each dimension, from an input (opset 11 on) or an attribute, for all axes or those given (18 on).
FailureOr<SmallVector<int64_t>> readPads(OnnxNode &node, int64_t rank) {
  SmallVector<int64_t> given = node.getInts("pads").value_or(SmallVector<int64_t>()), axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (node.opset() >= 11) {
    if (!node.hasInput(1))
      return node.error() << "expected an input `pads`", failure();
    FailureOr<SmallVector<int64_t>> read = node.constantInts(1, "pads");
    if (failed(read))
      return failure();
    given = *read;
  }
  if (node.hasInput(3)) {
    FailureOr<SmallVector<int64_t>> read = node.constantInts(3, "axes");
    if (failed(read) || failed(node.axes(*read, rank)))
      return failure();
    axes = llvm::map_to_vector(*read, [&](int64_t axis) { return axis < 0 ? axis + rank : axis; });
  }
  if (given.size() != 2 * axes.size())
    return node.error() << "expected " << 2 * axes.size() << " pads, but got " << given.size(), failure();
  SmallVector<int64_t> pads(2 * rank, 0);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    pads[axis] = given[i];
    pads[axis + rank] = given[i + axes.size()];
  }
  return pads;
}

LogicalResult importPad(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  std::optional<PadMode> mode = symbolizePadMode(node.getString("mode", "constant"));
  if (!mode)
    return node.error() << "expected mode `constant`, `edge`, `reflect` or `wrap`, but got `" << node.getString("mode", "constant") << "`";
  FailureOr<SmallVector<int64_t>> pads = readPads(node, rank);
  if (failed(pads))
    return failure();
  ArrayRef<int64_t> low = ArrayRef(*pads).take_front(rank), high = ArrayRef(*pads).drop_front(rank);
  SmallVector<AffineExpr> extents = node.extents(x);
  for (int64_t i = 0; i < rank; ++i) {
    int64_t before = low[i], after = high[i], cut = std::min<int64_t>(before, 0) + std::min<int64_t>(after, 0);
    if (std::max(before, after) > (int64_t(1) << 31) || cut < -(int64_t(1) << 31) || node.graph.bounds(extents[i]).low + cut < 0)
      return node.error() << "expected pads that leave dimension " << i << " of " << x.getType() << " 0 or more, but got " << before << " and " << after;
    extents[i] = addExtents(extents[i], node.extent(before + after));
  }
  Value fill;
  if (*mode == PadMode::Constant) {
    fill = node.hasInput(2) ? node.tensor(2) : splatConstant(node.b, node.getFloat("value", 0), RankedTensorType::get({}, node.elementOf(x)));
    fill = fill ? node.reshape(fill, {}) : fill;
    if (!fill)
      return failure();
  }
  return node.setResult(PadOp::create(node.b, node.makeType(extents, node.elementOf(x)), x, fill, *mode, low, high));
}

const OnnxOp ops[] = {
    {"Concat", 1, anyNumber, importConcat},
    {"Slice", 1, 5, importSlice},
    {"Split", 1, 2, importSplit},
    {"Trilu", 1, 2, importTrilu},
    {"EyeLike", 1, 1, importEyeLike},
    {"OneHot", 3, 3, importOneHot},
    {"Pad", 1, 4, importPad},
};

} // namespace

ArrayRef<OnnxOp> indexingOnnxOps() { return ops; }

} // namespace sinter
