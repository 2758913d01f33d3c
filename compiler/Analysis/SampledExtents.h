// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One value for each symbol, by which costs and memory are estimated where extents are symbolic.

#ifndef SINTER_COMPILER_ANALYSIS_SAMPLEDEXTENTS_H
#define SINTER_COMPILER_ANALYSIS_SAMPLEDEXTENTS_H

#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// `wanted`, or the nearest value below it, else above it, that a symbol of `range` may have.
int64_t nearestValue(RangeAttr range, int64_t wanted);

/// Elements of `type` where each symbol, as the function around `op` (or `op` itself) declares it, has the value nearest to 64 that
/// its range allows. Extents that are none then count as 1; what leaves 64 bits is their greatest value.
uint64_t countSampledElements(mlir::RankedTensorType type, mlir::Operation *op);

/// Their bytes, at most 2^44, so that those of all values of a graph add up to a number.
uint64_t countSampledBytes(mlir::RankedTensorType type, mlir::Operation *op);

/// The same where each symbol has the greatest value of its range.
uint64_t countMostBytes(mlir::RankedTensorType type, mlir::Operation *op);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_SAMPLEDEXTENTS_H
