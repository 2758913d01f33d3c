// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers functions of kernel calls, library groups and views to plan entries.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/InPlace.h"
#include "compiler/Analysis/Splats.h"
#include "compiler/Analysis/Views.h"
#include "compiler/Conversion/Passes.h"
#include "compiler/Conversion/SinterToPlan/UnusedConstants.h"
#include "compiler/Support/OperatorNames.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Plan/IR/Plan.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace sinter {
#define GEN_PASS_DEF_CONVERTSINTERTOPLANPASS
#include "compiler/Conversion/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// The constants of the module: one plan.constant for each distinct source.
class ConstantTable {
public:
  explicit ConstantTable(ModuleOp module) : module(module) {}

  FlatSymbolRefAttr get(Operation *op) {
    auto parameter = dyn_cast<ParameterOp>(op);
    Attribute source = parameter ? parameter.getSource().value_or(Attribute()) : Attribute(cast<ConstantOp>(op).getValue());
    StringAttr name = parameter ? parameter.getNameAttr() : StringAttr();
    auto [it, isNew] = known.try_emplace({name, source, op->getResult(0).getType()});
    if (!isNew)
      return it->second;
    OpBuilder b(module.getBodyRegion());
    last ? b.setInsertionPointAfter(last) : b.setInsertionPointToStart(module.getBody());
    std::string symbol = "constant_" + std::to_string(known.size() - 1);
    last = plan::ConstantOp::create(b, op->getLoc(), symbol, name ? name.getValue() : StringRef(symbol), op->getResult(0).getType(), source);
    return it->second = FlatSymbolRefAttr::get(b.getContext(), symbol);
  }

private:
  ModuleOp module;
  Operation *last = nullptr;
  llvm::MapVector<std::tuple<StringAttr, Attribute, Type>, FlatSymbolRefAttr> known;
};

/// The kernels of the module, and those that are special cases of another, by its name.
class KernelTable {
public:
  explicit KernelTable(ModuleOp module) {
    for (Operation &op : *module.getBody()) {
      if (isa<kernel::FuncOp, kernel::ThreadFuncOp>(op))
        all[cast<SymbolOpInterface>(op).getName()] = &op;
      if (auto specializes = op.getAttrOfType<kernel::SpecializationAttr>("kernel.specializes"))
        kernels[specializes.getOf().getValue()].push_back({cast<SymbolOpInterface>(op).getName(), specializes});
    }
  }

  /// Null where there is none of that name.
  Operation *lookup(StringRef name) const { return all.lookup(name); }

  /// The variants of a launch of `kernel` with `scalars` for its symbols.
  ArrayAttr variantsOf(StringRef kernel, AffineMap scalars) const {
    SmallVector<Attribute> variants;
    MLIRContext *context = scalars.getContext();
    for (auto [name, specializes] : kernels.lookup(kernel)) {
      SmallVector<AffineExpr> divided(scalars.getResults());
      AffineExpr &value = divided[specializes.getSymbol()];
      auto zero = AffineMap::get(0, scalars.getNumSymbols(), value % specializes.getDivisor());
      value = value.floorDiv(specializes.getDivisor());
      variants.push_back(plan::VariantAttr::get(context, FlatSymbolRefAttr::get(context, name), AffineMapAttr::get(zero),
                                                AffineMapAttr::get(AffineMap::get(0, scalars.getNumSymbols(), divided, context))));
    }
    return variants.empty() ? ArrayAttr() : ArrayAttr::get(context, variants);
  }

private:
  llvm::StringMap<Operation *> all;
  llvm::StringMap<SmallVector<std::pair<StringRef, kernel::SpecializationAttr>>> kernels;
};

/// Memory of a value: its buffer and how it lies there, in elements.
struct Placed {
  Value buffer;
  StridedView view;
};

class FunctionLowering {
public:
  FunctionLowering(func::FuncOp function, ConstantTable &constants, const KernelTable &kernels)
      : function(function), constants(constants), kernels(kernels), scope(function.getContext()), b(function.getLoc(), function.getContext()) {}

