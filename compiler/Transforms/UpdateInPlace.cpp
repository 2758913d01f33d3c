// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which updates write into their destination: those of an argument that a result is tied to, and of a copy.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Transforms/Passes.h"
#include "compiler/Transforms/TiedUpdates.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace sinter {
#define GEN_PASS_DEF_UPDATEINPLACEPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

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

namespace {
struct UpdateInPlace : sinter::impl::UpdateInPlacePassBase<UpdateInPlace> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkGraph(function)))
      return signalPassFailure();
    auto options = remark::RemarkOpts::name("UpdateInPlace").category("fusion");
    markTiedUpdates(function, [&](UpdateOpInterface update, BlockArgument argument) {
      std::string number = std::to_string(argument.getArgNumber());
      if (update.getInPlace())
        remark::passed(update->getLoc(), options) << "writes into argument " << number;
      else
        remark::missed(update->getLoc(), options) << "copies argument " << number << ": something else reads what the update replaces";
    });
    // What is no index map has no other form: it updates a copy.
    for (auto scatter : llvm::make_early_inc_range(function.getBody().front().getOps<ScatterOpInterface>())) {
      if (scatter.getInPlace() || isa<IndexMapOpInterface>(*scatter))
        continue;
      Value input = scatter->getOperand(0);
      auto before = input.getDefiningOp<UpdateOpInterface>();
      if (!before || !before.getInPlace() || isReadElsewhere(scatter)) {
        OpBuilder b(scatter);
        scatter->setOperand(0, CopyOp::create(b, scatter->getLoc(), input.getType(), input));
        remark::passed(scatter->getLoc(), options) << "writes into a copy of its input";
      }
      scatter.setInPlace(true);
    }
  }
};
} // namespace
