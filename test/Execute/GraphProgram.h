// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph under test: compiled to plans, and evaluated by the reference. All that these tests need of MLIR is behind it.

#ifndef SINTER_TEST_EXECUTE_GRAPHPROGRAM_H
#define SINTER_TEST_EXECUTE_GRAPHPROGRAM_H

#include "compiler/Fuzzer/PlanRunner.h"
#include "compiler/Transforms/SkinnyProducts.h"
#include "runtime/base/backend.h"
#include "runtime/tensor/host_tensor.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sinter::test {

/// How a graph is compiled.
struct Configuration {
  const char *name;
  bool fusion;
  bool strict;
  /// Every operator's result is returned, in the operators' order, instead of what the graph returns.
  bool everyValue;
  /// What kernels are scheduled for: the text of a #kernel.gpu, or a target's name ("sm_80"). Empty: an H200.
  std::string gpu = "";
  SkinnyProducts skinnyProducts = SkinnyProducts::kLibrary;
};

using fuzz::CompiledGraph;
using fuzz::KernelPool;
using fuzz::PlanRunner;
using fuzz::SymbolValues;
using fuzz::Tensors;

class GraphProgram {
public:
  /// `text` is a module with a function @main.
  static absl::StatusOr<std::unique_ptr<GraphProgram>> parse(const std::string &text);
  /// Reads a file of a graph (.mlir or .onnx); weights that were stripped are generated when a plan of it is loaded.
  static absl::StatusOr<std::unique_ptr<GraphProgram>> read(const std::string &path);
  ~GraphProgram();

  /// Errors carry what the compiler said.
  absl::StatusOr<CompiledGraph> compile(const Configuration &configuration) const;

  /// Whether the graph is one operator, constants aside, and returns its results: its inputs are exact in every configuration.
  bool isSingleOperator() const;

  /// The reference's results in the declared types. `largest` is the greatest finite magnitude among all values of the
  /// graph, `epsilon` the coarsest rounding unit of its float types (0: it has none).
  struct Expected {
    Tensors results;
    double largest = 0;
    double epsilon = 0;
  };
  absl::StatusOr<Expected> evaluate(const Tensors &inputs, const SymbolValues &symbols) const;

  /// Judges each operator on its own: `values` are what a plan of `everyValue` returned, and operator after operator is
  /// evaluated on the device's own inputs to it. Tolerances: Accuracy.h. Fails with what differs.
  absl::Status checkOperators(const Tensors &inputs, const Tensors &values, const SymbolValues &symbols) const;

private:
  struct Impl;
  explicit GraphProgram(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// One operator of one result for each elementwise operator that is registered, each of its kinds and each element type
/// that it takes of `types` ("f32", "i64"…), as texts of graphs whose arguments have one dimension of `size`.
struct ElementwiseGraph {
  std::string name; // "gelu_erf_bf16"
  std::string text;
};
std::vector<ElementwiseGraph> listElementwiseGraphs(const std::vector<std::string> &types, int64_t size);

} // namespace sinter::test

#endif // SINTER_TEST_EXECUTE_GRAPHPROGRAM_H
