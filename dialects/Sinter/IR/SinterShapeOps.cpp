// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators: verifiers, index maps, views, folders.

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterShapeOps.cpp.inc"

static bool sameExtent(RankedTensorType a, int64_t i, RankedTensorType b, int64_t j) {
  Type f32 = Float32Type::get(a.getContext());
  return pickDims(a, {i}, f32) == pickDims(b, {j}, f32);
}

static LogicalResult verifyElement(Operation *op, RankedTensorType a, RankedTensorType b) {
  if (a.getElementType() == b.getElementType())
    return success();
  return op->emitOpError("expected input and result of one element type, but got ")
         << a.getElementType() << " and " << b.getElementType();
}

static LogicalResult verifyAxis(Operation *op, int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return success();
  return op->emitOpError("expected axis to be below rank ") << rank << ", but got " << axis;
}

// Broadcast.

LogicalResult BroadcastOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  if (failed(verifyElement(*this, input, result)))
    return failure();
  if (static_cast<int64_t>(getDims().size()) != input.getRank())
    return emitOpError("expected one dimension of the result for each of the input's ")
           << input.getRank() << ", but got " << getDims().size();
  int64_t previous = -1;
  for (auto [i, dim] : llvm::enumerate(getDims())) {
    if (dim <= previous || dim >= result.getRank())
      return emitOpError("expected dims to be ascending and below rank ") << result.getRank() << ", but got " << dim;
    previous = dim;
    if (input.getDimSize(i) != 1 && !sameExtent(input, i, result, dim))
      return emitOpError("expected extent ") << i << " of " << input << " to be 1 or that of dimension " << dim << " of " << result;
  }
  return success();
}

Value BroadcastOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> inner;
  for (auto [i, dim] : llvm::enumerate(getDims()))
    inner.push_back(getInput().getType().getDimSize(i) == 1 ? getAffineConstantExpr(0, b.getContext()) : indices[dim]);
  return b.at(getInput(), inner);
}

FailureOr<StridedView> BroadcastOp::viewResult(unsigned, const StridedView &input) {
  SymbolScope scope(getContext());
  StridedView view{input.offset, {}, {}};
  RankedTensorType result = getResult().getType();
  // The result's extents in the input's numbering are known only where they are the input's or static.
  for (int64_t i = 0; i < result.getRank(); ++i) {
    auto it = llvm::find(getDims(), i);
    if (it != getDims().end() && getInput().getType().getDimSize(it - getDims().begin()) != 1) {
      view.extents.push_back(input.extents[it - getDims().begin()]);
      view.strides.push_back(input.strides[it - getDims().begin()]);
      continue;
    }
    if (result.isDynamicDim(i))
      return failure();
    view.extents.push_back(getAffineConstantExpr(result.getDimSize(i), getContext()));
    view.strides.push_back(getAffineConstantExpr(0, getContext()));
  }
  return view;
}

OpFoldResult BroadcastOp::fold(FoldAdaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  auto inner = getInput().getDefiningOp<BroadcastOp>();
  if (!inner)
    return {};
  // A dimension that the inner broadcast widens has extent 1 in its input, so the outer one may widen it instead.
  SmallVector<int64_t> dims;
  for (int64_t dim : inner.getDims())
    dims.push_back(getDims()[dim]);
  setOperand(inner.getInput());
  setDims(dims);
  return getResult();
}

// Reshape.

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
  StridedView to{from.offset, llvm::to_vector(toExtents), SmallVector<AffineExpr>(toExtents.size())};
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

/// The extents of `type`, whose dims are numbered as those of `other`, which `numbered` gives in another numbering.
static FailureOr<SmallVector<AffineExpr>> extentsLike(RankedTensorType type, RankedTensorType other, ArrayRef<AffineExpr> numbered) {
  DimsAttr dims = getDimsAttr(type), otherDims = getDimsAttr(other);
  SmallVector<AffineExpr> replacement;
  for (StringAttr symbol : dims.getSymbols()) {
    AffineExpr found;
    for (auto [expr, value] : llvm::zip_equal(otherDims.getExprs(), numbered))
      if (auto s = dyn_cast<AffineSymbolExpr>(expr); s && otherDims.getSymbols()[s.getPosition()] == symbol)
        found = value;
    if (!found)
      return failure();
    replacement.push_back(found);
  }
  SmallVector<AffineExpr> result;
  for (AffineExpr expr : dims.getExprs())
    result.push_back(expr.replaceSymbols(replacement));
  return result;
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

/// transpose(transpose(x)) is one transpose.
struct MergeTransposes : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "input is no transpose");
    SmallVector<int64_t> permutation;
    for (int64_t dim : op.getPermutation())
      permutation.push_back(inner.getPermutation()[dim]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getInput(), permutation);
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

