// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the attribute #kernel.gpu and the plain data that schedules read.

#include "compiler/Analysis/ModuleTarget.h"

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/TurnedAccesses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {

GpuTarget getModuleTarget(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  GpuTarget target;
  auto gpu = module ? module->getAttrOfType<kernel::GpuAttr>(moduleTargetName) : kernel::GpuAttr();
  if (!gpu)
    return target;
  target.processors = gpu.getProcessors();
  target.processorThreads = gpu.getProcessorThreads();
  target.threads = gpu.getThreads();
  target.sharedBytes = gpu.getSharedBytes();
  target.registers = gpu.getRegisters();
  target.vectorBytes = gpu.getVectorBytes();
  target.bytesInFlight = gpu.getBytesInFlight();
  target.clusters = gpu.getClusters();
  return target;
}

void setModuleTarget(ModuleOp module, const GpuTarget &target) {
  module->setAttr(moduleTargetName,
                  kernel::GpuAttr::get(module.getContext(), target.processors, target.processorThreads, target.threads, target.sharedBytes,
                                       target.registers, target.vectorBytes, target.bytesInFlight, target.clusters));
}

int64_t getMostColumnSums(const GpuTarget &target) { return 64 * std::min<int64_t>(256, target.threads); }

int64_t getMostScratchBytes(const GpuTarget &target) { return std::min<int64_t>(target.sharedBytes, 48 << 10); }

int64_t getScratchBytes(kernel::FuncOp function, kernel::ScheduleAttr schedule) {
  bool isColumns = schedule.getKind() == kernel::ScheduleKind::Columns;
  int64_t groups = schedule.getRowsPerBlock();
  SmallVector<int64_t> walked = getWalkedDims(function);
  llvm::SmallPtrSet<Type, 4> scanned, columns;
  int64_t bytes = 0;
  for (auto reduce : function.entry().getOps<kernel::ReduceOp>()) {
    bool isOverRows = llvm::none_of(reduce.getOver(), [&](int64_t dim) { return llvm::is_contained(walked, dim); });
    int64_t elementBytes = llvm::divideCeil(reduce.getType().getIntOrFloatBitWidth(), 8);
    if (isColumns || isOverRows) {
      // An element for each thread and lane.
      if ((isColumns ? schedule.getThreadsPerRow() : groups) > 1 && columns.insert(reduce.getType()).second)
        bytes += elementBytes * schedule.getThreads() * schedule.getVector();
    } else if (schedule.getThreadsPerRow() > 32) {
      // Each fold has its own, with an element for each warp of the block or of the cluster; in a cluster at least 4 bytes, and perhaps a count of what has arrived.
      bool isCluster = schedule.getBlocksPerRow() > 1;
      bytes += (isCluster ? std::max<int64_t>(4, elementBytes) : elementBytes) * schedule.getThreads() / 32 * schedule.getBlocksPerRow() + (isCluster ? 8 : 0);
    }
  }
  for (auto scan : function.entry().getOps<kernel::ScanOp>())
    if (schedule.getThreadsPerRow() > 32 && scanned.insert(scan.getType()).second)
      bytes += llvm::divideCeil(scan.getType().getIntOrFloatBitWidth(), 8) * llvm::divideCeil(schedule.getThreads(), 32);
  if (schedule.getKind() == kernel::ScheduleKind::Tiles)
    for (Operation *access : getTiledAccesses(function, schedule))
      bytes += getTileBytes(access, schedule.getTileRows() * schedule.getTileColumns());
  return bytes;
}

} // namespace sinter
