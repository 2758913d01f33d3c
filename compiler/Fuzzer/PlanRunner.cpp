// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and runs plans, with each argument placed in device memory as the plan wants it, between guard bytes.

#include "compiler/Fuzzer/PlanRunner.h"

#include "compiler/Reference/Accuracy.h"
#include "compiler/Reference/Operator.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/strided_places.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <set>

namespace sinter::fuzz {
namespace {

using reference::describeExactDifference;

using rt::ElementType;
using rt::HostTensor;

constexpr uint8_t guardByte = 0xA5;
constexpr size_t guardBytes = 256; // keeps alignment

/// An argument's place: bytes on the host that mirror a block of device memory, guards included.
struct Placement {
  ElementType type;
  std::vector<int64_t> dims, strides;
  int64_t offset = 0; // elements from the bound pointer
  size_t shift = 0;   // bytes, so that the pointer is aligned as declared and no better
  std::vector<uint8_t> bytes;
  void *block = nullptr;
  bool isOwner = false;

  size_t elementBytes() const { return rt::ByteSize(type, 1); }
  void *pointer() const { return static_cast<uint8_t *>(block) + guardBytes + shift; }

  /// Calls body(element number, byte position).
  template <class Body> void forEachElement(Body body) const {
    uint64_t i = 0;
    rt::ForEachPlace(dims, strides, offset, [&](uint64_t place) { body(i++, guardBytes + shift + place * elementBytes()); });
  }

