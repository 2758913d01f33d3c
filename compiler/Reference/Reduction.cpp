// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions. Floats are folded in double (f64 in long double) in ascending order and rounded once: the error of a sum
// of n elements is within half a unit of the last place of the result's type plus n * 2^-53 * sum|x|.

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "compiler/Reference/Parallel.h"
#include "runtime/base/status_macros.h"

#include <algorithm>
#include <cmath>
#include <limits>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

template <class T> T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b) || a == b)
      return std::isnan(a) ? a : std::isnan(b) || std::signbit(a) ? b : a;
  return a < b ? b : a;
}
template <class T> T minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b) || a == b)
      return std::isnan(a) ? a : std::isnan(b) || !std::signbit(a) ? b : a;
  return b < a ? b : a;
}
template <class T> T add(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return a + b;
  else
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <class T> T multiply(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return a * b;
  else
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// The least or greatest value of the integer type; for floats an infinity, which a type without one rounds to its
/// largest value.
template <class T> T leastOf(ElementType type) {
  if constexpr (std::is_floating_point_v<T>)
    return -std::numeric_limits<T>::infinity();
  if (isUnsigned(type) || type == ElementType::kBool)
    return 0;
  return static_cast<T>(std::numeric_limits<int64_t>::min() >> (64 - rt::BitWidth(type)));
}
template <class T> T greatestOf(ElementType type) {
  if constexpr (std::is_floating_point_v<T>)
    return std::numeric_limits<T>::infinity();
  if (isUnsigned(type))
    return static_cast<T>(~uint64_t(0) >> (64 - rt::BitWidth(type)));
  return type == ElementType::kBool ? T(1) : static_cast<T>(~leastOf<int64_t>(type));
}

template <class T> struct Fold {
  T start;
  T (*step)(T, T);
  bool isMean = false;
};

template <class T> Fold<T> foldOf(std::string_view name, ElementType type) {
  if (name == "product")
    return {T(1), multiply<T>};
  if (name == "reduce_max")
    return {leastOf<T>(type), maximum<T>};
  if (name == "reduce_min")
    return {greatestOf<T>(type), minimum<T>};
  if (name == "any")
    return {T(0), maximum<T>};
  if (name == "all")
    return {T(1), minimum<T>};
  // -0 is what leaves every sum alone, but the sum of nothing is +0: so the first element is not added to anything.
  return {T(0), add<T>, name == "mean"};
}

template <class T> std::vector<T> readAll(const HostTensor &tensor) {
  std::vector<T> values(tensor.element_count());
  if constexpr (std::is_integral_v<T>)
    readIntegers(tensor, 0, values.size(), reinterpret_cast<int64_t *>(values.data()));
  else
    readFloats(tensor, 0, values.size(), values.data());
  return values;
}

template <class T> OperatorResults reduce(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  std::vector<int64_t> axes = call.get<std::vector<int64_t>>("axes"), kept;
  for (int64_t i = 0; i < static_cast<int64_t>(input.dims().size()); ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end())
      kept.push_back(i);
  std::vector<int64_t> strides = denseStrides(input.dims());
  std::vector<int64_t> rows = offsetsOver(input.dims(), strides, kept), inner = offsetsOver(input.dims(), strides, axes);
  std::vector<T> values = readAll<T>(input), results(rows.size());
  Fold<T> fold = foldOf<T>(call.name, input.type());
  parallelFor(rows.size(), std::max<uint64_t>(1, 65536 / (inner.size() + 1)), call.threads, [&](uint64_t begin, uint64_t end) {
    for (uint64_t row = begin; row < end; ++row) {
      T value = inner.empty() ? fold.start : values[rows[row] + inner[0]];
      for (size_t k = 1; k < inner.size(); ++k)
        value = fold.step(value, values[rows[row] + inner[k]]);
      if constexpr (std::is_floating_point_v<T>)
        if (fold.isMean)
          value /= static_cast<T>(inner.size()); // 0 / 0 is NaN
      results[row] = value;
    }
  });
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  if (result.element_count() != results.size())
    return absl::InvalidArgumentError("expected a result with one element for each that is not folded");
  if constexpr (std::is_integral_v<T>)
    writeIntegers(reinterpret_cast<const int64_t *>(results.data()), 0, results.size(), result);
  else
    writeFloats(results.data(), 0, results.size(), result);
  return singleResult(std::move(result));
}

/// Whether `a` comes before `b`, and is not its equal: a NaN before all numbers, then the greatest, or the least, first.
template <class T> bool comesBefore(T a, T b, bool isGreatest) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && !std::isnan(b);
  return isGreatest ? a > b : a < b;
}

/// The offsets of the elements that share a row, over all `axes`, and of the rows.
struct Rows {
  Rows(const std::vector<int64_t> &dims, const std::vector<int64_t> &axes) {
    std::vector<int64_t> kept, strides = denseStrides(dims);
    for (int64_t i = 0; i < static_cast<int64_t>(dims.size()); ++i)
      if (std::find(axes.begin(), axes.end(), i) == axes.end())
        kept.push_back(i);
    starts = offsetsOver(dims, strides, kept);
    inner = offsetsOver(dims, strides, axes);
  }
  std::vector<int64_t> starts, inner;
};

template <class T> OperatorResults findExtreme(const OperatorCall &call) {
  std::vector<T> values = readAll<T>(*call.inputs[0]);
  Rows rows(call.inputs[0]->dims(), call.get<std::vector<int64_t>>("axes"));
  bool isGreatest = call.name == "argmax", selectLast = call.get<bool>("select_last");
  std::vector<int64_t> found;
  for (int64_t start : rows.starts) {
    int64_t best = rows.inner.empty() ? -1 : 0;
    for (int64_t k = 1; k < static_cast<int64_t>(rows.inner.size()); ++k) {
      T one = values[start + rows.inner[k]], known = values[start + rows.inner[best]];
      if (comesBefore(one, known, isGreatest) || (selectLast && !comesBefore(known, one, isGreatest)))
        best = k;
    }
    found.push_back(best);
  }
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  if (result.element_count() != found.size())
    return absl::InvalidArgumentError("expected a result with one element for each that is not folded");
  writeIntegers(found.data(), 0, found.size(), result);
  return singleResult(std::move(result));
}

template <class T> OperatorResults findFirst(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  std::vector<T> values = readAll<T>(input);
  int64_t k = call.get<int64_t>("k"), axis = call.get<std::vector<int64_t>>("axes").at(0);
  Rows rows(input.dims(), {axis});
  SINTER_ASSIGN_OR_RETURN(HostTensor first, HostTensor::Create(call.results[0].type, call.results[0].dims));
  SINTER_ASSIGN_OR_RETURN(HostTensor places, HostTensor::Create(call.results[1].type, call.results[1].dims));
  Rows resultRows(first.dims(), {axis});
  if (resultRows.starts.size() != rows.starts.size() || static_cast<int64_t>(resultRows.inner.size()) != k)
    return absl::InvalidArgumentError("expected results with k elements along the axis");
  for (size_t row = 0; row < rows.starts.size(); ++row) {
    std::vector<int64_t> order(rows.inner.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return comesBefore(values[rows.starts[row] + rows.inner[a]], values[rows.starts[row] + rows.inner[b]], !call.get<bool>("smallest"));
    });
    for (int64_t i = 0; i < k; ++i) {
      uint64_t to = resultRows.starts[row] + resultRows.inner[i];
      int64_t place = i < static_cast<int64_t>(order.size()) ? order[i] : -1;
      T value = place < 0 ? T(0) : values[rows.starts[row] + rows.inner[place]];
      if constexpr (std::is_integral_v<T>)
        writeIntegers(reinterpret_cast<const int64_t *>(&value), to, 1, first);
      else
        writeFloats(&value, to, 1, first);
      writeIntegers(&place, to, 1, places);
    }
  }
  std::vector<HostTensor> results;
  results.push_back(std::move(first));
  results.push_back(std::move(places));
  return results;
}

OperatorResults evaluateExtreme(const OperatorCall &call) {
  ElementType type = call.inputs[0]->type();
  return isFloat(type) ? findExtreme<double>(call) : isUnsigned(type) ? findExtreme<uint64_t>(call) : findExtreme<int64_t>(call);
}
OperatorResults evaluateFirst(const OperatorCall &call) {
  ElementType type = call.inputs[0]->type();
  return isFloat(type) ? findFirst<double>(call) : isUnsigned(type) ? findFirst<uint64_t>(call) : findFirst<int64_t>(call);
}

OperatorResults evaluateReduction(const OperatorCall &call) {
  ElementType type = call.inputs[0]->type();
  if (!isFloat(type))
    return isUnsigned(type) ? reduce<uint64_t>(call) : reduce<int64_t>(call);
  return type == ElementType::kF64 ? reduce<long double>(call) : reduce<double>(call);
}

} // namespace

OperatorFunction findReduction(std::string_view name) {
  for (std::string_view known : {"sum", "mean", "product", "reduce_max", "reduce_min", "any", "all"})
    if (name == known)
      return evaluateReduction;
  return name == "argmax" || name == "argmin" ? evaluateExtreme : name == "topk" ? evaluateFirst : nullptr;
}

} // namespace sinter::reference
