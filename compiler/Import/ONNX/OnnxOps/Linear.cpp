// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products, and convolutions that are such.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

LogicalResult importMatMul(OnnxNode &node) {
  Value lhs = node.tensor(0), rhs = lhs ? node.tensor(1) : Value();
  return rhs ? node.setResult(matmul(node, lhs, rhs)) : failure();
}

/// alpha * A * B + beta * C; 16-bit floats are scaled after the product is rounded.
LogicalResult importGemm(OnnxNode &node) {
  Value a = node.tensor(0), b = a ? node.tensor(1) : Value();
  if (!b)
    return failure();
  if (node.typeOf(a).getRank() != 2 || node.typeOf(b).getRank() != 2)
    return node.error() << "expected sides of rank 2, but got " << a.getType() << " and " << b.getType();
  Value result = product(node, a, b, node.getInt("transA", 0), node.getInt("transB", 0));
  double alpha = node.getFloat("alpha", 1), beta = node.getFloat("beta", 1);
  if (!result)
    return failure();
  if (alpha != 1)
    result = MulOp::create(node.b, result, node.splat(alpha, result));
  if (!node.hasInput(2))
    return node.setResult(result);
  Value c = node.tensor(2);
  if (!c || !(c = node.broadcast(c, node.extents(result))))
    return failure();
  if (beta != 1)
    c = MulOp::create(node.b, c, node.splat(beta, c));
  return node.setResult(AddOp::create(node.b, result, c));
}

/// Whether the windows of a convolution tile the input: it is a matrix product then, as for patches and pointwise ones.
bool isTiling(const OnnxNode &node) {
  auto all = [&](StringRef name, int64_t value) {
    return llvm::all_of(node.getInts(name).value_or(SmallVector<int64_t>()), [&](int64_t i) { return i == value; });
  };
  SmallVector<int64_t> kernel = node.getInts("kernel_shape").value_or(SmallVector<int64_t>());
  SmallVector<int64_t> strides = node.getInts("strides").value_or(SmallVector<int64_t>(kernel.size(), 1));
  std::string padding = node.getString("auto_pad", "NOTSET");
  return !kernel.empty() && kernel == strides && llvm::all_of(kernel, [](int64_t k) { return k > 0; }) && all("pads", 0) && all("dilations", 1) &&
         node.getInt("group", 1) == 1 && (padding == "NOTSET" || padding == "VALID");
}

/// The input as [N, windows, elements of a window], and the windows' extents.
Value unfold(OnnxNode &node, Value x, ArrayRef<int64_t> kernel, SmallVector<AffineExpr> &windows) {
  SmallVector<AffineExpr> from = node.extents(x), used{from[0], from[1]}, split = used;
  int64_t d = kernel.size();
  SmallVector<int64_t> permutation{0};
  for (int64_t i = 0; i < d; ++i) {
    AffineExpr k = node.extent(kernel[i]);
    std::optional<AffineExpr> count = divExtents(from[i + 2], k);
    if (!count)
      return node.error() << "cannot tell how many windows of " << kernel[i] << " fit dimension " << i + 2 << " of " << x.getType(), Value();
    windows.push_back(*count);
    used.push_back(mulExtents(*count, k));
    split.append({*count, k});
    permutation.push_back(2 + 2 * i);
  }
  permutation.push_back(1);
  AffineExpr places = node.extent(1), elements = from[1];
  for (int64_t i = 0; i < d; ++i) {
    permutation.push_back(3 + 2 * i);
    places = mulExtents(places, windows[i]);
    elements = mulExtents(elements, node.extent(kernel[i]));
  }
  // What no whole window covers is left out.
  Value y = node.slice(x, SmallVector<int64_t>(d + 2, 0), SmallVector<int64_t>(d + 2, 1), used);
  y = node.reshape(y, split);
  y = y ? node.transpose(y, permutation) : y;
  return y ? node.reshape(y, {from[0], places, elements}) : y;
}

LogicalResult importConv(OnnxNode &node) {
  FailureOr<SmallVector<Value>> in = node.tensors();
  if (failed(in))
    return failure();
  Value x = (*in)[0], weight = (*in)[1];
  SmallVector<int64_t> kernel = *node.getInts("kernel_shape");
  SmallVector<AffineExpr> w = node.extents(weight), from = node.extents(x), windows;
  if (from.size() != kernel.size() + 2 || w.size() != from.size() || w[1] != from[1])
    return node.error() << "expected an input and weights of rank " << kernel.size() + 2 << " and as many channels, but got " << x.getType()
                        << " and " << weight.getType();
  Value columns = unfold(node, x, kernel, windows);
  if (!columns)
    return failure();
  weight = node.reshape(weight, {w[0], node.extents(columns)[2]});
  Value y = weight ? product(node, columns, weight, false, /*transposeRhs=*/true) : Value();
  y = y ? node.transpose(y, {0, 2, 1}) : y;
  SmallVector<AffineExpr> to{from[0], w[0]};
  llvm::append_range(to, windows);
  y = y ? node.reshape(y, to) : y;
  if (!y || in->size() < 3)
    return node.setResult(y);
  if (node.extents((*in)[2]) != SmallVector<AffineExpr>{w[0]})
    return node.error() << "expected one bias a channel, but got " << (*in)[2].getType();
  return node.setResult(AddOp::create(node.b, y, BroadcastOp::create(node.b, y.getType(), (*in)[2], ArrayRef<int64_t>{1})));
}

const OnnxOp ops[] = {
    {"Conv", 2, 3, importConv, isTiling, "only windows that tile the input are"},
    {"MatMul", 2, 2, importMatMul},
    {"Gemm", 2, 3, importGemm},
    {"Einsum", 1, anyNumber, importEinsum},
};

} // namespace

ArrayRef<OnnxOp> linearOnnxOps() { return ops; }

} // namespace sinter
