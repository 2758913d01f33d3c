// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that take the memory of another, whatever the level: an operator updated in place, a group or a kernel that has one.

#ifndef SINTER_COMPILER_ANALYSIS_INPLACE_H
#define SINTER_COMPILER_ANALYSIS_INPLACE_H

#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// The operator that makes `value` in place, itself or as a group's result; null where it has memory of its own, and
/// where a kernel has taken the group's place.
ScatterOpInterface getInPlaceScatter(mlir::Value value);

/// The value whose memory `value` takes, or null.
mlir::Value getInPlaceDestination(mlir::Value value);

/// The shape over which what makes `value` is computed: the update's where it is made in place, else its own.
mlir::RankedTensorType getComputedType(mlir::Value value);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_INPLACE_H
