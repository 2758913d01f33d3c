// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which operators share a kernel or a library call. See the pass' description for the rules; the decision is
// only written down here, ApplyFusionGroups carries it out.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/IndexTrace.h"
#include "compiler/Analysis/Views.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace sinter {
#define GEN_PASS_DEF_FORMFUSIONGROUPSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// A kernel in the making: its iteration domain, and where in it each member's value is made.
struct Group {
  unsigned id;
  llvm::SmallSetVector<Operation *, 8> members;
  /// Extents but those that are 1; dimension i of the members' indices is domain[i].
  SmallVector<AffineExpr> domain;
  /// The dimensions that the members' reductions fold, ascending; empty where there is none.
  SmallVector<unsigned> reduced;
};

/// What one operator is to the pass.
enum class Role {
  Constant,  // a constant or a parameter
  Inlined,   // an index map, or a cheap producer: computed where it is read
  Main,      // computed once, in the group it is given to
  Library,   // a contraction, or its epilogue
  Fixed,     // has its groups from elsewhere, and keeps them
  Chain,     // a renumbering of memory on the way of a library's result
  Boundary,  // the function's return
};

class FusionPlanner {
public:
  FusionPlanner(func::FuncOp function, bool fuse, bool strict, unsigned maxRecompute)
      : function(function), fuse(fuse), strict(strict), maxRecompute(maxRecompute), scope(function.getContext()) {}

  void run() {
    Block &body = function.getBody().front();
    for (auto [position, op] : llvm::enumerate(body))
      order[&op] = position;
    keepGiven(body);
    assignLibraries(body);
    for (Operation &op : llvm::reverse(body))
      roles.try_emplace(&op, classify(&op));
    materializeViews(body);
    collectReaders(body);
    for (Operation &op : body)
      if (roles[&op] == Role::Main)
        startGroup(&op);
    if (fuse)
      for (Operation &op : body)
        if (roles[&op] == Role::Main)
          mergeProducers(&op);
    writeDecision(body);
  }

private:
  //===--- Roles ---===//

  static ArrayRef<int64_t> givenGroups(Operation *op) {
    auto given = op->getAttrOfType<DenseI64ArrayAttr>("sinter.groups");
    return given ? given.asArrayRef() : ArrayRef<int64_t>();
  }

  /// Operators that come with a decision: each of their groups is complete, and nothing joins it but what it inlines.
  void keepGiven(Block &body) {
    llvm::MapVector<int64_t, SmallVector<Operation *>> given;
    for (Operation &op : body)
      for (int64_t number : givenGroups(&op)) {
        given[number].push_back(&op);
        firstFree = std::max(firstFree, number + 1);
      }
    for (auto &[number, ops] : given) {
      bool isLibrary = llvm::any_of(ops, [](Operation *op) { return isa<ContractionOpInterface>(op); });
      auto group = std::make_unique<Group>();
      for (Operation *op : ops) {
        bool isInlined = op->hasAttr("sinter.inlined");
        roles[op] = isInlined ? Role::Inlined : isLibrary ? Role::Library : Role::Fixed;
        if (isInlined)
          continue;
        group->members.insert(op);
        groupOf.try_emplace(op, group.get());
      }
      groups.push_back(std::move(group));
    }
  }

  /// Contractions, with a bias or a ReLU that follows where that saves a kernel, and the chains behind them.
  void assignLibraries(Block &body) {
    for (Operation &op : body) {
      if (!isa<ContractionOpInterface>(op) || !givenGroups(&op).empty())
        continue;
      roles[&op] = Role::Library;
      Value result = op.getResult(0);
      SmallVector<Operation *> members{&op};
      while (Operation *next = fuse ? epilogueAfter(result, members.size() == 1) : nullptr) {
        roles[next] = Role::Library;
        members.push_back(next);
        result = next->getResult(0);
        remark::passed(next->getLoc(), remark::RemarkOpts::name("FuseEpilogue").category("fusion"))
            << "joins the library call as its epilogue";
      }
      libraries.push_back(members);
      if (fuse)
        for (Operation *link : destinationChain(result, scope))
          roles[link] = Role::Chain;
    }
  }

