// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from one dialect to the next.

#ifndef SINTER_COMPILER_CONVERSION_PASSES_H
#define SINTER_COMPILER_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir {
class ModuleOp;
namespace arith {
class ArithDialect;
} // namespace arith
namespace math {
class MathDialect;
} // namespace math
} // namespace mlir

namespace sinter {
namespace kernel {
class KernelDialect;
} // namespace kernel
namespace plan {
class PlanDialect;
} // namespace plan

#define GEN_PASS_DECL
#include "compiler/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "compiler/Conversion/Passes.h.inc"

} // namespace sinter

#endif // SINTER_COMPILER_CONVERSION_PASSES_H
