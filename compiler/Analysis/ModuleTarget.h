// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU that a module is compiled for, and what a schedule takes of it.

#ifndef SINTER_COMPILER_ANALYSIS_MODULETARGET_H
#define SINTER_COMPILER_ANALYSIS_MODULETARGET_H

#include "compiler/Support/GpuTarget.h"
#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/IR/BuiltinOps.h"

namespace sinter {

/// The name of the module's attribute, a #kernel.gpu.
inline constexpr llvm::StringLiteral moduleTargetName = "kernel.target";

/// What the module around `op` (or `op` itself) says in `kernel.target`; without it, an H200.
GpuTarget getModuleTarget(mlir::Operation *op);
void setModuleTarget(mlir::ModuleOp module, const GpuTarget &target);

/// The most elements, of all sums together, that a block can add up in registers while it walks rows: 64 for each of up to 256 threads.
int64_t getMostColumnSums(const GpuTarget &target);

/// The most bytes of shared memory that a kernel declares: arrays of fixed size, which end at 48 KiB on every GPU.
int64_t getMostScratchBytes(const GpuTarget &target);

/// Bytes of shared memory that the reductions of a block need under `schedule`, for each type that is folded: an element a warp where a
/// row is walked by more than one, an element a thread and lane where threads share a column.
int64_t getScratchBytes(kernel::FuncOp function, kernel::ScheduleAttr schedule);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_MODULETARGET_H
