// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is expected of the node tests, in a text file: a line for each test that does not pass, or that passes with
// inputs made constants. A test without a line passes as it is.

#ifndef SINTER_TEST_ONNX_EXPECTATIONS_H
#define SINTER_TEST_ONNX_EXPECTATIONS_H

#include "test/Onnx/NodeRunner.h"

#include "absl/status/statusor.h"

#include <map>
#include <string>
#include <vector>

namespace sinter::test {

struct Expectation {
  Stage stage = Stage::kPassed;
  /// Why it stops there, or which inputs are constants.
  std::string reason;
  bool operator==(const Expectation &) const = default;
};

/// By test; those that are not in it pass.
using Expectations = std::map<std::string, Expectation>;

Expectation expectationOf(const NodeResult &result);
absl::StatusOr<Expectations> readExpectations(const std::string &path);
absl::Status writeExpectations(const std::string &path, const Expectations &expectations);

} // namespace sinter::test

#endif // SINTER_TEST_ONNX_EXPECTATIONS_H
