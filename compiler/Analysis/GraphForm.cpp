// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of any other form may come from hand-written text: it is refused here, once, before a pass looks into it.

#include "compiler/Analysis/GraphForm.h"

#include "dialects/Kernel/IR/Kernel.h"

using namespace mlir;

namespace sinter {

static bool isGraphElement(Type type) {
  if (isa<Float64Type, Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type, Float4E2M1FNType>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return false;
  int width = static_cast<int>(integer.getWidth());
  return llvm::is_contained({8, 16, 32, 64}, width) || (!integer.isUnsigned() && (width == 1 || width == 4));
}

static bool isGraphTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isGraphElement(tensor.getElementType()) && hasKnownExtents(type);
}

/// Sizes in bytes, and what is computed of them, stay in range: the same bound as for ONNX models.
static bool isTooLarge(Type type) {
  int64_t product = 1;
  for (int64_t extent : cast<RankedTensorType>(type).getShape())
    if (!ShapedType::isDynamic(extent) && (llvm::MulOverflow(product, std::max<int64_t>(extent, 1), product) || product > (int64_t(1) << 47)))
      return true;
  return false;
}

/// MLIR keeps any attribute that an operator does not know. Those without a dialect's prefix can only be misspelled.
static LogicalResult checkAttributes(Operation &op) {
  for (NamedAttribute attribute : op.getDiscardableAttrs())
    if (StringRef name = attribute.getName().getValue(); !name.contains('.'))
      return op.emitOpError("has no attribute `") << name << "`";
  return success();
}

LogicalResult checkGraph(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("expected the function to have a body of one block: a graph has no calls and no branches");
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (!isGraphTensor(type))
      return function.emitError("expected argument ") << i << " to be a tensor of a type that graphs have, with extents that are integers or named by `#sinter.dims`, but got " << type;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isTooLarge(type))
      return function.emitError("expected the extents of argument ") << i << " to have a product of at most 2^47, but got " << type;
  for (Operation &op : function.getBody().front()) {
    if (!isa<func::ReturnOp, kernel::CallOp>(op) && !isa_and_present<SinterDialect>(op.getDialect()))
      return op.emitOpError("is no operator of a graph: expected one of the `sinter` dialect");
    if (failed(checkAttributes(op)))
      return failure();
    for (Type type : op.getResultTypes())
      if (!isGraphTensor(type))
        return op.emitOpError("expected results to be tensors with extents that are integers or named by `#sinter.dims`, but got ") << type;
    for (Type type : op.getResultTypes())
      if (isTooLarge(type))
        return op.emitOpError("expected the extents of results to have a product of at most 2^47, but got ") << type;
  }
  return success();
}

} // namespace sinter
