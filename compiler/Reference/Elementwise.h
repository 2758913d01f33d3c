// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators: one table of scalar functions. A new operator is one line in it.

#ifndef SINTER_COMPILER_REFERENCE_ELEMENTWISE_H
#define SINTER_COMPILER_REFERENCE_ELEMENTWISE_H

#include <cstdint>
#include <string_view>

namespace sinter::reference {

/// What an elementwise operator makes of one element of each operand. A null pointer: not defined for such elements.
/// Floats are computed in double (f64 in long double) and rounded once to the result's type. + - * / and sqrt give the
/// IEEE result: double has more than twice the bits of f32 and narrower, and for f64 they are computed in f64.
struct ElementwiseFunction {
  double (*onDouble)(const double *x) = nullptr;
  long double (*onLongDouble)(const long double *x) = nullptr;
  /// Integers, and bool as 0 and 1; the value returned wraps to the result's type.
  int64_t (*onInteger)(const int64_t *x) = nullptr;
  uint64_t (*onUnsigned)(const uint64_t *x) = nullptr;
  /// Instead of onDouble: floats in, bool out.
  bool (*onFloatPredicate)(const double *x) = nullptr;
};

/// The function of `key`: the operator's name and, where it has an attribute `kind`, a blank and the kind ("gelu erf").
const ElementwiseFunction *findElementwiseFunction(std::string_view key);

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_ELEMENTWISE_H