/// A split whose pieces but one are unused is a slice.
struct SplitToSlice : OpRewritePattern<SplitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SplitOp op, PatternRewriter &rewriter) const override {
    auto used = llvm::make_filter_range(op.getResults(), [](Value v) { return !v.use_empty(); });
    if (!llvm::hasSingleElement(used))
      return rewriter.notifyMatchFailure(op, "more than one piece in use");
    Value piece = *used.begin();
    int64_t start = 0;
    for (Value result : op.getResults()) {
      if (result == piece)
        break;
      if (cast<RankedTensorType>(result.getType()).isDynamicDim(op.getAxis()))
        return rewriter.notifyMatchFailure(op, "symbolic piece before");
      start += cast<RankedTensorType>(result.getType()).getDimSize(op.getAxis());
    }
    SmallVector<int64_t> starts(op.getInput().getType().getRank(), 0), steps(starts.size(), 1);
    starts[op.getAxis()] = start;
    Value slice = SliceOp::create(rewriter, op.getLoc(), piece.getType(), op.getInput(), starts, steps);
    rewriter.replaceAllUsesWith(piece, slice);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<MergeReshapes, TransposeUnmerged>(context); }
void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<MergeTransposes>(context); }
void SplitOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<SplitToSlice>(context); }

// Transpose.

static LogicalResult checkPermutation(std::optional<Location> location, ArrayRef<int64_t> permutation, int64_t rank) {
  SmallVector<bool> seen(rank, false);
  for (int64_t dim : permutation) {
    if (dim < 0 || dim >= rank || seen[dim])
      return emitOptionalError(location, "expected permutation to hold each of 0 to ", rank - 1, " once, but got ", dim);
    seen[dim] = true;
  }
  if (static_cast<int64_t>(permutation.size()) != rank)
    return emitOptionalError(location, "expected permutation of ", rank, " dimensions, but got ", permutation.size());
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input || failed(checkPermutation(location, adaptor.getPermutation(), input.getRank())))
    return failure();
  types.push_back(pickDims(input, adaptor.getPermutation(), input.getElementType()));
  return success();
}
LogicalResult TransposeOp::verify() { return success(); }

Value TransposeOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> inner(indices.size());
  for (auto [i, dim] : llvm::enumerate(getPermutation()))
    inner[dim] = indices[i];
  return b.at(getInput(), inner);
}

FailureOr<StridedView> TransposeOp::viewResult(unsigned, const StridedView &input) {
  StridedView view{input.offset, {}, {}};
  for (int64_t dim : getPermutation()) {
    view.extents.push_back(input.extents[dim]);
    view.strides.push_back(input.strides[dim]);
  }
  return view;
}

FailureOr<StridedView> TransposeOp::viewOperand(const StridedView &output) {
  StridedView view = output;
  for (auto [i, dim] : llvm::enumerate(getPermutation())) {
    view.extents[dim] = output.extents[i];
    view.strides[dim] = output.strides[i];
  }
  return view;
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  return llvm::equal(getPermutation(), llvm::seq<int64_t>(0, getPermutation().size())) ? getInput() : Value();
}

// Slice and split.

LogicalResult SliceOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  int64_t rank = input.getRank();
  if (failed(verifyElement(*this, input, result)))
    return failure();
  if (result.getRank() != rank || static_cast<int64_t>(getStarts().size()) != rank || static_cast<int64_t>(getSteps().size()) != rank)
    return emitOpError("expected starts, steps and result of rank ") << rank << ", but got " << getStarts().size() << ", "
           << getSteps().size() << " and " << result.getRank();
  for (int64_t i = 0; i < rank; ++i) {
    if (getSteps()[i] == 0)
      return emitOpError("expected step ") << i << " not to be 0";
    // Extents have the same bound, so sums and products of a few stay in range.
    constexpr int64_t limit = int64_t(1) << 47;
    for (int64_t value : {getStarts()[i], getSteps()[i]})
      if (value < -limit || value > limit)
        return emitOpError("expected starts and steps within 2^47 of 0, but got ") << value;
    if (input.isDynamicDim(i) || result.isDynamicDim(i) || result.getDimSize(i) == 0)
      continue;
    int64_t first = getStarts()[i], last;
    if (llvm::MulOverflow(result.getDimSize(i) - 1, getSteps()[i], last) || llvm::AddOverflow(first, last, last))
      return emitOpError("expected indices of dimension ") << i << " to be below " << input.getDimSize(i) << ", but they do not fit in 64 bits";
    if (std::min(first, last) < 0 || std::max(first, last) >= input.getDimSize(i))
      return emitOpError("expected indices of dimension ") << i << " to be below " << input.getDimSize(i) << ", but got " << first << " to " << last;
  }
  return success();
}

