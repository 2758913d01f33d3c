// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that pick or place elements by index: slices, splits, concatenations, gathers, masks.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

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

Value gather(OnnxNode &node, Value data, Value indices, int64_t axis) {
  GatherOp::Properties properties;
  properties.axis = node.b.getI64IntegerAttr(axis);
  return node.infer<GatherOp>({data, indices}, properties);
}

Value compare(OnnxNode &node, CompareKind kind, Value x, Value y) {
  CompareOp::Properties properties;
  properties.kind = CompareKindAttr::get(node.b.getContext(), kind);
  return node.infer<CompareOp>({x, y}, properties);
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
  if (static_cast<int64_t>(pieces->size()) != node.numOutputs() || simplifyAffineExpr(subExtents(sum, whole), 0, node.graph.symbols().names().size()) != 0)
    return node.error() << "expected " << node.numOutputs() << " pieces that add up to dimension " << *axis << " of " << x.getType();
  auto split = SplitOp::create(node.b, types, x, static_cast<uint64_t>(*axis));
  for (auto [i, piece] : llvm::enumerate(split.getResults()))
    if (failed(node.setResult(i, piece)))
      return failure();
  return success();
}

// Gathers.

/// first, first + step, ... as a slice; nothing where the indices are not known or no such sequence.
std::optional<Range> asSequence(OnnxNode &node, const HostTensor *indices, AffineExpr extent) {
  auto values = indices ? indices->constants() : std::nullopt;
  if (!values || values->empty() || indices->shape.size() > 1)
    return std::nullopt;
  std::optional<int64_t> size = asConstant(extent);
  for (int64_t &value : *values) {
    if (value < 0 && size)
      value += *size;
    if (value < 0 || (size ? value >= *size : value >= node.graph.bounds(extent).low))
      return std::nullopt;
  }
  int64_t step = values->size() > 1 ? (*values)[1] - (*values)[0] : 1;
  for (size_t i = 1; i < values->size(); ++i)
    if ((*values)[i] - (*values)[i - 1] != step)
      return std::nullopt;
  if (step == 0)
    return std::nullopt;
  return Range{node.extent((*values)[0]), node.extent(values->size()), step};
}

LogicalResult importGather(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", 0), rank);
  if (failed(axis))
    return failure();
  SmallVector<AffineExpr> extents = node.extents(x);
  if (std::optional<Range> range = asSequence(node, node.host(1), extents[*axis])) {
    // A slice is a view of the input where a gather would copy it.
    bool scalar = node.host(1)->shape.empty();
    SmallVector<int64_t> starts(rank, 0), steps(rank, 1);
    starts[*axis] = *asConstant(range->start);
    steps[*axis] = range->step;
    extents[*axis] = range->count;
    Value piece = node.slice(x, starts, steps, extents);
    if (scalar)
      extents.erase(extents.begin() + *axis);
    return node.setResult(node.reshape(piece, extents));
  }
  Value indices = node.tensor(1);
  return indices ? node.setResult(gather(node, x, indices, *axis)) : failure();
}

/// `indices` counted from the front.
Value fromFront(OnnxNode &node, Value indices, Value size) {
  Value negative = compare(node, CompareKind::Lt, indices, node.splat(0, indices));
  return SelectOp::create(node.b, negative, AddOp::create(node.b, indices, size), indices);
}

/// The row-major strides of `extents`.
SmallVector<AffineExpr> stridesOf(OnnxNode &node, ArrayRef<AffineExpr> extents) {
  SmallVector<AffineExpr> strides(extents.size(), node.extent(1));
  for (int64_t i = static_cast<int64_t>(extents.size()) - 2; i >= 0; --i)
    strides[i] = mulExtents(strides[i + 1], extents[i + 1]);
  return strides;
}

/// `index` * `stride`, or just the index.
Value strided(OnnxNode &node, Value index, AffineExpr stride) {
  return stride == 1 ? index : Value(MulOp::create(node.b, index, node.splatExtent(stride, index)));
}

/// A gather of single elements from the flat input: index = sum of (own index or given index) * stride.
LogicalResult importGatherElements(OnnxNode &node) {
  Value x = node.tensor(0), indices = x ? node.tensor(1) : Value();
  if (!indices)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", 0), rank);
  if (failed(axis))
    return failure();
  if (node.typeOf(indices).getRank() != rank)
    return node.error() << "expected indices of rank " << rank << ", but got " << indices.getType();
  SmallVector<AffineExpr> extents = node.extents(x), strides = stridesOf(node, extents);
  indices = node.cast(indices, node.b.getI64Type());
  Value linear = strided(node, fromFront(node, indices, node.splatExtent(extents[*axis], indices)), strides[*axis]);
  for (int64_t i = 0; i < rank; ++i)
    if (i != *axis && node.extents(indices)[i] != 1)
      linear = AddOp::create(node.b, linear, strided(node, IotaOp::create(node.b, indices.getType(), i), strides[i]));
  AffineExpr count = node.extent(1);
  for (AffineExpr extent : extents)
    count = mulExtents(count, extent);
  Value flat = node.reshape(x, count);
  return flat ? node.setResult(gather(node, flat, linear, 0)) : failure();
}

