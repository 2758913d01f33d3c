// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of thread form that every mapping needs.

#include "compiler/Schedule/ThreadBuilder.h"

#include "compiler/Analysis/IndexRange.h"
#include "compiler/Analysis/SimplifyByRange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace sinter {

bool isPlainRead(kernel::LoadOp load) { return !load.getPredicate() && load.getIndices().empty(); }

Value holdReads(ImplicitLocOpBuilder &b, kernel::LoadOp load, int64_t count, Type type, StringRef name) {
  Type element = load.getView().getType().getElement();
  bool isPacked = isa<VectorType>(type) && isa<Float16Type, BFloat16Type>(element);
  return kernel::RegistersOp::create(b, kernel::RegistersType::get(b.getContext(), count, type), b.getStringAttr(name), isPacked ? TypeAttr::get(element) : TypeAttr());
}

SmallVector<kernel::LoadOp> chooseReadsAhead(kernel::FuncOp kernel, int64_t count, int64_t vector, int64_t mostBytes, function_ref<bool(kernel::LoadOp)> isWanted) {
  int64_t bytes = 0;
  SmallVector<kernel::LoadOp> chosen;
  for (auto load : kernel.entry().getOps<kernel::LoadOp>()) {
    if (!isPlainRead(load) || !isWanted(load))
      continue;
    bytes += count * vector * std::max<int64_t>(2, llvm::divideCeil(load.getView().getType().getElement().getIntOrFloatBitWidth(), 8));
    if (bytes > mostBytes)
      break;
    chosen.push_back(load);
  }
  return chosen;
}

ThreadBuilder::ThreadBuilder(kernel::FuncOp source, unsigned vectorDim, int64_t vector)
    : source(source), b(source.getLoc(), source), dims(source), vectorDim(vectorDim), vector(vector) {
  findUniform();
}

ThreadBuilder::ThreadBuilder(const ThreadBuilder &other, int64_t vector) : ThreadBuilder(other.source, other.vectorDim, vector) {
  target = other.target;
  b.restoreInsertionPoint(other.b.saveInsertionPoint());
}

kernel::ThreadFuncOp ThreadBuilder::create(AffineExpr grid, int64_t threads, StringRef comment) {
  unsigned symbols = source.getSymbols().size();
  int64_t width = 64;
  if (auto known = source->getAttrOfType<IntegerAttr>("kernel.index_width"))
    width = known.getInt();
  std::string text = comment.str() + (source->hasAttr("kernel.pinned") ? ", pinned by tuning" : "");
  target = kernel::ThreadFuncOp::create(b, source.getSymName(), source.getSymbolsAttr(), AffineMap::get(0, symbols, grid), threads, width,
                                        source.getArgNamesAttr(), source.getOperatorsAttr(), b.getStringAttr(text));
  for (StringRef name : {"kernel.specializes", "kernel.apart"})
    if (Attribute attribute = source->getAttr(name))
      target->setAttr(name, attribute);
  Block *block = b.createBlock(&target.getBody());
  for (BlockArgument argument : source.entry().getArguments())
    block->addArgument(argument.getType(), argument.getLoc());
  for (unsigned i = 0; i < symbols; ++i)
    block->addArgument(b.getIndexType(), source.getLoc());
  b.setInsertionPointToEnd(block);
  return target;
}

Type ThreadBuilder::laneType(Type scalar) const { return vector > 1 ? Type(VectorType::get({vector}, scalar)) : scalar; }

Value ThreadBuilder::widen(Value value) {
  if (vector == 1 || isa<VectorType>(value.getType()))
    return value;
  return kernel::SplatOp::create(b, laneType(value.getType()), value);
}

Value ThreadBuilder::constant(int64_t value) { return arith::ConstantIndexOp::create(b, value); }

