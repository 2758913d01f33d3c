// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of scalar functions, the loop over elements, and the two operators whose element types differ: cast, select.

#include "compiler/Reference/Elementwise.h"

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "compiler/Reference/Parallel.h"
#include "runtime/base/status_macros.h"

#include "absl/strings/str_cat.h"

#include <array>
#include <cmath>
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

/// For floats alone; for integers and bool alone; for both.
template <class F> constexpr ElementwiseFunction floats(F) {
  return {apply<F, double, double>, apply<F, long double, long double>, nullptr, nullptr};
}
template <class G> constexpr ElementwiseFunction integers(G) { return {nullptr, nullptr, apply<G, int64_t, int64_t>, nullptr}; }
template <class F, class G> constexpr ElementwiseFunction numbers(F, G) {
  return {apply<F, double, double>, apply<F, long double, long double>, apply<G, int64_t, int64_t>, nullptr};
}
/// A bool of any elements. A float widens to double without loss, so double decides for all.
template <class F> constexpr ElementwiseFunction predicate(F) {
  return {nullptr, nullptr, apply<F, int64_t, int64_t>, apply<F, bool, double>};
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

int64_t divide(int64_t a, int64_t b) {
  if (b == 0)
    return 0;
  if (b == -1) // the least integer wraps
    return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
  return a / b;
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
    {"add", numbers([](auto a, auto b) { return a + b; }, [](uint64_t a, uint64_t b) { return a + b; })},
    {"sub", numbers([](auto a, auto b) { return a - b; }, [](uint64_t a, uint64_t b) { return a - b; })},
    {"mul", numbers([](auto a, auto b) { return a * b; }, [](uint64_t a, uint64_t b) { return a * b; })},
    {"div", numbers([](auto a, auto b) { return a / b; }, [](int64_t a, int64_t b) { return divide(a, b); })},
    {"max", numbers([](auto a, auto b) { return maximum(a, b); }, [](int64_t a, int64_t b) { return maximum(a, b); })},
    {"min", numbers([](auto a, auto b) { return minimum(a, b); }, [](int64_t a, int64_t b) { return minimum(a, b); })},
    {"pow", floats([](auto a, auto b) { return std::pow(a, b); })},
    {"neg", numbers([](auto x) { return -x; }, [](uint64_t x) { return 0 - x; })},
    {"abs", numbers([](auto x) { return std::fabs(x); }, [](int64_t x) { return x < 0 ? 0 - static_cast<uint64_t>(x) : x; })},
    {"reciprocal", floats([](auto x) { return 1 / x; })},
    {"exp", floats([](auto x) { return std::exp(x); })},
    {"exp2", floats([](auto x) { return std::exp2(x); })},
    {"log", floats([](auto x) { return std::log(x); })},
    {"log1p", floats([](auto x) { return std::log1p(x); })},
    {"expm1", floats([](auto x) { return std::expm1(x); })},
    {"sqrt", floats([](auto x) { return std::sqrt(x); })},
    {"rsqrt", floats([](auto x) { return 1 / std::sqrt(x); })},
    {"tanh", floats([](auto x) { return std::tanh(x); })},
    {"erf", floats([](auto x) { return std::erf(x); })},
    {"sin", floats([](auto x) { return std::sin(x); })},
    {"cos", floats([](auto x) { return std::cos(x); })},
    {"floor", floats([](auto x) { return std::floor(x); })},
    {"ceil", floats([](auto x) { return std::ceil(x); })},
    {"round", floats([](auto x) { return std::nearbyint(x); })},
    {"sigmoid", floats([](auto x) { return 1 / (1 + std::exp(-x)); })},
    {"relu", numbers([](auto x) { return maximum(x, decltype(x)(0)); }, [](int64_t x) { return maximum<int64_t>(x, 0); })},
    {"silu", floats([](auto x) { return x / (1 + std::exp(-x)); })},
    {"softsign", floats([](auto x) { return x / (1 + std::fabs(x)); })},
    {"softplus", floats([](auto x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); })},
    {"gelu erf", floats([](auto x) { return geluErf(x); })},
    {"gelu tanh", floats([](auto x) { return geluTanh(x); })},
    {"and", integers([](int64_t a, int64_t b) { return a & b; })},
    {"or", integers([](int64_t a, int64_t b) { return a | b; })},
    {"xor", integers([](int64_t a, int64_t b) { return a ^ b; })},
    {"not", integers([](int64_t x) { return ~x; })},
    {"compare eq", predicate([](auto a, auto b) { return a == b; })},
    {"compare ne", predicate([](auto a, auto b) { return a != b; })},
    {"compare lt", predicate([](auto a, auto b) { return a < b; })},
    {"compare le", predicate([](auto a, auto b) { return a <= b; })},
    {"compare gt", predicate([](auto a, auto b) { return a > b; })},
    {"compare ge", predicate([](auto a, auto b) { return a >= b; })},
    {"clamp", numbers([](auto x, auto low, auto high) { return minimum(maximum(x, low), high); },
                      [](int64_t x, int64_t low, int64_t high) { return minimum(maximum(x, low), high); })},
};

