// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys of the JSON are stable: scripts read them.
#include "runtime/tools/run_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runtime/tools/product_report.h"

namespace sinter::rt {

namespace {

JsonValue TrafficJson(const std::vector<LaunchTraffic>& launches) {
  JsonValue traffic = JsonValue::Array();
  const auto set = [](JsonValue* json, const char* name, uint64_t bytes) {
    json->Set(name, JsonValue::Integer(static_cast<int64_t>(bytes)));
  };
  for (const LaunchTraffic& launch : launches) {
    JsonValue json = JsonValue::Object();
    json.Set("kernel", JsonValue::String(launch.kernel));
    set(&json, "loaded", launch.loaded_bytes);
    set(&json, "stored", launch.stored_bytes);
    set(&json, "distinct_loaded", launch.distinct_loaded_bytes);
    set(&json, "distinct_stored", launch.distinct_stored_bytes);
    traffic.Add(std::move(json));
  }
  return traffic;
}

std::string TrafficText(const std::vector<LaunchTraffic>& launches) {
  std::string text;
  uint64_t all = 0, distinct = 0;
  for (const LaunchTraffic& launch : launches) {
    absl::StrAppend(&text, "moved      ", launch.kernel, ": loads ", launch.distinct_loaded_bytes, " bytes (",
                    launch.loaded_bytes, " with repetitions), stores ", launch.distinct_stored_bytes, " (",
                    launch.stored_bytes, ")\n");
    all += launch.loaded_bytes + launch.stored_bytes;
    distinct += launch.distinct_loaded_bytes + launch.distinct_stored_bytes;
  }
  absl::StrAppend(&text, "together   ", distinct, " bytes in ", launches.size(), " launches of kernels (", all,
                  " with repetitions)\n");
  return text;
}

}  // namespace

JsonValue RunReportJson(const RunResult& result, const OutputErrors& errors) {
  JsonValue outputs = JsonValue::Array();
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    JsonValue output = JsonValue::Object();
    output.Set("name", JsonValue::String(result.names[i]));
    output.Set("dims", JsonValue::Integers(result.outputs[i].dims()));
    output.Set("max_error", errors[i] ? JsonValue::Number(errors[i]->max_error) : JsonValue());
    output.Set("max_error_over_std", errors[i] ? JsonValue::Number(errors[i]->max_error_over_std) : JsonValue());
    outputs.Add(std::move(output));
  }
  JsonValue report = JsonValue::Object();
  report.Set("device", JsonValue::String(result.device));
  report.Set("outputs", std::move(outputs));
  report.Set("time_ms_median", JsonValue::Number(result.time_ms_median));
  if (result.time_ms_in_a_row > 0) report.Set("time_ms_in_a_row", JsonValue::Number(result.time_ms_in_a_row));
  if (result.repeats.executions > 0) {
    report.Set("repeats", JsonValue::Integer(result.repeats.executions));
    report.Set("repeats_different", JsonValue::Integer(result.repeats.different));
  }
  report.Set("compiles_at_load", JsonValue::Integer(static_cast<int64_t>(result.compiles_at_load)));
  report.Set("compiles_during_run", JsonValue::Integer(static_cast<int64_t>(result.compiles_during_run)));
  report.Set("launches", JsonValue::Integer(static_cast<int64_t>(result.launches)));
  report.Set("fallbacks", JsonValue::Integer(static_cast<int64_t>(result.fallbacks)));
  if (result.graph_nodes > 0) report.Set("graph_nodes", JsonValue::Integer(result.graph_nodes));
  if (result.checked) {
    report.Set("kernels_checked", JsonValue::Integer(static_cast<int64_t>(result.checked->kernels)));
    report.Set("launches_checked", JsonValue::Integer(static_cast<int64_t>(result.checked->launches)));
  }
  if (!result.traffic.empty()) report.Set("traffic", TrafficJson(result.traffic));
  JsonValue library = JsonValue::Array();
  for (const std::string& choice : result.library) library.Add(JsonValue::String(choice));
  report.Set("library", std::move(library));
  report.Set("products", ProductsJson(result.products, /*with_trials=*/false));
  report.Set("split_sums", JsonValue::Integer(CountSplitSums(result.products)));
  if (result.profile.empty()) return report;
  JsonValue profile = JsonValue::Array();
  for (const StepTime& time : result.profile) {
    JsonValue step = JsonValue::Object();
    step.Set("step", JsonValue::String(time.step));
    step.Set("action", JsonValue::String(time.action));
    step.Set("microseconds", JsonValue::Number(time.microseconds));
    JsonValue locations = JsonValue::Array();
    for (const std::string& location : time.locations) locations.Add(JsonValue::String(location));
    step.Set("locations", std::move(locations));
    profile.Add(std::move(step));
  }
  report.Set("profile", std::move(profile));
  return report;
}

