// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter fuzz`: random graphs on a device against the reference interpreter.

#include "compiler/Fuzzer/Campaign.h"
#include "compiler/Fuzzer/GraphFile.h"
#include "compiler/Fuzzer/Shrink.h"
#include "compiler/Pipelines/Pipelines.h"
#include "compiler/tools/Graph.h"
#include "compiler/tools/Tools.h"
#include "runtime/tensor/npy.h"
#include "runtime/tools/command_line.h"
#include "runtime/tools/json.h"
#include "runtime/tools/tool_status.h"
#include "runtime/tools/writable_path.h"

#include "absl/strings/str_cat.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

using namespace sinter;

namespace {

struct FuzzOptions {
  std::string numerics = "fast", device = "cpu", fusion = "on", skinnyProducts = "auto", mergeProducts = "auto", json, out;
  int64_t seed = 1, graphs = 1000, jobs = 0, batch = 50, timeout = 120, mostFailures = 100, shrinkSeconds = 90;
  std::optional<int64_t> graph, relief;
  bool print = false, coverage = false, worst = false, quiet = false;
  std::vector<std::string> paths;
  std::map<std::string, int64_t> dims;
  int64_t elements = 1 << 16;
};

rt::CommandLine describeOptions(FuzzOptions &options) {
  rt::CommandLine commandLine("sinter-fuzz", "[GRAPH...] [OPTIONS]",
                              "Makes random graphs, or takes those of files (.mlir), runs each on a device and by the reference\n"
                              "interpreter, and holds the results to the numerics contract.\n"
                              "Exit codes: 0 nothing failed, 1 something did, 2 the machine lacks something.");
  commandLine.Positionals(&options.paths);
  commandLine.Integer("seed", "N", "what the graphs, or the arguments of GRAPH, are made of (1)", 0, &options.seed);
  commandLine.Integer("graphs", "N", "how many random ones (1000)", 1, &options.graphs);
  commandLine.Integer("graph", "N", "this one alone, as numbered by a failure", 0, &options.graph);
  commandLine.Choice("numerics", {"fast", "strict"}, "strict: every edge is an output, and each operator is judged on the device's own\n"
                                                     "operands; fast: results are held to propagated error bounds", &options.numerics);
  commandLine.IntegerPairs("dim", "NAME=N", "the value of a symbol of GRAPH, where it has such a one", &options.dims);
  commandLine.Integer("elements", "N", "of the largest value of GRAPH, at most, as far as symbols decide it (65536)", 1, &options.elements);
  commandLine.Choice("device", {"cpu", "cuda"}, "where kernels run (cpu)", &options.device);
  commandLine.Choice("fusion", {"on", "off"}, "off: each operator is a kernel or library call of its own", &options.fusion);
  commandLine.Choice("skinny-products", {"library", "auto", "kernel"}, "what products of few rows or columns become: calls of a library,\nparts of kernels, or (auto, the default) as their extents say", &options.skinnyProducts);
  commandLine.Choice("merge-products", {"auto", "off"}, "off: products of one left side stay apart (auto, the default: they\nbecome one where that saves time)", &options.mergeProducts);
  commandLine.Integer("relief", "N", "steps by which every kernel is relieved, as if it had spilled registers (0; some random graphs have some)", 0, &options.relief);
  commandLine.Integer("jobs", "N", "processes at once (as many as processors)", 0, &options.jobs);
  commandLine.Integer("batch", "N", "graphs whose kernels are compiled together (50)", 1, &options.batch);
  commandLine.Integer("timeout", "SECONDS", "after which a graph counts as hanging (120)", 1, &options.timeout);
  commandLine.Integer("most-failures", "N", "end early after so many (100)", 1, &options.mostFailures);
  commandLine.Text("out", "DIR", "a folder for each failure: the graph made small, its arguments, how to repeat it", &options.out);
  commandLine.Integer("shrink", "SECONDS", "for making a graph small (90)", 0, &options.shrinkSeconds);
  commandLine.Text("json", "FILE", "write the figures, failures and the coverage of every cell", &options.json);
  commandLine.Flag("print", "print the graphs, and run nothing", &options.print);
  commandLine.Flag("coverage", "print how often each operator was made, by type and rank", &options.coverage);
  commandLine.Flag("worst", "print how near each operator came to its tolerance (strict)", &options.worst);
  commandLine.Flag("quiet", "no progress", &options.quiet);
  return commandLine;
}

std::string commandFor(const FuzzOptions &options, uint64_t number) {
  std::string which = absl::StrCat("--seed=", options.seed, " --graph=", number);
  if (!options.paths.empty()) {
    which = absl::StrCat(options.paths[number], " --seed=", options.seed, " --elements=", options.elements);
    for (auto &[name, value] : options.dims)
      absl::StrAppend(&which, " --dim=", name, "=", value);
  }
  return absl::StrCat("sinter fuzz ", which, " --numerics=", options.numerics, " --device=", options.device,
                      options.fusion == "off" ? " --fusion=off" : "", options.skinnyProducts == "auto" ? "" : " --skinny-products=" + options.skinnyProducts, options.mergeProducts == "auto" ? "" : " --merge-products=off", options.relief ? absl::StrCat(" --relief=", *options.relief) : "");
}

std::string textOf(const fuzz::FuzzGraph &graph) {
  std::string text;
  llvm::raw_string_ostream os(text);
  const_cast<fuzz::FuzzGraph &>(graph).module->print(os);
  return text;
}

/// graph.mlir, argN.npy of the first trial, and original.mlir.
absl::Status writeFailure(const FuzzOptions &options, const std::string &folder, const fuzz::FuzzGraph &original, const fuzz::FuzzGraph &small,
                          const fuzz::FailedGraph &failed) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return absl::UnavailableError(absl::StrCat("cannot make folder `", folder, "`: ", error.message()));
  std::string message = failed.failure.message;
  for (size_t at = 0; (at = message.find('\n', at)) != std::string::npos; at += 4)
    message.replace(at, 1, "\n// ");
  std::ofstream file(folder + "/graph.mlir");
  file << "// " << failed.failure.kind << ": " << message << "\n// the original: " << commandFor(options, failed.number) << "\n// this one: sinter run graph.mlir --check --device="
       << options.device << " --numerics=" << options.numerics;
  const fuzz::Trial &trial = small.trials.front();
  for (size_t i = 0; i < trial.inputs.size(); ++i)
    file << " --input arg" << i << "=arg" << i << ".npy";
  if (small.reliefSteps != 0)
    file << "\n// with kernels relieved as here: sinter fuzz graph.mlir --relief=" << small.reliefSteps << " --device=" << options.device << " --numerics=" << options.numerics;
  file << "\n" << textOf(small);
  std::ofstream(folder + "/original.mlir") << textOf(original);
  for (size_t i = 0; i < trial.inputs.size(); ++i)
    if (absl::Status status = rt::WriteNpyFile(absl::StrCat(folder, "/arg", i, ".npy"), trial.inputs[i]); !status.ok())
      return status;
  return file.flush() ? absl::OkStatus() : absl::UnavailableError(absl::StrCat("cannot write `", folder, "/graph.mlir`"));
}

