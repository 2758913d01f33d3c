// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols of a function that is made of a part of another one.

#ifndef SINTER_COMPILER_PIPELINES_LOOSESYMBOLS_H
#define SINTER_COMPILER_PIPELINES_LOOSESYMBOLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sinter {

/// A symbol that is an extent inside of `function` alone (of an iota, say) gets an argument that has it as its extent, since only arguments tell symbols' values.
/// `more` are names that something else than a type asks for.
mlir::LogicalResult bindLooseSymbols(mlir::func::FuncOp function, llvm::ArrayRef<std::string> more = {});

} // namespace sinter

#endif // SINTER_COMPILER_PIPELINES_LOOSESYMBOLS_H
