// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading forms, giving them one set of buffers, comparing what they make, and rounds.

#include "bench/form_race.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "bench/device_memory.h"
#include "bench/random_word.h"
#include "bench/replay.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/expr.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::bench {
namespace {

using rt::ElementType;

constexpr int64_t kLeastSets = 3, kMostSets = 256, kMostExecutions = 1024, kLeastRounds = 3;
// All bits set: a NaN in every float type.
constexpr uint32_t kPoison = 0xffffffffu;
// About what a GPU of this decade moves; only the length of a replay follows from it.
constexpr double kBytesPerMicrosecond = 4e6;
// Forms round intermediate values at different places; what is compared is whether they compute the same at all.
constexpr float kTolerance = 0.05f, kScale = 1.0f;

struct Tensor {
  ElementType type;
  std::vector<int64_t> dims, strides;  // no strides: dense
  // From the first element to the last; between those of a strided one there may be others.
  uint64_t count() const {
    uint64_t product = 1, last = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      product *= static_cast<uint64_t>(dims[d]);
      if (!strides.empty()) last += static_cast<uint64_t>((dims[d] - 1) * strides[d]);
    }
    return strides.empty() || product == 0 ? product : last + 1;
  }
  uint64_t bytes() const { return rt::ByteSize(type, count()); }
};

bool HasDeviceValues(ElementType type) {
  return type == ElementType::kF32 || type == ElementType::kBF16 || type == ElementType::kF16;
}

absl::StatusOr<std::vector<Tensor>> TensorsOf(const std::vector<rt::Argument>& arguments) {
  std::vector<Tensor> tensors;
  for (const rt::Argument& argument : arguments) {
    if (argument.offset || argument.tied_input >= 0) {
      return absl::UnimplementedError(
          absl::StrCat("argument `", argument.name, "` is tied or has an offset; expected memory of its own"));
    }
    Tensor tensor{argument.type, {}, {}};
    for (const rt::Expr& expr : argument.dims) {
      SINTER_ASSIGN_OR_RETURN(const int64_t dim, rt::Evaluate(expr, {}));
      tensor.dims.push_back(dim);
    }
    for (const rt::Expr& expr : argument.strides) {
      SINTER_ASSIGN_OR_RETURN(const int64_t stride, rt::Evaluate(expr, {}));
      tensor.strides.push_back(stride);
    }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

bool AreAlike(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Tensor& x, const Tensor& y) {
    return x.type == y.type && x.dims == y.dims && x.strides == y.strides;
  });
}

double Percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[static_cast<size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

class Race {
 public:
  Race(const Measurement& measurement, const RaceOptions& options) : measurement_(measurement), options_(options) {}

  absl::StatusOr<RaceReport> Run() {
    SINTER_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListForms());
    for (const std::string& name : names) {
      auto form = std::make_unique<Form>();
      form->time.name = name;
      const absl::Status status = forms_.empty() ? OpenChosen(form.get()) : Open(form.get());
      if (!status.ok() && forms_.empty()) return status;
      form->time.error = std::string(status.message());
      forms_.push_back(std::move(form));
    }
    SINTER_RETURN_IF_ERROR(MeasureRounds());
    return MakeReport();
  }

 private:
  struct Form {
    FormTime time;
    std::unique_ptr<rt::ExecutionContext> context;
    Replay replay;
    std::vector<double> microseconds;  // one a round
  };
  using Buffers = std::vector<DeviceMemory>;

  absl::StatusOr<std::vector<std::string>> ListForms() const {
    std::vector<std::string> names = {"chosen"};
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(options_.folder, error)) {
      const std::string name = entry.path().stem().string();
      if (entry.path().extension() == ".plan" && name != "chosen") names.push_back(name);
    }
    if (error) return absl::NotFoundError(absl::StrCat("cannot read ", options_.folder, ": ", error.message()));
    std::sort(names.begin() + 1, names.end());
    return names;
  }

  absl::Status Load(Form* form) const {
    SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const rt::Plan> plan,
                            rt::Plan::Load(absl::StrCat(options_.folder, "/", form->time.name, ".plan")));
    if (plan->model().entries.size() != 1 || !plan->model().entries[0].symbols.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(plan->label(), ": expected one entry without symbols"));
    }
    SINTER_ASSIGN_OR_RETURN(form->context,
                            CreateReplayedContext(std::move(plan), measurement_.backend, options_.cache));
    return absl::OkStatus();
  }

  absl::Status OpenChosen(Form* form) {
    SINTER_RETURN_IF_ERROR(Load(form));
    const rt::Entry& entry = form->context->plan().model().entries[0];
    SINTER_ASSIGN_OR_RETURN(inputs_, TensorsOf(entry.inputs));
    SINTER_ASSIGN_OR_RETURN(outputs_, TensorsOf(entry.outputs));
    ChooseSets();
    SINTER_RETURN_IF_ERROR(CreateBuffers());
    SINTER_RETURN_IF_ERROR(form->context->Prepare(0, {}));
    SINTER_RETURN_IF_ERROR(Execute(form, 0, expected_));
    return Record(form);
  }

  absl::Status Open(Form* form) {
    SINTER_RETURN_IF_ERROR(Load(form));
    const rt::Entry& entry = form->context->plan().model().entries[0];
    SINTER_ASSIGN_OR_RETURN(const std::vector<Tensor> inputs, TensorsOf(entry.inputs));
    SINTER_ASSIGN_OR_RETURN(const std::vector<Tensor> outputs, TensorsOf(entry.outputs));
    if (!AreAlike(inputs, inputs_) || !AreAlike(outputs, outputs_)) {
      return absl::InvalidArgumentError("its arguments are not those of the chosen form");
    }
    SINTER_RETURN_IF_ERROR(form->context->Prepare(0, {}));
    SINTER_RETURN_IF_ERROR(Compare(form));
    return Record(form);
  }

  void ChooseSets() {
    for (const Tensor& tensor : inputs_) report_.bytes += tensor.bytes();
    for (const Tensor& tensor : outputs_) report_.bytes += tensor.bytes();
    const int64_t bytes = std::max<int64_t>(1, static_cast<int64_t>(report_.bytes));
    report_.sets = std::clamp((static_cast<int64_t>(options_.rotate_bytes) + bytes - 1) / bytes, kLeastSets, kMostSets);
    const double turn = static_cast<double>(bytes * report_.sets) / kBytesPerMicrosecond;
    report_.executions = report_.sets;
    if (!measurement_.backend->is_cpu()) {
      report_.executions *= std::clamp<int64_t>(static_cast<int64_t>(options_.replay_microseconds / turn) + 1, 1,
                                                kMostExecutions / report_.sets);
    }
  }

  // Integers are places as often as not: anywhere in the longest extent there is.
  std::vector<uint8_t> HostValues(const Tensor& tensor, uint32_t seed) const {
    int64_t longest = 1;
    for (const Tensor& input : inputs_) {
      for (int64_t dim : input.dims) longest = std::max(longest, dim);
    }
    std::vector<uint8_t> values(tensor.bytes());
    for (uint64_t i = 0; i < tensor.count(); ++i) {
      const uint32_t word = RandomBits(RandomFormat{0xffffffffu, 0, 0}, seed, i);
      if (rt::IsFloatType(tensor.type)) {
        rt::WriteElement(tensor.type, values.data(), i, static_cast<double>(word) / 4294967296.0 * 4 - 2);
      } else {
        const int64_t most = tensor.type == ElementType::kBool ? 2 : longest;
        rt::WriteInteger(tensor.type, values.data(), i, static_cast<int64_t>(word) % most);
      }
    }
    return values;
  }

  absl::Status Fill(const Tensor& tensor, uint32_t seed, DeviceMemory* memory) {
    if (HasDeviceValues(tensor.type)) {
      return measurement_.kernels->FillRandom(memory->get(), tensor.type, tensor.count(), seed, measurement_.stream);
    }
    const std::vector<uint8_t> values = HostValues(tensor, seed);
    SINTER_RETURN_IF_ERROR(
        measurement_.backend->CopyToDevice(memory->get(), values.data(), values.size(), measurement_.stream));
    return measurement_.backend->Synchronize(measurement_.stream);
  }

  absl::StatusOr<Buffers> AllocateOutputs() {
    Buffers buffers;
    for (const Tensor& tensor : outputs_) {
      SINTER_ASSIGN_OR_RETURN(DeviceMemory memory, DeviceMemory::Allocate(measurement_.backend, tensor.bytes()));
      buffers.push_back(std::move(memory));
      SINTER_RETURN_IF_ERROR(Poison(&buffers.back()));
    }
    return buffers;
  }

  absl::Status Poison(DeviceMemory* memory) {
    return measurement_.kernels->FillWords(memory->get(), memory->bytes(), kPoison, measurement_.stream);
  }

  absl::Status CreateBuffers() {
    for (int64_t set = 0; set < report_.sets; ++set) {
      Buffers inputs;
      for (size_t i = 0; i < inputs_.size(); ++i) {
        SINTER_ASSIGN_OR_RETURN(DeviceMemory memory, DeviceMemory::Allocate(measurement_.backend, inputs_[i].bytes()));
        SINTER_RETURN_IF_ERROR(
            Fill(inputs_[i], static_cast<uint32_t>(1000 * (set + 1) + static_cast<int64_t>(i)), &memory));
        inputs.push_back(std::move(memory));
      }
      input_buffers_.push_back(std::move(inputs));
      SINTER_ASSIGN_OR_RETURN(Buffers outputs, AllocateOutputs());
      output_buffers_.push_back(std::move(outputs));
    }
    SINTER_ASSIGN_OR_RETURN(expected_, AllocateOutputs());
    return absl::OkStatus();
  }

  absl::Status Execute(Form* form, int64_t set, const Buffers& outputs) {
    const auto refs = [](const std::vector<Tensor>& tensors, const Buffers& buffers) {
      std::vector<rt::TensorRef> result;
      for (size_t i = 0; i < tensors.size(); ++i) {
        result.push_back({buffers[i].get(), tensors[i].type, tensors[i].dims, tensors[i].strides});
      }
      return result;
    };
    const std::vector<rt::TensorRef> from = refs(inputs_, input_buffers_[static_cast<size_t>(set)]);
    const std::vector<rt::TensorRef> to = refs(outputs_, outputs);
    return form->context->Execute(0, {}, from, to, measurement_.stream, rt::RunMode::kLaunches);
  }

  absl::StatusOr<uint64_t> CountDifferent(size_t output, const DeviceMemory& actual) {
    const Tensor& tensor = outputs_[output];
    return measurement_.kernels->CountMismatches(tensor.type, actual.get(), expected_[output].get(), tensor.count(),
                                                 kTolerance, kScale, measurement_.stream);
  }

  absl::Status Compare(Form* form) {
    for (DeviceMemory& memory : output_buffers_[0]) SINTER_RETURN_IF_ERROR(Poison(&memory));
    SINTER_RETURN_IF_ERROR(Execute(form, 0, output_buffers_[0]));
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (!HasDeviceValues(outputs_[i].type)) continue;
      // A NaN matches nothing: those that the chosen form makes, of the root of a negative number say, are not held
      // against another.
      SINTER_ASSIGN_OR_RETURN(const uint64_t undefined, CountDifferent(i, expected_[i]));
      SINTER_ASSIGN_OR_RETURN(const uint64_t wrong, CountDifferent(i, output_buffers_[0][i]));
      if (wrong > undefined || (undefined != 0 && undefined == outputs_[i].count())) {
        return absl::DataLossError(absl::StrCat("output ", i, ": ", wrong, " of ", outputs_[i].count(),
                                                " elements are not the chosen form's"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Record(Form* form) {
    SINTER_ASSIGN_OR_RETURN(const rt::ShapeReport report, form->context->Report(0, {}));
    form->time.launches = static_cast<int64_t>(report.launches + report.library_calls + report.copies);
    SINTER_ASSIGN_OR_RETURN(
        form->replay,
        Replay::Record(measurement_.backend, measurement_.stream, report_.executions, [this, form](int64_t i) {
          const int64_t set = i % report_.sets;
          return Execute(form, set, output_buffers_[static_cast<size_t>(set)]);
        }));
    return absl::OkStatus();
  }

  absl::Status MeasureRounds() {
    std::vector<Form*> good;
    for (const auto& form : forms_) {
      if (form->time.error.empty()) good.push_back(form.get());
    }
    for (Form* form : good) SINTER_RETURN_IF_ERROR(form->replay.Run(measurement_.stream));  // warm-up
    SINTER_RETURN_IF_ERROR(measurement_.backend->Synchronize(measurement_.stream));
    const auto begin = std::chrono::steady_clock::now();
    for (; report_.rounds < options_.rounds; ++report_.rounds) {
      const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (report_.rounds >= kLeastRounds && passed > options_.limit_seconds) break;
      // Every other round backward, so that no form always follows the same one.
      std::reverse(good.begin(), good.end());
      for (Form* form : good) {
        SINTER_ASSIGN_OR_RETURN(const double time, form->replay.Time(measurement_.stream, measurement_.timer));
        form->microseconds.push_back(time);
      }
    }
    return absl::OkStatus();
  }

  RaceReport MakeReport() {
    const std::vector<double>& chosen = forms_[0]->microseconds;
    for (const auto& form : forms_) {
      FormTime time = form->time;
      if (time.error.empty()) {
        const std::vector<double>& own = form->microseconds;
        std::vector<double> ratios;
        for (size_t i = 0; i < own.size(); ++i) ratios.push_back(own[i] > 0 ? chosen[i] / own[i] : 0);
        time.microseconds = Percentile(own, 0.5);
        time.ratio = Percentile(ratios, 0.5);
        if (time.microseconds > 0) {
          time.spread_percent = 100 * (Percentile(own, 0.9) - Percentile(own, 0.1)) / time.microseconds;
        }
      }
      report_.forms.push_back(std::move(time));
    }
    return std::move(report_);
  }

  Measurement measurement_;
  const RaceOptions& options_;
  RaceReport report_;
  std::vector<Tensor> inputs_, outputs_;
  std::vector<Buffers> input_buffers_, output_buffers_;  // by set
  Buffers expected_;                                     // what the chosen form makes of the first set
  std::vector<std::unique_ptr<Form>> forms_;
};

}  // namespace

absl::StatusOr<RaceReport> RaceForms(const Measurement& measurement, const RaceOptions& options) {
  return Race(measurement, options).Run();
}

rt::JsonValue ToJson(const RaceReport& report) {
  rt::JsonValue json = rt::JsonValue::Object(), forms = rt::JsonValue::Array();
  json.Set("bytes", rt::JsonValue::Integer(static_cast<int64_t>(report.bytes)));
  json.Set("sets", rt::JsonValue::Integer(report.sets));
  json.Set("executions", rt::JsonValue::Integer(report.executions));
  json.Set("rounds", rt::JsonValue::Integer(report.rounds));
  for (const FormTime& form : report.forms) {
    rt::JsonValue one = rt::JsonValue::Object();
    one.Set("name", rt::JsonValue::String(form.name));
    one.Set("error", rt::JsonValue::String(form.error));
    one.Set("launches", rt::JsonValue::Integer(form.launches));
    one.Set("microseconds", rt::JsonValue::Number(form.microseconds));
    one.Set("spread_percent", rt::JsonValue::Number(form.spread_percent));
    one.Set("ratio", rt::JsonValue::Number(form.ratio));
    forms.Add(std::move(one));
  }
  json.Set("forms", std::move(forms));
  return json;
}

}  // namespace sinter::bench
