// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the places that the affine maps of a kernel's loads and stores reach.

#include "compiler/Explain/KernelTraffic.h"

#include "dialects/Support/SimplifyExpr.h"

#include "mlir/IR/AffineExprVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {
namespace {

constexpr uint64_t unbounded = std::numeric_limits<int64_t>::max();

/// Counts the values of affine expressions over the domain. Symbols beyond the kernel's stand for values that it loads.
class PlaceCounter {
public:
  PlaceCounter(kernel::FuncOp kernel, const SymbolValues &values) : extents(domainExtents(kernel, values)) {
    for (Attribute name : kernel.getSymbols())
      symbols.push_back(values.of(cast<StringAttr>(name).getValue()));
  }

  /// How many values `expr` takes at most: exact where each dimension is in one term, or the terms meet no value twice.
  uint64_t count(AffineExpr expr, ValueRange data) {
    return std::min({points(expr, data), spread(expr, data), pointsOfDims(expr, data)});
  }

private:
  struct Range {
    int64_t low, high;
    bool isKnown = true;
  };

  static constexpr Range unknown() { return {0, 0, false}; }

  uint64_t spread(AffineExpr expr, ValueRange data) {
    Range range = rangeOf(expr, data);
    return range.isKnown ? static_cast<uint64_t>(range.high - range.low) + 1 : unbounded;
  }

  /// The points of the dimensions that `expr` names, those behind its data included.
  uint64_t pointsOfDims(AffineExpr expr, ValueRange data) {
    llvm::SmallSetVector<unsigned, 4> dims;
    collectDims(expr, data, dims);
    uint64_t product = 1;
    for (unsigned dim : dims)
      product = llvm::SaturatingMultiply<uint64_t>(product, extents[dim]);
    return product;
  }

  void collectDims(AffineExpr expr, ValueRange data, llvm::SmallSetVector<unsigned, 4> &dims) {
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        dims.insert(dim.getPosition());
      auto symbol = dyn_cast<AffineSymbolExpr>(part);
      if (symbol && symbol.getPosition() >= symbols.size())
        collectDims(data[symbol.getPosition() - symbols.size()], dims);
    });
  }

  /// The dimensions over which a scalar of the kernel varies.
  void collectDims(Value value, llvm::SmallSetVector<unsigned, 4> &dims) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return;
    if (auto map = op->getAttrOfType<AffineMapAttr>("map")) {
      ValueRange data = isa<kernel::LoadOp>(op)    ? ValueRange(cast<kernel::LoadOp>(op).getIndices())
                        : isa<kernel::IndexOp>(op) ? ValueRange(cast<kernel::IndexOp>(op).getIndices())
                                                   : ValueRange();
      for (AffineExpr result : map.getValue().getResults())
        collectDims(result, data, dims);
      return;
    }
    llvm::SmallSetVector<unsigned, 4> own;
    for (Value operand : op->getOperands())
      collectDims(operand, own);
    if (auto reduce = dyn_cast<kernel::ReduceOp>(op))
      for (int64_t dim : reduce.getOver())
        own.remove(dim);
    dims.insert(own.begin(), own.end());
  }

  uint64_t points(AffineExpr expr, ValueRange data) {
    if (isa<AffineConstantExpr>(expr))
      return 1;
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return extents[dim.getPosition()];
    if (isa<AffineSymbolExpr>(expr))
      return pointsOfDims(expr, data);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    uint64_t lhs = points(binary.getLHS(), data), rhs = points(binary.getRHS(), data);
    if (expr.getKind() == AffineExprKind::Add || expr.getKind() == AffineExprKind::Mul)
      return llvm::SaturatingMultiply(lhs, rhs);
    return std::min(lhs, spread(expr, data));
  }

  Range rangeOf(AffineExpr expr, ValueRange data) {
    if (auto known = dyn_cast<AffineConstantExpr>(expr))
      return {known.getValue(), known.getValue()};
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return {0, std::max<int64_t>(extents[dim.getPosition()] - 1, 0)};
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbol.getPosition() < symbols.size() ? Range{symbols[symbol.getPosition()], symbols[symbol.getPosition()]}
                                                   : unknown();
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Range lhs = rangeOf(binary.getLHS(), data), rhs = rangeOf(binary.getRHS(), data);
    if (!rhs.isKnown || (!lhs.isKnown && expr.getKind() != AffineExprKind::Mod))
      return unknown();
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return {lhs.low + rhs.low, lhs.high + rhs.high};
    case AffineExprKind::Mul: {
      auto [low, high] = std::minmax({lhs.low * rhs.low, lhs.low * rhs.high, lhs.high * rhs.low, lhs.high * rhs.high});
      return {low, high};
    }
    case AffineExprKind::Mod:
      return lhs.isKnown && lhs.low >= 0 && lhs.high < rhs.low ? lhs : Range{0, std::max<int64_t>(rhs.high - 1, 0)};
    case AffineExprKind::CeilDiv:
      return rhs.low > 0 ? Range{llvm::divideCeilSigned(lhs.low, rhs.low), llvm::divideCeilSigned(lhs.high, rhs.low)}
                         : unknown();
    default:
      return rhs.low > 0 ? Range{llvm::divideFloorSigned(lhs.low, rhs.low), llvm::divideFloorSigned(lhs.high, rhs.low)}
                         : unknown();
    }
  }

  SmallVector<int64_t> extents;
  SmallVector<int64_t> symbols;
};

} // namespace

SmallVector<int64_t> domainExtents(kernel::FuncOp kernel, const SymbolValues &values) {
  SmallVector<AffineExpr> symbols;
  for (Attribute name : kernel.getSymbols())
    symbols.push_back(getAffineConstantExpr(values.of(cast<StringAttr>(name).getValue()), kernel.getContext()));
  SmallVector<int64_t> extents;
  for (AffineExpr extent : kernel.getDims().getResults()) {
    auto known = dyn_cast<AffineConstantExpr>(simplifyExpr(extent.replaceSymbols(symbols), 0, 0));
    extents.push_back(known ? std::max<int64_t>(known.getValue(), 0) : 1);
  }
  return extents;
}

SmallVector<ViewTraffic> countKernelTraffic(kernel::FuncOp kernel, ArrayRef<uint64_t> sizes,
                                            const SymbolValues &values) {
  PlaceCounter counter(kernel, values);
  SmallVector<ViewTraffic> traffic(sizes.size());
  llvm::DenseSet<std::tuple<Value, Attribute, Value>> seen;
  auto add = [&](Value view, AffineMap map, ValueRange data, bool isStore) {
    auto argument = dyn_cast<BlockArgument>(view);
    if (!argument || argument.getArgNumber() >= sizes.size() ||
        !seen.insert({view, AffineMapAttr::get(map), data.empty() ? Value() : data.front()}).second)
      return;
    uint64_t &count = isStore ? traffic[argument.getArgNumber()].stored : traffic[argument.getArgNumber()].loaded;
    count = std::min(sizes[argument.getArgNumber()], llvm::SaturatingAdd(count, counter.count(map.getResult(0), data)));
  };
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      add(load.getView(), load.getMap(), load.getIndices(), false);
    else if (auto store = dyn_cast<kernel::StoreOp>(op))
      add(store.getView(), store.getMap(), store.getIndices(), true);
  });
  return traffic;
}

} // namespace sinter
