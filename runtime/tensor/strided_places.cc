// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at each element of tensors whose strides may overlap.
#include "runtime/tensor/strided_places.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sinter::rt {
namespace {

// Whether each dim steps beyond all that the dims of smaller steps reach, so that no two elements meet. Unsigned, since
// a stride may be anything.
bool HasPlacesOfItsOwn(const std::vector<int64_t>& dims, absl::Span<const int64_t> strides) {
  std::vector<std::pair<uint64_t, uint64_t>> steps;  // its size, and how many
  for (size_t i = 0; i < dims.size(); ++i) {
    const uint64_t stride = static_cast<uint64_t>(strides[i]);
    if (dims[i] > 1) steps.emplace_back(strides[i] < 0 ? -stride : stride, dims[i] - 1);
  }
  std::sort(steps.begin(), steps.end());
  uint64_t reached = 0;
  for (const auto& [size, count] : steps) {
    if (size <= reached) return false;
    reached += size * count;
  }
  return true;
}

}  // namespace

bool ShareValues(absl::Span<const int64_t> strides, HostTensor* tensor) {
  const std::vector<int64_t>& dims = tensor->dims();
  if (strides.size() != dims.size() || BitWidth(tensor->type()) < 8 || HasPlacesOfItsOwn(dims, strides)) return false;
  const size_t width = ByteSize(tensor->type(), 1);
  std::unordered_map<uint64_t, uint64_t> first_at;
  bool changed = false;
  uint64_t element = 0;
  ForEachPlace(dims, strides, 0, [&](uint64_t place) {
    const uint64_t first = first_at.emplace(place, element).first->second;
    uint8_t *to = tensor->as<uint8_t>() + element * width, *from = tensor->as<uint8_t>() + first * width;
    changed |= std::memcmp(to, from, width) != 0;
    if (first != element) std::memcpy(to, from, width);
    ++element;
  });
  return changed;
}

}  // namespace sinter::rt
