// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of a graph as a tuner sees it.

#ifndef SINTER_COMPILER_PIPELINES_DISTINCTKERNEL_H
#define SINTER_COMPILER_PIPELINES_DISTINCTKERNEL_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sinter {

/// A kernel, and others that differ in names alone.
struct DistinctKernel {
  std::string name; // of the first one
  std::string fingerprint;
  int64_t launches = 0; // of all of them, in one execution of each entry
  /// Whether one of them shares a launch with another kernel.
  bool sharesLaunch = false;
  /// Of one that is a special case for some values of symbols: what divides those.
  std::map<std::string, int64_t> divisors;
  std::string rule;                    // the text of the #kernel.schedule that the rules choose
  std::vector<std::string> candidates; // others that are worth a measurement
};

} // namespace sinter

#endif // SINTER_COMPILER_PIPELINES_DISTINCTKERNEL_H
