// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds over windows. A window of k along a dimension is k slices of the padded input, folded element by element; dimensions one after the
// other, the last one first, so that a window of 3 by 3 takes 6 of them.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

#include <limits>

using namespace mlir;

namespace sinter {
namespace {

/// Where the windows along one dimension lie.
struct Windows {
  int64_t axis, size, stride = 1, dilation = 1;
  /// Pads before and after, and as many after as windows reach beyond them, which count for nothing.
  int64_t low = 0, high = 0, beyond = 0;
  AffineExpr count;
};

constexpr int64_t maxWindow = 128;

/// Slice `i` of a window: the elements that stand at that place of each.
Value place(OnnxNode &node, Value padded, const Windows &windows, int64_t i) {
  SmallVector<AffineExpr> extents = node.extents(padded);
  SmallVector<int64_t> starts(extents.size(), 0), steps(extents.size(), 1);
  starts[windows.axis] = i * windows.dilation;
  steps[windows.axis] = asConstant(windows.count) == 1 ? 1 : windows.stride;
  extents[windows.axis] = windows.count;
  return node.slice(padded, starts, steps, extents);
}

Value pad(OnnxNode &node, Value x, const Windows &windows, double fill) {
  return pad(node, x, windows.axis, windows.low, windows.high + windows.beyond, fill);
}

template <typename Op> Value fold(OnnxNode &node, Value padded, const Windows &windows) {
  Value result = place(node, padded, windows, 0);
  for (int64_t i = 1; i < windows.size; ++i)
    result = Op::create(node.b, result, place(node, padded, windows, i));
  return result;
}

/// How many windows along a dimension, where that is not told by `auto_pad`: nothing where it cannot be told.
std::optional<AffineExpr> countWindows(OnnxNode &node, AffineExpr extent, Windows &windows) {
  int64_t reach = (windows.size - 1) * windows.dilation + 1;
  AffineExpr room = addExtents(extent, node.extent(windows.low + windows.high - reach));
  std::optional<int64_t> known = asConstant(room);
  if (!known && windows.stride == 1)
    return addExtents(room, node.extent(1));
  if (!known) // rounded up, it would be two expressions
    return node.getInt("ceil_mode", 0) ? std::nullopt : std::optional(room.floorDiv(windows.stride) + 1);
  if (*known < 0)
    return std::nullopt;
  int64_t count = *known / windows.stride + 1;
  // Rounded up, unless the last one would begin in the pads behind.
  if (node.getInt("ceil_mode", 0) && *known % windows.stride != 0 && count * windows.stride < *asConstant(extent) + windows.low) {
    windows.beyond = windows.stride - *known % windows.stride;
    ++count;
  }
  return node.extent(count);
}

/// `auto_pad`: as many windows as strides fit, with as few pads as that takes.
LogicalResult padAutomatically(OnnxNode &node, StringRef mode, AffineExpr extent, Windows &windows) {
  std::optional<int64_t> size = asConstant(extent);
  if (!size)
    return node.error() << "expected auto_pad `" << mode << "` of a static dimension";
  int64_t count = (*size + windows.stride - 1) / windows.stride, reach = (windows.size - 1) * windows.dilation + 1;
  int64_t pads = std::max<int64_t>((count - 1) * windows.stride + reach - *size, 0);
  windows.low = mode == "SAME_LOWER" ? pads - pads / 2 : pads / 2;
  windows.high = pads - windows.low;
  windows.count = node.extent(count);
  return success();
}

FailureOr<SmallVector<Windows>> readWindows(OnnxNode &node, Value x) {
  SmallVector<AffineExpr> extents = node.extents(x);
  int64_t d = static_cast<int64_t>(extents.size()) - 2;
  SmallVector<int64_t> size = node.getInts("kernel_shape").value_or(SmallVector<int64_t>());
  SmallVector<int64_t> strides = node.getInts("strides").value_or(SmallVector<int64_t>(size.size(), 1));
  SmallVector<int64_t> dilations = node.getInts("dilations").value_or(SmallVector<int64_t>(size.size(), 1));
  SmallVector<int64_t> pads = node.getInts("pads").value_or(SmallVector<int64_t>(2 * size.size(), 0));
  std::string mode = node.getString("auto_pad", "NOTSET");
  auto allWithin = [](ArrayRef<int64_t> values, int64_t low, int64_t high) { return llvm::all_of(values, [=](int64_t i) { return i >= low && i <= high; }); };
  if (d < 1 || static_cast<int64_t>(size.size()) != d || strides.size() != size.size() || dilations.size() != size.size() || pads.size() != 2 * size.size())
    return node.error() << "expected a window, strides, dilations and pads for the " << std::max<int64_t>(d, 0) << " last dimensions of " << x.getType(), failure();
  if (!allWithin(size, 1, maxWindow) || !allWithin(strides, 1, 1 << 20) || !allWithin(dilations, 1, 1 << 20) || !allWithin(pads, 0, 1 << 20))
    return node.error() << "expected windows of 1 to " << maxWindow << " along a dimension, and strides, dilations and pads that are neither negative nor huge", failure();
  SmallVector<Windows> result;
  for (int64_t i = 0; i < d; ++i) {
    Windows one{i + 2, size[i], strides[i], dilations[i]};
    if (mode == "SAME_UPPER" || mode == "SAME_LOWER") {
      if (failed(padAutomatically(node, mode, extents[i + 2], one)))
        return failure();
    } else {
      one.low = mode == "NOTSET" ? pads[i] : 0;
      one.high = mode == "NOTSET" ? pads[i + d] : 0;
      std::optional<AffineExpr> count = countWindows(node, extents[i + 2], one);
      if (!count)
        return node.error() << "expected windows of " << size[i] << " to fit dimension " << i + 2 << " of " << x.getType()
                            << ", which has to be static for ceil_mode", failure();
      one.count = *count;
    }
    result.push_back(one);
  }
  return result;
}

/// The sum of each window, pads being 0.
Value sumWindows(OnnxNode &node, Value x, ArrayRef<Windows> all) {
  for (const Windows &windows : llvm::reverse(all))
    x = x ? fold<AddOp>(node, pad(node, x, windows, 0), windows) : x;
  return x;
}

/// The least value of the type, which pads of a maximum have.
double leastOf(Type element) {
  if (isa<FloatType>(element))
    return -std::numeric_limits<double>::infinity();
  return element.isUnsignedInteger() ? 0 : -std::ldexp(1.0, element.getIntOrFloatBitWidth() - 1);
}

/// The greatest of each window, and its place in the input: row-major over all dimensions, or with `storage_order` 1 over the windows' from the
/// first on. Of equal ones the first.
LogicalResult importMaxPool(OnnxNode &node) {
  Value x = node.tensor(0);
  FailureOr<SmallVector<Windows>> all = x ? readWindows(node, x) : FailureOr<SmallVector<Windows>>(failure());
  if (failed(all))
    return failure();
  double least = leastOf(node.elementOf(x));
  Value y = x;
  if (!node.usesOutput(1)) {
    for (const Windows &windows : llvm::reverse(*all))
      y = fold<MaxOp>(node, pad(node, y, windows, least), windows);
    return node.setResult(y);
  }
  // The number of each element.
  SmallVector<AffineExpr> extents = node.extents(x);
  RankedTensorType type = withElementType(node.typeOf(x), node.b.getI64Type());
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, extents.size()));
  if (node.getInt("storage_order", 0))
    std::reverse(order.begin() + 2, order.end());
  Value at;
  AffineExpr stride = node.extent(1);
  for (int64_t i : llvm::reverse(order)) {
    Value index = IotaOp::create(node.b, type, i);
    index = stride == 1 ? index : Value(MulOp::create(node.b, index, node.splatExtent(stride, index)));
    at = at ? Value(AddOp::create(node.b, at, index)) : index;
    stride = mulExtents(stride, extents[i]);
  }
  for (const Windows &windows : llvm::reverse(*all)) {
    Value values = pad(node, y, windows, least), places = pad(node, at, windows, 0);
    y = place(node, values, windows, 0);
    at = place(node, places, windows, 0);
    for (int64_t i = 1; i < windows.size; ++i) {
      Value next = place(node, values, windows, i), isGreater = compare(node, CompareKind::Gt, next, y);
      at = SelectOp::create(node.b, isGreater, place(node, places, windows, i), at);
      y = MaxOp::create(node.b, y, next);
    }
  }
  return success(succeeded(node.setResult(0, y)) && succeeded(node.setResult(1, at)));
}

