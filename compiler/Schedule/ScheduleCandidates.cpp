// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The neighbours of a schedule, by its kind. What each kind leaves open is told at #kernel.schedule; what is legal ScheduleCheck.cpp knows.

#include "compiler/Schedule/ScheduleCandidates.h"

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Schedule/ReadAlong.h"
#include "compiler/Schedule/ScheduleCheck.h"
#include "compiler/Schedule/ScheduleParts.h"
#include "compiler/Schedule/VectorWidth.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {
namespace {

using kernel::ScheduleAttr, kernel::ScheduleKind;

class Candidates {
public:
  Candidates(kernel::FuncOp function, const GpuTarget &target, size_t most)
      : function(function), target(target), rule(function.getScheduleAttr()), most(most), walked(findWalked()) {}

  SmallVector<ScheduleAttr> find() {
    switch (rule.getKind()) {
    case ScheduleKind::Pointwise:
    case ScheduleKind::ScanColumns: findPoints(); break;
    case ScheduleKind::Rows: findRows(); break;
    case ScheduleKind::Columns: findColumns(); break;
    case ScheduleKind::ScanRows: findScans(); break;
    case ScheduleKind::Tiles: findTiles(); break;
    }
    return std::move(found);
  }

private:
  /// The dimensions that a row or column is walked along.
  SmallVector<int64_t> findWalked() {
    if (kernel::ScanOp scan = getFirstScan(function))
      return {static_cast<int64_t>(scan.getOver())};
    return getWalkedDims(function);
  }

  /// Elements of a row or column, or nothing where that is not known.
  std::optional<int64_t> getLength() {
    kernel::RaggedAttr ragged = function.getRagged();
    if (ragged && llvm::is_contained(walked, ragged.getOuter() + 1))
      return std::nullopt;
    return getStaticPoints(function, [&](int64_t d) { return llvm::is_contained(walked, d); });
  }

  void add(const ScheduleParts &parts) {
    ScopedDiagnosticHandler silent(function.getContext(), [](Diagnostic &) { return success(); });
    ScheduleAttr schedule = parts.getChecked([&] { return emitError(function.getLoc()); }, function.getContext());
    if (found.size() >= most || !schedule || schedule == rule || llvm::is_contained(found, schedule))
      return;
    if (!fits(schedule) || findScheduleFault(function, schedule, target))
      return;
    found.push_back(schedule);
  }

  /// Whether what a block holds has room.
  bool fits(ScheduleAttr s) {
    if (s.getBlocksPerRow() > 1 && !target.clusters)
      return false;
    if (!s.getHold())
      return true;
    int64_t threads = s.getThreads(), blocks = std::max<int64_t>(1, s.getBlocks());
    ReadAlong read = s.getPacked() ? findReadAlong(function, walked, s.getVector()) : ReadAlong();
    if (s.getShared()) {
      return read.bits > 0 && blocks * sharedBytesOf(threads, s.getVectors() - s.getInRegisters(), read) <= target.sharedBytes;
    }
    // What a thread needs beside what it holds.
    constexpr int64_t otherRegisters = 24, mostRegisters = 255;
    int64_t held = (s.getPacked() ? s.getVectors() * llvm::divideCeil(read.bits, 32) : s.getVectors() * s.getVector()) + otherRegisters;
    return held <= mostRegisters && held * threads * blocks <= target.registers;
  }

  /// Of a block that holds rows there: one that folds rows into columns has two at once, and each takes some for itself.
  int64_t sharedBytesOf(int64_t threads, int64_t vectors, const ReadAlong &read) {
    constexpr int64_t otherBytes = 3072;
    return (foldsRowsIntoColumns(function) ? 2 : 1) * threads * vectors * read.bits / 8 + otherBytes;
  }

  //===--- Kinds ---===//

  void findPoints() {
    // Threads and vectors, each by the factor (of the first: a divisor where it is below 0).
    constexpr std::pair<int, int> steps[] = {{-2, 1}, {2, 1}, {1, 2}, {1, -2}, {-2, 2}, {-4, 1}, {4, 1}, {2, -2}, {1, 4}, {-2, 4}, {-4, 2}, {1, -4}};
    for (auto [threads, vector] : steps) {
      ScheduleParts parts(rule);
      parts.threads = scale(parts.threads, threads);
      parts.vector = scale(parts.vector, vector);
      if (parts.threads >= 32)
        add(parts);
    }
  }

  static int64_t scale(int64_t value, int factor) { return factor > 0 ? value * factor : value / -factor; }

