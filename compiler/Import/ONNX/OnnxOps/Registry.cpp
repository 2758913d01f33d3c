// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds an operator in the families' tables.

#include "compiler/Import/ONNX/OnnxOps/Registry.h"

#include "llvm/ADT/StringMap.h"

namespace sinter {

llvm::SmallVector<OnnxOp> listOnnxOps() {
  llvm::SmallVector<OnnxOp> ops;
  for (auto family : {activationOnnxOps, elementwiseOnnxOps, gatherOnnxOps, indexingOnnxOps, linearOnnxOps, lossOnnxOps, normalizationOnnxOps,
                      orderingOnnxOps, poolingOnnxOps, quantizationOnnxOps, randomOnnxOps, reductionOnnxOps, resizeOnnxOps, shapeOnnxOps})
    llvm::append_range(ops, family());
  return ops;
}

int64_t firstOpset(llvm::StringRef name) {
  for (llvm::StringRef unchanged :
       {"Abs", "Ceil", "Elu", "Exp", "Flatten", "Floor", "GlobalAveragePool", "GlobalMaxPool", "HardSigmoid", "Identity", "InstanceNormalization",
        "LeakyRelu", "Log", "LogSoftmax", "MatMul", "Neg", "Not", "Reciprocal", "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp",
        "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare", "Relu", "Shape", "Sigmoid", "Size", "Softmax",
        "Softplus", "Softsign", "Sqrt", "Squeeze", "Tanh", "Transpose", "Unsqueeze"})
    if (name == unchanged)
      return 1;
  if (name == "Concat") // its axis had a default
    return 4;
  return name == "Selu" || name == "Cast" ? 6 : 7; // other defaults; a type given as text
}

const OnnxOp *findOnnxOp(llvm::StringRef name) {
  static const llvm::StringMap<OnnxOp> byName = [] {
    llvm::StringMap<OnnxOp> map;
    for (const OnnxOp &op : listOnnxOps())
      map.try_emplace(op.name, op);
    return map;
  }();
  auto it = byName.find(name);
  return it == byName.end() ? nullptr : &it->second;
}

} // namespace sinter
