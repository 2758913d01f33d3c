// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading, sizes, buffers, rounds and checks of a case.
#include "bench/chain_case.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/expr.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tensor/element_conversion.h"
#include "runtime/tools/tool_status.h"

namespace sinter::bench {
namespace {

constexpr int64_t kLeastSets = 3, kMostSets = 256, kMostExecutions = 1024;
// All bits set: a NaN in every float type, so that what no kernel wrote does not match.
constexpr uint32_t kPoison = 0xffffffffu;
// About what a GPU of this decade moves; only the length of a replay follows from it.
constexpr double kBytesPerMicrosecond = 4e6;

}  // namespace

uint64_t ChainCase::Shape::count() const {
  uint64_t product = 1;
  for (int64_t dim : dims) product *= static_cast<uint64_t>(dim);
  return product;
}

absl::StatusOr<std::unique_ptr<ChainCase>> ChainCase::Create(const Chain& chain, const rt::Measurement& measurement,
                                                             const CaseOptions& options) {
  std::unique_ptr<ChainCase> self(new ChainCase(chain, measurement, options));
  SINTER_RETURN_IF_ERROR(self->LoadForm("fused", &self->fused_));
  SINTER_RETURN_IF_ERROR(self->LoadForm("unfused", &self->unfused_));
  SINTER_RETURN_IF_ERROR(self->ChooseRows(self->fused_.context->plan().model().entries[0]));
  SINTER_RETURN_IF_ERROR(self->CreateInputs());
  for (Form* form : {&self->fused_, &self->unfused_}) {
    SINTER_RETURN_IF_ERROR(self->CreateOutputs(form));
    SINTER_RETURN_IF_ERROR(rt::AddContext(self->RecordForm(form), absl::StrCat(chain.name, ", ", form->name)));
  }
  SINTER_ASSIGN_OR_RETURN(self->ceilings_, Ceilings::Create(measurement, self->footprint_));
  return self;
}

absl::Status ChainCase::LoadForm(const std::string& name, Form* form) {
  form->name = name;
  const std::string path = absl::StrCat(options_.plan_folder, "/", chain_.name, ".", name, ".plan");
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const rt::Plan> plan, rt::Plan::Load(path));
  if (plan->model().entries.size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(plan->label(), ": expected one entry, but found ", plan->model().entries.size()));
  }
  SINTER_ASSIGN_OR_RETURN(form->context,
                          rt::CreateReplayedContext(std::move(plan), measurement_.backend, options_.cache));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ChainCase::Shape>> ChainCase::ShapesOf(const std::vector<rt::Argument>& arguments,
                                                                  int64_t rows) const {
  std::vector<Shape> shapes;
  for (const rt::Argument& argument : arguments) {
    if (!argument.strides.empty() || argument.offset || argument.tied_input >= 0) {
      return absl::UnimplementedError(
          absl::StrCat(chain_.name, ": argument `", argument.name, "` is strided or tied; expected a dense one"));
    }
    std::vector<int64_t> dims;
    for (const rt::Expr& expr : argument.dims) {
      SINTER_ASSIGN_OR_RETURN(const int64_t dim, rt::Evaluate(expr, {rows}));
      dims.push_back(dim);
    }
    const bool has_rows = !argument.dims.empty() && argument.dims[0].SoleSymbol().has_value();
    shapes.push_back({argument.type, std::move(dims), has_rows});
  }
  return shapes;
}

absl::StatusOr<Footprint> ChainCase::FootprintAt(const rt::Entry& entry, int64_t rows) const {
  Footprint footprint;
  SINTER_ASSIGN_OR_RETURN(const std::vector<Shape> inputs, ShapesOf(entry.inputs, rows));
  SINTER_ASSIGN_OR_RETURN(const std::vector<Shape> outputs, ShapesOf(entry.outputs, rows));
  for (const Shape& shape : inputs) footprint.read_bytes += rt::ByteSize(shape.type, shape.count());
  for (const Shape& shape : outputs) footprint.written_bytes += rt::ByteSize(shape.type, shape.count());
  return footprint;
}

