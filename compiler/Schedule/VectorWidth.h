// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many neighbouring elements a thread of a kernel may take at once.

#ifndef SINTER_COMPILER_SCHEDULE_VECTORWIDTH_H
#define SINTER_COMPILER_SCHEDULE_VECTORWIDTH_H

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Support/GpuTarget.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

/// The dimension whose neighbours a vector holds: the last one, or the last that is reduced; nothing in a domain of one point.
std::optional<unsigned> getVectorDim(kernel::FuncOp function);

/// Elements of the widest access that `target` and the views' types and alignment allow.
int64_t getWidestVector(kernel::FuncOp function, const GpuTarget &target);

/// The same where the extents are multiples of it and the places allow it (allowsVector), else the widest for which that is so.
int64_t chooseVector(kernel::FuncOp function, unsigned inner, const GpuTarget &target);

/// Whether rows may begin and end within a vector: their first and last elements are then walked one by one, by a thread each of the `threads` of a row.
bool allowsRowEnds(kernel::FuncOp function, int64_t vector, int64_t threads);

/// The vectors of `vector` elements that each of `threads` threads walks of a row, where its length is known; at least one. No vector is begun that a row with ends does not fill.
std::optional<int64_t> countRowVectors(kernel::FuncOp function, int64_t vector, int64_t threads);

/// Whether `function`, of a `rows` schedule, is walked so.
bool hasRowEnds(kernel::FuncOp function);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_VECTORWIDTH_H
