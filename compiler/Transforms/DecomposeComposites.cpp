// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces composite operators by the expressions that they give of themselves, and products that no library has by theirs.

#include "compiler/Transforms/Passes.h"
#include "compiler/Transforms/TiedUpdates.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sinter {
#define GEN_PASS_DEF_DECOMPOSECOMPOSITESPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// A product of integers, for which libraries have no kernel, as multiplications and a sum over one more dimension.
Value decomposeIntegerProduct(ImplicitLocOpBuilder &b, MatmulOp op) {
  RankedTensorType result = op.getResult().getType();
  int64_t batches = result.getRank() - 2;
  auto swapLastTwo = [&](Value x) -> Value {
    auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, cast<RankedTensorType>(x.getType()).getRank()));
    std::swap(permutation[permutation.size() - 1], permutation[permutation.size() - 2]);
    return TransposeOp::create(b, x, permutation);
  };
  Value lhs = op.getTransposeLhs() ? swapLastTwo(op.getLhs()) : op.getLhs();
  Value rhs = op.getTransposeRhs() ? op.getRhs() : swapLastTwo(op.getRhs());
  SymbolScope scope(op.getContext());
  SmallVector<AffineExpr> extents = scope.extents(result);
  extents.push_back(scope.extents(cast<RankedTensorType>(lhs.getType())).back());
  RankedTensorType full = getTensorType(op.getContext(), extents, scope.names(), result.getElementType());
  auto repeat = [&](Value x, int64_t row) -> Value {
    SmallVector<int64_t> dims;
    if (cast<RankedTensorType>(x.getType()).getRank() > 2 || row == batches)
      llvm::append_range(dims, llvm::seq<int64_t>(0, batches));
    dims.append({row, batches + 2});
    return x.getType() == full ? x : Value(BroadcastOp::create(b, full, x, dims));
  };
  Value left = repeat(lhs, batches), right = repeat(rhs, batches + 1);
  Value terms = MulOp::create(b, left, right);
  return SumOp::create(b, terms, ArrayRef<int64_t>{batches + 2});
}

/// A product of 8-bit floats in f32, which holds each of their values. Libraries have such products for few pairs of types, layouts and extents, with sums
/// of less than f32.
Value widenProduct(ImplicitLocOpBuilder &b, MatmulOp op) {
  auto widen = [&](Value x) -> Value { return roundTo(b, b.getF32Type(), x); };
  Value product = MatmulOp::create(b, widen(op.getLhs()), widen(op.getRhs()), op.getTransposeLhs(), op.getTransposeRhs());
  return roundTo(b, op.getResult().getType().getElementType(), product);
}

struct DecomposeComposites : sinter::impl::DecomposeCompositesPassBase<DecomposeComposites> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    // A scatter is another expression where it may write into its input. What it becomes is decided on once more, when all others have their final form.
    markTiedUpdates(getOperation(), [](UpdateOpInterface, BlockArgument) {});
    getOperation().walk([](ScatterOpInterface op) { op.setInPlace(false); });
    SmallVector<CompositeOpInterface> composites;
    getOperation().walk([&](CompositeOpInterface op) { composites.push_back(op); });
    for (CompositeOpInterface op : composites) {
      // What it was a part of stays readable in reports and in the emitted text.
      Location loc = FusedLoc::get({op.getLoc()}, StringAttr::get(&getContext(), op->getName().getStringRef()), &getContext());
      ImplicitLocOpBuilder b(loc, op);
      op->replaceAllUsesWith(op.decompose(b));
      op->erase();
    }
    for (auto op : llvm::make_early_inc_range(getOperation().getOps<MatmulOp>())) {
      Type element = op.getResult().getType().getElementType();
      bool isInteger = isa<IntegerType>(element), isNarrow = element.getIntOrFloatBitWidth() <= 8;
      if (!isInteger && !isNarrow)
        continue;
      ImplicitLocOpBuilder b(FusedLoc::get({op.getLoc()}, StringAttr::get(&getContext(), op->getName().getStringRef()), &getContext()), op);
      op.replaceAllUsesWith(isInteger ? decomposeIntegerProduct(b, op) : widenProduct(b, op));
      op.erase();
    }
  }
};
} // namespace
