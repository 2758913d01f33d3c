// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Picks a schedule by rule.

#include "compiler/Analysis/KernelCalls.h"
#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Folds.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Schedule/ReadAlong.h"
#include "compiler/Schedule/ScheduleParts.h"
#include "compiler/Schedule/StreamedFolds.h"
#include "compiler/Schedule/TileChoice.h"
#include "compiler/Schedule/VectorWidth.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

namespace sinter {
#define GEN_PASS_DEF_ASSIGNSCHEDULESPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// Whether a point is so much accurate arithmetic, or so much is asked of its place, that a thread has more to do at once with two vectors: in units of an exponential, about.
bool isLaborious(kernel::FuncOp function) {
  constexpr int64_t least = 3;
  int64_t work = 0;
  for (Operation &op : function.entry()) {
    if (isa<kernel::RandomBitsOp>(op))
      work += 3;
    // What is asked of a vector's place is asked once for twice as many elements too.
    if (auto load = dyn_cast<kernel::LoadOp>(op); load && load.getPredicate())
      work += 1;
    auto math = dyn_cast<arith::ArithFastMathInterface>(op);
    if (!math || (math.getFastMathFlagsAttr() && bitEnumContainsAny(math.getFastMathFlagsAttr().getValue(), arith::FastMathFlags::afn)))
      continue;
    if (op.hasAttr("kernel.near"))
      work += 2;
    else if (isa<math::ErfOp, math::ErfcOp, math::SinOp, math::CosOp, math::TanOp, math::PowFOp>(op))
      work += 3;
    else if (isa<math::TanhOp, math::SinhOp, math::CoshOp>(op))
      work += 2;
    else if (isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp, math::Log2Op, math::Log10Op, math::Log1pOp, math::SqrtOp, math::RsqrtOp, arith::DivFOp>(op))
      work += 1;
  }
  return work >= least;
}

/// Of few points a thread takes less than a vector, so that each processor has a block; of many a block is small, since all of it stays until its last thread is done. Not
/// where kernels beside may share its launch.
kernel::ScheduleAttr choosePointwise(kernel::FuncOp function, const GpuTarget &target) {
  int64_t vector = function.getNumDims() ? chooseVector(function, function.getNumDims() - 1, target) : 1, threads = std::min<int64_t>(256, target.threads);
  std::optional<int64_t> points = getMostPoints(function, [](int64_t) { return true; });
  if (vector > 1 && isLaborious(function) && allowsVector(function, function.getNumDims() - 1, 2 * vector))
    vector *= 2;
  auto leavesIdle = [&] { return points && *points / vector < target.processors * threads; };
  bool isAlone = !KernelCalls(function).haveNeighbours();
  if (isAlone && !leavesIdle())
    threads = std::min<int64_t>(128, threads);
  while (isAlone && vector > 1 && leavesIdle())
    vector /= 2;
  return kernel::ScheduleAttr::get(function.getContext(), kernel::ScheduleKind::Pointwise, threads, /*threadsPerRow=*/1, vector, /*vectors=*/1, /*hold=*/false);
}

/// How much of a processor's threads work on a row of `vectors` vectors, where blocks of `threads` walk one each.
double getUse(int64_t vectors, int64_t threads, const GpuTarget &target) {
  int64_t steps = llvm::divideCeil(vectors, threads), resident = target.processorThreads / threads * threads;
  return static_cast<double>(vectors) / (steps * threads) * resident / target.processorThreads;
}

/// About `threads` for a row of `vectors` vectors, in blocks of their own: as many, or fewer with up to `mostSteps` vectors each where these have less than `enough` of what the
/// best have of a processor's threads at work, for the last step may be that of few threads, and a processor have no room for a last block.
int64_t chooseUsedThreads(int64_t vectors, int64_t threads, int64_t mostSteps, double enough, const GpuTarget &target) {
  SmallVector<int64_t> candidates;
  for (int64_t steps = std::max<int64_t>(1, llvm::divideCeil(vectors, threads)); steps <= mostSteps; ++steps)
    if (int64_t fewer = llvm::alignTo(llvm::divideCeil(vectors, steps), 32); fewer <= threads && fewer >= std::min<int64_t>(threads, 128))
      candidates.push_back(fewer);
  double best = 0;
  for (int64_t one : candidates)
    best = std::max(best, getUse(vectors, one, target));
  auto chosen = llvm::find_if(candidates, [&](int64_t one) { return getUse(vectors, one, target) >= enough * best; });
  return chosen != candidates.end() ? *chosen : threads;
}

/// Threads for a row of `vectors` vectors: enough that each holds little, more where `rows` leave the GPU idle.
int64_t chooseThreadsPerRow(int64_t vectors, int64_t vector, std::optional<int64_t> rows, const GpuTarget &target) {
  auto roundUp = [&](int64_t threads) {
    return threads <= 32 ? static_cast<int64_t>(llvm::PowerOf2Ceil(threads))
                         : std::min<int64_t>(llvm::alignTo(threads, 32), target.threads);
  };
  bool isIdle = rows && *rows < 4 * target.processors;
  int64_t each = isIdle ? 1 : std::max<int64_t>(1, 16 / vector);
  int64_t threads = roundUp(std::max<int64_t>(1, llvm::divideCeil(vectors, each)));
  // A row within one warp needs no barrier; that is worth up to four vectors a thread, and as many of two warps less than more threads.
  if (!isIdle && threads > 32 && vectors <= 64 * 4)
    threads = vectors <= 32 * 4 ? 32 : 64;
  return threads;
}

/// Elements that a thread of a block of `threads` may hold: half of its registers, and not above 64, where it is better to read the row again.
int64_t getMostHeld(int64_t threads, const GpuTarget &target) { return std::min<int64_t>(64, target.registers / threads / 2); }

bool hasExponentialSum(kernel::FuncOp function) {
  return llvm::any_of(function.entry().getOps<kernel::ReduceOp>(), [](kernel::ReduceOp reduce) { return findExponentialSum(reduce).has_value(); });
}

/// `count` vectors a row, where that is known, walked by `perRow` threads, of `few` rows or many. Small rows share a block of `block` threads.
kernel::ScheduleAttr describeRows(kernel::FuncOp function, bool isKnown, int64_t count, int64_t perRow, int64_t vector, int64_t block, bool few, const GpuTarget &target) {
  int64_t threads = perRow >= block || !llvm::isPowerOf2_64(perRow) ? perRow : llvm::alignDown(block, perRow);
  int64_t vectors = isKnown ? llvm::divideCeil(count, perRow) : 1;
  bool hold = isKnown && vectors * vector <= getMostHeld(threads, target);
  // Of large blocks one register too many leaves a processor half as many. Of few rows it has one.
  int64_t blocks = hold && !few && 2 * threads > 1024 && vectors * vector <= 16 ? target.processorThreads / threads : 0;
  ScheduleParts parts(kernel::ScheduleKind::Rows, threads, perRow, vector, vectors);
  parts.hold = hold, parts.blocks = blocks;
  return parts.get(function.getContext());
}

/// Whether what is folded along the rows is wanted to make something along them, so that they are walked again; and, where there are `few` rows, stored
/// along them: the second walk of few rows that are only folded finds them in the L2 cache.
bool walksAgain(kernel::FuncOp function, ArrayRef<int64_t> walked, bool few) {
  KernelDims dims(function);
  llvm::SmallPtrSet<Operation *, 16> after, atOnce;
  // The walk that finds the greatest finds the sum of the exponentials too.
  for (auto reduce : function.entry().getOps<kernel::ReduceOp>())
    if (std::optional<ExponentialSum> sum = findExponentialSum(reduce); sum && sum->isAlone())
      atOnce.insert({sum->exponential, sum->exponential.getOperand().getDefiningOp()});
  for (Operation &op : function.entry()) {
    if (atOnce.contains(&op))
      continue;
    bool isAfter = isa<kernel::ReduceOp>(op) || llvm::any_of(op.getOperands(), [&](Value v) { return after.contains(v.getDefiningOp()); });
    if (!isAfter)
      continue;
    after.insert(&op);
    bool isWanted = few ? isa<kernel::StoreOp>(op) : !isa<kernel::ReduceOp>(op);
    if (isWanted && llvm::any_of(llvm::concat<Value>(llvm::to_vector_of<Value>(op.getResults()), llvm::to_vector(op.getOperands())),
                                 [&](Value v) { return !isa<kernel::ViewType>(v.getType()) && !v.getDefiningOp<kernel::ReduceOp>() && dims.variesOver(v, walked); }))
      return true;
  }
  return false;
}

/// Of rows held in shared memory by `perRow` threads, in blocks of `threads` of which a processor has `blocks`: how many of a thread's vectors are better held in registers,
/// so that a processor has a block more. 0 where that does not save the GPU a turn: the rows of a turn are read, folded and stored together, so one turn more costs
/// all of these.
int64_t countInRegisters(kernel::FuncOp function, ArrayRef<int64_t> walked, const ReadAlong &read, int64_t perRow, int64_t threads, int64_t count, int64_t vector, int64_t blocks,
                         const GpuTarget &target) {
  constexpr int64_t fewTurns = 6, mostRegisters = 16, otherRegisters = 28, reservedBytes = 1024, otherBytes = 3072;
  std::optional<int64_t> rows = getMostPoints(function, [&](int64_t i) { return !llvm::is_contained(walked, i); });
  if (!rows || count % perRow != 0 || !allowsVector(function, walked.back(), vector))
    return 0;
  auto countTurns = [&](int64_t ofProcessor) { return llvm::divideCeil(*rows * (perRow / threads), target.processors * ofProcessor); };
  if (countTurns(blocks) > fewTurns || countTurns(blocks + 1) >= countTurns(blocks))
    return 0;
  int64_t vectors = count / perRow, bytes = (target.sharedBytes + reservedBytes) / (blocks + 1) - otherBytes, shared = std::max<int64_t>(0, bytes) * 8 / (threads * read.bits);
  int64_t inRegisters = std::max<int64_t>(0, vectors - shared), held = inRegisters * llvm::divideCeil(read.bits, 32);
  bool isHoldable = inRegisters < vectors && held <= mostRegisters && (held + otherRegisters) * threads * (blocks + 1) <= target.registers;
  return isHoldable ? inRegisters : 0;
}

/// Long rows, of which a processor would have one at a time were all held that they need twice, or none: while its threads wait for each other nothing is on its
/// way. What was read alone is held, in shared memory where it can be put there without the threads' help, else in registers, by few threads, so that a processor
/// has two rows or more. What leaves no room for a second row is shared by the blocks of a cluster, where there are clusters, so that a processor has parts of
/// several rows. Their barrier costs more than a block's, so less is not shared, nor what a block holds that nothing packs. What no cluster holds it shares all the
/// same, and reads again. Null where nothing of this helps.
kernel::ScheduleAttr chooseReadRows(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t count, int64_t vector, bool isHeld, bool few, const GpuTarget &target) {
  // Of a processor beside what a block may have, and what each block and reduction takes of it.
  constexpr int64_t fewestThreads = 256, reservedBytes = 1024, otherBytes = 3072;
  // What a thread holds, and what it needs beside.
  constexpr int64_t fewHeldBytes = 128, mostHeldBytes = 256, mostHeldRegisters = 32, otherRegisters = 32;
  ReadAlong read = findReadAlong(function, walked, vector);
  int64_t small = std::min(fewestThreads, target.threads);
  if (read.bits == 0)
    return {};
  bool canShare = target.clusters && (read.isPacked || !isHeld) && read.fewestBits >= 32 && !function.getRagged() && walksAgain(function, walked, few);
  auto describe = [&](int64_t threads, int64_t cluster, bool shared, int64_t blocks, int64_t inRegisters = 0) {
    int64_t perRow = cluster * threads;
    bool hold = blocks > 0;
    ScheduleParts parts(kernel::ScheduleKind::Rows, threads, perRow, vector, llvm::divideCeil(count, perRow));
    parts.hold = parts.packed = hold, parts.shared = shared, parts.inRegisters = inRegisters, parts.blocks = blocks;
    return parts.get(function.getContext());
  };
  // Many small blocks hide each other's barriers best, but a cluster's barrier is worth twice the block.
  auto countCluster = [&](int64_t bytes) { return static_cast<int64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(count, small * std::max<int64_t>(1, bytes * 8 / read.bits)))); };
  int64_t cluster = countCluster(mostHeldBytes);
  if (int64_t more = countCluster(fewHeldBytes); cluster > 1 && more <= kernel::mostBlocksOfCluster)
    cluster = more;
  if (read.fewestBits >= 64 && walksAgain(function, walked, /*few=*/false) && (cluster == 1 ? read.isPacked : canShare && cluster <= kernel::mostBlocksOfCluster)) {
    int64_t bytes = small * llvm::divideCeil(count, cluster * small) * read.bits / 8;
    int64_t blocks = std::min(std::min<int64_t>(target.processorThreads / small, 8), (target.sharedBytes + reservedBytes) / (bytes + otherBytes));
    // Rows of which a processor has few blocks have as many threads as it has room for.
    int64_t threads = cluster == 1 && blocks > 1 ? std::clamp<int64_t>(llvm::bit_floor<uint64_t>(target.processorThreads / blocks), small, target.threads) : small;
    if (count % threads != 0)
      threads = small;
    if (blocks > 1) {
      int64_t inRegisters = countInRegisters(function, walked, read, cluster * threads, threads, count, vector, blocks, target);
      return describe(threads, cluster, /*shared=*/true, inRegisters ? blocks + 1 : blocks, inRegisters);
    }
  }
  int64_t perRow = std::max(fewestThreads, static_cast<int64_t>(llvm::alignTo(llvm::divideCeil(count, std::max<int64_t>(1, mostHeldRegisters * 32 / read.bits)), 64)));
  auto countBlocks = [&](int64_t threads) { return target.registers / (threads * (mostHeldRegisters + otherRegisters)); };
  bool isHoldable = read.bits <= mostHeldRegisters * 32;
  if (isHoldable && read.isPacked && perRow <= target.threads)
    return describe(perRow, /*cluster=*/1, /*shared=*/false, std::max<int64_t>(countBlocks(perRow), 1));
  if (!canShare)
    return {};
  cluster = std::min<int64_t>(kernel::mostBlocksOfCluster, llvm::PowerOf2Ceil(llvm::divideCeil(perRow, fewestThreads)));
  int64_t threads = llvm::alignTo(llvm::divideCeil(perRow, cluster), 32);
  if (isHoldable && cluster > 1 && countBlocks(threads) > 1)
    return describe(threads, cluster, /*shared=*/false, countBlocks(threads));
  return describe(target.threads, kernel::mostBlocksOfCluster, /*shared=*/false, /*blocks=*/0);
}

