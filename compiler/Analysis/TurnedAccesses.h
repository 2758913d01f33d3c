// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses whose neighbouring elements lie along another dimension than the domain's last: transposes, seen from a kernel.

#ifndef SINTER_COMPILER_ANALYSIS_TURNEDACCESSES_H
#define SINTER_COMPILER_ANALYSIS_TURNEDACCESSES_H

#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

/// Fewer points of a dimension, or a shorter stride, are not worth a tile: the accesses of a warp meet in a few lines anyway.
inline constexpr int64_t fewestTurned = 16;

/// The view that a load reads or a store writes, null for other operations.
mlir::Value getAccessedView(mlir::Operation *op);

/// Whether neighbours along `across` are neighbours in memory for `access`, and those along the last dimension lie far apart. Its place and its predicate must be
/// functions of the domain's indices alone, so that another thread than the one that needs the element can find it.
bool isTurned(kernel::FuncOp function, mlir::Operation *access, unsigned across);

/// Whether neighbours along `across` are neighbours in memory in rising order, and nothing is asked of single ones.
bool walksForward(mlir::Operation *access, unsigned across);

/// Whether threads may take `vector` neighbours along `across` of each of `accesses` that walks it forward.
bool allowsVectorAcross(kernel::FuncOp function, llvm::ArrayRef<mlir::Operation *> accesses, unsigned across, int64_t vector);

/// The accesses that go through shared memory by `schedule`, of kind `tiles`.
llvm::SmallVector<mlir::Operation *> getTiledAccesses(kernel::FuncOp function, kernel::ScheduleAttr schedule);

/// Bytes of shared memory for a tile of `points` elements of `access`.
int64_t getTileBytes(mlir::Operation *access, int64_t points);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_TURNEDACCESSES_H
