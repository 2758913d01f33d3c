// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants that are one number throughout, and multiplications by them.

#ifndef SINTER_COMPILER_ANALYSIS_SPLATS_H
#define SINTER_COMPILER_ANALYSIS_SPLATS_H

#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// The number that every element of `value`, of floats, is, looking through broadcasts and reshapes.
std::optional<double> getSplat(mlir::Value value);

/// A value and the number that it is multiplied by.
struct ScaledValue {
  mlir::Value value;
  double factor;
};

/// `op` where one of its operands is one number throughout.
std::optional<ScaledValue> getScaledValue(MulOp op);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_SPLATS_H
