// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading, compilation and diagnostics of a graph as the tools do them, in contexts that are shared by many inputs.

#include "test/Fuzz/graph_reading.h"

#include <memory>

#include "compiler/Pipelines/Pipelines.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "runtime/plan/plan.h"

using namespace mlir;

namespace sinter::fuzz {
namespace {

/// Where `location` points to: a line of a file, or a value of one.
void print(Location location, llvm::raw_ostream& os) {
  if (auto line = dyn_cast<FileLineColRange>(location))
    os << line.getFilename().getValue() << ":" << line.getStartLine() << ":" << line.getStartColumn();
  else if (auto name = dyn_cast<NameLoc>(location)) {
    print(name.getChildLoc(), os);
    os << ": in `" << name.getName().getValue() << "`";
  } else if (auto call = dyn_cast<CallSiteLoc>(location))
    print(call.getCallee(), os);
  else if (auto fused = dyn_cast<FusedLoc>(location); fused && !fused.getLocations().empty())
    print(fused.getLocations().front(), os);
  else
    os << location;
}

/// One context for many files, since making one takes longer than reading a small file; a new one now and then, since
/// what is uniqued in it is never freed.
MLIRContext& sharedContext() {
  static std::unique_ptr<MLIRContext> context;
  static unsigned uses = 0;
  if (!context || ++uses % 512 == 0) {
    DialectRegistry registry;
    registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
  }
  return *context;
}

}  // namespace

absl::Status readAndCompile(const std::string& path, const GraphOptions& options) {
  MLIRContext& context = sharedContext();
  std::string first;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic& diagnostic) {
    std::string message;
    llvm::raw_string_ostream os(message);
    // Notes are made and printed too, since tools print them.
    print(diagnostic.getLocation(), os);
    os << ": " << diagnostic;
    for (Diagnostic& note : diagnostic.getNotes()) os << "\n" << note;
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && first.empty()) first = message;
    return success();
  });
  auto refused = [&] { return absl::InvalidArgumentError(first.empty() ? "no error was said" : first); };
  FailureOr<OwningOpRef<ModuleOp>> module = readGraph(path, &context, options);
  if (failed(module)) return refused();
  OwningOpRef<ModuleOp> copy((*module)->clone());
  FailureOr<CompiledPlan> compiled = compileToPlan(**module, {});
  if (failed(compiled)) return refused();
  CompileOptions plain;
  plain.pipeline.fusion = false;
  plain.pipeline.numerics = Numerics::kStrict;
  if (failed(compileToPlan(*copy, plain)))
    return absl::InternalError(path + ": compiles with fusion, but not without: " + first);
  auto plan = rt::Plan::FromBytes(std::move(compiled->bytes), "plan of " + path);
  return plan.ok() ? absl::OkStatus()
                   : absl::InternalError("a plan that the compiler wrote is refused: " +
                                         std::string(plan.status().message()));
}

}  // namespace sinter::fuzz
