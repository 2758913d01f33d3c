// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic is elementwise with numpy's broadcast over expressions and doubles; shape operators pick elements by index.

#include "compiler/Import/ONNX/HostEvaluator.h"

#include "dialects/Support/SimplifyExpr.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace mlir;

namespace sinter {
namespace {

using Inputs = ArrayRef<const HostTensor *>;
using Result = std::optional<HostTensor>;

int64_t countOf(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(count, extent, count) || count > HostTensor::maxElements)
      return HostTensor::maxElements + 1;
  return count;
}

/// Calls `visit` with each index within `shape`, row-major.
void forEachIndex(ArrayRef<int64_t> shape, llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t n = countOf(shape); n > 0; --n) {
    visit(index);
    for (int64_t i = static_cast<int64_t>(shape.size()) - 1; i >= 0; --i) {
      if (++index[i] < shape[i])
        break;
      index[i] = 0;
    }
  }
}

int64_t linearIndex(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t linear = 0;
  for (auto [extent, i] : llvm::zip_equal(shape, index))
    linear = linear * extent + i;
  return linear;
}

/// A tensor of `shape` whose element at an index is `from`'s element number pick(index).
Result pickElements(const HostTensor &from, ArrayRef<int64_t> shape, llvm::function_ref<int64_t(ArrayRef<int64_t>)> pick) {
  if (countOf(shape) > HostTensor::maxElements)
    return std::nullopt;
  HostTensor result{from.element, SmallVector<int64_t>(shape), {}, {}};
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    if (from.isFloat())
      result.floats.push_back(from.floats[pick(index)]);
    else
      result.ints.push_back(from.ints[pick(index)]);
  });
  return result;
}

std::optional<SmallVector<int64_t>> commonShape(ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes)
    for (auto [i, extent] : llvm::enumerate(shape)) {
      int64_t &all = result[rank - shape.size() + i];
      if (extent != all && extent != 1 && all != 1)
        return std::nullopt;
      all = extent == 1 ? all : extent;
    }
  return result;
}

Result broadcast(const HostTensor &value, ArrayRef<int64_t> shape) {
  return pickElements(value, shape, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> inner(index.take_back(value.shape.size()));
    for (auto [i, extent] : llvm::zip_equal(inner, value.shape))
      i = extent == 1 ? 0 : i;
    return linearIndex(value.shape, inner);
  });
}

/// The inputs, all of one shape; nothing where they do not broadcast.
std::optional<SmallVector<HostTensor>> broadcastAll(Inputs inputs) {
  SmallVector<ArrayRef<int64_t>> shapes;
  for (const HostTensor *input : inputs)
    shapes.push_back(input->shape);
  auto shape = commonShape(shapes);
  SmallVector<HostTensor> result;
  for (const HostTensor *input : inputs) {
    Result one = shape ? broadcast(*input, *shape) : Result();
    if (!one)
      return std::nullopt;
    result.push_back(std::move(*one));
  }
  return result;
}

/// Whether `a` stands in relation to `b` for all values of the symbols, where that is certain.
std::optional<bool> compareExtents(OnnxGraph &graph, CompareKind kind, AffineExpr a, AffineExpr b) {
  AffineExpr distance = simplifyExpr(subExtents(a, b), 0, graph.symbols().names().size());
  auto [low, high] = graph.bounds(distance);
  auto decide = [](bool always, bool never) { return always ? std::optional(true) : never ? std::optional(false) : std::nullopt; };
  switch (kind) {
  case CompareKind::Eq: return decide(low == 0 && high == 0, low > 0 || high < 0);
  case CompareKind::Ne: return decide(low > 0 || high < 0, low == 0 && high == 0);
  case CompareKind::Lt: return decide(high < 0, low >= 0);
  case CompareKind::Le: return decide(high <= 0, low > 0);
  case CompareKind::Gt: return decide(low > 0, high <= 0);
  case CompareKind::Ge: return decide(low >= 0, high < 0);
  }
  return std::nullopt;
}

