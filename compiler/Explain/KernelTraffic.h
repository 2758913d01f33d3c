// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of each of its tensors a kernel touches.

#ifndef SINTER_COMPILER_EXPLAIN_KERNELTRAFFIC_H
#define SINTER_COMPILER_EXPLAIN_KERNELTRAFFIC_H

#include "compiler/Explain/SymbolValues.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

/// Distinct elements of one view that a kernel loads and stores.
struct ViewTraffic {
  uint64_t loaded = 0, stored = 0;
};

/// One entry a view, whose tensors have `sizes` elements. Each place counts once, however often it is loaded: that is
/// what must pass through the memory where a cache holds the rest. Of a place that data chooses (a gather), no two are
/// taken to be the same.
llvm::SmallVector<ViewTraffic> countKernelTraffic(kernel::FuncOp kernel, llvm::ArrayRef<uint64_t> sizes,
                                                  const SymbolValues &values);

/// The extents of a kernel's iteration domain.
llvm::SmallVector<int64_t> domainExtents(kernel::FuncOp kernel, const SymbolValues &values);

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_KERNELTRAFFIC_H
