// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer expressions over an entry's symbols: extents, offsets, grids and predicates of a plan, in
// postfix order.
#ifndef SINTER_RUNTIME_PLAN_EXPR_H_
#define SINTER_RUNTIME_PLAN_EXPR_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace sinter::rt {

// Values equal those of plan.fbs.
enum class ExprOp : uint8_t {
  kConst,
  kSymbol,
  kAdd,
  kSub,
  kMul,
  kFloorDiv,
  kCeilDiv,
  kMod,
  kMin,
  kMax,
  kAlignUp,
  kEqual,
  kLessEqual,
  kAnd,
};
inline constexpr int kExprOpCount = 14;

struct ExprNode {
  ExprOp op = ExprOp::kConst;
  int64_t value = 0;  // the constant, or the symbol's index; else 0
  bool operator==(const ExprNode&) const = default;
};

// A postfix program: `tokens * 4096` is {Symbol 0, Const 4096, Mul}. Comparisons and And give 0 or 1, division and
// remainder floor (the remainder has the divisor's sign), AlignUp(x, a) is the least multiple of a that is >= x.
struct Expr {
  std::vector<ExprNode> nodes;

  static Expr Const(int64_t value) { return Expr{{{ExprOp::kConst, value}}}; }
  static Expr Symbol(int64_t index) { return Expr{{{ExprOp::kSymbol, index}}}; }
  static Expr Binary(ExprOp op, Expr left, const Expr& right);

  // The value where no symbol is read and the evaluation succeeds.
  std::optional<int64_t> ConstantValue() const;
  // The symbol's index where the expression is that symbol alone.
  std::optional<int64_t> SoleSymbol() const;

  bool operator==(const Expr&) const = default;
};

// Limits of a well-formed program, so that evaluation needs no memory and a hostile plan costs no time.
inline constexpr size_t kMaxExprNodes = 1024;
inline constexpr int kMaxExprDepth = 32;

// Whether `expr` is a postfix program that leaves exactly one value and reads only symbols below `symbol_count`.
absl::Status ValidateExpr(const Expr& expr, size_t symbol_count);

// kOutOfRange on overflow, kInvalidArgument on a division by zero or an AlignUp to less than 1. `expr` has passed
// ValidateExpr with at most symbols.size() symbols. Allocates nothing when it succeeds.
absl::StatusOr<int64_t> Evaluate(const Expr& expr, absl::Span<const int64_t> symbols);

// Infix text for messages, "ceildiv(tokens, 4) * 128"; symbols without a name print as "s0".
std::string ExprText(const Expr& expr, absl::Span<const std::string> symbol_names);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_EXPR_H_
