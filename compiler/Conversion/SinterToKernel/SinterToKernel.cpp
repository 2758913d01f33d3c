// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers kernel groups to kernels in domain form, one for all groups that are alike.

#include "compiler/Analysis/InPlace.h"
#include "compiler/Conversion/Passes.h"
#include "compiler/Conversion/SinterToKernel/GroupLowering.h"
#include "compiler/Support/Naming.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace sinter {
#define GEN_PASS_DEF_CONVERTSINTERTOKERNELPASS
#include "compiler/Conversion/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

struct ConvertSinterToKernel : sinter::impl::ConvertSinterToKernelPassBase<ConvertSinterToKernel> {
  void runOnOperation() override {
    SmallVector<GroupOp> groups;
    getOperation().walk([&](GroupOp group) {
      if (group.getKind() == GroupKind::Kernel)
        groups.push_back(group);
    });
    llvm::StringMap<kernel::FuncOp> known;
    for (GroupOp group : groups) {
      FailureOr<OwningOpRef<kernel::FuncOp>> lowered = lowerGroup(group);
      if (failed(lowered))
        return signalPassFailure();
      kernel::FuncOp function = intern(std::move(*lowered), known);
      OpBuilder b(group);
      auto call = kernel::CallOp::create(b, group.getLoc(), group.getResultTypes(), function.getSymName(), group.getInputs(), inPlaceOf(group));
      group->replaceAllUsesWith(call);
      group->erase();
    }
  }

  /// For each result the input whose memory it takes, or -1; null where there is none.
  static DenseI64ArrayAttr inPlaceOf(GroupOp group) {
    SmallVector<int64_t> operands;
    for (Value result : group.getResults()) {
      Value destination = getInPlaceDestination(result);
      operands.push_back(destination ? llvm::find(group.getInputs(), destination) - group.getInputs().begin() : -1);
    }
    bool isNone = llvm::all_of(operands, [](int64_t operand) { return operand < 0; });
    return isNone ? DenseI64ArrayAttr() : DenseI64ArrayAttr::get(group.getContext(), operands);
  }

  /// The kernel in the module that is alike, or `function` moved there under its final name: operators, and a hash of
  /// the structure. Names, of the graph or of the operators, and places do not count for likeness.
  kernel::FuncOp intern(OwningOpRef<kernel::FuncOp> function, llvm::StringMap<kernel::FuncOp> &known) {
    std::string name = function->getSymName().str();
    ArrayAttr operators = function->getOperatorsAttr();
    function->setSymName("kernel");
    function->removeOperatorsAttr();
    std::string text;
    llvm::raw_string_ostream os(text);
    function->print(os, OpPrintingFlags().useLocalScope());
    auto [it, isNew] = known.try_emplace(text);
    if (!isNew)
      return it->second;
    function->setSymName(name + "_" + stableHash(text));
    function->setOperatorsAttr(operators);
    it->second = function.release();
    getOperation().push_back(it->second);
    return it->second;
  }
};
} // namespace
