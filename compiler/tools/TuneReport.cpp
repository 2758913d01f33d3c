// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table, and JSON.

#include "compiler/tools/TuneReport.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

#include <map>

namespace sinter {

/// "threads = 128" and the like, by name, of the text of a schedule; its kind is `kind`.
static std::map<std::string, std::string> partsOf(const std::string &schedule) {
  std::map<std::string, std::string> parts;
  std::vector<std::string> words = absl::StrSplit(absl::StrReplaceAll(schedule, {{"#kernel.schedule<", "kind = "}, {"tiling = <", ""}, {",", " "}, {">", " "}}), ' ', absl::SkipEmpty());
  // Two vectors are of tiles: that of the tiling comes last.
  for (size_t i = 1; i + 1 < words.size(); ++i)
    if (words[i] == "=")
      parts[parts.count(words[i - 1]) ? absl::StrCat(words[i - 1], " across") : words[i - 1]] = words[i + 1];
  return parts;
}

static std::string describeChange(const std::string &from, const std::string &to) {
  std::map<std::string, std::string> before = partsOf(from), after = partsOf(to);
  std::vector<std::string> changes;
  for (const auto &[name, value] : after)
    if (auto old = before.find(name); old == before.end() || old->second != value)
      changes.push_back(absl::StrCat(name, " ", old == before.end() ? "none" : old->second, " -> ", value));
  for (const auto &[name, value] : before)
    if (!after.count(name))
      changes.push_back(absl::StrCat(name, " ", value, " -> none"));
  return absl::StrJoin(changes, ", ");
}

/// How many times as long a kernel takes by the rules.
static double gainOf(const TuningEntry &entry) { return entry.tunedMicroseconds > 0 ? entry.ruleMicroseconds / entry.tunedMicroseconds : 1; }

/// How many times as long a product takes by the library's first estimate; 1 where that one does not run.
static double gainOf(const ProductTuningEntry &entry) {
  return entry.tunedMicroseconds > 0 && entry.estimateMicroseconds > 0 ? entry.estimateMicroseconds / entry.tunedMicroseconds : 1;
}

std::string TuneReport::toText() const {
  std::string text = absl::StrFormat("%s: %d distinct kernels%s\n", device, kernels.size(), timesMeanSomething ? "" : "; times mean nothing here");
  absl::StrAppendFormat(&text, "%-32s %8s %10s %10s %11s  %s\n", "kernel", "launches", "rules, us", "tuned, us", "rules/tuned", "what differs");
  for (const TunedKernel &outcome : kernels) {
    const TuningEntry &entry = outcome.entry;
    absl::StrAppendFormat(&text, "%-32s %8d ", outcome.kernel.name, outcome.kernel.launches);
    if (entry.kernel.empty())
      absl::StrAppendFormat(&text, "%10s %10s %11s  %s\n", "-", "-", "-", outcome.status);
    else
      absl::StrAppendFormat(&text, "%10.2f %10.2f %11.3f  %s%s\n", entry.ruleMicroseconds, entry.tunedMicroseconds, gainOf(entry), outcome.status == "known" ? "(known) " : "",
                            entry.isPinned() ? describeChange(entry.rule, entry.schedule) : absl::StrCat("the rules are best of ", entry.candidates + 1));
    for (const Trial &trial : outcome.trials)
      if (!trial.error.empty())
        absl::StrAppendFormat(&text, "  not measured: %s: %s\n", describeChange(outcome.kernel.rule, trial.schedule.empty() ? outcome.kernel.rule : trial.schedule), trial.error);
  }
  if (!products.empty())
    absl::StrAppendFormat(&text, "%-32s %8s %12s %10s %11s  %s\n", "product", "calls", "estimate, us", "best, us", "times", "its algorithm");
  for (const TunedProduct &outcome : products) {
    const ProductTuningEntry &entry = outcome.entry;
    absl::StrAppendFormat(&text, "%-32s %8d ", outcome.name, outcome.calls);
    if (entry.product.empty())
      absl::StrAppendFormat(&text, "%12s %10s %11s  %s\n", "-", "-", "-", outcome.status);
    else
      absl::StrAppendFormat(&text, "%12.2f %10.2f %11.3f  %s%s, number %d of %d that %s offers\n", entry.estimateMicroseconds, entry.tunedMicroseconds, gainOf(entry),
                            outcome.status == "known" ? "(known) " : "", entry.words, entry.rank, entry.offered, entry.provider);
  }
  if (!plan.empty() && planError.empty())
    absl::StrAppendFormat(&text, "the plan: %.2f us by the rules in %d launches, %.2f us tuned in %d: %.3f\n", plan[0].microseconds, plan[0].launches, plan[1].microseconds,
                          plan[1].launches, plan[1].ratio);
  else if (!planError.empty())
    absl::StrAppendFormat(&text, "the plan was not measured: %s\n", planError);
  if (isMeasured)
    absl::StrAppendFormat(&text, "kept in %s\n", tuningPath);
  return text;
}

rt::JsonValue TuneReport::toJson() const {
  using Json = rt::JsonValue;
  Json json = Json::Object(), all = Json::Array();
  json.Set("device", Json::String(device));
  json.Set("times_mean_something", Json::Bool(timesMeanSomething));
  json.Set("tuning", Json::String(tuningPath));
  for (const TunedKernel &outcome : kernels) {
    Json one = Json::Object(), trials = Json::Array();
    one.Set("name", Json::String(outcome.kernel.name));
    one.Set("fingerprint", Json::String(outcome.kernel.fingerprint));
    one.Set("launches", Json::Integer(outcome.kernel.launches));
    one.Set("shares_launch", Json::Bool(outcome.kernel.sharesLaunch));
    one.Set("status", Json::String(outcome.status));
    one.Set("rule", Json::String(outcome.kernel.rule));
    if (!outcome.entry.kernel.empty()) {
      one.Set("schedule", Json::String(outcome.entry.schedule));
      one.Set("rule_us", Json::Number(outcome.entry.ruleMicroseconds));
      one.Set("tuned_us", Json::Number(outcome.entry.tunedMicroseconds));
      one.Set("ratio", Json::Number(gainOf(outcome.entry)));
    }
    for (const Trial &trial : outcome.trials) {
      Json tried = Json::Object();
      tried.Set("schedule", Json::String(trial.schedule.empty() ? outcome.kernel.rule : trial.schedule));
      tried.Set("error", Json::String(trial.error));
      tried.Set("microseconds", Json::Number(trial.microseconds));
      tried.Set("ratio", Json::Number(trial.ratio));
      tried.Set("noise_percent", Json::Number(trial.noisePercent));
      trials.Add(std::move(tried));
    }
    one.Set("trials", std::move(trials));
    all.Add(std::move(one));
  }
  json.Set("kernels", std::move(all));
  Json allProducts = Json::Array();
  for (const TunedProduct &outcome : products) {
    Json one = Json::Object(), trials = Json::Array();
    one.Set("name", Json::String(outcome.name));
    one.Set("fingerprint", Json::String(outcome.fingerprint));
    one.Set("calls", Json::Integer(outcome.calls));
    one.Set("status", Json::String(outcome.status));
    if (!outcome.entry.product.empty()) {
      one.Set("problem", Json::String(outcome.entry.name));
      one.Set("library", Json::String(outcome.entry.provider));
      one.Set("algorithm", Json::String(outcome.entry.words));
      one.Set("rank", Json::Integer(outcome.entry.rank));
      one.Set("offered", Json::Integer(outcome.entry.offered));
      one.Set("estimate_us", Json::Number(outcome.entry.estimateMicroseconds));
      one.Set("tuned_us", Json::Number(outcome.entry.tunedMicroseconds));
      one.Set("ratio", Json::Number(gainOf(outcome.entry)));
    }
    for (const rt::MatmulTrial &trial : outcome.trials) {
      Json tried = Json::Object();
      tried.Set("algorithm", Json::String(trial.words));
      tried.Set("error", Json::String(trial.error));
      tried.Set("microseconds", Json::Number(trial.microseconds));
      trials.Add(std::move(tried));
    }
    one.Set("trials", std::move(trials));
    allProducts.Add(std::move(one));
  }
  json.Set("products", std::move(allProducts));
  Json whole = Json::Object();
  whole.Set("error", Json::String(planError));
  if (!plan.empty()) {
    whole.Set("rule_us", Json::Number(plan[0].microseconds));
    whole.Set("tuned_us", Json::Number(plan[1].microseconds));
    whole.Set("ratio", Json::Number(plan[1].ratio));
    whole.Set("noise_percent", Json::Number(plan[1].noise_percent));
    whole.Set("rule_launches", Json::Integer(plan[0].launches));
    whole.Set("tuned_launches", Json::Integer(plan[1].launches));
  }
  json.Set("plan", std::move(whole));
  return json;
}

} // namespace sinter
