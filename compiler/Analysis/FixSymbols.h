// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives named extents of a graph their values before it is compiled.

#ifndef SINTER_COMPILER_ANALYSIS_FIXSYMBOLS_H
#define SINTER_COMPILER_ANALYSIS_FIXSYMBOLS_H

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>

namespace sinter {

/// Types of `module` have integers from then on where they had a symbol of `values`. Fails, with a message, where a
/// name is no symbol of an argument or a result, a value is out of a symbol's range, or an operator does not take the
/// extents that come of it.
llvm::LogicalResult fixSymbols(mlir::ModuleOp module, const std::map<std::string, int64_t> &values);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_FIXSYMBOLS_H
