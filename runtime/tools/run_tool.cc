// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options, and the way from a plan to a report.
#include "runtime/tools/run_tool.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/npy.h"
#include "runtime/tools/golden.h"
#include "runtime/tools/run_report.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

absl::StatusOr<OutputErrors> CompareWithGolden(const RunToolOptions& options, const RunResult& result,
                                               std::string* against) {
  SINTER_ASSIGN_OR_RETURN(const Golden golden, ReadGolden(options.golden_folder, VariantOf(options.path)));
  *against = absl::StrCat(golden.oracle.empty() ? "golden" : golden.oracle, " `", golden.variant, "`");
  OutputErrors errors;
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    SINTER_ASSIGN_OR_RETURN(const GoldenOutput* output, golden.Find(result.names[i]));
    if (output->dims != result.outputs[i].dims()) {
      return absl::InvalidArgumentError(
          absl::StrCat("output `", result.names[i], "`: expected dims [", absl::StrJoin(output->dims, ", "), "] as in ",
                       options.golden_folder, ", but got [", absl::StrJoin(result.outputs[i].dims(), ", "), "]"));
    }
    Expectation expectation{&output->values, output->stride, output->std, options.tolerance.value_or(1e-4)};
    SINTER_ASSIGN_OR_RETURN(const OutputError error, MeasureOutput(result.outputs[i], expectation));
    errors.push_back(error);
  }
  return errors;
}

absl::StatusOr<OutputErrors> CompareWithReference(const RunToolOptions& options, const RunInputs& inputs,
                                                  const RunResult& result, const ReferenceFunction& reference) {
  SINTER_ASSIGN_OR_RETURN(const std::vector<HostTensor> expected, reference(inputs));
  OutputErrors errors;
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    Expectation expectation;
    expectation.values = &expected[i];
    expectation.tolerance = options.tolerance.value_or(DefaultTolerance(result.outputs[i].type()));
    expectation.relative = options.tolerance ? 0 : RoundingSlack(result.outputs[i].type());
    absl::StatusOr<OutputError> error = MeasureOutput(result.outputs[i], expectation);
    if (!error.ok()) return AddContext(error.status(), absl::StrCat("output `", result.names[i], "`"));
    errors.push_back(*error);
  }
  return errors;
}

struct Comparison {
  OutputErrors errors;
  std::string against;  // empty: nothing
};

absl::StatusOr<Comparison> Compare(const RunToolOptions& options, const RunInputs& inputs, const RunResult& result,
                                   const ReferenceFunction& reference) {
  Comparison comparison;
  comparison.errors.resize(result.outputs.size());
  if (!options.golden_folder.empty()) {
    SINTER_ASSIGN_OR_RETURN(comparison.errors, CompareWithGolden(options, result, &comparison.against));
  } else if (reference != nullptr) {
    comparison.against = "the reference interpreter";
    SINTER_ASSIGN_OR_RETURN(comparison.errors, CompareWithReference(options, inputs, result, reference));
  }
  return comparison;
}

using Shapes = std::vector<std::map<std::string, int64_t>>;

std::string NameOf(const std::map<std::string, int64_t>& shape) {
  return absl::StrJoin(shape, ",", absl::PairFormatter("="));
}

// A file name that no output's name can lead out of the folder.
std::string FileNameOf(std::string name) {
  for (char& c : name) {
    if (c == '/' || c == '\0') c = '_';
  }
  return absl::StrCat(name, ".npy");
}

absl::Status SaveOutputs(const std::string& folder, const RunResult& result) {
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    return MachineError(
        absl::InternalError(absl::StrCat("cannot make the folder ", folder, ": ", std::strerror(errno))));
  }
  std::map<std::string, std::string> names;  // by the file's
  for (const std::string& name : result.names) {
    const auto [it, is_new] = names.emplace(FileNameOf(name), name);
    if (is_new) continue;
    return UserError(absl::InvalidArgumentError(absl::StrCat("outputs `", it->second, "` and `", name,
                                                             "` would both be written to ", folder, "/", it->first)));
  }
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const absl::Status written =
        WriteNpyFile(absl::StrCat(folder, "/", FileNameOf(result.names[i])), result.outputs[i]);
    if (!written.ok()) return MachineError(written);
  }
  return absl::OkStatus();
}

