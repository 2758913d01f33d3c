// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products, constants and parameters: types and verifiers.

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterLinearOps.cpp.inc"

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto lhs = dyn_cast<RankedTensorType>(adaptor.getLhs().getType()), rhs = dyn_cast<RankedTensorType>(adaptor.getRhs().getType());
  if (!lhs || !rhs || lhs.getRank() < 2 || rhs.getRank() < 2)
    return emitOptionalError(location, "expected both sides of rank 2 or more");
  if (lhs.getElementType() != rhs.getElementType())
    return emitOptionalError(location, "expected both sides of one element type, but got ", lhs, " and ", rhs);
  if (rhs.getRank() != 2 && rhs.getRank() != lhs.getRank())
    return emitOptionalError(location, "expected the right side to have no batch dimensions or as many as the left, but got ", lhs, " and ", rhs);
  SymbolScope scope(context);
  SmallVector<AffineExpr> l = scope.extents(lhs), r = scope.extents(rhs);
  bool tl = adaptor.getTransposeLhs(), tr = adaptor.getTransposeRhs();
  int64_t ln = l.size(), rn = r.size();
  AffineExpr kl = l[ln - (tl ? 2 : 1)], kr = r[rn - (tr ? 1 : 2)];
  if (kl != kr)
    return emitOptionalError(location, "expected the contracted extents to be equal, but got ", lhs, " and ", rhs);
  for (int64_t i = 0; rn > 2 && i < rn - 2; ++i)
    if (l[i] != r[i])
      return emitOptionalError(location, "expected batch extent ", i, " of both sides to be equal, but got ", lhs, " and ", rhs);
  SmallVector<AffineExpr> extents(l.begin(), l.end() - 2);
  extents.push_back(l[ln - (tl ? 1 : 2)]);
  extents.push_back(r[rn - (tr ? 2 : 1)]);
  types.push_back(getTensorType(context, extents, scope.names(), lhs.getElementType()));
  return success();
}
LogicalResult MatmulOp::verify() { return success(); }

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location> location, Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getValue().getType());
  if (!type)
    return emitOptionalError(location, "expected the value of a constant to be a tensor");
  types.push_back(type);
  return success();
}
OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

ArrayRef<char> sinter::getResourceBytes(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  return blob ? blob->getData() : ArrayRef<char>();
}

LogicalResult ConstantOp::verify() {
  if (isa<DenseElementsAttr>(getValue()))
    return success();
  auto resource = dyn_cast<DenseResourceElementsAttr>(getValue());
  if (!resource)
    return emitOpError("expected a value that is `dense` or `dense_resource`, but got ") << getValue();
  StringRef key = resource.getRawHandle().getKey();
  int64_t bits = getElementTypeOrSelf(resource.getType()).getIntOrFloatBitWidth();
  if (bits < 8 && bits != 1)
    return emitOpError("expected a resource of elements of a byte or more, but got ") << resource.getType();
  if (!resource.getRawHandle().getBlob())
    return emitOpError("expected the file to have resource `") << key << "`";
  uint64_t wanted = llvm::SaturatingMultiply<uint64_t>(resource.getNumElements(), std::max<int64_t>(bits / 8, 1));
  ArrayRef<char> bytes = getResourceBytes(resource);
  if (bytes.size() != wanted)
    return emitOpError("expected resource `") << key << "` to hold the " << wanted << " bytes of " << resource.getType() << ", but it holds " << bytes.size();
  if (bits == 1 && llvm::any_of(bytes, [](char byte) { return byte != 0 && byte != 1; }))
    return emitOpError("expected the bools of resource `") << key << "` to be 0 or 1";
  return success();
}

/// Whether `file` names a file below a folder whatever that is; links are looked at when it is read.
static bool isConfined(StringRef file) {
  SmallVector<StringRef> parts;
  file.split(parts, '/');
  return !file.contains('\0') && llvm::none_of(parts, [](StringRef part) { return part.empty() || part == "." || part == ".."; });
}

LogicalResult ParameterOp::verify() {
  if (getName().empty())
    return emitOpError("expected a name");
  if (!getResult().getType().hasStaticShape())
    return emitOpError("expected a static shape, but got ") << getResult().getType();
  if (getSource() && !isa<GeneratedAttr, ExternalAttr, PackedAttr>(*getSource()))
    return emitOpError("expected source to be `#sinter.generated`, `#sinter.external` or `#sinter.packed`, but got ") << *getSource();
  RankedTensorType type = getResult().getType();
  unsigned bits = type.getElementTypeBitWidth() == 1 ? 8 : type.getElementTypeBitWidth();
  uint64_t bytes = (static_cast<uint64_t>(type.getNumElements()) * bits + 7) / 8;
  Attribute source = getSource().value_or(Attribute());
  if (auto external = dyn_cast_or_null<ExternalAttr>(source)) {
    if (external.getSize() != bytes)
      return emitOpError("expected ") << bytes << " bytes for " << type << ", but its source has " << external.getSize();
    if (!isConfined(external.getFile()))
      return emitOpError("expected a file below the graph's folder, named from there without `.` and `..`, but got `") << external.getFile().getValue() << "`";
  }
  if (auto generated = dyn_cast_or_null<GeneratedAttr>(source)) {
    if (!isa<FloatType>(type.getElementType()))
      return emitOpError("expected a type of floats to generate values of, but got ") << type;
    double mean = generated.getMean().getValueAsDouble(), deviation = generated.getStd().getValueAsDouble(), min = generated.getMin().getValueAsDouble(),
           max = generated.getMax().getValueAsDouble();
    if (!std::isfinite(mean) || !std::isfinite(deviation) || !std::isfinite(min) || !std::isfinite(max) || deviation < 0 || min > max)
      return emitOpError("expected finite statistics with std >= 0 and min <= max to generate values from, but got ") << generated;
  }
  return success();
}
