// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers and folders of the operations inside a kernel.

#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sinter::kernel;

#define GET_OP_CLASSES
#include "dialects/Kernel/IR/KernelOps.cpp.inc"

// Checks that several operations share.

static Type elementOf(Type type) { return getElementTypeOrSelf(type); }

static int64_t lanesOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

/// Values of a view are of its compute type, in as many lanes as one likes.
static LogicalResult verifyValueOfView(Operation *op, ViewType view, Type value) {
  if (elementOf(value) != view.getComputeType())
    return op->emitOpError("expected values of ")
           << view << " to be of type " << view.getComputeType() << ", but got " << value;
  return success();
}

static LogicalResult verifySameLanes(Operation *op, StringRef what, Type type, Type value) {
  if (isa<VectorType>(type) != isa<VectorType>(value) || lanesOf(type) != lanesOf(value))
    return op->emitOpError("expected ") << what << " and value to have the same lanes, but got " << type << " and "
                                        << value;
  return success();
}

static LogicalResult verifyOneResult(Operation *op, AffineMap map) {
  if (map.getNumResults() != 1)
    return op->emitOpError("expected a map with one result, but got ") << map.getNumResults();
  return success();
}

static LogicalResult verifyOperandsOf(Operation *op, AffineMap map) {
  if (map.getNumInputs() != op->getNumOperands())
    return op->emitOpError("expected ") << map.getNumInputs() << " operands for the map, but got "
                                        << op->getNumOperands();
  return verifyOneResult(op, map);
}

// Both forms.

OpFoldResult RoundOp::fold(FoldAdaptor) {
  if (getElement() == elementOf(getType()))
    return getValue();
  auto inner = getValue().getDefiningOp<RoundOp>();
  if (!inner || inner.getElement() != getElement())
    return {};
  // Of two equal roundings one is enough; the one that was asked for stays.
  if (getImplicit() || !inner.getImplicit())
    return inner.getResult();
  getValueMutable().assign(inner.getValue());
  return getResult();
}

// Domain form.

LogicalResult LoadOp::verify() {
  if (getResult().getType() != getView().getType().getComputeType())
    return verifyValueOfView(*this, getView().getType(), getResult().getType());
  return verifyOneResult(*this, getMap());
}

LogicalResult StoreOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  auto round = getValue().getDefiningOp<RoundOp>();
  if (!round || round.getElement() != getView().getType().getElement())
    return failure();
  getValueMutable().assign(round.getValue()); // The store rounds alike.
  return success();
}

LogicalResult StoreOp::verify() {
  if (failed(verifyValueOfView(*this, getView().getType(), getValue().getType())))
    return failure();
  return verifyOneResult(*this, getMap());
}

LogicalResult IndexOp::verify() { return verifyOneResult(*this, getMap()); }

/// What may be folded with what: bits of floats have no meaning.
static LogicalResult verifyFold(Operation *op, FoldKind kind, Type type) {
  if (isa<FloatType>(type) && (kind == FoldKind::Or || kind == FoldKind::And))
    return op->emitOpError("expected integers or bool for fold `") << stringifyFoldKind(kind) << "`, but got " << type;
  return success();
}

LogicalResult ReduceOp::verify() {
  ArrayRef<int64_t> over = getOver();
  for (auto [position, dim] : llvm::enumerate(over))
    if (dim < 0 || (position > 0 && dim <= over[position - 1]))
      return emitOpError("expected reduced dimensions to be 0 or more and to rise, but got ")
             << dim << " at position " << position;
  return verifyFold(*this, getKind(), getValue().getType());
}

LogicalResult ScanOp::verify() {
  if (getOver() < 0)
    return emitOpError("expected the scanned dimension to be 0 or more, but got ") << getOver();
  return verifyFold(*this, getKind(), getValue().getType());
}

LogicalResult RandomBitsOp::verify() { return verifySameLanes(*this, "position", getPosition().getType(), getType()); }

// Kernels applied.

LogicalResult CallOp::verify() {
  if (!getInPlace())
    return success();
  if (getInPlace()->size() != getNumResults())
    return emitOpError("expected `in_place` to have one number a result, ") << getNumResults() << ", but got " << getInPlace()->size();
  for (auto [result, operand] : llvm::zip_equal(getResults(), *getInPlace()))
    if (operand < -1 || operand >= static_cast<int64_t>(getInputs().size()) || (operand >= 0 && getInputs()[operand].getType() != result.getType()))
      return emitOpError("expected `in_place` to name operands of the results' types, or to be -1, but got ") << operand;
  return success();
}

