// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of scalar functions, the loop over elements, and the two operators whose element types differ: cast, select.

#include "compiler/Reference/Elementwise.h"

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "compiler/Reference/Parallel.h"
#include "compiler/Reference/Rounding.h"
#include "runtime/base/status_macros.h"

#include "absl/strings/str_cat.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

/// Calls F, a lambda without captures, on one, two or three elements: as many as it takes.
template <class F, class R, class T> R apply(const T *x) {
  if constexpr (std::is_invocable_v<F, T>)
    return F{}(x[0]);
  else if constexpr (std::is_invocable_v<F, T, T>)
    return F{}(x[0], x[1]);
  else
    return F{}(x[0], x[1], x[2]);
}

/// For floats alone; for integers and bool alone; for both. Functions of integers that ask for the order or the sign of
/// their operands are generic: they see int64_t, or uint64_t where the type has no sign.
template <class F> constexpr ElementwiseFunction floats(F) {
  return {apply<F, double, double>, apply<F, long double, long double>, nullptr, nullptr, nullptr};
}
template <class G> constexpr ElementwiseFunction integers(G) {
  return {nullptr, nullptr, apply<G, int64_t, int64_t>, apply<G, uint64_t, uint64_t>, nullptr};
}
template <class F, class G> constexpr ElementwiseFunction numbers(F, G) {
  return {apply<F, double, double>, apply<F, long double, long double>, apply<G, int64_t, int64_t>, apply<G, uint64_t, uint64_t>, nullptr};
}
/// IEEE operations, which f64 computes in its own precision: long double would round twice.
template <class F, class R> R applyInDouble(const long double *x) {
  double narrow[3] = {static_cast<double>(x[0])};
  if constexpr (std::is_invocable_v<F, double, double>)
    narrow[1] = static_cast<double>(x[1]);
  return apply<F, double, double>(narrow);
}
template <class F> constexpr ElementwiseFunction ieeeFloats(F) {
  return {apply<F, double, double>, applyInDouble<F, long double>, nullptr, nullptr, nullptr};
}
template <class F, class G> constexpr ElementwiseFunction ieeeNumbers(F, G) {
  return {apply<F, double, double>, applyInDouble<F, long double>, apply<G, int64_t, int64_t>, apply<G, uint64_t, uint64_t>, nullptr};
}
/// A bool of any elements. A float widens to double without loss, so double decides for all.
template <class F> constexpr ElementwiseFunction predicate(F) {
  return {nullptr, nullptr, apply<F, int64_t, int64_t>, apply<F, uint64_t, uint64_t>, apply<F, bool, double>};
}

/// NaN where either is; +0 is greater than -0.
template <class T> T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<T>::quiet_NaN();
    if (a == b)
      return std::signbit(a) ? b : a;
  }
  return a > b ? a : b;
}
template <class T> T minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<T>::quiet_NaN();
    if (a == b)
      return std::signbit(a) ? a : b;
  }
  return a < b ? a : b;
}

/// `divide` of the two where C++ defines it, else what `byZero` is, or for -1 what `byMinusOne` is.
template <class T, class F> T divideIntegers(T a, T b, T byZero, T byMinusOne, F divide) {
  if (b == 0)
    return byZero;
  if (std::is_signed_v<T> && b == static_cast<T>(-1))
    return byMinusOne;
  return divide(a, b);
}
template <class T> T negated(T a) { return static_cast<T>(0 - static_cast<uint64_t>(a)); } // the least integer wraps

template <class T> T quotient(T a, T b) {
  return divideIntegers(a, b, T(0), negated(a), [](T x, T y) { return x / y; });
}
template <class T> T remainder(T a, T b) {
  return divideIntegers(a, b, a, T(0), [](T x, T y) { return x % y; });
}
template <class T> T floorQuotient(T a, T b) {
  return divideIntegers(a, b, T(0), negated(a), [](T x, T y) { return x / y - ((x % y != 0) && ((x < 0) != (y < 0)) ? 1 : 0); });
}
template <class T> T floorRemainder(T a, T b) {
  return divideIntegers(a, b, a, T(0), [](T x, T y) { return x % y != 0 && ((x < 0) != (y < 0)) ? x % y + y : x % y; });
}

