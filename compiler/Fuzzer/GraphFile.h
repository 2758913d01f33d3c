// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph from a file, with trials made for it, so that it is checked as random graphs are.

#ifndef SINTER_COMPILER_FUZZER_GRAPHFILE_H
#define SINTER_COMPILER_FUZZER_GRAPHFILE_H

#include "compiler/Fuzzer/GraphBuilder.h"

#include "absl/status/statusor.h"

#include <map>
#include <string>

namespace sinter::fuzz {

struct GraphFileSettings {
  uint64_t seed = 1;
  /// Values of symbols, where they are not to follow from `elements`.
  std::map<std::string, int64_t> dims;
  /// About so many elements has the largest value in the first trial.
  int64_t elements = 1 << 16;
};

/// `path` with two trials: tame values, then fewer with NaN, infinities and the like among them.
absl::StatusOr<FuzzGraph> readGraphFile(mlir::MLIRContext *context, const std::string &path, const GraphFileSettings &settings);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_GRAPHFILE_H
