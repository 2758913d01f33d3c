// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the fusion decision share: a group in the making, and the planner that forms groups. FormFusionGroups.cpp has the order of its steps;
// FusionRoles.cpp says what each operator is, FusionRecompute.cpp what is computed again where it is read, FusionPlaces.cpp where a group makes and reads its
// values, FusionMerging.cpp which groups become one, FusionMemory.cpp what would be in memory at once, and FusionRemarks.cpp explains the outcome.

#ifndef SINTER_COMPILER_TRANSFORMS_FUSIONPLANNER_H
#define SINTER_COMPILER_TRANSFORMS_FUSIONPLANNER_H

#include "compiler/Analysis/InPlace.h"
#include "compiler/Analysis/IndexTrace.h"
#include "compiler/Analysis/Views.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace sinter {

/// A kernel in the making: its iteration domain, and where in it each member's value is made.
struct FusionGroup {
  llvm::SmallSetVector<mlir::Operation *, 8> members;
  /// Extents but those that are 1; dimension i of the members' indices is domain[i].
  llvm::SmallVector<mlir::AffineExpr> domain;
  /// The dimensions that the members' reductions fold, ascending; empty where there is none.
  llvm::SmallVector<unsigned> reduced;
  /// Those that other reductions fold, which fold the rows into columns and which only columns' members read; `reduced` then has the last dimension.
  llvm::SmallVector<unsigned> columns;
  /// The dimension that the members' scans go along, and whether from its end; a group with scans has no reductions.
  std::optional<std::pair<unsigned, bool>> scanned;
  /// The kernel's buffers: members with a reader outside, and values from outside that members read.
  llvm::SmallSetVector<mlir::Operation *, 4> stored;
  llvm::SmallSetVector<mlir::Value, 4> inputs;
  /// The places of the last member in the graph, and of the operator before which all must be done, or what is in memory then would be too much.
  unsigned last = 0, deadline = std::numeric_limits<unsigned>::max();
  /// Of two groups that may become one: the two.
  llvm::SmallVector<const FusionGroup *, 2> halves;

  bool contains(mlir::Operation *op) const {
    return members.contains(op) || llvm::any_of(halves, [&](const FusionGroup *half) { return half->contains(op); });
  }
};

/// What one operator is to the pass.
enum class FusionRole {
  Constant,  // a constant or a parameter
  Inlined,   // an index map, or a cheap producer: computed where it is read
  Main,      // computed once, in the group it is given to
  Library,   // a contraction, or its epilogue
  Fixed,     // has its groups from elsewhere, and keeps them
  Chain,     // a renumbering of memory on the way of a library's result
  Boundary,  // the function's return
};

/// The part of a group's domain over which a member's value varies.
enum class FusionPart { Full, Row, Column };

/// Decides for one function which operators share a kernel or a library call, and writes that down as attributes.
class FusionPlanner {
public:
  FusionPlanner(mlir::func::FuncOp function, bool fuse, bool strict, unsigned maxRecompute, int64_t memoryLimit)
      : function(function), fuse(fuse), strict(strict), maxRecompute(maxRecompute), memoryLimit(memoryLimit), scope(function.getContext()) {}

  /// Fails, with an error at the function, where it needs more memory than the limit that the user set.
  llvm::LogicalResult run();

private:
  //===--- Roles ---===//

  static llvm::ArrayRef<int64_t> givenGroups(mlir::Operation *op) {
    auto given = op->getAttrOfType<mlir::DenseI64ArrayAttr>("sinter.groups");
    return given ? given.asArrayRef() : llvm::ArrayRef<int64_t>();
  }

