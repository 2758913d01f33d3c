// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins extents.

#include "compiler/Explain/ReportWords.h"

#include "compiler/Analysis/FusionEdge.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace sinter {

static std::string join(ArrayRef<AffineExpr> exprs, ArrayRef<StringRef> symbols) {
  SmallVector<std::string> extents;
  for (AffineExpr expr : exprs)
    extents.push_back(describeExtent(expr, symbols));
  return extents.empty() ? "1" : llvm::join(extents, " x ");
}

std::string describeExtents(RankedTensorType type) {
  DimsAttr dims = getDimsAttr(type);
  SmallVector<StringRef> symbols;
  for (StringAttr symbol : dims.getSymbols())
    symbols.push_back(symbol.getValue());
  return join(dims.getExprs(), symbols);
}

std::string describeType(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type.getElementType() << "[" << (type.getRank() == 0 ? "" : describeExtents(type)) << "]";
  return text;
}

std::string describeDomain(kernel::FuncOp kernel) {
  SmallVector<StringRef> symbols;
  for (Attribute name : kernel.getSymbols())
    symbols.push_back(cast<StringAttr>(name).getValue());
  return join(kernel.getDims().getResults(), symbols);
}

} // namespace sinter