/// Of failures that look alike, the first.
absl::Status shrinkFailures(const FuzzOptions &options, const fuzz::CampaignSettings &campaign, const fuzz::CampaignResult &result) {
  std::set<std::string> seen;
  for (fuzz::FailedGraph failed : result.failures) {
    // Of mismatches any may be a fault of its own.
    std::string signature = fuzz::signatureOf(failed.failure);
    if (failed.failure.kind != "mismatch" && !seen.insert(signature).second)
      continue;
    fuzz::ShrinkSettings settings;
    settings.check = campaign.check;
    settings.device = campaign.device;
    settings.timeout = campaign.timeout;
    settings.budget = options.shrinkSeconds;
    fuzz::FuzzGraph original = campaign.source(failed.number);
    fuzz::FuzzGraph small = fuzz::shrink(fuzz::copyGraph(original), failed.failure, settings);
    std::string folder = absl::StrCat(options.out, "/", failed.failure.kind, "-", options.numerics, "-", options.seed, "-", failed.number);
    if (absl::Status status = writeFailure(options, folder, original, small, failed); !status.ok())
      return status;
    std::fprintf(stderr, "sinter-fuzz: graph %llu made small: %s/graph.mlir\n", static_cast<unsigned long long>(failed.number), folder.c_str());
  }
  return absl::OkStatus();
}