SmallVector<Requirement> SliceOp::getRequirements(SymbolScope &scope) {
  SmallVector<Requirement> requirements;
  SmallVector<AffineExpr> from = scope.extents(getInput().getType()), to = scope.extents(getResult().getType());
  for (auto [i, step] : llvm::enumerate(getSteps())) {
    if (to[i] == 0 || (isa<AffineConstantExpr>(from[i]) && isa<AffineConstantExpr>(to[i])))
      continue; // Nothing is read, or the verifier has seen to it.
    AffineExpr first = getAffineConstantExpr(getStarts()[i], getContext()), last = first + (to[i] - 1) * step;
    AffineExpr least = step > 0 ? first : last, most = step > 0 ? last : first;
    std::string where = " of dimension " + std::to_string(i) + " of what a slice reads";
    requirements.push_back({least, false, "no index" + where + " below 0"});
    requirements.push_back({from[i] - 1 - most, false, "no index" + where + " beyond its end"});
  }
  return requirements;
}

Value SliceOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> inner;
  for (auto [i, index] : llvm::enumerate(indices))
    inner.push_back(index * getSteps()[i] + getStarts()[i]);
  return b.at(getInput(), inner);
}

FailureOr<StridedView> SliceOp::viewResult(unsigned, const StridedView &input) {
  auto extents = extentsLike(getResult().getType(), getInput().getType(), input.extents);
  if (failed(extents))
    return failure();
  StridedView view{input.offset, *extents, {}};
  for (auto [i, stride] : llvm::enumerate(input.strides)) {
    view.offset = view.offset + stride * getStarts()[i];
    view.strides.push_back(stride * getSteps()[i]);
  }
  return view;
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  bool isWhole = getInput().getType() == getResult().getType() && llvm::all_of(getSteps(), [](int64_t s) { return s == 1; }) &&
                 llvm::all_of(getStarts(), [](int64_t s) { return s == 0; });
  return isWhole ? getInput() : Value();
}

