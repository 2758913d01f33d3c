// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/tools/product_report.h"

#include <algorithm>
#include <utility>

namespace sinter::rt {
namespace {

JsonValue TimeJson(double microseconds) { return microseconds > 0 ? JsonValue::Number(microseconds) : JsonValue(); }

JsonValue TrialsJson(const MatmulChoice& choice) {
  JsonValue trials = JsonValue::Array();
  for (const MatmulTrial& trial : choice.trials) {
    JsonValue one = JsonValue::Object();
    one.Set("algorithm", JsonValue::String(trial.words));
    one.Set("splits_sum", JsonValue::Bool(trial.splits_sum));
    one.Set("microseconds", TimeJson(trial.microseconds));
    if (!trial.error.empty()) one.Set("error", JsonValue::String(trial.error));
    trials.Add(std::move(one));
  }
  return trials;
}

}  // namespace

JsonValue ProductsJson(absl::Span<const ShapeReport::Product> products, bool with_trials) {
  JsonValue all = JsonValue::Array();
  for (const ShapeReport::Product& product : products) {
    const MatmulChoice& choice = product.choice;
    JsonValue one = JsonValue::Object();
    one.Set("step", JsonValue::String(product.step));
    one.Set("library", JsonValue::String(choice.provider));
    one.Set("algorithm", JsonValue::String(choice.chosen.words));
    one.Set("choice", JsonValue::String(MatmulChoiceKindName(choice.kind)));
    one.Set("reason", JsonValue::String(choice.reason));
    one.Set("rank", choice.rank > 0 ? JsonValue::Integer(choice.rank) : JsonValue());
    one.Set("offered", choice.offered > 0 ? JsonValue::Integer(choice.offered) : JsonValue());
    one.Set("splits_sum", JsonValue::Bool(choice.chosen.splits_sum));
    one.Set("estimate_us", TimeJson(choice.estimate_microseconds));
    one.Set("us", TimeJson(choice.chosen.microseconds));
    if (with_trials) one.Set("trials", TrialsJson(choice));
    all.Add(std::move(one));
  }
  return all;
}

int64_t CountSplitSums(absl::Span<const ShapeReport::Product> products) {
  return std::count_if(products.begin(), products.end(),
                       [](const ShapeReport::Product& product) { return product.choice.chosen.splits_sum; });
}

}  // namespace sinter::rt
