// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of element types.

#include "compiler/Import/ONNX/OnnxOps/ElementTypes.h"

using namespace mlir;

namespace sinter {

static LogicalResult want(OnnxNode &node, Value value, bool isGood, StringRef kind) {
  return isGood ? success() : LogicalResult(node.error() << "expected " << kind << " tensor, but got " << value.getType());
}

LogicalResult wantAny(OnnxNode &, Value) { return success(); }
LogicalResult wantFloat(OnnxNode &node, Value value) { return want(node, value, isa<FloatType>(node.elementOf(value)), "a float"); }
LogicalResult wantInteger(OnnxNode &node, Value value) {
  Type element = node.elementOf(value);
  return want(node, value, isa<IntegerType>(element) && !element.isInteger(1), "an integer");
}
LogicalResult wantNumber(OnnxNode &node, Value value) { return want(node, value, !node.elementOf(value).isInteger(1), "a numeric"); }
LogicalResult wantBool(OnnxNode &node, Value value) { return want(node, value, node.elementOf(value).isInteger(1), "a bool"); }

LogicalResult wantSameElements(OnnxNode &node, Value a, Value b) {
  if (node.elementOf(a) == node.elementOf(b))
    return success();
  return node.error() << "expected inputs of one element type, but got " << a.getType() << " and " << b.getType();
}

} // namespace sinter
