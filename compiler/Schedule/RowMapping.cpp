// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of the reduced dimensions, several threads a row. The body is cut into stages: stage s needs the results of
// reductions s - 1 deep. In each stage the threads walk their part of the row once; what a later stage needs again is held
// in registers or in shared memory, or computed again.
//
// More threads than a block has are a cluster of blocks, which hand each other what they fold.
//
// Softmax, for example, whose exponentials are held: stage 0 loads x and folds the maximum; stage 1 computes exp(x - max) and folds the sum; stage 2
// divides and stores. x is held from stage 0 to 1, the exponential from stage 1 to 2. Where x alone is held, or nothing, stage 0 folds both (findExponentialSum).
//
// Schedule `columns` is the same with the threads laid out otherwise: lanes of vectors lie along the last dimension, which is kept, and a
// step of the walk is one element. Where rows are folded into columns too (a norm's backward pass), a block walks several rows one after
// the other and adds up the columns in registers.

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Folds.h"
#include "compiler/Schedule/ReadAlong.h"
#include "compiler/Schedule/ThreadBuilder.h"
#include "compiler/Schedule/VectorWidth.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sinter {
namespace {

/// What the loads of a thread that are on their way at once should have together, where a walk is long.
constexpr int64_t bytesInFlight = 128, mostStepsAtOnce = 8;

/// Of steps that read shared memory alone a thread gains nothing by more, and may lack the registers that let a processor have the blocks that it should.
constexpr int64_t mostSharedStepsAtOnce = 2;

/// What is fetched of a row is waited for in parts, so that the first are folded while the last are on their way.
constexpr int64_t mostParts = 4, fewestStepsOfPart = 2;

class RowMapping {
public:
  explicit RowMapping(kernel::FuncOp source)
      : source(source), schedule(source.getScheduleAttr()), ragged(source.getRagged()), reduced(getRowDims(source)),
        isColumns(schedule.getKind() == kernel::ScheduleKind::Columns),
        t(source, isColumns ? source.getNumDims() - 1 : reduced.back(), schedule.getVector()), b(t.b) {
    if (hasRowEnds(source)) {
      rowStart = findRowStart(source, reduced.back());
      t.alignTo(rowStart);
    }
    slots = std::max(slots, countFetchedRows(source, reduced, schedule, getModuleTarget(source)));
  }

  kernel::ThreadFuncOp build() {
    findStages();
    findHeld();
    createFunction();
    if (accumulations.empty())
      buildStages();
    else
      walkRows();
    b.setInsertionPointToEnd(&t.target.entry());
    kernel::ReturnOp::create(b);
    return t.target;
  }

private:
  //===--- What happens when ---===//

  bool isAlongRow(Value value) { return t.dims.variesOver(value, reduced); }

  void findStages() {
    for (Operation &op : source.entry()) {
      unsigned stage = 0;
      for (Value operand : op.getOperands())
        stage = std::max(stage, stages.lookup(operand));
      if (auto reduce = dyn_cast<kernel::ReduceOp>(op)) {
        if (isOverRows(reduce)) {
          accumulations[reduce].stage = stage;
          continue;
        }
        if (std::optional<ExponentialSum> sum = findExponentialSum(reduce); sum && isSummedAtOnce(*sum)) {
          exponentialSums[reduce] = *sum;
          stage = stages.lookup(sum->greatest.getResult()) - 1;
        }
        reductions[stage].push_back(reduce);
        ++stage;
      }
      if (auto store = dyn_cast<kernel::StoreOp>(op)) {
        if (auto folded = store.getValue().getDefiningOp<kernel::ReduceOp>(); folded && isOverRows(folded)) {
          accumulations[folded].stores.push_back(store);
          continue;
        }
        stores[stage].push_back(store);
      }
      for (Value result : op.getResults())
        stages[result] = stage;
      lastStage = std::max(lastStage, stage);
    }
  }

  /// Whether one walk finds the sum and the greatest that it depends on. What holds the exponentials computes them once and needs the greatest first; what holds
  /// the row walks it again for less than another exponential in each step, unless a step has several elements.
  bool isSummedAtOnce(ExponentialSum &sum) {
    constexpr int64_t fewestElements = 4;
    bool areHeld = schedule.getHold() && !schedule.getPacked() && !sum.isAlone();
    bool isCheapAgain = schedule.getHold() && !sum.isAlone() && schedule.getVector() < fewestElements;
    return !isColumns && !areHeld && !isCheapAgain;
  }

  /// What stage `stage` folds or stores along the row.
  SmallVector<Value> rootsOf(unsigned stage) {
    SmallVector<Value> roots;
    for (kernel::ReduceOp reduce : reductions[stage])
      if (!exponentialSums.contains(reduce))
        roots.push_back(reduce.getValue());
    for (kernel::StoreOp store : stores[stage])
      llvm::append_range(roots, llvm::make_filter_range(store->getOperands(), [](Value v) { return v.getDefiningOp() != nullptr; }));
    for (auto &[reduce, accumulation] : accumulations)
      if (accumulation.stage == stage)
        roots.push_back(cast<kernel::ReduceOp>(reduce).getValue());
    return roots;
  }

  /// Whether `reduce` folds rows into columns, while others fold along the row.
  bool isOverRows(kernel::ReduceOp reduce) {
    return llvm::none_of(reduce.getOver(), [&](int64_t dim) { return isReduced(dim); });
  }

  /// Goes through the stages in order and notes where each value along the row is first made. A later stage that asks for
  /// it again gets it from registers; what nothing has made yet is made there, from what is at hand.
  void findHeld() {
    for (unsigned stage = 0; stage <= lastStage; ++stage) {
      llvm::SetVector<Value> worklist;
      for (Value root : rootsOf(stage))
        worklist.insert(root);
      for (unsigned i = 0; i < worklist.size(); ++i) {
        Value value = worklist[i];
        Operation *op = value.getDefiningOp();
        if (!isAlongRow(value) || isa<kernel::ReduceOp>(op))
          continue;
        auto [made, isNew] = madeIn.try_emplace(value, stage);
        if (!isNew && made->second < stage && schedule.getHold() && isWorthHolding(value)) {
          held.insert(value);
          continue;
        }
        for (Value operand : op->getOperands())
          if (operand.getDefiningOp())
            worklist.insert(operand);
      }
    }
  }

  /// A load that all rows share (a norm's scale), or all of the last dimension, is in the cache when it is wanted again; an index costs less than it holds.
  bool isWorthHolding(Value value) {
    Operation *op = value.getDefiningOp();
    if (isa<kernel::IndexOp>(op) || (schedule.getPacked() && !isa<kernel::LoadOp>(op)))
      return false;
    if (isa<kernel::LoadOp>(op) && !isColumns && !t.dims.variesOver(value, reduced.back()))
      return false;
    // What a fold of the row decides is not known when the row is fetched.
    if (fetchesAhead() && stages.lookup(value) > 0)
      return false;
    bool variesOverRows = false;
    for (unsigned dim = 0; dim < source.getNumDims(); ++dim)
      variesOverRows |= !isReduced(dim) && t.dims.variesOver(value, dim);
    bool hasRows = reduced.size() < source.getNumDims();
    return !isa<kernel::LoadOp>(op) || variesOverRows || !hasRows;
  }

