// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each kind of schedule asks of a kernel, and what it takes of the target.

#include "compiler/Schedule/ScheduleCheck.h"

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Analysis/TurnedAccesses.h"
#include "compiler/Schedule/ReadAlong.h"
#include "compiler/Schedule/VectorWidth.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {

namespace {
struct ScheduleCheck {
  static LogicalResult checkKind(kernel::FuncOp function) {
    switch (function.getScheduleAttr().getKind()) {
    case kernel::ScheduleKind::Pointwise: return checkPointwise(function);
    case kernel::ScheduleKind::Rows: return checkRows(function);
    case kernel::ScheduleKind::Columns: return checkColumns(function);
    case kernel::ScheduleKind::ScanRows:
    case kernel::ScheduleKind::ScanColumns: return checkScans(function);
    case kernel::ScheduleKind::Tiles: return checkTiles(function);
    }
    llvm_unreachable("kind of schedule");
  }

  static LogicalResult checkLimits(kernel::FuncOp function, const GpuTarget &target) {
    kernel::ScheduleAttr schedule = function.getScheduleAttr();
    if (schedule.getThreads() > target.threads)
      return function.emitError("expected at most the target's ") << target.threads << " threads a block, but the schedule has " << schedule.getThreads();
    if (int64_t bytes = getScratchBytes(function, schedule), most = getMostScratchBytes(target); bytes > most)
      return function.emitError("expected at most the ") << most << " bytes of shared memory that a kernel may declare for a block, but the schedule takes " << bytes;
    return success();
  }

  static LogicalResult checkPointwise(kernel::FuncOp function) {
    if (!getReducedDims(function).empty() || getFirstScan(function))
      return function.emitError("expected a kernel with a `pointwise` schedule to have no reduction and no scan");
    return function.getNumDims() ? checkVector(function, function.getNumDims() - 1) : success();
  }

  /// Elements of a row, or nothing where that is symbolic.
  static std::optional<int64_t> getRowLength(kernel::FuncOp function, ArrayRef<int64_t> reduced) {
    int64_t length = 1;
    for (int64_t dim : reduced) {
      std::optional<int64_t> extent = function.getStaticExtent(dim);
      if (!extent)
        return std::nullopt;
      length *= *extent;
    }
    return length;
  }

  static LogicalResult checkRows(kernel::FuncOp function) {
    SmallVector<int64_t> walked = getRowDims(function);
    if (walked.empty() || getFirstScan(function))
      return function.emitError("expected a kernel with a `rows` schedule to have a dimension and no scan");
    if (walked.back() != static_cast<int64_t>(function.getNumDims()) - 1)
      return function.emitError("expected a kernel with a `rows` schedule to fold its last dimension");
    if (failed(checkLength(function, walked, "row", function.getScheduleAttr().getVector())))
      return failure();
    if (foldsRowsIntoColumns(function) && (!function.getRagged() || !getRowLength(function, walked) || !foldsRowsOfOneDim(function)))
      return function.emitError("expected rows that are folded into columns to have a known length, to lie along one dimension, and to have parts (`kernel.ragged`)");
    if (function.getScheduleAttr().getBlocksPerRow() > 1 && (function.getRagged() || !getRowLength(function, walked)))
      return function.emitError("expected rows that a cluster of blocks shares to have a known length and no parts (`kernel.ragged`)");
    if (function.getScheduleAttr().getShared()) {
      // The least that the memory puts into shared memory at once.
      constexpr int64_t fewestBits = 32;
      ReadAlong read = findReadAlong(function, walked, function.getScheduleAttr().getVector());
      if (read.bits == 0 || read.fewestBits < fewestBits)
        return function.emitError("expected what is held in shared memory to be read in pieces of ") << fewestBits << " bits or more, but got " << (read.bits ? read.fewestBits : 0);
    }
    if (kernel::ScheduleAttr s = function.getScheduleAttr(); s.getInRegisters() > 0) {
      std::optional<int64_t> length = getRowLength(function, walked);
      if (foldsRowsIntoColumns(function) || !length || *length != s.getThreadsPerRow() * s.getVectors() * s.getVector() || hasRowEnds(function))
        return function.emitError("expected rows of which a part is held in registers and the rest in shared memory to be as long as their threads' vectors, and not to be folded into columns");
    }
    if (foldsRowsIntoColumns(function) && failed(checkTree(function, function.getScheduleAttr().getRowsPerBlock(), "rows at a time")))
      return failure();
    kernel::ScheduleAttr schedule = function.getScheduleAttr();
    return allowsRowEnds(function, schedule.getVector(), schedule.getThreadsPerRow()) ? success() : checkVector(function, walked.back());
  }

  /// What lies apart in a block is folded as a tree.
  static LogicalResult checkTree(kernel::FuncOp function, int64_t count, StringRef what) {
    if (llvm::isPowerOf2_64(count))
      return success();
    return function.emitError("expected a power of two of ") << what << ", but got " << count;
  }

  static LogicalResult checkColumns(kernel::FuncOp function) {
    SmallVector<int64_t> walked = getWalkedDims(function);
    int64_t last = static_cast<int64_t>(function.getNumDims()) - 1;
    if (walked.empty() || walked.back() == last || getFirstScan(function))
      return function.emitError("expected a kernel with a `columns` schedule to have reductions, and none over its last dimension");
    if (failed(checkLength(function, walked, "column", 1)) || failed(checkTree(function, function.getScheduleAttr().getThreadsPerRow(), "threads a column")))
      return failure();
    return checkVector(function, last);
  }

