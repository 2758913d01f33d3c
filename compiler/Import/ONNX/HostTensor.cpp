// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values on the host and the arithmetic of extents.

#include "compiler/Import/ONNX/HostTensor.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace sinter {

bool HostTensor::holds(Type element) {
  return element.isInteger(64) || element.isInteger(32) || element.isInteger(1) || element.isF32() || element.isF64();
}

HostTensor HostTensor::ofInts(Type element, ArrayRef<int64_t> shape, ArrayRef<int64_t> values) {
  HostTensor result{element, SmallVector<int64_t>(shape), {}, {}};
  for (int64_t value : values)
    result.ints.push_back(getAffineConstantExpr(value, element.getContext()));
  return result;
}

HostTensor HostTensor::ofExprs(Type element, ArrayRef<int64_t> shape, ArrayRef<AffineExpr> values) {
  return {element, SmallVector<int64_t>(shape), SmallVector<AffineExpr>(values), {}};
}

HostTensor HostTensor::ofFloats(Type element, ArrayRef<int64_t> shape, ArrayRef<double> values) {
  HostTensor result{element, SmallVector<int64_t>(shape), {}, {}};
  for (double value : values)
    result.floats.push_back(roundTo(element, value));
  return result;
}

std::optional<HostTensor> HostTensor::of(DenseElementsAttr elements) {
  Type element = elements.getElementType();
  if (!holds(element) || elements.getNumElements() > maxElements)
    return std::nullopt;
  HostTensor result{element, SmallVector<int64_t>(elements.getType().getShape()), {}, {}};
  if (result.isFloat()) {
    for (APFloat value : elements.getValues<APFloat>())
      result.floats.push_back(element.isF32() ? value.convertToFloat() : value.convertToDouble());
    return result;
  }
  for (APInt value : elements.getValues<APInt>())
    result.ints.push_back(getAffineConstantExpr(element.isInteger(1) ? value.getZExtValue() : value.getSExtValue(), element.getContext()));
  return result;
}

std::optional<SmallVector<int64_t>> HostTensor::constants() const {
  SmallVector<int64_t> result;
  for (AffineExpr expr : ints) {
    std::optional<int64_t> value = asConstant(expr);
    if (!value)
      return std::nullopt;
    result.push_back(*value);
  }
  if (isFloat())
    return std::nullopt;
  return result;
}

std::optional<double> HostTensor::scalar() const {
  if (size() != 1)
    return std::nullopt;
  if (isFloat())
    return floats[0];
  std::optional<int64_t> value = asConstant(ints[0]);
  return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
}

std::optional<DenseElementsAttr> HostTensor::toAttribute() const {
  auto type = RankedTensorType::get(shape, element);
  if (isFloat()) {
    SmallVector<APFloat> values;
    for (double value : floats)
      values.push_back(element.isF32() ? APFloat(static_cast<float>(value)) : APFloat(value));
    return DenseElementsAttr::get(type, values);
  }
  std::optional<SmallVector<int64_t>> known = constants();
  if (!known)
    return std::nullopt;
  SmallVector<APInt> values;
  for (int64_t value : *known)
    values.push_back(APInt(element.getIntOrFloatBitWidth(), static_cast<uint64_t>(value), /*isSigned=*/false, /*implicitTrunc=*/true));
  return DenseElementsAttr::get(type, values);
}

double roundTo(Type element, double value) { return element.isF32() ? static_cast<double>(static_cast<float>(value)) : value; }

std::optional<int64_t> asConstant(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant ? std::optional<int64_t>(constant.getValue()) : std::nullopt;
}

static bool takeTerms(AffineExpr expr, unsigned &left) {
  if (left == 0)
    return false;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return left-- > 0;
  return takeTerms(binary.getLHS(), left) && takeTerms(binary.getRHS(), left);
}

bool isSmall(AffineExpr expr) {
  unsigned left = maxTerms;
  return takeTerms(expr, left);
}

static AffineExpr constantLike(AffineExpr like, uint64_t value) {
  return getAffineConstantExpr(static_cast<int64_t>(value), like.getContext());
}

AffineExpr addExtents(AffineExpr a, AffineExpr b) {
  auto x = asConstant(a), y = asConstant(b);
  if (x && y)
    return constantLike(a, static_cast<uint64_t>(*x) + static_cast<uint64_t>(*y));
  return a + b;
}

AffineExpr subExtents(AffineExpr a, AffineExpr b) {
  auto x = asConstant(a), y = asConstant(b);
  if (x && y)
    return constantLike(a, static_cast<uint64_t>(*x) - static_cast<uint64_t>(*y));
  return a == b ? constantLike(a, 0) : a - b;
}

namespace {
/// A product: a constant and factors that are none, in an order of their own.
struct Product {
  uint64_t constant = 1;
  SmallVector<AffineExpr> factors;

  explicit Product(AffineExpr expr) { take(expr); }

  void take(AffineExpr expr) {
    if (auto value = asConstant(expr)) {
      constant *= static_cast<uint64_t>(*value);
    } else if (expr.getKind() == AffineExprKind::Mul) {
      take(cast<AffineBinaryOpExpr>(expr).getLHS());
      take(cast<AffineBinaryOpExpr>(expr).getRHS());
    } else {
      factors.push_back(expr);
    }
  }

  /// Symbols by their number first, other factors after them in the order they came in.
  AffineExpr expr(MLIRContext *context) {
    llvm::stable_sort(factors, [](AffineExpr a, AffineExpr b) { return rank(a) < rank(b); });
    AffineExpr result;
    for (AffineExpr factor : factors)
      result = result ? result * factor : factor;
    AffineExpr number = getAffineConstantExpr(static_cast<int64_t>(constant), context);
    if (!result || constant == 0)
      return number;
    return constant == 1 ? result : result * number;
  }

  static unsigned rank(AffineExpr expr) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    return symbol ? symbol.getPosition() : ~0u;
  }
};
} // namespace

AffineExpr mulExtents(AffineExpr a, AffineExpr b) {
  Product product(a);
  product.take(b);
  return product.expr(a.getContext());
}

std::optional<AffineExpr> divExtents(AffineExpr a, AffineExpr b) {
  auto x = asConstant(a), y = asConstant(b);
  if (y && *y == 0)
    return std::nullopt;
  if (x && y)
    return *y == -1 ? constantLike(a, 0 - static_cast<uint64_t>(*x)) : constantLike(a, static_cast<uint64_t>(*x / *y));
  Product top(a), bottom(b);
  for (AffineExpr factor : bottom.factors) {
    auto it = llvm::find(top.factors, factor);
    if (it == top.factors.end())
      return std::nullopt;
    top.factors.erase(it);
  }
  int64_t m = static_cast<int64_t>(top.constant), n = static_cast<int64_t>(bottom.constant);
  if (n <= 0 || m < 0)
    return std::nullopt;
  if (m % n == 0) {
    top.constant = m / n;
    return top.expr(a.getContext());
  }
  return top.expr(a.getContext()).floorDiv(n);
}

} // namespace sinter
