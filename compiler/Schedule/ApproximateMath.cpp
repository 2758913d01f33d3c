// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerics fast: functions and quotients whose value is only ever rounded to 16 bits or less may be approximated to that. Quotients and square roots of f32 may be
// off by 4 units in the last place, unless a step follows.

#include "compiler/Analysis/KernelCalls.h"
#include "compiler/Analysis/KernelDims.h"
#include "compiler/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/TypeSwitch.h"

namespace sinter {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

double getRelativeError(Operation *op) {
  return llvm::TypeSwitch<Operation *, double>(op)
      .Case<math::ErfcOp>([](auto) { return 0x1p-14; })
      .Case<math::TanhOp>([](auto) { return 0x1p-11; })
      .Case<math::ExpOp>([](auto) { return 0x1p-16; })
      .Case<math::Exp2Op>([](auto) { return 0x1p-20; })
      .Case<arith::DivFOp, math::SqrtOp>([](auto) { return 0x1p-22; })
      .Default([](auto) { return 0.0; });
}

/// What may be wrong with a value before it is rounded to `element`: a quarter of half a unit in the last place, and a little for what hardly counts
/// beside it. Null of a type that tells more than 16 bits do.
std::optional<double> getErrorLimit(Type element) {
  auto type = dyn_cast<FloatType>(element);
  if (!type || type.getWidth() > 16)
    return std::nullopt;
  return 1.25 * std::ldexp(1.0, -static_cast<int>(type.getFPMantissaWidth()) - 3);
}

/// From where to where a value is, ends included, where it is not NaN.
struct Interval {
  Interval() = default;
  /// An end that is NaN, as infinity less infinity is, tells nothing.
  Interval(double least, double greatest) : least(std::isnan(least) ? -infinity : least), greatest(std::isnan(greatest) ? infinity : greatest) {}

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  double least = -infinity, greatest = infinity;
};

/// The relative error of any function that is approximated is far below it.
constexpr double slack = 0.01;

/// As far as rounding to f32 may take the ends.
Interval roundEnds(double least, double greatest) { return {least - std::abs(least) * 0x1p-23, greatest + std::abs(greatest) * 0x1p-23}; }

Interval findProduct(const Interval &lhs, const Interval &rhs) {
  // 0 times an infinity is NaN, which no interval has.
  auto times = [](double a, double b) { return a == 0 || b == 0 ? 0.0 : a * b; };
  auto [least, greatest] = std::minmax({times(lhs.least, rhs.least), times(lhs.least, rhs.greatest), times(lhs.greatest, rhs.least), times(lhs.greatest, rhs.greatest)});
  return roundEnds(least, greatest);
}

Interval findQuotient(const Interval &lhs, const Interval &rhs) {
  if (!(rhs.least > 0))
    return {lhs.least >= 0 && rhs.least >= 0 ? 0 : -Interval::infinity, Interval::infinity};
  return findProduct(lhs, {(1 - slack) / rhs.greatest, (1 + slack) / rhs.least});
}

/// Where a value lies, as far as what it is made of tells.
Interval findInterval(Value value, int depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return {};
  auto find = [&](Value of) { return findInterval(of, depth - 1); };
  auto powerOf = [&](double base, Value exponent) {
    Interval of = find(exponent);
    return Interval(std::pow(base, of.least) * (1 - slack), std::pow(base, of.greatest) * (1 + slack));
  };
  return llvm::TypeSwitch<Operation *, Interval>(op)
      .Case([](arith::ConstantOp constant) {
        auto number = dyn_cast<FloatAttr>(constant.getValue());
        if (!number || number.getValue().isNegZero())
          return Interval();
        return Interval(number.getValueAsDouble(), number.getValueAsDouble());
      })
      .Case([&](math::ExpOp exponential) { return powerOf(2.718281828459045, exponential.getOperand()); })
      .Case([&](math::Exp2Op exponential) { return powerOf(2, exponential.getOperand()); })
      .Case([](math::ErfcOp) { return Interval(0, 2); })
      .Case<math::ErfOp, math::TanhOp, math::SinOp, math::CosOp>([](auto) { return Interval(-1, 1); })
      .Case([&](math::AbsFOp size) {
        Interval of = find(size.getOperand());
        return Interval(std::max({of.least, -of.greatest, 0.0}), std::max(-of.least, of.greatest));
      })
      .Case([&](math::SqrtOp root) {
        Interval of = find(root.getOperand());
        return Interval(std::sqrt(std::max(of.least, 0.0)) * (1 - slack), std::sqrt(std::max(of.greatest, 0.0)) * (1 + slack));
      })
      .Case([&](arith::NegFOp negation) {
        Interval of = find(negation.getOperand());
        return Interval(-of.greatest, -of.least);
      })
      .Case([&](arith::MulFOp product) {
        Interval of = findProduct(find(product.getLhs()), find(product.getRhs()));
        return product.getLhs() == product.getRhs() ? Interval(std::max(of.least, 0.0), of.greatest) : of;
      })
      .Case([&](arith::DivFOp quotient) { return findQuotient(find(quotient.getLhs()), find(quotient.getRhs())); })
      .Case([&](arith::AddFOp sum) {
        Interval lhs = find(sum.getLhs()), rhs = find(sum.getRhs());
        return roundEnds(lhs.least + rhs.least, lhs.greatest + rhs.greatest);
      })
      .Case([&](arith::SubFOp difference) {
        Interval lhs = find(difference.getLhs()), rhs = find(difference.getRhs());
        return roundEnds(lhs.least - rhs.greatest, lhs.greatest - rhs.least);
      })
      .Case([&](arith::SelectOp select) {
        Interval one = find(select.getTrueValue()), other = find(select.getFalseValue());
        return Interval(std::min(one.least, other.least), std::max(one.greatest, other.greatest));
      })
      .Case([&](arith::MaximumFOp most) {
        Interval lhs = find(most.getLhs()), rhs = find(most.getRhs());
        return Interval(std::max(lhs.least, rhs.least), std::max(lhs.greatest, rhs.greatest));
      })
      .Case([&](arith::MinimumFOp fewest) {
        Interval lhs = find(fewest.getLhs()), rhs = find(fewest.getRhs());
        return Interval(std::min(lhs.least, rhs.least), std::min(lhs.greatest, rhs.greatest));
      })
      .Case([&](kernel::ReduceOp reduce) { return find(reduce.getValue()).least >= 0 ? Interval(0, Interval::infinity) : Interval(); })
      .Default(Interval());
}

/// Whether a value is NaN, or 0 or more.
bool isNotNegative(Value value) { return findInterval(value).least >= 0; }

/// What may be wrong with the terms of a sum of what is not negative, beside what may be with the sum: half of its 4 √n roundings (docs/Numerics.md).
double getTermLimit(kernel::ReduceOp sum) {
  auto terms = getStaticPoints(sum->getParentOfType<kernel::FuncOp>(), [&](int64_t dim) { return llvm::is_contained(sum.getOver(), dim); });
  return terms ? 2 * std::sqrt(static_cast<double>(*terms)) * 0x1p-24 : 0;
}

/// The relative error of what `op` makes of operands with `errors`: the sum of them in products and quotients, the greatest where only one of them or a
/// sum of what is not negative is taken. Null where a small error may become a large one: a sum can cancel, a comparison fall out otherwise.
std::optional<double> findError(Operation *op, ArrayRef<double> errors) {
  double greatest = errors.empty() ? 0 : *llvm::max_element(errors);
  if (greatest == 0)
    return 0;
  auto getGreatestIf = [&](bool keeps) { return keeps ? std::optional(greatest) : std::nullopt; };
  return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
      .Case<arith::MulFOp, arith::DivFOp>([&](auto) { return errors[0] + errors[1]; })
      .Case<arith::NegFOp, math::AbsFOp, math::SqrtOp, math::RsqrtOp, arith::MaximumFOp, arith::MinimumFOp>([&](auto) { return greatest; })
      .Case([&](arith::SelectOp) { return getGreatestIf(errors[0] == 0); })
      .Case([&](arith::AddFOp) { return getGreatestIf(llvm::all_of(op->getOperands(), [](Value v) { return isNotNegative(v); })); })
      .Case([&](kernel::ReduceOp reduce) {
        bool isSum = reduce.getKind() == kernel::FoldKind::Add, isOne = reduce.getKind() == kernel::FoldKind::Max || reduce.getKind() == kernel::FoldKind::Min;
        if (isSum && isNotNegative(reduce.getValue()) && greatest <= getTermLimit(reduce))
          return std::optional(0.0);
        return getGreatestIf(isOne || (isSum && isNotNegative(reduce.getValue())));
      })
      .Default(std::optional<double>());
}

/// Whether the approximations of `approximated` are lost in the roundings of all that `block` makes of them.
bool areErrorsLost(Block &block, const llvm::SmallDenseSet<Operation *> &approximated) {
  llvm::SmallDenseMap<Value, double> errors;
  for (Operation &op : block) {
    SmallVector<double> ofOperands = llvm::map_to_vector(op.getOperands(), [&](Value v) { return errors.lookup(v); });
    auto store = dyn_cast<kernel::StoreOp>(&op);
    auto round = dyn_cast<kernel::RoundOp>(&op);
    bool isRounded = store ? ofOperands[0] > 0 && llvm::all_of(llvm::drop_begin(ofOperands), [](double error) { return error == 0; }) : round && ofOperands[0] > 0;
    if (isRounded) {
      std::optional<double> limit = getErrorLimit(store ? store.getView().getType().getElement() : round.getElement());
      if (!limit || ofOperands[0] > *limit)
        return false;
      continue;
    }
    std::optional<double> error = findError(&op, ofOperands);
    if (!error)
      return false;
    double own = *error + (approximated.contains(&op) ? getRelativeError(&op) : 0);
    if (own > 0 && op.getNumResults() == 1)
      errors[op.getResult(0)] = own;
  }
  return true;
}

/// Whether `op` makes much of a little more or less in operand `number`: a comparison, a rounding to few values, a place, a function at an end of where it is defined.
bool isStep(Operation *op, unsigned number) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::CmpFOp, arith::CmpIOp, arith::FPToSIOp, arith::FPToUIOp, arith::BitcastOp, arith::RemFOp, math::FloorOp, math::CeilOp, math::TruncOp, math::RoundOp, math::RoundEvenOp, math::CopySignOp,
            math::PowFOp, math::AcosOp, math::AsinOp, math::AcoshOp, math::AtanhOp, math::Atan2Op, math::TanOp, kernel::RoundOp, kernel::LoadOp>([](auto) { return true; })
      .Case<math::LogOp, math::Log2Op, math::Log10Op, math::Log1pOp, math::SqrtOp, math::RsqrtOp>([&](auto) { return !isNotNegative(op->getOperand(0)); })
      .Case([&](kernel::StoreOp) { return number != 0; })
      .Default(false);
}

