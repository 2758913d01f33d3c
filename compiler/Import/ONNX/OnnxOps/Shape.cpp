// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that change a tensor's shape or make a tensor of a shape. Their shapes are known at import, though they may
// depend on extents.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

// Constants.

LogicalResult importConstant(OnnxNode &node) {
  Type f32 = node.b.getF32Type(), i64 = node.b.getI64Type();
  if (const auto *attribute = node.find("value_float"))
    return node.setResult(0, HostTensor::ofFloats(f32, {}, attribute->f()));
  if (const auto *attribute = node.find("value_int"))
    return node.setResult(0, HostTensor::ofInts(i64, {}, attribute->i()));
  if (const auto *attribute = node.find("value_floats"))
    return node.setResult(0, HostTensor::ofFloats(f32, attribute->floats_size(), SmallVector<double>(attribute->floats().begin(), attribute->floats().end())));
  if (const auto *attribute = node.find("value_ints"))
    return node.setResult(0, HostTensor::ofInts(i64, attribute->ints_size(), SmallVector<int64_t>(attribute->ints().begin(), attribute->ints().end())));
  if (const auto *attribute = node.find("value"); attribute && attribute->has_t())
    return node.setResult(0, attribute->t());
  return node.error() << "expected a numeric value in `value`, `value_float`, `value_int`, `value_floats` or `value_ints`";
}

LogicalResult importConstantOfShape(OnnxNode &node) {
  FailureOr<SmallVector<AffineExpr>> extents = node.extentInts(0, "shape");
  if (failed(extents))
    return failure();
  HostTensor fill = HostTensor::ofFloats(node.b.getF32Type(), {}, 0.0);
  DenseElementsAttr scalar = *fill.toAttribute();
  if (const auto *attribute = node.find("value")) {
    FailureOr<TensorData> data = node.graph.read(attribute->t(), "value", node.b.getLoc());
    if (failed(data))
      return failure();
    if (!data->values || data->values.getNumElements() != 1)
      return node.error() << "expected `value` to have one element, but its type is " << data->type;
    scalar = data->values.reshape(RankedTensorType::get({}, data->type.getElementType()));
  }
  // Small ones are part of shape computations more often than of the network's.
  RankedTensorType type = node.makeType(*extents, scalar.getElementType());
  if (llvm::any_of(type.getShape(), [](int64_t extent) { return extent < 0 && extent != ShapedType::kDynamic; }))
    return node.error() << "expected extents of 0 or more, but got " << type;
  std::optional<HostTensor> one = HostTensor::of(scalar);
  if (one && type.hasStaticShape() && type.getRank() <= 1 && type.getNumElements() <= HostTensor::maxElements) {
    int64_t count = type.getNumElements();
    HostTensor all{one->element, SmallVector<int64_t>(type.getShape()), {}, {}};
    if (one->isFloat())
      all.floats.assign(count, one->floats[0]);
    else
      all.ints.assign(count, one->ints[0]);
    return node.setResult(0, std::move(all));
  }
  return node.setResult(node.broadcast(ConstantOp::create(node.b, scalar), *extents));
}

LogicalResult importShape(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  if (!type)
    return failure();
  SmallVector<AffineExpr> extents = node.graph.symbols().extents(type);
  int64_t rank = extents.size();
  auto clamp = [&](int64_t i) { return std::clamp<int64_t>(i < 0 ? i + rank : i, 0, rank); };
  int64_t start = clamp(node.getInt("start", 0)), end = std::max(start, clamp(node.getInt("end", rank)));
  ArrayRef<AffineExpr> part = ArrayRef(extents).slice(start, end - start);
  return node.setResult(0, HostTensor::ofExprs(node.b.getI64Type(), part.size(), part));
}

LogicalResult importSize(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  if (!type)
    return failure();
  AffineExpr size = node.extent(1);
  for (AffineExpr extent : node.graph.symbols().extents(type))
    size = mulExtents(size, extent);
  return node.setResult(0, HostTensor::ofExprs(node.b.getI64Type(), {}, size));
}

/// start + i * delta.
Value buildRange(OnnxNode &node, AffineExpr count, Type element, Value start, Value delta) {
  RankedTensorType type = node.makeType(count, element);
  Value result = IotaOp::create(node.b, type, 0);
  if (delta)
    result = MulOp::create(node.b, result, node.broadcast(delta, count));
  return start ? Value(AddOp::create(node.b, result, node.broadcast(start, count))) : result;
}

