// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a kernel in thread form such that each operation prints as one piece of CUDA C++, and cleans it up.

#include "compiler/Analysis/KernelResources.h"
#include "compiler/Target/CUDA/Passes.h"
#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace sinter {
#define GEN_PASS_DEF_LEGALIZEFORCUDAPASS
#include "compiler/Target/CUDA/Passes.h.inc"
} // namespace sinter

using namespace mlir;

namespace {

Value constantLike(ImplicitLocOpBuilder &b, Type type, double value) {
  Type scalar = getElementTypeOrSelf(type);
  TypedAttr number = isa<FloatType>(scalar) ? TypedAttr(b.getFloatAttr(scalar, value))
                                            : TypedAttr(b.getIntegerAttr(scalar, static_cast<int64_t>(value)));
  if (auto shaped = dyn_cast<ShapedType>(type))
    number = DenseElementsAttr::get(shaped, Attribute(number));
  return arith::ConstantOp::create(b, number);
}

Value logicalNot(ImplicitLocOpBuilder &b, Value x) {
  return arith::XOrIOp::create(b, x, constantLike(b, x.getType(), 1));
}

/// A comparison that C++ lacks, as one or two that it has: `ult` is not `oge`, `one` is `olt` or `ogt`.
struct LegalizeFloatComparison : OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpFOp op, PatternRewriter &rewriter) const override {
    using P = arith::CmpFPredicate;
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getLhs(), y = op.getRhs();
    auto compare = [&](P predicate, Value left, Value right) -> Value {
      return arith::CmpFOp::create(b, predicate, left, right);
    };
    auto different = [&]() -> Value { return arith::OrIOp::create(b, compare(P::OLT, x, y), compare(P::OGT, x, y)); };
    Value result;
    switch (op.getPredicate()) {
    case P::ULT:
      result = logicalNot(b, compare(P::OGE, x, y));
      break;
    case P::ULE:
      result = logicalNot(b, compare(P::OGT, x, y));
      break;
    case P::UGT:
      result = logicalNot(b, compare(P::OLE, x, y));
      break;
    case P::UGE:
      result = logicalNot(b, compare(P::OLT, x, y));
      break;
    case P::ONE:
      result = different();
      break;
    case P::UEQ:
      result = logicalNot(b, different());
      break;
    case P::ORD:
      result = arith::AndIOp::create(b, compare(P::OEQ, x, x), compare(P::OEQ, y, y));
      break;
    case P::UNO:
      result = arith::OrIOp::create(b, compare(P::UNE, x, x), compare(P::UNE, y, y));
      break;
    case P::AlwaysTrue:
      result = constantLike(b, op.getType(), 1);
      break;
    case P::AlwaysFalse:
      result = constantLike(b, op.getType(), 0);
      break;
    default:
      return rewriter.notifyMatchFailure(op, "C++ has this comparison");
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Signed order of i1 puts true, which is -1, below false: the unsigned comparison the other way round.
struct LegalizeBoolComparison : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpIOp op, PatternRewriter &rewriter) const override {
    using P = arith::CmpIPredicate;
    if (!getElementTypeOrSelf(op.getLhs()).isInteger(1))
      return rewriter.notifyMatchFailure(op, "not of i1");
    P predicate = op.getPredicate();
    P swapped = predicate == P::slt   ? P::ugt
                : predicate == P::sle ? P::uge
                : predicate == P::sgt ? P::ult
                : predicate == P::sge ? P::ule
                                      : predicate;
    if (swapped == predicate)
      return rewriter.notifyMatchFailure(op, "not a signed order");
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, swapped, op.getLhs(), op.getRhs());
    return success();
  }
};

/// Sums and products of i1 are exclusive or, and and.
template <typename From, typename To> struct LegalizeBoolArithmetic : OpRewritePattern<From> {
  using OpRewritePattern<From>::OpRewritePattern;

  LogicalResult matchAndRewrite(From op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isInteger(1))
      return rewriter.notifyMatchFailure(op, "not of i1");
    rewriter.replaceOpWithNewOp<To>(op, op->getOperand(0), op->getOperand(1));
    return success();
  }
};

