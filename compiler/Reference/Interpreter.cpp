// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks a function's operators in order; binds symbols, reads attributes and constants. The arithmetic is elsewhere.

#include "compiler/Reference/Interpreter.h"

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "compiler/Support/ElementTypes.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/confined_path.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/value_generator.h"

#include "absl/strings/str_cat.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

using namespace mlir;
using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

// Extents.

/// Arithmetic on int64_t that fails instead of wrapping.
absl::StatusOr<int64_t> combine(AffineExprKind kind, int64_t a, int64_t b) {
  int64_t result = 0;
  bool isLost = false;
  switch (kind) {
  case AffineExprKind::Add: isLost = llvm::AddOverflow(a, b, result); break;
  case AffineExprKind::Mul: isLost = llvm::MulOverflow(a, b, result); break;
  default:
    if (b <= 0)
      return absl::InvalidArgumentError(absl::StrCat("expected a divisor of 1 or more in an extent, but got ", b));
    result = kind == AffineExprKind::FloorDiv  ? llvm::divideFloorSigned(a, b)
             : kind == AffineExprKind::CeilDiv ? llvm::divideCeilSigned(a, b)
                                               : llvm::mod(a, b);
  }
  if (isLost)
    return absl::OutOfRangeError(absl::StrCat("extent overflows 64 bits at ", a, kind == AffineExprKind::Add ? " + " : " * ", b));
  return result;
}

/// The value of `expr`, whose symbols have `names`; nothing where one of them is not bound.
absl::StatusOr<std::optional<int64_t>> evaluateExtent(AffineExpr expr, ArrayRef<StringAttr> names, const Bindings &bindings) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    auto it = bindings.find(names[symbol.getPosition()].str());
    return it == bindings.end() ? std::optional<int64_t>() : it->second;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  SINTER_ASSIGN_OR_RETURN(std::optional<int64_t> lhs, evaluateExtent(binary.getLHS(), names, bindings));
  SINTER_ASSIGN_OR_RETURN(std::optional<int64_t> rhs, evaluateExtent(binary.getRHS(), names, bindings));
  if (!lhs || !rhs)
    return std::nullopt;
  SINTER_ASSIGN_OR_RETURN(int64_t value, combine(expr.getKind(), *lhs, *rhs));
  return value;
}

/// Solves `expr` = `value` for the one symbol in it that is not bound, where it is reached through sums with and
/// products by known values. Leaves `bindings` alone where there is no such symbol or no whole solution.
void solveExtent(AffineExpr expr, int64_t value, ArrayRef<StringAttr> names, Bindings &bindings) {
  while (true) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
      bindings.emplace(names[symbol.getPosition()].str(), value);
      return;
    }
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || (expr.getKind() != AffineExprKind::Add && expr.getKind() != AffineExprKind::Mul))
      return;
    auto lhs = evaluateExtent(binary.getLHS(), names, bindings), rhs = evaluateExtent(binary.getRHS(), names, bindings);
    if (!lhs.ok() || !rhs.ok() || lhs->has_value() == rhs->has_value())
      return;
    int64_t known = lhs->has_value() ? **lhs : **rhs;
    bool isWhole = known == -1 ? value != std::numeric_limits<int64_t>::min() : known != 0 && value % known == 0;
    if (expr.getKind() == AffineExprKind::Add ? llvm::SubOverflow(value, known, value) : !isWhole)
      return;
    if (expr.getKind() == AffineExprKind::Mul)
      value /= known;
    expr = lhs->has_value() ? binary.getRHS() : binary.getLHS();
  }
}

