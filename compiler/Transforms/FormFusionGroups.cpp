// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which operators share a kernel or a library call. See the pass' description for the rules; the decision is
// only written down here, ApplyFusionGroups carries it out.

#include "compiler/Analysis/DependentFolds.h"
#include "compiler/Analysis/FusionEdge.h"
#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/InPlace.h"
#include "compiler/Analysis/IndexTrace.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Analysis/Splats.h"
#include "compiler/Analysis/Views.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>
#include <limits>

namespace sinter {
#define GEN_PASS_DEF_FORMFUSIONGROUPSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// A kernel in the making: its iteration domain, and where in it each member's value is made.
struct Group {
  llvm::SmallSetVector<Operation *, 8> members;
  /// Extents but those that are 1; dimension i of the members' indices is domain[i].
  SmallVector<AffineExpr> domain;
  /// The dimensions that the members' reductions fold, ascending; empty where there is none.
  SmallVector<unsigned> reduced;
  /// Those that other reductions fold, which fold the rows into columns and which only columns' members read; `reduced` then has the last dimension.
  SmallVector<unsigned> columns;
  /// The dimension that the members' scans go along, and whether from its end; a group with scans has no reductions.
  std::optional<std::pair<unsigned, bool>> scanned;
  /// The kernel's buffers: members with a reader outside, and values from outside that members read.
  llvm::SmallSetVector<Operation *, 4> stored;
  llvm::SmallSetVector<Value, 4> inputs;
  /// Of two groups that may become one: the two.
  SmallVector<const Group *, 2> halves;

  bool contains(Operation *op) const {
    return members.contains(op) || llvm::any_of(halves, [&](const Group *half) { return half->contains(op); });
  }
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
    measureTrees(body);
    findMemoryReads(body);
    assignLibraries(body);
    for (Operation &op : llvm::reverse(body))
      roles.try_emplace(&op, classify(&op));
    boundInlining(body);
    materializeViews(body);
    collectReaders(body);
    for (Operation &op : body)
      if (roles[&op] == Role::Main)
        startGroup(&op);
    if (fuse)
      for (Operation &op : body)
        if (roles[&op] == Role::Main)
          mergeProducers(&op);
    if (fuse)
      mergeSiblings(body);
    writeDecision(body);
    remarkEdges();
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

