// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets a kernel start while the one before it ends (CUDA's programmatic dependent launch).

#include "compiler/Analysis/KernelCalls.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Passes.h"
#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sinter {
#define GEN_PASS_DEF_OVERLAPLAUNCHESPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// Whether `op`, or what is in it, may touch memory that other kernels touch too.
bool touchesViews(Operation *op) {
  return op->walk([](Operation *nested) {
             return llvm::any_of(nested->getOperandTypes(), llvm::IsaPred<kernel::ViewType>) ? WalkResult::interrupt() : WalkResult::advance();
           })
      .wasInterrupted();
}

/// Whether the next kernel gains by coming early more than each block pays for letting it: not where there are more blocks than the GPU takes at once, whose last ones let it come.
bool isAtOnce(kernel::ThreadFuncOp function) {
  KernelCalls calls(function);
  if (!calls.haveSuccessors())
    return false;
  GpuTarget target = getModuleTarget(function);
  int64_t atOnce = target.processors * std::max<int64_t>(1, target.processorThreads / function.getThreads());
  std::optional<int64_t> blocks = calls.countMost([&](ArrayRef<AffineExpr> symbols) {
    auto known = dyn_cast<AffineConstantExpr>(function.getGrid().getResult(0).replaceSymbols(symbols));
    return known ? std::optional(known.getValue()) : std::nullopt;
  });
  return blocks && *blocks <= atOnce;
}

struct OverlapLaunches : sinter::impl::OverlapLaunchesPassBase<OverlapLaunches> {
  void runOnOperation() override {
    kernel::ThreadFuncOp function = getOperation();
    ImplicitLocOpBuilder b(function.getLoc(), function);
    b.setInsertionPointToStart(&function.entry());
    if (isAtOnce(function))
      kernel::LaunchDependentsOp::create(b);
    // What comes first has to be reached by every thread, so it stands in no branch. Without any memory there is nothing to wait for, but the next kernel, which waits
    // for this one alone, needs all that came before to have ended.
    auto first = llvm::find_if(function.entry(), [](Operation &op) { return touchesViews(&op) || op.hasTrait<OpTrait::IsTerminator>(); });
    b.setInsertionPoint(&*first);
    kernel::GridDependencyWaitOp::create(b);
  }
};
} // namespace
