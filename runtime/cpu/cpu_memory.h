// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU backend's allocations: which they are, so that a check can tell the tensors that a pointer may reach.
#ifndef SINTER_RUNTIME_CPU_CPU_MEMORY_H_
#define SINTER_RUNTIME_CPU_CPU_MEMORY_H_

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "absl/status/statusor.h"

namespace sinter::rt {

// Thread-safe. Each allocation is a heap block of exactly its size, so that sanitizers see an overrun.
class CpuMemory {
 public:
  struct Allocation {
    char* data;
    size_t bytes;
  };

  ~CpuMemory();

  // 256-byte aligned and filled with ones (NaN for floats), so that a value that was never written shows; null for size
  // 0. kResourceExhausted names the size.
  absl::StatusOr<void*> Allocate(size_t bytes);
  // Pointers that it does not know are ignored, null among them.
  void Free(void* pointer);
  // The allocation that `pointer` lies in or at the end of.
  std::optional<Allocation> Find(const void* pointer) const;

 private:
  mutable std::mutex mutex_;
  std::map<char*, size_t> allocations_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CPU_MEMORY_H_