  /// What is held or counted must be known; steps of `each` elements.
  static LogicalResult checkLength(kernel::FuncOp function, ArrayRef<int64_t> walked, StringRef what, int64_t each) {
    kernel::ScheduleAttr schedule = function.getScheduleAttr();
    kernel::RaggedAttr ragged = function.getRagged();
    std::optional<int64_t> length = getRowLength(function, walked);
    if (ragged && llvm::is_contained(walked, ragged.getOuter() + 1))
      length = std::nullopt;
    if (!length && schedule.getHold())
      return function.emitError("expected a symbolic ") << what << " to be computed again, but the schedule holds it in registers";
    // Less than a vector that is left is walked by itself, or an error.
    if (length && *length / each > schedule.getThreadsPerRow() * schedule.getVectors())
      return function.emitError("expected a ") << what << " of " << *length << " elements to fit in the schedule's " << schedule.getThreadsPerRow() << " threads x "
                                                      << schedule.getVectors() << " vectors of " << each;
    return success();
  }

  static LogicalResult checkScans(kernel::FuncOp function) {
    bool isRows = function.getScheduleAttr().getKind() == kernel::ScheduleKind::ScanRows;
    StringRef kind = kernel::stringifyScheduleKind(function.getScheduleAttr().getKind());
    kernel::ScanOp scan = getFirstScan(function);
    if (!scan || !getReducedDims(function).empty())
      return function.emitError("expected a kernel with a `") << kind << "` schedule to have a scan and no reduction";
    if (isRows != (scan.getOver() + 1 == function.getNumDims()))
      return function.emitError("expected a kernel with a `") << kind << "` schedule to scan " << (isRows ? "the last dimension" : "another than the last dimension");
    // A thread stores what it makes of each point that it comes to.
    KernelDims dims(function);
    for (auto store : function.entry().getOps<kernel::StoreOp>())
      if (!store.getMap().isFunctionOfDim(scan.getOver()) &&
          llvm::none_of(store.getIndices(), [&](Value v) { return dims.variesOver(v, scan.getOver()); }))
        return store.emitError("expected a kernel with a `") << kind << "` schedule to store once for each point along the scanned dimension";
    return checkVector(function, function.getNumDims() - 1);
  }

  static LogicalResult checkTiles(kernel::FuncOp function) {
    kernel::ScheduleAttr schedule = function.getScheduleAttr();
    kernel::TilingAttr tiling = schedule.getTiling();
    int64_t last = static_cast<int64_t>(function.getNumDims()) - 1, rows = schedule.getTileRows(), columns = schedule.getTileColumns();
    if (!getReducedDims(function).empty() || getFirstScan(function))
      return function.emitError("expected a kernel with a `tiles` schedule to have no reduction and no scan");
    if (tiling.getAcross() >= last)
      return function.emitError("expected tiles across a dimension before the last, ") << last << ", but got " << tiling.getAcross();
    SmallVector<Operation *> accesses = getTiledAccesses(function, schedule);
    for (int64_t view : tiling.getViews())
      if (llvm::none_of(accesses, [&](Operation *access) { return cast<BlockArgument>(getAccessedView(access)).getArgNumber() == view; }))
        return function.emitError("expected view ") << view << " to be read or written along dimension " << tiling.getAcross() << " by its map alone";
    if (!llvm::isPowerOf2_64(rows) || !llvm::isPowerOf2_64(columns) || !llvm::isPowerOf2_64(schedule.getThreads()) || schedule.getThreads() < 32 || columns < 16)
      return function.emitError("expected a tile's rows, its 16 or more columns and a block's 32 or more threads to be powers of two, but got ")
             << rows << ", " << columns << " and " << schedule.getThreads();
    if (rows * columns < schedule.getThreads() * tiling.getVector() || rows < 4 * tiling.getVector())
      return function.emitError("expected a tile of ") << rows << " rows and " << columns << " columns to have vectors of " << tiling.getVector() << " for "
                                                       << schedule.getThreads() << " threads, and four a column";
    if (!allowsVectorAcross(function, accesses, tiling.getAcross(), tiling.getVector()))
      return function.emitError("expected dimension ") << tiling.getAcross() << " and every place along it to allow the tiles' vectors of " << tiling.getVector();
    return checkVector(function, last);
  }

  static LogicalResult checkVector(kernel::FuncOp function, unsigned inner) {
    int64_t vector = function.getScheduleAttr().getVector();
    if (allowsVector(function, inner, vector))
      return success();
    return function.emitError("expected dimension ") << inner << " and every place along it to allow the schedule's vectors of " << vector;
  }
};
} // namespace

LogicalResult checkSchedule(kernel::FuncOp function, const GpuTarget &target) {
  return success(succeeded(ScheduleCheck::checkLimits(function, target)) && succeeded(ScheduleCheck::checkKind(function)));
}

std::optional<std::string> findScheduleFault(kernel::FuncOp function, kernel::ScheduleAttr schedule, const GpuTarget &target) {
  kernel::ScheduleAttr before = function.getScheduleAttr();
  function.setScheduleAttr(schedule);
  std::optional<std::string> fault;
  {
    ScopedDiagnosticHandler handler(function.getContext(), [&](Diagnostic &diagnostic) { fault = fault.value_or(diagnostic.str()); });
    if (succeeded(checkSchedule(function, target)))
      fault = std::nullopt;
    else if (!fault)
      fault = "it is refused without a reason";
  }
  if (before)
    function.setScheduleAttr(before);
  else
    function.removeScheduleAttr();
  return fault;
}

} // namespace sinter
