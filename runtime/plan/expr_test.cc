// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of plan expressions: values, overflow, malformed programs, text.
#include "runtime/plan/expr.h"

#include <cstdint>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

Expr Make(ExprOp op, int64_t x, int64_t y) { return Expr::Binary(op, Expr::Const(x), Expr::Const(y)); }

int64_t Value(ExprOp op, int64_t x, int64_t y) { return Evaluate(Make(op, x, y), {}).value(); }

TEST(ExprTest, evaluates_arithmetic) {
  EXPECT_EQ(Value(ExprOp::kAdd, 3, -5), -2);
  EXPECT_EQ(Value(ExprOp::kSub, 3, -5), 8);
  EXPECT_EQ(Value(ExprOp::kMul, 3, -5), -15);
  EXPECT_EQ(Value(ExprOp::kMin, 3, -5), -5);
  EXPECT_EQ(Value(ExprOp::kMax, 3, -5), 3);
  EXPECT_EQ(Value(ExprOp::kEqual, 3, 3), 1);
  EXPECT_EQ(Value(ExprOp::kEqual, 3, 4), 0);
  EXPECT_EQ(Value(ExprOp::kLessEqual, 3, 3), 1);
  EXPECT_EQ(Value(ExprOp::kLessEqual, 4, 3), 0);
  EXPECT_EQ(Value(ExprOp::kAnd, 2, 4), 1);
  EXPECT_EQ(Value(ExprOp::kAnd, 2, 0), 0);
}

TEST(ExprTest, division_floors_over_all_sign_pairs) {
  for (int64_t x = -9; x <= 9; ++x) {
    for (int64_t y : {-4, -3, -1, 1, 2, 5}) {
      const double quotient = static_cast<double>(x) / static_cast<double>(y);
      EXPECT_EQ(Value(ExprOp::kFloorDiv, x, y), static_cast<int64_t>(std::floor(quotient))) << x << " / " << y;
      EXPECT_EQ(Value(ExprOp::kCeilDiv, x, y), static_cast<int64_t>(std::ceil(quotient))) << x << " / " << y;
      EXPECT_EQ(Value(ExprOp::kMod, x, y), x - Value(ExprOp::kFloorDiv, x, y) * y) << x << " % " << y;
    }
  }
  EXPECT_EQ(Value(ExprOp::kMod, kMin, -1), 0);
}

TEST(ExprTest, align_up_gives_the_next_multiple) {
  EXPECT_EQ(Value(ExprOp::kAlignUp, 0, 256), 0);
  EXPECT_EQ(Value(ExprOp::kAlignUp, 1, 256), 256);
  EXPECT_EQ(Value(ExprOp::kAlignUp, 256, 256), 256);
  EXPECT_EQ(Value(ExprOp::kAlignUp, -3, 2), -2);
}

TEST(ExprTest, overflow_and_division_by_zero_are_errors) {
  EXPECT_EQ(Evaluate(Make(ExprOp::kAdd, kMax, 1), {}).status().code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(Evaluate(Make(ExprOp::kSub, kMin, 1), {}).status().code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(Evaluate(Make(ExprOp::kMul, kMax, 2), {}).status().code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(Evaluate(Make(ExprOp::kAlignUp, kMax, 256), {}).status().code(), absl::StatusCode::kOutOfRange);
  for (ExprOp op : {ExprOp::kFloorDiv, ExprOp::kCeilDiv}) {
    EXPECT_EQ(Evaluate(Make(op, 1, 0), {}).status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(Evaluate(Make(op, kMin, -1), {}).ok());
  }
  EXPECT_FALSE(Evaluate(Make(ExprOp::kMod, 1, 0), {}).ok());
  EXPECT_FALSE(Evaluate(Make(ExprOp::kAlignUp, 1, 0), {}).ok());
  EXPECT_FALSE(Evaluate(Make(ExprOp::kAlignUp, 1, -8), {}).ok());
}

TEST(ExprTest, reads_symbols) {
  const Expr expr =
      Expr::Binary(ExprOp::kMul, Expr::Symbol(1), Expr::Binary(ExprOp::kAdd, Expr::Symbol(0), Expr::Const(1)));
  EXPECT_EQ(Evaluate(expr, {4, 7}).value(), 35);
  EXPECT_EQ(ExprText(expr, {"seq", "batch"}), "batch * (seq + 1)");
  EXPECT_EQ(ExprText(expr, {}), "s1 * (s0 + 1)");
  EXPECT_FALSE(expr.ConstantValue().has_value());
  EXPECT_EQ(Expr::Symbol(3).SoleSymbol(), 3);
  EXPECT_EQ(Make(ExprOp::kMul, 6, 7).ConstantValue(), 42);
}

TEST(ExprTest, refuses_malformed_programs) {
  EXPECT_THAT(ValidateExpr(Expr{}, 0).message(), testing::HasSubstr("empty"));
  EXPECT_THAT(ValidateExpr(Expr{{{ExprOp::kAdd, 0}}}, 0).message(), testing::HasSubstr("needs 2 operands, found 0"));
  EXPECT_THAT(ValidateExpr(Expr{{{ExprOp::kConst, 0}, {ExprOp::kConst, 0}}}, 0).message(),
              testing::HasSubstr("leaves 2 values"));
  EXPECT_THAT(ValidateExpr(Expr::Symbol(2), 2).message(), testing::HasSubstr("symbol index 2 is out of range"));
  EXPECT_FALSE(ValidateExpr(Expr::Symbol(-1), 2).ok());
  EXPECT_THAT(ValidateExpr(Expr{{{static_cast<ExprOp>(14), 0}}}, 0).message(),
              testing::HasSubstr("unknown operator 14"));
  Expr deep;
  for (int i = 0; i < kMaxExprDepth; ++i) deep.nodes.push_back({ExprOp::kConst, i});
  for (int i = 1; i < kMaxExprDepth; ++i) deep.nodes.push_back({ExprOp::kAdd, 0});
  EXPECT_TRUE(ValidateExpr(deep, 0).ok());
  deep.nodes.insert(deep.nodes.begin(), {ExprOp::kConst, 1});
  deep.nodes.push_back({ExprOp::kAdd, 0});
  EXPECT_THAT(ValidateExpr(deep, 0).message(), testing::HasSubstr("deeper than 32"));
  Expr wide = Expr::Const(0);
  while (wide.nodes.size() < kMaxExprNodes) wide = Expr::Binary(ExprOp::kAdd, wide, Expr::Const(1));
  EXPECT_THAT(ValidateExpr(wide, 0).message(), testing::HasSubstr("at most 1024"));
}

}  // namespace
}  // namespace sinter::rt
