// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placing and filling operands.
#include "runtime/gemm/product_buffers.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "runtime/gemm/element_codec.h"

namespace sinter::rt {
namespace {

constexpr size_t kAlignment = 256;
constexpr size_t kCaches = 4;
// Small operands go around fewer bytes than the cache has: of theirs the time is not the memory's.
constexpr size_t kMostSets = 64;
constexpr int kPatternElements = 1 << 14;

size_t AlignUp(size_t value) { return (value + kAlignment - 1) / kAlignment * kAlignment; }

size_t ReachedBytes(const MatmulOperandLayout& layout, const std::vector<int64_t>& batch, int64_t rows,
                    int64_t columns) {
  int64_t last = (rows - 1) * layout.row_stride + (columns - 1) * layout.column_stride;
  for (size_t i = 0; i < batch.size(); ++i) last += (batch[i] - 1) * layout.batch_strides[i];
  return static_cast<size_t>(last + 1) * (BitWidth(layout.type) / 8);
}

std::vector<uint8_t> RandomElements(ElementType type) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> values(-1.0, 1.0);
  std::vector<uint8_t> bytes;
  for (int i = 0; i < kPatternElements; ++i) {
    const std::vector<uint8_t> element = EncodeElement(type, values(random));
    bytes.insert(bytes.end(), element.begin(), element.end());
  }
  return bytes;
}

}  // namespace

absl::Status ProductBuffers::Create(std::shared_ptr<MatmulDevice> device, const MatmulProblem& problem,
                                    size_t workspace_bytes) {
  const auto place = [this](size_t* offset, size_t bytes) {
    *offset = set_bytes_;
    set_bytes_ += AlignUp(bytes);
  };
  place(&a_, ReachedBytes(problem.a, problem.batch, problem.m, problem.k));
  place(&b_, ReachedBytes(problem.b, problem.batch, problem.k, problem.n));
  if (problem.beta != 0.0f) place(&c_, ReachedBytes(problem.c, problem.batch, problem.m, problem.n));
  place(&d_, ReachedBytes(problem.d, problem.batch, problem.m, problem.n));
  if (problem.has_bias) place(&bias_, static_cast<size_t>(problem.n) * (BitWidth(problem.bias_type) / 8));
  first_ = AlignUp(workspace_bytes);
  const size_t wanted = (kCaches * device->cache_bytes() + set_bytes_ - 1) / set_bytes_;
  sets_ = static_cast<int>(std::clamp<size_t>(wanted, 1, kMostSets));
  const size_t bytes = set_bytes_ * static_cast<size_t>(sets_);
  if (absl::Status allocated = memory_.Allocate(device, first_ + bytes); !allocated.ok()) return allocated;
  return device->FillByRepeating(memory_.get() + first_, bytes, RandomElements(problem.a.type));
}

MatmulPointers ProductBuffers::pointers(int set) const {
  char* base = memory_.get() + first_ + set_bytes_ * static_cast<size_t>(set);
  return {base + a_, base + b_, base + c_, base + d_, base + bias_};
}

}  // namespace sinter::rt