/// Quotients and remainders of operands that are expressions themselves may need less than all that those are made of: of `column` = (turn * 2048 + lane) * 8 with lanes
/// below 2048, column floordiv 65536 is turn floordiv 4, the same for all threads.
static void simplifyQuotients(AffineExpr &expr, SmallVectorImpl<Value> &operands, unsigned symbols) {
  bool hasQuotient = false;
  expr.walk([&](AffineExpr part) { hasQuotient |= part.getKind() == AffineExprKind::FloorDiv || part.getKind() == AffineExprKind::Mod; });
  if (!hasQuotient)
    return;
  SmallVector<Value> leaves;
  SmallVector<AffineExpr> replacements;
  for (Value operand : operands) {
    auto inner = operand.getDefiningOp<kernel::IndexExprOp>();
    if (inner && inner.getMap().getNumSymbols() != symbols)
      inner = {};
    unsigned first = leaves.size();
    AffineMap map = inner ? inner.getMap() : AffineMap::getMultiDimIdentityMap(1, expr.getContext());
    if (inner)
      llvm::append_range(leaves, inner.getOperands().take_front(map.getNumDims()));
    else
      leaves.push_back(operand);
    replacements.push_back(map.getResult(0).shiftDims(map.getNumDims(), first));
  }
  SmallVector<IndexRange> ranges = llvm::map_to_vector(leaves, rangeOfIndex);
  AffineExpr composed = expr.replaceDims(replacements), simple = simplifyAffineExpr(simplifyByRange(composed, ranges, SmallVector<IndexRange>(symbols)), leaves.size(), symbols);
  auto countUsed = [&](AffineExpr of) { return llvm::count_if(llvm::seq<unsigned>(0, leaves.size()), [&](unsigned dim) { return of.isFunctionOfDim(dim); }); };
  if (countUsed(simple) >= countUsed(composed))
    return;
  SmallVector<AffineExpr> packed(leaves.size(), getAffineConstantExpr(0, expr.getContext()));
  operands.clear();
  for (auto [dim, leaf] : llvm::enumerate(leaves))
    if (simple.isFunctionOfDim(dim)) {
      packed[dim] = getAffineDimExpr(operands.size(), expr.getContext());
      operands.push_back(leaf);
    }
  expr = simple.replaceDims(packed);
}

Value ThreadBuilder::index(AffineExpr expr, ValueRange of, StringRef name) {
  unsigned symbols = source.getSymbols().size();
  SmallVector<Value> operands(of);
  simplifyQuotients(expr, operands, symbols);
  if (auto known = dyn_cast<AffineConstantExpr>(expr))
    return constant(known.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  SmallVector<Value> all(operands);
  llvm::append_range(all, target.entry().getArguments().take_back(symbols));
  StringAttr nameAttr = name.empty() ? StringAttr() : b.getStringAttr(name);
  return kernel::IndexExprOp::create(b, AffineMap::get(operands.size(), symbols, expr), all, nameAttr);
}

AffineExpr ThreadBuilder::extentProduct(function_ref<bool(unsigned)> isIn) const {
  AffineExpr result = getAffineConstantExpr(1, source->getContext());
  kernel::FuncOp function = source;
  for (auto [i, extent] : llvm::enumerate(function.getDims().getResults()))
    if (isIn(i))
      result = result * extent;
  return result;
}

void ThreadBuilder::delinearize(Value linear, ArrayRef<unsigned> which, ThreadScope &scope) {
  AffineExpr rest = getAffineDimExpr(0, getContext());
  for (unsigned i = which.size(); i-- > 0;) {
    AffineExpr extent = source.getDims().getResult(which[i]);
    scope.indices[which[i]] = index(i == 0 ? rest : rest % extent, linear);
    rest = rest.floorDiv(extent);
  }
  if (which.size() > 1)
    scope.runs.push_back({linear, llvm::to_vector(which)});
}

AffineMap ThreadBuilder::joinRuns(AffineMap map, const ThreadScope &scope, SmallVectorImpl<Value> &indices) const {
  kernel::FuncOp function = source;
  AffineExpr expr = map.getResult(0), zero = getAffineConstantExpr(0, map.getContext());
  for (const ThreadScope::Run &run : scope.runs) {
    std::optional<AffineExpr> expected = linearCoefficient(expr, run.dims.back());
    bool isOne = expected && *expected != 0;
    for (unsigned i = run.dims.size() - 1; isOne && i-- > 0;) {
      expected = *expected * function.getDims().getResult(run.dims[i + 1]);
      isOne = linearCoefficient(expr, run.dims[i]) == expected;
    }
    if (!isOne)
      continue;
    for (unsigned dim : ArrayRef(run.dims).drop_back())
      expr = substituteDim(expr, dim, zero);
    indices[run.dims.back()] = run.linear;
  }
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), expr);
}

//===--- Lanes ---===//

