// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluation of an entry for given symbol values, and the running of its steps.
#include "runtime/plan/shape_program.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {
namespace {

constexpr uint32_t kBaseAlignment = 256;  // of the workspace and of constants
constexpr int64_t kMaxGrid[3] = {std::numeric_limits<int32_t>::max(), 65535, 65535};

uint32_t AlignmentOf(uint64_t base_alignment, uint64_t offset) {
  const uint64_t alignment = offset == 0 ? base_alignment : std::min(base_alignment, offset & (~offset + 1));
  return static_cast<uint32_t>(std::min<uint64_t>(alignment, kBaseAlignment));
}

}  // namespace

class ShapeProgramBuilder {
 public:
  ShapeProgramBuilder(const LoadedPlan& plan, const Entry& entry, absl::Span<const int64_t> symbols,
                      MatmulCache* matmuls, const MatmulPreparation& preparation)
      : model_(plan.model()),
        label_(plan.plan().label()),
        loaded_(&plan),
        entry_(entry),
        symbols_(symbols),
        matmuls_(matmuls),
        preparation_(preparation) {}
  // Of a plan on no device: products are listed, not made ready.
  ShapeProgramBuilder(const PlanModel& model, const Entry& entry, absl::Span<const int64_t> symbols,
                      std::vector<PlanProduct>* products)
      : model_(model), label_("plan"), entry_(entry), symbols_(symbols), products_(products) {}

  absl::StatusOr<ShapeProgram> Run() {
    program_.plan_ = loaded_;
    program_.entry_ = &entry_;
    program_.symbols_.assign(symbols_.begin(), symbols_.end());
    SINTER_RETURN_IF_ERROR(Arguments(entry_.inputs, "input", &program_.inputs_));
    SINTER_RETURN_IF_ERROR(Arguments(entry_.outputs, "output", &program_.outputs_));
    SINTER_RETURN_IF_ERROR(Arena());
    for (step_index_ = 0; step_index_ < entry_.steps.size(); ++step_index_) {
      step_ = &entry_.steps[step_index_];
      SINTER_RETURN_IF_ERROR(BuildStep());
    }
    FinishParams();
    return std::move(program_);
  }

 private:
  absl::Status Error(absl::StatusCode code, absl::string_view what) const {
    std::vector<std::string> values;
    for (size_t i = 0; i < symbols_.size(); ++i)
      values.push_back(absl::StrCat(entry_.symbols[i].name, " = ", symbols_[i]));
    std::string where = absl::StrCat(label_, ": entry `", entry_.name, "`");
    if (!values.empty()) absl::StrAppend(&where, " at ", absl::StrJoin(values, ", "));
    if (step_ != nullptr) absl::StrAppend(&where, ", step ", step_index_, " `", step_->name, "`");
    return absl::Status(code, absl::StrCat(where, ": ", what));
  }
  absl::Status Invalid(absl::string_view what) const { return Error(absl::StatusCode::kInvalidArgument, what); }

  template <typename... What>
  absl::StatusOr<int64_t> Eval(const Expr& expr, const What&... what) const {
    absl::StatusOr<int64_t> value = Evaluate(expr, symbols_);
    if (value.ok()) return value;
    return Error(value.status().code(), absl::StrCat(what..., ": ", value.status().message()));
  }
  template <typename... What>
  absl::StatusOr<int64_t> EvalNotNegative(const Expr& expr, const What&... what) const {
    SINTER_ASSIGN_OR_RETURN(const int64_t value, Eval(expr, what...));
    if (value >= 0) return value;
    return Invalid(absl::StrCat(what..., " is ", value, ", expected at least 0"));
  }

  absl::Status Arguments(const std::vector<Argument>& arguments, const char* kind, std::vector<ArgumentShape>* shapes) {
    for (const Argument& argument : arguments) {
      absl::StatusOr<ArgumentShape> shape = EvaluateArgument(argument, symbols_);
      if (!shape.ok()) {
        return Error(shape.status().code(), absl::StrCat(kind, " `", argument.name, "`: ", shape.status().message()));
      }
      shapes->push_back(*std::move(shape));
    }
    return absl::OkStatus();
  }

