// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Raises idioms that arrive spelt out: sigmoid, SiLU, GELU, softmax, layer norm, RMS norm. A pattern looks at values, not
// at the order in which an exporter wrote them: products and sums match in any order, constants through broadcasts, and
// rows through the reshapes that keep reduced dimensions. What is computed on the way must have no other reader, or it
// would be computed twice.

#include "compiler/Analysis/Splats.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cmath>

namespace sinter {
#define GEN_PASS_DEF_RAISEIDIOMSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// An operator's value is computed in f32 and rounded once, the idiom's after each operator: the same only in f32.
bool isF32(Value value) { return typeOf(value).getElementType().isF32(); }

// Constants.

/// Exporters round constants to f32, and compute some of them in other ways.
bool isNear(double actual, double expected) { return std::abs(actual - expected) <= 1e-6 * std::abs(expected); }
bool isSplatOf(Value value, double expected) {
  std::optional<double> number = getSplat(value);
  return number && isNear(*number, expected);
}

/// `op`'s operands as (the one that is the constant `number`, the other) give the other.
template <typename Op> Value operandBeside(Op op, double number) {
  if (op && isSplatOf(op.getRhs(), number))
    return op.getLhs();
  return op && isSplatOf(op.getLhs(), number) ? op.getRhs() : Value();
}

// Products.

/// A product of values and one constant, whatever its order: x * 0.5 * y, (y / 2) * x, pow(x, 2)...
struct Product {
  double constant = 1;
  SmallVector<Value> factors;

  explicit Product(Operation *root) { expand(root); }

  /// Takes `value` out of the factors, once.
  bool take(Value value) {
    auto it = llvm::find(factors, value);
    if (it == factors.end())
      return false;
    factors.erase(it);
    return true;
  }

private:
  void add(Value value) {
    if (std::optional<double> number = getSplat(value)) {
      constant *= *number;
      return;
    }
    Operation *op = value.getDefiningOp();
    // A value with another reader is computed anyhow, so it is a factor of its own.
    if (!op || !value.hasOneUse() || !expand(op))
      factors.push_back(value);
  }

  bool expand(Operation *op) {
    if (auto mul = dyn_cast<MulOp>(op)) {
      add(mul.getLhs());
      add(mul.getRhs());
      return true;
    }
    if (auto div = dyn_cast<DivOp>(op)) {
      std::optional<double> number = getSplat(div.getRhs());
      if (!number || *number == 0)
        return false;
      constant /= *number;
      add(div.getLhs());
      return true;
    }
    if (auto pow = dyn_cast<PowOp>(op)) {
      std::optional<double> exponent = getSplat(pow.getRhs());
      if (!exponent || (*exponent != 2 && *exponent != 3))
        return false;
      factors.append(static_cast<size_t>(*exponent), pow.getLhs());
      return true;
    }
    return false;
  }
};

/// The product that `value` is, or the value alone.
Product productOf(Value value) {
  Operation *op = value.getDefiningOp();
  Product product(op);
  return product;
}

/// Whether `value` is a product of `constant` and just `factors`.
bool isProduct(Value value, double constant, ArrayRef<Value> factors) {
  if (!value.getDefiningOp())
    return false;
  Product product = productOf(value);
  for (Value factor : factors)
    if (!product.take(factor))
      return false;
  return product.factors.empty() && isNear(product.constant, constant);
}

/// Whether `value` is the square of `of`.
bool isSquareOf(Value value, Value of) { return isProduct(value, 1, {of, of}); }

// Elementwise idioms.

/// 1 + e^-x, by whichever operator negates.
Value matchOnePlusExpNeg(Value value) {
  if (!value.hasOneUse())
    return {};
  Value exponential = operandBeside(value.getDefiningOp<AddOp>(), 1);
  auto exp = exponential && exponential.hasOneUse() ? exponential.getDefiningOp<ExpOp>() : ExpOp();
  if (!exp || !exp.getInput().hasOneUse())
    return {};
  if (auto neg = exp.getInput().getDefiningOp<NegOp>())
    return neg.getInput();
  return operandBeside(exp.getInput().getDefiningOp<MulOp>(), -1);
}

/// 1 / (1 + e^-x) is sigmoid(x), x / (1 + e^-x) is silu(x).
struct RaiseQuotient : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    Value x = isF32(op) ? matchOnePlusExpNeg(op.getRhs()) : Value();
    if (!x)
      return rewriter.notifyMatchFailure(op, "divisor is no 1 + exp(-x) of f32");
    if (isSplatOf(op.getLhs(), 1))
      rewriter.replaceOpWithNewOp<SigmoidOp>(op, x);
    else if (op.getLhs() == x)
      rewriter.replaceOpWithNewOp<SiluOp>(op, x);
    else
      return rewriter.notifyMatchFailure(op, "dividend is neither 1 nor x");
    return success();
  }
};

