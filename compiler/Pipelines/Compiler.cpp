// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a graph to a plan: runs the pipelines, prints the kernels, compiles and serializes them.

#include "compiler/Pipelines/Compiler.h"

#include "compiler/Analysis/FixSymbols.h"
#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/InPlace.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Explain/TrafficLedger.h"
#include "compiler/Import/ONNX/OnnxImporter.h"
#include "compiler/Pipelines/KernelImages.h"
#include "compiler/Pipelines/LooseSymbols.h"
#include "compiler/Pipelines/SpillFeedback.h"
#include "compiler/Support/Naming.h"
#include "compiler/Support/OperatorNames.h"
#include "compiler/Support/TextLimits.h"
#include "compiler/Target/CUDA/TranslateToCUDA.h"
#include "compiler/Target/Plan/SerializePlan.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Plan/IR/Plan.h"
#include "dialects/Sinter/IR/Indexing.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/gemm/matmul_key.h"
#include "runtime/plan/plan_writer.h"
#include "runtime/plan/shape_program.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <set>

using namespace mlir;

namespace sinter {
namespace {

using Clock = std::chrono::steady_clock;

/// Runs stages one after the other, and keeps the time of each.
class StageRunner {
public:
  StageRunner(ModuleOp module, const CompileOptions &options) : module(module), options(options) {}

  LogicalResult passes(StringRef name, void (*build)(OpPassManager &, const PipelineOptions &)) {
    return timed(name, [&] {
      PassManager pm = PassManager::on<ModuleOp>(module.getContext());
      bool isTraced = !options.crashReproducer.empty();
      if (isTraced)
        pm.enableCrashReproducerGeneration(options.crashReproducer);
      // The module is verified at a stage's end; which pass was wrong is asked of `sinter opt`, or of a reproducer. After every pass it took a quarter of the time.
      pm.enableVerifier(isTraced);
      build(pm, options.pipeline);
      return success(succeeded(pm.run(module)) && (isTraced || succeeded(verify(module))));
    });
  }

  /// Runs the stages from the first to `last`; those that have run go on after them. `before` is called as each begins.
  LogicalResult stages(Stage last, function_ref<void(Stage)> before = [](Stage) {});
  /// The module is what it was before `stage`, and stages() goes on there; nobody observes what runs again.
  void goBackTo(Stage stage);

  void dump(StringRef name, StringRef text) {
    if (options.dump)
      options.dump(name, text);
  }

  LogicalResult timed(StringRef name, function_ref<LogicalResult()> run) {
    if (options.progress)
      options.progress(name);
    auto start = Clock::now();
    LogicalResult result = run();
    double milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    auto known = llvm::find_if(times, [&](const auto &time) { return time.first == name; });
    if (known == times.end())
      times.emplace_back(name.str(), milliseconds);
    else
      known->second += milliseconds;
    return result;
  }

  StageTimes times;

private:
  ModuleOp module;
  const CompileOptions &options;
  unsigned next = 0; // of the stages
  bool isAgain = false;
};

struct StageStep {
  Stage stage; // what the module is after it
  const char *name;
  const char *file;
  void (*build)(OpPassManager &, const PipelineOptions &);
};

constexpr StageStep stageSteps[] = {
    {Stage::kSinter, "graph", "01-sinter.mlir", buildGraphPipeline},   {Stage::kGroups, "fuse", "02-groups.mlir", buildGroupPipeline},
    {Stage::kKernel, "kernels", "03-kernel.mlir", buildKernelPipeline}, {Stage::kThread, "threads", "04-thread.mlir", buildThreadPipeline},
    {Stage::kPlan, "plan", "05-plan.mlir", buildPlanPipeline},
};

std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

LogicalResult StageRunner::stages(Stage last, function_ref<void(Stage)> before) {
  if (next == 0 && options.dump)
    dump("00-input.mlir", textOf(module));
  if (next == 0 && options.observe)
    options.observe(std::nullopt, module);
  while (next < std::size(stageSteps) && stageSteps[next].stage <= last) {
    const StageStep &step = stageSteps[next++];
    before(step.stage);
    if (failed(passes(step.name, step.build)))
      return failure();
    if (options.dump)
      dump(step.file, textOf(module));
    if (options.observe && !isAgain)
      options.observe(step.stage, module);
  }
  return success();
}

void StageRunner::goBackTo(Stage stage) {
  next = llvm::find_if(stageSteps, [&](const StageStep &step) { return step.stage == stage; }) - std::begin(stageSteps);
  isAgain = true;
}

/// Where in the graph each kernel's calls come from, as comment lines. Not part of the kernel's own text: kernels of like layers share one compile.
class CallPlaces {
public:
  explicit CallPlaces(ModuleOp module) {
    module.walk([&](Operation *op) {
      auto callee = isa<kernel::CallOp>(op) ? op->getAttrOfType<FlatSymbolRefAttr>("callee") : op->getAttrOfType<FlatSymbolRefAttr>("kernel");
      std::string place = callee ? describeLocation(op->getLoc()) : "";
      if (!place.empty())
        places[callee.getValue()].push_back(place);
    });
  }

