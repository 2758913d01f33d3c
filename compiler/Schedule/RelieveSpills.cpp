// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives kernels that their compiler ran out of registers for a schedule that needs fewer, or cuts them.

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/KernelCut.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Schedule/ScheduleParts.h"
#include "compiler/Schedule/VectorWidth.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"

namespace sinter {
#define GEN_PASS_DEF_RELIEVESPILLSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

using kernel::ScheduleAttr, kernel::ScheduleKind;

/// Beyond this a block's threads share the processor's registers, and each gets fewer.
constexpr int64_t mostThreads = 256;

template <typename Change> ScheduleAttr change(ScheduleAttr s, Change change) {
  ScheduleParts parts(s);
  change(parts);
  return parts.get(s.getContext());
}

/// The vectors of a thread where they have `vector` elements instead of twice as many.
int64_t countHalves(kernel::FuncOp function, ScheduleAttr s, int64_t vector) {
  if (s.getKind() == ScheduleKind::Rows)
    return countRowVectors(function, vector, s.getThreadsPerRow()).value_or(s.getVectors());
  if (s.getKind() == ScheduleKind::ScanRows && function.getStaticExtent(getFirstScan(function).getOver()))
    return 2 * s.getVectors();
  return s.getVectors();
}

/// Tiles of half the rows, of which a thread holds half as many elements; where those would be too few for the threads, no tiles.
ScheduleAttr relieveTiles(ScheduleAttr s) {
  int64_t rows = s.getTileRows() / 2, vector = s.getTiling().getVector();
  if (s.getVectors() > 1 && rows >= 4 * vector && rows * s.getTileColumns() >= s.getThreads() * vector)
    return change(s, [](ScheduleParts &p) { p.vectors /= 2; });
  return ScheduleAttr::get(s.getContext(), ScheduleKind::Pointwise, s.getThreads(), /*threadsPerRow=*/1, s.getVector(), /*vectors=*/1, /*hold=*/false);
}

/// The next schedule that needs fewer registers a thread, or leaves it more: all that is shared in shared memory, smaller blocks or fewer at once, more threads for a row that is held, narrower vectors, then nothing held; what is held goes first where it
/// takes most of what a thread of the largest block has. Null where there is none.
ScheduleAttr relieve(kernel::FuncOp function, const GpuTarget &target) {
  ScheduleAttr s = function.getScheduleAttr();
  if (s.getKind() == ScheduleKind::Tiles)
    return relieveTiles(s);
  // The part of a row that registers hold is what a processor has a block more by.
  if (s.getInRegisters() > 0)
    return change(s, [](ScheduleParts &p) { p.inRegisters = 0, p.blocks = std::max<int64_t>(p.blocks - 1, 1); });
  // Half a block's threads that hold twice as much leave as many rows on their way.
  if (s.getBlocks() > 0 && !s.getPacked() && s.getThreads() > mostThreads && s.getThreads() == s.getThreadsPerRow() && s.getThreads() % 64 == 0 && 2 * s.getVectors() * s.getVector() <= 32)
    return change(s, [](ScheduleParts &p) { p.threads /= 2, p.perRow /= 2, p.vectors *= 2; });
  // A block at a time is worth nothing to what is packed; of all others it is no limit.
  if (s.getBlocks() > 2 || (s.getBlocks() > 0 && !s.getPacked()))
    return change(s, [](ScheduleParts &p) { p.blocks = p.blocks > 4 ? p.blocks / 2 : p.blocks > 2 ? p.blocks - 1 : 0; });
  if (s.getKind() == ScheduleKind::Rows && s.getHold() && s.getVectors() > 1 && 2 * s.getThreadsPerRow() <= std::min(mostThreads, target.threads)) {
    int64_t perRow = 2 * s.getThreadsPerRow();
    int64_t threads = s.getThreads() % perRow == 0 ? s.getThreads() : perRow;
    ScheduleAttr wider = change(s, [&](ScheduleParts &p) { p.threads = threads, p.perRow = perRow, p.vectors = llvm::divideCeil(p.vectors, 2), p.inRegisters = 0; });
    if (getScratchBytes(function, wider) <= getMostScratchBytes(target))
      return wider;
  }
  constexpr int64_t mostHeld = 32;
  ScheduleAttr unheld = s.getHold() ? change(s, [](ScheduleParts &p) { p.unhold(); }) : ScheduleAttr();
  if (unheld && s.getVectors() * s.getVector() > mostHeld)
    return unheld;
  if (s.getVector() > 1)
    return change(s, [&](ScheduleParts &p) { p.vector /= 2, p.vectors = countHalves(function, s, p.vector); });
  return unheld;
}

struct RelieveSpills : sinter::impl::RelieveSpillsPassBase<RelieveSpills> {
  using RelieveSpillsPassBase::RelieveSpillsPassBase;

