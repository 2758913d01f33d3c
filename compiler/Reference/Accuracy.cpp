// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of tolerances, and comparisons by it.

#include "compiler/Reference/Accuracy.h"

#include "compiler/Reference/Elements.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace sinter::reference {
namespace {

using rt::ElementType;
using rt::HostTensor;

struct Entry {
  std::string_view name;
  Accuracy accuracy;
};

constexpr Entry table[] = {
    {"div", {AccuracyKind::kExact, 0, 0, 0x1p-22, 0, 0x1p-22}}, {"reciprocal", {AccuracyKind::kExact, 0, 0, 0x1p-22, 0, 0x1p-22}},
    {"sqrt", {AccuracyKind::kExact, 0, 0, 0x1p-22, 0, 0x1p-22}},
    {"exp", {AccuracyKind::kFunction, 4, 0, 0x1p-16}}, {"exp2", {AccuracyKind::kFunction, 4, 0, 0x1p-20}},
    {"log", {AccuracyKind::kFunction, 4}},        {"log1p", {AccuracyKind::kFunction, 4}},
    {"expm1", {AccuracyKind::kFunction, 4}},      {"rsqrt", {AccuracyKind::kFunction, 4}},
    {"tanh", {AccuracyKind::kFunction, 4, 0, 0, 0x1p-11}}, {"erf", {AccuracyKind::kFunction, 4}},
    {"sin", {AccuracyKind::kFunction, 4}},        {"cos", {AccuracyKind::kFunction, 4}},
    {"pow", {AccuracyKind::kFunction, 8}},        {"sigmoid", {AccuracyKind::kFunction, 8, 0, 0x1.1p-15}},
    {"silu", {AccuracyKind::kFunction, 8, 0, 0x1.1p-15}}, {"gelu", {AccuracyKind::kFunction, 8, 4, 0x1p-14}},
    {"tan", {AccuracyKind::kFunction, 4}},        {"asin", {AccuracyKind::kFunction, 4}},
    {"acos", {AccuracyKind::kFunction, 4}},       {"atan", {AccuracyKind::kFunction, 4}},
    {"atan2", {AccuracyKind::kFunction, 4}},      {"sinh", {AccuracyKind::kFunction, 4}},
    {"cosh", {AccuracyKind::kFunction, 4}},       {"asinh", {AccuracyKind::kFunction, 4}},
    {"acosh", {AccuracyKind::kFunction, 4}},      {"atanh", {AccuracyKind::kFunction, 4}},
    {"log2", {AccuracyKind::kFunction, 4}},       {"log10", {AccuracyKind::kFunction, 4}},
    {"floor_div", {AccuracyKind::kFunction, 1}},  {"floor_mod", {AccuracyKind::kFunction, 1}},
    {"softplus", {AccuracyKind::kFunction, 8}},   {"softsign", {AccuracyKind::kFunction, 4}},
    {"sum", {AccuracyKind::kFold}},               {"mean", {AccuracyKind::kFold}},
    {"product", {AccuracyKind::kFold}},           {"matmul", {AccuracyKind::kFold}},
    {"cumsum", {AccuracyKind::kFold}},            {"cumprod", {AccuracyKind::kFold}},
    {"random_normal", {AccuracyKind::kFunction, 8}},
    {"softmax", {AccuracyKind::kComposite, 64, 1, 0x1.1p-15}}, {"layer_norm", {AccuracyKind::kComposite, 64}},
    {"rms_norm", {AccuracyKind::kComposite, 64}}, {"resize", {AccuracyKind::kComposite, 64}},
    {"scatter_elements", {AccuracyKind::kComposite, 16}}, {"scatter_nd", {AccuracyKind::kComposite, 16}},
};

/// Bits of the mantissa, the hidden one included, and the least normal exponent.
struct Precision {
  int bits, leastExponent;
  double largest;
  bool hasInfinity = true;
};
Precision precisionOf(ElementType type) {
  switch (type) {
  case ElementType::kF16: return {11, -14, 65504};
  case ElementType::kBF16: return {8, -126, std::ldexp(255, 120)};
  case ElementType::kF8E4M3: return {4, -6, 448, false};
  case ElementType::kF8E5M2: return {3, -14, 57344};
  case ElementType::kF4E2M1: return {2, 0, 6, false};
  case ElementType::kF64: return {53, -1022, std::numeric_limits<double>::max()};
  default: return {24, -126, std::numeric_limits<float>::max()};
  }
}

/// The distance of neighbours at `value`.
double unitAt(ElementType type, double value) {
  Precision precision = precisionOf(type);
  int exponent = precision.leastExponent;
  if (value != 0 && std::isfinite(value))
    exponent = std::max(exponent, std::ilogb(value));
  return std::ldexp(1.0, exponent - precision.bits + 1);
}

std::string positionOf(const HostTensor &tensor, uint64_t index) {
  std::vector<int64_t> position(tensor.dims().size());
  for (size_t d = position.size(); d-- > 0;) {
    position[d] = index % tensor.dims()[d];
    index /= tensor.dims()[d];
  }
  return absl::StrCat("[", absl::StrJoin(position, ", "), "]");
}

std::string describeDims(const HostTensor &tensor) {
  return absl::StrCat(rt::ElementTypeName(tensor.type()), "[", absl::StrJoin(tensor.dims(), ", "), "]");
}

/// "" or how the two differ before any element is looked at.
std::string describeShapes(const HostTensor &actual, const HostTensor &expected) {
  if (actual.dims() == expected.dims())
    return "";
  return absl::StrCat("got ", describeDims(actual), ", expected ", describeDims(expected));
}

std::string describeElement(const HostTensor &tensor, uint64_t index, double actual, double expected, uint64_t count) {
  std::string text;
  char buffer[160];
  int digits = tensor.type() == ElementType::kF64 ? 17 : 9;
  std::snprintf(buffer, sizeof buffer, "%.*g, expected %.*g", digits, actual, digits, expected);
  return absl::StrCat(count, " of ", tensor.element_count(), " elements differ, the first at ", positionOf(tensor, index), ": got ", buffer);
}

bool isNear(double actual, double expected, double slack, ElementType type) {
  if (std::isinf(slack))
    return true; // anything may come of it
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual);
  double largest = precisionOf(type).largest;
  if (!precisionOf(type).hasInfinity) // overflow gives the largest value
    expected = std::clamp(expected, -largest, largest);
  if (actual == expected)
    return true;
  // What lies within the slack of the largest finite value may overflow or not.
  if (std::isinf(actual))
    return std::signbit(actual) == std::signbit(expected) && std::fabs(expected) + slack >= largest;
  if (std::isinf(expected) || std::fabs(expected) > largest)
    return std::signbit(actual) == std::signbit(expected) && std::fabs(actual) + slack >= largest && slack > 0 && std::isfinite(expected);
  return std::fabs(actual - expected) <= slack + 0.5001 * unitAt(type, expected);
}

} // namespace