absl::Status ChainCase::ChooseRows(const rt::Entry& entry) {
  if (entry.symbols.size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(chain_.name, ": expected a plan of one symbol, the rows, but found ", entry.symbols.size()));
  }
  SINTER_ASSIGN_OR_RETURN(const Footprint none, FootprintAt(entry, 0));
  SINTER_ASSIGN_OR_RETURN(const Footprint one, FootprintAt(entry, 1));
  const uint64_t fixed = none.bytes(), each = one.bytes() - none.bytes();
  const uint64_t wanted = options_.bytes > fixed ? options_.bytes - fixed : 1;
  rows_ = static_cast<int64_t>((wanted + each - 1) / each);
  SINTER_RETURN_IF_ERROR(fused_.context->plan().plan().CheckSymbols(entry, {rows_}));
  SINTER_ASSIGN_OR_RETURN(input_shapes_, ShapesOf(entry.inputs, rows_));
  SINTER_ASSIGN_OR_RETURN(output_shapes_, ShapesOf(entry.outputs, rows_));
  SINTER_ASSIGN_OR_RETURN(footprint_, FootprintAt(entry, rows_));
  const int64_t bytes = static_cast<int64_t>(footprint_.bytes());
  const int64_t to_rotate = static_cast<int64_t>(options_.rotate_bytes);
  footprint_.sets = std::clamp((to_rotate + bytes - 1) / bytes, kLeastSets, kMostSets);
  const double turn = static_cast<double>(bytes * footprint_.sets) / kBytesPerMicrosecond;
  const int64_t turns = static_cast<int64_t>(options_.replay_microseconds / turn) + 1;
  footprint_.executions = footprint_.sets;
  if (!measurement_.backend->is_cpu()) {
    footprint_.executions *= std::clamp<int64_t>(turns, 1, kMostExecutions / footprint_.sets);
  }
  return absl::OkStatus();
}

absl::Status ChainCase::CreateInputs() {
  inputs_.resize(static_cast<size_t>(footprint_.sets));
  for (int64_t set = 0; set < footprint_.sets; ++set) {
    for (size_t i = 0; i < input_shapes_.size(); ++i) {
      const Shape& shape = input_shapes_[i];
      SINTER_ASSIGN_OR_RETURN(
          rt::DeviceMemory memory,
          rt::DeviceMemory::Allocate(measurement_.backend, rt::ByteSize(shape.type, shape.count())));
      SINTER_RETURN_IF_ERROR(measurement_.kernels->FillRandom(memory.get(), shape.type, shape.count(), SeedOf(set, i),
                                                              measurement_.stream));
      inputs_[static_cast<size_t>(set)].push_back(std::move(memory));
    }
  }
  return absl::OkStatus();
}

absl::Status ChainCase::CreateOutputs(Form* form) {
  form->outputs.resize(static_cast<size_t>(footprint_.sets));
  for (std::vector<rt::DeviceMemory>& set : form->outputs) {
    for (const Shape& shape : output_shapes_) {
      SINTER_ASSIGN_OR_RETURN(
          rt::DeviceMemory memory,
          rt::DeviceMemory::Allocate(measurement_.backend, rt::ByteSize(shape.type, shape.count())));
      SINTER_RETURN_IF_ERROR(
          measurement_.kernels->FillWords(memory.get(), memory.bytes(), kPoison, measurement_.stream));
      set.push_back(std::move(memory));
    }
  }
  return absl::OkStatus();
}

absl::Status ChainCase::Execute(Form* form, int64_t set) {
  const auto refs = [](const std::vector<Shape>& shapes, const std::vector<rt::DeviceMemory>& memory) {
    std::vector<rt::TensorRef> tensors;
    for (size_t i = 0; i < shapes.size(); ++i) {
      tensors.push_back({memory[i].get(), shapes[i].type, shapes[i].dims, {}});
    }
    return tensors;
  };
  const std::vector<rt::TensorRef> inputs = refs(input_shapes_, inputs_[static_cast<size_t>(set)]);
  const std::vector<rt::TensorRef> outputs = refs(output_shapes_, form->outputs[static_cast<size_t>(set)]);
  const int64_t symbols[] = {rows_};
  return form->context->Execute(0, symbols, inputs, outputs, measurement_.stream, rt::RunMode::kLaunches);
}

absl::Status ChainCase::RecordForm(Form* form) {
  SINTER_RETURN_IF_ERROR(form->context->Prepare(0, {rows_}));
  SINTER_ASSIGN_OR_RETURN(const rt::ShapeReport report, form->context->Report(0, {rows_}));
  form->launches = static_cast<int64_t>(report.step_count());
  SINTER_ASSIGN_OR_RETURN(form->replay,
                          rt::Replay::Record(measurement_.backend, measurement_.stream, footprint_.executions,
                                             [this, form](int64_t i) { return Execute(form, i % footprint_.sets); }));
  return absl::OkStatus();
}

