// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the `sinter` dialect.

#ifndef SINTER_COMPILER_TRANSFORMS_PASSES_H
#define SINTER_COMPILER_TRANSFORMS_PASSES_H

#include "compiler/Transforms/SkinnyProducts.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir {
class ModuleOp;
namespace func {
class FuncDialect;
class FuncOp;
} // namespace func
} // namespace mlir

namespace sinter {
class SinterDialect;

#define GEN_PASS_DECL
#include "compiler/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "compiler/Transforms/Passes.h.inc"

} // namespace sinter

#endif // SINTER_COMPILER_TRANSFORMS_PASSES_H
