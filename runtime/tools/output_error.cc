// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element by element, in double.
#include "runtime/tools/output_error.h"

#include <cmath>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::rt {
namespace {

struct Spread {
  double std = 0, largest = 0;
};

Spread SpreadOf(const HostTensor& tensor) {
  double sum = 0, squares = 0;
  uint64_t finite = 0;
  Spread spread;
  for (uint64_t i = 0; i < tensor.element_count(); ++i) {
    const double value = ReadElement(tensor.type(), tensor.data(), i);
    if (!std::isfinite(value)) continue;
    sum += value;
    spread.largest = std::fmax(spread.largest, std::fabs(value));
    ++finite;
  }
  if (finite == 0) return spread;
  const double mean = sum / static_cast<double>(finite);
  for (uint64_t i = 0; i < tensor.element_count(); ++i) {
    const double value = ReadElement(tensor.type(), tensor.data(), i);
    if (std::isfinite(value)) squares += (value - mean) * (value - mean);
  }
  spread.std = std::sqrt(squares / static_cast<double>(finite));
  return spread;
}

double ElementError(double value, double expected) {
  if (std::isnan(value) || std::isnan(expected)) {
    return std::isnan(value) == std::isnan(expected) ? 0 : std::numeric_limits<double>::quiet_NaN();
  }
  return value == expected ? 0 : std::fabs(value - expected);  // equal infinities have a difference of NaN
}

// Two 64-bit integers may differ and yet round to one double.
bool HidesDifference(const HostTensor& output, uint64_t at, const HostTensor& values, uint64_t i) {
  if (BitWidth(output.type()) != 64 || output.type() != values.type() || IsFloatType(output.type())) return false;
  return ReadInteger(output.type(), output.data(), at) != ReadInteger(values.type(), values.data(), i);
}

}  // namespace

absl::StatusOr<OutputError> MeasureOutput(const HostTensor& output, const Expectation& expectation) {
  const HostTensor& values = *expectation.values;
  const uint64_t stride = expectation.stride, count = output.element_count();
  if (stride == 0 || (count + stride - 1) / stride != values.element_count()) {
    return absl::InvalidArgumentError(absl::StrCat("expected ", values.element_count(), " values at a stride of ",
                                                   stride, ", but the output has ", count, " elements"));
  }
  OutputError error;
  error.tolerance = expectation.tolerance;
  const Spread spread = SpreadOf(values);
  const double std = expectation.std.value_or(spread.std);
  error.scale = std > 0 ? std : spread.largest > 0 ? spread.largest : 1;
  bool passes = true;
  for (uint64_t i = 0; i < values.element_count(); ++i) {
    const double value = ReadElement(output.type(), output.data(), i * stride);
    const double expected = ReadElement(values.type(), values.data(), i);
    double element = ElementError(value, expected);
    if (element == 0 && HidesDifference(output, i * stride, values, i)) element = 1;
    // Written so that a NaN fails.
    passes &= element <= error.tolerance * error.scale || element <= expectation.relative * std::fabs(expected);
    if (element <= error.max_error || std::isnan(error.max_error)) continue;  // a NaN goes on, and stays
    error.max_error = element;
    error.worst_index = i * stride;
    error.worst_value = value;
    error.worst_expected = expected;
  }
  error.max_error_over_std = error.max_error == 0 ? 0 : error.max_error / error.scale;
  error.passes = passes;
  return error;
}

std::string DescribeWorst(const OutputError& error, const HostTensor& output) {
  std::vector<int64_t> index(output.dims().size());
  uint64_t rest = error.worst_index;
  for (size_t i = index.size(); i-- > 0;) {
    const uint64_t dim = static_cast<uint64_t>(output.dims()[i]);
    index[i] = static_cast<int64_t>(dim == 0 ? 0 : rest % dim);
    rest /= dim == 0 ? 1 : dim;
  }
  return absl::StrFormat(
      "expected %.9g at [%s], but got %.9g: error %.3g is %.3g of the standard deviation, tolerance %.3g",
      error.worst_expected, absl::StrJoin(index, ", "), error.worst_value, error.max_error, error.max_error_over_std,
      error.tolerance);
}

double DefaultTolerance(ElementType type) {
  switch (type) {
    case ElementType::kF64:
    case ElementType::kF32:
      return 1e-4;
    case ElementType::kF16:
    case ElementType::kBF16:
      return 1e-2;
    case ElementType::kF8E4M3:
    case ElementType::kF8E5M2:
    case ElementType::kF4E2M1:
      return 1e-1;
    default:
      return 0;
  }
}

double RoundingSlack(ElementType type) {
  switch (type) {
    case ElementType::kF32:
      return 0x1p-21;
    case ElementType::kF16:
      return 0x1p-9;
    case ElementType::kBF16:
      return 0x1p-6;
    case ElementType::kF8E4M3:
      return 0x1p-2;
    case ElementType::kF8E5M2:
    case ElementType::kF4E2M1:
      return 0x1p-1;
    default:
      return 0;
  }
}

}  // namespace sinter::rt