  void runOnOperation() override {
    reliefs = getOperation()->getAttrOfType<DictionaryAttr>("kernel.reliefs");
    if (!reliefs && steps == 0)
      return;
    // The halves that come of a cut are not among them.
    for (kernel::FuncOp function : llvm::to_vector(getOperation().getOps<kernel::FuncOp>()))
      if (failed(relieveKernel(function, steps)))
        return signalPassFailure();
  }

  /// By as many steps as its own name asks for, or by `others` where it is not named.
  LogicalResult relieveKernel(kernel::FuncOp function, int64_t others) {
    auto given = reliefs ? reliefs.getAs<IntegerAttr>(function.getSymName()) : IntegerAttr();
    int64_t count = given ? given.getInt() : others;
    if ((!given && count == 0) || !function.getScheduleAttr())
      return success();
    GpuTarget target = getModuleTarget(function);
    function->setAttr("kernel.apart", UnitAttr::get(&getContext()));
    for (int64_t step = 0; step < count; ++step) {
      if (ScheduleAttr smaller = relieve(function, target))
        function.setScheduleAttr(smaller);
      else
        return cut(function);
      function->removeAttr("kernel.pinned"); // It is no more what was measured.
    }
    return success();
  }

  /// Two kernels for one, each with what its own name asks for. What cannot be cut stays as it is.
  LogicalResult cut(kernel::FuncOp function) {
    SmallVector<kernel::CallOp> calls;
    bool isFree = true;
    getOperation().walk([&](kernel::CallOp call) {
      if (call.getCallee() != function.getSymName())
        return;
      calls.push_back(call);
      isFree &= !call.getInPlace().has_value();
    });
    for (auto other : getOperation().getOps<kernel::FuncOp>()) {
      auto special = other->getAttrOfType<kernel::SpecializationAttr>("kernel.specializes");
      isFree &= !special || special.getOf().getValue() != function.getSymName();
    }
    std::optional<KernelCut> halves = isFree && !calls.empty() ? cutKernel(function) : std::nullopt;
    if (!halves)
      return success();
    std::string text = "cut in two, since no schedule keeps its values in registers: " + std::to_string(halves->types.size()) +
                       " values lie in memory between the halves, which move " + std::to_string(halves->bitsPerPoint / 8) + " bytes a point more";
    remark::passed(function.getLoc(), remark::RemarkOpts::name("CutKernel").category("schedule")) << text;
    for (kernel::CallOp call : calls)
      replaceCall(call, *halves);
    function.erase();
    for (kernel::FuncOp half : {halves->head, halves->tail}) {
      OpPassManager schedule(kernel::FuncOp::getOperationName());
      schedule.addPass(createCollapseDimsPass());
      schedule.addPass(createAssignSchedulesPass());
      half->removeAttr("kernel.apart");
      if (failed(runPipeline(schedule, half)) || failed(relieveKernel(half, 0)))
        return failure();
    }
    return success();
  }

  DictionaryAttr reliefs;
};
} // namespace
