// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reshape: which dimensions of one shape are which of another, and what follows from it.

#include "dialects/Sinter/IR/ShapeChecks.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sinter;

namespace {
/// A product of extents: a constant times factors that are none. Unlike an AffineExpr, it does not depend on the order
/// of its factors.
struct Product {
  int64_t coefficient = 1;
  SmallVector<AffineExpr> factors;
  bool hasOverflow = false;

  void multiply(AffineExpr extent) {
    if (auto constant = dyn_cast<AffineConstantExpr>(extent)) {
      hasOverflow |= llvm::MulOverflow(coefficient, constant.getValue(), coefficient);
      if (coefficient == 0)
        factors.clear();
      return;
    }
    if (extent.getKind() == AffineExprKind::Mul) {
      auto product = cast<AffineBinaryOpExpr>(extent);
      multiply(product.getLHS());
      multiply(product.getRHS());
      return;
    }
    // A sum is kept without its constant divisor: (s * 4 + 4) is 4 times (s + 1).
    int64_t divisor = extent.getKind() == AffineExprKind::Add ? extent.getLargestKnownDivisor() : 1;
    if (divisor > 1) {
      multiply(getAffineConstantExpr(divisor, extent.getContext()));
      extent = extent.floorDiv(divisor);
    }
    if (coefficient != 0)
      factors.push_back(extent);
  }

  bool hasFactorsOf(const Product &other) const {
    SmallVector<AffineExpr> left(factors);
    for (AffineExpr factor : other.factors) {
      auto it = llvm::find(left, factor);
      if (it == left.end())
        return false;
      left.erase(it);
    }
    return true;
  }
  bool hasSameFactors(const Product &other) const { return factors.size() == other.factors.size() && hasFactorsOf(other); }
  bool operator==(const Product &other) const { return coefficient == other.coefficient && hasSameFactors(other); }
  bool divides(const Product &other) const {
    return coefficient != 0 && other.coefficient % coefficient == 0 && other.hasFactorsOf(*this);
  }
  /// Whether this one is to grow so that both become equal: a smaller constant, a divisor, or else fewer factors.
  bool isBehind(const Product &other) const {
    if (factors.empty() && other.factors.empty())
      return coefficient < other.coefficient;
    return divides(other) || (!other.divides(*this) && factors.size() < other.factors.size());
  }
};
} // namespace

/// The runs of dimensions of `a` and `b` with equal products: [begin, end) in each. Extents of 1 go with a neighbour.
/// 4 x s x 768 and 4s x 12 x 64 have the runs (4 x s, 4s) and (768, 12 x 64).
static std::optional<SmallVector<std::array<int64_t, 4>>> matchReshape(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
  SmallVector<std::array<int64_t, 4>> runs;
  int64_t i = 0, j = 0, n = a.size(), m = b.size();
  while (i < n || j < m) {
    int64_t beginA = i, beginB = j;
    Product left, right;
    if (i < n)
      left.multiply(a[i++]);
    if (j < m)
      right.multiply(b[j++]);
    while (!(left == right)) {
      bool takeLeft = i < n && (j >= m || left.isBehind(right));
      if (!takeLeft && j >= m)
        return std::nullopt;
      takeLeft ? left.multiply(a[i++]) : right.multiply(b[j++]);
    }
    if (left.hasOverflow || right.hasOverflow)
      return std::nullopt;
    // Trailing ones stay with the run before.
    while (i < n && a[i] == 1)
      ++i;
    while (j < m && b[j] == 1)
      ++j;
    runs.push_back({beginA, i, beginB, j});
  }
  return runs;
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  if (failed(verifyElement(*this, input, result)))
    return failure();
  SymbolScope scope(getContext());
  Product from, to;
  for (AffineExpr extent : scope.extents(input))
    from.multiply(extent);
  for (AffineExpr extent : scope.extents(result))
    to.multiply(extent);
  if (from.hasOverflow || to.hasOverflow)
    return emitOpError("expected fewer than 2^63 elements, but got ") << input << " and " << result;
  // Products of different symbols may be equal when their values are known.
  if (from.hasSameFactors(to) && from.coefficient != to.coefficient)
    return emitOpError("expected as many elements in the result as in the input, but got ") << input << " and " << result;
  return success();
}

static AffineExpr multiplyAll(ArrayRef<AffineExpr> extents, MLIRContext *context) {
  AffineExpr product = getAffineConstantExpr(1, context);
  for (AffineExpr extent : extents)
    product = product * extent;
  return product;
}

SmallVector<Requirement> ReshapeOp::getRequirements(SymbolScope &scope) {
  SmallVector<AffineExpr> from = scope.extents(getInput().getType()), to = scope.extents(getResult().getType());
  Product before, after;
  llvm::for_each(from, [&](AffineExpr extent) { before.multiply(extent); });
  llvm::for_each(to, [&](AffineExpr extent) { after.multiply(extent); });
  if (before == after)
    return {};
  return {{multiplyAll(from, getContext()) - multiplyAll(to, getContext()), true, "as many elements after a reshape as before"}};
}

/// Index of the row-major element of `indices` within `extents`.
static AffineExpr linearize(ArrayRef<AffineExpr> indices, ArrayRef<AffineExpr> extents, MLIRContext *context) {
  AffineExpr linear = getAffineConstantExpr(0, context);
  for (auto [index, extent] : llvm::zip_equal(indices, extents))
    linear = extent == 1 ? linear : linear * extent + index;
  return linear;
}

