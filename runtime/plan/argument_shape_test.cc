// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the memory that an argument reaches, up to the ends of 64 bits.
#include "runtime/plan/argument_shape.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

uint64_t Bytes(ElementType type, absl::Span<const int64_t> dims, absl::Span<const int64_t> strides, int64_t offset) {
  const absl::StatusOr<uint64_t> bytes = ReachedBytes(type, dims, strides, offset);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return bytes.value_or(0);
}

TEST(ReachedBytes, DenseAndStrided) {
  EXPECT_EQ(Bytes(ElementType::kF32, {3, 5}, {}, 0), 60u);
  EXPECT_EQ(Bytes(ElementType::kF32, {3, 5}, {}, 2), 68u);
  EXPECT_EQ(Bytes(ElementType::kF32, {3, 5}, {7, 1}, 2), 84u);
  EXPECT_EQ(Bytes(ElementType::kF32, {3, 5}, {0, 0}, 0), 4u);
  EXPECT_EQ(Bytes(ElementType::kF32, {}, {}, 0), 4u);
  EXPECT_EQ(Bytes(ElementType::kF32, {3, 0}, {kMost, kMost}, kMost), 0u);
}

TEST(ReachedBytes, OutOfRangeIsAnError) {
  const auto code = [](absl::Span<const int64_t> dims, absl::Span<const int64_t> strides, int64_t offset) {
    return ReachedBytes(ElementType::kI8, dims, strides, offset).status().code();
  };
  EXPECT_EQ(code({3}, {kMost}, 0), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(code({2}, {kMost}, 1), absl::StatusCode::kOutOfRange);
  // The last element's index is the largest number: there is no such count.
  EXPECT_EQ(code({2}, {kMost}, 0), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(code({1}, {1}, kMost), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(code({2}, {int64_t{1} << 40}, 0), absl::StatusCode::kOk);
}

}  // namespace
}  // namespace sinter::rt
