// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits long products over their contracted dimension, so that a library fills the GPU with them in one kernel.

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

#include <array>

namespace sinter {
#define GEN_PASS_DEF_SPLITCONTRACTIONSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// Rows and columns of the tiles that libraries cut small results into.
constexpr int64_t tileSize = 32;
/// What is left of the contracted dimension in a part; below it, a part's own start costs more than it saves.
constexpr int64_t leastPart = 384;
/// Each part is written and read once by the kernel that adds them up.
constexpr int64_t mostParts = 8;

struct SplitContractions : sinter::impl::SplitContractionsPassBase<SplitContractions> {
  void runOnOperation() override {
    processors = getModuleTarget(getOperation()).processors;
    SmallVector<MatmulOp> products(getOperation().getOps<MatmulOp>());
    for (MatmulOp op : products)
      if (int64_t parts = chooseParts(op); parts > 1)
        split(op, parts);
  }

  int64_t processors = 0;

  /// Parts that fill the GPU twice over, or 1.
  int64_t chooseParts(MatmulOp op) {
    RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType(), result = op.getResult().getType();
    // Parts of a narrower type would be rounded before they are added up.
    if (!result.getElementType().isF32() || !lhs.hasStaticShape() || !rhs.hasStaticShape() || rhs.getRank() != 2 || op.getTransposeLhs())
      return 1;
    bool isReadByKernels = !op->use_empty() && llvm::all_of(op->getUsers(), [&](Operation *user) { return isa<ElementwiseOpInterface>(user) || isColumns(user, op); });
    if (!isReadByKernels || result.getNumElements() == 0)
      return 1;
    int64_t columns = result.getDimSize(result.getRank() - 1), rows = result.getNumElements() / columns, depth = lhs.getDimSize(lhs.getRank() - 1);
    int64_t tiles = llvm::divideCeil(rows, tileSize) * llvm::divideCeil(columns, tileSize), parts = 1;
    while (parts < mostParts && parts * tiles < 2 * processors && depth % (parts * 2) == 0 && depth / (parts * 2) >= leastPart)
      parts *= 2;
    return parts;
  }

  static bool areKernels(Value value) {
    return !value.use_empty() && llvm::all_of(value.getUsers(), [](Operation *user) { return isa<ElementwiseOpInterface>(user); });
  }

  /// Whether `user` is some neighbouring columns of `product` (of products that were merged, say), and kernels read those.
  static bool isColumns(Operation *user, MatmulOp product) {
    auto slice = dyn_cast<SliceOp>(user);
    return slice && slice.getResult().getType().getShape().drop_back() == product.getResult().getType().getShape().drop_back() && slice.getSteps().back() == 1 &&
           llvm::all_of(slice.getSteps(), [](int64_t step) { return step > 0; }) && areKernels(slice);
  }

  /// x [rows, depth] as [parts, rows, depth / parts], a view of the same memory.
  static Value cutColumns(ImplicitLocOpBuilder &b, Value x, int64_t rows, int64_t depth, int64_t parts) {
    Type element = getElementTypeOrSelf(x.getType());
    Value cut = ReshapeOp::create(b, RankedTensorType::get({rows, parts, depth / parts}, element), x);
    return TransposeOp::create(b, cut, ArrayRef<int64_t>{1, 0, 2});
  }

  void split(MatmulOp op, int64_t parts) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    RankedTensorType result = op.getResult().getType();
    Type element = result.getElementType();
    int64_t columns = result.getDimSize(result.getRank() - 1), rows = result.getNumElements() / columns;
    int64_t depth = op.getLhs().getType().getShape().back();
    Value lhs = cutColumns(b, op.getLhs(), rows, depth, parts);
    Value rhs = op.getTransposeRhs() ? cutColumns(b, op.getRhs(), columns, depth, parts)
                                     : Value(ReshapeOp::create(b, RankedTensorType::get({parts, depth / parts, columns}, element), op.getRhs()));
    Value product = MatmulOp::create(b, lhs, rhs, /*transpose_lhs=*/false, op.getTransposeRhs());
    auto addUp = [&](RankedTensorType type, int64_t start) -> Value {
      std::array<Value, mostParts> terms;
      auto partType = RankedTensorType::get({1, rows, type.getShape().back()}, element);
      for (int64_t part = 0; part < parts; ++part)
        terms[part] = ReshapeOp::create(b, type, SliceOp::create(b, partType, product, ArrayRef<int64_t>{part, 0, start}, ArrayRef<int64_t>{1, 1, 1}));
      // Neighbours first: a fixed order, and half of the additions deep.
      for (int64_t left = parts / 2; left > 0; left /= 2)
        for (int64_t i = 0; i < left; ++i)
          terms[i] = AddOp::create(b, terms[2 * i], terms[2 * i + 1]);
      return terms[0];
    };
    remark::passed(op.getLoc(), remark::RemarkOpts::name("SplitContraction").category("library"))
        << "computed in " << std::to_string(parts) << " parts, added up by the kernel that reads them";
    // Who reads some of the columns adds up those.
    for (Operation *user : llvm::to_vector(op->getUsers()))
      if (auto slice = dyn_cast<SliceOp>(user)) {
        slice.replaceAllUsesWith(addUp(slice.getResult().getType(), slice.getStarts().back()));
        slice.erase();
      }
    if (!op->use_empty())
      op.replaceAllUsesWith(addUp(result, 0));
    op.erase();
  }
};
} // namespace
