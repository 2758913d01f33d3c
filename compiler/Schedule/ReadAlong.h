// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel reads along the rows that it folds.

#ifndef SINTER_COMPILER_SCHEDULE_READALONG_H
#define SINTER_COMPILER_SCHEDULE_READALONG_H

#include "compiler/Support/GpuTarget.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

struct ReadAlong {
  int64_t bits = 0;
  /// Whether some of it is of 16 bits, and takes half the registers that it would take computed.
  bool isPacked = false;
  /// The least that is read at once: less than a register takes too many instructions to wait for the memory, and less than two too many to fetch it.
  int64_t fewestBits = 128;
};

/// What a thread would hold of `vector` elements of a row, were it to keep what it reads alone.
ReadAlong findReadAlong(kernel::FuncOp function, llvm::ArrayRef<int64_t> walked, int64_t vector);

/// The rows that a block which walks rows one after the other has in shared memory under `schedule`: the one that it works on, and one or two that are on their way, as
/// many as leave a processor the schedule's blocks. 0 where not two rows do.
int64_t countFetchedRows(kernel::FuncOp function, llvm::ArrayRef<int64_t> walked, kernel::ScheduleAttr schedule, const GpuTarget &target);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_READALONG_H