  /// `parts` with as many vectors as its threads need for a row.
  ScheduleParts fitRow(ScheduleParts parts) {
    // What comes of halving one is no schedule.
    std::optional<int64_t> length = getLength();
    if (length && parts.vector > 0 && parts.perRow > 0)
      parts.vectors = std::max<int64_t>(1, llvm::divideCeil(llvm::divideCeil(*length, parts.vector), parts.perRow));
    return parts;
  }

  /// Threads a row that a schedule may have: the next more or fewer `steps` away.
  static int64_t climb(int64_t perRow, int steps) {
    for (; steps > 0; --steps)
      perRow = static_cast<int64_t>(llvm::NextPowerOf2(perRow));
    for (; steps < 0 && perRow > 1; ++steps)
      perRow = static_cast<int64_t>(llvm::PowerOf2Ceil(perRow)) / 2;
    return perRow;
  }

  /// `steps` more or fewer threads for a row of a block; blocks of `rows` rows, or as large as the rule's where that is 0.
  ScheduleParts climbRow(int steps, int64_t rows) {
    ScheduleParts parts(rule);
    parts.perRow = climb(parts.perRow, steps);
    parts.threads = rows ? rows * parts.perRow : std::max(rule.getThreads(), parts.perRow);
    return fitRow(parts);
  }

  void findRows() {
    std::optional<int64_t> length = getLength();
    bool isCluster = rule.getBlocksPerRow() > 1, isAlone = rule.getRowsPerBlock() == 1;
    auto changed = [&](auto change) {
      ScheduleParts parts(rule);
      change(parts);
      return fitRow(parts);
    };
    if (!isCluster) {
      add(climbRow(1, isAlone));
      add(climbRow(-1, isAlone));
    }
    // What is held, and where.
    if (rule.getHold())
      add(changed([](ScheduleParts &p) { p.unhold(); }));
    else if (length)
      add(changed([](ScheduleParts &p) { p.hold = true; }));
    constexpr int64_t smallBlock = 256;
    if (length && isAlone) {
      shareRow(rule.getThreads(), rule.getBlocksPerRow());
      if (rule.getThreads() > smallBlock)
        shareRow(smallBlock, rule.getBlocksPerRow());
      add(changed([](ScheduleParts &p) { p.hold = p.packed = true, p.shared = false, p.blocks = std::max<int64_t>(2, p.blocks); }));
    }
    SmallVector<int64_t> counts = {target.processorThreads / rule.getThreads()};
    if (int64_t blocks = rule.getBlocks())
      counts = {blocks - 1, blocks + 1, 0};
    if (rule.getHold())
      for (int64_t blocks : counts)
        if (blocks != 1)
          add(changed([&](ScheduleParts &p) { p.blocks = blocks; }));
    // A part of what lies in shared memory in registers leaves room for a block more.
    if (rule.getShared())
      for (int64_t part : {4, 2})
        add(changed([&](ScheduleParts &p) { p.inRegisters = p.vectors / part, ++p.blocks; }));
    add(changed([](ScheduleParts &p) { p.vector /= 2; }));
    if (isCluster) {
      // A block for each row again, and other clusters.
      for (int64_t blocks : {1, 2, 4, 8})
        add(changed([&](ScheduleParts &p) { p.perRow = blocks * p.threads; }));
      shareRow(2 * smallBlock, std::max<int64_t>(2, rule.getBlocksPerRow() / 2));
      add(changed([](ScheduleParts &p) { p.threads *= 2; }));
    } else {
      add(changed([](ScheduleParts &p) { p.threads *= 2; }));
      if (rule.getThreads() / 2 >= rule.getThreadsPerRow())
        add(changed([](ScheduleParts &p) { p.threads /= 2; }));
      if (length && isAlone && rule.getThreads() >= 2 * smallBlock) {
        shareRow(smallBlock, 2);
        shareRow(smallBlock, 4);
      }
      add(climbRow(2, isAlone));
      add(climbRow(-2, isAlone));
      add(climbRow(-1, 0));
    }
    add(changed([](ScheduleParts &p) { p.vector *= 2; }));
  }


  /// Rows held in the shared memory of a block of `threads`, or of `cluster` such: as many blocks a processor as that has room for.
  void shareRow(int64_t threads, int64_t cluster) {
    ScheduleParts parts(rule);
    parts.threads = threads, parts.perRow = cluster * threads;
    parts.hold = parts.packed = parts.shared = true;
    parts = fitRow(parts);
    ReadAlong read = findReadAlong(function, walked, parts.vector);
    int64_t bytes = sharedBytesOf(threads, parts.vectors, read);
    parts.blocks = std::min({target.processorThreads / threads, int64_t(8), target.sharedBytes / bytes});
    if (read.bits > 0 && parts.blocks > 1)
      add(parts);
  }

