// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only place that knows the order of passes.

#include "compiler/Pipelines/Pipelines.h"

#include "compiler/Conversion/Passes.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Target/CUDA/Passes.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Plan/IR/Plan.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace sinter {

void registerAllDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect, scf::SCFDialect, vector::VectorDialect, SinterDialect,
                  kernel::KernelDialect, plan::PlanDialect>();
}

static void addCleanup(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void buildGraphPipeline(OpPassManager &pm, const PipelineOptions &options) {
  AttachTargetPassOptions target;
  target.targets.assign(options.targets.begin(), options.targets.end());
  pm.addPass(createAttachTargetPass(target));
  OpPassManager &function = pm.nest<func::FuncOp>();
  // Clean first: idioms are matched on the forms that canonicalization leaves.
  addCleanup(function);
  function.addPass(createRaiseIdiomsPass());
  if (options.fusion)
    function.addPass(createAlignReshapesPass());
  // Terms that share no kernel with their sum would lie in memory.
  bool isLibrarys = !options.fusion && options.skinnyProducts == SkinnyProducts::kAuto;
  function.addPass(createDecomposeCompositesPass({isLibrarys ? SkinnyProducts::kLibrary : options.skinnyProducts}));
  addCleanup(function);
  if (options.fusion) {
    // Once those are gone that are no library's: kernels share what they read, and launches, as they are.
    if (options.mergeProducts)
      pm.addPass(createMergeProductsPass());
    pm.nest<func::FuncOp>().addPass(createSplitContractionsPass());
  }
  // After decomposition, so that a part of a composite that depends on weights alone is hoisted too.
  pm.addPass(createHoistConstantsPass());
  // After all that could give an argument another reader, or take a shape operator away.
  OpPassManager &whole = pm.nest<func::FuncOp>();
  whole.addPass(createCollectGuardsPass());
  whole.addPass(createUpdateInPlacePass());
}

void buildGroupPipeline(OpPassManager &pm, const PipelineOptions &options) {
  FormFusionGroupsPassOptions fusion;
  fusion.fuse = options.fusion;
  fusion.strict = options.numerics == Numerics::kStrict;
  fusion.memoryLimit = options.memoryLimit;
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(createFormFusionGroupsPass(fusion));
  function.addPass(createApplyFusionGroupsPass());
}

void buildKernelPipeline(OpPassManager &pm, const PipelineOptions &options) {
  pm.addPass(createConvertSinterToKernelPass());
  OpPassManager &kernel = pm.nest<kernel::FuncOp>();
  if (options.numerics == Numerics::kFast)
    kernel.addPass(createDropImplicitRoundingsPass());
  addCleanup(kernel);
  // Once no dead reader is left that would ask for more.
  if (options.numerics == Numerics::kFast)
    kernel.addPass(createApproximateMathPass());
  pm.addPass(createSeparateStoresPass());
  OpPassManager &separate = pm.nest<kernel::FuncOp>();
  separate.addPass(createOrderDimsPass());
  separate.addPass(createUnrollDimsPass());
  separate.addPass(createCollapseDimsPass());
  separate.addPass(createCSEPass());
  if (options.fusion)
    pm.addPass(createSplitReductionsPass());
  pm.addPass(createSpecializeExtentsPass());
  // Once nothing makes one of two equal products.
  if (options.numerics == Numerics::kFast)
    pm.nest<kernel::FuncOp>().addPass(createMarkProductsPass());
  pm.addPass(createPinSchedulesPass());
  pm.nest<kernel::FuncOp>().addPass(createAssignSchedulesPass());
  buildReliefPipeline(pm, options);
}

void buildReliefPipeline(OpPassManager &pm, const PipelineOptions &options) { pm.addPass(createRelieveSpillsPass({options.reliefSteps})); }

void buildThreadPipeline(OpPassManager &pm, const PipelineOptions &options) {
  pm.addPass(createApplySchedulesPass());
  if (options.fusion)
    pm.addPass(createMergeLaunchesPass());
  OpPassManager &kernel = pm.nest<kernel::ThreadFuncOp>();
  addCleanup(kernel);
  if (options.numerics == Numerics::kFast)
    kernel.addPass(createContractProductsPass());
  kernel.addPass(createOverlapLaunchesPass());
  kernel.addPass(createLegalizeForCUDAPass());
}

void buildPlanPipeline(OpPassManager &pm, const PipelineOptions &options) {
  pm.addPass(createConvertSinterToPlanPass());
  AssignArenaPassOptions arena;
  arena.memoryLimit = options.memoryLimit;
  pm.addPass(createAssignArenaPass(arena));
}

/// PipelineOptions as `sinter opt` reads them.
struct TextOptions : PassPipelineOptions<TextOptions> {
  Option<bool> fusion{*this, "fusion", llvm::cl::desc("false: each operator is a kernel or a library call of its own"), llvm::cl::init(true)};
  Option<bool> strict{*this, "strict", llvm::cl::desc("round each operator's result to its type"), llvm::cl::init(false)};
  Option<SkinnyProducts> skinnyProducts{*this, "skinny-products", llvm::cl::desc("what products of few rows or columns become"),
                                        llvm::cl::values(clEnumValN(SkinnyProducts::kLibrary, "library", "library calls"), clEnumValN(SkinnyProducts::kAuto, "auto", "as their extents say"),
                                                         clEnumValN(SkinnyProducts::kKernel, "kernel", "parts of kernels")),
                                        llvm::cl::init(SkinnyProducts::kAuto)};
  Option<bool> mergeProducts{*this, "merge-products", llvm::cl::desc("make one product of those that share their left side"), llvm::cl::init(true)};
  Option<int64_t> memoryLimit{*this, "memory-limit", llvm::cl::desc("bytes in memory at once; 0: as many as without fusion"), llvm::cl::init(0)};
  ListOption<std::string> targets{*this, "targets", llvm::cl::desc("names of targets: cpu, sm_NN, compute_NN")};
};

void registerAllPasses() {
  registerCanonicalizerPass();
  registerCSEPass();
  registerSinterTransformsPasses();
  registerSinterConversionPasses();
  registerSinterSchedulePasses();
  registerLegalizeForCUDAPass();
  PassPipelineRegistration<TextOptions>("sinter-pipeline", "all passes, from a graph to plan entries and kernels in thread form", [](OpPassManager &pm, const TextOptions &text) {
    PipelineOptions options;
    options.fusion = text.fusion;
    options.numerics = text.strict ? Numerics::kStrict : Numerics::kFast;
    options.skinnyProducts = text.skinnyProducts;
    options.mergeProducts = text.mergeProducts;
    options.memoryLimit = text.memoryLimit;
    options.targets.assign(text.targets.begin(), text.targets.end());
    buildGraphPipeline(pm, options);
    buildGroupPipeline(pm, options);
    buildKernelPipeline(pm, options);
    buildThreadPipeline(pm, options);
    buildPlanPipeline(pm, options);
  });
}

} // namespace sinter
