// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerics fast: functions whose value is only ever rounded to 16 bits may be approximated to that.

#include "compiler/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace sinter {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

bool isNarrow(Type element) { return isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 16; }

/// Whether all that becomes of `value` is rounded to 16 bits or less, and nothing on the way there makes its relative error
/// larger: products and quotients do not, sums may.
bool isRoundedToNarrow(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto store = dyn_cast<kernel::StoreOp>(user))
      return use.getOperandNumber() == 0 && isNarrow(store.getView().getType().getElement());
    if (auto round = dyn_cast<kernel::RoundOp>(user))
      return isNarrow(round.getElement());
    bool keepsRelativeError = isa<arith::MulFOp, arith::DivFOp, arith::NegFOp, math::AbsFOp>(user) ||
                              (isa<arith::SelectOp>(user) && use.getOperandNumber() > 0);
    return keepsRelativeError && isRoundedToNarrow(user->getResult(0));
  });
}

struct ApproximateMath : sinter::impl::ApproximateMathPassBase<ApproximateMath> {
  void runOnOperation() override {
    for (auto op : getOperation().entry().getOps<math::ErfcOp>())
      if (op.getType().isF32() && isRoundedToNarrow(op))
        op.setFastmath(op.getFastmath() | arith::FastMathFlags::afn);
  }
};
} // namespace
