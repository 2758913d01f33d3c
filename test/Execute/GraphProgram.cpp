// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses, compiles and evaluates a graph; lists the elementwise operators that are registered.

#include "test/Execute/GraphProgram.h"

#include "compiler/Pipelines/Compiler.h"
#include "compiler/Reference/Accuracy.h"
#include "compiler/Reference/Interpreter.h"
#include "compiler/Reference/OperatorCheck.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/status_macros.h"

#include "absl/strings/str_cat.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using sinter::reference::epsilonOf;
using sinter::reference::isFloatTensor;
using sinter::reference::toDoubles;
using sinter::rt::HostTensor;

namespace sinter::test {
namespace {

/// Keeps what is emitted while it lives.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error && diagnostic.getSeverity() != DiagnosticSeverity::Note)
            return success();
          llvm::raw_string_ostream os(text);
          os << diagnostic.getLocation() << ": " << diagnostic << "\n";
          return success();
        }) {}
  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

double largestFinite(const HostTensor &tensor) {
  double largest = 0;
  for (double value : toDoubles(tensor))
    if (std::isfinite(value))
      largest = std::max(largest, std::fabs(value));
  return largest;
}

std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

bool isSource(Operation &op) { return isa<ConstantOp, ParameterOp>(op); }

/// @main returns each operator's results instead.
void returnEveryValue(func::FuncOp main) {
  Block &block = main.getBody().front();
  SmallVector<Value> values;
  for (Operation &op : block.without_terminator())
    if (!isSource(op))
      llvm::append_range(values, op.getResults());
  block.getTerminator()->setOperands(values);
  main.removeResAttrsAttr();
  main.setFunctionType(FunctionType::get(main.getContext(), main.getArgumentTypes(), TypeRange(ValueRange(values))));
}

} // namespace