LogicalResult SplitOp::verify() {
  RankedTensorType input = getInput().getType();
  if (failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  SymbolScope scope(getContext());
  AffineExpr sum = getAffineConstantExpr(0, getContext());
  AffineExpr whole = scope.extents(input)[getAxis()];
  for (auto [n, value] : llvm::enumerate(getResults())) {
    auto piece = cast<RankedTensorType>(value.getType());
    if (failed(verifyElement(*this, input, piece)))
      return failure();
    if (piece.getRank() != input.getRank())
      return emitOpError("expected piece ") << n << " of rank " << input.getRank() << ", but got " << piece.getRank();
    for (int64_t i = 0; i < input.getRank(); ++i)
      if (i != static_cast<int64_t>(getAxis()) && !sameExtent(input, i, piece, i))
        return emitOpError("expected extent ") << i << " of piece " << n << " to be the input's, but got " << piece << " of " << input;
    sum = sum + scope.extents(piece)[getAxis()];
  }
  if (isa<AffineConstantExpr>(sum) && isa<AffineConstantExpr>(whole) && sum != whole)
    return emitOpError("expected extents of the pieces to add up to ") << input.getDimSize(getAxis()) << ", but got " << cast<AffineConstantExpr>(sum).getValue();
  return success();
}

SmallVector<Requirement> SplitOp::getRequirements(SymbolScope &scope) {
  AffineExpr rest = scope.extents(getInput().getType())[getAxis()];
  for (Value piece : getResults())
    rest = rest - scope.extents(cast<RankedTensorType>(piece.getType()))[getAxis()];
  return {{rest, true, "pieces of a split that add up to the whole"}};
}

/// Where piece `result` begins along the axis.
static AffineExpr startOfPiece(SplitOp op, unsigned result, SymbolScope &scope) {
  AffineExpr start = getAffineConstantExpr(0, op.getContext());
  for (unsigned i = 0; i < result; ++i)
    start = start + scope.extents(cast<RankedTensorType>(op.getResult(i).getType()))[op.getAxis()];
  return start;
}

Value SplitOp::buildAt(IndexingBuilder &b, unsigned result, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> inner(indices);
  inner[getAxis()] = inner[getAxis()] + startOfPiece(*this, result, b.symbols());
  return b.at(getInput(), inner);
}

FailureOr<StridedView> SplitOp::viewResult(unsigned result, const StridedView &input) {
  StridedView view = input;
  for (unsigned i = 0; i <= result; ++i) {
    auto extents = extentsLike(cast<RankedTensorType>(getResult(i).getType()), getInput().getType(), input.extents);
    if (failed(extents))
      return failure();
    if (i == result)
      view.extents = *extents;
    else
      view.offset = view.offset + (*extents)[getAxis()] * input.strides[getAxis()];
  }
  return view;
}

// Concat.

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location, "expected at least one input");
  SymbolScope scope(context);
  auto first = dyn_cast<RankedTensorType>(adaptor.getInputs()[0].getType());
  int64_t axis = adaptor.getAxis();
  if (!first || axis < 0 || axis >= first.getRank())
    return emitOptionalError(location, "expected axis to be below the inputs' rank, but got ", axis);
  SmallVector<AffineExpr> extents = scope.extents(first);
  for (Value input : adaptor.getInputs().drop_front()) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getRank() != first.getRank() || type.getElementType() != first.getElementType())
      return emitOptionalError(location, "expected inputs of one rank and element type, but got ", first, " and ", type);
    for (int64_t i = 0; i < first.getRank(); ++i)
      if (i != static_cast<int64_t>(adaptor.getAxis()) && !sameExtent(first, i, type, i))
        return emitOptionalError(location, "expected inputs to have equal extents but along axis ", adaptor.getAxis(), ", but got ", first, " and ", type);
    extents[adaptor.getAxis()] = extents[adaptor.getAxis()] + scope.extents(type)[adaptor.getAxis()];
  }
  types.push_back(getTensorType(context, extents, scope.names(), first.getElementType()));
  return success();
}
LogicalResult ConcatOp::verify() { return success(); }

Value ConcatOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  AffineExpr start = getAffineConstantExpr(0, b.getContext());
  std::function<Value(unsigned, AffineExpr)> pick = [&](unsigned n, AffineExpr start) -> Value {
    AffineExpr end = start + b.symbols().extents(cast<RankedTensorType>(getInputs()[n].getType()))[getAxis()];
    auto here = [&, start] {
      SmallVector<AffineExpr> inner(indices);
      inner[getAxis()] = inner[getAxis()] - start;
      return b.at(getInputs()[n], inner);
    };
    if (n + 1 == getInputs().size())
      return here();
    return b.selectLess(indices[getAxis()], end, here, [&] { return pick(n + 1, end); });
  };
  return pick(0, start);
}

OpFoldResult ConcatOp::fold(FoldAdaptor) { return getInputs().size() == 1 ? getInputs()[0] : Value(); }

// Gather and iota.

LogicalResult GatherOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType()), indices = dyn_cast<RankedTensorType>(adaptor.getIndices().getType());
  int64_t axis = adaptor.getAxis();
  if (!input || !indices || axis < 0 || axis >= input.getRank())
    return emitOptionalError(location, "expected axis to be below the input's rank, but got ", axis);
  SymbolScope scope(context);
  SmallVector<AffineExpr> extents = scope.extents(input), result(extents.begin(), extents.begin() + adaptor.getAxis());
  llvm::append_range(result, scope.extents(indices));
  result.append(extents.begin() + adaptor.getAxis() + 1, extents.end());
  types.push_back(getTensorType(context, result, scope.names(), input.getElementType()));
  return success();
}
LogicalResult GatherOp::verify() {
  // This runs before the result's type is inferred and compared.
  if (failed(verifyAxis(*this, getAxis(), getInput().getType().getRank())))
    return failure();
  if (getInput().getType().getDimSize(getAxis()) == 0 && getIndices().getType().hasStaticShape() && getIndices().getType().getNumElements() != 0)
    return emitOpError("expected an input with something to gather along axis ") << getAxis() << ", but its extent is 0";
  return success();
}

