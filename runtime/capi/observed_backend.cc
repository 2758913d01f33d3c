// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory, the caller's or the device's own.
#include "runtime/capi/observed_backend.h"

#include "absl/strings/str_cat.h"

namespace sinter::rt {
namespace {

constexpr size_t kAlignment = 256;  // as Backend::Allocate promises

}  // namespace

absl::StatusOr<void*> ObservedBackend::Allocate(size_t bytes) {
  if (bytes == 0) return nullptr;
  if (allocator_.allocate == nullptr) {
    absl::StatusOr<void*> memory = inner_->Allocate(bytes);
    if (memory.ok()) ++counts_.allocations;
    return memory;
  }
  void* memory = allocator_.allocate(bytes, kAlignment);
  if (memory == nullptr) {
    return absl::ResourceExhaustedError(absl::StrCat("the allocator gave no memory for ", bytes, " bytes"));
  }
  if (reinterpret_cast<uintptr_t>(memory) % kAlignment != 0) {
    allocator_.release(memory);
    return absl::InvalidArgumentError(
        absl::StrCat("the allocator gave ", bytes, " bytes that are not at a multiple of ", kAlignment));
  }
  ++counts_.allocations;
  return memory;
}

void ObservedBackend::Free(void* pointer) {
  if (pointer == nullptr) return;
  ++counts_.releases;
  if (allocator_.release != nullptr) return allocator_.release(pointer);
  inner_->Free(pointer);
}

}  // namespace sinter::rt
