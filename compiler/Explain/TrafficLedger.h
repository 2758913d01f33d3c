// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that operators and steps move through memory.

#ifndef SINTER_COMPILER_EXPLAIN_TRAFFICLEDGER_H
#define SINTER_COMPILER_EXPLAIN_TRAFFICLEDGER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cstdint>

namespace sinter {

/// Sums over a function. Symbolic extents count as the greatest value of their range, at most 4096.
struct TrafficSummary {
  /// Operators but constants, parameters, broadcasts and reshapes, which move nothing by themselves.
  uint32_t operators = 0;
  /// Each operator (or group, or kernel call) reads each operand once and writes each result once.
  uint64_t bytes = 0;
};

TrafficSummary summarizeTraffic(mlir::func::FuncOp function);

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_TRAFFICLEDGER_H