/// What `type` is under `bindings`.
absl::StatusOr<TensorSpec> specOf(Type type, const Bindings &bindings, const InterpreterOptions &options) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<ElementType> element = tensor ? findRuntimeType(tensor.getElementType()) : std::nullopt;
  if (!element)
    return absl::InvalidArgumentError(llvm::formatv("expected a ranked tensor of numbers or bools, but got {0}", type).str());
  TensorSpec spec{options.computeInF64 && isFloat(*element) ? ElementType::kF64 : *element, {}, *element};
  DimsAttr dims = getDimsAttr(tensor);
  for (auto [extent, expr] : llvm::zip_equal(tensor.getShape(), dims.getExprs())) {
    if (ShapedType::isDynamic(extent) && isa<AffineConstantExpr>(expr))
      return absl::InvalidArgumentError(llvm::formatv("expected extents that are not known to have names, but got {0}", type).str());
    absl::StatusOr<std::optional<int64_t>> evaluated = evaluateExtent(expr, dims.getSymbols(), bindings);
    if (!evaluated.ok())
      return absl::InvalidArgumentError(llvm::formatv("extents of {0}: {1}", type, std::string(evaluated.status().message())).str());
    std::optional<int64_t> value = *evaluated;
    if (!value)
      return absl::InvalidArgumentError(llvm::formatv("extents of {0} use a symbol that no argument determines", type).str());
    if (*value < 0)
      return absl::InvalidArgumentError(llvm::formatv("extents of {0} are negative: {1}", type, *value).str());
    spec.dims.push_back(*value);
  }
  return spec;
}

// Values that are not computed.

absl::StatusOr<HostTensor> widenToF64(const HostTensor &tensor) {
  SINTER_ASSIGN_OR_RETURN(HostTensor wide, HostTensor::Create(ElementType::kF64, tensor.dims()));
  readFloats(tensor, 0, tensor.element_count(), wide.as<double>());
  return wide;
}

/// Elements that lie as MLIR keeps them: whole bytes each, 4-bit types one a byte.
void copyRawElements(ArrayRef<char> bytes, bool isSplat, HostTensor &tensor) {
  int width = rt::BitWidth(tensor.type());
  uint64_t count = tensor.element_count(), step = std::max(1, width / 8);
  for (uint64_t i = 0; i < count; ++i) {
    const char *from = bytes.data() + (isSplat ? 0 : i * step);
    if (width == 4)
      tensor.as<uint8_t>()[i / 2] |= (*from & 15) << (i % 2 * 4);
    else
      std::memcpy(tensor.as<uint8_t>() + i * step, from, step);
  }
}

absl::StatusOr<HostTensor> constantValue(ElementsAttr value, TensorSpec spec) {
  SINTER_ASSIGN_OR_RETURN(HostTensor tensor, HostTensor::Create(spec.type, spec.dims));
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    if (spec.type != ElementType::kBool)
      copyRawElements(dense.getRawData(), dense.isSplat(), tensor);
    else
      for (auto [i, bit] : llvm::enumerate(dense.getValues<bool>()))
        tensor.as<uint8_t>()[i] = bit;
    return tensor;
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    copyRawElements(getResourceBytes(resource), false, tensor);
    return tensor;
  }
  return absl::UnimplementedError("expected the value of a constant to be dense");
}

absl::StatusOr<HostTensor> externalValue(ExternalAttr source, TensorSpec spec, const InterpreterOptions &options) {
  std::string name = source.getFile().str();
  SINTER_ASSIGN_OR_RETURN(std::string path, rt::ResolveBelow(options.externalDirectory.empty() ? "." : options.externalDirectory, name));
  // Before memory is asked for.
  std::error_code error;
  uint64_t size = std::filesystem::is_regular_file(path, error) ? std::filesystem::file_size(path, error) : 0;
  if (error || source.getOffset() > size || source.getSize() > size - source.getOffset())
    return absl::NotFoundError(absl::StrCat("expected ", source.getSize(), " bytes at offset ", source.getOffset(), " of `", path, "`, but it has ", size));
  SINTER_ASSIGN_OR_RETURN(HostTensor tensor, HostTensor::Create(spec.type, spec.dims));
  if (source.getSize() != tensor.byte_size())
    return absl::InvalidArgumentError(absl::StrCat("expected ", tensor.byte_size(), " bytes, but `", path, "` is to give ", source.getSize()));
  std::ifstream file(path, std::ios::binary);
  file.seekg(source.getOffset());
  file.read(tensor.as<char>(), tensor.byte_size());
  if (!file || static_cast<uint64_t>(file.gcount()) != tensor.byte_size())
    return absl::NotFoundError(absl::StrCat("cannot read ", tensor.byte_size(), " bytes at offset ", source.getOffset(), " of `", path, "`"));
  return tensor;
}

