// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resize and Upsample: their scales and coordinate modes as rational places of the input.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

#include <cmath>
#include <numeric>

using namespace mlir;

namespace sinter {
namespace {

/// numerator / denominator, in lowest terms, the denominator above 0; or 0 where the value is none that 62 bits hold.
struct Rational {
  int64_t numerator = 0, denominator = 1;

  static Rational of(__int128 numerator, __int128 denominator) {
    __int128 a = numerator < 0 ? -numerator : numerator, b = denominator < 0 ? -denominator : denominator;
    while (b != 0)
      std::swap(a %= b, b);
    if (denominator == 0)
      return {0, 0};
    a = denominator < 0 ? -a : a;
    numerator /= a;
    denominator /= a;
    constexpr __int128 most = int64_t(1) << 62;
    return numerator < -most || numerator > most || denominator > most ? Rational{0, 0} : Rational{static_cast<int64_t>(numerator), static_cast<int64_t>(denominator)};
  }
  Rational inverse() const { return of(denominator, numerator); }
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};
Rational operator*(Rational a, Rational b) { return Rational::of(static_cast<__int128>(a.numerator) * b.numerator, static_cast<__int128>(a.denominator) * b.denominator); }
Rational operator+(Rational a, Rational b) {
  return Rational::of(static_cast<__int128>(a.numerator) * b.denominator + static_cast<__int128>(b.numerator) * a.denominator,
                      static_cast<__int128>(a.denominator) * b.denominator);
}
Rational operator-(Rational a, Rational b) { return a + Rational{-b.numerator, b.denominator}; }
/// The least that both denominators divide, or 0 where there is none below 2^31.
int64_t commonDenominator(Rational a, Rational b) {
  if (a.denominator == 0 || b.denominator == 0)
    return 0;
  __int128 common = static_cast<__int128>(a.denominator / std::gcd(a.denominator, b.denominator)) * b.denominator;
  return common > INT32_MAX ? 0 : static_cast<int64_t>(common);
}

/// The simplest fraction that an f32 near `value` may stand for: 3/5 for 0.6f.
std::optional<Rational> simplest(double value) {
  if (!(std::fabs(value) < 1 << 15))
    return std::nullopt;
  // Continued fractions.
  int64_t before[2] = {0, 1}, last[2] = {1, 0};
  double rest = value;
  for (int step = 0; step < 32; ++step) {
    int64_t whole = static_cast<int64_t>(std::floor(rest));
    int64_t next[2] = {whole * last[0] + before[0], whole * last[1] + before[1]};
    if (next[1] > 1 << 15)
      break;
    for (int i = 0; i < 2; ++i) {
      before[i] = last[i];
      last[i] = next[i];
    }
    double found = static_cast<double>(last[0]) / static_cast<double>(last[1]);
    if (std::fabs(found - value) <= std::fabs(value) * 0x1p-24 || rest == std::floor(rest))
      return Rational::of(last[0], last[1]);
    rest = 1 / (rest - std::floor(rest));
  }
  return std::nullopt;
}

/// One resized dimension.
struct Dimension {
  AffineExpr from, to;
  /// to / from, as it was asked for.
  Rational scale;
  /// The part of the input that is read, of tf_crop_and_resize.
  Rational begin{0, 1}, end{1, 1};
};

/// p = index * step + offset.
struct Place {
  Rational step, offset;
};

/// Where indices of a dimension fall in mode `mode`; nothing after an error.
std::optional<Place> placeOf(OnnxNode &node, StringRef mode, const Dimension &dim) {
  Rational half{1, 2}, one{1, 1}, inverse = dim.scale.inverse();
  if (mode == "asymmetric")
    return Place{inverse, {0, 1}};
  if (mode == "tf_half_pixel_for_nn") // Of opset 11 and 12.
    return Place{inverse, half * inverse};
  std::optional<int64_t> in = asConstant(dim.from), out = asConstant(dim.to);
  Place centred{inverse, half * inverse - half};
  if (mode == "half_pixel" || (mode == "pytorch_half_pixel" && !out))
    return centred;
  constexpr int64_t most = 1 << 20;
  if (!in || !out || *in > most || *out > most) {
    node.error() << "expected integers below 2^20 as the extents that coordinate_transformation_mode `" << mode << "` resizes";
    return std::nullopt;
  }
  // As the specification has it, not rounded.
  Rational length = dim.scale * Rational{*in, 1}, last{*in - 1, 1};
  if (mode == "pytorch_half_pixel")
    return *out == 1 ? Place{{0, 1}, {0, 1}} : centred;
  if (mode == "align_corners") {
    if (length.value() <= 1)
      return Place{{0, 1}, {0, 1}};
    return Place{last * (length - one).inverse(), {0, 1}};
  }
  if (mode == "half_pixel_symmetric") {
    Rational adjustment = Rational{*out, 1} * length.inverse();
    return Place{inverse, Rational::of(*in, 2) * (one - adjustment) + centred.offset};
  }
  if (mode == "tf_crop_and_resize") {
    Rational width = dim.end - dim.begin;
    if (length.value() <= 1)
      return Place{{0, 1}, (dim.begin + dim.end) * half * last};
    return Place{width * last * (length - one).inverse(), dim.begin * last};
  }
  node.error() << "coordinate_transformation_mode `" << mode << "` is not supported";
  return std::nullopt;
}

/// Whether floor(place) is the element that `rounding` takes; the place is changed so that it is.
bool roundBy(StringRef rounding, Place &place) {
  // Floors of fractions: ceil(n / d) is floor((n + d - 1) / d).
  auto ceiling = [](Place p) {
    int64_t d = commonDenominator(p.step, p.offset);
    return Place{p.step, p.offset + Rational::of(d - 1, d)};
  };
  if (rounding == "floor")
    return true;
  if (rounding == "ceil")
    place = ceiling(place);
  else if (rounding == "round_prefer_ceil")
    place.offset = place.offset + Rational{1, 2};
  else if (rounding == "round_prefer_floor")
    place = ceiling({place.step, place.offset - Rational{1, 2}});
  else
    return false;
  return true;
}

std::optional<SmallVector<double>> readFloats(OnnxNode &node, int64_t i) {
  const HostTensor *host = node.host(i);
  if (!host || !host->isFloat())
    return std::nullopt;
  return host->floats;
}

/// The axes that scales, sizes and roi are of, in their order.
FailureOr<SmallVector<int64_t>> resizedAxes(OnnxNode &node, int64_t rank) {
  SmallVector<int64_t> axes = node.getInts("axes").value_or(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  if (failed(node.axes(axes, rank)))
    return failure();
  for (int64_t &axis : axes)
    axis = axis < 0 ? axis + rank : axis;
  return axes;
}

LogicalResult setScales(OnnxNode &node, ArrayRef<double> scales, ArrayRef<int64_t> axes, MutableArrayRef<Dimension> dims) {
  if (scales.size() != axes.size())
    return node.error() << "expected " << axes.size() << " scales, but got " << scales.size();
  for (auto [scale, axis] : llvm::zip_equal(scales, axes)) {
    std::optional<Rational> rational = scale > 0 ? simplest(scale) : std::nullopt;
    if (!rational || rational->numerator == 0)
      return node.error() << "expected scales above 0 and below 2^15 that are fractions of numbers below that, but got " << scale;
    dims[axis].scale = *rational;
    AffineExpr grown = mulExtents(dims[axis].from, node.extent(rational->numerator));
    std::optional<AffineExpr> to = divExtents(grown, node.extent(rational->denominator));
    if (!to)
      return node.error() << "cannot tell the extent of dimension " << axis << " scaled by " << scale;
    dims[axis].to = *to;
  }
  return success();
}

LogicalResult setSizes(OnnxNode &node, ArrayRef<AffineExpr> sizes, ArrayRef<int64_t> axes, MutableArrayRef<Dimension> dims) {
  if (sizes.size() != axes.size())
    return node.error() << "expected " << axes.size() << " sizes, but got " << sizes.size();
  std::string policy = node.getString("keep_aspect_ratio_policy", "stretch");
  std::optional<Rational> common;
  for (auto [size, axis] : llvm::zip_equal(sizes, axes)) {
    Dimension &dim = dims[axis];
    dim.to = size;
    if (dim.from == size)
      continue;
    std::optional<int64_t> in = asConstant(dim.from), out = asConstant(size);
    constexpr int64_t most = 1 << 20;
    if (!in || !out || *in < 1 || *in > most || *out < 1 || *out > most)
      return node.error() << "expected dimension " << axis << " that is resized and its size to be integers from 1 to 2^20";
    dim.scale = Rational::of(*out, *in);
  }
  if (policy == "stretch")
    return success();
  for (int64_t axis : axes)
    if (!common || (policy == "not_larger" ? dims[axis].scale.value() < common->value() : dims[axis].scale.value() > common->value()))
      common = dims[axis].scale;
  for (int64_t axis : axes) {
    std::optional<int64_t> in = asConstant(dims[axis].from);
    if (!in || (policy != "not_larger" && policy != "not_smaller"))
      return node.error() << "expected keep_aspect_ratio_policy `stretch`, `not_larger` or `not_smaller` and integer extents, but got `" << policy << "`";
    dims[axis].scale = *common;
    Rational length = *common * Rational{*in, 1};
    // Half and more is rounded up.
    dims[axis].to = node.extent(static_cast<int64_t>(std::floor(length.value() + 0.5)));
  }
  return success();
}

LogicalResult setRegion(OnnxNode &node, ArrayRef<int64_t> axes, MutableArrayRef<Dimension> dims) {
  std::optional<SmallVector<double>> roi = readFloats(node, 1);
  if (!roi || roi->size() != 2 * axes.size())
    return node.error() << "expected roi, two numbers for each resized dimension, to be known at import";
  for (auto [i, axis] : llvm::enumerate(axes)) {
    std::optional<Rational> begin = simplest((*roi)[i]), end = simplest((*roi)[i + axes.size()]);
    if (!begin || !end)
      return node.error() << "expected roi to be fractions of numbers below 2^15";
    dims[axis].begin = *begin;
    dims[axis].end = *end;
  }
  return success();
}

/// What tf_crop_and_resize reads outside of the input is a value of its own: the indices inside are resized, and padded with it.
struct Inside {
  int64_t first, count;
};
Inside indicesInside(const Place &place, int64_t in, int64_t out) {
  Inside inside{0, 0};
  for (int64_t i = 0; i < out; ++i) {
    Rational p = place.step * Rational{i, 1} + place.offset;
    bool isInside = p.numerator >= 0 && p.value() <= static_cast<double>(in - 1);
    if (isInside && inside.count++ == 0)
      inside.first = i;
  }
  return inside;
}

struct Request {
  ResizeMode mode;
  std::string coordinates, rounding;
  bool isCropped() const { return coordinates == "tf_crop_and_resize"; }
};

LogicalResult resize(OnnxNode &node, const Request &request, ArrayRef<Dimension> dims) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  Type element = node.elementOf(x);
  SmallVector<int64_t> steps, offsets, divisors, low, high;
  SmallVector<AffineExpr> extents, padded;
  for (const Dimension &dim : dims) {
    // With a scale of 1 every mode but a crop leaves the dimension as it is.
    bool isKept = dim.from == dim.to && dim.scale.numerator == 1 && dim.scale.denominator == 1 && !request.isCropped();
    std::optional<Place> place = isKept ? Place{{1, 1}, {0, 1}} : placeOf(node, request.coordinates, dim);
    if (!place)
      return failure();
    int64_t count = 0, first = 0;
    if (request.isCropped()) {
      Inside inside = indicesInside(*place, *asConstant(dim.from), *asConstant(dim.to));
      first = inside.first;
      count = inside.count;
      place->offset = place->offset + place->step * Rational{first, 1};
    }
    if (!isKept && request.mode == ResizeMode::Nearest && !roundBy(request.rounding, *place))
      return node.error() << "expected nearest_mode `round_prefer_floor`, `round_prefer_ceil`, `floor` or `ceil`, but got `" << request.rounding << "`";
    int64_t divisor = commonDenominator(place->step, place->offset);
    constexpr int64_t most = INT32_MAX;
    if (divisor == 0 || std::abs(place->step.numerator) > most || std::abs(place->offset.numerator) > most)
      return node.error() << "expected scales that are fractions of small numbers";
    steps.push_back(place->step.numerator * (divisor / place->step.denominator));
    offsets.push_back(place->offset.numerator * (divisor / place->offset.denominator));
    divisors.push_back(divisor);
    if (steps.back() < 0)
      return node.error() << "expected a roi that ends after it begins";
    for (int64_t value : {steps.back(), offsets.back()})
      if (std::abs(value) > most)
        return node.error() << "expected scales that are fractions of small numbers";
    padded.push_back(dim.to);
    extents.push_back(request.isCropped() ? node.extent(count) : dim.to);
    low.push_back(first);
    high.push_back(request.isCropped() ? *asConstant(dim.to) - first - count : 0);
  }
  // Whole numbers are resized as floats and cut back.
  bool isInteger = request.mode != ResizeMode::Nearest && !isa<FloatType>(element);
  Value wide = isInteger ? node.cast(x, node.b.getF32Type()) : x;
  FloatAttr coefficient;
  if (request.mode == ResizeMode::Cubic)
    coefficient = node.b.getF64FloatAttr(node.getFloat("cubic_coeff_a", -0.75));
  Value y = wide;
  if (extents != node.extents(x) || llvm::any_of(steps, [](int64_t s) { return s != 1; }) || llvm::any_of(offsets, [](int64_t o) { return o != 0; }))
    y = ResizeOp::create(node.b, node.makeType(extents, node.elementOf(wide)), wide, request.mode, steps, offsets, divisors, coefficient);
  if (padded != extents) {
    Value fill = splatConstant(node.b, node.getFloat("extrapolation_value", 0), RankedTensorType::get({}, node.elementOf(wide)));
    y = PadOp::create(node.b, node.makeType(padded, node.elementOf(wide)), y, fill, PadMode::Constant, low, high);
  }
  return node.setResult(node.cast(y, element));
}

FailureOr<ResizeMode> resizeMode(const OnnxNode &node) {
  std::string name = node.getString("mode", "nearest");
  // Upsample's older word.
  std::optional<ResizeMode> mode = symbolizeResizeMode(name == "bilinear" ? "linear" : name);
  if (!mode)
    return node.error() << "expected mode `nearest`, `linear` or `cubic`, but got `" << name << "`", failure();
  return *mode;
}

SmallVector<Dimension> dimensionsOf(OnnxNode &node, RankedTensorType type) {
  SmallVector<Dimension> dims;
  for (AffineExpr extent : node.graph.symbols().extents(type))
    dims.push_back({extent, extent, {1, 1}});
  return dims;
}

/// By scales alone, from input 1 or an attribute, each index falling at index / scale.
LogicalResult importUpsample(OnnxNode &node) {
  RankedTensorType type = node.type(0);
  FailureOr<ResizeMode> mode = type ? resizeMode(node) : FailureOr<ResizeMode>(failure());
  if (failed(mode))
    return failure();
  SmallVector<Dimension> dims = dimensionsOf(node, type);
  std::optional<SmallVector<double>> scales;
  if (const auto *attribute = node.find("scales"))
    scales = SmallVector<double>(attribute->floats().begin(), attribute->floats().end());
  else if (node.hasInput(1))
    scales = readFloats(node, 1);
  if (!scales)
    return node.error() << "expected scales to be known at import";
  if (failed(setScales(node, *scales, llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())), dims)))
    return failure();
  return resize(node, {*mode, "asymmetric", "floor"}, dims);
}

