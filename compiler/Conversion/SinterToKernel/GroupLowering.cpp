// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Demand-driven: each result is asked for at the points of the domain where it is stored, and asks its operands in turn.

#include "compiler/Conversion/SinterToKernel/GroupLowering.h"

#include "compiler/Analysis/InPlace.h"
#include "compiler/Analysis/IndexTrace.h"
#include "compiler/Analysis/Views.h"
#include "compiler/Support/OperatorNames.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>

using namespace mlir;

namespace sinter {
namespace {

class GroupLowering : public IndexingBuilder {
public:
  explicit GroupLowering(GroupOp group) : group(group), scope(group.getContext()), b(group.getLoc(), group.getContext()) {}

  FailureOr<OwningOpRef<kernel::FuncOp>> run() {
    numberSymbols();
    if (failed(checkElements()) || failed(chooseDomain()))
      return failure();
    createFunction();
    auto yield = cast<YieldOp>(group.getBody().front().getTerminator());
    for (auto [i, value] : llvm::enumerate(yield.getValues())) {
      SmallVector<SmallVector<AffineExpr>> places = placesOf(value);
      if (places.empty())
        return group.emitOpError("expected result ") << i << " to have the group's domain as its shape, or a row of it";
      b.setLoc(value.getLoc());
      ScatterOpInterface scatter = getInPlaceScatter(value);
      if (scatter && !llvm::is_contained(group.getInputs(), getInPlaceDestination(group.getResult(i))))
        return scatter->emitOpError("expected what is updated in place to be an input of its group");
      for (ArrayRef<AffineExpr> place : places) {
        Value scalar = at(scatter ? scatter.getUpdate() : value, place);
        Value hasPlace = scatter ? scatter.buildPredicate(*this, place) : Value();
        AffineExpr offset = linearOffset(bufferLayout(group.getResult(i), scope), scatter ? scatter.buildPlace(*this, place) : SmallVector<AffineExpr>(place));
        if (isFailed)
          return failure();
        SmallVector<Value> indices;
        AffineMap map = getMap(offset, &indices);
        kernel::StoreOp::create(b, scalar, storedTo(i), map, indices, hasPlace);
      }
    }
    kernel::ReturnOp::create(b);
    (*function)->setAttr("kernel.index_width", b.getI64IntegerAttr(fitsIn32Bits() ? 32 : 64));
    if (int64_t alignment = leastAlignment(); alignment < 16)
      (*function)->setAttr("kernel.alignment", b.getI64IntegerAttr(alignment));
    return OwningOpRef<kernel::FuncOp>(function.release());
  }

  MLIRContext *getContext() override { return group.getContext(); }
  SymbolScope &symbols() override { return scope; }

  Value at(Value tensor, ArrayRef<AffineExpr> indices) override {
    SmallVector<AffineExpr> place = normalize(tensor, indices);
    std::tuple<Value, Attribute, Value> key(tensor, ArrayAttr::get(getContext(), asAttributes(place)), predicate);
    auto known = scalars.find(key);
    // What is there without a condition is there under any.
    if (known == scalars.end())
      known = scalars.find({tensor, std::get<1>(key), Value()});
    if (known != scalars.end())
      return known->second;
    Location saved = b.getLoc();
    b.setLoc(tensor.getLoc());
    Value scalar = build(tensor, place);
    b.setLoc(saved);
    scalars[key] = scalar;
    return scalar;
  }

  AffineExpr asIndex(Value scalar, AffineExpr extent) override {
    Value index = scalar.getType().isInteger(64) ? scalar : arith::ExtSIOp::create(b, b.getI64Type(), scalar);
    Value zero = constant(0), size = fromExpr(extent);
    Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index, zero);
    return clamped(arith::SelectOp::create(b, isNegative, arith::AddIOp::create(b, index, size), index), extent);
  }

  AffineExpr clamped(Value scalar, AffineExpr extent) override {
    Value index = arith::MaxSIOp::create(b, scalar, constant(0));
    index = arith::MinSIOp::create(b, index, arith::SubIOp::create(b, fromExpr(extent), constant(1)));
    dataIndices.push_back(index);
    dataExtents[index] = extent;
    return getAffineSymbolExpr(firstDataSymbol + dataIndices.size() - 1, getContext());
  }