  /// Operators that come with a decision: each of their groups is complete, and nothing joins it but what it inlines.
  void keepGiven(mlir::Block &body);
  /// Contractions, with scalings of their operands, a bias or a ReLU that follows where that saves a kernel, and the chains
  /// behind them.
  void assignLibraries(mlir::Block &body);
  /// The multiplication by one constant that makes `operand` and nothing else, and that the library can do on the sum instead:
  /// not under `strict`, where the operand is rounded after it, and not in f64, whose factor would be an f32.
  mlir::Operation *scaleBefore(mlir::OpOperand &operand);
  /// The operator after `result` that the library can do while it writes: a bias over the last dimension (only as the
  /// first), a ReLU. Taken where the value is then needed as memory; otherwise a kernel that reads it does it for nothing.
  mlir::Operation *epilogueAfter(mlir::Value result, bool mayBeBias);
  /// The other operand of an addition, where it varies over the last dimension alone.
  bool biasOperand(mlir::Operation *add, mlir::Value result);
  /// Whether some reader of `value`, through shape operators, is a library or the return.
  bool leadsToMemory(mlir::Value value) const { return readAsMemory.contains(value); }
  /// Readers come before in the reverse walk, so what is known of their results is known.
  void findMemoryReads(mlir::Block &body);
  FusionRole classify(mlir::Operation *op);
  /// Whether the graph's author wants a kernel of its own for `op`.
  static bool isAlone(mlir::Operation *op) { return op->hasAttr("sinter.alone"); }
  /// Whether the value of `op` must lie in memory, to be read there.
  static bool isMaterialized(mlir::Operation *op) {
    auto elementwise = llvm::dyn_cast<ElementwiseOpInterface>(op);
    return elementwise && elementwise.isMaterialized();
  }
  static bool isInPlace(mlir::Operation *op) { return op->getNumResults() == 1 && getInPlaceScatter(op->getResult(0)); }
  /// What is inlined is written once for each way to it: concat(x, x) of concat(x, x) doubles with each step, and tracing
  /// recurses as deep as the chain. Beyond these bounds a value is computed where it stands.
  void boundInlining(mlir::Block &body);
  /// What an element of `op`'s result is made of, as often as it is read: a resize reads several elements of its operand.
  llvm::SmallVector<mlir::Value> readsOfOne(mlir::Operation *op);
  /// Shape operators whose value a library or the return needs as memory, and that are no view, become kernels. So do cheap
  /// producers behind them. What becomes a kernel cuts the views through it short, so that others may be none any more.
  void materializeViews(mlir::Block &body);
  void materializeOperands(mlir::Operation &op);
  /// As resolveView(), but through shape operators alone that are no kernels.
  BufferView resolveInlined(mlir::Value value);
  /// A returned value may share the buffer of a computed one only where no reader needs both.
  bool isPlainAlias(mlir::Value value, const BufferView &view);
  void require(mlir::Value value);

  //===--- What is computed again ---===//

  /// Readers come before in the reverse walk, so their roles are known.
  bool isCheapProducer(mlir::Operation *op);
  /// Whether `op` has one reader, through a shape operator that takes elements to other places and none of them twice, and is made of inputs, constants and
  /// library results alone: then computing it where it is read takes fewer bytes than storing it, and no other group loses a member.
  bool isReadMoved(mlir::Operation *op);
  /// Elements of `type` where each symbol is 64, or as near to it as it may be: of two types, the ratio that most values of the symbols give.
  uint64_t sampleElements(mlir::RankedTensorType type);
  /// Elementwise operators in the tree of producers that each operator would inline, as far as what lies in memory in any case, those twice in it counted twice.
  void measureTrees(mlir::Block &body);
  /// Where all readers of `value` read it to repeat it: the points at which they do, each of them for itself. Else nothing.
  std::optional<uint64_t> countWidenedReads(mlir::Value value);
  /// Whether `op`, which its readers would compute again at `points` points, is cheaper so than in a kernel of its own that stores it. Leaves a remark.
  bool isCheaperAgain(mlir::Operation *op, uint64_t points);
  void noteRecompute(mlir::Operation *op, bool isAgain, double again, double store, llvm::StringRef where);
  uint64_t sampleBytes(mlir::Operation *op);

  /// What readers of a stored value in other groups would compute for themselves instead.
  struct Recompute {
    mlir::Operation *op = nullptr;
    /// The operators on the way from memory to it, itself the last; those that are members of its group.
    llvm::SmallSetVector<mlir::Operation *, 8> tree;
    /// What they read, and of those the ones that are not in memory yet.
    llvm::SmallSetVector<mlir::Value, 4> leaves;
    llvm::SmallVector<mlir::Operation *> newlyStored;
    llvm::SmallSetVector<FusionGroup *, 4> readers;
    double storeMicroseconds = 0, againMicroseconds = 0;
  };
  /// Takes values with readers in other groups out of memory, where computing them again in each costs less.
  void recomputeStored(mlir::Block &body);
  std::optional<Recompute> findRecompute(mlir::Operation *op);
  bool findTree(Recompute &again);
  bool canReadAgain(mlir::Value value) const;
  unsigned countReads(mlir::Operation *op);
  void countCosts(Recompute &again);
  void apply(Recompute &again);
  llvm::ArrayRef<FusionGroup *> copiesOf(mlir::Operation *op) const;