LogicalResult importResize(OnnxNode &node) {
  if (node.opset() < 11)
    return importUpsample(node);
  RankedTensorType type = node.type(0);
  FailureOr<ResizeMode> mode = type ? resizeMode(node) : FailureOr<ResizeMode>(failure());
  FailureOr<SmallVector<int64_t>> axes = succeeded(mode) ? resizedAxes(node, type.getRank()) : FailureOr<SmallVector<int64_t>>(failure());
  if (failed(axes))
    return failure();
  if (node.getInt("antialias", 0) || node.getInt("exclude_outside", 0))
    return node.error() << "antialias and exclude_outside are not supported";
  SmallVector<Dimension> dims = dimensionsOf(node, type);
  Request request{*mode, node.getString("coordinate_transformation_mode", "half_pixel"), node.getString("nearest_mode", "round_prefer_floor")};
  if (request.isCropped() && failed(setRegion(node, *axes, dims)))
    return failure();
  if (const HostTensor *scales = node.host(2); scales && scales->size() != 0) {
    if (!scales->isFloat() || failed(setScales(node, scales->floats, *axes, dims)))
      return failure();
    return resize(node, request, dims);
  }
  FailureOr<SmallVector<AffineExpr>> sizes = node.hasInput(3) ? node.extentInts(3, "sizes") : FailureOr<SmallVector<AffineExpr>>(failure());
  if (!node.hasInput(3))
    return node.error() << "expected scales or sizes to be known at import";
  if (failed(sizes) || failed(setSizes(node, *sizes, *axes, dims)))
    return failure();
  return resize(node, request, dims);
}

const OnnxOp ops[] = {
    {"Resize", 1, 4, importResize},
    {"Upsample", 1, 2, importUpsample},
};

} // namespace

ArrayRef<OnnxOp> resizeOnnxOps() { return ops; }

} // namespace sinter
