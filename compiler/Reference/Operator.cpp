// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The register of operators, and arithmetic on dims that the families share.

#include "compiler/Reference/Operator.h"

namespace sinter::reference {

OperatorFunction findOperator(std::string_view name) {
  for (auto find : {findElementwise, findReduction, findScan, findShape, findGather, findScatter, findRandom, findLinear, findComposite})
    if (OperatorFunction function = find(name))
      return function;
  return nullptr;
}

OperatorResults singleResult(rt::HostTensor tensor) {
  std::vector<rt::HostTensor> results;
  results.push_back(std::move(tensor));
  return results;
}

uint64_t countElements(const std::vector<int64_t> &dims) {
  uint64_t count = 1;
  for (int64_t dim : dims)
    count *= static_cast<uint64_t>(dim);
  return count;
}

std::vector<int64_t> denseStrides(const std::vector<int64_t> &dims) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[i])
    strides[i] = stride;
  return strides;
}

std::vector<int64_t> offsetsOver(const std::vector<int64_t> &dims, const std::vector<int64_t> &strides,
                                 const std::vector<int64_t> &axes) {
  std::vector<int64_t> offsets{0};
  for (int64_t axis : axes) {
    std::vector<int64_t> next;
    next.reserve(offsets.size() * dims[axis]);
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < dims[axis]; ++i)
        next.push_back(offset + i * strides[axis]);
    offsets = std::move(next);
  }
  return offsets;
}

} // namespace sinter::reference