Value CallOp::getInPlaceOperand(unsigned result) {
  int64_t operand = getInPlace() ? (*getInPlace())[result] : -1;
  return operand < 0 ? Value() : Value(getInputs()[operand]);
}

// Thread form: indices.

LogicalResult IndexExprOp::verify() { return verifyOperandsOf(*this, getMap()); }

OpFoldResult IndexExprOp::fold(FoldAdaptor adaptor) {
  AffineMap map = getMap();
  if (auto dim = dyn_cast<AffineDimExpr>(map.getResult(0)))
    return getOperands()[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(map.getResult(0)))
    return getOperands()[map.getNumDims() + symbol.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(map.getResult(0)))
    return IntegerAttr::get(getType(), constant.getValue());
  // Constants among the operands go into the map.
  SmallVector<AffineExpr> dims, symbols;
  SmallVector<Value> kept;
  SmallVector<Value> keptSymbols;
  for (auto [position, operand] : llvm::enumerate(adaptor.getOperands())) {
    bool isDim = position < map.getNumDims();
    SmallVector<AffineExpr> &exprs = isDim ? dims : symbols;
    SmallVector<Value> &values = isDim ? kept : keptSymbols;
    if (auto constant = dyn_cast_or_null<IntegerAttr>(operand)) {
      exprs.push_back(getAffineConstantExpr(constant.getInt(), getContext()));
      continue;
    }
    exprs.push_back(isDim ? getAffineDimExpr(values.size(), getContext())
                          : getAffineSymbolExpr(values.size(), getContext()));
    values.push_back(getOperands()[position]);
  }
  if (kept.size() + keptSymbols.size() == getOperands().size())
    return {};
  AffineExpr result = map.getResult(0).replaceDimsAndSymbols(dims, symbols);
  result = simplifyExpr(result, kept.size(), keptSymbols.size());
  setMap(AffineMap::get(kept.size(), keptSymbols.size(), result));
  kept.append(keptSymbols);
  getOperandsMutable().assign(kept);
  return getResult();
}

LogicalResult VindexExprOp::verify() {
  for (Value operand : getOperands())
    if (isa<VectorType>(operand.getType()) && failed(verifySameLanes(*this, "operand", operand.getType(), getType())))
      return failure();
  return verifyOperandsOf(*this, getMap());
}

// Thread form: memory.

/// What is not aligned is several accesses, none of which is the last one.
static LogicalResult verifyAlignment(Operation *op, Type value, bool isStreaming, bool isUnaligned) {
  if (isUnaligned && (isStreaming || !isa<VectorType>(value)))
    return op->emitOpError("expected what is `unaligned` to be a vector and not `streaming`");
  return success();
}

LogicalResult VloadOp::verify() {
  if (failed(verifyAlignment(*this, getType(), getStreaming(), getUnaligned())))
    return failure();
  return verifyValueOfView(*this, getView().getType(), getType());
}

LogicalResult VgatherOp::verify() {
  if (failed(verifyValueOfView(*this, getView().getType(), getType())) ||
      failed(verifySameLanes(*this, "offset", getOffset().getType(), getType())))
    return failure();
  if (Value predicate = getPredicate(); predicate && isa<VectorType>(predicate.getType()))
    return verifySameLanes(*this, "predicate", predicate.getType(), getType());
  return success();
}

LogicalResult VstoreOp::verify() {
  if (failed(verifyAlignment(*this, getValue().getType(), getStreaming(), getUnaligned())))
    return failure();
  return verifyValueOfView(*this, getView().getType(), getValue().getType());
}

LogicalResult VscatterOp::verify() {
  if (failed(verifyValueOfView(*this, getView().getType(), getValue().getType())))
    return failure();
  if (failed(verifySameLanes(*this, "offset", getOffset().getType(), getValue().getType())))
    return failure();
  return getPredicate() ? verifySameLanes(*this, "predicate", getPredicate().getType(), getValue().getType()) : success();
}

LogicalResult SplatOp::verify() {
  if (getValue().getType() != getType().getElementType())
    return emitOpError("expected a vector of ") << getValue().getType() << ", but got " << getType();
  return success();
}

