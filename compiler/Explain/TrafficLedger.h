// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that operators and steps move through memory.

#ifndef SINTER_COMPILER_EXPLAIN_TRAFFICLEDGER_H
#define SINTER_COMPILER_EXPLAIN_TRAFFICLEDGER_H

#include "compiler/Explain/SymbolValues.h"
#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cstdint>

namespace sinter {

struct Traffic {
  uint64_t read = 0, written = 0;
  uint64_t total() const { return read + written; }
};

/// Constants, parameters, broadcasts and reshapes: they move nothing by themselves, whoever reads them reads their
/// source.
bool movesNothing(mlir::Operation *op);

/// What is read where `value` is: its source, seen through broadcasts and reshapes.
mlir::Value readSource(mlir::Value value);

/// Whether the function returns `value`, as it is or seen through the operators of which `isSeenThrough` holds.
bool isReturned(mlir::Value value, llvm::function_ref<bool(mlir::Operation *)> isSeenThrough);

/// What `op` (an operator or a group) reads as a step of its own: each source once, or as much of it as a shape
/// operator takes.
llvm::SmallVector<std::pair<mlir::Value, uint64_t>> countReads(mlir::Operation *op, const SymbolValues &values);

/// What a call moves of each of its kernel's views, while the kernel is in domain form; empty later.
llvm::SmallVector<Traffic> countViews(kernel::CallOp call, const SymbolValues &values);

/// What `op` (an operator, a group or a kernel call) moves as a step of its own: each operand is read once, or as much
/// of it as a shape operator takes, and each result is written once. Of a kernel in domain form it is what its loads
/// and stores reach.
Traffic countTraffic(mlir::Operation *op, const SymbolValues &values);

/// Sums over a function. Symbolic extents count as SymbolValues has them without any given.
struct TrafficSummary {
  /// Operators but those that move nothing.
  uint32_t operators = 0;
  /// Each operator (or group, or kernel call) reads each operand once and writes each result once.
  uint64_t bytes = 0;
};

TrafficSummary summarizeTraffic(mlir::func::FuncOp function);

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_TRAFFICLEDGER_H
