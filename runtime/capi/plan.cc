// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of the C interface and the queries that need no device.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "runtime/base/status_macros.h"
#include "runtime/capi/border.h"
#include "runtime/capi/objects.h"
#include "runtime/plan/argument_shape.h"
#include "runtime/plan/expr.h"

namespace sinter::rt {

PlanState::PlanState(std::shared_ptr<const Plan> opened) : plan(std::move(opened)) {
  for (const Entry& entry : plan->model().entries) {
    std::vector<std::string> names;
    for (const Symbol& symbol : entry.symbols) names.push_back(symbol.name);
    const auto texts_of = [&](const std::vector<Argument>& arguments) {
      std::vector<ArgumentTexts> result;
      for (const Argument& argument : arguments) {
        ArgumentTexts& text = result.emplace_back();
        for (const Expr& dim : argument.dims) text.dims.push_back(ExprText(dim, names));
        for (const Expr& stride : argument.strides) text.strides.push_back(ExprText(stride, names));
      }
      return result;
    };
    texts.push_back({texts_of(entry.inputs), texts_of(entry.outputs)});
  }
}

namespace {

absl::Status OutOfRange(const std::string& label, const char* what, size_t index, size_t count) {
  return absl::InvalidArgumentError(
      absl::StrCat(label, ": ", what, " index ", index, " is out of range, there are ", count));
}

absl::StatusOr<const Entry*> FindEntry(const sinter_plan* plan, size_t entry) {
  SINTER_REQUIRE(plan);
  const std::vector<Entry>& entries = plan->state->plan->model().entries;
  if (entry < entries.size()) return &entries[entry];
  return OutOfRange(plan->state->plan->label(), "entry", entry, entries.size());
}

// An argument with its texts.
struct Found {
  const Argument* argument;
  const PlanState::ArgumentTexts* texts;
};

absl::Status CheckDirection(int32_t direction) {
  if (direction == SINTER_INPUT || direction == SINTER_OUTPUT) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("`direction` is ", direction, ", expected SINTER_INPUT (0) or SINTER_OUTPUT (1)"));
}

absl::StatusOr<Found> FindArgument(const sinter_plan* plan, size_t entry, int32_t direction, size_t index) {
  SINTER_ASSIGN_OR_RETURN(const Entry* found, FindEntry(plan, entry));
  SINTER_RETURN_IF_ERROR(CheckDirection(direction));
  const bool is_input = direction == SINTER_INPUT;
  const std::vector<Argument>& arguments = is_input ? found->inputs : found->outputs;
  if (index >= arguments.size()) {
    return OutOfRange(absl::StrCat(plan->state->plan->label(), ": entry `", found->name, "`"),
                      is_input ? "input" : "output", index, arguments.size());
  }
  const PlanState::EntryTexts& texts = plan->state->texts[entry];
  return Found{&arguments[index], is_input ? &texts.inputs[index] : &texts.outputs[index]};
}

absl::Status DescribeExtent(const std::vector<Expr>& exprs, const std::vector<std::string>& texts,
                            const std::string& name, size_t dim, sinter_extent_info* info) {
  if (dim >= exprs.size()) return OutOfRange(absl::StrCat("argument `", name, "`"), "dim", dim, exprs.size());
  sinter_extent_info filled = SINTER_EXTENT_INFO_INIT;
  filled.value = filled.symbol = -1;
  filled.text = texts[dim].c_str();
  if (const std::optional<int64_t> value = exprs[dim].ConstantValue()) {
    filled.kind = SINTER_EXTENT_FIXED;
    filled.value = *value;
  } else if (const std::optional<int64_t> symbol = exprs[dim].SoleSymbol()) {
    filled.kind = SINTER_EXTENT_SYMBOL;
    filled.symbol = *symbol;
  } else {
    filled.kind = SINTER_EXTENT_EXPRESSION;
  }
  return WriteStruct(info, filled, "info");
}

absl::StatusOr<absl::Span<const int64_t>> CheckedSymbols(const sinter_plan* plan, size_t entry, const int64_t* symbols,
                                                         size_t symbol_count) {
  SINTER_ASSIGN_OR_RETURN(const Entry* found, FindEntry(plan, entry));
  if (symbol_count > 0) SINTER_REQUIRE(symbols);
  const auto values = absl::MakeConstSpan(symbols, symbol_count);
  SINTER_RETURN_IF_ERROR(plan->state->plan->CheckSymbols(*found, values));
  return values;
}

void WriteStrides(const ArgumentShape& shape, int64_t* strides) {
  int64_t dense = 1;
  for (size_t d = shape.dims.size(); d-- > 0;) {
    strides[d] = shape.strides.empty() ? dense : shape.strides[d];
    dense *= shape.dims[d] > 0 ? shape.dims[d] : 1;
  }
}

}  // namespace
}  // namespace sinter::rt