struct RaiseReciprocal : OpRewritePattern<ReciprocalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReciprocalOp op, PatternRewriter &rewriter) const override {
    Value x = isF32(op) ? matchOnePlusExpNeg(op.getInput()) : Value();
    if (!x)
      return rewriter.notifyMatchFailure(op, "input is no 1 + exp(-x) of f32");
    rewriter.replaceOpWithNewOp<SigmoidOp>(op, x);
    return success();
  }
};

/// 1 + erf(x / sqrt(2))
bool isErfGate(Value gate, Value x) {
  Value inner = operandBeside(gate.getDefiningOp<AddOp>(), 1);
  auto erf = inner && inner.hasOneUse() ? inner.getDefiningOp<ErfOp>() : ErfOp();
  return erf && erf.getInput().hasOneUse() && isProduct(erf.getInput(), std::sqrt(0.5), x);
}

/// x + 0.044715 x^3
bool isCubicSum(Value value, Value x) {
  auto add = value.getDefiningOp<AddOp>();
  if (!add)
    return false;
  for (auto [plain, cube] : {std::pair(add.getLhs(), add.getRhs()), std::pair(add.getRhs(), add.getLhs())})
    if (plain == x && cube.hasOneUse() && isProduct(cube, 0.044715, {x, x, x}))
      return true;
  return false;
}

/// 1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)), the inner part also as sqrt(2/pi) x (1 + 0.044715 x^2).
bool isTanhGate(Value gate, Value x) {
  Value inner = operandBeside(gate.getDefiningOp<AddOp>(), 1);
  auto tanh = inner && inner.hasOneUse() ? inner.getDefiningOp<TanhOp>() : TanhOp();
  if (!tanh || !tanh.getInput().hasOneUse() || !tanh.getInput().getDefiningOp())
    return false;
  Product product = productOf(tanh.getInput());
  if (!isNear(product.constant, 0.79788456080286535588))
    return false;
  bool hasX = product.take(x);
  if (product.factors.size() != 1 || !product.factors[0].hasOneUse())
    return false;
  if (!hasX)
    return isCubicSum(product.factors[0], x);
  Value square = operandBeside(product.factors[0].getDefiningOp<AddOp>(), 1);
  return square && square.hasOneUse() && isProduct(square, 0.044715, {x, x});
}

/// Products of x with a function of x: x/2 (1 + erf(..)), x/2 (1 + tanh(..)), x sigmoid(x).
struct RaiseGatedProduct : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    if (!isF32(op))
      return rewriter.notifyMatchFailure(op, "not of f32");
    Product product(op);
    if (product.factors.size() != 2)
      return rewriter.notifyMatchFailure(op, "no product of two values and a constant");
    for (auto [x, gate] : {std::pair(product.factors[0], product.factors[1]), std::pair(product.factors[1], product.factors[0])}) {
      if (!gate.hasOneUse() || x.getType() != op.getType())
        continue;
      if (isNear(product.constant, 0.5) && isErfGate(gate, x))
        return replace<GeluOp>(op, rewriter, GeluKind::Erf, x);
      if (isNear(product.constant, 0.5) && isTanhGate(gate, x))
        return replace<GeluOp>(op, rewriter, GeluKind::Tanh, x);
      auto sigmoid = gate.getDefiningOp<SigmoidOp>();
      if (product.constant == 1 && sigmoid && sigmoid.getInput() == x)
        return replace<SiluOp>(op, rewriter, x);
    }
    return rewriter.notifyMatchFailure(op, "no value and its gate");
  }

  template <typename Op, typename... Args> static LogicalResult replace(MulOp op, PatternRewriter &rewriter, Args... args) {
    rewriter.replaceOpWithNewOp<Op>(op, op.getType(), args...);
    return success();
  }
};

