// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantized values and products of them: q stands for (q - zero point) * scale. Casts to integers saturate.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

/// One value, a vector along the node's axis, or, with block_size, one for each block of that many along it: over all of `like`.
Value overAll(OnnxNode &node, Value value, Value like) {
  int64_t axis = node.getInt("axis", 1), block = node.getInt("block_size", 0), rank = node.typeOf(like).getRank();
  if (block == 0)
    return spread(node, value, like, axis);
  FailureOr<int64_t> front = node.axis(axis, rank);
  if (failed(front))
    return {};
  SmallVector<AffineExpr> whole = node.extents(like), split = node.extents(value), repeated = split;
  std::optional<int64_t> size = asConstant(whole[*front]);
  if (block < 1 || !size || static_cast<int64_t>(split.size()) != rank || split[*front] != (*size + block - 1) / block)
    return node.error() << "expected a value for each block of " << block << " along dimension " << *front << " of " << like.getType() << ", but got "
                        << value.getType(), Value();
  SmallVector<AffineExpr> merged = split;
  merged[*front] = mulExtents(split[*front], node.extent(block));
  split.insert(split.begin() + *front + 1, node.extent(1));
  repeated.insert(repeated.begin() + *front + 1, node.extent(block));
  Value result = node.reshape(value, split);
  result = result ? node.broadcast(result, repeated) : result;
  result = result ? node.reshape(result, merged) : result;
  // The last block may be cut short.
  return result ? node.slice(result, SmallVector<int64_t>(rank, 0), SmallVector<int64_t>(rank, 1), whole) : result;
}

/// round(x) + zero point, of `type`; integers saturate. Eight-bit floats round once and have no zero point but 0.
Value toQuantized(OnnxNode &node, Value x, Value zero, Type type) {
  bool isInteger = isa<IntegerType>(type);
  if (isInteger)
    x = RoundOp::create(node.b, x);
  if (zero)
    x = AddOp::create(node.b, x, node.cast(zero, node.elementOf(x)));
  return node.cast(x, type);
}

/// The type that a node's results have: the zero point's, the attribute's, or u8.
FailureOr<Type> quantizedType(OnnxNode &node) {
  if (node.hasInput(2)) {
    RankedTensorType type = node.type(2);
    return type ? FailureOr<Type>(type.getElementType()) : FailureOr<Type>(failure());
  }
  int64_t number = node.getInt("output_dtype", 0);
  Type type = number ? getOnnxElementType(node.b.getContext(), number) : node.b.getIntegerType(8, /*isSigned=*/false);
  if (!type)
    return node.error() << "element type " << getOnnxTypeName(number) << " is not supported", failure();
  return type;
}

LogicalResult importQuantize(OnnxNode &node) {
  Value x = node.tensor(0), scale = x ? node.tensor(1) : Value(), zero = scale && node.hasInput(2) ? node.tensor(2) : Value();
  FailureOr<Type> type = scale ? quantizedType(node) : FailureOr<Type>(failure());
  if (failed(type) || (node.hasInput(2) && !zero))
    return failure();
  if (isa<FloatType>(*type) && node.getInt("saturate", 1) == 0)
    return node.error() << "quantization to floats that does not saturate is not supported";
  Type wide = node.elementOf(x).isF64() ? node.b.getF64Type() : Type(node.b.getF32Type());
  scale = overAll(node, node.cast(scale, wide), x);
  zero = zero && scale ? overAll(node, zero, x) : zero;
  if (!scale || (node.hasInput(2) && !zero))
    return failure();
  return node.setResult(toQuantized(node, DivOp::create(node.b, node.cast(x, wide), scale), zero, *type));
}

/// The distance from the zero point: of integers in i32, where it is exact.
Value fromZero(OnnxNode &node, Value x, Value zero) {
  Type type = isa<IntegerType>(node.elementOf(x)) ? Type(node.b.getI32Type()) : node.b.getF32Type();
  x = node.cast(x, type);
  return zero ? Value(SubOp::create(node.b, x, node.cast(zero, type))) : x;
}

LogicalResult importDequantize(OnnxNode &node) {
  Value x = node.tensor(0), scale = x ? node.tensor(1) : Value(), zero = scale && node.hasInput(2) ? node.tensor(2) : Value();
  if (!scale || (node.hasInput(2) && !zero))
    return failure();
  Type element = node.elementOf(scale), wide = getComputeType(element);
  if (int64_t number = node.getInt("output_dtype", 0))
    if (!(element = getOnnxElementType(node.b.getContext(), number)))
      return node.error() << "element type " << getOnnxTypeName(number) << " is not supported";
  scale = overAll(node, node.cast(scale, wide), x);
  zero = zero && scale ? overAll(node, zero, x) : zero;
  if (!scale || (node.hasInput(2) && !zero))
    return failure();
  return node.setResult(node.cast(MulOp::create(node.b, node.cast(fromZero(node, x, zero), wide), scale), element));
}