absl::StatusOr<HostTensor> generatedValue(GeneratedAttr source, TensorSpec spec, int threads) {
  SINTER_ASSIGN_OR_RETURN(HostTensor tensor, HostTensor::Create(spec.type, spec.dims));
  rt::ValueDistribution distribution{source.getMean().getValueAsDouble(), source.getStd().getValueAsDouble(),
                                     source.getMin().getValueAsDouble(), source.getMax().getValueAsDouble()};
  SINTER_RETURN_IF_ERROR(rt::GenerateValues(source.getTensor().str(), distribution, spec.type, tensor.element_count(), tensor.data(), threads));
  return tensor;
}

absl::StatusOr<HostTensor> suppliedValue(StringRef name, TensorSpec spec, const InterpreterOptions &options) {
  if (!options.parameter)
    return absl::NotFoundError("parameter has no source, and nobody supplies it");
  SINTER_ASSIGN_OR_RETURN(HostTensor tensor, options.parameter(name, spec.type, spec.dims));
  if (tensor.type() != spec.type || tensor.dims() != spec.dims)
    return absl::InvalidArgumentError("value supplied has another type or other dims");
  return tensor;
}

absl::StatusOr<HostTensor> parameterValue(ParameterOp op, TensorSpec spec, const InterpreterOptions &options) {
  Attribute source = op.getSource().value_or(Attribute());
  auto value = [&]() -> absl::StatusOr<HostTensor> {
    if (auto generated = dyn_cast_or_null<GeneratedAttr>(source))
      return generatedValue(generated, spec, options.threads);
    if (auto external = dyn_cast_or_null<ExternalAttr>(source))
      return externalValue(external, spec, options);
    return suppliedValue(op.getName(), spec, options);
  }();
  if (!value.ok())
    return absl::Status(value.status().code(), absl::StrCat("parameter `", op.getName().str(), "`: ", value.status().message()));
  return value;
}

// Operators.

std::optional<AttributeValue> plainAttribute(Attribute attribute) {
  return llvm::TypeSwitch<Attribute, std::optional<AttributeValue>>(attribute)
      .Case([](UnitAttr) { return AttributeValue(true); })
      .Case([](BoolAttr value) { return AttributeValue(value.getValue()); })
      .Case([](IntegerAttr value) { return AttributeValue(value.getInt()); })
      .Case([](FloatAttr value) { return AttributeValue(value.getValueAsDouble()); })
      .Case([](StringAttr value) { return AttributeValue(value.str()); })
      .Case([](DenseI64ArrayAttr value) { return AttributeValue(std::vector<int64_t>(value.asArrayRef())); })
      .Case([](DenseI32ArrayAttr value) { return AttributeValue(std::vector<int64_t>(value.asArrayRef().begin(), value.asArrayRef().end())); })
      .Case([](GeluKindAttr value) { return AttributeValue(stringifyGeluKind(value.getValue()).str()); })
      .Case([](InfinityKindAttr value) { return AttributeValue(stringifyInfinityKind(value.getValue()).str()); })
      .Case([](CompareKindAttr value) { return AttributeValue(stringifyCompareKind(value.getValue()).str()); })
      .Case([](PadModeAttr value) { return AttributeValue(stringifyPadMode(value.getValue()).str()); })
      .Case([](ResizeModeAttr value) { return AttributeValue(stringifyResizeMode(value.getValue()).str()); })
      .Case([](ScatterKindAttr value) { return AttributeValue(stringifyScatterKind(value.getValue()).str()); })
      .Default([](Attribute) { return std::nullopt; });
}

constexpr char noReference[] = "no reference";

bool isSource(Operation *op) { return isa<ConstantOp, ParameterOp>(op); }

OperatorResults sourceValue(Operation *op, const InterpreterOptions &options) {
  InterpreterOptions declared; // the value is made in its declared type, and widened afterwards
  SINTER_ASSIGN_OR_RETURN(TensorSpec spec, specOf(op->getResult(0).getType(), {}, declared));
  auto constant = dyn_cast<ConstantOp>(op);
  SINTER_ASSIGN_OR_RETURN(HostTensor value, constant ? constantValue(constant.getValue(), spec)
                                                     : parameterValue(cast<ParameterOp>(op), spec, options));
  if (!options.computeInF64 || !isFloat(spec.type))
    return singleResult(std::move(value));
  SINTER_ASSIGN_OR_RETURN(HostTensor wide, widenToF64(value));
  return singleResult(std::move(wide));
}

