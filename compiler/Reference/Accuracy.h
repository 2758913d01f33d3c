// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How near to the reference an operator's result must be, and the comparison itself.
//
// On the device's own inputs:
//   + - * / reciprocal sqrt, min, max, rounding to integers, casts, select, logic, comparisons, all on integers and all
//   that only moves elements: the same bits (any NaN is NaN).
//   math functions: 4 units in the last place of f32 (pow: 8) and half a unit of the result's type.
//   sigmoid, silu, gelu: 8 units of f32; gelu also 4 units of its input, since 1 + erf cancels.
//   random_normal: 8 units of f32; random bits, uniform numbers and dropout are exact.
//   sum, mean, product, cumsum, cumprod, matmul: (4 + 4 sqrt n) f32 roundings of the sum of magnitudes, n elements folded.
//   softmax, layer_norm, rms_norm: 64 f32 roundings of the greatest result; softmax also as many as its inputs reach, norms
//   also what 16 roundings of each input make of the result.

#ifndef SINTER_COMPILER_REFERENCE_ACCURACY_H
#define SINTER_COMPILER_REFERENCE_ACCURACY_H

#include "runtime/tensor/host_tensor.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinter::reference {

enum class AccuracyKind { kExact, kFunction, kFold, kComposite };

struct Accuracy {
  AccuracyKind kind = AccuracyKind::kExact;
  /// kFunction: units of f32's last place of the result, and of the greatest input.
  double units = 0;
  double inputUnits = 0;
  /// Before the rounding, of the value, where the result has 16 bits: docs/Numerics.md, Approximations.
  double narrowError = 0;
  /// The same, where it has 8 bits of mantissa or less (bf16).
  double coarseError = 0;
  /// The same, where it is an f32 that no step follows.
  double wideError = 0;
};

/// `name` without the dialect. Operators that are not listed are exact, without an approximation.
Accuracy accuracyOf(std::string_view name);

/// The error of approximations in a result of `type`, where results of `widest` bits and fewer may have one for what they are rounded to.
double approximationError(const Accuracy &accuracy, rt::ElementType type, int widest);

/// The rounding unit 2^-p of a float type.
double epsilonOf(rt::ElementType type);

/// The largest finite value of a float type.
double largestOf(rt::ElementType type);

/// What differs in bits, NaN being equal to NaN; empty where nothing does. `first` gets the number of the first element that does.
std::string describeExactDifference(const rt::HostTensor &actual, const rt::HostTensor &expected, std::optional<uint64_t> *first = nullptr);

/// What lies further from `expected` (f64, not rounded) than `slack(i)` and half a unit of the actual type allow;
/// an infinite slack allows anything.
std::string describeDifference(const rt::HostTensor &actual, const rt::HostTensor &expected, const std::function<double(uint64_t)> &slack,
                               std::optional<uint64_t> *first = nullptr);

/// How far a result lies from the exact one at worst, over the elements of which anything can be said.
struct Distance {
  uint64_t elements = 0, unjudged = 0;
  /// In units of the last place of the result's own type; half a unit is the rounding.
  double units = 0;
  /// Beyond half a unit, of what the tolerance allows.
  double share = 0;

  void add(const Distance &other);
};

/// `expected` and `slack` as for describeDifference().
Distance measureDistance(const rt::HostTensor &actual, const rt::HostTensor &expected, const std::function<double(uint64_t)> &slack);

/// All elements as doubles.
std::vector<double> toDoubles(const rt::HostTensor &tensor);
bool isFloatTensor(const rt::HostTensor &tensor);

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_ACCURACY_H