Accuracy accuracyOf(std::string_view name) {
  for (const Entry &entry : table)
    if (entry.name == name)
      return entry.accuracy;
  return {};
}

double largestOf(ElementType type) { return precisionOf(type).largest; }

double approximationError(const Accuracy &accuracy, ElementType type, int widest) {
  if (rt::BitWidth(type) > widest)
    return widest > 0 && rt::BitWidth(type) == 32 ? accuracy.wideError : 0;
  // What f32 is rounded to later is not known.
  return precisionOf(type).bits <= 8 || rt::BitWidth(type) > 16 ? std::max(accuracy.narrowError, accuracy.coarseError) : accuracy.narrowError;
}

double epsilonOf(ElementType type) { return std::ldexp(1.0, -precisionOf(type).bits); }

bool isFloatTensor(const HostTensor &tensor) { return isFloat(tensor.type()); }

std::vector<double> toDoubles(const HostTensor &tensor) {
  std::vector<double> values(tensor.element_count());
  if (isFloatTensor(tensor)) {
    readFloats(tensor, 0, values.size(), values.data());
    return values;
  }
  std::vector<int64_t> integers(values.size());
  readIntegers(tensor, 0, integers.size(), integers.data());
  values.assign(integers.begin(), integers.end());
  if (tensor.type() == ElementType::kU64)
    std::transform(integers.begin(), integers.end(), values.begin(), [](int64_t bits) { return static_cast<double>(static_cast<uint64_t>(bits)); });
  return values;
}

std::string describeExactDifference(const HostTensor &actual, const HostTensor &expected, std::optional<uint64_t> *where) {
  std::string shapes = describeShapes(actual, expected);
  if (!shapes.empty() || actual.type() != expected.type())
    return absl::StrCat("got ", describeDims(actual), ", expected ", describeDims(expected));
  if (actual.byte_size() == 0 || std::memcmp(actual.data(), expected.data(), actual.byte_size()) == 0)
    return "";
  std::vector<double> a = toDoubles(actual), e = toDoubles(expected);
  uint64_t size = actual.byte_size() / std::max<uint64_t>(1, a.size()), first = 0, count = 0;
  const char *actualBytes = static_cast<const char *>(actual.data()), *expectedBytes = static_cast<const char *>(expected.data());
  for (uint64_t i = 0; i < a.size(); ++i) {
    bool equal = size == 0 ? a[i] == e[i] : std::memcmp(actualBytes + i * size, expectedBytes + i * size, size) == 0;
    if (equal || (std::isnan(a[i]) && std::isnan(e[i])))
      continue;
    if (count++ == 0)
      first = i;
  }
  if (count && where)
    *where = first;
  return count ? describeElement(actual, first, a[first], e[first], count) : "";
}

std::string describeDifference(const HostTensor &actual, const HostTensor &expected, const std::function<double(uint64_t)> &slack,
                               std::optional<uint64_t> *where) {
  std::string shapes = describeShapes(actual, expected);
  if (!shapes.empty())
    return shapes;
  std::vector<double> a = toDoubles(actual), e = toDoubles(expected);
  uint64_t first = 0, count = 0;
  for (uint64_t i = 0; i < a.size(); ++i)
    if (!isNear(a[i], e[i], slack(i), actual.type()) && count++ == 0)
      first = i;
  if (!count)
    return "";
  if (where)
    *where = first;
  return absl::StrCat(describeElement(actual, first, a[first], e[first], count), " within ", slack(first));
}

void Distance::add(const Distance &other) {
  elements += other.elements;
  unjudged += other.unjudged;
  units = std::max(units, other.units);
  share = std::max(share, other.share);
}

Distance measureDistance(const HostTensor &actual, const HostTensor &expected, const std::function<double(uint64_t)> &slack) {
  Distance worst;
  std::vector<double> a = toDoubles(actual), e = toDoubles(expected);
  worst.elements = a.size();
  for (uint64_t i = 0; i < std::min(a.size(), e.size()); ++i) {
    double allowed = slack(i), unit = unitAt(actual.type(), e[i]);
    if (std::isinf(allowed))
      ++worst.unjudged;
    if (std::isinf(allowed) || !std::isfinite(a[i]) || !std::isfinite(e[i]) || std::fabs(e[i]) > precisionOf(actual.type()).largest)
      continue;
    double distance = std::fabs(a[i] - e[i]);
    worst.units = std::max(worst.units, distance / unit);
    if (allowed > 0)
      worst.share = std::max(worst.share, (distance - 0.5001 * unit) / allowed);
  }
  return worst;
}

} // namespace sinter::reference
