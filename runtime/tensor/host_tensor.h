// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dense tensor in host memory that owns its bytes.
#ifndef SINTER_RUNTIME_TENSOR_HOST_TENSOR_H_
#define SINTER_RUNTIME_TENSOR_HOST_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/element_type.h"
#include "runtime/tensor/tensor_ref.h"

namespace sinter::rt {

// Bytes that a tensor of these dims takes, packed; kOutOfRange where a dim is negative or there are more than 2^56
// elements (dims of 0 do not hide such a product).
absl::StatusOr<uint64_t> TensorByteSize(ElementType type, absl::Span<const int64_t> dims);

// Row-major, packed, 64-byte aligned. Movable; a moved-from tensor is a scalar without data.
class HostTensor {
 public:
  // Zero-filled. kOutOfRange as TensorByteSize, kResourceExhausted where the memory is not there.
  static absl::StatusOr<HostTensor> Create(ElementType type, std::vector<int64_t> dims);

  HostTensor() = default;
  ElementType type() const { return type_; }
  const std::vector<int64_t>& dims() const { return dims_; }
  uint64_t element_count() const;
  size_t byte_size() const { return byte_size_; }
  void* data() { return bytes_.get(); }
  const void* data() const { return bytes_.get(); }
  template <typename T>
  T* as() {
    return reinterpret_cast<T*>(bytes_.get());
  }
  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes_.get());
  }

  // Refers to this tensor's dims and bytes: valid while it lives and is not moved.
  TensorRef ref() { return {bytes_.get(), type_, dims_, {}}; }

 private:
  struct Release {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  ElementType type_ = ElementType::kF32;
  std::vector<int64_t> dims_;
  size_t byte_size_ = 0;
  std::unique_ptr<uint8_t[], Release> bytes_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_HOST_TENSOR_H_
