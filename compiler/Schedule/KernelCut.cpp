// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a kernel at the values that take the fewest bytes.

#include "compiler/Schedule/KernelCut.h"

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Schedule/KernelParts.h"
#include "compiler/Schedule/SeparateStores.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SetVector.h"

#include <limits>

using namespace mlir;

namespace sinter {
namespace {

class Cutter {
public:
  explicit Cutter(kernel::FuncOp function) : function(function), dims(function), reduced(getReducedDims(function)) {}

  std::optional<KernelCut> run() {
    // A domain of no points has nothing to put into memory, and no place for it.
    for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
      if (function.getStaticExtent(dim) == 0)
        return std::nullopt;
    orderOperators();
    std::optional<size_t> best = chooseEnd();
    if (!best)
      return std::nullopt;
    llvm::SmallDenseSet<Operation *> early(ordered.begin(), ordered.begin() + *best);
    SmallVector<Value> crossing = crossingOf(early);
    KernelCut cut;
    for (Value value : crossing) {
      cut.counts.push_back(countOf(value));
      cut.types.push_back(value.getType());
    }
    cut.bitsPerPoint = bitsOf(crossing) + bitsReadTwice(early);
    cut.head = buildHead(early, crossing, cut.headArguments);
    cut.tail = buildTail(early, crossing, cut.tailArguments);
    function->getBlock()->getOperations().insert(Block::iterator(function), cut.head);
    function->getBlock()->getOperations().insert(Block::iterator(function), cut.tail);
    return cut;
  }

private:
  //===--- Where to cut ---===//

  /// Operators in the order in which the stores ask for them, so that what one store needs lies together.
  void orderOperators() {
    llvm::SmallDenseSet<Operation *> seen;
    SmallVector<std::pair<Operation *, unsigned>> path;
    for (auto store : function.entry().getOps<kernel::StoreOp>()) {
      path.push_back({store, 0});
      while (!path.empty()) {
        auto &[op, next] = path.back();
        if (next == op->getNumOperands()) {
          ordered.push_back(op);
          path.pop_back();
          continue;
        }
        Operation *producer = op->getOperand(next++).getDefiningOp();
        if (producer && seen.insert(producer).second)
          path.push_back({producer, 0});
      }
    }
    for (Operation *op : ordered) {
      if (isMadeAgain(op))
        again.insert(op);
      llvm::SmallSetVector<Operation *, 4> &own = loads[op];
      if (isa<kernel::LoadOp>(op) && dims.of(op->getResult(0)).count() == function.getNumDims())
        own.insert(op);
      for (Value operand : op->getOperands())
        if (Operation *producer = operand.getDefiningOp(); producer && again.contains(producer))
          own.insert_range(loads[producer]);
    }
  }

  /// Bits that both halves read, for each point.
  int64_t bitsReadTwice(const llvm::SmallDenseSet<Operation *> &early) {
    llvm::SmallDenseSet<Operation *> first, second;
    for (Operation *op : ordered)
      if (!again.contains(op))
        (early.contains(op) ? first : second).insert_range(loads[op]);
    int64_t bits = 0;
    for (Operation *load : first)
      if (second.contains(load))
        bits += std::max<int64_t>(8, load->getResult(0).getType().getIntOrFloatBitWidth());
    return bits;
  }

  /// Whether either half makes the value of `op` for itself: a read of memory, a constant or an index, and what is made of such over a part of the domain.
  bool isMadeAgain(Operation *op) {
    if (isa<kernel::StoreOp, kernel::ReduceOp, kernel::ScanOp>(op))
      return false;
    if (!llvm::all_of(op->getOperands(), [&](Value v) { return !v.getDefiningOp() || again.contains(v.getDefiningOp()); }))
      return false;
    return isa<kernel::LoadOp, kernel::IndexOp>(op) || op->hasTrait<OpTrait::ConstantLike>() ||
           (op->getNumResults() == 1 && dims.of(op->getResult(0)).count() < function.getNumDims());
  }