OperatorResults computeOperator(Operation *op, ArrayRef<const HostTensor *> operands, const Bindings &bindings, const InterpreterOptions &options) {
  if (isSource(op))
    return sourceValue(op, options);
  OperatorCall call;
  call.name = op->getName().stripDialect().str();
  call.inputs.assign(operands.begin(), operands.end());
  call.threads = options.threads;
  OperatorFunction function = isa<SinterDialect>(op->getDialect()) ? findOperator(call.name) : nullptr;
  if (!function)
    return absl::UnimplementedError(noReference);
  for (NamedAttribute attribute : op->getAttrDictionary())
    if (std::optional<AttributeValue> value = plainAttribute(attribute.getValue()))
      call.attributes.emplace(attribute.getName().str(), std::move(*value));
  for (Type type : op->getResultTypes()) {
    SINTER_ASSIGN_OR_RETURN(TensorSpec spec, specOf(type, bindings, options));
    call.results.push_back(std::move(spec));
  }
  return function(call);
}

/// The operands that a value still has before it, so that its memory goes when it is no longer wanted.
class Frame {
public:
  /// `value` (owned or not) is the result or the argument `key`.
  void define(Value key, HostTensor value) {
    if (key.use_empty())
      return;
    owned[key] = std::make_unique<HostTensor>(std::move(value));
    values[key] = {owned[key].get(), static_cast<unsigned>(std::distance(key.use_begin(), key.use_end()))};
  }
  void refer(Value key, const HostTensor *value) { values[key] = {value, ~0u}; }
  const HostTensor *lookup(Value key) const { return values.lookup(key).value; }
  void release(Operation *op) {
    for (Value operand : op->getOperands())
      if (auto &entry = values[operand]; entry.uses != ~0u && --entry.uses == 0)
        owned.erase(operand);
  }

private:
  struct Entry {
    const HostTensor *value = nullptr;
    unsigned uses = 0;
  };
  DenseMap<Value, Entry> values;
  DenseMap<Value, std::unique_ptr<HostTensor>> owned;
};

class Evaluator {
public:
  Evaluator(const Bindings &bindings, const InterpreterOptions &options) : bindings(bindings), options(options) {}

  FailureOr<std::vector<HostTensor>> evaluateBlock(Block &block, ArrayRef<const HostTensor *> arguments) {
    Frame frame;
    for (auto [argument, value] : llvm::zip_equal(block.getArguments(), arguments))
      frame.refer(argument, value);
    for (Operation &op : block) {
      SmallVector<const HostTensor *> operands;
      for (Value operand : op.getOperands())
        operands.push_back(frame.lookup(operand));
      if (op.hasTrait<OpTrait::IsTerminator>())
        return copyAll(&op, operands);
      FailureOr<std::vector<HostTensor>> results = evaluateOne(&op, operands);
      if (failed(results))
        return failure();
      for (auto [key, value] : llvm::zip_equal(op.getResults(), *results))
        frame.define(key, std::move(value));
      frame.release(&op);
    }
    return block.getParentOp()->emitError("expected a terminator"), failure();
  }

  FailureOr<std::vector<HostTensor>> evaluateOne(Operation *op, ArrayRef<const HostTensor *> operands) {
    auto group = dyn_cast<GroupOp>(op);
    FailureOr<std::vector<HostTensor>> results = group ? evaluateBlock(group.getBody().front(), operands) : compute(op, operands);
    if (succeeded(results) && options.observe) {
      SmallVector<const HostTensor *> pointers;
      for (const HostTensor &result : *results)
        pointers.push_back(&result);
      options.observe(op, pointers);
    }
    return results;
  }

private:
  FailureOr<std::vector<HostTensor>> compute(Operation *op, ArrayRef<const HostTensor *> operands) {
    if (auto parameter = dyn_cast<ParameterOp>(op))
      if (auto packed = dyn_cast_or_null<PackedAttr>(parameter.getSource().value_or(Attribute())))
        return computePacked(parameter, packed.getResult());
    OperatorResults results = computeOperator(op, operands, bindings, options);
    if (results.ok())
      return *std::move(results);
    StringRef name = op->getName().getStringRef(), message(results.status().message().data(), results.status().message().size());
    if (message == noReference)
      return op->emitError() << message << " for `" << name << "`", failure();
    return op->emitError() << "`" << name << "`: " << message, failure();
  }

