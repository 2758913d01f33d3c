// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of two dimensions. What runs along the other dimension than the last is brought into shared memory, with neighbouring threads on neighbours of its own, before
// the threads of a block walk the tile along the last dimension; what is stored along the other dimension goes the same way back.
//
// A tile lies in shared memory row by row, each row along the last dimension. Its columns are rotated by a number of elements that depends on the row, so that
// threads on neighbours of either dimension meet in no bank.

#include "compiler/Analysis/TurnedAccesses.h"
#include "compiler/Schedule/ThreadBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {
namespace {

constexpr int64_t warp = 32;
/// Bytes that all banks give at once, and of one bank.
constexpr int64_t bytesOfBanks = 128, bytesOfBank = 4;
/// Bytes that neighbouring threads should ask for as one: what memory fetches.
constexpr int64_t bytesOfFetch = 64;

/// One load or store, and the tile that its elements go through.
struct Turned {
  Operation *access;
  kernel::SharedType type;
  Value tile;
  /// Elements by which the columns of a row are rotated against those of the chunk of rows before.
  int64_t rotation = 0;
};

/// Accesses of which a thread takes as many neighbours along `across`, its lanes.
struct Group {
  Group(kernel::FuncOp source, unsigned across, int64_t lanes) : t(source, across, lanes), lanes(lanes) {}

  ThreadBuilder t;
  int64_t lanes;
  /// Threads of a warp along `across`; the warp's others are on the next columns.
  int64_t along = 0;
  SmallVector<Turned> loads, stores;
};

class TileMapping {
public:
  explicit TileMapping(kernel::FuncOp source)
      : source(source), schedule(source.getScheduleAttr()), across(schedule.getTiling().getAcross()), inner(source.getNumDims() - 1), rows(schedule.getTileRows()),
        columns(schedule.getTileColumns()), t(source, inner, schedule.getVector()), b(t.b) {
    bindDims(source.getContext(), d0, d1);
  }

  kernel::ThreadFuncOp build() {
    makeGroups();
    begin();
    fill();
    walk();
    drain();
    b.setInsertionPointToEnd(&t.target.entry());
    kernel::ReturnOp::create(b);
    return t.target;
  }

private:
  AffineExpr extent(unsigned dim) { return source.getDims().getResult(dim); }

  //===--- What goes through shared memory ---===//

  void makeGroups() {
    for (Operation *access : getTiledAccesses(source, schedule)) {
      int64_t lanes = walksForward(access, across) ? schedule.getTiling().getVector() : 1;
      auto group = llvm::find_if(groups, [&](auto &known) { return known->lanes == lanes; });
      if (group == groups.end()) {
        groups.push_back(std::make_unique<Group>(source, across, lanes));
        group = std::prev(groups.end());
      }
      auto view = cast<kernel::ViewType>(getAccessedView(access).getType());
      Turned turned{access, kernel::SharedType::get(source.getContext(), rows * columns, view.getComputeType()), Value()};
      (isa<kernel::LoadOp>(access) ? (*group)->loads : (*group)->stores).push_back(turned);
    }
    for (auto &group : groups)
      chooseWarps(*group);
  }

  /// As many threads along `across` as fetch whole pieces of memory and spread over the banks, the others on neighbouring columns.
  void chooseWarps(Group &group) {
    auto banksOf = [](const Turned &turned) { return bytesOfBanks / std::max(bytesOfBank, getTileBytes(turned.access, 1)); };
    int64_t along = 1;
    forAll(group, [&](Turned &turned) {
      int64_t bits = cast<kernel::ViewType>(getAccessedView(turned.access).getType()).getElement().getIntOrFloatBitWidth();
      along = std::max({along, bytesOfFetch / std::max<int64_t>(1, group.lanes * bits / 8), banksOf(turned) / schedule.getVector()});
    });
    group.along = std::min({static_cast<int64_t>(llvm::PowerOf2Ceil(along)), rows / group.lanes, warp});
    forAll(group, [&](Turned &turned) { turned.rotation = std::max(schedule.getVector(), banksOf(turned) / group.along); });
  }

  static void forAll(Group &group, function_ref<void(Turned &)> act) {
    for (Turned &turned : group.loads)
      act(turned);
    for (Turned &turned : group.stores)
      act(turned);
  }

  //===--- The block's tile ---===//

