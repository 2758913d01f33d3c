// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An argument's dims, strides and size at given symbol values.
#ifndef SINTER_RUNTIME_PLAN_ARGUMENT_SHAPE_H_
#define SINTER_RUNTIME_PLAN_ARGUMENT_SHAPE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/plan/plan_model.h"

namespace sinter::rt {

struct ArgumentShape {
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;  // empty: dense
  int64_t offset = 0;            // elements from the bound pointer to the first element
  uint64_t byte_size = 0;        // from the bound pointer to the end of the last element
};

// Errors say what is wrong ("dim 1 is -3, expected at least 0"); the caller says of which argument.
absl::StatusOr<ArgumentShape> EvaluateArgument(const Argument& argument, absl::Span<const int64_t> symbols);

// Bytes from an address to the end of the last element that dims and strides reach, `offset` elements further on.
absl::StatusOr<uint64_t> ReachedBytes(ElementType type, absl::Span<const int64_t> dims,
                                      absl::Span<const int64_t> strides, int64_t offset);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_ARGUMENT_SHAPE_H_