/// Whether `isGood` of all that reads `op`'s value in the kernel, at whatever distance.
bool isReadBy(Operation *op, function_ref<bool(OpOperand &)> isGood) {
  SmallVector<Operation *> worklist{op};
  llvm::SmallDenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *one = worklist.pop_back_val();
    if (!seen.insert(one).second)
      continue;
    for (OpOperand &use : one->getUses()) {
      if (!isGood(use))
        return false;
      worklist.push_back(use.getOwner());
    }
  }
  return true;
}

/// Whether what reads `op`'s value takes a little more or less for a little more or less.
bool isReadSmoothly(Operation *op) {
  return isReadBy(op, [](OpOperand &use) { return !isStep(use.getOwner(), use.getOperandNumber()); });
}

/// What every operator may be wrong by.
constexpr double ownError = 0x1p-22;

/// Whether neither `value` nor its reciprocal can be 0, subnormal or infinite.
bool isWellInRange(Value value) {
  Interval of = findInterval(value);
  return of.least >= 0x1p-125 && of.greatest <= 0x1p125;
}

/// Whether `op`'s value is only ever multiplied and added up: what is off by little of 1 stays off by little, where a quotient or a logarithm of what is nearly nothing would
/// not.
bool isAddedUp(Operation *op) {
  return isReadBy(op, [](OpOperand &use) {
    if (isa<kernel::StoreOp>(use.getOwner()))
      return use.getOperandNumber() == 0;
    auto reduce = dyn_cast<kernel::ReduceOp>(use.getOwner());
    return (reduce && reduce.getKind() == kernel::FoldKind::Add) || isa<arith::MulFOp, arith::AddFOp, arith::SubFOp, arith::NegFOp>(use.getOwner());
  });
}

