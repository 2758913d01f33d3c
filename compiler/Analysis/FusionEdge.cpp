// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The remark of one edge, and bytes as a formula.

#include "compiler/Analysis/FusionEdge.h"

#include "compiler/Analysis/InPlace.h"
#include "compiler/Support/OperatorNames.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace sinter {

std::string describeExtent(AffineExpr expr, ArrayRef<StringRef> symbols) {
  if (auto known = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(known.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()].str();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::string lhs = describeExtent(binary.getLHS(), symbols), rhs = describeExtent(binary.getRHS(), symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    return lhs + " * " + rhs;
  case AffineExprKind::Add:
    return "(" + lhs + " + " + rhs + ")";
  case AffineExprKind::Mod:
    return "(" + lhs + " mod " + rhs + ")";
  case AffineExprKind::CeilDiv:
    return "(" + lhs + " ceildiv " + rhs + ")";
  default:
    return "(" + lhs + " floordiv " + rhs + ")";
  }
}

std::string describeBytes(RankedTensorType type, unsigned accesses) {
  DimsAttr dims = getDimsAttr(type);
  SmallVector<StringRef> symbols;
  for (StringAttr symbol : dims.getSymbols())
    symbols.push_back(symbol.getValue());
  // A bool is a byte.
  int64_t known = static_cast<int64_t>(accesses) * ((type.getElementTypeBitWidth() + 7) / 8);
  std::string symbolic;
  for (AffineExpr extent : dims.getExprs()) {
    if (auto constant = dyn_cast<AffineConstantExpr>(extent))
      known *= constant.getValue();
    else
      symbolic += " * " + describeExtent(extent, symbols);
  }
  return std::to_string(known) + (known == 0 ? "" : symbolic);
}

void remarkFusionEdge(const FusionEdge &edge) {
  bool isKept = edge.reason.empty();
  Operation *producer = edge.producer;
  auto function = edge.consumer->getParentOfType<func::FuncOp>();
  auto options =
      remark::RemarkOpts::name("FuseProducer").category("fusion").function(function ? function.getSymName() : "");
  remark::detail::InFlightRemark remark =
      isKept ? remark::passed(edge.consumer->getLoc(), options) : remark::missed(edge.consumer->getLoc(), options);
  if (!remark)
    return;
  RankedTensorType type = getComputedType(producer->getResult(0));
  std::string bytes = describeBytes(type, edge.accesses);
  StringRef moved = edge.accesses > 1 ? " bytes written and read" : " bytes read";
  StringRef name = producer->getName().getStringRef();
  if (isKept)
    remark << "shares a kernel with " << name << ", saving " << StringRef(bytes) << moved;
  else
    remark << "keeps apart from " << name << ": " << StringRef(edge.reason) << ", which costs " << StringRef(bytes)
           << moved;
  using Arg = remark::detail::Remark::Arg;
  remark << Arg("Producer", getOperatorName(producer)) << Arg("ProducerAt", Attribute(LocationAttr(producer->getLoc())))
         << Arg("Consumer", getOperatorName(edge.consumer)) << Arg("Bytes", bytes) << Arg("Accesses", edge.accesses)
         << Arg("Type", Attribute(TypeAttr::get(type)));
  if (!isKept)
    remark << Arg("Why", edge.reason);
}

} // namespace sinter
