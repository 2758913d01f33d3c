// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Einsum: operands are multiplied from the left, two at a time. Each is brought to dimensions that are labels, once each; what is summed over
// goes as soon as no other operand and not the result has its label; labels of both sides that are summed make a matrix product.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;

namespace sinter {
namespace {

/// A letter, or for the dimensions that `...` stands for -1, -2 and so on, from the last one.
using Label = int;

struct Term {
  Value value;
  SmallVector<Label> labels;
};

/// An equation: the labels of each operand and of the result.
struct Equation {
  SmallVector<SmallVector<Label>> operands;
  SmallVector<Label> result;
};

/// The labels of `text`, one term; `...` stands for `ellipsis` dimensions. Nothing where it is no term.
std::optional<SmallVector<Label>> parseTerm(StringRef text, int64_t ellipsis) {
  SmallVector<Label> labels;
  bool hasEllipsis = false;
  while (!text.empty()) {
    if (text.consume_front("...")) {
      if (hasEllipsis || ellipsis < 0)
        return std::nullopt;
      hasEllipsis = true;
      for (int64_t i = ellipsis; i > 0; --i)
        labels.push_back(static_cast<Label>(-i));
      continue;
    }
    char c = text.front();
    text = text.drop_front();
    if (c == ' ')
      continue;
    if (!llvm::isAlpha(c))
      return std::nullopt;
    labels.push_back(c);
  }
  return labels;
}

/// Without `->`: the dimensions of `...`, then the letters that stand once, in alphabetical order.
SmallVector<Label> implicitResult(const Equation &equation, int64_t ellipsis) {
  std::map<Label, int> count;
  for (const auto &labels : equation.operands)
    for (Label label : labels)
      ++count[label];
  SmallVector<Label> result;
  for (int64_t i = ellipsis; i > 0; --i)
    result.push_back(static_cast<Label>(-i));
  for (auto [label, times] : count)
    if (label > 0 && times == 1)
      result.push_back(label);
  return result;
}

FailureOr<Equation> parseEquation(OnnxNode &node, ArrayRef<Value> operands) {
  std::string text = node.getString("equation", "");
  auto [left, right] = StringRef(text).split("->");
  bool isExplicit = text.find("->") != std::string::npos;
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  auto refuse = [&] { return node.error() << "expected `equation` to describe " << operands.size() << " operands and a result, but got `" << text << "`"; };
  if (terms.size() != operands.size())
    return refuse(), failure();
  Equation equation;
  int64_t most = 0;
  for (auto [term, operand] : llvm::zip_equal(terms, operands)) {
    int64_t rank = node.typeOf(operand).getRank(), letters = llvm::count_if(term, [](char c) { return llvm::isAlpha(c); });
    auto labels = parseTerm(term, rank - letters);
    if (!labels || static_cast<int64_t>(labels->size()) != rank)
      return refuse(), failure();
    if (term.contains("..."))
      most = std::max(most, rank - letters);
    equation.operands.push_back(*labels);
  }
  auto result = isExplicit ? parseTerm(right, most) : implicitResult(equation, most);
  if (!result)
    return refuse(), failure();
  for (auto [i, label] : llvm::enumerate(*result)) {
    bool isKnown = llvm::any_of(equation.operands, [&](const auto &labels) { return llvm::is_contained(labels, label); });
    if (!isKnown || llvm::is_contained(ArrayRef(*result).take_front(i), label))
      return refuse(), failure();
  }
  equation.result = *result;
  return equation;
}

class Einsum {
public:
  Einsum(OnnxNode &node, Equation equation) : node(node), equation(std::move(equation)) {}

  Value build(ArrayRef<Value> operands) {
    if (failed(measure(operands)))
      return {};
    Term all = begin(0, operands[0]);
    for (size_t i = 1; i < operands.size() && all.value; ++i)
      all = multiply(std::move(all), begin(i, operands[i]), i);
    return all.value ? node.transpose(all.value, positions(all.labels, equation.result)) : Value();
  }

private:
  /// The extent of each label: where one is 1 and another is not, the dimensions of 1 are repeated.
  LogicalResult measure(ArrayRef<Value> operands) {
    for (auto [operand, labels] : llvm::zip_equal(operands, equation.operands))
      for (auto [extent, label] : llvm::zip_equal(node.extents(operand), labels)) {
        auto [it, isNew] = extents.try_emplace(label, extent);
        if (isNew || extent == it->second || extent == 1)
          continue;
        if (it->second != 1)
          return node.mustBeginAgain(it->second, extent)
                     ? failure()
                     : LogicalResult(node.error() << "expected one extent for each letter of `" << node.getString("equation", "") << "`");
        it->second = extent;
      }
    return success();
  }

  /// Whether the label is in the result or in an operand after number `last`.
  bool isNeeded(Label label, size_t last) const {
    return llvm::is_contained(equation.result, label) ||
           llvm::any_of(ArrayRef(equation.operands).drop_front(last + 1), [&](const auto &labels) { return llvm::is_contained(labels, label); });
  }