absl::Status Verdict(const RunResult& result, const OutputErrors& errors, const std::string& against) {
  std::vector<std::string> bad;
  for (size_t i = 0; i < errors.size(); ++i) {
    if (!errors[i] || errors[i]->passes) continue;
    bad.push_back(absl::StrCat("output `", result.names[i], "` differs from ", against, ": ",
                               DescribeWorst(*errors[i], result.outputs[i])));
  }
  if (result.repeats.different > 0) {
    bad.push_back(absl::StrCat(result.repeats.different, " of ", result.repeats.executions,
                               " further executions differ; ", result.repeats.first));
  }
  if (bad.empty()) return absl::OkStatus();
  return UserError(absl::FailedPreconditionError(absl::StrJoin(bad, "\n")));
}

// What a check finds is the plan's fault, not the machine's.
absl::StatusOr<RunResult> RunOnce(const RunInputs& inputs, const Device& device, PlanRunner* runner) {
  // Without what ran at load.
  if (device.checked != nullptr) device.checked->TakeTraffic();
  absl::StatusOr<RunResult> result = runner->Run(inputs);
  if (device.checked == nullptr) return result;
  if (absl::IsInternal(result.status())) return UserError(result.status());
  if (!result.ok()) return result;
  result->traffic = device.checked->TakeTraffic();
  if (result->traffic.empty()) result->checked = device.checked->checked();
  return result;
}

}  // namespace

void AddRunOptions(CommandLine* command_line, std::vector<std::string> devices, RunToolOptions* options) {
  command_line->Choice("device", std::move(devices),
                       "where to run (auto: the GPU where a driver and a device are\n"
                       "there, else the CPU path)",
                       &options->device);
  command_line->Pairs("input", "NAME=FILE.npy", "an input's value", &options->input_files);
  command_line->Pairs(
      "constant", "NAME=FILE.npy",
      "a weight's value: needed where the plan or graph has none, and\notherwise instead of the one it has",
      &options->constant_files);
  command_line->Choice("inputs", {"random", "generate"},
                       "the other inputs: random by the seed (default), or generated\nfrom their names",
                       &options->inputs);
  command_line->Integer("seed", "N", "of random inputs (default 0)", 0, &options->seed);
  command_line->IntegerPairs("dim", "NAME=N", "the value of a named dimension that no input file tells",
                             &options->dims);
  command_line->Text("external-dir", "DIR",
                     "where the files of external weights lie (default the plan's or\nthe graph's folder)",
                     &options->external_folder);
  command_line->Text("sweep", "SHAPES", "one run for each shape, by one loaded plan: NAME=N,NAME=N;...",
                     &options->sweep);
  command_line->Text("entry", "NAME", "the entry to run (default main)", &options->entry);
  command_line->Text("golden", "DIR",
                     "compare with DIR/golden.json and the files that it names, of the\n"
                     "variant called as the plan or graph",
                     &options->golden_folder);
  command_line->Number("tolerance", "X",
                       "the largest error that passes, over the standard deviation of\n"
                       "what is expected (default 1e-4; with --check 1e-2 for f16 and\nbf16, 0 for integers)",
                       &options->tolerance);
  command_line->Integer("iterations", "N",
                        "executions to take the median time of (default 1: the first\n"
                        "one; with more the first is not counted)",
                        1, &options->iterations);
  command_line->Integer(
      "repeats", "N",
      "executions after the first, the outputs of each of which have to\nhave the first one's bits (default 0)", 0,
      &options->repeats);
  command_line->Text("save-outputs", "DIR", "write each output to DIR/NAME.npy", &options->save_folder);
  command_line->Choice("products", {"measured", "estimated"},
                       "a library's algorithms for products that no pin fits: the fastest by\n"
                       "a measurement before the run (default), or the library's estimate",
                       &options->products);
  command_line->Flag("no-graph", "launch step by step instead of one CUDA graph", &options->no_graph);
  command_line->Choice("kernel-check", {"none", "memory", "races"},
                       "run each kernel on the CPU path under a check: of accesses out of\n"
                       "bounds, or of accesses that no barrier orders",
                       &options->kernel_check);
  command_line->Flag(
      "count-bytes",
      "count on the CPU path what each launch loads and stores: of every\naccess, and of each place once",
      &options->count_bytes);
  command_line->Flag("profile", "also print the time of each step, with a wait after each", &options->profile);
  command_line->Text("cache-dir", "DIR",
                     "where compiled kernels are kept (default $SINTER_CACHE_DIR, else\n"
                     "$XDG_CACHE_HOME/sinter, else ~/.cache/sinter)",
                     &options->cache_folder);
  command_line->Flag("no-cache", "compile every kernel anew and keep none", &options->no_cache);
  command_line->Flag("json", "print the report as JSON", &options->json);
}

