// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators that can be imported. A new one is an entry in its family's table.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_REGISTRY_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_REGISTRY_H

#include "compiler/Import/ONNX/OnnxNode.h"

namespace sinter {

/// How nodes of one operator are imported: `import` sets the node's results, or emits an error and fails. It runs only
/// on nodes with `minInputs` to `maxInputs` inputs, of which the first `minInputs` are present.
struct OnnxOp {
  llvm::StringRef name;
  int64_t minInputs, maxInputs;
  llvm::LogicalResult (*import)(OnnxNode &node);
  /// Where not all nodes of the operator can be imported: whether, by its attributes, `node` can, and what can in words.
  bool (*supports)(const OnnxNode &node) = nullptr;
  llvm::StringRef limit = {};
};

inline constexpr int64_t anyNumber = 1 << 20;

llvm::ArrayRef<OnnxOp> activationOnnxOps();
llvm::ArrayRef<OnnxOp> elementwiseOnnxOps();
llvm::ArrayRef<OnnxOp> gatherOnnxOps();
llvm::ArrayRef<OnnxOp> indexingOnnxOps();
llvm::ArrayRef<OnnxOp> linearOnnxOps();
llvm::ArrayRef<OnnxOp> lossOnnxOps();
llvm::ArrayRef<OnnxOp> normalizationOnnxOps();
llvm::ArrayRef<OnnxOp> orderingOnnxOps();
llvm::ArrayRef<OnnxOp> poolingOnnxOps();
llvm::ArrayRef<OnnxOp> quantizationOnnxOps();
llvm::ArrayRef<OnnxOp> randomOnnxOps();
llvm::ArrayRef<OnnxOp> reductionOnnxOps();
llvm::ArrayRef<OnnxOp> resizeOnnxOps();
llvm::ArrayRef<OnnxOp> shapeOnnxOps();

// Importers in files of their own, for their families' tables.
llvm::LogicalResult importEinsum(OnnxNode &node);

/// The first opset from which on the operator means what it is imported as: 7, before which binary operators broadcast by
/// attributes, or less where nothing but its types changed since.
int64_t firstOpset(llvm::StringRef name);
/// All that can be imported.
llvm::SmallVector<OnnxOp> listOnnxOps();
/// The entry of the standard operator `name`, or null.
const OnnxOp *findOnnxOp(llvm::StringRef name);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXOPS_REGISTRY_H
