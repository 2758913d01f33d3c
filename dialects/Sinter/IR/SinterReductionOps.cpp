// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions: types and verifiers.

#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;
using namespace sinter;

namespace sinter {

LogicalResult inferReductionType(std::optional<Location> location, Type input, ArrayRef<int64_t> axes,
                                 SmallVectorImpl<Type> &types, Type element) {
  auto type = dyn_cast<RankedTensorType>(input);
  if (!type)
    return failure();
  int64_t previous = -1;
  for (int64_t axis : axes) {
    if (axis <= previous)
      return emitOptionalError(location, "expected reduced axes to be ascending and 0 or more, but got ", axis, " after ", previous);
    if (axis >= type.getRank())
      return emitOptionalError(location, "expected reduced axis to be below rank ", type.getRank(), ", but got ", axis);
    previous = axis;
  }
  SmallVector<int64_t> kept;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (!llvm::is_contained(axes, i))
      kept.push_back(i);
  types.push_back(pickDims(type, kept, element ? element : type.getElementType()));
  return success();
}

LogicalResult verifyReduction(ReductionOpInterface op) {
  if (op.getReductionAxes().empty())
    return op.emitOpError("expected at least one axis");
  return success();
}

} // namespace sinter

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterReductionOps.cpp.inc"

// The first k.

LogicalResult TopkOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  ArrayRef<int64_t> axes = adaptor.getAxes();
  if (!type || axes.size() != 1)
    return emitOptionalError(location, "expected one axis, but got ", axes.size());
  if (axes[0] < 0 || axes[0] >= type.getRank())
    return emitOptionalError(location, "expected axis to be below rank ", type.getRank(), ", but got ", axes[0]);
  SymbolScope scope(context);
  SmallVector<AffineExpr> extents = scope.extents(type);
  extents[axes[0]] = getAffineConstantExpr(adaptor.getK(), context);
  types.push_back(getTensorType(context, extents, scope.names(), type.getElementType()));
  types.push_back(getTensorType(context, extents, scope.names(), IntegerType::get(context, 64)));
  return success();
}

LogicalResult TopkOp::verify() {
  // Each costs a fold of the whole row: for more a sort would be the better way.
  constexpr int64_t most = 64;
  int64_t k = getK();
  if (k < 1 || k > most)
    return emitOpError("expected k to be 1 to ") << most << ", but got " << k;
  RankedTensorType type = getInput().getType();
  if (getAxes().size() != 1 || getAxes()[0] < 0 || getAxes()[0] >= type.getRank())
    return success(); // Said when the results' types are inferred.
  if (int64_t extent = type.getDimSize(getAxes()[0]); !ShapedType::isDynamic(extent) && extent < k)
    return emitOpError("expected k to be at most the axis' extent ") << extent << ", but got " << k;
  return success();
}

ReductionKind TopkOp::getReductionKind() { return getSmallest() ? ReductionKind::Min : ReductionKind::Max; }
ArrayRef<int64_t> TopkOp::getReductionAxes() { return getAxes(); }
int64_t TopkOp::getKeptExtent() { return getK(); }
SmallVector<Value> TopkOp::buildFolds(FoldBuilder &f, Value x) { return buildFirstInOrder(f, x, getReductionKind(), getK()); }
