// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a plan's metadata from a FlatBuffer that nobody vouches for: the buffer is verified first,
// enumerations are checked one by one, and the size of the result is bounded, since shared tables let a small buffer
// decode to a huge one.
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "flatbuffers/flatbuffers.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/metadata_codec.h"
#include "runtime/plan/plan_generated.h"

namespace sinter::rt {
namespace {

// Far above any real plan (a 100-layer model with a dozen variants a step takes a few MiB).
constexpr uint64_t kMaxDecodedBytes = uint64_t{256} << 20;
constexpr uint32_t kMaxTables = 4'000'000;
constexpr uint32_t kMaxDepth = 16;  // the schema nests 8 deep

class Decoder {
 public:
  absl::StatusOr<PlanModel> Run(const fb::Plan& plan) {
    PlanModel model;
    model.format_version = plan.format_version();
    model.producer = String(plan.producer());
    Vector(plan.constants(), &model.constants);
    Vector(plan.kernels(), &model.kernels);
    Vector(plan.images(), &model.images);
    Vector(plan.entries(), &model.entries);
    if (plan.init() != nullptr) Decode(*plan.init(), &model.init.emplace());
    if (plan.stats() != nullptr) Decode(*plan.stats(), &model.stats);
    if (const fb::Graph* graph = plan.graph()) {
      model.graph = {graph->section(), String(graph->folder()), graph->fusion(), graph->strict(),
                     graph->skinny_products(), graph->merge_products()};
    }
    Vector(plan.product_pins(), &model.product_pins);
    SINTER_RETURN_IF_ERROR(status_);
    return model;
  }

 private:
  void Fail(std::string message) {
    if (status_.ok()) status_ = absl::InvalidArgumentError(std::move(message));
  }

  // Counts what the model grows by; once over the bound (or failed) nothing more is decoded.
  bool Charge(uint64_t bytes) {
    decoded_bytes_ += bytes;
    if (decoded_bytes_ > kMaxDecodedBytes) {
      Fail(absl::StrCat("metadata decodes to more than ", kMaxDecodedBytes, " bytes"));
    }
    return status_.ok();
  }

  template <typename Enum, typename Raw>
  Enum Enumerator(Raw value, Raw last, const char* what) {
    const int number = static_cast<int>(value);
    if (number < 0 || number > static_cast<int>(last)) Fail(absl::StrCat("unknown ", what, " ", number));
    return static_cast<Enum>(number);
  }
  ElementType Type(fb::ElementType type) { return Enumerator<ElementType>(type, fb::ElementType::MAX, "element type"); }

  std::string String(const flatbuffers::String* text) {
    if (text == nullptr || !Charge(text->size())) return {};
    return text->str();
  }

  template <typename Encoded, typename Model>
  void Vector(const flatbuffers::Vector<flatbuffers::Offset<Encoded>>* items, std::vector<Model>* models) {
    if (items == nullptr || !Charge(uint64_t{items->size()} * sizeof(Model))) return;
    models->resize(items->size());
    for (uint32_t i = 0; i < items->size() && status_.ok(); ++i) Decode(*items->Get(i), &(*models)[i]);
  }

  // The buffer's own verifier looks at a vector's length and range, not at where its elements stand. An empty one is
  // written without padding.
  bool CheckAlignment(const uint8_t* data, size_t size, size_t alignment) {
    if (size != 0 && reinterpret_cast<uintptr_t>(data) % alignment != 0) Fail("metadata holds a misaligned vector");
    return status_.ok();
  }

  template <typename Value>
  void Scalars(const flatbuffers::Vector<Value>* items, std::vector<Value>* values) {
    if (items == nullptr || !Charge(uint64_t{items->size()} * sizeof(Value))) return;
    if (!CheckAlignment(items->Data(), items->size(), sizeof(Value))) return;
    values->assign(items->begin(), items->end());
  }

  void Strings(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* items,
               std::vector<std::string>* texts) {
    if (items == nullptr || !Charge(uint64_t{items->size()} * sizeof(std::string))) return;
    for (const flatbuffers::String* text : *items) texts->push_back(String(text));
  }

