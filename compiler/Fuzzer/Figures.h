// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How near each operator came to its tolerance, over many graphs.

#ifndef SINTER_COMPILER_FUZZER_FIGURES_H
#define SINTER_COMPILER_FUZZER_FIGURES_H

#include "compiler/Reference/Accuracy.h"

#include <map>
#include <string>
#include <vector>

namespace sinter::fuzz {

struct OperatorFigure {
  std::string label, type; // "gelu erf", and the element type of the result
  reference::AccuracyKind kind = reference::AccuracyKind::kExact;
  double allowedUnits = 0; // of a function
  uint64_t results = 0;    // edges judged
  reference::Distance worst;
};

class Figures {
public:
  void add(const OperatorFigure &figure);

  /// In alphabetic order.
  std::vector<OperatorFigure> all() const;
  uint64_t results() const;
  /// A line an operator and result type.
  std::string table() const;

  /// As fields of text, for a pipe.
  std::vector<std::string> toFields() const;
  void addFields(const std::vector<std::string> &fields, size_t first);

private:
  std::map<std::pair<std::string, std::string>, OperatorFigure> figures;
};

/// "exact", "function", "fold", "composite".
const char *nameOf(reference::AccuracyKind kind);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_FIGURES_H
