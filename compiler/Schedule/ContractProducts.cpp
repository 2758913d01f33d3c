// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerics fast: a product of f32 that only a sum reads is rounded together with it. Which those are is noted before schedules compute values again: a product that a
// fold and a later walk read must be the same in both.

#include "compiler/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sinter {
#define GEN_PASS_DEF_CONTRACTPRODUCTSPASS
#define GEN_PASS_DEF_MARKPRODUCTSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

arith::MulFOp getOwnProduct(Value value, Operation *user) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  bool isMarked = product && arith::bitEnumContainsAny(product.getFastmath(), arith::FastMathFlags::contract);
  return isMarked && product->hasOneUse() && product->getBlock() == user->getBlock() ? product : arith::MulFOp();
}

/// `sum`, a sum or a difference, as one operation with the product among its operands, the left one first. Null where there is none.
Value contract(Operation *sum) {
  ImplicitLocOpBuilder b(sum->getLoc(), sum);
  bool isDifference = isa<arith::SubFOp>(sum);
  Value left = sum->getOperand(0), right = sum->getOperand(1);
  if (arith::MulFOp product = getOwnProduct(left, sum))
    return math::FmaOp::create(b, product.getLhs(), product.getRhs(), isDifference ? Value(arith::NegFOp::create(b, right)) : right);
  if (arith::MulFOp product = getOwnProduct(right, sum))
    return math::FmaOp::create(b, isDifference ? Value(arith::NegFOp::create(b, product.getLhs())) : product.getLhs(), product.getRhs(), left);
  return {};
}

bool isSum(Operation *op) {
  auto reduce = dyn_cast<kernel::ReduceOp>(op);
  return isa<arith::AddFOp, arith::SubFOp>(op) || (reduce && reduce.getKind() == kernel::FoldKind::Add);
}

struct MarkProducts : sinter::impl::MarkProductsPassBase<MarkProducts> {
  void runOnOperation() override {
    // f64 is asked for where each rounding counts.
    for (auto product : getOperation().entry().getOps<arith::MulFOp>())
      if (product.getType().isF32() && product->hasOneUse() && isSum(*product->user_begin()))
        product.setFastmath(product.getFastmath() | arith::FastMathFlags::contract);
  }
};

struct ContractProducts : sinter::impl::ContractProductsPassBase<ContractProducts> {
  void runOnOperation() override {
    SmallVector<Operation *> sums;
    getOperation().walk([&](Operation *op) {
      if (isa<arith::AddFOp, arith::SubFOp>(op))
        sums.push_back(op);
    });
    for (Operation *sum : sums) {
      Value contracted = contract(sum);
      if (!contracted)
        continue;
      sum->getResult(0).replaceAllUsesWith(contracted);
      sum->erase();
    }
  }
};
} // namespace
