// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sinter-bench: measures compiled chains beside the ceilings of the device's memory, as Google Benchmarks.

#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "bench/case_report.h"
#include "bench/ceiling_server.h"
#include "bench/chain_case.h"
#include "bench/chains.h"
#include "benchmark/benchmark.h"
#include "runtime/base/status_macros.h"
#include "runtime/measure/form_race.h"
#include "runtime/measure/measurement.h"
#include "runtime/tools/command_line.h"
#include "runtime/tools/tool_status.h"

namespace sinter::bench {
namespace {

// What ctest takes as "skipped".
constexpr int kExitNoDevice = 77;

struct Options {
  std::string plans, device = "cuda", sizes = "4MB,32MB,256MB,1GB", rotate = "512MB", revision = "unknown", cache_dir,
                     race;
  int64_t rounds = 30, replay_us = 1000, race_ms = 4000;
  std::optional<double> least_share;
  bool list = false, serve = false;
};

// "64KB", "256MB", "1GB", "4096": powers of 1000, as bandwidths are counted.
absl::StatusOr<uint64_t> ParseSize(absl::string_view text) {
  absl::string_view digits = text;
  uint64_t unit = 1;
  if (absl::ConsumeSuffix(&digits, "GB")) {
    unit = 1'000'000'000;
  } else if (absl::ConsumeSuffix(&digits, "MB")) {
    unit = 1'000'000;
  } else if (absl::ConsumeSuffix(&digits, "KB")) {
    unit = 1'000;
  }
  uint64_t number = 0;
  if (!absl::SimpleAtoi(digits, &number) || number == 0 || number > 1'000'000'000'000 / unit) {
    return rt::UserError(absl::InvalidArgumentError(
        absl::StrCat("expected a size such as 64KB, 256MB or 1GB, at most 1000GB, but got `", text, "`")));
  }
  return number * unit;
}

rt::CommandLine MakeCommandLine(Options* options) {
  rt::CommandLine line(
      "sinter-bench", "--plans=FOLDER [OPTIONS] [--benchmark_...]",
      "Measures the chains of bench/chains, compiled fused and with --fusion=off (bench/run.sh does it), at several\n"
      "sizes: time, bandwidth, its share of what a copy of as many bytes reaches in the same rounds, and unfused over\n"
      "fused. Outputs are checked after the timing. Options that begin with --benchmark_ are Google Benchmark's:\n"
      "--benchmark_filter=REGEX, --benchmark_out=FILE.json. Exit codes: 0 good, 1 a wrong output, a measurement fault\n"
      "or a share below --least-share, 2 the machine lacks something, 77 no GPU.");
  line.Text("plans", "FOLDER", "of NAME.fused.plan and NAME.unfused.plan", &options->plans);
  line.Choice("device", {"cuda", "cpu"}, "cpu tries everything out on the CPU path; its times mean nothing",
              &options->device);
  line.Text("sizes", "LIST", "bytes that an execution moves at least (default 4MB,32MB,256MB,1GB)", &options->sizes);
  line.Text("rotate", "SIZE",
            "bytes that the sets of buffers, at least 3, have together: a few times the cache (default 512MB)",
            &options->rotate);
  line.Integer("rounds", "N", "rounds of everything in turn that medians are taken of (default 30)", 1,
               &options->rounds);
  line.Integer("replay-us", "N", "microseconds that the fused form's graph should take (default 1000)", 1,
               &options->replay_us);
  line.Text(
      "race", "FOLDER",
      "of FORM.plan files without symbols, chosen.plan among them, that compute the same: time them in turn on\n"
      "shared buffers, compare their outputs, print JSON, and measure nothing else (bench/race_splits.py does it)",
      &options->race);
  line.Integer("race-ms", "N", "after which no further round of a race begins, from the third on (default 4000)", 1,
               &options->race_ms);
  line.Flag("serve", "answer requests for ceilings, a line of JSON each, and measure nothing else (bench/compare.py)",
            &options->serve);
  line.Number("least-share", "PERCENT", "of the copy ceiling that cases from 256MB on must reach",
              &options->least_share);
  line.Text("revision", "TEXT", "noted in the JSON output", &options->revision);
  line.Text("cache-dir", "DIR", "where compiled kernels are kept", &options->cache_dir);
  line.Flag("list", "print the chains' names and end", &options->list);
  return line;
}

// Everything that lives as long as the run.
struct Bench {
  Options options;
  std::unique_ptr<rt::MeasuredDevice> device;
  std::vector<CaseReport> reports;
};

absl::Status OpenBench(Bench* bench) {
  const bool is_cpu = bench->options.device == "cpu";
  rt::CacheOptions cache;
  cache.folder = bench->options.cache_dir;
  SINTER_ASSIGN_OR_RETURN(bench->device,
                          rt::MeasuredDevice::Open(is_cpu ? rt::DeviceChoice::kCpu : rt::DeviceChoice::kCuda, cache));
  return absl::OkStatus();
}

void SetCounters(const CaseReport& report, const ChainCase& chain_case, benchmark::State* state) {
  const auto set = [&](const std::string& name, double value) { state->counters[name] = value; };
  const Footprint& footprint = chain_case.footprint();
  set("rows", static_cast<double>(chain_case.rows()));
  set("bytes", static_cast<double>(report.bytes));
  set("read_bytes", static_cast<double>(footprint.read_bytes));
  set("sets", static_cast<double>(footprint.sets));
  set("executions_per_sample", static_cast<double>(footprint.executions));
  set("us", report.fused_us);
  set("us_spread_percent", report.spread_percent);
  set("GBps", report.rate);
  set("copy_GBps", report.copy_rate);
  set("copy_share_percent", report.copy_share);
  set("mix_GBps", report.mix_rate);
  set("mix_share_percent", report.mix_share);
  set("unfused_us", report.unfused_us);
  set("unfused_over_fused", report.ratio);
  set("fused_launches", static_cast<double>(chain_case.fused_launches()));
  set("unfused_launches", static_cast<double>(chain_case.unfused_launches()));
  set("worst_of_tolerance", chain_case.worst_mismatch());
  set("measurement_fault", report.is_fault ? 1 : 0);
}

absl::StatusOr<CaseReport> MeasureCase(const std::string& name, const Chain& chain, uint64_t bytes, Bench* bench,
                                       benchmark::State* state) {
  CaseOptions options;
  options.plan_folder = bench->options.plans;
  options.bytes = bytes;
  SINTER_ASSIGN_OR_RETURN(options.rotate_bytes, ParseSize(bench->options.rotate));
  options.replay_microseconds = static_cast<double>(bench->options.replay_us);
  options.cache.folder = bench->options.cache_dir;
  SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<ChainCase> chain_case,
                          ChainCase::Create(chain, bench->device->measurement(), options));
  SINTER_RETURN_IF_ERROR(chain_case->MeasureRound(false).status());  // warm-up
  std::vector<RoundTimes> rounds;
  for (auto _ : *state) {
    SINTER_ASSIGN_OR_RETURN(RoundTimes times, chain_case->MeasureRound(rounds.size() % 2 == 1));
    state->SetIterationTime(times.fused * 1e-6);
    rounds.push_back(std::move(times));
  }
  SINTER_RETURN_IF_ERROR(chain_case->CheckOutputs());
  const CaseReport report = MakeReport(name, *chain_case, rounds);
  SetCounters(report, *chain_case, state);
  std::string ceilings;
  for (size_t i = 0; i < chain_case->ceilings().count(); ++i) {
    absl::StrAppend(&ceilings, i == 0 ? "" : ", ", chain_case->ceilings().name(i));
  }
  state->SetLabel(absl::StrCat(report.is_fault ? "MEASUREMENT FAULT; " : "", "ceilings: ", ceilings));
  return report;
}

void RunCase(const std::string& name, const Chain& chain, uint64_t bytes, Bench* bench, benchmark::State& state) {
  absl::StatusOr<CaseReport> report = MeasureCase(name, chain, bytes, bench, &state);
  if (!report.ok()) {
    CaseReport failed;
    failed.name = name;
    failed.error = std::string(report.status().message());
    state.SkipWithError(failed.error.c_str());
    report = std::move(failed);
  }
  bench->reports.push_back(*std::move(report));
}

absl::Status RegisterCases(Bench* bench) {
  for (absl::string_view size : absl::StrSplit(bench->options.sizes, ',')) {
    SINTER_ASSIGN_OR_RETURN(const uint64_t bytes, ParseSize(size));
    for (const Chain& chain : AllChains()) {
      const std::string name = absl::StrCat(chain.name, "/", size);
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=, &chain](benchmark::State& state) { RunCase(name, chain, bytes, bench, state); })
          ->Iterations(bench->options.rounds)
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond);
    }
  }
  return absl::OkStatus();
}

