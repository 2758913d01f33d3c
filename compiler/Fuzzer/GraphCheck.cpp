// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans first, then the kernels of all in one go, then the runs: most of a kernel's compile is what all kernels share.

#include "compiler/Fuzzer/GraphCheck.h"

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Fuzzer/Catalog.h"
#include "compiler/Fuzzer/ErrorBounds.h"
#include "compiler/Fuzzer/Extents.h"
#include "compiler/Pipelines/Compiler.h"
#include "compiler/Reference/OperatorCheck.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/jit/nvrtc_compiler.h"
#include "runtime/tools/device_selection.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using sinter::rt::HostTensor;

namespace sinter::fuzz {
namespace {

bool isSource(Operation &op) { return isa<ConstantSourceOpInterface>(op); }

/// @main returns each operator's results instead. What was a result keeps its attributes, such as the argument that it is tied to.
void returnEveryValue(func::FuncOp main) {
  Block &block = main.getBody().front();
  SmallVector<Value> values;
  for (Operation &op : block.without_terminator())
    if (!isSource(op))
      llvm::append_range(values, op.getResults());
  llvm::DenseMap<Value, DictionaryAttr> attributes;
  for (auto [k, value] : llvm::enumerate(block.getTerminator()->getOperands()))
    attributes.try_emplace(value, main.getResultAttrDict(k));
  block.getTerminator()->setOperands(values);
  main.setFunctionType(FunctionType::get(main.getContext(), main.getArgumentTypes(), TypeRange(ValueRange(values))));
  SmallVector<Attribute> kept;
  for (Value value : values)
    kept.push_back(attributes.lookup(value) ? attributes.lookup(value) : DictionaryAttr::get(main.getContext()));
  main.setAllResultAttrs(kept);
}

class DiagnosticText {
public:
  explicit DiagnosticText(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error || diagnostic.getSeverity() == DiagnosticSeverity::Note) {
            llvm::raw_string_ostream os(text);
            os << diagnostic << "\n";
          }
          return success();
        }) {}
  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

class BatchCheck {
public:
  BatchCheck(ArrayRef<const FuzzGraph *> graphs, const CheckSettings &settings, CheckDevice &device, const BatchObserver &observer)
      : graphs(graphs), settings(settings), device(device), observer(observer), failures(graphs.size()), compiled(graphs.size()) {}

  void run() {
    for (size_t i = 0; i < graphs.size(); ++i) {
      observer.begin(i, "compile");
      compilePlan(i);
    }
    compileKernels();
    for (size_t i = 0; i < graphs.size(); ++i) {
      if (!failures[i].exists()) {
        observer.begin(i, "run");
        runGraph(i);
      }
      observer.finished(i, failures[i]);
    }
  }

private:
  void compilePlan(size_t i) {
    DiagnosticText diagnostics(const_cast<FuzzGraph *>(graphs[i])->module->getContext());
    OwningOpRef<ModuleOp> module = const_cast<FuzzGraph *>(graphs[i])->module->clone();
    if (settings.strict)
      returnEveryValue(module->lookupSymbol<func::FuncOp>("main"));
    if (failed(verify(*module))) {
      failures[i] = {"verify", diagnostics.text};
      return;
    }
    CompileOptions options;
    options.pipeline.fusion = settings.fusion;
    options.pipeline.skinnyProducts = settings.skinnyProducts;
    options.pipeline.mergeProducts = settings.mergeProducts;
    options.pipeline.reliefSteps = graphs[i]->reliefSteps;
    options.pipeline.numerics = settings.strict ? Numerics::kStrict : Numerics::kFast;
    if (!device.backend->is_cpu()) {
      options.pipeline.targets = {device.backend->target()};
      if (module->getOperation()->hasAttr(moduleTargetName))
        setModuleTarget(*module, limitGpuTarget(getModuleTarget(*module), combineGpuTargets(options.pipeline.targets)));
    }
    FailureOr<CompiledPlan> plan = compileToPlan(*module, options);
    if (failed(plan)) {
      failures[i] = {"compile", diagnostics.text};
      return;
    }
    compiled[i] = {std::move(plan->bytes), std::move(plan->kernels)};
  }

  void compileKernels() {
    observer.begin(0, "kernels");
    pools.resize(1);
    poolOf.assign(graphs.size(), 0);
    absl::Status status = absl::OkStatus();
    for (size_t i = 0; i < graphs.size() && status.ok(); ++i)
      if (!failures[i].exists())
        status = pools[0].add(compiled[i].kernels);
    if (status.ok())
      status = pools[0].compile(*device.compiler, device.backend->target());
    if (status.ok())
      return;
    // Each by itself, to tell whose kernels they are.
    pools.clear();
    pools.resize(graphs.size());
    for (size_t i = 0; i < graphs.size(); ++i) {
      poolOf[i] = i;
      if (failures[i].exists())
        continue;
      observer.begin(i, "kernels");
      absl::Status own = pools[i].add(compiled[i].kernels);
      if (own.ok())
        own = pools[i].compile(*device.compiler, device.backend->target());
      if (!own.ok())
        failures[i] = {"kernel", std::string(own.message())};
    }
  }

