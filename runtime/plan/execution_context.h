// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes a loaded plan, thousands of times a second, on a stream and with tensors of the caller's.
#ifndef SINTER_RUNTIME_PLAN_EXECUTION_CONTEXT_H_
#define SINTER_RUNTIME_PLAN_EXECUTION_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/plan/argument_binding.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/plan/matmul_cache.h"
#include "runtime/plan/shape_program.h"
#include "runtime/tensor/tensor_ref.h"

namespace sinter::rt {

struct ContextOptions {
  // Prepared shapes kept; the least recently used goes. At least 1.
  size_t max_prepared_shapes = 16;
  // Graphs kept for one shape. A shape has more than one only where a library call or a copy touches an argument.
  size_t max_graphs_per_shape = 4;
  // False: plain launches always.
  bool use_graphs = true;
  // Where a shape is prepared, or its workspace asked for, the algorithms of products that no pin fits and that the
  // device has not chosen for yet are measured. False: the library's first estimates are taken.
  bool measure_products = true;
  // Memory of the caller's, 256-byte aligned, instead of the context's own; must outlive the context. What is needed:
  // WorkspaceBytes().
  void* workspace = nullptr;
  uint64_t workspace_bytes = 0;
};

// kAuto: a graph where one is prepared. kLaunches: plain launches, always (into the caller's own capture, say).
enum class RunMode { kAuto, kLaunches };

// All since the context was made.
struct ContextCounters {
  uint64_t executions = 0;
  uint64_t graph_launches = 0;
  uint64_t kernel_launches = 0;    // plain ones
  uint64_t library_calls = 0;      // plain ones
  uint64_t copies = 0;             // plain ones
  uint64_t parameter_updates = 0;  // graph nodes given new pointers
  uint64_t graph_captures = 0;
  uint64_t shapes_built = 0;  // programs evaluated, prepared or not
  uint64_t workspace_allocations = 0;
};

// What a prepared shape runs.
struct ShapeReport {
  size_t launches = 0, library_calls = 0, copies = 0;
  size_t step_count() const { return launches + library_calls + copies; }
  size_t plain_products = 0;  // of the library calls: products that no library runs (PreparedMatmul::uses_library)
  int64_t graph_nodes = 0;    // 0: no graph has been captured
  size_t graphs = 0;
  uint64_t workspace_bytes = 0;
  std::vector<std::string> library_choices;  // one a call, as "step: description"
  struct Product {
    std::string step;
    MatmulChoice choice;
  };
  std::vector<Product> products;  // of the library calls, those that have a choice of algorithms
};

struct StepTime {
  std::string step;
  std::string action;  // a kernel's symbol, a library's description, or "copy"
  double microseconds = 0;
  std::vector<std::string> locations = {};  // where in the graph the step comes from; empty where that is not known
};

// Belongs to one stream at a time and is not thread-safe; any number of contexts may share a loaded plan. Prepare,
// SetWorkspace and the destructor may free what an execution in flight uses, so earlier executions must have ended.
//
// Rebinding: an execution with other pointers than the last one updates the parameters of just the launches that touch
// them (about 0.5 us of host time each). A library call or a copy cannot be updated; where one touches an argument
// whose pointer is new, another graph is captured (0.2 - 5 ms, by its size), and max_graphs_per_shape of them are kept.
// So a caller with a few fixed buffers pays once a buffer; the compiler keeps such steps away from arguments where it
// can.
//
// The workspace is one block, as large as the largest shape so far needs. When it grows, graphs hold its old address:
// those that need no pointers are captured anew at once, the others by their next execution. Preparing the largest
// shape first avoids both.
class ExecutionContext {
 public:
  static absl::StatusOr<std::unique_ptr<ExecutionContext>> Create(std::shared_ptr<const LoadedPlan> plan,
                                                                  const ContextOptions& options = {});
  ~ExecutionContext();
  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;

  const LoadedPlan& plan() const { return *plan_; }

  // Makes everything that an execution at these symbol values (in the entry's order) needs: the workspace, the
  // products, the graph. Executions at this shape then allocate nothing. The graph of a shape whose library calls or
  // copies touch arguments needs their pointers: give them, or the first execution captures. With tensors alone the
  // symbols' values are read off them, as Execute does.
  absl::Status Prepare(size_t entry, absl::Span<const int64_t> symbols);
  absl::Status Prepare(size_t entry, absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs);
  absl::Status Prepare(size_t entry, absl::Span<const int64_t> symbols, absl::Span<const TensorRef> inputs,
                       absl::Span<const TensorRef> outputs);

