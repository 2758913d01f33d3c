// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of targets to the description that schedules go by.

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/Passes.h"

namespace sinter {
#define GEN_PASS_DEF_ATTACHTARGETPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
struct AttachTarget : sinter::impl::AttachTargetPassBase<AttachTarget> {
  using AttachTargetPassBase::AttachTargetPassBase;

  void runOnOperation() override {
    std::vector<std::string> names(targets.begin(), targets.end());
    for (const std::string &name : names)
      if (!findGpuTarget(name)) {
        getOperation().emitError("expected a target to be cpu, or sm_NN or compute_NN from 75 on, but got `")
            << name << "`";
        return signalPassFailure();
      }
    if (!getOperation()->hasAttr(moduleTargetName))
      setModuleTarget(getOperation(), combineGpuTargets(names));
  }
};
} // namespace