  /// A parameter that is a result of @init, which is evaluated once.
  FailureOr<std::vector<HostTensor>> computePacked(ParameterOp op, int64_t result) {
    auto module = op->getParentOfType<ModuleOp>();
    auto init = module ? module.lookupSymbol<func::FuncOp>("init") : func::FuncOp();
    bool isInside = init && init->isAncestor(op);
    if (!init || isInside || !init.getBody().hasOneBlock() || init.getNumArguments() != 0 || result < 0 ||
        result >= static_cast<int64_t>(init.getNumResults()) || init.getResultTypes()[result] != op.getType())
      return op.emitError() << "parameter `" << op.getName() << "`: expected a function `init` whose result " << result << " is a " << op.getType(), failure();
    if (!initResults) {
      FailureOr<std::vector<HostTensor>> results = evaluateBlock(init.getBody().front(), {});
      if (failed(results))
        return failure();
      initResults = std::move(*results);
    }
    const HostTensor *value = &(*initResults)[result];
    return copyAll(op, value);
  }

  FailureOr<std::vector<HostTensor>> copyAll(Operation *op, ArrayRef<const HostTensor *> values) {
    std::vector<HostTensor> copies;
    for (const HostTensor *value : values) {
      absl::StatusOr<HostTensor> copy = HostTensor::Create(value->type(), value->dims());
      if (!copy.ok())
        return op->emitError(std::string(copy.status().message())), failure();
      std::memcpy(copy->data(), value->data(), value->byte_size());
      copies.push_back(*std::move(copy));
    }
    return copies;
  }

  const Bindings &bindings;
  const InterpreterOptions &options;
  std::optional<std::vector<HostTensor>> initResults;
};

// Arguments.

LogicalResult checkRange(func::FuncOp function, StringRef symbol, int64_t value) {
  RangeAttr range = getSymbolRange(function, symbol);
  if (value < range.getMin() || value > range.getMax())
    return function.emitError() << "expected symbol `" << symbol << "` in [" << range.getMin() << ", " << range.getMax() << "], but got " << value;
  if (value % range.getDivisor() != 0)
    return function.emitError() << "expected symbol `" << symbol << "` to be a multiple of " << range.getDivisor() << ", but got " << value;
  return success();
}

/// One extent of an argument, with its place for messages.
struct ArgumentExtent {
  size_t argument, position;
  AffineExpr expr;
  ArrayRef<StringAttr> names;
  int64_t value;
};

FailureOr<std::vector<ArgumentExtent>> collectExtents(func::FuncOp function, ArrayRef<std::vector<int64_t>> dims) {
  if (dims.size() != function.getNumArguments())
    return function.emitError() << "expected " << function.getNumArguments() << " arguments, but got " << dims.size(), failure();
  std::vector<ArgumentExtent> extents;
  for (auto [argument, type, given] : llvm::enumerate(function.getArgumentTypes(), dims)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || static_cast<int64_t>(given.size()) != tensor.getRank())
      return function.emitError() << "expected argument " << argument << " to be a " << type << ", but got rank " << given.size(), failure();
    DimsAttr attribute = getDimsAttr(tensor);
    for (auto [position, value] : llvm::enumerate(given)) {
      AffineExpr expr = attribute.getExprs()[position];
      if (tensor.isDynamicDim(position) && isa<AffineConstantExpr>(expr))
        return function.emitError() << "expected extents of argument " << argument << " that are not known to have names, but got " << type, failure();
      extents.push_back({argument, position, expr, attribute.getSymbols(), value});
    }
  }
  return extents;
}

LogicalResult checkExtent(func::FuncOp function, const ArgumentExtent &extent, const Bindings &bindings) {
  absl::StatusOr<std::optional<int64_t>> expected = evaluateExtent(extent.expr, extent.names, bindings);
  if (!expected.ok())
    return function.emitError() << "extent " << extent.position << " of argument " << extent.argument << ", "
                                << function.getArgumentTypes()[extent.argument] << ": " << std::string(expected.status().message());
  if (!*expected)
    return function.emitError() << "extent " << extent.position << " of argument " << extent.argument << " uses a symbol that no argument determines";
  if (**expected != extent.value)
    return function.emitError() << "expected extent " << extent.position << " of argument " << extent.argument << " to be " << **expected << ", but got " << extent.value;
  return success();
}

