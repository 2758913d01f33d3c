// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor that somebody else owns: what a context binds to an entry's arguments.
#ifndef SINTER_RUNTIME_TENSOR_TENSOR_REF_H_
#define SINTER_RUNTIME_TENSOR_TENSOR_REF_H_

#include <cstdint>

#include "absl/types/span.h"
#include "runtime/base/element_type.h"

namespace sinter::rt {

struct TensorRef {
  void* data = nullptr;  // may be null where the tensor holds no element
  ElementType type = ElementType::kF32;
  absl::Span<const int64_t> dims;
  absl::Span<const int64_t> strides;  // in elements, one a dim; empty: dense, row-major
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_TENSOR_REF_H_