/// Column `i` of the last dimension of `indices`.
Value column(OnnxNode &node, Value indices, int64_t i) {
  SmallVector<AffineExpr> extents = node.extents(indices);
  SmallVector<int64_t> starts(extents.size(), 0), steps(extents.size(), 1);
  starts.back() = i;
  extents.back() = node.extent(1);
  Value one = node.slice(indices, starts, steps, extents);
  return node.reshape(one, ArrayRef(extents).drop_back());
}

/// The last dimension of the indices is a position in the input's first dimensions, which become one.
LogicalResult importGatherND(OnnxNode &node) {
  Value x = node.tensor(0), indices = x ? node.tensor(1) : Value();
  if (!indices)
    return failure();
  SmallVector<AffineExpr> extents = node.extents(x), at = node.extents(indices);
  std::optional<int64_t> depth = at.empty() ? std::nullopt : asConstant(at.back());
  if (node.getInt("batch_dims", 0) != 0)
    return node.error() << "batch dimensions are not supported";
  if (!depth || *depth < 1 || *depth > static_cast<int64_t>(extents.size()))
    return node.error() << "expected positions of 1 to " << extents.size() << " numbers, but got " << indices.getType();
  ArrayRef<AffineExpr> leading = ArrayRef(extents).take_front(*depth);
  SmallVector<AffineExpr> strides = stridesOf(node, leading);
  indices = node.cast(indices, node.b.getI64Type());
  Value linear;
  AffineExpr count = node.extent(1);
  for (int64_t i = 0; i < *depth; ++i) {
    Value one = column(node, indices, i);
    // The dialect's gather counts from the end itself where the position is a single number.
    if (*depth > 1)
      one = strided(node, fromFront(node, one, node.splatExtent(leading[i], one)), strides[i]);
    linear = linear ? Value(AddOp::create(node.b, linear, one)) : one;
    count = mulExtents(count, leading[i]);
  }
  SmallVector<AffineExpr> merged{count};
  llvm::append_range(merged, ArrayRef(extents).drop_front(*depth));
  Value flat = node.reshape(x, merged);
  return flat ? node.setResult(gather(node, flat, linear, 0)) : failure();
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

/// Constant padding: the value before and after along each axis; a negative pad cuts.
LogicalResult importPad(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  if (node.getString("mode", "constant") != "constant" || node.hasInput(3))
    return node.error() << "expected mode `constant` and no axes";
  SmallVector<int64_t> pads = node.getInts("pads").value_or(SmallVector<int64_t>());
  if (node.opset() >= 11) {
    FailureOr<SmallVector<int64_t>> read = node.hasInput(1) ? node.constantInts(1, "pads") : FailureOr<SmallVector<int64_t>>(failure());
    if (failed(read))
      return failure();
    pads = *read;
  }
  if (static_cast<int64_t>(pads.size()) != 2 * rank)
    return node.error() << "expected " << 2 * rank << " pads, but got " << pads.size();
  Value fill = node.hasInput(2) ? node.tensor(2) : splatConstant(node.b, node.getFloat("value", 0), RankedTensorType::get({}, node.elementOf(x)));
  fill = fill ? node.reshape(fill, {}) : fill;
  if (!fill)
    return failure();
  for (int64_t i = 0; i < rank; ++i) {
    int64_t before = pads[i], after = pads[i + rank];
    SmallVector<AffineExpr> extents = node.extents(x);
    int64_t cut = std::min<int64_t>(before, 0) + std::min<int64_t>(after, 0);
    if (std::max(before, after) > (int64_t(1) << 31) || cut < -(int64_t(1) << 31) || node.graph.bounds(extents[i]).low + cut < 0)
      return node.error() << "expected pads that leave dimension " << i << " of " << x.getType() << " 0 or more, but got " << before << " and " << after;
    if (cut < 0) {
      SmallVector<int64_t> starts(rank, 0), steps(rank, 1);
      starts[i] = std::max<int64_t>(-before, 0);
      extents[i] = addExtents(extents[i], node.extent(cut));
      x = node.slice(x, starts, steps, extents);
    }
    SmallVector<Value> parts{x};
    auto padding = [&](int64_t count) {
      extents[i] = node.extent(count);
      return node.broadcast(fill, extents);
    };
    if (before > 0)
      parts.insert(parts.begin(), padding(before));
    if (after > 0)
      parts.push_back(padding(after));
    if (!(x = concat(node, parts, i)))
      return failure();
  }
  return node.setResult(x);
}

const OnnxOp ops[] = {
    {"Concat", 1, anyNumber, importConcat},
    {"Slice", 1, 5, importSlice},
    {"Split", 1, 2, importSplit},
    {"Gather", 2, 2, importGather},
    {"GatherElements", 2, 2, importGatherElements},
    {"GatherND", 2, 2, importGatherND},
    {"Trilu", 1, 2, importTrilu},
    {"Pad", 1, 4, importPad},
};

} // namespace

ArrayRef<OnnxOp> indexingOnnxOps() { return ops; }

} // namespace sinter