/// 1 + erf(x) and 1 - erf(x) as erfc(-x) and erfc(x), whose shorter form is as near in units of 1.
void raiseComplements(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isa<arith::AddFOp, arith::SubFOp>(op) || !op.getResult(0).getType().isF32())
      continue;
    bool isSum = isa<arith::AddFOp>(op);
    unsigned number = isSum && op.getOperand(0).getDefiningOp<math::ErfOp>() ? 0 : 1;
    auto erf = op.getOperand(number).getDefiningOp<math::ErfOp>();
    if (!erf || !erf->hasOneUse() || !matchPattern(op.getOperand(1 - number), m_OneFloat()) || !isAddedUp(&op))
      continue;
    OpBuilder builder(&op);
    Value x = isSum ? arith::NegFOp::create(builder, op.getLoc(), erf.getOperand()).getResult() : erf.getOperand();
    op.getResult(0).replaceAllUsesWith(math::ErfcOp::create(builder, op.getLoc(), x));
    op.erase();
    erf.erase();
  }
}

/// Whether the operators' contract (docs/Numerics.md) is kept by a function's shorter form. erfc is GELU's and that of 1 - erf, whose contracts count in units of 1.
bool hasNearForm(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](math::ErfcOp) { return true; })
      .Case<math::SinOp, math::CosOp>([](auto function) {
        Interval of = findInterval(function.getOperand());
        return of.least >= -1.1 && of.greatest <= 1.1;
      })
      .Default(false);
}

