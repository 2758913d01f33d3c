// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How operators of the graph are named in kernels, steps and reports.

#ifndef SINTER_COMPILER_SUPPORT_OPERATORNAMES_H
#define SINTER_COMPILER_SUPPORT_OPERATORNAMES_H

#include "mlir/IR/Operation.h"

#include <string>

namespace sinter {

/// The operator of the graph that `op` is, or that it was decomposed from: "sinter.layer_norm".
llvm::StringRef getOperatorName(mlir::Operation *op);

/// Constants, broadcasts, reshapes and terminators: how the others read, nothing that a reader of names or places would look for.
bool isPlumbing(mlir::Operation &op);

/// The operators in `body`, in order, each composite once, without plumbing.
llvm::SmallVector<std::string> getOperatorNames(mlir::Block &body);

/// A short identifier of them: "add_layer_norm".
std::string joinOperatorNames(llvm::ArrayRef<std::string> names);

/// The graph's own name for the place of `loc` (an ONNX node's name, or file:line:column); empty where there is none.
std::string describeLocation(mlir::Location loc);

} // namespace sinter

#endif // SINTER_COMPILER_SUPPORT_OPERATORNAMES_H