  /// How many of the ordered operators the head has.
  std::optional<size_t> chooseEnd() {
    size_t work = llvm::count_if(ordered, [&](Operation *op) { return !again.contains(op); });
    std::optional<size_t> best;
    int64_t bestBits = 0;
    size_t bestDistance = 0, done = 0;
    llvm::SmallDenseSet<Operation *> early;
    for (size_t end = 1; end < ordered.size(); ++end) {
      early.insert(ordered[end - 1]);
      done += !again.contains(ordered[end - 1]);
      // A quarter of the work or more on either side, or nothing is gained.
      if (done * 4 < work || (work - done) * 4 < work || again.contains(ordered[end - 1]))
        continue;
      SmallVector<Value> crossing = crossingOf(early);
      if (crossing.empty() && !llvm::any_of(early, llvm::IsaPred<kernel::StoreOp>))
        continue;
      if (!llvm::all_of(crossing, [&](Value v) { return canStore(v); }) || dividesView(early) || leavesUnfolded(early))
        continue;
      int64_t bits = bitsOf(crossing) + bitsReadTwice(early);
      size_t distance = done * 2 > work ? done * 2 - work : work - done * 2;
      if (!best || std::pair(bits, distance) < std::pair(bestBits, bestDistance)) {
        best = end;
        bestBits = bits;
        bestDistance = distance;
      }
    }
    return best;
  }

  /// Whether some view is stored to by both halves (`topk` stores its results one by one): each would make a tensor of its own, a part of it.
  bool dividesView(const llvm::SmallDenseSet<Operation *> &early) {
    llvm::SmallDenseSet<Value> first, second;
    for (auto store : function.entry().getOps<kernel::StoreOp>())
      (early.contains(store) ? first : second).insert(store.getView());
    return llvm::any_of(first, [&](Value view) { return second.contains(view); });
  }

  /// Whether some store of the tail would leave out a dimension that the head has folded and other stores of the tail still walk: each point would store the same.
  bool leavesUnfolded(const llvm::SmallDenseSet<Operation *> &early) {
    std::optional<llvm::SmallBitVector> all;
    for (auto store : function.entry().getOps<kernel::StoreOp>()) {
      if (early.contains(store))
        continue;
      llvm::SmallBitVector own = getUnfoldedDims(function, store, [&](Operation *op) { return !early.contains(op) || again.contains(op); });
      if (all && *all != own)
        return true;
      all = own;
    }
    return false;
  }

  /// Values that the head makes and the tail reads.
  SmallVector<Value> crossingOf(const llvm::SmallDenseSet<Operation *> &early) {
    llvm::SetVector<Value> crossing;
    for (Operation *op : ordered)
      if (!early.contains(op) || again.contains(op))
        for (Value operand : op->getOperands())
          if (Operation *producer = operand.getDefiningOp(); producer && early.contains(producer) && !again.contains(producer))
            crossing.insert(operand);
    return crossing.takeVector();
  }

  /// Whether `value` can lie in memory: it varies over the whole domain, or what is left of it behind the folds.
  bool canStore(Value value) {
    // Memory gives back what it was given where that is a compute type: others are on their way to a rounding.
    if (!value.getType().isIntOrFloat() || kernel::ViewType::get(value.getContext(), value.getType()).getComputeType() != value.getType())
      return false;
    if (function.getNumDims() != dims.of(value).count())
      for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
        if (dims.variesOver(value, dim) == llvm::is_contained(reduced, dim))
          return false;
    // Places are numbers of the kernel's index width: they must not need a wider one than before.
    auto width = function->getAttrOfType<IntegerAttr>("kernel.index_width");
    auto known = dyn_cast<AffineConstantExpr>(countOf(value));
    return !width || width.getInt() == 64 || (known && known.getValue() <= std::numeric_limits<int32_t>::max() / 8);
  }

  int64_t bitsOf(ArrayRef<Value> values) {
    int64_t bits = 0;
    for (Value value : values)
      if (dims.of(value).count() == function.getNumDims())
        bits += 2 * std::max<int64_t>(8, value.getType().getIntOrFloatBitWidth());
    return bits;
  }

  AffineExpr countOf(Value value) {
    AffineExpr count = getAffineConstantExpr(1, function.getContext());
    for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
      if (dims.variesOver(value, dim))
        count = count * function.getDims().getResult(dim);
    return count;
  }

  /// Row-major over the dimensions that `value` varies over.
  AffineMap placeOf(Value value) {
    AffineExpr place = getAffineConstantExpr(0, function.getContext());
    for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
      if (dims.variesOver(value, dim))
        place = place * function.getDims().getResult(dim) + getAffineDimExpr(dim, function.getContext());
    return AffineMap::get(function.getNumDims(), function.getSymbols().size(), place);
  }

