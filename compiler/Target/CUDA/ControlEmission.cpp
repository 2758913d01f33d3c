// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What loops and branches print as. What a loop carries, and what a branch gives, are variables that its body assigns.

#include "compiler/Target/CUDA/CudaEmitter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sinter;
using namespace sinter::kernel;

/// Loops of at most this many turns, known at compile time, unroll.
static constexpr int64_t maxUnrolledTurns = 16;

// Assignment at the end of a block.

/// Whether the text of `value` names `variable`.
static bool mentions(CudaEmitter &e, Value value, Value variable) {
  if (value == variable)
    return true;
  return e.names().isInlined(value) && llvm::any_of(value.getDefiningOp()->getOperands(),
                                                    [&](Value operand) { return mentions(e, operand, variable); });
}

/// Assigns all values at once: where one of them uses a variable that was assigned before it, by way of temporaries.
static LogicalResult assignAll(CudaEmitter &e, Operation *op, ValueRange targets, ValueRange values) {
  bool needsTemporaries = false;
  for (unsigned i = 0; i < targets.size(); ++i)
    for (unsigned j = i + 1; j < targets.size(); ++j)
      needsTemporaries |= values[i] != targets[i] && mentions(e, values[j], targets[i]);
  SmallVector<std::string> texts;
  for (auto [target, value] : llvm::zip(targets, values)) {
    texts.push_back(e.argument(value));
    if (!needsTemporaries || value == target)
      continue;
    FailureOr<std::string> type = e.typeName(op, value.getType());
    if (failed(type))
      return failure();
    std::string next = "next_" + e.names().nameOf(target).str();
    e.line("const " + *type + " " + next + " = " + texts.back() + ";");
    texts.back() = next;
  }
  for (auto [target, value, text] : llvm::zip(targets, values, texts))
    if (value != target)
      e.line(e.names().nameOf(target) + " = " + text + ";");
  return success();
}

// Loops.

/// Whether the loop's counter chooses registers, which then must be known to the compiler.
static bool indexesRegisters(scf::ForOp loop) {
  SmallVector<Value> work = {loop.getInductionVar()};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (Operation *user : value.getUsers()) {
      if (auto get = dyn_cast<RegisterGetOp>(user); get && get.getIndex() == value && !isLaunched(get.getRegisters()))
        return true;
      if (auto set = dyn_cast<RegisterSetOp>(user); set && set.getIndex() == value && !isLaunched(set.getRegisters()))
        return true;
      if (user->getNumResults() == 1 && user->getResult(0).getType().isIndex())
        work.push_back(user->getResult(0));
    }
  }
  return false;
}

/// Not where the schedule counts on the registers of a few turns alone (`kernel.turns_at_once`).
static bool isUnrolled(scf::ForOp loop) {
  if (loop->hasAttr("kernel.turns_at_once"))
    return indexesRegisters(loop);
  APInt lower, upper, step;
  if (matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
      matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) && matchPattern(loop.getStep(), m_ConstantInt(&step)) &&
      step.isStrictlyPositive()) {
    int64_t distance = upper.getSExtValue() - lower.getSExtValue();
    if (llvm::divideCeil(std::max<int64_t>(distance, 0), step.getSExtValue()) <= maxUnrolledTurns)
      return true;
  }
  return indexesRegisters(loop);
}

static LogicalResult emitLoop(CudaEmitter &e, scf::ForOp loop) {
  for (auto [variable, initial] : llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs()))
    if (failed(e.declare(loop, variable, e.argument(initial), /*isConst=*/false)))
      return failure();
  FailureOr<std::string> type = e.typeName(loop, loop.getInductionVar().getType());
  if (failed(type))
    return failure();
  StringRef counter = e.names().nameOf(loop.getInductionVar());
  APInt step;
  bool stepsByOne = matchPattern(loop.getStep(), m_ConstantInt(&step)) && step.isOne();
  std::string advance =
      stepsByOne ? ("++" + counter).str() : (counter + " += " + e.operand(loop.getStep(), Precedence::Ternary)).str();
  if (isUnrolled(loop))
    e.line("#pragma unroll");
  else if (auto steps = loop->getAttrOfType<IntegerAttr>("kernel.unroll"))
    e.line("#pragma unroll " + std::to_string(steps.getInt()));
  e.line("for (" + *type + " " + counter + " = " + e.operand(loop.getLowerBound(), Precedence::Ternary) + "; " +
         counter + " < " + e.operand(loop.getUpperBound(), Precedence::Additive) + "; " + advance + ") {");
  e.indent();
  e.bind(loop.getInductionVar());
  if (failed(e.emitBlock(*loop.getBody())) ||
      failed(assignAll(e, loop, loop.getRegionIterArgs(), loop.getYieldedValues())))
    return failure();
  e.outdent();
  e.line("}");
  return success();
}

// Branches.

static LogicalResult emitBranch(CudaEmitter &e, scf::IfOp branch, Block &block) {
  e.indent();
  if (failed(e.emitBlock(block)) ||
      failed(assignAll(e, branch, branch.getResults(), block.getTerminator()->getOperands())))
    return failure();
  e.outdent();
  return success();
}

static LogicalResult emitIf(CudaEmitter &e, scf::IfOp branch) {
  for (Value result : branch.getResults())
    if (failed(e.declare(branch, result, "", /*isConst=*/false)))
      return failure();
  e.line("if (" + e.operand(branch.getCondition(), Precedence::Ternary) + ") {");
  if (failed(emitBranch(e, branch, *branch.thenBlock())))
    return failure();
  if (branch.elseBlock() && (branch.elseBlock()->getOperations().size() > 1 || branch.getNumResults() > 0)) {
    e.line("} else {");
    if (failed(emitBranch(e, branch, *branch.elseBlock())))
      return failure();
  }
  e.line("}");
  return success();
}

void sinter::populateControlEmission(EmissionTable &table) {
  table.statement<scf::ForOp>(emitLoop);
  table.statement<scf::IfOp>(emitIf);
}
