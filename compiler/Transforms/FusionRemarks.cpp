// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A remark for each edge of the graph: kept or cut, and why.

#include "compiler/Transforms/FusionPlanner.h"

#include "compiler/Analysis/FusionEdge.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace sinter {

void FusionPlanner::remarkEdges() {
  if (!function.getContext()->getRemarkEngine())
    return;
  llvm::DenseMap<Operation *, unsigned> calls;
  for (auto [i, members] : llvm::enumerate(libraries))
    for (Operation *op : members)
      calls[op] = i + 1;
  for (auto &[producer, own] : readers) {
    // The first edge of either kind has the write to its account.
    bool isWriteSaved = false, isWritePaid = false;
    FusionGroup *group = groupOf.lookup(producer);
    bool isStored = !group || group->stored.contains(producer);
    for (Operation *consumer : own) {
      bool isCall = calls.lookup(producer) != 0 && calls.lookup(producer) == calls.lookup(consumer);
      if (roles.lookup(producer) == FusionRole::Constant || roles.lookup(consumer) == FusionRole::Boundary || roles.lookup(consumer) == FusionRole::Chain || isCall)
        continue;
      bool isAgain = dissolved.contains(producer) || llvm::is_contained(copiesOf(producer), groupOf.lookup(consumer));
      bool isKept = group && (group == groupOf.lookup(consumer) || isAgain);
      bool &isWriteCounted = isKept ? isWriteSaved : isWritePaid;
      bool hasWrite = (isKept ? !isStored : isStored) && !isWriteCounted;
      isWriteCounted = true;
      remarkFusionEdge({producer, consumer, isKept ? "" : whyApart(producer, consumer), hasWrite ? 2u : 1u});
    }
  }
}

void FusionPlanner::remarkRecompute() {
  for (auto &[op, remark] : recomputeRemarks) {
    // A library or the graph's result may have asked for it since.
    if (remark.first && roles.lookup(op) != FusionRole::Inlined && copiesOf(op).empty())
      continue;
    auto options = remark::RemarkOpts::name("Recompute").category("fusion").function(function.getSymName());
    if (remark.first)
      remark::passed(op->getLoc(), options) << remark.second;
    else
      remark::missed(op->getLoc(), options) << remark.second;
  }
}

std::string FusionPlanner::whyApart(Operation *producer, Operation *consumer) {
  auto refusal = refusals.find({producer, consumer});
  if (refusal != refusals.end())
    return refusal->second;
  if (roles.lookup(consumer) == FusionRole::Library)
    return "a library call reads its operands from memory";
  if (roles.lookup(producer) == FusionRole::Library || roles.lookup(producer) == FusionRole::Chain)
    return "a library call writes its result to memory";
  return fuse ? "their groups came with the graph" : "fusion is off";
}

} // namespace sinter