InputOptions InputOptionsOf(const RunToolOptions& options) {
  InputOptions inputs;
  inputs.values = options.inputs == "generate" ? InputValues::kGenerate : InputValues::kRandom;
  inputs.seed = static_cast<uint64_t>(options.seed);
  inputs.files = options.input_files;
  inputs.dims = options.dims;
  return inputs;
}

CacheOptions CacheOptionsOf(const RunToolOptions& options) {
  return {!options.no_cache, options.cache_folder, options.program};
}

absl::StatusOr<Device> OpenRunDevice(const RunToolOptions& options) {
  const std::string program = options.program;
  const auto note = [program](absl::string_view line) {
    std::fprintf(stderr, "%s: note: %s\n", program.c_str(), std::string(line).c_str());
  };
  if (options.kernel_check != "none" || options.count_bytes) {
    const char* option = options.count_bytes ? "--count-bytes" : "--kernel-check";
    if (options.device != "cpu" && options.device != "auto") {
      return absl::InvalidArgumentError(absl::StrCat(option, " is of the CPU path, but --device is ", options.device));
    }
    if (options.count_bytes && (options.kernel_check != "none" || options.iterations != 1 || options.repeats != 0)) {
      return absl::InvalidArgumentError("--count-bytes goes with none of --kernel-check, --iterations and --repeats");
    }
    const CpuCheck check = options.count_bytes                ? CpuCheck::kTraffic
                           : options.kernel_check == "memory" ? CpuCheck::kMemory
                                                              : CpuCheck::kRaces;
    return OpenCheckedDevice(check, CacheFolderOf(CacheOptionsOf(options)), note);
  }
  const DeviceChoice choice = options.device == "cuda"  ? DeviceChoice::kCuda
                              : options.device == "cpu" ? DeviceChoice::kCpu
                                                        : DeviceChoice::kAuto;
  SINTER_ASSIGN_OR_RETURN(Device device, OpenDevice(choice, note));
  if (choice == DeviceChoice::kAuto) {
    std::fprintf(stderr, "%s: running on %s (%s)\n", program.c_str(), device.backend->name().c_str(),
                 device.reason.c_str());
  }
  return device;
}

absl::Status RunPlanAndReport(const RunToolOptions& options, std::shared_ptr<const Plan> plan, const Device& device,
                              const std::string& external_folder, const ReferenceFunction& reference,
                              Progress* progress) {
  const absl::StatusOr<size_t> found = plan->FindEntry(options.entry);
  if (!found.ok()) {
    return absl::Status(found.status().code(), absl::StrCat(found.status().message(), "; choose one by --entry"));
  }
  const size_t entry = *found;
  PlanRunOptions run;
  run.iterations = options.iterations;
  run.repeats = options.repeats;
  run.use_graph = !options.no_graph;
  run.profile = options.profile;
  run.measure_products = options.products == "measured";
  run.cache = CacheOptionsOf(options);
  run.external_folder = options.external_folder.empty() ? external_folder : options.external_folder;
  run.constant_files = options.constant_files;
  run.progress = [progress](absl::string_view stage) { progress->Stage(std::string(stage)); };
  SINTER_ASSIGN_OR_RETURN(const Shapes shapes, ParseSweep(options.sweep));
  const bool is_sweep = !options.sweep.empty();
  if (is_sweep && (!options.golden_folder.empty() || !options.save_folder.empty())) {
    return absl::InvalidArgumentError("--sweep goes with neither --golden nor --save-outputs, which are of one shape");
  }
  SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<PlanRunner> runner,
                          PlanRunner::Create(plan, entry, device.backend.get(), run));
  std::vector<JsonValue> reports;
  std::vector<std::string> bad;
  for (const auto& shape : shapes) {
    InputOptions values = InputOptionsOf(options);
    for (const auto& [name, value] : shape) values.dims[name] = value;
    SINTER_ASSIGN_OR_RETURN(const RunInputs inputs, MakeInputs(plan->model().entries[entry], values));
    SINTER_ASSIGN_OR_RETURN(const RunResult result, RunOnce(inputs, device, runner.get()));
    if (reference != nullptr) progress->Stage("running the reference interpreter");
    if (!is_sweep) return FinishRun(options, inputs, result, reference);
    const std::string name = NameOf(shape);
    SINTER_ASSIGN_OR_RETURN(const Comparison comparison, Compare(options, inputs, result, reference));
    if (!options.json) {
      std::printf("shape      %s\n%s", name.c_str(),
                  RunReportText(result, comparison.errors, comparison.against).c_str());
    }
    reports.push_back(RunReportJson(result, comparison.errors));
    const absl::Status verdict = Verdict(result, comparison.errors, comparison.against);
    if (!verdict.ok()) bad.push_back(absl::StrCat(name, ": ", verdict.message()));
  }
  if (options.json) std::printf("%s\n", SweepReportJson(shapes, reports).ToText().c_str());
  if (bad.empty()) return absl::OkStatus();
  return UserError(absl::FailedPreconditionError(absl::StrJoin(bad, "\n")));
}

