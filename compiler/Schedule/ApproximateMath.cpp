// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerics fast: functions and quotients whose value is only ever rounded to 16 bits may be approximated to that.

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
/// larger: a product or a quotient with what does not depend on the value keeps it, a sum may cancel, and a square has it twice.
bool isRoundedToNarrow(Value value) {
  SmallVector<Value> worklist{value};
  llvm::SmallDenseSet<Value> reached{value};
  llvm::SmallDenseSet<Operation *> factors;
  while (!worklist.empty()) {
    Value at = worklist.pop_back_val();
    for (OpOperand &use : at.getUses()) {
      Operation *user = use.getOwner();
      if (auto store = dyn_cast<kernel::StoreOp>(user)) {
        if (use.getOperandNumber() != 0 || !isNarrow(store.getView().getType().getElement()))
          return false;
        continue;
      }
      if (auto round = dyn_cast<kernel::RoundOp>(user)) {
        if (!isNarrow(round.getElement()))
          return false;
        continue;
      }
      bool isFactor = isa<arith::MulFOp, arith::DivFOp>(user);
      bool isSame = isa<arith::NegFOp, math::AbsFOp>(user) || (isa<arith::SelectOp>(user) && use.getOperandNumber() > 0);
      // Met a second time: both sides depend on the value.
      if ((!isFactor && !isSame) || (isFactor && !factors.insert(user).second))
        return false;
      if (reached.insert(user->getResult(0)).second)
        worklist.push_back(user->getResult(0));
    }
  }
  return true;
}

/// Whether two of `ops` meet in a product or a quotient, so that their errors add up.
bool doMeet(ArrayRef<math::ErfcOp> ops) {
  llvm::SmallDenseSet<Value> reached;
  for (math::ErfcOp op : ops) {
    SmallVector<Value> worklist{op.getResult()};
    llvm::SmallDenseSet<Value> own{op.getResult()};
    while (!worklist.empty())
      for (Operation *user : worklist.pop_back_val().getUsers())
        if (user->getNumResults() == 1 && !isa<kernel::RoundOp>(user) && own.insert(user->getResult(0)).second)
          worklist.push_back(user->getResult(0));
    for (Value value : own)
      if (!reached.insert(value).second)
        return true;
  }
  return false;
}

template <typename Op> void markApproximate(Op op) { op.setFastmath(op.getFastmath() | arith::FastMathFlags::afn); }

struct ApproximateMath : sinter::impl::ApproximateMathPassBase<ApproximateMath> {
  void runOnOperation() override {
    // Off by so little that some of them in a row are still far from what 16 bits can tell.
    for (auto op : getOperation().entry().getOps<arith::DivFOp>())
      if (op.getType().isF32() && isRoundedToNarrow(op))
        markApproximate(op);
    SmallVector<math::ErfcOp> candidates;
    for (auto op : getOperation().entry().getOps<math::ErfcOp>())
      if (op.getType().isF32() && isRoundedToNarrow(op))
        candidates.push_back(op);
    if (!doMeet(candidates))
      llvm::for_each(candidates, markApproximate<math::ErfcOp>);
  }
};
} // namespace