/// How many elements each window has, in the type of `sums` and of its last dimensions: all where none is cut, else the sums over ones.
Value countElements(OnnxNode &node, Value x, Value sums, ArrayRef<Windows> all) {
  bool includesPads = node.getInt("count_include_pad", 0);
  int64_t whole = 1;
  bool isCut = false;
  for (const Windows &windows : all) {
    whole *= windows.size;
    isCut |= windows.beyond > 0 || (!includesPads && windows.low + windows.high > 0);
  }
  if (!isCut)
    return node.splat(static_cast<double>(whole), sums);
  SmallVector<AffineExpr> extents = node.extents(x);
  extents[0] = extents[1] = node.extent(1);
  Value ones = splatConstant(node.b, 1, node.makeType(extents, node.elementOf(sums)));
  for (const Windows &windows : llvm::reverse(all)) {
    ones = pad(node, ones, windows.axis, windows.low, windows.high, includesPads ? 1 : 0);
    ones = fold<AddOp>(node, pad(node, ones, windows.axis, 0, windows.beyond, 0), windows);
  }
  return node.broadcast(ones, node.extents(sums));
}

LogicalResult importAveragePool(OnnxNode &node) {
  Value x = node.tensor(0);
  FailureOr<SmallVector<Windows>> all = x ? readWindows(node, x) : FailureOr<SmallVector<Windows>>(failure());
  if (failed(all))
    return failure();
  if (!isa<FloatType>(node.elementOf(x)))
    return node.error() << "expected a float tensor, but got " << x.getType();
  Value sums = sumWindows(node, node.cast(x, getComputeType(node.elementOf(x))), *all);
  Value counts = sums ? countElements(node, x, sums, *all) : Value();
  return counts ? node.setResult(node.cast(DivOp::create(node.b, sums, counts), node.elementOf(x))) : failure();
}