  void begin() {
    int64_t threads = schedule.getThreads();
    AffineExpr acrossTiles = extent(across).ceilDiv(rows), innerTiles = extent(inner).ceilDiv(columns);
    AffineExpr others = t.extentProduct([&](unsigned dim) { return dim != across && dim != inner; });
    t.create(others * acrossTiles * innerTiles, threads,
             std::to_string(threads) + " threads a block, which turn tiles of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns in shared memory");
    for (auto &group : groups)
      forAll(*group, [&](Turned &turned) { turned.tile = kernel::SharedOp::create(b, turned.type, b.getStringAttr(tileName(turned.access))); });
    Value block = kernel::BlockIdOp::create(b);
    thread = kernel::ThreadIdOp::create(b);
    firstColumn = t.index((d0 % innerTiles) * columns, block, "first_column");
    firstRow = t.index((d0.floorDiv(innerTiles) % acrossTiles) * rows, block, "first_row");
    base.indices.resize(source.getNumDims());
    SmallVector<unsigned> otherDims;
    for (unsigned dim = 0; dim < inner; ++dim)
      if (dim != across)
        otherDims.push_back(dim);
    if (!otherDims.empty())
      t.delinearize(t.index(d0.floorDiv(innerTiles * acrossTiles), block, "outer"), otherDims, base);
  }

  std::string tileName(Operation *access) {
    unsigned number = cast<BlockArgument>(getAccessedView(access)).getArgNumber();
    ArrayAttr names = source.getArgNamesAttr();
    return names ? cast<StringAttr>(names[number]).str() + "_tile" : "tile";
  }

  //===--- Walks ---===//

  void forTurns(int64_t turns, function_ref<void(Value)> emitTurn) {
    auto loop = scf::ForOp::create(b, t.constant(0), t.constant(turns), t.constant(1));
    b.setInsertionPointToStart(loop.getBody());
    emitTurn(loop.getInductionVar());
    b.setInsertionPointAfter(loop);
  }

  /// Goes on in a branch for places before the end of `dim`; where all tiles are whole, without one.
  void enterInside(Value place, unsigned dim, int64_t side) {
    if (extent(dim).isMultipleOf(side))
      return;
    Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, place, t.index(extent(dim), {}));
    b.setInsertionPointToStart(scf::IfOp::create(b, isInside, /*withElseRegion=*/false).thenBlock());
  }

  int64_t turnsOf(const Group &group) const { return rows * columns / group.lanes / schedule.getThreads(); }

  /// Where the thread is in the tile in one turn of a walk along `across`: a chunk of as many rows as there are lanes, and a column.
  struct Spot {
    Value chunk, column;
  };
  Spot spotOf(Group &group, Value turn) {
    int64_t chunks = rows / group.lanes, beside = warp / group.along;
    Value number = t.index(d0 * schedule.getThreads() + d1, {turn, thread}, "n");
    AffineExpr chunk = d0 % group.along + (d0.floorDiv(warp) % (chunks / group.along)) * group.along;
    AffineExpr column = d0.floorDiv(group.along) % beside + d0.floorDiv(warp * chunks / group.along) * beside;
    return {t.index(chunk, number, "chunk"), t.index(column, number, "column")};
  }

  Value rowOf(Group &group, const Spot &spot) { return t.index(d0 + d1 * group.lanes, {firstRow, spot.chunk}, "row"); }
  Value columnOf(const Spot &spot) { return t.index(d0 + d1, {firstColumn, spot.column}); }

  /// The places of the lanes in a tile's array.
  Value placesOf(Group &group, const Turned &turned, const Spot &spot) {
    AffineExpr rotated = (d1 + d0 * turned.rotation) % columns;
    if (group.lanes == 1)
      return t.index(d0 * columns + rotated, {spot.chunk, spot.column});
    Value start = t.index(d0 * group.lanes, spot.chunk), shift = t.index(rotated, {spot.chunk, spot.column});
    auto type = VectorType::get({group.lanes}, b.getIndexType());
    Value laneRows = kernel::LanesOp::create(b, type, start);
    return kernel::VindexExprOp::create(b, type, AffineMap::get(2, 0, d0 * columns + d1), ValueRange{laneRows, shift});
  }

  /// The group's builder goes on where this one is.
  ThreadBuilder &at(Group &group) {
    group.t.target = t.target;
    group.t.b.restoreInsertionPoint(b.saveInsertionPoint());
    return group.t;
  }

  //===--- The three parts ---===//

