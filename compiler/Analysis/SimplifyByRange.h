// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders that what is known of their operands makes simpler.

#ifndef SINTER_COMPILER_ANALYSIS_SIMPLIFYBYRANGE_H
#define SINTER_COMPILER_ANALYSIS_SIMPLIFYBYRANGE_H

#include "compiler/Analysis/IndexRange.h"

namespace sinter {

/// An expression equal to `expr` wherever its dimensions and symbols lie in `dims` and `symbols`. Of (d0 * 256 + d1) floordiv 1024 with d1 below 256 it makes
/// d0 floordiv 4: what a quotient takes of a sum are the terms that may reach it.
mlir::AffineExpr simplifyByRange(mlir::AffineExpr expr, llvm::ArrayRef<IndexRange> dims, llvm::ArrayRef<IndexRange> symbols);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_SIMPLIFYBYRANGE_H
