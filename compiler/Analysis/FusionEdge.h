// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fusion decided of one edge of the graph, as a remark: text for people, values by key for tools.

#ifndef SINTER_COMPILER_ANALYSIS_FUSIONEDGE_H
#define SINTER_COMPILER_ANALYSIS_FUSIONEDGE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace sinter {

/// From the operator that makes a value to one that reads it, through shape operators and what is computed again.
struct FusionEdge {
  mlir::Operation *producer;
  mlir::Operation *consumer;
  /// What keeps the two apart; empty where they share a kernel.
  std::string reason;
  /// How often the value goes through memory for this edge's sake, or would without it: 2 where it is written and read,
  /// 1 where another edge has already paid for the writing.
  unsigned accesses;
};

/// Emits the remark: category `fusion`, passed where the two share a kernel, else missed, at the consumer. Its keys:
/// `Producer` and `Consumer` (the operators' names), `ProducerAt` (a LocationAttr), `Bytes` (a formula over symbols),
/// `Type` (the value's, a TypeAttr), `Accesses`, and for one that was missed `Why`.
void remarkFusionEdge(const FusionEdge &edge);

/// `accesses` times the bytes of `type`: "128", "8192 * rows", "2 * batch * (tokens + 1)".
std::string describeBytes(mlir::RankedTensorType type, unsigned accesses = 1);

/// `expr` with its symbols' names; sums and divisions in parentheses, so that it may be a factor.
std::string describeExtent(mlir::AffineExpr expr, llvm::ArrayRef<llvm::StringRef> symbols);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_FUSIONEDGE_H