// Whether nothing went wrong; says what did.
bool Judge(const Bench& bench) {
  bool good = !bench.reports.empty();
  if (!good) std::printf("FAILED: no case was run\n");
  int judged = 0;
  for (const CaseReport& report : bench.reports) {
    if (!report.error.empty() || report.is_fault) good = false;
    const bool is_judged = bench.options.least_share && report.error.empty() && report.bytes >= kBandwidthBytes;
    judged += is_judged ? 1 : 0;
    if (is_judged && report.copy_share < *bench.options.least_share) {
      std::printf("TOO SLOW %s: %.1f %% of the copy ceiling, at least %.0f %%\n", report.name.c_str(),
                  report.copy_share, *bench.options.least_share);
      good = false;
    }
  }
  if (good && bench.options.least_share && judged == 0) {
    std::printf("FAILED: --least-share had no case of %llu bytes or more to judge\n",
                static_cast<unsigned long long>(kBandwidthBytes));
    good = false;
  }
  return good;
}

absl::Status RunRace(Bench* bench) {
  rt::RaceOptions options;
  SINTER_ASSIGN_OR_RETURN(options.rotate_bytes, ParseSize(bench->options.rotate));
  options.replay_microseconds = static_cast<double>(bench->options.replay_us);
  options.rounds = bench->options.rounds;
  options.limit_seconds = 1e-3 * static_cast<double>(bench->options.race_ms);
  options.cache.folder = bench->options.cache_dir;
  SINTER_ASSIGN_OR_RETURN(std::vector<rt::RacedForm> forms, rt::LoadForms(bench->options.race));
  SINTER_ASSIGN_OR_RETURN(const rt::RaceReport report,
                          rt::RaceForms(bench->device->measurement(), std::move(forms), options));
  rt::JsonValue json = rt::ToJson(report);
  json.Set("device", rt::JsonValue::String(bench->device->backend()->name()));
  std::printf("%s\n", json.ToText().c_str());
  return absl::OkStatus();
}