  /// Operand `i` with each label once, of the label's extent; what nothing else has is summed.
  Term begin(size_t i, Value value) {
    Term term{value, equation.operands[i]};
    SmallVector<AffineExpr> to = llvm::map_to_vector(term.labels, [&](Label label) { return extents[label]; });
    term.value = node.broadcast(value, to);
    for (size_t at = 1; term.value && at < term.labels.size();) {
      auto first = llvm::find(ArrayRef(term.labels).take_front(at), term.labels[at]) - term.labels.begin();
      if (static_cast<size_t>(first) == at)
        ++at;
      else
        term = diagonal(std::move(term), first, at);
    }
    return term.value ? sumAway(std::move(term), [&](Label label) { return isShared(label, i); }) : term;
  }

  /// Whether the label is in the result or in another operand than number `i`.
  bool isShared(Label label, size_t i) const {
    return llvm::is_contained(equation.result, label) || llvm::any_of(llvm::enumerate(equation.operands), [&](const auto &other) {
             return other.index() != i && llvm::is_contained(other.value(), label);
           });
  }

  /// What stands where indices `first` and `second` are equal; the second goes.
  Term diagonal(Term term, int64_t first, int64_t second) {
    RankedTensorType index = withElementType(node.typeOf(term.value), node.b.getI64Type());
    Value same = compare(node, CompareKind::Eq, IotaOp::create(node.b, index, first), IotaOp::create(node.b, index, second));
    term.value = SelectOp::create(node.b, same, term.value, node.splat(0, term.value));
    term.value = node.reduce<SumOp>(term.value, second);
    term.labels.erase(term.labels.begin() + second);
    return term;
  }

  Term sumAway(Term term, llvm::function_ref<bool(Label)> isKept) {
    SmallVector<int64_t> axes;
    SmallVector<Label> labels;
    for (auto [i, label] : llvm::enumerate(term.labels)) {
      if (isKept(label))
        labels.push_back(label);
      else
        axes.push_back(i);
    }
    return {node.reduce<SumOp>(term.value, axes), labels};
  }

  /// The product, summed over what neither the result nor an operand after `last` has.
  Term multiply(Term lhs, Term rhs, size_t last) {
    if (!rhs.value)
      return rhs;
    SmallVector<Label> batch, summed, left, right;
    for (Label label : lhs.labels) {
      bool isBoth = llvm::is_contained(rhs.labels, label);
      (!isBoth ? left : isNeeded(label, last) ? batch : summed).push_back(label);
    }
    for (Label label : rhs.labels)
      if (!llvm::is_contained(lhs.labels, label))
        right.push_back(label);
    Term result;
    for (const auto *part : {&batch, &left, &right})
      llvm::append_range(result.labels, *part);
    if (summed.empty()) {
      Value a = expand(lhs, result.labels), b = a ? expand(rhs, result.labels) : Value();
      result.value = b ? Value(MulOp::create(node.b, a, b)) : Value();
      return result;
    }
    Value a = merge(lhs, {batch, left, summed}), b = a ? merge(rhs, {batch, summed, right}) : Value();
    result.value = b ? product(node, a, b) : Value();
    if (result.value)
      result.value = node.reshape(result.value, llvm::map_to_vector(result.labels, [&](Label label) { return extents[label]; }));
    return result;
  }

  static SmallVector<int64_t> positions(ArrayRef<Label> labels, ArrayRef<Label> order) {
    return llvm::map_to_vector(order, [&](Label label) { return static_cast<int64_t>(llvm::find(labels, label) - labels.begin()); });
  }

  /// The term with dimensions `labels`, repeated along those that it lacks.
  Value expand(const Term &term, ArrayRef<Label> labels) {
    SmallVector<Label> own = llvm::filter_to_vector(labels, [&](Label label) { return llvm::is_contained(term.labels, label); });
    SmallVector<AffineExpr> ones, to;
    for (Label label : labels) {
      ones.push_back(llvm::is_contained(own, label) ? extents[label] : node.extent(1));
      to.push_back(extents[label]);
    }
    Value value = node.transpose(term.value, positions(term.labels, own));
    value = value ? node.reshape(value, ones) : value;
    return value ? node.broadcast(value, to) : value;
  }

  /// The term as a tensor of one dimension a group of labels; an empty first group is left out.
  Value merge(const Term &term, ArrayRef<SmallVector<Label>> groups) {
    SmallVector<Label> order;
    SmallVector<AffineExpr> to;
    for (auto [i, group] : llvm::enumerate(groups)) {
      llvm::append_range(order, group);
      AffineExpr extent = node.extent(1);
      for (Label label : group)
        extent = mulExtents(extent, extents[label]);
      if (i > 0 || !group.empty())
        to.push_back(extent);
    }
    Value value = node.transpose(term.value, positions(term.labels, order));
    return value ? node.reshape(value, to) : value;
  }

  OnnxNode &node;
  Equation equation;
  std::map<Label, AffineExpr> extents;
};

} // namespace

LogicalResult importEinsum(OnnxNode &node) {
  FailureOr<SmallVector<Value>> operands = node.tensors();
  if (failed(operands))
    return failure();
  for (Value operand : *operands)
    if (node.elementOf(operand) != node.elementOf((*operands)[0]))
      return node.error() << "expected operands of one element type, but got " << (*operands)[0].getType() << " and " << operand.getType();
  FailureOr<Equation> equation = parseEquation(node, *operands);
  return succeeded(equation) ? node.setResult(Einsum(node, *equation).build(*operands)) : failure();
}

} // namespace sinter
