// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates nodes whose inputs are small and known at import, as the shape computations that exporters write.

#ifndef SINTER_COMPILER_IMPORT_ONNX_HOSTEVALUATOR_H
#define SINTER_COMPILER_IMPORT_ONNX_HOSTEVALUATOR_H

#include "compiler/Import/ONNX/OnnxNode.h"

namespace sinter {

/// The only result of `node`, or nothing where an input is not known, the operator is not one of those evaluated here,
/// or the node is not well formed (its importer says why).
std::optional<HostTensor> evaluateOnHost(OnnxNode &node);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_HOSTEVALUATOR_H
