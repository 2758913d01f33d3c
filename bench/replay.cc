// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Capture, and one timed run after another.
#include "bench/replay.h"

#include <utility>

#include "runtime/base/status_macros.h"

namespace sinter::bench {

absl::StatusOr<std::unique_ptr<rt::ExecutionContext>> CreateReplayedContext(std::shared_ptr<const rt::Plan> plan,
                                                                            rt::Backend* backend,
                                                                            const rt::CacheOptions& cache) {
  rt::LoadOptions load;
  load.compiler = [cache](absl::Span<const rt::KernelSource> sources,
                           absl::string_view target) -> absl::StatusOr<std::vector<rt::CompiledImage>> {
    SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<rt::CachingCompiler> compiler,
                            rt::CreateKernelCompiler(target, cache));
    return compiler->Compile(sources, target);
  };
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const rt::LoadedPlan> loaded,
                          rt::LoadedPlan::Create(std::move(plan), backend, load));
  rt::ContextOptions context;
  context.use_graphs = false;
  return rt::ExecutionContext::Create(std::move(loaded), context);
}

absl::StatusOr<Replay> Replay::Record(rt::Backend* backend, rt::StreamHandle stream, int64_t executions,
                                      Enqueue enqueue) {
  Replay replay;
  replay.executions_ = executions;
  replay.enqueue_ = std::move(enqueue);
  if (!backend->supports_graphs()) return replay;
  SINTER_RETURN_IF_ERROR(backend->BeginCapture(stream));
  absl::Status status;
  for (int64_t i = 0; i < executions && status.ok(); ++i) status = replay.enqueue_(i);
  // Ended whatever happened in it, or the stream would stay unusable.
  absl::StatusOr<std::unique_ptr<rt::Graph>> graph = backend->EndCapture(stream);
  SINTER_RETURN_IF_ERROR(status);
  SINTER_RETURN_IF_ERROR(graph.status());
  replay.graph_ = *std::move(graph);
  return replay;
}

absl::Status Replay::Run(rt::StreamHandle stream) const {
  if (graph_ != nullptr) return graph_->Launch(stream);
  for (int64_t i = 0; i < executions_; ++i) SINTER_RETURN_IF_ERROR(enqueue_(i));
  return absl::OkStatus();
}

absl::StatusOr<double> Replay::Time(rt::StreamHandle stream, StreamTimer* timer) const {
  SINTER_RETURN_IF_ERROR(Run(stream));
  SINTER_RETURN_IF_ERROR(timer->Start(stream));
  SINTER_RETURN_IF_ERROR(Run(stream));
  SINTER_ASSIGN_OR_RETURN(const double microseconds, timer->Stop(stream));
  return microseconds / static_cast<double>(executions_);
}

}  // namespace sinter::bench