  std::string commentFor(StringRef kernel) const {
    constexpr size_t most = 8;
    auto it = places.find(kernel);
    if (it == places.end())
      return "";
    std::string text;
    for (const std::string &place : ArrayRef(it->second).take_front(most))
      text += "// at " + place + "\n";
    if (it->second.size() > most)
      text += "// and at " + std::to_string(it->second.size() - most) + " places more\n";
    return text;
  }

private:
  llvm::StringMap<std::vector<std::string>> places;
};

void dumpKernels(ModuleOp module, ArrayRef<rt::KernelSource> sources, StageRunner &run) {
  CallPlaces places(module);
  for (const rt::KernelSource &source : sources)
    run.dump("kernels/" + source.symbol + ".cu", places.commentFor(source.symbol) + source.text);
}

/// What the statistics are of: @main, or without one the first entry; null where there is none.
template <typename Entry> Entry principalEntry(ModuleOp module) {
  if (auto main = module.lookupSymbol<Entry>("main"))
    return main;
  for (auto entry : module.getOps<Entry>())
    if (entry.getSymName() != "init")
      return entry;
  return {};
}

/// The steps of the principal entry, counted.
void countSteps(ModuleOp module, rt::PlanStats &stats) {
  auto main = principalEntry<plan::EntryOp>(module);
  if (!main)
    return;
  llvm::SmallDenseSet<StringRef> kernels;
  for (Operation &op : main.getBody().front()) {
    if (auto launch = dyn_cast<plan::LaunchOp>(op)) {
      ++stats.kernels_launched;
      kernels.insert(launch.getKernel());
    }
    stats.library_calls += isa<plan::MatmulOp>(op);
    stats.launches += isa<plan::LaunchOp, plan::MatmulOp, plan::CopyOp>(op);
  }
  stats.kernels_distinct = kernels.size();
}

/// Inputs have names that differ, and so have outputs: callers name them.
template <typename GetName> LogicalResult checkNames(func::FuncOp function, unsigned count, StringRef kind, StringRef fallback, GetName getName) {
  llvm::StringMap<unsigned> numbers;
  for (unsigned i = 0; i < count; ++i) {
    StringAttr given = getName(i);
    std::string name = given ? given.str() : (fallback + Twine(i)).str();
    if (name.empty())
      return function.emitError("expected ") << kind << " " << i << " to have a name, but `sinter.name` is empty";
    if (auto [it, isNew] = numbers.try_emplace(name, i); !isNew)
      return function.emitError("expected ") << kind << "s of different names, but " << it->second << " and " << i << " are both `" << name << "`";
  }
  return success();
}

LogicalResult checkArguments(func::FuncOp function) {
  auto inputName = [&](unsigned i) { return function.getArgAttrOfType<StringAttr>(i, "sinter.name"); };
  auto outputName = [&](unsigned i) { return function.getResultAttrOfType<StringAttr>(i, "sinter.name"); };
  return success(succeeded(checkNames(function, function.getNumArguments(), "input", "arg", inputName)) &&
                 succeeded(checkNames(function, function.getNumResults(), "output", "result", outputName)));
}

/// The symbols of the arguments' and results' types.
llvm::SmallDenseSet<StringAttr> findBoundSymbols(func::FuncOp function) {
  llvm::SmallDenseSet<StringAttr> bound;
  for (Type type : llvm::concat<const Type>(function.getArgumentTypes(), function.getResultTypes()))
    for (StringAttr symbol : getDimsAttr(cast<RankedTensorType>(type)).getSymbols())
      bound.insert(symbol);
  return bound;
}

/// A symbol that stands in no argument's and no result's type has no value when the plan runs.
LogicalResult checkSymbols(func::FuncOp function) {
  llvm::SmallDenseSet<StringAttr> bound = findBoundSymbols(function);
  for (Operation &op : function.getBody().front())
    for (Type type : op.getResultTypes())
      for (StringAttr symbol : getDimsAttr(cast<RankedTensorType>(type)).getSymbols())
        if (!bound.contains(symbol))
          return op.emitOpError("expected symbol `") << symbol.getValue() << "` to be in the type of an argument or a result: nothing else gives it a value";
  return success();
}

/// A range is of a symbol that the graph has.
LogicalResult checkRanges(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    auto ranges = function->getAttrOfType<DictionaryAttr>("sinter.symbols");
    llvm::SmallDenseSet<StringAttr> named = findBoundSymbols(function);
    for (NamedAttribute range : ranges ? ranges.getValue() : ArrayRef<NamedAttribute>())
      if (!named.contains(range.getName()))
        return function.emitError("expected `sinter.symbols` to name symbols of the arguments and results, but got `") << range.getName().getValue() << "`";
  }
  return success();
}

LogicalResult checkModule(ModuleOp module) {
  auto init = module.lookupSymbol<func::FuncOp>("init");
  for (auto function : module.getOps<func::FuncOp>()) {
    if (failed(checkGraph(function)) || failed(checkSymbols(function)) || (function != init && failed(checkArguments(function))))
      return failure();
    for (auto group : function.getOps<GroupOp>())
      return group.emitOpError("is made by the compiler: a graph asks for groups by `sinter.groups` on their operators");
    for (auto parameter : function.getOps<ParameterOp>()) {
      auto packed = dyn_cast_or_null<PackedAttr>(parameter.getSource().value_or(Attribute()));
      if (packed && (!init || function == init || packed.getResult() < 0 || packed.getResult() >= static_cast<int64_t>(init.getNumResults()) ||
                     init.getResultTypes()[packed.getResult()] != parameter.getType()))
        return parameter.emitOpError("expected a function @init whose result ") << packed.getResult() << " is a " << parameter.getType();
    }
  }
  if (!principalEntry<func::FuncOp>(module))
    return module.emitError("expected a function: @main, or one for each entry");
  if (init && init.getNumArguments() != 0)
    return init.emitError("expected @init to have no arguments, but it has ") << init.getNumArguments();
  return success();
}

/// Parses text within bounds (TextLimits.h).
OwningOpRef<ModuleOp> parseText(StringRef path, MLIRContext *context, const std::optional<std::string> &given) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = given ? llvm::MemoryBuffer::getMemBufferCopy(*given, path) : openInputFile(path, &error);
  if (!file)
    return emitError(FileLineColLoc::get(context, path, 0, 0)) << error, nullptr;
  StringRef text = file->getBuffer();
  if (std::optional<TextFault> fault = findTextFault(text)) {
    StringRef before = text.take_front(fault->offset);
    unsigned line = before.count('\n') + 1, column = before.size() - (before.rfind('\n') + 1) + 1;
    return emitError(FileLineColLoc::get(context, path, line, column)) << fault->message, nullptr;
  }
  // A text may have no operator of it.
  context->loadDialect<SinterDialect>();
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sourceMgr, context);
}

