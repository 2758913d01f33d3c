// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for calls in the functions of the module: other kernels, which passes may be changing meanwhile, are not looked at.

#include "compiler/Analysis/KernelCalls.h"

#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/SampledExtents.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace sinter {

/// Whether `later` reads what `earlier` makes, as it is or through views of it.
static bool waitsFor(kernel::CallOp later, kernel::CallOp earlier) {
  SmallVector<Value> worklist(later->getOperands());
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!worklist.empty()) {
    Operation *producer = worklist.pop_back_val().getDefiningOp();
    if (producer == earlier)
      return true;
    if (producer && isa<IndexMapOpInterface>(producer) && seen.insert(producer).second)
      llvm::append_range(worklist, producer->getOperands());
  }
  return false;
}

template <typename Func>
void KernelCalls::find(Func kernel) {
  special = kernel->template getAttrOfType<kernel::SpecializationAttr>("kernel.specializes");
  StringAttr callee = special ? special.getOf().getAttr() : kernel.getSymNameAttr();
  symbols = kernel.getSymbolsAttr();
  auto module = kernel->template getParentOfType<ModuleOp>();
  if (!module)
    return;
  for (auto function : module.template getOps<func::FuncOp>())
    if (!function.isExternal())
      for (auto call : function.getBody().front().template getOps<kernel::CallOp>())
        if (call.getCalleeAttr().getAttr() == callee)
          calls.push_back(call);
  if (!special)
    return;
  if (auto general = SymbolTable::lookupNearestSymbolFrom<Func>(kernel, special.getOf()))
    symbols = general.getSymbolsAttr();
  else
    calls.clear();
}

KernelCalls::KernelCalls(kernel::FuncOp kernel) { find(kernel); }
KernelCalls::KernelCalls(kernel::ThreadFuncOp kernel) { find(kernel); }

std::optional<int64_t> KernelCalls::countMost(function_ref<std::optional<int64_t>(ArrayRef<AffineExpr>)> count) const {
  if (std::optional<int64_t> known = count({}))
    return known;
  std::optional<int64_t> most;
  for (kernel::CallOp call : calls) {
    SmallVector<AffineExpr> greatest;
    for (auto [i, name] : llvm::enumerate(symbols.getAsRange<StringAttr>())) {
      int64_t value = getSymbolRange(call, name.getValue()).getMax();
      greatest.push_back(getAffineConstantExpr(special && special.getSymbol() == static_cast<int64_t>(i) ? value / special.getDivisor() : value, call.getContext()));
    }
    std::optional<int64_t> here = count(greatest);
    if (!here)
      return std::nullopt;
    most = std::max(most.value_or(0), *here);
  }
  return most;
}

bool KernelCalls::haveNeighbours() const {
  return llvm::any_of(calls, [](kernel::CallOp call) {
    for (Operation *before = call->getPrevNode(); before; before = before->getPrevNode())
      if (auto other = dyn_cast<kernel::CallOp>(before)) {
        if (!waitsFor(call, other))
          return true;
        break;
      }
    for (Operation *after = call->getNextNode(); after; after = after->getNextNode())
      if (auto other = dyn_cast<kernel::CallOp>(after))
        return !waitsFor(other, call);
    return false;
  });
}

bool KernelCalls::haveSuccessors() const {
  return llvm::any_of(calls, [](kernel::CallOp call) {
    return llvm::any_of(llvm::make_range(std::next(call->getIterator()), call->getBlock()->end()), llvm::IsaPred<kernel::CallOp>);
  });
}

bool KernelCalls::areResultsReturned() const {
  return llvm::all_of(calls, [](kernel::CallOp call) { return llvm::all_of(call->getUsers(), llvm::IsaPred<func::ReturnOp>); });
}

std::optional<int64_t> getMostPoints(kernel::FuncOp function, function_ref<bool(int64_t)> isIn) {
  return KernelCalls(function).countMost([&](ArrayRef<AffineExpr> symbols) { return countPoints(function, symbols, isIn); });
}

} // namespace sinter
