// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans by a plain loop along the axis. Floats are folded in double (f64 in long double), each result rounded once.

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "runtime/base/status_macros.h"

#include <type_traits>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

template <class T> T foldOne(T a, T b, bool isProduct) {
  if constexpr (std::is_floating_point_v<T>)
    return isProduct ? a * b : a + b;
  uint64_t x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  return static_cast<T>(isProduct ? x * y : x + y);
}

template <class T> OperatorResults scan(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  int64_t axis = call.get<int64_t>("axis");
  if (axis < 0 || axis >= static_cast<int64_t>(input.dims().size()))
    return absl::InvalidArgumentError("expected an axis of the input");
  bool isProduct = call.name == "cumprod", isExclusive = call.get<bool>("exclusive"), isReverse = call.get<bool>("reverse");
  std::vector<T> values(input.element_count());
  if constexpr (std::is_floating_point_v<T>)
    readFloats(input, 0, values.size(), values.data());
  else
    readIntegers(input, 0, values.size(), values.data());
  int64_t count = input.dims()[axis], stride = denseStrides(input.dims())[axis];
  for (uint64_t first = 0; first < values.size(); ++first) {
    if (static_cast<int64_t>(first / stride) % count != 0)
      continue; // Not the start of a line.
    T sum = isProduct ? T(1) : T(0);
    for (int64_t i = 0; i < count; ++i) {
      T &at = values[first + (isReverse ? count - 1 - i : i) * stride];
      T before = sum;
      sum = i == 0 ? at : foldOne(sum, at, isProduct);
      at = isExclusive ? before : sum;
    }
  }
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  if (result.dims() != input.dims())
    return absl::InvalidArgumentError("expected a result of the input's dims");
  if constexpr (std::is_floating_point_v<T>)
    writeFloats(values.data(), 0, values.size(), result);
  else
    writeIntegers(values.data(), 0, values.size(), result);
  return singleResult(std::move(result));
}

OperatorResults evaluateScan(const OperatorCall &call) {
  ElementType type = call.inputs[0]->type();
  if (!isFloat(type))
    return scan<int64_t>(call);
  return type == ElementType::kF64 ? scan<long double>(call) : scan<double>(call);
}

} // namespace

OperatorFunction findScan(std::string_view name) { return name == "cumsum" || name == "cumprod" ? evaluateScan : nullptr; }

} // namespace sinter::reference
