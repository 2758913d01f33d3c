// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tolerance of an operator, element by element, and the comparison by it.

#include "compiler/Reference/OperatorCheck.h"

#include "compiler/Reference/Elements.h"
#include "compiler/Support/ElementTypes.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/status_macros.h"

#include "absl/strings/str_cat.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

HostTensor mapTensor(const HostTensor &tensor, double (*map)(double)) {
  HostTensor result = *HostTensor::Create(ElementType::kF64, tensor.dims());
  std::vector<double> values = toDoubles(tensor);
  for (size_t i = 0; i < values.size(); ++i)
    result.as<double>()[i] = map(values[i]);
  return result;
}

/// Infinities and NaN aside: what they make of a result is exact.
HostTensor magnitudesOf(const HostTensor &tensor) {
  return mapTensor(tensor, [](double x) { return std::isfinite(x) ? std::fabs(x) : 0.0; });
}
HostTensor magnitudesAboveOne(const HostTensor &tensor) {
  return mapTensor(tensor, [](double x) { return std::isfinite(x) ? std::max(1.0, std::fabs(x)) : 1.0; });
}
HostTensor magnitudesBelowOne(const HostTensor &tensor) {
  return mapTensor(tensor, [](double x) { return std::isfinite(x) && x != 0 ? std::min(1.0, std::fabs(x)) : 1.0; });
}

/// Each element moved by a few roundings of `unit`, to the side that `isUp` has for its number.
HostTensor nudge(const HostTensor &tensor, double unit, bool (*isUp)(uint64_t)) {
  constexpr double roundings = 4;
  HostTensor result = mapTensor(tensor, [](double x) { return x; });
  for (uint64_t i = 0; i < result.element_count(); ++i)
    result.as<double>()[i] *= 1 + (isUp(i) ? roundings : -roundings) * unit;
  return result;
}

/// Neighbours apart, every third apart from the others, and two at random.
bool isOdd(uint64_t i) { return i & 1; }
bool isThird(uint64_t i) { return i % 3 == 0; }
template <unsigned bit> bool isRandom(uint64_t i) { return (i * 2654435761u) >> bit & 1; }

double largestFinite(const HostTensor &tensor) {
  double largest = 0;
  for (double value : toDoubles(tensor))
    if (std::isfinite(value))
      largest = std::max(largest, std::fabs(value));
  return largest;
}

std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

/// "softmax.mlir:7: ", or nothing where it is not known.
std::string placeOf(Operation *op) {
  auto place = dyn_cast<FileLineColLoc>(op->getLoc());
  return place ? absl::StrCat(place.getFilename().str(), ":", place.getLine(), ": ") : std::string();
}

/// " of 0.5, 3", what operands of the result's shape hold there; nothing where some operand has another.
std::string operandsAt(ArrayRef<const HostTensor *> operands, const HostTensor &result, uint64_t index) {
  std::string text;
  for (const HostTensor *operand : operands) {
    if (operand->dims() != result.dims())
      return "";
    char value[40];
    std::snprintf(value, sizeof value, "%.*g", operand->type() == ElementType::kF64 ? 17 : 9, toDoubles(*operand)[index]);
    absl::StrAppend(&text, text.empty() ? " of " : ", ", value);
  }
  return text;
}

/// The type that values of `type` are computed in, as far as its precision and range go.
struct ComputeType {
  explicit ComputeType(ElementType type) : isWide(type == ElementType::kF64) {}
  double unit() const { return std::ldexp(1.0, isWide ? -53 : -24); }
  double tiny() const { return isWide ? 0x1p-1022 : 0x1p-126; }
  double largest() const { return largestOf(isWide ? ElementType::kF64 : ElementType::kF32); }
  bool isWide;
};

constexpr double anything = std::numeric_limits<double>::infinity();

/// A mean is off by a few roundings of its row's greatest element, which is much where the row's deviation is small. Moving elements does not show it:
/// of a row of two the distances from the mean are opposite whatever they are. What is infinite until the bias brings it back may stay infinite.
void addMeanError(LayerNormOp norm, ArrayRef<const HostTensor *> operands, const ComputeType &type, std::vector<double> &slack) {
  constexpr double roundings = 4;
  std::vector<double> x = toDoubles(*operands[0]), scale = norm.getScale() ? toDoubles(*operands[1]) : std::vector<double>();
  size_t width = 1;
  for (size_t i = norm.getAxis(); i < operands[0]->dims().size(); ++i)
    width *= operands[0]->dims()[i];
  for (size_t row = 0; width != 0 && row < x.size(); row += width) {
    double mean = 0, square = 0, most = 0;
    for (size_t i = row; i < row + width; ++i) {
      mean += x[i] / static_cast<double>(width);
      most = std::max(most, std::fabs(x[i]));
    }
    for (size_t i = row; i < row + width; ++i)
      square += (x[i] - mean) * (x[i] - mean) / static_cast<double>(width);
    double deviation = std::sqrt(square + norm.getEpsilon().convertToDouble()), error = (roundings * type.unit() * most + type.tiny()) / deviation;
    for (size_t i = row; std::isfinite(error) && i < row + width; ++i) {
      double factor = scale.empty() ? 1 : std::fabs(scale[i - row]), beforeBias = (std::fabs(x[i] - mean) / deviation + error) * factor;
      slack[i] += std::isfinite(beforeBias) && beforeBias > type.largest() ? anything : error * factor;
    }
  }
}

} // namespace

