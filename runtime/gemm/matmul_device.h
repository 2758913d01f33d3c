// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a product needs of its device beside a library.
#ifndef SINTER_RUNTIME_GEMM_MATMUL_DEVICE_H_
#define SINTER_RUNTIME_GEMM_MATMUL_DEVICE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// Work that can be run again and again: a captured graph.
class RecordedWork {
 public:
  virtual ~RecordedWork() = default;
  // Microseconds of one run, which follows another one without a pause. Waits for it.
  virtual absl::StatusOr<double> Time() = 0;
};

// Its context must be current in every call, and where products and libraries are destroyed.
class MatmulDevice {
 public:
  virtual ~MatmulDevice() = default;
  virtual absl::StatusOr<void*> Allocate(size_t bytes) = 0;
  virtual void Free(void* pointer) = 0;
  // Done when it returns.
  virtual absl::Status CopyToDevice(void* destination, const void* source, size_t bytes) = 0;
  // As often as it fits, the last time in part. Done when it returns.
  virtual absl::Status FillByRepeating(void* destination, size_t bytes, absl::Span<const uint8_t> pattern) = 0;
  virtual absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) = 0;
  // A launch that is part of a library step: a capture does not number it.
  virtual absl::Status LaunchUnnumbered(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                                        StreamHandle stream) = 0;

  // Of the cache that all reads of memory go through, in bytes.
  virtual size_t cache_bytes() const = 0;
  // Captures what `enqueue` puts into the stream that it is given. What that uses must outlive the result.
  virtual absl::StatusOr<std::unique_ptr<RecordedWork>> Record(
      const std::function<absl::Status(StreamHandle stream)>& enqueue) = 0;
};

// Device memory that is freed with its owner.
class OwnedMemory {
 public:
  OwnedMemory() = default;
  OwnedMemory(const OwnedMemory&) = delete;
  OwnedMemory& operator=(const OwnedMemory&) = delete;
  ~OwnedMemory() {
    if (pointer_ != nullptr) device_->Free(pointer_);
  }
  // Once.
  absl::Status Allocate(std::shared_ptr<MatmulDevice> device, size_t bytes) {
    device_ = std::move(device);
    absl::StatusOr<void*> pointer = device_->Allocate(bytes);
    if (pointer.ok()) pointer_ = *pointer;
    return pointer.status();
  }
  char* get() const { return static_cast<char*>(pointer_); }

 private:
  std::shared_ptr<MatmulDevice> device_;
  void* pointer_ = nullptr;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_MATMUL_DEVICE_H_
