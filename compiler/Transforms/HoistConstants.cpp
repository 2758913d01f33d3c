// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves what depends on constants alone into @init, so that it is computed once, when a plan is loaded.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/KnownAtLoad.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"

namespace sinter {
#define GEN_PASS_DEF_HOISTCONSTANTSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// Whether `op` makes the elements of one tensor wider, and changes none.
bool isWidening(Operation *op) {
  auto bitsOf = [](Value v) { return getElementTypeOrSelf(v.getType()).getIntOrFloatBitWidth(); };
  return isa<CastOp>(op) && bitsOf(op->getOperand(0)) < bitsOf(op->getResult(0));
}

/// What to compute at load so that `value` is at hand for `reader`: itself, or what its trailing broadcasts and views start from. Kernels widen what they load for nothing; a
/// library reads what lies in memory.
Value stripViews(Value value, Operation *reader) {
  bool isKernels = !isa<ContractionOpInterface, func::ReturnOp>(reader);
  for (Operation *op = value.getDefiningOp(); isViewOfKnown(op) || (isKernels && isWidening(op)); op = value.getDefiningOp())
    value = op->getOperand(0);
  return value;
}

struct HoistConstants : sinter::impl::HoistConstantsPassBase<HoistConstants> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::SetVector<Value> hoisted;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (failed(checkGraph(function)))
        return signalPassFailure();
      collect(function, hoisted);
    }
    if (hoisted.empty())
      return;
    if (Operation *other = module.lookupSymbol("init")) {
      other->emitError("expected no function named `init` in the graph: what depends on parameters alone becomes one of this name");
      return signalPassFailure();
    }
    buildInit(module, hoisted.getArrayRef());
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
