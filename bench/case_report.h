// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rounds of a case say, and the table of all cases.
#ifndef SINTER_BENCH_CASE_REPORT_H_
#define SINTER_BENCH_CASE_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "bench/chain_case.h"

namespace sinter::bench {

// Medians over the rounds; times in microseconds of one execution, rates in bytes a nanosecond (GB/s, 10^9), shares in
// percent.
struct CaseReport {
  std::string name;
  std::string error;  // of a case that failed: nothing else is there
  uint64_t bytes = 0;
  double fused_us = 0, unfused_us = 0, copy_us = 0, mix_us = 0;
  double spread_percent = 0;  // of the fused times: from the 10th to the 90th percentile, over the median
  double rate = 0, copy_rate = 0, mix_rate = 0;
  double copy_share = 0;  // the rate over that of the better copy of as many bytes
  double mix_share = 0;   // over the ceiling of the case's own mix of reads and writes
  double ratio = 0;       // unfused over fused
  // Faster than memory allows, which is judged from kBandwidthBytes on (below, launches decide), or no time at all: the
  // measurement is wrong.
  bool is_fault = false;
};

// From here on the bandwidth decides the time of a case.
inline constexpr uint64_t kBandwidthBytes = 256'000'000;
// The share of its mix's ceiling, in percent, beyond which a measurement is wrong.
inline constexpr double kGreatestShare = 102;

CaseReport MakeReport(std::string name, const ChainCase& chain_case, absl::Span<const RoundTimes> rounds);
// The same from the figures alone.
CaseReport MakeReport(std::string name, uint64_t bytes, absl::Span<const double> fused,
                      absl::Span<const double> unfused, absl::Span<const double> copies,
                      absl::Span<const double> mixes);

// One line a case, and what is wrong below it.
std::string FormatTable(absl::Span<const CaseReport> reports);

}  // namespace sinter::bench

#endif  // SINTER_BENCH_CASE_REPORT_H_
