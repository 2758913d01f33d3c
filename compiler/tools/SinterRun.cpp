// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter run`: what runtime/tools does for plans, and graphs beside: compiled for the device at hand, or evaluated by
// the reference interpreter.

#include "compiler/tools/Graph.h"
#include "compiler/tools/Tools.h"
#include "runtime/plan/plan.h"
#include "runtime/tools/run_tool.h"
#include "runtime/tools/tool_status.h"

#include "absl/strings/str_cat.h"

#include <chrono>
#include <cstdio>

using namespace sinter;

namespace {

struct GraphRunOptions {
  rt::RunToolOptions run;
  std::string fusion, numerics, skinnyProducts, mergeProducts, weights, reference, dumpFolder, crashReproducer, tuning, tuningGpu;
  bool check = false;

  /// Whether one of the options that a plan has already settled was given.
  bool isForGraph() const {
    bool isOfReference = !reference.empty();
    return !fusion.empty() || !numerics.empty() || !skinnyProducts.empty() || !mergeProducts.empty() || (!weights.empty() && !isOfReference) || !dumpFolder.empty() || !crashReproducer.empty() || !tuning.empty() || check ||
           run.device == "reference";
  }
};

rt::CommandLine describeOptions(GraphRunOptions &options) {
  rt::CommandLine commandLine(
      options.run.program, "GRAPH|PLAN [OPTIONS]",
      "Runs a plan, or a graph (.mlir or .onnx) that it compiles first, on a GPU, on the CPU path or by the\n"
      "reference interpreter; checks and times it. Exit codes: 0 good, 1 what was given is wrong or an output\n"
      "out of tolerance, 2 the machine lacks something.");
  commandLine.Positional("GRAPH or PLAN", &options.run.path);
  rt::AddRunOptions(&commandLine, {"auto", "cuda", "cpu", "reference"}, &options.run);
  commandLine.Flag("check", "compare with the reference interpreter (graphs)", &options.check);
  commandLine.Text("reference", "GRAPH", "compare with what the reference interpreter makes of GRAPH\n(plans that were compiled from it)",
                   &options.reference);
  commandLine.Choice("fusion", {"on", "off"}, "off: each operator is a kernel or library call of its own (graphs)",
                     &options.fusion);
  commandLine.Choice("numerics", {"fast", "strict"}, "strict: each operator's result is rounded to its type (graphs)",
                     &options.numerics);
  commandLine.Choice("skinny-products", {"library", "auto", "kernel"},
                     "what products of few rows or columns become: calls of a library,\nparts of kernels, or (auto, the default) as their extents say (graphs)",
                     &options.skinnyProducts);
  commandLine.Choice("merge-products", {"auto", "off"},
                     "off: products of one left side stay apart (auto, the default: they\nbecome one where that saves time; graphs)",
                     &options.mergeProducts);
  commandLine.Text("tuning", "FILE", "schedules that `sinter tune` found, as `sinter compile` takes them\n(graphs)", &options.tuning);
  commandLine.Text("tuning-gpu", "NAME", "of which GPU, where the file has several for the target", &options.tuningGpu);
  commandLine.Choice("weights", {"generate"}, "make weights that were stripped from the model (graphs)",
                     &options.weights);
  commandLine.Text("dump-ir", "DIR", "write the text of every level into this folder, numbered, and each\nkernel's (graphs)",
                   &options.dumpFolder);
  commandLine.Text("crash-reproducer", "FILE",
                   "where a pass fails or crashes, write what replays it by\n`sinter opt --run-reproducer FILE` (graphs)",
                   &options.crashReproducer);
  return commandLine;
}

rt::ReferenceFunction referenceOf(Graph &graph) {
  return [&graph](const rt::RunInputs &inputs) { return graph.evaluate(inputs.symbols, inputs.tensors); };
}

absl::Status runByReference(const GraphRunOptions &options, Graph &graph, rt::Progress &progress) {
  absl::StatusOr<rt::Entry> entry = graph.signature();
  if (!entry.ok())
    return entry.status();
  absl::StatusOr<rt::RunInputs> inputs = rt::MakeInputs(*entry, rt::InputOptionsOf(options.run));
  if (!inputs.ok())
    return inputs.status();
  progress.Stage("running the reference interpreter");
  rt::RunResult result;
  std::vector<double> times;
  for (int64_t i = 0; i < options.run.iterations; ++i) {
    auto start = std::chrono::steady_clock::now();
    absl::StatusOr<std::vector<rt::HostTensor>> outputs = graph.evaluate(inputs->symbols, inputs->tensors);
    if (!outputs.ok())
      return outputs.status();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    result.outputs = *std::move(outputs);
  }
  result.device = "reference";
  for (const rt::Argument &output : entry->outputs)
    result.names.push_back(output.name);
  result.time_ms_median = rt::Median(times);
  result.fallbacks = graph.countOperators();
  return rt::FinishRun(options.run, *inputs, result, options.check ? referenceOf(graph) : rt::ReferenceFunction());
}

absl::Status runGraph(const GraphRunOptions &options, rt::Progress &progress) {
  GraphSettings settings;
  settings.fusion = options.fusion != "off";
  settings.strict = options.numerics == "strict";
  settings.skinnyProducts = skinnyProductsOf(options.skinnyProducts);
  settings.mergeProducts = options.mergeProducts != "off";
  settings.entry = options.run.entry;
  settings.generateWeights = options.weights == "generate";
  settings.constantFiles = options.run.constant_files;
  settings.dumpFolder = options.dumpFolder;
  settings.crashReproducer = options.crashReproducer;
  settings.cache = rt::CacheOptionsOf(options.run);
  absl::StatusOr<Tuning> tuning = readTuning(options.tuning, options.tuningGpu);
  if (!tuning.ok())
    return tuning.status();
  settings.tuning = *std::move(tuning);
  settings.progress = [&progress](const std::string &stage) { progress.Stage(stage); };
  absl::StatusOr<std::unique_ptr<Graph>> graph = Graph::read(options.run.path, settings);
  if (!graph.ok())
    return graph.status();
  if (options.run.device == "reference")
    return runByReference(options, **graph, progress);
  absl::StatusOr<rt::Device> device = rt::OpenRunDevice(options.run);
  if (!device.ok())
    return device.status();
  absl::StatusOr<GraphPlan> compiled = (*graph)->compile({device->backend->target()});
  if (!compiled.ok())
    return compiled.status();
  absl::StatusOr<std::shared_ptr<const rt::Plan>> plan =
      rt::Plan::FromBytes(std::move(compiled->bytes), absl::StrCat("plan of `", options.run.path, "`"));
  if (!plan.ok())
    return plan.status();
  return rt::RunPlanAndReport(options.run, *std::move(plan), *device, folderOf(options.run.path),
                              options.check ? referenceOf(**graph) : rt::ReferenceFunction(), &progress);
}

absl::Status runPlan(const GraphRunOptions &options, rt::Progress &progress) {
  if (options.isForGraph())
    return absl::InvalidArgumentError(
        absl::StrCat(options.run.path, " is no graph (.mlir or .onnx): --check, --crash-reproducer, "
                                       "--device=reference, --dump-ir, --fusion, --merge-products, --numerics, --skinny-products, --tuning and --weights are of graphs"));
  absl::StatusOr<std::shared_ptr<const rt::Plan>> plan = rt::Plan::Load(options.run.path);
  if (!plan.ok())
    return plan.status();
  absl::StatusOr<rt::Device> device = rt::OpenRunDevice(options.run);
  if (!device.ok())
    return device.status();
  if (options.reference.empty())
    return rt::RunPlanAndReport(options.run, *std::move(plan), *device, "", nullptr, &progress);
  GraphSettings settings;
  settings.generateWeights = options.weights == "generate";
  settings.constantFiles = options.run.constant_files;
  settings.entry = options.run.entry;
  absl::StatusOr<std::unique_ptr<Graph>> graph = Graph::read(options.reference, settings);
  if (!graph.ok())
    return graph.status();
  return rt::RunPlanAndReport(options.run, *std::move(plan), *device, "", referenceOf(**graph), &progress);
}

absl::Status run(int argc, char **argv) {
  GraphRunOptions options;
  rt::CommandLine commandLine = describeOptions(options);
  if (absl::Status parsed = commandLine.Parse(argc, argv); !parsed.ok())
    return parsed;
  if (commandLine.wants_help()) {
    std::fputs(commandLine.Help().c_str(), stdout);
    return absl::OkStatus();
  }
  if (options.check + !options.run.golden_folder.empty() + !options.reference.empty() > 1)
    return absl::InvalidArgumentError("--check, --golden and --reference exclude each other");
  if (!options.reference.empty() && rt::IsGraphFile(options.run.path))
    return absl::InvalidArgumentError("--reference is of plans; a graph is its own: --check");
  if (!options.run.sweep.empty() && options.run.device == "reference")
    return absl::InvalidArgumentError("--sweep runs a plan; the reference interpreter has none");
  if (options.run.repeats > 0 && options.run.device == "reference")
    return absl::InvalidArgumentError("--repeats runs a plan; the reference interpreter has none");
  if ((options.run.kernel_check != "none" || options.run.count_bytes) && options.run.device == "reference")
    return absl::InvalidArgumentError("--kernel-check and --count-bytes are of kernels; the reference interpreter has none");
  rt::Progress progress(options.run.program);
  return rt::IsGraphFile(options.run.path) ? runGraph(options, progress) : runPlan(options, progress);
}

} // namespace

int sinter::runMain(int argc, char **argv) { return rt::ReportStatus("sinter-run", run(argc, argv)); }