absl::StatusOr<std::vector<std::map<std::string, int64_t>>> ParseSweep(absl::string_view text) {
  Shapes shapes;
  for (absl::string_view shape : absl::StrSplit(text, ';')) {
    std::map<std::string, int64_t> symbols;
    for (absl::string_view pair : absl::StrSplit(shape, ',', absl::SkipWhitespace())) {
      const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(pair, absl::MaxSplits('=', 1));
      int64_t value = 0;
      if (!absl::SimpleAtoi(parts.second, &value) || value < 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("--sweep: expected NAME=N, N an integer of at least 0, but got `", pair, "`"));
      }
      if (!symbols.emplace(absl::StripAsciiWhitespace(parts.first), value).second) {
        return absl::InvalidArgumentError(absl::StrCat("--sweep: `", parts.first, "` is given twice in `", shape, "`"));
      }
    }
    if (symbols.empty() && !text.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("--sweep: an empty shape in `", text, "`"));
    }
    shapes.push_back(std::move(symbols));
  }
  return shapes;
}

absl::Status FinishRun(const RunToolOptions& options, const RunInputs& inputs, const RunResult& result,
                       const ReferenceFunction& reference) {
  if (!options.save_folder.empty()) SINTER_RETURN_IF_ERROR(SaveOutputs(options.save_folder, result));
  SINTER_ASSIGN_OR_RETURN(const Comparison comparison, Compare(options, inputs, result, reference));
  const std::string text = options.json ? RunReportJson(result, comparison.errors).ToText() + "\n"
                                        : RunReportText(result, comparison.errors, comparison.against);
  std::fputs(text.c_str(), stdout);
  return Verdict(result, comparison.errors, comparison.against);
}

bool IsGraphFile(const std::string& path) { return absl::EndsWith(path, ".mlir") || absl::EndsWith(path, ".onnx"); }

int PlanRunMain(int argc, const char* const* argv) {
  RunToolOptions options;
  CommandLine command_line(
      options.program, "PLAN [OPTIONS]",
      "Runs a plan on a GPU or on the CPU path, checks and times it. This build has no compiler for\n"
      "graphs. Exit codes: 0 good, 1 what was given is wrong or an output out of tolerance, 2 the\n"
      "machine lacks something.");
  command_line.Positional("PLAN", &options.path);
  AddRunOptions(&command_line, {"auto", "cuda", "cpu"}, &options);
  const auto run = [&]() -> absl::Status {
    SINTER_RETURN_IF_ERROR(command_line.Parse(argc, argv));
    if (command_line.wants_help()) {
      std::fputs(command_line.Help().c_str(), stdout);
      return absl::OkStatus();
    }
    if (IsGraphFile(options.path)) {
      return absl::InvalidArgumentError(absl::StrCat(options.path, " is a graph, and this build runs plans alone"));
    }
    Progress progress(options.program);
    SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const Plan> plan, Plan::Load(options.path));
    SINTER_ASSIGN_OR_RETURN(const Device device, OpenRunDevice(options));
    return RunPlanAndReport(options, std::move(plan), device, "", nullptr, &progress);
  };
  return ReportStatus(options.program, run());
}

}  // namespace sinter::rt