  /// The operator after `result` that the library can do while it writes: a bias over the last dimension (only as the
  /// first), a ReLU. Taken where the value is then needed as memory; otherwise a kernel that reads it does it for nothing.
  Operation *epilogueAfter(Value result, bool mayBeBias) {
    if (!result.hasOneUse())
      return nullptr;
    Operation *user = *result.user_begin();
    if (!givenGroups(user).empty())
      return nullptr;
    // A library adds the bias before it rounds: for a narrow type that is another result than the graph's own.
    Type element = getElementTypeOrSelf(result.getType());
    bool roundsAlike = !strict || getComputeType(element) == element;
    bool isBias = mayBeBias && roundsAlike && isa<AddOp>(user) && biasOperand(user, result);
    if (!isBias && !isa<ReluOp>(user))
      return nullptr;
    Value written = user->getResult(0);
    // A bias is worth taking before a ReLU that is.
    if (isBias && written.hasOneUse() && isa<ReluOp>(*written.user_begin()))
      written = written.user_begin()->getResult(0);
    return leadsToMemory(written) ? user : nullptr;
  }

  /// The other operand of an addition, where it varies over the last dimension alone.
  bool biasOperand(Operation *add, Value result) {
    Value other = add->getOperand(0) == result ? add->getOperand(1) : add->getOperand(0);
    auto broadcast = other.getDefiningOp<BroadcastOp>();
    auto type = cast<RankedTensorType>(result.getType());
    // Where a library or the return asks for the repeated bias itself, a kernel makes it and no broadcast is left to look through.
    if (!broadcast || llvm::any_of(broadcast->getUsers(), llvm::IsaPred<ContractionOpInterface, func::ReturnOp>))
      return false;
    return other != result && broadcast.getInput().getType().getRank() == 1 &&
           broadcast.getDims()[0] == type.getRank() - 1 &&
           broadcast.getInput().getType().getDimSize(0) == type.getDimSize(type.getRank() - 1) &&
           isa<FloatType>(type.getElementType()) && resolveView(broadcast.getInput(), scope).view.isDense();
  }

