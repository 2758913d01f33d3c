// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of several algorithms for the same work is the fastest. Pure: no device, no library.
#ifndef SINTER_RUNTIME_GEMM_ALGORITHM_RACE_H_
#define SINTER_RUNTIME_GEMM_ALGORITHM_RACE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/gemm/matmul_device.h"

namespace sinter::rt {

// Executions of one algorithm, one after the other.
using RecordAlgorithm = std::function<absl::StatusOr<std::unique_ptr<RecordedWork>>(int algorithm, int executions)>;

struct AlgorithmTime {
  double microseconds = 0;  // of one execution; 0: it failed
  std::string error;
};

struct AlgorithmRace {
  int winner = 0;
  std::vector<AlgorithmTime> times;  // one an algorithm
};

// Times all once, then the best of them, and the first, in turn for `rounds` rounds. The winner is the first one whose
// median is within 1 % of the least, so that noise decides less often than the order does. `sets`: of buffers, which
// executions go around; a run has each of them once at least. An error only where every algorithm fails.
absl::StatusOr<AlgorithmRace> RaceAlgorithms(int count, int sets, int rounds, const RecordAlgorithm& record);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_ALGORITHM_RACE_H_