  // What an execution at these symbol values needs in all: arena and scratch of library calls.
  absl::StatusOr<uint64_t> WorkspaceBytes(size_t entry, absl::Span<const int64_t> symbols);
  // Replaces the workspace by memory of the caller's (null: by the context's own again). Prepared graphs are captured
  // anew where that needs no pointers.
  absl::Status SetWorkspace(void* workspace, uint64_t bytes);

  // Enqueues one execution on `stream` and returns. The symbols' values are read off the tensors' dims (or given, for
  // entries where some cannot be). A shape that was not prepared runs by plain launches: nothing is instantiated,
  // though products may be prepared (by the library's estimate, which they keep) and the workspace may grow, after a
  // wait for `stream`. While that is being captured a product that is not ready is kFailedPrecondition. Errors name the
  // argument, symbol or step; what was enqueued before a failing step has run.
  absl::Status Execute(size_t entry, absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                       StreamHandle stream, RunMode mode = RunMode::kAuto);
  absl::Status Execute(size_t entry, absl::Span<const int64_t> symbols, absl::Span<const TensorRef> inputs,
                       absl::Span<const TensorRef> outputs, StreamHandle stream, RunMode mode = RunMode::kAuto);

  // Executes step by step with a wait after each: host time between waits, so a small kernel shows the launch and the
  // wait with it.
  absl::StatusOr<std::vector<StepTime>> Profile(size_t entry, absl::Span<const TensorRef> inputs,
                                                absl::Span<const TensorRef> outputs, StreamHandle stream);

  // kNotFound where the shape is not prepared.
  absl::StatusOr<ShapeReport> Report(size_t entry, absl::Span<const int64_t> symbols) const;
  const ContextCounters& counters() const { return counters_; }

 private:
  // A graph and the pointers that its nodes have now.
  struct BoundGraph {
    std::unique_ptr<Graph> graph;
    std::vector<void*> pointers;  // inputs, then outputs
    uint64_t last_use = 0;
  };
  struct PreparedShape;

  ExecutionContext(std::shared_ptr<const LoadedPlan> plan, const ContextOptions& options);

  absl::Status CheckEntry(size_t entry) const;
  absl::StatusOr<std::unique_ptr<PreparedShape>> BuildShape(size_t entry, absl::Span<const int64_t> symbols,
                                                            const MatmulPreparation& preparation);
  PreparedShape* FindPrepared(size_t entry, absl::Span<const int64_t> symbols) const;
  absl::StatusOr<PreparedShape*> FindOrPrepare(size_t entry, absl::Span<const int64_t> symbols);
  // `stream`: that the shape is about to run in; none where there is time to measure products.
  absl::StatusOr<PreparedShape*> FindOrBuildTransient(size_t entry, absl::Span<const int64_t> symbols,
                                                      std::optional<StreamHandle> stream);
  // `stream`: likewise.
  absl::StatusOr<PreparedShape*> Bind(size_t entry, absl::Span<const int64_t> symbols,
                                      absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                                      std::optional<StreamHandle> stream);
  // Bind with the symbols' values read off the tensors, into `symbols`.
  absl::StatusOr<PreparedShape*> ReadAndBind(size_t entry, absl::Span<int64_t> symbols,
                                             absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                                             StreamHandle stream);
  // Adds to the error of a call that read its symbols which argument a wrong one was read off.
  absl::Status WithOrigin(size_t entry, absl::Span<const int64_t> symbols, absl::Status status) const;
  absl::Status EnsureWorkspace(uint64_t bytes, std::optional<StreamHandle> wait_for);
  absl::Status RecaptureGraphs();
  bool UsesGraphs(const PreparedShape& shape) const;
  absl::StatusOr<BoundGraph*> Capture(PreparedShape* shape);
  absl::StatusOr<BoundGraph*> FindOrCapture(PreparedShape* shape);
  absl::Status UpdateGraph(PreparedShape* shape, BoundGraph* graph);
  absl::Status Run(PreparedShape* shape, StreamHandle stream, RunMode mode);
  absl::Status RunPlain(PreparedShape* shape, StreamHandle stream);
  Bindings CurrentBindings(const PreparedShape& shape) const;

  std::shared_ptr<const LoadedPlan> plan_;
  Backend* backend_;
  ContextOptions options_;
  std::vector<ArgumentBinder> binders_;  // one an entry
  MatmulCache matmuls_;
  std::vector<std::unique_ptr<PreparedShape>> prepared_;
  std::unique_ptr<PreparedShape> transient_;  // the last shape that was executed without being prepared
  std::vector<int64_t> symbol_values_;        // of the call at hand
  StreamHandle capture_stream_ = nullptr;
  bool has_capture_stream_ = false;
  void* owned_workspace_ = nullptr;
  uint64_t owned_bytes_ = 0;
  uint64_t use_clock_ = 0;
  ContextCounters counters_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_EXECUTION_CONTEXT_H_
