// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool `sinter-run`, but for what needs a compiler: its options, the run of a plan, the judgement of
// its outputs, and the report.
#ifndef SINTER_RUNTIME_TOOLS_RUN_TOOL_H_
#define SINTER_RUNTIME_TOOLS_RUN_TOOL_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/plan/plan.h"
#include "runtime/tools/command_line.h"
#include "runtime/tools/device_selection.h"
#include "runtime/tools/plan_runner.h"
#include "runtime/tools/progress.h"
#include "runtime/tools/run_inputs.h"

namespace sinter::rt {

struct RunToolOptions {
  std::string program = "sinter-run";
  std::string path;  // of the plan, or the graph
  std::string device = "auto";
  std::string inputs = "random";
  int64_t seed = 0;
  std::map<std::string, std::string> input_files;
  std::map<std::string, std::string> constant_files;
  std::map<std::string, int64_t> dims;
  std::string sweep;
  std::string entry = "main";
  std::string golden_folder;
  std::optional<double> tolerance;
  int64_t iterations = 1;
  int64_t repeats = 0;
  std::string save_folder;
  std::string products = "measured";
  bool no_graph = false, profile = false, json = false;
  std::string kernel_check = "none";
  bool count_bytes = false;
  bool no_cache = false;
  std::string cache_folder;
  std::string external_folder;
};

// Declares the options that plans and graphs share; `devices` are the choices of --device.
void AddRunOptions(CommandLine* command_line, std::vector<std::string> devices, RunToolOptions* options);

// What the outputs should be, from the same inputs.
using ReferenceFunction = std::function<absl::StatusOr<std::vector<HostTensor>>(const RunInputs& inputs)>;

InputOptions InputOptionsOf(const RunToolOptions& options);
CacheOptions CacheOptionsOf(const RunToolOptions& options);
// The device that --device names; says on stderr which one `auto` chose. With --kernel-check the CPU path under that
// check, where --device lets it be.
absl::StatusOr<Device> OpenRunDevice(const RunToolOptions& options);

// Runs the plan on `device`, then does as FinishRun says. `external_folder`: of external constants, empty for the
// plan's.
absl::Status RunPlanAndReport(const RunToolOptions& options, std::shared_ptr<const Plan> plan, const Device& device,
                              const std::string& external_folder, const ReferenceFunction& reference,
                              Progress* progress);

// The values of symbols that --sweep asks for, one map a run: "batch=1,seq=128;batch=2,seq=77".
absl::StatusOr<std::vector<std::map<std::string, int64_t>>> ParseSweep(absl::string_view text);

// Compares the outputs with the golden ones or with `reference` (where it is not null), saves them where that was asked
// for, and prints the report. An error of the user's names the worst element of each output that is out of tolerance.
absl::Status FinishRun(const RunToolOptions& options, const RunInputs& inputs, const RunResult& result,
                       const ReferenceFunction& reference);

// Whether the tool takes the file for a graph: it is called *.mlir or *.onnx.
bool IsGraphFile(const std::string& path);

// `sinter-run` of a build without the compiler: it runs plans alone.
int PlanRunMain(int argc, const char* const* argv);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_RUN_TOOL_H_