LogicalResult importRange(OnnxNode &node) {
  const HostTensor *start = node.host(0), *limit = node.host(1), *delta = node.host(2);
  if (!start || !limit || !delta || start->size() != 1 || limit->size() != 1 || delta->size() != 1 || start->element != limit->element ||
      start->element != delta->element)
    return node.error() << "expected start, limit and delta to be scalars of one type known at import";
  Type element = start->element;
  std::optional<double> first = start->scalar(), step = delta->scalar(), last = limit->scalar();
  if (!step || *step == 0)
    return node.error() << "expected a delta that is known and not 0";
  if (start->isFloat() || (first && last)) {
    double count = std::max(0.0, std::ceil((*last - *first) / *step));
    if (!(count < double(int64_t(1) << 40)))
      return node.error() << "expected a range of fewer than 2^40 elements, but got " << count;
    int64_t n = static_cast<int64_t>(count);
    if (n > HostTensor::maxElements) {
      Value from = *first == 0 ? Value() : node.reshape(node.tensor(0), {}), by = *step == 1 ? Value() : node.reshape(node.tensor(2), {});
      return node.setResult(buildRange(node, node.extent(n), element, from, by));
    }
    if (start->isFloat()) {
      SmallVector<double> values;
      for (int64_t i = 0; i < n; ++i)
        values.push_back(*first + i * *step);
      return node.setResult(0, HostTensor::ofFloats(element, n, values));
    }
    SmallVector<int64_t> values;
    for (int64_t i = 0; i < n; ++i)
      values.push_back(static_cast<int64_t>(*first) + i * static_cast<int64_t>(*step));
    return node.setResult(0, HostTensor::ofInts(element, n, values));
  }
  AffineExpr count = subExtents(limit->ints[0], start->ints[0]);
  if (*step != 1 || node.graph.bounds(count).low < 0)
    return node.error() << "expected a range over a dynamic dimension to count up by 1";
  Value from;
  if (first != 0.0 && !(from = node.tensor(0)))
    return failure();
  return node.setResult(buildRange(node, count, element, from ? node.reshape(from, {}) : from, {}));
}

// Reshapes.

/// A value that the importer holds stays with it: the result for the host, or nothing.
std::optional<HostTensor> reshapedHost(OnnxNode &node, ArrayRef<AffineExpr> extents) {
  const HostTensor *x = node.host(0);
  if (!x)
    return std::nullopt;
  HostTensor result = *x;
  result.shape.clear();
  AffineExpr count = node.extent(1);
  for (AffineExpr extent : extents) {
    count = mulExtents(count, extent);
    result.shape.push_back(asConstant(extent).value_or(0));
  }
  return count == x->size() ? std::optional(result) : std::nullopt;
}

LogicalResult setReshaped(OnnxNode &node, ArrayRef<AffineExpr> extents) {
  if (std::optional<HostTensor> host = reshapedHost(node, extents))
    return node.setResult(0, std::move(*host));
  Value x = node.tensor(0);
  return x ? node.setResult(node.reshape(x, extents)) : failure();
}

LogicalResult importReshape(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  FailureOr<SmallVector<AffineExpr>> to = type ? node.extentInts(1, "shape") : FailureOr<SmallVector<AffineExpr>>(failure());
  if (failed(to))
    return failure();
  SmallVector<AffineExpr> from = node.graph.symbols().extents(type);
  std::optional<size_t> unknown;
  AffineExpr rest = node.extent(1);
  for (auto [i, extent] : llvm::enumerate(*to)) {
    if (extent == 0 && !node.getInt("allowzero", 0)) {
      if (i >= from.size())
        return node.error() << "expected extent " << i << " of 0 to copy one of the input's " << from.size();
      extent = from[i];
    }
    if (extent == -1) {
      if (unknown)
        return node.error() << "expected at most one extent of -1";
      unknown = i;
      continue;
    }
    if (std::optional<int64_t> known = asConstant(extent); known && *known < 0)
      return node.error() << "expected extents of -1 or more, but got " << *known;
    rest = mulExtents(rest, extent);
  }
  if (unknown) {
    AffineExpr all = node.extent(1);
    for (AffineExpr extent : from)
      all = mulExtents(all, extent);
    std::optional<AffineExpr> quotient = divExtents(all, rest);
    if (!quotient || (asConstant(all) && asConstant(rest) && *asConstant(all) % *asConstant(rest) != 0))
      return node.error() << "cannot tell the extent that -1 stands for in a reshape of " << type;
    (*to)[*unknown] = *quotient;
  }
  return setReshaped(node, *to);
}