  /// Whether some reader of `value`, through shape operators, is a library or the return.
  bool leadsToMemory(Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      if (isa<ContractionOpInterface, func::ReturnOp>(user))
        return true;
      return isa<IndexMapOpInterface>(user) && llvm::any_of(user->getResults(), [&](Value v) { return leadsToMemory(v); });
    });
  }

  Role classify(Operation *op) {
    if (isa<ConstantSourceOpInterface>(op))
      return Role::Constant;
    if (isa<func::ReturnOp>(op))
      return Role::Boundary;
    if (isa<IndexMapOpInterface>(op))
      return fuse ? Role::Inlined : Role::Main;
    if (isa<ElementwiseOpInterface>(op) && fuse && isCheapProducer(op))
      return Role::Inlined;
    return Role::Main;
  }

  /// Readers come before in the reverse walk, so their roles are known.
  bool isCheapProducer(Operation *op) {
    if (treeSize(op) > maxRecompute)
      return false;
    return llvm::all_of(op->getUsers(), [&](Operation *user) { return readsWidened(op->getResult(0), user); });
  }

  /// Elementwise operators in the tree of inlined producers that `op` tops.
  unsigned treeSize(Operation *op) {
    unsigned size = isa<ElementwiseOpInterface>(op);
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp(); producer && size <= maxRecompute &&
                                                         (isa<ElementwiseOpInterface>(producer) || isa<IndexMapOpInterface>(producer)))
        size += treeSize(producer);
    return size;
  }

  /// Whether `user` reads `value` to repeat it eight times or more, so that making it again costs next to nothing.
  bool readsWidened(Value value, Operation *user) {
    if (roles.lookup(user) != Role::Inlined)
      return false;
    if (isa<ElementwiseOpInterface>(user))
      return true;
    auto from = cast<RankedTensorType>(value.getType());
    return llvm::all_of(user->getResults(), [&](Value result) {
      auto to = cast<RankedTensorType>(result.getType());
      if (isa<BroadcastOp>(user) && (!to.hasStaticShape() || to.getNumElements() >= 8 * std::max<int64_t>(from.getNumElements(), 1)))
        return true;
      return !result.use_empty() && llvm::all_of(result.getUsers(), [&](Operation *next) { return readsWidened(value, next); });
    });
  }

  /// Shape operators whose value a library or the return needs as memory, and that are no view, become kernels. So do cheap
  /// producers behind them.
  void materializeViews(Block &body) {
    for (Operation &op : body) {
      bool isLibrary = roles[&op] == Role::Library, isReturn = roles[&op] == Role::Boundary;
      if (!isLibrary && !isReturn)
        continue;
      for (Value operand : op.getOperands()) {
        if (isLibrary && !isa<ContractionOpInterface>(op)) {
          if (auto bias = operand.getDefiningOp<BroadcastOp>())
            require(resolveView(bias.getInput(), scope).base);
          continue;
        }
        BufferView view = resolveView(operand, scope);
        bool isFine = isLibrary ? isMatrixView(view.view) : view.base == operand || isPlainAlias(operand, view);
        require(isFine ? view.base : operand);
      }
    }
  }

  /// A returned value may share the buffer of a computed one only where no reader needs both.
  bool isPlainAlias(Value value, const BufferView &view) {
    Operation *producer = view.base.getDefiningOp();
    return producer && roles.lookup(producer) != Role::Constant && view.base.hasOneUse() && view.view.isDense() &&
           bufferLayout(value, scope).isDense() && value.getDefiningOp()->getNumOperands() == 1;
  }

  void require(Value value) {
    Operation *op = value.getDefiningOp();
    if (op && roles[op] == Role::Inlined && givenGroups(op).empty())
      roles[op] = Role::Main;
  }

  //===--- Reads ---===//

  bool isTransparent(Operation *op) const { return roles.lookup(op) == Role::Inlined; }

  SmallVector<TracedRead> trace(Value value, ArrayRef<AffineExpr> indices) {
    return traceReads(value, indices, scope, [&](Operation *op) { return isTransparent(op); });
  }

  /// For each operator that has a value of its own, who reads it, seen through what is inlined.
  void collectReaders(Block &body) {
    for (Operation &op : body) {
      if (isTransparent(&op))
        continue;
      SmallVector<Value> worklist(op.getOperands());
      llvm::DenseSet<Operation *> seen;
      while (!worklist.empty()) {
        Operation *producer = worklist.pop_back_val().getDefiningOp();
        if (!producer || !seen.insert(producer).second)
          continue;
        if (isTransparent(producer))
          llvm::append_range(worklist, producer->getOperands());
        else
          readers[producer].insert(&op);
      }
    }
  }

  //===--- Groups ---===//

  void startGroup(Operation *op) {
    auto group = std::make_unique<Group>();
    group->members.insert(op);
    auto reduction = dyn_cast<ReductionOpInterface>(op);
    auto type = cast<RankedTensorType>((reduction ? op->getOperand(0) : op->getResult(0)).getType());
    ProperExtents proper = properExtents(type, scope);
    group->domain = proper.extents;
    for (auto [position, dim] : llvm::enumerate(proper.dims))
      if (reduction && llvm::is_contained(reduction.getReductionAxes(), dim))
        group->reduced.push_back(position);
    groupOf[op] = group.get();
    groups.push_back(std::move(group));
  }

  void mergeProducers(Operation *op) {
    // Nearest first: it is the one most likely to hold what the others need.
    llvm::SmallSetVector<Operation *, 8> producers;
    for (auto &[producer, users] : readers)
      if (users.contains(op) && roles.lookup(producer) == Role::Main)
        producers.insert(producer);
    SmallVector<Operation *> sorted(producers.begin(), producers.end());
    llvm::sort(sorted, [&](Operation *a, Operation *b) { return order.lookup(a) > order.lookup(b); });
    for (Operation *producer : sorted)
      if (groupOf[producer] != groupOf[op])
        tryMerge(producer, op);
  }

  void tryMerge(Operation *producer, Operation *consumer) {
    Group *from = groupOf[producer], *to = groupOf[consumer];
    std::string reason;
    Group merged;
    merged.id = from->id;
    merged.members = from->members;
    merged.members.insert(to->members.begin(), to->members.end());
    if (!unifyDomains(*from, *to, merged))
      reason = "the iteration domains differ";
    else if (!isAligned(merged))
      reason = "a value is needed at another point than where it is made";
    else if (makesCycle(merged))
      reason = "what lies between the two depends on one and feeds the other";
    else if (countBuffers(merged) > maxBuffers)
      reason = "the kernel would take more than " + std::to_string(maxBuffers) + " buffers";
    if (!reason.empty()) {
      remark::missed(consumer->getLoc(), remark::RemarkOpts::name("FuseProducer").category("fusion"))
          << "keeps apart from " << producer->getName().getStringRef() << ": " << reason;
      return;
    }
    remark::passed(consumer->getLoc(), remark::RemarkOpts::name("FuseProducer").category("fusion"))
        << "shares a kernel with " << producer->getName().getStringRef() << ", saving "
        << bytesOf(producer->getResult(0)) << " bytes written and read";
    *from = merged;
    for (Operation *member : to->members)
      groupOf[member] = from;
    to->members.clear();
  }

  std::string bytesOf(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.hasStaticShape() ? std::to_string(type.getNumElements() * type.getElementTypeBitWidth() / 8) : "dynamic";
  }

  static bool dropsTo(ArrayRef<AffineExpr> domain, ArrayRef<unsigned> reduced, ArrayRef<AffineExpr> row) {
    SmallVector<AffineExpr> kept;
    for (auto [i, extent] : llvm::enumerate(domain))
      if (!llvm::is_contained(reduced, i))
        kept.push_back(extent);
    return ArrayRef(kept) == row;
  }

  static bool unifyDomains(const Group &a, const Group &b, Group &merged) {
    for (auto [full, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      bool same = full->domain == other->domain && (other->reduced.empty() || full->reduced == other->reduced);
      bool row = !full->reduced.empty() && other->reduced.empty() && dropsTo(full->domain, full->reduced, other->domain);
      if (!same && !row)
        continue;
      merged.domain = full->domain;
      merged.reduced = full->reduced;
      return true;
    }
    return false;
  }

  /// The point at which `op`'s value is made: indices over the group's domain, or nothing where it does not fit.
  std::optional<SmallVector<AffineExpr>> placeOf(const Group &group, RankedTensorType type, bool isRow) {
    ProperExtents proper = properExtents(type, scope);
    SmallVector<AffineExpr> dims, extents;
    for (auto [i, extent] : llvm::enumerate(group.domain))
      if (!isRow || !llvm::is_contained(group.reduced, i)) {
        dims.push_back(getAffineDimExpr(i, scope.getContext()));
        extents.push_back(extent);
      }
    if (proper.extents != extents)
      return std::nullopt;
    return indicesOf(type, dims, scope);
  }

  std::optional<SmallVector<AffineExpr>> placeOf(const Group &group, Operation *op) {
    // Results of several shapes have no place in common.
    if (!llvm::all_equal(op->getResultTypes()))
      return std::nullopt;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (isa<ReductionOpInterface>(op))
      return placeOf(group, type, /*isRow=*/true);
    auto full = placeOf(group, type, /*isRow=*/false);
    return full || group.reduced.empty() ? full : placeOf(group, type, /*isRow=*/true);
  }

  /// Where `op` reads operand `operand`.
  std::optional<SmallVector<AffineExpr>> operandPlace(const Group &group, Operation *op, Value operand) {
    auto reduction = dyn_cast<ReductionOpInterface>(op);
    if (!reduction)
      return placeOf(group, op);
    auto type = cast<RankedTensorType>(operand.getType());
    ProperExtents proper = properExtents(type, scope);
    SmallVector<unsigned> folded;
    for (auto [position, dim] : llvm::enumerate(proper.dims))
      if (llvm::is_contained(reduction.getReductionAxes(), dim))
        folded.push_back(position);
    return folded == group.reduced ? placeOf(group, type, /*isRow=*/false) : std::nullopt;
  }

  /// Whether each member finds the values of other members at the point where they are made.
  bool isAligned(const Group &group) {
    for (Operation *op : group.members) {
      auto map = dyn_cast<IndexMapOpInterface>(op);
      for (Value operand : op->getOperands()) {
        auto place = operandPlace(group, op, operand);
        if (!place)
          return false;
        SmallVector<TracedRead> reads = map ? traceReads(op->getResult(0), *place, scope, [&](Operation *o) { return o == op || isTransparent(o); })
                                            : trace(operand, *place);
        for (const TracedRead &read : reads) {
          Operation *producer = read.value.getDefiningOp();
          if (!producer || !group.members.contains(producer))
            continue;
          auto made = placeOf(group, producer);
          if (!made || *made != read.indices)
            return false;
        }
      }
    }
    return true;
  }

  /// Whether a path leaves the group and comes back.
  bool makesCycle(const Group &group) {
    unsigned last = 0;
    for (Operation *op : group.members)
      last = std::max(last, order.lookup(op));
    SmallVector<Operation *> worklist;
    llvm::DenseSet<Operation *> seen;
    auto push = [&](Operation *op) {
      // What shares a group with op starts no earlier than the whole group is done.
      auto visit = [&](Operation *member) {
        for (Operation *reader : readers.lookup(member))
          if (!group.members.contains(member) || !group.members.contains(reader))
            worklist.push_back(reader);
      };
      if (Group *own = groupOf.lookup(op); own && !group.members.contains(op))
        for (Operation *member : own->members)
          visit(member);
      else
        visit(op);
    };
    for (Operation *op : group.members)
      push(op);
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (group.members.contains(op))
        return true;
      if (!seen.insert(op).second)
        continue;
      push(op);
    }
    return false;
  }

  unsigned countBuffers(const Group &group) {
    llvm::SmallDenseSet<Value> buffers;
    for (Operation *op : group.members) {
      if (llvm::any_of(readers.lookup(op), [&](Operation *r) { return !group.members.contains(r); }))
        buffers.insert(op->getResult(0));
      for (Value operand : op->getOperands()) {
        auto at = operandPlace(group, op, operand);
        if (!at || isa<IndexMapOpInterface>(op))
          continue;
        for (const TracedRead &read : trace(operand, *at))
          if (Operation *producer = read.value.getDefiningOp(); !producer || !group.members.contains(producer))
            buffers.insert(read.value);
      }
    }
    return buffers.size();
  }

  //===--- The decision ---===//

  void writeDecision(Block &body) {
    llvm::MapVector<Operation *, SmallVector<int64_t>> decision;
    int64_t next = firstFree;
    llvm::DenseMap<Group *, int64_t> numbers;
    for (Operation &op : body)
      if (Group *group = groupOf.lookup(&op); group && givenGroups(&op).empty()) {
        auto [it, isNew] = numbers.try_emplace(group, next);
        next += isNew;
        decision[&op] = {it->second};
      }
    for (ArrayRef<Operation *> members : libraries) {
      for (Operation *op : members)
        decision[op] = {next};
      ++next;
    }
    // An inlined operator belongs to each group that reads through it.
    for (Operation &op : llvm::reverse(body)) {
      if (roles[&op] != Role::Inlined || !givenGroups(&op).empty())
        continue;
      SmallVector<int64_t> own;
      for (Operation *user : op.getUsers())
        if (llvm::is_contained({Role::Main, Role::Inlined, Role::Fixed}, roles[user])) {
          ArrayRef<int64_t> given = givenGroups(user);
          for (int64_t number : given.empty() ? ArrayRef<int64_t>(decision[user]) : given)
            if (!llvm::is_contained(own, number))
              own.push_back(number);
        }
      llvm::sort(own);
      decision[&op] = own;
    }
    for (auto &[op, numbers] : decision) {
      op->setAttr("sinter.groups", DenseI64ArrayAttr::get(op->getContext(), numbers));
      if (roles[op] == Role::Inlined)
        op->setAttr("sinter.inlined", UnitAttr::get(op->getContext()));
    }
  }

  static constexpr unsigned maxBuffers = 32;

  func::FuncOp function;
  bool fuse, strict;
  unsigned maxRecompute;
  SymbolScope scope;
  llvm::DenseMap<Operation *, unsigned> order;
  llvm::DenseMap<Operation *, Role> roles;
  llvm::MapVector<Operation *, llvm::SmallSetVector<Operation *, 4>> readers;
  llvm::DenseMap<Operation *, Group *> groupOf;
  SmallVector<std::unique_ptr<Group>> groups;
  SmallVector<SmallVector<Operation *>> libraries;
  /// The first number that no given group has.
  int64_t firstFree = 0;
};

struct FormFusionGroups : sinter::impl::FormFusionGroupsPassBase<FormFusionGroups> {
  using FormFusionGroupsPassBase::FormFusionGroupsPassBase;
  void runOnOperation() override {
    if (failed(checkGraph(getOperation())))
      return signalPassFailure();
    FusionPlanner(getOperation(), fuse, strict, maxRecompute).run();
  }
};
} // namespace
