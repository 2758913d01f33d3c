// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The border between the tools and MLIR. Each call works on a copy of the module as it was read.

#include "compiler/tools/Graph.h"

#include "compiler/Analysis/FixSymbols.h"
#include "compiler/Analysis/GraphForm.h"
#include "compiler/Explain/ReportBuilder.h"
#include "compiler/Explain/TrafficLedger.h"
#include "compiler/Pipelines/Compiler.h"
#include "compiler/Pipelines/KernelForms.h"
#include "compiler/Reference/Interpreter.h"
#include "compiler/Support/ElementTypes.h"
#include "compiler/Target/Plan/PlanExpr.h"
#include "compiler/tools/TextCompiler.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/confined_path.h"
#include "runtime/plan/plan.h"
#include "runtime/tensor/npy.h"
#include "runtime/tools/tool_status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

using namespace mlir;

namespace sinter {

/// Writes each diagnostic with one call, so that nothing that another thread prints comes between its lines.
class WholeDiagnostics : public SourceMgrDiagnosticHandler {
public:
  WholeDiagnostics(llvm::SourceMgr &sources, MLIRContext *context) : SourceMgrDiagnosticHandler(sources, context, stream) {
    setHandler([this](Diagnostic &diagnostic) {
      text.clear();
      emitDiagnostic(diagnostic);
      std::fwrite(text.data(), 1, text.size(), stderr);
    });
  }

private:
  std::string text;
  llvm::raw_string_ostream stream{text};
};

struct Graph::State {
  std::string path;
  GraphSettings settings;
  MLIRContext context;
  // Prints diagnostics with their lines, on stderr.
  llvm::SourceMgr sourceMgr;
  WholeDiagnostics diagnostics{sourceMgr, &context};
  OwningOpRef<ModuleOp> module;
  /// What findKernels() has found, for a target.
  std::unique_ptr<KernelForms> forms;
  std::unique_ptr<TextCompiler> formCompiler;

  // A network is one or two functions and a few kernels: passes have nothing to share out, and waking threads for them costs more than they do.
  explicit State(const DialectRegistry &registry) : context(registry, MLIRContext::Threading::DISABLED) {}

  OwningOpRef<ModuleOp> copy() { return OwningOpRef<ModuleOp>(module->clone()); }

  CompileOptions compileOptions(const std::vector<std::string> &targets) const {
    CompileOptions options;
    options.pipeline.targets = targets;
    options.pipeline.fusion = settings.fusion;
    options.pipeline.numerics = settings.strict ? Numerics::kStrict : Numerics::kFast;
    options.pipeline.skinnyProducts = settings.skinnyProducts;
    options.pipeline.mergeProducts = settings.mergeProducts;
    options.progress = [this](StringRef stage) {
      if (settings.progress)
        settings.progress(stage.str());
    };
    options.crashReproducer = settings.crashReproducer;
    options.keepsGraph = settings.keepsGraph;
    options.maxRegisters = settings.maxRegisters.value_or(0);
    options.pipeline.memoryLimit = settings.memoryLimit.value_or(0);
    if (!settings.dumpFolder.empty())
      options.dump = [this](StringRef name, StringRef text) { writeDump(name, text); };
    return options;
  }

  /// The pins of `tuning` for what the kernels are tuned for, the first of `targets`.
  absl::Status addPins(const Tuning &tuning, CompileOptions &options) {
    if (!tuning.file || options.pipeline.targets.empty())
      return absl::OkStatus();
    for (const std::string &target : options.pipeline.targets)
      for (const ProductTuningEntry *entry : tuning.file->productsFor(target))
        options.productPins.push_back({entry->pin(), entry->at});
    absl::StatusOr<std::vector<const TuningEntry *>> entries = tuning.file->entriesFor(options.pipeline.targets.front(), tuning.gpu);
    if (absl::IsNotFound(entries.status())) {
      mlir::emitWarning(UnknownLoc::get(&context)) << std::string(entries.status().message()) << "; the rules choose all schedules";
      return absl::OkStatus();
    }
    if (!entries.ok())
      return entries.status();
    for (const TuningEntry *entry : *entries)
      if (entry->isPinned())
        options.pins.push_back({entry->kernel, entry->schedule, absl::StrCat(tuning.file->getPath(), ":", entry->line)});
    return absl::OkStatus();
  }

