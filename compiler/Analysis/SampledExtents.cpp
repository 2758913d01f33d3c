// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 64 is in the middle of what batches and sequences are; a graph that says that it never has so few, or so many, is taken at its word.

#include "compiler/Analysis/SampledExtents.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {

constexpr int64_t sampleValue = 64;
constexpr uint64_t mostBytes = uint64_t(1) << 44;

int64_t nearestValue(RangeAttr range, int64_t wanted) {
  int64_t divisor = range.getDivisor();
  // A range holds a multiple of its divisor, so that this one is no more than its end.
  int64_t least = (range.getMin() / divisor + (range.getMin() % divisor != 0)) * divisor;
  return std::max(least, std::min(range.getMax(), wanted) / divisor * divisor);
}

/// 0, which every multiple of more than 64 has below it, would stand for nothing.
static int64_t sampleOf(RangeAttr range) { return nearestValue(range, std::max(sampleValue, range.getDivisor())); }

/// Elements of `type` where each symbol has the value that `valueOf` gives for its range.
static uint64_t countElements(RankedTensorType type, Operation *op, function_ref<int64_t(RangeAttr)> valueOf) {
  // Of a type without symbols no attribute is made: a module in thread form need not have the dialect.
  auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  SmallVector<AffineExpr> values;
  for (StringAttr symbol : dims ? dims.getSymbols() : ArrayRef<StringAttr>())
    values.push_back(getAffineConstantExpr(valueOf(getSymbolRange(op, symbol.getValue())), type.getContext()));
  uint64_t elements = 1;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    auto known = dims ? dyn_cast<AffineConstantExpr>(dims.getExprs()[dim].replaceSymbols(values)) : AffineConstantExpr();
    int64_t count = known ? known.getValue() : extent;
    elements = count >= 0 ? llvm::SaturatingMultiply<uint64_t>(elements, count) : elements;
  }
  return elements;
}

static uint64_t countBytes(RankedTensorType type, uint64_t elements) {
  uint64_t each = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  return std::min(mostBytes, llvm::SaturatingMultiply<uint64_t>(elements, each));
}

uint64_t countSampledElements(RankedTensorType type, Operation *op) { return countElements(type, op, sampleOf); }

uint64_t countSampledBytes(RankedTensorType type, Operation *op) { return countBytes(type, countSampledElements(type, op)); }

uint64_t countMostBytes(RankedTensorType type, Operation *op) {
  return countBytes(type, countElements(type, op, [](RangeAttr range) { return range.getMax(); }));
}

} // namespace sinter