/// To u8: the range from the least to the greatest value, 0 included, in 255 steps.
LogicalResult importDynamicQuantize(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, node.typeOf(x).getRank()));
  Type byte = node.b.getIntegerType(8, /*isSigned=*/false);
  Value high = node.reduce<ReduceMaxOp>(x, all), low = node.reduce<ReduceMinOp>(x, all);
  if (!high || !low)
    return failure();
  high = MaxOp::create(node.b, high, node.splat(0, high));
  low = MinOp::create(node.b, low, node.splat(0, low));
  Value scale = DivOp::create(node.b, SubOp::create(node.b, high, low), node.splat(255, high));
  Value zero = node.cast(RoundOp::create(node.b, DivOp::create(node.b, NegOp::create(node.b, low), scale)), byte);
  SmallVector<AffineExpr> extents = node.extents(x);
  Value y = toQuantized(node, DivOp::create(node.b, x, node.broadcast(scale, extents)), node.broadcast(zero, extents), byte);
  return success(succeeded(node.setResult(0, y)) && succeeded(node.setResult(1, scale)) && succeeded(node.setResult(2, zero)));
}

/// Input `i` less its zero point, input `zeroInput`, in i32: one for all, or one a row (dimension -2) or column (-1), or of the input's rank.
Value integerSide(OnnxNode &node, int64_t i, int64_t zeroInput, int64_t axis) {
  Value x = node.tensor(i), zero = x && node.hasInput(zeroInput) ? node.tensor(zeroInput) : Value();
  if (!x || (node.hasInput(zeroInput) && !zero))
    return {};
  if (zero)
    zero = node.typeOf(zero).getRank() > 1 ? node.broadcast(zero, node.extents(x)) : spread(node, zero, x, axis);
  return node.hasInput(zeroInput) && !zero ? Value() : fromZero(node, x, zero);
}

LogicalResult importMatMulInteger(OnnxNode &node) {
  Value lhs = integerSide(node, 0, 2, -2), rhs = lhs ? integerSide(node, 1, 3, -1) : Value();
  return rhs ? node.setResult(matmul(node, lhs, rhs)) : failure();
}

/// Input `i`, a scale or a zero point: one for all, one along `axis`, or of `like`'s rank.
Value factor(OnnxNode &node, int64_t i, Value like, int64_t axis) {
  Value value = node.tensor(i);
  if (!value)
    return {};
  return node.typeOf(value).getRank() > 1 ? node.broadcast(value, node.extents(like)) : spread(node, value, like, axis);
}

/// The product in i32, scaled in f32 and rounded once.
LogicalResult importQLinearMatMul(OnnxNode &node) {
  Value lhs = integerSide(node, 0, 2, -2), rhs = lhs ? integerSide(node, 3, 5, -1) : Value();
  Value sum = rhs ? matmul(node, lhs, rhs) : Value();
  Value lhsScale = sum ? factor(node, 1, sum, -2) : Value(), rhsScale = lhsScale ? factor(node, 4, sum, -1) : Value();
  Value scale = rhsScale ? factor(node, 6, sum, -2) : Value(), zero = scale ? factor(node, 7, sum, -2) : Value();
  if (!zero)
    return failure();
  Type wide = node.b.getF32Type(), type = node.elementOf(zero);
  Value ratio = DivOp::create(node.b, MulOp::create(node.b, node.cast(lhsScale, wide), node.cast(rhsScale, wide)), node.cast(scale, wide));
  return node.setResult(toQuantized(node, MulOp::create(node.b, node.cast(sum, wide), ratio), zero, type));
}

const OnnxOp ops[] = {
    {"QuantizeLinear", 2, 3, importQuantize},
    {"DequantizeLinear", 2, 3, importDequantize},
    {"DynamicQuantizeLinear", 1, 1, importDynamicQuantize},
    {"MatMulInteger", 2, 4, importMatMulInteger},
    {"QLinearMatMul", 8, 8, importQLinearMatMul},
};

} // namespace

ArrayRef<OnnxOp> quantizationOnnxOps() { return ops; }

} // namespace sinter
