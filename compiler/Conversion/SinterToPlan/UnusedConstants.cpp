// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes out of @init what nothing reads.

#include "compiler/Conversion/SinterToPlan/UnusedConstants.h"

#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;

namespace sinter {

/// The parameters that stand for results of @init and are read, by the result's number.
static std::map<int64_t, SmallVector<ParameterOp>> collectReads(ModuleOp module) {
  std::map<int64_t, SmallVector<ParameterOp>> reads;
  module.walk([&](ParameterOp parameter) {
    if (auto packed = dyn_cast_or_null<PackedAttr>(parameter.getSource().value_or(Attribute())); packed && !parameter.use_empty())
      reads[packed.getResult()].push_back(parameter);
  });
  return reads;
}

void dropUnusedConstants(ModuleOp module) {
  auto init = module.lookupSymbol<func::FuncOp>("init");
  std::map<int64_t, SmallVector<ParameterOp>> reads = collectReads(module);
  if (!init || reads.size() == init.getNumResults())
    return;
  if (reads.empty()) {
    init.erase();
    return;
  }
  Operation *end = init.getBody().front().getTerminator();
  SmallVector<Value> kept;
  for (auto &[number, parameters] : reads) {
    for (ParameterOp parameter : parameters) {
      parameter.setSourceAttr(PackedAttr::get(module.getContext(), kept.size()));
      parameter.setName(("packed." + Twine(kept.size())).str());
    }
    kept.push_back(end->getOperand(number));
  }
  end->setOperands(kept);
  init.setFunctionType(FunctionType::get(module.getContext(), {}, end->getOperandTypes()));
  for (Operation &op : llvm::make_early_inc_range(llvm::drop_begin(llvm::reverse(init.getBody().front()))))
    if (op.use_empty())
      op.erase();
}

} // namespace sinter