/// Axes from input 1 (opset 13 on) or an attribute.
FailureOr<SmallVector<int64_t>> readAxes(OnnxNode &node, int64_t rank) {
  if (node.hasInput(1)) {
    FailureOr<SmallVector<int64_t>> given = node.constantInts(1, "axes");
    if (failed(given))
      return failure();
    return node.axes(*given, rank);
  }
  return node.axes(node.getInts("axes").value_or(SmallVector<int64_t>()), rank);
}

LogicalResult importSqueeze(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  if (!type)
    return failure();
  SmallVector<AffineExpr> from = node.graph.symbols().extents(type), to;
  FailureOr<SmallVector<int64_t>> axes = readAxes(node, from.size());
  if (failed(axes))
    return failure();
  bool all = !node.hasInput(1) && !node.hasAttribute("axes");
  for (auto [i, extent] : llvm::enumerate(from)) {
    bool drop = all ? extent == 1 : llvm::is_contained(*axes, static_cast<int64_t>(i));
    if (drop && extent != 1)
      return node.error() << "expected squeezed dimension " << i << " of " << type << " to be 1";
    if (!drop)
      to.push_back(extent);
  }
  return setReshaped(node, to);
}

LogicalResult importUnsqueeze(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  if (!type)
    return failure();
  SmallVector<AffineExpr> from = node.graph.symbols().extents(type), to;
  int64_t added = 0;
  if (node.hasInput(1)) {
    FailureOr<SmallVector<int64_t>> given = node.constantInts(1, "axes");
    if (failed(given))
      return failure();
    added = given->size();
  } else {
    added = node.getInts("axes").value_or(SmallVector<int64_t>()).size();
  }
  FailureOr<SmallVector<int64_t>> axes = readAxes(node, from.size() + added);
  if (failed(axes))
    return failure();
  ArrayRef<AffineExpr> rest = from;
  for (int64_t i = 0, rank = from.size() + added; i < rank; ++i) {
    bool isNew = llvm::is_contained(*axes, i);
    to.push_back(isNew ? node.extent(1) : rest.front());
    rest = isNew ? rest : rest.drop_front();
  }
  return setReshaped(node, to);
}

LogicalResult importFlatten(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  SmallVector<AffineExpr> from = node.extents(x);
  int64_t rank = from.size(), axis = node.getInt("axis", 1);
  if (axis < -rank || axis > rank)
    return node.error() << "expected axis to be in [" << -rank << ", " << rank << "], but got " << axis;
  axis = axis < 0 ? axis + rank : axis;
  SmallVector<AffineExpr> to{node.extent(1), node.extent(1)};
  for (auto [i, extent] : llvm::enumerate(from))
    to[static_cast<int64_t>(i) >= axis] = mulExtents(to[static_cast<int64_t>(i) >= axis], extent);
  return node.setResult(node.reshape(x, to));
}

LogicalResult importTranspose(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  auto reversed = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, node.typeOf(x).getRank())));
  return node.setResult(node.transpose(x, node.getInts("perm").value_or(reversed)));
}

// Repetition.

LogicalResult importExpand(OnnxNode &node) {
  Value x = node.tensor(0);
  FailureOr<SmallVector<AffineExpr>> to = x ? node.extentInts(1, "shape") : FailureOr<SmallVector<AffineExpr>>(failure());
  if (failed(to))
    return failure();
  if (llvm::any_of(*to, [](AffineExpr extent) { return asConstant(extent).value_or(0) < 0; }))
    return node.error() << "expected extents of 0 or more";
  FailureOr<SmallVector<AffineExpr>> common = node.commonShape({node.extents(x), *to});
  return succeeded(common) ? node.setResult(node.broadcast(x, *common)) : failure();
}

