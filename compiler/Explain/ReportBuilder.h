// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a FusionReport while a graph is compiled: shown the module after each stage, it notes what only that stage
// knows.

#ifndef SINTER_COMPILER_EXPLAIN_REPORTBUILDER_H
#define SINTER_COMPILER_EXPLAIN_REPORTBUILDER_H

#include "compiler/Explain/FusionRecorder.h"
#include "compiler/Explain/FusionReport.h"
#include "compiler/Explain/SymbolValues.h"
#include "compiler/Explain/TrafficLedger.h"
#include "compiler/Pipelines/Stage.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/jit/kernel_compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <memory>

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

  FusionReport finish();

private:
  /// A group while it is filled: where its buffers' bytes go in the ledger.
  struct GroupState {
    explicit GroupState(mlir::Location location) : location(location) {}
    mlir::Location location;
    /// For each input and then each result with memory of its own, the row of the ledger that is charged; none is -1.
    llvm::SmallVector<int> rows;
    llvm::SmallVector<uint64_t> sizes;
    std::string classKey;
    mlir::Type element; // of a product's operands
    bool hasKernel = false;
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
  uint64_t flopsOf(mlir::Operation *op) const;
  void replaceUnfused(OperatorEntry &row, Traffic traffic);
  void addGroup(GroupOp group);
  void describeLibrary(GroupOp group, GroupEntry &entry, GroupState &state);
  void chargeViews(unsigned group, llvm::ArrayRef<Traffic> views);
  void addEdges();

  FusionReport report;
  SymbolValues values;
  llvm::StringSet<> givenSymbols;
  std::shared_ptr<RecordedEdges> edges;
  llvm::DenseMap<mlir::Location, llvm::SmallVector<unsigned, 1>> rows;
  std::vector<GroupState> groups;
  /// The groups that a part of an operator is in, by its place and name.
  llvm::DenseMap<std::pair<mlir::Location, mlir::StringAttr>, unsigned> groupOf;
};

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_REPORTBUILDER_H