  /// Contractions, with scalings of their operands, a bias or a ReLU that follows where that saves a kernel, and the chains
  /// behind them.
  void assignLibraries(Block &body) {
    for (Operation &op : body) {
      if (!isa<ContractionOpInterface>(op) || !givenGroups(&op).empty())
        continue;
      roles[&op] = Role::Library;
      Value result = op.getResult(0);
      SmallVector<Operation *> members;
      for (OpOperand &operand : op.getOpOperands())
        if (Operation *scale = fuse ? scaleBefore(operand) : nullptr) {
          roles[scale] = Role::Library;
          members.push_back(scale);
          remark::passed(scale->getLoc(), remark::RemarkOpts::name("FuseScale").category("fusion"))
              << "joins the library call as its factor";
        }
      members.push_back(&op);
      while (Operation *next = fuse ? epilogueAfter(result, members.back() == &op) : nullptr) {
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

  /// The multiplication by one constant that makes `operand` and nothing else, and that the library can do on the sum instead:
  /// not under `strict`, where the operand is rounded after it, and not in f64, whose factor would be an f32.
  Operation *scaleBefore(OpOperand &operand) {
    auto scale = operand.get().getDefiningOp<MulOp>();
    auto element = getElementTypeOrSelf(operand.get().getType());
    if (strict || !scale || isAlone(scale) || !operand.get().hasOneUse() || !givenGroups(scale).empty() || !getComputeType(element).isF32())
      return nullptr;
    std::optional<ScaledValue> scaled = getScaledValue(scale);
    // A library does not read what is multiplied by 0, though it may be a NaN; and two factors together must stay in f32's range.
    if (!scaled || !(std::abs(scaled->factor) >= 0x1p-32 && std::abs(scaled->factor) <= 0x1p32))
      return nullptr;
    // The library reads what was scaled where it lies; where it cannot, the kernel that packs it scales for nothing.
    return isMatrixView(resolveView(scaled->value, scope).view) ? scale : nullptr;
  }

  /// The operator after `result` that the library can do while it writes: a bias over the last dimension (only as the
  /// first), a ReLU. Taken where the value is then needed as memory; otherwise a kernel that reads it does it for nothing.
  Operation *epilogueAfter(Value result, bool mayBeBias) {
    if (!result.hasOneUse())
      return nullptr;
    Operation *user = *result.user_begin();
    if (!givenGroups(user).empty() || isAlone(user))
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
  bool leadsToMemory(Value value) const { return readAsMemory.contains(value); }

  /// Readers come before in the reverse walk, so what is known of their results is known.
  void findMemoryReads(Block &body) {
    for (Operation &op : llvm::reverse(body)) {
      bool isMemory = isa<ContractionOpInterface, func::ReturnOp>(op) ||
                      (isa<IndexMapOpInterface>(op) && llvm::any_of(op.getResults(), [&](Value v) { return leadsToMemory(v); }));
      if (isMemory)
        readAsMemory.insert(op.operand_begin(), op.operand_end());
    }
  }

  Role classify(Operation *op) {
    if (isa<ConstantSourceOpInterface>(op))
      return Role::Constant;
    if (isa<func::ReturnOp>(op))
      return Role::Boundary;
    if (isAlone(op))
      return Role::Main;
    if (isa<IndexMapOpInterface>(op))
      return fuse && !isInPlace(op) ? Role::Inlined : Role::Main;
    if (isa<ElementwiseOpInterface>(op) && fuse && (isCheapProducer(op) || isReadMoved(op)))
      return Role::Inlined;
    return Role::Main;
  }

  /// Whether the graph's author wants a kernel of its own for `op`.
  static bool isAlone(Operation *op) { return op->hasAttr("sinter.alone"); }

  static bool isInPlace(Operation *op) { return op->getNumResults() == 1 && getInPlaceScatter(op->getResult(0)); }

  /// Readers come before in the reverse walk, so their roles are known.
  bool isCheapProducer(Operation *op) {
    return treeSizes.lookup(op) <= maxRecompute && isReadWidened(op->getResult(0));
  }

  /// Whether `op` has one reader, through a shape operator that takes elements to other places and none of them twice, and is made of inputs, constants and
  /// library results alone: then computing it where it is read takes fewer bytes than storing it, and no other group loses a member.
  bool isReadMoved(Operation *op) {
    if (!pureTrees.contains(op) || treeSizes.lookup(op) > maxRecompute || !op->hasOneUse())
      return false;
    Operation *user = *op->user_begin();
    if (roles.lookup(user) != Role::Inlined)
      return false;
    if (isa<ElementwiseOpInterface>(user))
      return true;
    auto from = cast<RankedTensorType>(op->getResult(0).getType());
    // Operands that stand beside each other, or a scalar that stands around one.
    bool isJoin = llvm::all_of(user->getOperandTypes(), [&](Type type) { return llvm::is_contained({int64_t(0), from.getRank()}, cast<RankedTensorType>(type).getRank()); });
    uint64_t read = 0, there = 0;
    for (Type type : user->getResultTypes())
      read = llvm::SaturatingAdd(read, sampleElements(cast<RankedTensorType>(type)));
    for (Type type : user->getOperandTypes())
      there = llvm::SaturatingAdd(there, sampleElements(cast<RankedTensorType>(type)));
    // A few elements more, as a pad adds, do no harm.
    return (user->getNumOperands() == 1 || isJoin) && read <= llvm::SaturatingAdd(there, there / 2) && !user->use_empty();
  }

  /// Elements of `type` where each symbol is 64: of two types, the ratio that most values of the symbols give.
  uint64_t sampleElements(RankedTensorType type) {
    uint64_t elements = 1;
    for (AffineExpr extent : scope.extents(type)) {
      SmallVector<AffineExpr> values(scope.names().size(), getAffineConstantExpr(64, scope.getContext()));
      auto known = dyn_cast<AffineConstantExpr>(extent.replaceSymbols(values));
      elements = known && known.getValue() >= 0 ? llvm::SaturatingMultiply<uint64_t>(elements, known.getValue()) : elements;
    }
    return elements;
  }

  /// Elementwise operators in the tree of producers that each operator would inline, those twice in it counted twice.
  void measureTrees(Block &body) {
    for (Operation &op : body) {
      if (!isa<ElementwiseOpInterface>(op) && !isa<IndexMapOpInterface>(op))
        continue;
      unsigned size = isa<ElementwiseOpInterface>(op);
      for (Value operand : op.getOperands())
        if (Operation *producer = operand.getDefiningOp())
          size = llvm::SaturatingAdd(size, treeSizes.lookup(producer));
      treeSizes[&op] = size;
      bool isPure = llvm::all_of(op.getOperands(), [&](Value operand) {
        Operation *producer = operand.getDefiningOp();
        return !producer || isa<ConstantSourceOpInterface, ContractionOpInterface>(producer) || 
               // Shape operators of inputs cost nothing, whoever else reads through them.
               (pureTrees.contains(producer) && (treeSizes.lookup(producer) == 0 || llvm::all_equal(operand.getUsers())));
      });
      if (isPure)
        pureTrees.insert(&op);
    }
  }

  /// Whether all readers of `value` read it to repeat it eight times or more, so that making it again costs next to nothing.
  bool isReadWidened(Value value) {
    auto from = cast<RankedTensorType>(value.getType());
    SmallVector<Operation *> worklist(value.getUsers());
    llvm::SmallDenseSet<Operation *> seen;
    while (!worklist.empty()) {
      Operation *user = worklist.pop_back_val();
      if (!seen.insert(user).second)
        continue;
      if (roles.lookup(user) != Role::Inlined)
        return false;
      if (isa<ElementwiseOpInterface>(user))
        continue;
      for (Value result : user->getResults()) {
        auto to = cast<RankedTensorType>(result.getType());
        // Divided, not multiplied: numbers of elements may be near the greatest.
        if (isa<BroadcastOp>(user) && (!to.hasStaticShape() || to.getNumElements() / 8 >= std::max<int64_t>(from.getNumElements(), 1)))
          continue;
        if (result.use_empty())
          return false;
        llvm::append_range(worklist, result.getUsers());
      }
    }
    return true;
  }

  /// What is inlined is written once for each way to it: concat(x, x) of concat(x, x) doubles with each step, and tracing
  /// recurses as deep as the chain. Beyond these bounds a value is computed where it stands.
  void boundInlining(Block &body) {
    constexpr unsigned maxReads = 64, maxDepth = 64;
    struct Size {
      unsigned reads = 1, depth = 0;
    };
    llvm::DenseMap<Operation *, Size> sizes;
    for (Operation &op : body) {
      if (!isTransparent(&op))
        continue;
      Size size{0, 1};
      for (Value read : readsOfOne(&op)) {
        Size one = sizes.lookup(read.getDefiningOp());
        size = {llvm::SaturatingAdd(size.reads, one.reads), std::max(size.depth, one.depth + 1)};
      }
      if ((size.reads > maxReads || size.depth > maxDepth) && givenGroups(&op).empty())
        roles[&op] = Role::Main;
      else
        sizes[&op] = size;
    }
  }

  /// What an element of `op`'s result is made of, as often as it is read: a resize reads several elements of its operand.
  SmallVector<Value> readsOfOne(Operation *op) {
    if (!isa<IndexMapOpInterface>(op))
      return llvm::to_vector(op->getOperands());
    SmallVector<AffineExpr> indices;
    for (int64_t i = 0; i < cast<RankedTensorType>(op->getResult(0).getType()).getRank(); ++i)
      indices.push_back(getAffineDimExpr(i, scope.getContext()));
    return llvm::map_to_vector(traceReads(op->getResult(0), indices, scope, [&](Operation *o) { return o == op; }), [](const TracedRead &read) { return read.value; });
  }

  /// Shape operators whose value a library or the return needs as memory, and that are no view, become kernels. So do cheap
  /// producers behind them. What becomes a kernel cuts the views through it short, so that others may be none any more.
  void materializeViews(Block &body) {
    do {
      hasRequired = false;
      for (Operation &op : body)
        materializeOperands(op);
    } while (hasRequired);
  }

  void materializeOperands(Operation &op) {
    bool isLibrary = roles[&op] == Role::Library, isReturn = roles[&op] == Role::Boundary;
    if (!isLibrary && !isReturn)
      return;
    bool isScale = isLibrary && isa<MulOp>(op);
    for (Value operand : op.getOperands()) {
      if (isLibrary && !isScale && !isa<ContractionOpInterface>(op)) {
        if (auto bias = operand.getDefiningOp<BroadcastOp>())
          require(resolveInlined(bias.getInput()).base);
        continue;
      }
      // The factor goes into the call itself.
      if (isScale && operand != getScaledValue(cast<MulOp>(op))->value)
        continue;
      BufferView view = resolveInlined(operand);
      bool isFine = isLibrary ? isMatrixView(view.view) : view.base == operand || isPlainAlias(operand, view);
      require(isFine ? view.base : operand);
    }
  }

  /// As resolveView(), but through shape operators alone that are no kernels.
  BufferView resolveInlined(Value value) {
    auto map = value.getDefiningOp<IndexMapOpInterface>();
    if (map && roles.lookup(map) == Role::Inlined && map->getNumOperands() == 1) {
      BufferView input = resolveInlined(map->getOperand(0));
      if (FailureOr<StridedView> view = map.viewResult(cast<OpResult>(value).getResultNumber(), input.view); succeeded(view))
        return {input.base, *view};
    }
    return {value, bufferLayout(value, scope)};
  }

  /// A returned value may share the buffer of a computed one only where no reader needs both.
  bool isPlainAlias(Value value, const BufferView &view) {
    Operation *producer = view.base.getDefiningOp();
    return producer && roles.lookup(producer) != Role::Constant && view.base.hasOneUse() && view.view.isDense() &&
           bufferLayout(value, scope).isDense() && value.getDefiningOp()->getNumOperands() == 1;
  }

  void require(Value value) {
    Operation *op = value.getDefiningOp();
    if (op && roles[op] == Role::Inlined && givenGroups(op).empty()) {
      roles[op] = Role::Main;
      hasRequired = true;
    }
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
        if (isTransparent(producer)) {
          llvm::append_range(worklist, producer->getOperands());
        } else {
          readers[producer].insert(&op);
          producers[&op].push_back(producer);
        }
      }
    }
    for (const auto &given : groups)
      for (Operation *op : given->members)
        if (!readersOf(op).empty())
          given->stored.insert(op);
  }

  //===--- Groups ---===//

  void startGroup(Operation *op) {
    auto group = std::make_unique<Group>();
    group->members.insert(op);
    auto reduction = dyn_cast<ReductionOpInterface>(op);
    auto type = reduction ? cast<RankedTensorType>(op->getOperand(0).getType()) : getComputedType(op->getResult(0));
    ProperExtents proper = properExtents(type, scope);
    group->domain = proper.extents;
    for (auto [position, dim] : llvm::enumerate(proper.dims))
      if (reduction && llvm::is_contained(reduction.getReductionAxes(), dim))
        group->reduced.push_back(position);
    if (auto scan = dyn_cast<ScanOpInterface>(op))
      if (auto axis = llvm::find(proper.dims, scan.getScanAxis()); axis != proper.dims.end())
        group->scanned = {axis - proper.dims.begin(), scan.isReverseScan()};
    if (!readersOf(op).empty())
      group->stored.insert(op);
    collectInputs(op, *group);
    groupOf[op] = group.get();
    groups.push_back(std::move(group));
  }

  ArrayRef<Operation *> readersOf(Operation *op) const {
    auto it = readers.find(op);
    return it == readers.end() ? ArrayRef<Operation *>() : it->second.getArrayRef();
  }

  /// The values that `op` reads, seen through what is inlined.
  void collectInputs(Operation *op, Group &group) {
    if (isa<IndexMapOpInterface>(op) && !isInPlace(op))
      return;
    SmallVector<Value> worklist(op->getOperands());
    llvm::SmallDenseSet<Value> seen;
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      if (Operation *producer = value.getDefiningOp(); producer && isTransparent(producer))
        llvm::append_range(worklist, producer->getOperands());
      else
        group.inputs.insert(value);
    }
  }

  void mergeProducers(Operation *op) {
    // Nearest first: it is the one most likely to hold what the others need.
    SmallVector<Operation *> sorted(llvm::make_filter_range(producers.lookup(op), [&](Operation *p) { return roles.lookup(p) == Role::Main; }));
    llvm::sort(sorted, [&](Operation *a, Operation *b) { return order.lookup(a) > order.lookup(b); });
    for (Operation *producer : sorted)
      if (groupOf[producer] != groupOf[op])
        tryMerge(producer, op);
  }

  void tryMerge(Operation *producer, Operation *consumer) {
    std::string reason = merge(groupOf[producer], groupOf[consumer], order.lookup(consumer));
    if (!reason.empty())
      refusals[{producer, consumer}] = reason;
  }

  /// Groups that read one value as large as their domain: in one kernel it is read once. Each is tried with the next one in the graph's order.
  void mergeSiblings(Block &body) {
    llvm::MapVector<Value, SmallVector<Operation *>> readersOfInput;
    for (Operation &op : body)
      if (Group *group = groupOf.lookup(&op); group && roles.lookup(&op) == Role::Main && group->members.front() == &op)
        for (Value input : group->inputs)
          if (!input.getDefiningOp() || !isa<ConstantSourceOpInterface>(input.getDefiningOp()))
            readersOfInput[input].push_back(&op);
    for (auto &[input, ops] : readersOfInput)
      for (auto [one, next] : llvm::zip(ops, llvm::drop_begin(ops))) {
        Group *a = groupOf[one], *b = groupOf[next];
        if (a == b || a->domain != b->domain)
          continue;
        // All groups are made: one may lead from what comes later to what comes earlier.
        merge(a, b, std::numeric_limits<unsigned>::max());
      }
  }

  /// Makes the two groups one; or says why they cannot be. No member comes later in the graph than `last`.
  std::string merge(Group *from, Group *to, unsigned last) {
    Group merged;
    merged.halves = {from, to};
    if (!unifyScans(*from, *to, merged))
      return "scans go along one dimension in one direction, and a kernel with one has no reduction";
    if (from->members.size() + to->members.size() > maxMembers)
      return "the kernel would have more than " + std::to_string(maxMembers) + " operators";
    if (isAlone(from->members.front()) || isAlone(to->members.front()))
      return "`sinter.alone` asks for a kernel of its own";
    if (!unifyDomains(*from, *to, merged))
      return "the iteration domains differ";
    if (!canAddUpColumns(merged))
      return "a block cannot add up what its rows are folded into: they are too long or of symbolic length, or lie along several dimensions";
    if (readsColumnsAgain(merged))
      return "sums over rows are needed by all rows again";
    if (!isAligned(merged, *from, *to))
      return "a value is needed at another point than where it is made";
    if (makesCycle(*from, *to, last))
      return "what lies between the two depends on one and feeds the other";
    mergeBuffers(*from, *to, merged);
    if (merged.stored.size() + merged.inputs.size() > maxBuffers)
      return "the kernel would take more than " + std::to_string(maxBuffers) + " buffers";
    // The smaller into the larger: a long chain then costs each member a few moves, not one a merge.
    if (from->members.size() < to->members.size())
      std::swap(from, to);
    from->domain = std::move(merged.domain);
    from->reduced = std::move(merged.reduced);
    from->columns = std::move(merged.columns);
    from->scanned = merged.scanned;
    from->stored = std::move(merged.stored);
    from->inputs = std::move(merged.inputs);
    for (Operation *member : to->members) {
      from->members.insert(member);
      groupOf[member] = from;
    }
    to->members.clear();
    return "";
  }

  static bool dropsTo(ArrayRef<AffineExpr> domain, ArrayRef<unsigned> reduced, ArrayRef<AffineExpr> row) {
    SmallVector<AffineExpr> kept;
    for (auto [i, extent] : llvm::enumerate(domain))
      if (!llvm::is_contained(reduced, i))
        kept.push_back(extent);
    return ArrayRef(kept) == row;
  }

  static bool unifyScans(const Group &a, const Group &b, Group &merged) {
    merged.scanned = a.scanned ? a.scanned : b.scanned;
    if (!merged.scanned)
      return true;
    return a.reduced.empty() && b.reduced.empty() && (!a.scanned || !b.scanned || a.scanned == b.scanned);
  }

  /// One domain for both groups: the same, or a row or a column of the other's.
  static bool unifyDomains(const Group &a, const Group &b, Group &merged) {
    SmallVector<ArrayRef<unsigned>> folds;
    for (const Group *group : {&a, &b})
      for (ArrayRef<unsigned> fold : {ArrayRef(group->reduced), ArrayRef(group->columns)})
        if (!fold.empty() && !llvm::is_contained(folds, fold))
          folds.push_back(fold);
    for (auto [full, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      bool same = full->domain == other->domain;
      bool row = other->reduced.empty() && ((!full->reduced.empty() && dropsTo(full->domain, full->reduced, other->domain)) ||
                                            (!full->columns.empty() && dropsTo(full->domain, full->columns, other->domain)));
      if ((!same && !row) || folds.size() > 2)
        continue;
      merged.domain = full->domain;
      merged.reduced.assign(folds.empty() ? ArrayRef<unsigned>() : folds[0]);
      merged.columns.clear();
      if (folds.size() < 2)
        return true;
      merged.columns.assign(folds[1]);
      unsigned last = full->domain.size() - 1;
      if (llvm::is_contained(merged.columns, last))
        std::swap(merged.reduced, merged.columns);
      // What is folded along rows has the last dimension, and the columns' folds have none of the same.
      return llvm::is_contained(merged.reduced, last) && llvm::none_of(merged.columns, [&](unsigned d) { return llvm::is_contained(merged.reduced, d); });
    }
    return false;
  }

  /// The part of a group's domain over which a member's value varies.
  enum class Part { Full, Row, Column };

  /// The point at which a value of `type` is made: indices over the group's domain, or nothing where it does not fit.
  std::optional<SmallVector<AffineExpr>> placeOf(const Group &group, RankedTensorType type, Part part) {
    ArrayRef<unsigned> dropped = part == Part::Row ? ArrayRef(group.reduced) : part == Part::Column ? ArrayRef(group.columns) : ArrayRef<unsigned>();
    ProperExtents proper = properExtents(type, scope);
    SmallVector<AffineExpr> dims, extents;
    for (auto [i, extent] : llvm::enumerate(group.domain))
      if (!llvm::is_contained(dropped, i)) {
        dims.push_back(getAffineDimExpr(i, scope.getContext()));
        extents.push_back(extent);
      }
    if (proper.extents != extents)
      return std::nullopt;
    return indicesOf(type, dims, scope);
  }

  /// Which part of the domain `op`'s value varies over; nothing where it fits none.
  std::optional<Part> partOf(const Group &group, Operation *op) {
    RankedTensorType type = getComputedType(op->getResult(0));
    if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
      SmallVector<unsigned> folded = foldedBy(reduction);
      return folded == group.reduced ? std::optional(Part::Row) : !group.columns.empty() && folded == group.columns ? std::optional(Part::Column) : std::nullopt;
    }
    if (placeOf(group, type, Part::Full))
      return Part::Full;
    bool isRow = !group.reduced.empty() && placeOf(group, type, Part::Row), isColumn = !group.columns.empty() && placeOf(group, type, Part::Column);
    if (isRow && isColumn)
      return isFedByColumns(group, op) ? Part::Column : Part::Row;
    return isRow ? std::optional(Part::Row) : isColumn ? std::optional(Part::Column) : std::nullopt;
  }

  /// Rows and columns may be of one length: then what an operator reads tells them apart.
  bool isFedByColumns(const Group &group, Operation *op) {
    return llvm::any_of(producers.lookup(op), [&](Operation *producer) { return group.contains(producer) && partOf(group, producer) == Part::Column; });
  }

  /// Whether a block has the registers for the sums of all columns.
  bool canAddUpColumns(const Group &merged) {
    if (merged.columns.empty())
      return true;
    // A block walks the rows of one dimension: what others add to the same columns would be another block's.
    if (merged.columns.size() > 1)
      return false;
    AffineExpr length = getAffineConstantExpr(0, scope.getContext());
    for (const Group *half : merged.halves)
      for (Operation *op : half->members)
        if (isa<ReductionOpInterface>(op) && partOf(merged, op) == Part::Column)
          length = length + 1;
    for (unsigned dim : merged.reduced)
      length = length * merged.domain[dim];
    auto known = dyn_cast<AffineConstantExpr>(length);
    return known && known.getValue() <= getMostColumnSums(getModuleTarget(function));
  }

  /// Whether something over the whole domain reads what rows are folded into, or what is made of it: that can share a kernel with the fold where no
  /// other rows are walked.
  bool readsColumnsAgain(const Group &merged) {
    if (merged.columns.empty())
      return false;
    SmallVector<Operation *> worklist;
    llvm::SmallDenseSet<Operation *> seen;
    for (const Group *half : merged.halves)
      llvm::copy_if(half->members, std::back_inserter(worklist), [&](Operation *op) { return partOf(merged, op) == Part::Column; });
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (!seen.insert(op).second)
        continue;
      // A position among elements of 64 bits is found in two walks.
      if (auto reduction = dyn_cast<ReductionOpInterface>(op); reduction && ArrayRef(foldedBy(reduction)) == ArrayRef(merged.columns) && hasDependentFolds(reduction))
        return true;
      for (Operation *reader : readersOf(op)) {
        std::optional<Part> part = roles.lookup(reader) == Role::Main ? partOf(merged, reader) : std::nullopt;
        if (part == Part::Full)
          return true;
        if (part && !isa<ReductionOpInterface>(reader))
          worklist.push_back(reader);
      }
    }
    return false;
  }

