// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preparation, rebinding and running of shapes.
#include "runtime/plan/execution_context.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

constexpr uintptr_t kWorkspaceAlignment = 256;

}  // namespace

struct ExecutionContext::PreparedShape {
  PreparedShape(size_t entry_index, ShapeProgram built) : entry(entry_index), program(std::move(built)) {
    const size_t arguments = program.inputs().size() + program.outputs().size();
    current.assign(arguments, nullptr);
    checked.assign(arguments, nullptr);
    changed.assign(arguments, 0);
    fixed_in_graph.assign(arguments, 0);
    launches_of.resize(arguments);
    for (size_t i = 0; i < program.steps().size(); ++i) NoteStep(i);
    launch_changed.assign(launch_steps.size(), 0);
  }

  // The argument that an address belongs to, by its place in `current`; -1 for constants and the arena.
  int64_t ArgumentOf(const BufferAddress& address) const {
    if (address.space == Space::kInput) return address.index;
    if (address.space == Space::kOutput) return static_cast<int64_t>(program.inputs().size() + address.index);
    return -1;
  }

  void NoteStep(size_t index) {
    const auto& action = program.steps()[index].action;
    const auto fix = [&](const BufferAddress& address) {
      const int64_t argument = ArgumentOf(address);
      if (argument >= 0) fixed_in_graph[static_cast<size_t>(argument)] = 1;
      has_fixed |= argument >= 0;
    };
    if (std::holds_alternative<ReadyLaunch>(action)) {
      program.ForEachBufferParam(index, [&](const BufferAddress& address) {
        const int64_t argument = ArgumentOf(address);
        if (argument < 0) return;
        std::vector<uint32_t>& launches = launches_of[static_cast<size_t>(argument)];
        const uint32_t number = static_cast<uint32_t>(launch_steps.size());
        if (launches.empty() || launches.back() != number) launches.push_back(number);
      });
      launch_steps.push_back(static_cast<uint32_t>(index));
    } else if (const auto* matmul = std::get_if<ReadyMatmul>(&action)) {
      for (const BufferAddress* address : {&matmul->a, &matmul->b, &matmul->d}) fix(*address);
      if (matmul->c) fix(*matmul->c);
      if (matmul->bias) fix(*matmul->bias);
    } else {
      fix(std::get<ReadyCopy>(action).source);
      fix(std::get<ReadyCopy>(action).destination);
    }
  }

  size_t entry;
  ShapeProgram program;
  uint64_t last_use = 0;
  bool is_prepared = false;
  std::vector<BoundGraph> graphs;
  // One an argument, inputs then outputs: this call's pointers, those that passed the overlap check, which of the two
  // differ, whether a library call or copy bakes the pointer into a graph, and the launches (by number) that take it.
  std::vector<void*> current, checked;
  std::vector<uint8_t> changed, fixed_in_graph;
  std::vector<std::vector<uint32_t>> launches_of;
  std::vector<uint32_t> launch_steps;   // the step of each launch, by number
  std::vector<uint8_t> launch_changed;  // scratch of UpdateGraph
  bool has_fixed = false;
};

ExecutionContext::ExecutionContext(std::shared_ptr<const LoadedPlan> plan, const ContextOptions& options)
    : plan_(std::move(plan)),
      backend_(plan_->backend()),
      options_(options),
      matmuls_(plan_->backend(), plan_->model().product_pins) {
  size_t most_symbols = 0;
  for (const Entry& entry : plan_->model().entries) {
    binders_.emplace_back(entry, plan_->plan().label());
    most_symbols = std::max(most_symbols, entry.symbols.size());
  }
  symbol_values_.resize(most_symbols);
}