  void Decode(const fb::Expr& expr, Expr* model) {
    const auto& nodes = *expr.nodes();
    if (!Charge(uint64_t{nodes.size()} * sizeof(ExprNode))) return;
    if (!CheckAlignment(nodes.Data(), nodes.size(), alignof(fb::ExprNode))) return;
    model->nodes.clear();
    for (const fb::ExprNode* node : nodes) {
      model->nodes.push_back({Enumerator<ExprOp>(node->op(), fb::ExprOp::MAX, "expression operator"), node->value()});
    }
  }
  void Decode(const fb::Expr* expr, std::optional<Expr>* model) {
    if (expr != nullptr) Decode(*expr, &model->emplace());
  }

  void Decode(const fb::Symbol& symbol, Symbol* model) {
    *model = {String(symbol.name()), symbol.min(), symbol.max(), symbol.divisor()};
  }

  void Decode(const fb::Argument& argument, Argument* model) {
    model->name = String(argument.name());
    model->type = Type(argument.type());
    Vector(argument.dims(), &model->dims);
    Vector(argument.strides(), &model->strides);
    Decode(argument.offset(), &model->offset);
    model->alignment = argument.alignment();
    model->tied_input = argument.tied_input();
    model->location = String(argument.location());
  }

  void Decode(const fb::Constant& constant, Constant* model) {
    model->name = String(constant.name());
    model->type = Type(constant.type());
    Scalars(constant.dims(), &model->dims);
    model->byte_size = constant.byte_size();
    model->source = Enumerator<ConstantSource>(constant.source(), fb::ConstantSource::MAX, "constant source");
    model->section = constant.section();
    model->offset = constant.offset();
    model->external_file = String(constant.external_file());
    if (const fb::Generator* g = constant.generator()) {
      model->generator = Generator{String(g->tensor()), g->mean(), g->std(), g->min(), g->max()};
    }
  }

  void Decode(const fb::BufferRef& buffer, BufferRef* model) {
    model->space = Enumerator<Space>(buffer.space(), fb::Space::MAX, "buffer space");
    model->index = buffer.index();
    Decode(buffer.offset(), &model->offset);
  }

  void Decode(const fb::Slot& slot, Slot* model) {
    Decode(*slot.offset(), &model->offset);
    Decode(*slot.size(), &model->size);
  }

  void Decode(const fb::LaunchArg& arg, LaunchArg* model) {
    if ((arg.buffer() == nullptr) == (arg.scalar() == nullptr)) {
      return Fail("a kernel parameter needs exactly one of buffer and scalar");
    }
    if (arg.buffer() != nullptr) return Decode(*arg.buffer(), &model->emplace<BufferRef>());
    ScalarArg& scalar = model->emplace<ScalarArg>();
    Decode(*arg.scalar(), &scalar.value);
    scalar.type = Type(arg.scalar_type());
  }

  void Decode(const fb::Launch& launch, Launch* model) {
    model->kernel = launch.kernel();
    Decode(*launch.grid_x(), &model->grid[0]);
    Decode(*launch.grid_y(), &model->grid[1]);
    Decode(*launch.grid_z(), &model->grid[2]);
    model->block[0] = launch.block_x();
    model->block[1] = launch.block_y();
    model->block[2] = launch.block_z();
    model->shared_bytes = launch.shared_bytes();
    model->waits = launch.waits();
    model->releases = launch.releases();
    Vector(launch.args(), &model->args);
  }

  void Decode(const fb::ProductPin& pin, MatmulPin* model) {
    model->problem = String(pin.problem());
    model->device = String(pin.device());
    model->provider = String(pin.provider());
    model->words = String(pin.words());
    if (Charge(pin.algorithm()->size())) model->algorithm.assign(pin.algorithm()->begin(), pin.algorithm()->end());
    model->estimate_microseconds = pin.estimate_microseconds();
    model->microseconds = pin.microseconds();
  }

  void Decode(const fb::MatmulOperand& operand, MatmulOperand* model) {
    Decode(*operand.buffer(), &model->buffer);
    model->type = Type(operand.type());
    Decode(*operand.row_stride(), &model->row_stride);
    Decode(*operand.column_stride(), &model->column_stride);
    Vector(operand.batch_strides(), &model->batch_strides);
  }

