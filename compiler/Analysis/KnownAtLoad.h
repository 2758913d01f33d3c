// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a graph depend on constants and parameters alone, and what of them lies in memory.

#ifndef SINTER_COMPILER_ANALYSIS_KNOWNATLOAD_H
#define SINTER_COMPILER_ANALYSIS_KNOWNATLOAD_H

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace sinter {

/// Operators of `function` whose value is known at load: what they are made of is, and so are the extents, which a fold's result does not show.
llvm::DenseSet<mlir::Operation *> findKnownAtLoad(mlir::func::FuncOp function);

/// Whether `op` repeats, cuts or renumbers one tensor's elements: computed at load its result would store more than it saves.
bool isViewOfKnown(mlir::Operation *op);

/// Whether `op` makes the elements of one tensor wider, and changes none: kernels do that to what they load for nothing.
bool isWidening(mlir::Operation *op);

/// What `value`, known at load, is a view of.
mlir::Value rootOfKnown(mlir::Value value);

/// What `reader` has of `value`, known at load, in memory: what that is a view of, and, where a kernel reads it, what is only widened on the way.
mlir::Value memoryOfKnown(mlir::Value value, mlir::Operation *reader);

/// What tells the memory of `root`, known at load and no view, from others', in all functions: the name of a parameter, a constant's values, else where it is computed.
mlir::Attribute identityOfKnown(mlir::Value root);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_KNOWNATLOAD_H
