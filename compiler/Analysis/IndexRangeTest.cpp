// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of expressions: signs, divisors that are not known, bounds that leave 64 bits.

#include "compiler/Analysis/IndexRange.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace sinter {
namespace {

class IndexRangeTest : public testing::Test {
protected:
  /// Of d0 in 0 to 9, d1 in 3 to 5, and a symbol of 0 or more.
  IndexRange range(AffineExpr expr) { return rangeOfExpr(expr, {{0, 9}, {3, 5}}, {{0, std::nullopt}}); }
  void expect(AffineExpr expr, std::optional<int64_t> low, std::optional<int64_t> high) {
    IndexRange found = range(expr);
    EXPECT_EQ(found.low, low);
    EXPECT_EQ(found.high, high);
  }

  MLIRContext context;
  AffineExpr d0 = getAffineDimExpr(0, &context), d1 = getAffineDimExpr(1, &context), s = getAffineSymbolExpr(0, &context);
};

TEST_F(IndexRangeTest, AddsAndScalesByEitherSign) {
  expect(d0 + d1, 3, 14);
  expect(d0 - d1, -5, 6);
  expect(d0 * -2 + 4, -14, 4);
  expect(d0 + s, 0, std::nullopt);
  expect(d0 - s, std::nullopt, 9);
}

TEST_F(IndexRangeTest, MultipliesByWhatHasNoBound) {
  expect(d1 * s, 0, std::nullopt);
  expect((d0 - 4) * s, std::nullopt, std::nullopt);
}

TEST_F(IndexRangeTest, DividesRoundingDown) {
  expect((d0 - 4).floorDiv(3), -2, 1);
  expect((d0 - 4).ceilDiv(3), -1, 2);
  expect((d0 - 4) % 3, 0, 2);
  expect(d1 % 8, 0, 5);
}

TEST_F(IndexRangeTest, KnowsLittleBehindADivisorThatIsNotKnown) {
  expect(d0.floorDiv(s), 0, 9);
  expect((d0 - 4).floorDiv(s), -4, 5);
  expect(d0 % s, 0, 9);
  EXPECT_TRUE(range((d0 - 4) % s).isNonNegative());
}

TEST_F(IndexRangeTest, ForgetsBoundsThatLeave64Bits) {
  AffineExpr huge = d0 * (int64_t(1) << 61);
  expect(huge, 0, std::nullopt);
  EXPECT_FALSE(range(huge - 1).isNonNegative());
}

} // namespace
} // namespace sinter
