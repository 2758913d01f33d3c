// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts of the C interface: binding and execution.
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "runtime/base/status_macros.h"
#include "runtime/capi/border.h"
#include "runtime/capi/objects.h"

namespace sinter::rt {
namespace {

absl::StatusOr<ContextOptions> ReadOptions(const sinter_context_options* given) {
  ContextOptions options;
  if (given == nullptr) return options;
  SINTER_ASSIGN_OR_RETURN(const sinter_context_options read, ReadStruct(given, "options"));
  if (read.max_prepared_shapes != 0) options.max_prepared_shapes = read.max_prepared_shapes;
  if (read.max_graphs_per_shape != 0) options.max_graphs_per_shape = read.max_graphs_per_shape;
  options.use_graphs = read.use_graphs != 0;
  options.workspace = read.workspace;
  options.workspace_bytes = read.workspace_bytes;
  if (read.products != SINTER_PRODUCTS_MEASURED && read.products != SINTER_PRODUCTS_ESTIMATED) {
    return absl::InvalidArgumentError(absl::StrCat("`options->products` is ", read.products, ", expected 0 or 1"));
  }
  options.measure_products = read.products == SINTER_PRODUCTS_MEASURED;
  return options;
}

absl::StatusOr<std::unique_ptr<sinter_context>> MakeContext(const sinter_loaded_plan& loaded,
                                                            const sinter_context_options* given) {
  SINTER_ASSIGN_OR_RETURN(const ContextOptions options, ReadOptions(given));
  auto context = std::make_unique<sinter_context>();
  context->loaded = loaded.state;
  SINTER_ASSIGN_OR_RETURN(context->context, ExecutionContext::Create(loaded.state->loaded, options));
  const Plan& plan = loaded.state->loaded->plan();
  context->bound.reserve(plan.model().entries.size());
  for (const Entry& entry : plan.model().entries) context->bound.emplace_back(entry, plan.label());
  return context;
}

absl::StatusOr<absl::Span<const int64_t>> Symbols(const int64_t* symbols, size_t count) {
  if (count > 0) SINTER_REQUIRE(symbols);
  return absl::MakeConstSpan(symbols, count);
}

absl::StatusOr<BoundArguments*> Bound(sinter_context* context, size_t entry) {
  SINTER_REQUIRE(context);
  if (entry < context->bound.size()) return &context->bound[entry];
  return absl::InvalidArgumentError(absl::StrCat(context->context->plan().plan().label(), ": entry index ", entry,
                                                 " is out of range, there are ", context->bound.size()));
}

// Points into the caller's struct.
absl::StatusOr<TensorRef> ReadTensor(const sinter_tensor* given) {
  SINTER_ASSIGN_OR_RETURN(const sinter_tensor tensor, ReadStruct(given, "tensor"));
  if (sinter_element_type_name(tensor.element_type) == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("`tensor->element_type` is ", tensor.element_type, ", which is none"));
  }
  if (tensor.rank > 0 && tensor.dims == nullptr) return NullArgument("tensor->dims");
  TensorRef ref;
  ref.data = tensor.data;
  ref.type = static_cast<ElementType>(tensor.element_type);
  ref.dims = absl::MakeConstSpan(tensor.dims, tensor.rank);
  if (tensor.strides != nullptr) ref.strides = absl::MakeConstSpan(tensor.strides, tensor.rank);
  return ref;
}

absl::Status Execute(sinter_context* context, size_t entry, sinter_stream stream, uint32_t flags) {
  SINTER_ASSIGN_OR_RETURN(BoundArguments * bound, Bound(context, entry));
  if ((flags & ~uint32_t{SINTER_RUN_LAUNCHES}) != 0) {
    return absl::InvalidArgumentError(absl::StrCat("`flags` is ", flags, ", which has an unknown bit"));
  }
  SINTER_RETURN_IF_ERROR(bound->CheckComplete());
  const RunMode mode = (flags & SINTER_RUN_LAUNCHES) != 0 ? RunMode::kLaunches : RunMode::kAuto;
  if (bound->has_symbols()) {
    return context->context->Execute(entry, bound->symbols(), bound->inputs(), bound->outputs(), stream, mode);
  }
  return context->context->Execute(entry, bound->inputs(), bound->outputs(), stream, mode);
}

}  // namespace
}  // namespace sinter::rt

using sinter::rt::AtBorder;

