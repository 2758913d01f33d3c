// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small tensors that the importer computes itself: shapes, axes and scalars, whose integers may depend on extents.

#ifndef SINTER_COMPILER_IMPORT_ONNX_HOSTTENSOR_H
#define SINTER_COMPILER_IMPORT_ONNX_HOSTTENSOR_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace sinter {

/// Row-major values on the host. Integers and bools are expressions over the importer's symbols, floats are doubles
/// that the element type holds exactly.
struct HostTensor {
  /// Larger tensors stay on the device's side.
  static constexpr int64_t maxElements = 1024;
  /// Whether tensors of `element` may be held here: i64, i32, i1, f32, f64.
  static bool holds(mlir::Type element);

  mlir::Type element;
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<mlir::AffineExpr> ints;
  llvm::SmallVector<double> floats;

  static HostTensor ofInts(mlir::Type element, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> values);
  static HostTensor ofExprs(mlir::Type element, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<mlir::AffineExpr> values);
  static HostTensor ofFloats(mlir::Type element, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<double> values);
  /// The values of `elements`, or nothing where they are too many or of another type.
  static std::optional<HostTensor> of(mlir::DenseElementsAttr elements);

  bool isFloat() const { return llvm::isa<mlir::FloatType>(element); }
  int64_t size() const { return isFloat() ? floats.size() : ints.size(); }
  /// The integers where none depends on an extent.
  std::optional<llvm::SmallVector<int64_t>> constants() const;
  /// The only element as a double, where it is known.
  std::optional<double> scalar() const;
  /// As an attribute, where no value depends on an extent.
  std::optional<mlir::DenseElementsAttr> toAttribute() const;
};

/// Rounds to what `element` holds.
double roundTo(mlir::Type element, double value);

/// Extents and what is computed of them. Constants wrap; products have their factors in one order, so that equal
/// products are equal expressions.
mlir::AffineExpr addExtents(mlir::AffineExpr a, mlir::AffineExpr b);
mlir::AffineExpr subExtents(mlir::AffineExpr a, mlir::AffineExpr b);
mlir::AffineExpr mulExtents(mlir::AffineExpr a, mlir::AffineExpr b);
/// a / b for b != 0, rounded toward zero, where both are constants, b divides a by its factors, or `a` is not negative
/// and `b` is a positive constant.
std::optional<mlir::AffineExpr> divExtents(mlir::AffineExpr a, mlir::AffineExpr b);
std::optional<int64_t> asConstant(mlir::AffineExpr expr);
/// Whether `expr` has at most `maxTerms` constants and symbols, counted as often as they stand in it.
constexpr unsigned maxTerms = 64;
bool isSmall(mlir::AffineExpr expr);

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_HOSTTENSOR_H
