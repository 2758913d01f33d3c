// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels beside the general ones, for symbols' values that allow wide vectors.

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Schedule/VectorWidth.h"

namespace sinter {
#define GEN_PASS_DEF_SPECIALIZEEXTENTSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
struct SpecializeExtents : sinter::impl::SpecializeExtentsPassBase<SpecializeExtents> {
  void runOnOperation() override {
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<kernel::FuncOp>()))
      if (!function->hasAttr("kernel.specializes") && !function.getScheduleAttr())
        specialize(function);
  }

  void specialize(kernel::FuncOp function) {
    GpuTarget target = getModuleTarget(function);
    std::optional<unsigned> inner = getVectorDim(function);
    if (!inner)
      return;
    int64_t widest = getWidestVector(function, target);
    if (chooseVector(function, *inner, target) == widest)
      return;
    for (unsigned symbol = 0; symbol < function.getSymbols().size(); ++symbol) {
      kernel::FuncOp divided = divide(function, symbol, widest);
      if (chooseVector(divided, *inner, target) == widest) {
        function->getBlock()->getOperations().insert(std::next(Block::iterator(function)), divided);
        return;
      }
      divided->destroy();
    }
  }

  /// `function` where symbol number `symbol` stands for a `divisor`-th of its value.
  static kernel::FuncOp divide(kernel::FuncOp function, unsigned symbol, int64_t divisor) {
    kernel::FuncOp clone = function.clone();
    Builder b(function.getContext());
    std::string suffix = "_by_" + std::to_string(divisor);
    SmallVector<Attribute> names(function.getSymbols().getValue());
    names[symbol] = b.getStringAttr(cast<StringAttr>(names[symbol]).getValue() + suffix);
    clone.setSymbolsAttr(b.getArrayAttr(names));
    clone.setSymName((function.getSymName() + "_s" + Twine(symbol) + suffix).str());
    clone->setAttr("kernel.specializes",
                   kernel::SpecializationAttr::get(b.getContext(), FlatSymbolRefAttr::get(function.getSymNameAttr()), symbol, divisor));
    auto times = [&](AffineMap map) {
      AffineExpr whole = b.getAffineSymbolExpr(symbol);
      return AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                            llvm::map_to_vector(map.getResults(), [&](AffineExpr e) { return e.replace(whole, whole * divisor); }), b.getContext());
    };
    clone.setDims(times(function.getDims()));
    if (kernel::RaggedAttr ragged = function.getRagged())
      clone->setAttr("kernel.ragged", kernel::RaggedAttr::get(b.getContext(), ragged.getOuter(), AffineMapAttr::get(times(ragged.getExtent().getValue()))));
    for (Operation &op : clone.entry())
      if (AffineMapAttr map = getPlaceMap(&op))
        op.setAttr("map", AffineMapAttr::get(times(map.getValue())));
    return clone;
  }
};
} // namespace