static SmallVector<AffineExpr> delinearize(AffineExpr linear, ArrayRef<AffineExpr> extents) {
  SmallVector<AffineExpr> indices(extents.size());
  int64_t outermost = 0;
  while (outermost < static_cast<int64_t>(extents.size()) && extents[outermost] == 1)
    ++outermost;
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i >= 0; --i) {
    if (extents[i] == 1) {
      indices[i] = getAffineConstantExpr(0, linear.getContext());
      continue;
    }
    indices[i] = i == outermost ? linear : linear % extents[i];
    linear = linear.floorDiv(extents[i]);
  }
  return indices;
}

Value ReshapeOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> from = b.symbols().extents(getInput().getType()), to = b.symbols().extents(getResult().getType());
  SmallVector<AffineExpr> inner(from.size(), getAffineConstantExpr(0, b.getContext()));
  auto runs = matchReshape(from, to);
  if (!runs)
    runs = {{0, static_cast<int64_t>(from.size()), 0, static_cast<int64_t>(to.size())}};
  for (auto [beginA, endA, beginB, endB] : *runs) {
    ArrayRef<AffineExpr> extents = ArrayRef(from).slice(beginA, endA - beginA);
    AffineExpr linear = linearize(indices.slice(beginB, endB - beginB), ArrayRef(to).slice(beginB, endB - beginB), b.getContext());
    for (auto [k, index] : llvm::enumerate(delinearize(linear, extents)))
      inner[beginA + k] = index;
  }
  return b.at(getInput(), inner);
}

/// `from` of extents `fromExtents` seen with extents `toExtents`: each run must be one stride.
static FailureOr<StridedView> reshapeView(const StridedView &from, ArrayRef<AffineExpr> toExtents) {
  auto runs = matchReshape(from.extents, toExtents);
  if (!runs)
    return failure();
  StridedView to{from.offset, llvm::to_vector(toExtents), SmallVector<AffineExpr>(toExtents.size()), from.goesBack};
  MLIRContext *context = from.offset.getContext();
  for (auto [beginA, endA, beginB, endB] : *runs) {
    AffineExpr stride;
    for (int64_t i = endA - 1; i >= beginA; --i) {
      if (from.extents[i] == 1)
        continue;
      if (!stride) {
        stride = from.strides[i];
        continue;
      }
      // The next outer stride must continue where the inner run ends.
      AffineExpr expected = getAffineConstantExpr(1, context);
      for (int64_t k = i + 1; k < endA; ++k)
        expected = expected * from.extents[k];
      if (from.strides[i] != expected * stride)
        return failure();
    }
    if (!stride)
      stride = getAffineConstantExpr(1, context);
    for (int64_t j = endB - 1; j >= beginB; --j) {
      to.strides[j] = stride;
      stride = stride * toExtents[j];
    }
  }
  return to;
}

FailureOr<StridedView> ReshapeOp::viewResult(unsigned, const StridedView &input) {
  auto extents = extentsLike(getResult().getType(), getInput().getType(), input.extents);
  if (failed(extents))
    return failure();
  return reshapeView(input, *extents);
}

FailureOr<StridedView> ReshapeOp::viewOperand(const StridedView &output) {
  auto extents = extentsLike(getInput().getType(), getResult().getType(), output.extents);
  if (failed(extents))
    return failure();
  return reshapeView(output, *extents);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  if (auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput()); elements && getResult().getType().hasStaticShape())
    return elements.reshape(getResult().getType());
  return {};
}

namespace {
/// reshape(reshape(x)) is one reshape.
struct MergeReshapes : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReshapeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "input is no reshape");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), inner.getInput());
    return success();
  }
};

/// The dimensions of `a` that each dimension of `b`, a reshape of it, merges, or nothing where one of `b` is no such merger.
static std::optional<SmallVector<SmallVector<int64_t>>> mergedDims(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
  auto runs = matchReshape(a, b);
  if (!runs)
    return std::nullopt;
  SmallVector<SmallVector<int64_t>> merged;
  for (auto [beginA, endA, beginB, endB] : *runs) {
    if (endB - beginB != 1)
      return std::nullopt;
    merged.push_back(llvm::to_vector(llvm::seq<int64_t>(beginA, endA)));
  }
  return merged;
}

/// Dimensions that are merged, moved as one, and taken apart again are moved: what torch's attention makes of its heads,
/// [batch, heads, s, w] -> [batch * heads, s, w] -> [batch * heads, w, s] -> [batch, heads, w, s], is one transpose.
struct TransposeUnmerged : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getInput().getDefiningOp<TransposeOp>();
    auto merge = transpose ? transpose.getInput().getDefiningOp<ReshapeOp>() : ReshapeOp();
    if (!merge)
      return rewriter.notifyMatchFailure(op, "no transpose of a reshape before");
    SymbolScope scope(getContext());
    SmallVector<AffineExpr> from = scope.extents(merge.getInput().getType()), to = scope.extents(op.getType());
    auto merged = mergedDims(from, scope.extents(merge.getType())), split = mergedDims(to, scope.extents(transpose.getType()));
    if (!merged || !split)
      return rewriter.notifyMatchFailure(op, "a dimension is neither merged nor kept");
    SmallVector<int64_t> permutation;
    for (auto [dim, parts] : llvm::zip_equal(transpose.getPermutation(), *split)) {
      const SmallVector<int64_t> &source = (*merged)[dim];
      if (!llvm::equal(llvm::map_range(source, [&](int64_t d) { return from[d]; }), llvm::map_range(parts, [&](int64_t d) { return to[d]; })))
        return rewriter.notifyMatchFailure(op, "a dimension is taken apart in another way than it was merged");
      llvm::append_range(permutation, source);
    }
    if (pickDims(merge.getInput().getType(), permutation, op.getType().getElementType()) != op.getType())
      return rewriter.notifyMatchFailure(op, "extents are written in another way");
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), merge.getInput(), permutation);
    return success();
  }
};
} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<MergeReshapes, TransposeUnmerged>(context); }
