// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are views of another's memory, and where a library may write its result.

#ifndef SINTER_COMPILER_ANALYSIS_VIEWS_H
#define SINTER_COMPILER_ANALYSIS_VIEWS_H

#include "dialects/Sinter/IR/Sinter.h"

namespace sinter {

/// A view and the value whose buffer it is in.
struct BufferView {
  mlir::Value base;
  StridedView view;
};

/// How a tensor of `type` lies under `layout`, which may be null: dense.
StridedView declaredView(mlir::RankedTensorType type, LayoutAttr layout, SymbolScope &scope);

/// How `value`'s own buffer lies: as its argument's or result's `sinter.layout` says, else dense.
StridedView bufferLayout(mlir::Value value, SymbolScope &scope);

/// Bytes to which the first element of `value`'s own buffer is aligned at least.
int64_t bufferAlignment(mlir::Value value);

/// `value` as a view of the first value above it that has a buffer: through shape operators as long as they only
/// renumber memory. The base is `value` itself where it is no such operator.
BufferView resolveView(mlir::Value value, SymbolScope &scope);

/// Whether a library can read `view` as a matrix operand: one of the last two strides is 1 (or its extent is), none is
/// negative, and neither of the two repeats its elements.
bool isMatrixView(const StridedView &view);

/// The chain of shape operators after the result of a library call that only renumber memory, up to the last one whose
/// value is needed as memory (by a library or the function's return, directly or as a view): the library writes that
/// value's buffer itself. One that adds a bias writes rows, since the bias runs along what is consecutive.
/// Empty where there is no such chain.
llvm::SmallVector<mlir::Operation *> destinationChain(mlir::Value result, SymbolScope &scope);

/// The view, of the buffer of the chain's last value, that `result` must be written through.
StridedView destinationView(mlir::Value result, llvm::ArrayRef<mlir::Operation *> chain, SymbolScope &scope);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_VIEWS_H
