// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk from the constants on.

#include "compiler/Analysis/KnownAtLoad.h"

using namespace mlir;

namespace sinter {

llvm::DenseSet<Operation *> findKnownAtLoad(func::FuncOp function) {
  llvm::DenseSet<Operation *> known;
  auto isKnown = [&](Value v) { return v.getDefiningOp() && known.contains(v.getDefiningOp()); };
  auto isStatic = [](Type type) { return cast<RankedTensorType>(type).hasStaticShape(); };
  for (Operation &op : function.getBody().front())
    if (isa<ConstantSourceOpInterface>(op) || (op.getNumOperands() && isa_and_present<SinterDialect>(op.getDialect()) &&
                                               llvm::all_of(op.getOperands(), isKnown) && llvm::all_of(op.getResultTypes(), isStatic)))
      known.insert(&op);
  return known;
}

bool isViewOfKnown(Operation *op) { return isa<BroadcastOp, ReshapeOp, TransposeOp, SliceOp, SplitOp>(op); }

bool isWidening(Operation *op) {
  auto bitsOf = [](Value v) { return getElementTypeOrSelf(v.getType()).getIntOrFloatBitWidth(); };
  return isa<CastOp>(op) && bitsOf(op->getOperand(0)) < bitsOf(op->getResult(0));
}

Value rootOfKnown(Value value) {
  while (isViewOfKnown(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

Value memoryOfKnown(Value value, Operation *reader) {
  bool isKernels = !isa<ContractionOpInterface, func::ReturnOp>(reader);
  while (isViewOfKnown(value.getDefiningOp()) || (isKernels && isWidening(value.getDefiningOp())))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

Attribute identityOfKnown(Value root) {
  if (auto parameter = root.getDefiningOp<ParameterOp>())
    return parameter.getNameAttr();
  if (auto constant = root.getDefiningOp<ConstantOp>())
    return constant.getValueAttr();
  return DenseI64ArrayAttr::get(root.getContext(), static_cast<int64_t>(reinterpret_cast<uintptr_t>(root.getAsOpaquePointer())));
}

} // namespace sinter
