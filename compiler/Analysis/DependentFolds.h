// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether one walk of a row is enough for a reduction.

#ifndef SINTER_COMPILER_ANALYSIS_DEPENDENTFOLDS_H
#define SINTER_COMPILER_ANALYSIS_DEPENDENTFOLDS_H

#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// Whether `op` folds what depends on another fold of its own, so that a row is walked again: a topk, a position among elements of 64 bits.
/// Where an extent is symbolic, rows are taken to be of any length.
bool hasDependentFolds(ReductionOpInterface op);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_DEPENDENTFOLDS_H
