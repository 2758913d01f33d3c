// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluation, validation and printing of plan expressions.
#include "runtime/plan/expr.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

bool IsLeaf(ExprOp op) { return op == ExprOp::kConst || op == ExprOp::kSymbol; }

const char* OpName(ExprOp op) {
  switch (op) {
    case ExprOp::kConst:
      return "const";
    case ExprOp::kSymbol:
      return "symbol";
    case ExprOp::kAdd:
      return "+";
    case ExprOp::kSub:
      return "-";
    case ExprOp::kMul:
      return "*";
    case ExprOp::kFloorDiv:
      return "floordiv";
    case ExprOp::kCeilDiv:
      return "ceildiv";
    case ExprOp::kMod:
      return "mod";
    case ExprOp::kMin:
      return "min";
    case ExprOp::kMax:
      return "max";
    case ExprOp::kAlignUp:
      return "align_up";
    case ExprOp::kEqual:
      return "==";
    case ExprOp::kLessEqual:
      return "<=";
    case ExprOp::kAnd:
      return "and";
  }
  return "invalid";
}

// How tightly an operator of the infix text binds; 0 for those that print as calls.
int Precedence(ExprOp op) {
  switch (op) {
    case ExprOp::kMul:
      return 4;
    case ExprOp::kAdd:
    case ExprOp::kSub:
      return 3;
    case ExprOp::kEqual:
    case ExprOp::kLessEqual:
      return 2;
    case ExprOp::kAnd:
      return 1;
    default:
      return 0;
  }
}

// The floored quotient; false where it has no value: y is 0, or x / y overflows.
bool FloorDivide(int64_t x, int64_t y, int64_t* quotient) {
  if (y == 0 || (x == INT64_MIN && y == -1)) return false;
  *quotient = x / y - ((x % y != 0 && (x < 0) != (y < 0)) ? 1 : 0);
  return true;
}

bool CeilDivide(int64_t x, int64_t y, int64_t* quotient) {
  if (y == 0 || (x == INT64_MIN && y == -1)) return false;
  *quotient = x / y + ((x % y != 0 && (x < 0) == (y < 0)) ? 1 : 0);
  return true;
}

bool FloorRemainder(int64_t x, int64_t y, int64_t* remainder) {
  if (y == 0) return false;
  *remainder = y == -1 ? 0 : x % y;
  if (*remainder != 0 && (*remainder < 0) != (y < 0)) *remainder += y;
  return true;
}

bool AlignUp(int64_t x, int64_t alignment, int64_t* aligned) {
  int64_t remainder;
  if (alignment < 1 || !FloorRemainder(x, alignment, &remainder)) return false;
  if (remainder == 0) return *aligned = x, true;
  return !__builtin_add_overflow(x, alignment - remainder, aligned);
}

// False where the operation has no 64-bit value.
bool Apply(ExprOp op, int64_t x, int64_t y, int64_t* result) {
  switch (op) {
    case ExprOp::kAdd:
      return !__builtin_add_overflow(x, y, result);
    case ExprOp::kSub:
      return !__builtin_sub_overflow(x, y, result);
    case ExprOp::kMul:
      return !__builtin_mul_overflow(x, y, result);
    case ExprOp::kFloorDiv:
      return FloorDivide(x, y, result);
    case ExprOp::kCeilDiv:
      return CeilDivide(x, y, result);
    case ExprOp::kMod:
      return FloorRemainder(x, y, result);
    case ExprOp::kMin:
      return *result = std::min(x, y), true;
    case ExprOp::kMax:
      return *result = std::max(x, y), true;
    case ExprOp::kAlignUp:
      return AlignUp(x, y, result);
    case ExprOp::kEqual:
      return *result = x == y, true;
    case ExprOp::kLessEqual:
      return *result = x <= y, true;
    case ExprOp::kAnd:
      return *result = x != 0 && y != 0, true;
    case ExprOp::kConst:
    case ExprOp::kSymbol:
      break;
  }
  return false;
}

absl::Status ApplyError(ExprOp op, int64_t x, int64_t y) {
  const bool divides =
      op == ExprOp::kFloorDiv || op == ExprOp::kCeilDiv || op == ExprOp::kMod || op == ExprOp::kAlignUp;
  if (divides && y <= 0) {
    return absl::InvalidArgumentError(absl::StrCat(OpName(op), "(", x, ", ", y, ") has no value"));
  }
  return absl::OutOfRangeError(absl::StrCat(OpName(op), "(", x, ", ", y, ") does not fit in 64 bits"));
}

}  // namespace

