// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Carries out the decision of FormFusionGroups: one sinter.group a group.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/InPlace.h"
#include "compiler/Support/OperatorNames.h"
#include "compiler/Transforms/GroupCheck.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace sinter {
#define GEN_PASS_DEF_APPLYFUSIONGROUPSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

using GroupNumber = int64_t;
constexpr StringLiteral groupsName = "sinter.groups", inlinedName = "sinter.inlined";

ArrayRef<int64_t> groupsOf(Operation *op) {
  auto attribute = op->getAttrOfType<DenseI64ArrayAttr>(groupsName);
  return attribute ? attribute.asArrayRef() : ArrayRef<int64_t>();
}

/// Whether each reader computes the operator for itself, so that it has no value of its own.
bool isInlined(Operation *op) { return op->hasAttr(inlinedName); }

/// A constant that is one value throughout: it goes into the text of whoever reads it.
bool isScalarConstant(Operation *op) {
  DenseElementsAttr elements;
  return op && matchPattern(op, m_Constant(&elements)) && elements.isSplat();
}

struct ApplyFusionGroups : sinter::impl::ApplyFusionGroupsPassBase<ApplyFusionGroups> {
  void runOnOperation() override {
    if (failed(checkGraph(getOperation())))
      return signalPassFailure();
    Block &body = getOperation().getBody().front();
    llvm::MapVector<GroupNumber, SmallVector<Operation *>> members;
    for (Operation &op : body)
      for (GroupNumber number : groupsOf(&op))
        members[number].push_back(&op);
    for (auto &[number, ops] : members)
      if (failed(checkGroup(ops)))
        return signalPassFailure();
    llvm::DenseMap<Value, Value> outside, returned;
    for (auto &[number, ops] : members) {
      SmallVector<Value> all = resultsOf(number, ops);
      for (ArrayRef<Value> results : splitByShape(all))
        buildGroup(number, ops, results, outside, returned);
    }
    for (auto [from, to] : returned)
      from.replaceUsesWithIf(to, [](OpOperand &use) { return isa<func::ReturnOp>(use.getOwner()); });
    for (auto [from, to] : outside)
      from.replaceAllUsesWith(to);
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
      if (isOpTriviallyDead(&op)) {
        op.erase();
      } else if (isInlined(&op) && isa<IndexMapOpInterface>(op)) {
        // A view that a library reads through stays in the graph.
        op.removeAttr(groupsName);
        op.removeAttr(inlinedName);
      } else if (!groupsOf(&op).empty() || isInlined(&op)) {
        op.emitOpError("expected each reader of this value to be in its group, or its group to come first in `sinter.groups`");
        return signalPassFailure();
      }
    }
    if (!sortTopologically(&body)) {
      refuseCircle(body);
      signalPassFailure();
    }
  }

  /// Leaves an error at the first operator in a group that reads what is made of a result of that group, and a note at who reads that result.
  void refuseCircle(Block &body) {
    for (auto group : body.getOps<GroupOp>())
      for (OpOperand &input : group->getOpOperands())
        if (OpOperand *use = findUse(group, input.get().getDefiningOp())) {
          InFlightDiagnostic error = readerOf(input)->emitOpError("expected groups not to depend on each other in a circle, but this operator reads what is made of a result of its own group");
          error.attachNote(readerOf(*use)->getLoc()) << "which is read here";
          return;
        }
    getOperation().emitError("expected groups not to depend on each other in a circle");
  }

  /// A use of a result of `group` by what `op` is or is made of; null where there is none.
  static OpOperand *findUse(GroupOp group, Operation *op) {
    llvm::SmallSetVector<Operation *, 16> needed;
    if (op)
      needed.insert(op);
    for (size_t i = 0; i < needed.size(); ++i)
      for (OpOperand &operand : needed[i]->getOpOperands()) {
        Operation *producer = operand.get().getDefiningOp();
        if (producer == group.getOperation())
          return &operand;
        if (producer)
          needed.insert(producer);
      }
    return nullptr;
  }

  /// The operator that reads at `use`: of a group, a member.
  static Operation *readerOf(OpOperand &use) {
    auto group = dyn_cast<GroupOp>(use.getOwner());
    return group ? *group.getBody().getArgument(use.getOperandNumber()).user_begin() : use.getOwner();
  }

  static bool isMember(Operation *op, GroupNumber number) { return op && llvm::is_contained(groupsOf(op), number); }

  /// What the rest of the graph gets from group `number`.
  static SmallVector<Value> resultsOf(GroupNumber number, ArrayRef<Operation *> ops) {
    SmallVector<Value> results;
    for (Operation *op : ops)
      for (Value result : op->getResults())
        if (!isInlined(op) && groupsOf(op).front() == number && isReadOutside(result))
          results.push_back(result);
    return results;
  }

  /// The shape as a type, whatever the elements.
  static RankedTensorType shapeOf(Value value) {
    return withElementType(cast<RankedTensorType>(value.getType()), IntegerType::get(value.getContext(), 1));
  }

  /// One list a group to build: an operator that cuts its operand into pieces of several shapes is a kernel a piece.
  static SmallVector<ArrayRef<Value>> splitByShape(ArrayRef<Value> results) {
    bool arePieces = llvm::all_equal(llvm::map_range(results, [](Value v) { return v.getDefiningOp(); })) &&
                     !llvm::all_equal(llvm::map_range(results, shapeOf));
    SmallVector<ArrayRef<Value>> lists;
    for (size_t i = 0, size = arePieces ? 1 : results.size(); i < results.size(); i += size)
      lists.push_back(results.slice(i, size));
    return lists;
  }

  /// Whether `value` is a result of the graph and read by a library too, directly or as a view. The kernel writes it twice then: a
  /// captured library call cannot be given the new address of a result, a kernel can.
  bool isReturnedAndReadByLibrary(Value value) {
    bool isReturned = llvm::any_of(value.getUses(), [&](OpOperand &use) {
      return isa<func::ReturnOp>(use.getOwner()) && !getOperation().getResultAttr(use.getOperandNumber(), "sinter.tied");
    });
    return isReturned && isReadByLibrary(value);
  }

  static bool isReadByLibrary(Value value) {
    return llvm::any_of(value.getUsers(), [](Operation *user) {
      if (isa<ContractionOpInterface>(user))
        return true;
      bool isView = isInlined(user) && isa<IndexMapOpInterface>(user) && user->getNumOperands() == 1;
      return isView && llvm::any_of(user->getResults(), [](Value v) { return isReadByLibrary(v); });
    });
  }

  /// Builds group `number`. `outside` gets what stands for each of `results` outside of it, `returned` what the function is to return
  /// instead, where that is another buffer.
  void buildGroup(GroupNumber number, ArrayRef<Operation *> ops, ArrayRef<Value> results, llvm::DenseMap<Value, Value> &outside,
                  llvm::DenseMap<Value, Value> &returned) {
    llvm::SetVector<Value> inputs;
    llvm::SetVector<Operation *> constants;
    bool isLibrary = llvm::any_of(ops, [](Operation *op) { return isa<ContractionOpInterface>(op); });
    for (Operation *op : ops)
      for (Value operand : op->getOperands()) {
        if (isMember(operand.getDefiningOp(), number))
          continue;
        // A library reads memory.
        if (isScalarConstant(operand.getDefiningOp()) && !isLibrary)
          constants.insert(operand.getDefiningOp());
        else
          inputs.insert(operand);
      }
    SmallVector<Value> all(results), twice;
    if (!isLibrary)
      llvm::copy_if(results, std::back_inserter(twice), [&](Value v) { return isReturnedAndReadByLibrary(v) && !getInPlaceScatter(v); });
    llvm::append_range(all, twice);
    OpBuilder b(ops.back());
    SmallVector<Location> locations;
    // A broadcast that like layers share says the place of the first of them.
    for (Operation *op : ops)
      if (!isPlumbing(*op))
        locations.push_back(op->getLoc());
    if (locations.empty())
      locations.push_back(ops.back()->getLoc());
    auto group = GroupOp::create(b, b.getFusedLoc(locations), TypeRange(ValueRange(all)), isLibrary ? GroupKind::Library : GroupKind::Kernel,
                                 inputs.getArrayRef());
    Block *block = b.createBlock(&group.getBody());
    IRMapping mapping;
    for (Value input : inputs)
      mapping.map(input, block->addArgument(input.getType(), input.getLoc()));
    for (Operation *constant : constants)
      b.clone(*constant, mapping);
    for (Operation *op : ops) {
      Operation *clone = b.clone(*op, mapping);
      clone->removeAttr(groupsName);
      clone->removeAttr(inlinedName);
    }
    SmallVector<Value> yielded;
    for (Value result : all)
      yielded.push_back(mapping.lookup(result));
    YieldOp::create(b, group.getLoc(), yielded);
    for (auto [result, replacement] : llvm::zip(results, group.getResults()))
      outside[result] = replacement;
    for (auto [result, replacement] : llvm::zip_equal(twice, group.getResults().drop_front(results.size())))
      returned[result] = replacement;
  }

  /// Whether some reader is in no group of the value's operator, directly or through a view that stays in the graph.
  static bool isReadOutside(Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      if (groupsOf(user).empty() && !isInlined(user))
        return true;
      if (llvm::any_of(groupsOf(user), [&](GroupNumber g) { return !isMember(value.getDefiningOp(), g); }))
        return true;
      return isInlined(user) && llvm::any_of(user->getResults(), [&](Value v) { return isReadOutside(v); });
    });
  }
};
} // namespace
