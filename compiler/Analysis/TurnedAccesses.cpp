// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides of the maps of loads and stores.

#include "compiler/Analysis/TurnedAccesses.h"

#include "compiler/Analysis/KernelDims.h"
#include "dialects/Support/SimplifyExpr.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {

Value getAccessedView(Operation *op) {
  if (auto load = dyn_cast<kernel::LoadOp>(op))
    return load.getView();
  auto store = dyn_cast<kernel::StoreOp>(op);
  return store ? Value(store.getView()) : Value();
}

/// Whether `value` is made of the domain's indices and constants alone.
static bool isOfIndices(Value value) {
  Operation *op = value.getDefiningOp();
  return op && !isa<kernel::LoadOp, kernel::RandomBitsOp, kernel::ReduceOp, kernel::ScanOp>(op) && llvm::all_of(op->getOperands(), isOfIndices);
}

/// 1 or -1 where neighbours along `dim` are neighbours in memory, else 0.
static int64_t unitStride(AffineExpr expr, unsigned dim) {
  std::optional<AffineExpr> coefficient = linearCoefficient(expr, dim);
  auto constant = coefficient ? dyn_cast<AffineConstantExpr>(*coefficient) : AffineConstantExpr();
  return constant && std::abs(constant.getValue()) == 1 ? constant.getValue() : 0;
}

/// Whether the first two points along `dim` lie far apart: `fewestTurned` elements or more, or as many as symbols say.
static bool isFarApart(AffineMap map, unsigned dim) {
  AffineExpr expr = map.getResult(0);
  AffineExpr stride = substituteDim(expr, dim, getAffineConstantExpr(1, map.getContext())) - substituteDim(expr, dim, getAffineConstantExpr(0, map.getContext()));
  if (std::optional<AffineExpr> coefficient = linearCoefficient(expr, dim))
    stride = *coefficient;
  stride = simplifyExpr(stride, map.getNumDims(), map.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(stride))
    return std::abs(constant.getValue()) >= fewestTurned;
  return stride.isSymbolicOrConstant();
}

bool isTurned(kernel::FuncOp function, Operation *access, unsigned across) {
  unsigned inner = function.getNumDims() - 1;
  AffineMapAttr map = getPlaceMap(access);
  if (!map || !getAccessedView(access) || across >= inner)
    return false;
  auto load = dyn_cast<kernel::LoadOp>(access);
  bool isPlain = load ? load.getIndices().empty() && (!load.getPredicate() || isOfIndices(load.getPredicate())) : cast<kernel::StoreOp>(access).getIndices().empty() && !cast<kernel::StoreOp>(access).getPredicate();
  return isPlain && unitStride(map.getValue().getResult(0), across) != 0 && isFarApart(map.getValue(), inner);
}

bool walksForward(Operation *access, unsigned across) {
  auto load = dyn_cast<kernel::LoadOp>(access);
  return unitStride(getPlaceMap(access).getValue().getResult(0), across) == 1 && !(load && load.getPredicate());
}

bool allowsVectorAcross(kernel::FuncOp function, ArrayRef<Operation *> accesses, unsigned across, int64_t vector) {
  return function.getDims().getResult(across).isMultipleOf(vector) && llvm::all_of(accesses, [&](Operation *access) {
           AffineExpr expr = getPlaceMap(access).getValue().getResult(0);
           return !walksForward(access, across) || substituteDim(expr, across, getAffineConstantExpr(0, expr.getContext())).isMultipleOf(vector);
         });
}

SmallVector<Operation *> getTiledAccesses(kernel::FuncOp function, kernel::ScheduleAttr schedule) {
  SmallVector<Operation *> accesses;
  kernel::TilingAttr tiling = schedule.getTiling();
  for (Operation &op : function.entry())
    if (auto view = dyn_cast_if_present<BlockArgument>(getAccessedView(&op)))
      if (llvm::is_contained(tiling.getViews(), view.getArgNumber()) && isTurned(function, &op, tiling.getAcross()))
        accesses.push_back(&op);
  return accesses;
}

int64_t getTileBytes(Operation *access, int64_t points) {
  auto view = cast<kernel::ViewType>(getAccessedView(access).getType());
  return points * llvm::divideCeil(view.getComputeType().getIntOrFloatBitWidth(), 8);
}

} // namespace sinter