JsonValue SweepReportJson(const std::vector<std::map<std::string, int64_t>>& shapes,
                          const std::vector<JsonValue>& reports) {
  JsonValue all = JsonValue::Array();
  for (size_t i = 0; i < reports.size(); ++i) {
    JsonValue symbols = JsonValue::Object();
    for (const auto& [name, value] : shapes[i]) symbols.Set(name, JsonValue::Integer(value));
    JsonValue shape = JsonValue::Object();
    shape.Set("symbols", std::move(symbols));
    for (const auto& [name, value] : reports[i].members()) shape.Set(name, value);
    all.Add(std::move(shape));
  }
  JsonValue report = JsonValue::Object();
  report.Set("shapes", std::move(all));
  return report;
}

std::string RunReportText(const RunResult& result, const OutputErrors& errors, const std::string& against) {
  std::string text = absl::StrFormat("device     %s\ntime       %.4g ms\n", result.device, result.time_ms_median);
  absl::StrAppend(&text, "launches   ", result.launches, result.graph_nodes > 0 ? " in one graph\n" : "\n");
  absl::StrAppend(&text, "compiles   ", result.compiles_at_load, " at load, ", result.compiles_during_run,
                  " during the run\nfallbacks  ", result.fallbacks, "\n");
  if (result.repeats.executions > 0) {
    absl::StrAppend(&text, "repeats    ", result.repeats.executions, ", ", result.repeats.different,
                    " with other bits than the first execution\n");
  }
  if (result.checked) {
    absl::StrAppend(&text, "checked    ", result.checked->kernels, " kernels in ", result.checked->launches,
                    " launches\n");
  }
  if (!result.traffic.empty()) absl::StrAppend(&text, TrafficText(result.traffic));
  for (const ShapeReport::Product& product : result.products) {
    absl::StrAppend(&text, "product    ", product.step, ": ", product.choice.provider, ", ", product.choice.chosen.words,
                    ", ", DescribeChoice(product.choice), "\n");
  }
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const HostTensor& output = result.outputs[i];
    absl::StrAppend(&text, "output     ", result.names[i], ": ", ElementTypeName(output.type()), "[",
                    absl::StrJoin(output.dims(), ", "), "]");
    if (errors[i]) {
      absl::StrAppend(
          &text, absl::StrFormat(", error %.3g, %.3g of the standard deviation (tolerance %.3g) against %s: %s",
                                 errors[i]->max_error, errors[i]->max_error_over_std, errors[i]->tolerance, against,
                                 errors[i]->passes ? "good" : "BAD"));
    }
    absl::StrAppend(&text, "\n");
  }
  for (const StepTime& time : result.profile) {
    absl::StrAppend(&text, absl::StrFormat("step       %10.1f us  %s: %s", time.microseconds, time.step, time.action),
                    time.locations.empty() ? "" : absl::StrCat(" at ", absl::StrJoin(time.locations, ", ")), "\n");
  }
  return text;
}

}  // namespace sinter::rt