  /// The proper dimensions of its operand that `reduction` folds.
  SmallVector<unsigned> foldedBy(ReductionOpInterface reduction) {
    ProperExtents proper = properExtents(cast<RankedTensorType>(reduction->getOperand(0).getType()), scope);
    SmallVector<unsigned> folded;
    for (auto [position, dim] : llvm::enumerate(proper.dims))
      if (llvm::is_contained(reduction.getReductionAxes(), dim))
        folded.push_back(position);
    return folded;
  }

  std::optional<SmallVector<AffineExpr>> placeOf(const Group &group, Operation *op) {
    // Results of several shapes have no place in common.
    if (!llvm::all_equal(op->getResultTypes()))
      return std::nullopt;
    std::optional<Part> part = partOf(group, op);
    return part ? placeOf(group, getComputedType(op->getResult(0)), *part) : std::nullopt;
  }

  /// Where `op` reads operand `operand`.
  std::optional<SmallVector<AffineExpr>> operandPlace(const Group &group, Operation *op, Value operand) {
    if (!isa<ReductionOpInterface>(op))
      return placeOf(group, op);
    return partOf(group, op) ? placeOf(group, cast<RankedTensorType>(operand.getType()), Part::Full) : std::nullopt;
  }

  /// Whether each member of the two groups finds the values of other members at the point where they are made, over the
  /// domain that `merged` has.
  bool isAligned(const Group &merged, const Group &a, const Group &b) {
    return areAligned(merged, a, b) && areAligned(merged, b, a);
  }