FailureOr<Bindings> bindSymbolsFrom(func::FuncOp function, ArrayRef<std::vector<int64_t>> dims, Bindings bindings) {
  FailureOr<std::vector<ArgumentExtent>> extents = collectExtents(function, dims);
  if (failed(extents))
    return failure();
  // Extents that are a symbol come first; the others may need several rounds, one symbol at a time.
  for (const ArgumentExtent &extent : *extents)
    if (isa<AffineSymbolExpr>(extent.expr))
      solveExtent(extent.expr, extent.value, extent.names, bindings);
  for (size_t before = ~size_t(0); before != bindings.size();) {
    before = bindings.size();
    for (const ArgumentExtent &extent : *extents)
      solveExtent(extent.expr, extent.value, extent.names, bindings);
  }
  for (const ArgumentExtent &extent : *extents)
    if (failed(checkExtent(function, extent, bindings)))
      return failure();
  for (const auto &[symbol, value] : bindings)
    if (failed(checkRange(function, symbol, value)))
      return failure();
  return bindings;
}

/// The argument in the type that evaluation wants, or an error.
FailureOr<const HostTensor *> prepareArgument(func::FuncOp function, size_t position, const HostTensor *given, const InterpreterOptions &options,
                                              std::vector<std::unique_ptr<HostTensor>> &storage) {
  std::optional<ElementType> declared = findRuntimeType(cast<RankedTensorType>(function.getArgumentTypes()[position]).getElementType());
  bool isWide = options.computeInF64 && declared && isFloat(*declared) && given->type() == ElementType::kF64;
  if (!declared || (given->type() != *declared && !isWide))
    return function.emitError() << "expected argument " << position << " of " << function.getArgumentTypes()[position] << ", but got elements of type "
                                << rt::ElementTypeName(given->type()), failure();
  if (!options.computeInF64 || !isFloat(*declared) || isWide)
    return given;
  absl::StatusOr<HostTensor> wide = widenToF64(*given);
  if (!wide.ok())
    return function.emitError(std::string(wide.status().message())), failure();
  storage.push_back(std::make_unique<HostTensor>(*std::move(wide)));
  return storage.back().get();
}

} // namespace

FailureOr<Bindings> bindSymbols(func::FuncOp function, ArrayRef<std::vector<int64_t>> dims) { return bindSymbolsFrom(function, dims, {}); }

FailureOr<std::vector<HostTensor>> evaluate(func::FuncOp function, ArrayRef<const HostTensor *> arguments, const InterpreterOptions &options,
                                            const Bindings &bindings) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("expected a function of one block"), failure();
  std::vector<std::vector<int64_t>> dims;
  for (const HostTensor *argument : arguments)
    dims.push_back(argument->dims());
  FailureOr<Bindings> bound = bindSymbolsFrom(function, dims, bindings);
  if (failed(bound))
    return failure();
  std::vector<std::unique_ptr<HostTensor>> storage;
  SmallVector<const HostTensor *> prepared;
  for (auto [position, argument] : llvm::enumerate(arguments)) {
    FailureOr<const HostTensor *> value = prepareArgument(function, position, argument, options, storage);
    if (failed(value))
      return failure();
    prepared.push_back(*value);
  }
  return Evaluator(*bound, options).evaluateBlock(function.getBody().front(), prepared);
}

FailureOr<std::vector<HostTensor>> evaluateOperator(Operation *op, ArrayRef<const HostTensor *> operands, const Bindings &bindings,
                                                    const InterpreterOptions &options) {
  if (operands.size() != op->getNumOperands())
    return op->emitError() << "expected " << op->getNumOperands() << " operands, but got " << operands.size(), failure();
  return Evaluator(bindings, options).evaluateOne(op, operands);
}

bool hasReference(StringRef name) {
  if (name == GroupOp::getOperationName() || name == YieldOp::getOperationName() || name == ConstantOp::getOperationName() ||
      name == ParameterOp::getOperationName())
    return true;
  return name.consume_front("sinter.") && findOperator(std::string_view(name.data(), name.size()));
}

} // namespace sinter::reference
