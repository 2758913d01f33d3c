// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluation of an argument.
#include "runtime/plan/argument_shape.h"

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/expr.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {
namespace {

template <typename... What>
absl::StatusOr<int64_t> EvaluateNotNegative(const Expr& expr, absl::Span<const int64_t> symbols, const What&... what) {
  absl::StatusOr<int64_t> value = Evaluate(expr, symbols);
  if (!value.ok()) {
    return absl::Status(value.status().code(), absl::StrCat(what..., ": ", value.status().message()));
  }
  if (*value >= 0) return value;
  return absl::InvalidArgumentError(absl::StrCat(what..., " is ", *value, ", expected at least 0"));
}

}  // namespace

absl::StatusOr<uint64_t> ReachedBytes(ElementType type, absl::Span<const int64_t> dims,
                                      absl::Span<const int64_t> strides, int64_t offset) {
  SINTER_ASSIGN_OR_RETURN(const uint64_t dense, TensorByteSize(type, dims));
  if (dense == 0) return 0;
  int64_t last = offset;
  for (size_t d = 0; d < strides.size(); ++d) {
    int64_t reach;
    if (__builtin_mul_overflow(dims[d] - 1, strides[d], &reach) || __builtin_add_overflow(last, reach, &last)) {
      return absl::OutOfRangeError("strides reach past 64 bits");
    }
  }
  if (strides.empty()) {
    SINTER_ASSIGN_OR_RETURN(const uint64_t skipped, TensorByteSize(type, {offset}));
    return skipped + dense;
  }
  int64_t count;
  if (__builtin_add_overflow(last, 1, &count)) return absl::OutOfRangeError("strides reach past 64 bits");
  return TensorByteSize(type, {count});
}

absl::StatusOr<ArgumentShape> EvaluateArgument(const Argument& argument, absl::Span<const int64_t> symbols) {
  ArgumentShape shape;
  for (size_t d = 0; d < argument.dims.size(); ++d) {
    SINTER_ASSIGN_OR_RETURN(const int64_t dim, EvaluateNotNegative(argument.dims[d], symbols, "dim ", d));
    shape.dims.push_back(dim);
  }
  for (size_t d = 0; d < argument.strides.size(); ++d) {
    SINTER_ASSIGN_OR_RETURN(const int64_t stride, EvaluateNotNegative(argument.strides[d], symbols, "stride ", d));
    shape.strides.push_back(stride);
  }
  if (argument.offset) {
    SINTER_ASSIGN_OR_RETURN(shape.offset, EvaluateNotNegative(*argument.offset, symbols, "offset"));
  }
  SINTER_ASSIGN_OR_RETURN(shape.byte_size, ReachedBytes(argument.type, shape.dims, shape.strides, shape.offset));
  return shape;
}

}  // namespace sinter::rt
