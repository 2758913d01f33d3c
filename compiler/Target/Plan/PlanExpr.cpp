// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine expressions as postfix programs.

#include "compiler/Target/Plan/PlanExpr.h"

using namespace mlir;

namespace sinter {

rt::Expr toPlanExpr(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return rt::Expr::Const(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return rt::Expr::Symbol(symbol.getPosition());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  rt::ExprOp op = expr.getKind() == AffineExprKind::Add        ? rt::ExprOp::kAdd
                  : expr.getKind() == AffineExprKind::Mul      ? rt::ExprOp::kMul
                  : expr.getKind() == AffineExprKind::FloorDiv ? rt::ExprOp::kFloorDiv
                  : expr.getKind() == AffineExprKind::CeilDiv  ? rt::ExprOp::kCeilDiv
                                                               : rt::ExprOp::kMod;
  return rt::Expr::Binary(op, toPlanExpr(binary.getLHS()), toPlanExpr(binary.getRHS()));
}

} // namespace sinter