  /// The same for the members of `group` alone. What a group has found for itself stays true while its domain does.
  bool areAligned(const Group &merged, const Group &group, const Group &other) {
    bool isKnown = group.members.size() > 1 && group.domain == merged.domain && group.reduced == merged.reduced && group.columns == merged.columns;
    if (!isKnown)
      return llvm::all_of(group.members, [&](Operation *op) { return isAligned(merged, group, other, op); });
    return llvm::all_of(other.stored, [&](Operation *producer) {
      return llvm::all_of(readersOf(producer), [&](Operation *op) { return !group.members.contains(op) || isAligned(merged, group, other, op); });
    });
  }

  bool isAligned(const Group &merged, const Group &group, const Group &other, Operation *op) {
    // What is overwritten must be there: no two updates of one memory in one kernel, whose threads have no order.
    Operation *before = isInPlace(op) ? op->getOperand(0).getDefiningOp() : nullptr;
    if (before && (group.members.contains(before) || other.members.contains(before)))
      return false;
    for (Value operand : op->getOperands()) {
      auto place = operandPlace(merged, op, operand);
      if (!place)
        return false;
      for (const TracedRead &read : readsOf(op, operand, *place)) {
        Operation *producer = read.value.getDefiningOp();
        if (!producer || (!group.members.contains(producer) && !other.members.contains(producer)))
          continue;
        // What is updated in place is there when the whole kernel is done.
        auto made = placeOf(merged, producer);
        if (!made || *made != read.indices || isInPlace(producer))
          return false;
        // Columns are there when all rows are done.
        if (!merged.columns.empty() && partOf(merged, producer) == Part::Column && partOf(merged, op) != Part::Column)
          return false;
      }
    }
    return true;
  }

