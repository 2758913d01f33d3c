// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes and memory of host tensors.
#include "runtime/tensor/host_tensor.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {

absl::StatusOr<uint64_t> TensorByteSize(ElementType type, absl::Span<const int64_t> dims) {
  constexpr uint64_t kMaxElements = uint64_t{1} << 56;
  uint64_t count = 1;
  bool has_zero = false;
  for (int64_t dim : dims) {
    if (dim < 0) return absl::OutOfRangeError(absl::StrCat("dims [", absl::StrJoin(dims, ", "), "] hold a negative"));
    has_zero |= dim == 0;
    const uint64_t extent = dim == 0 ? 1 : static_cast<uint64_t>(dim);
    if (extent > kMaxElements / count) {
      return absl::OutOfRangeError(absl::StrCat("dims [", absl::StrJoin(dims, ", "), "] hold too many elements"));
    }
    count *= extent;
  }
  return has_zero ? 0 : ByteSize(type, count);
}

absl::StatusOr<HostTensor> HostTensor::Create(ElementType type, std::vector<int64_t> dims) {
  SINTER_ASSIGN_OR_RETURN(const uint64_t bytes, TensorByteSize(type, dims));
  const auto exhausted = [&] {
    return absl::ResourceExhaustedError(
        absl::StrCat("no host memory for a tensor of ", bytes, " bytes, dims [", absl::StrJoin(dims, ", "), "]"));
  };
  // Beyond any host's memory; allocators that overcommit, or that abort, are not asked.
  constexpr uint64_t kMaxBytes = uint64_t{1} << 39;
  if (bytes > kMaxBytes) return exhausted();
  HostTensor tensor;
  tensor.type_ = type;
  tensor.byte_size_ = bytes;
  // At least one unit, so that every tensor has a pointer. The allocator zeroes whole units.
  constexpr uint64_t kAlignment = 64;
  const uint64_t padded = (bytes / kAlignment + 1) * kAlignment;
  tensor.bytes_.reset(static_cast<uint8_t*>(std::aligned_alloc(kAlignment, padded)));
  if (tensor.bytes_ == nullptr) return exhausted();
  std::memset(tensor.bytes_.get(), 0, padded);
  tensor.dims_ = std::move(dims);
  return tensor;
}

uint64_t HostTensor::element_count() const {
  if (bytes_ == nullptr) return 0;
  uint64_t count = 1;
  for (int64_t dim : dims_) count *= static_cast<uint64_t>(dim);
  return count;
}

}  // namespace sinter::rt