/// Puts the pins on `module` (`kernel.pins`), where `kernel-pin-schedules` reads them.
LogicalResult attachPins(ModuleOp module, ArrayRef<PinnedSchedule> pins) {
  if (pins.empty())
    return success();
  MLIRContext *context = module.getContext();
  // A graph has nothing of it.
  context->loadDialect<kernel::KernelDialect>();
  NamedAttrList schedules;
  for (const PinnedSchedule &pin : pins) {
    std::string fault;
    kernel::ScheduleAttr schedule;
    {
      ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) { fault = diagnostic.str(); });
      schedule = dyn_cast_or_null<kernel::ScheduleAttr>(parseAttribute(pin.schedule, context));
    }
    if (!schedule)
      return module.emitError() << pin.where << ": expected a #kernel.schedule, but got `" << pin.schedule << "`" << (fault.empty() ? "" : ": ") << fault;
    schedules.set(pin.fingerprint, schedule);
  }
  module->setAttr("kernel.pins", schedules.getDictionary(context));
  return success();
}

} // namespace

FailureOr<std::vector<rt::KernelSource>> printKernels(ModuleOp module, const CompileOptions &options) {
  std::vector<rt::KernelSource> sources;
  Builder b(module.getContext());
  constexpr int64_t mostBlocks = 32; // that a processor has at once, of any architecture
  for (auto kernel : module.getOps<kernel::ThreadFuncOp>()) {
    auto own = kernel->getAttrOfType<IntegerAttr>("kernel.min_blocks");
    int64_t blocks = options.maxRegisters ? getModuleTarget(module).registers / (kernel.getThreads() * options.maxRegisters) : 0;
    if (blocks > (own ? own.getInt() : 0))
      kernel->setAttr("kernel.min_blocks", b.getI64IntegerAttr(std::min(blocks, mostBlocks)));
    FailureOr<std::string> text = translateToCUDA(kernel);
    if (failed(text))
      return failure();
    sources.push_back({kernel.getSymName().str(), stableHash(*text), std::move(*text)});
  }
  return sources;
}