/// What is left of `a` once whole multiples of `b` are gone from it, with the sign of `b`.
template <class T> T floatFloorRemainder(T a, T b) {
  T rest = std::fmod(a, b);
  if (rest == 0)
    return std::copysign(T(0), b);
  return std::signbit(rest) != std::signbit(b) ? rest + b : rest;
}
template <class T> T floatFloorQuotient(T a, T b) {
  if (b == 0)
    return a / b;
  if (std::isfinite(a) && std::isinf(b)) // the exact quotient is next to 0
    return a == 0 ? a / b : std::signbit(a) == std::signbit(b) ? T(0) : T(-1);
  T whole = std::nearbyint((a - floatFloorRemainder(a, b)) / b);
  return whole == 0 ? std::copysign(T(0), a / b) : whole;
}

/// Wraps. A negative exponent gives the power without its fraction.
template <class T> T integerPower(T base, T exponent) {
  if (exponent < T(0)) {
    if (base != T(1) && base != static_cast<T>(-1))
      return 0;
    exponent = exponent % 2 == 0 ? 2 : 1;
  }
  uint64_t result = 1, square = static_cast<uint64_t>(base);
  for (uint64_t rest = static_cast<uint64_t>(exponent); rest; rest /= 2, square *= square)
    if (rest % 2)
      result *= square;
  return static_cast<T>(result);
}

/// A count outside [0, 64) shifts all bits out; within it, but beyond the type's own width, so does the wrapping.
template <class T> T shiftedLeft(T a, T count) { return static_cast<uint64_t>(count) < 64 ? static_cast<T>(static_cast<uint64_t>(a) << count) : T(0); }
template <class T> T shiftedRight(T a, T count) {
  if (static_cast<uint64_t>(count) < 64)
    return a >> count;
  return a < 0 ? static_cast<T>(-1) : T(0);
}

template <class T> T signOf(T x) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(x))
      return x;
  return x > 0 ? T(1) : x < 0 ? static_cast<T>(-1) : T(0);
}

/// Tests of a float, which no integer passes.
template <class T> bool isNan(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(x);
  return false;
}
template <class T> bool isInfinite(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isinf(x);
  return false;
}

/// x/2 * (1 + erf(x/sqrt(2))), without the cancellation for negative x.
template <class T> T geluErf(T x) { return x / 2 * std::erfc(-x / std::numbers::sqrt2_v<T>); }

/// x/2 * (1 + tanh(u)), where 1 + tanh(u) = 2 / (1 + exp(-2u)) has no cancellation for negative u.
template <class T> T geluTanh(T x) {
  T u = std::sqrt(2 / std::numbers::pi_v<T>) * (x + static_cast<T>(0.044715L) * x * x * x);
  return x / (1 + std::exp(-2 * u));
}

struct Entry {
  std::string_view key;
  ElementwiseFunction function;
};

