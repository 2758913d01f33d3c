// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans. Along the last dimension several threads share a row: in each turn of the block every thread scans a vector, the threads scan what their vectors
// come to, and the row's carry goes on to the next turn. All threads of a block must meet in that, so what comes before and
// after it, for points that are there, stands in branches of its own. Along another dimension a thread walks a few neighbouring columns.

#include "compiler/Schedule/Folds.h"
#include "compiler/Schedule/ThreadBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sinter {
namespace {

class ScanMapping {
public:
  explicit ScanMapping(kernel::FuncOp source)
      : source(source), schedule(source.getScheduleAttr()), scanned(getFirstScan(source).getOver()), isReverse(getFirstScan(source).getReverse()),
        t(source, source.getNumDims() - 1, schedule.getVector()), b(t.b), scans(source.entry().getOps<kernel::ScanOp>()),
        stores(source.entry().getOps<kernel::StoreOp>()) {}

  kernel::ThreadFuncOp build() {
    schedule.getKind() == kernel::ScheduleKind::ScanRows ? buildRows() : buildColumns();
    b.setInsertionPointToEnd(&t.target.entry());
    kernel::ReturnOp::create(b);
    return t.target;
  }

private:
  AffineExpr length() { return source.getDims().getResult(scanned); }

  SmallVector<unsigned> otherDims() {
    SmallVector<unsigned> others;
    for (unsigned dim = 0; dim < source.getNumDims(); ++dim)
      if (dim != scanned)
        others.push_back(dim);
    return others;
  }

  /// Number `number` of 0 to `count` - 1, in the scans' direction.
  Value inDirection(Value number, Value count, StringRef name) {
    AffineExpr d0, d1;
    bindDims(source.getContext(), d0, d1);
    return isReverse ? t.index(d1 - 1 - d0, {number, count}, name) : number;
  }

  SmallVector<Value> starts(bool widened) {
    SmallVector<Value> values;
    for (kernel::ScanOp scan : scans) {
      Value start = foldIdentity(b, scan.getKind(), scan.getType());
      values.push_back(widened && t.hasLanes(scan) ? t.widen(start) : start);
    }
    return values;
  }

  /// What does not vary along the scanned dimension is computed once, before the walk.
  void emitInvariants(ThreadScope &scope) {
    for (Operation &op : source.entry())
      if (op.getNumResults() && !t.dims.variesOver(op.getResult(0), scanned))
        t.emit(op.getResult(0), scope);
  }

  //===--- A thread walks a column ---===//

  void buildColumns() {
    int64_t vector = schedule.getVector(), threads = schedule.getThreads(), each = vector * threads;
    AffineExpr columns = t.extentProduct([&](unsigned dim) { return dim != scanned; });
    t.create(columns.ceilDiv(each), threads,
             std::to_string(threads) + " threads a block, each scans " + std::to_string(vector) + (vector == 1 ? " column" : " neighbouring columns"));
    AffineExpr block, thread;
    bindDims(source.getContext(), block, thread);
    Value column = t.index(block * each + thread * vector, {kernel::BlockIdOp::create(b), kernel::ThreadIdOp::create(b)}, "column");
    if (!columns.isMultipleOf(each)) {
      Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, column, t.index(columns, {}));
      b.setInsertionPointToStart(scf::IfOp::create(b, isInside, /*withElseRegion=*/false).thenBlock());
    }
    ThreadScope scope;
    scope.indices.resize(source.getNumDims());
    t.delinearize(column, otherDims(), scope);
    emitInvariants(scope);
    Value count = t.index(length(), {});
    auto loop = scf::ForOp::create(b, t.constant(0), count, t.constant(1), starts(/*widened=*/true));
    b.setInsertionPointToStart(loop.getBody());
    scope.indices[scanned] = inDirection(loop.getInductionVar(), count, "step");
    SmallVector<Value> carried;
    for (auto [scan, carry] : llvm::zip_equal(scans, loop.getRegionIterArgs())) {
      Value value = t.emit(scan.getValue(), scope);
      b.setLoc(scan.getLoc());
      carried.push_back(buildCombine(b, scan.getKind(), carry, t.hasLanes(scan) ? t.widen(value) : value));
      scope.values[scan] = scan.getExclusive() ? Value(carry) : carried.back();
    }
    for (kernel::StoreOp store : stores)
      t.emitStore(store, scope);
    scf::YieldOp::create(b, carried);
  }

