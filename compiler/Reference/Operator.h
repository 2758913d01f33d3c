// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the reference sees an operator: its name, its attributes as plain values, its inputs and what its results are to
// be. The families know nothing of MLIR.

#ifndef SINTER_COMPILER_REFERENCE_OPERATOR_H
#define SINTER_COMPILER_REFERENCE_OPERATOR_H

#include "runtime/tensor/host_tensor.h"

#include "absl/status/statusor.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sinter::reference {

struct TensorSpec {
  rt::ElementType type = rt::ElementType::kF32;
  std::vector<int64_t> dims;
  /// What the graph says, where `type` is a wider one.
  std::optional<rt::ElementType> declared = {};
};

/// Enumerations are their keyword, unit attributes `true`.
using AttributeValue = std::variant<bool, int64_t, double, std::string, std::vector<int64_t>>;

struct OperatorCall {
  /// Without the dialect: "add".
  std::string name;
  std::map<std::string, AttributeValue, std::less<>> attributes;
  /// Not owned.
  std::vector<const rt::HostTensor *> inputs;
  std::vector<TensorSpec> results;
  /// 0: as many as the machine has.
  int threads = 0;

  /// The attribute `key`, or T's default where there is none.
  template <class T> T get(std::string_view key) const {
    auto it = attributes.find(key);
    const T *value = it == attributes.end() ? nullptr : std::get_if<T>(&it->second);
    return value ? *value : T();
  }
};

using OperatorResults = absl::StatusOr<std::vector<rt::HostTensor>>;
using OperatorFunction = OperatorResults (*)(const OperatorCall &);

/// The reference of the operator `name`, or null.
OperatorFunction findOperator(std::string_view name);

/// By family; null where the family has no such operator.
OperatorFunction findElementwise(std::string_view name);
OperatorFunction findRandom(std::string_view name);
OperatorFunction findReduction(std::string_view name);
OperatorFunction findScan(std::string_view name);
OperatorFunction findShape(std::string_view name);
OperatorFunction findGather(std::string_view name);
OperatorFunction findScatter(std::string_view name);
OperatorFunction findLinear(std::string_view name);
OperatorFunction findComposite(std::string_view name);

/// The single result `tensor` (moved) of an operator.
OperatorResults singleResult(rt::HostTensor tensor);

/// Elements that a tensor of `dims` has.
uint64_t countElements(const std::vector<int64_t> &dims);

/// Strides of a dense row-major tensor, in elements.
std::vector<int64_t> denseStrides(const std::vector<int64_t> &dims);

/// sum(index[a] * strides[a]) for each index over the extents of `axes`, the last axis running fastest.
std::vector<int64_t> offsetsOver(const std::vector<int64_t> &dims, const std::vector<int64_t> &strides,
                                 const std::vector<int64_t> &axes);

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_OPERATOR_H