  LogicalResult run() {
    if (failed(checkGraph(function)))
      return failure();
    numberSymbols();
    findMemory();
    createEntry();
    for (Operation &op : function.getBody().front()) {
      b.setLoc(op.getLoc());
      if (failed(lower(&op)))
        return failure();
    }
    return success();
  }

private:
  //===--- Where values live ---===//

  /// Those of arguments and results first, in their order: callers count them so.
  void numberSymbols() {
    for (Type type : llvm::concat<const Type>(function.getArgumentTypes(), function.getResultTypes()))
      scope.extents(cast<RankedTensorType>(type));
    for (Operation &op : function.getBody().front())
      for (Type type : llvm::concat<const Type>(op.getOperandTypes(), op.getResultTypes()))
        scope.extents(cast<RankedTensorType>(type));
  }

  /// Values with memory of their own: arguments, constants, results of kernels, and where library results are written.
  void findMemory() {
    for (Value argument : function.getArguments())
      ownsMemory.insert(argument);
    for (Operation &op : function.getBody().front()) {
      if (isa<ConstantSourceOpInterface, kernel::CallOp>(op))
        for (Value result : op.getResults())
          ownsMemory.insert(result);
      if (auto group = dyn_cast<GroupOp>(op)) {
        SmallVector<Operation *> chain = destinationChain(group.getResult(0), scope);
        ownsMemory.insert(chain.empty() ? group.getResult(0) : chain.back()->getResult(0));
      }
    }
    for (OpOperand &use : function.getBody().front().getTerminator()->getOpOperands()) {
      auto [base, view] = resolve(use.get());
      // What a copy became in place is the copy's memory.
      Value root = rootOf(base);
      bool isComputed = root.getDefiningOp() && !isa<ConstantSourceOpInterface>(root.getDefiningOp());
      StridedView asked = resultView(use.getOperandNumber());
      // A dense view may be the beginning of something larger.
      bool isWhole = base == use.get() ? view.offset == asked.offset && view.strides == asked.strides
                                       : view.isDense() && asked.isDense() && elementCount(use.get()) == elementCount(base);
      // A tied result's memory is an argument's: steps to come may still read it.
      bool isTied = tiedArgument(use.getOperandNumber()) >= 0;
      if (!isTied && ownsMemory.contains(base) && isComputed && isWhole && !outputOf.count(root))
        outputOf[root] = use.getOperandNumber();
    }
  }

  AffineExpr elementCount(Value value) {
    AffineExpr count = getAffineConstantExpr(1, b.getContext());
    for (AffineExpr extent : scope.extents(cast<RankedTensorType>(value.getType())))
      count = count * extent;
    return simplifyExpr(count, 0, scope.names().size());
  }

  /// How the caller's memory for a result lies.
  StridedView resultView(unsigned result) {
    auto layout = function.getResultAttrOfType<LayoutAttr>(result, "sinter.layout");
    return declaredView(cast<RankedTensorType>(function.getResultTypes()[result]), layout, scope);
  }

  BufferView resolve(Value value) {
    if (ownsMemory.contains(value))
      return {value, bufferLayout(value, scope)};
    auto map = value.getDefiningOp<IndexMapOpInterface>();
    if (!map || map->getNumOperands() != 1)
      return {value, bufferLayout(value, scope)};
    BufferView input = resolve(map->getOperand(0));
    FailureOr<StridedView> view = map.viewResult(cast<OpResult>(value).getResultNumber(), input.view);
    return failed(view) ? BufferView{value, bufferLayout(value, scope)} : BufferView{input.base, *view};
  }

  FailureOr<Placed> place(Value value, Operation *reader) {
    BufferView view = resolve(value);
    if (!ownsMemory.contains(view.base)) {
      reader->emitOpError("expected an operand in memory, or a view of one, but got a value of ") << view.base.getDefiningOp()->getName();
      return failure();
    }
    return Placed{bufferOf(view.base), view.view};
  }