absl::StatusOr<std::unique_ptr<ExecutionContext>> ExecutionContext::Create(std::shared_ptr<const LoadedPlan> plan,
                                                                           const ContextOptions& options) {
  if (plan == nullptr) return absl::InvalidArgumentError("loaded plan is null");
  if (options.max_prepared_shapes == 0 || options.max_graphs_per_shape == 0) {
    return absl::InvalidArgumentError("a context keeps at least one prepared shape and one graph a shape");
  }
  std::unique_ptr<ExecutionContext> context(new ExecutionContext(std::move(plan), options));
  SINTER_RETURN_IF_ERROR(context->SetWorkspace(options.workspace, options.workspace_bytes));
  if (options.use_graphs && context->backend_->supports_graphs()) {
    // Captures need a stream of their own: the caller's may be the null stream, which cannot be captured, or busy.
    SINTER_ASSIGN_OR_RETURN(context->capture_stream_, context->backend_->CreateStream());
    context->has_capture_stream_ = true;
  }
  return context;
}

ExecutionContext::~ExecutionContext() {
  prepared_.clear();
  transient_.reset();
  if (has_capture_stream_) backend_->DestroyStream(capture_stream_);
  backend_->Free(owned_workspace_);
}

absl::Status ExecutionContext::CheckEntry(size_t entry) const {
  if (entry < binders_.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(plan_->plan().label(), ": entry index ", entry, " is out of range, there are ", binders_.size()));
}

absl::StatusOr<std::unique_ptr<ExecutionContext::PreparedShape>> ExecutionContext::BuildShape(
    size_t entry, absl::Span<const int64_t> symbols, const MatmulPreparation& preparation) {
  const Entry& model = plan_->model().entries[entry];
  SINTER_RETURN_IF_ERROR(plan_->plan().CheckSymbols(model, symbols));
  SINTER_ASSIGN_OR_RETURN(ShapeProgram program, ShapeProgram::Build(*plan_, model, symbols, &matmuls_, preparation));
  ++counters_.shapes_built;
  return std::make_unique<PreparedShape>(entry, std::move(program));
}

ExecutionContext::PreparedShape* ExecutionContext::FindPrepared(size_t entry, absl::Span<const int64_t> symbols) const {
  for (const std::unique_ptr<PreparedShape>& shape : prepared_) {
    if (shape->entry == entry && absl::MakeConstSpan(shape->program.symbols()) == symbols) return shape.get();
  }
  return nullptr;
}

absl::StatusOr<ExecutionContext::PreparedShape*> ExecutionContext::FindOrPrepare(size_t entry,
                                                                                 absl::Span<const int64_t> symbols) {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  if (PreparedShape* found = FindPrepared(entry, symbols)) return found;
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<PreparedShape> shape,
                          BuildShape(entry, symbols, {options_.measure_products}));
  SINTER_RETURN_IF_ERROR(EnsureWorkspace(shape->program.workspace_bytes(), std::nullopt));
  if (prepared_.size() >= options_.max_prepared_shapes) {
    prepared_.erase(std::min_element(prepared_.begin(), prepared_.end(),
                                     [](const auto& a, const auto& b) { return a->last_use < b->last_use; }));
  }
  shape->is_prepared = true;
  shape->last_use = ++use_clock_;
  shape->graphs.reserve(options_.max_graphs_per_shape);
  prepared_.push_back(std::move(shape));
  return prepared_.back().get();
}

absl::StatusOr<ExecutionContext::PreparedShape*> ExecutionContext::FindOrBuildTransient(
    size_t entry, absl::Span<const int64_t> symbols, std::optional<StreamHandle> stream) {
  if (transient_ == nullptr || transient_->entry != entry ||
      absl::MakeConstSpan(transient_->program.symbols()) != symbols) {
    MatmulPreparation preparation;
    preparation.may_measure = !stream && options_.measure_products;
    if (stream) {
      SINTER_ASSIGN_OR_RETURN(preparation.capturing, backend_->IsCapturing(*stream));
    }
    SINTER_ASSIGN_OR_RETURN(transient_, BuildShape(entry, symbols, preparation));
  }
  return transient_.get();
}

bool ExecutionContext::UsesGraphs(const PreparedShape& shape) const {
  return has_capture_stream_ && shape.is_prepared && !shape.program.steps().empty();
}

