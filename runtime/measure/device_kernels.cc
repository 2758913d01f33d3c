// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts, compilation and launches of the harness's kernels.
#include "runtime/measure/device_kernels.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/sha256.h"
#include "runtime/base/status_macros.h"
#include "runtime/measure/random_word.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::rt {
namespace {

constexpr uint64_t kBlockThreads = 256;

struct EmbeddedText {
  const char* name;
  const char* text;
};
constexpr EmbeddedText kTexts[] = {
#include "runtime/measure/measure_kernel_texts.inc"
};

// Prefix of every kernel's text.
std::string CommonText() {
  std::string text = "#include \"runtime/device/kernel.cuh\"\n#define SINTER_MEASURE_FUNCTION SINTER_DEVICE\n";
  for (const EmbeddedText& embedded : kTexts) absl::StrAppend(&text, embedded.text, "\n");
  return text;
}

absl::StatusOr<RandomFormat> FormatOf(ElementType type) {
  switch (type) {
    case ElementType::kF32:
      return RandomFormat{0x807fffffu, 1u << 23, 124};
    case ElementType::kBF16:
      return RandomFormat{0x807fu, 1u << 7, 124};
    case ElementType::kF16:
      return RandomFormat{0x83ffu, 1u << 10, 12};
    default:
      return absl::UnimplementedError(
          absl::StrCat("expected an argument of f32, bf16 or f16, but got ", ElementTypeName(type)));
  }
}

// The name in device text.
const char* DeviceType(ElementType type) { return type == ElementType::kF32 ? "float" : ElementTypeName(type); }

}  // namespace

std::string StreamKernel::Symbol() const {
  return absl::StrCat("move_", reads, "_in_", writes, "_out_", vectors, evict_first ? "_evict_first" : "");
}

double RandomValue(ElementType type, uint32_t seed, uint64_t index) {
  const absl::StatusOr<RandomFormat> format = FormatOf(type);
  if (!format.ok()) return 0;
  const uint32_t bits = RandomBits(*format, seed, index);  // little-endian, so a 16-bit element is its first half
  return ReadElement(type, &bits, 0);
}

DeviceKernels::Text DeviceKernels::TextOf(const StreamKernel& kernel) {
  return {kernel.Symbol(), "const u32* from, u32* to, i64 count",
          absl::StrCat("move_streams<", kernel.reads, ", ", kernel.writes, ", ", kernel.vectors, ", ",
                       kernel.evict_first ? "true" : "false", ">(from, to, count)")};
}

absl::Status DeviceKernels::Compile(absl::Span<const Text> texts) {
  std::vector<KernelSource> sources;
  for (const Text& text : texts) {
    if (kernels_.count(text.symbol) != 0) continue;
    KernelSource source;
    source.symbol = text.symbol;
    source.text = absl::StrCat(CommonText(), "extern \"C\" __global__ void __launch_bounds__(", kBlockThreads, ") ",
                               text.symbol, "(", text.parameters, ") { ", text.body, "; }\n");
    source.hash = Sha256Hex(source.text);
    sources.push_back(std::move(source));
  }
  if (sources.empty()) return absl::OkStatus();
  const std::string target = backend_->target();
  SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<CachingCompiler> compiler, CreateKernelCompiler(target, cache_));
  SINTER_ASSIGN_OR_RETURN(const std::vector<CompiledImage> images, compiler->Compile(sources, target));
  for (const CompiledImage& image : images) {
    SINTER_ASSIGN_OR_RETURN(std::unique_ptr<Module> module, backend_->LoadModule(image.bytes));
    for (const std::string& symbol : image.symbols) {
      SINTER_ASSIGN_OR_RETURN(kernels_[symbol], module->GetKernel(symbol));
    }
    modules_.push_back(std::move(module));
  }
  return absl::OkStatus();
}

absl::Status DeviceKernels::Prepare(absl::Span<const StreamKernel> kernels) {
  std::vector<Text> texts;
  for (const StreamKernel& kernel : kernels) texts.push_back(TextOf(kernel));
  return Compile(texts);
}

absl::StatusOr<const KernelHandle*> DeviceKernels::Find(const Text& text) {
  SINTER_RETURN_IF_ERROR(Compile({text}));
  return kernels_.at(text.symbol);
}

