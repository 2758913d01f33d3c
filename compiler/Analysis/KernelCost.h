// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel costs, as the fusion decision counts: a launch, then its memory or its arithmetic, whichever takes longer.

#ifndef SINTER_COMPILER_ANALYSIS_KERNELCOST_H
#define SINTER_COMPILER_ANALYSIS_KERNELCOST_H

#include <algorithm>
#include <cstdint>

namespace sinter {

/// An H200's, whatever the target: a graph then fuses alike everywhere, and what is compared are small multiples of one another. docs/Fusion.md has them too.
struct KernelCost {
  /// Of one kernel that touches memory, as a node of a CUDA graph.
  static constexpr double launchMicroseconds = 0.98;
  static constexpr double bytesPerMicrosecond = 4.2e6;
  /// Elementwise operators on one element: 132 processors of 128 lanes at 1.7 GHz, four instructions an operator.
  static constexpr double operatorsPerMicrosecond = 132 * 128 * 1700.0 / 4;

  /// Of a library's products, multiplications and additions: of 16-bit floats, measured, and of wider ones by the data sheet.
  static constexpr double narrowFlopsPerMicrosecond = 768e6;
  static constexpr double wideFlopsPerMicrosecond = 67e6;

  static double memory(double bytes) { return bytes / bytesPerMicrosecond; }
  static double arithmetic(double operators) { return operators / operatorsPerMicrosecond; }
  /// A library's product without its launch.
  static double product(double bytes, double flops, unsigned bits) { return std::max(memory(bytes), flops / (bits <= 16 ? narrowFlopsPerMicrosecond : wideFlopsPerMicrosecond)); }
  /// What `more` operators add to a kernel that moves `bytes` and has `operators` of them: nothing while memory takes longer.
  static double addedArithmetic(double bytes, double operators, double more) {
    return std::max(memory(bytes), arithmetic(operators + more)) - std::max(memory(bytes), arithmetic(operators));
  }
};

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_KERNELCOST_H