/// Rows that a block walks one after the other, which it folds into columns too: it has the memory put the next ones into shared memory while it works on this one.
/// `count` vectors a row, of which a thread has one or few: each takes registers for what its columns add up to. Null where what it would hold of two rows is read in
/// pieces too small to fetch, or leaves a processor no second block.
kernel::ScheduleAttr chooseFetchedRows(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t count, int64_t vector, const GpuTarget &target) {
  constexpr int64_t fewestThreads = 128, mostThreads = 512;
  int64_t each = llvm::divideCeil(count, std::min(mostThreads, target.threads)), perRow = llvm::alignTo(llvm::divideCeil(count, each), 32);
  if (perRow > target.threads)
    return {};
  if (perRow < fewestThreads)
    perRow = llvm::PowerOf2Ceil(std::min(perRow, count));
  ScheduleParts parts(kernel::ScheduleKind::Rows, std::min(std::max(perRow, fewestThreads), target.threads), perRow, vector, llvm::divideCeil(count, perRow));
  parts.hold = parts.packed = parts.shared = true, parts.blocks = 2;
  kernel::ScheduleAttr fetched = parts.get(function.getContext());
  bool isFetched = findReadAlong(function, walked, vector).fewestBits >= 64 && countFetchedRows(function, walked, fetched, target);
  return isFetched ? fetched : kernel::ScheduleAttr();
}