// Integer functions that wrap take uint64_t.
constexpr Entry table[] = {
    {"add", ieeeNumbers([](auto a, auto b) { return a + b; }, [](uint64_t a, uint64_t b) { return a + b; })},
    {"sub", ieeeNumbers([](auto a, auto b) { return a - b; }, [](uint64_t a, uint64_t b) { return a - b; })},
    {"mul", ieeeNumbers([](auto a, auto b) { return a * b; }, [](uint64_t a, uint64_t b) { return a * b; })},
    {"div", ieeeNumbers([](auto a, auto b) { return a / b; }, [](auto a, auto b) { return quotient(a, b); })},
    {"floor_div", numbers([](auto a, auto b) { return floatFloorQuotient(a, b); }, [](auto a, auto b) { return floorQuotient(a, b); })},
    {"floor_mod", numbers([](auto a, auto b) { return floatFloorRemainder(a, b); }, [](auto a, auto b) { return floorRemainder(a, b); })},
    {"trunc_rem", numbers([](auto a, auto b) { return std::fmod(a, b); }, [](auto a, auto b) { return remainder(a, b); })},
    {"max", numbers([](auto a, auto b) { return maximum(a, b); }, [](auto a, auto b) { return maximum(a, b); })},
    {"min", numbers([](auto a, auto b) { return minimum(a, b); }, [](auto a, auto b) { return minimum(a, b); })},
    {"pow", numbers([](auto a, auto b) { return std::pow(a, b); }, [](auto a, auto b) { return integerPower(a, b); })},
    {"neg", numbers([](auto x) { return -x; }, [](uint64_t x) { return 0 - x; })},
    {"abs", numbers([](auto x) { return std::fabs(x); }, [](auto x) { return x < 0 ? negated(x) : x; })},
    {"sign", numbers([](auto x) { return signOf(x); }, [](auto x) { return signOf(x); })},
    {"reciprocal", ieeeFloats([](auto x) { return 1 / x; })},
    {"exp", floats([](auto x) { return std::exp(x); })},
    {"exp2", floats([](auto x) { return std::exp2(x); })},
    {"log", floats([](auto x) { return std::log(x); })},
    {"log2", floats([](auto x) { return std::log2(x); })},
    {"log10", floats([](auto x) { return std::log10(x); })},
    {"log1p", floats([](auto x) { return std::log1p(x); })},
    {"expm1", floats([](auto x) { return std::expm1(x); })},
    {"sqrt", ieeeFloats([](auto x) { return std::sqrt(x); })},
    {"rsqrt", floats([](auto x) { return 1 / std::sqrt(x); })},
    {"tanh", floats([](auto x) { return std::tanh(x); })},
    {"erf", floats([](auto x) { return std::erf(x); })},
    {"sin", floats([](auto x) { return std::sin(x); })},
    {"cos", floats([](auto x) { return std::cos(x); })},
    {"tan", floats([](auto x) { return std::tan(x); })},
    {"asin", floats([](auto x) { return std::asin(x); })},
    {"acos", floats([](auto x) { return std::acos(x); })},
    {"atan", floats([](auto x) { return std::atan(x); })},
    {"sinh", floats([](auto x) { return std::sinh(x); })},
    {"cosh", floats([](auto x) { return std::cosh(x); })},
    {"asinh", floats([](auto x) { return std::asinh(x); })},
    {"acosh", floats([](auto x) { return std::acosh(x); })},
    {"atanh", floats([](auto x) { return std::atanh(x); })},
    {"atan2", floats([](auto a, auto b) { return std::atan2(a, b); })},
    {"floor", floats([](auto x) { return std::floor(x); })},
    {"ceil", floats([](auto x) { return std::ceil(x); })},
    {"trunc", floats([](auto x) { return std::trunc(x); })},
    {"round", floats([](auto x) { return std::nearbyint(x); })},
    {"sigmoid", floats([](auto x) { return 1 / (1 + std::exp(-x)); })},
    {"relu", numbers([](auto x) { return maximum(x, decltype(x)(0)); }, [](auto x) { return maximum(x, decltype(x)(0)); })},
    {"silu", floats([](auto x) { return x / (1 + std::exp(-x)); })},
    {"softsign", floats([](auto x) { return x / (1 + std::fabs(x)); })},
    {"softplus", floats([](auto x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); })},
    {"gelu erf", floats([](auto x) { return geluErf(x); })},
    {"gelu tanh", floats([](auto x) { return geluTanh(x); })},
    {"is_nan", predicate([](auto x) { return isNan(x); })},
    {"is_finite", predicate([](auto x) { return !isNan(x) && !isInfinite(x); })},
    {"is_inf any", predicate([](auto x) { return isInfinite(x); })},
    {"is_inf positive", predicate([](auto x) { return isInfinite(x) && x > 0; })},
    {"is_inf negative", predicate([](auto x) { return isInfinite(x) && x < 0; })},
    {"and", integers([](int64_t a, int64_t b) { return a & b; })},
    {"or", integers([](int64_t a, int64_t b) { return a | b; })},
    {"xor", integers([](int64_t a, int64_t b) { return a ^ b; })},
    {"not", integers([](int64_t x) { return ~x; })},
    {"shift_left", integers([](auto a, auto b) { return shiftedLeft(a, b); })},
    {"shift_right", integers([](auto a, auto b) { return shiftedRight(a, b); })},
    {"compare eq", predicate([](auto a, auto b) { return a == b; })},
    {"compare ne", predicate([](auto a, auto b) { return a != b; })},
    {"compare lt", predicate([](auto a, auto b) { return a < b; })},
    {"compare le", predicate([](auto a, auto b) { return a <= b; })},
    {"compare gt", predicate([](auto a, auto b) { return a > b; })},
    {"compare ge", predicate([](auto a, auto b) { return a >= b; })},
    {"clamp", numbers([](auto x, auto low, auto high) { return minimum(maximum(x, low), high); },
                      [](auto x, auto low, auto high) { return minimum(maximum(x, low), high); })},
};

