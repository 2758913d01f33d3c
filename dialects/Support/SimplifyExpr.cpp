// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A normal form: sums of products of dimensions, symbols and quotients. A remainder is what its quotient leaves, so that the two meet and cancel; what is left of
// them becomes a remainder again.

#include "dialects/Support/SimplifyExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <optional>
#include <vector>

using namespace mlir;

namespace sinter {
namespace {

/// Factors are numbers of a table of expressions, ascending.
using Monomial = std::vector<unsigned>;
using Polynomial = std::map<Monomial, int64_t>;

/// Terms of an expression: beyond that it is left as it is.
constexpr size_t mostTerms = 256;

class Simplifier {
public:
  Simplifier(MLIRContext *context, unsigned dims, unsigned symbols) : context(context), dims(dims), symbols(symbols) {}

  AffineExpr simplify(AffineExpr expr) {
    if (expr.isPureAffine())
      return simplifyAffineExpr(expr, dims, symbols);
    std::optional<Polynomial> polynomial = expand(expr);
    return polynomial ? build(*polynomial) : expr;
  }

private:
  /// Nothing where a coefficient leaves 64 bits, or the terms are too many.
  std::optional<Polynomial> expand(AffineExpr expr) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return constant.getValue() ? Polynomial{{{}, constant.getValue()}} : Polynomial{};
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return Polynomial{{{numberOf(expr)}, 1}};
    AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
    if (expr.getKind() == AffineExprKind::Add || expr.getKind() == AffineExprKind::Mul) {
      auto left = expand(lhs), right = expand(rhs);
      if (!left || !right)
        return std::nullopt;
      return expr.getKind() == AffineExprKind::Add ? plus(*left, *right) : times(*left, *right);
    }
    AffineExpr dividend = simplify(lhs), divisor = simplify(rhs);
    if (expr.getKind() != AffineExprKind::Mod)
      return ofQuotient(getAffineBinaryOpExpr(expr.getKind(), dividend, divisor), expr.getKind());
    auto whole = expand(dividend), by = expand(divisor), quotient = ofQuotient(dividend.floorDiv(divisor), AffineExprKind::FloorDiv);
    auto covered = by && quotient ? times(*by, *quotient) : std::nullopt;
    auto taken = covered ? times(*covered, Polynomial{{{}, -1}}) : std::nullopt;
    return whole && taken ? plus(*whole, *taken) : std::nullopt;
  }

  /// `expr`, a quotient that may have been folded when it was made.
  std::optional<Polynomial> ofQuotient(AffineExpr expr, AffineExprKind kind) {
    if (expr.getKind() != kind)
      return expand(expr);
    return Polynomial{{{numberOf(expr)}, 1}};
  }

  static std::optional<Polynomial> plus(Polynomial sum, const Polynomial &other) {
    for (const auto &[monomial, coefficient] : other) {
      int64_t &at = sum[monomial];
      if (llvm::AddOverflow(at, coefficient, at))
        return std::nullopt;
      if (at == 0)
        sum.erase(monomial);
    }
    return sum.size() <= mostTerms ? std::optional(sum) : std::nullopt;
  }

  static std::optional<Polynomial> times(const Polynomial &a, const Polynomial &b) {
    std::optional<Polynomial> product = Polynomial{};
    for (const auto &[left, x] : a)
      for (const auto &[right, y] : b) {
        Monomial monomial(left);
        llvm::append_range(monomial, right);
        llvm::sort(monomial);
        int64_t coefficient;
        if (llvm::MulOverflow(x, y, coefficient) || !(product = plus(std::move(*product), Polynomial{{monomial, coefficient}})))
          return std::nullopt;
      }
    return product;
  }

  /// Quotients that are subtracted as often as their dividends are added are remainders.
  AffineExpr build(Polynomial polynomial) {
    AffineExpr remainders = getAffineConstantExpr(0, context);
    for (bool progress = true; progress;) {
      progress = false;
      for (const auto &[monomial, coefficient] : Polynomial(polynomial))
        if (std::optional<AffineExpr> remainder = takeRemainder(polynomial, monomial, coefficient)) {
          remainders = remainders + *remainder;
          progress = true;
          break;
        }
    }
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (const auto &[monomial, coefficient] : polynomial)
      sum = sum + build(monomial) * coefficient;
    return sum + remainders;
  }

  AffineExpr build(const Monomial &monomial) {
    AffineExpr product = getAffineConstantExpr(1, context);
    for (unsigned factor : monomial)
      product = product * table[factor];
    return product;
  }

  /// Where `polynomial` holds k * rest * (e - d * (e floordiv d)), `monomial` being the second part of it: takes that out, and gives k * rest * (e mod d).
  std::optional<AffineExpr> takeRemainder(Polynomial &polynomial, const Monomial &monomial, int64_t coefficient) {
    for (unsigned factor : monomial) {
      auto quotient = dyn_cast<AffineBinaryOpExpr>(table[factor]);
      if (!quotient || quotient.getKind() != AffineExprKind::FloorDiv)
        continue;
      auto divisor = expand(quotient.getRHS()), dividend = expand(quotient.getLHS());
      if (!divisor || !dividend || divisor->size() != 1)
        continue;
      const auto &[by, scale] = *divisor->begin();
      Monomial covered(by), rest;
      covered.push_back(factor);
      llvm::sort(covered);
      if (!std::includes(monomial.begin(), monomial.end(), covered.begin(), covered.end()) || coefficient % scale != 0)
        continue;
      std::set_difference(monomial.begin(), monomial.end(), covered.begin(), covered.end(), std::back_inserter(rest));
      auto part = times(*dividend, Polynomial{{rest, coefficient / scale}}); // to be there negated
      if (!part)
        continue;
      bool isThere = llvm::all_of(*part, [&](const auto &term) {
        auto it = polynomial.find(term.first);
        return it != polynomial.end() && it->second == -term.second;
      });
      if (!isThere || part->count(monomial))
        continue;
      for (const auto &term : *part)
        polynomial.erase(term.first);
      polynomial.erase(monomial);
      return build(rest) * (quotient.getLHS() % quotient.getRHS()) * (-coefficient / scale);
    }
    return std::nullopt;
  }

  unsigned numberOf(AffineExpr expr) {
    auto it = llvm::find(table, expr);
    if (it == table.end())
      it = table.insert(table.end(), expr);
    return it - table.begin();
  }

  MLIRContext *context;
  unsigned dims, symbols;
  std::vector<AffineExpr> table;
};

} // namespace

AffineExpr simplifyExpr(AffineExpr expr, unsigned dims, unsigned symbols) { return Simplifier(expr.getContext(), dims, symbols).simplify(expr); }

} // namespace sinter
