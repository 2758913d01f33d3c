// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of few rows: the memory's pace is all that counts, so what is on its way is counted in threads and registers.

#include "compiler/Schedule/StreamedFolds.h"

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Folds.h"
#include "compiler/Schedule/ScheduleParts.h"
#include "compiler/Schedule/VectorWidth.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {
namespace {

/// What a thread has on its way at once (RowMapping.cpp), in registers of 32 bits: 128 bytes.
constexpr int64_t registersInFlight = 32;
/// Steps of a thread below which folding the threads costs more than the walk.
constexpr int64_t fewestSteps = 4;
constexpr int64_t blockThreads = 128, warp = 32;

/// Whether the kernel walks once, sums up products of one operand that varies over all its dimensions and one that does not, and stores what it sums up.
bool isStreamed(kernel::FuncOp function, ArrayRef<int64_t> walked) {
  if (function.getRagged() || foldsRowsIntoColumns(function) || !sumsProducts(function))
    return false;
  KernelDims dims(function);
  for (auto store : function.entry().getOps<kernel::StoreOp>())
    if (llvm::any_of(walked, [&](int64_t d) { return store.getMap().isFunctionOfDim(d) || (store.getValue().getDefiningOp() && dims.variesOver(store.getValue(), d)); }))
      return false;
  llvm::SmallPtrSet<Operation *, 16> after;
  for (Operation &op : function.entry()) {
    bool isAfter = llvm::any_of(op.getOperands(), [&](Value v) { return after.contains(v.getDefiningOp()); });
    if (isAfter && isa<kernel::ReduceOp>(op))
      return false;
    if (isAfter || isa<kernel::ReduceOp>(op))
      after.insert(&op);
  }
  bool hasStream = false, hasShared = false;
  for (auto load : function.entry().getOps<kernel::LoadOp>()) {
    if (!load.getIndices().empty())
      return false;
    if (llvm::none_of(walked, [&](int64_t d) { return load.getMap().isFunctionOfDim(d); }))
      continue;
    bool isOverAll = llvm::all_of(llvm::seq<unsigned>(0, function.getNumDims()), [&](unsigned d) { return load.getMap().isFunctionOfDim(d); });
    (isOverAll ? hasStream : hasShared) = true;
  }
  return hasStream && hasShared;
}

/// Blocks of `threads` for which a processor's registers last where each thread has the sums' lanes, what is on its way, and one vector of each operand that rows share.
int64_t countBlocks(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t threads, int64_t vector, const GpuTarget &target) {
  constexpr int64_t otherRegisters = 16, ofVector = 4, most = 32;
  int64_t shared = llvm::count_if(function.entry().getOps<kernel::LoadOp>(), [&](kernel::LoadOp load) {
    return llvm::all_of(llvm::seq<int64_t>(0, function.getNumDims()), [&](int64_t d) { return llvm::is_contained(walked, d) || !load.getMap().isFunctionOfDim(d); });
  });
  // Of many sums the compiler keeps some more than these: by what it spills otherwise.
  int64_t sums = static_cast<int64_t>(llvm::range_size(function.entry().getOps<kernel::ReduceOp>())) * vector;
  int64_t registers = llvm::alignTo(otherRegisters + registersInFlight + sums + sums / 8 + shared * ofVector, 8);
  return std::max<int64_t>(1, std::min({target.registers / (threads * registers), target.processorThreads / threads, most}));
}

} // namespace

/// A warp a row needs no barrier; where that leaves processors idle, at once or after a first round of blocks, more.
kernel::ScheduleAttr chooseStreamedRows(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t vector, const GpuTarget &target) {
  auto length = getStaticPoints(function, [&](int64_t d) { return llvm::is_contained(walked, d); });
  auto rows = getStaticPoints(function, [&](int64_t d) { return !llvm::is_contained(walked, d); });
  if (!length || !rows || *rows == 0 || *length < warp * vector || target.threads < blockThreads || !isStreamed(function, walked))
    return {};
  int64_t perRow = warp, most = std::min<int64_t>(256, llvm::bit_floor<uint64_t>(target.threads));
  auto leavesIdle = [&] {
    int64_t threads = std::max(perRow, blockThreads), atOnce = countBlocks(function, walked, threads, vector, target) * threads * target.processors;
    return *rows * perRow * registersInFlight * 4 < target.bytesInFlight * target.processors || (*rows * perRow > atOnce && *rows * perRow < 2 * atOnce);
  };
  while (perRow < most && leavesIdle() && *length / vector >= 2 * perRow * fewestSteps)
    perRow *= 2;
  int64_t threads = std::max(perRow, blockThreads);
  ScheduleParts parts(kernel::ScheduleKind::Rows, threads, perRow, vector, *countRowVectors(function, vector, perRow));
  parts.blocks = countBlocks(function, walked, threads, vector, target);
  return parts.get(function.getContext());
}

bool fillsProcessorsInColumns(kernel::FuncOp function, ArrayRef<int64_t> walked, const GpuTarget &target) {
  if (walked.empty() || walked.back() + 1 == static_cast<int64_t>(function.getNumDims()))
    return false;
  int64_t vector = chooseVector(function, function.getNumDims() - 1, target);
  kernel::ScheduleAttr schedule = chooseStreamedColumns(function, walked, vector, target);
  auto columns = getStaticPoints(function, [&](int64_t d) { return !llvm::is_contained(walked, d); });
  return schedule && 2 * *columns >= schedule.getRowsPerBlock() * vector * target.processors;
}

/// Whole vectors for a line of the memory and less, rather than narrow ones, so that there are blocks for all processors.
kernel::ScheduleAttr chooseStreamedColumns(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t vector, const GpuTarget &target) {
  constexpr int64_t fewestAcross = 4, fewestThreads = 256;
  auto length = getStaticPoints(function, [&](int64_t d) { return llvm::is_contained(walked, d); });
  auto columns = getStaticPoints(function, [&](int64_t d) { return !llvm::is_contained(walked, d); });
  if (!length || !columns || *columns < fewestAcross * vector || target.threads < 2 * fewestThreads || !isStreamed(function, walked))
    return {};
  int64_t across = warp;
  auto leavesIdle = [&] { return *columns < across * vector * target.processors; };
  while (across > fewestAcross && leavesIdle())
    across /= 2;
  int64_t threads = *columns < 2 * across * vector * target.processors ? 2 * fewestThreads : fewestThreads;
  auto describe = [&](int64_t down) {
    ScheduleParts parts(kernel::ScheduleKind::Columns, down * across, down, vector, std::max<int64_t>(1, llvm::divideCeil(*length, down)));
    parts.blocks = 1;
    return parts.get(function.getContext());
  };
  int64_t down = threads / across;
  while (down > 1 && (*length < down * fewestSteps || getScratchBytes(function, describe(down)) > getMostScratchBytes(target)))
    down /= 2;
  return down * across < warp ? kernel::ScheduleAttr() : describe(down);
}

} // namespace sinter