  absl::Status Arena() {
    SINTER_ASSIGN_OR_RETURN(const int64_t arena, EvalNotNegative(entry_.arena_size, "arena size"));
    SINTER_ASSIGN_OR_RETURN(const uint64_t arena_bytes, TensorByteSize(ElementType::kU8, {arena}));
    program_.arena_bytes_ = (arena_bytes + kBaseAlignment - 1) / kBaseAlignment * kBaseAlignment;
    for (size_t i = 0; i < entry_.slots.size(); ++i) {
      SINTER_ASSIGN_OR_RETURN(const int64_t offset, EvalNotNegative(entry_.slots[i].offset, "offset of slot ", i));
      SINTER_ASSIGN_OR_RETURN(const int64_t size, EvalNotNegative(entry_.slots[i].size, "size of slot ", i));
      if (offset > arena || size > arena - offset) {
        return Invalid(absl::StrCat("slot ", i, " of ", size, " bytes at ", offset, " does not fit the arena of ",
                                    arena, " bytes"));
      }
      slots_.push_back({static_cast<uint64_t>(offset), static_cast<uint64_t>(size)});
    }
    return absl::OkStatus();
  }

  // The variant that runs here.
  absl::StatusOr<size_t> ChooseVariant() const {
    for (size_t v = 0; v + 1 < step_->variants.size(); ++v) {
      SINTER_ASSIGN_OR_RETURN(const int64_t chosen, Eval(*step_->variants[v].predicate, "predicate of variant ", v));
      if (chosen != 0) return v;
    }
    return step_->variants.size() - 1;
  }

  absl::Status BuildStep() {
    SINTER_ASSIGN_OR_RETURN(const size_t variant, ChooseVariant());
    return std::visit(
        [&](const auto& action) -> absl::Status {
          ReadyStep step;
          step.step = static_cast<uint32_t>(step_index_);
          step.variant = static_cast<uint32_t>(variant);
          bool has_work = true;
          SINTER_RETURN_IF_ERROR(BuildAction(action, &step, &has_work));
          if (has_work) program_.steps_.push_back(std::move(step));
          return absl::OkStatus();
        },
        step_->variants[variant].action);
  }

  uint64_t BufferBytes(const BufferRef& buffer) const {
    switch (buffer.space) {
      case Space::kInput:
        return program_.inputs_[buffer.index].byte_size;
      case Space::kOutput:
        return program_.outputs_[buffer.index].byte_size;
      case Space::kConstant:
        return model_.constants[buffer.index].byte_size;
      case Space::kArena:
        return slots_[buffer.index].size;
    }
    return 0;
  }

  // `bytes`: how much of the buffer is known to be touched from the offset on.
  template <typename... What>
  absl::StatusOr<BufferAddress> Resolve(const BufferRef& buffer, uint64_t bytes, const What&... what) const {
    int64_t offset = 0;
    if (buffer.offset) {
      SINTER_ASSIGN_OR_RETURN(offset, EvalNotNegative(*buffer.offset, what..., ": offset"));
    }
    const uint64_t size = BufferBytes(buffer);
    if (static_cast<uint64_t>(offset) > size || bytes > size - static_cast<uint64_t>(offset)) {
      return Invalid(
          absl::StrCat(what..., ": ", bytes, " bytes at ", offset, " reach past the buffer of ", size, " bytes"));
    }
    const uint64_t base = buffer.space == Space::kArena ? slots_[buffer.index].offset : 0;
    return BufferAddress{buffer.space, buffer.index, base + static_cast<uint64_t>(offset)};
  }

  uint32_t Alignment(const BufferAddress& address) const {
    switch (address.space) {
      case Space::kInput:
        return AlignmentOf(entry_.inputs[address.index].alignment, address.offset);
      case Space::kOutput:
        return AlignmentOf(entry_.outputs[address.index].alignment, address.offset);
      case Space::kArena:
        return AlignmentOf(kBaseAlignment, address.offset);
      // A constant may be the caller's own memory, so its address says.
      case Space::kConstant:
        return AlignmentOf(
            kBaseAlignment,
            (loaded_ == nullptr ? 0 : reinterpret_cast<uintptr_t>(loaded_->constant(address.index))) + address.offset);
    }
    return 1;
  }