/// A row or a few of what lies all over the memory, `count` vectors each: a cluster has more of it on its way than a block has. Null where rows are read in order, where they
/// are many or short, and where they are so long that what is held of them might not fit a block's shared memory.
kernel::ScheduleAttr chooseSharedRows(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t count, int64_t vector, int64_t rows, const GpuTarget &target) {
  constexpr int64_t threads = 256, fewestVectors = 2, mostElements = 16;
  int64_t cluster = std::min<int64_t>(kernel::mostBlocksOfCluster, llvm::bit_floor<uint64_t>(llvm::divideCeil(count, threads * fewestVectors)));
  bool canShare = target.clusters && threads <= target.threads && findReadAlong(function, walked, vector).fewestBits >= 32 && !function.getRagged() && !foldsRowsIntoColumns(function);
  if (!canShare || cluster < 2 || rows * cluster > target.processors)
    return {};
  KernelDims dims(function);
  auto isAlongRow = [&](Value place) { return llvm::any_of(walked, [&](int64_t dim) { return dims.variesOver(place, dim); }); };
  bool isScattered = llvm::any_of(function.entry().getOps<kernel::LoadOp>(), [&](kernel::LoadOp load) { return llvm::any_of(load.getIndices(), isAlongRow); });
  int64_t vectors = llvm::divideCeil(count, cluster * threads);
  if (!isScattered || vectors * vector > mostElements)
    return {};
  ScheduleParts parts(kernel::ScheduleKind::Rows, threads, cluster * threads, vector, vectors);
  parts.hold = parts.packed = parts.shared = true, parts.blocks = 1;
  return parts.get(function.getContext());
}