absl::Status ExecutionContext::Prepare(size_t entry, absl::Span<const int64_t> symbols) {
  SINTER_ASSIGN_OR_RETURN(PreparedShape * shape, FindOrPrepare(entry, symbols));
  if (!UsesGraphs(*shape) || shape->has_fixed || !shape->graphs.empty()) return absl::OkStatus();
  // Only launches take arguments, and those are rebound before the graph runs: null stands in until then.
  std::fill(shape->current.begin(), shape->current.end(), nullptr);
  return Capture(shape).status();
}

absl::Status ExecutionContext::Prepare(size_t entry, absl::Span<const TensorRef> inputs,
                                       absl::Span<const TensorRef> outputs) {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  const absl::Span<int64_t> symbols =
      absl::MakeSpan(symbol_values_).subspan(0, plan_->model().entries[entry].symbols.size());
  SINTER_RETURN_IF_ERROR(binders_[entry].ReadSymbols(inputs, outputs, symbols));
  return WithOrigin(entry, symbols, Prepare(entry, symbols, inputs, outputs));
}

absl::Status ExecutionContext::Prepare(size_t entry, absl::Span<const int64_t> symbols,
                                       absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs) {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  SINTER_RETURN_IF_ERROR(binders_[entry].CheckForms(inputs, outputs));
  SINTER_RETURN_IF_ERROR(FindOrPrepare(entry, symbols).status());
  SINTER_ASSIGN_OR_RETURN(PreparedShape * shape, Bind(entry, symbols, inputs, outputs, std::nullopt));
  if (!UsesGraphs(*shape)) return absl::OkStatus();
  SINTER_ASSIGN_OR_RETURN(BoundGraph * graph, FindOrCapture(shape));
  return UpdateGraph(shape, graph);
}

absl::StatusOr<uint64_t> ExecutionContext::WorkspaceBytes(size_t entry, absl::Span<const int64_t> symbols) {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  if (const PreparedShape* found = FindPrepared(entry, symbols)) return found->program.workspace_bytes();
  SINTER_ASSIGN_OR_RETURN(const PreparedShape* shape, FindOrBuildTransient(entry, symbols, std::nullopt));
  return shape->program.workspace_bytes();
}

absl::Status ExecutionContext::SetWorkspace(void* workspace, uint64_t bytes) {
  if (reinterpret_cast<uintptr_t>(workspace) % kWorkspaceAlignment != 0) {
    return absl::InvalidArgumentError(absl::StrCat("workspace is not at a multiple of ", kWorkspaceAlignment));
  }
  if (workspace == nullptr && bytes != 0) return absl::InvalidArgumentError("workspace is null, but has a size");
  uint64_t needed = 0;
  for (const auto& shape : prepared_) needed = std::max(needed, shape->program.workspace_bytes());
  if (workspace != nullptr && bytes < needed) {
    return absl::ResourceExhaustedError(
        absl::StrCat("workspace has ", bytes, " bytes, the prepared shapes need ", needed));
  }
  options_.workspace = workspace;
  options_.workspace_bytes = bytes;
  if (workspace != nullptr) {
    backend_->Free(std::exchange(owned_workspace_, nullptr));
    owned_bytes_ = 0;
  }
  SINTER_RETURN_IF_ERROR(EnsureWorkspace(needed, std::nullopt));
  return RecaptureGraphs();
}

