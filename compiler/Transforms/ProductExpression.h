// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products as expressions of other operators, and which of them become that.

#ifndef SINTER_COMPILER_TRANSFORMS_PRODUCTEXPRESSION_H
#define SINTER_COMPILER_TRANSFORMS_PRODUCTEXPRESSION_H

#include "compiler/Transforms/SkinnyProducts.h"
#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// `op` as multiplications and a sum over one more dimension: in the type itself for integers, in f32 (f64 for f64), rounded once, for floats.
mlir::Value expandProduct(mlir::ImplicitLocOpBuilder &b, MatmulOp op);

/// `op`, of 8-bit floats, as a product of f32, which holds each of their values. Libraries have such products for few pairs of types, layouts and extents, with sums
/// of less than f32.
mlir::Value widenProduct(mlir::ImplicitLocOpBuilder &b, MatmulOp op);

/// Whether `op`, a product of floats, becomes an expression, and so a part of some kernel: as its extents and `choice` say. Leaves a remark (`SkinnyProduct`, category
/// `library`) with the reason where the product has few rows or columns.
bool isKernelProduct(MatmulOp op, SkinnyProducts choice);

} // namespace sinter

#endif // SINTER_COMPILER_TRANSFORMS_PRODUCTEXPRESSION_H