/// Each dimension d repeated r times is [1, d] broadcast to [r, d] and merged.
LogicalResult importTile(OnnxNode &node) {
  Value x = node.tensor(0);
  FailureOr<SmallVector<AffineExpr>> repeats = x ? node.extentInts(1, "repeats") : FailureOr<SmallVector<AffineExpr>>(failure());
  if (failed(repeats))
    return failure();
  SmallVector<AffineExpr> from = node.extents(x), split, repeated, merged;
  if (repeats->size() != from.size())
    return node.error() << "expected " << from.size() << " repeats, but got " << repeats->size();
  for (auto [extent, times] : llvm::zip_equal(from, *repeats)) {
    if (asConstant(times).value_or(0) < 0)
      return node.error() << "expected repeats of 0 or more";
    if (times != 1) {
      split.push_back(node.extent(1));
      repeated.push_back(times);
    }
    split.push_back(extent);
    repeated.push_back(extent);
    merged.push_back(mulExtents(extent, times));
  }
  Value y = node.reshape(x, split);
  y = y ? node.broadcast(y, repeated) : y;
  return y ? node.setResult(node.reshape(y, merged)) : failure();
}

// Blocks of space and depth.

LogicalResult importDepthToSpace(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  SmallVector<AffineExpr> e = node.extents(x);
  int64_t block = node.getInt("blocksize", 0);
  std::optional<int64_t> channels = e.size() == 4 ? asConstant(e[1]) : std::nullopt;
  if (block < 1 || block > 4096 || !channels || *channels % (block * block) != 0)
    return node.error() << "expected channels that blocksize's square divides, but got " << x.getType() << " and " << block;
  AffineExpr s = node.extent(block), c = node.extent(*channels / (block * block));
  bool depthFirst = node.getString("mode", "DCR") == "DCR";
  SmallVector<AffineExpr> split = depthFirst ? SmallVector<AffineExpr>{e[0], s, s, c, e[2], e[3]} : SmallVector<AffineExpr>{e[0], c, s, s, e[2], e[3]};
  Value y = node.reshape(x, split);
  y = y ? node.transpose(y, depthFirst ? ArrayRef<int64_t>{0, 3, 4, 1, 5, 2} : ArrayRef<int64_t>{0, 1, 4, 2, 5, 3}) : y;
  return y ? node.setResult(node.reshape(y, {e[0], c, mulExtents(e[2], s), mulExtents(e[3], s)})) : failure();
}

LogicalResult importSpaceToDepth(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  SmallVector<AffineExpr> e = node.extents(x);
  int64_t block = node.getInt("blocksize", 0);
  if (block < 1 || block > 4096 || e.size() != 4)
    return node.error() << "expected an input of rank 4 and a blocksize of 1 or more, but got " << x.getType() << " and " << block;
  AffineExpr s = node.extent(block);
  std::optional<AffineExpr> h = divExtents(e[2], s), w = divExtents(e[3], s);
  if (!h || !w || mulExtents(*h, s) != e[2] || mulExtents(*w, s) != e[3])
    return node.error() << "expected blocksize " << block << " to divide height and width of " << x.getType();
  Value y = node.reshape(x, {e[0], e[1], *h, s, *w, s});
  y = y ? node.transpose(y, {0, 3, 5, 1, 2, 4}) : y;
  return y ? node.setResult(node.reshape(y, {e[0], mulExtents(e[1], mulExtents(s, s)), *h, *w})) : failure();
}

const OnnxOp ops[] = {
    {"Constant", 0, 0, importConstant},
    {"ConstantOfShape", 1, 1, importConstantOfShape},
    {"Shape", 1, 1, importShape},
    {"Size", 1, 1, importSize},
    {"Range", 3, 3, importRange},
    {"Reshape", 2, 2, importReshape},
    {"Squeeze", 1, 2, importSqueeze},
    {"Unsqueeze", 1, 2, importUnsqueeze},
    {"Flatten", 1, 1, importFlatten},
    {"Transpose", 1, 1, importTranspose},
    {"Expand", 2, 2, importExpand},
    {"Tile", 2, 2, importTile},
    {"DepthToSpace", 1, 1, importDepthToSpace},
    {"SpaceToDepth", 1, 1, importSpaceToDepth},
};

} // namespace

ArrayRef<OnnxOp> shapeOnnxOps() { return ops; }

} // namespace sinter
