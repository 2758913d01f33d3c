// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols grow from 3, or the nearest that they may be, in turn, until the largest value of the graph is large enough.

#include "compiler/Fuzzer/GraphFile.h"

#include "compiler/Analysis/SampledExtents.h"
#include "compiler/Fuzzer/Extents.h"
#include "compiler/Pipelines/Compiler.h"
#include "compiler/Support/ElementTypes.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/tensor/strided_places.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <set>

using namespace mlir;

namespace sinter::fuzz {
namespace {

std::set<std::string> symbolsOf(func::FuncOp main) {
  std::set<std::string> names;
  for (Type type : main.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (StringAttr name : getDimsAttr(tensor).getSymbols())
        names.insert(name.str());
  return names;
}

int64_t largestValue(func::FuncOp main, const SymbolValues &symbols) {
  int64_t largest = 0;
  auto look = [&](Type type) {
    int64_t count = 1;
    for (int64_t extent : extentsOf(cast<RankedTensorType>(type), symbols))
      count *= std::min<int64_t>(extent, 1 << 24);
    largest = std::max(largest, count);
  };
  llvm::for_each(main.getArgumentTypes(), look);
  for (Operation &op : main.getBody().front().without_terminator())
    llvm::for_each(op.getResultTypes(), look);
  return largest;
}

/// Odd values where that is legal: they divide by no vector.
SymbolValues chooseSymbols(func::FuncOp main, const std::set<std::string> &names, const std::map<std::string, int64_t> &dims, int64_t elements) {
  SymbolValues values;
  // 1, which is a case of its own, only where 3 is a lot more than was asked for.
  for (int64_t least : {3, 1}) {
    for (const std::string &name : names) {
      auto given = dims.find(name);
      values[name] = given != dims.end() ? given->second : nearestValue(getSymbolRange(main, name), least);
    }
    if (largestValue(main, values) <= 16 * elements)
      break;
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const std::string &name : names) {
      int64_t before = values[name], next = nearestValue(getSymbolRange(main, name), 2 * before + 1);
      if (dims.count(name) || next <= before)
        continue;
      values[name] = next;
      if (largestValue(main, values) > elements)
        values[name] = before;
      else
        grows = true;
    }
  }
  return values;
}

/// Integers are places as often as not, so most of them lie within what they may be places in.
Flavour flavourOf(rt::ElementType type, bool hasSpecials, bool isFloat) {
  if (hasSpecials)
    return Flavour::kSpecials;
  return isFloat ? Flavour::kTame : type == rt::ElementType::kBool ? Flavour::kSmall : Flavour::kPositive;
}

Trial makeTrial(func::FuncOp main, SymbolValues symbols, uint64_t seed, bool hasSpecials) {
  Trial trial;
  trial.symbols = std::move(symbols);
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    rt::ElementType element = toRuntimeType(tensor.getElementType());
    Flavour flavour = flavourOf(element, hasSpecials, isa<FloatType>(tensor.getElementType()));
    trial.inputs.push_back(makeValues(flavour, element, extentsOf(tensor, trial.symbols), Random(seed, i)));
    if (auto layout = main.getArgAttrOfType<LayoutAttr>(i, "sinter.layout"))
      rt::ShareValues(layout.getStrides(), &trial.inputs.back());
  }
  return trial;
}

} // namespace

absl::StatusOr<FuzzGraph> readGraphFile(MLIRContext *context, const std::string &path, const GraphFileSettings &settings) {
  FailureOr<OwningOpRef<ModuleOp>> module = readGraph(path, context, GraphOptions());
  if (failed(module))
    return absl::InvalidArgumentError(absl::StrCat("cannot read graph `", path, "`"));
  FuzzGraph graph;
  graph.module = std::move(*module);
  func::FuncOp main = graph.main();
  if (!main || main.isExternal() || !llvm::hasSingleElement(main.getBody()))
    return absl::InvalidArgumentError(absl::StrCat(path, ": expected a function @main of one block"));
  if (!llvm::all_of(main.getArgumentTypes(), [](Type type) { return isa<RankedTensorType>(type); }))
    return absl::InvalidArgumentError(absl::StrCat(path, ": expected tensors as arguments of @main"));
  std::set<std::string> names = symbolsOf(main);
  for (auto &[name, value] : settings.dims)
    if (names.count(name) && nearestValue(getSymbolRange(main, name), value) != value)
      return absl::InvalidArgumentError(absl::StrCat(path, ": --dim=", name, "=", value, " is not in the range of the symbol"));
  for (bool hasSpecials : {false, true}) {
    SymbolValues symbols = chooseSymbols(main, names, settings.dims, hasSpecials ? settings.elements / 8 : settings.elements);
    graph.trials.push_back(makeTrial(main, std::move(symbols), settings.seed + hasSpecials, hasSpecials));
  }
  return graph;
}

} // namespace sinter::fuzz
