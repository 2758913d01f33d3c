// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds an operator in the families' tables.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

namespace sinter {

const OnnxOp *findOnnxOp(llvm::StringRef name) {
  for (auto family : {elementwiseOnnxOps, indexingOnnxOps, linearOnnxOps, normalizationOnnxOps, reductionOnnxOps, shapeOnnxOps})
    for (const OnnxOp &op : family())
      if (op.name == name)
        return &op;
  return nullptr;
}

} // namespace sinter
