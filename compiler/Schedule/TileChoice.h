// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels turn what they read or write in shared memory, and by which tiles.

#ifndef SINTER_COMPILER_SCHEDULE_TILECHOICE_H
#define SINTER_COMPILER_SCHEDULE_TILECHOICE_H

#include "compiler/Support/GpuTarget.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

/// A schedule `tiles` for a kernel without folds, or null where nothing would gain by one.
kernel::ScheduleAttr chooseTiles(kernel::FuncOp function, const GpuTarget &target);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_TILECHOICE_H
