// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter tune`: a few schedules of each distinct kernel, measured beside the one that the rules choose, and what a library has for each distinct product; what wins is kept
// in a tuning file.

#include "compiler/tools/Graph.h"
#include "compiler/tools/Tools.h"
#include "compiler/tools/TuneReport.h"
#include "runtime/gemm/column_major_product.h"
#include "runtime/gemm/matmul_key.h"
#include "runtime/measure/form_race.h"
#include "runtime/measure/measurement.h"
#include "runtime/plan/plan.h"
#include "runtime/plan/shape_program.h"
#include "runtime/tools/command_line.h"
#include "runtime/tools/golden.h"
#include "runtime/tools/kernel_compilers.h"
#include "runtime/tools/progress.h"
#include "runtime/tools/run_tool.h"
#include "runtime/tools/tool_status.h"
#include "runtime/tools/writable_path.h"

#include "llvm/Support/Regex.h"

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

#include <algorithm>
#include <cmath>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>

using namespace sinter;

namespace {

constexpr char program[] = "sinter-tune";

struct TuneToolOptions {
  std::string graph, output, tuning, device = "cuda", fusion, numerics, skinnyProducts, mergeProducts, weights, entry = "main", only = ".", cacheFolder, keep;
  std::map<std::string, int64_t> dims, at;
  int64_t candidates = 12, rounds = 15;
  std::optional<double> budget;
  bool again = false, prepare = false, json = false;
};

rt::CommandLine describeOptions(TuneToolOptions &options) {
  rt::CommandLine commandLine(program, "GRAPH|PLAN [OPTIONS]",
                              "Measures a few schedules of each distinct kernel of a graph (.mlir or .onnx, or what `sinter compile --keep-graph` has\n"
                              "left of one in a plan) beside the one that the rules choose, each kernel alone on rotating buffers in a CUDA graph, then\n"
                              "a library's algorithms for each distinct product, and keeps what wins in a tuning file, which `sinter compile --tuning` takes. Exit codes: 0 good, 1 what was given is wrong or a schedule computes something else, 2 the machine\n"
                              "lacks something.");
  commandLine.Positional("GRAPH or PLAN", &options.graph);
  commandLine.Text("tuning", "FILE", "where what is found is kept, beside what is there (default the\ngraph's name with .tuning.jsonl, in the working directory)",
                   &options.tuning);
  commandLine.Text("o", "PLAN", "write the plan with the winners pinned", &options.output);
  commandLine.Choice("device", {"cuda", "cpu"}, "cpu tries everything out on the CPU path; its times mean nothing", &options.device);
  commandLine.IntegerPairs("dim", "NAME=N", "fix a named dimension, as `sinter compile` does", &options.dims);
  commandLine.IntegerPairs("at", "NAME=N",
                           "what a named dimension that stays one is while measuring (default the\ngreatest value that the graph allows, 4096 where it sets no limit)", &options.at);
  commandLine.Integer("candidates", "N", "schedules of a kernel beside the rules' (default 12)", 1, &options.candidates);
  commandLine.Integer("rounds", "N", "of all schedules of a kernel in turn (default 15)", 3, &options.rounds);
  commandLine.Number("budget", "SECONDS", "after which no other kernel is begun", &options.budget);
  commandLine.Text("only", "REGEX", "kernels, and steps of products, with such a name", &options.only);
  commandLine.Flag("again", "measure kernels and products too that the tuning file has for this GPU, these\nrules and this version of the library", &options.again);
  commandLine.Flag("prepare", "compile everything into the cache of kernels, and measure nothing", &options.prepare);
  commandLine.Text("keep", "DIR", "write each kernel's plans there: KERNEL-0.plan by the rules, KERNEL-1.plan\nand so on by the candidates", &options.keep);
  commandLine.Text("entry", "NAME", "of several: the one whose plan is timed as a whole (default main)", &options.entry);
  commandLine.Choice("fusion", {"on", "off"}, "off: each operator is a kernel or library call of its own", &options.fusion);
  commandLine.Choice("numerics", {"fast", "strict"}, "strict: each operator's result is rounded to its type", &options.numerics);
  commandLine.Choice("skinny-products", {"library", "auto", "kernel"},
                     "what products of few rows or columns become: calls of a library,\nparts of kernels, or (auto, the default) as their extents say",
                     &options.skinnyProducts);
  commandLine.Choice("merge-products", {"auto", "off"},
                     "off: products of one left side stay apart (auto, the default: they\nbecome one where that saves time)",
                     &options.mergeProducts);
  commandLine.Choice("weights", {"generate"}, "make weights that were stripped from the model from its .json", &options.weights);
  commandLine.Flag("json", "print all figures as JSON", &options.json);
  commandLine.Text("cache-dir", "DIR",
                   "where compiled kernels are kept (default $SINTER_CACHE_DIR, else\n"
                   "$XDG_CACHE_HOME/sinter, else ~/.cache/sinter)",
                   &options.cacheFolder);
  return commandLine;
}

std::string readDriverVersion() {
  std::ifstream file("/sys/module/nvidia/version");
  std::string version;
  std::getline(file, version);
  return version;
}

/// A win is more than this, so that tuning again keeps what it found.
constexpr double leastGainPercent = 1;

bool isWin(double ratio, double noisePercent) { return ratio > 1 + std::max(leastGainPercent, noisePercent) / 100; }

class Tuner {
public:
  Tuner(const TuneToolOptions &options, rt::Progress &progress) : options(options), progress(progress), only(options.only) {}

