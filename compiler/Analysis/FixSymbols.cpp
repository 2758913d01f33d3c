// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces symbols in every type.

#include "compiler/Analysis/FixSymbols.h"

#include "dialects/Sinter/IR/Sinter.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sinter {

using SymbolMap = std::map<std::string, int64_t>;

static RankedTensorType fixType(RankedTensorType type, const SymbolMap &values) {
  auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  if (!dims)
    return type;
  SmallVector<AffineExpr> replacements, exprs;
  SmallVector<std::string> names;
  for (auto [i, symbol] : llvm::enumerate(dims.getSymbols())) {
    auto value = values.find(symbol.str());
    names.push_back(symbol.str());
    replacements.push_back(value == values.end() ? getAffineSymbolExpr(i, type.getContext())
                                                 : getAffineConstantExpr(value->second, type.getContext()));
  }
  for (AffineExpr expr : dims.getExprs())
    exprs.push_back(simplifyExpr(expr.replaceSymbols(replacements), 0, names.size()));
  return getTensorType(type.getContext(), exprs, names, type.getElementType());
}

/// The symbols of the arguments and results of all functions.
static llvm::SetVector<StringAttr> symbolsOf(ModuleOp module) {
  llvm::SetVector<StringAttr> symbols;
  for (auto function : module.getOps<func::FuncOp>())
    for (Type type : llvm::concat<const Type>(function.getArgumentTypes(), function.getResultTypes()))
      if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && hasKnownExtents(tensor)) {
        DimsAttr dims = getDimsAttr(tensor);
        symbols.insert(dims.getSymbols().begin(), dims.getSymbols().end());
      }
  return symbols;
}

static LogicalResult checkValue(ModuleOp module, StringRef name, int64_t value) {
  for (auto function : module.getOps<func::FuncOp>()) {
    RangeAttr range = getSymbolRange(function, name);
    bool isDivided = range.getDivisor() <= 1 || value % range.getDivisor() == 0;
    if (value < range.getMin() || value > range.getMax() || !isDivided)
      return emitError(function.getLoc(), "expected the value of `")
             << name << "` to be in [" << range.getMin() << ", " << range.getMax() << "] and a multiple of "
             << range.getDivisor() << ", but got " << value;
  }
  return success();
}

LogicalResult fixSymbols(ModuleOp module, const SymbolMap &values) {
  llvm::SetVector<StringAttr> symbols = symbolsOf(module);
  for (const auto &[name, value] : values) {
    if (!symbols.contains(StringAttr::get(module.getContext(), name))) {
      InFlightDiagnostic error = emitError(module.getLoc(), "no extent of an argument or a result has the name `")
                                 << name << "`";
      if (!symbols.empty())
        llvm::interleaveComma(symbols,
                              error << "; there are: ", [&](StringAttr symbol) { error << symbol.getValue(); });
      return error;
    }
    if (failed(checkValue(module, name, value)))
      return failure();
  }
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](RankedTensorType type) -> std::optional<Type> { return fixType(type, values); });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false, /*replaceTypes=*/true);
  for (auto function : module.getOps<func::FuncOp>()) {
    auto ranges = function->getAttrOfType<DictionaryAttr>("sinter.symbols");
    if (!ranges)
      continue;
    SmallVector<NamedAttribute> left;
    llvm::copy_if(ranges, std::back_inserter(left),
                  [&](NamedAttribute range) { return !values.count(range.getName().str()); });
    if (left.empty())
      function->removeAttr("sinter.symbols");
    else
      function->setAttr("sinter.symbols", DictionaryAttr::get(module.getContext(), left));
  }
  return verify(module);
}

} // namespace sinter