HostTensor widenTensor(const HostTensor &tensor) {
  return mapTensor(tensor, [](double x) { return x; });
}

OperatorSlack::OperatorSlack(Operation *op, ArrayRef<const HostTensor *> operands, const Bindings &bindings, Approximations approximations)
    : op(op), operands(operands), bindings(bindings), approximations(approximations), accuracy(accuracyOf(op->getName().stripDialect().str())) {}

ElementType OperatorSlack::declaredType(unsigned number) const {
  return toRuntimeType(cast<RankedTensorType>(op->getResult(number).getType()).getElementType());
}

double OperatorSlack::approximation(unsigned result) const {
  int widest = approximations == Approximations::kAny ? 32 : approximations == Approximations::kNarrow ? 16 : 0;
  return approximationError(accuracy, declaredType(result), widest);
}

bool OperatorSlack::isExact(unsigned result) const {
  return !isFloat(declaredType(result)) || (accuracy.kind == AccuracyKind::kExact && approximation(result) == 0);
}

absl::StatusOr<std::vector<HostTensor>> OperatorSlack::evaluateWide(Change change) const {
  std::vector<HostTensor> changed;
  for (const HostTensor *operand : operands)
    changed.push_back(isFloatTensor(*operand) ? change(*operand) : HostTensor());
  std::vector<const HostTensor *> pointers;
  for (auto [operand, wide] : llvm::zip_equal(operands, changed))
    pointers.push_back(isFloatTensor(*operand) ? &wide : operand);
  InterpreterOptions options;
  options.computeInF64 = true;
  options.threads = 1;
  auto results = evaluateOperator(op, pointers, bindings, options);
  if (failed(results))
    return absl::InternalError(absl::StrCat("no reference of ", textOf(op)));
  return std::move(*results);
}

absl::StatusOr<std::vector<double>> OperatorSlack::compute(unsigned number, const HostTensor &exact) const {
  switch (accuracy.kind) {
  case AccuracyKind::kFold: return computeFold(number, exact);
  case AccuracyKind::kComposite: return computeComposite(number, exact);
  case AccuracyKind::kExact:
  case AccuracyKind::kFunction: return computeFunction(number, exact);
  }
  return absl::InternalError("no such kind of accuracy");
}

/// How many elements one of the result folds.
double OperatorSlack::foldedCount(const HostTensor &result) const {
  if (auto product = dyn_cast<ContractionOpInterface>(op)) {
    auto &dims = operands[0]->dims();
    return product.getTransposeLhs() ? dims[dims.size() - 2] : dims.back();
  }
  if (auto scan = dyn_cast<ScanOpInterface>(op))
    return operands[0]->dims()[scan.getScanAxis()];
  return static_cast<double>(operands[0]->element_count()) / std::max<uint64_t>(1, result.element_count());
}

absl::StatusOr<std::vector<bool>> OperatorSlack::findPartialsThatLeave(unsigned number, bool isProduct, double count) const {
  ComputeType type(declaredType(number));
  SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> most, evaluateWide(isProduct ? magnitudesAboveOne : magnitudesOf));
  std::vector<bool> result(most[number].element_count());
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = !(most[number].as<double>()[i] * count <= type.largest());
  if (!isProduct)
    return result;
  SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> least, evaluateWide(magnitudesBelowOne));
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = result[i] || least[number].as<double>()[i] < type.tiny();
  return result;
}

absl::StatusOr<std::vector<double>> OperatorSlack::computeFold(unsigned number, const HostTensor &exact) const {
  ComputeType type(declaredType(number));
  auto reduction = dyn_cast<ReductionOpInterface>(op);
  auto scan = dyn_cast<ScanOpInterface>(op);
  bool isProduct = (reduction ? reduction.getReductionKind() : scan ? scan.getScanKind() : ReductionKind::Sum) == ReductionKind::Product;
  // Of equal factors each rounding goes the same way; terms that are added up are not alike for long.
  double count = foldedCount(exact), roundings = 4 + (isProduct ? count : 4 * std::sqrt(count));
  SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> magnitudes, evaluateWide(magnitudesOf));
  SINTER_ASSIGN_OR_RETURN(std::vector<bool> mayLeave, findPartialsThatLeave(number, isProduct, reduction && reduction.isMean() ? count : 1));
  std::vector<double> slack(exact.element_count());
  for (size_t i = 0; i < slack.size(); ++i) {
    double magnitude = magnitudes[number].as<double>()[i];
    slack[i] = mayLeave[i] ? anything : std::isfinite(magnitude) ? type.unit() * roundings * magnitude + type.tiny() : 0;
  }
  return slack;
}