  /// What cannot be written is a warning: the compile is good without it.
  void writeDump(StringRef name, StringRef text) const {
    llvm::SmallString<128> file(settings.dumpFolder);
    llvm::sys::path::append(file, name);
    std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(file));
    if (!error) {
      llvm::raw_fd_ostream os(file, error);
      if (!error)
        os << text;
      os.close();
      if (os.has_error()) {
        error = os.error();
        os.clear_error();
      }
    }
    if (error)
      mlir::emitWarning(UnknownLoc::get(const_cast<MLIRContext *>(&context))) << "cannot write " << file << ": " << error.message();
  }

  absl::StatusOr<func::FuncOp> entry() {
    if (auto function = module->lookupSymbol<func::FuncOp>(settings.entry))
      return function;
    std::string names;
    for (auto function : module->getOps<func::FuncOp>())
      if (function.getSymName() != "init")
        absl::StrAppend(&names, names.empty() ? "`" : ", `", function.getSymName().str(), "`");
    return rt::UserError(absl::InvalidArgumentError(
        absl::StrCat(path, ": no entry `", settings.entry, "`, there are: ", names, "; choose one by --entry")));
  }
};

namespace {

/// Remembers that a compile failed, which is no fault of the graph's.
class WatchedCompiler : public rt::KernelCompiler {
public:
  explicit WatchedCompiler(std::unique_ptr<rt::CachingCompiler> compiler) : compiler(std::move(compiler)) {}

  absl::StatusOr<std::vector<rt::CompiledImage>> Compile(absl::Span<const rt::KernelSource> sources,
                                                         absl::string_view target) override {
    return watch(compiler->Compile(sources, target));
  }
  absl::StatusOr<rt::CompileOutput> CompileAndMeasure(absl::Span<const rt::KernelSource> sources,
                                                      absl::string_view target) override {
    return watch(compiler->CompileAndMeasure(sources, target));
  }
  std::string Identity() const override { return compiler->Identity(); }

  rt::KernelCacheStats stats() const { return compiler->stats(); }
  bool hasFailed() const { return failed; }

private:
  template <typename Result> Result watch(Result result) {
    failed |= !result.ok();
    return result;
  }

  std::unique_ptr<rt::CachingCompiler> compiler;
  bool failed = false;
};

absl::Status cannot(const char *what, const std::string &path) {
  return rt::UserError(absl::InvalidArgumentError(absl::StrCat("cannot ", what, " ", path)));
}

/// What the diagnostics before it come to: the file was read, and they are about what it says.
absl::Status notReadable(const std::string &path) {
  if (absl::EndsWith(path, ".onnx"))
    return cannot("import", path);
  return rt::UserError(absl::InvalidArgumentError(absl::StrCat(path, " is no valid graph")));
}

rt::Argument toArgument(Type type, StringAttr name, const std::string &fallback, SymbolScope &scope) {
  auto tensor = cast<RankedTensorType>(type);
  rt::Argument argument;
  argument.name = name ? name.str() : fallback;
  argument.type = toRuntimeType(tensor.getElementType());
  for (AffineExpr extent : scope.extents(tensor))
    argument.dims.push_back(toPlanExpr(extent));
  return argument;
}

FailureOr<Stage> stageOf(StringRef name) {
  constexpr std::pair<const char *, Stage> stages[] = {{"sinter", Stage::kSinter}, {"groups", Stage::kGroups},
                                                       {"kernel", Stage::kKernel}, {"thread", Stage::kThread},
                                                       {"cuda", Stage::kCuda},     {"plan", Stage::kPlan}};
  for (auto [known, stage] : stages)
    if (name == known)
      return stage;
  return failure();
}

} // namespace

