// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `sinter tune` found, and how it is printed.

#ifndef SINTER_COMPILER_TOOLS_TUNEREPORT_H
#define SINTER_COMPILER_TOOLS_TUNEREPORT_H

#include "compiler/Pipelines/DistinctKernel.h"
#include "compiler/Tuning/TuningFile.h"
#include "runtime/measure/form_race.h"
#include "runtime/tools/json.h"

#include <string>
#include <vector>

namespace sinter {

/// A measured schedule of a kernel.
struct Trial {
  std::string schedule; // empty: the rules'
  std::string error;    // why it was not measured
  double microseconds = 0, ratio = 0, noisePercent = 0;
};

/// What became of a kernel.
struct TunedKernel {
  DistinctKernel kernel;
  std::string status; // "tuned", "rule", "known", or why it was not measured
  bool isMeasured = false, isWrong = false;
  TuningEntry entry;
  std::vector<Trial> trials;
};

/// What became of a library's product.
struct TunedProduct {
  std::string name;        // of a step that runs it
  std::string fingerprint;
  int64_t calls = 0;       // in all entries
  std::string status;      // "measured", "known", or why it was not measured
  ProductTuningEntry entry;      // where it was or is
  std::vector<rt::MatmulTrial> trials;
};

struct TuneReport {
  std::string device, tuningPath;
  bool timesMeanSomething = false;
  /// Whether anything was to be measured, and not only compiled.
  bool isMeasured = true;
  std::vector<TunedKernel> kernels;
  std::vector<TunedProduct> products;
  std::vector<rt::FormTime> plan; // by the rules, and tuned; empty where it was not measured
  std::string planError;          // why

  std::string toText() const;
  rt::JsonValue toJson() const;
};

} // namespace sinter

#endif // SINTER_COMPILER_TOOLS_TUNEREPORT_H
