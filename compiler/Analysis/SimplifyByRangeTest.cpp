// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is made simpler stays the same function: at every point of random domains, for random expressions.

#include "compiler/Analysis/SimplifyByRange.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <random>

using namespace mlir;

namespace sinter {
namespace {

class SimplifyByRangeTest : public testing::Test {
protected:
  AffineExpr dim(unsigned i) { return getAffineDimExpr(i, &context); }
  AffineExpr constant(int64_t value) { return getAffineConstantExpr(value, &context); }
  MLIRContext context;
};

TEST_F(SimplifyByRangeTest, DropsWhatAQuotientDoesNotReach) {
  IndexRange ranges[] = {{0, 127}, {0, 255}, {0, 255}};
  AffineExpr place = dim(0) * 65536 + dim(1) * 256 + dim(2);
  EXPECT_EQ(simplifyByRange(place.floorDiv(262144), ranges, {}), dim(0).floorDiv(4));
  EXPECT_EQ(simplifyByRange(place % 65536, ranges, {}), dim(1) * 256 + dim(2));
  EXPECT_EQ(simplifyByRange(dim(2).floorDiv(256), ranges, {}), constant(0));
  EXPECT_EQ(simplifyByRange(dim(2) % 256, ranges, {}), dim(2));
}

TEST_F(SimplifyByRangeTest, KeepsWhatItDoesNotKnow) {
  IndexRange ranges[] = {{0, std::nullopt}, {0, 256}};
  AffineExpr place = dim(0) * 256 + dim(1);
  EXPECT_EQ(simplifyByRange(place.floorDiv(256), ranges, {}), place.floorDiv(256));
  EXPECT_EQ(simplifyByRange(place % 512, ranges, {}), place % 512);
}

TEST_F(SimplifyByRangeTest, IsTheSameFunction) {
  std::mt19937 random(1);
  auto below = [&](int64_t n) { return static_cast<int64_t>(random() % n); };
  for (int round = 0; round < 3000; ++round) {
    SmallVector<IndexRange> ranges;
    for (int i = 0; i < 3; ++i) {
      int64_t low = below(3) == 0 ? -below(5) : 0;
      ranges.push_back({low, low + below(9)});
    }
    std::function<AffineExpr(int)> make = [&](int depth) -> AffineExpr {
      if (depth == 0)
        return below(4) == 0 ? constant(below(13) - 4) : dim(below(3));
      AffineExpr a = make(depth - 1);
      switch (below(5)) {
      case 0: return a.floorDiv(1 + below(12));
      case 1: return a % (1 + below(12));
      case 2: return a * (below(13) - 2);
      case 3: return a.ceilDiv(1 + below(5));
      default: return a + make(depth - 1);
      }
    };
    AffineExpr expr = make(4), simple = simplifyByRange(expr, ranges, {});
    AffineMap before = AffineMap::get(3, 0, expr), after = AffineMap::get(3, 0, simple);
    Builder b(&context);
    for (int64_t x = *ranges[0].low; x <= *ranges[0].high; ++x)
      for (int64_t y = *ranges[1].low; y <= *ranges[1].high; ++y)
        for (int64_t z = *ranges[2].low; z <= *ranges[2].high; ++z) {
          SmallVector<Attribute> expected, got;
          Attribute point[] = {b.getI64IntegerAttr(x), b.getI64IntegerAttr(y), b.getI64IntegerAttr(z)};
          ASSERT_TRUE(succeeded(before.constantFold(point, expected)) && succeeded(after.constantFold(point, got)));
          ASSERT_EQ(expected[0], got[0]) << "round " << round;
        }
  }
}

} // namespace
} // namespace sinter