bool compareFloats(CompareKind kind, double a, double b) {
  switch (kind) {
  case CompareKind::Eq: return a == b;
  case CompareKind::Ne: return a != b;
  case CompareKind::Lt: return a < b;
  case CompareKind::Le: return a <= b;
  case CompareKind::Gt: return a > b;
  case CompareKind::Ge: return a >= b;
  }
  return false;
}

Result compare(OnnxNode &node, Inputs inputs, CompareKind kind) {
  auto values = inputs.size() == 2 ? broadcastAll(inputs) : std::nullopt;
  if (!values || (*values)[0].element != (*values)[1].element)
    return std::nullopt;
  const HostTensor &a = (*values)[0], &b = (*values)[1];
  HostTensor result{node.b.getI1Type(), a.shape, {}, {}};
  for (int64_t i = 0; i < a.size(); ++i) {
    std::optional<bool> one = a.isFloat() ? compareFloats(kind, a.floats[i], b.floats[i]) : compareExtents(node.graph, kind, a.ints[i], b.ints[i]);
    if (!one)
      return std::nullopt;
    result.ints.push_back(node.extent(*one));
  }
  return result;
}

/// Brings a constant into the range of `element`, as wrapping arithmetic does.
AffineExpr wrapTo(Type element, AffineExpr expr) {
  std::optional<int64_t> value = asConstant(expr);
  return value && element.isInteger(32) ? getAffineConstantExpr(static_cast<int32_t>(*value), expr.getContext()) : expr;
}

std::optional<AffineExpr> integerOp(OnnxNode &node, StringRef op, AffineExpr a, AffineExpr b) {
  auto x = asConstant(a), y = asConstant(b);
  if (op == "Add")
    return addExtents(a, b);
  if (op == "Sub")
    return subExtents(a, b);
  if (op == "Mul")
    return mulExtents(a, b);
  if (op == "Div")
    return divExtents(a, b);
  if (op == "Mod" && x && y && *x >= 0 && *y > 0)
    return node.extent(*x % *y);
  if (op == "Min" || op == "Max") {
    std::optional<bool> less = compareExtents(node.graph, CompareKind::Le, a, b);
    if (less)
      return *less == (op == "Min") ? a : b;
    std::optional<bool> greater = compareExtents(node.graph, CompareKind::Ge, a, b);
    if (greater)
      return *greater == (op == "Max") ? a : b;
  }
  return std::nullopt;
}

std::optional<double> floatOp(StringRef op, double a, double b) {
  if (op == "Add")
    return a + b;
  if (op == "Sub")
    return a - b;
  if (op == "Mul")
    return a * b;
  if (op == "Div")
    return a / b;
  if (op == "Pow")
    return std::pow(a, b);
  if (op == "Min" || op == "Max")
    return std::isnan(a) || std::isnan(b) ? std::nan("") : op == "Min" ? std::min(a, b) : std::max(a, b);
  return std::nullopt;
}

Result binary(OnnxNode &node, Inputs inputs) {
  auto values = inputs.size() == 2 ? broadcastAll(inputs) : std::nullopt;
  if (!values || (*values)[0].element != (*values)[1].element)
    return std::nullopt;
  const HostTensor &a = (*values)[0], &b = (*values)[1];
  HostTensor result{a.element, a.shape, {}, {}};
  if (a.element.isInteger(1))
    return std::nullopt;
  for (int64_t i = 0; i < a.size(); ++i) {
    if (a.isFloat()) {
      std::optional<double> one = floatOp(node.op(), a.floats[i], b.floats[i]);
      if (!one)
        return std::nullopt;
      result.floats.push_back(roundTo(a.element, *one));
      continue;
    }
    std::optional<AffineExpr> one = integerOp(node, node.op(), a.ints[i], b.ints[i]);
    if (!one)
      return std::nullopt;
    result.ints.push_back(wrapTo(a.element, *one));
  }
  return result;
}

