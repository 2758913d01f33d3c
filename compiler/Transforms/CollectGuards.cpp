// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes down what a graph takes for granted of its symbols, so that it is checked when arguments are bound.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Support/OperatorNames.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace sinter {
#define GEN_PASS_DEF_COLLECTGUARDSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
struct CollectGuards : sinter::impl::CollectGuardsPassBase<CollectGuards> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkGraph(function)))
      return signalPassFailure();
    SymbolScope scope(&getContext());
    llvm::SetVector<Attribute> guards;
    for (Operation &op : function.getBody().front()) {
      auto map = dyn_cast<IndexMapOpInterface>(op);
      if (!map)
        continue;
      for (const Requirement &requirement : map.getRequirements(scope))
        if (failed(add(&op, requirement, scope, guards)))
          return signalPassFailure();
    }
    if (!guards.empty())
      function->setAttr("sinter.guards", ArrayAttr::get(&getContext(), guards.getArrayRef()));
  }

  LogicalResult add(Operation *op, const Requirement &requirement, SymbolScope &scope, llvm::SetVector<Attribute> &guards) {
    AffineExpr expr = simplifyExpr(requirement.expr, 0, scope.names().size());
    if (auto known = dyn_cast<AffineConstantExpr>(expr)) {
      bool holds = requirement.isEqual ? known.getValue() == 0 : known.getValue() >= 0;
      return holds ? success() : LogicalResult(op->emitOpError("expected ") << requirement.text << ", but that holds for no value of the symbols");
    }
    auto least = boundOf(op, expr, scope, /*isLeast=*/true), most = boundOf(op, expr, scope, /*isLeast=*/false);
    if (!requirement.isEqual && least && *least >= 0)
      return success();
    if ((most && *most < 0) || (requirement.isEqual && least && *least > 0))
      return op->emitOpError("expected ") << requirement.text << ", but that holds for no value of the symbols";
    SmallVector<Attribute> names;
    SmallVector<AffineExpr> renumbered;
    for (auto [i, name] : llvm::enumerate(scope.names())) {
      bool isUsed = expr.isFunctionOfSymbol(i);
      renumbered.push_back(getAffineSymbolExpr(isUsed ? names.size() : 0, &getContext()));
      if (isUsed)
        names.push_back(StringAttr::get(&getContext(), name));
    }
    AffineMap map = AffineMap::get(0, names.size(), expr.replaceSymbols(renumbered));
    std::string text = op->getName().getStringRef().str() + ": expected " + requirement.text;
    if (std::string place = describeLocation(op->getLoc()); !place.empty())
      text += ", at " + place;
    guards.insert(GuardAttr::get(&getContext(), ArrayAttr::get(&getContext(), names), AffineMapAttr::get(map), requirement.isEqual,
                                 StringAttr::get(&getContext(), text)));
    return success();
  }

  /// A number that `expr` is never below, or never above, where sums and multiples of the symbols' ranges tell one.
  static std::optional<int64_t> boundOf(Operation *op, AffineExpr expr, SymbolScope &scope, bool isLeast) {
    if (auto known = dyn_cast<AffineConstantExpr>(expr))
      return known.getValue();
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
      RangeAttr range = getSymbolRange(op, scope.names()[symbol.getPosition()]);
      return isLeast ? range.getMin() : range.getMax();
    }
    auto binary = cast<AffineBinaryOpExpr>(expr);
    int64_t result;
    if (expr.getKind() == AffineExprKind::Add) {
      auto left = boundOf(op, binary.getLHS(), scope, isLeast), right = boundOf(op, binary.getRHS(), scope, isLeast);
      return left && right && !llvm::AddOverflow(*left, *right, result) ? std::optional(result) : std::nullopt;
    }
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!factor || expr.getKind() != AffineExprKind::Mul)
      return std::nullopt;
    auto left = boundOf(op, binary.getLHS(), scope, isLeast == (factor.getValue() >= 0));
    return left && !llvm::MulOverflow(*left, factor.getValue(), result) ? std::optional(result) : std::nullopt;
  }
};
} // namespace
