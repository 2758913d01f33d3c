// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operators ask of their inputs' element types. Each check emits an error that says what it got.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_ELEMENTTYPES_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_ELEMENTTYPES_H

#include "compiler/Import/ONNX/OnnxNode.h"

namespace sinter {

using ElementCheck = llvm::LogicalResult (*)(OnnxNode &node, mlir::Value value);

llvm::LogicalResult wantAny(OnnxNode &node, mlir::Value value);
llvm::LogicalResult wantFloat(OnnxNode &node, mlir::Value value);
/// A bool is none.
llvm::LogicalResult wantInteger(OnnxNode &node, mlir::Value value);
/// A float or an integer.
llvm::LogicalResult wantNumber(OnnxNode &node, mlir::Value value);
llvm::LogicalResult wantBool(OnnxNode &node, mlir::Value value);
llvm::LogicalResult wantSameElements(OnnxNode &node, mlir::Value a, mlir::Value b);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_ELEMENTTYPES_H