// Rows: values that a reduction gave, brought back to the shape that was reduced.

/// A value whose dimension i lies along dimension `dims[i]` of a larger shape.
struct Row {
  Value value;
  SmallVector<int64_t> dims;
};

/// Looks through a broadcast.
Row throughBroadcast(Value value) {
  if (auto broadcast = value.getDefiningOp<BroadcastOp>())
    return {broadcast.getInput(), SmallVector<int64_t>(broadcast.getDims())};
  return {value, llvm::to_vector(llvm::seq<int64_t>(0, typeOf(value).getRank()))};
}

/// Looks through a reshape that only adds dimensions of extent 1, as one that keeps reduced dimensions does.
bool throughKeptDims(Row &row) {
  auto reshape = row.value.getDefiningOp<ReshapeOp>();
  if (!reshape)
    return true;
  RankedTensorType from = typeOf(reshape.getInput()), to = typeOf(row.value);
  Type element = to.getElementType();
  SmallVector<int64_t> dims;
  for (int64_t i = 0, j = 0; j < to.getRank(); ++j) {
    bool same = i < from.getRank() && pickDims(from, {i}, element) == pickDims(to, {j}, element);
    if (!same && to.getDimSize(j) != 1)
      return false;
    if (!same)
      continue;
    dims.push_back(row.dims[j]);
    ++i;
  }
  if (static_cast<int64_t>(dims.size()) != from.getRank())
    return false;
  row = {reshape.getInput(), dims};
  return true;
}

/// Whether `row` lies along the dimensions of `whole` other than `axes`, in order. Extents of 1 may lie anywhere.
bool liesBeside(const Row &row, RankedTensorType whole, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> actual, expected;
  for (auto [i, dim] : llvm::enumerate(row.dims))
    if (typeOf(row.value).getDimSize(i) != 1)
      actual.push_back(dim);
  for (int64_t i = 0; i < whole.getRank(); ++i)
    if (!llvm::is_contained(axes, i) && whole.getDimSize(i) != 1)
      expected.push_back(i);
  return actual == expected;
}

/// The reduction of `input` over `axes` that `value` repeats along them; null where it is none. `value` has one reader.
template <typename Op> Op matchRepeated(Value value, Value input, std::optional<ArrayRef<int64_t>> axes = std::nullopt) {
  if (!value.hasOneUse())
    return {};
  Row row = throughBroadcast(value);
  if (!throughKeptDims(row))
    return {};
  auto reduction = row.value.getDefiningOp<Op>();
  if (!reduction || !reduction->hasOneUse() || reduction.getInput() != input || (axes && *axes != reduction.getAxes()))
    return {};
  return liesBeside(row, typeOf(input), reduction.getAxes()) ? reduction : Op();
}

/// Whether no operator but `readers` reads `value`.
bool onlyReaders(Value value, ArrayRef<Operation *> readers) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) { return llvm::is_contained(readers, user); });
}

/// e / sum(e) of e = exp(x - max(x)), along one axis.
struct RaiseSoftmax : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    auto exp = op.getLhs().getDefiningOp<ExpOp>();
    if (!exp || !isF32(op))
      return rewriter.notifyMatchFailure(op, "dividend is no exponential of f32");
    auto sum = matchRepeated<SumOp>(op.getRhs(), exp);
    if (!sum || sum.getAxes().size() != 1 || !onlyReaders(exp, {op, sum}))
      return rewriter.notifyMatchFailure(op, "divisor is no sum of the dividend along one axis, or the dividend has another reader");
    auto sub = exp.getInput().getDefiningOp<SubOp>();
    if (!sub || !sub->hasOneUse() || !matchRepeated<ReduceMaxOp>(sub.getRhs(), sub.getLhs(), sum.getAxes()))
      return rewriter.notifyMatchFailure(op, "exponent is not shifted by its greatest along that axis");
    rewriter.replaceOpWithNewOp<SoftmaxOp>(op, op.getType(), sub.getLhs(), static_cast<uint64_t>(sum.getAxes()[0]));
    return success();
  }
};