/// (the sum of |x|^p)^(1/p), given how to sum.
LogicalResult importNorm(OnnxNode &node, llvm::function_ref<Value(Value)> sum) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  if (!isa<FloatType>(node.elementOf(x)))
    return node.error() << "expected a float tensor, but got " << x.getType();
  double p = static_cast<double>(node.getInt("p", 2));
  Value wide = AbsOp::create(node.b, node.cast(x, getComputeType(node.elementOf(x))));
  Value powers = p == 1 ? wide : p == 2 ? Value(MulOp::create(node.b, wide, wide)) : Value(PowOp::create(node.b, wide, node.splat(p, wide)));
  Value sums = sum(powers);
  if (!sums)
    return failure();
  sums = p == 1 ? sums : p == 2 ? Value(SqrtOp::create(node.b, sums)) : Value(PowOp::create(node.b, sums, node.splat(1 / p, sums)));
  return node.setResult(node.cast(sums, node.elementOf(x)));
}

LogicalResult importLpPool(OnnxNode &node) {
  Value x = node.tensor(0);
  FailureOr<SmallVector<Windows>> all = x ? readWindows(node, x) : FailureOr<SmallVector<Windows>>(failure());
  return succeeded(all) ? importNorm(node, [&](Value powers) { return sumWindows(node, powers, *all); }) : failure();
}

LogicalResult importGlobalLpPool(OnnxNode &node) {
  return importNorm(node, [&](Value powers) {
    SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(2, std::max<int64_t>(2, node.typeOf(powers).getRank())));
    return node.keepDims(node.reduce<SumOp>(powers, axes), powers, axes);
  });
}

/// x / (bias + alpha / size * the sum of squares over `size` channels around it)^beta.
LogicalResult importLocalResponse(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t size = node.getInt("size", 0);
  if (node.typeOf(x).getRank() < 2 || !isa<FloatType>(node.elementOf(x)) || size < 1 || size > maxWindow)
    return node.error() << "expected floats of rank 2 or more and a size of 1 to " << maxWindow << ", but got " << x.getType() << " and " << size;
  Windows channels{1, size};
  channels.low = (size - 1) / 2;
  channels.high = size - 1 - channels.low;
  channels.count = node.extents(x)[1];
  Value wide = node.cast(x, getComputeType(node.elementOf(x)));
  Value sum = sumWindows(node, MulOp::create(node.b, wide, wide), channels);
  sum = MulOp::create(node.b, sum, node.splat(node.getFloat("alpha", 1e-4f) / static_cast<double>(size), sum));
  sum = AddOp::create(node.b, sum, node.splat(node.getFloat("bias", 1), sum));
  sum = PowOp::create(node.b, sum, node.splat(node.getFloat("beta", 0.75f), sum));
  return node.setResult(node.cast(DivOp::create(node.b, wide, sum), node.elementOf(x)));
}

const OnnxOp ops[] = {
    {"MaxPool", 1, 1, importMaxPool},
    {"AveragePool", 1, 1, importAveragePool},
    {"LpPool", 1, 1, importLpPool},
    {"GlobalLpPool", 1, 1, importGlobalLpPool},
    {"LRN", 1, 1, importLocalResponse},
};

} // namespace

ArrayRef<OnnxOp> poolingOnnxOps() { return ops; }

} // namespace sinter
