// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerics fast: values inside a kernel keep their compute type.

#include "compiler/Schedule/Passes.h"

namespace sinter {
#define GEN_PASS_DEF_DROPIMPLICITROUNDINGSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

namespace {
struct DropImplicitRoundings : sinter::impl::DropImplicitRoundingsPassBase<DropImplicitRoundings> {
  void runOnOperation() override {
    for (auto round : llvm::make_early_inc_range(getOperation().entry().getOps<sinter::kernel::RoundOp>()))
      if (round.getImplicit()) {
        round.replaceAllUsesWith(round.getValue());
        round.erase();
      }
  }
};
} // namespace