// Norms.

/// sqrt(mean(c^2) + epsilon), as a row beside the normalized dimensions.
struct Deviation {
  MeanOp mean;
  Operation *square;
  double epsilon;
};

/// `row`, which lies along its dims of `centred`'s shape, as such a deviation without its root.
std::optional<Deviation> matchVariance(Row row, Value centred) {
  auto add = row.value.getDefiningOp<AddOp>();
  if (!add || !add->hasOneUse())
    return std::nullopt;
  for (auto [variance, epsilon] : {std::pair(add.getLhs(), add.getRhs()), std::pair(add.getRhs(), add.getLhs())}) {
    std::optional<double> number = getSplat(epsilon);
    Row inner{variance, row.dims};
    if (!number || *number < 0 || !variance.hasOneUse() || !throughKeptDims(inner))
      continue;
    auto mean = inner.value.getDefiningOp<MeanOp>();
    if (!mean || !mean->hasOneUse() || !mean.getInput().hasOneUse() || !isSquareOf(mean.getInput(), centred) ||
        !liesBeside(inner, typeOf(centred), mean.getAxes()))
      continue;
    return Deviation{mean, mean.getInput().getDefiningOp(), *number};
  }
  return std::nullopt;
}

/// `value` repeats sqrt(mean(c^2) + epsilon) (or 1 over it, where `isInverse`).
std::optional<Deviation> matchDeviation(Value value, Value centred, bool isInverse) {
  if (!value.hasOneUse())
    return std::nullopt;
  Row row = throughBroadcast(value);
  // The root is taken before or after the reduced dimensions are put back.
  if (!row.value.hasOneUse())
    return std::nullopt;
  if (isInverse) {
    if (auto rsqrt = row.value.getDefiningOp<RsqrtOp>())
      return matchVariance({rsqrt.getInput(), row.dims}, centred);
    if (auto reciprocal = row.value.getDefiningOp<ReciprocalOp>())
      row.value = reciprocal.getInput();
    else if (auto div = row.value.getDefiningOp<DivOp>(); div && isSplatOf(div.getLhs(), 1))
      row.value = div.getRhs();
    else
      return std::nullopt;
  }
  auto sqrt = row.value.getDefiningOp<SqrtOp>();
  if (!sqrt || !sqrt->hasOneUse())
    return std::nullopt;
  return matchVariance({sqrt.getInput(), row.dims}, centred);
}

/// c * deviation, where c = x - mean(x), is a layer norm; where c is anything else, it is an RMS norm of c.
LogicalResult raiseNorm(Operation *op, Value centred, Value deviationValue, bool isInverse, PatternRewriter &rewriter) {
  std::optional<Deviation> deviation = matchDeviation(deviationValue, centred, isInverse);
  if (!deviation)
    return rewriter.notifyMatchFailure(op, "no root of a mean of squares of the other operand");
  ArrayRef<int64_t> axes = deviation->mean.getAxes();
  int64_t rank = typeOf(centred).getRank(), first = axes.front();
  if (static_cast<int64_t>(axes.size()) != rank - first)
    return rewriter.notifyMatchFailure(op, "normalized dimensions are not the last ones");
  uint64_t axis = first;
  auto sub = centred.getDefiningOp<SubOp>();
  if (sub && onlyReaders(centred, {op, deviation->square}) && matchRepeated<MeanOp>(sub.getRhs(), sub.getLhs(), axes)) {
    rewriter.replaceOpWithNewOp<LayerNormOp>(op, centred.getType(), sub.getLhs(), Value(), Value(), axis, APFloat(deviation->epsilon));
    return success();
  }
  rewriter.replaceOpWithNewOp<RmsNormOp>(op, centred.getType(), centred, Value(), axis, APFloat(deviation->epsilon));
  return success();
}

struct RaiseNormQuotient : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    if (!isF32(op))
      return rewriter.notifyMatchFailure(op, "not of f32");
    return raiseNorm(op, op.getLhs(), op.getRhs(), /*isInverse=*/false, rewriter);
  }
};

