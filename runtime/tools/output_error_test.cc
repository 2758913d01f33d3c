// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors over the standard deviation, with a stride, and at the values that comparisons get wrong.
#include "runtime/tools/output_error.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::rt {
namespace {

HostTensor Floats(std::vector<int64_t> dims, const std::vector<float>& values) {
  HostTensor tensor = HostTensor::Create(ElementType::kF32, std::move(dims)).value();
  std::copy(values.begin(), values.end(), tensor.as<float>());
  return tensor;
}

OutputError Measure(const HostTensor& output, const HostTensor& values, double tolerance) {
  Expectation expectation;
  expectation.values = &values;
  expectation.tolerance = tolerance;
  return MeasureOutput(output, expectation).value();
}

TEST(OutputErrorTest, largest_difference_over_the_deviation) {
  const HostTensor expected = Floats({2, 2}, {1, -1, 1, -1});  // std 1
  const HostTensor output = Floats({2, 2}, {1, -1, 1.5, -1.25});
  const OutputError error = Measure(output, expected, 0.4);
  EXPECT_EQ(error.max_error, 0.5);
  EXPECT_EQ(error.max_error_over_std, 0.5);
  EXPECT_EQ(error.worst_index, 2u);
  EXPECT_FALSE(error.passes);
  EXPECT_EQ(DescribeWorst(error, output),
            "expected 1 at [1, 0], but got 1.5: error 0.5 is 0.5 of the standard deviation, tolerance 0.4");
  EXPECT_TRUE(Measure(output, expected, 0.5).passes);
}

TEST(OutputErrorTest, strided_values_and_a_given_deviation) {
  const HostTensor output = Floats({7}, {0, 100, 100, 3, 100, 100, 6.5});
  const HostTensor values = Floats({3}, {0, 3, 6});
  Expectation expectation{&values, 3, 2.0, 0.1};
  const OutputError error = MeasureOutput(output, expectation).value();
  EXPECT_EQ(error.max_error, 0.5);
  EXPECT_EQ(error.max_error_over_std, 0.25);
  EXPECT_EQ(error.worst_index, 6u);
  expectation.stride = 4;
  EXPECT_EQ(MeasureOutput(output, expectation).status().code(), absl::StatusCode::kInvalidArgument);
  expectation.stride = 0;
  EXPECT_FALSE(MeasureOutput(output, expectation).ok());
}

TEST(OutputErrorTest, without_a_deviation_the_magnitude_counts) {
  EXPECT_EQ(Measure(Floats({1}, {8.5}), Floats({1}, {8}), 0).max_error_over_std, 0.0625);
  EXPECT_EQ(Measure(Floats({1}, {0.5}), Floats({1}, {0}), 0).max_error_over_std, 0.5);
  EXPECT_TRUE(Measure(Floats({0}, {}), Floats({0}, {}), 0).passes);
}

TEST(OutputErrorTest, nan_and_infinity_match_themselves_alone) {
  const float nan = std::nanf(""), inf = INFINITY;
  EXPECT_TRUE(Measure(Floats({3}, {nan, inf, -inf}), Floats({3}, {nan, inf, -inf}), 0).passes);
  EXPECT_TRUE(Measure(Floats({2}, {-0.0f, 1}), Floats({2}, {0, 1}), 0).passes);
  for (const auto& [value, expected] : {std::pair(nan, 1.0f), {1.0f, nan}, {nan, inf}, {inf, -inf}, {1.0f, inf}}) {
    const OutputError error = Measure(Floats({3}, {0, value, 5}), Floats({3}, {0, expected, 5}), 1e30);
    EXPECT_FALSE(error.passes) << value << " " << expected;
    EXPECT_EQ(error.worst_index, 1u);
  }
}

TEST(OutputErrorTest, large_integers_are_compared_exactly) {
  HostTensor output = HostTensor::Create(ElementType::kI64, {1}).value();
  HostTensor expected = HostTensor::Create(ElementType::kI64, {1}).value();
  *output.as<int64_t>() = (int64_t{1} << 60) + 1;
  *expected.as<int64_t>() = int64_t{1} << 60;
  EXPECT_FALSE(Measure(output, expected, 0).passes);
  *expected.as<int64_t>() += 1;
  EXPECT_TRUE(Measure(output, expected, 0).passes);
}

TEST(OutputErrorTest, tolerances_by_type) {
  EXPECT_EQ(DefaultTolerance(ElementType::kF32), 1e-4);
  EXPECT_EQ(DefaultTolerance(ElementType::kBF16), 1e-2);
  EXPECT_EQ(DefaultTolerance(ElementType::kI32), 0);
  EXPECT_EQ(DefaultTolerance(ElementType::kBool), 0);
}

}  // namespace
// One unit in the last place of a bf16 value far from the others is no fault; two and a half are.
TEST(OutputErrorTest, RoundingSlackGoesWithTheValue) {
  HostTensor expected = HostTensor::Create(ElementType::kBF16, {4}).value();
  HostTensor output = HostTensor::Create(ElementType::kBF16, {4}).value();
  for (uint64_t i = 0; i < 4; ++i) {
    WriteElement(ElementType::kBF16, expected.data(), i, i == 3 ? 64.0 : 0.5);
    WriteElement(ElementType::kBF16, output.data(), i, i == 3 ? 64.5 : 0.5);
  }
  Expectation expectation{&expected, 1, 1.0, 1e-2, RoundingSlack(ElementType::kBF16)};
  EXPECT_TRUE(MeasureOutput(output, expectation)->passes);
  WriteElement(ElementType::kBF16, output.data(), 3, 65.5);
  EXPECT_FALSE(MeasureOutput(output, expectation)->passes);
  WriteElement(ElementType::kBF16, output.data(), 3, std::nan(""));
  EXPECT_FALSE(MeasureOutput(output, expectation)->passes);
}

}  // namespace sinter::rt