absl::Status ExecutionContext::EnsureWorkspace(uint64_t bytes, std::optional<StreamHandle> wait_for) {
  if (options_.workspace != nullptr) {
    if (bytes <= options_.workspace_bytes) return absl::OkStatus();
    return absl::ResourceExhaustedError(absl::StrCat(plan_->plan().label(), ": workspace has ",
                                                     options_.workspace_bytes, " bytes, this shape needs ", bytes));
  }
  if (bytes <= owned_bytes_) return absl::OkStatus();
  if (wait_for) SINTER_RETURN_IF_ERROR(backend_->Synchronize(*wait_for));
  // The old one goes first: two at once may be more than the device has. Graphs hold its address and go with it.
  backend_->Free(std::exchange(owned_workspace_, nullptr));
  owned_bytes_ = 0;
  absl::StatusOr<void*> memory = backend_->Allocate(bytes);
  if (!memory.ok()) {
    for (const auto& shape : prepared_) shape->graphs.clear();
    return absl::Status(memory.status().code(),
                        absl::StrCat(plan_->plan().label(), ": workspace: ", memory.status().message()));
  }
  owned_workspace_ = *memory;
  owned_bytes_ = bytes;
  ++counters_.workspace_allocations;
  return RecaptureGraphs();
}

absl::Status ExecutionContext::RecaptureGraphs() {
  for (const auto& shape : prepared_) {
    const bool had_graph = !shape->graphs.empty();
    shape->graphs.clear();
    if (had_graph && !shape->has_fixed) SINTER_RETURN_IF_ERROR(Capture(shape.get()).status());
  }
  return absl::OkStatus();
}

Bindings ExecutionContext::CurrentBindings(const PreparedShape& shape) const {
  Bindings bindings;
  const absl::Span<void* const> all = shape.current;
  bindings.inputs = all.subspan(0, shape.program.inputs().size());
  bindings.outputs = all.subspan(shape.program.inputs().size());
  bindings.workspace = static_cast<uint8_t*>(options_.workspace != nullptr ? options_.workspace : owned_workspace_);
  return bindings;
}

absl::StatusOr<ExecutionContext::BoundGraph*> ExecutionContext::Capture(PreparedShape* shape) {
  const Bindings bindings = CurrentBindings(*shape);
  SINTER_RETURN_IF_ERROR(backend_->BeginCapture(capture_stream_));
  absl::Status status;
  for (size_t i = 0; i < shape->program.steps().size() && status.ok(); ++i) {
    status = shape->program.RunStep(i, bindings, capture_stream_);
  }
  // The capture is ended whatever happened in it, or the stream would stay unusable.
  absl::StatusOr<std::unique_ptr<Graph>> graph = backend_->EndCapture(capture_stream_);
  SINTER_RETURN_IF_ERROR(status);
  SINTER_RETURN_IF_ERROR(graph.status());
  ++counters_.graph_captures;
  if (shape->graphs.size() >= options_.max_graphs_per_shape) {
    shape->graphs.erase(std::min_element(shape->graphs.begin(), shape->graphs.end(),
                                         [](const auto& a, const auto& b) { return a.last_use < b.last_use; }));
  }
  shape->graphs.push_back({*std::move(graph), shape->current, ++use_clock_});
  return &shape->graphs.back();
}

absl::StatusOr<ExecutionContext::BoundGraph*> ExecutionContext::FindOrCapture(PreparedShape* shape) {
  for (BoundGraph& graph : shape->graphs) {
    bool usable = true;
    for (size_t i = 0; shape->has_fixed && usable && i < shape->current.size(); ++i) {
      usable = shape->fixed_in_graph[i] == 0 || graph.pointers[i] == shape->current[i];
    }
    if (usable) return &graph;
  }
  return Capture(shape);
}

absl::Status ExecutionContext::UpdateGraph(PreparedShape* shape, BoundGraph* graph) {
  bool any = false;
  for (size_t i = 0; i < shape->current.size(); ++i) {
    if (graph->pointers[i] == shape->current[i]) continue;
    any = true;
    for (uint32_t launch : shape->launches_of[i]) shape->launch_changed[launch] = 1;
  }
  if (!any) return absl::OkStatus();
  const Bindings bindings = CurrentBindings(*shape);
  for (size_t number = 0; number < shape->launch_changed.size(); ++number) {
    if (std::exchange(shape->launch_changed[number], uint8_t{0}) == 0) continue;
    const size_t step = shape->launch_steps[number];
    const auto& launch = std::get<ReadyLaunch>(shape->program.steps()[step].action);
    absl::Status status = graph->graph->UpdateKernelParams(static_cast<int64_t>(number), launch.shape,
                                                           shape->program.FillParams(step, bindings));
    if (!status.ok()) {
      // Some nodes have the new pointers, some the old: the graph is of no use.
      std::fill(shape->launch_changed.begin(), shape->launch_changed.end(), uint8_t{0});
      shape->graphs.erase(shape->graphs.begin() + (graph - shape->graphs.data()));
      return shape->program.StepError(step, status);
    }
    ++counters_.parameter_updates;
  }
  std::copy(shape->current.begin(), shape->current.end(), graph->pointers.begin());
  return absl::OkStatus();
}

