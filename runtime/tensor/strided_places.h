// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the elements of a strided tensor lie, and tensors whose strides give several elements one place: a dimension of
// stride 0, windows.
#ifndef SINTER_RUNTIME_TENSOR_STRIDED_PLACES_H_
#define SINTER_RUNTIME_TENSOR_STRIDED_PLACES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

// Calls `visit(place)` for each element of the dims, row-major, with its place in memory: `offset` and its steps of
// `strides`, in elements. Places wrap at 64 bits.
template <typename Visit>
void ForEachPlace(const std::vector<int64_t>& dims, absl::Span<const int64_t> strides, int64_t offset,
                  const Visit& visit) {
  for (int64_t dim : dims) {
    if (dim == 0) return;
  }
  std::vector<int64_t> index(dims.size(), 0);
  uint64_t place = static_cast<uint64_t>(offset);
  while (true) {
    visit(place);
    size_t i = dims.size();
    while (i-- > 0) {
      place += static_cast<uint64_t>(strides[i]);
      if (++index[i] < dims[i]) break;
      place -= static_cast<uint64_t>(strides[i]) * static_cast<uint64_t>(dims[i]);
      index[i] = 0;
    }
    if (i == static_cast<size_t>(-1)) return;
  }
}

// Gives all elements that lie at one place by `strides` (elements a dim, as many as the tensor has dims, or none:
// dense) the value of the first of them, row-major; true where that changed one. Elements of less than a byte are left
// as they are.
bool ShareValues(absl::Span<const int64_t> strides, HostTensor* tensor);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_STRIDED_PLACES_H_