Graph::Graph(std::unique_ptr<State> state) : state(std::move(state)) {}
Graph::~Graph() = default;

/// Whether @main or another function reads weights from files.
static bool hasExternalFiles(ModuleOp module) {
  return module
      .walk([](ParameterOp op) {
        return isa_and_present<ExternalAttr>(op.getSource().value_or(Attribute())) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Has the interpreter read the parameters that have files from there, whatever source they have.
static absl::Status supplyConstants(ModuleOp module, const std::map<std::string, std::string> &files,
                                    reference::InterpreterOptions &options) {
  std::set<std::string> unknown;
  for (const auto &[name, file] : files)
    unknown.insert(name);
  module.walk([&](ParameterOp op) {
    if (!files.count(op.getName().str()))
      return;
    unknown.erase(op.getName().str());
    op.removeSourceAttr();
  });
  if (!unknown.empty())
    return rt::UserError(absl::InvalidArgumentError(
        absl::StrCat("--constant names `", *unknown.begin(), "`, which is no parameter of the graph")));
  options.parameter = [&files](StringRef name, rt::ElementType type,
                               ArrayRef<int64_t>) -> absl::StatusOr<rt::HostTensor> {
    auto file = files.find(name.str());
    if (file == files.end())
      return absl::NotFoundError(absl::StrCat("it has no source; give --constant=", name.str(), "=FILE.npy"));
    rt::NpyReadOptions npy;
    npy.expected = type;
    return rt::ReadNpyFile(file->second, npy);
  };
  return absl::OkStatus();
}

absl::StatusOr<Tuning> readTuning(const std::string &path, const std::string &gpu) {
  if (path.empty())
    return gpu.empty() ? absl::StatusOr<Tuning>(Tuning()) : absl::InvalidArgumentError("--tuning-gpu is of a file that --tuning names");
  if (!std::filesystem::exists(path))
    return rt::UserError(absl::NotFoundError(absl::StrCat("cannot read ", path, ": ", std::strerror(ENOENT))));
  absl::StatusOr<TuningFile> file = TuningFile::read(path);
  if (!file.ok())
    return file.status();
  return Tuning{std::make_shared<const TuningFile>(*std::move(file)), gpu};
}

std::string folderOf(const std::string &path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

absl::StatusOr<std::unique_ptr<Graph>> Graph::read(const std::string &path, const GraphSettings &settings) {
  DialectRegistry registry;
  registerAllDialects(registry);
  auto state = std::make_unique<State>(registry);
  state->path = path;
  state->settings = settings;
  GraphOptions options;
  options.generateWeights = settings.generateWeights;
  options.dims = settings.dims;
  bool isFolder = std::filesystem::is_directory(path);
  if (path != "-" && (isFolder || !std::ifstream(path)))
    return rt::UserError(absl::NotFoundError(
        absl::StrCat("cannot read ", path, ": ", isFolder ? "it is a folder" : std::strerror(errno))));
  if (settings.progress)
    settings.progress("reading the graph");
  FailureOr<OwningOpRef<ModuleOp>> module = readGraph(path, &state->context, options);
  if (failed(module))
    return notReadable(path);
  state->module = std::move(*module);
  return std::unique_ptr<Graph>(new Graph(std::move(state)));
}

SkinnyProducts skinnyProductsOf(const std::string &name) {
  auto it = std::find(std::begin(skinnyProductsNames), std::end(skinnyProductsNames), name);
  return it == std::end(skinnyProductsNames) ? SkinnyProducts::kAuto : static_cast<SkinnyProducts>(it - std::begin(skinnyProductsNames));
}

absl::StatusOr<std::unique_ptr<Graph>> Graph::readKept(const std::string &path, GraphSettings settings) {
  absl::StatusOr<std::shared_ptr<const rt::Plan>> plan = rt::Plan::Load(path);
  if (!plan.ok())
    return plan.status();
  const std::optional<rt::KeptGraph> &kept = (*plan)->model().graph;
  if (!kept)
    return rt::UserError(absl::InvalidArgumentError(absl::StrCat(path, " keeps no graph: it has kernels and not what they were made of. Compile it by `sinter compile "
                                                                       "--keep-graph`, or give the graph, and the plan as -o")));
  absl::StatusOr<absl::Span<const uint8_t>> text = (*plan)->Section(kept->section);
  if (!text.ok())
    return text.status();
  settings.fusion = kept->fusion;
  settings.strict = kept->strict;
  if (kept->skinny_products >= std::size(skinnyProductsNames))
    return rt::UserError(absl::InvalidArgumentError(absl::StrCat(path, ": made with --skinny-products number ", kept->skinny_products, ", which this compiler does not know")));
  settings.skinnyProducts = static_cast<SkinnyProducts>(kept->skinny_products);
  settings.mergeProducts = kept->merge_products;
  DialectRegistry registry;
  registerAllDialects(registry);
  auto state = std::make_unique<State>(registry);
  // External files are named from there.
  state->path = kept->folder.empty() ? path : folderOf(path) + "/" + kept->folder + "/" + llvm::sys::path::filename(path).str();
  state->settings = std::move(settings);
  GraphOptions options;
  options.dims = state->settings.dims;
  options.text.emplace(reinterpret_cast<const char *>(text->data()), text->size());
  FailureOr<OwningOpRef<ModuleOp>> module = readGraph("the graph of " + path, &state->context, options);
  if (failed(module))
    return notReadable("what " + path + " keeps");
  state->module = std::move(*module);
  return std::unique_ptr<Graph>(new Graph(std::move(state)));
}

std::string Graph::folder() const { return folderOf(state->path); }

absl::StatusOr<GraphPlan> Graph::compile(const std::vector<std::string> &targets) { return compileTuned(targets, state->settings.tuning); }

absl::StatusOr<GraphPlan> Graph::compileTuned(const std::vector<std::string> &targets, const Tuning &tuning) {
  CompileOptions options = state->compileOptions(targets);
  if (absl::Status pinned = state->addPins(tuning, options); !pinned.ok())
    return pinned;
  std::vector<std::unique_ptr<WatchedCompiler>> compilers;
  for (const std::string &target : targets) {
    auto compiler = rt::CreateKernelCompiler(target, state->settings.cache);
    if (!compiler.ok())
      return compiler.status();
    compilers.push_back(std::make_unique<WatchedCompiler>(*std::move(compiler)));
    options.targets.push_back({target, compilers.back().get()});
  }
  OwningOpRef<ModuleOp> module = state->copy();
  bool isApartFromFiles = false;
  if (!state->settings.planFolder.empty() && hasExternalFiles(*module)) {
    absl::StatusOr<std::string> below = rt::RelativeBelow(state->settings.planFolder, folderOf(state->path));
    isApartFromFiles = !below.ok();
    options.graphFolder = below.value_or("") == "." ? "" : below.value_or("");
  }
  FailureOr<CompiledPlan> compiled = compileToPlan(*module, options);
  if (failed(compiled)) {
    absl::Status status = cannot("compile", state->path);
    for (const auto &compiler : compilers)
      if (compiler->hasFailed())
        status = rt::MachineError(status);
    return status;
  }
  GraphPlan plan;
  plan.bytes = std::move(compiled->bytes);
  plan.isApartFromFiles = isApartFromFiles;
  plan.stats = compiled->stats;
  plan.stages = std::move(compiled->stages);
  plan.resources = std::move(compiled->resources);
  for (const SpillReport &spill : compiled->spillReports)
    plan.spillReports.push_back(spill.kernel + ": " + spill.text);
  for (size_t i = 0; i < targets.size(); ++i) {
    rt::KernelCacheStats stats = compilers[i]->stats();
    (absl::StartsWith(targets[i], "cpu") ? plan.hostCompiles : plan.nvrtcCompiles) += stats.compiles;
    plan.cacheHits += stats.hits;
  }
  return plan;
}

absl::StatusOr<std::string> Graph::print(const std::string &stage, const std::vector<std::string> &targets) {
  FailureOr<Stage> known = stageOf(stage);
  if (failed(known))
    return rt::UserError(absl::InvalidArgumentError(absl::StrCat("unknown stage `", stage, "`")));
  OwningOpRef<ModuleOp> module = state->copy();
  CompileOptions options = state->compileOptions(targets);
  if (absl::Status pinned = state->addPins(state->settings.tuning, options); !pinned.ok())
    return pinned;
  FailureOr<std::string> text = compileToText(*module, *known, options);
  if (failed(text))
    return cannot("compile", state->path);
  return std::move(*text);
}

absl::StatusOr<std::vector<DistinctKernel>> Graph::findKernels(const std::string &target, size_t candidates) {
  absl::StatusOr<std::unique_ptr<rt::CachingCompiler>> compiler = rt::CreateKernelCompiler(target, state->settings.cache);
  if (!compiler.ok())
    return compiler.status();
  state->formCompiler = std::make_unique<TextCompiler>(*std::move(compiler));
  CompileOptions options = state->compileOptions({target});
  FailureOr<std::unique_ptr<KernelForms>> forms = KernelForms::create(state->copy(), options, candidates);
  if (failed(forms))
    return cannot("compile", state->path);
  state->forms = std::move(*forms);
  return state->forms->getKernels();
}

std::string Graph::kernelCompiler() const {
  std::string identity = state->formCompiler->Identity();
  return identity.substr(0, identity.find(';'));
}

/// What a kernel alone comes to by `schedule`; its diagnostics are the status.
static absl::StatusOr<GraphPlan> compileForm(const KernelForms &forms, TextCompiler &compiler, size_t number, const std::string &schedule, MLIRContext *context) {
  std::string fault;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (fault.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      fault = diagnostic.str();
  });
  CompileOptions options = forms.getOptions();
  options.progress = nullptr;
  options.relievesSpills = schedule.empty();
  options.targets.push_back({options.pipeline.targets.front(), &compiler});
  FailureOr<OwningOpRef<ModuleOp>> alone = forms.isolate(number, schedule);
  if (failed(alone))
    return absl::InvalidArgumentError(fault);
  FailureOr<CompiledPlan> compiled = compileScheduledKernels(**alone, options);
  if (failed(compiled))
    return absl::InvalidArgumentError(fault);
  for (const rt::KernelResources &kernel : compiled->resources)
    if (int64_t spilled = kernel.spill_store_bytes + kernel.spill_load_bytes; spilled > 0 && !schedule.empty())
      return absl::FailedPreconditionError(absl::StrCat("it spills ", spilled, " bytes of registers a thread"));
  GraphPlan plan;
  plan.bytes = std::move(compiled->bytes);
  plan.stats = compiled->stats;
  plan.resources = std::move(compiled->resources);
  for (const SpillReport &spill : compiled->spillReports)
    plan.spillReports.push_back(spill.kernel + ": " + spill.text);
  return plan;
}

std::vector<absl::StatusOr<GraphPlan>> Graph::compileKernel(size_t number, const std::vector<std::string> &schedules) {
  const KernelForms &forms = *state->forms;
  std::vector<rt::KernelSource> sources;
  for (const std::string &schedule : schedules)
    if (absl::StatusOr<KernelForm> form = forms.print(number, schedule); form.ok())
      sources.insert(sources.end(), form->sources.begin(), form->sources.end());
  state->formCompiler->compileAhead(sources, forms.getOptions().pipeline.targets.front());
  std::vector<absl::StatusOr<GraphPlan>> plans;
  for (const std::string &schedule : schedules)
    plans.push_back(compileForm(forms, *state->formCompiler, number, schedule, &state->context));
  return plans;
}

absl::StatusOr<std::string> Graph::extractGroup(unsigned number, const std::vector<std::string> &targets) {
  OwningOpRef<ModuleOp> module = state->copy();
  FailureOr<OwningOpRef<ModuleOp>> group = sinter::extractGroup(*module, number, state->compileOptions(targets));
  if (failed(group))
    return cannot("extract a group of", state->path);
  std::string text;
  llvm::raw_string_ostream os(text);
  (*group)->print(os);
  os << "\n";
  return text;
}

/// Each name of `dims` is a symbol of `entry`, and its value in the symbol's range.
static absl::Status checkDims(const std::string &path, const rt::Entry &entry, const std::map<std::string, int64_t> &dims) {
  for (const auto &[name, value] : dims) {
    std::vector<std::string> names;
    const rt::Symbol *found = nullptr;
    for (const rt::Symbol &symbol : entry.symbols) {
      names.push_back(symbol.name);
      found = symbol.name == name ? &symbol : found;
    }
    if (!found)
      return rt::UserError(absl::InvalidArgumentError(absl::StrCat(path, ": --dim names `", name, "`, but ", names.empty() ? "the entry has no named dimension" : "there are: ",
                                                                   absl::StrJoin(names, ", "))));
    if (value < found->min || value > found->max || (found->divisor > 1 && value % found->divisor != 0))
      return rt::UserError(absl::InvalidArgumentError(absl::StrCat(path, ": --dim=", name, "=", value, ": expected a value from ", found->min, " to ", found->max,
                                                                   found->divisor > 1 ? absl::StrCat(" that ", found->divisor, " divides") : "")));
  }
  return absl::OkStatus();
}

absl::StatusOr<FusionReport> Graph::explain(const ExplainSettings &explain) {
  absl::StatusOr<rt::Entry> entry = signature();
  if (!entry.ok())
    return entry.status();
  if (absl::Status checked = checkDims(state->path, *entry, explain.dims); !checked.ok())
    return checked;
  // Extents that no graph may have cannot be counted.
  OwningOpRef<ModuleOp> fixed = state->copy();
  bool isCountable = explain.dims.empty() || succeeded(fixSymbols(*fixed, explain.dims));
  if (!isCountable || !llvm::all_of(fixed->getOps<func::FuncOp>(), [](func::FuncOp function) { return succeeded(checkGraph(function)); }))
    return cannot("explain", state->path);
  MachineModel machine = findMachineModel(explain.target);
  machine.gigabytesPerSecond = explain.bandwidth.value_or(machine.gigabytesPerSecond);
  machine.launchMicroseconds = explain.launchMicroseconds.value_or(machine.launchMicroseconds);
  machine.isGiven = explain.bandwidth || explain.launchMicroseconds;
  OwningOpRef<ModuleOp> module = state->copy();
  // The names of an ONNX model's dimensions say no more than that they vary.
  std::map<std::string, int64_t> assumed;
  constexpr int64_t assumedOfOnnx = 128;
  if (absl::EndsWith(state->path, ".onnx"))
    for (const rt::Symbol &symbol : entry->symbols)
      assumed[symbol.name] = std::clamp(assumedOfOnnx, symbol.min, symbol.max);
  auto builder = std::make_unique<ReportBuilder>(*module, state->settings.entry, explain.dims, assumed, machine);
  CompileOptions options = state->compileOptions({explain.target});
  if (absl::Status pinned = state->addPins(state->settings.tuning, options); !pinned.ok())
    return pinned;
  options.observe = [&](std::optional<Stage> stage, ModuleOp now) { builder->add(stage, now); };
  // Only a GPU's code tells registers.
  std::unique_ptr<rt::CachingCompiler> compiler;
  if (explain.makesCode && !absl::StartsWith(explain.target, "cpu")) {
    absl::StatusOr<std::unique_ptr<rt::CachingCompiler>> created = rt::CreateKernelCompiler(explain.target, state->settings.cache);
    if (created.ok()) {
      compiler = *std::move(created);
      options.targets.push_back({explain.target, compiler.get()});
    }
  }
  FailureOr<CompiledPlan> compiled = compileToPlan(*module, options);
  std::vector<SpillReport> spillReports = succeeded(compiled) ? compiled->spillReports : std::vector<SpillReport>();
  if (succeeded(compiled) && !compiled->reliefs.empty()) {
    // What was shown to the builder is not what became of kernels that spilled: once more, with what was learnt.
    options.reliefs = compiled->reliefs;
    module = state->copy();
    builder = std::make_unique<ReportBuilder>(*module, state->settings.entry, explain.dims, assumed, machine);
    compiled = compileToPlan(*module, options);
  }
  if (failed(compiled))
    return cannot("compile", state->path);
  builder->addResources(compiled->resources);
  if (!options.productPins.empty()) {
    absl::StatusOr<std::shared_ptr<const rt::Plan>> plan = rt::Plan::FromBytes(compiled->bytes);
    if (!plan.ok())
      return plan.status();
    builder->addPins((*plan)->model());
  }
  for (const SpillReport &spill : spillReports)
    builder->addRelief(spill.kernel, spill.text, spill.isCut);
  FusionReport report = builder->finish();
  report.graph = state->path;
  report.target = explain.target;
  return report;
}

absl::StatusOr<rt::Entry> Graph::signature() {
  absl::StatusOr<func::FuncOp> function = state->entry();
  if (!function.ok())
    return function.status();
  for (Type type : llvm::concat<const Type>(function->getArgumentTypes(), function->getResultTypes()))
    if (!isa<RankedTensorType>(type) || !hasKnownExtents(type))
      return rt::UserError(absl::InvalidArgumentError(
          absl::StrCat(state->path, ": expected arguments and results of @", state->settings.entry,
                       " to be tensors whose extents are integers or have names")));
  rt::Entry entry;
  entry.name = state->settings.entry;
  SymbolScope scope(&state->context);
  for (unsigned i = 0; i < function->getNumArguments(); ++i)
    entry.inputs.push_back(toArgument(function->getArgumentTypes()[i], function->getArgAttrOfType<StringAttr>(i, "sinter.name"),
                                      absl::StrCat("arg", i), scope));
  for (unsigned i = 0; i < function->getNumResults(); ++i)
    entry.outputs.push_back(toArgument(function->getResultTypes()[i],
                                       function->getResultAttrOfType<StringAttr>(i, "sinter.name"),
                                       absl::StrCat("result", i), scope));
  for (const std::string &name : scope.names()) {
    RangeAttr range = getSymbolRange(*function, name);
    entry.symbols.push_back({name, range.getMin(), range.getMax(), range.getDivisor()});
  }
  return entry;
}

absl::StatusOr<std::vector<rt::HostTensor>> Graph::evaluate(const std::vector<int64_t> &symbols,
                                                            const std::vector<rt::HostTensor> &inputs) {
  absl::StatusOr<rt::Entry> entry = signature();
  if (!entry.ok())
    return entry.status();
  reference::Bindings bindings;
  for (size_t i = 0; i < symbols.size(); ++i)
    bindings[entry->symbols[i].name] = symbols[i];
  std::vector<const rt::HostTensor *> arguments;
  for (const rt::HostTensor &input : inputs)
    arguments.push_back(&input);
  reference::InterpreterOptions options;
  options.externalDirectory = folderOf(state->path);
  OwningOpRef<ModuleOp> module = state->copy();
  if (absl::Status supplied = supplyConstants(*module, state->settings.constantFiles, options); !supplied.ok())
    return supplied;
  auto function = module->lookupSymbol<func::FuncOp>(state->settings.entry);
  FailureOr<std::vector<rt::HostTensor>> results = reference::evaluate(function, arguments, options, bindings);
  if (failed(results))
    return cannot("evaluate", state->path);
  return std::move(*results);
}

uint64_t Graph::countOperators() {
  absl::StatusOr<func::FuncOp> function = state->entry();
  return function.ok() ? summarizeTraffic(*function).operators : 0;
}

} // namespace sinter