absl::Status DeviceKernels::Launch(const KernelHandle& kernel, uint64_t threads, void** params, StreamHandle stream) {
  const uint64_t blocks = (threads + kBlockThreads - 1) / kBlockThreads;
  if (blocks == 0) return absl::OkStatus();
  if (blocks > 0x7fffffffu) return absl::InvalidArgumentError(absl::StrCat("a launch of ", threads, " threads"));
  LaunchShape shape;
  shape.grid[0] = static_cast<uint32_t>(blocks);
  shape.block[0] = kBlockThreads;
  return backend_->Launch(kernel, shape, params, stream);
}

absl::Status DeviceKernels::MoveStreams(const StreamKernel& kernel, const void* from, void* to, uint64_t bytes,
                                        StreamHandle stream) {
  SINTER_ASSIGN_OR_RETURN(const KernelHandle* handle, Find(TextOf(kernel)));
  int64_t count = static_cast<int64_t>(bytes / (kernel.reads + kernel.writes) / 16);
  void* params[] = {&from, &to, &count};
  return Launch(*handle, (count + kernel.vectors - 1) / kernel.vectors, params, stream);
}

absl::Status DeviceKernels::FillWords(void* memory, uint64_t bytes, uint32_t word, StreamHandle stream) {
  SINTER_ASSIGN_OR_RETURN(const KernelHandle* handle,
                          Find({"fill_words_kernel", "u32* p, i64 count, u32 word", "fill_words(p, count, word)"}));
  int64_t count = static_cast<int64_t>(bytes / 4);
  void* params[] = {&memory, &count, &word};
  return Launch(*handle, count, params, stream);
}

absl::Status DeviceKernels::FillRandom(void* memory, ElementType type, uint64_t count, uint32_t seed,
                                       StreamHandle stream) {
  SINTER_ASSIGN_OR_RETURN(RandomFormat format, FormatOf(type));
  const char* bits = BitWidth(type) == 32 ? "u32" : "u16";
  SINTER_ASSIGN_OR_RETURN(
      const KernelHandle* handle,
      Find({absl::StrCat("fill_random_", bits),
            absl::StrCat(bits, "* p, i64 count, u32 kept_bits, u32 exponent_unit, u32 least_exponent, u32 seed"),
            "fill_random(p, count, RandomFormat{kept_bits, exponent_unit, least_exponent}, seed)"}));
  int64_t signed_count = static_cast<int64_t>(count);
  void* params[] = {&memory, &signed_count, &format.kept_bits, &format.exponent_unit, &format.least_exponent, &seed};
  return Launch(*handle, count, params, stream);
}

absl::StatusOr<uint64_t> DeviceKernels::CountMismatches(ElementType type, const void* a, const void* b, uint64_t count,
                                                        float tolerance, float scale, StreamHandle stream) {
  const char* name = DeviceType(type);
  SINTER_ASSIGN_OR_RETURN(const KernelHandle* handle,
                          Find({absl::StrCat("count_mismatches_", name),
                                absl::StrCat("const ", name, "* a, const ", name,
                                             "* b, i64 count, float tolerance, float scale, i64* counts"),
                                "count_mismatches(a, b, count, tolerance, scale, counts)"}));
  const uint64_t blocks = std::clamp<uint64_t>(count / kBlockThreads, 1, 1024);
  std::vector<int64_t> counts(blocks * kBlockThreads);
  SINTER_ASSIGN_OR_RETURN(void* memory, backend_->Allocate(counts.size() * sizeof(int64_t)));
  int64_t signed_count = static_cast<int64_t>(count);
  void* params[] = {&a, &b, &signed_count, &tolerance, &scale, &memory};
  absl::Status status = Launch(*handle, counts.size(), params, stream);
  if (status.ok()) status = backend_->CopyToHost(counts.data(), memory, counts.size() * sizeof(int64_t), stream);
  if (status.ok()) status = backend_->Synchronize(stream);
  backend_->Free(memory);
  SINTER_RETURN_IF_ERROR(status);
  return static_cast<uint64_t>(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
}

}  // namespace sinter::rt