/// Rows that vectors of `vector` elements are aligned with, or whose ends are walked by themselves.
kernel::ScheduleAttr chooseRowsOf(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t vector, const GpuTarget &target) {
  if (kernel::ScheduleAttr streamed = chooseStreamedRows(function, walked, vector, target))
    return streamed;
  auto length = getStaticPoints(function, [&](int64_t i) { return llvm::is_contained(walked, i); });
  auto rows = getStaticPoints(function, [&](int64_t i) { return !llvm::is_contained(walked, i); });
  // Where a row's ends are walked by themselves, no vector is begun that the row does not fill.
  int64_t full = length && allowsVector(function, walked.back(), vector) ? llvm::divideCeil(*length, vector) : length.value_or(0) / vector;
  int64_t count = length ? std::max<int64_t>(1, full) : 0;
  int64_t perRow = length ? chooseThreadsPerRow(count, vector, rows, target) : std::min<int64_t>(256, target.threads);
  // Exponentials are worth more threads than a row has in one warp's vectors, unless some would have no vector where there are others to take their place.
  bool isFilled = count % (2 * perRow) == 0 || (rows && *rows * 2 * perRow < target.processors * target.processorThreads);
  if (length && perRow <= 32 && count > perRow && isFilled && 2 * perRow <= target.threads && hasExponentialSum(function))
    perRow *= 2;
  // A part of a ragged row may have fewer elements.
  kernel::RaggedAttr ragged = function.getRagged();
  bool isKnown = length && !(ragged && llvm::is_contained(walked, ragged.getOuter() + 1));
  int64_t block = std::min<int64_t>(128, llvm::bit_floor<uint64_t>(target.threads)), warp = std::min<int64_t>(32, perRow);
  bool areFew = rows && *rows <= target.processors;
  kernel::ScheduleAttr schedule = describeRows(function, isKnown, count, perRow, vector, block, areFew, target);
  bool isAlone = 2 * schedule.getThreads() > target.threads && !areFew;
  kernel::ScheduleAttr read;
  if (isKnown && (isAlone || !schedule.getHold()) && !foldsRowsIntoColumns(function))
    read = chooseReadRows(function, walked, count, vector, schedule.getHold(), areFew, target);
  if (read && (isAlone || read.getBlocksPerRow() > 1)) {
    schedule = read;
  } else if (isKnown && perRow > 64 && !(rows && *rows < 4 * target.processors)) {
    // What is held takes registers, of which more leave a processor fewer threads; nor do its threads need to be many where each has much on its way.
    constexpr int64_t ampleBytes = 64;
    bool isHeld = walksAgain(function, walked, /*few=*/false), isAmple = isHeld && schedule.getVectors() * findReadAlong(function, walked, vector).bits / 8 >= ampleBytes;
    int64_t mostElements = isHeld ? 24 : 64, used = chooseUsedThreads(count, perRow, mostElements / vector, isHeld ? 0.88 : 0.985, target);
    if (used != perRow && !isAmple)
      schedule = describeRows(function, isKnown, count, used, vector, block, areFew, target);
  }
  if (isKnown && areFew)
    if (kernel::ScheduleAttr shared = chooseSharedRows(function, walked, count, vector, *rows, target))
      schedule = shared;
  if (isKnown && schedule.getHold() && foldsRowsIntoColumns(function))
    if (kernel::ScheduleAttr fetched = chooseFetchedRows(function, walked, count, vector, target))
      schedule = fetched;
  // A row within one warp needs no shared memory, and one row a block none for what rows are folded into.
  for (int64_t smaller : {block, warp})
    if (getScratchBytes(function, schedule) > getMostScratchBytes(target))
      schedule = describeRows(function, isKnown, count, warp, vector, smaller, areFew, target);
  return schedule;
}