  Value fromIndex(AffineExpr expr, Type type) override {
    ScalarBuilder s(b);
    Value value = s.cast(fromExpr(expr), b.getI64Type(), type, /*overflow=*/isa<Float8E5M2Type>(type));
    return isa<FloatType>(type) ? round(value, type, /*isImplicit=*/true) : value;
  }

  Value selectLess(AffineExpr lhs, AffineExpr rhs, function_ref<Value()> onLess, function_ref<Value()> onElse) override {
    return selectIf(arith::CmpIOp::create(b, arith::CmpIPredicate::slt, fromExpr(lhs), fromExpr(rhs)), onLess, onElse);
  }

  Value selectIf(Value condition, function_ref<Value()> onTrue, function_ref<Value()> onFalse) override {
    Value outer = predicate;
    predicate = outer ? Value(arith::AndIOp::create(b, outer, condition)) : condition;
    Value taken = onTrue();
    Value isNot = arith::XOrIOp::create(b, condition, arith::ConstantOp::create(b, b.getBoolAttr(true)));
    predicate = outer ? Value(arith::AndIOp::create(b, outer, isNot)) : isNot;
    Value other = onFalse();
    predicate = outer;
    return arith::SelectOp::create(b, condition, taken, other);
  }

  Value compute(function_ref<Value(ScalarBuilder &)> build, Type element) override {
    ScalarBuilder s(b);
    return round(build(s), element, /*isImplicit=*/true);
  }

  Value randomBits(Value seed, Value offset, AffineExpr position) override {
    return kernel::RandomBitsOp::create(b, seed, offset, fromExpr(position));
  }

private:
  //===--- Domain ---===//

  void numberSymbols() {
    auto number = [&](Type type) { scope.extents(cast<RankedTensorType>(type)); };
    llvm::for_each(group.getInputs().getTypes(), number);
    llvm::for_each(group.getResultTypes(), number);
    for (Operation &op : group.getBody().front()) {
      llvm::for_each(op.getOperandTypes(), number);
      llvm::for_each(op.getResultTypes(), number);
    }
    firstDataSymbol = scope.names().size();
  }

  LogicalResult checkElements() {
    for (Value value : llvm::concat<Value>(llvm::to_vector(group.getInputs()), llvm::to_vector(group.getResults()))) {
      auto emitError = [&] { return mlir::emitError(group.getLoc(), "a kernel cannot access ") << value.getType() << ": "; };
      if (!kernel::ViewType::getChecked(emitError, getContext(), getElementTypeOrSelf(value.getType())))
        return failure();
    }
    return success();
  }

  LogicalResult chooseDomain() {
    ReductionOpInterface first;
    for (Operation &op : group.getBody().front())
      if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
        if (!first)
          first = reduction;
        if (SmallVector<unsigned> folded = foldedBy(reduction); !llvm::is_contained(folds, folded))
          folds.push_back(folded);
      }
    if (!first && group.getNumResults() == 0)
      return group.emitOpError("expected a result");
    auto type = first ? cast<RankedTensorType>(first->getOperand(0).getType()) : getComputedType(group.getResult(0));
    domain = properExtents(type, scope).extents;
    return success();
  }

  /// The proper dimensions of its operand that `reduction` folds.
  SmallVector<unsigned> foldedBy(ReductionOpInterface reduction) {
    SmallVector<unsigned> folded;
    for (auto [position, dim] : llvm::enumerate(properExtents(cast<RankedTensorType>(reduction->getOperand(0).getType()), scope).dims))
      if (llvm::is_contained(reduction.getReductionAxes(), dim))
        folded.push_back(position);
    return folded;
  }

  void createFunction() {
    SmallVector<std::string> operators = getOperatorNames(group.getBody().front());
    SmallVector<Attribute> names;
    for (const std::string &name : scope.names())
      names.push_back(b.getStringAttr(name));
    SmallVector<StringRef> operatorRefs(operators.begin(), operators.end());
    AffineMap dims = AffineMap::get(0, scope.names().size(), domain, getContext());
    function = kernel::FuncOp::create(b, joinOperatorNames(operators), b.getArrayAttr(names), dims, argumentNames(), kernel::ScheduleAttr(),
                                      b.getStrArrayAttr(operatorRefs));
    Block *block = b.createBlock(&function->getBody());
    for (Value value : views())
      block->addArgument(kernel::ViewType::get(getContext(), getElementTypeOrSelf(value.getType())), value.getLoc());
    b.setInsertionPointToEnd(block);
  }