struct RaiseNormProduct : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    if (!isF32(op))
      return rewriter.notifyMatchFailure(op, "not of f32");
    if (succeeded(raiseNorm(op, op.getLhs(), op.getRhs(), /*isInverse=*/true, rewriter)))
      return success();
    return raiseNorm(op, op.getRhs(), op.getLhs(), /*isInverse=*/true, rewriter);
  }
};

/// What `value` repeats over the rows of a norm from `axis` on: a tensor of just the normalized dimensions.
Value matchTrailing(Value value, int64_t axis) {
  RankedTensorType whole = typeOf(value);
  auto trailing = llvm::to_vector(llvm::seq<int64_t>(axis, whole.getRank()));
  auto broadcast = value.getDefiningOp<BroadcastOp>();
  if (!broadcast)
    return {};
  Row row{broadcast.getInput(), SmallVector<int64_t>(broadcast.getDims())};
  if (row.dims != trailing && !throughKeptDims(row))
    return {};
  return row.dims == trailing && typeOf(row.value) == pickDims(whole, trailing, whole.getElementType()) ? row.value : Value();
}

/// A norm without scale times a scale, which it may have been all along.
template <typename Norm> struct TakeScale : OpRewritePattern<MulOp> {
  using OpRewritePattern<MulOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    for (auto [side, other] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto norm = side.template getDefiningOp<Norm>();
      if (!norm || !isF32(op) || !norm->hasOneUse() || norm.getScale() || hasBias(norm))
        continue;
      Value scale = matchTrailing(other, norm.getAxis());
      if (!scale)
        continue;
      if constexpr (std::is_same_v<Norm, LayerNormOp>)
        rewriter.replaceOpWithNewOp<Norm>(op, norm.getType(), norm.getInput(), scale, Value(), norm.getAxis(), norm.getEpsilon());
      else
        rewriter.replaceOpWithNewOp<Norm>(op, norm.getType(), norm.getInput(), scale, norm.getAxis(), norm.getEpsilon());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no norm without scale times a value of the normalized dimensions");
  }
  static bool hasBias(Norm norm) {
    if constexpr (std::is_same_v<Norm, LayerNormOp>)
      return bool(norm.getBias());
    return false;
  }
};

struct TakeBias : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (auto [side, other] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto norm = side.getDefiningOp<LayerNormOp>();
      if (!norm || !isF32(op) || !norm->hasOneUse() || norm.getBias())
        continue;
      Value bias = matchTrailing(other, norm.getAxis());
      if (!bias)
        continue;
      rewriter.replaceOpWithNewOp<LayerNormOp>(op, norm.getType(), norm.getInput(), norm.getScale(), bias, norm.getAxis(), norm.getEpsilon());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no norm without bias plus a value of the normalized dimensions");
  }
};

/// A composite in f32 between casts from and to a 16-bit type is the composite in that type: it computes in f32 and
/// rounds once, which is what the casts say.
struct NarrowComposite : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const override {
    Operation *inner = op.getInput().getDefiningOp();
    if (!inner || !isa<SoftmaxOp, LayerNormOp, RmsNormOp>(inner) || !inner->hasOneUse() || !isF32(op.getInput()))
      return rewriter.notifyMatchFailure(op, "input is no composite of f32 with one reader");
    auto widen = inner->getOperand(0).getDefiningOp<CastOp>();
    Type narrow = typeOf(op).getElementType();
    if (!widen || typeOf(widen.getInput()).getElementType() != narrow || (!narrow.isF16() && !narrow.isBF16()))
      return rewriter.notifyMatchFailure(op, "composite's input is no cast from the 16-bit type that it is cast to");
    SmallVector<Value> operands(inner->getOperands());
    operands[0] = widen.getInput();
    OperationState state(op.getLoc(), inner->getName(), operands, TypeRange(op.getType()),
                         inner->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = inner->getPropertiesAsAttribute();
    rewriter.replaceOp(op, rewriter.create(state)->getResults());
    return success();
  }
};

struct RaiseIdioms : sinter::impl::RaiseIdiomsPassBase<RaiseIdioms> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RaiseQuotient, RaiseReciprocal, RaiseGatedProduct, RaiseSoftmax, RaiseNormQuotient, RaiseNormProduct, TakeScale<LayerNormOp>,
                 TakeScale<RmsNormOp>, TakeBias, NarrowComposite>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