using sinter::rt::AtBorder;
using sinter::rt::WriteStruct;

sinter_status* sinter_plan_open_file(const char* path, sinter_plan** plan) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(path);
    SINTER_REQUIRE(plan);
    SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const sinter::rt::Plan> opened, sinter::rt::Plan::Load(path));
    *plan = new sinter_plan{std::make_shared<const sinter::rt::PlanState>(std::move(opened))};
    return absl::OkStatus();
  });
}

sinter_status* sinter_plan_open_memory(const void* bytes, size_t size, const char* label, sinter_plan** plan) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(bytes);
    SINTER_REQUIRE(plan);
    SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const sinter::rt::Plan> opened,
                            sinter::rt::Plan::FromBytes(std::string(static_cast<const char*>(bytes), size),
                                                        label == nullptr ? "plan in memory" : label));
    *plan = new sinter_plan{std::make_shared<const sinter::rt::PlanState>(std::move(opened))};
    return absl::OkStatus();
  });
}

void sinter_plan_destroy(sinter_plan* plan) {
  sinter::rt::QuietlyAtBorder([&] { delete plan; });
}

sinter_status* sinter_plan_get_info(const sinter_plan* plan, sinter_plan_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(plan);
    const sinter::rt::PlanModel& model = plan->state->plan->model();
    sinter_plan_info filled = SINTER_PLAN_INFO_INIT;
    filled.label = plan->state->plan->label().c_str();
    filled.producer = model.producer.c_str();
    filled.format_version = model.format_version;
    filled.entry_count = model.entries.size();
    filled.constant_count = model.constants.size();
    filled.kernel_count = model.kernels.size();
    return WriteStruct(info, filled, "info");
  });
}

sinter_status* sinter_plan_get_entry(const sinter_plan* plan, size_t entry, sinter_entry_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::Entry* found, sinter::rt::FindEntry(plan, entry));
    sinter_entry_info filled = SINTER_ENTRY_INFO_INIT;
    filled.name = found->name.c_str();
    filled.input_count = found->inputs.size();
    filled.output_count = found->outputs.size();
    filled.symbol_count = found->symbols.size();
    return WriteStruct(info, filled, "info");
  });
}

sinter_status* sinter_plan_find_entry(const sinter_plan* plan, const char* name, size_t* entry) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(plan);
    SINTER_REQUIRE(name);
    SINTER_REQUIRE(entry);
    SINTER_ASSIGN_OR_RETURN(*entry, plan->state->plan->FindEntry(name));
    return absl::OkStatus();
  });
}

sinter_status* sinter_plan_get_symbol(const sinter_plan* plan, size_t entry, size_t symbol, sinter_symbol_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::Entry* found, sinter::rt::FindEntry(plan, entry));
    if (symbol >= found->symbols.size()) {
      return sinter::rt::OutOfRange(absl::StrCat(plan->state->plan->label(), ": entry `", found->name, "`"), "symbol",
                                    symbol, found->symbols.size());
    }
    const sinter::rt::Symbol& declared = found->symbols[symbol];
    sinter_symbol_info filled = SINTER_SYMBOL_INFO_INIT;
    filled.name = declared.name.c_str();
    filled.min = declared.min;
    filled.max = declared.max;
    filled.divisor = declared.divisor;
    return WriteStruct(info, filled, "info");
  });
}

sinter_status* sinter_plan_check_symbols(const sinter_plan* plan, size_t entry, const int64_t* symbols,
                                         size_t symbol_count) {
  return AtBorder([&] { return sinter::rt::CheckedSymbols(plan, entry, symbols, symbol_count).status(); });
}

sinter_status* sinter_plan_get_argument(const sinter_plan* plan, size_t entry, int32_t direction, size_t index,
                                        sinter_argument_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::Found found, sinter::rt::FindArgument(plan, entry, direction, index));
    sinter_argument_info filled = SINTER_ARGUMENT_INFO_INIT;
    filled.name = found.argument->name.c_str();
    filled.element_type = static_cast<int32_t>(found.argument->type);
    filled.rank = static_cast<uint32_t>(found.argument->dims.size());
    filled.alignment = found.argument->alignment;
    filled.tied_input = direction == SINTER_OUTPUT ? found.argument->tied_input : -1;
    filled.is_strided = found.argument->strides.empty() ? 0 : 1;
    return WriteStruct(info, filled, "info");
  });
}

