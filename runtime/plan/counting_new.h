// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts what a test program allocates on the host. It replaces the program's operator new: include it in one file of one.
#ifndef SINTER_RUNTIME_PLAN_COUNTING_NEW_H_
#define SINTER_RUNTIME_PLAN_COUNTING_NEW_H_

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {
std::atomic<int64_t> host_allocations{0};
}  // namespace

// All other forms of new end in this one. Not inlined: GCC would see a mismatch of malloc and delete.
__attribute__((noinline)) void* operator new(size_t size) {
  ++host_allocations;
  if (void* pointer = std::malloc(size == 0 ? 1 : size)) return pointer;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* pointer) noexcept { std::free(pointer); }
__attribute__((noinline)) void operator delete(void* pointer, size_t) noexcept { std::free(pointer); }

#endif  // SINTER_RUNTIME_PLAN_COUNTING_NEW_H_