// Google Benchmark's arguments go to it, all others to ours.
void SplitArguments(int argc, char** argv, std::vector<char*>* ours, std::vector<char*>* theirs) {
  ours->push_back(argv[0]);
  theirs->push_back(argv[0]);
  for (int i = 1; i < argc; ++i) (absl::StartsWith(argv[i], "--benchmark_") ? theirs : ours)->push_back(argv[i]);
}

int Main(int argc, char** argv) {
  std::vector<char*> ours, theirs;
  SplitArguments(argc, argv, &ours, &theirs);
  Bench bench;
  rt::CommandLine line = MakeCommandLine(&bench.options);
  const absl::Status parsed = line.Parse(static_cast<int>(ours.size()), ours.data());
  if (!parsed.ok()) return rt::ReportStatus("sinter-bench", rt::UserError(parsed));
  if (line.wants_help()) {
    std::fputs(line.Help().c_str(), stdout);
    return rt::kExitGood;
  }
  if (bench.options.list) {
    for (const Chain& chain : AllChains()) std::printf("%s\n", chain.name.c_str());
    return rt::kExitGood;
  }
  const bool has_chains = !bench.options.serve && bench.options.race.empty();
  if (has_chains && bench.options.plans.empty()) {
    return rt::ReportStatus("sinter-bench", rt::UserError(absl::InvalidArgumentError(
                                                "expected --plans=FOLDER; bench/run.sh compiles the chains into one")));
  }
  int their_count = static_cast<int>(theirs.size());
  benchmark::Initialize(&their_count, theirs.data());
  if (benchmark::ReportUnrecognizedArguments(their_count, theirs.data())) return rt::kExitUserError;
  absl::Status status = ParseSize(bench.options.rotate).status();
  if (status.ok() && has_chains) status = RegisterCases(&bench);
  if (!status.ok()) return rt::ReportStatus("sinter-bench", status);
  status = OpenBench(&bench);
  if (!status.ok()) {
    const int code = rt::ReportStatus("sinter-bench", status);
    const bool no_device = absl::IsNotFound(status) || absl::IsUnavailable(status);
    return no_device ? kExitNoDevice : code;
  }
  if (bench.options.serve) {
    CeilingServer server(bench.device->measurement());
    for (std::string request; std::getline(std::cin, request);) std::cout << server.Answer(request) << std::endl;
    return rt::kExitGood;
  }
  if (!bench.options.race.empty()) return rt::ReportStatus("sinter-bench", RunRace(&bench));
  benchmark::AddCustomContext("device", bench.device->backend()->name());
  benchmark::AddCustomContext("revision", bench.options.revision);
  benchmark::AddCustomContext("rounds", absl::StrCat(bench.options.rounds));
  benchmark::AddCustomContext("rotate", bench.options.rotate);
  benchmark::RunSpecifiedBenchmarks();
  std::printf("\n%s: %s; medians of %d rounds; copy and mix: GB/s of the ceilings in the same rounds\n%s",
              "sinter-bench", bench.device->backend()->name().c_str(), static_cast<int>(bench.options.rounds),
              FormatTable(bench.reports).c_str());
  const bool good = Judge(bench);
  benchmark::Shutdown();
  return good ? rt::kExitGood : rt::kExitUserError;
}

}  // namespace
}  // namespace sinter::bench

int main(int argc, char** argv) { return sinter::bench::Main(argc, argv); }
