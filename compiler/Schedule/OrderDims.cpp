// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of a kernel's dimensions: as its bytes lie in memory, rather than as the graph names them.

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/SimplifyByRange.h"
#include "compiler/Schedule/Folds.h"
#include "compiler/Schedule/Passes.h"
#include "dialects/Support/SimplifyExpr.h"

namespace sinter {
#define GEN_PASS_DEF_ORDERDIMSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
/// Points of a dimension that a fold may make in one.
constexpr int64_t mostUnrolled = 16;

struct OrderDims : sinter::impl::OrderDimsPassBase<OrderDims> {
  void runOnOperation() override {
    kernel::FuncOp function = getOperation();
    simplifyMaps(function);
    if (getFirstScan(function) || function.getNumDims() < 2 || function.getRagged())
      return;
    SmallVector<int64_t> reduced = getReducedDims(function);
    if (!llvm::all_of(function.entry().getOps<kernel::ReduceOp>(), [&](kernel::ReduceOp reduce) { return reduce.getOver() == ArrayRef(reduced); }))
      return;
    unsigned inner = chooseInner(function);
    // Folds walk as they are, unless they are of products, nothing lies along their last dimension, and enough along another.
    if (!reduced.empty() && (!sumsProducts(function) || countBits(function, function.getNumDims() - 1) > 0 || function.getStaticExtent(inner).value_or(0) <= mostUnrolled))
      return;
    if (inner + 1 != function.getNumDims())
      permute(function, orderOuter(function, inner));
  }

  static void simplifyMaps(kernel::FuncOp function) {
    SmallVector<IndexRange> dims;
    for (AffineExpr extent : function.getDims().getResults()) {
      auto constant = dyn_cast<AffineConstantExpr>(extent);
      dims.push_back({0, constant ? std::optional(std::max<int64_t>(constant.getValue() - 1, 0)) : std::nullopt});
    }
    for (Operation &op : function.entry()) {
      AffineMapAttr map = getPlaceMap(&op);
      if (!map)
        continue;
      unsigned symbols = map.getValue().getNumSymbols();
      AffineExpr expr = map.getValue().getResult(0), simple = simplifyByRange(expr, dims, SmallVector<IndexRange>(symbols));
      if (simple != expr)
        op.setAttr("map", AffineMapAttr::get(AffineMap::get(dims.size(), symbols, simplifyExpr(simple, dims.size(), symbols))));
    }
  }

  static std::optional<AffineExpr> factorIn(Operation &op, unsigned dim) {
    AffineMapAttr map = getPlaceMap(&op);
    return map && !isa<kernel::IndexOp>(op) ? linearCoefficient(map.getValue().getResult(0), dim) : std::nullopt;
  }

  static bool liesAlong(Operation &op, unsigned dim) {
    std::optional<AffineExpr> factor = factorIn(op, dim);
    return factor && *factor == 1;
  }

  /// Bits of a point that lie side by side along `dim`.
  static int64_t countBits(kernel::FuncOp function, unsigned dim) {
    int64_t bits = 0;
    for (Operation &op : function.entry())
      if (liesAlong(op, dim) && isOverAll(function, op))
        bits += elementOf(op).getIntOrFloatBitWidth();
    return bits;
  }

  /// The dimension along which most bytes lie side by side; of equal ones the last.
  static unsigned chooseInner(kernel::FuncOp function) {
    int64_t most = 0;
    unsigned best = function.getNumDims() - 1;
    for (unsigned dim = function.getNumDims(); dim-- > 0;) {
      if (function.getStaticExtent(dim) == 1)
        continue;
      if (int64_t bits = countBits(function, dim); bits > most) {
        most = bits;
        best = dim;
      }
    }
    return best;
  }

  /// Whether `op` reads or writes an element of its own at every point, so that its bytes count. In a fold a few points may share one (kernel-unroll-dims).
  static bool isOverAll(kernel::FuncOp function, Operation &op) {
    AffineMap map = getPlaceMap(&op).getValue();
    int64_t few = getReducedDims(function).empty() ? 1 : mostUnrolled;
    return llvm::all_of(llvm::seq<unsigned>(0, function.getNumDims()), [&](unsigned dim) {
      std::optional<int64_t> extent = function.getStaticExtent(dim);
      return map.isFunctionOfDim(dim) || (extent && *extent <= few);
    });
  }

  static Type elementOf(Operation &op) {
    auto load = dyn_cast<kernel::LoadOp>(op);
    return cast<kernel::ViewType>((load ? load.getView() : cast<kernel::StoreOp>(op).getView()).getType()).getElement();
  }

  /// All dimensions, `inner` last, the others by falling factors of the last access that lies along `inner`, where these are integers.
  static SmallVector<unsigned> orderOuter(kernel::FuncOp function, unsigned inner) {
    SmallVector<unsigned> order;
    for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
      if (dim != inner)
        order.push_back(dim);
    for (Operation &op : llvm::reverse(function.entry())) {
      if (!liesAlong(op, inner) || !isOverAll(function, op))
        continue;
      auto isBefore = [&](unsigned a, unsigned b) {
        std::optional<AffineExpr> left = factorIn(op, a), right = factorIn(op, b);
        return cast<AffineConstantExpr>(*left).getValue() > cast<AffineConstantExpr>(*right).getValue();
      };
      bool areKnown = llvm::all_of(order, [&](unsigned dim) {
        std::optional<AffineExpr> factor = factorIn(op, dim);
        return factor && isa<AffineConstantExpr>(*factor);
      });
      if (areKnown)
        llvm::stable_sort(order, isBefore);
      break;
    }
    order.push_back(inner);
    return order;
  }

  /// Dimension `order[i]` becomes dimension i.
  static void permute(kernel::FuncOp function, ArrayRef<unsigned> order) {
    MLIRContext *context = function.getContext();
    SmallVector<AffineExpr> extents, replacements(order.size());
    for (auto [to, from] : llvm::enumerate(order)) {
      extents.push_back(function.getDims().getResult(from));
      replacements[from] = getAffineDimExpr(to, context);
    }
    function.setDims(AffineMap::get(0, function.getDims().getNumSymbols(), extents, context));
    for (Operation &op : function.entry()) {
      if (AffineMapAttr map = getPlaceMap(&op)) {
        AffineExpr expr = map.getValue().getResult(0).replaceDims(replacements);
        op.setAttr("map", AffineMapAttr::get(AffineMap::get(order.size(), map.getValue().getNumSymbols(), expr)));
      }
      if (auto reduce = dyn_cast<kernel::ReduceOp>(op)) {
        SmallVector<int64_t> over;
        for (int64_t dim : reduce.getOver())
          over.push_back(llvm::find(order, static_cast<unsigned>(dim)) - order.begin());
        llvm::sort(over);
        reduce.setOver(over);
      }
    }
  }
};
} // namespace
