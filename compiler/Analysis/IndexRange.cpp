// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic over indices.

#include "compiler/Analysis/IndexRange.h"

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {
namespace {

/// How many operations deep a range is looked for: index arithmetic is no deeper.
constexpr unsigned mostDepth = 16;

std::optional<int64_t> add(std::optional<int64_t> a, std::optional<int64_t> b) {
  int64_t sum;
  return a && b && !llvm::AddOverflow(*a, *b, sum) ? std::optional(sum) : std::nullopt;
}

/// The bound `isLow` of a product: at one of the corners, where all of them are known.
std::optional<int64_t> multiply(const IndexRange &a, const IndexRange &b, bool isLow) {
  // A lower bound of factors that are not negative needs no upper ones.
  if (isLow && a.isNonNegative() && b.isNonNegative()) {
    int64_t product;
    return llvm::MulOverflow(*a.low, *b.low, product) ? std::optional<int64_t>(0) : std::optional(product);
  }
  std::optional<int64_t> result;
  for (std::optional<int64_t> x : {a.low, a.high})
    for (std::optional<int64_t> y : {b.low, b.high}) {
      int64_t product;
      bool isZero = (x && *x == 0 && a.low == a.high) || (y && *y == 0 && b.low == b.high);
      if (isZero)
        product = 0;
      else if (!x || !y || llvm::MulOverflow(*x, *y, product))
        return std::nullopt;
      result = !result ? product : isLow ? std::min(*result, product) : std::max(*result, product);
    }
  return result;
}

/// By a constant factor, each bound comes from one.
IndexRange scale(const IndexRange &range, int64_t factor) {
  auto times = [&](std::optional<int64_t> x) -> std::optional<int64_t> {
    int64_t product;
    return x && !llvm::MulOverflow(*x, factor, product) ? std::optional(product) : std::nullopt;
  };
  return factor >= 0 ? IndexRange{times(range.low), times(range.high)} : IndexRange{times(range.high), times(range.low)};
}

/// Of an operand of an affine expression.
IndexRange promised(IndexRange range) { return {std::max<int64_t>(range.low.value_or(0), 0), range.high}; }

IndexRange rangeOfValue(Value value, unsigned depth) {
  IndexRange unsignedIndex{0, std::nullopt};
  // Integers that are no indices yet may be anything.
  IndexRange unknown = getElementTypeOrSelf(value.getType()).isIndex() ? unsignedIndex : IndexRange{};
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return {constant.getSExtValue(), constant.getSExtValue()};
  if (depth == mostDepth)
    return unknown;
  auto inner = [&](Value operand) { return rangeOfValue(operand, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || loop.getInductionVar() != argument)
      return unknown;
    return {inner(loop.getLowerBound()).low, add(inner(loop.getUpperBound()).high, -1)};
  }
  Operation *op = value.getDefiningOp();
  auto function = op->getParentOfType<kernel::ThreadFuncOp>();
  if (isa<kernel::ThreadIdOp>(op) && function)
    return {0, function.getThreads() - 1};
  if (isa<kernel::BlockIdOp>(op) && function) {
    auto grid = dyn_cast<AffineConstantExpr>(function.getGrid().getResult(0));
    return {0, grid ? std::optional(grid.getValue() - 1) : std::nullopt};
  }
  if (auto lanes = dyn_cast<kernel::LanesOp>(op)) {
    IndexRange base = inner(lanes.getBase());
    return {base.low, add(base.high, cast<VectorType>(value.getType()).getNumElements() - 1)};
  }
  if (isa<kernel::IndexExprOp, kernel::VindexExprOp>(op)) {
    AffineMap map = op->getAttrOfType<AffineMapAttr>("map").getValue();
    SmallVector<IndexRange> ranges;
    for (Value operand : op->getOperands())
      ranges.push_back(promised(inner(operand)));
    return rangeOfExpr(map.getResult(0), ArrayRef(ranges).take_front(map.getNumDims()), ArrayRef(ranges).drop_front(map.getNumDims()));
  }
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(op))
    return inner(op->getOperand(0));
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op)) {
    IndexRange a = inner(op->getOperand(0)), b = inner(op->getOperand(1));
    auto both = [](auto pick, std::optional<int64_t> x, std::optional<int64_t> y) { return x && y ? std::optional(pick(*x, *y)) : std::nullopt; };
    auto least = [](int64_t x, int64_t y) { return std::min(x, y); };
    auto greatest = [](int64_t x, int64_t y) { return std::max(x, y); };
    auto either = [&](auto pick, std::optional<int64_t> x, std::optional<int64_t> y) { return x && y ? std::optional(pick(*x, *y)) : x ? x : y; };
    if (isa<arith::MinSIOp>(op))
      return {both(least, a.low, b.low), either(least, a.high, b.high)};
    return {either(greatest, a.low, b.low), both(greatest, a.high, b.high)};
  }
  return unknown;
}

} // namespace

IndexRange rangeOfIndex(Value value) { return promised(rangeOfValue(value, 0)); }

bool isIndexFromData(Value value) {
  SmallVector<Value> worklist{value};
  llvm::SmallDenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (isa<kernel::VloadOp>(op))
      return true;
    llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

IndexRange rangeOfExpr(AffineExpr expr, ArrayRef<IndexRange> dims, ArrayRef<IndexRange> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  IndexRange a = rangeOfExpr(binary.getLHS(), dims, symbols), b = rangeOfExpr(binary.getRHS(), dims, symbols);
  std::optional<int64_t> divisor = b.low && b.low == b.high && *b.low > 0 ? b.low : std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return {add(a.low, b.low), add(a.high, b.high)};
  case AffineExprKind::Mul:
    if (b.low && b.low == b.high)
      return scale(a, *b.low);
    return {multiply(a, b, true), multiply(a, b, false)};
  case AffineExprKind::Mod: {
    std::optional<int64_t> most = add(b.high, -1);
    return {0, a.isNonNegative() && a.high ? (most ? std::min(*a.high, *most) : *a.high) : most};
  }
  default: { // A quotient by a divisor that is not known is nearer to 0, or -1.
    auto divide = [&](int64_t x) { return expr.getKind() == AffineExprKind::CeilDiv ? llvm::divideCeilSigned(x, *divisor) : llvm::divideFloorSigned(x, *divisor); };
    if (divisor)
      return {a.low ? std::optional(divide(*a.low)) : std::nullopt, a.high ? std::optional(divide(*a.high)) : std::nullopt};
    return {a.low ? std::optional(std::min<int64_t>(*a.low, 0)) : std::nullopt, a.high ? std::optional(std::max<int64_t>(*a.high, 0)) : std::nullopt};
  }
  }
}

} // namespace sinter