struct GraphProgram::Impl {
  Impl() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
  }
  func::FuncOp main() const { return const_cast<Impl *>(this)->module->lookupSymbol<func::FuncOp>("main"); }
  reference::Bindings bindings(const Tensors &inputs, const SymbolValues &symbols) const {
    reference::Bindings result(symbols.begin(), symbols.end());
    std::vector<std::vector<int64_t>> dims;
    for (const HostTensor &input : inputs)
      dims.push_back(input.dims());
    auto bound = reference::bindSymbols(main(), dims);
    if (succeeded(bound))
      result.insert(bound->begin(), bound->end());
    return result;
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

GraphProgram::GraphProgram(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
GraphProgram::~GraphProgram() = default;

absl::StatusOr<std::unique_ptr<GraphProgram>> GraphProgram::parse(const std::string &text) {
  auto impl = std::make_unique<Impl>();
  DiagnosticCollector diagnostics(impl->context.get());
  impl->module = parseSourceString<ModuleOp>(text, impl->context.get(), "graph");
  if (!impl->module || !impl->main())
    return absl::InvalidArgumentError(absl::StrCat("cannot parse: ", diagnostics.text, "\n", text));
  return std::unique_ptr<GraphProgram>(new GraphProgram(std::move(impl)));
}

absl::StatusOr<std::unique_ptr<GraphProgram>> GraphProgram::read(const std::string &path) {
  auto impl = std::make_unique<Impl>();
  DiagnosticCollector diagnostics(impl->context.get());
  GraphOptions options;
  options.generateWeights = true;
  FailureOr<OwningOpRef<ModuleOp>> module = readGraph(path, impl->context.get(), options);
  if (failed(module))
    return absl::InvalidArgumentError(absl::StrCat("cannot read ", path, ": ", diagnostics.text));
  impl->module = std::move(*module);
  return std::unique_ptr<GraphProgram>(new GraphProgram(std::move(impl)));
}

absl::StatusOr<CompiledGraph> GraphProgram::compile(const Configuration &configuration) const {
  DiagnosticCollector diagnostics(impl->context.get());
  OwningOpRef<ModuleOp> module = impl->module->clone();
  if (configuration.everyValue)
    returnEveryValue(module->lookupSymbol<func::FuncOp>("main"));
  CompileOptions options;
  if (StringRef(configuration.gpu).starts_with("#"))
    (*module)->setAttr("kernel.target", parseAttribute(configuration.gpu, impl->context.get()));
  else if (!configuration.gpu.empty())
    options.pipeline.targets = {configuration.gpu};
  options.pipeline.fusion = configuration.fusion;
  options.pipeline.numerics = configuration.strict ? Numerics::kStrict : Numerics::kFast;
  options.pipeline.skinnyProducts = configuration.skinnyProducts;
  FailureOr<CompiledPlan> plan = compileToPlan(*module, options);
  if (failed(plan))
    return absl::InternalError(absl::StrCat("does not compile: ", diagnostics.text));
  return CompiledGraph{std::move(plan->bytes), std::move(plan->kernels)};
}

bool GraphProgram::isSingleOperator() const {
  Block &block = impl->main().getBody().front();
  auto operators = llvm::make_filter_range(block.without_terminator(), [](Operation &op) { return !isSource(op); });
  return llvm::hasSingleElement(operators) && llvm::equal(block.getTerminator()->getOperands(), (*operators.begin()).getResults());
}

absl::StatusOr<GraphProgram::Expected> GraphProgram::evaluate(const Tensors &inputs, const SymbolValues &symbols) const {
  DiagnosticCollector diagnostics(impl->context.get());
  Expected expected;
  auto note = [&](const HostTensor &tensor) {
    if (!isFloatTensor(tensor))
      return;
    expected.epsilon = std::max(expected.epsilon, epsilonOf(tensor.type()));
    expected.largest = std::max(expected.largest, largestFinite(tensor));
  };
  std::vector<const HostTensor *> arguments;
  for (const HostTensor &input : inputs) {
    arguments.push_back(&input);
    note(input);
  }
  reference::InterpreterOptions options;
  options.threads = 1;
  options.observe = [&](Operation *, ArrayRef<const HostTensor *> results) {
    for (const HostTensor *result : results)
      note(*result);
  };
  auto results = reference::evaluate(impl->main(), arguments, options, reference::Bindings(symbols.begin(), symbols.end()));
  if (failed(results))
    return absl::InternalError(absl::StrCat("the reference fails: ", diagnostics.text));
  expected.results = std::move(*results);
  return expected;
}

absl::Status GraphProgram::checkOperators(const Tensors &inputs, const Tensors &values, const SymbolValues &symbols) const {
  DiagnosticCollector diagnostics(impl->context.get());
  reference::Bindings bindings = impl->bindings(inputs, symbols);
  llvm::DenseMap<Value, const HostTensor *> known;
  for (auto [argument, input] : llvm::zip_equal(impl->main().getArguments(), inputs))
    known[argument] = &input;
  std::vector<Tensors> sources;
  size_t next = 0;
  std::string differences;
  for (Operation &op : impl->main().getBody().front().without_terminator()) {
    SmallVector<const HostTensor *> operands;
    for (Value operand : op.getOperands())
      operands.push_back(known.lookup(operand));
    if (isSource(op)) {
      auto result = reference::evaluateOperator(&op, operands, bindings);
      if (failed(result))
        return absl::InternalError(absl::StrCat("the reference fails: ", diagnostics.text));
      sources.push_back(std::move(*result));
      known[op.getResult(0)] = &sources.back()[0];
      continue;
    }
    SmallVector<const HostTensor *> results;
    for (Value result : op.getResults()) {
      if (next == values.size())
        return absl::InternalError("fewer values than operators");
      results.push_back(&values[next++]);
      known[result] = results.back();
    }
    SINTER_ASSIGN_OR_RETURN(std::string text, reference::describeOperatorDifference(&op, operands, results, bindings));
    if (!text.empty())
      absl::StrAppend(&differences, text, "\n");
  }
  return differences.empty() ? absl::OkStatus() : absl::InternalError(differences);
}

namespace {

Type typeNamed(MLIRContext *context, StringRef name) {
  return mlir::parseType(name, context);
}

/// The values that an attribute `kind` of some operator may have, with their names.
std::vector<std::pair<std::string, Attribute>> listKinds(MLIRContext *context) {
  std::vector<std::pair<std::string, Attribute>> kinds;
  for (uint32_t i = 0; auto kind = symbolizeGeluKind(i); ++i)
    kinds.emplace_back(stringifyGeluKind(*kind).str(), GeluKindAttr::get(context, *kind));
  for (uint32_t i = 0; auto kind = symbolizeInfinityKind(i); ++i)
    kinds.emplace_back(stringifyInfinityKind(*kind).str(), InfinityKindAttr::get(context, *kind));
  for (uint32_t i = 0; auto kind = symbolizeCompareKind(i); ++i)
    kinds.emplace_back(stringifyCompareKind(*kind).str(), CompareKindAttr::get(context, *kind));
  return kinds;
}

/// Builds graphs of one operator and keeps those that are valid.
class OperatorLister {
public:
  OperatorLister(MLIRContext *context, int64_t size) : context(context), size(size) {}

  /// Tries operands of `operandTypes` and a result of `resultType`.
  void attempt(RegisteredOperationName name, const std::string &label, ArrayRef<Type> operandTypes, Type resultType, Attribute kind) {
    ImplicitLocOpBuilder b(UnknownLoc::get(context), context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(b);
    b.setInsertionPointToEnd(module->getBody());
    SmallVector<Type> arguments;
    for (Type type : operandTypes)
      arguments.push_back(RankedTensorType::get({size}, type));
    Type result = RankedTensorType::get({size}, resultType);
    auto main = func::FuncOp::create(b, "main", b.getFunctionType(arguments, result));
    b.setInsertionPointToEnd(main.addEntryBlock());
    OperationState state(b.getLoc(), name.getStringRef(), main.getArguments(), result);
    if (kind)
      state.addAttribute("kind", kind);
    Operation *op = b.create(state);
    func::ReturnOp::create(b, op->getResults());
    if (op->getNumResults() != 1 || failed(verify(*module)))
      return;
    graphs.push_back({label, textOf(*module)});
  }

  std::vector<ElementwiseGraph> graphs;

private:
  MLIRContext *context;
  int64_t size;
};

} // namespace

std::vector<ElementwiseGraph> listElementwiseGraphs(const std::vector<std::string> &types, int64_t size) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  OperatorLister lister(&context, size);
  Type boolean = typeNamed(&context, "i1");
  auto kinds = listKinds(&context);
  SmallVector<RegisteredOperationName> names;
  // Not the context's list of a dialect: it searches a list that is not sorted as it expects, and may find nothing.
  llvm::copy_if(context.getRegisteredOperations(), std::back_inserter(names),
                [](RegisteredOperationName name) { return name.getDialectNamespace() == "sinter" && name.hasInterface<ElementwiseOpInterface>(); });
  llvm::sort(names, [](RegisteredOperationName a, RegisteredOperationName b) { return a.getStringRef() < b.getStringRef(); });
  for (RegisteredOperationName name : names) {
    std::string base = name.getIdentifier().strref().split('.').second.str();
    bool hasKind = llvm::is_contained(name.getAttributeNames(), StringAttr::get(&context, "kind"));
    std::vector<std::pair<std::string, Attribute>> choices = {{"", Attribute()}};
    if (hasKind)
      choices = kinds;
    for (auto &[kindName, kind] : choices)
      for (const std::string &typeName : types) {
        Type type = typeNamed(&context, typeName);
        std::string label = base + (hasKind ? "_" + kindName : "") + "_" + typeName;
        for (size_t arity = 1; arity <= 3; ++arity) {
          SmallVector<Type> operands(arity, type);
          lister.attempt(name, label, operands, type, kind);
          for (const std::string &resultName : types)
            if (resultName != typeName)
              lister.attempt(name, label + "_" + resultName, operands, typeNamed(&context, resultName), kind);
          if (arity < 2 || type == boolean)
            continue;
          operands[0] = boolean;
          lister.attempt(name, label, operands, type, kind);
        }
      }
  }
  return std::move(lister.graphs);
}

} // namespace sinter::test
