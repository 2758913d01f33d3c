// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors for arguments whose strides give several elements one place in memory: a dimension of stride 0, windows.
#ifndef SINTER_RUNTIME_TENSOR_SHARED_PLACES_H_
#define SINTER_RUNTIME_TENSOR_SHARED_PLACES_H_

#include <cstdint>

#include "absl/types/span.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

// Gives all elements that lie at one place by `strides` (elements a dim, as many as the tensor has dims, or none:
// dense) the value of the first of them, row-major; true where that changed one. Elements of less than a byte are left
// as they are.
bool ShareValues(absl::Span<const int64_t> strides, HostTensor* tensor);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_SHARED_PLACES_H_
