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

namespace {
struct UpdateInPlace : sinter::impl::UpdateInPlacePassBase<UpdateInPlace> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkGraph(function)))
      return signalPassFailure();
    auto options = remark::RemarkOpts::name("UpdateInPlace").category("fusion");
    llvm::SmallPtrSet<Operation *, 8> told;
    markTiedUpdates(function, [&](UpdateOpInterface update, BlockArgument argument) {
      told.insert(update);
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
    for (auto [number, result] : llvm::enumerate(function.getBody().front().getTerminator()->getOperands())) {
      auto tied = function.getResultAttrOfType<IntegerAttr>(number, "sinter.tied");
      auto update = result.getDefiningOp<UpdateOpInterface>();
      if (tied && !(update && (update.getInPlace() || told.contains(update))))
        remark::missed(result.getLoc(), options) << "result " + std::to_string(number) + " is made aside and copied into argument " + std::to_string(tied.getInt()) + " at the end";
    }
  }
};
} // namespace
