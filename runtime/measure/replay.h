// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sequence of executions that can be run again and again at little cost to the host.
#ifndef SINTER_RUNTIME_MEASURE_REPLAY_H_
#define SINTER_RUNTIME_MEASURE_REPLAY_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/measure/stream_timer.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tools/kernel_compilers.h"

namespace sinter::rt {

// An execution of `plan` on `backend`, which must outlive it, to be captured many times over: it makes no graph of its
// own. Kernels that the plan has no image of are compiled, or found in `cache`; `external_folder` is that of external
// constants, empty: the plan's.
absl::StatusOr<std::unique_ptr<ExecutionContext>> CreateReplayedContext(std::shared_ptr<const Plan> plan,
                                                                        Backend* backend, const CacheOptions& cache,
                                                                        const std::string& external_folder = "");

// A captured graph, or on a backend without graphs the calls themselves.
class Replay {
 public:
  // `enqueue(i)` puts execution i into the stream, and must do so alike at any time; what it uses must outlive this.
  using Enqueue = std::function<absl::Status(int64_t execution)>;
  static absl::StatusOr<Replay> Record(Backend* backend, StreamHandle stream, int64_t executions, Enqueue enqueue);

  int64_t executions() const { return executions_; }
  int64_t graph_nodes() const { return graph_ != nullptr ? graph_->node_count() : 0; }
  // Enqueues all executions.
  absl::Status Run(StreamHandle stream) const;
  // Microseconds of one execution: the mean over one run, which follows another without a pause, so that neither the
  // start of a graph nor what ran before counts.
  absl::StatusOr<double> Time(StreamHandle stream, StreamTimer* timer) const;

 private:
  int64_t executions_ = 0;
  std::unique_ptr<Graph> graph_;
  Enqueue enqueue_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_MEASURE_REPLAY_H_