rt::JsonValue describeResult(const FuzzOptions &options, const fuzz::CampaignResult &result, const fuzz::Coverage &coverage) {
  rt::JsonValue json = rt::JsonValue::Object();
  json.Set("seed", rt::JsonValue::Integer(options.seed));
  json.Set("numerics", rt::JsonValue::String(options.numerics));
  json.Set("device", rt::JsonValue::String(options.device));
  json.Set("graphs", rt::JsonValue::Integer(result.graphs));
  json.Set("operators", rt::JsonValue::Integer(result.operators));
  json.Set("median_operators", rt::JsonValue::Integer(result.medianOperators()));
  json.Set("seconds", rt::JsonValue::Number(result.seconds));
  rt::JsonValue failures = rt::JsonValue::Array(), cells = rt::JsonValue::Array();
  for (const fuzz::FailedGraph &failed : result.failures) {
    rt::JsonValue one = rt::JsonValue::Object();
    one.Set("graph", rt::JsonValue::Integer(failed.number));
    one.Set("kind", rt::JsonValue::String(failed.failure.kind));
    one.Set("message", rt::JsonValue::String(failed.failure.message));
    one.Set("repeat", rt::JsonValue::String(commandFor(options, failed.number)));
    failures.Add(std::move(one));
  }
  for (const fuzz::Coverage::Count &count : coverage.ascending()) {
    rt::JsonValue one = rt::JsonValue::Object();
    one.Set("operator", rt::JsonValue::String(count.label));
    one.Set("type", rt::JsonValue::String(count.type));
    one.Set("rank", rt::JsonValue::Integer(count.rank));
    one.Set("count", rt::JsonValue::Integer(count.count));
    cells.Add(std::move(one));
  }
  rt::JsonValue figures = rt::JsonValue::Array();
  for (const fuzz::OperatorFigure &figure : result.figures.all()) {
    rt::JsonValue one = rt::JsonValue::Object();
    one.Set("operator", rt::JsonValue::String(figure.label));
    one.Set("type", rt::JsonValue::String(figure.type));
    one.Set("tolerance", rt::JsonValue::String(fuzz::nameOf(figure.kind)));
    one.Set("allowed_units", rt::JsonValue::Number(figure.allowedUnits));
    one.Set("results", rt::JsonValue::Integer(figure.results));
    one.Set("elements", rt::JsonValue::Integer(figure.worst.elements));
    one.Set("unjudged", rt::JsonValue::Integer(figure.worst.unjudged));
    one.Set("worst_units", rt::JsonValue::Number(figure.worst.units));
    one.Set("worst_share", rt::JsonValue::Number(figure.worst.share));
    figures.Add(std::move(one));
  }
  json.Set("edges", rt::JsonValue::Integer(result.figures.results()));
  json.Set("figures", std::move(figures));
  json.Set("failures", std::move(failures));
  json.Set("coverage", std::move(cells));
  return json;
}

void printSummary(const FuzzOptions &options, const fuzz::CampaignResult &result, const fuzz::Coverage &coverage) {
  std::vector<fuzz::Coverage::Count> counts = coverage.ascending();
  if (options.coverage) {
    std::fputs(coverage.table().c_str(), stdout);
    std::printf("least covered:\n");
    for (size_t i = 0; i < std::min<size_t>(10, counts.size()); ++i)
      std::printf("  %s on %s at rank %lld: %llu\n", counts[i].label.c_str(), counts[i].type.c_str(), static_cast<long long>(counts[i].rank),
                  static_cast<unsigned long long>(counts[i].count));
  }
  if (options.worst)
    std::fputs(result.figures.table().c_str(), stdout);
  if (options.numerics == "strict")
    std::printf("%llu edges judged, each operator's by itself\n", static_cast<unsigned long long>(result.figures.results()));
  if (!options.paths.empty()) {
    std::printf("%llu graphs, %s, on %s: %zu failures\n", static_cast<unsigned long long>(result.graphs), options.numerics.c_str(), options.device.c_str(), result.failures.size());
    return;
  }
  std::printf("%llu graphs, %s, on %s: median %u operators, %.1f graphs a second, %zu failures; each of %zu cells at least %llu times\n",
              static_cast<unsigned long long>(result.graphs), options.numerics.c_str(), options.device.c_str(), result.medianOperators(),
              result.graphs / std::max(result.seconds, 1e-3), result.failures.size(), counts.size(),
              static_cast<unsigned long long>(counts.empty() ? 0 : counts[0].count));
}

fuzz::CampaignSettings campaignSettings(const FuzzOptions &options) {
  fuzz::CampaignSettings settings;
  settings.seed = options.seed;
  settings.count = options.graph ? 1 : options.graphs;
  settings.first = options.graph.value_or(0);
  settings.device = options.device;
  settings.check.strict = options.numerics == "strict";
  settings.check.fusion = options.fusion != "off";
  settings.check.skinnyProducts = skinnyProductsOf(options.skinnyProducts);
  settings.check.mergeProducts = options.mergeProducts != "off";
  settings.jobs = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  settings.batch = options.batch;
  settings.timeout = options.timeout;
  settings.mostFailures = options.mostFailures;
  settings.isQuiet = options.quiet;
  if (!options.paths.empty()) {
    settings.first = 0;
    settings.count = options.paths.size();
    settings.check.mostViolations = 20;
    // Few graphs, so that no process is left with most of them.
    settings.batch = std::max<size_t>(1, std::min(settings.batch, settings.count / (4 * settings.jobs)));
    settings.nameOf = [paths = options.paths](uint64_t number) { return paths[number]; };
  }
  return settings;
}

