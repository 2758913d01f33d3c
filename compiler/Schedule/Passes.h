// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the `kernel` dialect.

#ifndef SINTER_COMPILER_SCHEDULE_PASSES_H
#define SINTER_COMPILER_SCHEDULE_PASSES_H

#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir {
class ModuleOp;
namespace scf {
class SCFDialect;
} // namespace scf
} // namespace mlir

namespace sinter {

#define GEN_PASS_DECL
#include "compiler/Schedule/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "compiler/Schedule/Passes.h.inc"

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_PASSES_H
