// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads an ONNX model and makes a module of the `sinter` dialect of it.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXIMPORTER_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXIMPORTER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>

namespace sinter {

struct OnnxModel;

struct OnnxImportOptions {
  /// Weights that were stripped from the model (location `__stripped__`) are made from the statistics in the .json
  /// file beside it. Without this such a weight is an error.
  bool generateWeights = false;
  /// Extents of named dimensions that are to be fixed, by name.
  std::map<std::string, int64_t> dims;
  /// The range of each named dimension that is not fixed, unless the model's operators narrow it.
  int64_t symbolMin = 1;
  int64_t symbolMax = 32768;
};

/// The graph of the model in file `path` as one function `@main`. Its arguments and results carry the graph's names in
/// `sinter.name`, its dynamic dimensions are declared in `sinter.symbols`. Values that depend on constants and extents
/// alone are computed here. Inline weights become `sinter.constant`, external and generated ones `sinter.parameter`
/// (a file in `#sinter.external` is `path`'s or the data folder's, joined with the model's relative name).
/// Locations are the nodes' names. On failure, errors have been emitted at such locations; operators that are not
/// supported are listed in one error. Calls of the model's own functions become the nodes of their bodies.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> importOnnx(llvm::StringRef path, mlir::MLIRContext *context,
                                                              const OnnxImportOptions &options = {});
/// The same of a model in memory, which has no functions of its own.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> importOnnx(const OnnxModel &model, mlir::MLIRContext *context,
                                                              const OnnxImportOptions &options = {});

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXIMPORTER_H
