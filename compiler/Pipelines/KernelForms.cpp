// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The distinct kernels of a graph, and modules with one of them alone.

#include "compiler/Pipelines/KernelForms.h"

#include "compiler/Analysis/KernelResources.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Pipelines/LooseSymbols.h"
#include "compiler/Schedule/Fingerprint.h"
#include "compiler/Schedule/ScheduleCandidates.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "absl/strings/str_cat.h"

#include <set>

using namespace mlir;

namespace sinter {

static std::string textOf(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

static LogicalResult lowerToThreads(ModuleOp module, const PipelineOptions &options) {
  PassManager pm = PassManager::on<ModuleOp>(module.getContext());
  pm.enableVerifier(false);
  buildThreadPipeline(pm, options);
  return success(succeeded(pm.run(module)) && succeeded(verify(module)));
}

FailureOr<std::unique_ptr<KernelForms>> KernelForms::create(OwningOpRef<ModuleOp> module, CompileOptions options, size_t most) {
  options.pins.clear();
  // Nothing of what these tell is of the forms.
  options.dump = nullptr;
  options.observe = nullptr;
  if (failed(compileToText(*module, Stage::kKernel, options)))
    return failure();
  std::unique_ptr<KernelForms> forms(new KernelForms(std::move(options)));
  forms->module = std::move(module);
  if (failed(forms->collect()) || failed(forms->findSharedLaunches()))
    return failure();
  forms->findCandidates(most);
  return forms;
}

LogicalResult KernelForms::collect() {
  std::map<std::string, SmallVector<kernel::FuncOp>> functions; // those to be launched for a name, the general one first
  for (auto function : module->getOps<kernel::FuncOp>()) {
    auto special = function->getAttrOfType<kernel::SpecializationAttr>("kernel.specializes");
    SmallVector<kernel::FuncOp> &own = functions[special ? special.getOf().getValue().str() : function.getSymName().str()];
    own.insert(special ? own.end() : own.begin(), function);
  }
  for (auto entry : module->getOps<func::FuncOp>()) {
    if (entry.getSymName() == "init")
      continue;
    for (auto call : entry.getOps<kernel::CallOp>()) {
      auto own = functions.find(call.getCallee().str());
      if (own == functions.end())
        return call.emitOpError("expected a kernel named ") << call.getCallee();
      for (kernel::FuncOp function : own->second)
        note(function, call);
    }
  }
  return success();
}

void KernelForms::note(kernel::FuncOp function, kernel::CallOp call) {
  auto [known, isNew] = numbers.try_emplace(function.getSymName().str(), kernels.size());
  if (isNew) {
    DistinctKernel kernel;
    kernel.name = function.getSymName().str();
    kernel.fingerprint = getFingerprint(function);
    kernel.rule = textOf(function.getScheduleAttr());
    if (auto special = function->getAttrOfType<kernel::SpecializationAttr>("kernel.specializes")) {
      auto general = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(call, special.getOf());
      kernel.divisors[cast<StringAttr>(general.getSymbols()[special.getSymbol()]).str()] = special.getDivisor();
    }
    auto same = llvm::find_if(kernels, [&](const DistinctKernel &other) { return other.fingerprint == kernel.fingerprint; });
    known->second = same - kernels.begin();
    if (same == kernels.end()) {
      kernels.push_back(std::move(kernel));
      places.push_back({function, call});
    }
  }
  ++kernels[known->second].launches;
}

LogicalResult KernelForms::findSharedLaunches() {
  OwningOpRef<ModuleOp> threads = module->clone();
  if (failed(lowerToThreads(*threads, options.pipeline)))
    return failure();
  for (auto function : threads->getOps<kernel::ThreadFuncOp>()) {
    auto merges = function->getAttrOfType<ArrayAttr>("kernel.merges");
    if (!merges || merges.size() < 2)
      continue;
    for (StringAttr name : merges.getAsRange<StringAttr>())
      if (auto number = numbers.find(name.str()); number != numbers.end())
        kernels[number->second].sharesLaunch = true;
  }
  return success();
}

void KernelForms::findCandidates(size_t most) {
  GpuTarget target = getModuleTarget(*module);
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    // Alone it would have the GPU to itself, and what is best there may keep it from its launch.
    if (kernel.sharesLaunch)
      continue;
    std::set<std::string> seen;
    if (absl::StatusOr<KernelForm> rule = print(number, ""); rule.ok())
      seen.insert(rule->identity);
    // Some come to the same text.
    for (kernel::ScheduleAttr schedule : findScheduleCandidates(places[number].function, target, 2 * most)) {
      if (kernel.candidates.size() == most)
        break;
      absl::StatusOr<KernelForm> form = print(number, textOf(schedule));
      if (form.ok() && seen.insert(form->identity).second)
        kernel.candidates.push_back(textOf(schedule));
    }
  }
}

FailureOr<OwningOpRef<ModuleOp>> KernelForms::isolate(size_t number, StringRef schedule) const {
  auto [function, call] = places[number];
  MLIRContext *context = function.getContext();
  OpBuilder b(context);
  OwningOpRef<ModuleOp> alone = ModuleOp::create(b, function.getLoc());
  (*alone)->setDiscardableAttrs((*module)->getDiscardableAttrDictionary());
  b.setInsertionPointToEnd(alone->getBody());
  auto made = cast<kernel::FuncOp>(b.clone(*function));
  if (!schedule.empty()) {
    auto given = dyn_cast_or_null<kernel::ScheduleAttr>(parseAttribute(schedule, context));
    if (!given)
      return function.emitError("expected a #kernel.schedule, but got `") << schedule << "`";
    made.setScheduleAttr(given);
    made->setAttr("kernel.pinned", b.getUnitAttr());
  }
  // A launch names the general kernel, and takes the companion where that holds.
  if (call.getCallee() != function.getSymName())
    b.clone(*SymbolTable::lookupSymbolIn(*module, call.getCalleeAttr()));
  auto caller = call->getParentOfType<func::FuncOp>();
  auto main = func::FuncOp::create(b, call.getLoc(), "main", b.getFunctionType(call.getInputs().getTypes(), call.getResultTypes()));
  if (Attribute symbols = caller->getAttr("sinter.symbols"))
    main->setAttr("sinter.symbols", symbols);
  b.setInsertionPointToEnd(main.addEntryBlock());
  auto again = kernel::CallOp::create(b, call.getLoc(), call.getResultTypes(), call.getCallee(), main.getArguments(), call.getInPlaceAttr());
  func::ReturnOp::create(b, call.getLoc(), again.getResults());
  for (auto [i, input] : llvm::enumerate(call.getInputs()))
    if (auto argument = dyn_cast<BlockArgument>(input))
      if (Attribute layout = caller.getArgAttr(argument.getArgNumber(), "sinter.layout"))
        main.setArgAttr(i, "sinter.layout", layout);
  for (auto [i, result] : llvm::enumerate(call.getResults())) {
    if (int64_t operand = call.getInPlace() ? (*call.getInPlace())[i] : -1; operand >= 0)
      main.setResultAttr(i, "sinter.tied", b.getI64IntegerAttr(operand));
    for (OpOperand &use : result.getUses())
      if (isa<func::ReturnOp>(use.getOwner()))
        if (Attribute layout = caller.getResultAttr(use.getOperandNumber(), "sinter.layout"))
          main.setResultAttr(i, "sinter.layout", layout);
  }
  SmallVector<std::string> symbols;
  for (Operation &op : *alone->getBody())
    if (auto one = dyn_cast<kernel::FuncOp>(op); one && one.getSymName() == call.getCallee())
      for (StringAttr symbol : one.getSymbols().getAsRange<StringAttr>())
        symbols.push_back(symbol.str());
  if (failed(bindLooseSymbols(main, symbols)))
    return failure();
  return alone;
}

absl::StatusOr<KernelForm> KernelForms::print(size_t number, StringRef schedule) const {
  std::string fault;
  kernel::FuncOp function = places[number].function;
  ScopedDiagnosticHandler handler(function.getContext(), [&](Diagnostic &diagnostic) {
    if (fault.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      fault = diagnostic.str();
  });
  FailureOr<OwningOpRef<ModuleOp>> alone = isolate(number, schedule);
  if (failed(alone) || failed(lowerToThreads(**alone, options.pipeline)))
    return absl::InvalidArgumentError(fault);
  FailureOr<std::vector<rt::KernelSource>> sources = printKernels(**alone, options);
  if (failed(sources))
    return absl::InvalidArgumentError(fault);
  KernelForm form;
  form.sources = std::move(*sources);
  GpuTarget target = getModuleTarget(**alone);
  for (auto threads : (*alone)->getOps<kernel::ThreadFuncOp>()) {
    if (int64_t bytes = findKernelResources(threads).sharedBytes; bytes > target.sharedBytes)
      return absl::InvalidArgumentError(absl::StrCat("it takes ", bytes, " bytes of shared memory of ", target.sharedBytes));
    absl::StrAppend(&form.identity, threads.getThreads(), " ", textOf(threads.getGridAttr()), "\n");
  }
  for (const rt::KernelSource &source : form.sources)
    for (StringRef line : llvm::split(source.text, '\n'))
      if (!line.ltrim().starts_with("//"))
        absl::StrAppend(&form.identity, line.str(), "\n");
  return form;
}

} // namespace sinter
