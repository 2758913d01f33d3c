// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a module of plan entries as a plan file.

#ifndef SINTER_COMPILER_TARGET_PLAN_SERIALIZEPLAN_H
#define SINTER_COMPILER_TARGET_PLAN_SERIALIZEPLAN_H

#include "runtime/base/backend.h"
#include "runtime/plan/plan_writer.h"

#include "mlir/IR/BuiltinOps.h"

namespace sinter {

/// What the module's kernels became: one source a kernel, in the order of the module, and the images that hold them.
struct CompiledKernels {
  std::vector<rt::KernelSource> sources;
  std::vector<rt::CompiledImage> images;
};

/// Fills in `writer` from the `plan` operations of `module` and the geometry of its kernels (kernel.thread_func). Images
/// and constants are borrowed: `kernels` and the module must outlive the writer. Fails with a diagnostic at the operation.
llvm::LogicalResult serializePlan(mlir::ModuleOp module, const CompiledKernels &kernels, rt::PlanWriter &writer);

} // namespace sinter

#endif // SINTER_COMPILER_TARGET_PLAN_SERIALIZEPLAN_H
