// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions of values and linear forms of maps.

#include "compiler/Analysis/KernelDims.h"

#include "compiler/Analysis/TurnedAccesses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {

AffineMapAttr getPlaceMap(Operation *op) {
  return isa<kernel::LoadOp, kernel::StoreOp, kernel::IndexOp>(op) ? op->getAttrOfType<AffineMapAttr>("map") : AffineMapAttr();
}

KernelDims::KernelDims(kernel::FuncOp function) {
  unsigned count = function.getNumDims();
  for (Operation &op : function.entry()) {
    llvm::SmallBitVector set(count);
    for (Value operand : op.getOperands())
      if (auto it = dims.find(operand); it != dims.end())
        set |= it->second;
    if (AffineMapAttr map = getPlaceMap(&op))
      for (unsigned i = 0; i < count; ++i)
        if (map.getValue().isFunctionOfDim(i))
          set.set(i);
    if (auto reduce = dyn_cast<kernel::ReduceOp>(op))
      for (int64_t dim : reduce.getOver())
        set.reset(dim);
    if (auto scan = dyn_cast<kernel::ScanOp>(op))
      set.set(scan.getOver());
    for (Value result : op.getResults())
      dims.try_emplace(result, set);
  }
}

bool KernelDims::variesOver(Value value, ArrayRef<int64_t> any) const {
  return llvm::any_of(any, [&](int64_t dim) { return variesOver(value, dim); });
}

std::optional<AffineExpr> linearCoefficient(AffineExpr expr, unsigned dim) {
  MLIRContext *context = expr.getContext();
  if (!expr.isFunctionOfDim(dim))
    return getAffineConstantExpr(0, context);
  if (isa<AffineDimExpr>(expr))
    return getAffineConstantExpr(1, context);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add) {
    auto left = linearCoefficient(binary.getLHS(), dim), right = linearCoefficient(binary.getRHS(), dim);
    if (!left || !right)
      return std::nullopt;
    return *left + *right;
  }
  if (expr.getKind() == AffineExprKind::Mul && !binary.getRHS().isFunctionOfDim(dim)) {
    auto left = linearCoefficient(binary.getLHS(), dim);
    if (!left)
      return std::nullopt;
    return *left * binary.getRHS();
  }
  return std::nullopt;
}

AffineExpr substituteDim(AffineExpr expr, unsigned dim, AffineExpr value) {
  return expr.replace(getAffineDimExpr(dim, expr.getContext()), value);
}

bool hasTail(kernel::FuncOp function) {
  return function.getNumDims() == 1 && llvm::none_of(function.entry(), llvm::IsaPred<kernel::ReduceOp, kernel::ScanOp>);
}

bool allowsVector(kernel::FuncOp function, unsigned inner, int64_t vector) {
  if (!hasTail(function) && !function.getDims().getResult(inner).isMultipleOf(vector))
    return false;
  kernel::RaggedAttr ragged = function.getRagged();
  if (ragged && ragged.getOuter() + 1 == inner && !ragged.getExtent().getValue().getResult(0).isMultipleOf(vector))
    return false;
  bool isPointwise = llvm::none_of(function.entry(), llvm::IsaPred<kernel::ReduceOp, kernel::ScanOp>), hasAligned = false, hasUnaligned = false;
  for (Operation &op : function.entry()) {
    AffineMapAttr map = getPlaceMap(&op);
    if (!map || isa<kernel::IndexOp>(op))
      continue;
    AffineExpr expr = map.getValue().getResult(0);
    auto coefficient = linearCoefficient(expr, inner);
    if (!coefficient || *coefficient != 1)
      continue; // Read lane by lane, or once for all.
    (isAlignedTo(expr, inner, vector) ? hasAligned : hasUnaligned) = true;
  }
  // Pieces of an unaligned vector are still fewer accesses than its elements, and their threads have more to wait for at once.
  return !hasUnaligned || (isPointwise && hasAligned);
}

bool isAlignedTo(AffineExpr expr, unsigned inner, int64_t vector, AffineExpr start) {
  auto coefficient = linearCoefficient(expr, inner);
  if (!coefficient || *coefficient != 1)
    return false;
  AffineExpr first = substituteDim(expr, inner, getAffineConstantExpr(0, expr.getContext()));
  if (!start)
    return first.isMultipleOf(vector);
  return (first - start).isMultipleOf(vector);
}

