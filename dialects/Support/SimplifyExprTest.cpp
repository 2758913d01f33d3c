// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A simplified expression is the same function, on random ones and on those that are simplified wrongly elsewhere.

#include "dialects/Support/SimplifyExpr.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <random>

using namespace mlir;

namespace sinter {
namespace {

constexpr unsigned dims = 2, symbols = 2;

/// Nothing where a divisor is not positive.
std::optional<int64_t> valueOf(AffineExpr expr, const int64_t (&point)[dims + symbols]) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return point[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return point[dims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto a = valueOf(binary.getLHS(), point), b = valueOf(binary.getRHS(), point);
  if (!a || !b)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add: return *a + *b;
  case AffineExprKind::Mul: return *a * *b;
  case AffineExprKind::FloorDiv: return *b > 0 ? std::optional(llvm::divideFloorSigned(*a, *b)) : std::nullopt;
  case AffineExprKind::CeilDiv: return *b > 0 ? std::optional(llvm::divideCeilSigned(*a, *b)) : std::nullopt;
  default: return *b > 0 ? std::optional(llvm::mod(*a, *b)) : std::nullopt;
  }
}

std::string textOf(AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  expr.print(os);
  return text;
}

void expectSame(AffineExpr expr) {
  AffineExpr simple = simplifyExpr(expr, dims, symbols);
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    int64_t point[dims + symbols];
    for (int64_t &value : point)
      value = 1 + random() % 40;
    if (auto expected = valueOf(expr, point))
      ASSERT_EQ(valueOf(simple, point), expected) << textOf(expr) << " became " << textOf(simple);
  }
}

TEST(SimplifyExpr, KeepsATransposedReshapeOfASymbolicExtent) {
  MLIRContext context;
  AffineExpr d = getAffineDimExpr(0, &context), s = getAffineSymbolExpr(0, &context);
  expectSame((d % s) * 12 + (d.floorDiv(s) % 4) * 3 + d.floorDiv(s).floorDiv(4));
}

TEST(SimplifyExpr, AddsUpLikeTerms) {
  MLIRContext context;
  AffineExpr d = getAffineDimExpr(0, &context), s = getAffineSymbolExpr(0, &context), t = getAffineSymbolExpr(1, &context);
  EXPECT_EQ(simplifyExpr(d * s + t - d * s - t + 3, dims, symbols), getAffineConstantExpr(3, &context));
  EXPECT_EQ(simplifyExpr((s * t) * 2 - s * t, dims, symbols), s * t);
  EXPECT_EQ(simplifyExpr((d * 4 + 3).floorDiv(4), dims, symbols), d);
}

TEST(SimplifyExpr, LetsQuotientsAndRemaindersMeet) {
  MLIRContext context;
  AffineExpr d = getAffineDimExpr(0, &context), s = getAffineSymbolExpr(0, &context);
  EXPECT_EQ(simplifyExpr(d.floorDiv(s) * s + d % s, dims, symbols), d);
  AffineExpr q = d.floorDiv(s);
  EXPECT_EQ(simplifyExpr(q.floorDiv(9) * (s * 9) + (q % 9) * s + d % s, dims, symbols), d);
  EXPECT_EQ(simplifyExpr(d % s, dims, symbols), d % s);
  EXPECT_EQ(simplifyExpr((q % 4) * 3 + 5, dims, symbols), (q % 4) * 3 + 5);
}

TEST(SimplifyExpr, IsTheSameFunction) {
  MLIRContext context;
  std::mt19937 random(7);
  std::function<AffineExpr(int)> make = [&](int depth) -> AffineExpr {
    unsigned kind = random() % (depth == 0 ? 3 : 9);
    if (kind == 0)
      return getAffineDimExpr(random() % dims, &context);
    if (kind == 1)
      return getAffineSymbolExpr(random() % symbols, &context);
    if (kind == 2)
      return getAffineConstantExpr(static_cast<int64_t>(random() % 13) - 4, &context);
    AffineExpr lhs = make(depth - 1);
    // A factor or a divisor has no dimension in it.
    AffineExpr symbol = random() % 2 ? getAffineSymbolExpr(random() % symbols, &context) : getAffineConstantExpr(1 + random() % 6, &context);
    switch (kind) {
    case 3: case 4: return lhs + make(depth - 1);
    case 5: return lhs * symbol;
    case 6: return lhs.floorDiv(symbol);
    case 7: return lhs % symbol;
    default: return lhs - make(depth - 1) * symbol;
    }
  };
  for (int i = 0; i < 3000; ++i)
    expectSame(make(5));
}

} // namespace
} // namespace sinter
