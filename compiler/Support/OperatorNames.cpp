// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of operators, seen through decomposition.

#include "compiler/Support/OperatorNames.h"

#include "compiler/Support/Naming.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace sinter {

StringRef getOperatorName(Operation *op) {
  if (auto fused = dyn_cast<FusedLoc>(op->getLoc()))
    if (auto name = dyn_cast_or_null<StringAttr>(fused.getMetadata()))
      return name.getValue();
  return op->getName().getStringRef();
}

bool isPlumbing(Operation &op) {
  StringRef name = op.getName().getStringRef();
  return op.hasTrait<OpTrait::IsTerminator>() || op.hasTrait<OpTrait::ConstantLike>() || name == "sinter.broadcast" || name == "sinter.reshape";
}

SmallVector<std::string> getOperatorNames(Block &body) {
  SmallVector<std::string> names;
  llvm::SmallDenseSet<Location> composites;
  for (Operation &op : body) {
    if (isPlumbing(op))
      continue;
    StringRef name = getOperatorName(&op);
    bool isPart = name != op.getName().getStringRef();
    if (!isPart || composites.insert(op.getLoc()).second)
      names.push_back(name.str());
  }
  return names;
}

std::string joinOperatorNames(ArrayRef<std::string> names) {
  constexpr size_t longest = 48;
  std::string joined;
  for (const std::string &name : names) {
    StringRef plain = StringRef(name).substr(name.find('.') + 1);
    if (joined.size() + plain.size() > longest)
      break;
    joined += joined.empty() ? plain.str() : "_" + plain.str();
  }
  return toIdentifier(joined.empty() ? "copy" : joined);
}

std::string describeLocation(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    // Without its folders: the same graph gives the same plan wherever it lies.
    return (llvm::sys::path::filename(file.getFilename().getValue()) + ":" + Twine(file.getLine()) + ":" + Twine(file.getColumn())).str();
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    SmallVector<std::string> parts;
    for (Location part : fused.getLocations()) {
      std::string text = describeLocation(part);
      if (!text.empty() && !llvm::is_contained(parts, text))
        parts.push_back(text);
    }
    return llvm::join(parts, ", ");
  }
  return "";
}

} // namespace sinter
