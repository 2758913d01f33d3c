// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the leaves up: a quotient or remainder by a constant is known, or is that of fewer terms.

#include "compiler/Analysis/SimplifyByRange.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {
namespace {

class RangeSimplifier {
public:
  RangeSimplifier(ArrayRef<IndexRange> dims, ArrayRef<IndexRange> symbols) : dims(dims), symbols(symbols) {}

  AffineExpr simplify(AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return expr;
    AffineExpr lhs = simplify(binary.getLHS()), rhs = simplify(binary.getRHS());
    AffineExprKind kind = expr.getKind();
    auto divisor = dyn_cast<AffineConstantExpr>(rhs);
    if ((kind == AffineExprKind::FloorDiv || kind == AffineExprKind::Mod) && divisor && divisor.getValue() > 0)
      return divide(kind, lhs, divisor.getValue());
    return getAffineBinaryOpExpr(kind, lhs, rhs);
  }

private:
  AffineExpr divide(AffineExprKind kind, AffineExpr lhs, int64_t divisor) {
    bool isQuotient = kind == AffineExprKind::FloorDiv;
    IndexRange range = rangeOfExpr(lhs, dims, symbols);
    if (range.low && range.high && llvm::divideFloorSigned(*range.low, divisor) == llvm::divideFloorSigned(*range.high, divisor)) {
      int64_t quotient = llvm::divideFloorSigned(*range.low, divisor);
      int64_t covered;
      if (!llvm::MulOverflow(quotient, divisor, covered))
        return isQuotient ? getAffineConstantExpr(quotient, lhs.getContext()) : lhs - covered;
    }
    terms.clear();
    collect(lhs, 1);
    // The largest unit that some terms count in and the others together do not reach.
    SmallVector<int64_t> units;
    for (const Term &term : terms)
      if (term.factor > 1 && (divisor % term.factor == 0 || term.factor % divisor == 0))
        units.push_back(std::min(term.factor, divisor));
    llvm::sort(units, std::greater<>());
    for (int64_t unit : units)
      if (std::optional<AffineExpr> split = divideBy(isQuotient, unit, divisor, lhs.getContext()))
        return *split;
    return getAffineBinaryOpExpr(kind, lhs, getAffineConstantExpr(divisor, lhs.getContext()));
  }

  std::optional<AffineExpr> divideBy(bool isQuotient, int64_t unit, int64_t divisor, MLIRContext *context) {
    AffineExpr counted = getAffineConstantExpr(0, context), rest = counted;
    for (const Term &term : terms)
      if (term.factor % unit == 0)
        counted = counted + term.expr * (term.factor / unit);
      else
        rest = rest + term.expr * term.factor;
    IndexRange range = rangeOfExpr(rest, dims, symbols);
    if (!range.isNonNegative() || !range.high || *range.high >= unit)
      return std::nullopt;
    int64_t left = divisor / unit;
    if (isQuotient)
      return left == 1 ? counted : simplify(counted.floorDiv(left));
    return left == 1 ? rest : simplify(counted % left) * unit + rest;
  }

  /// `expr` times `factor` as terms, each something times a constant.
  void collect(AffineExpr expr, int64_t factor) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    int64_t product;
    if (binary && expr.getKind() == AffineExprKind::Add) {
      collect(binary.getLHS(), factor);
      collect(binary.getRHS(), factor);
    } else if (auto scale = binary && expr.getKind() == AffineExprKind::Mul ? dyn_cast<AffineConstantExpr>(binary.getRHS()) : AffineConstantExpr();
               scale && !llvm::MulOverflow(factor, scale.getValue(), product)) {
      collect(binary.getLHS(), product);
    } else if (auto constant = dyn_cast<AffineConstantExpr>(expr); constant && !llvm::MulOverflow(factor, constant.getValue(), product)) {
      terms.push_back({getAffineConstantExpr(1, expr.getContext()), product});
    } else {
      terms.push_back({expr, factor});
    }
  }

  struct Term {
    AffineExpr expr;
    int64_t factor;
  };

  ArrayRef<IndexRange> dims, symbols;
  SmallVector<Term> terms;
};
} // namespace

AffineExpr simplifyByRange(AffineExpr expr, ArrayRef<IndexRange> dims, ArrayRef<IndexRange> symbols) { return RangeSimplifier(dims, symbols).simplify(expr); }

} // namespace sinter
