// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strided views and the numbering of symbols.

#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;

namespace sinter {

unsigned SymbolScope::number(StringRef name) {
  auto it = llvm::find(symbolNames, name);
  if (it != symbolNames.end())
    return it - symbolNames.begin();
  symbolNames.push_back(name.str());
  return symbolNames.size() - 1;
}

SmallVector<AffineExpr> SymbolScope::extents(RankedTensorType type) {
  SmallVector<AffineExpr> result;
  auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  if (!dims) {
    for (int64_t extent : type.getShape())
      result.push_back(getAffineConstantExpr(extent, context));
    return result;
  }
  SmallVector<AffineExpr> renumbered;
  for (StringAttr name : dims.getSymbols())
    renumbered.push_back(getAffineSymbolExpr(number(name.getValue()), context));
  for (AffineExpr expr : dims.getExprs())
    result.push_back(expr.replaceSymbols(renumbered));
  return result;
}

StridedView StridedView::dense(ArrayRef<AffineExpr> extents, MLIRContext *context) {
  StridedView view;
  view.offset = getAffineConstantExpr(0, context);
  view.extents.assign(extents.begin(), extents.end());
  view.strides.resize(extents.size());
  AffineExpr stride = getAffineConstantExpr(1, context);
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i >= 0; --i) {
    view.strides[i] = stride;
    // No two indices are one place, even of a tensor without elements.
    if (extents[i] != 0)
      stride = stride * extents[i];
  }
  return view;
}

bool StridedView::isDense() const {
  if (offset != 0)
    return false;
  StridedView plain = dense(extents, offset.getContext());
  for (auto [extent, stride, expected] : llvm::zip_equal(extents, strides, plain.strides))
    if (extent != 1 && stride != expected)
      return false;
  return true;
}

} // namespace sinter
