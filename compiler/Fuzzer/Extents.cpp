// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extents evaluated; tensors copied.

#include "compiler/Fuzzer/Extents.h"

#include "dialects/Sinter/IR/Sinter.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/IR/AffineExpr.h"

#include <cstring>

using namespace mlir;
using sinter::rt::HostTensor;

namespace sinter::fuzz {

std::vector<int64_t> extentsOf(RankedTensorType type, const SymbolValues &symbols) {
  if (type.hasStaticShape())
    return std::vector<int64_t>(type.getShape().begin(), type.getShape().end());
  DimsAttr dims = getDimsAttr(type);
  SmallVector<AffineExpr> values;
  for (StringAttr symbol : dims.getSymbols()) {
    auto it = symbols.find(symbol.str());
    values.push_back(getAffineConstantExpr(it == symbols.end() ? 1 : it->second, type.getContext()));
  }
  std::vector<int64_t> extents;
  for (AffineExpr expr : dims.getExprs()) {
    auto constant = dyn_cast<AffineConstantExpr>(simplifyExpr(expr.replaceSymbols(values), 0, 0));
    extents.push_back(constant ? std::max<int64_t>(0, constant.getValue()) : 0);
  }
  return extents;
}

HostTensor copyTensor(const HostTensor &tensor) {
  HostTensor copy = *HostTensor::Create(tensor.type(), tensor.dims());
  if (tensor.byte_size() != 0)
    std::memcpy(copy.data(), tensor.data(), tensor.byte_size());
  return copy;
}

} // namespace sinter::fuzz