/// A signed i1 is 0 or -1 also as a float.
struct LegalizeBoolToFloat : OpRewritePattern<arith::SIToFPOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SIToFPOp op, PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType();
    if (!getElementTypeOrSelf(from).isInteger(1))
      return rewriter.notifyMatchFailure(op, "not of i1");
    Type wide = rewriter.getI32Type();
    if (auto vector = dyn_cast<VectorType>(from))
      wide = vector.clone(wide);
    Value extended = arith::ExtSIOp::create(rewriter, op.getLoc(), wide, op.getIn());
    rewriter.replaceOpWithNewOp<arith::SIToFPOp>(op, op.getType(), extended);
    return success();
  }
};

/// The quotient rounded up: the truncated one, and 1 more where something is left and the signs agree.
struct LegalizeCeilDiv : OpRewritePattern<arith::CeilDivSIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CeilDivSIOp op, PatternRewriter &rewriter) const override {
    using P = arith::CmpIPredicate;
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getLhs(), y = op.getRhs(), zero = constantLike(b, op.getType(), 0);
    Value quotient = arith::DivSIOp::create(b, x, y), remainder = arith::RemSIOp::create(b, x, y);
    auto isNegative = [&](Value v) -> Value { return arith::CmpIOp::create(b, P::slt, v, zero); };
    Value left = arith::CmpIOp::create(b, P::ne, remainder, zero);
    Value agree = arith::CmpIOp::create(b, P::eq, isNegative(remainder), isNegative(y));
    Value more = arith::AddIOp::create(b, quotient, constantLike(b, op.getType(), 1));
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, arith::AndIOp::create(b, left, agree), more, quotient);
    return success();
  }
};

/// Halves away from zero, exactly: the distance to the truncated value decides.
struct LegalizeRound : OpRewritePattern<math::RoundOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RoundOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getOperand(), truncated = math::TruncOp::create(b, x);
    Value distance = math::AbsFOp::create(b, arith::SubFOp::create(b, x, truncated));
    Value isFar = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, distance, constantLike(b, x.getType(), 0.5));
    Value one = math::CopySignOp::create(b, constantLike(b, x.getType(), 1.0), x);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isFar, arith::AddFOp::create(b, truncated, one), truncated);
    return success();
  }
};

struct LegalizeClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op, PatternRewriter &rewriter) const override {
    Value low = arith::MaximumFOp::create(rewriter, op.getLoc(), op.getValue(), op.getMin());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, low, op.getMax());
    return success();
  }
};

/// `isinf` and `isfinite` by the magnitude.
template <typename Op> struct LegalizeInfinityTest : OpRewritePattern<Op> {
  LegalizeInfinityTest(MLIRContext *context, arith::CmpFPredicate predicate)
      : OpRewritePattern<Op>(context), predicate(predicate) {}

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value magnitude = math::AbsFOp::create(b, op.getOperand());
    Value infinity = constantLike(b, magnitude.getType(), std::numeric_limits<double>::infinity());
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, predicate, magnitude, infinity);
    return success();
  }

  arith::CmpFPredicate predicate;
};

void populatePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<LegalizeFloatComparison, LegalizeBoolComparison, LegalizeBoolArithmetic<arith::AddIOp, arith::XOrIOp>,
           LegalizeBoolArithmetic<arith::SubIOp, arith::XOrIOp>, LegalizeBoolArithmetic<arith::MulIOp, arith::AndIOp>,
           LegalizeBoolToFloat, LegalizeCeilDiv, LegalizeRound, LegalizeClamp>(context);
  patterns.add<LegalizeInfinityTest<math::IsInfOp>>(context, arith::CmpFPredicate::OEQ);
  patterns.add<LegalizeInfinityTest<math::IsFiniteOp>>(context, arith::CmpFPredicate::OLT);
  scf::ForOp::getCanonicalizationPatterns(patterns, context);
  scf::IfOp::getCanonicalizationPatterns(patterns, context);
  arith::SelectOp::getCanonicalizationPatterns(patterns, context);
}

struct LegalizeForCUDAPass : sinter::impl::LegalizeForCUDAPassBase<LegalizeForCUDAPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    sinter::KernelResources resources = sinter::findKernelResources(getOperation());
    remark::analysis(getOperation().getLoc(), remark::RemarkOpts::name("KernelResources").category("fusion"))
        << remark::metric("Kernel", getOperation().getSymName().str()) << remark::metric("HeldRegisters", resources.heldRegisters)
        << remark::metric("SharedBytes", resources.sharedBytes);
  }
};

} // namespace
