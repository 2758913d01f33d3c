// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule's parts, to be changed one by one.

#ifndef SINTER_COMPILER_SCHEDULE_SCHEDULEPARTS_H
#define SINTER_COMPILER_SCHEDULE_SCHEDULEPARTS_H

#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

struct ScheduleParts {
  explicit ScheduleParts(kernel::ScheduleAttr s)
      : kind(s.getKind()), threads(s.getThreads()), perRow(s.getThreadsPerRow()), vector(s.getVector()), vectors(s.getVectors()), hold(s.getHold()), packed(s.getPacked()),
        shared(s.getShared()), inRegisters(s.getInRegisters()), blocks(s.getBlocks()), tiling(s.getTiling()) {}
  ScheduleParts(kernel::ScheduleKind kind, int64_t threads, int64_t perRow, int64_t vector, int64_t vectors) : kind(kind), threads(threads), perRow(perRow), vector(vector), vectors(vectors) {}

  kernel::ScheduleAttr get(mlir::MLIRContext *context) const {
    return kernel::ScheduleAttr::get(context, kind, threads, perRow, vector, vectors, hold, packed, shared, inRegisters, blocks, tiling);
  }

  /// Null where no schedule is like that.
  kernel::ScheduleAttr getChecked(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, mlir::MLIRContext *context) const {
    return kernel::ScheduleAttr::getChecked(emitError, context, kind, threads, perRow, vector, vectors, hold, packed, shared, inRegisters, blocks, tiling);
  }

  /// With nothing held, nor what belongs to that.
  ScheduleParts &unhold() {
    hold = packed = shared = false;
    inRegisters = blocks = 0;
    return *this;
  }

  kernel::ScheduleKind kind;
  int64_t threads, perRow, vector, vectors;
  bool hold = false, packed = false, shared = false;
  int64_t inRegisters = 0, blocks = 0;
  kernel::TilingAttr tiling;
};

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_SCHEDULEPARTS_H
