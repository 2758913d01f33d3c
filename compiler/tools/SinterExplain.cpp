// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter explain`: what fusion makes of a graph, what it is worth, and why it is not more.

#include "compiler/tools/Graph.h"
#include "compiler/tools/Tools.h"
#include "runtime/tools/command_line.h"
#include "runtime/tools/progress.h"
#include "runtime/tools/tool_status.h"

#include "absl/strings/str_cat.h"

#include <cstdio>

using namespace sinter;

namespace {

constexpr char program[] = "sinter-explain";

struct ExplainToolOptions {
  std::string graph, target = "sm_90", entry = "main", fusion = "on", numerics = "fast", skinnyProducts, mergeProducts, cacheFolder, tuning, tuningGpu;
  std::map<std::string, int64_t> dims;
  std::optional<int64_t> top;
  std::optional<double> bandwidth, launch;
  bool json = false, noCache = false, noCompile = false;
};

rt::CommandLine describeOptions(ExplainToolOptions &options) {
  rt::CommandLine commandLine(program, "GRAPH [OPTIONS]",
                              "Says what fusion makes of a graph (.mlir or .onnx) and what that is worth: launches, "
                              "bytes and expected time with\n"
                              "and without it, bytes operator by operator, the groups, and what stopped each boundary. "
                              "Needs no GPU. Exit codes:\n"
                              "0 good, 1 what was given is wrong, 2 the machine lacks something.");
  commandLine.Positional("GRAPH", &options.graph);
  commandLine.IntegerPairs("dim", "NAME=N",
                           "what a named dimension counts as (default the greatest value that\na graph's text allows, "
                           "4096 where it sets no limit; 128 of an ONNX\nmodel)",
                           &options.dims);
  commandLine.Text("target", "NAME",
                   "what kernels are scheduled for: sm_NN (default sm_90), compute_NN\nor cpu; registers are those of "
                   "its machine code where NVRTC is there",
                   &options.target);
  commandLine.Text("entry", "NAME", "the entry to explain (default main)", &options.entry);
  commandLine.Choice("fusion", {"on", "off"}, "off: each operator is a kernel or library call of its own",
                     &options.fusion);
  commandLine.Choice("numerics", {"fast", "strict"}, "strict: each operator's result is rounded to its type",
                     &options.numerics);
  commandLine.Choice("skinny-products", {"library", "auto", "kernel"},
                     "what products of few rows or columns become: calls of a library,\nparts of kernels, or (auto, the default) as their extents say",
                     &options.skinnyProducts);
  commandLine.Choice("merge-products", {"auto", "off"},
                     "off: products of one left side stay apart (auto, the default: they\nbecome one where that saves time)",
                     &options.mergeProducts);
  commandLine.Text("tuning", "FILE", "schedules that `sinter tune` found, as `sinter compile` takes them", &options.tuning);
  commandLine.Text("tuning-gpu", "NAME", "of which GPU, where the file has several for the target", &options.tuningGpu);
  commandLine.Number("bandwidth", "GB/S", "of the memory, for the expected time (default the target's)",
                     &options.bandwidth);
  commandLine.Number("launch-us", "US", "of one launch, for the expected time (default the target's)", &options.launch);
  commandLine.Integer("top", "N",
                      "rows of the ledger, kinds of groups and kinds of boundaries in the\ntext (default 20; 0: all)",
                      0, &options.top);
  commandLine.Flag("json", "print all of it as JSON; docs/Explain.md describes it", &options.json);
  commandLine.Flag("no-compile", "make no machine code, even where NVRTC is there", &options.noCompile);
  commandLine.Text("cache-dir", "DIR",
                   "where compiled kernels are kept (default $SINTER_CACHE_DIR, else\n"
                   "$XDG_CACHE_HOME/sinter, else ~/.cache/sinter)",
                   &options.cacheFolder);
  commandLine.Flag("no-cache", "compile every kernel anew and keep none", &options.noCache);
  return commandLine;
}

absl::Status run(int argc, char **argv) {
  ExplainToolOptions options;
  rt::CommandLine commandLine = describeOptions(options);
  if (absl::Status parsed = commandLine.Parse(argc, argv); !parsed.ok())
    return parsed;
  if (commandLine.wants_help()) {
    std::fputs(commandLine.Help().c_str(), stdout);
    return absl::OkStatus();
  }
  if (options.bandwidth && *options.bandwidth <= 0)
    return absl::InvalidArgumentError("--bandwidth: expected a number above 0");
  absl::StatusOr<std::vector<std::string>> targets = rt::ResolveTargets(options.target);
  if (!targets.ok())
    return targets.status();
  if (targets->size() != 1)
    return absl::InvalidArgumentError("--target: expected one target: registers and times are of one");
  rt::Progress progress(program);
  GraphSettings settings;
  settings.fusion = options.fusion == "on";
  settings.strict = options.numerics == "strict";
  settings.skinnyProducts = skinnyProductsOf(options.skinnyProducts);
  settings.mergeProducts = options.mergeProducts != "off";
  settings.entry = options.entry;
  absl::StatusOr<Tuning> tuning = readTuning(options.tuning, options.tuningGpu);
  if (!tuning.ok())
    return tuning.status();
  settings.tuning = *std::move(tuning);
  // The values of weights change nothing that is explained.
  settings.generateWeights = true;
  settings.cache = {!options.noCache, options.cacheFolder, program};
  settings.progress = [&progress](const std::string &stage) { progress.Stage(stage); };
  absl::StatusOr<std::unique_ptr<Graph>> graph = Graph::read(options.graph, settings);
  if (!graph.ok())
    return graph.status();
  ExplainSettings explain;
  explain.dims = options.dims;
  explain.target = targets->front();
  explain.makesCode = !options.noCompile;
  explain.bandwidth = options.bandwidth;
  explain.launchMicroseconds = options.launch;
  absl::StatusOr<FusionReport> report = (*graph)->explain(explain);
  if (!report.ok())
    return report.status();
  std::string text =
      options.json ? reportAsJson(*report) : reportAsText(*report, static_cast<unsigned>(options.top.value_or(20)));
  bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return isWritten ? absl::OkStatus() : rt::MachineError(absl::InternalError("cannot write to the standard output"));
}

} // namespace

int sinter::explainMain(int argc, char **argv) { return rt::ReportStatus(program, run(argc, argv)); }
