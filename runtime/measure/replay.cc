// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Capture, and one timed run after another.
#include "runtime/measure/replay.h"

#include <utility>

#include "runtime/base/status_macros.h"

namespace sinter::rt {

absl::StatusOr<std::unique_ptr<ExecutionContext>> CreateReplayedContext(std::shared_ptr<const Plan> plan,
                                                                        Backend* backend, const CacheOptions& cache,
                                                                        const std::string& external_folder) {
  LoadOptions load;
  load.constants.external_folder = external_folder;
  load.compiler = [cache](absl::Span<const KernelSource> sources,
                          absl::string_view target) -> absl::StatusOr<std::vector<CompiledImage>> {
    SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<CachingCompiler> compiler, CreateKernelCompiler(target, cache));
    return compiler->Compile(sources, target);
  };
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const LoadedPlan> loaded, LoadedPlan::Create(std::move(plan), backend, load));
  ContextOptions context;
  context.use_graphs = false;
  return ExecutionContext::Create(std::move(loaded), context);
}

absl::StatusOr<Replay> Replay::Record(Backend* backend, StreamHandle stream, int64_t executions, Enqueue enqueue) {
  Replay replay;
  replay.executions_ = executions;
  replay.enqueue_ = std::move(enqueue);
  if (!backend->supports_graphs()) return replay;
  SINTER_RETURN_IF_ERROR(backend->BeginCapture(stream));
  absl::Status status;
  for (int64_t i = 0; i < executions && status.ok(); ++i) status = replay.enqueue_(i);
  // Ended whatever happened in it, or the stream would stay unusable.
  absl::StatusOr<std::unique_ptr<Graph>> graph = backend->EndCapture(stream);
  SINTER_RETURN_IF_ERROR(status);
  SINTER_RETURN_IF_ERROR(graph.status());
  replay.graph_ = *std::move(graph);
  return replay;
}

absl::Status Replay::Run(StreamHandle stream) const {
  if (graph_ != nullptr) return graph_->Launch(stream);
  for (int64_t i = 0; i < executions_; ++i) SINTER_RETURN_IF_ERROR(enqueue_(i));
  return absl::OkStatus();
}

absl::StatusOr<double> Replay::Time(StreamHandle stream, StreamTimer* timer) const {
  SINTER_RETURN_IF_ERROR(Run(stream));
  SINTER_RETURN_IF_ERROR(timer->Start(stream));
  SINTER_RETURN_IF_ERROR(Run(stream));
  SINTER_ASSIGN_OR_RETURN(const double microseconds, timer->Stop(stream));
  return microseconds / static_cast<double>(executions_);
}

}  // namespace sinter::rt
