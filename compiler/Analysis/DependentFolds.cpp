// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a reduction's expression aside, and looks at what its folds depend on.

#include "compiler/Analysis/DependentFolds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Block.h"

using namespace mlir;

namespace sinter {
namespace {

/// A fold's result is an argument of the block, as the operand is: what depends on one is found by its operands.
class FoldProbe : public FoldBuilder {
public:
  FoldProbe(ScalarBuilder &s, Block &block, std::optional<int64_t> elements) : FoldBuilder(s), block(block), elements(elements) {}

  Value fold(ReductionKind, Value x) override {
    isDependent |= dependsOnFold(x);
    Value result = block.addArgument(x.getType(), s.builder().getLoc());
    folded.insert(result);
    return result;
  }
  Value position() override { return block.addArgument(s.builder().getI64Type(), s.builder().getLoc()); }
  Value count() override {
    if (elements)
      return arith::ConstantOp::create(s.builder(), s.builder().getI64IntegerAttr(*elements));
    return position();
  }
  std::optional<int64_t> mostElements() override { return elements && *elements < INT32_MAX ? elements : std::nullopt; }

  bool isDependent = false;

private:
  bool dependsOnFold(Value value) {
    if (folded.contains(value))
      return true;
    Operation *op = value.getDefiningOp();
    return op && llvm::any_of(op->getOperands(), [&](Value operand) { return dependsOnFold(operand); });
  }

  Block &block;
  std::optional<int64_t> elements;
  llvm::SmallDenseSet<Value> folded;
};

} // namespace

bool hasDependentFolds(ReductionOpInterface op) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  std::optional<int64_t> elements = 1;
  for (int64_t axis : op.getReductionAxes())
    elements = !elements || type.isDynamicDim(axis) ? std::nullopt : std::optional(llvm::SaturatingMultiply<uint64_t>(*elements, type.getDimSize(axis)) & INT64_MAX);
  Block block;
  ImplicitLocOpBuilder b(op.getLoc(), op.getContext());
  b.setInsertionPointToEnd(&block);
  ScalarBuilder s(b);
  FoldProbe probe(s, block, elements);
  op.buildFolds(probe, block.addArgument(getComputeType(type.getElementType()), op.getLoc()));
  return probe.isDependent;
}

} // namespace sinter