  absl::Status run() {
    if (absl::Status good = open(); !good.ok())
      return good;
    absl::StatusOr<std::vector<DistinctKernel>> kernels = graph->findKernels(target, static_cast<size_t>(options.candidates));
    if (!kernels.ok())
      return kernels.status();
    for (size_t i = 0; i < kernels->size(); ++i)
      if (only.match((*kernels)[i].name))
        if (absl::Status tuned = tuneKernel(i, (*kernels)[i]); !tuned.ok())
          return tuned;
    if (absl::Status compiled = compileByRules(); !compiled.ok())
      return compiled;
    if (absl::Status tuned = tuneProducts(); !tuned.ok())
      return tuned;
    if (absl::Status whole = tuneWhole(); !whole.ok())
      return whole;
    std::string text = options.json ? report.toJson().ToText() + "\n" : report.toText();
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::vector<std::string> wrong;
    for (const TunedKernel &outcome : report.kernels)
      if (outcome.isWrong)
        wrong.push_back(outcome.kernel.name);
    if (!wrong.empty())
      return rt::UserError(absl::DataLossError(absl::StrCat("a schedule computes something else than the rules': ", absl::StrJoin(wrong, ", "))));
    return absl::OkStatus();
  }

private:
  bool isCpu() const { return options.device == "cpu"; }

  absl::Status open() {
    report.timesMeanSomething = !isCpu();
    report.isMeasured = !options.prepare;
    std::string error;
    if (!only.isValid(error))
      return absl::InvalidArgumentError(absl::StrCat("--only: ", error));
    report.tuningPath = options.tuning.empty() ? rt::VariantOf(options.graph) + ".tuning.jsonl" : options.tuning;
    if (absl::Status good = options.keep.empty() ? absl::OkStatus() : rt::CheckFolderIsWritable(options.keep); !good.ok())
      return rt::MachineError(good);
    std::error_code unmade;
    if (!options.keep.empty())
      std::filesystem::create_directories(options.keep, unmade);
    for (const std::string &path : {report.tuningPath, options.output})
      if (absl::Status good = path.empty() ? absl::OkStatus() : rt::CheckFileIsWritable(path); !good.ok())
        return rt::MachineError(good);
    absl::StatusOr<TuningFile> file = TuningFile::read(report.tuningPath);
    if (!file.ok())
      return file.status();
    tuning = *std::move(file);
    cache.folder = options.cacheFolder;
    cache.tool = program;
    GraphSettings settings;
    settings.fusion = options.fusion != "off";
    settings.strict = options.numerics == "strict";
    settings.skinnyProducts = skinnyProductsOf(options.skinnyProducts);
    settings.mergeProducts = options.mergeProducts != "off";
    settings.generateWeights = options.weights == "generate";
    settings.dims = options.dims;
    settings.entry = options.entry;
    settings.cache = cache;
    settings.planFolder = options.output.empty() ? "" : folderOf(options.output);
    // A plan that is made of a plan keeps the graph too.
    settings.keepsGraph = !rt::IsGraphFile(options.graph);
    absl::StatusOr<std::unique_ptr<Graph>> read = settings.keepsGraph ? Graph::readKept(options.graph, settings) : Graph::read(options.graph, settings);
    if (!read.ok())
      return read.status();
    graph = *std::move(read);
    if (absl::Status good = checkSymbols(); !good.ok())
      return good;
    return options.prepare ? findTarget() : openDevice();
  }

