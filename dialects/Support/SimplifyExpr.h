// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine expressions made simple, symbolic factors and divisors included.

#ifndef SINTER_DIALECTS_SUPPORT_SIMPLIFYEXPR_H
#define SINTER_DIALECTS_SUPPORT_SIMPLIFYEXPR_H

#include "mlir/IR/AffineExpr.h"

namespace sinter {

/// An expression equal to `expr`, over `dims` dimensions and `symbols` symbols, with like terms added up and quotients and remainders taken where that is
/// exact. mlir::simplifyAffineExpr does that for constant factors and divisors; where some are symbols it may return another function (LLVM 22: of
/// (d0 mod s0) * 12 + ((d0 floordiv s0) mod 4) * 3 it makes (d0 mod s0) * 24 and so on), so that such expressions have a normal form of their own here.
mlir::AffineExpr simplifyExpr(mlir::AffineExpr expr, unsigned dims, unsigned symbols);

} // namespace sinter

#endif // SINTER_DIALECTS_SUPPORT_SIMPLIFYEXPR_H
