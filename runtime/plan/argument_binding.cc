// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of a call's tensors. The good path is comparisons alone; messages are made only when something
// is wrong.
#include "runtime/plan/argument_binding.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/memory_overlap.h"

namespace sinter::rt {
namespace {

std::string DimsText(absl::Span<const int64_t> dims) { return absl::StrCat("[", absl::StrJoin(dims, ", "), "]"); }

std::vector<std::string> SymbolNames(const Entry& entry) {
  std::vector<std::string> names;
  for (const Symbol& symbol : entry.symbols) names.push_back(symbol.name);
  return names;
}

std::string DeclaredText(const Entry& entry, const std::vector<Expr>& exprs) {
  const std::vector<std::string> names = SymbolNames(entry);
  return absl::StrCat(
      "[", absl::StrJoin(exprs, ", ", [&](std::string* out, const Expr& expr) { out->append(ExprText(expr, names)); }),
      "]");
}

// Strides that differ from dense ones only where a dim has at most one element are dense.
bool IsDense(absl::Span<const int64_t> dims, absl::Span<const int64_t> strides) {
  int64_t expected = 1;
  for (size_t d = dims.size(); d-- > 0;) {
    if (dims[d] == 0) return true;
    if (dims[d] != 1 && strides[d] != expected) return false;
    if (__builtin_mul_overflow(expected, dims[d], &expected)) return false;
  }
  return true;
}

bool StridesMatch(const TensorRef& tensor, const ArgumentShape& shape) {
  if (shape.strides.empty()) return tensor.strides.empty() || IsDense(tensor.dims, tensor.strides);
  if (tensor.strides.empty()) return IsDense(tensor.dims, shape.strides);
  for (size_t d = 0; d < shape.strides.size(); ++d) {
    if (tensor.dims[d] > 1 && tensor.strides[d] != shape.strides[d]) return false;
  }
  return true;
}

}  // namespace

ArgumentBinder::ArgumentBinder(const Entry& entry, std::string label)
    : entry_(&entry), label_(std::move(label)), sites_(entry.symbols.size()) {
  FindSites(entry.inputs, Place::kInputDim, Place::kInputStride);
  FindSites(entry.outputs, Place::kOutputDim, Place::kOutputStride);
}

void ArgumentBinder::FindSites(const std::vector<Argument>& arguments, Place dim_place, Place stride_place) {
  const auto note = [&](const Expr& expr, Place place, size_t argument, size_t dim) {
    const std::optional<int64_t> symbol = expr.SoleSymbol();
    if (!symbol) return;
    Site& site = sites_[static_cast<size_t>(*symbol)];
    if (site.place == Place::kNone) site = {place, static_cast<uint32_t>(argument), static_cast<uint32_t>(dim)};
  };
  for (size_t i = 0; i < arguments.size(); ++i) {
    for (size_t d = 0; d < arguments[i].dims.size(); ++d) note(arguments[i].dims[d], dim_place, i, d);
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    for (size_t d = 0; d < arguments[i].strides.size(); ++d) note(arguments[i].strides[d], stride_place, i, d);
  }
}

absl::Status ArgumentBinder::Error(const std::string& what) const {
  return absl::InvalidArgumentError(absl::StrCat(label_, ": entry `", entry_->name, "`: ", what));
}

absl::Status ArgumentBinder::CheckForm(absl::Span<const TensorRef> tensors, const std::vector<Argument>& arguments,
                                       const char* kind) const {
  if (tensors.size() != arguments.size()) {
    return Error(absl::StrCat("got ", tensors.size(), " ", kind, "s, expected ", arguments.size()));
  }
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorRef& tensor = tensors[i];
    const Argument& argument = arguments[i];
    if (tensor.type != argument.type) {
      return Error(absl::StrCat(kind, " `", argument.name, "` is ", ElementTypeName(tensor.type), ", expected ",
                                ElementTypeName(argument.type)));
    }
    if (tensor.dims.size() != argument.dims.size()) {
      return Error(absl::StrCat(kind, " `", argument.name, "` has dims ", DimsText(tensor.dims), ", expected ",
                                DeclaredText(*entry_, argument.dims)));
    }
    if (!tensor.strides.empty() && tensor.strides.size() != tensor.dims.size()) {
      return Error(absl::StrCat(kind, " `", argument.name, "` has ", tensor.strides.size(), " strides for ",
                                tensor.dims.size(), " dims"));
    }
  }
  return absl::OkStatus();
}

absl::Status ArgumentBinder::CheckForms(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs) const {
  SINTER_RETURN_IF_ERROR(CheckForm(inputs, entry_->inputs, "input"));
  return CheckForm(outputs, entry_->outputs, "output");
}

absl::Status ArgumentBinder::ReadSymbols(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                                         absl::Span<int64_t> symbols) const {
  SINTER_RETURN_IF_ERROR(CheckForms(inputs, outputs));
  for (size_t s = 0; s < sites_.size(); ++s) {
    const Site& site = sites_[s];
    const bool of_input = site.place == Place::kInputDim || site.place == Place::kInputStride;
    if (site.place == Place::kNone) {
      return absl::FailedPreconditionError(
          absl::StrCat(label_, ": entry `", entry_->name, "`: symbol `", entry_->symbols[s].name,
                       "` is the plain dim or stride of no argument, so its value must be given"));
    }
    const TensorRef& tensor = (of_input ? inputs : outputs)[site.argument];
    const bool is_dim = site.place == Place::kInputDim || site.place == Place::kOutputDim;
    if (is_dim) {
      symbols[s] = tensor.dims[site.dim];
    } else if (!tensor.strides.empty()) {
      symbols[s] = tensor.strides[site.dim];
    } else {
      int64_t stride = 1;
      for (size_t d = site.dim + 1; d < tensor.dims.size(); ++d) {
        if (__builtin_mul_overflow(stride, tensor.dims[d], &stride)) return Error("a stride does not fit in 64 bits");
      }
      symbols[s] = stride;
    }
  }
  return absl::OkStatus();
}

