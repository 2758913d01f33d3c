// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Load, prepare, execute, measure.
#include "runtime/tools/plan_runner.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/base/status_macros.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tools/device_arguments.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

class PlanRunner {
 public:
  PlanRunner(std::shared_ptr<const Plan> plan, size_t entry, Backend* backend, const RunInputs& inputs,
             const PlanRunOptions& options)
      : plan_(std::move(plan)), entry_(entry), backend_(backend), inputs_(inputs), options_(options) {}
  ~PlanRunner() {
    if (has_stream_) backend_->DestroyStream(stream_);
  }

  absl::StatusOr<RunResult> Run() {
    SINTER_RETURN_IF_ERROR(plan_->CheckSymbols(Model(), inputs_.symbols));
    SINTER_RETURN_IF_ERROR(Load());
    SINTER_ASSIGN_OR_RETURN(stream_, backend_->CreateStream());
    has_stream_ = true;
    DeviceArguments arguments(Model(), backend_, stream_, inputs_.symbols);
    SINTER_RETURN_IF_ERROR(arguments.Create(inputs_.tensors));
    ContextOptions context_options;
    context_options.use_graphs = options_.use_graph;
    SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<ExecutionContext> context,
                            ExecutionContext::Create(loaded_, context_options));
    SINTER_RETURN_IF_ERROR(Prepare(context.get()));
    const uint64_t compiles = compiles_;
    SINTER_RETURN_IF_ERROR(Execute(context.get(), &arguments));
    result_.compiles_during_run = compiles_ - compiles;
    result_.compiles_at_load = compiles;
    SINTER_RETURN_IF_ERROR(Describe(*context));
    return std::move(result_);
  }

 private:
  const Entry& Model() const { return plan_->model().entries[entry_]; }
  void Stage(absl::string_view stage) const {
    if (options_.progress) options_.progress(stage);
  }

  absl::Status Load() {
    Stage("loading the plan");
    LoadOptions load;
    load.constants.external_folder = options_.external_folder;
    load.compiler = [this](absl::Span<const KernelSource> sources,
                           absl::string_view target) -> absl::StatusOr<std::vector<CompiledImage>> {
      Stage("compiling kernels");
      compile_failed_ = true;  // unless it ends well
      SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<CachingCompiler> compiler,
                              CreateKernelCompiler(target, options_.cache));
      compiles_ += sources.size();
      absl::StatusOr<std::vector<CompiledImage>> images = compiler->Compile(sources, target);
      compile_failed_ = !images.ok();
      return images;
    };
    absl::StatusOr<std::shared_ptr<const LoadedPlan>> loaded = LoadedPlan::Create(plan_, backend_, load);
    // A compiler that is missing or refuses our text is no fault of the plan's.
    if (!loaded.ok()) return compile_failed_ ? MachineError(loaded.status()) : loaded.status();
    loaded_ = *std::move(loaded);
    return absl::OkStatus();
  }

  absl::Status Prepare(ExecutionContext* context) const {
    absl::Status status = context->Prepare(entry_, inputs_.symbols);
    // What is not found here is a library that products need.
    return absl::IsNotFound(status) ? MachineError(std::move(status)) : status;
  }

  absl::Status Execute(ExecutionContext* context, DeviceArguments* arguments) {
    Stage("running");
    const auto timed = [&]() -> absl::StatusOr<double> {
      const auto start = std::chrono::steady_clock::now();
      SINTER_RETURN_IF_ERROR(
          context->Execute(entry_, inputs_.symbols, arguments->inputs(), arguments->outputs(), stream_));
      SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream_));
      return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    SINTER_ASSIGN_OR_RETURN(const double first, timed());
    SINTER_ASSIGN_OR_RETURN(result_.outputs, arguments->Download());
    const bool is_tied = std::any_of(Model().outputs.begin(), Model().outputs.end(),
                                     [](const Argument& output) { return output.tied_input >= 0; });
    std::vector<double> times = {first};
    if (options_.iterations > 1) times.clear();
    for (int64_t i = 0; options_.iterations > 1 && i < options_.iterations; ++i) {
      if (is_tied) SINTER_RETURN_IF_ERROR(arguments->Upload(inputs_.tensors));
      SINTER_ASSIGN_OR_RETURN(const double time, timed());
      times.push_back(time);
    }
    result_.time_ms_median = Median(std::move(times));
    if (!options_.profile) return absl::OkStatus();
    if (is_tied) SINTER_RETURN_IF_ERROR(arguments->Upload(inputs_.tensors));
    SINTER_ASSIGN_OR_RETURN(result_.profile,
                            context->Profile(entry_, arguments->inputs(), arguments->outputs(), stream_));
    return absl::OkStatus();
  }

  absl::Status Describe(const ExecutionContext& context) {
    SINTER_ASSIGN_OR_RETURN(ShapeReport report, context.Report(entry_, inputs_.symbols));
    result_.device = backend_->name();
    for (const Argument& output : Model().outputs) result_.names.push_back(output.name);
    result_.graph_nodes = report.graph_nodes;
    result_.launches = report.graph_nodes > 0 ? static_cast<uint64_t>(report.graph_nodes)
                                              : report.launches + report.library_calls + report.copies;
    result_.fallbacks = plan_->model().stats.fallbacks + report.plain_products;
    result_.library = std::move(report.library_choices);
    return absl::OkStatus();
  }

  std::shared_ptr<const Plan> plan_;
  const size_t entry_;
  Backend* backend_;
  const RunInputs& inputs_;
  const PlanRunOptions& options_;
  std::shared_ptr<const LoadedPlan> loaded_;
  StreamHandle stream_ = nullptr;
  bool has_stream_ = false;
  uint64_t compiles_ = 0;
  bool compile_failed_ = false;
  RunResult result_;
};

}  // namespace

absl::StatusOr<RunResult> RunPlan(std::shared_ptr<const Plan> plan, size_t entry, Backend* backend,
                                  const RunInputs& inputs, const PlanRunOptions& options) {
  return PlanRunner(std::move(plan), entry, backend, inputs, options).Run();
}

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace sinter::rt
