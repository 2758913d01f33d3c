// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads files first, since they may tell symbols, then makes up the rest.
#include "runtime/tools/run_inputs.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/expr.h"
#include "runtime/tensor/npy.h"
#include "runtime/tensor/strided_places.h"
#include "runtime/tensor/value_generator.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

template <typename Named>
std::string Names(const std::vector<Named>& all) {
  if (all.empty()) return "there are none";
  return absl::StrCat("there are ", absl::StrJoin(all, ", ", [](std::string* out, const Named& one) {
                        absl::StrAppend(out, one.name);
                      }));
}

class InputMaker {
 public:
  InputMaker(const Entry& entry, const InputOptions& options)
      : entry_(entry), options_(options), symbols_(entry.symbols.size()), read_(entry.inputs.size()) {}

  absl::StatusOr<RunInputs> Run() {
    SINTER_RETURN_IF_ERROR(TakeDims());
    SINTER_RETURN_IF_ERROR(ReadFiles());
    RunInputs inputs;
    SINTER_ASSIGN_OR_RETURN(inputs.symbols, SymbolValues());
    for (size_t i = 0; i < entry_.inputs.size(); ++i) {
      SINTER_ASSIGN_OR_RETURN(HostTensor tensor, Tensor(i, inputs.symbols));
      inputs.tensors.push_back(std::move(tensor));
    }
    return inputs;
  }

 private:
  absl::Status TakeDims() {
    for (const auto& [name, value] : options_.dims) {
      size_t index = 0;
      while (index < entry_.symbols.size() && entry_.symbols[index].name != name) ++index;
      if (index == entry_.symbols.size()) {
        return absl::InvalidArgumentError(
            absl::StrCat("--dim names `", name, "`, which is no symbol of the graph; ", Names(entry_.symbols)));
      }
      symbols_[index] = value;
    }
    return absl::OkStatus();
  }

  absl::Status ReadFiles() {
    for (const auto& [name, path] : options_.files) {
      size_t index = 0;
      while (index < entry_.inputs.size() && entry_.inputs[index].name != name) ++index;
      if (index == entry_.inputs.size()) {
        return absl::InvalidArgumentError(
            absl::StrCat("--input names `", name, "`, which is no input of the graph; ", Names(entry_.inputs)));
      }
      NpyReadOptions npy;
      npy.expected = entry_.inputs[index].type;
      absl::StatusOr<HostTensor> tensor = ReadNpyFile(path, npy);
      if (!tensor.ok()) return UserError(AddContext(tensor.status(), absl::StrCat("input `", name, "`")));
      SINTER_RETURN_IF_ERROR(TakeSymbols(entry_.inputs[index], tensor->dims()));
      read_[index] = *std::move(tensor);
    }
    return absl::OkStatus();
  }

  absl::Status TakeSymbols(const Argument& input, const std::vector<int64_t>& dims) {
    if (dims.size() != input.dims.size()) {
      return absl::InvalidArgumentError(absl::StrCat("input `", input.name, "`: expected ", input.dims.size(),
                                                     " dims, but the file has [", absl::StrJoin(dims, ", "), "]"));
    }
    for (size_t i = 0; i < dims.size(); ++i) {
      const std::optional<int64_t> symbol = input.dims[i].SoleSymbol();
      if (!symbol) continue;
      std::optional<int64_t>& value = symbols_[static_cast<size_t>(*symbol)];
      if (value && *value != dims[i]) {
        return absl::InvalidArgumentError(absl::StrCat("input `", input.name, "`: expected dim ", i, " to be `",
                                                       entry_.symbols[static_cast<size_t>(*symbol)].name,
                                                       "` = ", *value, ", but got ", dims[i]));
      }
      value = dims[i];
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<int64_t>> SymbolValues() const {
    std::vector<int64_t> values;
    for (size_t i = 0; i < symbols_.size(); ++i) {
      const Symbol& symbol = entry_.symbols[i];
      if (!symbols_[i]) {
        return absl::InvalidArgumentError(absl::StrCat(
            "symbol `", symbol.name, "` has no value; give --dim ", symbol.name, "=N (", symbol.min, " to ", symbol.max,
            symbol.divisor == 1 ? "" : absl::StrCat(", a multiple of ", symbol.divisor), ")"));
      }
      values.push_back(*symbols_[i]);
    }
    return values;
  }

  absl::StatusOr<HostTensor> Tensor(size_t index, const std::vector<int64_t>& symbols) {
    const Argument& input = entry_.inputs[index];
    SINTER_ASSIGN_OR_RETURN(std::vector<int64_t> dims, ArgumentDims(entry_, input, symbols));
    std::vector<int64_t> strides;
    for (const Expr& expr : input.strides) {
      SINTER_ASSIGN_OR_RETURN(const int64_t stride, Evaluate(expr, symbols));
      strides.push_back(stride);
    }
    if (std::optional<HostTensor>& tensor = read_[index]) {
      if (tensor->dims() != dims) {
        return absl::InvalidArgumentError(absl::StrCat("input `", input.name, "`: expected dims [",
                                                       absl::StrJoin(dims, ", "), "], but the file has [",
                                                       absl::StrJoin(tensor->dims(), ", "), "]"));
      }
      if (ShareValues(strides, &*tensor)) {
        return absl::InvalidArgumentError(
            absl::StrCat("input `", input.name, "`: its strides [", absl::StrJoin(strides, ", "),
                         "] give several elements one place, but the file has different values for them"));
      }
      return *std::move(tensor);
    }
    absl::StatusOr<HostTensor> made = options_.values == InputValues::kGenerate
                                          ? GenerateInput(input.name, input.type, std::move(dims))
                                          : RandomTensor(input.type, std::move(dims), options_.seed + index);
    if (!made.ok()) return AddContext(made.status(), absl::StrCat("input `", input.name, "`"));
    ShareValues(strides, &*made);
    return made;
  }

  const Entry& entry_;
  const InputOptions& options_;
  std::vector<std::optional<int64_t>> symbols_;
  std::vector<std::optional<HostTensor>> read_;
};

}  // namespace

absl::StatusOr<RunInputs> MakeInputs(const Entry& entry, const InputOptions& options) {
  return InputMaker(entry, options).Run();
}

absl::StatusOr<std::vector<int64_t>> ArgumentDims(const Entry& entry, const Argument& argument,
                                                  const std::vector<int64_t>& symbols) {
  std::vector<int64_t> dims;
  for (const Expr& expr : argument.dims) {
    const absl::StatusOr<int64_t> dim = Evaluate(expr, symbols);
    if (!dim.ok()) {
      std::vector<std::string> names, values;
      for (size_t i = 0; i < entry.symbols.size(); ++i) {
        names.push_back(entry.symbols[i].name);
        values.push_back(absl::StrCat(names[i], " = ", symbols[i]));
      }
      return AddContext(dim.status(), absl::StrCat("`", argument.name, "`: dim ", dims.size(), ", ",
                                                   ExprText(expr, names), " at ", absl::StrJoin(values, ", ")));
    }
    dims.push_back(*dim);
  }
  return dims;
}

}  // namespace sinter::rt