  /// All loads, then all of shared memory, so that a thread waits for memory once. What is beyond an end is read as the last element before it.
  void fill() {
    if (llvm::all_of(groups, [](auto &group) { return group->loads.empty(); }))
      return;
    SmallVector<SmallVector<Value>> held;
    for (auto &group : groups)
      held.push_back(load(*group));
    loadAhead();
    for (auto [group, registers] : llvm::zip_equal(groups, held))
      if (!group->loads.empty())
        forTurns(turnsOf(*group), [&](Value turn) {
          Spot spot = spotOf(*group, turn);
          for (auto [turned, array] : llvm::zip_equal(group->loads, registers)) {
            Type type = cast<kernel::RegistersType>(array.getType()).getElement();
            Value value = kernel::RegisterGetOp::create(b, type, array, turn), places = placesOf(*group, turned, spot);
            if (group->lanes == 1)
              kernel::SharedSetOp::create(b, value, turned.tile, places);
            else
              kernel::SharedScatterOp::create(b, value, turned.tile, places);
          }
        });
    kernel::BarrierOp::create(b);
  }

  SmallVector<Value> load(Group &group) {
    SmallVector<Value> arrays;
    if (group.loads.empty())
      return arrays;
    for (const Turned &turned : group.loads) {
      arrays.push_back(holdReads(b, cast<kernel::LoadOp>(turned.access), turnsOf(group), group.t.laneType(turned.access->getResult(0).getType()), "held"));
    }
    forTurns(turnsOf(group), [&](Value turn) {
      Spot spot = spotOf(group, turn);
      ThreadScope scope = base;
      scope.indices[across] = clamp(rowOf(group, spot), across, rows, group.lanes);
      scope.indices[inner] = clamp(columnOf(spot), inner, columns, 1);
      for (auto [turned, array] : llvm::zip_equal(group.loads, arrays)) {
        ThreadBuilder &builder = at(group);
        Value value = builder.widen(builder.emit(turned.access->getResult(0), scope));
        kernel::RegisterSetOp::create(b, value, array, turn);
      }
    });
    return arrays;
  }

  /// What the walk over the tile reads beside it is on its way before the threads wait for each other, as far as few registers hold it.
  void loadAhead() {
    int64_t perRow = schedule.getThreadsPerRow();
    constexpr int64_t mostBytes = 64;
    auto isBeside = [&](kernel::LoadOp load) {
      bool comesByTile = llvm::any_of(groups, [&](auto &group) { return llvm::any_of(group->loads, [&](const Turned &turned) { return turned.access == load; }); });
      return !comesByTile && t.dims.variesOver(load.getResult(), across) && t.dims.variesOver(load.getResult(), inner);
    };
    for (kernel::LoadOp load : chooseReadsAhead(source, schedule.getVectors(), schedule.getVector(), mostBytes, isBeside))
      ahead.insert({load, holdReads(b, load, schedule.getVectors(), t.laneType(load.getResult().getType()), "ahead")});
    if (ahead.empty())
      return;
    Value column = t.index((d0 % perRow) * schedule.getVector(), thread), row = t.index(d0.floorDiv(perRow), thread);
    forTurns(schedule.getVectors(), [&](Value turn) {
      ThreadScope scope = base;
      Value local = t.index(d0 * (schedule.getThreads() / perRow) + d1, {turn, row});
      scope.indices[across] = clamp(t.index(d0 + d1, {firstRow, local}), across, rows, 1);
      scope.indices[inner] = clamp(t.index(d0 + d1, {firstColumn, column}), inner, columns, schedule.getVector());
      for (auto &[load, array] : ahead)
        kernel::RegisterSetOp::create(b, t.widen(t.emit(load->getResult(0), scope)), array, turn);
    });
  }

  Value clamp(Value place, unsigned dim, int64_t side, int64_t lanes) {
    if (extent(dim).isMultipleOf(side))
      return place;
    return arith::MinSIOp::create(b, place, t.index(extent(dim) - lanes, {}));
  }

  /// The points of the tile, neighbouring threads on neighbours along the last dimension.
  void walk() {
    OpBuilder::InsertPoint after = b.saveInsertionPoint();
    int64_t perRow = schedule.getThreadsPerRow(), vector = schedule.getVector();
    Value column = t.index((d0 % perRow) * vector, thread, "column"), row = t.index(d0.floorDiv(perRow), thread, "row");
    ThreadScope scope = base;
    scope.indices[inner] = t.index(d0 + d1, {firstColumn, column});
    enterInside(scope.indices[inner], inner, columns);
    emitInvariants(scope);
    forTurns(schedule.getVectors(), [&](Value turn) {
      Value local = t.index(d0 * (schedule.getThreads() / perRow) + d1, {turn, row});
      ThreadScope point = scope;
      point.indices[across] = t.index(d0 + d1, {firstRow, local});
      enterInside(point.indices[across], across, rows);
      walkPoint(point, turn, local, column);
    });
    b.restoreInsertionPoint(after);
  }