  void runGraph(size_t i) {
    auto runner = PlanRunner::load(compiled[i], device.backend.get(), pools[poolOf[i]]);
    if (!runner.ok()) {
      failures[i] = {"run", std::string(runner.status().message())};
      return;
    }
    Figures figures;
    for (const Trial &trial : graphs[i]->trials) {
      absl::StatusOr<Tensors> results = (*runner)->run(trial.symbols, trial.inputs);
      if (!results.ok()) {
        failures[i] = {"run", absl::StrCat(describe(trial), results.status().message())};
        return;
      }
      observer.begin(i, "reference");
      DiagnosticText diagnostics(const_cast<FuzzGraph *>(graphs[i])->module->getContext());
      absl::StatusOr<std::string> text = settings.strict ? compareOperators(*graphs[i], trial, *results, figures) : compareResults(*graphs[i], trial, *results);
      if (!text.ok())
        failures[i] = {"reference", absl::StrCat(describe(trial), text.status().message(), " ", diagnostics.text)};
      else if (!text->empty())
        failures[i] = {"mismatch", absl::StrCat(describe(trial), *text)};
      if (failures[i].exists())
        break;
    }
    if (settings.strict && observer.judged)
      observer.judged(i, figures);
  }

  static std::string describe(const Trial &trial) {
    std::string text;
    for (auto &[name, value] : trial.symbols)
      absl::StrAppend(&text, name, " = ", value, ": ");
    return text;
  }

  static absl::StatusOr<std::string> compareResults(const FuzzGraph &graph, const Trial &trial, const Tensors &results) {
    SINTER_ASSIGN_OR_RETURN(std::vector<BoundedTensor> expected, boundResults(graph.main(), trial));
    if (results.size() != expected.size())
      return std::string("another number of results");
    for (size_t k = 0; k < results.size(); ++k) {
      std::string text = describeOutside(results[k], expected[k]);
      if (!text.empty())
        return absl::StrCat("result ", k, ": ", text);
    }
    return std::string();
  }

  absl::StatusOr<std::string> compareOperators(const FuzzGraph &graph, const Trial &trial, const Tensors &results, Figures &figures) const {
    std::vector<std::string> violations;
    reference::Bindings bindings(trial.symbols.begin(), trial.symbols.end());
    llvm::DenseMap<Value, const HostTensor *> known;
    for (auto [argument, input] : llvm::zip_equal(graph.main().getArguments(), trial.inputs))
      known[argument] = &input;
    std::vector<std::unique_ptr<HostTensor>> sources;
    size_t next = 0;
    for (Operation &op : graph.main().getBody().front().without_terminator()) {
      SmallVector<const HostTensor *> operands, values;
      for (Value operand : op.getOperands())
        operands.push_back(known.lookup(operand));
      if (isSource(op)) {
        auto value = reference::evaluateOperator(&op, operands, bindings);
        if (failed(value))
          return absl::InternalError("the reference has no value of a constant");
        sources.push_back(std::make_unique<HostTensor>(std::move((*value)[0])));
        known[op.getResult(0)] = sources.back().get();
        continue;
      }
      for (Value result : op.getResults()) {
        if (next == results.size())
          return absl::InternalError("the plan has fewer results than operators have");
        values.push_back(&results[next++]);
        known[result] = values.back();
      }
      SINTER_ASSIGN_OR_RETURN(reference::OperatorJudgement judgement,
                              reference::judgeOperator(&op, operands, values, bindings, reference::Approximations::kNone));
      for (auto [result, distance] : llvm::zip_equal(op.getResults(), judgement.distances))
        figures.add(figureOf(result, distance));
      llvm::append_range(violations, judgement.violations);
      if (violations.size() >= settings.mostViolations)
        break;
    }
    return absl::StrJoin(violations, "\n");
  }

  static OperatorFigure figureOf(Value result, const reference::Distance &distance) {
    Type type = cast<RankedTensorType>(result.getType()).getElementType();
    reference::Accuracy accuracy = reference::accuracyOf(result.getDefiningOp()->getName().stripDialect().str());
    // What is no float has to be right to the bit, whatever the operator.
    bool isFloat = isa<FloatType>(type);
    return {nameOf(result.getDefiningOp()).label, textOf(type), isFloat ? accuracy.kind : reference::AccuracyKind::kExact, isFloat ? accuracy.units : 0, 1, distance};
  }

  ArrayRef<const FuzzGraph *> graphs;
  const CheckSettings &settings;
  CheckDevice &device;
  const BatchObserver &observer;
  std::vector<Failure> failures;
  std::vector<CompiledGraph> compiled;
  std::vector<KernelPool> pools;
  std::vector<size_t> poolOf;
};

} // namespace

absl::StatusOr<CheckDevice> openDevice(const std::string &name, int workers) {
  CheckDevice device;
  if (name == "cpu") {
    rt::HostCompilerOptions compile;
    compile.optimization = "-O0"; // a kernel runs once or twice
    compile.kernels_per_image = 64;
    compile.worker_count = workers;
    rt::CpuBackendOptions run;
    run.simt.worker_count = workers;
    SINTER_ASSIGN_OR_RETURN(device.compiler, rt::HostCompiler::Create(compile));
    device.backend = rt::CreateCpuBackend(run);
    return device;
  }
  SINTER_ASSIGN_OR_RETURN(rt::Device opened, rt::OpenDevice(rt::DeviceChoice::kCuda, [](absl::string_view) {}));
  device.backend = std::move(opened.backend);
  SINTER_ASSIGN_OR_RETURN(device.compiler, rt::NvrtcCompiler::Create());
  return device;
}

void checkGraphs(ArrayRef<const FuzzGraph *> graphs, const CheckSettings &settings, CheckDevice &device, const BatchObserver &observer) {
  BatchCheck(graphs, settings, device, observer).run();
}

} // namespace sinter::fuzz
