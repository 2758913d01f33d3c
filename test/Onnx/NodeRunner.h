// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs node tests: import, the reference interpreter, and the plan on the CPU path, each compared with the stored
// outputs.

#ifndef SINTER_TEST_ONNX_NODERUNNER_H
#define SINTER_TEST_ONNX_NODERUNNER_H

#include "test/Onnx/NodeTest.h"

#include <string>
#include <vector>

namespace sinter::test {

/// How far a test came.
enum class Stage {
  kImport,    // refused: an operator, a type, a value that has to be known
  kReference, // imported, but the reference interpreter fails or gives other numbers
  kCpu,       // the reference is right, but the plan does not compile or gives other numbers
  kPassed,
};
const char *stageName(Stage stage);

struct NodeResult {
  Stage stage = Stage::kPassed;
  /// Where it stopped: a short reason that does not depend on the machine, and all that was said.
  std::string reason, details;
  /// Inputs that the importer has to know and that were given as initializers.
  std::vector<std::string> constants;
};

struct NodeRunOptions {
  bool reference = true;
  bool cpu = true;
  /// Dims of inputs are symbols, whose values are known when the plan runs.
  bool symbolic = false;
  int threads = 0; // 0: as many as the machine has
};

/// One result a test. The kernels of all are compiled together.
std::vector<NodeResult> runNodeTests(const std::vector<NodeTest> &tests, const NodeRunOptions &options);

} // namespace sinter::test

#endif // SINTER_TEST_ONNX_NODERUNNER_H