  void clear() {
    int64_t end = offset;
    if (reference::countElements(dims) != 0) {
      ++end;
      for (size_t d = 0; d < dims.size(); ++d)
        end += (dims[d] - 1) * strides[d];
    }
    bytes.assign(2 * guardBytes + shift + end * elementBytes(), guardByte);
  }
  void scatter(const HostTensor &tensor) {
    clear();
    const uint8_t *from = tensor.as<uint8_t>();
    forEachElement([&](uint64_t i, size_t at) { std::memcpy(&bytes[at], from + i * elementBytes(), elementBytes()); });
  }
  HostTensor gather() const {
    HostTensor tensor = *HostTensor::Create(type, dims);
    uint8_t *to = tensor.as<uint8_t>();
    forEachElement([&](uint64_t i, size_t at) { std::memcpy(to + i * elementBytes(), &bytes[at], elementBytes()); });
    return tensor;
  }
  /// Whether all bytes that belong to no element are as clear() left them.
  bool isGuardIntact() const {
    std::vector<uint8_t> others = bytes;
    forEachElement([&](uint64_t, size_t at) { std::memset(&others[at], guardByte, elementBytes()); });
    for (uint8_t byte : others)
      if (byte != guardByte)
        return false;
    return true;
  }
};

} // namespace

bool KernelPool::Layer::agreesWith(absl::Span<const rt::KernelSource> kernels) const {
  for (const rt::KernelSource &kernel : kernels)
    if (auto it = sources.find(kernel.symbol); it != sources.end() && it->second.text != kernel.text)
      return false;
  return true;
}

absl::Status KernelPool::add(const std::vector<rt::KernelSource> &kernels) {
  Layer own;
  for (const rt::KernelSource &kernel : kernels) {
    auto [it, isNew] = own.sources.emplace(kernel.symbol, kernel);
    if (!isNew && it->second.text != kernel.text)
      return absl::InternalError(absl::StrCat("two kernels called ", kernel.symbol, ":\n", kernel.text, "\n", it->second.text));
  }
  for (Layer &layer : layers)
    if (layer.agreesWith(kernels)) {
      layer.sources.merge(own.sources);
      return absl::OkStatus();
    }
  layers.push_back(std::move(own));
  return absl::OkStatus();
}

size_t KernelPool::size() const {
  size_t count = 0;
  for (const Layer &layer : layers)
    count += layer.sources.size();
  return count;
}

absl::Status KernelPool::compile(rt::KernelCompiler &compiler, const std::string &target) {
  for (Layer &layer : layers) {
    std::vector<rt::KernelSource> all;
    for (auto &[symbol, source] : layer.sources)
      all.push_back(source);
    if (all.empty())
      continue;
    SINTER_ASSIGN_OR_RETURN(layer.images, compiler.Compile(all, target));
    for (size_t i = 0; i < layer.images.size(); ++i)
      for (const std::string &symbol : layer.images[i].symbols)
        layer.imageOf[symbol] = i;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<rt::CompiledImage>> KernelPool::imagesOf(absl::Span<const rt::KernelSource> wanted) const {
  std::vector<rt::CompiledImage> result;
  if (wanted.empty())
    return result;
  for (const Layer &layer : layers) {
    bool hasAll = layer.agreesWith(wanted);
    for (const rt::KernelSource &kernel : wanted)
      hasAll &= layer.imageOf.count(kernel.symbol) != 0;
    if (!hasAll)
      continue;
    std::set<size_t> numbers;
    for (const rt::KernelSource &kernel : wanted)
      numbers.insert(layer.imageOf.at(kernel.symbol));
    for (size_t number : numbers)
      result.push_back(layer.images[number]);
    return result;
  }
  return absl::NotFoundError(absl::StrCat("kernel `", wanted.front().symbol, "`, or one of the same plan, was not compiled"));
}

struct PlanRunner::Bound {
  explicit Bound(rt::Backend *backend) : backend(backend) {}
  ~Bound() {
    for (auto *placements : {&inputs, &outputs})
      for (Placement &placement : *placements)
        if (placement.isOwner)
          backend->Free(placement.block);
  }
  absl::Status upload() {
    for (auto *placements : {&inputs, &outputs})
      for (Placement &placement : *placements)
        if (placement.isOwner)
          SINTER_RETURN_IF_ERROR(backend->CopyToDevice(placement.block, placement.bytes.data(), placement.bytes.size(), nullptr));
    return absl::OkStatus();
  }
  std::vector<rt::TensorRef> refs(const std::vector<Placement> &placements) const {
    std::vector<rt::TensorRef> result;
    for (const Placement &placement : placements)
      result.push_back({placement.pointer(), placement.type, placement.dims, placement.strides});
    return result;
  }

  rt::Backend *backend;
  std::vector<Placement> inputs, outputs;
};

absl::StatusOr<std::unique_ptr<PlanRunner>> PlanRunner::load(const CompiledGraph &graph, rt::Backend *backend, const KernelPool &pool) {
  auto runner = std::unique_ptr<PlanRunner>(new PlanRunner());
  runner->backend = backend;
  SINTER_ASSIGN_OR_RETURN(auto plan, rt::Plan::FromBytes(graph.plan));
  rt::LoadOptions options;
  options.compiler = [&](absl::Span<const rt::KernelSource> sources, absl::string_view) { return pool.imagesOf(sources); };
  SINTER_ASSIGN_OR_RETURN(runner->plan, rt::LoadedPlan::Create(plan, backend, options));
  SINTER_ASSIGN_OR_RETURN(runner->context, rt::ExecutionContext::Create(runner->plan));
  return runner;
}

absl::StatusOr<std::vector<int64_t>> PlanRunner::symbolsOf(const SymbolValues &values) const {
  std::vector<int64_t> symbols;
  for (const rt::Symbol &symbol : plan->model().entries[0].symbols) {
    auto it = values.find(symbol.name);
    if (it == values.end())
      return absl::InvalidArgumentError(absl::StrCat("no value for symbol `", symbol.name, "`"));
    symbols.push_back(it->second);
  }
  return symbols;
}

absl::StatusOr<std::vector<int64_t>> PlanRunner::evaluate(const std::vector<rt::Expr> &exprs, const SymbolValues &values) const {
  SINTER_ASSIGN_OR_RETURN(std::vector<int64_t> symbols, symbolsOf(values));
  std::vector<int64_t> results;
  for (const rt::Expr &expr : exprs) {
    SINTER_ASSIGN_OR_RETURN(int64_t value, rt::Evaluate(expr, symbols));
    results.push_back(value);
  }
  return results;
}

absl::StatusOr<Tensors> PlanRunner::makeInputs(const SymbolValues &symbols, const Fill &fill) const {
  Tensors inputs;
  for (const rt::Argument &argument : plan->model().entries[0].inputs) {
    SINTER_ASSIGN_OR_RETURN(std::vector<int64_t> dims, evaluate(argument.dims, symbols));
    inputs.push_back(fill(inputs.size(), argument.type, dims));
  }
  return inputs;
}

absl::StatusOr<std::unique_ptr<PlanRunner::Bound>> PlanRunner::bind(const SymbolValues &symbols, const Tensors &inputs) const {
  auto bound = std::make_unique<Bound>(backend);
  const rt::Entry &entry = plan->model().entries[0];
  auto place = [&](const rt::Argument &argument) -> absl::StatusOr<Placement> {
    Placement placement;
    placement.type = argument.type;
    placement.shift = argument.alignment < guardBytes ? argument.alignment : 0;
    SINTER_ASSIGN_OR_RETURN(placement.dims, evaluate(argument.dims, symbols));
    SINTER_ASSIGN_OR_RETURN(placement.strides, evaluate(argument.strides, symbols));
    if (argument.strides.empty())
      placement.strides = reference::denseStrides(placement.dims);
    if (argument.offset) {
      SINTER_ASSIGN_OR_RETURN(std::vector<int64_t> offset, evaluate({*argument.offset}, symbols));
      placement.offset = offset[0];
    }
    return placement;
  };
  auto allocate = [&](Placement &placement) -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(placement.block, backend->Allocate(placement.bytes.size()));
    placement.isOwner = true;
    return absl::OkStatus();
  };
  for (size_t i = 0; i < entry.inputs.size(); ++i) {
    SINTER_ASSIGN_OR_RETURN(Placement placement, place(entry.inputs[i]));
    placement.scatter(inputs[i]);
    SINTER_RETURN_IF_ERROR(allocate(placement));
    bound->inputs.push_back(std::move(placement));
  }
  for (const rt::Argument &argument : entry.outputs) {
    SINTER_ASSIGN_OR_RETURN(Placement placement, place(argument));
    placement.clear();
    if (argument.tied_input >= 0)
      placement.block = bound->inputs[argument.tied_input].block;
    else
      SINTER_RETURN_IF_ERROR(allocate(placement));
    bound->outputs.push_back(std::move(placement));
  }
  return bound;
}

absl::StatusOr<Tensors> PlanRunner::runOnce(const std::vector<int64_t> &symbols, Bound &bound, rt::RunMode mode) {
  SINTER_RETURN_IF_ERROR(bound.upload());
  std::vector<rt::TensorRef> inputs = bound.refs(bound.inputs), outputs = bound.refs(bound.outputs);
  SINTER_RETURN_IF_ERROR(backend->Synchronize(nullptr));
  SINTER_RETURN_IF_ERROR(context->Execute(0, symbols, inputs, outputs, nullptr, mode));
  SINTER_RETURN_IF_ERROR(backend->Synchronize(nullptr));
  Tensors results;
  for (Placement &output : bound.outputs) {
    Placement read = output;
    SINTER_RETURN_IF_ERROR(backend->CopyToHost(read.bytes.data(), read.block, read.bytes.size(), nullptr));
    SINTER_RETURN_IF_ERROR(backend->Synchronize(nullptr));
    if (!read.isGuardIntact())
      return absl::InternalError(absl::StrCat("bytes beside output ", results.size(), " were overwritten"));
    results.push_back(read.gather());
  }
  return results;
}

absl::StatusOr<Tensors> PlanRunner::run(const SymbolValues &values, const Tensors &inputs) {
  SINTER_ASSIGN_OR_RETURN(std::vector<int64_t> symbols, symbolsOf(values));
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<Bound> bound, bind(values, inputs));
  SINTER_ASSIGN_OR_RETURN(Tensors first, runOnce(symbols, *bound, rt::RunMode::kLaunches));
  if (backend->supports_graphs())
    SINTER_RETURN_IF_ERROR(context->Prepare(0, bound->refs(bound->inputs), bound->refs(bound->outputs)));
  for (int repeat = 0; repeat < (backend->supports_graphs() ? 2 : 1); ++repeat) {
    SINTER_ASSIGN_OR_RETURN(Tensors again, runOnce(symbols, *bound, rt::RunMode::kAuto));
    for (size_t i = 0; i < first.size(); ++i) {
      std::string text = describeExactDifference(again[i], first[i]);
      if (!text.empty())
        return absl::InternalError(absl::StrCat("output ", i, " differs when run again: ", text));
    }
  }
  return first;
}

} // namespace sinter::fuzz
