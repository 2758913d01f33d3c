// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Load, prepare, execute, measure.
#include "runtime/tools/plan_runner.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tensor/npy.h"
#include "runtime/tools/device_arguments.h"
#include "runtime/tools/product_report.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {

namespace {

// Reads the constants' files into `values`, which must outlive the load, and lists them in `options`.
absl::Status ReadConstants(const Plan& plan, const std::map<std::string, std::string>& files,
                           std::vector<HostTensor>* values, ConstantOptions* options) {
  for (const auto& [name, path] : files) {
    const std::vector<Constant>& all = plan.model().constants;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Constant& one) { return one.name == name; });
    if (found == all.end()) {
      std::vector<std::string> names;
      for (const Constant& constant : all) names.push_back(constant.name);
      return absl::InvalidArgumentError(absl::StrCat("--constant names `", name,
                                                     "`, which is no constant of the plan; there are ",
                                                     names.empty() ? "none" : absl::StrJoin(names, ", ")));
    }
    NpyReadOptions npy;
    npy.expected = found->type;
    absl::StatusOr<HostTensor> value = ReadNpyFile(path, npy);
    if (!value.ok()) return UserError(AddContext(value.status(), absl::StrCat("constant `", name, "`")));
    values->push_back(*std::move(value));
    const TensorRef ref = values->back().ref();
    SuppliedConstant& supplied = options->supplied[name];
    supplied.data = ref.data;
    supplied.type = ref.type;
    supplied.dims.assign(ref.dims.begin(), ref.dims.end());
  }
  for (const Constant& constant : plan.model().constants) {
    if (constant.source != ConstantSource::kSupplied || files.count(constant.name) != 0) continue;
    return absl::InvalidArgumentError(absl::StrCat("constant `", constant.name,
                                                   "`: must be supplied at load, by --constant=", constant.name,
                                                   "=FILE.npy"));
  }
  return absl::OkStatus();
}

// The number of the first element with other bits; nothing where all are the same. Both have the same type and dims.
std::optional<uint64_t> FirstDifference(const HostTensor& a, const HostTensor& b) {
  if (a.byte_size() == 0 || std::memcmp(a.data(), b.data(), a.byte_size()) == 0) return std::nullopt;
  uint64_t byte = 0;
  while (a.as<uint8_t>()[byte] == b.as<uint8_t>()[byte]) ++byte;
  return byte * 8 / BitWidth(a.type());
}

// "0x3F800001 at element 17": its bits, or of elements of less than a byte those of the byte that it lies in.
std::string DescribeElement(const HostTensor& tensor, uint64_t element) {
  const uint64_t width = std::max<uint64_t>(1, BitWidth(tensor.type()) / 8);
  const uint8_t* bytes = tensor.as<uint8_t>() + element * BitWidth(tensor.type()) / 8;
  std::string text = "0x";
  for (uint64_t i = width; i-- > 0;) absl::StrAppendFormat(&text, "%02X", bytes[i]);
  return absl::StrCat(text, " at element ", element);
}

}  // namespace

absl::StatusOr<std::unique_ptr<PlanRunner>> PlanRunner::Create(std::shared_ptr<const Plan> plan, size_t entry,
                                                               Backend* backend, PlanRunOptions options) {
  std::unique_ptr<PlanRunner> runner(new PlanRunner(std::move(plan), entry, backend, std::move(options)));
  SINTER_RETURN_IF_ERROR(runner->Load());
  SINTER_ASSIGN_OR_RETURN(runner->stream_, backend->CreateStream());
  runner->has_stream_ = true;
  ContextOptions context_options;
  context_options.use_graphs = runner->options_.use_graph;
  context_options.measure_products = runner->options_.measure_products;
  SINTER_ASSIGN_OR_RETURN(runner->context_, ExecutionContext::Create(runner->loaded_, context_options));
  return runner;
}

PlanRunner::PlanRunner(std::shared_ptr<const Plan> plan, size_t entry, Backend* backend, PlanRunOptions options)
    : plan_(std::move(plan)), entry_(entry), backend_(backend), options_(std::move(options)) {}

PlanRunner::~PlanRunner() {
  context_.reset();
  if (has_stream_) backend_->DestroyStream(stream_);
}

const Entry& PlanRunner::Model() const { return plan_->model().entries[entry_]; }

void PlanRunner::Stage(absl::string_view stage) const {
  if (options_.progress) options_.progress(stage);
}

absl::StatusOr<RunResult> PlanRunner::Run(const RunInputs& inputs) {
  SINTER_RETURN_IF_ERROR(plan_->CheckSymbols(Model(), inputs.symbols));
  DeviceArguments arguments(Model(), backend_, stream_, inputs.symbols);
  SINTER_RETURN_IF_ERROR(arguments.Create(inputs.tensors));
  SINTER_RETURN_IF_ERROR(Prepare(inputs));
  RunResult result;
  SINTER_RETURN_IF_ERROR(Execute(inputs, &arguments, &result));
  SINTER_RETURN_IF_ERROR(Describe(inputs, &result));
  return result;
}

absl::Status PlanRunner::Load() {
  Stage("loading the plan");
  LoadOptions load;
  load.constants.external_folder = options_.external_folder;
  std::vector<HostTensor> constants;
  SINTER_RETURN_IF_ERROR(ReadConstants(*plan_, options_.constant_files, &constants, &load.constants));
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
  compiles_at_load_ = compiles_;
  return absl::OkStatus();
}