  Value bufferOf(Value base) {
    auto type = cast<RankedTensorType>(base.getType());
    if (Value destination = getInPlaceDestination(base))
      return bufferOf(destination);
    Value &buffer = buffers[base];
    if (buffer)
      return buffer;
    if (auto it = outputOf.find(base); it != outputOf.end())
      buffer = plan::OutputOp::create(b, bufferType(), it->second);
    else if (auto argument = dyn_cast<BlockArgument>(base))
      buffer = plan::InputOp::create(b, bufferType(), argument.getArgNumber());
    else if (isa<ConstantSourceOpInterface>(base.getDefiningOp()))
      buffer = plan::ConstantRefOp::create(b, bufferType(), constants.get(base.getDefiningOp()));
    else
      buffer = createSlot(type);
    return buffer;
  }

  Value createSlot(RankedTensorType type) {
    return plan::SlotOp::create(b, bufferType(), AffineMapAttr::get(getMap({byteSize(type)})), AffineMapAttr());
  }

  Type bufferType() { return plan::BufferType::get(b.getContext()); }

  AffineExpr byteSize(RankedTensorType type) {
    AffineExpr count = getAffineConstantExpr(1, b.getContext());
    for (AffineExpr extent : scope.extents(type))
      count = count * extent;
    unsigned bits = type.getElementTypeBitWidth() == 1 ? 8 : type.getElementTypeBitWidth();
    return bits >= 8 ? count * (bits / 8) : (count * bits).ceilDiv(8);
  }

  AffineMap getMap(ArrayRef<AffineExpr> exprs) { return AffineMap::get(0, scope.names().size(), exprs, b.getContext()); }

  //===--- The entry ---===//