  void walkPoint(ThreadScope &scope, Value turn, Value row, Value column) {
    for (auto &[load, array] : ahead)
      scope.values[load->getResult(0)] = kernel::RegisterGetOp::create(b, cast<kernel::RegistersType>(array.getType()).getElement(), array, turn);
    auto placeOf = [&](Group &group, const Turned &turned) {
      return t.index(d0 * columns + (d1 + d0.floorDiv(group.lanes) * turned.rotation) % columns, {row, column});
    };
    for (auto &group : groups)
      for (const Turned &turned : group->loads) {
        Value value = turned.access->getResult(0);
        scope.values[value] = kernel::SharedGetOp::create(b, t.laneType(value.getType()), turned.tile, placeOf(*group, turned));
      }
    for (auto store : source.entry().getOps<kernel::StoreOp>())
      if (!isTurnedStore(store))
        t.emitStore(store, scope);
    for (auto &group : groups)
      for (const Turned &turned : group->stores) {
        Value value = t.widen(t.emit(cast<kernel::StoreOp>(turned.access).getValue(), scope));
        kernel::SharedSetOp::create(b, value, turned.tile, placeOf(*group, turned));
      }
  }

  bool isTurnedStore(Operation *store) {
    return llvm::any_of(groups, [&](auto &group) { return llvm::any_of(group->stores, [&](const Turned &turned) { return turned.access == store; }); });
  }

  /// What does not vary along `across` is computed once, before the rows.
  void emitInvariants(ThreadScope &scope) {
    llvm::DenseSet<Operation *> needed;
    for (Operation &op : llvm::reverse(source.entry())) {
      bool isNeeded = isa<kernel::StoreOp>(op) || needed.contains(&op);
      bool comesByTile = isa<kernel::LoadOp>(op) && llvm::any_of(groups, [&](auto &group) { return llvm::any_of(group->loads, [&](const Turned &t) { return t.access == &op; }); });
      if (isNeeded && !comesByTile)
        for (Value operand : op.getOperands())
          if (Operation *producer = operand.getDefiningOp())
            needed.insert(producer);
    }
    for (Operation &op : source.entry())
      if (needed.contains(&op) && !t.dims.variesOver(op.getResult(0), across))
        t.emit(op.getResult(0), scope);
  }

  /// What came into a tile to be stored along `across`.
  void drain() {
    if (llvm::all_of(groups, [](auto &group) { return group->stores.empty(); }))
      return;
    kernel::BarrierOp::create(b);
    for (auto &group : groups)
      if (!group->stores.empty())
        forTurns(turnsOf(*group), [&](Value turn) {
          Spot spot = spotOf(*group, turn);
          ThreadScope scope = base;
          scope.indices[across] = rowOf(*group, spot);
          scope.indices[inner] = columnOf(spot);
          enterInside(scope.indices[across], across, rows);
          enterInside(scope.indices[inner], inner, columns);
          for (const Turned &turned : group->stores)
            storeTurned(*group, turned, spot, scope);
        });
  }

  void storeTurned(Group &group, const Turned &turned, const Spot &spot, const ThreadScope &scope) {
    auto store = cast<kernel::StoreOp>(turned.access);
    Value places = placesOf(group, turned, spot);
    Type type = group.t.laneType(store.getValue().getType());
    ThreadScope point = scope;
    point.values[store.getValue()] = group.lanes == 1 ? Value(kernel::SharedGetOp::create(b, type, turned.tile, places))
                                                      : Value(kernel::SharedGatherOp::create(b, cast<VectorType>(type), turned.tile, places));
    at(group).emitStore(store, point);
  }

  kernel::FuncOp source;
  kernel::ScheduleAttr schedule;
  unsigned across, inner;
  int64_t rows, columns;
  ThreadBuilder t;
  ImplicitLocOpBuilder &b;
  AffineExpr d0, d1;
  std::vector<std::unique_ptr<Group>> groups;
  Value thread, firstRow, firstColumn;
  llvm::MapVector<Operation *, Value> ahead; // loads, and where what they read is held
  /// The indices of the dimensions that a tile does not walk.
  ThreadScope base;
};
} // namespace

kernel::ThreadFuncOp buildTiles(kernel::FuncOp source) { return TileMapping(source).build(); }

} // namespace sinter
