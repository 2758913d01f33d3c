// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans that compute the same, such as the one that fusion chose and ones that were split by hand, timed in turn on the
// same rotating buffers.

#ifndef SINTER_BENCH_FORM_RACE_H_
#define SINTER_BENCH_FORM_RACE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/ceilings.h"
#include "runtime/tools/json.h"
#include "runtime/tools/kernel_compilers.h"

namespace sinter::bench {

struct RaceOptions {
  // Of FORM.plan files without symbols. `chosen.plan` is among them; the outputs of the others are held to its.
  std::string folder;
  uint64_t rotate_bytes = 0;       // the least that all sets of buffers have together: a few times the cache
  double replay_microseconds = 0;  // about how long a replay takes
  int64_t rounds = 30;             // of all forms once each
  double limit_seconds = 4;        // rounds end early after so long, but not before the third
  rt::CacheOptions cache;          // of kernels that a plan has no image of
};

struct FormTime {
  std::string name;
  std::string error;  // a form that does not load, run or agree; no time then
  int64_t launches = 0;
  double microseconds = 0;    // of one execution, median over the rounds
  double spread_percent = 0;  // from the 10th to the 90th percentile, over the median
  double ratio = 0;           // chosen over this one: the median of the rounds' own ratios
};

struct RaceReport {
  uint64_t bytes = 0;  // of arguments and results
  int64_t sets = 0, executions = 0, rounds = 0;
  std::vector<FormTime> forms;  // the chosen one first
};

absl::StatusOr<RaceReport> RaceForms(const Measurement& measurement, const RaceOptions& options);

rt::JsonValue ToJson(const RaceReport& report);

}  // namespace sinter::bench

#endif  // SINTER_BENCH_FORM_RACE_H_