  void createEntry() {
    MLIRContext *context = b.getContext();
    SmallVector<Attribute> symbols, ranges;
    for (const std::string &name : scope.names()) {
      RangeAttr range = getSymbolRange(function, name);
      symbols.push_back(b.getStringAttr(name));
      ranges.push_back(b.getI64ArrayAttr({range.getMin(), range.getMax(), range.getDivisor()}));
    }
    SmallVector<Attribute> inputNames, inputTypes, inputLayouts, outputNames, outputTypes, outputLayouts;
    SmallVector<int64_t> tied;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      auto name = function.getArgAttrOfType<StringAttr>(i, "sinter.name");
      inputNames.push_back(name ? name : b.getStringAttr("arg" + Twine(i)));
      inputTypes.push_back(TypeAttr::get(function.getArgumentTypes()[i]));
      auto layout = function.getArgAttrOfType<LayoutAttr>(i, "sinter.layout");
      inputLayouts.push_back(layout ? Attribute(layout) : Attribute(b.getUnitAttr()));
    }
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      auto name = function.getResultAttrOfType<StringAttr>(i, "sinter.name");
      outputNames.push_back(name ? name : b.getStringAttr("result" + Twine(i)));
      outputTypes.push_back(TypeAttr::get(function.getResultTypes()[i]));
      auto layout = function.getResultAttrOfType<LayoutAttr>(i, "sinter.layout");
      outputLayouts.push_back(layout ? Attribute(layout) : Attribute(b.getUnitAttr()));
      auto tie = function.getResultAttrOfType<IntegerAttr>(i, "sinter.tied");
      tied.push_back(tie ? tie.getInt() : -1);
    }
    b.setInsertionPoint(function);
    auto entry = plan::EntryOp::create(b, function.getSymName(), b.getArrayAttr(symbols), b.getArrayAttr(ranges), b.getArrayAttr(inputNames),
                                       b.getArrayAttr(inputTypes), b.getArrayAttr(outputNames), b.getArrayAttr(outputTypes),
                                       DenseI64ArrayAttr::get(context, tied), b.getArrayAttr(inputLayouts), b.getArrayAttr(outputLayouts),
                                       AffineMapAttr(), function->getAttrOfType<ArrayAttr>("sinter.guards"));
    b.createBlock(&entry.getBody());
  }

  LogicalResult lower(Operation *op) {
    if (auto call = dyn_cast<kernel::CallOp>(op))
      return lowerCall(call);
    if (auto group = dyn_cast<GroupOp>(op); group && group.getKind() == GroupKind::Library)
      return lowerLibrary(group);
    if (isa<func::ReturnOp>(op))
      return lowerReturn(op);
    if (isa<ConstantSourceOpInterface, IndexMapOpInterface>(op))
      return success();
    return op->emitOpError("expected a kernel call, a library group or a view at this level");
  }

  LogicalResult lowerCall(kernel::CallOp call) {
    SmallVector<Value> operands;
    SmallVector<int64_t> written;
    for (Value input : call.getInputs()) {
      FailureOr<Placed> placed = place(input, call);
      if (failed(placed))
        return failure();
      // The kernel was made for the input's own layout.
      if (!ownsMemory.contains(input) && !placed->view.isDense())
        return call.emitOpError("expected input ") << operands.size() << " to lie densely, but it is a view of other memory; the kernel is to read through it";
      operands.push_back(placed->buffer);
    }
    for (auto [i, result] : llvm::enumerate(call.getResults())) {
      if (call.getInPlaceOperand(i)) {
        written.push_back((*call.getInPlace())[i]);
        continue;
      }
      written.push_back(operands.size());
      operands.push_back(bufferOf(result));
    }
    Operation *callee = kernels.lookup(call.getCallee());
    if (!callee)
      return call.emitOpError("expected a kernel named ") << call.getCallee();
    auto symbols = callee->getAttrOfType<ArrayAttr>("symbols");
    SmallVector<AffineExpr> scalars;
    for (Attribute symbol : symbols)
      scalars.push_back(getAffineSymbolExpr(scope.number(cast<StringAttr>(symbol).getValue()), b.getContext()));
    AffineMap values = getMap(scalars);
    plan::LaunchOp::create(b, call.getCallee(), call.getCallee(), operands, written, values, callee->getAttrOfType<ArrayAttr>("operators"),
                           kernels.variantsOf(call.getCallee(), values));
    return success();
  }

  /// The argument whose memory result `result` takes, or -1.
  int64_t tiedArgument(unsigned result) {
    auto tie = function.getResultAttrOfType<IntegerAttr>(result, "sinter.tied");
    return tie ? tie.getInt() : -1;
  }

  /// The value whose memory `value`, updated in place any number of times, is.
  static Value rootOf(Value value) {
    while (Value destination = getInPlaceDestination(value))
      value = destination;
    return value;
  }

  void copy(Value from, Value to, Value like) {
    plan::CopyOp::create(b, from, to, getMap({byteSize(cast<RankedTensorType>(like.getType()))}));
  }

  /// Copies what no step has written to its output. Results that are tied to arguments come last, when nothing reads the
  /// arguments any more; what they take from an argument is set aside before that.
  LogicalResult lowerReturn(Operation *op) {
    SmallVector<std::pair<Value, OpOperand *>> tied;
    for (OpOperand &use : op->getOpOperands()) {
      unsigned result = use.getOperandNumber();
      BufferView view = resolve(use.get());
      if (auto it = outputOf.find(rootOf(view.base)); it != outputOf.end() && it->second == result)
        continue;
      int64_t argument = tiedArgument(result);
      if (argument >= 0 && rootOf(use.get()) == function.getArgument(argument))
        continue;
      FailureOr<Placed> placed = place(use.get(), op);
      if (failed(placed))
        return failure();
      if (!placed->view.isDense() || !resultView(result).isDense())
        return op->emitOpError("expected result ") << result << " to lie densely where it is a copy of another value, and that value too";
      if (argument < 0) {
        copy(placed->buffer, plan::OutputOp::create(b, bufferType(), result), use.get());
        continue;
      }
      Value source = placed->buffer;
      if (source.getDefiningOp<plan::InputOp>()) {
        source = createSlot(cast<RankedTensorType>(use.get().getType()));
        copy(placed->buffer, source, use.get());
      }
      tied.push_back({source, &use});
    }
    for (auto [source, use] : tied)
      copy(source, plan::OutputOp::create(b, bufferType(), use->getOperandNumber()), use->get());
    return success();
  }

  //===--- Library calls ---===//

  /// Batches, rows and columns of an operand.
  static StridedView swapLastTwo(StridedView view) {
    size_t rank = view.strides.size();
    std::swap(view.extents[rank - 1], view.extents[rank - 2]);
    std::swap(view.strides[rank - 1], view.strides[rank - 2]);
    return view;
  }

  /// Merges the batches of the left side and the result into the rows, where both walk them as more rows.
  static void mergeBatchesIntoRows(StridedView &lhs, StridedView &result) {
    while (lhs.strides.size() > 2) {
      size_t row = lhs.strides.size() - 2, batch = row - 1;
      for (const StridedView *view : {&lhs, &result})
        if (view->strides[batch] != view->strides[row] * view->extents[row] && view->extents[batch] != 1 && view->extents[row] != 1)
          return;
      StridedView merged[] = {lhs, result};
      for (StridedView &view : merged) {
        if (view.extents[row] == 1)
          view.strides[row] = view.strides[batch];
        view.extents[row] = view.extents[row] * view.extents[batch];
        view.extents.erase(view.extents.begin() + batch);
        view.strides.erase(view.strides.begin() + batch);
      }
      // A row or a column by itself may lie anyhow; several may not, nor may they be one repeated.
      if (!isMatrixView(merged[0]) || !isMatrixView(merged[1]))
        return;
      lhs = std::move(merged[0]);
      result = std::move(merged[1]);
    }
  }

  AffineMapAttr layoutMap(const StridedView &view) {
    SmallVector<AffineExpr> exprs{view.offset};
    llvm::append_range(exprs, view.strides);
    return AffineMapAttr::get(getMap(exprs));
  }

  /// The outer value of an argument of the group's body.
  static Value outerOf(GroupOp group, Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? group.getInputs()[argument.getArgNumber()] : Value();
  }

  LogicalResult lowerLibrary(GroupOp group) {
    ContractionOpInterface product;
    Value bias;
    plan::Activation activation = plan::Activation::None;
    Value last;
    float factor = 1.0f;
    for (Operation &op : group.getBody().front().without_terminator()) {
      if (auto scale = dyn_cast<MulOp>(op); scale && !product) {
        std::optional<ScaledValue> scaled = scaleIn(group, scale);
        if (!scaled)
          return op.emitOpError("expected a multiplication before a library group's product to be by one constant");
        factor *= static_cast<float>(scaled->factor);
      } else if (auto contraction = dyn_cast<ContractionOpInterface>(op)) {
        product = contraction;
      } else if (isa<AddOp>(op) && product && !bias && activation == plan::Activation::None) {
        Value other = op.getOperand(0) == last ? op.getOperand(1) : op.getOperand(0);
        Value outer = outerOf(group, other);
        auto broadcast = outer ? outer.getDefiningOp<BroadcastOp>() : BroadcastOp();
        if (!broadcast)
          return op.emitOpError("expected an addition in a library group to add a bias");
        bias = broadcast.getInput();
      } else if (isa<ReluOp>(op) && product && activation == plan::Activation::None) {
        activation = plan::Activation::Relu;
      } else {
        return op.emitOpError("has no counterpart in a library call's epilogue");
      }
      last = op.getResult(0);
    }
    if (!product)
      return group.emitOpError("expected a library group to have a contraction");
    return lowerProduct(group, product, factor, bias, activation);
  }

  /// `scale` as seen from outside of `group`.
  static std::optional<ScaledValue> scaleIn(GroupOp group, MulOp scale) {
    for (unsigned i : {1, 0}) { // as getScaledValue()
      Value factor = outerOf(group, scale->getOperand(i));
      if (std::optional<double> known = factor ? getSplat(factor) : std::nullopt)
        return ScaledValue{outerOf(group, scale->getOperand(1 - i)), *known};
    }
    return std::nullopt;
  }

  /// What the product reads as `operand` from outside of the group; its factor is left to the call.
  static Value operandOf(GroupOp group, Value operand) {
    auto scale = operand.getDefiningOp<MulOp>();
    return scale ? scaleIn(group, scale)->value : outerOf(group, operand);
  }

  LogicalResult lowerProduct(GroupOp group, ContractionOpInterface product, float factor, Value bias, plan::Activation activation) {
    FailureOr<Placed> lhs = place(operandOf(group, product->getOperand(0)), group), rhs = place(operandOf(group, product->getOperand(1)), group);
    if (failed(lhs) || failed(rhs))
      return failure();
    SmallVector<Operation *> chain = destinationChain(group.getResult(0), scope);
    Value destination = chain.empty() ? group.getResult(0) : chain.back()->getResult(0);
    StridedView result = destinationView(group.getResult(0), chain, scope);
    for (auto [what, view] : {std::pair("left operand", &lhs->view), std::pair("right operand", &rhs->view), std::pair("result", &result)})
      if (!isMatrixView(*view))
        return group.emitOpError("expected the ") << what << " to have rows or columns without gaps, which a library needs";
    StridedView left = product.getTransposeLhs() ? swapLastTwo(lhs->view) : lhs->view;
    StridedView right = product.getTransposeRhs() ? swapLastTwo(rhs->view) : rhs->view;
    if (right.strides.size() == 2 && left.strides.size() > 2) {
      mergeBatchesIntoRows(left, result);
      size_t batches = left.strides.size() - 2;
      right.strides.insert(right.strides.begin(), batches, getAffineConstantExpr(0, b.getContext()));
      right.extents.insert(right.extents.begin(), left.extents.begin(), left.extents.begin() + batches);
    }
    SmallVector<AffineExpr> extents(left.extents.begin(), left.extents.end() - 1);
    extents.push_back(right.extents.back());
    extents.push_back(left.extents.back());
    Type element = getElementTypeOrSelf(product->getResult(0).getType());
    FailureOr<Placed> biasPlaced = bias ? place(bias, group) : FailureOr<Placed>(Placed{});
    if (failed(biasPlaced))
      return failure();
    if (bias && (biasPlaced->view.offset != 0 || (biasPlaced->view.strides[0] != 1 && biasPlaced->view.extents[0] != 1)))
      return group.emitOpError("expected the bias to lie densely");
    SmallVector<std::string> operators = getOperatorNames(group.getBody().front());
    SmallVector<StringRef> names(operators.begin(), operators.end());
    plan::MatmulOp::create(b, b.getStringAttr(joinOperatorNames(operators)), lhs->buffer, rhs->buffer, bufferOf(destination), Value(), biasPlaced->buffer,
                           AffineMapAttr::get(getMap(extents)), layoutMap(left), layoutMap(right), layoutMap(result), AffineMapAttr(), TypeAttr::get(element),
                           TypeAttr::get(getComputeType(element)), b.getF32FloatAttr(factor), b.getF32FloatAttr(0.0f),
                           plan::ActivationAttr::get(b.getContext(), activation), b.getStrArrayAttr(names));
    return success();
  }

  func::FuncOp function;
  ConstantTable &constants;
  const KernelTable &kernels;
  SymbolScope scope;
  ImplicitLocOpBuilder b;
  llvm::DenseSet<Value> ownsMemory;
  llvm::DenseMap<Value, unsigned> outputOf;
  llvm::DenseMap<Value, Value> buffers;
};

struct ConvertSinterToPlan : sinter::impl::ConvertSinterToPlanPassBase<ConvertSinterToPlan> {
  void runOnOperation() override {
    dropUnusedConstants(getOperation());
    ConstantTable constants(getOperation());
    KernelTable kernels(getOperation());
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (failed(FunctionLowering(function, constants, kernels).run()))
        return signalPassFailure();
      function.erase();
    }
  }
};
} // namespace
