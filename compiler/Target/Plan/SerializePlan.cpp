// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From plan operations to the runtime's own model of a plan, which it verifies and encodes.

#include "compiler/Analysis/KernelResources.h"
#include "compiler/Target/Plan/SerializePlan.h"

#include "compiler/Support/ElementTypes.h"
#include "compiler/Support/OperatorNames.h"
#include "compiler/Target/Plan/PlanExpr.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Plan/IR/Plan.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace sinter {
namespace {

/// `expr` over a kernel's symbols, with the entry's expressions for them.
rt::Expr substituteAndConvert(AffineExpr expr, AffineMap symbols) {
  SmallVector<AffineExpr> values(symbols.getResults());
  return toPlanExpr(expr.replaceSymbols(values));
}

std::vector<rt::Expr> toExprs(ArrayRef<AffineExpr> exprs) {
  std::vector<rt::Expr> result;
  for (AffineExpr expr : exprs)
    result.push_back(toPlanExpr(expr));
  return result;
}

class PlanSerializer {
public:
  PlanSerializer(ModuleOp module, const CompiledKernels &kernels, rt::PlanWriter &writer)
      : module(module), kernels(kernels), writer(writer) {}

  LogicalResult run() {
    writer.model().producer = "sinter 0.1.0";
    addImages();
    addKernels();
    if (failed(addConstants()))
      return failure();
    for (auto entry : module.getOps<plan::EntryOp>()) {
      FailureOr<rt::Entry> lowered = lowerEntry(entry);
      if (failed(lowered))
        return failure();
      if (entry.getSymName() == "init")
        writer.model().init = std::move(*lowered);
      else
        writer.model().entries.push_back(std::move(*lowered));
    }
    return success();
  }

private:
  //===--- Kernels ---===//

  void addImages() {
    for (const rt::CompiledImage &image : kernels.images) {
      uint32_t section = writer.AddBorrowedSection(image.bytes);
      writer.model().images.push_back({image.target, section});
    }
  }

  void addKernels() {
    for (auto kernel : module.getOps<kernel::ThreadFuncOp>())
      threadFuncs[kernel.getSymName()] = kernel;
    for (const rt::KernelSource &source : kernels.sources) {
      rt::Kernel kernel;
      kernel.symbol = source.symbol;
      kernel.hash = source.hash;
      kernel.source_section = static_cast<int32_t>(writer.AddSection(source.text));
      for (auto [i, image] : llvm::enumerate(kernels.images))
        if (llvm::is_contained(image.symbols, source.symbol))
          kernel.images.push_back(i);
      kernelNumbers[source.symbol] = writer.model().kernels.size();
      writer.model().kernels.push_back(std::move(kernel));
    }
  }

  //===--- Constants ---===//

  /// Packed ones come in the order of the results of @init.
  LogicalResult addConstants() {
    SmallVector<plan::ConstantOp> packed, all;
    for (auto op : module.getOps<plan::ConstantOp>())
      (isa_and_present<PackedAttr>(op.getSource().value_or(Attribute())) ? packed : all).push_back(op);
    llvm::sort(packed, [](plan::ConstantOp x, plan::ConstantOp y) {
      return cast<PackedAttr>(*x.getSource()).getResult() < cast<PackedAttr>(*y.getSource()).getResult();
    });
    all.append(packed);
    for (plan::ConstantOp op : all)
      if (failed(addConstant(op)))
        return failure();
    return success();
  }

  LogicalResult addConstant(plan::ConstantOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    rt::Constant constant;
    constant.name = op.getName().str();
    constant.type = toRuntimeType(type.getElementType());
    constant.dims.assign(type.getShape().begin(), type.getShape().end());
    constant.byte_size = rt::ByteSize(constant.type, type.getNumElements());
    constexpr uint64_t mostInlineBytes = uint64_t(1) << 32;
    Attribute source = op.getSource().value_or(Attribute());
    if (!source) {
      constant.source = rt::ConstantSource::kSupplied;
    } else if (auto elements = dyn_cast<ElementsAttr>(source)) {
      if (constant.byte_size > mostInlineBytes)
        return op.emitOpError("expected a constant of at most ") << mostInlineBytes << " bytes in a plan, but " << type << " has " << constant.byte_size
                                                                 << "; a parameter (`sinter.parameter`) keeps its bytes elsewhere";
      constant.source = rt::ConstantSource::kInline;
      constant.section = writer.AddSection(toBytes(elements, constant.byte_size));
    } else if (auto external = dyn_cast<ExternalAttr>(source)) {
      constant.source = rt::ConstantSource::kExternal;
      constant.external_file = external.getFile().str();
      constant.offset = external.getOffset();
    } else if (auto generated = dyn_cast<GeneratedAttr>(source)) {
      constant.source = rt::ConstantSource::kGenerated;
      constant.generator = rt::Generator{generated.getTensor().str(), generated.getMean().getValueAsDouble(), generated.getStd().getValueAsDouble(),
                                         generated.getMin().getValueAsDouble(), generated.getMax().getValueAsDouble()};
    } else if (isa<PackedAttr>(source)) {
      constant.source = rt::ConstantSource::kPacked;
    } else {
      return op.emitOpError("has a source that a plan cannot hold: ") << source;
    }
    constantNumbers[op.getSymName()] = writer.model().constants.size();
    writer.model().constants.push_back(std::move(constant));
    return success();
  }