Result logical(OnnxNode &node, Inputs inputs) {
  auto values = inputs.size() <= 2 ? broadcastAll(inputs) : std::nullopt;
  if (!values)
    return std::nullopt;
  HostTensor result{node.b.getI1Type(), (*values)[0].shape, {}, {}};
  SmallVector<SmallVector<int64_t>> bits;
  for (const HostTensor &value : *values) {
    auto known = value.element.isInteger(1) ? value.constants() : std::nullopt;
    if (!known)
      return std::nullopt;
    bits.push_back(*known);
  }
  if ((node.op() == "Not") != (bits.size() == 1))
    return std::nullopt;
  for (size_t i = 0; i < bits[0].size(); ++i) {
    bool a = bits[0][i], b = bits.back()[i];
    bool one = node.op() == "Not" ? !a : node.op() == "And" ? a && b : node.op() == "Or" ? a || b : a != b;
    result.ints.push_back(node.extent(one));
  }
  return result;
}

Result unary(OnnxNode &node, const HostTensor &x) {
  HostTensor result{x.element, x.shape, {}, {}};
  if (!x.isFloat()) {
    if (node.op() != "Neg" || x.element.isInteger(1))
      return std::nullopt;
    for (AffineExpr value : x.ints)
      result.ints.push_back(wrapTo(x.element, subExtents(node.extent(0), value)));
    return result;
  }
  for (double value : x.floats) {
    double one = node.op() == "Neg" ? -value : node.op() == "Sqrt" ? std::sqrt(value) : node.op() == "Reciprocal" ? 1 / value
                 : node.op() == "Floor" ? std::floor(value) : std::ceil(value);
    result.floats.push_back(roundTo(x.element, one));
  }
  return result;
}

Result castTo(OnnxNode &node, const HostTensor &x) {
  Type to = getOnnxElementType(node.b.getContext(), node.getInt("to", 0));
  if (!to || !HostTensor::holds(to))
    return std::nullopt;
  if (to == x.element)
    return x;
  HostTensor result{to, x.shape, {}, {}};
  bool intoFloat = isa<FloatType>(to);
  for (int64_t i = 0; i < x.size(); ++i) {
    std::optional<int64_t> known = x.isFloat() ? std::nullopt : asConstant(x.ints[i]);
    if (intoFloat || to.isInteger(1)) {
      if (!x.isFloat() && !known)
        return std::nullopt;
      double value = x.isFloat() ? x.floats[i] : static_cast<double>(known.value_or(0));
      if (intoFloat)
        result.floats.push_back(roundTo(to, value));
      else
        result.ints.push_back(node.extent(value != 0));
    } else if (x.isFloat()) {
      // Beyond this the operator saturates; the tensor form says how.
      if (!(std::abs(x.floats[i]) < 2147483648.0))
        return std::nullopt;
      result.ints.push_back(node.extent(static_cast<int64_t>(x.floats[i])));
    } else {
      result.ints.push_back(wrapTo(to, x.ints[i]));
    }
  }
  return result;
}

Result where(Inputs inputs) {
  auto values = inputs.size() == 3 && inputs[1]->element == inputs[2]->element ? broadcastAll(inputs) : std::nullopt;
  auto condition = values ? (*values)[0].constants() : std::nullopt;
  if (!condition)
    return std::nullopt;
  HostTensor result = (*values)[1];
  for (size_t i = 0; i < condition->size(); ++i) {
    if ((*condition)[i])
      continue;
    if (result.isFloat())
      result.floats[i] = (*values)[2].floats[i];
    else
      result.ints[i] = (*values)[2].ints[i];
  }
  return result;
}

std::optional<int64_t> frontAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