FailureOr<OwningOpRef<ModuleOp>> readGraph(StringRef path, MLIRContext *context, const GraphOptions &options) {
  if (path.ends_with(".onnx") && !options.text) {
    OnnxImportOptions import;
    import.generateWeights = options.generateWeights;
    import.dims = options.dims;
    return importOnnx(path, context, import);
  }
  OwningOpRef<ModuleOp> module = parseText(path, context, options.text);
  if (!module || failed(checkModule(*module)) || failed(checkRanges(*module)))
    return failure();
  if (!options.dims.empty() && (failed(fixSymbols(*module, options.dims)) || failed(checkModule(*module))))
    return failure();
  return module;
}

FailureOr<std::string> compileToText(ModuleOp module, Stage stage, const CompileOptions &options) {
  if (failed(checkModule(module)) || failed(attachPins(module, options.pins)))
    return failure();
  StageRunner run(module, options);
  if (failed(run.stages(stage == Stage::kCuda ? Stage::kThread : stage)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (stage != Stage::kCuda) {
    module.print(os);
    return text;
  }
  FailureOr<std::vector<rt::KernelSource>> sources = printKernels(module, options);
  if (failed(sources))
    return failure();
  dumpKernels(module, *sources, run);
  CallPlaces places(module);
  for (const rt::KernelSource &source : *sources)
    os << places.commentFor(source.symbol) << source.text << "\n";
  return text;
}

namespace {

/// Makes kernels of `module`, and makes them again, from what they were in domain form, as long as their compiler reports registers that it spilled and
/// something is left to try.
class KernelRounds {
public:
  KernelRounds(ModuleOp module, const CompileOptions &options, StageRunner &run) : module(module), options(options), run(run), images(options.targets), feedback(options.reliefs) {}

  LogicalResult make(CompiledKernels &kernels, CompiledPlan &plan) {
    // Before what is given is on it: what is settled is not learnt again.
    if (!feedback.getReliefs().empty())
      feedback.attach(module);
    if (failed(run.stages(Stage::kKernel)))
      return failure();
    OwningOpRef<ModuleOp> scheduled = images.isMeasured() && options.relievesSpills ? OwningOpRef<ModuleOp>(module.clone()) : nullptr;
    while (true) {
      if (failed(makeOnce(kernels, plan)))
        return failure();
      if (!scheduled || !feedback.learn(module, images.getResources()))
        break;
      OwningOpRef<ModuleOp> again = scheduled->clone();
      module.getBodyRegion().takeBody(again->getBodyRegion());
      feedback.attach(module);
      run.goBackTo(Stage::kThread);
      if (failed(run.passes("relieve", buildReliefPipeline)))
        return failure();
    }
    feedback.report(module);
    kernels.images = images.takeImages();
    plan.resources = images.getResources();
    plan.reliefs = feedback.getReliefs();
    plan.spillReports = feedback.describe();
    return success();
  }

private:
  LogicalResult makeOnce(CompiledKernels &kernels, CompiledPlan &plan) {
    feedback.noteSchedules(module);
    LogicalResult lowered = run.stages(Stage::kPlan, [&](Stage stage) {
      // Kernels in domain form say what they touch, so what calls move is summed before they become threads.
      if (stage == Stage::kThread)
        plan.stats.bytes_fused = summarizeTraffic(principalEntry<func::FuncOp>(module)).bytes;
    });
    if (failed(lowered))
      return failure();
    LogicalResult emitted = run.timed("emit", [&] {
      FailureOr<std::vector<rt::KernelSource>> sources = printKernels(module, options);
      if (succeeded(sources))
        kernels.sources = std::move(*sources);
      return LogicalResult(sources);
    });
    if (failed(emitted))
      return failure();
    dumpKernels(module, kernels.sources, run);
    return run.timed("compile", [&]() -> LogicalResult {
      absl::Status compiled = images.compile(kernels.sources);
      return compiled.ok() ? success() : LogicalResult(module.emitError(std::string(compiled.message())));
    });
  }

  ModuleOp module;
  const CompileOptions &options;
  StageRunner &run;
  KernelImages images;
  SpillFeedback feedback;
};

} // namespace

/// Those of `pins` whose products a plan runs where symbols have the values that they were measured at.
static std::vector<rt::MatmulPin> pinsOf(const rt::PlanModel &model, const std::vector<PinnedProduct> &pins) {
  std::set<std::map<std::string, int64_t>> places;
  for (const PinnedProduct &pin : pins)
    places.insert(pin.at);
  std::set<std::string> problems;
  for (const rt::Entry &entry : model.entries)
    for (const std::map<std::string, int64_t> &at : places) {
      std::vector<int64_t> symbols;
      for (const rt::Symbol &symbol : entry.symbols)
        if (auto value = at.find(symbol.name); value != at.end())
          symbols.push_back(value->second);
      // Values that are none of this entry's, or too few of them, are another graph's.
      auto products = rt::EvaluateProducts(model, entry, symbols);
      if (products.ok())
        for (const rt::PlanProduct &product : *products)
          problems.insert(rt::MatmulFingerprint(product.problem));
    }
  std::vector<rt::MatmulPin> found;
  for (const PinnedProduct &pin : pins)
    if (problems.count(pin.pin.problem) && !llvm::is_contained(found, pin.pin))
      found.push_back(pin.pin);
  return found;
}

/// The rest of the stages of `run`, from where it is, and the plan.
static FailureOr<CompiledPlan> makePlan(ModuleOp module, const CompileOptions &options, StageRunner &run, std::optional<std::string> graph = std::nullopt) {
  CompiledPlan plan;
  Location where = principalEntry<func::FuncOp>(module).getLoc();
  TrafficSummary before = summarizeTraffic(principalEntry<func::FuncOp>(module));
  CompiledKernels kernels;
  if (failed(KernelRounds(module, options, run).make(kernels, plan)))
    return failure();
  plan.stats.operators = before.operators;
  plan.stats.bytes_unfused = before.bytes;
  countSteps(module, plan.stats);
  LogicalResult written = run.timed("write", [&]() -> LogicalResult {
    rt::PlanWriter writer;
    writer.model().stats = plan.stats;
    if (failed(serializePlan(module, kernels, writer)))
      return failure();
    for (rt::Constant &constant : writer.model().constants)
      if (constant.source == rt::ConstantSource::kExternal && !options.graphFolder.empty())
        constant.external_file = options.graphFolder + "/" + constant.external_file;
    if (graph)
      writer.model().graph = {writer.AddSection(std::move(*graph)), options.graphFolder, options.pipeline.fusion, options.pipeline.numerics == Numerics::kStrict,
                              static_cast<uint8_t>(options.pipeline.skinnyProducts), options.pipeline.mergeProducts};
    writer.model().product_pins = pinsOf(writer.model(), options.productPins);
    auto bytes = writer.ToBytes();
    if (!bytes.ok())
      return emitError(where, "cannot write the plan: ") << std::string(bytes.status().message());
    plan.bytes = *std::move(bytes);
    return success();
  });
  if (failed(written))
    return failure();
  plan.stages = std::move(run.times);
  plan.kernels = std::move(kernels.sources);
  return plan;
}

static CompileOptions withTargetsOfKernels(CompileOptions options) {
  if (options.pipeline.targets.empty())
    for (const TargetCompiler &target : options.targets)
      options.pipeline.targets.push_back(target.target);
  return options;
}

FailureOr<CompiledPlan> compileToPlan(ModuleOp module, const CompileOptions &given) {
  CompileOptions options = withTargetsOfKernels(given);
  if (failed(checkModule(module)))
    return failure();
  std::optional<std::string> graph;
  if (options.keepsGraph) {
    // With the places that steps and kernels are told by.
    llvm::raw_string_ostream os(graph.emplace());
    module.print(os, OpPrintingFlags().enableDebugInfo());
  }
  if (failed(attachPins(module, options.pins)))
    return failure();
  StageRunner run(module, options);
  return makePlan(module, options, run, std::move(graph));
}

FailureOr<CompiledPlan> compileScheduledKernels(ModuleOp module, const CompileOptions &given) {
  CompileOptions options = withTargetsOfKernels(given);
  StageRunner run(module, options);
  run.goBackTo(Stage::kThread);
  return makePlan(module, options, run);
}

FailureOr<OwningOpRef<ModuleOp>> extractGroup(ModuleOp module, unsigned number, const CompileOptions &options) {
  if (failed(checkModule(module)))
    return failure();
  StageRunner run(module, options);
  if (failed(run.passes("graph", buildGraphPipeline)) || failed(run.passes("fuse", buildGroupPipeline)))
    return failure();
  SmallVector<GroupOp> groups;
  for (auto entry : module.getOps<func::FuncOp>())
    if (entry.getSymName() != "init")
      llvm::append_range(groups, entry.getOps<GroupOp>());
  if (number >= groups.size())
    return principalEntry<func::FuncOp>(module).emitError("expected a group below ") << groups.size() << ", but got " << number;
  GroupOp group = groups[number];
  auto function = group->getParentOfType<func::FuncOp>();
  OpBuilder b(module.getContext());
  OwningOpRef<ModuleOp> extracted = ModuleOp::create(b, group.getLoc());
  (*extracted)->setDiscardableAttrs(module->getDiscardableAttrDictionary());
  b.setInsertionPointToEnd(extracted->getBody());
  auto main = func::FuncOp::create(b, group.getLoc(), "main", b.getFunctionType(group.getInputs().getTypes(), group.getResultTypes()));
  if (Attribute symbols = function->getAttr("sinter.symbols"))
    main->setAttr("sinter.symbols", symbols);
  b.setInsertionPointToEnd(main.addEntryBlock());
  IRMapping mapping;
  mapping.map(group.getBody().front().getArguments(), main.getArguments());
  for (Operation &op : group.getBody().front().without_terminator())
    b.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : group.getBody().front().getTerminator()->getOperands())
    results.push_back(mapping.lookup(value));
  func::ReturnOp::create(b, group.getLoc(), results);
  for (auto [i, result] : llvm::enumerate(group.getResults()))
    if (Value destination = getInPlaceDestination(result))
      main.setResultAttr(i, "sinter.tied", b.getI64IntegerAttr(llvm::find(group.getInputs(), destination) - group.getInputs().begin()));
  if (failed(bindLooseSymbols(main)))
    return failure();
  return extracted;
}

} // namespace sinter
