// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a plan's metadata as a FlatBuffer, children before parents, each list in its order.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "flatbuffers/flatbuffers.h"
#include "runtime/plan/metadata_codec.h"
#include "runtime/plan/plan_generated.h"

namespace sinter::rt {
namespace {

using flatbuffers::Offset;
template <typename T>
using OffsetVector = Offset<flatbuffers::Vector<Offset<T>>>;
using OffsetString = Offset<flatbuffers::String>;

fb::ElementType EncodeType(ElementType type) { return static_cast<fb::ElementType>(type); }

class Encoder {
 public:
  std::string Run(const PlanModel& model) {
    const auto constants = Vector<fb::Constant>(model.constants);
    const auto kernels = Vector<fb::Kernel>(model.kernels);
    const auto images = Vector<fb::Image>(model.images);
    const auto entries = Vector<fb::Entry>(model.entries);
    const auto init = model.init ? Encode(*model.init) : Offset<fb::Entry>();
    const auto stats = Encode(model.stats);
    const auto producer = String(model.producer);
    const auto graph = model.graph ? fb::CreateGraph(builder_, model.graph->section, String(model.graph->folder),
                                                     model.graph->fusion, model.graph->strict, model.graph->skinny_products,
                                                     model.graph->merge_products)
                                   : Offset<fb::Graph>();
    const auto pins =
        model.product_pins.empty() ? OffsetVector<fb::ProductPin>() : Vector<fb::ProductPin>(model.product_pins);
    builder_.Finish(fb::CreatePlan(builder_, model.format_version, producer, constants, kernels, images, entries, init,
                                   stats, graph, pins),
                    fb::PlanIdentifier());
    return std::string(reinterpret_cast<const char*>(builder_.GetBufferPointer()), builder_.GetSize());
  }

 private:
  // Every expression and string is shared: a plan of a deep model repeats a few dozen of them thousands of times.
  Offset<fb::Expr> Encode(const Expr& expr) {
    std::vector<std::pair<int, int64_t>> key;
    for (const ExprNode& node : expr.nodes) key.emplace_back(static_cast<int>(node.op), node.value);
    auto [found, inserted] = exprs_.try_emplace(std::move(key));
    if (inserted) {
      std::vector<fb::ExprNode> nodes;
      for (const ExprNode& node : expr.nodes) nodes.emplace_back(static_cast<fb::ExprOp>(node.op), node.value);
      found->second = fb::CreateExpr(builder_, builder_.CreateVectorOfStructs(nodes));
    }
    return found->second;
  }
  Offset<fb::Expr> Encode(const std::optional<Expr>& expr) { return expr ? Encode(*expr) : Offset<fb::Expr>(); }

  Offset<fb::ProductPin> Encode(const MatmulPin& pin) {
    const auto problem = String(pin.problem), device = String(pin.device), library = String(pin.provider);
    const auto algorithm = builder_.CreateVector(pin.algorithm);
    return fb::CreateProductPin(builder_, problem, device, library, algorithm, String(pin.words),
                                pin.estimate_microseconds, pin.microseconds);
  }

  OffsetString String(const std::string& text) {
    auto [found, inserted] = strings_.try_emplace(text);
    if (inserted) found->second = builder_.CreateString(text);
    return found->second;
  }

  template <typename Encoded, typename Model>
  OffsetVector<Encoded> Vector(const std::vector<Model>& items) {
    std::vector<Offset<Encoded>> offsets;
    for (const Model& item : items) offsets.push_back(Encode(item));
    return builder_.CreateVector(offsets);
  }

  OffsetVector<flatbuffers::String> Strings(const std::vector<std::string>& items) {
    std::vector<OffsetString> offsets;
    for (const std::string& item : items) offsets.push_back(String(item));
    return builder_.CreateVector(offsets);
  }

  Offset<fb::Symbol> Encode(const Symbol& symbol) {
    return fb::CreateSymbol(builder_, String(symbol.name), symbol.min, symbol.max, symbol.divisor);
  }

  Offset<fb::Argument> Encode(const Argument& argument) {
    const auto dims = Vector<fb::Expr>(argument.dims);
    const auto strides = Vector<fb::Expr>(argument.strides);
    return fb::CreateArgument(builder_, String(argument.name), EncodeType(argument.type), dims, strides,
                              Encode(argument.offset), argument.alignment, argument.tied_input,
                              String(argument.location));
  }

  Offset<fb::Constant> Encode(const Constant& constant) {
    const auto name = String(constant.name);
    const auto dims = builder_.CreateVector(constant.dims);
    const auto file = String(constant.external_file);
    Offset<fb::Generator> generator;
    if (constant.generator) {
      const Generator& g = *constant.generator;
      generator = fb::CreateGenerator(builder_, String(g.tensor), g.mean, g.std, g.min, g.max);
    }
    return fb::CreateConstant(builder_, name, EncodeType(constant.type), dims, constant.byte_size,
                              static_cast<fb::ConstantSource>(constant.source), constant.section, constant.offset, file,
                              generator);
  }

  Offset<fb::BufferRef> Encode(const BufferRef& buffer) {
    return fb::CreateBufferRef(builder_, static_cast<fb::Space>(buffer.space), buffer.index, Encode(buffer.offset));
  }