  /// What `op` reads at `place` for the sake of `operand`; all its reads where operands have no place in common.
  SmallVector<TracedRead> readsOf(Operation *op, Value operand, ArrayRef<AffineExpr> place) {
    if (isInPlace(op))
      return traceUpdate(cast<ScatterOpInterface>(op), place, scope, [&](Operation *o) { return isTransparent(o); });
    if (isa<IndexMapOpInterface>(op))
      return traceReads(op->getResult(0), place, scope, [&](Operation *o) { return o == op || isTransparent(o); });
    return trace(operand, place);
  }

  /// Whether a path leaves the two groups and comes back. Their members come no later than `last`.
  bool makesCycle(const Group &a, const Group &b, unsigned last) {
    auto isMember = [&](Operation *op) { return a.members.contains(op) || b.members.contains(op); };
    SmallVector<Operation *> worklist;
    llvm::SmallDenseSet<Operation *> seen;
    auto leave = [&](ArrayRef<Operation *> stored) {
      for (Operation *op : stored)
        for (Operation *reader : readersOf(op))
          // Groups are made in the operators' order, so what comes later is alone, and reaches later ones only; unless its group came
          // with the graph.
          if ((!isMember(op) || !isMember(reader)) && (firstFree != 0 || order.lookup(reader) <= last))
            worklist.push_back(reader);
    };
    leave(a.stored.getArrayRef());
    leave(b.stored.getArrayRef());
    // Siblings may lie anywhere: where the search would be long, they stay apart.
    constexpr unsigned maxSearched = 4096;
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (isMember(op) || (last == std::numeric_limits<unsigned>::max() && seen.size() > maxSearched))
        return true;
      if (!seen.insert(op).second)
        continue;
      // What shares a group with op starts no earlier than the whole group is done.
      Group *own = groupOf.lookup(op);
      leave(own ? own->stored.getArrayRef() : ArrayRef(op));
    }
    return false;
  }

