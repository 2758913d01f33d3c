// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Medians, and their table.
#include "bench/case_report.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "runtime/tools/plan_runner.h"

namespace sinter::bench {
namespace {

double MedianOf(absl::Span<const double> values) { return rt::Median({values.begin(), values.end()}); }

double Percentile(absl::Span<const double> values, double share) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
}

}  // namespace

CaseReport MakeReport(std::string name, uint64_t bytes, absl::Span<const double> fused,
                      absl::Span<const double> unfused, absl::Span<const double> copies,
                      absl::Span<const double> mixes) {
  CaseReport report;
  report.name = std::move(name);
  report.bytes = bytes;
  report.fused_us = MedianOf(fused);
  report.unfused_us = MedianOf(unfused);
  report.copy_us = MedianOf(copies);
  report.mix_us = MedianOf(mixes);
  report.spread_percent = 100 * (Percentile(fused, 0.9) - Percentile(fused, 0.1)) / report.fused_us;
  const double thousands = static_cast<double>(bytes) / 1e3;
  report.rate = thousands / report.fused_us;
  report.copy_rate = thousands / report.copy_us;
  report.mix_rate = thousands / report.mix_us;
  report.copy_share = 100 * report.copy_us / report.fused_us;
  report.mix_share = 100 * report.mix_us / report.fused_us;
  report.ratio = report.unfused_us / report.fused_us;
  for (double time : {report.fused_us, report.unfused_us, report.copy_us, report.mix_us}) {
    if (!(time > 0)) report.is_fault = true;
  }
  if (bytes >= kBandwidthBytes && report.mix_share > kGreatestShare) report.is_fault = true;
  return report;
}

CaseReport MakeReport(std::string name, const ChainCase& chain_case, absl::Span<const RoundTimes> rounds) {
  std::vector<double> fused, unfused, copies, mixes;
  for (const RoundTimes& round : rounds) {
    fused.push_back(round.fused);
    unfused.push_back(round.unfused);
    copies.push_back(chain_case.ceilings().CopyMicroseconds(round.ceilings));
    mixes.push_back(chain_case.ceilings().MixMicroseconds(round.ceilings));
  }
  return MakeReport(std::move(name), chain_case.footprint().bytes(), fused, unfused, copies, mixes);
}

std::string FormatTable(absl::Span<const CaseReport> reports) {
  std::string table = absl::StrFormat("%-34s %8s %10s %6s %7s %7s %6s %7s %6s %10s %8s\n", "case", "MB", "us", "+-%",
                                      "GB/s", "copy", "%copy", "mix", "%mix", "unfused us", "unf/fus");
  std::string wrong;
  for (const CaseReport& r : reports) {
    if (!r.error.empty()) {
      absl::StrAppendFormat(&table, "%-34s failed\n", r.name);
      absl::StrAppendFormat(&wrong, "FAILED %s: %s\n", r.name, r.error);
      continue;
    }
    absl::StrAppendFormat(&table, "%-34s %8.1f %10.2f %6.1f %7.0f %7.0f %6.1f %7.0f %6.1f %10.2f %8.2f\n", r.name,
                          static_cast<double>(r.bytes) / 1e6, r.fused_us, r.spread_percent, r.rate, r.copy_rate,
                          r.copy_share, r.mix_rate, r.mix_share, r.unfused_us, r.ratio);
    if (r.is_fault) {
      absl::StrAppendFormat(&wrong,
                            "MEASUREMENT FAULT %s: %.1f %% of the ceiling of its mix, expected at most %.0f %%\n",
                            r.name, r.mix_share, kGreatestShare);
    }
  }
  return table + wrong;
}

}  // namespace sinter::bench