absl::StatusOr<ExecutionContext::PreparedShape*> ExecutionContext::Bind(size_t entry, absl::Span<const int64_t> symbols,
                                                                        absl::Span<const TensorRef> inputs,
                                                                        absl::Span<const TensorRef> outputs,
                                                                        std::optional<StreamHandle> stream) {
  PreparedShape* shape = FindPrepared(entry, symbols);
  if (shape == nullptr) {
    SINTER_ASSIGN_OR_RETURN(shape, FindOrBuildTransient(entry, symbols, stream));
  }
  SINTER_RETURN_IF_ERROR(binders_[entry].Check(inputs, outputs, shape->program));
  bool any_changed = false;
  for (size_t i = 0; i < shape->current.size(); ++i) {
    shape->current[i] = i < inputs.size() ? inputs[i].data : outputs[i - inputs.size()].data;
    shape->changed[i] = shape->current[i] != shape->checked[i];
    any_changed |= shape->changed[i] != 0;
  }
  if (any_changed) {
    SINTER_RETURN_IF_ERROR(binders_[entry].CheckOverlaps(inputs, outputs, shape->program, shape->changed));
    std::copy(shape->current.begin(), shape->current.end(), shape->checked.begin());
  }
  shape->last_use = ++use_clock_;
  return shape;
}

absl::Status ExecutionContext::WithOrigin(size_t entry, absl::Span<const int64_t> symbols, absl::Status status) const {
  if (!absl::IsInvalidArgument(status)) return status;
  return absl::Status(status.code(), absl::StrCat(status.message(), binders_[entry].OriginOfWrongSymbol(symbols)));
}

absl::StatusOr<ExecutionContext::PreparedShape*> ExecutionContext::ReadAndBind(size_t entry,
                                                                               absl::Span<int64_t> symbols,
                                                                               absl::Span<const TensorRef> inputs,
                                                                               absl::Span<const TensorRef> outputs,
                                                                               StreamHandle stream) {
  SINTER_RETURN_IF_ERROR(binders_[entry].ReadSymbols(inputs, outputs, symbols));
  absl::StatusOr<PreparedShape*> shape = Bind(entry, symbols, inputs, outputs, stream);
  return shape.ok() ? shape : WithOrigin(entry, symbols, shape.status());
}

absl::Status ExecutionContext::RunPlain(PreparedShape* shape, StreamHandle stream) {
  const Bindings bindings = CurrentBindings(*shape);
  for (size_t i = 0; i < shape->program.steps().size(); ++i) {
    SINTER_RETURN_IF_ERROR(shape->program.RunStep(i, bindings, stream));
    const size_t kind = shape->program.steps()[i].action.index();
    ++(kind == 0 ? counters_.kernel_launches : kind == 1 ? counters_.library_calls : counters_.copies);
  }
  return absl::OkStatus();
}

absl::Status ExecutionContext::Execute(size_t entry, absl::Span<const TensorRef> inputs,
                                       absl::Span<const TensorRef> outputs, StreamHandle stream, RunMode mode) {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  const absl::Span<int64_t> symbols =
      absl::MakeSpan(symbol_values_).subspan(0, plan_->model().entries[entry].symbols.size());
  SINTER_ASSIGN_OR_RETURN(PreparedShape * shape, ReadAndBind(entry, symbols, inputs, outputs, stream));
  return Run(shape, stream, mode);
}

