// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plan files: the container, its metadata, the verifier; a plan that passes is loaded on a backend of the host's memory
// and executed, so that a sanitizer sees each access that a hostile plan gets through.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/plan/checksum.h"
#include "runtime/plan/container.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/fake_backend.h"
#include "runtime/plan/plan.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tools/device_arguments.h"
#include "runtime/tools/run_inputs.h"
#include "test/Fuzz/reader.h"

namespace sinter::fuzz {
namespace {

constexpr uint64_t kMaxBytes = uint64_t{1} << 20;  // of one execution's memory
constexpr double kMaxWork = 1e6;                   // multiplications of one product

// Bytes of all that the plan keeps and of each constant's staging: hostile sizes are the backend's to refuse.
bool IsSmall(const rt::PlanModel& model) {
  uint64_t total = 0;
  for (const rt::Constant& constant : model.constants) {
    if (constant.byte_size > kMaxBytes) return false;
    total += constant.byte_size;
  }
  return total <= kMaxBytes;
}

// Whether tensors of the entry's inputs and outputs would be small; strides and offsets are not looked at.
bool AreSmall(const rt::Entry& entry, const std::vector<int64_t>& symbols) {
  uint64_t total = 0;
  for (const auto* arguments : {&entry.inputs, &entry.outputs}) {
    for (const rt::Argument& argument : *arguments) {
      const auto dims = rt::ArgumentDims(entry, argument, symbols);
      const auto bytes = dims.ok() ? rt::TensorByteSize(argument.type, *dims) : dims.status();
      if (!bytes.ok() || *bytes > kMaxBytes) return false;
      total += *bytes;
    }
  }
  return total <= kMaxBytes;
}

// The least values that the entry's symbols may have, or the next ones.
std::vector<int64_t> SymbolValues(const rt::Entry& entry, int64_t step) {
  std::vector<int64_t> values;
  for (const rt::Symbol& symbol : entry.symbols) {
    int64_t value = symbol.min;
    if (const int64_t rest = value % symbol.divisor; rest != 0) value += symbol.divisor - rest;
    if (symbol.divisor < 4096 && value + step * symbol.divisor <= symbol.max) value += step * symbol.divisor;
    values.push_back(value);
  }
  return values;
}

absl::Status Execute(const std::shared_ptr<const rt::LoadedPlan>& loaded, rt::FakeBackend& backend, size_t entry,
                     const std::vector<int64_t>& symbols) {
  const rt::Plan& plan = loaded->plan();
  const rt::Entry& target = plan.model().entries[entry];
  if (!AreSmall(target, symbols)) return absl::OkStatus();
  // As `sinter run` does: the arguments' memory first.
  rt::InputOptions input_options;
  for (size_t i = 0; i < symbols.size(); ++i) input_options.dims[target.symbols[i].name] = symbols[i];
  const auto inputs = rt::MakeInputs(target, input_options);
  if (!inputs.ok()) return inputs.status();
  rt::DeviceArguments arguments(target, &backend, nullptr, symbols);
  if (absl::Status status = arguments.Create(inputs->tensors); !status.ok()) return status;
  if (const auto downloaded = arguments.Download(); !downloaded.ok()) return downloaded.status();
  const auto arena = plan.ArenaBytes(entry, symbols);
  if (!arena.ok() || *arena > kMaxBytes) return arena.status();
  rt::ContextOptions options;
  options.max_prepared_shapes = 2;
  auto context = rt::ExecutionContext::Create(loaded, options);
  if (!context.ok()) return context.status();
  backend.matmul_problems.clear();
  if (absl::Status status = (*context)->Prepare(entry, symbols); !status.ok()) return status;
  double work = 0;
  for (const rt::MatmulProblem& problem : backend.matmul_problems) {
    double one = static_cast<double>(problem.m) * static_cast<double>(problem.n) *
                 static_cast<double>(std::max<int64_t>(problem.k, 1));
    for (int64_t extent : problem.batch) one *= static_cast<double>(extent);
    work += one;
  }
  if (work > kMaxWork) return absl::OkStatus();
  return (*context)->Execute(entry, symbols, arguments.inputs(), arguments.outputs(), nullptr);
}

void Use(const std::shared_ptr<const rt::Plan>& plan) {
  const rt::PlanModel& model = plan->model();
  if (!IsSmall(model)) return;
  // The init entry runs at load.
  if (model.init) {
    const auto arena = rt::Evaluate(model.init->arena_size, {});
    if (!arena.ok() || *arena > static_cast<int64_t>(kMaxBytes)) return;
    for (const rt::Step& step : model.init->steps)
      for (const rt::Variant& variant : step.variants)
        if (std::holds_alternative<rt::Matmul>(variant.action)) return;
  }
  rt::FakeBackend backend;
  backend.max_allocation = kMaxBytes;
  rt::LoadOptions options;
  // Kernels are called and do nothing: what they would touch is known to nobody but them.
  for (const rt::Kernel& kernel : model.kernels)
    backend.Define(kernel.symbol, {}, [](const rt::LaunchShape&, void**) {});
  options.compiler = [](absl::Span<const rt::KernelSource> sources,
                        absl::string_view target) -> absl::StatusOr<std::vector<rt::CompiledImage>> {
    std::vector<std::string> symbols;
    for (const rt::KernelSource& source : sources) symbols.push_back(source.symbol);
    rt::CompiledImage image;
    image.target = std::string(target);
    image.symbols = symbols;
    image.bytes = rt::FakeBackend::Image(symbols);
    return std::vector<rt::CompiledImage>{image};
  };
  const auto loaded = rt::LoadedPlan::Create(plan, &backend, options);
  if (!loaded.ok()) return;
  for (size_t entry = 0; entry < std::min<size_t>(model.entries.size(), 4); ++entry)
    for (int64_t step : {0, 3}) (void)Execute(*loaded, backend, entry, SymbolValues(model.entries[entry], step));
}

uint64_t WordAt(const std::string& bytes, size_t at) {
  uint64_t word = 0;
  if (at + 8 <= bytes.size()) std::memcpy(&word, bytes.data() + at, 8);
  return word;
}

void SetWord(std::string& bytes, size_t at, uint64_t word) {
  if (at + 8 <= bytes.size()) std::memcpy(bytes.data() + at, &word, 8);
}

uint64_t ChecksumOf(const std::string& bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return 0;
  return rt::Checksum({reinterpret_cast<const uint8_t*>(bytes.data()) + offset, size});
}

// Sizes and checksums of the container as docs/PlanFormat.md has them, so that what a fuzzer changed is looked at.
void MendContainer(std::string& bytes) {
  SetWord(bytes, 16, bytes.size());
  const uint64_t metadata_offset = WordAt(bytes, 24), metadata_size = WordAt(bytes, 32);
  const uint64_t table_offset = WordAt(bytes, 48), sections = WordAt(bytes, 56);
  SetWord(bytes, 40, ChecksumOf(bytes, metadata_offset, metadata_size));
  if (sections < 64) {
    for (uint64_t i = 0; i < sections && table_offset < bytes.size(); ++i) {
      const size_t row = table_offset + i * 24;
      if (row + 24 <= bytes.size())
        SetWord(bytes, row + 16, ChecksumOf(bytes, WordAt(bytes, row), WordAt(bytes, row + 8)));
    }
    SetWord(bytes, 64, ChecksumOf(bytes, table_offset, sections * 24));
  }
  SetWord(bytes, 88, ChecksumOf(bytes, 0, 88));
}

}  // namespace

const char kFileName[] = "hostile.plan";
const bool kHasChecksums = true;
const char kPlacePattern[] = "";

absl::Status Read(const std::string& path) {
  const auto plan = rt::Plan::Load(path);
  if (!plan.ok()) return plan.status();
  if (absl::Status status = (*plan)->VerifyAllSections(); !status.ok()) return status;
  Use(*plan);
  return absl::OkStatus();
}

absl::Status ReadMended(const std::string&, std::string bytes) {
  if (bytes.compare(0, 4, "\x89SNT") == 0) {
    MendContainer(bytes);
  } else {
    // Bare metadata, with sections for it to refer to.
    rt::ContainerWriter writer;
    writer.SetMetadata(std::move(bytes));
    for (size_t size : {160, 64, 64, 64, 64, 128}) writer.AddSection(std::string(size, 'x'));
    bytes = writer.ToBytes();
  }
  const auto plan = rt::Plan::FromBytes(std::move(bytes));
  if (plan.ok()) Use(*plan);
  return plan.status();
}

}  // namespace sinter::fuzz