constexpr uint64_t chunk = 1024; // elements held wide at a time; even, for 4-bit types
constexpr uint64_t grain = 64 * chunk;
constexpr size_t maxOperands = 3;

template <class T> void read(const HostTensor &tensor, uint64_t begin, uint64_t count, T *values) {
  if constexpr (std::is_same_v<T, int64_t>)
    readIntegers(tensor, begin, count, values);
  else if constexpr (std::is_same_v<T, uint64_t>)
    readIntegers(tensor, begin, count, reinterpret_cast<int64_t *>(values));
  else
    readFloats(tensor, begin, count, values);
}
template <class T> void write(const T *values, uint64_t begin, uint64_t count, HostTensor &tensor) {
  if constexpr (std::is_same_v<T, int64_t>)
    writeIntegers(values, begin, count, tensor);
  else if constexpr (std::is_same_v<T, uint64_t>)
    writeIntegers(reinterpret_cast<const int64_t *>(values), begin, count, tensor);
  else
    writeFloats(values, begin, count, tensor);
}

/// result[i] = function(inputs[...][i]), where T holds an input's element and R the result's.
template <class R, class T, class F> void forEachElement(const OperatorCall &call, HostTensor &result, F function) {
  size_t operands = call.inputs.size();
  parallelFor(result.element_count(), grain, call.threads, [&](uint64_t begin, uint64_t end) {
    std::array<std::array<T, chunk>, maxOperands> x;
    std::array<R, chunk> y;
    for (; begin < end; begin += chunk) {
      uint64_t count = std::min(chunk, end - begin);
      for (size_t k = 0; k < operands; ++k)
        read(*call.inputs[k], begin, count, x[k].data());
      for (uint64_t i = 0; i < count; ++i) {
        T element[maxOperands] = {};
        for (size_t k = 0; k < operands; ++k)
          element[k] = x[k][i];
        y[i] = function(element);
      }
      write(y.data(), begin, count, result);
    }
  });
}

absl::StatusOr<HostTensor> createResult(const OperatorCall &call) {
  if (call.inputs.empty() || call.inputs.size() > maxOperands || call.results.size() != 1)
    return absl::InvalidArgumentError("expected one to three operands and one result");
  for (const HostTensor *input : call.inputs)
    if (input->dims() != call.results[0].dims)
      return absl::InvalidArgumentError("expected operands and result of equal dims");
  return HostTensor::Create(call.results[0].type, call.results[0].dims);
}

OperatorResults evaluateElementwise(const OperatorCall &call) {
  SINTER_ASSIGN_OR_RETURN(HostTensor result, createResult(call));
  std::string kind = call.get<std::string>("kind");
  const ElementwiseFunction *function = findElementwiseFunction(kind.empty() ? call.name : call.name + " " + kind);
  ElementType type = call.inputs[0]->type();
  if (function && isUnsigned(type) && function->onUnsigned)
    forEachElement<uint64_t, uint64_t>(call, result, function->onUnsigned);
  else if (function && !isFloat(type) && function->onInteger)
    forEachElement<int64_t, int64_t>(call, result, function->onInteger);
  else if (function && isFloat(type) && function->onFloatPredicate)
    forEachElement<int64_t, double>(call, result, function->onFloatPredicate);
  else if (function && type == ElementType::kF64 && function->onLongDouble)
    forEachElement<long double, long double>(call, result, function->onLongDouble);
  else if (function && isFloat(type) && function->onDouble)
    forEachElement<double, double>(call, result, function->onDouble);
  else
    return absl::UnimplementedError(absl::StrCat("no reference on ", rt::ElementTypeName(type)));
  return singleResult(std::move(result));
}

