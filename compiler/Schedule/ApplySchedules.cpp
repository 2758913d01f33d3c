// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites scheduled kernels in thread form.

#include "compiler/Schedule/Passes.h"
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
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<kernel::FuncOp>())) {
      kernel::ScheduleAttr schedule = function.getScheduleAttr();
      if (!schedule)
        continue;
      if (schedule.getKind() == kernel::ScheduleKind::Rows && getReducedDims(function).empty()) {
        function.emitError("expected a kernel with a `rows` schedule to have a reduction");
        return signalPassFailure();
      }
      schedule.getKind() == kernel::ScheduleKind::Pointwise ? buildPointwise(function) : buildRows(function);
      function.erase();
    }
  }
};
} // namespace
