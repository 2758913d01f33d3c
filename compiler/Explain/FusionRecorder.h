// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the remarks that fusion leaves.

#ifndef SINTER_COMPILER_EXPLAIN_FUSIONRECORDER_H
#define SINTER_COMPILER_EXPLAIN_FUSIONRECORDER_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"

#include <memory>
#include <string>
#include <vector>

namespace sinter {

/// A remark of an edge; see compiler/Analysis/FusionEdge.h.
struct RecordedEdge {
  bool isKept;
  std::string function;
  std::string producer, consumer, reason, formula;
  mlir::Location producerLocation, consumerLocation;
  mlir::RankedTensorType type;
  unsigned accesses;
};

/// A remark on a product of few rows, whether it is a kernel's part (compiler/Transforms/ProductExpression.h), or on products of one left side, whether they are one
/// (compiler/Transforms/MergeProducts.cpp).
struct RecordedProduct {
  bool isTaken;
  std::string function, text;
  mlir::Location location;
};

struct RecordedFusion {
  std::vector<RecordedEdge> edges;
  std::vector<RecordedProduct> products, families;
};

/// From now on the remarks of category `fusion` that are of edges, and those on products, go to what is returned, in their order, as long as
/// the context lives.
std::shared_ptr<RecordedFusion> recordFusion(mlir::MLIRContext &context);

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_FUSIONRECORDER_H