/// Neighbouring columns for the threads of a warp, so that they read whole lines; the block's other threads share the columns' elements.
kernel::ScheduleAttr chooseColumns(kernel::FuncOp function, ArrayRef<int64_t> walked, const GpuTarget &target) {
  int64_t vector = chooseVector(function, function.getNumDims() - 1, target);
  if (kernel::ScheduleAttr streamed = chooseStreamedColumns(function, walked, vector, target))
    return streamed;
  auto length = getStaticPoints(function, [&](int64_t i) { return llvm::is_contained(walked, i); });
  auto points = getStaticPoints(function, [&](int64_t i) { return !llvm::is_contained(walked, i); });
  auto ceilPower = [](int64_t n) { return static_cast<int64_t>(llvm::PowerOf2Ceil(std::max<int64_t>(n, 1))); };
  // Few columns make few blocks: then narrow ones, and with many threads each.
  auto leavesIdle = [&](int64_t columns) { return points && *points < columns * target.processors; };
  while (vector > 1 && leavesIdle(32 * vector))
    vector /= 2;
  // A tree folds the threads of a column.
  int64_t most = static_cast<int64_t>(llvm::bit_floor<uint64_t>(target.threads)), threads = std::min<int64_t>(leavesIdle(32 * vector) ? 512 : 256, most);
  int64_t across = std::min<int64_t>(32, points ? ceilPower(llvm::divideCeil(*points, vector)) : 32);
  // Several elements for each thread, or folding the threads costs more than the walk.
  constexpr int64_t each = 16, fewestThreads = 128;
  int64_t down = std::min<int64_t>(threads / across, length ? ceilPower(llvm::divideCeil(*length, each)) : threads / across);
  kernel::RaggedAttr ragged = function.getRagged();
  bool isKnown = length && !ragged;
  auto describe = [&] {
    int64_t vectors = isKnown ? std::max<int64_t>(1, llvm::divideCeil(*length, down)) : 1;
    bool hold = isKnown && vectors * vector <= getMostHeld(down * across, target);
    return kernel::ScheduleAttr::get(function.getContext(), kernel::ScheduleKind::Columns, down * across, down, vector, vectors, hold);
  };
  auto limitScratch = [&] {
    while (down > 1 && getScratchBytes(function, describe()) > getMostScratchBytes(target))
      down /= 2;
  };
  limitScratch();
  across = std::min(threads / down, leavesIdle(32 * vector) ? std::max<int64_t>(32, fewestThreads / down) : points ? std::max<int64_t>(32, ceilPower(llvm::divideCeil(*points, vector))) : threads / down);
  // The threads that make it a warp take shared memory too.
  limitScratch();
  return describe();
}

