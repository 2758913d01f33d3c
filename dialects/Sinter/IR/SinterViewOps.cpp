// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators whose result may be a view of the operand's memory: broadcast, transpose, slice, reverse, split.

#include "dialects/Sinter/IR/ShapeChecks.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sinter;

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
  StridedView view{input.offset, {}, {}, input.goesBack};
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
  StridedView view{input.offset, {}, {}, input.goesBack};
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

namespace {
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
} // namespace

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<MergeTransposes>(context); }

// Slice.

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
  StridedView view{input.offset, *extents, {}, input.goesBack || llvm::any_of(getSteps(), [](int64_t step) { return step < 0; })};
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

// Reverse.

LogicalResult ReverseOp::verify() {
  int64_t previous = -1;
  for (int64_t dim : getDims()) {
    if (dim <= previous || dim >= getInput().getType().getRank())
      return emitOpError("expected dims to be ascending and below rank ") << getInput().getType().getRank() << ", but got " << dim;
    previous = dim;
  }
  return success();
}

Value ReverseOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> inner(indices), extents = b.symbols().extents(getInput().getType());
  for (int64_t dim : getDims())
    inner[dim] = extents[dim] - 1 - inner[dim];
  return b.at(getInput(), inner);
}

FailureOr<StridedView> ReverseOp::viewResult(unsigned, const StridedView &input) {
  StridedView view = input;
  view.goesBack |= !getDims().empty();
  for (int64_t dim : getDims()) {
    view.offset = view.offset + (input.extents[dim] - 1) * input.strides[dim];
    view.strides[dim] = input.strides[dim] * -1;
  }
  return view;
}

OpFoldResult ReverseOp::fold(FoldAdaptor) { return getDims().empty() ? getInput() : Value(); }

// Split.

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

namespace {
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

void SplitOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<SplitToSlice>(context); }