sinter_status* sinter_plan_find_argument(const sinter_plan* plan, size_t entry, int32_t direction, const char* name,
                                         size_t* index) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::Entry* found, sinter::rt::FindEntry(plan, entry));
    SINTER_RETURN_IF_ERROR(sinter::rt::CheckDirection(direction));
    SINTER_REQUIRE(name);
    SINTER_REQUIRE(index);
    const bool is_input = direction == SINTER_INPUT;
    std::vector<std::string> names;
    for (const sinter::rt::Argument& argument : is_input ? found->inputs : found->outputs) {
      if (argument.name == name) {
        *index = names.size();
        return absl::OkStatus();
      }
      names.push_back(absl::StrCat("`", argument.name, "`"));
    }
    return absl::NotFoundError(absl::StrCat(plan->state->plan->label(), ": entry `", found->name, "`: no ",
                                            is_input ? "input" : "output", " `", name,
                                            "`, there are: ", absl::StrJoin(names, ", ")));
  });
}

sinter_status* sinter_plan_get_dim(const sinter_plan* plan, size_t entry, int32_t direction, size_t index, size_t dim,
                                   sinter_extent_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::Found found, sinter::rt::FindArgument(plan, entry, direction, index));
    return sinter::rt::DescribeExtent(found.argument->dims, found.texts->dims, found.argument->name, dim, info);
  });
}

sinter_status* sinter_plan_get_stride(const sinter_plan* plan, size_t entry, int32_t direction, size_t index,
                                      size_t dim, sinter_extent_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::Found found, sinter::rt::FindArgument(plan, entry, direction, index));
    if (found.argument->strides.empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat("argument `", found.argument->name, "` is dense, so its strides follow from its dims"));
    }
    return sinter::rt::DescribeExtent(found.argument->strides, found.texts->strides, found.argument->name, dim, info);
  });
}

sinter_status* sinter_plan_evaluate_argument(const sinter_plan* plan, size_t entry, int32_t direction, size_t index,
                                             const int64_t* symbols, size_t symbol_count, size_t capacity,
                                             int64_t* dims, int64_t* strides, sinter_argument_shape* shape) {
  return AtBorder([&]() -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(const sinter::rt::Found found, sinter::rt::FindArgument(plan, entry, direction, index));
    SINTER_ASSIGN_OR_RETURN(const absl::Span<const int64_t> values,
                            sinter::rt::CheckedSymbols(plan, entry, symbols, symbol_count));
    absl::StatusOr<sinter::rt::ArgumentShape> evaluated = sinter::rt::EvaluateArgument(*found.argument, values);
    if (!evaluated.ok()) {
      return absl::Status(evaluated.status().code(),
                          absl::StrCat(plan->state->plan->label(), ": argument `", found.argument->name,
                                       "`: ", evaluated.status().message()));
    }
    if ((dims != nullptr || strides != nullptr) && capacity < evaluated->dims.size()) {
      return absl::InvalidArgumentError(absl::StrCat("argument `", found.argument->name, "` has rank ",
                                                     evaluated->dims.size(), ", but `capacity` is ", capacity));
    }
    if (shape != nullptr) {
      sinter_argument_shape filled = SINTER_ARGUMENT_SHAPE_INIT;
      filled.byte_size = evaluated->byte_size;
      filled.offset = evaluated->offset;
      SINTER_RETURN_IF_ERROR(WriteStruct(shape, filled, "shape"));
    }
    if (dims != nullptr) std::copy(evaluated->dims.begin(), evaluated->dims.end(), dims);
    if (strides != nullptr) sinter::rt::WriteStrides(*evaluated, strides);
    return absl::OkStatus();
  });
}

sinter_status* sinter_plan_get_constant(const sinter_plan* plan, size_t index, sinter_constant_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(plan);
    const std::vector<sinter::rt::Constant>& constants = plan->state->plan->model().constants;
    if (index >= constants.size()) {
      return sinter::rt::OutOfRange(plan->state->plan->label(), "constant", index, constants.size());
    }
    const sinter::rt::Constant& constant = constants[index];
    sinter_constant_info filled = SINTER_CONSTANT_INFO_INIT;
    filled.name = constant.name.c_str();
    filled.element_type = static_cast<int32_t>(constant.type);
    filled.source = static_cast<int32_t>(constant.source);
    filled.rank = static_cast<uint32_t>(constant.dims.size());
    filled.dims = constant.dims.data();
    filled.byte_size = constant.byte_size;
    return WriteStruct(info, filled, "info");
  });
}