AffineExpr findRowStart(kernel::FuncOp function, unsigned inner) {
  if (inner + 1 != function.getNumDims() || function.getRagged())
    return {};
  llvm::MapVector<AffineExpr, int64_t> bits;
  for (Operation &op : function.entry()) {
    AffineMapAttr map = getPlaceMap(&op);
    if (!map || isa<kernel::IndexOp>(op))
      continue;
    auto load = dyn_cast<kernel::LoadOp>(op);
    AffineExpr expr = map.getValue().getResult(0);
    auto coefficient = linearCoefficient(expr, inner);
    ValueRange data = load ? load.getIndices() : cast<kernel::StoreOp>(op).getIndices();
    if (!coefficient || *coefficient != 1 || !data.empty())
      continue;
    AffineExpr start = substituteDim(expr, inner, getAffineConstantExpr(0, expr.getContext()));
    // Not what all rows share: it is in a cache.
    if (llvm::any_of(llvm::seq<unsigned>(0, inner), [&](unsigned dim) { return expr.isFunctionOfDim(dim); }) || inner == 0)
      bits[start] += cast<kernel::ViewType>(getAccessedView(&op).getType()).getElement().getIntOrFloatBitWidth();
  }
  auto most = std::max_element(bits.begin(), bits.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
  return most == bits.end() ? AffineExpr() : most->first;
}

SmallVector<int64_t> getReducedDims(kernel::FuncOp function) {
  SmallVector<int64_t> reduced;
  for (auto reduce : function.entry().getOps<kernel::ReduceOp>())
    for (int64_t dim : reduce.getOver())
      if (!llvm::is_contained(reduced, dim))
        reduced.push_back(dim);
  llvm::sort(reduced);
  return reduced;
}

SmallVector<int64_t> getWalkedDims(kernel::FuncOp function) {
  SmallVector<int64_t> all = getReducedDims(function);
  int64_t last = static_cast<int64_t>(function.getNumDims()) - 1;
  if (!llvm::is_contained(all, last))
    return all;
  SmallVector<int64_t> walked;
  for (auto reduce : function.entry().getOps<kernel::ReduceOp>())
    if (llvm::is_contained(reduce.getOver(), last))
      for (int64_t dim : reduce.getOver())
        if (!llvm::is_contained(walked, dim))
          walked.push_back(dim);
  llvm::sort(walked);
  return walked;
}

SmallVector<int64_t> getRowDims(kernel::FuncOp function) {
  SmallVector<int64_t> walked = getWalkedDims(function);
  if (walked.empty() && function.getNumDims() > 0)
    walked.push_back(function.getNumDims() - 1);
  return walked;
}

bool foldsRowsIntoColumns(kernel::FuncOp function) {
  SmallVector<int64_t> walked = getWalkedDims(function);
  return llvm::any_of(function.entry().getOps<kernel::ReduceOp>(), [&](kernel::ReduceOp reduce) {
    return llvm::none_of(reduce.getOver(), [&](int64_t dim) { return llvm::is_contained(walked, dim); });
  });
}

kernel::ScanOp getFirstScan(kernel::FuncOp function) {
  auto scans = function.entry().getOps<kernel::ScanOp>();
  return scans.empty() ? kernel::ScanOp() : *scans.begin();
}

bool foldsRowsOfOneDim(kernel::FuncOp function) {
  SmallVector<int64_t> walked = getWalkedDims(function);
  return llvm::all_of(function.entry().getOps<kernel::ReduceOp>(), [&](kernel::ReduceOp reduce) {
    return reduce.getOver().size() == 1 || llvm::any_of(reduce.getOver(), [&](int64_t dim) { return llvm::is_contained(walked, dim); });
  });
}

std::optional<int64_t> countPoints(kernel::FuncOp function, ArrayRef<AffineExpr> symbols, function_ref<bool(int64_t)> isIn) {
  int64_t result = 1;
  for (auto [dim, extent] : llvm::enumerate(function.getDims().getResults()))
    if (isIn(dim)) {
      auto known = dyn_cast<AffineConstantExpr>(extent.replaceSymbols(symbols));
      if (!known || llvm::MulOverflow(result, known.getValue(), result))
        return std::nullopt;
    }
  return result;
}

std::optional<int64_t> getStaticPoints(kernel::FuncOp function, function_ref<bool(int64_t)> isIn) { return countPoints(function, {}, isIn); }

} // namespace sinter
