// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces composite operators by the expressions that they give of themselves, and products that no library has, or is slow at, by theirs.

#include "compiler/Transforms/Passes.h"
#include "compiler/Transforms/ProductExpression.h"
#include "compiler/Transforms/TiedUpdates.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sinter {
#define GEN_PASS_DEF_DECOMPOSECOMPOSITESPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

struct DecomposeComposites : sinter::impl::DecomposeCompositesPassBase<DecomposeComposites> {
  using DecomposeCompositesPassBase::DecomposeCompositesPassBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    // A scatter is another expression where it may write into its input. What it becomes is decided on once more, when all others have their final form.
    markTiedUpdates(getOperation(), [](UpdateOpInterface, BlockArgument) {});
    getOperation().walk([](ScatterOpInterface op) { op.setInPlace(false); });
    SmallVector<CompositeOpInterface> composites;
    getOperation().walk([&](CompositeOpInterface op) { composites.push_back(op); });
    for (CompositeOpInterface op : composites) {
      // What it was a part of stays readable in reports and in the emitted text.
      Location loc = FusedLoc::get({op.getLoc()}, StringAttr::get(&getContext(), op->getName().getStringRef()), &getContext());
      ImplicitLocOpBuilder b(loc, op);
      op->replaceAllUsesWith(op.decompose(b));
      op->erase();
    }
    SmallVector<std::pair<MatmulOp, bool>> products;
    // While all that share a side are there.
    for (auto op : getOperation().getOps<MatmulOp>())
      products.push_back({op, isa<IntegerType>(op.getResult().getType().getElementType()) || isKernelProduct(op, skinny)});
    for (auto [op, isExpanded] : products) {
      Type element = op.getResult().getType().getElementType();
      bool isNarrow = element.getIntOrFloatBitWidth() <= 8 && !isa<IntegerType>(element);
      if (!isExpanded && !isNarrow)
        continue;
      ImplicitLocOpBuilder b(FusedLoc::get({op.getLoc()}, StringAttr::get(&getContext(), op->getName().getStringRef()), &getContext()), op);
      op.replaceAllUsesWith(isExpanded ? expandProduct(b, op) : widenProduct(b, op));
      op.erase();
    }
  }
};
} // namespace
