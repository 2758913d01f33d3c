// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans that compute the same, such as the one that fusion chose and ones that were split by hand, timed in turn on the
// same rotating buffers.

#ifndef SINTER_RUNTIME_MEASURE_FORM_RACE_H_
#define SINTER_RUNTIME_MEASURE_FORM_RACE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/measure/measurement.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/plan.h"
#include "runtime/tools/json.h"
#include "runtime/tools/kernel_compilers.h"

namespace sinter::rt {

// What takes part in a race, or why it cannot.
struct RacedForm {
  std::string name;
  absl::StatusOr<std::shared_ptr<const Plan>> plan;
};

struct RaceOptions {
  uint64_t rotate_bytes = 0;       // the least that all sets of buffers have together: a few times the cache
  double replay_microseconds = 0;  // about how long a replay takes
  int64_t rounds = 30;             // of all forms once each
  double limit_seconds = 4;        // rounds end early after so long, but not before the third
  std::string entry;               // of every plan; empty: each has one alone
  std::vector<int64_t> symbols;    // the values of the entry's, in its order
  std::string external_folder;     // of external constants; empty: the plan's own
  CacheOptions cache;              // of kernels that a plan has no image of
};

struct FormTime {
  std::string name;
  std::string error;  // a form that does not load, run or agree; no time then
  int64_t launches = 0;
  double microseconds = 0;    // of one execution, median over the rounds
  double spread_percent = 0;  // from the 10th to the 90th percentile, over the median
  double ratio = 0;           // the first form over this one: the median of the rounds' own ratios
  std::vector<ShapeReport::Product> products;
  double noise_percent = 0;   // of that ratio: between the quartiles of the rounds' own, over their median
};

struct RaceReport {
  uint64_t bytes = 0;  // of arguments and results
  int64_t sets = 0, executions = 0, rounds = 0;
  std::vector<FormTime> forms;  // in the order given
};

// The first form has to load and run; outputs of the others are held to its, of floats with a tolerance.
absl::StatusOr<RaceReport> RaceForms(const Measurement& measurement, std::vector<RacedForm> forms,
                                     const RaceOptions& options);

// The FORM.plan files of `folder`, `chosen.plan` first, which has to be there.
absl::StatusOr<std::vector<RacedForm>> LoadForms(const std::string& folder);

JsonValue ToJson(const RaceReport& report);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_MEASURE_FORM_RACE_H_
