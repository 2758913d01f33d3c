// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds operator by operator. What an operator makes of errors is sampled rather than derived, so that no operator needs a rule:
// elementwise ones on every combination of signs, folds on magnitudes, others on random signs.

#include "compiler/Fuzzer/ErrorBounds.h"

#include "compiler/Fuzzer/Extents.h"
#include "compiler/Reference/Elements.h"
#include "compiler/Reference/OperatorCheck.h"
#include "compiler/Reference/Rounding.h"
#include "compiler/Support/ElementTypes.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/status_macros.h"

#include "absl/strings/str_cat.h"

#include <cmath>

using namespace mlir;
using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::fuzz {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

ElementType declaredType(Value value) { return toRuntimeType(cast<RankedTensorType>(value.getType()).getElementType()); }

double roundTo(ElementType type, double value) {
  HostTensor tensor = *HostTensor::Create(type, {1});
  reference::writeFloats(&value, 0, 1, tensor);
  reference::readFloats(tensor, 0, 1, &value);
  return value;
}

/// Exact where doubles are not, and around the end of 64 bits, which arithmetic goes around too.
double distanceOf(int64_t a, int64_t b) {
  uint64_t distance = static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
  return static_cast<double>(std::min(distance, -distance));
}

/// The relative and the absolute error of a rounding to `type`.
struct Rounding {
  explicit Rounding(ElementType type) : unit(reference::epsilonOf(type)) {
    switch (type) {
    case ElementType::kF64: tiny = 0x1p-1074; break;
    case ElementType::kF16: tiny = 0x1p-25; break;
    case ElementType::kBF16: tiny = 0x1p-134; break;
    case ElementType::kF8E4M3: tiny = 0x1p-10; break;
    case ElementType::kF8E5M2: tiny = 0x1p-17; break;
    default: tiny = 0x1p-150;
    }
  }
  double unit, tiny;
};

/// How each operand's elements are moved for one sample.
struct Move {
  enum Kind {
    kSigns,   // by their errors, in the direction of `signs`, one an operand
    kRandom,  // by their errors, each in a direction of its own
    kRounded, // to what a plan that rounds has
    kInteger, // to the nearest integer, where that is near enough: functions have points of their own there
    kMeet,    // to operand `number`'s value, where that is near enough: comparisons
  } kind;
  uint64_t number;
  std::vector<double> signs;

  /// Of kSigns: the share of the errors.
  double size() const { return signs.empty() ? 1 : std::fabs(signs[0]); }
};

/// One operand, moved. An unknown element becomes NaN, something huge, infinite, or 0, by turns; an unknown integer 0, 1, all ones or an end of its type.
class Mover {
public:
  Mover(ArrayRef<const BoundedTensor *> operands, ArrayRef<ElementType> types, const Move &move)
      : operands(operands), types(types), move(move), random(operands.size(), move.number) {
    if (move.kind == Move::kMeet)
      target = reference::toDoubles(operands[move.number]->center);
  }

  HostTensor apply(size_t k) {
    const BoundedTensor &tensor = *operands[k];
    HostTensor result = *HostTensor::Create(tensor.center.type(), tensor.center.dims());
    if (!reference::isFloatTensor(tensor.center)) {
      std::vector<int64_t> values(tensor.error.size());
      reference::readIntegers(tensor.center, 0, values.size(), values.data());
      for (size_t i = 0; i < values.size(); ++i)
        if (tensor.error[i] != 0)
          values[i] = meets(static_cast<double>(values[i]), tensor.error[i], i) ? integerTarget(i) : moveInteger(values[i], tensor.error[i], k, tensor.center.type());
      reference::writeIntegers(values.data(), 0, values.size(), result);
      return result;
    }
    std::vector<double> values = reference::toDoubles(tensor.center);
    for (size_t i = 0; i < values.size(); ++i)
      if (tensor.error[i] != 0)
        values[i] = moveFloat(values[i], tensor.error[i], k, i);
    reference::writeFloats(values.data(), 0, values.size(), result);
    return result;
  }

private:
  double sign(size_t k) { return move.kind == Move::kSigns ? move.signs[k] : random.next() & 1 ? 1.0 : -1.0; }

  /// Whether element `i` is moved to where operand `move.number` has its own.
  bool meets(double value, double error, size_t i) const {
    if (move.kind != Move::kMeet || i >= target.size())
      return false;
    double reach = error + operands[move.number]->error[i];
    return std::isinf(reach) || std::fabs(target[i] - value) <= reach; // What is unknown meets anything, even from NaN.
  }

  int64_t integerTarget(size_t i) const { return target[i] >= 0x1p63 ? std::numeric_limits<int64_t>::max() : static_cast<int64_t>(std::max(target[i], -0x1p63)); }

  int64_t moveInteger(int64_t value, double error, size_t k, ElementType type) {
    double s = sign(k);
    if (type == ElementType::kBool)
      return s > 0;
    // What is unknown is mostly near 0 where it matters, a place or a count; what it is compared with may be anything.
    if (std::isinf(error)) {
      int64_t greatest = std::numeric_limits<int64_t>::max() >> (64 - std::min<int>(64, rt::BitWidth(type)));
      // Where an operator has points of its own: by turns, so that none is left to chance.
      const int64_t stand[] = {0, -1, 1, greatest, -greatest - 1};
      if (size_t turn = (move.number / 2 + k) % 7; move.kind != Move::kRandom && turn < std::size(stand))
        return stand[turn];
      switch (random.below(6)) {
      case 0: return greatest;
      case 1: return -greatest - 1;
      default: return move.number % 2 ? static_cast<int64_t>(random.below(41)) - 20 : static_cast<int64_t>(random.below(4));
      }
    }
    return value + static_cast<int64_t>(s * std::min(error, 1e9));
  }

  double moveFloat(double value, double error, size_t k, size_t i) {
    if (meets(value, error, i))
      return target[i];
    const double stand[] = {std::numeric_limits<double>::quiet_NaN(), 1e30, -1e30, 0.0, unknown, -unknown};
    // Of many elements one would always be NaN, so that a fold of them were NaN in every sample: all are alike in every other one.
    if (std::isinf(error))
      return stand[(move.number / 2 + (move.number % 2 ? i : 0)) % std::size(stand)];
    switch (move.kind) {
    case Move::kRounded: return roundTo(types[k], value);
    case Move::kInteger: return std::fabs(std::nearbyint(value) - value) <= error ? std::nearbyint(value) : value;
    case Move::kMeet: return value;
    default: return value + sign(k) * error;
    }
  }

  ArrayRef<const BoundedTensor *> operands;
  ArrayRef<ElementType> types;
  const Move &move;
  Random random;
  std::vector<double> target;
};

class OperatorBounds {
public:
  OperatorBounds(Operation *op, ArrayRef<const BoundedTensor *> operands, const reference::Bindings &bindings)
      : op(op), operands(operands), bindings(bindings) {
    for (const BoundedTensor *operand : operands)
      centers.push_back(&operand->center);
  }

  absl::StatusOr<std::vector<BoundedTensor>> compute() {
    SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> exact, evaluate(centers));
    std::vector<BoundedTensor> results;
    for (HostTensor &tensor : exact) {
      uint64_t count = tensor.element_count();
      results.push_back({std::move(tensor), std::vector<double>(count, 0.0)});
    }
    if (llvm::any_of(operands, [](const BoundedTensor *operand) { return !operand->isExact(); }))
      SINTER_RETURN_IF_ERROR(addInherited(results));
    for (size_t k = 0; k < results.size(); ++k)
      SINTER_RETURN_IF_ERROR(addOwn(results[k], k));
    return results;
  }

private:
  absl::StatusOr<std::vector<HostTensor>> evaluate(ArrayRef<const HostTensor *> inputs) const {
    reference::InterpreterOptions options;
    options.computeInF64 = true;
    options.threads = 1;
    auto results = reference::evaluateOperator(op, inputs, bindings, options);
    if (failed(results))
      return absl::InternalError(absl::StrCat("the reference fails at ", op->getName().getStringRef().str()));
    return std::move(*results);
  }

  bool isFold() const {
    return reference::accuracyOf(op->getName().stripDialect().str()).kind == reference::AccuracyKind::kFold &&
           reference::isFloat(declaredType(op->getResult(0)));
  }

  /// What the operands' errors make of the results.
  absl::Status addInherited(std::vector<BoundedTensor> &results) {
    if (isFold())
      return addFolded(results);
    double margin = isa<ElementwiseOpInterface>(op) ? 1.25 : 2;
    SmallVector<ElementType> types;
    for (Value operand : op->getOperands())
      types.push_back(declaredType(operand));
    std::vector<HostTensor> atEnd; // one for each combination of signs
    for (const Move &move : listMoves()) {
      std::vector<HostTensor> tensors;
      std::vector<const HostTensor *> inputs;
      Mover mover(operands, types, move);
      for (size_t k = 0; k < operands.size(); ++k)
        tensors.push_back(mover.apply(k));
      for (const HostTensor &tensor : tensors)
        inputs.push_back(&tensor);
      SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> sample, evaluate(inputs));
      for (size_t k = 0; k < results.size(); ++k)
        widen(results[k], sample[k], margin);
      if (move.kind == Move::kSigns && isa<ElementwiseOpInterface>(op)) {
        size_t direction = move.number % (size_t(1) << operands.size());
        if (move.size() == 1)
          atEnd.push_back(std::move(sample[0]));
        else
          forgetWhereCurved(results[0], sample[0], move.size(), atEnd[direction]);
      }
    }
    return absl::OkStatus();
  }

  /// Elements that a large error changes much, and not in proportion, are unknown: between the samples may lie a pole.
  static void forgetWhereCurved(BoundedTensor &result, const HostTensor &part, double share, const HostTensor &full) {
    if (!reference::isFloatTensor(result.center))
      return;
    std::vector<double> center = reference::toDoubles(result.center), near = reference::toDoubles(part), far = reference::toDoubles(full);
    for (size_t i = 0; i < center.size(); ++i) {
      double change = std::max(std::fabs(far[i] - center[i]), std::fabs(near[i] - center[i]));
      if (change > 0.25 * std::fabs(center[i]) && std::fabs(near[i] - (center[i] + share * (far[i] - center[i]))) > 0.25 * change)
        result.error[i] = unknown;
    }
  }

  std::vector<Move> listMoves() const {
    std::vector<Move> moves;
    bool isElementwise = isa<ElementwiseOpInterface>(op);
    size_t count = operands.size();
    uint64_t number = 0;
    if (isElementwise) {
      // A function need not be monotonic, and a periodic one looks straight at equal distances.
      std::vector<double> sizes = count > 2 ? std::vector<double>{1.0, 0.5} : std::vector<double>{1.0, 0.5, 0.79, 0.31, 0.17};
      for (double size : sizes)
        for (size_t bits = 0; bits < (size_t(1) << count); ++bits) {
          Move move{Move::kSigns, number++, std::vector<double>(count)};
          for (size_t i = 0; i < count; ++i)
            move.signs[i] = bits >> i & 1 ? size : -size;
          moves.push_back(move);
        }
      moves.push_back({Move::kInteger, number++, {}});
      for (size_t k = 0; k < count && count > 1; ++k)
        moves.push_back({Move::kMeet, k, {}});
    } else {
      for (double sign : {1.0, -1.0})
        moves.push_back({Move::kSigns, number++, std::vector<double>(count, sign)});
    }
    moves.push_back({Move::kRounded, number++, {}});
    // An index of the greatest element or a norm needs many: two elements that are alike are to move apart.
    for (int i = 0; i < (isElementwise ? 2 : isa<IndexMapOpInterface>(op) ? 3 : 24); ++i)
      moves.push_back({Move::kRandom, number++, {}});
    return moves;
  }

  /// Whether some operand of an elementwise operator may be anything at element `i`.
  bool isUnknownAt(size_t i) const {
    return isa<ElementwiseOpInterface>(op) && llvm::any_of(operands, [&](const BoundedTensor *operand) { return std::isinf(operand->error[i]); });
  }

  void widen(BoundedTensor &result, const HostTensor &sample, double margin) const {
    if (!reference::isFloatTensor(result.center))
      return widenIntegers(result, sample, margin);
    std::vector<double> center = reference::toDoubles(result.center), other = reference::toDoubles(sample);
    for (size_t i = 0; i < center.size(); ++i) {
      if (center[i] == 0 && other[i] == 0 && std::signbit(center[i]) != std::signbit(other[i])) {
        // A zero of either sign, whose reciprocal is either infinity.
        result.error[i] = std::max(result.error[i], std::numeric_limits<double>::denorm_min());
        continue;
      }
      if (center[i] == other[i] || (std::isnan(center[i]) && std::isnan(other[i])))
        continue;
      double distance = std::fabs(center[i] - other[i]) * margin;
      result.error[i] = std::isfinite(distance) ? std::max(result.error[i], distance) : unknown;
    }
  }

  void widenIntegers(BoundedTensor &result, const HostTensor &sample, double margin) const {
    std::vector<int64_t> center(result.error.size()), other(center.size());
    reference::readIntegers(result.center, 0, center.size(), center.data());
    reference::readIntegers(sample, 0, other.size(), other.data());
    bool isIndex = !isa<ElementwiseOpInterface, IndexMapOpInterface>(op);
    for (size_t i = 0; i < center.size(); ++i) {
      if (center[i] == other[i])
        continue;
      double distance = distanceOf(center[i], other[i]) * margin;
      // Integers far apart have wrapped, and may lie anywhere.
      result.error[i] = isIndex || distance > 16 || isUnknownAt(i) ? unknown : std::max(result.error[i], distance);
    }
  }

  /// f(|x| + e) - f(|x|) for a fold, whose magnitudes bound what errors make of it.
  absl::Status addFolded(std::vector<BoundedTensor> &results) {
    std::vector<HostTensor> plain, more;
    for (const BoundedTensor *operand : operands) {
      std::vector<double> values = reference::toDoubles(operand->center);
      for (double &value : values)
        value = std::fabs(value);
      HostTensor magnitude = *HostTensor::Create(operand->center.type(), operand->center.dims());
      reference::writeFloats(values.data(), 0, values.size(), magnitude);
      plain.push_back(std::move(magnitude));
      for (size_t i = 0; i < values.size(); ++i)
        values[i] = operand->error[i] == 0 ? values[i] : std::isinf(operand->error[i]) ? std::numeric_limits<double>::quiet_NaN() : values[i] + operand->error[i];
      HostTensor widened = *HostTensor::Create(operand->center.type(), operand->center.dims());
      reference::writeFloats(values.data(), 0, values.size(), widened);
      more.push_back(std::move(widened));
    }
    auto pointers = [](const std::vector<HostTensor> &tensors) {
      SmallVector<const HostTensor *> result;
      for (const HostTensor &tensor : tensors)
        result.push_back(&tensor);
      return result;
    };
    SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> before, evaluate(pointers(plain)));
    SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> after, evaluate(pointers(more)));
    for (size_t k = 0; k < results.size(); ++k)
      for (size_t i = 0; i < results[k].error.size(); ++i) {
        double low = before[k].as<double>()[i], high = after[k].as<double>()[i];
        double distance = high == low ? 0 : (high - low) * 1.001;
        // With an infinity or NaN among exact elements the result is that whatever the others are.
        bool isFixed = std::isnan(results[k].center.as<double>()[i]) && !std::isnan(high);
        results[k].error[i] = isFixed ? 0 : std::isfinite(distance) ? distance : std::isinf(low) && !std::isnan(high) ? 0 : unknown;
      }
    return absl::OkStatus();
  }

  /// Whether something in the graph has floats of 16 bits or less, for which a function of f32 may be approximated.
  bool mayEndNarrow() const {
    return op->getParentOfType<func::FuncOp>()
        .walk([](Operation *other) {
          return llvm::any_of(other->getResultTypes(), [](Type type) { return isa<FloatType>(getElementTypeOrSelf(type)) && getElementTypeOrSelf(type).getIntOrFloatBitWidth() <= 16; })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// The operator's tolerance and the rounding to its type, which a plan may drop.
  absl::Status addOwn(BoundedTensor &result, unsigned k) {
    ElementType type = declaredType(op->getResult(k));
    if (!reference::isFloat(type))
      return absl::OkStatus();
    reference::OperatorSlack slack(op, centers, bindings, mayEndNarrow() ? reference::Approximations::kAny : reference::Approximations::kNarrow);
    if (!slack.isExact(k)) {
      SINTER_ASSIGN_OR_RETURN(std::vector<double> own, slack.compute(k, result.center));
      for (size_t i = 0; i < own.size(); ++i)
        result.error[i] += std::isfinite(result.center.as<double>()[i]) || std::isinf(own[i]) ? own[i] : 0;
    }
    if (isa<IndexMapOpInterface>(op) && slack.isExact(k)) { // a resize computes
      auto operand = llvm::find_if(op->getOperands(), [&](Value v) { return declaredType(v) == type; });
      if (operand != op->operand_end())
        return absl::OkStatus(); // Elements that move stay what they are.
    }
    roundCenters(result, type);
    return absl::OkStatus();
  }

  void roundCenters(BoundedTensor &result, ElementType type) const {
    Rounding rounding(type);
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    bool isExplicit = elementwise && elementwise.isExplicitRounding(), isNarrow = rt::BitWidth(type) <= 8;
    double most = reference::largestOf(type == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32);
    for (size_t i = 0; i < result.error.size(); ++i) {
      double &center = result.center.as<double>()[i], &error = result.error[i];
      if (std::isinf(error) || std::isnan(center) || type == ElementType::kF64) {
        if (type == ElementType::kF64 && error != 0 && std::isfinite(center))
          error += rounding.unit * std::fabs(center);
        continue;
      }
      // No plan computes beyond f32.
      if (!isNarrow && !std::isinf(center) && std::fabs(center) - error > most * 1.0000001) {
        center = std::copysign(unknown, center);
        error = 0;
        continue;
      }
      if (auto cast = dyn_cast<CastOp>(op); cast && declaredType(cast.getInput()) != type)
        center = reference::limitCast(center, type, cast.getOverflow());
      double rounded = roundTo(type, center);
      if (error == 0 && isExplicit) {
        center = rounded;
      } else if (rounded != center) {
        error = std::isinf(rounded) || std::isinf(center) ? unknown : error + std::max(std::fabs(rounded - center), error == 0 ? 0 : rounding.unit * (std::fabs(center) + error) + rounding.tiny);
      } else if (error != 0) {
        error += rounding.unit * (std::fabs(center) + error) + rounding.tiny;
      }
      if (std::isfinite(center) && std::fabs(center) + error > reference::largestOf(type) && error != 0)
        error = unknown;
    }
  }

  Operation *op;
  std::vector<const BoundedTensor *> operands;
  std::vector<const HostTensor *> centers;
  const reference::Bindings &bindings;
};

BoundedTensor boundedInput(const HostTensor &input) {
  return {reference::isFloatTensor(input) ? reference::widenTensor(input) : copyTensor(input), std::vector<double>(input.element_count(), 0.0)};
}

} // namespace

bool BoundedTensor::isExact() const {
  return llvm::all_of(error, [](double e) { return e == 0; });
}

absl::StatusOr<std::vector<BoundedTensor>> boundResults(func::FuncOp function, const Trial &trial) {
  reference::Bindings bindings(trial.symbols.begin(), trial.symbols.end());
  llvm::DenseMap<Value, std::unique_ptr<BoundedTensor>> known;
  for (auto [argument, input] : llvm::zip_equal(function.getArguments(), trial.inputs))
    known[argument] = std::make_unique<BoundedTensor>(boundedInput(input));
  for (Operation &op : function.getBody().front().without_terminator()) {
    SmallVector<const BoundedTensor *> operands;
    for (Value operand : op.getOperands())
      operands.push_back(known.find(operand)->second.get());
    SINTER_ASSIGN_OR_RETURN(std::vector<BoundedTensor> results, OperatorBounds(&op, operands, bindings).compute());
    for (auto [value, result] : llvm::zip_equal(op.getResults(), results))
      known[value] = std::make_unique<BoundedTensor>(std::move(result));
  }
  std::vector<BoundedTensor> results;
  for (Value value : function.getBody().front().getTerminator()->getOperands()) {
    const BoundedTensor &tensor = *known.find(value)->second;
    results.push_back({copyTensor(tensor.center), tensor.error});
  }
  return results;
}

std::string describeOutside(const HostTensor &actual, const BoundedTensor &expected) {
  if (reference::isFloatTensor(actual))
    return reference::describeDifference(actual, expected.center, [&](uint64_t i) { return expected.error[i]; });
  if (expected.isExact() || actual.dims() != expected.center.dims())
    return reference::describeExactDifference(actual, expected.center);
  std::vector<int64_t> a(actual.element_count()), e(a.size());
  reference::readIntegers(actual, 0, a.size(), a.data());
  reference::readIntegers(expected.center, 0, e.size(), e.data());
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != e[i] && !(distanceOf(a[i], e[i]) <= expected.error[i]))
      return absl::StrCat("element ", i, " of ", a.size(), ": got ", a[i], ", expected ", e[i], " within ", expected.error[i]);
  return "";
}

} // namespace sinter::fuzz