  /// What --entry and --at name is there.
  absl::Status checkSymbols() const {
    absl::StatusOr<rt::Entry> entry = graph->signature();
    if (!entry.ok())
      return entry.status();
    for (const auto &[name, value] : options.at) {
      std::vector<std::string> names;
      for (const rt::Symbol &symbol : entry->symbols)
        names.push_back(symbol.name);
      if (std::find(names.begin(), names.end(), name) == names.end())
        return rt::UserError(absl::InvalidArgumentError(
            absl::StrCat(options.graph, ": --at names `", name, "`, but ", names.empty() ? "no named dimension is left" : absl::StrCat("there are: ", absl::StrJoin(names, ", ")))));
    }
    return absl::OkStatus();
  }

  /// To compile ahead: what measures at the same time has the device to itself.
  absl::Status findTarget() {
    absl::StatusOr<std::vector<std::string>> targets = rt::ResolveTargets(isCpu() ? "cpu" : "native");
    if (!targets.ok())
      return targets.status();
    target = gpu = report.device = targets->front();
    if (!isCpu() && absl::StartsWith(target, "cpu"))
      return rt::MachineError(absl::NotFoundError("device cuda: there is no GPU here"));
    return absl::OkStatus();
  }

  absl::Status openDevice() {
    absl::StatusOr<std::unique_ptr<rt::MeasuredDevice>> opened = rt::MeasuredDevice::Open(isCpu() ? rt::DeviceChoice::kCpu : rt::DeviceChoice::kCuda, cache);
    if (!opened.ok())
      return opened.status();
    device = *std::move(opened);
    target = device->backend()->target();
    report.device = device->backend()->name();
    gpu = std::string(absl::StripSuffix(report.device, absl::StrCat(" (", target, ")")));
    return absl::OkStatus();
  }

  double passed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }

  /// What is not measured is told, and is no failure of the tool.
  absl::Status tuneKernel(size_t number, const DistinctKernel &kernel) {
    TunedKernel outcome;
    outcome.kernel = kernel;
    const TuningEntry *known = tuning.find(kernel.fingerprint, gpu, target);
    // What other rules chose may be worse or better now.
    if (known && known->rule == kernel.rule && !options.again) {
      outcome.status = "known";
      outcome.entry = *known;
    } else if (options.budget && passed() > *options.budget && !options.prepare) {
      outcome.status = "not measured: the budget is spent";
    } else {
      progress.Stage(absl::StrCat(options.prepare ? "compiling " : "measuring ", kernel.name));
      measure(number, outcome);
    }
    bool isNew = outcome.isMeasured;
    report.kernels.push_back(std::move(outcome));
    if (!isNew)
      return absl::OkStatus();
    tuning.set(report.kernels.back().entry);
    return tuning.write();
  }