  //===--- Memory ---===//

  /// Steps in their order (a group, a library call, or an operator with neither), and when each value is in memory, beside arguments, constants and results.
  struct Timeline {
    struct Life {
      mlir::Operation *op;
      uint64_t bytes;
      unsigned first, last; // steps
    };
    llvm::DenseMap<mlir::Operation *, unsigned> stepOf;
    llvm::SmallVector<unsigned> places; // of each step's last member in the graph
    llvm::SmallVector<Life> lives;
    llvm::SmallVector<uint64_t> bytes; // in memory at each step
    uint64_t peak = 0;
  };
  /// Without fusion each operator is a step.
  uint64_t measureUnfused(mlir::Block &body);
  Timeline measureFused(mlir::Block &body);
  void orderSteps(mlir::Block &body, Timeline &time);
  static void sumUp(Timeline &time);
  bool isInArena(mlir::Operation *op) const;
  void formGroups(mlir::Block &body);
  /// Forms groups anew, each time with more deadlines, until what is in memory at once fits.
  llvm::LogicalResult fitMemory(mlir::Block &body);
  bool addDeadlines(const Timeline &time);
  bool isReadFrom(mlir::Operation *op, unsigned step, const Timeline &time) const;
  void forget();
  std::string describeMemory() const;

  //===--- Places ---===//

  /// The point at which a value of `type` is made: indices over the group's domain, or nothing where it does not fit.
  std::optional<llvm::SmallVector<mlir::AffineExpr>> placeOf(const FusionGroup &group, mlir::RankedTensorType type, FusionPart part);
  /// Which part of the domain `op`'s value varies over; nothing where it fits none.
  std::optional<FusionPart> partOf(const FusionGroup &group, mlir::Operation *op);
  /// Rows and columns may be of one length: then what an operator reads tells them apart.
  bool isFedByColumns(const FusionGroup &group, mlir::Operation *op);
  /// Whether a block has the registers for the sums of all columns.
  bool canAddUpColumns(const FusionGroup &merged);
  /// Whether something over the whole domain reads what rows are folded into, or what is made of it: that can share a kernel with the fold where no
  /// other rows are walked.
  bool readsColumnsAgain(const FusionGroup &merged);
  /// The proper dimensions of its operand that `reduction` folds.
  llvm::SmallVector<unsigned> foldedBy(ReductionOpInterface reduction);
  std::optional<llvm::SmallVector<mlir::AffineExpr>> placeOf(const FusionGroup &group, mlir::Operation *op);
  /// Where `op` reads operand `operand`.
  std::optional<llvm::SmallVector<mlir::AffineExpr>> operandPlace(const FusionGroup &group, mlir::Operation *op, mlir::Value operand);
  /// Whether each member of the two groups finds the values of other members at the point where they are made, over the
  /// domain that `merged` has.
  bool isAligned(const FusionGroup &merged, const FusionGroup &a, const FusionGroup &b);
  /// The same for the members of `group` alone. What a group has found for itself stays true while its domain does.
  bool areAligned(const FusionGroup &merged, const FusionGroup &group, const FusionGroup &other);
  bool isAligned(const FusionGroup &merged, const FusionGroup &group, const FusionGroup &other, mlir::Operation *op);
  /// What `op` reads at `place` for the sake of `operand`; all its reads where operands have no place in common.
  llvm::SmallVector<TracedRead> readsOf(mlir::Operation *op, mlir::Value operand, llvm::ArrayRef<mlir::AffineExpr> place);

  //===--- Groups ---===//

