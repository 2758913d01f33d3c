// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `sinter-run` prints of a run: JSON, or text for people.
#ifndef SINTER_RUNTIME_TOOLS_RUN_REPORT_H_
#define SINTER_RUNTIME_TOOLS_RUN_REPORT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/tools/json.h"
#include "runtime/tools/output_error.h"
#include "runtime/tools/plan_runner.h"

namespace sinter::rt {

// One an output, in the result's order; absent where there was nothing to compare with.
using OutputErrors = std::vector<std::optional<OutputError>>;

JsonValue RunReportJson(const RunResult& result, const OutputErrors& errors);
// One member `shapes`, with the report of each run under the values of its symbols in `shapes`, and what they share.
JsonValue SweepReportJson(const std::vector<std::map<std::string, int64_t>>& shapes,
                          const std::vector<JsonValue>& reports);
// `against`: what the outputs were compared with; empty: nothing.
std::string RunReportText(const RunResult& result, const OutputErrors& errors, const std::string& against);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_RUN_REPORT_H_
