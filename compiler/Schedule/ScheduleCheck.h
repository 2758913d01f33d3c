// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a schedule is one that a kernel can be made by.

#ifndef SINTER_COMPILER_SCHEDULE_SCHEDULECHECK_H
#define SINTER_COMPILER_SCHEDULE_SCHEDULECHECK_H

#include "compiler/Support/GpuTarget.h"
#include "dialects/Kernel/IR/Kernel.h"

#include <optional>
#include <string>

namespace sinter {

/// Fails, with a message at the kernel, where its schedule asks for more than `target` has, or for what the kernel's domain does not allow.
mlir::LogicalResult checkSchedule(kernel::FuncOp function, const GpuTarget &target);

/// The same of `schedule` for `function`, which keeps its own: what the message says, or nothing where it is good.
std::optional<std::string> findScheduleFault(kernel::FuncOp function, kernel::ScheduleAttr schedule, const GpuTarget &target);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_SCHEDULECHECK_H
