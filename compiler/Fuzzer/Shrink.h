// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a graph that fails smaller, as long as it fails in the same way.

#ifndef SINTER_COMPILER_FUZZER_SHRINK_H
#define SINTER_COMPILER_FUZZER_SHRINK_H

#include "compiler/Fuzzer/GraphCheck.h"

#include <string>

namespace sinter::fuzz {

struct ShrinkSettings {
  CheckSettings check;
  std::string device = "cpu";
  /// A process counts as hanging after so many seconds; no more graphs are tried after so many in all.
  double timeout = 60, budget = 90;
};

/// What tells failures apart: the kind and the message, without what is of one graph alone.
std::string signatureOf(const Failure &failure);

/// How `graph` fails, in a process of its own.
Failure checkInChild(const FuzzGraph &graph, const ShrinkSettings &settings);

/// A smaller graph of the same signature as `failure`, which becomes that of the graph returned.
FuzzGraph shrink(FuzzGraph graph, Failure &failure, const ShrinkSettings &settings);

FuzzGraph copyGraph(const FuzzGraph &graph);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_SHRINK_H
