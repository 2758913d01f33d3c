// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index maps composed along chains of shape operators.

#include "compiler/Analysis/IndexTrace.h"

using namespace mlir;

namespace sinter {

ProperExtents properExtents(RankedTensorType type, SymbolScope &scope) {
  ProperExtents result;
  for (auto [dim, extent] : llvm::enumerate(scope.extents(type)))
    if (extent != 1) {
      result.extents.push_back(extent);
      result.dims.push_back(dim);
    }
  return result;
}

SmallVector<AffineExpr> indicesOf(RankedTensorType type, ArrayRef<AffineExpr> proper, SymbolScope &scope) {
  SmallVector<AffineExpr> indices(type.getRank(), getAffineConstantExpr(0, type.getContext()));
  for (auto [dim, index] : llvm::zip_equal(properExtents(type, scope).dims, proper))
    indices[dim] = index;
  return indices;
}

namespace {
/// Builds nothing: notes where each walk ends.
class Tracer : public IndexingBuilder {
public:
  Tracer(SymbolScope &scope, function_ref<bool(Operation *)> isTransparent) : scope(scope), isTransparent(isTransparent) {}

  MLIRContext *getContext() override { return scope.getContext(); }
  SymbolScope &symbols() override { return scope; }

  Value at(Value tensor, ArrayRef<AffineExpr> indices) override {
    SmallVector<AffineExpr> normal(indices);
    auto type = cast<RankedTensorType>(tensor.getType());
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.getDimSize(i) == 1)
        normal[i] = getAffineConstantExpr(0, getContext());
    Operation *op = tensor.getDefiningOp();
    if (op && isTransparent(op)) {
      if (auto map = dyn_cast<IndexMapOpInterface>(op))
        return map.buildAt(*this, cast<OpResult>(tensor).getResultNumber(), normal);
      for (Value operand : op->getOperands())
        at(operand, normal);
      return {};
    }
    reads.push_back({tensor, normal, conditional > 0});
    return {};
  }

  AffineExpr asIndex(Value, AffineExpr) override {
    // Numbers above those of the scope stand for values known only when the kernel runs.
    return getAffineSymbolExpr(firstDataSymbol + dataSymbols++, getContext());
  }
  AffineExpr clamped(Value scalar, AffineExpr extent) override { return asIndex(scalar, extent); }
  Value fromIndex(AffineExpr, Type) override { return {}; }
  Value selectLess(AffineExpr, AffineExpr, function_ref<Value()> onLess, function_ref<Value()> onElse) override {
    return selectIf({}, onLess, onElse);
  }
  Value selectIf(Value, function_ref<Value()> onTrue, function_ref<Value()> onFalse) override {
    ++conditional;
    onTrue();
    onFalse();
    --conditional;
    return {};
  }
  Value compute(function_ref<Value(ScalarBuilder &)>, Type) override { return {}; }
  Value randomBits(Value, Value, AffineExpr) override { return {}; }

  SmallVector<TracedRead> reads;

private:
  static constexpr unsigned firstDataSymbol = 1u << 20;
  SymbolScope &scope;
  function_ref<bool(Operation *)> isTransparent;
  unsigned dataSymbols = 0;
  int conditional = 0;
};
} // namespace

SmallVector<TracedRead> traceReads(Value value, ArrayRef<AffineExpr> indices, SymbolScope &scope,
                                   function_ref<bool(Operation *)> isTransparent) {
  Tracer tracer(scope, isTransparent);
  tracer.at(value, indices);
  return std::move(tracer.reads);
}

SmallVector<TracedRead> traceUpdate(ScatterOpInterface scatter, ArrayRef<AffineExpr> indices, SymbolScope &scope,
                                    function_ref<bool(Operation *)> isTransparent) {
  Tracer tracer(scope, isTransparent);
  tracer.at(scatter.getUpdate(), indices);
  scatter.buildPlace(tracer, indices);
  scatter.buildPredicate(tracer, indices);
  return std::move(tracer.reads);
}

} // namespace sinter
