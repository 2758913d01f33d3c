// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small dimensions that the widest operand of a fold leaves out: one point makes what all of theirs made, and reads it once.

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Folds.h"
#include "compiler/Schedule/Passes.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/IR/IRMapping.h"

namespace sinter {
#define GEN_PASS_DEF_UNROLLDIMSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// A thread has a sum for each of the points and folds, of as many lanes as a vector has: those that it has registers for, and those that leave some for two rows.
constexpr int64_t mostSums = 16, mostSumsOfTwo = 8;
/// Operators of a kernel's body, beyond which it takes long to compile.
constexpr int64_t mostOperators = 512;

struct UnrollDims : sinter::impl::UnrollDimsPassBase<UnrollDims> {
  void runOnOperation() override {
    kernel::FuncOp function = getOperation();
    if (function.getRagged() || getFirstScan(function) || getReducedDims(function).empty() || foldsRowsIntoColumns(function) || !sumsProducts(function))
      return;
    int64_t processors = getModuleTarget(function).processors;
    bool isAny = false;
    while (std::optional<unsigned> dim = chooseSmall(function, processors)) {
      unroll(function, *dim, *function.getStaticExtent(*dim));
      isAny = true;
    }
    if (isAny && 2 * countFolds(function) <= mostSumsOfTwo)
      if (std::optional<unsigned> dim = chooseShared(function, processors))
        unroll(function, *dim, 2);
  }

  static bool isReduced(kernel::FuncOp function, unsigned dim) { return llvm::is_contained(getReducedDims(function), dim); }

  /// Whether some load varies over all proper dimensions but `dim`, and none over all.
  static bool isLeftOut(kernel::FuncOp function, unsigned dim) {
    bool isFound = false;
    for (auto load : function.entry().getOps<kernel::LoadOp>()) {
      auto isVaried = [&](unsigned d) { return function.getStaticExtent(d) == 1 || load.getMap().isFunctionOfDim(d); };
      if (!load.getIndices().empty() || !llvm::all_of(llvm::seq<unsigned>(0, function.getNumDims()), [&](unsigned d) { return d == dim || isVaried(d); }))
        continue;
      if (isVaried(dim))
        return false;
      isFound = true;
    }
    return isFound;
  }

  /// Rows, or columns, that are left where `dim` has `points` points less; nothing where that is symbolic, and so many.
  static bool keepsBusy(kernel::FuncOp function, unsigned dim, int64_t points, int64_t least) {
    std::optional<int64_t> rows = getStaticPoints(function, [&](int64_t d) { return !isReduced(function, d); });
    return !rows || *rows / points >= least;
  }

  static int64_t countOperators(kernel::FuncOp function) { return std::distance(function.entry().begin(), function.entry().end()); }

  static int64_t countFolds(kernel::FuncOp function) { return llvm::range_size(function.entry().getOps<kernel::ReduceOp>()); }

  /// The smallest dimension for whose points a thread has sums, and that an operand read over all others leaves out.
  static std::optional<unsigned> chooseSmall(kernel::FuncOp function, int64_t processors) {
    std::optional<unsigned> best;
    for (unsigned dim = 0; dim < function.getNumDims(); ++dim) {
      std::optional<int64_t> extent = function.getStaticExtent(dim);
      if (!extent || *extent < 2 || *extent * countFolds(function) > mostSums || isReduced(function, dim) || !isLeftOut(function, dim))
        continue;
      if (!keepsBusy(function, dim, *extent, processors) || *extent * countOperators(function) > mostOperators)
        continue;
      if (!best || *extent < *function.getStaticExtent(*best))
        best = dim;
    }
    return best;
  }

  /// Once a thread reads several rows for each of the widest operand's: the dimension of which two points may share them. Rows alone, whose vectors all begin alike: the lanes
  /// of columns share them as they are.
  static std::optional<unsigned> chooseShared(kernel::FuncOp function, int64_t processors) {
    constexpr int64_t warps = 8, widest = 16;
    SmallVector<int64_t> walked = getWalkedDims(function);
    auto length = getStaticPoints(function, [&](int64_t d) { return llvm::is_contained(walked, d); });
    if (walked.back() + 1 != static_cast<int64_t>(function.getNumDims()) || !length || *length % widest != 0)
      return std::nullopt;
    for (unsigned dim = function.getNumDims(); dim-- > 0;) {
      std::optional<int64_t> extent = function.getStaticExtent(dim);
      if (isReduced(function, dim) || !extent || *extent == 1)
        continue;
      return *extent % 2 == 0 && keepsBusy(function, dim, 2, warps * processors) ? std::optional(dim) : std::nullopt;
    }
    return std::nullopt;
  }

  /// Makes `count` points of `dim`, of whose extent it is a divisor, in one.
  static void unroll(kernel::FuncOp function, unsigned dim, int64_t count) {
    MLIRContext *context = function.getContext();
    KernelDims dims(function);
    SmallVector<AffineExpr> extents(function.getDims().getResults());
    extents[dim] = extents[dim].floorDiv(count);
    bool isWhole = extents[dim] == getAffineConstantExpr(1, context);
    SmallVector<IRMapping> copies(count);
    SmallVector<Operation *> replaced;
    for (Operation &op : llvm::make_early_inc_range(function.entry().without_terminator())) {
      AffineMapAttr map = getPlaceMap(&op);
      bool varies = (map && map.getValue().isFunctionOfDim(dim)) || llvm::any_of(op.getOperands(), [&](Value v) { return v.getDefiningOp() && dims.variesOver(v, dim); });
      if (!varies)
        continue;
      OpBuilder b(&op);
      for (auto [i, copy] : llvm::enumerate(copies)) {
        Operation *clone = b.clone(op, copy);
        if (!map)
          continue;
        unsigned numDims = map.getValue().getNumDims(), symbols = map.getValue().getNumSymbols();
        AffineExpr point = (isWhole ? getAffineConstantExpr(0, context) : getAffineDimExpr(dim, context) * count) + i;
        AffineExpr expr = simplifyExpr(substituteDim(map.getValue().getResult(0), dim, point), numDims, symbols);
        clone->setAttr("map", AffineMapAttr::get(AffineMap::get(numDims, symbols, expr)));
      }
      replaced.push_back(&op);
    }
    for (Operation *op : llvm::reverse(replaced))
      op->erase();
    function.setDims(AffineMap::get(0, function.getDims().getNumSymbols(), extents, context));
  }
};
} // namespace