std::string ArgumentBinder::OriginOfWrongSymbol(absl::Span<const int64_t> symbols) const {
  for (size_t s = 0; s < symbols.size(); ++s) {
    const Symbol& symbol = entry_->symbols[s];
    const Site& site = sites_[s];
    const bool is_right =
        symbols[s] >= symbol.min && symbols[s] <= symbol.max && symbols[s] % std::max<int64_t>(symbol.divisor, 1) == 0;
    if (is_right || site.place == Place::kNone) continue;
    const bool is_dim = site.place == Place::kInputDim || site.place == Place::kOutputDim;
    const bool of_input = site.place == Place::kInputDim || site.place == Place::kInputStride;
    return absl::StrCat(", read off ", is_dim ? "dim " : "stride ", site.dim, of_input ? " of input `" : " of output `",
                        (of_input ? entry_->inputs : entry_->outputs)[site.argument].name, "`");
  }
  return "";
}

absl::Status ArgumentBinder::CheckOne(const TensorRef& tensor, const Argument& argument, const ArgumentShape& shape,
                                      const char* kind, const ShapeProgram& program) const {
  if (tensor.dims != absl::MakeConstSpan(shape.dims)) {
    const std::vector<std::string> names = SymbolNames(*entry_);
    std::vector<std::string> values;
    for (size_t s = 0; s < names.size(); ++s) values.push_back(absl::StrCat(names[s], " = ", program.symbols()[s]));
    return Error(absl::StrCat(kind, " `", argument.name, "` has dims ", DimsText(tensor.dims), ", expected ",
                              DeclaredText(*entry_, argument.dims), ", which is ", DimsText(shape.dims),
                              values.empty() ? "" : " where ", absl::StrJoin(values, ", ")));
  }
  if (!StridesMatch(tensor, shape)) {
    return Error(absl::StrCat(kind, " `", argument.name, "` has strides ",
                              tensor.strides.empty() ? "of a dense tensor" : DimsText(tensor.strides), ", expected ",
                              shape.strides.empty() ? "those of a dense tensor" : DimsText(shape.strides)));
  }
  if (tensor.data == nullptr && shape.byte_size != 0) {
    return Error(absl::StrCat(kind, " `", argument.name, "` is null, expected ", shape.byte_size, " bytes"));
  }
  if (reinterpret_cast<uintptr_t>(tensor.data) % argument.alignment != 0 && shape.byte_size != 0) {
    return Error(absl::StrCat(kind, " `", argument.name, "` is at an address that is not a multiple of its alignment ",
                              argument.alignment));
  }
  return absl::OkStatus();
}

absl::Status ArgumentBinder::Check(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                                   const ShapeProgram& program) const {
  for (size_t i = 0; i < inputs.size(); ++i) {
    SINTER_RETURN_IF_ERROR(CheckOne(inputs[i], entry_->inputs[i], program.inputs()[i], "input", program));
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Argument& output = entry_->outputs[i];
    SINTER_RETURN_IF_ERROR(CheckOne(outputs[i], output, program.outputs()[i], "output", program));
    if (output.tied_input >= 0 && program.outputs()[i].byte_size != 0 &&
        inputs[static_cast<size_t>(output.tied_input)].data != outputs[i].data) {
      return Error(absl::StrCat("output `", output.name, "` is tied to input `",
                                entry_->inputs[static_cast<size_t>(output.tied_input)].name,
                                "`, expected the same address"));
    }
  }
  return absl::OkStatus();
}

absl::Status ArgumentBinder::CheckOverlaps(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                                           const ShapeProgram& program, absl::Span<const uint8_t> changed) const {
  const size_t count = inputs.size() + outputs.size();
  const auto is_output = [&](size_t i) { return i >= inputs.size(); };
  const auto shape_of = [&](size_t i) -> const ArgumentShape& {
    return is_output(i) ? program.outputs()[i - inputs.size()] : program.inputs()[i];
  };
  const auto placed = [&](size_t i) -> PlacedArgument {
    const TensorRef& tensor = is_output(i) ? outputs[i - inputs.size()] : inputs[i];
    return {tensor.data, tensor.type, &shape_of(i)};
  };
  const auto name_of = [&](size_t i) {
    return is_output(i) ? absl::StrCat("output `", entry_->outputs[i - inputs.size()].name, "`")
                        : absl::StrCat("input `", entry_->inputs[i].name, "`");
  };
  const auto are_tied = [&](size_t output, size_t other) {
    const int32_t tied = entry_->outputs[output - inputs.size()].tied_input;
    return tied >= 0 && static_cast<size_t>(tied) == other;
  };
  for (size_t i = 0; i < count; ++i) {
    if (changed[i] == 0) continue;
    // An input needs to be compared with outputs alone: inputs may share memory.
    for (size_t j = is_output(i) ? 0 : inputs.size(); j < count; ++j) {
      if (i == j || (is_output(i) && are_tied(i, j)) || (is_output(j) && are_tied(j, i))) continue;
      if (!MayOverlap(placed(i), placed(j))) continue;
      return Error(absl::StrCat(name_of(i), " and ", name_of(j), " overlap in memory and are not tied"));
    }
  }
  return absl::OkStatus();
}

}  // namespace sinter::rt
