// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far one tensor is from another.
#ifndef SINTER_RUNTIME_TENSOR_COMPARE_H_
#define SINTER_RUNTIME_TENSOR_COMPARE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

struct CompareOptions {
  // An element matches where |actual - expected| <= absolute + over_std * std(expected) + relative * |expected|.
  double absolute = 0;
  double over_std = 0;
  double relative = 0;
};

struct Comparison {
  uint64_t count = 0;
  double expected_std = 0;        // of the finite expected values
  double max_absolute_error = 0;  // over the elements where both are finite
  double max_error_over_std = 0;  // the same divided by expected_std; 0 where there is no error at all
  uint64_t worst_index = 0;       // where max_absolute_error stands
  uint64_t mismatches = 0;
  std::optional<uint64_t> first_mismatch;       // row-major index
  double actual_value = 0, expected_value = 0;  // at first_mismatch
  bool matches() const { return mismatches == 0; }
  // "max error 1.2e-06 (3.4e-06 of std 0.35)", then the first mismatch with its index, if any.
  std::string Describe() const;
};

// NaN matches NaN alone, an infinity the same infinity alone. kInvalidArgument where the dims differ; types may differ.
absl::StatusOr<Comparison> CompareTensors(const HostTensor& actual, const HostTensor& expected,
                                          const CompareOptions& options);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_COMPARE_H_