  /// What the kernel gets as its arguments: the inputs, then the results with memory of their own.
  SmallVector<Value> views() {
    SmallVector<Value> all(group.getInputs());
    for (Value result : group.getResults())
      if (!getInPlaceDestination(result))
        all.push_back(result);
    return all;
  }

  /// The argument that result `result` is stored to.
  Value storedTo(unsigned result) {
    SmallVector<Value> all = views();
    Value destination = getInPlaceDestination(group.getResult(result));
    auto it = llvm::find(all, destination ? destination : Value(group.getResult(result)));
    return argument(it - all.begin());
  }

  /// Plain ones: equal kernels of different layers must have equal text.
  ArrayAttr argumentNames() {
    SmallVector<Attribute> names;
    unsigned inputs = group.getInputs().size(), all = views().size();
    for (unsigned i = 0; i < inputs; ++i)
      names.push_back(b.getStringAttr("x" + Twine(i)));
    for (unsigned i = 0; i < all - inputs; ++i)
      names.push_back(b.getStringAttr("y" + Twine(i)));
    return b.getArrayAttr(names);
  }

  Value argument(unsigned i) { return function->getBody().front().getArgument(i); }

  /// The point at which a value of `type` is made that varies over all but the dimensions `dropped`; nothing where the type has another shape.
  std::optional<SmallVector<AffineExpr>> placeOf(RankedTensorType type, ArrayRef<unsigned> dropped) {
    SmallVector<AffineExpr> dims, extents;
    for (auto [i, extent] : llvm::enumerate(domain))
      if (!llvm::is_contained(dropped, i)) {
        dims.push_back(getAffineDimExpr(i, getContext()));
        extents.push_back(extent);
      }
    return properExtents(type, scope).extents == extents ? std::optional(indicesOf(type, dims, scope)) : std::nullopt;
  }

  /// The point at which `value` is made: of the whole domain, or of what a reduction leaves of it. Where two would do, rows and columns of one
  /// length, what the value is made of tells them apart.
  std::optional<SmallVector<AffineExpr>> placeOf(Value value) {
    RankedTensorType type = getComputedType(value);
    if (auto reduction = value.getDefiningOp<ReductionOpInterface>())
      return placeOf(type, foldedBy(reduction));
    if (auto full = placeOf(type, {}))
      return full;
    SmallVector<ArrayRef<unsigned>> fitting;
    for (const auto &folded : folds)
      if (placeOf(type, folded))
        fitting.push_back(folded);
    if (fitting.empty())
      return std::nullopt;
    for (ArrayRef<unsigned> folded : fitting)
      if (fitting.size() > 1 && isMadeOf(value, folded))
        return placeOf(type, folded);
    // As FormFusionGroups takes it: a row, which has lost the last dimension.
    auto row = llvm::find_if(fitting, [&](ArrayRef<unsigned> folded) { return llvm::is_contained(folded, domain.size() - 1); });
    return placeOf(type, row == fitting.end() ? fitting.front() : *row);
  }