  void measure(size_t number, TunedKernel &outcome) {
    std::vector<std::string> schedules = {""};
    schedules.insert(schedules.end(), outcome.kernel.candidates.begin(), outcome.kernel.candidates.end());
    std::vector<absl::StatusOr<GraphPlan>> plans = graph->compileKernel(number, schedules);
    std::vector<rt::RacedForm> forms;
    for (size_t i = 0; i < schedules.size(); ++i) {
      outcome.trials.push_back({schedules[i], std::string(plans[i].status().message())});
      forms.push_back({i == 0 ? "rules'" : schedules[i], plans[i].ok() ? rt::Plan::FromBytes(plans[i]->bytes, outcome.kernel.name) : plans[i].status()});
    }
    if (absl::Status kept = keepPlans(outcome.kernel.name, plans); !kept.ok()) {
      outcome.status = absl::StrCat("not measured: ", kept.message());
      return;
    }
    if (options.prepare || !forms[0].plan.ok()) {
      outcome.status = options.prepare ? "compiled" : absl::StrCat("not measured: ", forms[0].plan.status().message());
      return;
    }
    absl::StatusOr<rt::RaceOptions> race = raceOptions((*forms[0].plan)->model().entries[0], outcome.kernel.divisors);
    absl::StatusOr<rt::RaceReport> times = race.ok() ? rt::RaceForms(device->measurement(), forms, *race) : race.status();
    if (!times.ok()) {
      outcome.status = absl::StrCat("not measured: ", times.status().message());
      return;
    }
    for (size_t i = 0; i < schedules.size(); ++i) {
      const rt::FormTime &time = times->forms[i];
      outcome.trials[i] = {schedules[i], time.error, time.microseconds, time.ratio, time.noise_percent};
      outcome.isWrong |= absl::StrContains(time.error, "are not the rules' form's");
    }
    finish(outcome, forms, *race);
  }

  absl::Status keepPlans(const std::string &name, const std::vector<absl::StatusOr<GraphPlan>> &plans) const {
    for (size_t i = 0; i < plans.size() && !options.keep.empty(); ++i)
      if (plans[i].ok())
        if (absl::Status written = rt::WriteWholeFile(absl::StrCat(options.keep, "/", name, "-", i, ".plan"), plans[i]->bytes); !written.ok())
          return written;
    return absl::OkStatus();
  }

  /// The two best, once more and longer beside the rules' choice; the better one wins, if it does.
  void finish(TunedKernel &outcome, const std::vector<rt::RacedForm> &forms, rt::RaceOptions race) {
    std::vector<size_t> best;
    for (size_t i = 1; i < forms.size(); ++i)
      if (outcome.trials[i].error.empty() && isWin(outcome.trials[i].ratio, 0))
        best.push_back(i);
    std::stable_sort(best.begin(), best.end(), [&](size_t a, size_t b) { return outcome.trials[a].ratio > outcome.trials[b].ratio; });
    constexpr size_t confirmed = 2;
    best.resize(std::min(best.size(), confirmed));
    const Trial &rule = outcome.trials[0];
    TuningEntry &entry = outcome.entry;
    entry.schedule = entry.rule = outcome.kernel.rule;
    entry.ruleMicroseconds = entry.tunedMicroseconds = rule.microseconds;
    outcome.status = "rule";
    if (!best.empty()) {
      std::vector<rt::RacedForm> finalists = {forms[0]};
      for (size_t i : best)
        finalists.push_back(forms[i]);
      race.rounds *= 2;
      race.limit_seconds *= 2;
      absl::StatusOr<rt::RaceReport> times = rt::RaceForms(device->measurement(), finalists, race);
      if (!times.ok()) {
        outcome.status = absl::StrCat("not measured: ", times.status().message());
        return;
      }
      entry.ruleMicroseconds = entry.tunedMicroseconds = times->forms[0].microseconds;
      double mostRatio = 0;
      for (size_t i = 0; i < best.size(); ++i) {
        const rt::FormTime &time = times->forms[i + 1];
        outcome.trials[best[i]] = {outcome.trials[best[i]].schedule, time.error, time.microseconds, time.ratio, time.noise_percent};
        if (!time.error.empty() || !isWin(time.ratio, time.noise_percent) || time.ratio <= mostRatio)
          continue;
        mostRatio = time.ratio;
        entry.schedule = outcome.trials[best[i]].schedule;
        // By the rounds' own ratios, which are steadier than the quotient of the medians.
        entry.tunedMicroseconds = entry.ruleMicroseconds / time.ratio;
        outcome.status = "tuned";
      }
    }
    describe(outcome, race.symbols, (*forms[0].plan)->model().entries[0]);
  }