/// Along the last dimension threads share a row, as many as take it in one turn, up to a block's worth; a short row is one warp's, so that the
/// turns need no barrier. Along another a thread a vector of columns.
kernel::ScheduleAttr chooseScan(kernel::FuncOp function, int64_t scanned, const GpuTarget &target) {
  if (scanned + 1 != function.getNumDims()) {
    kernel::ScheduleAttr points = choosePointwise(function, target);
    return kernel::ScheduleAttr::get(function.getContext(), kernel::ScheduleKind::ScanColumns, points.getThreads(), /*threadsPerRow=*/1, points.getVector(),
                                     /*vectors=*/1, /*hold=*/false);
  }
  int64_t vector = chooseVector(function, scanned, target), most = std::min<int64_t>(256, target.threads);
  auto length = function.getStaticExtent(scanned);
  int64_t count = length ? std::max<int64_t>(1, llvm::divideCeil(*length, vector)) : most, perRow = most;
  if (count <= 32)
    perRow = llvm::PowerOf2Ceil(count);
  else if (count <= 64)
    perRow = 32;
  else if (count < most)
    perRow = llvm::alignTo(count, 32);
  auto describe = [&](int64_t threadsPerRow) {
    int64_t block = std::min<int64_t>(128, target.threads);
    int64_t threads = threadsPerRow >= block || !llvm::isPowerOf2_64(threadsPerRow) ? threadsPerRow : llvm::alignDown(block, threadsPerRow);
    int64_t vectors = length ? std::max<int64_t>(1, llvm::divideCeil(count, threadsPerRow)) : 1;
    return kernel::ScheduleAttr::get(function.getContext(), kernel::ScheduleKind::ScanRows, threads, threadsPerRow, vector, vectors, /*hold=*/false);
  };
  kernel::ScheduleAttr schedule = describe(perRow);
  return getScratchBytes(function, schedule) > getMostScratchBytes(target) ? describe(32) : schedule;
}

