// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a FusionReport while a graph is compiled: shown the module after each stage, it notes what only that stage
// knows.

#ifndef SINTER_COMPILER_EXPLAIN_REPORTBUILDER_H
#define SINTER_COMPILER_EXPLAIN_REPORTBUILDER_H

#include "compiler/Explain/FusionRecorder.h"
#include "compiler/Explain/FusionReport.h"
#include "compiler/Explain/GraphTraffic.h"
#include "compiler/Explain/SymbolValues.h"
#include "compiler/Explain/TrafficLedger.h"
#include "compiler/Support/Stage.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/jit/kernel_compiler.h"
#include "runtime/plan/plan_model.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <memory>
#include <set>

namespace sinter {

class ReportBuilder {
public:
  /// `entry` is the function that is explained; `given` and `assumed` are values of its symbols, the first from the
  /// user.
  ReportBuilder(mlir::ModuleOp module, std::string entry, const std::map<std::string, int64_t> &given,
                const std::map<std::string, int64_t> &assumed, MachineModel machine);

  /// The module as it was given, and then after each stage.
  void add(std::optional<Stage> stage, mlir::ModuleOp module);
  void addResources(llvm::ArrayRef<rt::KernelResources> resources);
  /// What became of `kernel`, which spilled; where it was cut, its halves have its name with more behind it.
  /// The algorithms that `plan` pins for library calls.
  void addPins(const rt::PlanModel &plan);
  void addRelief(const std::string &kernel, const std::string &text, bool isCut);

  FusionReport finish();

private:
  /// Tells values apart whatever the stage: an argument's or an operator's own, or a group's result by number.
  using ValueKey = std::pair<const void *, int64_t>;

  /// What a group reads or makes, and the row of the ledger that is charged with it; none is -1.
  struct GroupValue {
    ValueKey key;
    mlir::Type type;
    int row = -1;
    OperatorPlace place; // who computes with it first, or makes it, seen through shape operators
    bool isMade = false; // a result: by a launch that was met
  };

  /// A buffer that a launch reads.
  struct Read {
    ValueKey key;
    uint64_t bytes; // of the whole value
    int row;
    unsigned buffer;
  };

  /// A buffer of a launch: the launch and its buffer that it was written by, where one did; who wrote and reads it.
  struct BufferUse {
    mlir::RankedTensorType type;
    std::optional<std::pair<unsigned, unsigned>> source;
    OperatorPlace writer, reader;
    bool isResult = false; // of the graph
    uint64_t whole = 0;    // of a product in parts: the bytes of its result
  };

  struct Launch {
    mlir::Location location;
    unsigned group = 0;
    llvm::SmallVector<Read> reads; // of a kernel
    llvm::SmallVector<BufferUse> uses;
  };

  struct GroupState {
    explicit GroupState(mlir::Location location) : location(location) {}
    mlir::Location location;
    llvm::SmallVector<GroupValue> inputs, results;
    std::string classKey; // of a library call
    mlir::Type element;   // of a product's operands
  };