  //===--- The frame ---===//

  bool isReduced(unsigned dim) { return llvm::is_contained(reduced, dim); }

  void createFunction() {
    int64_t threads = schedule.getThreads(), perRow = schedule.getThreadsPerRow(), groups = schedule.getRowsPerBlock(), cluster = schedule.getBlocksPerRow();
    // A group of threads has one row, or as many neighbouring columns as a vector has elements.
    int64_t width = isColumns ? schedule.getVector() : 1, covered = groups * width;
    AffineExpr rows = t.extentProduct([&](unsigned d) { return !isReduced(d); });
    bool walksRows = !accumulations.empty();
    if (walksRows)
      rows = t.extentProduct([&](unsigned d) { return !isReduced(d) && d != ragged.getOuter() + 1; });
    length = t.extentProduct([&](unsigned d) { return isReduced(d); });
    t.create(walksRows ? rows : cluster > 1 ? rows * cluster : rows.ceilDiv(covered), threads, describe(groups));
    if (schedule.getBlocks() > 0 && (!held.empty() || !schedule.getHold()))
      t.target->setAttr("kernel.min_blocks", b.getI64IntegerAttr(schedule.getBlocks()));
    AffineExpr d0, d1;
    bindDims(source.getContext(), d0, d1);
    Value block = kernel::BlockIdOp::create(b), thread = kernel::ThreadIdOp::create(b);
    lane = thread;
    Value row = block;
    if (cluster > 1) {
      // What a block writes to another's memory must find it started.
      t.target->setAttr("kernel.cluster", b.getI64IntegerAttr(cluster));
      arrivals = addShared(kernel::SharedType::get(source.getContext(), countMeetings(), b.getI64Type()), "arrivals");
      kernel::ClusterArriveOp::create(b, arrivals);
      lane = t.index((d0 % cluster) * threads + d1, {block, thread}, "lane");
      row = t.index(d0.floorDiv(cluster), block, "row");
    } else if (isColumns) {
      lane = groups == 1 ? thread : t.index(d0.floorDiv(groups), thread, "lane");
      row = t.index((d0 * groups + d1 % groups) * width, {block, thread}, "point");
    } else if (groups > 1) {
      lane = t.index(d0 % perRow, thread, "lane");
      group = t.index(d0.floorDiv(perRow), thread, "group");
      if (!walksRows)
        row = t.index(d0 * groups + d1.floorDiv(perRow), {block, thread}, "row");
    }
    if (!walksRows && !rows.isMultipleOf(covered)) {
      // Threads without a row of their own keep company with the last one, for the barriers' sake.
      Value count = t.index(rows, {}), last = t.index(rows - width, {});
      isRowInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, row, count);
      row = arith::MinSIOp::create(b, row, last);
    }
    SmallVector<unsigned> outer;
    for (unsigned dim = 0; dim < source.getNumDims(); ++dim)
      if (!isReduced(dim) && !(walksRows && dim == ragged.getOuter() + 1))
        outer.push_back(dim);
    rowScope.indices.resize(source.getNumDims());
    t.delinearize(row, outer, rowScope);
    findBound();
    auto hold = [&](Value value, int64_t vectors, bool isShared) {
      auto type = kernel::RegistersType::get(source.getContext(), vectors, t.hasLanes(value) ? t.laneType(value.getType()) : value.getType());
      return kernel::RegistersOp::create(b, type, StringAttr(), packedTypeOf(value), isShared);
    };
    for (Value value : held)
      registers[value] = hold(value, firstInRegisters() * (fetchesAhead() ? slots : 1), schedule.getShared());
    if (int64_t vectors = schedule.getInRegisters())
      for (Value value : held)
        lastRegisters[value] = hold(value, vectors, /*isShared=*/false);
    findEnds();
  }

  /// How many elements of the row lie before its first vector, and with those after its last one.
  void findEnds() {
    if (!rowStart)
      return;
    AffineExpr d0, vector = getAffineConstantExpr(step(), source.getContext());
    bindDims(source.getContext(), d0);
    SmallVector<Value> outer(rowScope.indices);
    outer.pop_back();
    Value count = t.index(length, {});
    head = t.index((vector - rowStart % vector) % vector, outer, "head");
    if (auto known = dyn_cast<AffineConstantExpr>(length); !known || known.getValue() < step())
      head = arith::MinSIOp::create(b, head, count);
    endCount = t.index(d0 + (getAffineDimExpr(1, source.getContext()) - d0) % vector, {head, count}, "ends");
    for (Value value : held)
      endRegisters[value] = kernel::RegistersOp::create(b, kernel::RegistersType::get(source.getContext(), 1, value.getType()), b.getStringAttr("end"), TypeAttr());
  }

  /// What a load of 16 bits is held as.
  TypeAttr packedTypeOf(Value value) {
    if (buildsEnds)
      return {};
    auto load = value.getDefiningOp<kernel::LoadOp>();
    Type element = load && schedule.getPacked() ? load.getView().getType().getElement() : Type();
    return element && isa<Float16Type, BFloat16Type>(element) ? TypeAttr::get(element) : TypeAttr();
  }

  /// How many points of the ragged dimension the block's part has, and with them how many elements there are to walk.
  void findBound() {
    if (!ragged)
      return;
    unsigned outer = ragged.getOuter();
    AffineExpr d0, part = source.getDims().getResult(outer + 1);
    bindDims(source.getContext(), d0);
    Value begin = t.index(d0 * part, {rowScope.indices[outer]}), end = t.index(ragged.getExtent().getValue().getResult(0), {});
    Value left = arith::MaxSIOp::create(b, arith::SubIOp::create(b, end, begin), t.constant(0));
    Value points = arith::MinSIOp::create(b, left, t.index(part, {}));
    if (!isReduced(outer + 1)) {
      rowsOfBlock = points;
      return;
    }
    AffineExpr each = t.extentProduct([&](unsigned d) { return isReduced(d) && d != outer + 1; });
    bound = t.index(d0 * each, {points});
  }

  std::string describe(int64_t groups) {
    std::string each = std::to_string(schedule.getVector());
    if (isColumns)
      return std::to_string(groups) + " x " + each + " columns a block, " + std::to_string(schedule.getThreadsPerRow()) + " threads a column" +
             (held.empty() ? "" : ", held in registers");
    int64_t cluster = schedule.getBlocksPerRow();
    std::string unit = cluster > 1 ? "a cluster of " + std::to_string(cluster) + " blocks, " : accumulations.empty() ? "a block, " : "at a time, ";
    std::string text = std::to_string(groups) + (groups == 1 ? " row " : " rows ") + unit + std::to_string(schedule.getThreadsPerRow()) + " threads a row, ";
    if (isStatic())
      text += std::to_string(schedule.getVectors()) + " x ";
    text += each + " elements a thread";
    return text + (held.empty() ? "" : schedule.getPacked() ? schedule.getInRegisters() ? ", what is read held in shared memory and registers" : schedule.getShared() ? ", what is read held in shared memory" : ", what is read held in registers" : ", held in registers") + (accumulations.empty() ? "" : "; columns added up in registers");
  }

