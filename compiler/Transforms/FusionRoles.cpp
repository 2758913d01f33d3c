// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each operator is to the fusion decision: a member of a group, an index map or a cheap producer that its readers compute, a library call or its
// epilogue, or a value that must lie in memory.

#include "compiler/Transforms/FusionPlanner.h"

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/Splats.h"

#include "mlir/IR/Remarks.h"

#include <cmath>

using namespace mlir;

namespace sinter {

void FusionPlanner::keepGiven(Block &body) {
  llvm::MapVector<int64_t, SmallVector<Operation *>> given;
  for (Operation &op : body)
    for (int64_t number : givenGroups(&op)) {
      given[number].push_back(&op);
      firstFree = std::max(firstFree, number + 1);
    }
  for (auto &[number, ops] : given) {
    bool isLibrary = llvm::any_of(ops, [](Operation *op) { return isa<ContractionOpInterface>(op); });
    auto group = std::make_unique<FusionGroup>();
    for (Operation *op : ops) {
      bool isInlined = op->hasAttr("sinter.inlined");
      roles[op] = isInlined ? FusionRole::Inlined : isLibrary ? FusionRole::Library : FusionRole::Fixed;
      if (isInlined)
        continue;
      group->members.insert(op);
      groupOf.try_emplace(op, group.get());
    }
    groups.push_back(std::move(group));
  }
}

void FusionPlanner::assignLibraries(Block &body) {
  for (Operation &op : body) {
    if (!isa<ContractionOpInterface>(op) || !givenGroups(&op).empty())
      continue;
    roles[&op] = FusionRole::Library;
    Value result = op.getResult(0);
    SmallVector<Operation *> members;
    for (OpOperand &operand : op.getOpOperands())
      if (Operation *scale = fuse ? scaleBefore(operand) : nullptr) {
        roles[scale] = FusionRole::Library;
        members.push_back(scale);
        remark::passed(scale->getLoc(), remark::RemarkOpts::name("FuseScale").category("fusion"))
            << "joins the library call as its factor";
      }
    members.push_back(&op);
    while (Operation *next = fuse ? epilogueAfter(result, members.back() == &op) : nullptr) {
      roles[next] = FusionRole::Library;
      members.push_back(next);
      result = next->getResult(0);
      remark::passed(next->getLoc(), remark::RemarkOpts::name("FuseEpilogue").category("fusion"))
          << "joins the library call as its epilogue";
    }
    libraries.push_back(members);
    if (fuse)
      for (Operation *link : destinationChain(result, scope))
        roles[link] = FusionRole::Chain;
  }
}

Operation *FusionPlanner::scaleBefore(OpOperand &operand) {
  auto scale = operand.get().getDefiningOp<MulOp>();
  auto element = getElementTypeOrSelf(operand.get().getType());
  if (strict || !scale || isAlone(scale) || !operand.get().hasOneUse() || !givenGroups(scale).empty() || !getComputeType(element).isF32())
    return nullptr;
  std::optional<ScaledValue> scaled = getScaledValue(scale);
  // A library does not read what is multiplied by 0, though it may be a NaN; and two factors together must stay in f32's range.
  if (!scaled || !(std::abs(scaled->factor) >= 0x1p-32 && std::abs(scaled->factor) <= 0x1p32))
    return nullptr;
  // The library reads what was scaled where it lies; where it cannot, the kernel that packs it scales for nothing.
  return isMatrixView(resolveView(scaled->value, scope).view) ? scale : nullptr;
}

Operation *FusionPlanner::epilogueAfter(Value result, bool mayBeBias) {
  if (!result.hasOneUse())
    return nullptr;
  Operation *user = *result.user_begin();
  if (!givenGroups(user).empty() || isAlone(user))
    return nullptr;
  // A library adds the bias before it rounds: for a narrow type that is another result than the graph's own.
  Type element = getElementTypeOrSelf(result.getType());
  bool roundsAlike = !strict || getComputeType(element) == element;
  bool isBias = mayBeBias && roundsAlike && isa<AddOp>(user) && biasOperand(user, result);
  if (!isBias && !isa<ReluOp>(user))
    return nullptr;
  Value written = user->getResult(0);
  // A bias is worth taking before a ReLU that is.
  if (isBias && written.hasOneUse() && isa<ReluOp>(*written.user_begin()))
    written = written.user_begin()->getResult(0);
  return leadsToMemory(written) ? user : nullptr;
}

bool FusionPlanner::biasOperand(Operation *add, Value result) {
  Value other = add->getOperand(0) == result ? add->getOperand(1) : add->getOperand(0);
  auto broadcast = other.getDefiningOp<BroadcastOp>();
  auto type = cast<RankedTensorType>(result.getType());
  // Where a library or the return asks for the repeated bias itself, a kernel makes it and no broadcast is left to look through.
  if (!broadcast || llvm::any_of(broadcast->getUsers(), llvm::IsaPred<ContractionOpInterface, func::ReturnOp>))
    return false;
  return other != result && broadcast.getInput().getType().getRank() == 1 &&
         broadcast.getDims()[0] == type.getRank() - 1 &&
         broadcast.getInput().getType().getDimSize(0) == type.getDimSize(type.getRank() - 1) &&
         isa<FloatType>(type.getElementType()) && resolveView(broadcast.getInput(), scope).view.isDense();
}

void FusionPlanner::findMemoryReads(Block &body) {
  for (Operation &op : llvm::reverse(body)) {
    bool isMemory = isa<ContractionOpInterface, func::ReturnOp>(op) ||
                    (isa<IndexMapOpInterface>(op) && llvm::any_of(op.getResults(), [&](Value v) { return leadsToMemory(v); }));
    if (isMemory)
      readAsMemory.insert(op.operand_begin(), op.operand_end());
  }
}

FusionRole FusionPlanner::classify(Operation *op) {
  if (isa<ConstantSourceOpInterface>(op))
    return FusionRole::Constant;
  if (isa<func::ReturnOp>(op))
    return FusionRole::Boundary;
  if (isAlone(op) || mustStore.contains(op) || isMaterialized(op))
    return FusionRole::Main;
  if (isa<IndexMapOpInterface>(op))
    return fuse && !isInPlace(op) ? FusionRole::Inlined : FusionRole::Main;
  if (isa<ElementwiseOpInterface>(op) && fuse && (isCheapProducer(op) || isReadMoved(op)))
    return FusionRole::Inlined;
  return FusionRole::Main;
}

void FusionPlanner::boundInlining(Block &body) {
  constexpr unsigned maxReads = 64, maxDepth = 64;
  struct Size {
    unsigned reads = 1, depth = 0;
  };
  llvm::DenseMap<Operation *, Size> sizes;
  for (Operation &op : body) {
    if (!isTransparent(&op))
      continue;
    Size size{0, 1};
    for (Value read : readsOfOne(&op)) {
      Size one = sizes.lookup(read.getDefiningOp());
      size = {llvm::SaturatingAdd(size.reads, one.reads), std::max(size.depth, one.depth + 1)};
    }
    if ((size.reads > maxReads || size.depth > maxDepth) && givenGroups(&op).empty())
      roles[&op] = FusionRole::Main;
    else
      sizes[&op] = size;
  }
}

SmallVector<Value> FusionPlanner::readsOfOne(Operation *op) {
  if (!isa<IndexMapOpInterface>(op))
    return llvm::to_vector(op->getOperands());
  SmallVector<AffineExpr> indices;
  for (int64_t i = 0; i < cast<RankedTensorType>(op->getResult(0).getType()).getRank(); ++i)
    indices.push_back(getAffineDimExpr(i, scope.getContext()));
  return llvm::map_to_vector(traceReads(op->getResult(0), indices, scope, [&](Operation *o) { return o == op; }), [](const TracedRead &read) { return read.value; });
}

void FusionPlanner::materializeViews(Block &body) {
  do {
    hasRequired = false;
    for (Operation &op : body)
      materializeOperands(op);
  } while (hasRequired);
}

void FusionPlanner::materializeOperands(Operation &op) {
  bool isLibrary = roles[&op] == FusionRole::Library, isReturn = roles[&op] == FusionRole::Boundary;
  if (!isLibrary && !isReturn)
    return;
  bool isScale = isLibrary && isa<MulOp>(op);
  for (Value operand : op.getOperands()) {
    if (isLibrary && !isScale && !isa<ContractionOpInterface>(op)) {
      if (auto bias = operand.getDefiningOp<BroadcastOp>())
        require(resolveInlined(bias.getInput()).base);
      continue;
    }
    // The factor goes into the call itself.
    if (isScale && operand != getScaledValue(cast<MulOp>(op))->value)
      continue;
    BufferView view = resolveInlined(operand);
    bool isFine = isLibrary ? isMatrixView(view.view) : view.base == operand || isPlainAlias(operand, view);
    require(isFine ? view.base : operand);
  }
}

BufferView FusionPlanner::resolveInlined(Value value) {
  auto map = value.getDefiningOp<IndexMapOpInterface>();
  if (map && roles.lookup(map) == FusionRole::Inlined && map->getNumOperands() == 1) {
    BufferView input = resolveInlined(map->getOperand(0));
    if (FailureOr<StridedView> view = map.viewResult(cast<OpResult>(value).getResultNumber(), input.view); succeeded(view))
      return {input.base, *view};
  }
  return {value, bufferLayout(value, scope)};
}

bool FusionPlanner::isPlainAlias(Value value, const BufferView &view) {
  Operation *producer = view.base.getDefiningOp();
  return producer && roles.lookup(producer) != FusionRole::Constant && view.base.hasOneUse() && view.view.isDense() &&
         bufferLayout(value, scope).isDense() && value.getDefiningOp()->getNumOperands() == 1;
}

void FusionPlanner::require(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && roles[op] == FusionRole::Inlined && givenGroups(op).empty()) {
    roles[op] = FusionRole::Main;
    hasRequired = true;
  }
}

} // namespace sinter
