// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of the ONNX importer share: import with the errors collected, and evaluation by the reference.

#ifndef SINTER_TEST_IMPORT_ONNX_IMPORTHELPERS_H
#define SINTER_TEST_IMPORT_ONNX_IMPORTHELPERS_H

#include "compiler/Import/ONNX/OnnxImporter.h"
#include "compiler/Reference/Interpreter.h"

#include "mlir/IR/MLIRContext.h"

#include <string>
#include <vector>

namespace sinter::testing {

/// A context of its own, a module or the errors that there were instead.
struct Imported {
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string errors;

  mlir::func::FuncOp main() const;
  /// The text without locations.
  std::string text() const;
  /// The name of argument or result `i`.
  std::string argumentName(unsigned i) const;
  std::string resultName(unsigned i) const;
};

Imported import(const std::string &path, const OnnxImportOptions &options = {});

/// The results of @main; an empty list where there were errors, which are added to `imported`'s.
std::vector<rt::HostTensor> evaluate(Imported &imported, const std::vector<rt::HostTensor> &arguments);

} // namespace sinter::testing

#endif // SINTER_TEST_IMPORT_ONNX_IMPORTHELPERS_H
