// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which updates write into their destination: those of an argument that a result is tied to.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace sinter {
#define GEN_PASS_DEF_UPDATEINPLACEPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {
struct UpdateInPlace : sinter::impl::UpdateInPlacePassBase<UpdateInPlace> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkGraph(function)))
      return signalPassFailure();
    // A mark that came with the graph might overwrite an argument that nothing is tied to.
    for (auto scatter : function.getBody().front().getOps<ScatterOpInterface>())
      scatter.setInPlace(false);
    for (OpOperand &returned : function.getBody().front().getTerminator()->getOpOperands())
      if (auto tie = function.getResultAttrOfType<IntegerAttr>(returned.getOperandNumber(), "sinter.tied"))
        decide(returned.get(), function.getArgument(tie.getInt()));
  }

  /// `value`, returned as what `argument` becomes.
  static void decide(Value value, BlockArgument argument) {
    SmallVector<ScatterOpInterface> chain;
    for (auto scatter = value.getDefiningOp<ScatterOpInterface>(); scatter; scatter = scatter->getOperand(0).getDefiningOp<ScatterOpInterface>())
      chain.push_back(scatter);
    if (chain.empty() || chain.back()->getOperand(0) != argument || chain.front().getInPlace())
      return;
    // Who else reads what is overwritten would have to come first, for every order of the steps.
    for (ScatterOpInterface scatter : chain)
      if (!scatter->getOperand(0).hasOneUse()) {
        remark::missed(scatter->getLoc(), remark::RemarkOpts::name("UpdateInPlace").category("fusion"))
            << "copies argument " << std::to_string(argument.getArgNumber()) << ": something else reads what the update replaces";
        return;
      }
    for (ScatterOpInterface scatter : llvm::reverse(chain)) {
      scatter.setInPlace(true);
      remark::passed(scatter->getLoc(), remark::RemarkOpts::name("UpdateInPlace").category("fusion"))
          << "writes into argument " << std::to_string(argument.getArgNumber());
    }
  }
};
} // namespace
