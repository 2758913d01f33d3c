// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extents as numbers.

#include "compiler/Explain/SymbolValues.h"

#include "dialects/Sinter/IR/Sinter.h"
#include "dialects/Support/SimplifyExpr.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {

constexpr int64_t mostAssumed = 4096;

int64_t SymbolValues::of(StringRef symbol) const {
  auto it = given.find(symbol);
  if (it != given.end())
    return it->second;
  int64_t greatest = getSymbolRange(function, symbol).getMax();
  bool isUnlimited = greatest >= std::numeric_limits<int32_t>::max();
  return isUnlimited || isBounded ? std::min(greatest, mostAssumed) : greatest;
}

uint64_t SymbolValues::countElements(RankedTensorType type) const {
  DimsAttr dims = getDimsAttr(type);
  SmallVector<AffineExpr> values;
  for (StringAttr symbol : dims.getSymbols())
    values.push_back(getAffineConstantExpr(of(symbol.getValue()), type.getContext()));
  uint64_t count = 1;
  for (AffineExpr expr : dims.getExprs()) {
    auto extent = dyn_cast<AffineConstantExpr>(simplifyExpr(expr.replaceSymbols(values), 0, 0));
    count = llvm::SaturatingMultiply<uint64_t>(count, extent ? std::max<int64_t>(extent.getValue(), 0) : 1);
  }
  return count;
}

uint64_t SymbolValues::countBytes(RankedTensorType type) const {
  // A bool is a byte.
  return llvm::SaturatingMultiply<uint64_t>(countElements(type), (type.getElementTypeBitWidth() + 7) / 8);
}

} // namespace sinter