absl::Status ExecutionContext::Execute(size_t entry, absl::Span<const int64_t> symbols,
                                       absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                                       StreamHandle stream, RunMode mode) {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  SINTER_RETURN_IF_ERROR(binders_[entry].CheckForms(inputs, outputs));
  SINTER_ASSIGN_OR_RETURN(PreparedShape * shape, Bind(entry, symbols, inputs, outputs, stream));
  return Run(shape, stream, mode);
}

absl::Status ExecutionContext::Run(PreparedShape* shape, StreamHandle stream, RunMode mode) {
  ++counters_.executions;
  // For a prepared shape a comparison, unless a failed growth has cost the context its workspace.
  SINTER_RETURN_IF_ERROR(EnsureWorkspace(shape->program.workspace_bytes(), stream));
  if (mode == RunMode::kLaunches || !UsesGraphs(*shape)) return RunPlain(shape, stream);
  SINTER_ASSIGN_OR_RETURN(BoundGraph * graph, FindOrCapture(shape));
  SINTER_RETURN_IF_ERROR(UpdateGraph(shape, graph));
  graph->last_use = use_clock_;
  ++counters_.graph_launches;
  return graph->graph->Launch(stream);
}

absl::StatusOr<std::vector<StepTime>> ExecutionContext::Profile(size_t entry, absl::Span<const TensorRef> inputs,
                                                                absl::Span<const TensorRef> outputs,
                                                                StreamHandle stream) {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  const Entry& model = plan_->model().entries[entry];
  const absl::Span<int64_t> symbols = absl::MakeSpan(symbol_values_).subspan(0, model.symbols.size());
  SINTER_ASSIGN_OR_RETURN(PreparedShape * shape, ReadAndBind(entry, symbols, inputs, outputs, stream));
  SINTER_RETURN_IF_ERROR(EnsureWorkspace(shape->program.workspace_bytes(), stream));
  SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream));
  const Bindings bindings = CurrentBindings(*shape);
  std::vector<StepTime> times;
  for (size_t i = 0; i < shape->program.steps().size(); ++i) {
    const auto start = std::chrono::steady_clock::now();
    SINTER_RETURN_IF_ERROR(shape->program.RunStep(i, bindings, stream));
    SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream));
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
    const Step& step = model.steps[shape->program.steps()[i].step];
    times.push_back({step.name, shape->program.DescribeAction(i), elapsed.count(), step.locations});
  }
  return times;
}

absl::StatusOr<ShapeReport> ExecutionContext::Report(size_t entry, absl::Span<const int64_t> symbols) const {
  SINTER_RETURN_IF_ERROR(CheckEntry(entry));
  const PreparedShape* shape = FindPrepared(entry, symbols);
  if (shape == nullptr) return absl::NotFoundError("the shape is not prepared");
  ShapeReport report;
  report.workspace_bytes = shape->program.workspace_bytes();
  report.graphs = shape->graphs.size();
  if (!shape->graphs.empty()) report.graph_nodes = shape->graphs.back().graph->node_count();
  for (size_t i = 0; i < shape->program.steps().size(); ++i) {
    const ReadyStep& step = shape->program.steps()[i];
    ++(step.action.index() == 0 ? report.launches : step.action.index() == 1 ? report.library_calls : report.copies);
    const auto* matmul = std::get_if<ReadyMatmul>(&step.action);
    if (matmul == nullptr) continue;
    if (!matmul->product->uses_library()) ++report.plain_products;
    report.library_choices.push_back(
        absl::StrCat(shape->program.entry().steps[step.step].name, ": ", shape->program.DescribeAction(i)));
    const MatmulChoice* choice = matmul->product->choice();
    if (choice != nullptr) report.products.push_back({shape->program.entry().steps[step.step].name, *choice});
  }
  return report;
}

}  // namespace sinter::rt
