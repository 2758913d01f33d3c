// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of passes, stage by stage, and their registration.

#ifndef SINTER_COMPILER_PIPELINES_PIPELINES_H
#define SINTER_COMPILER_PIPELINES_PIPELINES_H

#include "compiler/Transforms/SkinnyProducts.h"

#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace sinter {

/// `kFast` keeps values inside a kernel in their compute type, `kStrict` rounds each operator's result to its own.
enum class Numerics { kFast, kStrict };

struct PipelineOptions {
  /// Off: each operator is a kernel or a library call of its own.
  bool fusion = true;
  Numerics numerics = Numerics::kFast;
  /// Without fusion `kAuto` leaves them to a library: their terms would lie in memory.
  SkinnyProducts skinnyProducts = SkinnyProducts::kAuto;
  /// With fusion: whether products that share their left side may become one.
  bool mergeProducts = true;
  /// Bytes that may be in memory at once beside arguments, constants and results; 0: as many as without fusion.
  int64_t memoryLimit = 0;
  /// Steps by which every kernel is relieved, as if it had spilled registers: for tests.
  int64_t reliefSteps = 0;
  /// Names of the targets that one text of the kernels has to serve, the one that it is tuned for first ("sm_90"). A module that says in `kernel.target` what
  /// its GPU offers keeps that; with neither it is an H200.
  std::vector<std::string> targets;
};

/// The dialects that a graph and its lowerings use.
void registerAllDialects(mlir::DialectRegistry &registry);
/// All passes of ours, canonicalize and cse, and the pipeline `sinter-pipeline`.
void registerAllPasses();

/// What the targets offer, written down; the graph as primitives: idioms raised, composites decomposed, products merged and long ones split (with fusion), constants hoisted.
void buildGraphPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);
/// Groups decided, then applied.
void buildGroupPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);
/// Kernels in domain form with a schedule.
void buildKernelPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);
/// The end of it alone: kernels relieved as the module's `kernel.reliefs`, or else `reliefSteps`, says.
void buildReliefPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);
/// Kernels in thread form, fit to be printed.
void buildThreadPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);
/// Entries with their arena.
void buildPlanPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

} // namespace sinter

#endif // SINTER_COMPILER_PIPELINES_PIPELINES_H
