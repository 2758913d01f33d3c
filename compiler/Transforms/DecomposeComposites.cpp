// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces composite operators by the expressions that they give of themselves.

#include "compiler/Transforms/Passes.h"
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
  void runOnOperation() override {
    SmallVector<CompositeOpInterface> composites;
    getOperation().walk([&](CompositeOpInterface op) { composites.push_back(op); });
    for (CompositeOpInterface op : composites) {
      // What it was a part of stays readable in reports and in the emitted text.
      Location loc = FusedLoc::get({op.getLoc()}, StringAttr::get(&getContext(), op->getName().getStringRef()), &getContext());
      ImplicitLocOpBuilder b(loc, op);
      op->replaceAllUsesWith(op.decompose(b));
      op->erase();
    }
  }
};
} // namespace