void markApproximate(Operation *op) {
  auto interface = cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlags flags = interface.getFastMathFlagsAttr().getValue() | arith::FastMathFlags::afn;
  // The hardware's own reciprocal, or root, will do.
  if (isa<arith::DivFOp, math::SqrtOp>(op) && isWellInRange(op->getOperands().back()))
    flags = flags | arith::FastMathFlags::arcp;
  op->setAttr(interface.getFastMathAttrName(), arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

struct ApproximateMath : sinter::impl::ApproximateMathPassBase<ApproximateMath> {
  void runOnOperation() override {
    Block &block = getOperation().entry();
    llvm::SmallDenseSet<Operation *> approximated;
    // What another kernel makes of a result is not known here.
    bool areReturned = KernelCalls(getOperation()).areResultsReturned();
    if (areReturned)
      raiseComplements(block);
    for (Operation &op : block) {
      if (op.getNumResults() != 1 || !op.getResult(0).getType().isF32())
        continue;
      if (getRelativeError(&op) > 0)
        approximate(op, block, approximated, areReturned);
      if (!approximated.contains(&op) && hasNearForm(&op))
        op.setAttr("kernel.near", UnitAttr::get(op.getContext()));
    }
  }

private:
  static void approximate(Operation &op, Block &block, llvm::SmallDenseSet<Operation *> &approximated, bool areReturned) {
    approximated.insert(&op);
    bool isLost = areErrorsLost(block, approximated);
    if (!isLost)
      approximated.erase(&op);
    if (isLost || (areReturned && getRelativeError(&op) <= ownError && isReadSmoothly(&op)))
      markApproximate(&op);
  }
};
} // namespace
