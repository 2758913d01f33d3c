// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The .json file beside a model whose weights were stripped: statistics and values to make weights from.

#ifndef SINTER_COMPILER_IMPORT_ONNX_WEIGHTSIDECAR_H
#define SINTER_COMPILER_IMPORT_ONNX_WEIGHTSIDECAR_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

#include <string>

namespace sinter {

/// What the file says of one stripped tensor.
struct StrippedTensor {
  double mean = 0, std = 0, min = 0, max = 0;
  /// Base64 of a zlib stream of the raw little-endian bytes; empty where the values follow the statistics.
  std::string zlib64;
};

using WeightSidecar = llvm::StringMap<StrippedTensor>;

/// The .json file beside the model in `modelPath`.
std::string weightSidecarPath(llvm::StringRef modelPath);

/// The stripped tensors, by name, that the .json file beside the model in `modelPath` lists.
llvm::FailureOr<WeightSidecar> readWeightSidecar(llvm::StringRef modelPath, mlir::Location location);

/// The `size` bytes that `zlib64` stands for; fails where it is no such stream or of another length.
llvm::FailureOr<std::string> inflateBytes(llvm::StringRef zlib64, size_t size);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_WEIGHTSIDECAR_H
