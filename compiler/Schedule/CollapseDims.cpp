// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes out dimensions that nothing asks for, and merges those that every map walks as one, innermost pair first.

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/TurnedAccesses.h"
#include "compiler/Schedule/Passes.h"

namespace sinter {
#define GEN_PASS_DEF_COLLAPSEDIMSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
/// Extents that this divides have vectors of several elements as they are.
constexpr int64_t leastUnevenVector = 4;
/// Maps that may be read element by element where the others are one walk.
constexpr unsigned mostOthers = 4;

struct CollapseDims : sinter::impl::CollapseDimsPassBase<CollapseDims> {
  void runOnOperation() override {
    kernel::FuncOp function = getOperation();
    for (int64_t dim = static_cast<int64_t>(function.getNumDims()) - 1; dim >= 0; --dim)
      if (isUnread(function, dim))
        erase(function, dim);
    for (int64_t dim = static_cast<int64_t>(function.getNumDims()) - 2; dim >= 0; --dim)
      if (canMerge(function, dim))
        merge(function, dim);
    if (isWorthFlattening(function))
      flatten(function);
  }

  /// Rows of a length that no vector divides lie one after the other all the same: where the kernel's bytes are walked as one dimension by all maps that
  /// name every dimension, the others may be read element by element, as long as dividing by the extents is cheap.
  static bool isWorthFlattening(kernel::FuncOp function) {
    if (function.getNumDims() < 2 || function.getRagged() || function->hasAttr("kernel.specializes") ||
        llvm::any_of(function.entry(), llvm::IsaPred<kernel::ReduceOp, kernel::ScanOp>))
      return false;
    ArrayRef<AffineExpr> extents = function.getDims().getResults();
    if (extents.back().isMultipleOf(leastUnevenVector) || !llvm::all_of(extents.drop_front(), llvm::IsaPred<AffineConstantExpr>))
      return false;
    bool isAnyFlat = false;
    unsigned others = 0;
    llvm::SmallDenseSet<std::pair<Value, Attribute>> seen;
    for (Operation &op : function.entry()) {
      AffineMapAttr map = getPlaceMap(&op);
      if (!map)
        continue;
      bool isFlat = walksAsOne(function, map.getValue().getResult(0));
      isAnyFlat |= isFlat;
      // What lies across is worth tiles, which need both dimensions.
      if (!isFlat && llvm::any_of(llvm::seq<unsigned>(0, function.getNumDims() - 1), [&](unsigned dim) { return isTurned(function, &op, dim); }))
        return false;
      if (isa<kernel::StoreOp>(op) && !isFlat)
        return false;
      auto load = dyn_cast<kernel::LoadOp>(op);
      others += load && !isFlat && seen.insert({load.getView(), map}).second;
    }
    return isAnyFlat && others <= mostOthers;
  }

  /// Whether `expr` is the number of the point, row-major, and what does not depend on the dimensions.
  static bool walksAsOne(kernel::FuncOp function, AffineExpr expr) {
    AffineExpr expected = getAffineConstantExpr(1, expr.getContext());
    for (unsigned dim = function.getNumDims(); dim-- > 0;) {
      auto factor = linearCoefficient(expr, dim);
      if (!factor || *factor != expected)
        return false;
      expected = expected * function.getDims().getResult(dim);
    }
    return true;
  }

  static void flatten(kernel::FuncOp function) {
    MLIRContext *context = function.getContext();
    AffineExpr point = getAffineDimExpr(0, context), rest = point, total = getAffineConstantExpr(1, context);
    SmallVector<AffineExpr> indices(function.getNumDims());
    for (unsigned dim = function.getNumDims(); dim-- > 0;) {
      AffineExpr extent = function.getDims().getResult(dim);
      indices[dim] = dim == 0 ? rest : rest % extent;
      rest = rest.floorDiv(extent);
      total = total * extent;
    }
    for (Operation &op : function.entry())
      if (AffineMapAttr map = getPlaceMap(&op)) {
        AffineExpr expr = map.getValue().getResult(0);
        AffineExpr flat = walksAsOne(function, expr) ? withoutOuterDims(expr, function.getNumDims()) : expr.replaceDims(indices);
        op.setAttr("map", AffineMapAttr::get(AffineMap::get(1, map.getValue().getNumSymbols(), flat)));
      }
    function.setDims(AffineMap::get(0, function.getDims().getNumSymbols(), total));
  }

