// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison in double, element by element.
#include "runtime/tensor/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::rt {
namespace {

// Of the finite values, by the two-pass formula: exact enough whatever the mean.
double StandardDeviation(const HostTensor& tensor) {
  const uint64_t count = tensor.element_count();
  double sum = 0, squares = 0;
  uint64_t finite = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const double value = ReadElement(tensor.type(), tensor.data(), i);
    if (std::isfinite(value)) sum += value, ++finite;
  }
  if (finite == 0) return 0;
  const double mean = sum / static_cast<double>(finite);
  for (uint64_t i = 0; i < count; ++i) {
    const double value = ReadElement(tensor.type(), tensor.data(), i);
    if (std::isfinite(value)) squares += (value - mean) * (value - mean);
  }
  return std::sqrt(squares / static_cast<double>(finite));
}

bool BothIntegers(const HostTensor& a, const HostTensor& b) { return !IsFloatType(a.type()) && !IsFloatType(b.type()); }

}  // namespace

std::string Comparison::Describe() const {
  std::string text = absl::StrFormat("max error %.3g (%.3g of std %.3g) over %d elements", max_absolute_error,
                                     max_error_over_std, expected_std, count);
  if (first_mismatch) {
    absl::StrAppend(&text, absl::StrFormat("; %d mismatches, the first at index %d: got %.9g, expected %.9g",
                                           mismatches, *first_mismatch, actual_value, expected_value));
  }
  return text;
}

absl::StatusOr<Comparison> CompareTensors(const HostTensor& actual, const HostTensor& expected,
                                          const CompareOptions& options) {
  if (actual.dims() != expected.dims()) {
    return absl::InvalidArgumentError(absl::StrCat("dims are [", absl::StrJoin(actual.dims(), ", "), "], expected [",
                                                   absl::StrJoin(expected.dims(), ", "), "]"));
  }
  Comparison result;
  result.count = expected.element_count();
  result.expected_std = StandardDeviation(expected);
  const double tolerance = options.absolute + options.over_std * result.expected_std;
  const bool exact = BothIntegers(actual, expected);
  for (uint64_t i = 0; i < result.count; ++i) {
    const double x = ReadElement(actual.type(), actual.data(), i);
    const double y = ReadElement(expected.type(), expected.data(), i);
    bool matches;
    if (std::isfinite(x) && std::isfinite(y)) {
      const double error = std::fabs(x - y);
      if (error > result.max_absolute_error) {
        result.max_absolute_error = error;
        result.worst_index = i;
      }
      matches = error <= tolerance + options.relative * std::fabs(y);
      // Two 64-bit integers may differ and yet round to one double.
      if (matches && error == 0 && exact) {
        matches = ReadInteger(actual.type(), actual.data(), i) == ReadInteger(expected.type(), expected.data(), i) ||
                  tolerance + options.relative > 0;
      }
    } else {
      matches = std::isnan(y) ? std::isnan(x) : x == y;
    }
    if (matches) continue;
    if (!result.first_mismatch) {
      result.first_mismatch = i;
      result.actual_value = x;
      result.expected_value = y;
    }
    ++result.mismatches;
  }
  if (result.max_absolute_error > 0) {
    result.max_error_over_std = result.expected_std > 0 ? result.max_absolute_error / result.expected_std
                                                        : std::numeric_limits<double>::infinity();
  }
  return result;
}

}  // namespace sinter::rt