absl::Status PlanRunner::Prepare(const RunInputs& inputs) {
  absl::Status status = context_->Prepare(entry_, inputs.symbols);
  // What is not found here is a library that products need.
  return absl::IsNotFound(status) ? MachineError(std::move(status)) : status;
}

absl::Status PlanRunner::Execute(const RunInputs& inputs, DeviceArguments* arguments, RunResult* result) {
  Stage("running");
  const auto timed = [&]() -> absl::StatusOr<double> {
    const auto start = std::chrono::steady_clock::now();
    SINTER_RETURN_IF_ERROR(
        context_->Execute(entry_, inputs.symbols, arguments->inputs(), arguments->outputs(), stream_));
    SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream_));
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  };
  SINTER_ASSIGN_OR_RETURN(const double first, timed());
  SINTER_ASSIGN_OR_RETURN(result->outputs, arguments->Download());
  const bool is_tied = std::any_of(Model().outputs.begin(), Model().outputs.end(),
                                   [](const Argument& output) { return output.tied_input >= 0; });
  if (options_.repeats > 0) {
    SINTER_ASSIGN_OR_RETURN(result->repeats, Repeat(inputs, arguments, result->outputs));
    if (is_tied) SINTER_RETURN_IF_ERROR(arguments->Upload(inputs.tensors));
  }
  std::vector<double> times = {first};
  if (options_.iterations > 1) times.clear();
  for (int64_t i = 0; options_.iterations > 1 && i < options_.iterations; ++i) {
    if (is_tied) SINTER_RETURN_IF_ERROR(arguments->Upload(inputs.tensors));
    SINTER_ASSIGN_OR_RETURN(const double time, timed());
    times.push_back(time);
  }
  result->time_ms_median = Median(std::move(times));
  if (options_.iterations > 1) {
    SINTER_ASSIGN_OR_RETURN(result->time_ms_in_a_row, TimeInARow(inputs, arguments));
  }
  if (!options_.profile) return absl::OkStatus();
  if (is_tied) SINTER_RETURN_IF_ERROR(arguments->Upload(inputs.tensors));
  SINTER_ASSIGN_OR_RETURN(result->profile,
                          context_->Profile(entry_, arguments->inputs(), arguments->outputs(), stream_));
  return absl::OkStatus();
}

absl::StatusOr<RepeatResult> PlanRunner::Repeat(const RunInputs& inputs, DeviceArguments* arguments,
                                                const std::vector<HostTensor>& expected) {
  RepeatResult result;
  const bool is_tied = std::any_of(Model().outputs.begin(), Model().outputs.end(),
                                   [](const Argument& output) { return output.tied_input >= 0; });
  for (; result.executions < options_.repeats; ++result.executions) {
    if (is_tied) SINTER_RETURN_IF_ERROR(arguments->Upload(inputs.tensors));
    // Else what an execution leaves unwritten would be the one's before it.
    SINTER_RETURN_IF_ERROR(arguments->OverwriteOutputs());
    SINTER_RETURN_IF_ERROR(
        context_->Execute(entry_, inputs.symbols, arguments->inputs(), arguments->outputs(), stream_));
    SINTER_ASSIGN_OR_RETURN(const std::vector<HostTensor> outputs, arguments->Download());
    for (size_t i = 0; i < outputs.size(); ++i) {
      const std::optional<uint64_t> element = FirstDifference(expected[i], outputs[i]);
      if (!element) continue;
      ++result.different;
      if (result.first.empty()) {
        result.first = absl::StrCat("execution ", result.executions + 2, " gives output `", Model().outputs[i].name,
                                    "` other bits than the first: ", DescribeElement(expected[i], *element),
                                    " before, ", DescribeElement(outputs[i], *element), " now");
      }
      break;
    }
  }
  return result;
}

// A tied output goes into the next execution: the values run away, which takes as long.
absl::StatusOr<double> PlanRunner::TimeInARow(const RunInputs& inputs, DeviceArguments* arguments) {
  constexpr int64_t kMost = 20;
  const int64_t count = std::min(options_.iterations, kMost);
  const auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < count; ++i) {
    SINTER_RETURN_IF_ERROR(
        context_->Execute(entry_, inputs.symbols, arguments->inputs(), arguments->outputs(), stream_));
  }
  SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream_));
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count() / static_cast<double>(count);
}

absl::Status PlanRunner::Describe(const RunInputs& inputs, RunResult* result) const {
  SINTER_ASSIGN_OR_RETURN(ShapeReport report, context_->Report(entry_, inputs.symbols));
  result->device = backend_->name();
  for (const Argument& output : Model().outputs) result->names.push_back(output.name);
  result->compiles_at_load = compiles_at_load_;
  result->compiles_during_run = compiles_ - compiles_at_load_;
  result->graph_nodes = report.graph_nodes;
  result->launches = report.graph_nodes > 0
                         ? static_cast<uint64_t>(report.graph_nodes - CountSplitSums(report.products))
                         : report.step_count();
  result->fallbacks = plan_->model().stats.fallbacks + report.plain_products;
  result->library = std::move(report.library_choices);
  result->products = std::move(report.products);
  return absl::OkStatus();
}

absl::StatusOr<RunResult> RunPlan(std::shared_ptr<const Plan> plan, size_t entry, Backend* backend,
                                  const RunInputs& inputs, const PlanRunOptions& options) {
  SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<PlanRunner> runner,
                          PlanRunner::Create(std::move(plan), entry, backend, options));
  return runner->Run(inputs);
}

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace sinter::rt