  /// Row-major; a bool takes a byte, types narrower than a byte are packed from the low bits on.
  static std::string toBytes(ElementsAttr attribute, uint64_t size) {
    std::string bytes(size, '\0');
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
      llvm::copy(getResourceBytes(resource), bytes.begin());
      return bytes;
    }
    auto elements = cast<DenseElementsAttr>(attribute);
    if (ArrayRef<char> raw = elements.getRawData(); elements.getElementType().getIntOrFloatBitWidth() >= 8 && !raw.empty()) {
      // All that there is, or one element over and over.
      for (uint64_t at = 0; at < size; at += raw.size())
        llvm::copy(raw.take_front(size - at), bytes.begin() + at);
      return bytes;
    }
    unsigned bits = elements.getElementType().getIntOrFloatBitWidth();
    unsigned stored = bits == 1 ? 8 : bits;
    uint64_t position = 0;
    auto put = [&](const APInt &value) {
      for (unsigned bit = 0; bit < stored; bit += 8)
        bytes[(position + bit) / 8] |= static_cast<char>((value.lshr(bit).getLoBits(8).getZExtValue() & 0xff) << (position % 8));
      position += stored;
    };
    if (isa<FloatType>(elements.getElementType()))
      for (APFloat value : elements.getValues<APFloat>())
        put(value.bitcastToAPInt());
    else
      for (APInt value : elements.getValues<APInt>())
        put(value);
    return bytes;
  }

  //===--- Entries ---===//

  FailureOr<rt::Entry> lowerEntry(plan::EntryOp op) {
    rt::Entry entry;
    entry.name = op.getSymName().str();
    llvm::StringMap<unsigned> numbers;
    for (auto [symbol, range] : llvm::zip_equal(op.getSymbols(), op.getRanges())) {
      auto values = cast<ArrayAttr>(range);
      auto at = [&](unsigned i) { return cast<IntegerAttr>(values[i]).getInt(); };
      numbers[cast<StringAttr>(symbol).getValue()] = entry.symbols.size();
      entry.symbols.push_back({cast<StringAttr>(symbol).str(), at(0), at(1), at(2)});
    }
    for (Attribute attribute : op.getGuards().value_or(ArrayAttr::get(op.getContext(), {}))) {
      auto guard = dyn_cast<GuardAttr>(attribute);
      if (!guard || !llvm::all_of(guard.getSymbols(), [&](Attribute symbol) { return numbers.contains(cast<StringAttr>(symbol).getValue()); }))
        return op.emitOpError("expected guards over the entry's symbols, but got ") << attribute;
      entry.guards.push_back(lowerGuard(guard, numbers));
    }
    entry.inputs = lowerArguments(op.getInputNames(), op.getInputTypes(), op.getInputLayoutsAttr(), numbers);
    entry.outputs = lowerArguments(op.getOutputNames(), op.getOutputTypes(), op.getOutputLayoutsAttr(), numbers);
    for (auto [output, tied] : llvm::zip_equal(entry.outputs, op.getTied()))
      output.tied_input = tied;
    if (op.getArenaSize())
      entry.arena_size = toPlanExpr(op.getArenaSize()->getResult(0));
    slotNumbers.clear();
    for (Operation &step : op.getBody().front())
      if (failed(lowerOperation(&step, entry)))
        return failure();
    return entry;
  }