Result gather(OnnxNode &node, const HostTensor &data, const HostTensor &indices) {
  int64_t rank = data.shape.size(), indexRank = indices.shape.size();
  auto axis = frontAxis(node.getInt("axis", 0), rank);
  auto known = indices.constants();
  if (!axis || !known)
    return std::nullopt;
  for (int64_t &index : *known) {
    auto front = frontAxis(index, data.shape[*axis]);
    if (!front)
      return std::nullopt;
    index = *front;
  }
  SmallVector<int64_t> shape(data.shape.begin(), data.shape.begin() + *axis);
  llvm::append_range(shape, indices.shape);
  shape.append(data.shape.begin() + *axis + 1, data.shape.end());
  return pickElements(data, shape, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> inner(index.take_front(*axis));
    inner.push_back((*known)[linearIndex(indices.shape, index.slice(*axis, indexRank))]);
    llvm::append_range(inner, index.drop_front(*axis + indexRank));
    return linearIndex(data.shape, inner);
  });
}

Result concat(OnnxNode &node, Inputs inputs) {
  for (const HostTensor *input : inputs)
    if (input->shape.size() != 1 || input->element != inputs[0]->element)
      return std::nullopt;
  if (!frontAxis(node.getInt("axis", 0), 1))
    return std::nullopt;
  HostTensor result{inputs[0]->element, {0}, {}, {}};
  for (const HostTensor *input : inputs) {
    result.shape[0] += input->shape[0];
    llvm::append_range(result.ints, input->ints);
    llvm::append_range(result.floats, input->floats);
  }
  return result.size() <= HostTensor::maxElements ? Result(result) : std::nullopt;
}

Result reduceProduct(OnnxNode &node, const HostTensor &x) {
  if (x.isFloat() || x.shape.size() != 1 || node.numInputs() > 1)
    return std::nullopt;
  AffineExpr product = node.extent(1);
  for (AffineExpr value : x.ints) {
    product = mulExtents(product, value);
    if (!isSmall(product))
      return std::nullopt;
  }
  bool keep = node.getInt("keepdims", 1);
  return HostTensor::ofExprs(x.element, keep ? ArrayRef<int64_t>{1} : ArrayRef<int64_t>{}, wrapTo(x.element, product));
}

std::optional<CompareKind> compareKind(StringRef op) {
  return llvm::StringSwitch<std::optional<CompareKind>>(op)
      .Case("Equal", CompareKind::Eq)
      .Case("Less", CompareKind::Lt)
      .Case("LessOrEqual", CompareKind::Le)
      .Case("Greater", CompareKind::Gt)
      .Case("GreaterOrEqual", CompareKind::Ge)
      .Default(std::nullopt);
}

Result evaluate(OnnxNode &node, Inputs inputs) {
  StringRef op = node.op();
  if (auto kind = compareKind(op))
    return compare(node, inputs, *kind);
  if (llvm::is_contained({"Add", "Sub", "Mul", "Div", "Mod", "Pow", "Min", "Max"}, op))
    return binary(node, inputs);
  if (llvm::is_contained({"And", "Or", "Xor", "Not"}, op))
    return logical(node, inputs);
  if (inputs.size() == 1 && llvm::is_contained({"Neg", "Sqrt", "Reciprocal", "Floor", "Ceil"}, op))
    return unary(node, *inputs[0]);
  if (inputs.size() == 1 && op == "Cast")
    return castTo(node, *inputs[0]);
  if (inputs.size() == 1 && op == "Identity")
    return *inputs[0];
  if (op == "Where")
    return where(inputs);
  if (inputs.size() == 2 && op == "Gather")
    return gather(node, *inputs[0], *inputs[1]);
  if (op == "Concat")
    return concat(node, inputs);
  if (inputs.size() == 1 && op == "ReduceProd")
    return reduceProduct(node, *inputs[0]);
  return std::nullopt;
}

} // namespace

std::optional<HostTensor> evaluateOnHost(OnnxNode &node) {
  SmallVector<const HostTensor *> inputs;
  for (int64_t i = 0; i < node.numInputs(); ++i) {
    const HostTensor *input = node.hasInput(i) && node.graph.isDefined(node.inputName(i)) ? node.host(i) : nullptr;
    if (!input)
      return std::nullopt;
    inputs.push_back(input);
  }
  if (inputs.empty() || node.numOutputs() != 1)
    return std::nullopt;
  return evaluate(node, inputs);
}

} // namespace sinter
