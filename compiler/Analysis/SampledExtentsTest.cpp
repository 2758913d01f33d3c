// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values that stand for symbols, by their ranges.

#include "compiler/Analysis/SampledExtents.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <limits>

using namespace mlir;

namespace sinter {
namespace {

class SampledExtentsTest : public testing::Test {
protected:
  SampledExtentsTest() { context.loadDialect<SinterDialect, func::FuncDialect>(); }

  int64_t nearest(int64_t min, int64_t max, int64_t divisor, int64_t wanted = 64) {
    return nearestValue(RangeAttr::get(&context, min, max, divisor), wanted);
  }

  /// Bytes of a tensor whose type is the argument's, of a function with `symbols`.
  uint64_t bytes(const std::string &type, const std::string &symbols) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>("func.func private @f(" + type + ") attributes {sinter.symbols = {" + symbols + "}}", &context);
    EXPECT_TRUE(module);
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    return countSampledBytes(cast<RankedTensorType>(function.getArgumentTypes().front()), function);
  }

  MLIRContext context;
};

TEST_F(SampledExtentsTest, TheNearestValueOfARange) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(nearest(0, 2147483647, 1), 64);
  EXPECT_EQ(nearest(1, 8, 1), 8);
  EXPECT_EQ(nearest(100, 4096, 1), 100);
  EXPECT_EQ(nearest(64, 64, 1), 64);
  EXPECT_EQ(nearest(1, 4096, 128), 128);
  EXPECT_EQ(nearest(0, 4096, 128), 0);
  EXPECT_EQ(nearest(1, 4096, 24), 48);
  EXPECT_EQ(nearest(50, 4096, 24), 72);
  EXPECT_EQ(nearest(1, 30, 16), 16);
  EXPECT_EQ(nearest(most, most, 1), most);
  EXPECT_EQ(nearest(most - 1, most, 2), most - 1);
  EXPECT_EQ(nearest(1, most, most), most);
}

TEST_F(SampledExtentsTest, BytesByTheRangesOfTheFunction) {
  const std::string rows = "tensor<?x3xf16, #sinter.dims<rows, 3>>";
  EXPECT_EQ(bytes(rows, ""), 64 * 6u);
  EXPECT_EQ(bytes(rows, "rows = #sinter.range<1, 8, 1>"), 8 * 6u);
  EXPECT_EQ(bytes(rows, "rows = #sinter.range<1000, 2000, 1>"), 1000 * 6u);
  EXPECT_EQ(bytes(rows, "rows = #sinter.range<0, 4096, 128>"), 128 * 6u);
  EXPECT_EQ(bytes(rows, "rows = #sinter.range<0, 0, 1>"), 0u);
  EXPECT_EQ(bytes("tensor<?x?xi1, #sinter.dims<a * 2, a + b>>", "a = #sinter.range<1, 4, 1>, b = #sinter.range<100, 200, 1>"), 8 * 104u);
  // What is no extent counts as 1, what is too many as 2^44.
  EXPECT_EQ(bytes("tensor<?xf32, #sinter.dims<rows - 100>>", ""), 4u);
  EXPECT_EQ(bytes("tensor<?x?x?xf32, #sinter.dims<n, n, n>>", "n = #sinter.range<4000000000, 4000000000, 1>"), uint64_t(1) << 44);
  EXPECT_EQ(bytes("tensor<0xf32>", ""), 0u);
}

} // namespace
} // namespace sinter
