// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One method a table of the plan; each names its place only when something is wrong.
#include "runtime/plan/plan_verifier.h"

#include <bit>
#include <cctype>
#include <cmath>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/element_conversion.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {
namespace {

constexpr uint32_t kMaxThreadsPerBlock = 1024;
constexpr uint32_t kMaxBlockDepth = 64;  // threads along z
constexpr uint32_t kMaxAlignment = 4096;

const char* SpaceName(Space space) {
  switch (space) {
    case Space::kInput:
      return "input";
    case Space::kOutput:
      return "output";
    case Space::kConstant:
      return "constant";
    case Space::kArena:
      return "slot";
  }
  return "invalid";
}

bool IsSymbolName(absl::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  for (char c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return true;
}

class PlanVerifier {
 public:
  PlanVerifier(const PlanModel& model, absl::Span<const uint64_t> section_sizes, absl::string_view label)
      : model_(model), section_sizes_(section_sizes), label_(label) {}

  absl::Status Run() {
    if (model_.format_version != kPlanFormatVersion) {
      return Error(absl::StrCat("plan format version ", model_.format_version, " is not supported, expected ",
                                kPlanFormatVersion));
    }
    SINTER_RETURN_IF_ERROR(Constants());
    SINTER_RETURN_IF_ERROR(Images());
    SINTER_RETURN_IF_ERROR(Kernels());
    if (model_.graph) SINTER_RETURN_IF_ERROR(Index("graph: section", model_.graph->section, section_sizes_.size()));
    SINTER_RETURN_IF_ERROR(ProductPins());
    std::set<std::string> names;
    for (const Entry& entry : model_.entries) {
      if (entry.name.empty()) return Error("an entry has no name");
      if (!names.insert(entry.name).second) return Error(absl::StrCat("two entries are named `", entry.name, "`"));
      SINTER_RETURN_IF_ERROR(VerifyEntry(entry, /*is_init=*/false));
    }
    return Init();
  }

 private:
  // The message opens with the innermost place that is being looked at.
  absl::Status Error(absl::string_view what) const {
    std::string where = std::string(label_);
    if (entry_ != nullptr) absl::StrAppend(&where, is_init_ ? ": init entry `" : ": entry `", entry_->name, "`");
    if (step_ != nullptr) absl::StrAppend(&where, ", step ", step_index_, " `", step_->name, "`");
    if (step_ != nullptr && step_->variants.size() > 1) absl::StrAppend(&where, ", variant ", variant_index_);
    return absl::InvalidArgumentError(absl::StrCat(where, ": ", what));
  }

  absl::Status Index(absl::string_view what, uint64_t index, size_t count) const {
    if (index < count) return absl::OkStatus();
    return Error(absl::StrCat(what, " index ", index, " is out of range, there are ", count));
  }

  absl::Status CheckExpr(const Expr& expr, absl::string_view what) const {
    absl::Status status = ValidateExpr(expr, entry_->symbols.size());
    return status.ok() ? status : Error(absl::StrCat(what, ": ", status.message()));
  }
  absl::Status CheckExpr(const std::optional<Expr>& expr, absl::string_view what) const {
    return expr ? CheckExpr(*expr, what) : absl::OkStatus();
  }
  absl::Status CheckExprs(const std::vector<Expr>& exprs, absl::string_view what) const {
    for (size_t i = 0; i < exprs.size(); ++i) SINTER_RETURN_IF_ERROR(CheckExpr(exprs[i], absl::StrCat(what, " ", i)));
    return absl::OkStatus();
  }
  // A constant expression must not be negative; others are looked at when their symbols are known.
  absl::Status CheckNotNegative(const Expr& expr, absl::string_view what) const {
    SINTER_RETURN_IF_ERROR(CheckExpr(expr, what));
    const std::optional<int64_t> value = expr.ConstantValue();
    if (!value || *value >= 0) return absl::OkStatus();
    return Error(absl::StrCat(what, " is ", *value, ", expected at least 0"));
  }

  // What an algorithm is, its library alone can say: it checks it against the product.
  absl::Status ProductPins() const {
    for (size_t i = 0; i < model_.product_pins.size(); ++i) {
      const MatmulPin& pin = model_.product_pins[i];
      if (pin.problem.empty() || pin.device.empty() || pin.provider.empty() || pin.algorithm.empty()) {
        return Error(absl::StrCat("product pin ", i, " lacks its problem, device, library or algorithm"));
      }
      if (!(pin.microseconds >= 0) || !(pin.estimate_microseconds >= 0) || !std::isfinite(pin.microseconds) ||
          !std::isfinite(pin.estimate_microseconds)) {
        return Error(absl::StrCat("product pin ", i, " has a time that is no time"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Constants() const {
    std::set<std::string> names;
    for (const Constant& constant : model_.constants) {
      if (constant.name.empty()) return Error("a constant has no name");
      if (!names.insert(constant.name).second) {
        return Error(absl::StrCat("two constants are named `", constant.name, "`"));
      }
      absl::Status status = CheckConstant(constant);
      if (!status.ok()) return Error(absl::StrCat("constant `", constant.name, "`: ", status.message()));
    }
    return absl::OkStatus();
  }

  absl::Status CheckConstant(const Constant& constant) const {
    SINTER_ASSIGN_OR_RETURN(const uint64_t bytes, TensorByteSize(constant.type, constant.dims));
    if (bytes != constant.byte_size) {
      return absl::InvalidArgumentError(absl::StrCat("byte size is ", constant.byte_size, ", but its dims [",
                                                     absl::StrJoin(constant.dims, ", "), "] of ",
                                                     ElementTypeName(constant.type), " take ", bytes));
    }
    switch (constant.source) {
      case ConstantSource::kInline:
        return CheckInline(constant);
      case ConstantSource::kExternal:
        if (IsConfinedPath(constant.external_file)) return absl::OkStatus();
        return absl::InvalidArgumentError(
            absl::StrCat("external file `", constant.external_file, "` is not a path below the plan's folder"));
      case ConstantSource::kGenerated:
        return CheckGenerated(constant);
      case ConstantSource::kSupplied:
      case ConstantSource::kPacked:
        return absl::OkStatus();
    }
    return absl::InternalError("unknown constant source");
  }

  absl::Status CheckInline(const Constant& constant) const {
    if (constant.section >= section_sizes_.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("section index ", constant.section, " is out of range, there are ", section_sizes_.size()));
    }
    const uint64_t size = section_sizes_[constant.section];
    if (constant.offset > size || constant.byte_size > size - constant.offset) {
      return absl::InvalidArgumentError(absl::StrCat(constant.byte_size, " bytes at ", constant.offset,
                                                     " do not fit section ", constant.section, " of ", size, " bytes"));
    }
    return absl::OkStatus();
  }

  absl::Status CheckGenerated(const Constant& constant) const {
    if (!constant.generator) return absl::InvalidArgumentError("is generated, but has no generator");
    if (!IsFloatType(constant.type)) {
      return absl::InvalidArgumentError(
          absl::StrCat("is generated, but its type ", ElementTypeName(constant.type), " is not a float"));
    }
    const Generator& g = *constant.generator;
    const bool finite = std::isfinite(g.mean) && std::isfinite(g.std) && std::isfinite(g.min) && std::isfinite(g.max);
    if (!finite || g.std < 0 || g.min > g.max) {
      return absl::InvalidArgumentError(absl::StrCat("generator values mean ", g.mean, ", std ", g.std, ", range [",
                                                     g.min, ", ", g.max, "] make no distribution"));
    }
    return absl::OkStatus();
  }

  absl::Status Images() const {
    for (size_t i = 0; i < model_.images.size(); ++i) {
      const Image& image = model_.images[i];
      if (image.target.empty()) return Error(absl::StrCat("image ", i, " has no target"));
      SINTER_RETURN_IF_ERROR(Index(absl::StrCat("image ", i, ": section"), image.section, section_sizes_.size()));
    }
    return absl::OkStatus();
  }

  absl::Status Kernels() const {
    for (size_t i = 0; i < model_.kernels.size(); ++i) {
      const Kernel& kernel = model_.kernels[i];
      const std::string name = absl::StrCat("kernel ", i, " `", kernel.symbol, "`");
      if (!IsSymbolName(kernel.symbol)) return Error(absl::StrCat(name, ": the symbol is no C identifier"));
      for (uint32_t image : kernel.images) {
        SINTER_RETURN_IF_ERROR(Index(absl::StrCat(name, ": image"), image, model_.images.size()));
      }
      if (kernel.source_section < -1) return Error(absl::StrCat(name, ": source section ", kernel.source_section));
      if (kernel.source_section >= 0) {
        SINTER_RETURN_IF_ERROR(Index(absl::StrCat(name, ": source section"),
                                     static_cast<uint64_t>(kernel.source_section), section_sizes_.size()));
      } else if (kernel.images.empty()) {
        return Error(absl::StrCat(name, " has neither a source nor an image"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Init() {
    std::vector<const Constant*> packed;
    for (const Constant& constant : model_.constants) {
      if (constant.source == ConstantSource::kPacked) packed.push_back(&constant);
    }
    if (!model_.init) {
      if (packed.empty()) return absl::OkStatus();
      return Error(absl::StrCat("constant `", packed[0]->name, "` is packed, but the plan has no init entry"));
    }
    const Entry& init = *model_.init;
    SINTER_RETURN_IF_ERROR(VerifyEntry(init, /*is_init=*/true));
    if (!init.symbols.empty() || !init.inputs.empty()) return Error("the init entry has symbols or inputs");
    if (init.outputs.size() != packed.size()) {
      return Error(absl::StrCat("the init entry has ", init.outputs.size(), " outputs, but there are ", packed.size(),
                                " packed constants"));
    }
    for (size_t i = 0; i < packed.size(); ++i) {
      bool same = init.outputs[i].type == packed[i]->type && init.outputs[i].dims.size() == packed[i]->dims.size();
      for (size_t d = 0; same && d < packed[i]->dims.size(); ++d) {
        same = init.outputs[i].dims[d].ConstantValue() == packed[i]->dims[d];
      }
      if (!same || !init.outputs[i].strides.empty() || init.outputs[i].offset) {
        return Error(absl::StrCat("output ", i, " of the init entry does not have the type and dims of constant `",
                                  packed[i]->name, "`"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status VerifyEntry(const Entry& entry, bool is_init) {
    entry_ = &entry;
    is_init_ = is_init;
    SINTER_RETURN_IF_ERROR(Symbols());
    SINTER_RETURN_IF_ERROR(Arguments(entry.inputs, "input"));
    SINTER_RETURN_IF_ERROR(Arguments(entry.outputs, "output"));
    SINTER_RETURN_IF_ERROR(TiedOutputs());
    SINTER_RETURN_IF_ERROR(Arena());
    for (const Guard& guard : entry.guards) SINTER_RETURN_IF_ERROR(CheckExpr(guard.predicate, "guard"));
    for (step_index_ = 0; step_index_ < entry.steps.size(); ++step_index_) {
      step_ = &entry.steps[step_index_];
      SINTER_RETURN_IF_ERROR(VerifyStep(*step_));
    }
    step_ = nullptr;
    entry_ = nullptr;
    return absl::OkStatus();
  }

  absl::Status Symbols() const {
    std::set<std::string> names;
    for (const Symbol& symbol : entry_->symbols) {
      if (symbol.name.empty()) return Error("a symbol has no name");
      if (!names.insert(symbol.name).second) return Error(absl::StrCat("two symbols are named `", symbol.name, "`"));
      const bool sane = symbol.min >= 0 && symbol.min <= symbol.max && symbol.divisor >= 1;
      if (!sane || symbol.max / symbol.divisor * symbol.divisor < symbol.min) {
        return Error(absl::StrCat("symbol `", symbol.name, "`: no value is in [", symbol.min, ", ", symbol.max,
                                  "] and a multiple of ", symbol.divisor));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Arguments(const std::vector<Argument>& arguments, absl::string_view kind) const {
    std::set<std::string> names;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const Argument& argument = arguments[i];
      const std::string name = absl::StrCat(kind, " ", i, " `", argument.name, "`");
      if (argument.name.empty()) return Error(absl::StrCat(kind, " ", i, " has no name"));
      if (!names.insert(argument.name).second) {
        return Error(absl::StrCat("two ", kind, "s are named `", argument.name, "`"));
      }
      for (size_t d = 0; d < argument.dims.size(); ++d) {
        SINTER_RETURN_IF_ERROR(CheckNotNegative(argument.dims[d], absl::StrCat(name, ": dim ", d)));
      }
      SINTER_RETURN_IF_ERROR(CheckExprs(argument.strides, absl::StrCat(name, ": stride")));
      if (argument.offset) SINTER_RETURN_IF_ERROR(CheckNotNegative(*argument.offset, absl::StrCat(name, ": offset")));
      if (!argument.strides.empty() && argument.strides.size() != argument.dims.size()) {
        return Error(
            absl::StrCat(name, " has ", argument.strides.size(), " strides for ", argument.dims.size(), " dims"));
      }
      if (!std::has_single_bit(argument.alignment) || argument.alignment > kMaxAlignment) {
        return Error(
            absl::StrCat(name, ": alignment ", argument.alignment, " is no power of two up to ", kMaxAlignment));
      }
    }
    return absl::OkStatus();
  }

  absl::Status TiedOutputs() const {
    for (const Argument& input : entry_->inputs) {
      if (input.tied_input != -1) return Error(absl::StrCat("input `", input.name, "` is tied to an input"));
    }
    std::set<int32_t> tied;
    for (const Argument& output : entry_->outputs) {
      if (output.tied_input == -1) continue;
      if (output.tied_input < 0 || static_cast<size_t>(output.tied_input) >= entry_->inputs.size()) {
        return Error(absl::StrCat("output `", output.name, "`: tied input index ", output.tied_input,
                                  " is out of range, there are ", entry_->inputs.size()));
      }
      const Argument& input = entry_->inputs[static_cast<size_t>(output.tied_input)];
      if (input.type != output.type || input.dims != output.dims || input.strides != output.strides ||
          input.offset != output.offset) {
        return Error(absl::StrCat("output `", output.name, "` is tied to input `", input.name,
                                  "` of another type, dims, strides or offset"));
      }
      if (!tied.insert(output.tied_input).second) {
        return Error(absl::StrCat("two outputs are tied to input `", input.name, "`"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Arena() const {
    SINTER_RETURN_IF_ERROR(CheckNotNegative(entry_->arena_size, "arena size"));
    const std::optional<int64_t> arena = entry_->arena_size.ConstantValue();
    for (size_t i = 0; i < entry_->slots.size(); ++i) {
      const Slot& slot = entry_->slots[i];
      SINTER_RETURN_IF_ERROR(CheckNotNegative(slot.offset, absl::StrCat("offset of slot ", i)));
      SINTER_RETURN_IF_ERROR(CheckNotNegative(slot.size, absl::StrCat("size of slot ", i)));
      const std::optional<int64_t> offset = slot.offset.ConstantValue(), size = slot.size.ConstantValue();
      if (arena && offset && size && (*offset > *arena || *size > *arena - *offset)) {
        return Error(absl::StrCat("slot ", i, " of ", *size, " bytes at ", *offset, " does not fit the arena of ",
                                  *arena, " bytes"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status VerifyStep(const Step& step) {
    variant_index_ = 0;
    if (step.name.empty()) return Error("the step has no name");
    if (step.variants.empty()) return Error("the step has no variant");
    for (; variant_index_ < step.variants.size(); ++variant_index_) {
      const Variant& variant = step.variants[variant_index_];
      const bool is_last = variant_index_ + 1 == step.variants.size();
      if (is_last && variant.predicate) return Error("the last variant has a predicate");
      if (!is_last && !variant.predicate) return Error("a variant before the last one has no predicate");
      SINTER_RETURN_IF_ERROR(CheckExpr(variant.predicate, "predicate"));
      SINTER_RETURN_IF_ERROR(std::visit([this](const auto& action) { return VerifyAction(action); }, variant.action));
    }
    return absl::OkStatus();
  }

  absl::Status Buffer(const BufferRef& buffer, absl::string_view what) const {
    const size_t count = buffer.space == Space::kInput      ? entry_->inputs.size()
                         : buffer.space == Space::kOutput   ? entry_->outputs.size()
                         : buffer.space == Space::kConstant ? model_.constants.size()
                                                            : entry_->slots.size();
    SINTER_RETURN_IF_ERROR(Index(absl::StrCat(what, ": ", SpaceName(buffer.space)), buffer.index, count));
    if (is_init_ && buffer.space == Space::kConstant &&
        model_.constants[buffer.index].source == ConstantSource::kPacked) {
      return Error(absl::StrCat(what, " reads packed constant `", model_.constants[buffer.index].name,
                                "`, which the init entry makes"));
    }
    if (buffer.offset) return CheckNotNegative(*buffer.offset, absl::StrCat(what, ": offset"));
    return absl::OkStatus();
  }

  absl::Status WrittenBuffer(const BufferRef& buffer, absl::string_view what) const {
    SINTER_RETURN_IF_ERROR(Buffer(buffer, what));
    if (buffer.space == Space::kOutput || buffer.space == Space::kArena) return absl::OkStatus();
    return Error(absl::StrCat(what, " is a", buffer.space == Space::kInput ? "n input" : " constant",
                              ", which must not be written"));
  }

  absl::Status VerifyAction(const Launch& launch) const {
    SINTER_RETURN_IF_ERROR(Index("kernel", launch.kernel, model_.kernels.size()));
    uint64_t threads = 1;
    for (int i = 0; i < 3; ++i) {
      SINTER_RETURN_IF_ERROR(CheckNotNegative(launch.grid[i], absl::StrCat("grid extent ", i)));
      if (launch.block[i] == 0 || launch.block[i] > (i == 2 ? kMaxBlockDepth : kMaxThreadsPerBlock)) {
        return Error(absl::StrCat("block extent ", i, " is ", launch.block[i]));
      }
      threads *= launch.block[i];
    }
    if (threads > kMaxThreadsPerBlock) {
      return Error(absl::StrCat("block has ", threads, " threads, at most ", kMaxThreadsPerBlock, " are allowed"));
    }
    for (size_t i = 0; i < launch.args.size(); ++i) {
      const std::string what = absl::StrCat("parameter ", i);
      if (const auto* buffer = std::get_if<BufferRef>(&launch.args[i])) {
        SINTER_RETURN_IF_ERROR(Buffer(*buffer, what));
        continue;
      }
      const auto& scalar = std::get<ScalarArg>(launch.args[i]);
      SINTER_RETURN_IF_ERROR(CheckExpr(scalar.value, what));
      if (scalar.type != ElementType::kI32 && scalar.type != ElementType::kI64) {
        return Error(absl::StrCat(what, ": scalar type is ", ElementTypeName(scalar.type), ", expected i32 or i64"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Operand(const MatmulOperand& operand, size_t batch, absl::string_view what) const {
    SINTER_RETURN_IF_ERROR(Buffer(operand.buffer, what));
    SINTER_RETURN_IF_ERROR(CheckExpr(operand.row_stride, absl::StrCat(what, ": row stride")));
    SINTER_RETURN_IF_ERROR(CheckExpr(operand.column_stride, absl::StrCat(what, ": column stride")));
    SINTER_RETURN_IF_ERROR(CheckExprs(operand.batch_strides, absl::StrCat(what, ": batch stride")));
    if (operand.batch_strides.size() == batch) return absl::OkStatus();
    return Error(
        absl::StrCat(what, " has ", operand.batch_strides.size(), " batch strides for ", batch, " batch dims"));
  }

  absl::Status VerifyAction(const Matmul& matmul) const {
    for (size_t i = 0; i < matmul.batch.size(); ++i) {
      SINTER_RETURN_IF_ERROR(CheckNotNegative(matmul.batch[i], absl::StrCat("batch dim ", i)));
    }
    SINTER_RETURN_IF_ERROR(CheckNotNegative(matmul.m, "m"));
    SINTER_RETURN_IF_ERROR(CheckNotNegative(matmul.n, "n"));
    SINTER_RETURN_IF_ERROR(CheckNotNegative(matmul.k, "k"));
    const size_t batch = matmul.batch.size();
    SINTER_RETURN_IF_ERROR(Operand(matmul.a, batch, "operand a"));
    SINTER_RETURN_IF_ERROR(Operand(matmul.b, batch, "operand b"));
    SINTER_RETURN_IF_ERROR(Operand(matmul.d, batch, "result d"));
    SINTER_RETURN_IF_ERROR(WrittenBuffer(matmul.d.buffer, "result d"));
    if (!std::isfinite(matmul.alpha) || !std::isfinite(matmul.beta)) return Error("alpha or beta is not finite");
    if (matmul.c.has_value() != (matmul.beta != 0.0f)) {
      return Error(absl::StrCat("beta is ", matmul.beta, ", but operand c is ", matmul.c ? "present" : "absent"));
    }
    if (matmul.c) SINTER_RETURN_IF_ERROR(Operand(*matmul.c, batch, "operand c"));
    if (matmul.bias) SINTER_RETURN_IF_ERROR(Buffer(*matmul.bias, "bias"));
    return absl::OkStatus();
  }

  absl::Status VerifyAction(const Copy& copy) const {
    SINTER_RETURN_IF_ERROR(Buffer(copy.source, "copy source"));
    SINTER_RETURN_IF_ERROR(WrittenBuffer(copy.destination, "copy destination"));
    return CheckNotNegative(copy.size, "copy size");
  }

  const PlanModel& model_;
  absl::Span<const uint64_t> section_sizes_;
  absl::string_view label_;
  const Entry* entry_ = nullptr;
  bool is_init_ = false;
  const Step* step_ = nullptr;
  size_t step_index_ = 0;
  size_t variant_index_ = 0;
};

}  // namespace

absl::Status VerifyPlan(const PlanModel& model, absl::Span<const uint64_t> section_sizes, absl::string_view label) {
  return PlanVerifier(model, section_sizes, label).Run();
}

bool IsConfinedPath(absl::string_view path) {
  if (path.empty() || path.find('\0') != absl::string_view::npos) return false;
  for (absl::string_view part : absl::StrSplit(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

}  // namespace sinter::rt