  void describe(TunedKernel &outcome, const std::vector<int64_t> &symbols, const rt::Entry &model) {
    TuningEntry &entry = outcome.entry;
    auto round = [](double microseconds) { return std::round(microseconds * 1e3) / 1e3; };
    entry.ruleMicroseconds = round(entry.ruleMicroseconds);
    entry.tunedMicroseconds = round(entry.tunedMicroseconds);
    entry.kernel = outcome.kernel.fingerprint;
    entry.gpu = gpu;
    entry.target = target;
    entry.name = outcome.kernel.name;
    for (const Trial &trial : outcome.trials)
      entry.candidates += !trial.schedule.empty() && trial.error.empty();
    for (size_t i = 0; i < symbols.size(); ++i)
      entry.at[model.symbols[i].name] = symbols[i];
    entry.date = absl::FormatTime("%Y-%m-%d", absl::Now(), absl::UTCTimeZone());
    entry.driver = isCpu() ? "" : readDriverVersion();
    entry.compiler = graph->kernelCompiler();
    entry.version = SINTER_VERSION;
    outcome.isMeasured = true;
  }

  /// Times of `entry`, at values of its symbols that `divisors` divide.
  absl::StatusOr<rt::RaceOptions> raceOptions(const rt::Entry &entry, const std::map<std::string, int64_t> &divisors) const {
    constexpr int64_t assumed = 4096;
    rt::RaceOptions race;
    // A few times the cache. On the CPU path to try it out.
    race.rotate_bytes = isCpu() ? 1000 : 512'000'000;
    race.replay_microseconds = 1000;
    race.rounds = options.rounds;
    race.limit_seconds = 2;
    race.cache = cache;
    race.external_folder = graph->folder();
    for (const rt::Symbol &symbol : entry.symbols) {
      auto given = options.at.find(symbol.name);
      int64_t value = given != options.at.end() ? given->second : symbol.max < unlimited ? symbol.max : std::max(assumed, symbol.min);
      auto divisor = divisors.find(symbol.name);
      int64_t step = std::lcm(std::max<int64_t>(1, symbol.divisor), divisor == divisors.end() ? 1 : divisor->second);
      value -= value % step;
      if (value < symbol.min || value > symbol.max)
        return absl::InvalidArgumentError(absl::StrCat("`", symbol.name, "` = ", value, ": expected a value from ", symbol.min, " to ", symbol.max, " that ", step, " divides; give --at"));
      race.symbols.push_back(value);
    }
    return race;
  }

  absl::Status compileByRules() {
    progress.Stage("compiling the graph");
    rule = graph->compileTuned({target}, {});
    if (!rule.ok())
      return rule.status();
    rulePlan = rt::Plan::FromBytes(rule->bytes, options.graph);
    return rulePlan.status();
  }

  /// The products of all entries of the graph's plan, each distinct one once.
  absl::Status tuneProducts() {
    if (options.prepare)
      return absl::OkStatus();
    struct Found {
      TunedProduct outcome;
      rt::MatmulProblem problem;
      std::map<std::string, int64_t> at;
    };
    std::vector<Found> all;
    std::map<std::string, size_t> numbers; // by fingerprint
    for (const rt::Entry &entry : (*rulePlan)->model().entries) {
      absl::StatusOr<rt::RaceOptions> race = raceOptions(entry, {});
      absl::StatusOr<std::vector<rt::PlanProduct>> products =
          race.ok() ? rt::EvaluateProducts((*rulePlan)->model(), entry, race->symbols) : absl::StatusOr<std::vector<rt::PlanProduct>>(race.status());
      if (!products.ok()) {
        report.products.push_back({absl::StrCat("all of entry ", entry.name), "", 0, absl::StrCat("not measured: ", products.status().message()), {}, {}});
        continue;
      }
      for (rt::PlanProduct &product : *products) {
        std::string fingerprint = rt::MatmulFingerprint(product.problem);
        auto [number, isNew] = numbers.emplace(fingerprint, all.size());
        if (isNew) {
          all.push_back({{product.step, fingerprint, 0, "", {}, {}}, std::move(product.problem), {}});
          for (size_t i = 0; i < race->symbols.size(); ++i)
            all.back().at[entry.symbols[i].name] = race->symbols[i];
        }
        ++all[number->second].outcome.calls;
      }
    }
    for (Found &found : all)
      if (only.match(found.outcome.name)) {
        if (absl::Status tuned = tuneProduct(found.outcome, found.problem, found.at); !tuned.ok())
          return tuned;
        report.products.push_back(std::move(found.outcome));
      }
    return absl::OkStatus();
  }