constexpr uint64_t chunk = 1024; // elements held wide at a time; even, for 4-bit types
constexpr uint64_t grain = 64 * chunk;
constexpr size_t maxOperands = 3;

template <class T> void read(const HostTensor &tensor, uint64_t begin, uint64_t count, T *values) {
  if constexpr (std::is_same_v<T, int64_t>)
    readIntegers(tensor, begin, count, values);
  else
    readFloats(tensor, begin, count, values);
}
template <class T> void write(const T *values, uint64_t begin, uint64_t count, HostTensor &tensor) {
  if constexpr (std::is_same_v<T, int64_t>)
    writeIntegers(values, begin, count, tensor);
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
  if (function && !isFloat(type) && function->onInteger)
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

/// Toward zero; what does not fit gives the nearest value that does, NaN gives 0.
int64_t truncateToInteger(double x, ElementType type) {
  int64_t low = 0, high = 255;
  if (type != ElementType::kU8) {
    int width = rt::BitWidth(type);
    low = width == 64 ? std::numeric_limits<int64_t>::min() : -(int64_t(1) << (width - 1));
    high = -(low + 1);
  }
  if (std::isnan(x))
    return 0;
  // As a double, the greatest i64 is 2^63, which does not fit: so both bounds are taken with equality.
  if (x >= static_cast<double>(high))
    return high;
  return x <= static_cast<double>(low) ? low : static_cast<int64_t>(x);
}

OperatorResults evaluateCast(const OperatorCall &call) {
  SINTER_ASSIGN_OR_RETURN(HostTensor result, createResult(call));
  bool fromFloat = isFloat(call.inputs[0]->type()), toFloat = isFloat(result.type());
  if (result.type() == ElementType::kBool && fromFloat)
    forEachElement<int64_t, double>(call, result, [](const double *x) { return *x != 0; });
  else if (result.type() == ElementType::kBool)
    forEachElement<int64_t, int64_t>(call, result, [](const int64_t *x) { return *x != 0; });
  else if (fromFloat && toFloat)
    forEachElement<double, double>(call, result, [](const double *x) { return *x; });
  else if (fromFloat)
    forEachElement<int64_t, double>(call, result, [&](const double *x) { return truncateToInteger(*x, result.type()); });
  else if (toFloat) // long double holds each i64, so there is one rounding
    forEachElement<long double, int64_t>(call, result, [](const int64_t *x) { return static_cast<long double>(*x); });
  else
    forEachElement<int64_t, int64_t>(call, result, [](const int64_t *x) { return *x; });
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
  if (name == "select")
    return evaluateSelect;
  for (const Entry &entry : table)
    if (entry.key.substr(0, entry.key.find(' ')) == name)
      return evaluateElementwise;
  return nullptr;
}

} // namespace sinter::reference
