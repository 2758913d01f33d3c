// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading forms, giving them one set of buffers, comparing what they make, and rounds.

#include "runtime/measure/form_race.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/measure/device_memory.h"
#include "runtime/measure/random_word.h"
#include "runtime/measure/replay.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/expr.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tensor/element_conversion.h"
#include "runtime/tools/product_report.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

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
  int64_t tied_input = -1;             // of an output: whose memory it is
  // From the first element to the last; between those of a strided one there may be others.
  uint64_t count() const {
    uint64_t product = 1, last = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      product *= static_cast<uint64_t>(dims[d]);
      if (!strides.empty()) last += static_cast<uint64_t>((dims[d] - 1) * strides[d]);
    }
    return strides.empty() || product == 0 ? product : last + 1;
  }
  uint64_t bytes() const { return ByteSize(type, count()); }
};

bool HasDeviceValues(ElementType type) {
  return type == ElementType::kF32 || type == ElementType::kBF16 || type == ElementType::kF16;
}

absl::StatusOr<std::vector<Tensor>> TensorsOf(const std::vector<Argument>& arguments,
                                              const std::vector<int64_t>& symbols) {
  std::vector<Tensor> tensors;
  for (const Argument& argument : arguments) {
    if (argument.offset) {
      return absl::UnimplementedError(absl::StrCat("argument `", argument.name, "` has an offset; expected none"));
    }
    Tensor tensor{argument.type, {}, {}, argument.tied_input};
    for (const Expr& expr : argument.dims) {
      SINTER_ASSIGN_OR_RETURN(const int64_t dim, Evaluate(expr, symbols));
      tensor.dims.push_back(dim);
    }
    for (const Expr& expr : argument.strides) {
      SINTER_ASSIGN_OR_RETURN(const int64_t stride, Evaluate(expr, symbols));
      tensor.strides.push_back(stride);
    }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

bool AreAlike(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Tensor& x, const Tensor& y) {
    return x.type == y.type && x.dims == y.dims && x.strides == y.strides && x.tied_input == y.tied_input;
  });
}

double Percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[static_cast<size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

class Race {
 public:
  Race(const Measurement& measurement, const RaceOptions& options) : measurement_(measurement), options_(options) {}

  absl::StatusOr<RaceReport> Run(std::vector<RacedForm> forms) {
    for (RacedForm& given : forms) {
      auto form = std::make_unique<Form>();
      form->time.name = given.name;
      absl::Status status = given.plan.status();
      if (status.ok()) status = forms_.empty() ? OpenFirst(form.get(), *given.plan) : Open(form.get(), *given.plan);
      if (!status.ok() && forms_.empty()) return status;
      // What has broken the device breaks all that follows: it has to be named.
      if (const absl::Status alive = measurement_.backend->Synchronize(measurement_.stream); !alive.ok()) {
        return AddContext(alive, given.name);
      }
      form->time.error = std::string(status.message());
      forms_.push_back(std::move(form));
    }
    SINTER_RETURN_IF_ERROR(MeasureRounds());
    return MakeReport();
  }

 private:
  struct Form {
    FormTime time;
    size_t entry = 0;
    std::unique_ptr<ExecutionContext> context;
    Replay replay;
    std::vector<double> microseconds;  // one a round
    const Entry& model() const { return context->plan().model().entries[entry]; }
  };
  using Buffers = std::vector<DeviceMemory>;

  absl::Status FindEntry(Form* form, const Plan& plan) const {
    const std::vector<Entry>& entries = plan.model().entries;
    while (form->entry < entries.size() && !options_.entry.empty() && entries[form->entry].name != options_.entry) {
      ++form->entry;
    }
    const bool is_found = form->entry < entries.size() && (entries.size() == 1 || !options_.entry.empty());
    if (is_found && entries[form->entry].symbols.size() == options_.symbols.size()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        plan.label(), ": expected ", options_.entry.empty() ? "one entry" : "an entry `", options_.entry,
        options_.entry.empty() ? "" : "`",
        options_.symbols.empty() ? " without symbols" : absl::StrCat(" of ", options_.symbols.size(), " symbols")));
  }

  absl::Status Load(Form* form, std::shared_ptr<const Plan> plan) const {
    SINTER_RETURN_IF_ERROR(FindEntry(form, *plan));
    SINTER_ASSIGN_OR_RETURN(form->context, CreateReplayedContext(std::move(plan), measurement_.backend, options_.cache,
                                                                 options_.external_folder));
    return absl::OkStatus();
  }

  absl::Status OpenFirst(Form* form, std::shared_ptr<const Plan> plan) {
    SINTER_RETURN_IF_ERROR(Load(form, std::move(plan)));
    SINTER_ASSIGN_OR_RETURN(inputs_, TensorsOf(form->model().inputs, options_.symbols));
    SINTER_ASSIGN_OR_RETURN(outputs_, TensorsOf(form->model().outputs, options_.symbols));
    ChooseSets();
    SINTER_RETURN_IF_ERROR(CreateBuffers());
    SINTER_RETURN_IF_ERROR(form->context->Prepare(form->entry, options_.symbols));
    SINTER_RETURN_IF_ERROR(ExecuteAnew(form));
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i].bytes() == 0) continue;
      SINTER_RETURN_IF_ERROR(measurement_.backend->CopyOnDevice(expected_[i].get(), OutputMemory(0, i),
                                                                outputs_[i].bytes(), measurement_.stream));
    }
    return Record(form);
  }

  absl::Status Open(Form* form, std::shared_ptr<const Plan> plan) {
    SINTER_RETURN_IF_ERROR(Load(form, std::move(plan)));
    SINTER_ASSIGN_OR_RETURN(const std::vector<Tensor> inputs, TensorsOf(form->model().inputs, options_.symbols));
    SINTER_ASSIGN_OR_RETURN(const std::vector<Tensor> outputs, TensorsOf(form->model().outputs, options_.symbols));
    if (!AreAlike(inputs, inputs_) || !AreAlike(outputs, outputs_)) {
      return absl::InvalidArgumentError(
          absl::StrCat("its arguments are not those of the ", forms_[0]->time.name, " form"));
    }
    SINTER_RETURN_IF_ERROR(form->context->Prepare(form->entry, options_.symbols));
    SINTER_RETURN_IF_ERROR(ExecuteAnew(form));
    SINTER_RETURN_IF_ERROR(Compare());
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
      if (IsFloatType(tensor.type)) {
        WriteElement(tensor.type, values.data(), i, static_cast<double>(word) / 4294967296.0 * 4 - 2);
      } else {
        const int64_t most = tensor.type == ElementType::kBool ? 2 : longest;
        WriteInteger(tensor.type, values.data(), i, static_cast<int64_t>(word) % most);
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

  // One an output that has memory of its own, or with `all` one for each.
  absl::StatusOr<Buffers> AllocateOutputs(bool all) {
    Buffers buffers;
    for (const Tensor& tensor : outputs_) {
      const bool is_tied = tensor.tied_input >= 0 && !all;
      SINTER_ASSIGN_OR_RETURN(DeviceMemory memory,
                              DeviceMemory::Allocate(measurement_.backend, is_tied ? 0 : tensor.bytes()));
      buffers.push_back(std::move(memory));
      SINTER_RETURN_IF_ERROR(Poison(&buffers.back()));
    }
    return buffers;
  }

  absl::Status Poison(DeviceMemory* memory) {
    if (memory->bytes() == 0) return absl::OkStatus();
    return measurement_.kernels->FillWords(memory->get(), memory->bytes(), kPoison, measurement_.stream);
  }

  static uint32_t SeedOf(int64_t set, size_t input) {
    return static_cast<uint32_t>(1000 * (set + 1) + static_cast<int64_t>(input));
  }

  absl::Status CreateBuffers() {
    for (int64_t set = 0; set < report_.sets; ++set) {
      Buffers inputs;
      for (size_t i = 0; i < inputs_.size(); ++i) {
        SINTER_ASSIGN_OR_RETURN(DeviceMemory memory, DeviceMemory::Allocate(measurement_.backend, inputs_[i].bytes()));
        SINTER_RETURN_IF_ERROR(Fill(inputs_[i], SeedOf(set, i), &memory));
        inputs.push_back(std::move(memory));
      }
      input_buffers_.push_back(std::move(inputs));
      SINTER_ASSIGN_OR_RETURN(Buffers outputs, AllocateOutputs(/*all=*/false));
      output_buffers_.push_back(std::move(outputs));
    }
    SINTER_ASSIGN_OR_RETURN(expected_, AllocateOutputs(/*all=*/true));
    return absl::OkStatus();
  }

  void* OutputMemory(size_t set, size_t output) const {
    const int64_t tied = outputs_[output].tied_input;
    return tied >= 0 ? input_buffers_[set][static_cast<size_t>(tied)].get() : output_buffers_[set][output].get();
  }

  absl::Status Execute(Form* form, int64_t number) {
    const size_t set = static_cast<size_t>(number);
    std::vector<TensorRef> from, to;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      from.push_back({input_buffers_[set][i].get(), inputs_[i].type, inputs_[i].dims, inputs_[i].strides});
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      to.push_back({OutputMemory(set, i), outputs_[i].type, outputs_[i].dims, outputs_[i].strides});
    }
    return form->context->Execute(form->entry, options_.symbols, from, to, measurement_.stream, RunMode::kLaunches);
  }

  // Into the first set of buffers, whose inputs have their values and whose outputs have none.
  absl::Status ExecuteAnew(Form* form) {
    for (DeviceMemory& memory : output_buffers_[0]) SINTER_RETURN_IF_ERROR(Poison(&memory));
    for (const Tensor& output : outputs_) {
      if (output.tied_input < 0) continue;
      const size_t input = static_cast<size_t>(output.tied_input);
      SINTER_RETURN_IF_ERROR(Fill(inputs_[input], SeedOf(0, input), &input_buffers_[0][input]));
    }
    return Execute(form, 0);
  }

  absl::StatusOr<uint64_t> CountDifferent(size_t output, const void* actual) {
    const Tensor& tensor = outputs_[output];
    return measurement_.kernels->CountMismatches(tensor.type, actual, expected_[output].get(), tensor.count(),
                                                 kTolerance, kScale, measurement_.stream);
  }

  // Of types that no kernel of the harness knows, on the host: floats with the same tolerance, integers of 8 bits,
  // which are rounded values more often than not, within 1, all others exactly.
  absl::StatusOr<uint64_t> CountDifferentOnHost(size_t output) {
    const Tensor& tensor = outputs_[output];
    std::vector<uint8_t> actual(tensor.bytes()), expected(tensor.bytes());
    const std::pair<std::vector<uint8_t>*, const void*> copies[] = {{&actual, OutputMemory(0, output)},
                                                                    {&expected, expected_[output].get()}};
    for (auto [bytes, memory] : copies) {
      SINTER_RETURN_IF_ERROR(
          measurement_.backend->CopyToHost(bytes->data(), memory, bytes->size(), measurement_.stream));
    }
    SINTER_RETURN_IF_ERROR(measurement_.backend->Synchronize(measurement_.stream));
    const bool is_rounded = tensor.type == ElementType::kI8 || tensor.type == ElementType::kU8;
    uint64_t different = 0;
    for (uint64_t i = 0; i < tensor.count(); ++i) {
      const double x = ReadElement(tensor.type, actual.data(), i), y = ReadElement(tensor.type, expected.data(), i);
      const double most = IsFloatType(tensor.type) ? kTolerance * 4 * (std::fabs(y) + kScale) : is_rounded ? 1 : 0;
      if (x != y && !(std::fabs(x - y) <= most) && !(std::isnan(x) && std::isnan(y))) ++different;
    }
    return different;
  }

  absl::Status Compare() {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i].count() == 0) continue;
      uint64_t undefined = 0, wrong = 0;
      if (HasDeviceValues(outputs_[i].type)) {
        // A NaN matches nothing: those that the first form makes, of the root of a negative number say, are not held
        // against another.
        SINTER_ASSIGN_OR_RETURN(undefined, CountDifferent(i, expected_[i].get()));
        SINTER_ASSIGN_OR_RETURN(wrong, CountDifferent(i, OutputMemory(0, i)));
      } else {
        SINTER_ASSIGN_OR_RETURN(wrong, CountDifferentOnHost(i));
      }
      if (wrong > undefined || (undefined != 0 && undefined == outputs_[i].count())) {
        return absl::DataLossError(absl::StrCat("output ", i, ": ", wrong, " of ", outputs_[i].count(),
                                                " elements are not the ", forms_[0]->time.name, " form's"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Record(Form* form) {
    SINTER_ASSIGN_OR_RETURN(const ShapeReport report, form->context->Report(form->entry, options_.symbols));
    form->time.launches = static_cast<int64_t>(report.step_count());
    form->time.products = report.products;
    SINTER_ASSIGN_OR_RETURN(form->replay,
                            Replay::Record(measurement_.backend, measurement_.stream, report_.executions,
                                           [this, form](int64_t i) { return Execute(form, i % report_.sets); }));
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
    const std::vector<double>& first = forms_[0]->microseconds;
    for (const auto& form : forms_) {
      FormTime time = form->time;
      if (time.error.empty()) {
        const std::vector<double>& own = form->microseconds;
        std::vector<double> ratios;
        for (size_t i = 0; i < own.size(); ++i) ratios.push_back(own[i] > 0 ? first[i] / own[i] : 0);
        time.microseconds = Percentile(own, 0.5);
        time.ratio = Percentile(ratios, 0.5);
        if (time.ratio > 0) {
          time.noise_percent = 100 * (Percentile(ratios, 0.75) - Percentile(ratios, 0.25)) / time.ratio;
        }
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
  Buffers expected_;                                     // what the first form makes of the first set
  std::vector<std::unique_ptr<Form>> forms_;
};

}  // namespace

absl::StatusOr<RaceReport> RaceForms(const Measurement& measurement, std::vector<RacedForm> forms,
                                     const RaceOptions& options) {
  if (forms.empty()) return absl::InvalidArgumentError("expected a form to race");
  return Race(measurement, options).Run(std::move(forms));
}

absl::StatusOr<std::vector<RacedForm>> LoadForms(const std::string& folder) {
  std::vector<std::string> names = {"chosen"};
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".plan" && name != "chosen") names.push_back(name);
  }
  if (error) return absl::NotFoundError(absl::StrCat("cannot read ", folder, ": ", error.message()));
  std::sort(names.begin() + 1, names.end());
  std::vector<RacedForm> forms;
  for (const std::string& name : names) {
    forms.push_back({name, Plan::Load(absl::StrCat(folder, "/", name, ".plan"))});
  }
  return forms;
}

JsonValue ToJson(const RaceReport& report) {
  JsonValue json = JsonValue::Object(), forms = JsonValue::Array();
  json.Set("bytes", JsonValue::Integer(static_cast<int64_t>(report.bytes)));
  json.Set("sets", JsonValue::Integer(report.sets));
  json.Set("executions", JsonValue::Integer(report.executions));
  json.Set("rounds", JsonValue::Integer(report.rounds));
  for (const FormTime& form : report.forms) {
    JsonValue one = JsonValue::Object();
    one.Set("name", JsonValue::String(form.name));
    one.Set("error", JsonValue::String(form.error));
    one.Set("launches", JsonValue::Integer(form.launches));
    one.Set("microseconds", JsonValue::Number(form.microseconds));
    one.Set("spread_percent", JsonValue::Number(form.spread_percent));
    one.Set("ratio", JsonValue::Number(form.ratio));
    one.Set("products", ProductsJson(form.products, /*with_trials=*/true));
    forms.Add(std::move(one));
  }
  json.Set("forms", std::move(forms));
  return json;
}

}  // namespace sinter::rt