absl::StatusOr<std::vector<fuzz::FuzzGraph>> readGraphs(const FuzzOptions &options, mlir::MLIRContext *context) {
  fuzz::GraphFileSettings settings;
  settings.seed = options.seed;
  settings.dims = options.dims;
  settings.elements = options.elements;
  std::vector<fuzz::FuzzGraph> graphs;
  for (const std::string &path : options.paths) {
    absl::StatusOr<fuzz::FuzzGraph> graph = fuzz::readGraphFile(context, path, settings);
    if (!graph.ok())
      return rt::UserError(graph.status());
    graphs.push_back(*std::move(graph));
  }
  return graphs;
}

/// A run may take hours: what it is to write must have its place before it begins.
absl::Status checkOutputs(const FuzzOptions &options) {
  absl::Status good = options.json.empty() ? absl::OkStatus() : rt::CheckFileIsWritable(options.json);
  if (good.ok() && !options.out.empty())
    good = rt::CheckFolderIsWritable(options.out);
  return rt::MachineError(good);
}

absl::Status run(int argc, char **argv) {
  FuzzOptions options;
  rt::CommandLine commandLine = describeOptions(options);
  if (absl::Status parsed = commandLine.Parse(argc, argv); !parsed.ok())
    return parsed;
  if (commandLine.wants_help()) {
    std::fputs(commandLine.Help().c_str(), stdout);
    return absl::OkStatus();
  }
  if (options.graph && !options.paths.empty())
    return absl::InvalidArgumentError("--graph numbers a random graph: give either it or graphs of files");
  if (options.worst && options.numerics != "strict")
    return absl::InvalidArgumentError("--worst is of edges judged one by one: it takes --numerics=strict");
  if (absl::Status good = checkOutputs(options); !good.ok())
    return good;
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  fuzz::Catalog catalog(&context);
  for (const std::string &name : catalog.forgotten())
    std::fprintf(stderr, "sinter-fuzz: nothing makes `%s`\n", name.c_str());
  fuzz::CampaignSettings settings = campaignSettings(options);
  fuzz::Generator generator(&context, catalog, settings.seed);
  absl::StatusOr<std::vector<fuzz::FuzzGraph>> graphs = readGraphs(options, &context);
  if (!graphs.ok())
    return graphs.status();
  settings.source = [&](uint64_t number) {
    fuzz::FuzzGraph graph = options.paths.empty() ? generator.make(number) : fuzz::copyGraph((*graphs)[number]);
    graph.reliefSteps = options.relief.value_or(graph.reliefSteps);
    return graph;
  };
  if (options.print) {
    for (uint64_t i = 0; i < settings.count; ++i) {
      fuzz::FuzzGraph graph = settings.source(settings.first + i);
      if (graph.reliefSteps != 0)
        std::printf("// --relief=%lld\n", static_cast<long long>(graph.reliefSteps));
      std::fputs(textOf(graph).c_str(), stdout);
    }
    return absl::OkStatus();
  }
  fuzz::Campaign campaign(&context, catalog, settings);
  fuzz::CampaignResult result = campaign.run();
  if (!result.error.empty())
    return rt::MachineError(absl::UnavailableError(result.error));
  printSummary(options, result, campaign.covered());
  if (!options.json.empty() && !(std::ofstream(options.json) << describeResult(options, result, campaign.covered()).ToText() << "\n"))
    return rt::MachineError(absl::UnavailableError(absl::StrCat("cannot write `", options.json, "`")));
  if (!options.out.empty())
    if (absl::Status status = shrinkFailures(options, settings, result); !status.ok())
      return rt::MachineError(status);
  if (!result.failures.empty())
    return absl::InvalidArgumentError(absl::StrCat(result.failures.size(), " graphs failed, the first of them by `", commandFor(options, result.failures[0].number), "`"));
  return absl::OkStatus();
}

} // namespace

int sinter::fuzzMain(int argc, char **argv) { return rt::ReportStatus("sinter-fuzz", run(argc, argv)); }
