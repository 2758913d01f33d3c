// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel in thread form asks of a processor, as far as its text says.

#ifndef SINTER_COMPILER_ANALYSIS_KERNELRESOURCES_H
#define SINTER_COMPILER_ANALYSIS_KERNELRESOURCES_H

#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

struct KernelResources {
  /// Registers of 32 bits, a thread, that hold values from one pass over a row to the next. What the compiler needs
  /// beside comes on top.
  int64_t heldRegisters = 0;
  /// Bytes of shared memory, a block; what reductions over warps need beside comes on top.
  int64_t sharedBytes = 0;
  /// Of it, what the launch brings, and the text does not declare.
  int64_t launchedBytes = 0;
};

/// Bytes of shared memory, a block, that `registers`, an array that the launch brings, takes.
int64_t findLaunchedBytes(kernel::RegistersOp registers);

KernelResources findKernelResources(kernel::ThreadFuncOp kernel);

} // namespace sinter

#endif // SINTER_COMPILER_ANALYSIS_KERNELRESOURCES_H