absl::StatusOr<RoundTimes> ChainCase::MeasureRound(bool backward) {
  RoundTimes times;
  times.ceilings.resize(ceilings_->count());
  const size_t count = 2 + ceilings_->count();
  for (size_t i = 0; i < count; ++i) {
    const size_t number = backward ? count - 1 - i : i;
    if (number < 2) {
      const Form& form = number == 0 ? fused_ : unfused_;
      double& time = number == 0 ? times.fused : times.unfused;
      SINTER_ASSIGN_OR_RETURN(time, form.replay.Time(measurement_.stream, measurement_.timer));
    } else {
      SINTER_ASSIGN_OR_RETURN(times.ceilings[number - 2], ceilings_->Time(number - 2));
    }
  }
  return times;
}

std::vector<Row> ChainCase::InputRows(int64_t set, int64_t row) const {
  std::vector<Row> rows;
  for (size_t i = 0; i < input_shapes_.size(); ++i) {
    const Shape& shape = input_shapes_[i];
    const uint64_t first = shape.has_rows ? static_cast<uint64_t>(row) * shape.row_elements() : 0;
    Row values(shape.row_elements());
    for (uint64_t j = 0; j < values.size(); ++j) values[j] = rt::RandomValue(shape.type, SeedOf(set, i), first + j);
    rows.push_back(std::move(values));
  }
  return rows;
}

// The first, the last, and others evenly between, off the even places that blocks begin at.
std::vector<int64_t> ChainCase::SampledRows() const {
  constexpr int64_t kSampled = 24;
  std::vector<int64_t> rows = {0, rows_ - 1};
  for (int64_t i = 1; i < kSampled; ++i) rows.push_back(std::min(rows_ * i / kSampled + i % 3, rows_ - 1));
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

absl::Status ChainCase::CheckRows(const Form& form, double tolerance, int64_t set) {
  const std::vector<int64_t> sampled = SampledRows();
  std::vector<double> squares(output_shapes_.size());
  for (int64_t row : sampled) {
    const std::vector<Row> expected = chain_.expect(InputRows(set, row));
    if (expected.size() != output_shapes_.size()) {
      return absl::InternalError(absl::StrCat(chain_.name, ": expected ", expected.size(),
                                              " outputs, but the plan has ", output_shapes_.size()));
    }
    for (size_t i = 0; i < output_shapes_.size(); ++i) {
      const Shape& shape = output_shapes_[i];
      const uint64_t bytes = rt::ByteSize(shape.type, shape.row_elements());
      std::vector<uint8_t> copied(bytes);
      SINTER_RETURN_IF_ERROR(measurement_.backend->CopyToHost(
          copied.data(), form.outputs[static_cast<size_t>(set)][i].at(bytes * static_cast<uint64_t>(row)), bytes,
          measurement_.stream));
      SINTER_RETURN_IF_ERROR(measurement_.backend->Synchronize(measurement_.stream));
      Row actual(shape.row_elements());
      for (uint64_t j = 0; j < actual.size(); ++j) actual[j] = rt::ReadElement(shape.type, copied.data(), j);
      const double worst = WorstMismatch(actual, expected[i], tolerance);
      worst_mismatch_ = std::max(worst_mismatch_, worst);
      if (worst > 1) {
        return absl::DataLossError(
            absl::StrFormat("%s, %s: output %d, row %d of set %d is %.3g times the tolerance from what is expected",
                            chain_.name, form.name, i, row, set, worst));
      }
      const double square = RootMeanSquare(expected[i]);
      squares[i] = std::max(squares[i], square);
    }
  }
  output_scales_ = std::move(squares);
  return absl::OkStatus();
}

absl::Status ChainCase::CompareForms() {
  for (size_t i = 0; i < output_shapes_.size(); ++i) {
    const Shape& shape = output_shapes_[i];
    // Each form may be off by its tolerance.
    const double tolerance = chain_.tolerance + chain_.fused_tolerance();
    SINTER_ASSIGN_OR_RETURN(
        const uint64_t wrong,
        measurement_.kernels->CountMismatches(shape.type, fused_.outputs[0][i].get(), unfused_.outputs[0][i].get(),
                                              shape.count(), static_cast<float>(tolerance),
                                              static_cast<float>(output_scales_[i]), measurement_.stream));
    if (wrong != 0) {
      return absl::DataLossError(absl::StrCat(chain_.name, ": output ", i, ": ", wrong, " of ", shape.count(),
                                              " elements of the fused form are not the unfused form's"));
    }
  }
  return absl::OkStatus();
}

absl::Status ChainCase::CheckOutputs() {
  // A few sets tell as much as all of them.
  for (int64_t set : {footprint_.sets - 1, footprint_.sets / 2, int64_t{0}}) {
    SINTER_RETURN_IF_ERROR(CheckRows(fused_, chain_.fused_tolerance(), set));
    SINTER_RETURN_IF_ERROR(CheckRows(unfused_, chain_.tolerance, set));
  }
  return CompareForms();
}

}  // namespace sinter::bench
