// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an entry of a plan on a device: once for its outputs, then as often as wanted for its time.
#ifndef SINTER_RUNTIME_TOOLS_PLAN_RUNNER_H_
#define SINTER_RUNTIME_TOOLS_PLAN_RUNNER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/base/backend.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/plan.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tools/device_arguments.h"
#include "runtime/tools/kernel_compilers.h"
#include "runtime/tools/run_inputs.h"

namespace sinter::rt {

struct PlanRunOptions {
  int64_t iterations = 1;
  int64_t repeats = 0;  // executions after the first, whose outputs are held to its bits
  bool use_graph = true;
  bool profile = false;
  bool measure_products = true;                       // ContextOptions::measure_products
  CacheOptions cache;                                 // of kernels that the plan has no image of
  std::string external_folder;                        // of external constants; empty: the plan's
  std::map<std::string, std::string> constant_files;  // .npy, by constant
  std::function<void(absl::string_view stage)> progress;
};

// What executions after the first gave.
struct RepeatResult {
  int64_t executions = 0;  // 0: none were asked for
  int64_t different = 0;   // of them, those with an output that has other bits than the first one's
  std::string first;       // the first difference: which execution, output and element, and both values
};

// What a run gave and cost.
struct RunResult {
  std::string device;                  // "NVIDIA H200 (sm_90)", "cpu", "reference"
  std::vector<std::string> names;      // of the outputs
  std::vector<HostTensor> outputs;     // of the first execution
  double time_ms_median = 0;           // of an execution, from its call to its end
  double time_ms_in_a_row = 0;         // of an execution among several that follow without a wait; 0: one iteration
  RepeatResult repeats;                // where they were asked for
  uint64_t compiles_at_load = 0;       // kernels without an image for the device
  uint64_t compiles_during_run = 0;    // after the load
  uint64_t launches =
      0;  // launches, library calls and copies; of a graph its nodes, less the second ones of sums in parts
  int64_t graph_nodes = 0;             // 0: no graph
  uint64_t fallbacks = 0;              // operators that ran as neither emitted text nor a library call
  std::vector<std::string> library;    // one line a library call
  std::vector<ShapeReport::Product> products;  // of the library calls, those with a choice of algorithms
  std::vector<StepTime> profile;       // where it was asked for
  std::optional<CheckCounts> checked;  // kernels under a check, of all runs so far
  std::vector<LaunchTraffic> traffic;  // of each kernel, where bytes are counted
};

// A plan loaded on a device, with one context that all runs share. Not thread-safe; the backend must outlive it.
class PlanRunner {
 public:
  static absl::StatusOr<std::unique_ptr<PlanRunner>> Create(std::shared_ptr<const Plan> plan, size_t entry,
                                                            Backend* backend, PlanRunOptions options);
  ~PlanRunner();
  // Compiles are counted from the load on, over all runs. Else as RunPlan.
  absl::StatusOr<RunResult> Run(const RunInputs& inputs);

 private:
  PlanRunner(std::shared_ptr<const Plan> plan, size_t entry, Backend* backend, PlanRunOptions options);
  const Entry& Model() const;
  void Stage(absl::string_view stage) const;
  absl::Status Load();
  absl::Status Prepare(const RunInputs& inputs);
  absl::Status Execute(const RunInputs& inputs, DeviceArguments* arguments, RunResult* result);
  absl::StatusOr<RepeatResult> Repeat(const RunInputs& inputs, DeviceArguments* arguments,
                                      const std::vector<HostTensor>& expected);
  absl::StatusOr<double> TimeInARow(const RunInputs& inputs, DeviceArguments* arguments);
  absl::Status Describe(const RunInputs& inputs, RunResult* result) const;

  std::shared_ptr<const Plan> plan_;
  const size_t entry_;
  Backend* backend_;
  const PlanRunOptions options_;
  std::shared_ptr<const LoadedPlan> loaded_;
  StreamHandle stream_ = nullptr;
  bool has_stream_ = false;
  std::unique_ptr<ExecutionContext> context_;
  uint64_t compiles_ = 0, compiles_at_load_ = 0;
  bool compile_failed_ = false;
};

// One run of a runner made for it.
//
// With one iteration the first execution is timed, with more they follow it. Tied outputs overwrite inputs, which are
// given their values again before each execution, outside of the time.
absl::StatusOr<RunResult> RunPlan(std::shared_ptr<const Plan> plan, size_t entry, Backend* backend,
                                  const RunInputs& inputs, const PlanRunOptions& options);

double Median(std::vector<double> values);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_PLAN_RUNNER_H_