/// Whether `expr` rises by one from lane to lane, from a multiple of `vector` in the first: the lanes are one aligned vector.
static bool isAlignedVector(AffineExpr expr, unsigned dim, int64_t vector) {
  if (auto own = dyn_cast<AffineDimExpr>(expr))
    return own.getPosition() == dim;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  auto isFixed = [&](AffineExpr e) { return !e.isFunctionOfDim(dim) && e.isMultipleOf(vector); };
  if (expr.getKind() == AffineExprKind::Add)
    return (isAlignedVector(lhs, dim, vector) && isFixed(rhs)) || (isFixed(lhs) && isAlignedVector(rhs, dim, vector));
  return expr.getKind() == AffineExprKind::Mod && isAlignedVector(lhs, dim, vector) && isFixed(rhs);
}

bool ThreadBuilder::isSameInAllLanes(Operation *op) const {
  if (!op->getResult(0).getType().isInteger(1))
    return false;
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) && llvm::none_of(op->getOperands(), [&](Value v) { return hasLanes(v); });
  // `place < bound`, or not, where both are 0 or more.
  auto place = compare.getLhs().getDefiningOp<kernel::IndexOp>();
  APInt bound;
  if (!place || !llvm::all_of(place.getIndices(), [&](Value v) { return !hasLanes(v); }) || !matchPattern(compare.getRhs(), m_ConstantInt(&bound)))
    return false;
  bool startsAtBound = compare.getPredicate() == arith::CmpIPredicate::slt || compare.getPredicate() == arith::CmpIPredicate::sge;
  bool startsAfterBound = compare.getPredicate() == arith::CmpIPredicate::sle || compare.getPredicate() == arith::CmpIPredicate::sgt;
  int64_t start = bound.getSExtValue() + (startsAfterBound ? 1 : 0);
  return (startsAtBound || startsAfterBound) && start % vector == 0 && isAlignedVector(place.getMap().getResult(0), vectorDim, vector);
}

void ThreadBuilder::alignTo(AffineExpr start) {
  alignedStart = start;
  // Conditions were asked as if vectors began at multiples of themselves.
  uniform.clear();
}

void ThreadBuilder::findUniform() {
  if (vector == 1)
    return;
  for (Operation &op : source.entry())
    if (op.getNumResults() == 1 && hasLanes(op.getResult(0)) && isSameInAllLanes(&op))
      uniform.insert(op.getResult(0));
}

Value ThreadBuilder::emitFirstLane(Value value, ThreadScope &scope) {
  auto op = value.getDefiningOp<kernel::IndexOp>();
  if (!op || !hasLanes(value))
    return emit(value, scope);
  return arith::IndexCastOp::create(b, b.getI64Type(), place(op.getMap(), op.getIndices(), scope));
}

//===--- Values ---===//

Value ThreadBuilder::emit(Value value, ThreadScope &scope) {
  if (Value known = scope.values.lookup(value))
    return known;
  Operation *op = value.getDefiningOp();
  Value result;
  if (auto load = dyn_cast<kernel::LoadOp>(op))
    result = emitLoad(load, scope);
  else if (auto place = dyn_cast<kernel::IndexOp>(op))
    result = emitIndex(place, scope);
  else
    result = emitScalarOp(op, scope);
  return scope.values[value] = result;
}

Value ThreadBuilder::emitScalarOp(Operation *op, ThreadScope &scope) {
  bool lanes = hasLanes(op->getResult(0));
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Value value = lanes ? emit(operand, scope) : emitFirstLane(operand, scope);
    operands.push_back(lanes ? widen(value) : value);
  }
  b.setLoc(op->getLoc());
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  for (Type type : op->getResultTypes())
    state.addTypes(lanes ? laneType(type) : type);
  state.addAttributes(op->getAttrs());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return b.create(state)->getResult(0);
}

Value ThreadBuilder::viewOf(Value view) const {
  kernel::ThreadFuncOp function = target;
  return function.entry().getArgument(cast<BlockArgument>(view).getArgNumber());
}

SmallVector<Value> ThreadBuilder::placeOperands(ArrayRef<Value> indices, ValueRange data, ThreadScope &scope, bool withLanes) {
  SmallVector<Value> operands;
  for (auto [i, value] : llvm::enumerate(indices)) {
    bool isVectorDim = withLanes && i == vectorDim;
    // Dimensions that this place of the code has no index for are not used by the map.
    Value known = value ? value : constant(0);
    operands.push_back(isVectorDim ? Value(kernel::LanesOp::create(b, cast<VectorType>(laneType(b.getIndexType())), known)) : known);
  }
  llvm::append_range(operands, target.entry().getArguments().take_back(source.getSymbols().size()));
  for (Value value : data) {
    Value emitted = emit(value, scope);
    Type type = isa<VectorType>(emitted.getType()) ? laneType(b.getIndexType()) : b.getIndexType();
    operands.push_back(arith::IndexCastOp::create(b, type, emitted));
  }
  return operands;
}

