// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of a graph while it is imported: tensors of the module, constants not yet in it, and the symbols in use.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXGRAPH_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXGRAPH_H

#include "compiler/Import/ONNX/HostTensor.h"
#include "compiler/Import/ONNX/OnnxTensor.h"

#include "dialects/Sinter/IR/Sinter.h"

#include "llvm/ADT/StringMap.h"

namespace sinter {

/// Lower and upper bound of an expression.
struct Bounds {
  int64_t low, high;
};

class OnnxGraph {
public:
  OnnxGraph(const OnnxModel &model, const OnnxImportOptions &options, mlir::OpBuilder &builder)
      : builder(builder), reader(model, options), options(options), scope(builder.getContext()) {}

  // Definitions; each fails, with an error at `location`, where the name has one already.
  llvm::LogicalResult define(llvm::StringRef name, mlir::Value value, mlir::Location location);
  llvm::LogicalResult define(llvm::StringRef name, HostTensor value, mlir::Location location);
  llvm::LogicalResult define(llvm::StringRef name, const sinter_onnx::TensorProto &tensor, mlir::Location location);
  bool isDefined(llvm::StringRef name) const { return values.contains(name); }
  /// What the value is by now, without making anything of it.
  mlir::Value tensorIfAny(llvm::StringRef name) const {
    auto it = values.find(name);
    return it != values.end() ? it->second.tensor : mlir::Value();
  }
  const HostTensor *hostIfAny(llvm::StringRef name) const {
    auto it = values.find(name);
    return it != values.end() && it->second.host ? &*it->second.host : nullptr;
  }

  /// The value in the module, made where it is first asked for; null after an error at `location`.
  mlir::Value tensor(llvm::StringRef name, mlir::Location location);
  /// The value where it is small and known here, else null.
  const HostTensor *host(llvm::StringRef name, mlir::Location location);
  /// The value's type; null after an error at `location`.
  mlir::RankedTensorType type(llvm::StringRef name, mlir::Location location);
  /// Decodes a tensor, as an initializer called `name` would be.
  llvm::FailureOr<TensorData> read(const sinter_onnx::TensorProto &tensor, llvm::StringRef name, mlir::Location location) {
    return reader.read(tensor, name, location);
  }

  SymbolScope &symbols() { return scope; }
  /// Whether `a` and `b`, which meet in an operator and must be equal, are made so by giving them one name or value: one is a
  /// symbol, the other a symbol or a number. This import is then to be given up and begun again with metExtents() in mind.
  bool meet(mlir::AffineExpr a, mlir::AffineExpr b);
  /// The extents that met first, if any did: a symbol, and what it equals.
  std::optional<std::pair<mlir::AffineExpr, mlir::AffineExpr>> metExtents() const { return met; }
  /// `expr` as a scalar tensor of i64, computed from the extents where it depends on any.
  mlir::Value extentTensor(mlir::AffineExpr expr, mlir::Location location);
  /// A tensor type of extents in the numbering of symbols().
  mlir::RankedTensorType makeType(llvm::ArrayRef<mlir::AffineExpr> extents, mlir::Type element) {
    return getTensorType(builder.getContext(), extents, scope.names(), element);
  }
  /// Bounds of `expr` over the ranges of its symbols.
  Bounds bounds(mlir::AffineExpr expr);
  /// Declares that `expr`, where it is a symbol, is at most `max`.
  void limit(mlir::AffineExpr expr, int64_t max);
  /// The declaration of the symbols in use.
  mlir::DictionaryAttr symbolRanges();

private:
  struct Entry {
    mlir::Value tensor;
    std::optional<HostTensor> host;
    const sinter_onnx::TensorProto *initializer = nullptr;
    std::optional<TensorData> data;
    /// The initializer cannot be decoded, which has been said.
    bool isBad = false;
  };
  /// The entry of `name` with an initializer decoded; null after an error.
  Entry *find(llvm::StringRef name, mlir::Location location);
  /// The values of `host`, some of which depend on extents, as a tensor.
  mlir::Value symbolicTensor(const HostTensor &host, mlir::Location location);
  Entry *add(llvm::StringRef name, mlir::Location location);

  mlir::OpBuilder &builder;
  TensorReader reader;
  const OnnxImportOptions &options;
  SymbolScope scope;
  std::optional<std::pair<mlir::AffineExpr, mlir::AffineExpr>> met;
  llvm::StringMap<Entry> values;
  llvm::StringMap<int64_t> symbolMax;
};

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXGRAPH_H