  void Decode(const fb::Matmul& matmul, Matmul* model) {
    Vector(matmul.batch(), &model->batch);
    Decode(*matmul.m(), &model->m);
    Decode(*matmul.n(), &model->n);
    Decode(*matmul.k(), &model->k);
    Decode(*matmul.a(), &model->a);
    Decode(*matmul.b(), &model->b);
    Decode(*matmul.d(), &model->d);
    if (matmul.c() != nullptr) Decode(*matmul.c(), &model->c.emplace());
    if (matmul.bias() != nullptr) Decode(*matmul.bias(), &model->bias.emplace());
    model->bias_type = Type(matmul.bias_type());
    model->alpha = matmul.alpha();
    model->beta = matmul.beta();
    model->activation = Enumerator<Activation>(matmul.activation(), fb::Activation::MAX, "activation");
    model->accumulate = Type(matmul.accumulate());
  }

  void Decode(const fb::Copy& copy, Copy* model) {
    Decode(*copy.source(), &model->source);
    Decode(*copy.destination(), &model->destination);
    Decode(*copy.size(), &model->size);
  }

  void Decode(const fb::Variant& variant, Variant* model) {
    Decode(variant.predicate(), &model->predicate);
    model->reason = String(variant.reason());
    switch (variant.action_type()) {
      case fb::Action::Launch:
        return Decode(*variant.action_as_Launch(), &model->action.emplace<Launch>());
      case fb::Action::Matmul:
        return Decode(*variant.action_as_Matmul(), &model->action.emplace<Matmul>());
      case fb::Action::Copy:
        return Decode(*variant.action_as_Copy(), &model->action.emplace<Copy>());
      default:
        return Fail(absl::StrCat("unknown action ", static_cast<int>(variant.action_type())));
    }
  }

  void Decode(const fb::Step& step, Step* model) {
    model->name = String(step.name());
    Vector(step.variants(), &model->variants);
    model->device = step.device();
    model->lane = step.lane();
    Strings(step.operators(), &model->operators);
    Strings(step.locations(), &model->locations);
  }

  void Decode(const fb::Image& image, Image* model) { *model = {String(image.target()), image.section()}; }

  void Decode(const fb::Kernel& kernel, Kernel* model) {
    model->symbol = String(kernel.symbol());
    model->hash = String(kernel.hash());
    model->source_section = kernel.source_section();
    Scalars(kernel.images(), &model->images);
  }

  void Decode(const fb::Guard& guard, Guard* model) {
    Decode(*guard.predicate(), &model->predicate);
    model->text = String(guard.text());
  }

  void Decode(const fb::Entry& entry, Entry* model) {
    model->name = String(entry.name());
    Vector(entry.symbols(), &model->symbols);
    Vector(entry.inputs(), &model->inputs);
    Vector(entry.outputs(), &model->outputs);
    Vector(entry.slots(), &model->slots);
    Decode(*entry.arena_size(), &model->arena_size);
    Vector(entry.steps(), &model->steps);
    Vector(entry.guards(), &model->guards);
  }

  void Decode(const fb::Stats& s, PlanStats* model) {
    *model = {s.operators(), s.kernels_distinct(), s.kernels_launched(), s.library_calls(),
              s.launches(),  s.bytes_unfused(),    s.bytes_fused(),      s.fallbacks()};
  }

  absl::Status status_;
  uint64_t decoded_bytes_ = 0;
};

}  // namespace

absl::StatusOr<PlanModel> DecodeMetadata(absl::Span<const uint8_t> bytes) {
  if (bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE || bytes.size() < 8) {
    return absl::DataLossError(absl::StrCat("metadata of ", bytes.size(), " bytes is no FlatBuffer"));
  }
  if (!fb::PlanBufferHasIdentifier(bytes.data())) {
    return absl::DataLossError(absl::StrCat("metadata lacks the identifier `", fb::PlanIdentifier(), "`"));
  }
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), kMaxDepth, kMaxTables);
  if (!fb::VerifyPlanBuffer(verifier)) return absl::DataLossError("metadata is no well-formed FlatBuffer");
  return Decoder().Run(*fb::GetPlan(bytes.data()));
}

}  // namespace sinter::rt
