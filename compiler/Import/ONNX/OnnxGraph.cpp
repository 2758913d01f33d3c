// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks values up by name and brings constants into the module when an operator needs them as tensors.

#include "compiler/Import/ONNX/OnnxGraph.h"

#include <algorithm>

using namespace mlir;

namespace sinter {

OnnxGraph::Entry *OnnxGraph::add(StringRef name, Location location) {
  auto [it, isNew] = values.try_emplace(name);
  if (isNew)
    return &it->second;
  return emitError(location) << "expected one definition of value `" << name << "`, but there are more", nullptr;
}

LogicalResult OnnxGraph::define(StringRef name, Value value, Location location) {
  Entry *entry = add(name, location);
  if (entry)
    entry->tensor = value;
  return success(entry);
}

LogicalResult OnnxGraph::define(StringRef name, HostTensor value, Location location) {
  Entry *entry = add(name, location);
  if (entry)
    entry->host = std::move(value);
  return success(entry);
}

LogicalResult OnnxGraph::define(StringRef name, const sinter_onnx::TensorProto &tensor, Location location) {
  Entry *entry = add(name, location);
  if (entry)
    entry->initializer = &tensor;
  return success(entry);
}

OnnxGraph::Entry *OnnxGraph::find(StringRef name, Location location) {
  auto it = values.find(name);
  if (it == values.end())
    return emitError(location) << "expected value `" << name << "` to be an input, an initializer or an earlier node's output", nullptr;
  Entry &entry = it->second;
  if (entry.isBad)
    return nullptr;
  if (entry.initializer && !entry.data) {
    FailureOr<TensorData> data = reader.read(*entry.initializer, name, location);
    entry.isBad = failed(data);
    if (entry.isBad)
      return nullptr;
    entry.data = std::move(*data);
    if (entry.data->values)
      entry.host = HostTensor::of(entry.data->values);
  }
  return &entry;
}

const HostTensor *OnnxGraph::host(StringRef name, Location location) {
  Entry *entry = find(name, location);
  return entry && entry->host ? &*entry->host : nullptr;
}

RankedTensorType OnnxGraph::type(StringRef name, Location location) {
  Entry *entry = find(name, location);
  if (!entry)
    return {};
  if (entry->tensor)
    return cast<RankedTensorType>(entry->tensor.getType());
  return entry->host ? RankedTensorType::get(entry->host->shape, entry->host->element) : entry->data->type;
}

Value OnnxGraph::tensor(StringRef name, Location location) {
  Entry *entry = find(name, location);
  if (!entry || entry->tensor)
    return entry ? entry->tensor : Value();
  Location own = NameLoc::get(builder.getStringAttr(name));
  if (entry->data && entry->data->source) {
    entry->tensor = ParameterOp::create(builder, own, entry->data->type, builder.getStringAttr(name), entry->data->source);
    return entry->tensor;
  }
  std::optional<DenseElementsAttr> elements = entry->data ? entry->data->values : entry->host->toAttribute();
  entry->tensor = elements ? Value(ConstantOp::create(builder, own, *elements)) : symbolicTensor(*entry->host, own);
  return entry->tensor;
}

static Value scalarConstant(OpBuilder &builder, int64_t value, Location location) {
  auto type = RankedTensorType::get({}, builder.getI64Type());
  return ConstantOp::create(builder, location, DenseElementsAttr::get(type, value));
}

Value OnnxGraph::extentTensor(AffineExpr expr, Location location) {
  if (auto value = asConstant(expr))
    return scalarConstant(builder, *value, location);
  if (isa<AffineSymbolExpr>(expr)) {
    // An extent is the greatest index along a dimension of it, plus 1; there is no operator for it.
    auto scalar = RankedTensorType::get({}, builder.getI64Type());
    Value index = IotaOp::create(builder, location, makeType(expr, builder.getI64Type()), 0);
    Value last = ReduceMaxOp::create(builder, location, scalar, index, ArrayRef<int64_t>{0});
    last = MaxOp::create(builder, location, last, scalarConstant(builder, -1, location));
    return AddOp::create(builder, location, last, scalarConstant(builder, 1, location));
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value a = extentTensor(binary.getLHS(), location), b = extentTensor(binary.getRHS(), location);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return AddOp::create(builder, location, a, b);
  case AffineExprKind::Mul:
    return MulOp::create(builder, location, a, b);
  case AffineExprKind::FloorDiv: // of extents, which are not negative
    return DivOp::create(builder, location, a, b);
  default:
    return SubOp::create(builder, location, a, MulOp::create(builder, location, DivOp::create(builder, location, a, b), b));
  }
}

Value OnnxGraph::symbolicTensor(const HostTensor &host, Location location) {
  SmallVector<Value> scalars;
  auto single = RankedTensorType::get({1}, builder.getI64Type());
  for (AffineExpr expr : host.ints)
    scalars.push_back(ReshapeOp::create(builder, location, single, extentTensor(expr, location)));
  Value list = scalars[0];
  if (scalars.size() > 1)
    list = ConcatOp::create(builder, location, RankedTensorType::get(scalars.size(), builder.getI64Type()), scalars, 0);
  auto type = RankedTensorType::get(host.shape, builder.getI64Type());
  if (list.getType() != type)
    list = ReshapeOp::create(builder, location, type, list);
  RankedTensorType element = withElementType(type, host.element);
  return element == type ? list : Value(CastOp::create(builder, location, element, list));
}

static int64_t saturate(__int128 value) {
  constexpr int64_t limit = int64_t(1) << 62;
  return static_cast<int64_t>(std::clamp<__int128>(value, -limit, limit));
}

Bounds OnnxGraph::bounds(AffineExpr expr) {
  if (auto value = asConstant(expr))
    return {*value, *value};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    auto it = symbolMax.find(scope.names()[symbol.getPosition()]);
    return {options.symbolMin, it == symbolMax.end() ? options.symbolMax : it->second};
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Bounds a = bounds(binary.getLHS()), b = bounds(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return {saturate(__int128(a.low) + b.low), saturate(__int128(a.high) + b.high)};
  case AffineExprKind::Mul: {
    auto [low, high] = std::minmax({__int128(a.low) * b.low, __int128(a.low) * b.high, __int128(a.high) * b.low, __int128(a.high) * b.high});
    return {saturate(low), saturate(high)};
  }
  case AffineExprKind::FloorDiv:
    if (a.low >= 0 && b.low > 0)
      return {a.low / b.high, a.high / b.low};
    break;
  case AffineExprKind::Mod:
    if (b.low > 0)
      return {0, b.high - 1};
    break;
  default:
    break;
  }
  return {saturate(-(__int128(1) << 62)), saturate(__int128(1) << 62)};
}

void OnnxGraph::limit(AffineExpr expr, int64_t max) {
  auto symbol = dyn_cast<AffineSymbolExpr>(expr);
  if (!symbol || max < options.symbolMin)
    return;
  auto [it, isNew] = symbolMax.try_emplace(scope.names()[symbol.getPosition()], std::min(max, options.symbolMax));
  if (!isNew)
    it->second = std::min(it->second, max);
}

bool OnnxGraph::meet(AffineExpr a, AffineExpr b) {
  if (!isa<AffineSymbolExpr>(a))
    std::swap(a, b);
  if (!isa<AffineSymbolExpr>(a) || !isa<AffineSymbolExpr, AffineConstantExpr>(b))
    return false;
  if (!met)
    met = {a, b};
  return true;
}

DictionaryAttr OnnxGraph::symbolRanges() {
  SmallVector<NamedAttribute> ranges;
  for (const std::string &name : scope.names()) {
    auto it = symbolMax.find(name);
    int64_t max = it == symbolMax.end() ? options.symbolMax : it->second;
    ranges.push_back(builder.getNamedAttr(name, RangeAttr::get(builder.getContext(), options.symbolMin, max, 1)));
  }
  return builder.getDictionaryAttr(ranges);
}

} // namespace sinter