  /// The module as it was read, decomposed, in groups, with kernels in domain form, in thread form, and as a plan.
  void addGraph(mlir::ModuleOp module);
  void addOperators(mlir::ModuleOp module);
  void addGroups(mlir::ModuleOp module);
  void addKernels(mlir::ModuleOp module);
  void addThreads(mlir::ModuleOp module);
  void addPlan(mlir::ModuleOp module);
  mlir::func::FuncOp function(mlir::ModuleOp module) const;
  OperatorPlace placeOf(mlir::Operation *op) const;
  int rowOf(mlir::Operation *op) const;
  int rowAt(mlir::Location location, llvm::StringRef name) const;
  uint64_t flopsOf(mlir::Operation *op) const;
  /// The share of its elements that a group's kernel computes of each operator: what is only gathered or sliced is computed there alone.
  llvm::DenseMap<mlir::Operation *, double> sharesComputed(mlir::Block &body) const;
  /// The rows of the operators that `op` is in the place of: several, of its own name, where they were merged.
  llvm::SmallVector<int> rowsOf(mlir::Operation *op) const;
  /// What they write as launches of their own, by the first one's row.
  uint64_t writtenUnfused(int row) const;
  /// Adds to `figure` of each of them a part of `amount`, as large as its result is among theirs.
  void shareOut(int row, uint64_t amount, uint64_t OperatorEntry::*figure);
  void replaceUnfused(OperatorEntry &row, Traffic traffic);
  void addGroup(GroupOp group);
  void describeLibrary(GroupOp group, GroupEntry &entry, GroupState &state);
  static ValueKey resultKey(unsigned group, unsigned result);
  ValueKey keyOf(mlir::Value value) const;
  std::optional<unsigned> findGroup(mlir::Operation *op, unsigned next) const;
  void matchResults(mlir::Operation *op, unsigned group);
  static llvm::SmallVector<mlir::Value> viewsOf(mlir::Operation *op);
  int rowOfInput(unsigned group, mlir::Value value) const;
  int rowOfResult(unsigned group, mlir::Value value) const;
  int rowOfPart(kernel::CallOp call, unsigned view) const;
  void charge(int row, Traffic traffic);
  static void addBuffer(GroupEntry &entry, bool isInput, mlir::RankedTensorType type, Traffic traffic);
  void addCall(kernel::CallOp call, unsigned group, GroupEntry &entry, llvm::SmallVectorImpl<Read> &reads);
  void shareLaunch(llvm::ArrayRef<unsigned> members, llvm::StringRef kernel);
  void matchLaunches(mlir::func::FuncOp main);
  void addLibraryCall(GroupOp op, unsigned group, GroupEntry &entry);
  std::string describeSource(mlir::Value value, const llvm::DenseMap<mlir::Operation *, unsigned> &entries) const;
  std::string describeReaders(mlir::Value value, const llvm::DenseMap<mlir::Operation *, unsigned> &entries) const;
  static std::optional<unsigned> bufferOf(mlir::OpResult result);
  void noteBuffers(mlir::Operation *op, unsigned number, unsigned group,
                   const llvm::DenseMap<mlir::Operation *, unsigned> &entries);
  OperatorPlace writerOf(unsigned group, mlir::Value value) const;
  OperatorPlace readerOf(unsigned group, mlir::Value value) const;
  std::string whyBetween(unsigned from, unsigned to, const OperatorPlace &producer) const;
  void describeBoundaries();
  BoundaryEntry describeBoundary(unsigned number, const BufferUse &use, uint64_t written, uint64_t read) const;
  void addEdges();

  FusionReport report;
  SymbolValues values;
  llvm::StringSet<> givenSymbols;
  std::shared_ptr<RecordedFusion> recorded;
  llvm::DenseMap<mlir::Location, llvm::SmallVector<unsigned, 1>> rows;
  std::vector<GroupState> groups;
  /// By their numbers among the report's groups.
  std::vector<Launch> launches;
  GraphTraffic graph;
  std::vector<bool> isProduct; // of the rows
  /// Rows of operators that were merged into one, by the first.
  llvm::DenseMap<int, llvm::SmallVector<int>> mergedRows;
  /// Groups by their operation, and values of later stages by what they were then.
  llvm::DenseMap<mlir::Operation *, unsigned> numberOf;
  llvm::DenseMap<mlir::Value, ValueKey> keys;
  /// Of partial results that one launch of a group hands to the next: the row of the reduction.
  llvm::DenseMap<mlir::Value, int> partialRows;
  /// The groups that a part of an operator is in, by its place and name.
  llvm::DenseMap<std::pair<mlir::Location, mlir::StringAttr>, llvm::SmallVector<unsigned, 1>> groupsOf;
  /// Edges that were cut, by the groups of their ends.
  std::map<std::pair<unsigned, unsigned>, llvm::SmallVector<unsigned>> cutBetween;
};

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_REPORTBUILDER_H
