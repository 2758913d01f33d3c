// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which operators share a kernel or a library call. See the pass' description for the rules; the decision is
// only written down here, ApplyFusionGroups carries it out.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Transforms/FusionPlanner.h"
#include "compiler/Transforms/Passes.h"

namespace sinter {
#define GEN_PASS_DEF_FORMFUSIONGROUPSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;

namespace sinter {

LogicalResult FusionPlanner::run() {
  Block &body = function.getBody().front();
  for (auto [position, op] : llvm::enumerate(body))
    order[&op] = position;
  formGroups(body);
  if (fuse && failed(fitMemory(body)))
    return failure();
  writeDecision(body);
  remarkEdges();
  remarkRecompute();
  return success();
}

void FusionPlanner::formGroups(Block &body) {
  keepGiven(body);
  measureTrees(body);
  findMemoryReads(body);
  assignLibraries(body);
  for (Operation &op : llvm::reverse(body))
    roles.try_emplace(&op, classify(&op));
  boundInlining(body);
  materializeViews(body);
  collectReaders(body);
  for (Operation &op : body)
    if (roles[&op] == FusionRole::Main)
      startGroup(&op);
  if (!fuse)
    return;
  for (Operation &op : body)
    if (roles[&op] == FusionRole::Main)
      mergeProducers(&op);
  mergeSiblings(body);
  recomputeStored(body);
}

void FusionPlanner::writeDecision(Block &body) {
  llvm::MapVector<Operation *, SmallVector<int64_t>> decision;
  int64_t next = firstFree;
  llvm::DenseMap<FusionGroup *, int64_t> numbers;
  for (Operation &op : body)
    if (FusionGroup *group = groupOf.lookup(&op); group && givenGroups(&op).empty() && !dissolved.contains(&op)) {
      auto [it, isNew] = numbers.try_emplace(group, next);
      next += isNew;
      decision[&op] = {it->second};
    }
  for (ArrayRef<Operation *> members : libraries) {
    for (Operation *op : members)
      decision[op] = {next};
    ++next;
  }
  // What a group computes for itself, beside the one that has the value.
  for (auto &[op, groups] : copies)
    for (FusionGroup *group : groups)
      decision[op].push_back(numbers.lookup(group));
  for (Operation *op : dissolved)
    roles[op] = FusionRole::Inlined;
  // An inlined operator belongs to each group that reads through it.
  for (Operation &op : llvm::reverse(body)) {
    if (roles[&op] != FusionRole::Inlined || !givenGroups(&op).empty() || dissolved.contains(&op))
      continue;
    SmallVector<int64_t> own;
    for (Operation *user : op.getUsers())
      if (llvm::is_contained({FusionRole::Main, FusionRole::Inlined, FusionRole::Fixed}, roles[user])) {
        ArrayRef<int64_t> given = givenGroups(user);
        for (int64_t number : given.empty() ? ArrayRef<int64_t>(decision[user]) : given)
          if (!llvm::is_contained(own, number))
            own.push_back(number);
      }
    llvm::sort(own);
    decision[&op] = own;
  }
  for (auto &[op, numbers] : decision) {
    op->setAttr("sinter.groups", DenseI64ArrayAttr::get(op->getContext(), numbers));
    if (roles[op] == FusionRole::Inlined)
      op->setAttr("sinter.inlined", UnitAttr::get(op->getContext()));
  }
}

namespace {
struct FormFusionGroups : impl::FormFusionGroupsPassBase<FormFusionGroups> {
  using FormFusionGroupsPassBase::FormFusionGroupsPassBase;
  void runOnOperation() override {
    if (failed(checkGraph(getOperation())))
      return signalPassFailure();
    for (Operation &op : getOperation().getBody().front())
      if (op.hasAttr("sinter.alone") && op.hasAttr("sinter.groups")) {
        op.emitOpError("has `sinter.alone`, which asks for a kernel of its own, and `sinter.groups`, which shares one: expected either");
        return signalPassFailure();
      }
    if (failed(FusionPlanner(getOperation(), fuse, strict, maxRecompute, memoryLimit).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace sinter