  static rt::Guard lowerGuard(GuardAttr guard, const llvm::StringMap<unsigned> &numbers) {
    SmallVector<AffineExpr> renumbered;
    for (auto symbol : guard.getSymbols().getAsRange<StringAttr>())
      renumbered.push_back(getAffineSymbolExpr(numbers.lookup(symbol.getValue()), guard.getContext()));
    rt::Expr value = toPlanExpr(guard.getMap().getValue().getResult(0).replaceSymbols(renumbered)), zero = rt::Expr::Const(0);
    rt::Expr predicate = guard.getEqual() ? rt::Expr::Binary(rt::ExprOp::kEqual, value, zero) : rt::Expr::Binary(rt::ExprOp::kLessEqual, zero, value);
    return {predicate, guard.getText().str()};
  }

  std::vector<rt::Argument> lowerArguments(ArrayAttr names, ArrayAttr types, ArrayAttr layouts, const llvm::StringMap<unsigned> &numbers) {
    std::vector<rt::Argument> result;
    for (auto [i, name] : llvm::enumerate(names)) {
      auto type = cast<RankedTensorType>(cast<TypeAttr>(types[i]).getValue());
      rt::Argument argument;
      argument.name = cast<StringAttr>(name).str();
      argument.type = toRuntimeType(type.getElementType());
      DimsAttr dims = getDimsAttr(type);
      SmallVector<AffineExpr> renumbered;
      for (StringAttr symbol : dims.getSymbols())
        renumbered.push_back(getAffineSymbolExpr(numbers.lookup(symbol.getValue()), module.getContext()));
      for (AffineExpr expr : dims.getExprs())
        argument.dims.push_back(toPlanExpr(expr.replaceSymbols(renumbered)));
      if (auto layout = layouts ? dyn_cast<LayoutAttr>(layouts[i]) : LayoutAttr()) {
        for (int64_t stride : layout.getStrides())
          argument.strides.push_back(rt::Expr::Const(stride));
        if (layout.getOffset())
          argument.offset = rt::Expr::Const(layout.getOffset());
        argument.alignment = layout.getAlignment();
      }
      result.push_back(std::move(argument));
    }
    return result;
  }

  LogicalResult lowerOperation(Operation *op, rt::Entry &entry) {
    if (auto slot = dyn_cast<plan::SlotOp>(op)) {
      if (!slot.getOffset())
        return slot.emitOpError("expected an offset; run plan-assign-arena first");
      slotNumbers[slot] = entry.slots.size();
      entry.slots.push_back({toPlanExpr(slot.getOffset()->getResult(0)), toPlanExpr(slot.getSize().getResult(0))});
      return success();
    }
    if (isa<plan::InputOp, plan::OutputOp, plan::ConstantRefOp>(op))
      return success();
    rt::Step step;
    rt::Variant variant;
    if (auto launch = dyn_cast<plan::LaunchOp>(op)) {
      step.name = launch.getName().str();
      if (failed(lowerVariants(launch, step)) || failed(lowerLaunch(launch, launch.getKernelAttr(), launch.getScalars(), variant)))
        return failure();
    } else if (auto matmul = dyn_cast<plan::MatmulOp>(op)) {
      step.name = matmul.getName().str();
      variant.action = lowerMatmul(matmul);
    } else if (auto copy = dyn_cast<plan::CopyOp>(op)) {
      step.name = "copy";
      variant.action = rt::Copy{bufferRef(copy.getSource()), bufferRef(copy.getDestination()), toPlanExpr(copy.getSize().getResult(0))};
    } else {
      return op->emitOpError("has no form in a plan file");
    }
    if (auto operators = op->getAttrOfType<ArrayAttr>("operators"))
      for (Attribute name : operators)
        step.operators.push_back(cast<StringAttr>(name).str());
    if (std::string location = describeLocation(op->getLoc()); !location.empty())
      step.locations.push_back(location);
    step.variants.push_back(std::move(variant));
    entry.steps.push_back(std::move(step));
    return success();
  }

  rt::BufferRef bufferRef(Value buffer) {
    Operation *op = buffer.getDefiningOp();
    if (auto input = dyn_cast<plan::InputOp>(op))
      return {rt::Space::kInput, static_cast<uint32_t>(input.getIndex()), std::nullopt};
    if (auto output = dyn_cast<plan::OutputOp>(op))
      return {rt::Space::kOutput, static_cast<uint32_t>(output.getIndex()), std::nullopt};
    if (auto constant = dyn_cast<plan::ConstantRefOp>(op))
      return {rt::Space::kConstant, constantNumbers.lookup(constant.getConstant()), std::nullopt};
    return {rt::Space::kArena, slotNumbers.lookup(op), std::nullopt};
  }