  //===--- The halves ---===//

  kernel::FuncOp cloneAs(StringRef suffix, IRMapping &mapping) {
    auto clone = cast<kernel::FuncOp>(function->clone(mapping));
    clone.setSymName((function.getSymName() + suffix).str());
    clone.removeScheduleAttr();
    return clone;
  }

  kernel::FuncOp buildHead(const llvm::SmallDenseSet<Operation *> &early, ArrayRef<Value> crossing, SmallVector<unsigned> &arguments) {
    IRMapping mapping;
    kernel::FuncOp head = cloneAs("_head", mapping);
    for (auto store : function.entry().getOps<kernel::StoreOp>())
      if (!early.contains(store))
        mapping.lookup(store.getOperation())->erase();
    ImplicitLocOpBuilder b(function.getLoc(), head.entry().getTerminator());
    SmallVector<Attribute> names;
    for (auto [i, value] : llvm::enumerate(crossing)) {
      Value view = head.entry().addArgument(kernel::ViewType::get(b.getContext(), value.getType()), value.getLoc());
      kernel::StoreOp::create(b, value.getLoc(), mapping.lookup(value), view, placeOf(value), ValueRange(), Value());
      names.push_back(b.getStringAttr("cut" + Twine(i)));
    }
    if (ArrayAttr own = function.getArgNamesAttr()) {
      SmallVector<Attribute> all(own.getValue());
      llvm::append_range(all, names);
      head.setArgNamesAttr(b.getArrayAttr(all));
    }
    eraseDead(head);
    arguments = dropUnusedArguments(head, 0, function.entry().getNumArguments());
    return head;
  }

  kernel::FuncOp buildTail(const llvm::SmallDenseSet<Operation *> &early, ArrayRef<Value> crossing, SmallVector<unsigned> &arguments) {
    IRMapping mapping;
    kernel::FuncOp tail = cloneAs("_tail", mapping);
    for (auto store : function.entry().getOps<kernel::StoreOp>())
      if (early.contains(store))
        mapping.lookup(store.getOperation())->erase();
    ImplicitLocOpBuilder b = ImplicitLocOpBuilder::atBlockBegin(function.getLoc(), &tail.entry());
    SmallVector<Attribute> names;
    for (auto [i, value] : llvm::enumerate(crossing)) {
      Value view = tail.entry().insertArgument(i, kernel::ViewType::get(b.getContext(), value.getType()), value.getLoc());
      Value load = kernel::LoadOp::create(b, value.getLoc(), value.getType(), view, placeOf(value), ValueRange(), Value());
      mapping.lookup(value).replaceAllUsesWith(load);
      names.push_back(b.getStringAttr("cut" + Twine(i)));
    }
    if (ArrayAttr own = function.getArgNamesAttr()) {
      llvm::append_range(names, own.getValue());
      tail.setArgNamesAttr(b.getArrayAttr(names));
    }
    eraseDead(tail);
    arguments = dropUnusedArguments(tail, crossing.size(), function.entry().getNumArguments());
    return tail;
  }

  kernel::FuncOp function;
  KernelDims dims;
  SmallVector<int64_t> reduced;
  SmallVector<Operation *> ordered;
  llvm::SmallDenseSet<Operation *> again;
  /// Reads over the whole domain that an operator takes its operands from, through what is made again.
  llvm::DenseMap<Operation *, llvm::SmallSetVector<Operation *, 4>> loads;
};

} // namespace

std::optional<KernelCut> cutKernel(kernel::FuncOp function) {
  // Parts of a split reduction, and what has a companion for some values of a symbol, come in pairs already.
  if (function.getRagged() || function->hasAttr("kernel.specializes"))
    return std::nullopt;
  return Cutter(function).run();
}

void replaceCall(kernel::CallOp call, KernelCut &cut) {
  SmallVector<std::string> symbols;
  for (Attribute name : cut.head.getSymbols())
    symbols.push_back(cast<StringAttr>(name).str());
  SmallVector<Type> between;
  for (auto [count, type] : llvm::zip_equal(cut.counts, cut.types))
    between.push_back(getTensorType(type.getContext(), {count}, symbols, type));
  SmallVector<Value> stored = callPart(call, cut.head, cut.headArguments, {}, between);
  callPart(call, cut.tail, cut.tailArguments, stored);
  call.erase();
}

} // namespace sinter
