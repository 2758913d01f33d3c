// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplification with a symbol in the place of each term that is not purely affine.

#include "dialects/Support/SimplifyExpr.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;

namespace sinter {
namespace {

class Simplifier {
public:
  Simplifier(unsigned dims, unsigned symbols) : dims(dims), symbols(symbols) {}

  AffineExpr simplify(AffineExpr expr) {
    AffineExpr pure = replaceTerms(expr);
    llvm::SmallVector<AffineExpr> back;
    for (unsigned i = 0; i < symbols; ++i)
      back.push_back(getAffineSymbolExpr(i, expr.getContext()));
    llvm::append_range(back, terms);
    return simplifyAffineExpr(pure, dims, symbols + terms.size()).replaceSymbols(back);
  }

private:
  /// `expr` with symbols beyond the given ones for products and quotients of what is no constant.
  AffineExpr replaceTerms(AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || expr.isPureAffine())
      return expr;
    if (expr.getKind() == AffineExprKind::Add || isa<AffineConstantExpr>(binary.getRHS()))
      return getAffineBinaryOpExpr(expr.getKind(), replaceTerms(binary.getLHS()), replaceTerms(binary.getRHS()));
    AffineExpr lhs = Simplifier(dims, symbols).simplify(binary.getLHS()), rhs = Simplifier(dims, symbols).simplify(binary.getRHS());
    AffineExpr term = getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
    auto left = dyn_cast<AffineBinaryOpExpr>(term);
    if (!left || term.isPureAffine() || term.getKind() != expr.getKind() || isa<AffineConstantExpr>(left.getRHS()))
      return replaceTerms(term);
    auto [it, isNew] = numbers.try_emplace(term, symbols + terms.size());
    if (isNew)
      terms.push_back(term);
    return getAffineSymbolExpr(it->second, expr.getContext());
  }

  unsigned dims, symbols;
  llvm::SmallVector<AffineExpr> terms;
  llvm::DenseMap<AffineExpr, unsigned> numbers;
};

} // namespace

AffineExpr simplifyExpr(AffineExpr expr, unsigned dims, unsigned symbols) { return Simplifier(dims, symbols).simplify(expr); }

} // namespace sinter
