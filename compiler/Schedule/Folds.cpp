// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds as arithmetic.

#include "compiler/Schedule/Folds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace sinter {

Value foldIdentity(ImplicitLocOpBuilder &b, kernel::FoldKind kind, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    APFloat value = kind == kernel::FoldKind::Mul   ? APFloat(semantics, 1)
                    : kind == kernel::FoldKind::Max ? APFloat::getInf(semantics, true)
                    : kind == kernel::FoldKind::Min ? APFloat::getInf(semantics)
                                                    : APFloat::getZero(semantics);
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  APInt value = kind == kernel::FoldKind::Mul   ? APInt(width, 1)
                : kind == kernel::FoldKind::Max ? APInt::getSignedMinValue(width)
                : kind == kernel::FoldKind::Min ? APInt::getSignedMaxValue(width)
                : kind == kernel::FoldKind::And ? APInt::getAllOnes(width)
                                                : APInt::getZero(width);
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

Value buildCombine(ImplicitLocOpBuilder &b, kernel::FoldKind kind, Value x, Value y) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(x.getType()));
  switch (kind) {
  case kernel::FoldKind::Add: return isFloat ? Value(arith::AddFOp::create(b, x, y)) : Value(arith::AddIOp::create(b, x, y));
  case kernel::FoldKind::Mul: return isFloat ? Value(arith::MulFOp::create(b, x, y)) : Value(arith::MulIOp::create(b, x, y));
  case kernel::FoldKind::Max: return isFloat ? Value(arith::MaximumFOp::create(b, x, y)) : Value(arith::MaxSIOp::create(b, x, y));
  case kernel::FoldKind::Min: return isFloat ? Value(arith::MinimumFOp::create(b, x, y)) : Value(arith::MinSIOp::create(b, x, y));
  case kernel::FoldKind::Or: return arith::OrIOp::create(b, x, y);
  case kernel::FoldKind::And: return arith::AndIOp::create(b, x, y);
  }
  llvm_unreachable("fold");
}

static bool isConstant(Value value, function_ref<bool(const APFloat &)> test) {
  FloatAttr number;
  return matchPattern(value, m_Constant(&number)) && test(number.getValue());
}

std::optional<ExponentialSum> findExponentialSum(kernel::ReduceOp reduce) {
  auto exponential = reduce.getValue().getDefiningOp<math::ExpOp>();
  auto difference = exponential ? exponential.getOperand().getDefiningOp<arith::SubFOp>() : arith::SubFOp();
  if (!difference || reduce.getKind() != kernel::FoldKind::Add)
    return std::nullopt;
  ExponentialSum sum{{}, exponential};
  Value subtracted = difference.getRhs();
  if (auto guard = subtracted.getDefiningOp<arith::SelectOp>()) {
    auto test = guard.getCondition().getDefiningOp<arith::CmpFOp>();
    bool isInfinity = test && test.getPredicate() == arith::CmpFPredicate::OEQ && test.getLhs() == guard.getFalseValue() &&
                      isConstant(test.getRhs(), [](const APFloat &x) { return x.isInfinity() && x.isNegative(); });
    if (!isInfinity || !isConstant(guard.getTrueValue(), [](const APFloat &x) { return x.isZero(); }))
      return std::nullopt;
    subtracted = guard.getFalseValue();
    sum.isGuarded = true;
  }
  sum.greatest = subtracted.getDefiningOp<kernel::ReduceOp>();
  if (!sum.greatest || sum.greatest.getKind() != kernel::FoldKind::Max || sum.greatest.getValue() != difference.getLhs() || sum.greatest.getOver() != reduce.getOver())
    return std::nullopt;
  return sum;
}

bool sumsProducts(kernel::FuncOp function) {
  return llvm::all_of(function.entry().getOps<kernel::ReduceOp>(), [](kernel::ReduceOp reduce) {
    Operation *product = reduce.getValue().getDefiningOp();
    return reduce.getKind() == kernel::FoldKind::Add && isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product) && product->getOperand(0) != product->getOperand(1);
  });
}

} // namespace sinter
