// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions that several families of operators are imported as. Each is null after an error.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_BUILDERS_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_BUILDERS_H

#include "compiler/Import/ONNX/OnnxNode.h"

namespace sinter {

mlir::Value compare(OnnxNode &node, CompareKind kind, mlir::Value x, mlir::Value y);
mlir::Value compare(OnnxNode &node, CompareKind kind, mlir::Value x, double y);

/// Slices of `data` along `axis`, by index.
mlir::Value gather(OnnxNode &node, mlir::Value data, mlir::Value indices, int64_t axis);
/// Single elements of `data`: at each index of `indices`, the index along `axis` is the one that stands there.
mlir::Value gatherElements(OnnxNode &node, mlir::Value data, mlir::Value indices, int64_t axis);

/// `low` elements before and `high` after along dimension `axis`, all `fill`.
mlir::Value pad(OnnxNode &node, mlir::Value value, int64_t axis, int64_t low, int64_t high, double fill);

/// A value a row, repeated along `axes` of `like`.
mlir::Value alongAxes(OnnxNode &node, mlir::Value row, mlir::Value like, llvm::ArrayRef<int64_t> axes);

/// Along `axes`, log(sum(exp(x))) in two terms: the greatest of x, or 0 where that is infinite, and the logarithm of the sum of
/// exp(x - it).
struct LogSum {
  mlir::Value shift, log;
};
LogSum shiftedLogSum(OnnxNode &node, mlir::Value x, llvm::ArrayRef<int64_t> axes);

/// `value`, one element or a vector along dimension `axis` of `like`, over the whole of `like`.
mlir::Value spread(OnnxNode &node, mlir::Value value, mlir::Value like, int64_t axis);

/// The matrix product, with one extent for what is summed.
mlir::Value product(OnnxNode &node, mlir::Value lhs, mlir::Value rhs, bool transposeLhs = false, bool transposeRhs = false);
/// numpy's matmul: vectors are rows on the left and columns on the right, dimensions before the last two are broadcast.
mlir::Value matmul(OnnxNode &node, mlir::Value lhs, mlir::Value rhs);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_BUILDERS_H