/// Rows of a length, or at places, that no vector divides keep vectors but at their ends: the widest of which the ends are not more than the row has threads.
kernel::ScheduleAttr chooseRows(kernel::FuncOp function, ArrayRef<int64_t> walked, const GpuTarget &target) {
  int64_t aligned = chooseVector(function, walked.back(), target);
  for (int64_t vector = getWidestVector(function, target); vector > aligned; vector /= 2)
    if (kernel::ScheduleAttr schedule = chooseRowsOf(function, walked, vector, target); allowsRowEnds(function, vector, schedule.getThreadsPerRow()))
      return schedule;
  return chooseRowsOf(function, walked, aligned, target);
}

kernel::ScheduleAttr chooseSchedule(kernel::FuncOp function, const GpuTarget &target) {
  if (kernel::ScanOp scan = getFirstScan(function))
    return chooseScan(function, scan.getOver(), target);
  SmallVector<int64_t> walked = getWalkedDims(function);
  if (walked.empty()) {
    kernel::ScheduleAttr tiles = chooseTiles(function, target);
    return tiles ? tiles : choosePointwise(function, target);
  }
  bool isAlongLast = walked.back() == static_cast<int64_t>(function.getNumDims()) - 1;
  return isAlongLast ? chooseRows(function, walked, target) : chooseColumns(function, walked, target);
}

struct AssignSchedules : sinter::impl::AssignSchedulesPassBase<AssignSchedules> {
  void runOnOperation() override {
    kernel::FuncOp function = getOperation();
    if (function.getScheduleAttr())
      return;
    GpuTarget target = getModuleTarget(function);
    function.setScheduleAttr(chooseSchedule(function, target));
  }
};
} // namespace