  bool isTransparent(mlir::Operation *op) const { return roles.lookup(op) == FusionRole::Inlined; }
  llvm::SmallVector<TracedRead> trace(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> indices);
  /// For each operator that has a value of its own, who reads it, seen through what is inlined.
  void collectReaders(mlir::Block &body);
  void startGroup(mlir::Operation *op);
  llvm::ArrayRef<mlir::Operation *> readersOf(mlir::Operation *op) const;
  /// The values that `op` reads, seen through what is inlined.
  void collectInputs(mlir::Operation *op, FusionGroup &group);
  void mergeProducers(mlir::Operation *op);
  void tryMerge(mlir::Operation *producer, mlir::Operation *consumer);
  /// Groups that read one value as large as their domain: in one kernel it is read once. Each is tried with the next one in the graph's order.
  void mergeSiblings(mlir::Block &body);
  /// Makes the two groups one; or says why they cannot be. No member comes later in the graph than `last`.
  std::string merge(FusionGroup *from, FusionGroup *to, unsigned last);
  static bool dropsTo(llvm::ArrayRef<mlir::AffineExpr> domain, llvm::ArrayRef<unsigned> reduced, llvm::ArrayRef<mlir::AffineExpr> row);
  static bool unifyScans(const FusionGroup &a, const FusionGroup &b, FusionGroup &merged);
  /// One domain for both groups: the same, or a row or a column of the other's.
  static bool unifyDomains(const FusionGroup &a, const FusionGroup &b, FusionGroup &merged);
  /// Whether a path leaves the two groups and comes back. Their members come no later than `last`.
  bool makesCycle(const FusionGroup &a, const FusionGroup &b, unsigned last);
  void mergeBuffers(const FusionGroup &a, const FusionGroup &b, FusionGroup &merged);

  //===--- The decision ---===//

  void writeDecision(mlir::Block &body);
  /// One remark for each edge between operators that have values of their own: the outcome, whatever was tried on the way.
  void remarkEdges();
  std::string whyApart(mlir::Operation *producer, mlir::Operation *consumer);
  /// One for each value that several kernels may compute for themselves: whether they do, and what either way costs.
  void remarkRecompute();

  static constexpr unsigned maxBuffers = 32;
  /// Far more than any graph's own kernels have: what follows recurses as deep as a kernel's chain of operators.
  static constexpr unsigned maxMembers = 512;

  mlir::func::FuncOp function;
  bool fuse, strict;
  unsigned maxRecompute;
  int64_t memoryLimit; // the user's, 0 for none
  SymbolScope scope;
  llvm::DenseMap<mlir::Operation *, unsigned> order;
  llvm::DenseMap<mlir::Operation *, FusionRole> roles;
  /// Over operators that are not inlined.
  llvm::MapVector<mlir::Operation *, llvm::SmallSetVector<mlir::Operation *, 4>> readers;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *>> producers;
  llvm::DenseMap<mlir::Operation *, unsigned> treeSizes;
  /// Operators whose whole tree of producers has no other reader, down to inputs, constants and library results.
  llvm::DenseSet<mlir::Operation *> pureTrees;
  llvm::DenseSet<mlir::Value> readAsMemory;
  bool hasRequired = false;
  llvm::DenseMap<mlir::Operation *, FusionGroup *> groupOf;
  llvm::SmallVector<std::unique_ptr<FusionGroup>> groups;
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> libraries;
  /// Why a producer and its consumer could not share a kernel when it was tried.
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Operation *>, std::string> refusals;
  /// Groups beside its own that compute an operator for themselves.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<FusionGroup *>> copies;
  /// Operators that were members of a group, and that others alone compute now.
  llvm::DenseSet<mlir::Operation *> dissolved;
  /// Remarks on what is computed again or not, to be given for the groups that are formed last.
  llvm::MapVector<mlir::Operation *, std::pair<bool, std::string>> recomputeRemarks;
  /// Of operators whose group must end early for the memory's sake, and of operators that must be stored for it.
  llvm::DenseMap<mlir::Operation *, unsigned> deadlines;
  llvm::DenseSet<mlir::Operation *> mustStore;
  uint64_t unfusedPeak = 0, arenaLimit = std::numeric_limits<uint64_t>::max();
  /// The first number that no given group has.
  int64_t firstFree = 0;
};

} // namespace sinter

#endif // SINTER_COMPILER_TRANSFORMS_FUSIONPLANNER_H
