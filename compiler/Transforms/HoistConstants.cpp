// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves what depends on constants alone into @init, so that it is computed once, when a plan is loaded.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/KnownAtLoad.h"
#include "compiler/Analysis/SampledExtents.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace sinter {
#define GEN_PASS_DEF_HOISTCONSTANTSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// What a turned weight must have for being stored as it is read: less stays in a cache however it lies.
constexpr uint64_t leastBytesTurned = 1 << 16;

bool isOfKernel(Operation *reader) { return !isa<ContractionOpInterface, func::ReturnOp>(reader); }

/// How the readers of one piece of memory, of all functions, read it.
struct WeightReads {
  /// Where each function has it.
  llvm::SetVector<Value> roots;
  /// The transposes in front of kernels, all of this permutation.
  llvm::SetVector<Operation *> turns;
  SmallVector<int64_t> permutation;
  /// Whether a kernel, or the return, reads it as it lies, or turned in more ways than one.
  bool isReadAsItLies = false;
};

struct HoistConstants : sinter::impl::HoistConstantsPassBase<HoistConstants> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(checkGraph(function)))
        return signalPassFailure();
    if (!module.lookupSymbol("init"))
      storeTurned();
    llvm::SetVector<Value> hoisted;
    for (auto function : module.getOps<func::FuncOp>())
      collect(function, hoisted);
    if (hoisted.empty())
      return;
    if (Operation *other = module.lookupSymbol("init")) {
      other->emitError("expected no function named `init` in the graph: what depends on parameters alone becomes one of this name");
      return signalPassFailure();
    }
    buildInit(module, hoisted.getArrayRef());
  }

  /// Transposes of weights whose results are stored.
  llvm::DenseSet<Operation *> stored;

  /// What to compute at load so that `value` is at hand for `reader`: itself, or what its trailing broadcasts and views start from, and, where it is a kernel, casts to wider
  /// types. A library reads what lies in memory.
  Value stripViews(Value value, Operation *reader) {
    for (Operation *op = value.getDefiningOp(); !stored.contains(op) && (isViewOfKnown(op) || (isOfKernel(reader) && isWidening(op))); op = value.getDefiningOp())
      value = op->getOperand(0);
    return value;
  }

  /// Weights that kernels read along another dimension than they lie are stored as they are read, where nothing but libraries, which read by strides, reads them otherwise.
  void storeTurned() {
    llvm::MapVector<Attribute, WeightReads> reads;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      llvm::DenseSet<Operation *> known = findKnownAtLoad(function);
      for (Operation &op : function.getBody().front())
        if (!known.contains(&op))
          for (Value operand : op.getOperands())
            if (operand.getDefiningOp() && known.contains(operand.getDefiningOp()))
              addRead(operand, &op, reads);
    }
    for (auto &[identity, weight] : reads)
      if (!weight.isReadAsItLies && !weight.turns.empty() && countSampledBytes(cast<RankedTensorType>(weight.roots.front().getType()), weight.turns.front()) >= leastBytesTurned)
        storeTurned(weight);
  }

  void addRead(Value operand, Operation *reader, llvm::MapVector<Attribute, WeightReads> &reads) {
    Value root = stripViews(operand, reader);
    WeightReads &weight = reads[identityOfKnown(root)];
    weight.roots.insert(root);
    if (isa<ContractionOpInterface>(reader))
      return;
    // One number throughout is no load.
    if (auto constant = root.getDefiningOp<ConstantOp>(); constant && isa<SplatElementsAttr>(constant.getValue()))
      weight.isReadAsItLies = true;
    TransposeOp turn;
    for (Value at = operand; at != root; at = at.getDefiningOp()->getOperand(0))
      if (auto transpose = at.getDefiningOp<TransposeOp>())
        turn = transpose;
    bool isTurned = turn && turn.getInput() == root && turn.getPermutation().back() != static_cast<int64_t>(turn.getPermutation().size()) - 1;
    if (isTurned && weight.turns.empty())
      weight.permutation.assign(turn.getPermutation());
    if (isTurned && turn.getPermutation() == ArrayRef(weight.permutation))
      weight.turns.insert(turn);
    else
      weight.isReadAsItLies = true;
  }

  void storeTurned(WeightReads &weight) {
    SmallVector<int64_t> back(weight.permutation.size());
    for (auto [i, dim] : llvm::enumerate(weight.permutation))
      back[dim] = i;
    remark::passed(weight.turns.front()->getLoc(), remark::RemarkOpts::name("StoreTurned").category("library")) << "weights are stored as kernels read them";
    for (Value root : weight.roots) {
      ImplicitLocOpBuilder b(root.getLoc(), root.getContext());
      b.setInsertionPointAfter(root.getDefiningOp());
      auto turned = TransposeOp::create(b, root, weight.permutation);
      auto asItLay = TransposeOp::create(b, turned, back);
      stored.insert(turned);
      for (Operation *old : weight.turns)
        if (old->getOperand(0) == root)
          old->replaceAllUsesWith(turned);
      root.replaceAllUsesExcept(asItLay, turned);
    }
  }

  void collect(func::FuncOp function, llvm::SetVector<Value> &hoisted) {
    llvm::DenseSet<Operation *> constant = findKnownAtLoad(function);
    for (Operation &op : function.getBody().front()) {
      if (constant.contains(&op))
        continue;
      for (Value operand : op.getOperands()) {
        if (!operand.getDefiningOp() || !constant.contains(operand.getDefiningOp()))
          continue;
        Value root = stripViews(operand, &op);
        // A scalar is computed where it is used.
        bool isWorthStoring = cast<RankedTensorType>(root.getType()).getRank() != 0;
        if (!isa<ConstantSourceOpInterface>(root.getDefiningOp()) && isWorthStoring)
          hoisted.insert(root);
      }
    }
  }

  void buildInit(ModuleOp module, ArrayRef<Value> roots) {
    OpBuilder b(module.getBodyRegion());
    auto init = func::FuncOp::create(b, module.getLoc(), "init", b.getFunctionType({}, {}));
    Block *body = init.addEntryBlock();
    OpBuilder inner(body, body->begin());
    IRMapping mapping;
    SmallVector<Value> results;
    for (Value root : roots)
      results.push_back(cloneTree(root, mapping, inner));
    auto returned = func::ReturnOp::create(inner, module.getLoc(), results);
    // What two functions make of the same parameters is made, and kept, once.
    IRRewriter rewriter(module.getContext());
    DominanceInfo dominance(init);
    eliminateCommonSubExpressions(rewriter, dominance, init);
    llvm::SetVector<Value> distinct(returned.operand_begin(), returned.operand_end());
    for (auto [result, root] : llvm::zip_equal(llvm::to_vector(returned.getOperands()), roots)) {
      OpBuilder at(root.getDefiningOp());
      int64_t index = llvm::find(distinct, result) - distinct.begin();
      auto source = PackedAttr::get(module.getContext(), index);
      Value parameter = ParameterOp::create(at, root.getLoc(), root.getType(), ("packed." + Twine(index)).str(), source);
      Value(root).replaceAllUsesWith(parameter);
    }
    returned->setOperands(distinct.getArrayRef());
    init.setFunctionType(b.getFunctionType({}, returned.getOperandTypes()));
    eraseDead(module);
  }

  Value cloneTree(Value value, IRMapping &mapping, OpBuilder &b) {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      cloneTree(operand, mapping, b);
    b.clone(*op, mapping);
    return mapping.lookup(value);
  }

  void eraseDead(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>())
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
  }
};
} // namespace