  bool isStatic() { return isa<AffineConstantExpr>(length) && !bound; }

  /// A step in which some threads have no vector. What is known of it without asking, where something is read ahead.
  struct GuardedStep {
    Value i, column, isInside;
    std::optional<ThreadScope> scope;
  };

  /// Whether each thread has one vector, or none, of each of the rows that the block walks in turn: there are registers for what several stages need of it.
  bool isOneStep() { return fetchesAhead() && isStatic() && schedule.getVectors() == 1 && mayAllRead() && !rowStart; }

  /// The thread's one vector. Those that have none stand at the first.
  GuardedStep enterOnlyStep() {
    Value i = t.constant(0);
    return hasGuardedStep() ? enterGuarded(i) : GuardedStep{i, columnOf(i), Value(), std::nullopt};
  }

  //===--- Stages ---===//

  void buildStages() {
    for (unsigned stage = 0; stage <= lastStage; ++stage)
      buildStage(stage);
  }

  void buildStage(unsigned stage) {
    // What does not vary along the row is computed once, before the walk.
    for (Operation &op : source.entry())
      if (op.getNumResults() && stages.lookup(op.getResult(0)) == stage && !isAlongRow(op.getResult(0)) && !isa<kernel::ReduceOp>(op))
        t.emit(op.getResult(0), rowScope);
    SmallVector<kernel::StoreOp> along, once;
    for (kernel::StoreOp store : stores[stage]) {
      bool isAlong = llvm::any_of(reduced, [&](int64_t d) { return store.getMap().isFunctionOfDim(d); }) || llvm::any_of(store.getIndices(), [&](Value v) { return isAlongRow(v); });
      (isAlong ? along : once).push_back(store);
    }
    if (!once.empty())
      storeOnce(once);
    bool accumulates = llvm::any_of(accumulations, [&](const auto &entry) { return entry.second.stage == stage; });
    if (!reductions[stage].empty() || !along.empty() || accumulates)
      walkRow(stage, along);
  }

