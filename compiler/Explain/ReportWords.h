// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, extents and domains in the words of a report.

#ifndef SINTER_COMPILER_EXPLAIN_REPORTWORDS_H
#define SINTER_COMPILER_EXPLAIN_REPORTWORDS_H

#include "dialects/Kernel/IR/Kernel.h"

#include <string>

namespace sinter {

/// "rows x 4096"; "1" for a scalar.
std::string describeExtents(mlir::RankedTensorType type);
/// "bf16[rows x 4096]".
std::string describeType(mlir::RankedTensorType type);
/// What a kernel iterates over: "rows x 4096".
std::string describeDomain(kernel::FuncOp kernel);

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_REPORTWORDS_H