  /// What is not measured is told, and is no failure of the tool.
  absl::Status tuneProduct(TunedProduct &outcome, const rt::MatmulProblem &problem, const std::map<std::string, int64_t> &at) {
    if (!options.again) {
      absl::StatusOr<std::optional<ProductTuningEntry>> known = findKnown(outcome.fingerprint, problem);
      if (!known.ok() || *known) {
        outcome.status = known.ok() ? "known" : absl::StrCat("not measured: ", known.status().message());
        outcome.entry = known.ok() ? **known : ProductTuningEntry();
        return absl::OkStatus();
      }
    }
    if (options.budget && passed() > *options.budget) {
      outcome.status = "not measured: the budget is spent";
      return absl::OkStatus();
    }
    progress.Stage(absl::StrCat("measuring ", outcome.name));
    rt::MatmulRequest request;
    request.rounds = static_cast<int>(options.rounds);
    absl::StatusOr<std::unique_ptr<rt::PreparedMatmul>> product = device->backend()->PrepareMatmul(problem, request);
    if (!product.ok()) {
      outcome.status = absl::StrCat("not measured: ", product.status().message());
      return absl::OkStatus();
    }
    const rt::MatmulChoice *choice = (*product)->choice();
    if (!choice || choice->kind != rt::MatmulChoiceKind::kMeasured) {
      outcome.status = choice ? choice->reason : "not measured: there are no algorithms to choose from";
      return absl::OkStatus();
    }
    outcome.status = "measured";
    outcome.trials = choice->trials;
    ProductTuningEntry &entry = outcome.entry;
    auto round = [](double microseconds) { return std::round(microseconds * 1e3) / 1e3; };
    entry.product = outcome.fingerprint;
    entry.gpu = gpu;
    entry.target = target;
    entry.provider = choice->provider;
    const std::vector<uint8_t> &blob = choice->chosen.blob;
    entry.algorithm = absl::BytesToHexString(absl::string_view(reinterpret_cast<const char *>(blob.data()), blob.size()));
    entry.words = choice->chosen.words;
    entry.estimateMicroseconds = round(choice->estimate_microseconds);
    entry.tunedMicroseconds = round(choice->chosen.microseconds);
    entry.rank = choice->rank;
    entry.offered = choice->offered;
    entry.name = rt::DescribeProblem(problem);
    entry.at = at;
    entry.date = absl::FormatTime("%Y-%m-%d", absl::Now(), absl::UTCTimeZone());
    entry.driver = readDriverVersion();
    entry.version = SINTER_VERSION;
    tuning.set(entry);
    return tuning.write();
  }

  /// The entry that the file has for this GPU and version of the library, as far as the library takes the algorithm.
  absl::StatusOr<std::optional<ProductTuningEntry>> findKnown(const std::string &fingerprint, const rt::MatmulProblem &problem) const {
    for (const ProductTuningEntry *entry : tuning.findProducts(fingerprint, gpu, target)) {
      rt::MatmulPin pin = entry->pin();
      rt::MatmulRequest request;
      request.pins = {&pin};
      request.keeps = false;
      absl::StatusOr<std::unique_ptr<rt::PreparedMatmul>> product = device->backend()->PrepareMatmul(problem, request);
      if (!product.ok())
        return product.status();
      if (const rt::MatmulChoice *choice = (*product)->choice(); choice && choice->kind == rt::MatmulChoiceKind::kPinned)
        return *entry;
    }
    return std::nullopt;
  }