/// Operands that the map does not use are left out, so that nothing is computed for them.
static AffineMap compress(AffineMap map, SmallVectorImpl<Value> &operands) {
  SmallVector<Value> used;
  SmallVector<AffineExpr> dims, symbols;
  unsigned count = 0;
  for (unsigned i = 0; i < operands.size(); ++i) {
    bool isDim = i < map.getNumDims();
    bool isUsed = isDim ? map.isFunctionOfDim(i) : map.isFunctionOfSymbol(i - map.getNumDims());
    AffineExpr expr = getAffineDimExpr(isUsed ? count++ : 0, map.getContext());
    (isDim ? dims : symbols).push_back(expr);
    if (isUsed)
      used.push_back(operands[i]);
  }
  operands = used;
  AffineExpr expr = map.getResult(0).replaceDimsAndSymbols(dims, symbols);
  return AffineMap::get(count, 0, expr);
}

Value ThreadBuilder::place(AffineMap map, ValueRange data, ThreadScope &scope) {
  SmallVector<Value> indices = scope.indices;
  map = joinRuns(map, scope, indices);
  SmallVector<Value> operands = placeOperands(indices, data, scope, /*withLanes=*/false);
  AffineMap used = compress(map, operands);
  if (auto known = dyn_cast<AffineConstantExpr>(used.getResult(0)))
    return constant(known.getValue());
  if (isa<AffineDimExpr>(used.getResult(0)))
    return operands[0];
  return kernel::IndexExprOp::create(b, used, operands, StringAttr());
}

Value ThreadBuilder::lanePlaces(AffineMap map, ValueRange data, ThreadScope &scope) {
  SmallVector<Value> indices = scope.indices;
  map = joinRuns(map, scope, indices);
  SmallVector<Value> operands = placeOperands(indices, data, scope, /*withLanes=*/true);
  AffineMap used = compress(map, operands);
  return kernel::VindexExprOp::create(b, cast<VectorType>(laneType(b.getIndexType())), used, operands);
}

/// Whether lanes read neighbouring elements.
bool ThreadBuilder::isContiguous(AffineMap map, ValueRange data) const {
  auto coefficient = linearCoefficient(map.getResult(0), vectorDim);
  return coefficient && *coefficient == 1 && llvm::none_of(data, [&](Value v) { return hasLanes(v); });
}

Value ThreadBuilder::readVector(Type type, Value view, Value offset, Value predicate, bool isAligned) {
  auto read = [&] { return kernel::VloadOp::create(b, type, view, offset, /*streaming=*/false, /*unaligned=*/!isAligned); };
  if (!predicate)
    return read();
  auto branch = scf::IfOp::create(b, type, predicate, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, read().getResult());
  b.setInsertionPointToStart(branch.elseBlock());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  scf::YieldOp::create(b, zero);
  return branch.getResult(0);
}

Value ThreadBuilder::emitLoad(kernel::LoadOp load, ThreadScope &scope) {
  Value predicate = load.getPredicate() ? emit(load.getPredicate(), scope) : Value();
  Type scalar = load.getResult().getType();
  Value view = viewOf(load.getView());
  if (!hasLanes(load.getResult())) {
    Value offset = place(load.getMap(), load.getIndices(), scope);
    b.setLoc(load.getLoc());
    if (predicate)
      return kernel::VgatherOp::create(b, scalar, view, offset, predicate);
    return kernel::VloadOp::create(b, scalar, view, offset, /*streaming=*/false);
  }
  Type type = laneType(scalar);
  if (isContiguous(load.getMap(), load.getIndices()) && (!predicate || !isa<VectorType>(predicate.getType())))
    return readVector(type, view, place(load.getMap(), load.getIndices(), scope), predicate, isAligned(load.getMap()));
  // Neither the place nor the predicate need vary over lanes, only one of them.
  Value offsets = lanePlaces(load.getMap(), load.getIndices(), scope);
  return kernel::VgatherOp::create(b, type, view, offsets, predicate ? widen(predicate) : Value());
}

