// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a graph's results may lie from what exact arithmetic gives, under `fast` numerics.
//
// Each value has a centre, what the reference makes of it in f64, and an error an element: no plan that keeps docs/Numerics.md,
// whichever roundings it drops, comes to lie further away. The error of a result is what the operands' errors make of it, found by evaluating
// the operator on moved operands, and the operator's own: its tolerance (Accuracy.h) and the rounding to its type. An error is
// infinite where nothing is known: an overflow that a dropped rounding may avoid, a comparison whose sides cannot be told apart.

#ifndef SINTER_COMPILER_FUZZER_ERRORBOUNDS_H
#define SINTER_COMPILER_FUZZER_ERRORBOUNDS_H

#include "compiler/Fuzzer/GraphBuilder.h"

#include "absl/status/statusor.h"

#include <vector>

namespace sinter::fuzz {

struct BoundedTensor {
  /// f64 where the declared type is a float, else of the declared type.
  rt::HostTensor center;
  std::vector<double> error;

  bool isExact() const;
};

/// The results of `function` on `trial`.
absl::StatusOr<std::vector<BoundedTensor>> boundResults(mlir::func::FuncOp function, const Trial &trial);

/// What of `actual`, in its declared type, lies outside of the bounds; empty where nothing does.
std::string describeOutside(const rt::HostTensor &actual, const BoundedTensor &expected);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_ERRORBOUNDS_H
