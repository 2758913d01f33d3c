// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far an output is from what was expected, and whether that is within tolerance.
#ifndef SINTER_RUNTIME_TOOLS_OUTPUT_ERROR_H_
#define SINTER_RUNTIME_TOOLS_OUTPUT_ERROR_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/base/element_type.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

struct Expectation {
  const HostTensor* values = nullptr;
  // Element i of `values`, row-major, is element i * stride of the output.
  uint64_t stride = 1;
  // Of the whole output; absent: that of the finite `values`.
  std::optional<double> std;
  // The largest error over the standard deviation that passes; 0: equal.
  double tolerance = 0;
  // An element passes too where its error is at most this share of its expected magnitude: what a rounding more or less
  // makes in a narrow type.
  double relative = 0;
};

struct OutputError {
  // The largest |output - expected|. NaN where one of the two is NaN alone; infinity for an infinity that is not there.
  double max_error = 0;
  // max_error / scale, 0 where there is no error. `scale` is the standard deviation; where that is 0 (one element,
  // equal elements) the largest |expected|; where that is 0 too, 1.
  double max_error_over_std = 0;
  double scale = 1;
  double tolerance = 0;
  // The element with the largest error, by its place in the output, row-major.
  uint64_t worst_index = 0;
  double worst_value = 0, worst_expected = 0;
  bool passes = true;
};

// kInvalidArgument where the counts of elements do not go together. NaN matches NaN alone.
absl::StatusOr<OutputError> MeasureOutput(const HostTensor& output, const Expectation& expectation);

// "expected -1.5 at [0, 3, 17], but got -1.25: error 0.25 is 0.31 of the standard deviation, tolerance 0.0001".
std::string DescribeWorst(const OutputError& error, const HostTensor& output);

// What a kernel of the given output may differ from the reference interpreter: 1e-4 of the standard deviation for f32
// and f64, 1e-2 for f16 and bf16, 1e-1 for the 8-bit and 4-bit floats, nothing for integers and bool.
double DefaultTolerance(ElementType type);

// Two units in the last place of a 16-bit or narrower float, four of an f32, as a share of a value; 0 for other types.
// Where a kernel keeps in f32 what the graph would round, or where all elements are nearly equal, that much is no fault.
double RoundingSlack(ElementType type);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_OUTPUT_ERROR_H_
