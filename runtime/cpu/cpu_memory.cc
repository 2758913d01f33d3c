// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host memory by posix_memalign, with a table of what is allocated.
#include "runtime/cpu/cpu_memory.h"

#include <stdlib.h>
#include <string.h>

#include "absl/strings/str_cat.h"

namespace sinter::rt {

CpuMemory::~CpuMemory() {
  for (const auto& [data, bytes] : allocations_) free(data);
}

absl::StatusOr<void*> CpuMemory::Allocate(size_t bytes) {
  if (bytes == 0) return static_cast<void*>(nullptr);
  void* data = nullptr;
  // Beyond any host's memory; an allocator that overcommits is not asked.
  constexpr uint64_t kMaxBytes = uint64_t{1} << 39;
  if (bytes > kMaxBytes || posix_memalign(&data, 256, bytes) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot allocate ", bytes, " bytes of host memory"));
  }
  memset(data, 0xff, bytes);
  std::lock_guard<std::mutex> lock(mutex_);
  allocations_[static_cast<char*>(data)] = bytes;
  return data;
}

void CpuMemory::Free(void* pointer) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (allocations_.erase(static_cast<char*>(pointer)) == 0) return;
  }
  free(pointer);
}

std::optional<CpuMemory::Allocation> CpuMemory::Find(const void* pointer) const {
  char* at = static_cast<char*>(const_cast<void*>(pointer));
  std::lock_guard<std::mutex> lock(mutex_);
  auto next = allocations_.upper_bound(at);
  if (next == allocations_.begin()) return std::nullopt;
  const auto& [data, bytes] = *std::prev(next);
  if (at > data + bytes) return std::nullopt;
  return Allocation{data, bytes};
}

}  // namespace sinter::rt
