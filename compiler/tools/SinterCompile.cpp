// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter compile`: from a graph to a plan file, or to the text of any level on the way.

#include "compiler/tools/Graph.h"
#include "compiler/tools/Tools.h"
#include "runtime/tools/command_line.h"
#include "runtime/tools/golden.h"
#include "runtime/tools/json.h"
#include "runtime/tools/progress.h"
#include "runtime/tools/tool_status.h"
#include "runtime/tools/writable_path.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

using namespace sinter;

namespace {

constexpr char program[] = "sinter-compile";

struct CompileToolOptions {
  std::string graph, output, target = "native", fusion = "on", numerics = "fast", skinnyProducts, mergeProducts, weights, emit, cacheFolder, dumpFolder, tuning, tuningGpu,
      crashReproducer;
  std::map<std::string, int64_t> dims;
  std::optional<int64_t> group, maxRegisters, memoryLimit;
  bool stats = false, json = false, noCache = false, keepsGraph = false;
};

rt::CommandLine describeOptions(CompileToolOptions &options) {
  rt::CommandLine commandLine(
      program, "GRAPH [OPTIONS]",
      "Compiles a graph (.mlir or .onnx) to a plan file: fused kernels, library calls and the order of both. With\n"
      "neither -o nor --emit the plan is the graph's name with .plan, in the working directory. Exit codes: 0 good,\n"
      "1 what was given is wrong, 2 the machine lacks something (a compiler, room to write).");
  commandLine.Positional("GRAPH", &options.graph);
  commandLine.Text("o", "FILE", "where to write the plan or the text; - is the standard output", &options.output);
  commandLine.Text("target", "LIST",
                   "what to make machine code for, separated by commas: native\n"
                   "(default: the GPU's where a driver and a device are there, else\n"
                   "cpu), cpu, sm_NN, or compute_NN (PTX)",
                   &options.target);
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
  commandLine.Choice("weights", {"generate"}, "make weights that were stripped from the model from its .json",
                     &options.weights);
  commandLine.IntegerPairs("dim", "NAME=N", "fix a named dimension", &options.dims);
  commandLine.Choice("emit", {"sinter", "groups", "kernel", "thread", "cuda", "plan"},
                     "print the text of this level instead of writing a plan", &options.emit);
  commandLine.Integer("extract-group", "N",
                      "print group N, as --emit=groups counts them from 0, as a graph\nof its own", 0, &options.group);
  commandLine.Text("dump-ir", "DIR", "write the text of every level into this folder, numbered, and each\nkernel's",
                   &options.dumpFolder);
  commandLine.Text("crash-reproducer", "FILE",
                   "where a pass fails or crashes, write what replays it by\n`sinter opt --run-reproducer FILE`",
                   &options.crashReproducer);
  commandLine.Integer("max-registers", "N",
                      "registers, about, that a thread of a GPU's kernel is to get by with,\nfrom 32 to 255 (default: as many as there "
                      "are); kernels that would\nspill get a smaller schedule or are cut",
                      32, &options.maxRegisters);
  commandLine.Integer("memory-limit", "BYTES",
                      "what may be in memory at once beside arguments, constants and\nresults (default: as much as without fusion)", 1,
                      &options.memoryLimit);
  commandLine.Flag("keep-graph", "keep the graph's text in the plan, for `sinter tune PLAN`", &options.keepsGraph);
  commandLine.Text("tuning", "FILE", "schedules that `sinter tune` found, for the kernels that are in it", &options.tuning);
  commandLine.Text("tuning-gpu", "NAME", "of which GPU, where the file has several for the target", &options.tuningGpu);
  commandLine.Flag("stats", "print what became of the graph", &options.stats);
  commandLine.Flag("json", "the same as JSON", &options.json);
  commandLine.Text("cache-dir", "DIR",
                   "where compiled kernels are kept (default $SINTER_CACHE_DIR, else\n"
                   "$XDG_CACHE_HOME/sinter, else ~/.cache/sinter)",
                   &options.cacheFolder);
  commandLine.Flag("no-cache", "compile every kernel anew and keep none", &options.noCache);
  return commandLine;
}

GraphSettings settingsOf(const CompileToolOptions &options, rt::Progress &progress) {
  GraphSettings settings;
  settings.fusion = options.fusion == "on";
  settings.strict = options.numerics == "strict";
  settings.skinnyProducts = skinnyProductsOf(options.skinnyProducts);
  settings.mergeProducts = options.mergeProducts != "off";
  settings.generateWeights = options.weights == "generate";
  settings.dims = options.dims;
  settings.dumpFolder = options.dumpFolder;
  settings.maxRegisters = options.maxRegisters;
  settings.memoryLimit = options.memoryLimit;
  settings.keepsGraph = options.keepsGraph;
  settings.crashReproducer = options.crashReproducer;
  settings.cache = {!options.noCache, options.cacheFolder, program};
  // What goes to the standard output may be put anywhere; the graph's folder is the best guess.
  settings.planFolder = options.output == "-" || options.output.rfind("/dev/", 0) == 0 ? "" : folderOf(options.output);
  settings.progress = [&progress](const std::string &stage) { progress.Stage(stage); };
  return settings;
}

absl::Status cannotWrite(const std::string &path) {
  return rt::MachineError(absl::InternalError(absl::StrCat("cannot write ", path, ": ", std::strerror(errno))));
}

absl::Status writeOutput(const std::string &path, const std::string &bytes) {
  if (!path.empty() && path != "-")
    return rt::WriteWholeFile(path, bytes);
  bool isWritten = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
  return isWritten ? absl::OkStatus() : cannotWrite("the standard output");
}

std::string statsAsJson(const GraphPlan &plan, const std::string &path, const std::vector<std::string> &targets) {
  rt::JsonValue stages = rt::JsonValue::Object();
  for (const auto &[name, milliseconds] : plan.stages)
    stages.Set(name, rt::JsonValue::Number(milliseconds));
  const rt::PlanStats &stats = plan.stats;
  rt::JsonValue json = rt::JsonValue::Object();
  json.Set("plan", rt::JsonValue::String(path));
  json.Set("target", rt::JsonValue::String(absl::StrJoin(targets, ",")));
  json.Set("operators", rt::JsonValue::Integer(stats.operators));
  json.Set("kernels_distinct", rt::JsonValue::Integer(stats.kernels_distinct));
  json.Set("kernels_launched", rt::JsonValue::Integer(stats.kernels_launched));
  json.Set("library_calls", rt::JsonValue::Integer(stats.library_calls));
  json.Set("launches", rt::JsonValue::Integer(stats.launches));
  json.Set("bytes_unfused", rt::JsonValue::Integer(static_cast<int64_t>(stats.bytes_unfused)));
  json.Set("bytes_fused", rt::JsonValue::Integer(static_cast<int64_t>(stats.bytes_fused)));
  json.Set("stages_ms", std::move(stages));
  json.Set("nvrtc_compiles", rt::JsonValue::Integer(plan.nvrtcCompiles));
  json.Set("cache_hits", rt::JsonValue::Integer(plan.cacheHits));
  rt::JsonValue spills = rt::JsonValue::Array();
  for (const std::string &line : plan.spillReports)
    spills.Add(rt::JsonValue::String(line));
  json.Set("spills", std::move(spills));
  json.Set("fallbacks", rt::JsonValue::Integer(stats.fallbacks));
  return json.ToText() + "\n";
}

std::string statsAsText(const GraphPlan &plan, const std::string &path, const std::vector<std::string> &targets) {
  const rt::PlanStats &stats = plan.stats;
  std::string text =
      absl::StrFormat("plan           %s (%d bytes) for %s\n", path, plan.bytes.size(), absl::StrJoin(targets, ", "));
  absl::StrAppendFormat(&text, "operators      %d\n", stats.operators);
  absl::StrAppendFormat(&text, "kernels        %d launched, %d distinct\n", stats.kernels_launched,
                        stats.kernels_distinct);
  absl::StrAppendFormat(&text, "library calls  %d\nlaunches       %d\n", stats.library_calls, stats.launches);
  absl::StrAppendFormat(&text, "bytes          %d unfused, %d fused\n", stats.bytes_unfused, stats.bytes_fused);
  absl::StrAppendFormat(&text, "compiled       %d by NVRTC, %d by the host's compiler, %d from the cache\n",
                        plan.nvrtcCompiles, plan.hostCompiles, plan.cacheHits);
  absl::StrAppendFormat(&text, "fallbacks      %d\n", stats.fallbacks);
  for (const auto &[name, milliseconds] : plan.stages)
    absl::StrAppendFormat(&text, "%-14s %.1f ms\n", name, milliseconds);
  for (const rt::KernelResources &kernel : plan.resources)
    absl::StrAppendFormat(
        &text, "kernel         %s: %d registers, %d bytes of shared memory, %d of stack, %d spilled\n", kernel.symbol,
        kernel.registers, kernel.shared_bytes, kernel.stack_bytes, kernel.spill_store_bytes + kernel.spill_load_bytes);
  for (const std::string &line : plan.spillReports)
    absl::StrAppendFormat(&text, "spills         %s\n", line);
  return text;
}

/// The file to write, or nothing for the standard output; a plan without a name has the graph's.
std::string outputPath(const CompileToolOptions &options) {
  bool isUnnamedPlan = options.output.empty() && options.emit.empty() && !options.group;
  return isUnnamedPlan ? rt::VariantOf(options.graph) + ".plan" : options.output;
}

absl::Status writePlan(Graph &graph, const CompileToolOptions &options) {
  absl::StatusOr<std::vector<std::string>> targets = rt::ResolveTargets(options.target);
  if (!targets.ok())
    return targets.status();
  absl::StatusOr<GraphPlan> plan = graph.compile(*targets);
  if (!plan.ok())
    return plan.status();
  std::string path = outputPath(options);
  if (absl::Status written = writeOutput(path, plan->bytes); !written.ok())
    return written;
  if (plan->isApartFromFiles)
    std::fprintf(stderr,
                 "%s: note: the files of the graph's weights are not below the plan's folder: put the plan into %s, or give that "
                 "folder as --external-dir\n",
                 program, folderOf(options.graph).c_str());
  if (options.json)
    return writeOutput("", statsAsJson(*plan, path, *targets));
  return options.stats ? writeOutput("", statsAsText(*plan, path, *targets)) : absl::OkStatus();
}

absl::Status checkCombination(const CompileToolOptions &options) {
  bool printsText = !options.emit.empty() || options.group;
  if (!options.emit.empty() && options.group)
    return absl::InvalidArgumentError("--emit and --extract-group exclude each other");
  if (printsText && (options.stats || options.json))
    return absl::InvalidArgumentError(
        "--stats and --json are of a plan: they go with neither --emit nor --extract-group");
  if (options.maxRegisters && *options.maxRegisters > 255)
    return absl::InvalidArgumentError(absl::StrCat("expected --max-registers to be from 32 to 255, but got ", *options.maxRegisters));
  if (options.output == "-" && (options.stats || options.json))
    return absl::InvalidArgumentError("--stats and --json share the standard output with -o -");
  return absl::OkStatus();
}

absl::Status run(int argc, char **argv) {
  CompileToolOptions options;
  rt::CommandLine commandLine = describeOptions(options);
  if (absl::Status parsed = commandLine.Parse(argc, argv); !parsed.ok())
    return parsed;
  if (commandLine.wants_help())
    return writeOutput("", commandLine.Help());
  if (absl::Status good = checkCombination(options); !good.ok())
    return good;
  // Before the work, which may take minutes.
  if (std::string path = outputPath(options); !path.empty() && path != "-")
    if (absl::Status good = rt::CheckFileIsWritable(path); !good.ok())
      return rt::MachineError(good);
  rt::Progress progress(program);
  GraphSettings settings = settingsOf(options, progress);
  absl::StatusOr<Tuning> tuning = readTuning(options.tuning, options.tuningGpu);
  if (!tuning.ok())
    return tuning.status();
  settings.tuning = *std::move(tuning);
  absl::StatusOr<std::unique_ptr<Graph>> graph = Graph::read(options.graph, settings);
  if (!graph.ok())
    return graph.status();
  if (options.emit.empty() && !options.group)
    return writePlan(**graph, options);
  absl::StatusOr<std::vector<std::string>> targets = rt::ResolveTargets(options.target);
  if (!targets.ok())
    return targets.status();
  absl::StatusOr<std::string> text = options.group
                                         ? (*graph)->extractGroup(static_cast<unsigned>(*options.group), *targets)
                                         : (*graph)->print(options.emit, *targets);
  return text.ok() ? writeOutput(options.output, *text) : text.status();
}

} // namespace

int sinter::compileMain(int argc, char **argv) { return rt::ReportStatus(program, run(argc, argv)); }
