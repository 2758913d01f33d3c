// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph as the tools see it: read, compiled, printed and evaluated, without a word of MLIR, so that the tools compile
// quickly.

#ifndef SINTER_COMPILER_TOOLS_GRAPH_H
#define SINTER_COMPILER_TOOLS_GRAPH_H

#include "compiler/Explain/FusionReport.h"
#include "compiler/Pipelines/DistinctKernel.h"
#include "compiler/Transforms/SkinnyProducts.h"
#include "compiler/Tuning/TuningFile.h"
#include "runtime/jit/kernel_compiler.h"
#include "runtime/plan/plan_model.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tools/kernel_compilers.h"

#include "absl/status/statusor.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sinter {

/// Schedules that tuning found, and of which GPU; empty: of the only one that the file has for the target.
struct Tuning {
  std::shared_ptr<const TuningFile> file; // null: the rules choose all schedules
  std::string gpu;
};

struct GraphSettings {
  bool fusion = true;
  bool strict = false;
  SkinnyProducts skinnyProducts = SkinnyProducts::kAuto;
  bool mergeProducts = true;
  bool generateWeights = false;
  /// The function that signature(), evaluate() and countOperators() are of.
  std::string entry = "main";
  /// Named dimensions to fix when the graph is read.
  std::map<std::string, int64_t> dims;
  /// Files of parameters' values (.npy) for evaluate(), by name; instead of the source that the graph gives, where it does.
  std::map<std::string, std::string> constantFiles;
  rt::CacheOptions cache;
  /// Registers that a thread of a kernel is to get by with, about; what is more is spilled. Nothing: as many as the GPU has.
  std::optional<int64_t> maxRegisters;
  /// Bytes that a plan may have in memory at once, beside arguments, constants and results. Nothing: as many as without fusion.
  std::optional<int64_t> memoryLimit;
  Tuning tuning;
  /// Whether plans keep the graph's text.
  bool keepsGraph = false;
  /// The folder that plans will lie in, which names external files from there on; empty: the graph's own.
  std::string planFolder;
  /// A folder, made where it is not there, for the text of each level on the way and of each kernel; empty: none.
  std::string dumpFolder;
  /// A file for what replays a pass that fails or crashes; empty: none.
  std::string crashReproducer;
  /// Called with the name of each stage as it begins.
  std::function<void(const std::string &)> progress;
};

/// What `--skinny-products` has as `name`, one of skinnyProductsNames; empty: not given.
SkinnyProducts skinnyProductsOf(const std::string &name);

/// A plan and what making it took.
struct GraphPlan {
  std::string bytes;
  rt::PlanStats stats;
  std::vector<std::pair<std::string, double>> stages; // milliseconds, in order
  std::vector<rt::KernelResources> resources;         // a target after another, where the compiler tells
  std::vector<std::string> spillReports;              // a line for each kernel that spilled registers
  int64_t nvrtcCompiles = 0, hostCompiles = 0;        // kernels
  int64_t cacheHits = 0;                              // kernels
  /// The plan has external files and will not find them: the graph's folder is not below its own.
  bool isApartFromFiles = false;
};

struct ExplainSettings {
  /// What symbols count as; see SymbolValues for the others.
  std::map<std::string, int64_t> dims;
  std::string target; // as resolveTargets gives it
  /// Whether kernels are compiled, for their registers, where their compiler is there.
  bool makesCode = true;
  /// Instead of the target's own.
  std::optional<double> bandwidth, launchMicroseconds;
};

/// The folder that `path` lies in, below which the files of external weights must lie; "." for a bare name.
std::string folderOf(const std::string &path);

/// What `--tuning=FILE` and `--tuning-gpu=NAME` of a tool ask for: nothing where `path` is empty; a file that is not there is the user's error.
absl::StatusOr<Tuning> readTuning(const std::string &path, const std::string &gpu);

/// Statuses carry an exit code (runtime/tools/tool_status.h); the diagnostics behind them are on stderr by then.
class Graph {
public:
  /// Reads a .mlir or .onnx file.
  static absl::StatusOr<std::unique_ptr<Graph>> read(const std::string &path, const GraphSettings &settings);
  /// The graph that the plan of file `path` keeps; its fusion and numerics take the place of those of `settings`. What is missing is told.
  static absl::StatusOr<std::unique_ptr<Graph>> readKept(const std::string &path, GraphSettings settings);
  ~Graph();

  /// `targets` as resolveTargets gives them; with none the plan holds the kernels' text alone.
  absl::StatusOr<GraphPlan> compile(const std::vector<std::string> &targets);
  /// The text after a stage: "sinter", "groups", "kernel", "thread", "cuda" or "plan", as compile() makes it for `targets`.
  absl::StatusOr<std::string> print(const std::string &stage, const std::vector<std::string> &targets);
  /// As compile(), by other schedules than the settings say.
  absl::StatusOr<GraphPlan> compileTuned(const std::vector<std::string> &targets, const Tuning &tuning);
  /// The distinct kernels of all entries, by the rules' schedules for `target`, with at most `candidates` others each.
  absl::StatusOr<std::vector<DistinctKernel>> findKernels(const std::string &target, size_t candidates);
  /// What compiles their texts, "nvrtc 13.0".
  std::string kernelCompiler() const;
  /// Plans with kernel `number` of those alone, one for each of `schedules` (empty: by the rules, and relieved where that spills registers): what it reads
  /// are the inputs, what it writes the outputs. Texts are compiled side by side. A status says why there is no plan, such as registers that it would spill.
  std::vector<absl::StatusOr<GraphPlan>> compileKernel(size_t number, const std::vector<std::string> &schedules);
  /// Group `number` as a graph of its own.
  absl::StatusOr<std::string> extractGroup(unsigned number, const std::vector<std::string> &targets);

  /// What fusion makes of the entry.
  absl::StatusOr<FusionReport> explain(const ExplainSettings &explain);

  /// The symbols, inputs and outputs of the entry, with nothing to run.
  absl::StatusOr<rt::Entry> signature();
  /// The outputs of the entry by the reference interpreter. `symbols` are in the signature's order.
  absl::StatusOr<std::vector<rt::HostTensor>> evaluate(const std::vector<int64_t> &symbols,
                                                       const std::vector<rt::HostTensor> &inputs);
  /// The folder that external files are named from.
  std::string folder() const;
  /// Operators of the entry as it was read.
  uint64_t countOperators();

private:
  struct State;
  explicit Graph(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace sinter

#endif // SINTER_COMPILER_TOOLS_GRAPH_H
