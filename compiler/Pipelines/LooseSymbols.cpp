// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols of a function that is made of a part of another one.

#include "compiler/Pipelines/LooseSymbols.h"

#include "compiler/Analysis/GraphForm.h"
#include "dialects/Sinter/IR/Indexing.h"
#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;

namespace sinter {

LogicalResult bindLooseSymbols(func::FuncOp function, ArrayRef<std::string> more) {
  SymbolScope bound(function.getContext()), used(function.getContext());
  for (Type type : llvm::concat<const Type>(function.getArgumentTypes(), function.getResultTypes()))
    bound.extents(cast<RankedTensorType>(type));
  function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        used.extents(tensor);
  });
  Builder b(function.getContext());
  for (const std::string &name : more)
    used.number(name);
  for (const std::string &name : used.names()) {
    if (llvm::is_contained(bound.names(), name))
      continue;
    auto dims = DimsAttr::get(b.getContext(), {b.getStringAttr(name)}, {b.getAffineSymbolExpr(0)});
    auto type = RankedTensorType::get({ShapedType::kDynamic}, b.getI8Type(), dims);
    auto attributes = b.getDictionaryAttr(b.getNamedAttr("sinter.name", b.getStringAttr("extent_" + name)));
    if (failed(function.insertArgument(function.getNumArguments(), type, attributes, function.getLoc())))
      return failure();
  }
  return success();
}

} // namespace sinter