absl::StatusOr<std::vector<double>> OperatorSlack::computeComposite(unsigned number, const HostTensor &exact) const {
  ComputeType type(declaredType(number));
  double input = largestFinite(*operands[0]);
  double reach = accuracy.inputUnits == 0 ? 0 : std::min(400.0, 4 * input);
  std::vector<double> slack(exact.element_count(), (type.unit() * (accuracy.units + reach) + approximation(number)) * largestFinite(exact) + type.tiny());
  if (accuracy.inputUnits != 0)
    return slack;
  auto scatter = op->getAttrOfType<ScatterKindAttr>("kind");
  if (scatter && (scatter.getValue() == ScatterKind::Mul || scatter.getValue() == ScatterKind::Add)) {
    bool isProduct = scatter.getValue() == ScatterKind::Mul;
    SINTER_ASSIGN_OR_RETURN(std::vector<bool> mayLeave, findPartialsThatLeave(number, isProduct));
    for (size_t i = 0; i < slack.size(); ++i)
      if (mayLeave[i])
        slack[i] = anything;
  }
  if (auto norm = dyn_cast<LayerNormOp>(op))
    addMeanError(norm, operands, type, slack);
  // Weights of a cubic resize add up to less than 4 in magnitude, along any one dimension.
  if (isa<ResizeOp>(op) && 4 * input > type.largest())
    return std::vector<double>(exact.element_count(), anything);
  std::vector<double> own = slack;
  for (auto isUp : {isOdd, isThird, isRandom<7>, isRandom<8>}) {
    SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> other, evaluateWide([&](const HostTensor &operand) { return nudge(operand, type.unit(), isUp); }));
    for (size_t i = 0; i < slack.size(); ++i)
      if (double distance = std::fabs(other[number].as<double>()[i] - exact.as<double>()[i]); std::isfinite(distance))
        slack[i] = std::max(slack[i], own[i] + 4 * distance);
  }
  return slack;
}

std::vector<double> OperatorSlack::computeFunction(unsigned number, const HostTensor &exact) const {
  ComputeType type(declaredType(number));
  std::vector<double> x = toDoubles(*operands[0]);
  const double *e = exact.as<double>();
  double units = 2 * accuracy.units, inputUnits = 2 * accuracy.inputUnits; // a unit of the last place is two roundings
  std::vector<double> slack(exact.element_count());
  for (size_t i = 0; i < slack.size(); ++i) {
    double fromInput = inputUnits != 0 && i < x.size() && std::isfinite(x[i]) ? inputUnits * type.unit() * std::fabs(x[i]) : 0;
    slack[i] = (units * type.unit() + approximation(number)) * (std::isfinite(e[i]) ? std::fabs(e[i]) : 0) + fromInput + type.tiny();
  }
  return slack;
}

absl::StatusOr<OperatorJudgement> judgeOperator(Operation *op, ArrayRef<const HostTensor *> operands, ArrayRef<const HostTensor *> results,
                                                const Bindings &bindings, Approximations approximations) {
  OperatorSlack slack(op, operands, bindings, approximations);
  InterpreterOptions options;
  options.threads = 1;
  auto declared = evaluateOperator(op, operands, bindings, options);
  if (failed(declared))
    return absl::InternalError(absl::StrCat("no reference of ", textOf(op)));
  std::vector<HostTensor> exact;
  OperatorJudgement judgement;
  for (auto [k, result] : llvm::enumerate(results)) {
    std::string text;
    std::optional<uint64_t> first;
    Distance distance;
    distance.elements = result->element_count();
    if (slack.isExact(k)) {
      text = describeExactDifference(*result, (*declared)[k], &first);
    } else {
      if (exact.empty()) {
        SINTER_ASSIGN_OR_RETURN(exact, slack.evaluateWide(widenTensor));
      }
      SINTER_ASSIGN_OR_RETURN(std::vector<double> within, slack.compute(k, exact[k]));
      auto slackAt = [&](uint64_t i) { return within[i]; };
      text = describeDifference(*result, exact[k], slackAt, &first);
      distance = measureDistance(*result, exact[k], slackAt);
    }
    judgement.distances.push_back(distance);
    if (!text.empty())
      judgement.violations.push_back(absl::StrCat(placeOf(op), textOf(op), ": result ", k, ": ", text, first ? operandsAt(operands, *result, *first) : ""));
  }
  return judgement;
}

absl::StatusOr<std::string> describeOperatorDifference(Operation *op, ArrayRef<const HostTensor *> operands, ArrayRef<const HostTensor *> results,
                                                       const Bindings &bindings) {
  SINTER_ASSIGN_OR_RETURN(OperatorJudgement judgement, judgeOperator(op, operands, results, bindings, Approximations::kNarrow));
  return judgement.violations.empty() ? std::string() : judgement.violations.front();
}

} // namespace sinter::reference
