// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of updates from an argument to the result that is tied to it.

#include "compiler/Transforms/TiedUpdates.h"

#include "compiler/Analysis/GraphForm.h"

using namespace mlir;

namespace sinter {

/// Those that make `value` of `argument`, last first; none where others do.
static SmallVector<UpdateOpInterface> updatesOf(Value value, BlockArgument argument) {
  SmallVector<UpdateOpInterface> chain;
  for (auto update = value.getDefiningOp<UpdateOpInterface>(); update; update = update->getOperand(0).getDefiningOp<UpdateOpInterface>())
    chain.push_back(update);
  bool isOpen = !chain.empty() && chain.back()->getOperand(0) == argument && !chain.front().getInPlace();
  return isOpen ? chain : SmallVector<UpdateOpInterface>();
}

void markTiedUpdates(func::FuncOp function, function_ref<void(UpdateOpInterface, BlockArgument)> onDecision) {
  Block &body = function.getBody().front();
  // A mark that came with the graph might overwrite an argument that nothing is tied to.
  for (auto update : body.getOps<UpdateOpInterface>())
    update.setInPlace(false);
  for (OpOperand &returned : body.getTerminator()->getOpOperands()) {
    auto tie = function.getResultAttrOfType<IntegerAttr>(returned.getOperandNumber(), "sinter.tied");
    if (!tie)
      continue;
    BlockArgument argument = function.getArgument(tie.getInt());
    SmallVector<UpdateOpInterface> chain = updatesOf(returned.get(), argument);
    // Who else reads what is overwritten would have to come first, for every order of the steps.
    auto refused = llvm::find_if(chain, isReadElsewhere);
    if (refused != chain.end()) {
      onDecision(*refused, argument);
      continue;
    }
    for (UpdateOpInterface update : llvm::reverse(chain)) {
      update.setInPlace(true);
      onDecision(update, argument);
    }
  }
}

} // namespace sinter