  void findColumns() {
    std::optional<int64_t> length = getLength();
    auto change = [&](int64_t threads, int64_t down, int64_t vector, bool hold) {
      ScheduleParts parts(rule);
      parts.threads = threads, parts.perRow = down, parts.vector = vector, parts.hold = hold;
      if (length && down > 0)
        parts.vectors = std::max<int64_t>(1, llvm::divideCeil(*length, down));
      if (threads >= 32 && down > 0 && (!hold || length))
        add(parts);
    };
    int64_t threads = rule.getThreads(), down = rule.getThreadsPerRow(), vector = rule.getVector();
    bool hold = rule.getHold();
    change(threads, 2 * down, vector, hold);
    change(threads, down / 2, vector, hold);
    change(threads / 2, down / 2, vector, hold);
    change(2 * threads, 2 * down, vector, hold);
    change(threads, down, vector / 2, hold);
    change(threads, down, 2 * vector, hold);
    change(threads, down, vector, !hold);
    change(threads / 2, down, vector, hold);
    change(2 * threads, down, vector, hold);
    change(threads, 2 * down, 2 * vector, hold);
    change(threads, 4 * down, vector, hold);
    change(threads, down / 4, vector, hold);
  }

  void findScans() {
    auto change = [&](int64_t threads, int64_t perRow, int64_t vector) {
      ScheduleParts parts(rule);
      parts.threads = threads, parts.perRow = perRow, parts.vector = vector;
      if (perRow > 0 && vector > 0)
        add(fitRow(parts));
    };
    int64_t threads = rule.getThreads(), perRow = rule.getThreadsPerRow(), vector = rule.getVector(), rows = rule.getRowsPerBlock();
    for (int steps : {1, -1, 2, -2})
      change(rows * climb(perRow, steps), climb(perRow, steps), vector);
    change(threads, perRow, vector / 2);
    change(threads, perRow, 2 * vector);
    change(2 * threads, perRow, vector);
    if (rows > 1)
      change(threads / 2, perRow, vector);
    change(threads, climb(perRow, -1), vector);
    change(rows * climb(perRow, 1), climb(perRow, 1), vector / 2);
    change(rows * climb(perRow, -1), climb(perRow, -1), 2 * vector);
  }

  void findTiles() {
    int64_t rows = rule.getTileRows(), columns = rule.getTileColumns(), across = rule.getTiling().getVector();
    auto change = [&](int64_t rows, int64_t columns, int64_t threads, int64_t vector, int64_t across) {
      ScheduleParts parts(rule);
      if (rows <= 0 || vector <= 0 || across <= 0 || threads < 32 || columns % vector != 0 || rows * columns % (vector * threads) != 0)
        return;
      parts.threads = threads, parts.perRow = columns / vector, parts.vector = vector, parts.vectors = rows * columns / vector / threads;
      parts.tiling = kernel::TilingAttr::get(function.getContext(), rule.getTiling().getAcross(), across, rule.getTiling().getViews());
      add(parts);
    };
    int64_t threads = rule.getThreads(), vector = rule.getVector();
    change(rows, columns, threads / 2, vector, across);
    change(rows, columns, 2 * threads, vector, across);
    change(rows / 2, columns, threads, vector, across);
    change(rows, columns / 2, threads, vector, across);
    change(2 * rows, columns, threads, vector, across);
    change(rows, 2 * columns, threads, vector, across);
    change(rows / 2, columns / 2, threads, vector, across);
    change(rows, columns, threads, vector / 2, across);
    change(rows, columns, threads, vector, across / 2);
    change(rows / 2, columns, threads / 2, vector, across);
    change(rows / 2, 2 * columns, threads, vector, across);
    // What lies across is read as it lies.
    ScheduleParts flat(rule);
    flat.kind = ScheduleKind::Pointwise;
    flat.perRow = flat.vectors = 1;
    flat.vector = chooseVector(function, function.getNumDims() - 1, target);
    flat.tiling = {};
    add(flat);
  }

  kernel::FuncOp function;
  const GpuTarget &target;
  ScheduleAttr rule;
  size_t most;
  SmallVector<int64_t> walked;
  SmallVector<ScheduleAttr> found;
};
} // namespace

SmallVector<ScheduleAttr> findScheduleCandidates(kernel::FuncOp function, const GpuTarget &target, size_t most) {
  return function.getScheduleAttr() ? Candidates(function, target, most).find() : SmallVector<ScheduleAttr>();
}

} // namespace sinter