  void storeOnce(ArrayRef<kernel::StoreOp> list) {
    OpBuilder::InsertionGuard guard(b);
    Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, t.constant(0));
    Value isMine = isRowInside ? Value(arith::AndIOp::create(b, isRowInside, isFirst)) : isFirst;
    auto body = scf::IfOp::create(b, isMine, /*withElseRegion=*/false);
    b.setInsertionPointToStart(body.thenBlock());
    for (kernel::StoreOp store : list)
      t.emitStore(store, rowScope);
  }

  /// One walk of the row: a loop over the thread's vectors, with the folds as its carried values. The steps in which all threads have a vector come
  /// first, without a question: their loads can all be on their way at once. Not so where their number is not known but chooses what is held.
  void walkRow(unsigned stage, ArrayRef<kernel::StoreOp> along) {
    SmallVector<Value> first = llvm::filter_to_vector(held, [&](Value value) { return madeIn.lookup(value) == stage; });
    bool isFetchedHere = schedule.getShared() && !fetchesAhead() && !first.empty();
    AffineExpr covered = getAffineConstantExpr(schedule.getThreadsPerRow() * step(), source.getContext());
    bool isFull = isStatic() && length == covered * schedule.getVectors() && !rowStart;
    bool comesByFetches = llvm::any_of(first, [](Value value) {
      auto load = value.getDefiningOp<kernel::LoadOp>();
      return load && isPlainRead(load);
    });
    int64_t parts = isFetchedHere && isFull && comesByFetches ? std::clamp<int64_t>(firstInRegisters() / fewestStepsOfPart, 1, mostParts) : 1;
    if (isFetchedHere)
      fetchRow(first, parts);
    if (schedule.getInRegisters() && !first.empty())
      readIntoRegisters(first);
    ThreadScope endScope;
    if (rowStart)
      endScope = readEnds(stage);
    if (isFetchedHere && parts == 1)
      kernel::FetchWaitOp::create(b);
    readLaterStages(stage);
    // What the row has one of is on its way by now.
    if (fetchesAhead() && !std::exchange(isFetched, true))
      kernel::FetchWaitOp::create(b, slots - 1);
    SmallVector<Value> carried;
    for (kernel::ReduceOp reduce : reductions[stage])
      carried.push_back(carryFolded(reduce, foldIdentity(b, reduce.getKind(), reduce.getValue().getType())));
    AffineExpr end = bound ? getAffineDimExpr(0, source.getContext()) : length;
    ValueRange operands = bound ? ValueRange(bound) : ValueRange();
    if (isOneStep()) {
      // What a stage has made of the thread's one vector the next ones find.
      if (!onlyStep) {
        onlyStep = enterOnlyStep();
        onlyStep->scope = scopeOf(onlyStep->column);
      }
      for (auto [value, known] : rowScope.values)
        onlyStep->scope->values.try_emplace(value, known);
      carried = walkElements(stage, along, onlyStep->i, *onlyStep->scope, carried, onlyStep->isInside);
    } else if (isFull || ((!held.empty() || !accumulations.empty()) && !isStatic())) {
      Value count = isStatic() ? t.constant(firstInRegisters()) : t.index(end.ceilDiv(covered), operands);
      auto walkStep = [&](Value i, ValueRange folds) {
        if (isFull)
          return walkVector(stage, along, i, columnOf(i), folds);
        return walkGuarded(stage, along, enterGuarded(i), folds);
      };
      for (int64_t part : llvm::seq(parts)) {
        if (parts > 1)
          kernel::FetchWaitOp::create(b, parts - 1 - part);
        carried = walkSteps(stage, along, startOfPart(part, parts), part + 1 == parts ? count : startOfPart(part + 1, parts), carried, walkStep);
      }
      if (schedule.getInRegisters()) {
        walksRegisters = true;
        carried = walkSteps(stage, along, count, t.constant(schedule.getVectors()), carried, walkStep);
        walksRegisters = false;
      }
    } else {
      Value full = countFullSteps();
      std::optional<GuardedStep> guarded;
      if (hasGuardedStep())
        guarded = enterGuarded(full);
      // Where all steps are on their way at once, so is the last.
      if (auto known = full.getDefiningOp<arith::ConstantIndexOp>(); guarded && known && known.value() <= stepsAtOnce(stage)) {
        guarded->scope = scopeOf(guarded->column);
        readAhead(stage, mayAllRead() ? Value() : guarded->isInside, *guarded->scope);
      }
      carried = walkSteps(stage, along, t.constant(0), full, carried, [&](Value i, ValueRange folds) { return walkVector(stage, along, i, columnOf(i), folds); });
      if (guarded)
        carried = walkGuarded(stage, along, *guarded, carried);
    }
    if (rowStart) {
      for (auto [reduce, partial] : llvm::zip_equal(reductions[stage], carried))
        partial = foldLanes(reduce.getKind(), partial);
      carried = walkEnds(stage, along, endScope, carried);
    }
    foldRow(stage, carried);
  }

  /// The elements that are left for vectors where the most are taken at a row's ends.
  AffineExpr leastForVectors() { return rowStart ? length - (step() - 1) : length; }

  /// The steps in which all threads have a vector, whatever the row's ends are.
  Value countFullSteps() {
    AffineExpr covered = getAffineConstantExpr(schedule.getThreadsPerRow() * step(), source.getContext());
    if (bound)
      return t.index(getAffineDimExpr(0, source.getContext()).floorDiv(covered), bound);
    AffineExpr full = leastForVectors().floorDiv(covered);
    if (auto known = dyn_cast<AffineConstantExpr>(full))
      return t.constant(std::max<int64_t>(known.getValue(), 0));
    return rowStart ? Value(arith::MaxSIOp::create(b, t.index(full, {}), t.constant(0))) : t.index(full, {});
  }

  /// Whether some thread may have a vector after the full steps. There is never more than one for each: what is left are less than a vector for each thread and what
  /// two ends have together.
  bool hasGuardedStep() {
    auto known = dyn_cast<AffineConstantExpr>(length);
    int64_t covered = schedule.getThreadsPerRow() * step();
    if (!known || bound)
      return true;
    int64_t full = rowStart ? std::max<int64_t>(0, known.getValue() - (step() - 1)) / covered : known.getValue() / covered;
    return rowStart ? known.getValue() / step() > full * schedule.getThreadsPerRow() : known.getValue() % covered != 0;
  }

  /// What stage `stage` reads at the row's ends, so that it is on its way with all else.
  ThreadScope readEnds(unsigned stage) {
    ThreadBuilder::SingleElements single(t);
    AffineExpr d0, d1, d2;
    bindDims(source.getContext(), d0, d1, d2);
    hasEnd = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lane, endCount);
    Value count = t.index(length, {}), isHead = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lane, head);
    ThreadScope scope = scopeOf(arith::SelectOp::create(b, isHead, lane, t.index(d0 - d1 + d2, {count, endCount, lane})));
    buildsEnds = true;
    readAhead(stage, hasEnd, scope);
    buildsEnds = false;
    return scope;
  }

  /// Reads what stage `stage` will need at `scope`, where `isInside`, if there is such, holds, so that it is on its way with what comes first.
  void readAhead(unsigned stage, Value isInside, ThreadScope &scope) {
    for (auto load : source.entry().getOps<kernel::LoadOp>()) {
      bool isHeld = held.contains(load.getResult()) && (madeIn.lookup(load.getResult()) < stage || isHeldBefore() || packedTypeOf(load.getResult()));
      if (isHeld || readForLater.contains(load.getResult()) || !isAlongRow(load.getResult()) || !isPlainRead(load) || !isNeeded(load.getResult(), stage))
        continue;
      if (Value read = isInside ? t.readWhere(load, isInside, scope) : t.emit(load.getResult(), scope))
        scope.values[load.getResult()] = read;
    }
  }

  /// What later stages read where each thread has one vector, a norm's scale: on its way with what is folded first, since nothing else hides its latency.
  void readLaterStages(unsigned stage) {
    if (std::exchange(isReadForLater, true) || !isStatic() || schedule.getVectors() != 1 || !schedule.getHold() || schedule.getShared() || rowStart || isColumns)
      return;
    std::optional<GuardedStep> guarded;
    if (hasGuardedStep())
      guarded = enterGuarded(t.constant(0));
    Value isInside = guarded && !mayAllRead() ? guarded->isInside : Value();
    ThreadScope scope = scopeOf(guarded ? guarded->column : columnOf(t.constant(0)));
    for (auto load : source.entry().getOps<kernel::LoadOp>()) {
      bool isLater = isAlongRow(load.getResult()) && !held.contains(load.getResult()) && isPlainRead(load) && madeIn.lookup(load.getResult()) > stage;
      if (!isLater)
        continue;
      ThreadScope own = scope;
      if (Value read = isInside ? t.readWhere(load, isInside, own) : t.emit(load.getResult(), own))
        readForLater[load.getResult()] = read;
    }
  }

  /// The elements at the row's ends, one a thread, which `folds` is carried on over.
  SmallVector<Value> walkEnds(unsigned stage, ArrayRef<kernel::StoreOp> along, ThreadScope &scope, ValueRange folds) {
    ThreadBuilder::SingleElements single(t);
    buildsEnds = true;
    auto branch = scf::IfOp::create(b, TypeRange(folds), hasEnd, /*withElseRegion=*/!folds.empty());
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      SmallVector<Value> folded = walkElements(stage, along, t.constant(0), scope, folds);
      if (!folded.empty()) {
        scf::YieldOp::create(b, folded);
        b.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(b, folds);
      }
    }
    buildsEnds = false;
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  /// Whether a block that walks rows one after the other has the memory put the next ones where they are held while it works on this one.
  bool fetchesAhead() { return schedule.getShared() && !accumulations.empty(); }

  /// The first of the steps that are fetched and waited for as one of `parts`.
  Value startOfPart(int64_t part, int64_t parts) { return t.constant(firstInRegisters() * part / parts); }

  /// Has the memory put `values` of the row where they are held, in `parts` that are waited for one by one.
  void fetchRow(ArrayRef<Value> values, int64_t parts = 1) {
    if (values.empty())
      return;
    auto fetchVectors = [&](Value i, Value column) {
      ThreadScope scope = scopeOf(column);
      for (Value value : values) {
        // Alone, as a load that is a fetch is no value that others may use.
        ThreadScope own = scope;
        Value read = t.emit(value, own);
        auto load = read.getDefiningOp<kernel::VloadOp>();
        auto array = registers[value].getDefiningOp<kernel::RegistersOp>();
        if (!load || load.getUnaligned() || array.getStoredType() != load.getView().getType().getElement()) {
          kernel::RegisterSetOp::create(b, read, array, heldAt(i));
          continue;
        }
        kernel::RegisterFetchOp::create(b, load.getView(), load.getOffset(), array, heldAt(i));
        load.erase();
      }
    };
    if (isOneStep()) {
      // Those that have none fetch the first for themselves, which costs nothing and is no branch.
      fetchVectors(t.constant(0), enterOnlyStep().column);
      return;
    }
    Value end = bound ? bound : endOfVectors(), steps = schedule.getInRegisters() ? t.constant(firstInRegisters()) : countFullSteps();
    for (int64_t part : llvm::seq(parts)) {
      auto loop = scf::ForOp::create(b, startOfPart(part, parts), part + 1 == parts ? steps : startOfPart(part + 1, parts), t.constant(1));
      loop->setAttr("kernel.unroll", b.getI64IntegerAttr(mostStepsAtOnce));
      {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(loop.getBody());
        fetchVectors(loop.getInductionVar(), columnOf(loop.getInductionVar()));
      }
      if (parts > 1)
        kernel::FetchCommitOp::create(b);
    }
    auto fetchGuarded = [&](Value i) {
      Value column = columnOf(i);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(scf::IfOp::create(b, arith::CmpIOp::create(b, arith::CmpIPredicate::slt, column, end), /*withElseRegion=*/false).thenBlock());
      fetchVectors(i, column);
    };
    if (hasGuardedStep())
      fetchGuarded(steps);
  }

  /// The vectors of a thread before those that are held in registers while they lie in shared memory.
  int64_t firstInRegisters() { return schedule.getVectors() - schedule.getInRegisters(); }

  /// Reads the row's last vectors of `values` into registers, so that they are on their way with what is fetched.
  void readIntoRegisters(ArrayRef<Value> values) {
    auto loop = scf::ForOp::create(b, t.constant(firstInRegisters()), t.constant(schedule.getVectors()), t.constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value i = loop.getInductionVar();
    ThreadScope scope = scopeOf(columnOf(i));
    walksRegisters = true;
    for (Value value : values)
      kernel::RegisterSetOp::create(b, t.emit(value, scope), registersOf(value), heldAt(i));
    walksRegisters = false;
  }

  /// Vectors begin before this element.
  Value endOfVectors() { return t.index(leastForVectors(), {}); }

  SmallVector<Value> walkSteps(unsigned stage, ArrayRef<kernel::StoreOp> along, Value from, Value to, ValueRange start,
                               function_ref<SmallVector<Value>(Value, ValueRange)> walkStep) {
    auto loop = scf::ForOp::create(b, from, to, t.constant(1), start);
    bool isFromShared = isReadFromShared(stage);
    loop->setAttr("kernel.unroll", b.getI64IntegerAttr(isFromShared ? mostSharedStepsAtOnce : stepsAtOnce(stage)));
    if (isFromShared || isStreamed())
      loop->setAttr("kernel.turns_at_once", b.getUnitAttr());
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> folded = walkStep(loop.getInductionVar(), loop.getRegionIterArgs());
    if (!folded.empty())
      scf::YieldOp::create(b, folded);
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  /// Whether all that the walk reads along the row lies in shared memory.
  bool isReadFromShared(unsigned stage) {
    return schedule.getShared() && llvm::all_of(source.entry().getOps<kernel::LoadOp>(), [&](kernel::LoadOp load) {
      return held.contains(load.getResult()) || !isAlongRow(load.getResult()) || !isNeeded(load.getResult(), stage);
    });
  }

  /// Whether what is read of a row is used at once (StreamedFolds.h), and the schedule says for how many blocks registers must last.
  bool isStreamed() { return !schedule.getHold() && schedule.getBlocks() > 0; }

  /// How many steps of the walk have loads of `bytesInFlight` bytes. Of a row that is walked once, what all rows share is in a cache.
  int64_t stepsAtOnce(unsigned stage) {
    int64_t bits = 0, own = 0;
    for (auto load : source.entry().getOps<kernel::LoadOp>())
      if (isAlongRow(load) && stages.lookup(load) <= stage) {
        int64_t more = std::max<int64_t>(8, load.getView().getType().getElement().getIntOrFloatBitWidth());
        bits += more;
        own += llvm::any_of(llvm::seq<unsigned>(0, source.getNumDims()), [&](unsigned d) { return !isReduced(d) && load.getMap().isFunctionOfDim(d); }) ? more : 0;
      }
    if (isStreamed() && own > 0)
      bits = own;
    return bits == 0 ? 1 : std::clamp<int64_t>(bytesInFlight * 8 / (bits * schedule.getVector()), 1, mostStepsAtOnce);
  }

  /// Where the thread's vector `i` of the row begins.
  Value columnOf(Value i) {
    AffineExpr d0, d1;
    bindDims(source.getContext(), d0, d1);
    AffineExpr column = (d0 * schedule.getThreadsPerRow() + d1) * step();
    if (rowStart)
      return t.index(column + getAffineDimExpr(2, source.getContext()), {i, lane, head}, "column");
    return t.index(column, {i, lane}, isColumns ? "element" : "column");
  }

  /// Elements of the walk that one vector takes.
  int64_t step() { return isColumns ? 1 : schedule.getVector(); }

  //===--- Exponentials ---===//

  unsigned indexOf(unsigned stage, kernel::ReduceOp reduce) { return llvm::find(reductions[stage], reduce) - reductions[stage].begin(); }

  /// Whether a thread folds all lanes into one: what is summed up changes with the greatest of all, or there is one vector.
  bool isFoldedAcross(kernel::ReduceOp reduce) {
    return isOneStep() || exponentialSums.contains(reduce) || llvm::any_of(exponentialSums, [&](auto &entry) { return entry.second.greatest == reduce; });
  }

  Value carryFolded(kernel::ReduceOp reduce, Value value) { return isFoldedAcross(reduce) ? value : widenFolded(reduce, value); }

  Value foldLanes(kernel::FoldKind kind, Value value) {
    return isa<VectorType>(value.getType()) ? Value(kernel::VectorReduceOp::create(b, getElementTypeOrSelf(value.getType()), kind, value)) : value;
  }

  /// What is subtracted where `greatest` is the greatest.
  Value subtractedOf(Value greatest) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(greatest.getType())), none = foldIdentity(b, kernel::FoldKind::Max, greatest.getType());
    return arith::SelectOp::create(b, arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, greatest, none), zero, greatest);
  }

  Value exponentialOf(ExponentialSum &sum, Value value, Value subtracted) {
    if (isa<VectorType>(value.getType()))
      subtracted = kernel::SplatOp::create(b, value.getType(), subtracted);
    return math::ExpOp::create(b, arith::SubFOp::create(b, value, subtracted), sum.exponential.getFastmath());
  }

  /// The thread's sum, `before`, and the step's exponentials, where the greatest was `was` before the step and is `greatest` now.
  Value addExponentials(kernel::ReduceOp reduce, Value before, Value was, Value greatest, ThreadScope &scope) {
    ExponentialSum &sum = exponentialSums[reduce];
    // What is the same in all lanes is as many terms.
    Value values = t.widen(t.emit(sum.greatest.getValue(), scope));
    b.setLoc(reduce.getLoc());
    Value subtracted = subtractedOf(greatest);
    Value terms = foldLanes(kernel::FoldKind::Add, exponentialOf(sum, values, subtracted));
    return arith::AddFOp::create(b, arith::MulFOp::create(b, before, exponentialOf(sum, was, subtracted)), terms);
  }

  /// The row's sum, which a row of nothing but -infinity has none of, where nothing guards it.
  Value guardSum(ExponentialSum &sum, Value greatest, Value total) {
    if (sum.isGuarded)
      return total;
    Value isNone = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, greatest, foldIdentity(b, kernel::FoldKind::Max, greatest.getType()));
    Value count = bound ? bound : t.index(length, {});
    isNone = arith::AndIOp::create(b, isNone, arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, count, t.constant(0)));
    auto type = cast<FloatType>(total.getType());
    Value nan = arith::ConstantOp::create(b, b.getFloatAttr(type, APFloat::getNaN(type.getFloatSemantics())));
    return arith::SelectOp::create(b, isNone, nan, total);
  }

  /// What a thread folds has lanes: those of the row's vectors, or the columns'.
  Value widenFolded(kernel::ReduceOp reduce, Value value) { return isColumns && !t.hasLanes(reduce.getValue()) ? value : t.widen(value); }

  //===--- Folds over the row's threads ---===//

  /// Folds what each thread has of the stage's reductions, `carried`. What more than a warp folds goes through shared memory, all of the stage at one barrier.
  void foldRow(unsigned stage, SmallVector<Value> carried) {
    SmallVector<kernel::ReduceOp> &list = reductions[stage];
    int64_t perRow = schedule.getThreadsPerRow();
    if (isColumns) {
      for (auto [reduce, partial] : llvm::zip_equal(list, carried)) {
        b.setLoc(reduce.getLoc());
        rowScope.values[reduce.getResult()] = foldOverBlock(reduce.getKind(), partial, perRow);
      }
      return;
    }
    for (auto [reduce, partial] : llvm::zip_equal(list, carried))
      partial = foldLanes(reduce.getKind(), partial);
    carried = foldLevel(list, carried, std::min<int64_t>(perRow, 32));
    if (perRow > 32 && !list.empty())
      carried = foldLevel(list, gatherPartials(list, carried), std::min<int64_t>(llvm::PowerOf2Ceil(perRow / 32), 32));
    for (auto [reduce, total] : llvm::zip_equal(list, carried)) {
      b.setLoc(reduce.getLoc());
      if (auto sum = exponentialSums.find(reduce); sum != exponentialSums.end())
        total = guardSum(sum->second, rowScope.values[sum->second.greatest.getResult()], total);
      rowScope.values[reduce.getResult()] = total;
    }
  }

  /// Folds `partials`, one or several of a thread, over groups of `width` lanes.
  SmallVector<Value> foldLevel(SmallVector<kernel::ReduceOp> &list, ArrayRef<Value> partials, int64_t width) {
    SmallVector<Value> folded(partials);
    auto fold = [&](unsigned i) {
      kernel::ReduceOp reduce = list[i];
      folded[i] = kernel::GroupReduceOp::create(b, reduce.getType(), reduce.getKind(), foldLanes(reduce.getKind(), folded[i]), width);
    };
    for (auto [i, reduce] : llvm::enumerate(list)) {
      b.setLoc(reduce.getLoc());
      if (!exponentialSums.contains(reduce))
        fold(i);
    }
    for (auto [i, reduce] : llvm::enumerate(list)) {
      b.setLoc(reduce.getLoc());
      auto sum = exponentialSums.find(reduce);
      if (sum == exponentialSums.end())
        continue;
      // Each part was summed up with its own greatest subtracted.
      unsigned greatest = llvm::find(list, sum->second.greatest) - list.begin();
      folded[i] = arith::MulFOp::create(b, partials[i], exponentialOf(sum->second, partials[greatest], subtractedOf(folded[greatest])));
      fold(i);
    }
    return folded;
  }

  /// Each lane's share of what the row's warps have folded. Blocks of a cluster walk one row, so that what they exchange they exchange once (ScheduleCheck.h).
  SmallVector<Value> gatherPartials(SmallVector<kernel::ReduceOp> &list, ArrayRef<Value> ofWarps) {
    int64_t blocks = schedule.getBlocksPerRow(), warps = schedule.getThreadsPerRow() / 32, lanes = llvm::divideCeil(warps, 32), bytes = 0;
    if (blocks > 1 && exchange == 0)
      kernel::ClusterWaitOp::create(b);
    // Of rows that a block walks in turn: what the row before was folded through is read when a thread comes to the next meeting, so where a row has one alone, every
    // other one has scratch of its own.
    bool alternates = !accumulations.empty() && countMeetings() == 1;
    Value isOdd = alternates ? Value(arith::CmpIOp::create(b, arith::CmpIPredicate::eq, t.index(getAffineDimExpr(0, source.getContext()) % 2, {rowTurn}), t.constant(1))) : Value();
    SmallVector<Value> partials;
    for (auto [reduce, value] : llvm::zip_equal(list, ofWarps)) {
      b.setLoc(reduce.getLoc());
      // A bool goes to other blocks as 4 bytes.
      Value shared = blocks > 1 && reduce.getType().isInteger(1) ? Value(arith::ExtUIOp::create(b, b.getI32Type(), value)) : value;
      auto type = kernel::SharedType::get(source.getContext(), schedule.getThreads() / 32 * blocks, shared.getType());
      Value scratch = addShared(type, "scratch");
      if (alternates)
        scratch = arith::SelectOp::create(b, isOdd, addShared(type, "scratch"), scratch);
      kernel::SharePartialOp::create(b, shared, scratch, blocks, arrivals, exchange);
      bytes += warps * shared.getType().getIntOrFloatBitWidth() / 8;
      partials.push_back(scratch);
    }
    if (blocks > 1)
      kernel::AwaitPartialsOp::create(b, arrivals, exchange++, bytes);
    else
      kernel::BarrierOp::create(b);
    for (auto [reduce, partial] : llvm::zip_equal(list, partials)) {
      auto withLanes = [&](Type type) { return lanes > 1 ? Type(VectorType::get(lanes, type)) : type; };
      Type element = cast<kernel::SharedType>(partial.getType()).getElement();
      b.setLoc(reduce.getLoc());
      partial = kernel::GatherPartialsOp::create(b, withLanes(element), reduce.getKind(), partial, warps);
      if (element != reduce.getType())
        partial = arith::TruncIOp::create(b, withLanes(reduce.getType()), partial);
    }
    return partials;
  }

  /// Folds over `count` threads that lie as far apart in the block as they can.
  Value foldOverBlock(kernel::FoldKind kind, Value partial, int64_t count) {
    if (count == 1)
      return partial;
    auto vector = dyn_cast<VectorType>(partial.getType());
    auto type = kernel::SharedType::get(source.getContext(), schedule.getThreads() * (vector ? vector.getNumElements() : 1), getElementTypeOrSelf(partial.getType()));
    Value &scratch = scratches[type];
    if (!scratch)
      scratch = addShared(type, "scratch");
    return kernel::ColumnReduceOp::create(b, partial.getType(), kind, partial, scratch, count, schedule.getThreads() / count);
  }

  /// How often the row's threads meet: once for each stage that folds.
  int64_t countMeetings() {
    return llvm::count_if(reductions, [](const auto &entry) { return !entry.second.empty(); });
  }

  Value addShared(kernel::SharedType type, StringRef name) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&t.target.entry());
    return kernel::SharedOp::create(b, type, b.getStringAttr(name));
  }

  //===--- Rows folded into columns ---===//

  /// Walks the block's rows, each through all stages, and stores what has been added up.
  void walkRows() {
    int64_t groups = schedule.getRowsPerBlock();
    for (auto &[op, accumulation] : accumulations) {
      auto reduce = cast<kernel::ReduceOp>(op);
      Type element = t.hasLanes(reduce.getValue()) ? t.laneType(reduce.getType()) : reduce.getType();
      accumulation.registers = kernel::RegistersOp::create(b, kernel::RegistersType::get(source.getContext(), schedule.getVectors(), element), b.getStringAttr("column_sums"), TypeAttr());
      Value start = foldIdentity(b, reduce.getKind(), reduce.getType());
      forVectors([&](Value i) { kernel::RegisterSetOp::create(b, isa<VectorType>(element) ? t.widen(start) : start, accumulation.registers, i); });
    }
    AffineExpr d0, d1;
    bindDims(source.getContext(), d0, d1);
    Value turns = t.index(d0.ceilDiv(groups), {rowsOfBlock});
    // The row of turn `turn`; a group without one of its own keeps company with the last.
    auto enterRow = [&](Value turn) {
      Value row = groups == 1 ? turn : t.index(d0 * groups + d1, {turn, group}, "row");
      if (groups > 1) {
        isRowInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, row, rowsOfBlock);
        row = arith::MinSIOp::create(b, row, arith::SubIOp::create(b, rowsOfBlock, t.constant(1)));
      }
      rowScope.indices[ragged.getOuter() + 1] = row;
    };
    auto fetchAhead = [&](Value turn, Value into) {
      ThreadScope saved = rowScope;
      {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(scf::IfOp::create(b, arith::CmpIOp::create(b, arith::CmpIPredicate::slt, turn, turns), /*withElseRegion=*/false).thenBlock());
        enterRow(turn);
        slot = into;
        fetchRow(held.getArrayRef());
      }
      kernel::FetchCommitOp::create(b);
      rowScope = saved;
    };
    // What a row has one of, read a turn before its turn too.
    SmallVector<kernel::LoadOp> ahead;
    if (fetchesAhead())
      ahead = llvm::filter_to_vector(source.entry().getOps<kernel::LoadOp>(), [&](kernel::LoadOp load) {
        return isPlainRead(load) && !isAlongRow(load.getResult()) && t.dims.variesOver(load.getResult(), ragged.getOuter() + 1);
      });
    auto readAheadOfRow = [&](Value turn) {
      SmallVector<Value> read;
      if (ahead.empty())
        return read;
      ThreadScope saved = rowScope;
      Value isThere = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, turn, turns);
      enterRow(turn);
      for (kernel::LoadOp load : ahead)
        read.push_back(t.readWhere(load, isThere, rowScope));
      rowScope = saved;
      return read;
    };
    // The row's slot, and what it has one of.
    SmallVector<Value> first;
    if (fetchesAhead()) {
      for (int64_t turn = 0; turn + 1 < slots; ++turn)
        fetchAhead(t.constant(turn), t.constant(turn));
      first = {t.constant(0)};
      llvm::append_range(first, readAheadOfRow(t.constant(0)));
      readOfAllRows();
    }
    auto loop = scf::ForOp::create(b, t.constant(0), turns, t.constant(1), first);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      ThreadScope saved = rowScope;
      Value turn = rowTurn = loop.getInductionVar();
      ValueRange carried = loop.getRegionIterArgs();
      SmallVector<Value> next;
      if (fetchesAhead()) {
        auto isSlot = [&](int64_t number) { return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, carried.front(), t.constant(number)); };
        fetchAhead(t.index(d0 + (slots - 1), {turn}), arith::SelectOp::create(b, isSlot(0), t.constant(slots - 1), t.index(d0 - 1, {carried.front()})));
        slot = carried.front();
        next = {arith::SelectOp::create(b, isSlot(slots - 1), t.constant(0), t.index(d0 + 1, {slot}))};
        isFetched = false;
      }
      llvm::append_range(next, readAheadOfRow(t.index(d0 + 1, {turn})));
      enterRow(turn);
      for (auto [load, value] : llvm::zip(ahead, carried.drop_front(carried.size() - ahead.size())))
        rowScope.values[load.getResult()] = value;
      onlyStep.reset();
      buildStages();
      if (!next.empty())
        scf::YieldOp::create(b, next);
      rowScope = saved;
      isRowInside = Value();
    }
    for (auto &[op, accumulation] : accumulations)
      storeAccumulated(cast<kernel::ReduceOp>(op), accumulation, groups);
  }

  /// What all rows share of what each thread has one vector of, a norm's scale: read once.
  void readOfAllRows() {
    if (!isOneStep())
      return;
    ThreadScope scope = scopeOf(enterOnlyStep().column);
    for (auto load : source.entry().getOps<kernel::LoadOp>())
      if (isAlongRow(load.getResult()) && isPlainRead(load) && !t.dims.variesOver(load.getResult(), ragged.getOuter() + 1))
        readForLater[load.getResult()] = t.emit(load.getResult(), scope);
  }

  struct Accumulation {
    unsigned stage = 0;
    SmallVector<kernel::StoreOp> stores;
    Value registers;
  };

  void forVectors(function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, t.constant(0), t.constant(schedule.getVectors()), t.constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  void accumulate(unsigned stage, ThreadScope &scope, Value vectorNumber) {
    for (auto &[op, accumulation] : accumulations) {
      if (accumulation.stage != stage)
        continue;
      auto reduce = cast<kernel::ReduceOp>(op);
      Type element = elementOf(accumulation.registers);
      Value value = t.emit(reduce.getValue(), scope);
      b.setLoc(reduce.getLoc());
      Value before = kernel::RegisterGetOp::create(b, element, accumulation.registers, vectorNumber);
      Value after = buildCombine(b, reduce.getKind(), before, value);
      if (isRowInside) {
        // A row that is not there adds nothing.
        after = arith::SelectOp::create(b, isa<VectorType>(element) ? t.widen(isRowInside) : isRowInside, after, before);
      }
      kernel::RegisterSetOp::create(b, after, accumulation.registers, vectorNumber);
    }
  }

  void storeAccumulated(kernel::ReduceOp reduce, Accumulation &accumulation, int64_t groups) {
    forVectors([&](Value i) {
      Value total = kernel::RegisterGetOp::create(b, elementOf(accumulation.registers), accumulation.registers, i);
      total = foldOverBlock(reduce.getKind(), total, groups);
      AffineExpr d0, d1;
      bindDims(source.getContext(), d0, d1);
      Value column = t.index((d0 * schedule.getThreadsPerRow() + d1) * step(), {i, lane}, "column");
      Value isMine = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, column, t.index(length, {}));
      if (groups > 1)
        isMine = arith::AndIOp::create(b, isMine, arith::CmpIOp::create(b, arith::CmpIPredicate::eq, group, t.constant(0)));
      auto body = scf::IfOp::create(b, isMine, /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(body.thenBlock());
      ThreadScope scope = scopeOf(column);
      scope.values[reduce.getResult()] = total;
      for (kernel::StoreOp store : accumulation.stores)
        t.emitStore(store, scope);
    });
  }

  /// Where all may read, threads without a vector stand at the one they have had first, or at the row's first, so that they read what those with one do.
  GuardedStep enterGuarded(Value i) {
    Value column = columnOf(i), isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, column, bound ? bound : endOfVectors());
    if (mayAllRead()) {
      auto full = countFullSteps().getDefiningOp<arith::ConstantIndexOp>();
      column = arith::SelectOp::create(b, isInside, column, full && full.value() > 0 ? columnOf(t.constant(0)) : rowStart ? head : t.constant(0));
    }
    return {i, column, isInside, std::nullopt};
  }

  /// Whether each row is known to have a vector. A walk that finds a sum of exponentials with its greatest has no registers for what it has not come to.
  bool mayAllRead() {
    auto known = dyn_cast<AffineConstantExpr>(leastForVectors());
    return known && !bound && known.getValue() >= step() && exponentialSums.empty();
  }

  SmallVector<Value> walkGuarded(unsigned stage, ArrayRef<kernel::StoreOp> along, GuardedStep step, ValueRange folds) {
    auto branch = scf::IfOp::create(b, TypeRange(folds), step.isInside, /*withElseRegion=*/!folds.empty());
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      // An extent of 0, which the element would be divided by, is seen here at the latest.
      ThreadScope scope = step.scope ? *step.scope : scopeOf(step.column);
      SmallVector<Value> folded = walkElements(stage, along, step.i, scope, folds);
      if (!folded.empty()) {
        scf::YieldOp::create(b, folded);
        b.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(b, folds);
      }
    }
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  /// What is known at element `column` of the row.
  ThreadScope scopeOf(Value column) {
    ThreadScope scope = rowScope;
    SmallVector<unsigned> inner(reduced.begin(), reduced.end());
    t.delinearize(column, inner, scope);
    return scope;
  }

  SmallVector<Value> walkVector(unsigned stage, ArrayRef<kernel::StoreOp> along, Value i, Value column, ValueRange folds) {
    ThreadScope scope = scopeOf(column);
    return walkElements(stage, along, i, scope, folds);
  }

  /// Where `isInside` is given and does not hold, nothing is added to what is folded, and nothing stored.
  SmallVector<Value> walkElements(unsigned stage, ArrayRef<kernel::StoreOp> along, Value i, ThreadScope &scope, ValueRange folds, Value isInside = {}) {
    for (Value value : held)
      if ((fetchesAhead() || madeIn.lookup(value) < stage + isHeldBefore()) && isNeeded(value, stage) && !scope.values.contains(value))
        scope.values[value] = readHeld(value, i);
    for (auto [value, read] : readForLater)
      scope.values[value] = read;
    // Packed as they are read: the first step reads them like all others, and nothing is converted there and back.
    for (Value value : held)
      if (madeIn.lookup(value) == stage && packedTypeOf(value) && !isHeldBefore()) {
        kernel::RegisterSetOp::create(b, t.emit(value, scope), registersOf(value), i);
        scope.values[value] = readHeld(value, i);
      }
    SmallVector<Value> folded;
    for (auto [reduce, carried] : llvm::zip_equal(reductions[stage], folds)) {
      Value combined;
      if (exponentialSums.contains(reduce)) {
        unsigned greatest = indexOf(stage, exponentialSums[reduce].greatest);
        combined = addExponentials(reduce, carried, folds[greatest], folded[greatest], scope);
      } else {
        Value value = t.emit(reduce.getValue(), scope);
        b.setLoc(reduce.getLoc());
        value = isFoldedAcross(reduce) ? foldLanes(reduce.getKind(), value) : widenFolded(reduce, value);
        combined = buildCombine(b, reduce.getKind(), carried, value);
      }
      folded.push_back(isInside ? Value(arith::SelectOp::create(b, isInside, combined, carried)) : combined);
    }
    for (Value value : held)
      if (madeIn.lookup(value) == stage && !packedTypeOf(value) && !isHeldBefore())
        kernel::RegisterSetOp::create(b, t.emit(value, scope), registersOf(value), i);
    accumulate(stage, scope, i);
    storeAlong(along, scope, isInside);
    return folded;
  }

  /// What is made for the stores alone is known to them alone: it may stand in a branch.
  void storeAlong(ArrayRef<kernel::StoreOp> along, ThreadScope scope, Value isInside) {
    if (along.empty())
      return;
    OpBuilder::InsertionGuard guard(b);
    if (isInside && isRowInside)
      isInside = arith::AndIOp::create(b, isRowInside, isInside);
    if (Value isMine = isInside ? isInside : isRowInside) {
      auto body = scf::IfOp::create(b, isMine, /*withElseRegion=*/false);
      b.setInsertionPointToStart(body.thenBlock());
    }
    t.emitStores(along, scope);
  }

  /// Where vector `i` of the row is held: of what is fetched ahead one part, where the others are the next rows'.
  Value heldAt(Value i) {
    AffineExpr d0, d1;
    bindDims(source.getContext(), d0, d1);
    if (walksRegisters)
      return t.index(d0 - firstInRegisters(), {i});
    return fetchesAhead() ? t.index(d0 * schedule.getVectors() + d1, {slot, i}) : i;
  }
  Value readHeld(Value value, Value i) { return kernel::RegisterGetOp::create(b, elementOf(registersOf(value)), registersOf(value), heldAt(i)); }
  Value registersOf(Value value) { return buildsEnds ? endRegisters[value] : walksRegisters ? lastRegisters[value] : registers[value]; }
  /// Whether the walk that needs what is held first finds it held: in shared memory, or in the registers beside.
  bool isHeldBefore() { return schedule.getShared() && !buildsEnds; }

  static Type elementOf(Value registers) { return cast<kernel::RegistersType>(registers.getType()).getElement(); }

  /// Whether stage `stage` asks for `held` itself.
  bool isNeeded(Value target, unsigned stage) {
    SmallVector<Value> worklist = rootsOf(stage);
    llvm::DenseSet<Value> seen;
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (value == target)
        return true;
      Operation *op = value.getDefiningOp();
      if (!op || !seen.insert(value).second || !isAlongRow(value) || (held.contains(value) && madeIn.lookup(value) < stage))
        continue;
      llvm::append_range(worklist, op->getOperands());
    }
    return false;
  }

  kernel::FuncOp source;
  kernel::ScheduleAttr schedule;
  kernel::RaggedAttr ragged;
  SmallVector<int64_t> reduced; // the dimensions walked
  bool isColumns;
  ThreadBuilder t;
  ImplicitLocOpBuilder &b;
  AffineExpr length;
  /// The thread's number among those of its row, and which of the block's rows that is.
  Value lane, group;
  Value isRowInside, bound, rowsOfBlock;
  /// Where rows begin that may begin within a vector; the elements before the first vector, and those with the ones after the last.
  AffineExpr rowStart;
  Value head, endCount, hasEnd;
  bool buildsEnds = false; // what is built now: one element a thread
  bool walksRegisters = false; // what is built now: vectors in registers, where others are in shared memory
  int64_t slots = 2; // rows that are in shared memory at once, where they are fetched ahead
  Value slot;        // the row's among them
  Value rowTurn;     // the row's number among those that the block walks in turn
  bool isFetched = false;
  std::optional<GuardedStep> onlyStep; // of a row of which a thread has one
  Value arrivals;       // of what the blocks of a cluster exchange
  int64_t exchange = 0; // the next
  ThreadScope rowScope;
  llvm::DenseMap<Value, unsigned> stages;  // the depth of reductions that a value depends on
  llvm::DenseMap<Value, unsigned> madeIn;  // the stage that first makes a value along the row
  llvm::MapVector<Value, Value> readForLater; // loads of later stages, or of all rows, and what they have read
  bool isReadForLater = false;
  unsigned lastStage = 0;
  llvm::DenseMap<unsigned, SmallVector<kernel::ReduceOp>> reductions;
  llvm::MapVector<Operation *, ExponentialSum> exponentialSums; // folded in the walk that finds the greatest
  llvm::DenseMap<unsigned, SmallVector<kernel::StoreOp>> stores;
  llvm::SetVector<Value> held;
  llvm::MapVector<Value, Value> registers, endRegisters, lastRegisters;
  llvm::DenseMap<Type, Value> scratches;
  llvm::MapVector<Operation *, Accumulation> accumulations;
};

} // namespace

kernel::ThreadFuncOp buildRows(kernel::FuncOp source) { return RowMapping(source).build(); }

} // namespace sinter