  /// Whether `value` depends, other than through a reduction, on one that folds `folded`.
  bool isMadeOf(Value value, ArrayRef<unsigned> folded) {
    SmallVector<Value> worklist{value};
    llvm::SmallDenseSet<Operation *> seen;
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val().getDefiningOp();
      if (!op || !seen.insert(op).second)
        continue;
      if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
        if (ArrayRef<unsigned>(foldedBy(reduction)) == folded)
          return true;
        continue;
      }
      llvm::append_range(worklist, op->getOperands());
    }
    return false;
  }

  /// The places at which the values of a result are made: one a point, or a few a row where a reduction keeps as many.
  SmallVector<SmallVector<AffineExpr>> placesOf(Value value) {
    auto reduction = value.getDefiningOp<ReductionOpInterface>();
    int64_t kept = reduction ? reduction.getKeptExtent() : 0;
    auto place = kept ? placeOf(rowTypeOf(reduction), foldedBy(reduction)) : placeOf(value);
    if (!place)
      return {};
    if (!kept)
      return {*place};
    SmallVector<SmallVector<AffineExpr>> places(kept, *place);
    for (int64_t i = 0; i < kept; ++i)
      places[i].insert(places[i].begin() + reduction.getReductionAxes()[0], getAffineConstantExpr(i, getContext()));
    return places;
  }

  /// The shape of one element a row of `op`'s operand.
  static RankedTensorType rowTypeOf(ReductionOpInterface op) {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    SmallVector<int64_t> rest;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (!llvm::is_contained(op.getReductionAxes(), i))
        rest.push_back(i);
    return pickDims(type, rest, type.getElementType());
  }

  /// Whether the number of every point of the domain, and every step of computing a place, stays below 2^31 for the
  /// extents' greatest values: a map may pass through greater numbers than the places that it gives.
  bool fitsIn32Bits() {
    AffineExpr points = getAffineConstantExpr(1, getContext());
    for (AffineExpr extent : domain)
      points = points * extent;
    return rangeOf(points) && llvm::all_of((*function).entry(), [&](Operation &op) {
             auto map = op.getAttrOfType<AffineMapAttr>("map");
             return !map || rangeOf(map.getValue().getResult(0), dataOperands(&op));
           });
  }

  int64_t leastAlignment() {
    int64_t least = 16;
    for (Value value : llvm::concat<Value>(llvm::to_vector(group.getInputs()), llvm::to_vector(group.getResults())))
      least = std::min(least, bufferAlignment(value));
    return least;
  }

  struct Range {
    int64_t low, high;
  };

  /// The values that stand for the symbols of a place map beyond the kernel's.
  static ValueRange dataOperands(Operation *op) {
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      return load.getIndices();
    if (auto store = dyn_cast<kernel::StoreOp>(op))
      return store.getIndices();
    return cast<kernel::IndexOp>(op).getIndices();
  }

  /// The values that `expr` takes, where it and all its parts fit in 32 bits. Symbols beyond the kernel's stand for `operands`.
  std::optional<Range> rangeOf(AffineExpr expr, ValueRange operands = {}) {
    // Room for what a grid covers beyond the last point.
    constexpr int64_t limit = (int64_t(1) << 31) - (int64_t(1) << 20);
    auto checked = [&](int64_t low, int64_t high) { return -limit < low && high < limit ? std::optional(Range{low, high}) : std::nullopt; };
    if (auto known = dyn_cast<AffineConstantExpr>(expr))
      return checked(known.getValue(), known.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      auto extent = rangeOf(domain[dim.getPosition()]);
      return extent ? checked(0, extent->high) : std::nullopt;
    }
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
      if (symbol.getPosition() < firstDataSymbol)
        return checked(0, getSymbolRange(group, scope.names()[symbol.getPosition()]).getMax());
      Value data = operands[symbol.getPosition() - firstDataSymbol];
      auto extent = rangeOf(dataExtents.lookup(data));
      return extent ? checked(0, extent->high) : std::nullopt;
    }
    auto binary = cast<AffineBinaryOpExpr>(expr);
    auto left = rangeOf(binary.getLHS(), operands), right = rangeOf(binary.getRHS(), operands);
    if (!left || !right)
      return std::nullopt;
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return checked(left->low + right->low, left->high + right->high);
    case AffineExprKind::Mul: {
      // Each factor has 32 bits, so the products have at most 64.
      auto [low, high] = std::minmax({left->low * right->low, left->low * right->high, left->high * right->low, left->high * right->high});
      return checked(low, high);
    }
    case AffineExprKind::Mod:
      return checked(0, right->high);
    default: {
      // Divisions bring the value nearer to 0, by the least divisor; rounding may bring it away by one.
      int64_t least = std::max<int64_t>(right->low, 1);
      return checked(std::min<int64_t>(llvm::divideFloorSigned(left->low, least), 0), std::max<int64_t>(llvm::divideCeilSigned(left->high, least), 0));
    }
    }
  }

  //===--- Scalars ---===//

  SmallVector<AffineExpr> normalize(Value tensor, ArrayRef<AffineExpr> indices) {
    SmallVector<AffineExpr> place;
    for (auto [index, extent] : llvm::zip_equal(indices, cast<RankedTensorType>(tensor.getType()).getShape()))
      place.push_back(extent == 1 ? getAffineConstantExpr(0, getContext()) : simplify(index));
    return place;
  }

  /// Division and remainder by extents that the dividend cannot reach disappear here.
  AffineExpr simplify(AffineExpr expr) { return simplifyExpr(expr, domain.size(), firstDataSymbol + dataIndices.size()); }

  SmallVector<Attribute> asAttributes(ArrayRef<AffineExpr> exprs) {
    SmallVector<Attribute> attributes;
    for (AffineExpr expr : exprs)
      // Data that come later leave a place what it is.
      attributes.push_back(AffineMapAttr::get(AffineMap::get(domain.size(), std::numeric_limits<int>::max(), expr)));
    return attributes;
  }

  Value build(Value tensor, ArrayRef<AffineExpr> place) {
    if (auto input = dyn_cast<BlockArgument>(tensor))
      return buildLoad(input, place);
    Operation *op = tensor.getDefiningOp();
    DenseElementsAttr elements;
    if (matchPattern(tensor, m_Constant(&elements)))
      return buildConstant(elements);
    if (auto map = dyn_cast<IndexMapOpInterface>(op))
      return map.buildAt(*this, cast<OpResult>(tensor).getResultNumber(), place);
    if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
      return buildElementwise(elementwise, place);
    if (auto reduction = dyn_cast<ReductionOpInterface>(op))
      return buildReduction(reduction, cast<OpResult>(tensor).getResultNumber(), place);
    if (auto scan = dyn_cast<ScanOpInterface>(op))
      return buildScan(scan, place);
    op->emitOpError("cannot be part of a kernel: expected an elementwise operator, a shape operator, a reduction or a scan");
    isFailed = true;
    return constant(0);
  }

  Value buildLoad(BlockArgument input, ArrayRef<AffineExpr> place) {
    AffineExpr offset = linearOffset(bufferLayout(group.getInputs()[input.getArgNumber()], scope), place);
    SmallVector<Value> indices;
    AffineMap map = getMap(offset, &indices);
    Type element = getElementTypeOrSelf(input.getType());
    return kernel::LoadOp::create(b, getComputeType(element), argument(input.getArgNumber()), map, indices, predicate);
  }

  Value buildConstant(DenseElementsAttr elements) {
    Type element = elements.getElementType(), compute = getComputeType(element);
    if (isa<FloatType>(element)) {
      APFloat value = elements.getSplatValue<APFloat>();
      bool losesInfo;
      value.convert(cast<FloatType>(compute).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
      return arith::ConstantOp::create(b, b.getFloatAttr(compute, value));
    }
    APInt value = elements.getSplatValue<APInt>();
    unsigned width = compute.getIntOrFloatBitWidth();
    return arith::ConstantOp::create(b, b.getIntegerAttr(compute, element.isUnsignedInteger() ? value.zextOrTrunc(width) : value.sextOrTrunc(width)));
  }

  Value buildElementwise(ElementwiseOpInterface op, ArrayRef<AffineExpr> place) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(at(operand, place));
    bool isUnsigned = llvm::any_of(op->getOperandTypes(), [](Type type) { return needsUnsignedOperations(getElementTypeOrSelf(type)); });
    ScalarBuilder s(b, isUnsigned);
    Value scalar = op.buildScalar(s, operands);
    return round(scalar, getElementTypeOrSelf(op->getResult(0).getType()), !op.isExplicitRounding());
  }

  Value round(Value scalar, Type element, bool isImplicit) {
    if (getComputeType(element).getIntOrFloatBitWidth() == element.getIntOrFloatBitWidth())
      return scalar;
    // Integers wrap: that is their value, and never dropped.
    return kernel::RoundOp::create(b, scalar, element, isImplicit && isa<FloatType>(element));
  }

  /// What a reduction's scalars are made with: folds over the dimensions that it reduces.
  class RowFolds : public FoldBuilder {
  public:
    RowFolds(GroupLowering &lowering, ScalarBuilder &s, ReductionOpInterface op) : FoldBuilder(s, needsUnsignedOperations(getElementTypeOrSelf(op->getOperand(0).getType()))), lowering(lowering),
          op(op) {}

    Value fold(ReductionKind kind, Value x) override {
      SmallVector<unsigned> folded = lowering.foldedBy(op);
      SmallVector<int64_t> over(folded.begin(), folded.end());
      return over.empty() ? x : Value(kernel::ReduceOp::create(lowering.b, foldKind(kind), x, over));
    }
    Value position() override {
      auto type = cast<RankedTensorType>(op->getOperand(0).getType());
      SmallVector<AffineExpr> indices = lowering.pointIn(type), extents = lowering.scope.extents(type);
      AffineExpr number = getAffineConstantExpr(0, lowering.getContext());
      for (int64_t axis : op.getReductionAxes())
        number = number * extents[axis] + indices[axis];
      return lowering.fromExpr(number);
    }
    Value count() override { return lowering.fromExpr(countExpr()); }
    std::optional<int64_t> mostElements() override {
      auto range = lowering.rangeOf(countExpr());
      return range ? std::optional(range->high) : std::nullopt;
    }

  private:
    AffineExpr countExpr() {
      AffineExpr count = getAffineConstantExpr(1, lowering.getContext());
      for (int64_t axis : op.getReductionAxes())
        count = count * lowering.scope.extents(cast<RankedTensorType>(op->getOperand(0).getType()))[axis];
      return count;
    }
    GroupLowering &lowering;
    ReductionOpInterface op;
  };

  /// Indices of `type`, whose shape is the domain, at the point that the kernel works at.
  SmallVector<AffineExpr> pointIn(RankedTensorType type) {
    SmallVector<AffineExpr> dims;
    for (unsigned i = 0; i < domain.size(); ++i)
      dims.push_back(getAffineDimExpr(i, getContext()));
    return indicesOf(type, dims, scope);
  }

  /// Operand 0 of a reduction or a scan at the point that the kernel works at: whatever asks for the result under a condition, what is folded has none.
  Value foldedOperand(Operation *op) {
    Value outer = std::exchange(predicate, Value());
    Value scalar = at(op->getOperand(0), pointIn(cast<RankedTensorType>(op->getOperand(0).getType())));
    predicate = outer;
    return scalar;
  }

  Value notWhereMade(Operation *op) {
    op->emitOpError("expected to be read at the point of the group's domain where it is made");
    isFailed = true;
    return constant(0);
  }

  Value buildReduction(ReductionOpInterface op, unsigned result, ArrayRef<AffineExpr> place) {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    int64_t kept = op.getKeptExtent(), part = 0;
    auto made = placeOf(rowTypeOf(op), foldedBy(op));
    SmallVector<AffineExpr> row(place);
    if (kept) {
      auto known = dyn_cast<AffineConstantExpr>(place[op.getReductionAxes()[0]]);
      part = known ? known.getValue() : -1;
      row.erase(row.begin() + op.getReductionAxes()[0]);
    }
    if (!made || row != *made || properExtents(type, scope).extents != domain || part < 0 || part >= std::max<int64_t>(kept, 1))
      return notWhereMade(op);
    if (!rowScalars.contains(op)) {
      Value x = foldedOperand(op);
      ScalarBuilder s(b);
      RowFolds f(*this, s, op);
      rowScalars[op] = op.buildFolds(f, x);
    }
    Value scalar = rowScalars[op][result * std::max<int64_t>(kept, 1) + part];
    if (kept == 0 && getElementTypeOrSelf(op->getResult(result).getType()) == type.getElementType())
      scalar = limitEmptyFold(scalar, type, op);
    return round(scalar, getElementTypeOrSelf(op->getResult(result).getType()), /*isImplicit=*/true);
  }

  Value buildScan(ScanOpInterface op, ArrayRef<AffineExpr> place) {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    ProperExtents proper = properExtents(type, scope);
    auto axis = llvm::find(proper.dims, op.getScanAxis());
    if (axis == proper.dims.end()) {
      // Along an extent of 1 nothing comes before, at whatever point it is asked for.
      Value x = at(op->getOperand(0), place);
      ScalarBuilder s(b);
      return op.isExclusiveScan() ? s.constant(op.getScanKind() == ReductionKind::Product ? 1 : 0, x) : x;
    }
    if (proper.extents != domain || SmallVector<AffineExpr>(place) != pointIn(type))
      return notWhereMade(op);
    if (!scans.contains(op)) {
      Value x = foldedOperand(op);
      scans[op] = kernel::ScanOp::create(b, foldKind(op.getScanKind()), x, axis - proper.dims.begin(), op.isExclusiveScan(), op.isReverseScan());
    }
    return round(scans[op], type.getElementType(), /*isImplicit=*/true);
  }

  /// The greatest of no elements is the least of the type, which a narrow integer's compute type does not know.
  Value limitEmptyFold(Value scalar, RankedTensorType type, ReductionOpInterface op) {
    auto element = dyn_cast<IntegerType>(type.getElementType());
    bool isMax = op.getReductionKind() == ReductionKind::Max, isMin = op.getReductionKind() == ReductionKind::Min;
    SmallVector<AffineExpr> extents = scope.extents(type);
    bool mayBeEmpty = llvm::any_of(op.getReductionAxes(), [&](int64_t axis) {
      auto extent = dyn_cast<AffineConstantExpr>(extents[axis]);
      return !extent || extent.getValue() == 0;
    });
    unsigned width = element ? element.getWidth() : 0;
    if (!element || getComputeType(element).getIntOrFloatBitWidth() == width || !mayBeEmpty || (!isMax && !isMin))
      return scalar;
    APInt limit = element.isUnsigned() ? (isMax ? APInt::getMinValue(width) : APInt::getMaxValue(width))
                                       : (isMax ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width));
    unsigned wide = scalar.getType().getIntOrFloatBitWidth();
    Value bound = arith::ConstantOp::create(b, b.getIntegerAttr(scalar.getType(), element.isUnsigned() ? limit.zext(wide) : limit.sext(wide)));
    ScalarBuilder s(b);
    return isMax ? s.maximum(scalar, bound) : s.minimum(scalar, bound);
  }

  static kernel::FoldKind foldKind(ReductionKind kind) {
    switch (kind) {
    case ReductionKind::Sum: return kernel::FoldKind::Add;
    case ReductionKind::Product: return kernel::FoldKind::Mul;
    case ReductionKind::Max: return kernel::FoldKind::Max;
    case ReductionKind::Min: return kernel::FoldKind::Min;
    case ReductionKind::Or: return kernel::FoldKind::Or;
    case ReductionKind::And: return kernel::FoldKind::And;
    }
    llvm_unreachable("reduction kind");
  }

  Value constant(int64_t value) { return arith::ConstantOp::create(b, b.getI64IntegerAttr(value)); }

  /// `expr` as an i64.
  Value fromExpr(AffineExpr expr) {
    expr = simplify(expr);
    if (auto known = dyn_cast<AffineConstantExpr>(expr))
      return constant(known.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr); symbol && symbol.getPosition() >= firstDataSymbol)
      return dataIndices[symbol.getPosition() - firstDataSymbol];
    SmallVector<Value> indices;
    AffineMap map = getMap(expr, &indices);
    return kernel::IndexOp::create(b, map, indices);
  }

  //===--- Places ---===//

  AffineExpr linearOffset(const StridedView &view, ArrayRef<AffineExpr> place) {
    AffineExpr offset = view.offset;
    for (auto [index, stride] : llvm::zip_equal(place, view.strides))
      offset = offset + index * stride;
    return simplify(offset);
  }

  /// `expr` as a map of the kernel: its symbols, then the values it uses.
  AffineMap getMap(AffineExpr expr, SmallVectorImpl<Value> *indices = nullptr) {
    llvm::DenseMap<AffineExpr, AffineExpr> renumbered;
    for (unsigned i = 0; indices && i < dataIndices.size(); ++i) {
      if (!expr.isFunctionOfSymbol(firstDataSymbol + i))
        continue;
      renumbered[getAffineSymbolExpr(firstDataSymbol + i, getContext())] = getAffineSymbolExpr(firstDataSymbol + indices->size(), getContext());
      indices->push_back(dataIndices[i]);
    }
    return AffineMap::get(domain.size(), firstDataSymbol + (indices ? indices->size() : 0), expr.replace(renumbered), getContext());
  }

  GroupOp group;
  SymbolScope scope;
  ImplicitLocOpBuilder b;
  OwningOpRef<kernel::FuncOp> function;
  SmallVector<AffineExpr> domain;
  /// The sets of dimensions that the group's reductions fold.
  SmallVector<SmallVector<unsigned>> folds;
  /// Symbols from `firstDataSymbol` on stand for values that the kernel computes (the indices of a gather).
  unsigned firstDataSymbol = 0;
  SmallVector<Value> dataIndices;
  llvm::DenseMap<Value, AffineExpr> dataExtents;
  Value predicate;
  llvm::DenseMap<std::tuple<Value, Attribute, Value>, Value> scalars;
  /// What a reduction or a scan gives, whoever asks for it.
  llvm::DenseMap<Operation *, SmallVector<Value>> rowScalars;
  llvm::DenseMap<Operation *, Value> scans;
  bool isFailed = false;
};

} // namespace

FailureOr<OwningOpRef<kernel::FuncOp>> lowerGroup(GroupOp group) { return GroupLowering(group).run(); }

} // namespace sinter