  /// The kernels that the launch may take instead of its own, which comes last.
  LogicalResult lowerVariants(plan::LaunchOp op, rt::Step &step) {
    if (!op.getVariants())
      return success();
    for (auto attribute : op.getVariantsAttr().getAsRange<plan::VariantAttr>()) {
      rt::Variant variant;
      for (AffineExpr zero : attribute.getZero().getValue().getResults()) {
        rt::Expr holds = rt::Expr::Binary(rt::ExprOp::kEqual, toPlanExpr(zero), rt::Expr::Const(0));
        variant.predicate = variant.predicate ? rt::Expr::Binary(rt::ExprOp::kAnd, *variant.predicate, holds) : holds;
      }
      variant.reason = "the symbols' values allow wider vectors";
      if (failed(lowerLaunch(op, attribute.getKernel(), attribute.getScalars().getValue(), variant)))
        return failure();
      step.variants.push_back(std::move(variant));
    }
    return success();
  }

  LogicalResult lowerLaunch(plan::LaunchOp op, FlatSymbolRefAttr callee, AffineMap scalars, rt::Variant &variant) {
    kernel::ThreadFuncOp kernel = threadFuncs.lookup(callee.getValue());
    auto number = kernelNumbers.find(callee.getValue());
    if (!kernel || number == kernelNumbers.end())
      return op.emitOpError("expected a compiled kernel in thread form named ") << callee;
    rt::Launch launch;
    launch.kernel = number->second;
    launch.grid[0] = substituteAndConvert(kernel.getGrid().getResult(0), scalars);
    launch.block[0] = kernel.getThreads();
    launch.shared_bytes = static_cast<uint32_t>(findKernelResources(kernel).launchedBytes);
    launch.waits = !kernel.entry().getOps<kernel::GridDependencyWaitOp>().empty();
    launch.releases = !kernel.entry().getOps<kernel::LaunchDependentsOp>().empty();
    for (Value buffer : op.getBuffers())
      launch.args.push_back(bufferRef(buffer));
    for (AffineExpr scalar : scalars.getResults())
      launch.args.push_back(rt::ScalarArg{toPlanExpr(scalar), rt::ElementType::kI64});
    variant.action = std::move(launch);
    return success();
  }

  rt::MatmulOperand operand(Value buffer, AffineMap layout, Type element) {
    rt::MatmulOperand result;
    result.buffer = bufferRef(buffer);
    result.type = toRuntimeType(element);
    ArrayRef<AffineExpr> strides = layout.getResults().drop_front();
    AffineExpr offset = layout.getResult(0) * static_cast<int64_t>(rt::BitWidth(result.type) / 8);
    if (offset != 0)
      result.buffer.offset = toPlanExpr(offset);
    result.row_stride = toPlanExpr(strides[strides.size() - 2]);
    result.column_stride = toPlanExpr(strides.back());
    result.batch_strides = toExprs(strides.drop_back(2));
    return result;
  }

  rt::Matmul lowerMatmul(plan::MatmulOp op) {
    rt::Matmul matmul;
    ArrayRef<AffineExpr> extents = op.getExtents().getResults();
    matmul.batch = toExprs(extents.drop_back(3));
    matmul.m = toPlanExpr(extents[extents.size() - 3]);
    matmul.n = toPlanExpr(extents[extents.size() - 2]);
    matmul.k = toPlanExpr(extents.back());
    matmul.a = operand(op.getA(), op.getALayout(), op.getElement());
    matmul.b = operand(op.getB(), op.getBLayout(), op.getElement());
    matmul.d = operand(op.getD(), op.getDLayout(), op.getElement());
    if (op.getC())
      matmul.c = operand(op.getC(), *op.getCLayout(), op.getElement());
    if (op.getBias())
      matmul.bias = bufferRef(op.getBias());
    matmul.bias_type = toRuntimeType(op.getElement());
    matmul.alpha = op.getAlpha().convertToFloat();
    matmul.beta = op.getBeta().convertToFloat();
    matmul.activation = static_cast<rt::Activation>(op.getActivation());
    matmul.accumulate = toRuntimeType(op.getAccumulate());
    return matmul;
  }

  ModuleOp module;
  const CompiledKernels &kernels;
  rt::PlanWriter &writer;
  llvm::StringMap<uint32_t> kernelNumbers, constantNumbers;
  llvm::StringMap<kernel::ThreadFuncOp> threadFuncs;
  llvm::DenseMap<Operation *, uint32_t> slotNumbers;
};

} // namespace

LogicalResult serializePlan(ModuleOp module, const CompiledKernels &kernels, rt::PlanWriter &writer) {
  return PlanSerializer(module, kernels, writer).run();
}

} // namespace sinter
