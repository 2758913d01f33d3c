// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model file in memory, and where it came from.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXMODEL_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXMODEL_H

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/LogicalResult.h"

#include "sinter_onnx.pb.h"

#include <memory>
#include <string>

namespace sinter {

/// A parsed model.
struct OnnxModel {
  std::string path;
  sinter_onnx::ModelProto proto;

  /// The version of the standard operators that the model imports; 0 where it imports none.
  int64_t opset() const;
};

/// Reads the model in file `path`; errors are emitted at `location`.
llvm::FailureOr<std::unique_ptr<OnnxModel>> readOnnxModel(llvm::StringRef path, mlir::Location location);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXMODEL_H
