// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What became of one entry of a graph, as plain data: the ledger by operator, the groups, and each edge that was kept
// or cut.

#ifndef SINTER_COMPILER_EXPLAIN_FUSIONREPORT_H
#define SINTER_COMPILER_EXPLAIN_FUSIONREPORT_H

#include "compiler/Explain/MachineModel.h"

#include "runtime/base/matmul_choice.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sinter {

/// An operator of the graph, and where it stands: "model.mlir:5:8", or an ONNX node's name.
struct OperatorPlace {
  std::string name, place;
  bool operator==(const OperatorPlace &) const = default;
};

struct OperatorEntry {
  OperatorPlace op;
  /// As a launch of its own; both 0 for what moves nothing by itself.
  uint64_t unfusedRead = 0, unfusedWritten = 0;
  bool isLaunch = false;
  /// Of the compiled plan: what the groups read first by this operator, or write of it.
  uint64_t fusedRead = 0, fusedWritten = 0;
  /// One for each element that an elementwise operator makes or a reduction folds, two for each that a product
  /// multiplies.
  uint64_t flops = 0;
  /// The groups that it is in, wholly or in part. Empty where it was folded away, or computed at load.
  std::vector<unsigned> groups;
  /// What became of an operator that is in no group, or is there under another name: "at load", "index map", "in gelu",
  /// "as gelu".
  std::string fate;
};

struct BufferEntry {
  std::string name; // in the kernel's text
  std::string type;
  std::string other; // who made what is read, or "argument", "constant"; who reads what is written, or "result"
  uint64_t read = 0, written = 0;
};

/// A launch: of a group, or the second one of a group that needs two (a reduction in parts and its end).
struct GroupEntry {
  bool isLibrary = false;
  std::string symbol; // of the kernel; empty for a library call
  std::vector<OperatorPlace> members;
  /// The group that this is a further launch of.
  std::optional<unsigned> launchOf;
  /// The kernel that it is launched as with others that do not wait for each other; empty where it has a launch of its
  /// own.
  std::string launchedAs;
  /// Those others. Each has an equal share of the launch's cost; the first has what several of them read.
  std::vector<unsigned> companions;
  std::string domain; // "rows x 4096", or a product's "512 x 4096 x 4096"
  std::string schedule;
  std::vector<BufferEntry> buffers;
  uint64_t read = 0, written = 0, flops = 0;
  double microseconds = 0;
  /// What takes most of that: "memory", "compute" or "launch"; and the flops a byte above which it would be "compute".
  std::string bound;
  double balance = 0;
  /// Registers of 32 bits that the schedule holds values in from one pass over a row to the next, a thread.
  int64_t heldRegisters = 0;
  int64_t sharedBytes = 0, launchedBytes = 0; // the latter of the former, brought by the launch
  /// Of the machine code, where it was made.
  std::optional<int64_t> registers, stackBytes, spilledBytes;
  /// Of a library call: the algorithms that the plan pins for it, one a GPU and version of the library.
  std::vector<rt::MatmulPin> pins;
  /// What its first schedule spilled, and what became of it; empty where nothing was spilled.
  std::string relief;
};

/// Groups that differ in nothing but places: they have one kernel.
struct GroupClass {
  std::vector<unsigned> groups;
};

struct EdgeEntry {
  OperatorPlace producer, consumer;
  bool isKept = false;
  std::string reason;
  /// Of the whole value: a write and a read for the first edge of a value that is kept, or cut; a read for each other.
  /// What the plan pays is BoundaryEntry's to say.
  std::string formula;
  uint64_t bytes = 0;
  /// The consumer's group; none where it is in none.
  std::optional<unsigned> group;
};

/// A value that goes through memory from one launch to another.
struct BoundaryEntry {
  /// The operators that compute on either side, seen through shape operators.
  OperatorPlace producer, consumer;
  std::string type, reason;
  /// Launches, by their numbers among the groups.
  unsigned from = 0, to = 0;
  /// The write is to the account of a value's first boundary, and to none where the graph's result is written by it.
  uint64_t written = 0, read = 0;
};

/// A product of few rows or columns, and why it is a kernel's part or a library's call; or the first of several products of one left side, and why they are one or are not.
struct ProductEntry {
  std::string place, text;
  bool isTaken = false;
};

/// The plan's bytes by what they are for.
struct PlanTraffic {
  uint64_t inputs = 0;  // arguments, weights and constants, read
  uint64_t results = 0; // of the graph, written
  uint64_t between = 0; // written and read by launches of different groups
  // Written and read by launches of one group, and what a product in parts writes and has read beyond its result.
  uint64_t partial = 0;
  uint64_t copies = 0;
};

/// Unfused bytes less those of the plan, by why. Together they are all of it.
struct SavedBytes {
  int64_t kept = 0;      // values between operators, less what groups pass to each other
  int64_t inputs = 0;    // inputs that several operators read, and kernels once
  int64_t rewritten = 0; // of operators that are in no group
  int64_t added = 0;     // what the plan has on top: partial results, copies; never positive
  int64_t total() const { return kept + inputs + rewritten + added; }
};

struct SymbolEntry {
  std::string name;
  int64_t value = 0;
  bool isGiven = false;
};

struct PlanTotals {
  unsigned launches = 0;
  uint64_t bytes = 0, flops = 0;
  double microseconds = 0;

  void add(uint64_t moreBytes, uint64_t moreFlops, double moreMicroseconds) {
    ++launches;
    bytes += moreBytes;
    flops += moreFlops;
    microseconds += moreMicroseconds;
  }
};

struct FusionReport {
  std::string graph, entry, target;
  MachineModel machine;
  std::vector<SymbolEntry> symbols;
  /// Each operator as a launch of its own, and the plan.
  PlanTotals unfused, fused;
  unsigned kernelsLaunched = 0, kernelsDistinct = 0, libraryCalls = 0, copies = 0;
  std::vector<OperatorEntry> operators;
  std::vector<GroupEntry> groups;
  std::vector<GroupClass> classes;
  std::vector<EdgeEntry> edges;
  std::vector<BoundaryEntry> boundaries;
  std::vector<ProductEntry> products, families;
  PlanTraffic traffic;
  SavedBytes saved;
};

/// For people; the ledger, the groups and the boundaries have at most `top` rows each, 0 meaning all.
std::string reportAsText(const FusionReport &report, unsigned top);
/// All of it; docs/Explain.md says what each key means.
std::string reportAsJson(const FusionReport &report);

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_FUSIONREPORT_H