sinter_status* sinter_context_create(sinter_loaded_plan* loaded, const sinter_context_options* options,
                                     sinter_context** context) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(loaded);
    SINTER_REQUIRE(context);
    SINTER_ASSIGN_OR_RETURN(std::unique_ptr<sinter_context> made, sinter::rt::MakeContext(*loaded, options));
    *context = made.release();
    return absl::OkStatus();
  });
}

void sinter_context_destroy(sinter_context* context) {
  sinter::rt::QuietlyAtBorder([&] { delete context; });
}

sinter_status* sinter_context_get_workspace_bytes(sinter_context* context, size_t entry, const int64_t* symbols,
                                                  size_t symbol_count, uint64_t* bytes) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(context);
    SINTER_REQUIRE(bytes);
    SINTER_ASSIGN_OR_RETURN(const absl::Span<const int64_t> values, sinter::rt::Symbols(symbols, symbol_count));
    SINTER_ASSIGN_OR_RETURN(*bytes, context->context->WorkspaceBytes(entry, values));
    return absl::OkStatus();
  });
}

sinter_status* sinter_context_set_workspace(sinter_context* context, void* workspace, uint64_t bytes) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(context);
    return context->context->SetWorkspace(workspace, bytes);
  });
}

sinter_status* sinter_context_prepare(sinter_context* context, size_t entry, const int64_t* symbols,
                                      size_t symbol_count) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(context);
    SINTER_ASSIGN_OR_RETURN(const absl::Span<const int64_t> values, sinter::rt::Symbols(symbols, symbol_count));
    return context->context->Prepare(entry, values);
  });
}

sinter_status* sinter_context_prepare_bound(sinter_context* context, size_t entry) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(sinter::rt::BoundArguments * bound, sinter::rt::Bound(context, entry));
    SINTER_RETURN_IF_ERROR(bound->CheckComplete());
    if (bound->has_symbols()) {
      return context->context->Prepare(entry, bound->symbols(), bound->inputs(), bound->outputs());
    }
    return context->context->Prepare(entry, bound->inputs(), bound->outputs());
  });
}

sinter_status* sinter_context_bind_input(sinter_context* context, size_t entry, size_t index,
                                         const sinter_tensor* tensor) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(sinter::rt::BoundArguments * bound, sinter::rt::Bound(context, entry));
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::TensorRef ref, sinter::rt::ReadTensor(tensor));
    return bound->BindInput(index, ref);
  });
}

sinter_status* sinter_context_bind_output(sinter_context* context, size_t entry, size_t index,
                                          const sinter_tensor* tensor) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(sinter::rt::BoundArguments * bound, sinter::rt::Bound(context, entry));
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::TensorRef ref, sinter::rt::ReadTensor(tensor));
    return bound->BindOutput(index, ref);
  });
}

sinter_status* sinter_context_rebind_input(sinter_context* context, size_t entry, size_t index, void* data) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(sinter::rt::BoundArguments * bound, sinter::rt::Bound(context, entry));
    return bound->RebindInput(index, data);
  });
}

sinter_status* sinter_context_rebind_output(sinter_context* context, size_t entry, size_t index, void* data) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(sinter::rt::BoundArguments * bound, sinter::rt::Bound(context, entry));
    return bound->RebindOutput(index, data);
  });
}

sinter_status* sinter_context_bind_symbols(sinter_context* context, size_t entry, const int64_t* symbols,
                                           size_t symbol_count) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(sinter::rt::BoundArguments * bound, sinter::rt::Bound(context, entry));
    SINTER_ASSIGN_OR_RETURN(const absl::Span<const int64_t> values, sinter::rt::Symbols(symbols, symbol_count));
    return bound->BindSymbols(values);
  });
}

sinter_status* sinter_context_execute(sinter_context* context, size_t entry, sinter_stream stream, uint32_t flags) {
  return AtBorder([&] { return sinter::rt::Execute(context, entry, stream, flags); });
}

sinter_status* sinter_context_get_counters(const sinter_context* context, sinter_context_counters* counters) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(context);
    const sinter::rt::ContextCounters& counts = context->context->counters();
    sinter_context_counters filled = SINTER_CONTEXT_COUNTERS_INIT;
    filled.executions = counts.executions;
    filled.graph_launches = counts.graph_launches;
    filled.kernel_launches = counts.kernel_launches;
    filled.library_calls = counts.library_calls;
    filled.copies = counts.copies;
    filled.parameter_updates = counts.parameter_updates;
    filled.graph_captures = counts.graph_captures;
    filled.shapes_built = counts.shapes_built;
    filled.workspace_allocations = counts.workspace_allocations;
    return sinter::rt::WriteStruct(counters, filled, "counters");
  });
}
