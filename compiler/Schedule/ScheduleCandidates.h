// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules that are worth a measurement beside the one that the rules chose.

#ifndef SINTER_COMPILER_SCHEDULE_SCHEDULECANDIDATES_H
#define SINTER_COMPILER_SCHEDULE_SCHEDULECANDIDATES_H

#include "compiler/Support/GpuTarget.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

/// At most `most` other schedules that `function` can be made by, neighbours of its own in one or two of the things that its kind leaves open. None takes more
/// registers or shared memory for what it holds than `target` has.
llvm::SmallVector<kernel::ScheduleAttr> findScheduleCandidates(kernel::FuncOp function, const GpuTarget &target, size_t most);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_SCHEDULECANDIDATES_H