  void mergeBuffers(const Group &a, const Group &b, Group &merged) {
    auto isMember = [&](Operation *op) { return op && (a.members.contains(op) || b.members.contains(op)); };
    for (const Group *group : {&a, &b}) {
      for (Operation *op : group->stored)
        if (!llvm::all_of(readersOf(op), isMember))
          merged.stored.insert(op);
      for (Value value : group->inputs)
        if (!isMember(value.getDefiningOp()))
          merged.inputs.insert(value);
    }
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

  //===--- Remarks ---===//

  /// One remark for each edge between operators that have values of their own: the outcome, whatever was tried on the way.
  void remarkEdges() {
    if (!function.getContext()->getRemarkEngine())
      return;
    llvm::DenseMap<Operation *, unsigned> calls;
    for (auto [i, members] : llvm::enumerate(libraries))
      for (Operation *op : members)
        calls[op] = i + 1;
    for (auto &[producer, own] : readers) {
      // The first edge of either kind has the write to its account.
      bool isWriteSaved = false, isWritePaid = false;
      Group *group = groupOf.lookup(producer);
      bool isStored = !group || group->stored.contains(producer);
      for (Operation *consumer : own) {
        bool isCall = calls.lookup(producer) != 0 && calls.lookup(producer) == calls.lookup(consumer);
        if (roles.lookup(producer) == Role::Constant || roles.lookup(consumer) == Role::Boundary || roles.lookup(consumer) == Role::Chain || isCall)
          continue;
        bool isKept = group && group == groupOf.lookup(consumer);
        bool &isWriteCounted = isKept ? isWriteSaved : isWritePaid;
        bool hasWrite = (isKept ? !isStored : isStored) && !isWriteCounted;
        isWriteCounted = true;
        remarkFusionEdge({producer, consumer, isKept ? "" : whyApart(producer, consumer), hasWrite ? 2u : 1u});
      }
    }
  }

  std::string whyApart(Operation *producer, Operation *consumer) {
    auto refusal = refusals.find({producer, consumer});
    if (refusal != refusals.end())
      return refusal->second;
    if (roles.lookup(consumer) == Role::Library)
      return "a library call reads its operands from memory";
    if (roles.lookup(producer) == Role::Library || roles.lookup(producer) == Role::Chain)
      return "a library call writes its result to memory";
    return fuse ? "their groups came with the graph" : "fusion is off";
  }

  static constexpr unsigned maxBuffers = 32;
  /// Far more than any graph's own kernels have: what follows recurses as deep as a kernel's chain of operators.
  static constexpr unsigned maxMembers = 512;

  func::FuncOp function;
  bool fuse, strict;
  unsigned maxRecompute;
  SymbolScope scope;
  llvm::DenseMap<Operation *, unsigned> order;
  llvm::DenseMap<Operation *, Role> roles;
  /// Over operators that are not inlined.
  llvm::MapVector<Operation *, llvm::SmallSetVector<Operation *, 4>> readers;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> producers;
  llvm::DenseMap<Operation *, unsigned> treeSizes;
  /// Operators whose whole tree of producers has no other reader, down to inputs, constants and library results.
  llvm::DenseSet<Operation *> pureTrees;
  llvm::DenseSet<Value> readAsMemory;
  bool hasRequired = false;
  llvm::DenseMap<Operation *, Group *> groupOf;
  SmallVector<std::unique_ptr<Group>> groups;
  SmallVector<SmallVector<Operation *>> libraries;
  /// Why a producer and its consumer could not share a kernel when it was tried.
  llvm::DenseMap<std::pair<Operation *, Operation *>, std::string> refusals;
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