Value ThreadBuilder::readWhere(kernel::LoadOp load, Value predicate, ThreadScope &scope) {
  if (hasLanes(load.getResult()) && !isContiguous(load.getMap(), {}))
    return {};
  Value offset = place(load.getMap(), {}, scope);
  b.setLoc(load.getLoc());
  if (hasLanes(load.getResult()))
    return readVector(laneType(load.getResult().getType()), viewOf(load.getView()), offset, predicate, isAligned(load.getMap()));
  return kernel::VgatherOp::create(b, load.getResult().getType(), viewOf(load.getView()), offset, predicate);
}

Value ThreadBuilder::emitIndex(kernel::IndexOp op, ThreadScope &scope) {
  if (!hasLanes(op.getResult()))
    return arith::IndexCastOp::create(b, b.getI64Type(), place(op.getMap(), op.getIndices(), scope));
  return arith::IndexCastOp::create(b, laneType(b.getI64Type()), lanePlaces(op.getMap(), op.getIndices(), scope));
}

/// Whether some load decides what `value` is.
static bool dependsOnLoads(Value value) {
  SmallVector<Value> worklist;
  llvm::SmallDenseSet<Value> seen;
  if (value)
    worklist.push_back(value);
  while (!worklist.empty()) {
    Value one = worklist.pop_back_val();
    Operation *op = one.getDefiningOp();
    if (!op || !seen.insert(one).second)
      continue;
    if (isa<kernel::LoadOp>(op))
      return true;
    llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

/// The loads that `store` waits for and that are not made yet, in the kernel's order, but those that data chooses.
static SmallVector<kernel::LoadOp> findLoads(kernel::StoreOp store, const ThreadScope &scope) {
  llvm::SmallDenseSet<Value> seen;
  SmallVector<Value> worklist(store->getOperands());
  SmallVector<kernel::LoadOp> loads;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || scope.values.contains(value) || !seen.insert(value).second)
      continue;
    if (auto load = dyn_cast<kernel::LoadOp>(op); load && load.getIndices().empty() && !dependsOnLoads(load.getPredicate()))
      loads.push_back(load);
    llvm::append_range(worklist, op->getOperands());
  }
  llvm::sort(loads, [](kernel::LoadOp x, kernel::LoadOp y) { return x->isBeforeInBlock(y); });
  return loads;
}

void ThreadBuilder::emitStores(ArrayRef<kernel::StoreOp> stores, ThreadScope &scope) {
  // What a thread of many should have on its way; more takes registers, and so threads.
  constexpr int64_t enoughBytes = 32;
  int64_t bytes = 0;
  for (kernel::StoreOp store : stores) {
    if (bytes >= enoughBytes)
      break;
    for (kernel::LoadOp load : findLoads(store, scope)) {
      bytes += (hasLanes(load.getResult()) ? vector : 1) * llvm::divideCeil(load.getView().getType().getElement().getIntOrFloatBitWidth(), 8);
      emit(load.getResult(), scope);
    }
  }
  for (kernel::StoreOp store : stores)
    emitStore(store, scope);
}

void ThreadBuilder::emitStore(kernel::StoreOp store, ThreadScope &scope) {
  Value value = emit(store.getValue(), scope);
  Value view = viewOf(store.getView());
  ValueRange data = store.getIndices();
  bool lanes = vector > 1 && (store.getMap().isFunctionOfDim(vectorDim) || llvm::any_of(data, [&](Value v) { return hasLanes(v); }));
  Value predicate = store.getPredicate() ? emit(store.getPredicate(), scope) : Value();
  bool varies = predicate && isa<VectorType>(predicate.getType());
  lanes |= varies;
  bool isVector = lanes && !varies && isContiguous(store.getMap(), data);
  b.setLoc(store.getLoc());
  Value offset = lanes && !isVector ? lanePlaces(store.getMap(), data, scope) : place(store.getMap(), data, scope);
  OpBuilder::InsertionGuard guard(b);
  if (predicate && !varies)
    b.setInsertionPointToStart(scf::IfOp::create(b, predicate, /*withElseRegion=*/false).thenBlock());
  if (lanes && !isVector)
    kernel::VscatterOp::create(b, widen(value), view, offset, varies ? predicate : Value());
  else
    kernel::VstoreOp::create(b, lanes ? widen(value) : value, view, offset, /*streaming=*/false, /*unaligned=*/lanes && !isAligned(store.getMap()));
}

} // namespace sinter