Expr Expr::Binary(ExprOp op, Expr left, const Expr& right) {
  left.nodes.insert(left.nodes.end(), right.nodes.begin(), right.nodes.end());
  left.nodes.push_back({op, 0});
  return left;
}

std::optional<int64_t> Expr::ConstantValue() const {
  if (nodes.size() == 1 && nodes[0].op == ExprOp::kConst) return nodes[0].value;
  if (!ValidateExpr(*this, 0).ok()) return std::nullopt;
  absl::StatusOr<int64_t> value = Evaluate(*this, {});
  if (!value.ok()) return std::nullopt;
  return *value;
}

std::optional<int64_t> Expr::SoleSymbol() const {
  if (nodes.size() == 1 && nodes[0].op == ExprOp::kSymbol) return nodes[0].value;
  return std::nullopt;
}

absl::Status ValidateExpr(const Expr& expr, size_t symbol_count) {
  if (expr.nodes.empty()) return absl::InvalidArgumentError("expression is empty");
  if (expr.nodes.size() > kMaxExprNodes) {
    return absl::InvalidArgumentError(
        absl::StrCat("expression has ", expr.nodes.size(), " nodes, at most ", kMaxExprNodes, " are allowed"));
  }
  int depth = 0;
  for (size_t i = 0; i < expr.nodes.size(); ++i) {
    const ExprNode& node = expr.nodes[i];
    if (static_cast<int>(node.op) >= kExprOpCount) {
      return absl::InvalidArgumentError(
          absl::StrCat("expression node ", i, " has unknown operator ", static_cast<int>(node.op)));
    }
    if (node.op == ExprOp::kSymbol && (node.value < 0 || static_cast<uint64_t>(node.value) >= symbol_count)) {
      return absl::InvalidArgumentError(absl::StrCat("expression node ", i, ": symbol index ", node.value,
                                                     " is out of range, there are ", symbol_count));
    }
    if (!IsLeaf(node.op) && depth < 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("expression node ", i, ": `", OpName(node.op), "` needs 2 operands, found ", depth));
    }
    depth += IsLeaf(node.op) ? 1 : -1;
    if (depth > kMaxExprDepth) {
      return absl::InvalidArgumentError(absl::StrCat("expression is deeper than ", kMaxExprDepth));
    }
  }
  if (depth != 1) return absl::InvalidArgumentError(absl::StrCat("expression leaves ", depth, " values, expected 1"));
  return absl::OkStatus();
}

absl::StatusOr<int64_t> Evaluate(const Expr& expr, absl::Span<const int64_t> symbols) {
  int64_t stack[kMaxExprDepth];
  int depth = 0;
  for (const ExprNode& node : expr.nodes) {
    if (node.op == ExprOp::kConst) {
      stack[depth++] = node.value;
    } else if (node.op == ExprOp::kSymbol) {
      stack[depth++] = symbols[static_cast<size_t>(node.value)];
    } else {
      const int64_t y = stack[--depth];
      int64_t& x = stack[depth - 1];
      int64_t result;
      if (!Apply(node.op, x, y, &result)) return ApplyError(node.op, x, y);
      x = result;
    }
  }
  return stack[0];
}

std::string ExprText(const Expr& expr, absl::Span<const std::string> symbol_names) {
  struct Text {
    std::string text;
    int precedence;  // of the outermost operator; large for leaves and calls
  };
  constexpr int kAtom = 9;
  std::vector<Text> stack;
  for (const ExprNode& node : expr.nodes) {
    if (node.op == ExprOp::kConst) {
      stack.push_back({absl::StrCat(node.value), kAtom});
      continue;
    }
    if (node.op == ExprOp::kSymbol) {
      const uint64_t index = static_cast<uint64_t>(node.value);
      stack.push_back({index < symbol_names.size() ? symbol_names[index] : absl::StrCat("s", node.value), kAtom});
      continue;
    }
    if (stack.size() < 2) return "invalid";
    Text right = std::move(stack.back());
    stack.pop_back();
    Text& left = stack.back();
    const int precedence = Precedence(node.op);
    if (precedence == 0) {
      left = {absl::StrCat(OpName(node.op), "(", left.text, ", ", right.text, ")"), kAtom};
      continue;
    }
    if (left.precedence < precedence) left.text = absl::StrCat("(", left.text, ")");
    if (right.precedence <= precedence) right.text = absl::StrCat("(", right.text, ")");
    left = {absl::StrCat(left.text, " ", OpName(node.op), " ", right.text), precedence};
  }
  return stack.size() == 1 ? stack[0].text : "invalid";
}

}  // namespace sinter::rt
