// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases, and the tests that are made of them: each case in each configuration is a GoogleTest test of its own; the
// kernels of all tests that will run are compiled at once, before the first.

#ifndef SINTER_TEST_EXECUTE_SUITE_H
#define SINTER_TEST_EXECUTE_SUITE_H

#include "compiler/Fuzzer/PlanRunner.h"
#include "test/Execute/GraphProgram.h"

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace sinter::test {

enum class Values {
  kRandom,   // floats of magnitude 0.05 to 2, small integers; never 0
  kSpecials, // every pair of NaN, infinities, zeros, subnormals, extremes, then random ones
};

struct Case {
  std::string suite; // "Reductions"
  std::string name;
  std::string text;
  /// One run for each.
  std::vector<SymbolValues> sizes = {{}};
  Values values = Values::kRandom;
  /// How far results of several operators may be from the reference: rounding units of the coarsest float type, of the
  /// greatest magnitude in the graph. Integers and bools are equal.
  double units = 16;
  /// Changes what was made for an argument.
  std::function<void(size_t argument, rt::HostTensor &)> adjust = {};
  /// More to hold of the results, in every configuration that returns what the graph returns.
  std::function<void(const Tensors &inputs, const Tensors &results)> check = {};
};

using Cases = std::vector<Case>;

void addElementwiseCases(Cases &cases);
void addReductionCases(Cases &cases);
void addOrderingCases(Cases &cases);
void addShapeCases(Cases &cases);
void addTileCases(Cases &cases);
void addStreamCases(Cases &cases);
void addIndexMapCases(Cases &cases);
void addScatterCases(Cases &cases);
void addCompositeCases(Cases &cases);
void addLinearCases(Cases &cases);
void addSkinnyCases(Cases &cases);
void addPlanCases(Cases &cases);
void addFaultCases(Cases &cases);
/// `count` graphs from `seed` on: graph i is made of seed + i alone.
void addRandomCases(uint64_t seed, int count, Cases &cases);

/// Random values as `values` says, for argument number `argument`.
rt::HostTensor makeValues(Values values, size_t argument, rt::ElementType type, const std::vector<int64_t> &dims, std::mt19937_64 &random);

/// Where the tests run.
struct TestDevice {
  std::unique_ptr<rt::Backend> backend;
  std::unique_ptr<rt::KernelCompiler> compiler;
};

/// Registers the tests. `device` is called once, when tests begin to run; what it made lives until they end.
void registerTests(Cases cases, const std::vector<Configuration> &configurations, std::function<absl::StatusOr<TestDevice>()> device);

/// Where a program's only argument is --write-graphs=FOLDER: writes each case there as SUITE.NAME.mlir, whose first line has the values of its symbols that a run
/// has ("// dims: n=5"), and returns the exit code. Nothing else does that without a device.
std::optional<int> writeGraphs(int argc, char **argv, const Cases &cases);

/// A line of a table of cases.
struct GraphEntry {
  const char *name;
  const char *text;
  std::vector<SymbolValues> sizes = {{}};
};

/// Fills an operand of i32 or i64 behind the first with small indices, many of them alike, some negative or out of range, and the extremes of the type.
void manyIndices(size_t argument, rt::HostTensor &tensor);

} // namespace sinter::test

#endif // SINTER_TEST_EXECUTE_SUITE_H
