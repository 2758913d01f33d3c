// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the early-return macros.
#include "runtime/base/status_macros.h"

#include <memory>

#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

absl::StatusOr<int> Half(int value) {
  if (value % 2 != 0) return absl::InvalidArgumentError("odd");
  return value / 2;
}

absl::Status CheckTwice(int value, int* calls) {
  SINTER_RETURN_IF_ERROR(Half(value).status());
  ++*calls;
  SINTER_RETURN_IF_ERROR(Half(value / 2).status());
  ++*calls;
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<int>> Quarter(int value) {
  SINTER_ASSIGN_OR_RETURN(int half, Half(value));
  int quarter = 0;
  SINTER_ASSIGN_OR_RETURN(quarter, Half(half));
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<int> owned,
                          absl::StatusOr<std::unique_ptr<int>>(std::make_unique<int>(quarter)));
  return owned;
}

TEST(StatusMacros, ReturnIfErrorStopsAtTheFirstFailure) {
  int calls = 0;
  EXPECT_TRUE(CheckTwice(4, &calls).ok());
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(CheckTwice(6, &calls).message(), "odd");
  EXPECT_EQ(calls, 3);
}

TEST(StatusMacros, AssignOrReturnMovesTheValue) {
  EXPECT_EQ(**Quarter(12), 3);
  EXPECT_EQ(Quarter(6).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace sinter::rt
