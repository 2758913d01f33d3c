// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding of tensors to arguments.
#include "runtime/capi/bound_arguments.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {

BoundArguments::BoundArguments(const Entry& entry, std::string label)
    : entry_(&entry),
      label_(std::move(label)),
      inputs_(MakeSide(entry.inputs, "input")),
      outputs_(MakeSide(entry.outputs, "output")),
      missing_(entry.inputs.size() + entry.outputs.size()),
      symbols_(entry.symbols.size()) {}

BoundArguments::Side BoundArguments::MakeSide(const std::vector<Argument>& arguments, const char* kind) {
  Side side{&arguments, kind, std::vector<TensorRef>(arguments.size()), {}, std::vector<uint8_t>(arguments.size())};
  for (const Argument& argument : arguments) side.numbers.emplace_back(2 * argument.dims.size());
  return side;
}

absl::Status BoundArguments::Error(absl::StatusCode code, absl::string_view what) const {
  return absl::Status(code, absl::StrCat(label_, ": entry `", entry_->name, "`: ", what));
}

absl::Status BoundArguments::CheckIndex(const Side& side, size_t index) const {
  if (index < side.arguments->size()) return absl::OkStatus();
  return Error(absl::StatusCode::kInvalidArgument,
               absl::StrCat(side.kind, " index ", index, " is out of range, there are ", side.arguments->size()));
}

absl::Status BoundArguments::Bind(Side* side, size_t index, const TensorRef& tensor) {
  SINTER_RETURN_IF_ERROR(CheckIndex(*side, index));
  const Argument& argument = (*side->arguments)[index];
  if (tensor.type != argument.type) {
    return Error(absl::StatusCode::kInvalidArgument,
                 absl::StrCat(side->kind, " `", argument.name, "` is ", ElementTypeName(tensor.type), ", expected ",
                              ElementTypeName(argument.type)));
  }
  const size_t rank = argument.dims.size();
  if (tensor.dims.size() != rank) {
    return Error(absl::StatusCode::kInvalidArgument,
                 absl::StrCat(side->kind, " `", argument.name, "` has rank ", tensor.dims.size(), ", expected ", rank));
  }
  int64_t* numbers = side->numbers[index].data();
  std::copy(tensor.dims.begin(), tensor.dims.end(), numbers);
  std::copy(tensor.strides.begin(), tensor.strides.end(), numbers + rank);
  side->tensors[index] = {tensor.data, tensor.type, absl::MakeConstSpan(numbers, rank),
                          absl::MakeConstSpan(numbers + rank, tensor.strides.size())};
  missing_ -= side->is_bound[index] == 0 ? 1 : 0;
  side->is_bound[index] = 1;
  return absl::OkStatus();
}

absl::Status BoundArguments::Rebind(Side* side, size_t index, void* data) {
  SINTER_RETURN_IF_ERROR(CheckIndex(*side, index));
  if (side->is_bound[index] == 0) {
    return Error(absl::StatusCode::kFailedPrecondition, absl::StrCat(side->kind, " `", (*side->arguments)[index].name,
                                                                     "` is not bound yet, so it cannot move"));
  }
  side->tensors[index].data = data;
  return absl::OkStatus();
}

absl::Status BoundArguments::BindSymbols(absl::Span<const int64_t> symbols) {
  if (!symbols.empty() && symbols.size() != symbols_.size()) {
    return Error(absl::StatusCode::kInvalidArgument,
                 absl::StrCat("got ", symbols.size(), " symbol values, expected ", symbols_.size()));
  }
  std::copy(symbols.begin(), symbols.end(), symbols_.begin());
  has_symbols_ = !symbols.empty();
  return absl::OkStatus();
}

absl::Status BoundArguments::CheckComplete() const {
  if (missing_ == 0) return absl::OkStatus();
  for (const Side* side : {&inputs_, &outputs_}) {
    for (size_t i = 0; i < side->is_bound.size(); ++i) {
      if (side->is_bound[i] != 0) continue;
      return Error(absl::StatusCode::kFailedPrecondition,
                   absl::StrCat(side->kind, " `", (*side->arguments)[i].name, "` is not bound"));
    }
  }
  return absl::OkStatus();
}

}  // namespace sinter::rt