/// Toward zero; what does not fit gives the nearest value that does, NaN gives 0. The bits of a u64, as of any other.
int64_t truncateToInteger(double x, ElementType type) {
  if (std::isnan(x))
    return 0;
  double whole = std::trunc(x);
  int width = rt::BitWidth(type);
  bool noSign = isUnsigned(type);
  double beyond = std::ldexp(1.0, noSign ? width : width - 1), least = noSign ? 0 : -beyond;
  // Of 64 bits, the greatest value is none of double.
  if (whole >= beyond)
    return static_cast<int64_t>((noSign ? ~uint64_t(0) : ~uint64_t(0) >> 1) >> (64 - width));
  whole = std::max(whole, least);
  return noSign ? static_cast<int64_t>(static_cast<uint64_t>(whole)) : static_cast<int64_t>(whole);
}

OperatorResults evaluateCast(const OperatorCall &call) {
  SINTER_ASSIGN_OR_RETURN(HostTensor result, createResult(call));
  ElementType from = call.inputs[0]->type(), to = result.type();
  bool overflow = call.get<bool>("overflow"), isNarrow = to == ElementType::kF8E4M3 || to == ElementType::kF8E5M2;
  if (from == to)
    std::memcpy(result.data(), call.inputs[0]->data(), result.byte_size());
  else if (to == ElementType::kBool && isFloat(from))
    forEachElement<int64_t, double>(call, result, [](const double *x) { return *x != 0; });
  else if (to == ElementType::kBool)
    forEachElement<int64_t, int64_t>(call, result, [](const int64_t *x) { return *x != 0; });
  else if (isFloat(from) && isFloat(to))
    forEachElement<double, double>(call, result, [&](const double *x) { return limitCast(*x, to, overflow); });
  else if (isFloat(from))
    forEachElement<int64_t, double>(call, result, [&](const double *x) { return truncateToInteger(*x, to); });
  else if (isNarrow) // what double does not hold is beyond the type's values
    forEachElement<double, int64_t>(call, result, [&](const int64_t *x) {
      double value = isUnsigned(from) ? static_cast<double>(static_cast<uint64_t>(*x)) : static_cast<double>(*x);
      return limitCast(value, to, overflow);
    });
  else if (isFloat(to)) // long double holds each integer, so there is one rounding
    forEachElement<long double, int64_t>(call, result, [&](const int64_t *x) {
      return isUnsigned(from) ? static_cast<long double>(static_cast<uint64_t>(*x)) : static_cast<long double>(*x);
    });
  else
    forEachElement<int64_t, int64_t>(call, result, [](const int64_t *x) { return *x; });
  return singleResult(std::move(result));
}

OperatorResults evaluateCopy(const OperatorCall &call) {
  SINTER_ASSIGN_OR_RETURN(HostTensor result, createResult(call));
  std::memcpy(result.data(), call.inputs[0]->data(), result.byte_size());
  return singleResult(std::move(result));
}

OperatorResults evaluateSelect(const OperatorCall &call) {
  SINTER_ASSIGN_OR_RETURN(HostTensor result, createResult(call));
  parallelFor(result.element_count(), grain, call.threads, [&](uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; ++i) {
      int64_t condition;
      readIntegers(*call.inputs[0], i, 1, &condition);
      copyElement(*call.inputs[condition ? 1 : 2], i, result, i);
    }
  });
  return singleResult(std::move(result));
}

} // namespace

const ElementwiseFunction *findElementwiseFunction(std::string_view key) {
  for (const Entry &entry : table)
    if (entry.key == key)
      return &entry.function;
  return nullptr;
}

OperatorFunction findElementwise(std::string_view name) {
  if (name == "cast")
    return evaluateCast;
  if (name == "copy")
    return evaluateCopy;
  if (name == "select")
    return evaluateSelect;
  for (const Entry &entry : table)
    if (entry.key.substr(0, entry.key.find(' ')) == name)
      return evaluateElementwise;
  return nullptr;
}

} // namespace sinter::reference
