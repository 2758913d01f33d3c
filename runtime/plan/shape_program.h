// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One entry at given symbol values: every expression evaluated and checked, every variant chosen, every
// product ready. What is left open is where the arguments and the workspace lie.
#ifndef SINTER_RUNTIME_PLAN_SHAPE_PROGRAM_H_
#define SINTER_RUNTIME_PLAN_SHAPE_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/plan/argument_shape.h"
#include "runtime/plan/matmul_cache.h"
#include "runtime/plan/plan_model.h"

namespace sinter::rt {

class LoadedPlan;

// Where the open ends of a program lie, by position in the entry's lists.
struct Bindings {
  absl::Span<void* const> inputs;
  absl::Span<void* const> outputs;
  uint8_t* workspace = nullptr;  // ShapeProgram::workspace_bytes() of it, 256-byte aligned
};

// A buffer as a base and a distance in bytes; for the arena the distance counts from its start.
struct BufferAddress {
  Space space = Space::kInput;
  uint32_t index = 0;
  uint64_t offset = 0;
};

struct ReadyLaunch {
  const KernelHandle* kernel = nullptr;
  LaunchShape shape;
  bool releases = false;   // the next launch, before its own end
  size_t first_param = 0;  // into the program's parameters
  size_t param_count = 0;
};

struct ReadyMatmul {
  std::shared_ptr<const PreparedMatmul> product;
  BufferAddress a, b, d;
  std::optional<BufferAddress> c, bias;
};

struct ReadyCopy {
  BufferAddress source, destination;
  uint64_t bytes = 0;
};

// A step that has work to do at this shape; those without are left out.
struct ReadyStep {
  uint32_t step = 0;  // into Entry::steps
  uint32_t variant = 0;
  std::variant<ReadyLaunch, ReadyMatmul, ReadyCopy> action;
};

class ShapeProgram {
 public:
  // `symbols` must have passed Plan::CheckSymbols. Errors name plan, entry, step and the expression that failed.
  static absl::StatusOr<ShapeProgram> Build(const LoadedPlan& plan, const Entry& entry,
                                            absl::Span<const int64_t> symbols, MatmulCache* matmuls,
                                            const MatmulPreparation& preparation);

  const Entry& entry() const { return *entry_; }
  const std::vector<int64_t>& symbols() const { return symbols_; }
  const std::vector<ArgumentShape>& inputs() const { return inputs_; }
  const std::vector<ArgumentShape>& outputs() const { return outputs_; }
  const std::vector<ReadyStep>& steps() const { return steps_; }
  // The arena, then the scratch of library calls, which one product at a time uses.
  uint64_t workspace_bytes() const { return arena_bytes_ + scratch_bytes_; }

  // Enqueues one step. Allocates nothing. Not const: it writes the program's parameter block.
  absl::Status RunStep(size_t index, const Bindings& bindings, StreamHandle stream);
  // The parameters of steps()[index], a launch, for these bindings; valid until the next call for that step.
  void** FillParams(size_t index, const Bindings& bindings);
  // Calls `visit` on the address of each pointer parameter of steps()[index], a launch.
  template <typename Visit>
  void ForEachBufferParam(size_t index, Visit visit) const {
    const auto& launch = std::get<ReadyLaunch>(steps_[index].action);
    for (size_t i = launch.first_param; i < launch.first_param + launch.param_count; ++i) {
      if (params_[i].buffer) visit(*params_[i].buffer);
    }
  }
  // A kernel's symbol, a library's own description, or "copy".
  std::string DescribeAction(size_t index) const;
  // `status` with plan, entry and step before its message.
  absl::Status StepError(size_t index, const absl::Status& status) const;

 private:
  friend class ShapeProgramBuilder;
  struct Param {
    std::optional<BufferAddress> buffer;
    uint64_t bits = 0;  // of a scalar
  };
  ShapeProgram() = default;
  void* Resolve(const BufferAddress& address, const Bindings& bindings) const;

  const LoadedPlan* plan_ = nullptr;
  const Entry* entry_ = nullptr;
  std::vector<int64_t> symbols_;
  std::vector<ArgumentShape> inputs_, outputs_;
  std::vector<ReadyStep> steps_;
  uint64_t arena_bytes_ = 0, scratch_bytes_ = 0;
  std::vector<Param> params_;
  std::vector<uint64_t> cells_;  // the values that kernels read, one a parameter
  std::vector<void*> pointers_;  // to the cells
};

// A product that an entry runs, as a backend is asked for it.
struct PlanProduct {
  std::string step;
  MatmulProblem problem;
};

// Those of the steps that have work to do at these values of the entry's symbols, in their order, one a step. Constants
// count as aligned as a load places them. kInvalidArgument where the values are none of the entry's.
absl::StatusOr<std::vector<PlanProduct>> EvaluateProducts(const PlanModel& model, const Entry& entry,
                                                          absl::Span<const int64_t> symbols);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_SHAPE_PROGRAM_H_
