// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels' compiler reports of registers that it spilled, turned into what `kernel-relieve-spills` is to do about it.

#ifndef SINTER_COMPILER_PIPELINES_SPILLFEEDBACK_H
#define SINTER_COMPILER_PIPELINES_SPILLFEEDBACK_H

#include "compiler/Pipelines/Compiler.h"

#include <set>

namespace sinter {

/// Goes through the steps of kernels that spill, one a round, and settles on those with which each spills least.
class SpillFeedback {
public:
  /// `given`: steps that are settled; then nothing is learnt.
  explicit SpillFeedback(const SpillReliefs &given) : reliefs(given), isSettled(!given.empty()) {}

  /// Notes how the kernels of `module`, in domain form, are scheduled in this round.
  void noteSchedules(mlir::ModuleOp module);

  /// Learns what the kernels of `module`, in thread form, took. Whether the kernels are to be made once more, by the reliefs then.
  bool learn(mlir::ModuleOp module, llvm::ArrayRef<rt::KernelResources> resources);

  const SpillReliefs &getReliefs() const { return reliefs; }
  /// Puts the reliefs on `module` (`kernel.reliefs`).
  void attach(mlir::ModuleOp module) const;

  /// A remark for each kernel that was relieved, and a warning for each that spills all the same.
  void report(mlir::ModuleOp module) const;
  /// The same in words.
  std::vector<SpillReport> describe() const;

private:
  /// A kernel in domain form after so many steps.
  struct Try {
    int64_t steps;
    std::string schedule; // empty where it is cut
    int64_t bytes;        // spilled a thread, stored and loaded, by the kernel or its halves
    int64_t registers;
  };
  using Tries = std::vector<Try>;

  void measure(mlir::ModuleOp module, llvm::ArrayRef<rt::KernelResources> resources);
  void noteTries();
  bool takeSteps();
  bool takeApart();
  bool settle();
  int64_t spilledBy(const std::string &name) const;
  static const Try &bestOf(const Tries &tries);

  SpillReliefs reliefs;
  bool isSettled;
  int rounds = 0;
  /// Kernels that spilled in a launch of their own, by name.
  std::map<std::string, Tries> tries;
  /// In this round: how kernels are scheduled, and what they spilled and took.
  std::map<std::string, std::string> schedules;
  std::map<std::string, int64_t> spilled, registers;
  /// Kernels that spilled in one launch: in this round, and in some round before, with those beside which they did.
  std::vector<std::vector<std::string>> together;
  std::map<std::string, std::vector<std::string>> wereTogether;
  /// Those that have shared a launch again since; when that spills too, they stay apart.
  std::set<std::string> rejoined;
};

} // namespace sinter

#endif // SINTER_COMPILER_PIPELINES_SPILLFEEDBACK_H
