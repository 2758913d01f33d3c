// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model's own functions: nodes that call one become the nodes of its body.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXFUNCTIONS_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXFUNCTIONS_H

#include "compiler/Import/ONNX/OnnxModel.h"

namespace sinter {

/// Replaces every node of the graph that calls a function of the model, by domain and name, by the function's body, and so on within it.
/// Values of a body have the name of the call before theirs. Fails, with an error at `location`, where functions call each other in a circle,
/// a body is of another opset than the model, or the graph would have too many nodes.
llvm::LogicalResult inlineFunctions(OnnxModel &model, mlir::Location location);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXFUNCTIONS_H
