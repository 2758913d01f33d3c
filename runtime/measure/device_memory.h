// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of a device's memory that is freed with its owner.
#ifndef SINTER_RUNTIME_MEASURE_DEVICE_MEMORY_H_
#define SINTER_RUNTIME_MEASURE_DEVICE_MEMORY_H_

#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {

// Movable. Its size is rounded up to 16 bytes, so that it can be filled word by word.
class DeviceMemory {
 public:
  static absl::StatusOr<DeviceMemory> Allocate(Backend* backend, uint64_t bytes) {
    const uint64_t rounded = (bytes + 15) / 16 * 16;
    SINTER_ASSIGN_OR_RETURN(void* pointer, backend->Allocate(rounded));
    return DeviceMemory(backend, pointer, rounded);
  }
  DeviceMemory() = default;
  DeviceMemory(DeviceMemory&& other) noexcept
      : backend_(other.backend_), pointer_(std::exchange(other.pointer_, nullptr)), bytes_(other.bytes_) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(backend_, other.backend_);
    std::swap(pointer_, other.pointer_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~DeviceMemory() {
    if (pointer_ != nullptr) backend_->Free(pointer_);
  }

  void* get() const { return pointer_; }
  char* at(uint64_t offset) const { return static_cast<char*>(pointer_) + offset; }
  uint64_t bytes() const { return bytes_; }

 private:
  DeviceMemory(Backend* backend, void* pointer, uint64_t bytes) : backend_(backend), pointer_(pointer), bytes_(bytes) {}

  Backend* backend_ = nullptr;
  void* pointer_ = nullptr;
  uint64_t bytes_ = 0;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_MEASURE_DEVICE_MEMORY_H_