  //===--- Threads share a row ---===//

  void buildRows() {
    int64_t threads = schedule.getThreads(), perRow = schedule.getThreadsPerRow(), rowsPerBlock = threads / perRow, turn = perRow * schedule.getVector();
    AffineExpr rows = t.extentProduct([&](unsigned dim) { return dim != scanned; });
    t.create(rows.ceilDiv(rowsPerBlock), threads,
             std::to_string(rowsPerBlock) + (rowsPerBlock == 1 ? " row a block, " : " rows a block, ") + std::to_string(perRow) + " threads a row scan " +
                 std::to_string(schedule.getVector()) + " elements each in a turn");
    AffineExpr d0, d1;
    bindDims(source.getContext(), d0, d1);
    Value block = kernel::BlockIdOp::create(b), thread = kernel::ThreadIdOp::create(b), row = block;
    lane = thread;
    if (rowsPerBlock > 1) {
      lane = t.index(d0 % perRow, thread, "lane");
      row = t.index(d0 * rowsPerBlock + d1.floorDiv(perRow), {block, thread}, "row");
    }
    if (!rows.isMultipleOf(rowsPerBlock)) {
      // Threads without a row of their own keep company with the last one, for the barriers' sake.
      isRowInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, row, t.index(rows, {}));
      row = arith::MinSIOp::create(b, row, t.index(rows - 1, {}));
    }
    ThreadScope rowScope;
    rowScope.indices.resize(source.getNumDims());
    t.delinearize(row, otherDims(), rowScope);
    emitInvariants(rowScope);
    Value turns = t.index(length().ceilDiv(turn), {});
    auto columnOf = [&](Value step) { return t.index((d0 * perRow + d1) * schedule.getVector(), {inDirection(step, turns, "turn"), lane}, "column"); };
    loadAhead(rowScope, turns, columnOf);
    auto loop = scf::ForOp::create(b, t.constant(0), turns, t.constant(1), starts(/*widened=*/false));
    b.setInsertionPointToStart(loop.getBody());
    Value column = columnOf(loop.getInductionVar());
    if (!length().isMultipleOf(turn))
      isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, column, t.index(length(), {}));
    ThreadScope scope = rowScope;
    scope.indices[scanned] = column;
    for (auto &[load, array] : ahead)
      scope.values[load->getResult(0)] = kernel::RegisterGetOp::create(b, cast<kernel::RegistersType>(array.getType()).getElement(), array, loop.getInductionVar());
    SmallVector<Value> carried = scanTurn(scope, loop.getRegionIterArgs());
    storeTurn(scope);
    scf::YieldOp::create(b, carried);
  }

  /// What the turns of a row read is on its way before the first one's barrier, as far as few registers hold it. What is beyond the row's end is read as the last vector.
  void loadAhead(const ThreadScope &rowScope, Value turns, function_ref<Value(Value)> columnOf) {
    APInt count;
    auto known = dyn_cast<AffineConstantExpr>(length());
    int64_t vector = schedule.getVector();
    if (!matchPattern(turns, m_ConstantInt(&count)) || count.getSExtValue() < 2 || !known || known.getValue() % vector != 0)
      return;
    auto isScanned = [&](kernel::LoadOp load) { return t.dims.variesOver(load.getResult(), scanned); };
    constexpr int64_t mostBytes = 128;
    for (kernel::LoadOp load : chooseReadsAhead(source, count.getSExtValue(), vector, mostBytes, isScanned))
      ahead.insert({load, holdReads(b, load, count.getSExtValue(), t.laneType(load.getResult().getType()), "ahead")});
    if (ahead.empty())
      return;
    auto loop = scf::ForOp::create(b, t.constant(0), turns, t.constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    ThreadScope scope = rowScope;
    Value column = columnOf(loop.getInductionVar());
    bool isFull = known.getValue() % (vector * schedule.getThreadsPerRow()) == 0;
    scope.indices[scanned] = isFull ? column : arith::MinSIOp::create(b, column, t.constant(known.getValue() - vector));
    for (auto &[load, array] : ahead)
      kernel::RegisterSetOp::create(b, t.widen(t.emit(load->getResult(0), scope)), array, loop.getInductionVar());
  }

  SmallVector<Value> scanTurn(ThreadScope &scope, ValueRange carries) {
    SmallVector<Value> carried;
    for (auto [scan, carry] : llvm::zip_equal(scans, carries)) {
      Value value = emitInside(scan, scope);
      b.setLoc(scan.getLoc());
      auto group = kernel::GroupScanOp::create(b, scan.getKind(), value, carry, schedule.getThreadsPerRow(), scan.getExclusive(), scan.getReverse());
      scope.values[scan] = group.getResult();
      carried.push_back(group.getNext());
    }
    return carried;
  }

  /// The operand of `scan` with lanes, the fold's identity beyond the row's end. What later parts of the turn need as well comes out of the
  /// branch with it.
  Value emitInside(kernel::ScanOp scan, ThreadScope &scope) {
    if (!isInside)
      return t.widen(t.emit(scan.getValue(), scope));
    ThreadScope inner = scope;
    auto branch = std::make_unique<Region>();
    OpBuilder::InsertPoint outside = b.saveInsertionPoint();
    b.createBlock(branch.get());
    SmallVector<Value> results{t.widen(t.emit(scan.getValue(), inner))}, shared = findShared(scan, scope, inner);
    for (Value value : shared)
      results.push_back(inner.values[value]);
    scf::YieldOp::create(b, results);
    b.restoreInsertionPoint(outside);
    b.setLoc(scan.getLoc());
    auto choice = scf::IfOp::create(b, TypeRange(ValueRange(results)), isInside, /*withElseRegion=*/true);
    choice.getThenRegion().takeBody(*branch);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(choice.elseBlock());
      SmallVector<Value> others{t.widen(foldIdentity(b, scan.getKind(), scan.getType()))};
      for (Value value : shared) {
        Value zero = arith::ConstantOp::create(b, cast<TypedAttr>(b.getZeroAttr(value.getType())));
        others.push_back(t.hasLanes(value) ? t.widen(zero) : zero);
      }
      scf::YieldOp::create(b, others);
    }
    for (auto [value, result] : llvm::zip_equal(shared, llvm::drop_begin(choice.getResults())))
      scope.values[value] = result;
    return choice.getResult(0);
  }

  /// Of what was made in `inner`, not yet in `outer`, what operations that are not made yet read.
  SmallVector<Value> findShared(kernel::ScanOp scan, const ThreadScope &outer, const ThreadScope &inner) {
    SmallVector<Value> shared;
    for (Operation &op : source.entry()) {
      if (op.getNumResults() != 1 || isa<kernel::IndexOp, arith::ConstantOp>(op))
        continue;
      Value value = op.getResult(0);
      if (!inner.values.contains(value) || outer.values.contains(value))
        continue;
      auto isToCome = [&](Operation *user) { return user != scan && (user->getNumResults() == 0 || !inner.values.contains(user->getResult(0))); };
      if (llvm::any_of(value.getUsers(), isToCome))
        shared.push_back(value);
    }
    return shared;
  }

  void storeTurn(ThreadScope &scope) {
    OpBuilder::InsertionGuard guard(b);
    Value isMine = isInside;
    if (isRowInside)
      isMine = isMine ? Value(arith::AndIOp::create(b, isRowInside, isMine)) : isRowInside;
    if (isMine)
      b.setInsertionPointToStart(scf::IfOp::create(b, isMine, /*withElseRegion=*/false).thenBlock());
    for (kernel::StoreOp store : stores)
      t.emitStore(store, scope);
  }

  kernel::FuncOp source;
  kernel::ScheduleAttr schedule;
  unsigned scanned;
  bool isReverse;
  ThreadBuilder t;
  ImplicitLocOpBuilder &b;
  SmallVector<kernel::ScanOp> scans;
  SmallVector<kernel::StoreOp> stores;
  Value lane, isRowInside, isInside;
  llvm::MapVector<Operation *, Value> ahead; // loads, and where what they read is held
};

} // namespace

kernel::ThreadFuncOp buildScans(kernel::FuncOp source) { return ScanMapping(source).build(); }

} // namespace sinter
