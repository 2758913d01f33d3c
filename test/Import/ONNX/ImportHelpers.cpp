// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Import and evaluation with the errors collected.

#include "test/Import/ONNX/ImportHelpers.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace sinter::testing {

func::FuncOp Imported::main() const { return module.get().lookupSymbol<func::FuncOp>("main"); }

std::string Imported::text() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (module)
    module.get()->print(stream, OpPrintingFlags().elideLargeElementsAttrs(64));
  return text;
}

std::string Imported::argumentName(unsigned i) const { return main().getArgAttrOfType<StringAttr>(i, "sinter.name").str(); }
std::string Imported::resultName(unsigned i) const { return main().getResultAttrOfType<StringAttr>(i, "sinter.name").str(); }

/// Adds the errors of `context` to `errors`, location first.
static ScopedDiagnosticHandler collect(MLIRContext *context, std::string &errors) {
  return ScopedDiagnosticHandler(context, [&errors](Diagnostic &diagnostic) {
    llvm::raw_string_ostream stream(errors);
    stream << diagnostic.getLocation() << ": " << diagnostic << "\n";
    return success();
  });
}

Imported import(const std::string &path, const OnnxImportOptions &options) {
  Imported imported;
  imported.context = std::make_unique<MLIRContext>();
  ScopedDiagnosticHandler handler = collect(imported.context.get(), imported.errors);
  auto module = importOnnx(path, imported.context.get(), options);
  if (succeeded(module))
    imported.module = std::move(*module);
  return imported;
}

std::vector<rt::HostTensor> evaluate(Imported &imported, const std::vector<rt::HostTensor> &arguments) {
  ScopedDiagnosticHandler handler = collect(imported.context.get(), imported.errors);
  std::vector<const rt::HostTensor *> pointers;
  for (const rt::HostTensor &argument : arguments)
    pointers.push_back(&argument);
  auto results = reference::evaluate(imported.main(), pointers);
  return succeeded(results) ? std::move(*results) : std::vector<rt::HostTensor>();
}

} // namespace sinter::testing
