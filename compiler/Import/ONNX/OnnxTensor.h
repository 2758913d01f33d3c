// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of a model: their types, sizes and values.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXTENSOR_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXTENSOR_H

#include "compiler/Import/ONNX/OnnxImporter.h"
#include "compiler/Import/ONNX/OnnxModel.h"
#include "compiler/Import/ONNX/WeightSidecar.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace sinter {

/// The element type that the number `dataType` names in ONNX, or null where there is none here.
mlir::Type getOnnxElementType(mlir::MLIRContext *context, int32_t dataType);
/// ONNX's word for `dataType`.
std::string getOnnxTypeName(int32_t dataType);

/// What an initializer or a constant's tensor is: its values, or where they come from.
struct TensorData {
  mlir::RankedTensorType type;
  /// The values, or null.
  mlir::DenseElementsAttr values;
  /// `#sinter.generated` or `#sinter.external` where there are no values.
  mlir::Attribute source;
};

/// Decodes tensors of one model.
class TensorReader {
public:
  TensorReader(const OnnxModel &model, const OnnxImportOptions &options) : model(model), options(options) {}

  /// Type and values of `tensor`, called `name`; errors are emitted at `location`.
  llvm::FailureOr<TensorData> read(const sinter_onnx::TensorProto &tensor, llvm::StringRef name, mlir::Location location);

private:
  llvm::FailureOr<TensorData> readExternal(const sinter_onnx::TensorProto &tensor, llvm::StringRef name, mlir::RankedTensorType type,
                                           uint64_t bytes, mlir::Location location);
  llvm::FailureOr<TensorData> readStripped(llvm::StringRef name, mlir::RankedTensorType type, uint64_t bytes, mlir::Location location);

  const OnnxModel &model;
  const OnnxImportOptions &options;
  std::optional<WeightSidecar> sidecar;
};

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXTENSOR_H