  Offset<fb::Slot> Encode(const Slot& slot) {
    const auto offset = Encode(slot.offset);
    return fb::CreateSlot(builder_, offset, Encode(slot.size));
  }

  Offset<fb::LaunchArg> Encode(const LaunchArg& arg) {
    if (const auto* buffer = std::get_if<BufferRef>(&arg)) return fb::CreateLaunchArg(builder_, Encode(*buffer));
    const auto& scalar = std::get<ScalarArg>(arg);
    return fb::CreateLaunchArg(builder_, 0, Encode(scalar.value), EncodeType(scalar.type));
  }

  Offset<void> EncodeAction(const Launch& launch) {
    const auto x = Encode(launch.grid[0]), y = Encode(launch.grid[1]), z = Encode(launch.grid[2]);
    const auto args = Vector<fb::LaunchArg>(launch.args);
    return fb::CreateLaunch(builder_, launch.kernel, x, y, z, launch.block[0], launch.block[1], launch.block[2],
                            launch.shared_bytes, args, launch.waits, launch.releases)
        .Union();
  }

  Offset<fb::MatmulOperand> Encode(const MatmulOperand& operand) {
    const auto buffer = Encode(operand.buffer);
    const auto row = Encode(operand.row_stride), column = Encode(operand.column_stride);
    return fb::CreateMatmulOperand(builder_, buffer, EncodeType(operand.type), row, column,
                                   Vector<fb::Expr>(operand.batch_strides));
  }

  Offset<void> EncodeAction(const Matmul& matmul) {
    const auto batch = Vector<fb::Expr>(matmul.batch);
    const auto m = Encode(matmul.m), n = Encode(matmul.n), k = Encode(matmul.k);
    const auto a = Encode(matmul.a), b = Encode(matmul.b), d = Encode(matmul.d);
    const auto c = matmul.c ? Encode(*matmul.c) : Offset<fb::MatmulOperand>();
    const auto bias = matmul.bias ? Encode(*matmul.bias) : Offset<fb::BufferRef>();
    return fb::CreateMatmul(builder_, batch, m, n, k, a, b, d, c, bias, EncodeType(matmul.bias_type), matmul.alpha,
                            matmul.beta, static_cast<fb::Activation>(matmul.activation), EncodeType(matmul.accumulate))
        .Union();
  }

  Offset<void> EncodeAction(const Copy& copy) {
    const auto source = Encode(copy.source), destination = Encode(copy.destination);
    return fb::CreateCopy(builder_, source, destination, Encode(copy.size)).Union();
  }

  Offset<fb::Variant> Encode(const Variant& variant) {
    static constexpr fb::Action kActions[] = {fb::Action::Launch, fb::Action::Matmul, fb::Action::Copy};
    const auto predicate = Encode(variant.predicate);
    const auto action = std::visit([this](const auto& value) { return EncodeAction(value); }, variant.action);
    return fb::CreateVariant(builder_, predicate, kActions[variant.action.index()], action, String(variant.reason));
  }

  Offset<fb::Step> Encode(const Step& step) {
    const auto name = String(step.name);
    const auto variants = Vector<fb::Variant>(step.variants);
    const auto operators = Strings(step.operators);
    return fb::CreateStep(builder_, name, variants, step.device, step.lane, operators, Strings(step.locations));
  }

  Offset<fb::Image> Encode(const Image& image) {
    return fb::CreateImage(builder_, String(image.target), image.section);
  }

  Offset<fb::Kernel> Encode(const Kernel& kernel) {
    const auto symbol = String(kernel.symbol), hash = String(kernel.hash);
    return fb::CreateKernel(builder_, symbol, hash, kernel.source_section, builder_.CreateVector(kernel.images));
  }

  Offset<fb::Guard> Encode(const Guard& guard) {
    const auto predicate = Encode(guard.predicate);
    return fb::CreateGuard(builder_, predicate, String(guard.text));
  }

  Offset<fb::Entry> Encode(const Entry& entry) {
    const auto name = String(entry.name);
    const auto symbols = Vector<fb::Symbol>(entry.symbols);
    const auto inputs = Vector<fb::Argument>(entry.inputs);
    const auto outputs = Vector<fb::Argument>(entry.outputs);
    const auto slots = Vector<fb::Slot>(entry.slots);
    const auto arena = Encode(entry.arena_size);
    const auto steps = Vector<fb::Step>(entry.steps);
    return fb::CreateEntry(builder_, name, symbols, inputs, outputs, slots, arena, steps,
                           Vector<fb::Guard>(entry.guards));
  }

  Offset<fb::Stats> Encode(const PlanStats& s) {
    return fb::CreateStats(builder_, s.operators, s.kernels_distinct, s.kernels_launched, s.library_calls, s.launches,
                           s.bytes_unfused, s.bytes_fused, s.fallbacks);
  }

  flatbuffers::FlatBufferBuilder builder_;
  std::map<std::vector<std::pair<int, int64_t>>, Offset<fb::Expr>> exprs_;
  std::map<std::string, OffsetString> strings_;
};

}  // namespace

std::string EncodeMetadata(const PlanModel& model) { return Encoder().Run(model); }

}  // namespace sinter::rt