Value GatherOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  int64_t axis = getAxis(), rank = getIndices().getType().getRank();
  Value index = b.at(getIndices(), indices.slice(axis, rank));
  AffineExpr extent = b.symbols().extents(getInput().getType())[axis], zero = getAffineConstantExpr(0, b.getContext());
  auto read = [&] {
    SmallVector<AffineExpr> inner(indices.begin(), indices.begin() + axis);
    inner.push_back(b.asIndex(index, extent));
    inner.append(indices.begin() + axis + rank, indices.end());
    return b.at(getInput(), inner);
  };
  if (isa<AffineConstantExpr>(extent))
    return read();
  // With nothing to gather from there is no nearest slice to read.
  return b.selectLess(zero, extent, read, [&] { return b.fromIndex(zero, getInput().getType().getElementType()); });
}

// Update of a slice.

/// The greatest value of `extent`, a constant or a symbol alone; nothing for other expressions.
static std::optional<int64_t> greatest(AffineExpr extent, const SymbolScope &scope, Operation *op) {
  if (auto constant = dyn_cast<AffineConstantExpr>(extent))
    return constant.getValue();
  auto symbol = dyn_cast<AffineSymbolExpr>(extent);
  return symbol ? std::optional(getSymbolRange(op, scope.names()[symbol.getPosition()]).getMax()) : std::nullopt;
}

LogicalResult UpdateSliceOp::verify() {
  RankedTensorType input = getInput().getType(), update = getUpdate().getType(), start = getStart().getType();
  if (input.getElementType() != update.getElementType())
    return emitOpError("expected input and update of one element type, but got ") << input.getElementType() << " and " << update.getElementType();
  if (failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  if (update.getRank() != input.getRank())
    return emitOpError("expected an update of rank ") << input.getRank() << ", but got " << update.getRank();
  for (int64_t i = 0; i < input.getRank(); ++i)
    if (i != static_cast<int64_t>(getAxis()) && !sameExtent(input, i, update, i))
      return emitOpError("expected extent ") << i << " of the update to be the input's, but got " << update << " for " << input;
  if (start.getRank() > 1 || (start.getRank() == 1 && (getAxis() == 0 || !sameExtent(start, 0, input, 0))))
    return emitOpError("expected one start, or one for each index of dimension 0 of the input where the axis is another, but got ") << start << " for " << input;
  SymbolScope scope(getContext());
  AffineExpr whole = scope.extents(input)[getAxis()], part = scope.extents(update)[getAxis()];
  auto room = dyn_cast<AffineConstantExpr>(whole);
  auto most = greatest(part, scope, *this);
  if (whole != part && (!room || !most || *most > room.getValue()))
    return emitOpError("expected an update that fits along axis ") << getAxis() << " for every value of the symbols, but got " << update << " for " << input;
  if (!getInPlace())
    return success();
  auto before = getInput().getDefiningOp<ScatterOpInterface>();
  if (!getInput().hasOneUse() || (getInput().getDefiningOp() && !(before && before.getInPlace())))
    return emitOpError("expected an input that is updated in place to be an argument, or one updated before, that nothing else reads");
  return success();
}

/// The first index that the update takes, at `indices` of the input or the update: 0 or more, and the update fits.
AffineExpr UpdateSliceOp::buildStart(IndexingBuilder &b, ArrayRef<AffineExpr> indices) {
  AffineExpr whole = b.symbols().extents(getInput().getType())[getAxis()], part = b.symbols().extents(getUpdate().getType())[getAxis()];
  return b.asIndex(b.at(getStart(), indices.take_front(getStart().getType().getRank())), whole - part + 1);
}

Value UpdateSliceOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  AffineExpr start = buildStart(b, indices), part = b.symbols().extents(getUpdate().getType())[getAxis()], index = indices[getAxis()];
  auto old = [&] { return b.at(getInput(), indices); };
  return b.selectLess(index, start, old, [&] {
    auto updated = [&] {
      SmallVector<AffineExpr> inner(indices);
      inner[getAxis()] = index - start;
      return b.at(getUpdate(), inner);
    };
    return b.selectLess(index, start + part, updated, old);
  });
}

SmallVector<AffineExpr> UpdateSliceOp::buildPlace(IndexingBuilder &b, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> place(indices);
  place[getAxis()] = place[getAxis()] + buildStart(b, indices);
  return place;
}

LogicalResult IotaOp::verify() { return verifyAxis(*this, getAxis(), getResult().getType().getRank()); }
Value IotaOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  return b.fromIndex(indices[getAxis()], getResult().getType().getElementType());
}
