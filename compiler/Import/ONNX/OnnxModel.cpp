// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and parses a model file.

#include "compiler/Import/ONNX/OnnxModel.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

#include <limits>

using namespace mlir;

namespace sinter {

int64_t OnnxModel::opset() const {
  for (const auto &import : proto.opset_import())
    if (import.domain().empty() || import.domain() == "ai.onnx")
      return import.version();
  return 0;
}

FailureOr<std::unique_ptr<OnnxModel>> readOnnxModel(StringRef path, Location location) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return emitError(location) << "cannot read `" << path << "`: " << buffer.getError().message(), failure();
  size_t size = (*buffer)->getBufferSize();
  if (size > static_cast<size_t>(std::numeric_limits<int>::max()))
    return emitError(location) << "expected a model file below 2 GiB, but `" << path << "` has " << size << " bytes", failure();
  auto model = std::make_unique<OnnxModel>();
  model->path = path.str();
  if (!model->proto.ParseFromArray((*buffer)->getBufferStart(), static_cast<int>(size)) || !model->proto.has_graph())
    return emitError(location) << "expected `" << path << "` to hold an ONNX model, but it cannot be parsed as one", failure();
  return model;
}

} // namespace sinter
