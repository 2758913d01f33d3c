// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chains that are measured, by the names of their graphs in bench/chains, and what each makes of a row.
#ifndef SINTER_BENCH_CHAINS_H_
#define SINTER_BENCH_CHAINS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"

namespace sinter::bench {

using Row = std::vector<double>;

struct Chain {
  std::string name;  // of bench/chains/NAME.mlir
  // An output matches where |actual - expected| <= tolerance * (|expected| + root mean square of the row's expected
  // values). It allows for a rounding of each operator's result, as the unfused form has them, and serves both forms
  // but where the fused one has its own.
  double tolerance = 0;
  // One row of each output, in double precision from one row of each input, in the graph's order. An input without rows
  // is there as a whole; an output without columns is a row of one.
  std::vector<Row> (*expect)(absl::Span<const Row> inputs) = nullptr;
  // Of the fused form, which rounds where the graph casts and nowhere else; 0: as `tolerance`.
  double own_fused_tolerance = 0;

  double fused_tolerance() const { return own_fused_tolerance != 0 ? own_fused_tolerance : tolerance; }
};

const std::vector<Chain>& AllChains();

// How far `actual` is from `expected`, in units of what `tolerance` allows: a value over 1 does not match. Infinite for
// a NaN, and where the sizes differ.
double WorstMismatch(absl::Span<const double> actual, absl::Span<const double> expected, double tolerance);

double RootMeanSquare(absl::Span<const double> values);

}  // namespace sinter::bench

#endif  // SINTER_BENCH_CHAINS_H_
