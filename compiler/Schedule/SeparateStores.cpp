// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives a kernel of their own to stores that no longer belong to the others' domain.

#include "compiler/Schedule/SeparateStores.h"

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Schedule/KernelParts.h"
#include "compiler/Schedule/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace sinter {
#define GEN_PASS_DEF_SEPARATESTORESPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;

namespace sinter {

/// The kernel's name with `suffix` behind, or with a number more where a kernel of that name is there.
static std::string freshName(kernel::FuncOp function, StringRef suffix) {
  std::string base = (function.getSymName() + suffix).str(), name = base;
  auto module = function->getParentOfType<ModuleOp>();
  for (int number = 2; name != function.getSymName() && module.lookupSymbol(name); ++number)
    name = base + std::to_string(number);
  return name;
}

SmallVector<kernel::FuncOp> separateStores(kernel::FuncOp function, ArrayRef<kernel::CallOp> calls, function_ref<bool(kernel::StoreOp)> isApart,
                                           std::pair<StringRef, StringRef> names) {
  auto stores = llvm::to_vector(function.entry().getOps<kernel::StoreOp>());
  // A call in place keeps the whole, as what one kernel overwrites the other might read.
  if (llvm::all_of(stores, isApart) || llvm::none_of(stores, isApart) || llvm::any_of(calls, [](kernel::CallOp call) { return call.getInPlace().has_value(); }))
    return {};
  // Nor are stores to one view taken apart: each kernel would make a tensor of its own, a part of it.
  llvm::DenseMap<Value, bool> isViewApart;
  for (kernel::StoreOp store : stores)
    if (bool apart = isApart(store); isViewApart.try_emplace(store.getView(), apart).first->second != apart)
      return {};
  SmallVector<kernel::FuncOp> both;
  SmallVector<SmallVector<unsigned>> arguments;
  for (bool ofApart : {false, true}) {
    IRMapping mapping;
    auto one = cast<kernel::FuncOp>(function->clone(mapping));
    one.setSymName(freshName(function, ofApart ? names.second : names.first));
    for (kernel::StoreOp store : stores)
      if (isApart(store) != ofApart)
        mapping.lookup(store.getOperation())->erase();
    eraseDead(one);
    arguments.push_back(dropUnusedArguments(one, 0, function.entry().getNumArguments()));
    function->getBlock()->getOperations().insert(Block::iterator(function), one);
    both.push_back(one);
  }
  for (kernel::CallOp call : calls) {
    for (auto [one, used] : llvm::zip_equal(both, arguments))
      callPart(call, one, used);
    call.erase();
  }
  function.erase();
  return both;
}

llvm::SmallBitVector getUnfoldedDims(kernel::FuncOp function, kernel::StoreOp store, std::function<bool(Operation *)> isHere) {
  llvm::SmallBitVector unfolded(function.getNumDims(), true);
  for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
    if (store.getMap().isFunctionOfDim(dim))
      unfolded.reset(dim);
  llvm::SetVector<Operation *> before;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = std::move(isHere);
  (void)getBackwardSlice(store.getOperation(), &before, options);
  for (Operation *op : before)
    if (auto reduce = dyn_cast<kernel::ReduceOp>(op))
      for (int64_t dim : reduce.getOver())
        unfolded.reset(dim);
  return unfolded;
}

namespace {

struct SeparateStores : sinter::impl::SeparateStoresPassBase<SeparateStores> {
  void runOnOperation() override {
    llvm::DenseMap<StringAttr, SmallVector<kernel::CallOp>> calls = collectCalls(getOperation());
    SmallVector<kernel::FuncOp> worklist(getOperation().getOps<kernel::FuncOp>());
    while (!worklist.empty()) {
      kernel::FuncOp function = worklist.pop_back_val();
      llvm::SmallBitVector first;
      for (auto store : function.entry().getOps<kernel::StoreOp>())
        if (llvm::SmallBitVector unfolded = getUnfoldedDims(function, store); unfolded.any())
          first = unfolded;
      if (first.empty())
        continue;
      auto isApart = [&](kernel::StoreOp store) { return getUnfoldedDims(function, store) == first; };
      SmallVector<kernel::FuncOp> both = separateStores(function, calls[function.getSymNameAttr()], isApart, {"", "_folded"});
      if (both.empty())
        continue; // All stores alike, so that the dimension is nobody's; or a call in place.
      calls = collectCalls(getOperation());
      worklist.push_back(both.front());
    }
  }
};

} // namespace
} // namespace sinter
