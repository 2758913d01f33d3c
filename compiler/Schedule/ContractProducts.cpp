// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerics fast: a product of f32 that only a sum reads is rounded together with it.

#include "compiler/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace sinter {
#define GEN_PASS_DEF_CONTRACTPRODUCTSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

arith::MulFOp getOwnProduct(Value value, Operation *user) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() && product->getBlock() == user->getBlock() ? product : arith::MulFOp();
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

struct ContractProducts : sinter::impl::ContractProductsPassBase<ContractProducts> {
  void runOnOperation() override {
    SmallVector<Operation *> sums;
    getOperation().walk([&](Operation *op) {
      // f64 is asked for where each rounding counts.
      if (isa<arith::AddFOp, arith::SubFOp>(op) && getElementTypeOrSelf(op->getResult(0)).isF32())
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
