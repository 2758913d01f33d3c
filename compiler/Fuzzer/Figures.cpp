// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figures gathered, printed, and passed from process to process.

#include "compiler/Fuzzer/Figures.h"

#include <cstdio>
#include <cstdlib>

namespace sinter::fuzz {
namespace {

using reference::AccuracyKind;

constexpr size_t fieldsOfOne = 9;

std::string exactText(double number) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", number);
  return buffer;
}

} // namespace

const char *nameOf(AccuracyKind kind) {
  switch (kind) {
  case AccuracyKind::kExact: return "exact";
  case AccuracyKind::kFunction: return "function";
  case AccuracyKind::kFold: return "fold";
  case AccuracyKind::kComposite: return "composite";
  }
  return "";
}

void Figures::add(const OperatorFigure &figure) {
  OperatorFigure &sum = figures[{figure.label, figure.type}];
  sum.label = figure.label;
  sum.type = figure.type;
  sum.kind = figure.kind;
  sum.allowedUnits = figure.allowedUnits;
  sum.results += figure.results;
  sum.worst.add(figure.worst);
}

std::vector<OperatorFigure> Figures::all() const {
  std::vector<OperatorFigure> result;
  for (auto &[key, figure] : figures)
    result.push_back(figure);
  return result;
}

uint64_t Figures::results() const {
  uint64_t count = 0;
  for (auto &[key, figure] : figures)
    count += figure.results;
  return count;
}

std::string Figures::table() const {
  char line[200];
  std::snprintf(line, sizeof line, "%-22s %-9s %-10s %8s %12s %9s %10s %10s\n", "operator", "result", "tolerance", "results", "elements", "unjudged", "worst ULP", "of allowed");
  std::string text = line;
  for (auto &[key, figure] : figures) {
    bool isExact = figure.kind == AccuracyKind::kExact;
    char tolerance[32], units[32] = "0", share[32] = "-";
    if (figure.kind == AccuracyKind::kFunction)
      std::snprintf(tolerance, sizeof tolerance, "%g units", figure.allowedUnits);
    else
      std::snprintf(tolerance, sizeof tolerance, "%s", isExact ? "bit-equal" : nameOf(figure.kind));
    if (!isExact) {
      std::snprintf(units, sizeof units, "%.3g", figure.worst.units);
      std::snprintf(share, sizeof share, "%.1f %%", 100 * figure.worst.share);
    }
    std::snprintf(line, sizeof line, "%-22s %-9s %-10s %8llu %12llu %9llu %10s %10s\n", figure.label.c_str(), figure.type.c_str(), tolerance,
                  static_cast<unsigned long long>(figure.results), static_cast<unsigned long long>(figure.worst.elements),
                  static_cast<unsigned long long>(figure.worst.unjudged), units, share);
    text += line;
  }
  return text;
}

std::vector<std::string> Figures::toFields() const {
  std::vector<std::string> fields;
  for (auto &[key, figure] : figures)
    for (std::string field : {figure.label, figure.type, std::to_string(static_cast<int>(figure.kind)), exactText(figure.allowedUnits), std::to_string(figure.results),
                              std::to_string(figure.worst.elements), std::to_string(figure.worst.unjudged), exactText(figure.worst.units), exactText(figure.worst.share)})
      fields.push_back(std::move(field));
  return fields;
}

void Figures::addFields(const std::vector<std::string> &fields, size_t first) {
  for (size_t i = first; i + fieldsOfOne <= fields.size(); i += fieldsOfOne) {
    OperatorFigure figure;
    figure.label = fields[i];
    figure.type = fields[i + 1];
    figure.kind = static_cast<AccuracyKind>(std::atoi(fields[i + 2].c_str()));
    figure.allowedUnits = std::strtod(fields[i + 3].c_str(), nullptr);
    figure.results = std::strtoull(fields[i + 4].c_str(), nullptr, 10);
    figure.worst.elements = std::strtoull(fields[i + 5].c_str(), nullptr, 10);
    figure.worst.unjudged = std::strtoull(fields[i + 6].c_str(), nullptr, 10);
    figure.worst.units = std::strtod(fields[i + 7].c_str(), nullptr);
    figure.worst.share = std::strtod(fields[i + 8].c_str(), nullptr);
    add(figure);
  }
}

} // namespace sinter::fuzz