  absl::Status BuildAction(const Launch& launch, ReadyStep* step, bool* has_work) {
    auto& ready = step->action.emplace<ReadyLaunch>();
    if (loaded_ != nullptr) ready.kernel = &loaded_->kernel(launch.kernel);
    for (int i = 0; i < 3; ++i) {
      SINTER_ASSIGN_OR_RETURN(const int64_t extent, EvalNotNegative(launch.grid[i], "grid extent ", i));
      if (extent > kMaxGrid[i]) {
        return Invalid(absl::StrCat("grid extent ", i, " is ", extent, ", at most ", kMaxGrid[i], " are allowed"));
      }
      *has_work &= extent > 0;
      ready.shape.grid[i] = static_cast<uint32_t>(extent);
      ready.shape.block[i] = launch.block[i];
    }
    ready.shape.shared_bytes = launch.shared_bytes;
    ready.releases = launch.releases;
    const auto* before = program_.steps_.empty() ? nullptr : std::get_if<ReadyLaunch>(&program_.steps_.back().action);
    ready.shape.overlaps = launch.waits && before != nullptr && before->releases;
    if (!*has_work) return absl::OkStatus();
    ready.first_param = program_.params_.size();
    ready.param_count = launch.args.size();
    for (size_t i = 0; i < launch.args.size(); ++i) {
      ShapeProgram::Param param;
      if (const auto* buffer = std::get_if<BufferRef>(&launch.args[i])) {
        SINTER_ASSIGN_OR_RETURN(param.buffer, Resolve(*buffer, 0, "parameter ", i));
      } else {
        SINTER_ASSIGN_OR_RETURN(param.bits, ScalarBits(std::get<ScalarArg>(launch.args[i]), i));
      }
      program_.params_.push_back(param);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<uint64_t> ScalarBits(const ScalarArg& scalar, size_t index) const {
    SINTER_ASSIGN_OR_RETURN(const int64_t value, Eval(scalar.value, "parameter ", index));
    if (scalar.type == ElementType::kI64) return static_cast<uint64_t>(value);
    if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
      return Invalid(absl::StrCat("parameter ", index, " is ", value, ", which does not fit its type i32"));
    }
    return uint64_t{static_cast<uint32_t>(static_cast<int32_t>(value))};
  }

  absl::StatusOr<MatmulOperandLayout> Layout(const MatmulOperand& operand, const MatmulProblem& problem, int64_t rows,
                                             int64_t columns, const char* name, BufferAddress* address) const {
    MatmulOperandLayout layout;
    layout.type = operand.type;
    SINTER_ASSIGN_OR_RETURN(layout.row_stride, EvalNotNegative(operand.row_stride, name, ": row stride"));
    SINTER_ASSIGN_OR_RETURN(layout.column_stride, EvalNotNegative(operand.column_stride, name, ": column stride"));
    ArgumentShape shape{{rows, columns}, {layout.row_stride, layout.column_stride}, 0, 0};
    for (size_t i = 0; i < operand.batch_strides.size(); ++i) {
      SINTER_ASSIGN_OR_RETURN(const int64_t stride,
                              EvalNotNegative(operand.batch_strides[i], name, ": batch stride ", i));
      layout.batch_strides.push_back(stride);
      shape.dims.push_back(problem.batch[i]);
      shape.strides.push_back(stride);
    }
    absl::StatusOr<uint64_t> bytes = ReachedBytes(operand.type, shape.dims, shape.strides, 0);
    if (!bytes.ok()) return Error(bytes.status().code(), absl::StrCat(name, ": ", bytes.status().message()));
    SINTER_ASSIGN_OR_RETURN(*address, Resolve(operand.buffer, *bytes, name));
    layout.alignment = Alignment(*address);
    return layout;
  }

  absl::Status BuildAction(const Matmul& matmul, ReadyStep* step, bool* has_work) {
    auto& ready = step->action.emplace<ReadyMatmul>();
    MatmulProblem problem;
    for (size_t i = 0; i < matmul.batch.size(); ++i) {
      SINTER_ASSIGN_OR_RETURN(const int64_t extent, EvalNotNegative(matmul.batch[i], "batch dim ", i));
      problem.batch.push_back(extent);
      *has_work &= extent > 0;
    }
    SINTER_ASSIGN_OR_RETURN(problem.m, EvalNotNegative(matmul.m, "m"));
    SINTER_ASSIGN_OR_RETURN(problem.n, EvalNotNegative(matmul.n, "n"));
    SINTER_ASSIGN_OR_RETURN(problem.k, EvalNotNegative(matmul.k, "k"));
    *has_work &= problem.m > 0 && problem.n > 0;
    if (!*has_work) return absl::OkStatus();
    SINTER_ASSIGN_OR_RETURN(problem.a, Layout(matmul.a, problem, problem.m, problem.k, "operand a", &ready.a));
    SINTER_ASSIGN_OR_RETURN(problem.b, Layout(matmul.b, problem, problem.k, problem.n, "operand b", &ready.b));
    SINTER_ASSIGN_OR_RETURN(problem.d, Layout(matmul.d, problem, problem.m, problem.n, "result d", &ready.d));
    if (matmul.c) {
      BufferAddress c;
      SINTER_ASSIGN_OR_RETURN(problem.c, Layout(*matmul.c, problem, problem.m, problem.n, "operand c", &c));
      ready.c = c;
    }
    if (matmul.bias) {
      const uint64_t bytes = ByteSize(matmul.bias_type, static_cast<uint64_t>(problem.n));
      SINTER_ASSIGN_OR_RETURN(ready.bias, Resolve(*matmul.bias, bytes, "bias"));
    }
    problem.has_bias = matmul.bias.has_value();
    problem.bias_type = matmul.bias_type;
    problem.alpha = matmul.alpha;
    problem.beta = matmul.beta;
    problem.activation = matmul.activation;
    problem.accumulate = matmul.accumulate;
    if (products_ != nullptr) {
      products_->push_back({step_->name, std::move(problem)});
      return absl::OkStatus();
    }
    absl::StatusOr<std::shared_ptr<const PreparedMatmul>> product = matmuls_->Get(problem, preparation_);
    if (!product.ok()) return Error(product.status().code(), product.status().message());
    ready.product = *std::move(product);
    program_.scratch_bytes_ = std::max<uint64_t>(program_.scratch_bytes_, ready.product->workspace_bytes());
    return absl::OkStatus();
  }

  absl::Status BuildAction(const Copy& copy, ReadyStep* step, bool* has_work) {
    auto& ready = step->action.emplace<ReadyCopy>();
    SINTER_ASSIGN_OR_RETURN(const int64_t size, EvalNotNegative(copy.size, "copy size"));
    ready.bytes = static_cast<uint64_t>(size);
    SINTER_ASSIGN_OR_RETURN(ready.source, Resolve(copy.source, ready.bytes, "copy source"));
    SINTER_ASSIGN_OR_RETURN(ready.destination, Resolve(copy.destination, ready.bytes, "copy destination"));
    *has_work = size > 0;
    return absl::OkStatus();
  }

  void FinishParams() {
    program_.cells_.resize(program_.params_.size());
    for (size_t i = 0; i < program_.params_.size(); ++i) {
      program_.cells_[i] = program_.params_[i].bits;
      program_.pointers_.push_back(&program_.cells_[i]);
    }
  }

  struct SlotRange {
    uint64_t offset, size;
  };
  const PlanModel& model_;
  const std::string label_;
  const LoadedPlan* loaded_ = nullptr;
  const Entry& entry_;
  absl::Span<const int64_t> symbols_;
  MatmulCache* matmuls_ = nullptr;
  MatmulPreparation preparation_;
  std::vector<PlanProduct>* products_ = nullptr;
  ShapeProgram program_;
  std::vector<SlotRange> slots_;
  const Step* step_ = nullptr;
  size_t step_index_ = 0;
};

absl::StatusOr<ShapeProgram> ShapeProgram::Build(const LoadedPlan& plan, const Entry& entry,
                                                 absl::Span<const int64_t> symbols, MatmulCache* matmuls,
                                                 const MatmulPreparation& preparation) {
  return ShapeProgramBuilder(plan, entry, symbols, matmuls, preparation).Run();
}

absl::StatusOr<std::vector<PlanProduct>> EvaluateProducts(const PlanModel& model, const Entry& entry,
                                                          absl::Span<const int64_t> symbols) {
  if (symbols.size() != entry.symbols.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected ", entry.symbols.size(), " values of symbols, but got ", symbols.size()));
  }
  for (size_t i = 0; i < symbols.size(); ++i) {
    const Symbol& symbol = entry.symbols[i];
    if (symbols[i] >= symbol.min && symbols[i] <= symbol.max && symbols[i] % symbol.divisor == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("`", symbol.name, "` = ", symbols[i], " is no value of entry `", entry.name, "`"));
  }
  std::vector<PlanProduct> products;
  SINTER_RETURN_IF_ERROR(ShapeProgramBuilder(model, entry, symbols, &products).Run().status());
  return products;
}

void* ShapeProgram::Resolve(const BufferAddress& address, const Bindings& bindings) const {
  void* base = nullptr;
  switch (address.space) {
    case Space::kInput:
      base = bindings.inputs[address.index];
      break;
    case Space::kOutput:
      base = bindings.outputs[address.index];
      break;
    case Space::kConstant:
      base = plan_->constant(address.index);
      break;
    case Space::kArena:
      base = bindings.workspace;
      break;
  }
  return base == nullptr ? nullptr : static_cast<uint8_t*>(base) + address.offset;
}

void** ShapeProgram::FillParams(size_t index, const Bindings& bindings) {
  const auto& launch = std::get<ReadyLaunch>(steps_[index].action);
  for (size_t i = launch.first_param; i < launch.first_param + launch.param_count; ++i) {
    if (params_[i].buffer) cells_[i] = reinterpret_cast<uintptr_t>(Resolve(*params_[i].buffer, bindings));
  }
  return pointers_.data() + launch.first_param;
}

absl::Status ShapeProgram::RunStep(size_t index, const Bindings& bindings, StreamHandle stream) {
  const ReadyStep& step = steps_[index];
  Backend* backend = plan_->backend();
  absl::Status status;
  if (const auto* launch = std::get_if<ReadyLaunch>(&step.action)) {
    status = backend->Launch(*launch->kernel, launch->shape, FillParams(index, bindings), stream);
  } else if (const auto* matmul = std::get_if<ReadyMatmul>(&step.action)) {
    MatmulPointers pointers;
    pointers.a = Resolve(matmul->a, bindings);
    pointers.b = Resolve(matmul->b, bindings);
    pointers.d = Resolve(matmul->d, bindings);
    if (matmul->c) pointers.c = Resolve(*matmul->c, bindings);
    if (matmul->bias) pointers.bias = Resolve(*matmul->bias, bindings);
    void* scratch = scratch_bytes_ == 0 ? nullptr : bindings.workspace + arena_bytes_;
    status = matmul->product->Run(pointers, scratch, stream);
  } else {
    const auto& copy = std::get<ReadyCopy>(step.action);
    status =
        backend->CopyOnDevice(Resolve(copy.destination, bindings), Resolve(copy.source, bindings), copy.bytes, stream);
  }
  return status.ok() ? status : StepError(index, status);
}

std::string ShapeProgram::DescribeAction(size_t index) const {
  const ReadyStep& step = steps_[index];
  if (const auto* matmul = std::get_if<ReadyMatmul>(&step.action)) return matmul->product->Describe();
  if (std::holds_alternative<ReadyCopy>(step.action)) return "copy";
  const auto& launch = std::get<Launch>(entry_->steps[step.step].variants[step.variant].action);
  return plan_->model().kernels[launch.kernel].symbol;
}

absl::Status ShapeProgram::StepError(size_t index, const absl::Status& status) const {
  const uint32_t step = steps_[index].step;
  const std::vector<std::string>& locations = entry_->steps[step].locations;
  return absl::Status(status.code(), absl::StrCat(plan_->plan().label(), ": entry `", entry_->name, "`, step ", step,
                                                  " `", entry_->steps[step].name, "`",
                                                  locations.empty() ? "" : " at ", absl::StrJoin(locations, ", "), ": ",
                                                  status.message()));
}

}  // namespace sinter::rt
