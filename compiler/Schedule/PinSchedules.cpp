// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives kernels the schedules that measurements chose for them.

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Fingerprint.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Schedule/ScheduleCheck.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace sinter {
#define GEN_PASS_DEF_PINSCHEDULESPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
struct PinSchedules : sinter::impl::PinSchedulesPassBase<PinSchedules> {
  void runOnOperation() override {
    auto pins = getOperation()->getAttrOfType<DictionaryAttr>("kernel.pins");
    if (!pins)
      return;
    GpuTarget target = getModuleTarget(getOperation());
    for (auto function : getOperation().getOps<kernel::FuncOp>())
      if (!function.getScheduleAttr())
        if (auto schedule = pins.getAs<kernel::ScheduleAttr>(getFingerprint(function)))
          pin(function, schedule, target);
  }

  /// What is no schedule of the kernel's any more, since the rules of what schedules may be have changed, is left to the rules that choose one.
  static void pin(kernel::FuncOp function, kernel::ScheduleAttr schedule, const GpuTarget &target) {
    auto remarkOf = [&] { return remark::RemarkOpts::name("PinSchedule").category("schedule").function(function.getSymName()); };
    if (std::optional<std::string> fault = findScheduleFault(function, schedule, target)) {
      remark::missed(function.getLoc(), remarkOf()) << "not pinned, since " + *fault;
      function.emitWarning("kernel ") << function.getSymName() << ": its pinned schedule " << schedule << " is not valid, and the rules choose one: " << *fault;
      return;
    }
    function.setScheduleAttr(schedule);
    function->setAttr("kernel.pinned", UnitAttr::get(function.getContext()));
    remark::passed(function.getLoc(), remarkOf()) << "pinned by tuning";
  }
};
} // namespace
