// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that makes a kernel in thread form ready for the CUDA printer.

#ifndef SINTER_COMPILER_TARGET_CUDA_PASSES_H
#define SINTER_COMPILER_TARGET_CUDA_PASSES_H

#include "mlir/Pass/Pass.h"

namespace sinter {

#define GEN_PASS_DECL
#include "compiler/Target/CUDA/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compiler/Target/CUDA/Passes.h.inc"

} // namespace sinter

#endif // SINTER_COMPILER_TARGET_CUDA_PASSES_H
