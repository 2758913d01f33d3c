// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites scheduled kernels in thread form.

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Schedule/ScheduleCheck.h"
#include "compiler/Schedule/ThreadBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

namespace sinter {
#define GEN_PASS_DEF_APPLYSCHEDULESPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
struct ApplySchedules : sinter::impl::ApplySchedulesPassBase<ApplySchedules> {
  void runOnOperation() override {
    GpuTarget target = getModuleTarget(getOperation());
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<kernel::FuncOp>())) {
      kernel::ScheduleAttr schedule = function.getScheduleAttr();
      if (!schedule)
        continue;
      if (failed(checkSchedule(function, target)))
        return signalPassFailure();
      build(function);
      function.erase();
    }
  }

  static kernel::ThreadFuncOp build(kernel::FuncOp function) {
    switch (function.getScheduleAttr().getKind()) {
    case kernel::ScheduleKind::Pointwise: return buildPointwise(function);
    case kernel::ScheduleKind::Rows:
    case kernel::ScheduleKind::Columns: return buildRows(function);
    case kernel::ScheduleKind::ScanRows:
    case kernel::ScheduleKind::ScanColumns: return buildScans(function);
    case kernel::ScheduleKind::Tiles: return buildTiles(function);
    }
    llvm_unreachable("kind of schedule");
  }
};
} // namespace
