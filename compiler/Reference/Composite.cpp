// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composite operators by their definitions, in double (f64 in long double), rounded once.

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

/// Gives `row(values, count)`, which works in place, each run of `count` elements that are `stride` apart.
template <class T, class Row>
OperatorResults mapRows(const OperatorCall &call, int64_t count, int64_t stride, Row row) {
  const HostTensor &input = *call.inputs[0];
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  if (result.dims() != input.dims())
    return absl::InvalidArgumentError("expected a result of the input's dims");
  std::vector<T> values(input.element_count());
  if (values.empty())
    return singleResult(std::move(result));
  readFloats(input, 0, values.size(), values.data());
  uint64_t grain = std::max<int64_t>(1, 65536 / count);
  parallelFor(values.size() / count, grain, call.threads, [&](uint64_t begin, uint64_t end) {
    std::vector<T> line(count);
    for (uint64_t r = begin; r < end; ++r) {
      T *first = values.data() + r / stride * stride * count + r % stride;
      for (int64_t i = 0; i < count; ++i)
        line[i] = first[i * stride];
      row(line.data(), count);
      for (int64_t i = 0; i < count; ++i)
        first[i * stride] = line[i];
    }
  });
  writeFloats(values.data(), 0, values.size(), result);
  return singleResult(std::move(result));
}

template <class T> void softmaxRow(T *x, int64_t count) {
  constexpr T lowest = -std::numeric_limits<T>::infinity();
  T top = lowest, sum = 0;
  for (int64_t i = 0; i < count; ++i)
    top = std::isnan(x[i]) || std::isnan(top) ? std::numeric_limits<T>::quiet_NaN() : std::max(top, x[i]);
  if (top == lowest) { // nothing but -inf: 0 throughout
    std::fill_n(x, count, T(0));
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    sum += x[i] = std::exp(x[i] - top);
  for (int64_t i = 0; i < count; ++i)
    x[i] /= sum;
}

template <class T> OperatorResults softmax(const OperatorCall &call) {
  int64_t axis = call.get<int64_t>("axis");
  const std::vector<int64_t> &dims = call.inputs[0]->dims();
  return mapRows<T>(call, dims[axis], denseStrides(dims)[axis], softmaxRow<T>);
}

/// The operand `which` (0 scale, 1 bias) of a norm, or nothing where it is absent.
template <class T> std::vector<T> normOperand(const OperatorCall &call, size_t which) {
  // One entry an operand where there are several optional ones; else an operand is there if it is counted.
  std::vector<int64_t> segments = call.get<std::vector<int64_t>>("operandSegmentSizes");
  if (segments.empty())
    segments = {1, static_cast<int64_t>(call.inputs.size()) - 1};
  if (which + 1 >= segments.size() || segments[which + 1] == 0)
    return {};
  size_t position = 0;
  for (size_t i = 0; i <= which; ++i)
    position += segments[i];
  std::vector<T> values(call.inputs[position]->element_count());
  readFloats(*call.inputs[position], 0, values.size(), values.data());
  return values;
}

template <class T> OperatorResults normalize(const OperatorCall &call, bool isCentred) {
  int64_t axis = call.get<int64_t>("axis");
  const std::vector<int64_t> &dims = call.inputs[0]->dims();
  int64_t count = countElements(std::vector<int64_t>(dims.begin() + axis, dims.end()));
  std::vector<T> scale = normOperand<T>(call, 0), bias = normOperand<T>(call, 1);
  if ((!scale.empty() && static_cast<int64_t>(scale.size()) != count) || (!bias.empty() && static_cast<int64_t>(bias.size()) != count))
    return absl::InvalidArgumentError("expected scale and bias of the input's extents from the axis on");
  T epsilon = call.get<double>("epsilon");
  return mapRows<T>(call, count, 1, [&](T *x, int64_t n) {
    T mean = 0, square = 0;
    for (int64_t i = 0; isCentred && i < n; ++i)
      mean += x[i];
    mean /= n;
    for (int64_t i = 0; i < n; ++i)
      square += (x[i] - mean) * (x[i] - mean);
    T divisor = std::sqrt(square / n + epsilon);
    for (int64_t i = 0; i < n; ++i)
      x[i] = (x[i] - mean) / divisor * (scale.empty() ? 1 : scale[i]);
    for (size_t i = 0; i < bias.size(); ++i)
      x[i] += bias[i];
  });
}

bool isWide(const OperatorCall &call) { return call.inputs[0]->type() == ElementType::kF64; }

OperatorResults evaluateSoftmax(const OperatorCall &call) {
  return isWide(call) ? softmax<long double>(call) : softmax<double>(call);
}
OperatorResults evaluateLayerNorm(const OperatorCall &call) {
  return isWide(call) ? normalize<long double>(call, true) : normalize<double>(call, true);
}
OperatorResults evaluateRmsNorm(const OperatorCall &call) {
  return isWide(call) ? normalize<long double>(call, false) : normalize<double>(call, false);
}

} // namespace

OperatorFunction findComposite(std::string_view name) {
  return name == "softmax"      ? evaluateSoftmax
         : name == "layer_norm" ? evaluateLayerNorm
         : name == "rms_norm"   ? evaluateRmsNorm
                                : nullptr;
}

} // namespace sinter::reference