  /// `expr` with the last of `dims` dimensions as the only one, and 0 for the others.
  static AffineExpr withoutOuterDims(AffineExpr expr, unsigned dims) {
    SmallVector<AffineExpr> replacements(dims, getAffineConstantExpr(0, expr.getContext()));
    replacements.back() = getAffineDimExpr(0, expr.getContext());
    return expr.replaceDims(replacements);
  }

  /// A fold that came to nothing leaves one behind: all of its points, which may be none, would store the same.
  static bool isUnread(kernel::FuncOp function, unsigned dim) {
    return llvm::none_of(function.entry(), [&](Operation &op) {
      auto reduce = dyn_cast<kernel::ReduceOp>(op);
      AffineMapAttr map = getPlaceMap(&op);
      return (reduce && llvm::is_contained(reduce.getOver(), dim)) || (map && map.getValue().isFunctionOfDim(dim));
    });
  }

  static void erase(kernel::FuncOp function, unsigned dim) {
    SmallVector<AffineExpr> extents(function.getDims().getResults());
    extents.erase(extents.begin() + dim);
    function.setDims(AffineMap::get(0, function.getDims().getNumSymbols(), extents, function.getContext()));
    for (Operation &op : function.entry()) {
      if (auto reduce = dyn_cast<kernel::ReduceOp>(op)) {
        SmallVector<int64_t> over;
        for (int64_t folded : reduce.getOver())
          over.push_back(folded > dim ? folded - 1 : folded);
        reduce.setOver(over);
      }
      if (AffineMapAttr map = getPlaceMap(&op))
        op.setAttr("map", AffineMapAttr::get(withoutDim(map.getValue(), dim)));
    }
  }

  static bool canMerge(kernel::FuncOp function, unsigned dim) {
    AffineExpr extent = function.getDims().getResult(dim + 1);
    for (Operation &op : function.entry()) {
      if (auto reduce = dyn_cast<kernel::ReduceOp>(op))
        if (llvm::is_contained(reduce.getOver(), dim) != llvm::is_contained(reduce.getOver(), dim + 1))
          return false;
      if (auto scan = dyn_cast<kernel::ScanOp>(op); scan && (scan.getOver() == dim || scan.getOver() == dim + 1))
        return false;
      AffineMapAttr map = getPlaceMap(&op);
      if (!map)
        continue;
      auto outer = linearCoefficient(map.getValue().getResult(0), dim), inner = linearCoefficient(map.getValue().getResult(0), dim + 1);
      if (!outer || !inner || *outer != *inner * extent)
        return false;
    }
    return true;
  }

  static void merge(kernel::FuncOp function, unsigned dim) {
    MLIRContext *context = function.getContext();
    AffineMap dims = function.getDims();
    SmallVector<AffineExpr> extents(dims.getResults());
    extents[dim] = extents[dim] * extents[dim + 1];
    extents.erase(extents.begin() + dim + 1);
    function.setDims(AffineMap::get(0, dims.getNumSymbols(), extents, context));
    for (Operation &op : function.entry()) {
      if (auto reduce = dyn_cast<kernel::ReduceOp>(op)) {
        SmallVector<int64_t> over;
        for (int64_t folded : reduce.getOver())
          if (folded != dim + 1)
            over.push_back(folded > dim ? folded - 1 : folded);
        reduce.setOver(over);
      }
      if (auto scan = dyn_cast<kernel::ScanOp>(op); scan && scan.getOver() > dim)
        scan.setOver(scan.getOver() - 1);
      if (AffineMapAttr map = getPlaceMap(&op))
        op.setAttr("map", AffineMapAttr::get(withoutDim(map.getValue(), dim)));
    }
  }

  /// With 0 for a dimension: nothing uses it, or the map is linear in it and in the next inner one, which then stands for the pair.
  static AffineMap withoutDim(AffineMap map, unsigned dim) {
    MLIRContext *context = map.getContext();
    SmallVector<AffineExpr> replacements;
    for (unsigned i = 0; i < map.getNumDims(); ++i)
      replacements.push_back(i == dim ? getAffineConstantExpr(0, context) : getAffineDimExpr(i > dim ? i - 1 : i, context));
    SmallVector<AffineExpr> symbols;
    for (unsigned i = 0; i < map.getNumSymbols(); ++i)
      symbols.push_back(getAffineSymbolExpr(i, context));
    AffineExpr expr = map.getResult(0).replaceDimsAndSymbols(replacements, symbols);
    return AffineMap::get(map.getNumDims() - 1, map.getNumSymbols(), expr);
  }
};
} // namespace