  /// The graph's plan by the rules and with the winners pinned.
  absl::Status tuneWhole() {
    if (options.prepare)
      return absl::OkStatus();
    // Whatever of the graph the file knows, be it measured now or not.
    std::vector<const TuningEntry *> entries = tuning.getEntries();
    bool isKnown = std::any_of(entries.begin(), entries.end(), [&](const TuningEntry *entry) { return entry->gpu == gpu && entry->target == target && entry->isPinned(); });
    isKnown |= std::any_of(report.products.begin(), report.products.end(), [](const TunedProduct &outcome) { return !outcome.entry.product.empty(); });
    absl::StatusOr<GraphPlan> tuned = isKnown ? graph->compileTuned({target}, {std::make_shared<const TuningFile>(tuning), gpu}) : rule;
    if (!tuned.ok())
      return tuned.status();
    if (!options.output.empty())
      if (absl::Status written = rt::WriteWholeFile(options.output, tuned->bytes); !written.ok())
        return written;
    bool isPinned = tuned->bytes != rule->bytes;
    progress.Stage("measuring the graph");
    std::vector<rt::RacedForm> forms = {{"rules'", rulePlan}};
    if (isPinned)
      forms.push_back({"tuned", rt::Plan::FromBytes(tuned->bytes, options.graph)});
    absl::StatusOr<rt::RaceReport> race = raceWhole(forms);
    if (!race.ok()) {
      report.planError = std::string(race.status().message());
      return absl::OkStatus();
    }
    report.plan = {race->forms.front(), race->forms.back()};
    report.planError = report.plan.back().error;
    if (!isPinned)
      report.plan.back().ratio = 1;
    return absl::OkStatus();
  }

  absl::StatusOr<rt::RaceReport> raceWhole(const std::vector<rt::RacedForm> &forms) {
    const std::vector<rt::Entry> &entries = (*forms[0].plan)->model().entries;
    auto entry = std::find_if(entries.begin(), entries.end(), [&](const rt::Entry &one) { return one.name == options.entry; });
    if (entry == entries.end())
      return absl::NotFoundError(absl::StrCat("there is no entry `", options.entry, "`"));
    absl::StatusOr<rt::RaceOptions> race = raceOptions(*entry, {});
    if (!race.ok())
      return race.status();
    race->entry = options.entry;
    race->rounds *= 2;
    return rt::RaceForms(device->measurement(), forms, *race);
  }

  /// Ranges that end above are of symbols without a limit.
  static constexpr int64_t unlimited = int64_t(1) << 30;

  const TuneToolOptions &options;
  rt::Progress &progress;
  llvm::Regex only;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::string target, gpu;
  rt::CacheOptions cache;
  TuningFile tuning;
  std::unique_ptr<Graph> graph;
  absl::StatusOr<GraphPlan> rule;
  absl::StatusOr<std::shared_ptr<const rt::Plan>> rulePlan;
  std::unique_ptr<rt::MeasuredDevice> device;
  TuneReport report;
};

absl::Status run(int argc, char **argv) {
  TuneToolOptions options;
  rt::CommandLine commandLine = describeOptions(options);
  if (absl::Status parsed = commandLine.Parse(argc, argv); !parsed.ok())
    return parsed;
  if (commandLine.wants_help()) {
    std::fputs(commandLine.Help().c_str(), stdout);
    return absl::OkStatus();
  }
  if (!rt::IsGraphFile(options.graph) && (!options.fusion.empty() || !options.numerics.empty() || !options.skinnyProducts.empty() || !options.mergeProducts.empty() || !options.weights.empty()))
    return absl::InvalidArgumentError(absl::StrCat(options.graph, " is no graph (.mlir or .onnx): --fusion, --merge-products, --numerics, --skinny-products and --weights are of graphs"));
  if (options.prepare && !options.output.empty())
    return absl::InvalidArgumentError("--prepare measures nothing to make a plan by: it excludes -o");
  rt::Progress progress(program);
  return Tuner(options, progress).run();
}

} // namespace

int sinter::tuneMain(int argc, char **argv) { return rt::ReportStatus(program, run(argc, argv)); }