template <typename Array> static LogicalResult verifyElement(Operation *op, Array array, Value index, Type value) {
  if (array.getElement() != value)
    return op->emitOpError("expected an element of ")
           << array << " to be of type " << array.getElement() << ", but got " << value;
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)) &&
      (constant.isNegative() || constant.getSExtValue() >= array.getCount()))
    return op->emitOpError("expected an index below ") << array.getCount() << ", but got " << constant.getSExtValue();
  return success();
}

LogicalResult RegistersOp::verify() {
  Type element = getElementTypeOrSelf(getType().getElement());
  if (getPacked() && (!element.isF32() || !isa<Float16Type, BFloat16Type>(*getPacked())))
    return emitOpError("expected f32 to be packed as f16 or bf16, but got ") << element << " and " << *getPacked();
  return success();
}

Type RegistersOp::getStoredType() { return getPacked().value_or(getElementTypeOrSelf(getType().getElement())); }

LogicalResult RegisterFetchOp::verify() {
  auto array = getRegisters().getDefiningOp<RegistersOp>();
  if (!array || !array.getShared())
    return emitOpError("expected an array in shared memory to fetch to");
  if (array.getStoredType() != getView().getType().getElement())
    return emitOpError("expected an array of ") << getView().getType().getElement() << ", but got one of " << array.getStoredType();
  return success();
}

LogicalResult RegisterGetOp::verify() { return verifyElement(*this, getRegisters().getType(), getIndex(), getType()); }
LogicalResult RegisterSetOp::verify() {
  return verifyElement(*this, getRegisters().getType(), getIndex(), getValue().getType());
}
LogicalResult SharedGetOp::verify() { return verifyElement(*this, getShared().getType(), getIndex(), elementOf(getType())); }
LogicalResult SharedSetOp::verify() {
  return verifyElement(*this, getShared().getType(), getIndex(), elementOf(getValue().getType()));
}

static LogicalResult verifyLanesOfArray(Operation *op, SharedType array, VectorType indices, VectorType value) {
  if (array.getElement() != value.getElementType())
    return op->emitOpError("expected elements of ")
           << array << " to be of type " << array.getElement() << ", but got " << value.getElementType();
  return verifySameLanes(op, "indices", indices, value);
}
LogicalResult SharedGatherOp::verify() {
  return verifyLanesOfArray(*this, getShared().getType(), getIndices().getType(), getType());
}
LogicalResult SharedScatterOp::verify() {
  return verifyLanesOfArray(*this, getShared().getType(), getIndices().getType(), getValue().getType());
}

// Thread form: reductions.

LogicalResult VectorReduceOp::verify() {
  if (getValue().getType().getElementType() != getType())
    return emitOpError("expected the result to be of type ")
           << getValue().getType().getElementType() << ", but got " << getType();
  return success();
}

LogicalResult ColumnReduceOp::verify() {
  if (getCount() < 1 || getStride() < 1)
    return emitOpError("expected `count` and `stride` to be 1 or more, but got ") << getCount() << " and " << getStride();
  if (!llvm::isPowerOf2_64(getCount()))
    return emitOpError("expected `count` to be a power of two, but got ") << getCount();
  auto vector = dyn_cast<VectorType>(getValue().getType());
  int64_t elements = getCount() * getStride() * (vector ? vector.getNumElements() : 1);
  SharedType scratch = getScratch().getType();
  if (scratch.getElement() != getElementTypeOrSelf(getValue().getType()) || scratch.getCount() < elements)
    return emitOpError("expected scratch for ") << elements << " of " << getElementTypeOrSelf(getValue().getType()) << ", but got " << scratch;
  return success();
}

static LogicalResult verifyWidth(Operation *op, int64_t width) {
  if (width < 1 || (width % 32 != 0 && (width > 32 || !llvm::isPowerOf2_64(width))))
    return op->emitOpError("expected `width` to be a power of two up to 32 or a multiple of 32, but got ") << width;
  return success();
}

LogicalResult GroupReduceOp::verify() {
  if (getWidth() < 1 || getWidth() > 32 || !llvm::isPowerOf2_64(getWidth()))
    return emitOpError("expected `width` to be a power of two up to 32, but got ") << getWidth();
  return success();
}

LogicalResult GroupScanOp::verify() {
  if (elementOf(getValue().getType()) != getCarry().getType())
    return emitOpError("expected the carry to be of type ") << elementOf(getValue().getType()) << ", but got " << getCarry().getType();
  if (failed(verifyFold(*this, getKind(), getCarry().getType())))
    return failure();
  return verifyWidth(*this, getWidth());
}
