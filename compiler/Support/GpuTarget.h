// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one GPU offers to a schedule, as plain data. The defaults are an H200's.

#ifndef SINTER_COMPILER_SUPPORT_GPUTARGET_H
#define SINTER_COMPILER_SUPPORT_GPUTARGET_H

#include <cstdint>

namespace sinter {

struct GpuTarget {
  int64_t multiprocessors = 132;
  /// Threads a block may have.
  int64_t maxThreads = 1024;
  /// Bytes that one thread loads or stores at once.
  int64_t vectorBytes = 16;
  /// 32-bit registers that a thread may use to hold a row before it is better to read the row again.
  int64_t heldRegisters = 64;
};

} // namespace sinter

#endif // SINTER_COMPILER_SUPPORT_GPUTARGET_H
