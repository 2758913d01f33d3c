// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements as cells of whole bytes, which operators that move elements copy without a look at them.

#ifndef SINTER_COMPILER_REFERENCE_CELLS_H
#define SINTER_COMPILER_REFERENCE_CELLS_H

#include "compiler/Reference/Operator.h"
#include "runtime/base/status_macros.h"

#include <algorithm>
#include <cstring>

namespace sinter::reference {

using Dims = std::vector<int64_t>;

inline size_t bytesPerCell(rt::ElementType type) { return std::max(1, rt::BitWidth(type) / 8); }

/// The elements of a tensor as cells of whole bytes: 4-bit elements, two a byte, are spread to one a byte.
class Cells {
public:
  explicit Cells(const rt::HostTensor &tensor) : width(bytesPerCell(tensor.type())), bytes(tensor.as<uint8_t>()) {
    if (rt::BitWidth(tensor.type()) != 4)
      return;
    spread.resize(tensor.element_count());
    for (size_t i = 0; i < spread.size(); ++i)
      spread[i] = (bytes[i / 2] >> (i % 2 * 4)) & 15;
    bytes = spread.data();
  }
  const uint8_t *at(int64_t index) const { return bytes + index * static_cast<int64_t>(width); }

  size_t width;

private:
  const uint8_t *bytes;
  std::vector<uint8_t> spread;
};

/// A tensor under construction, in cells.
class CellWriter {
public:
  static absl::StatusOr<CellWriter> create(const TensorSpec &spec) {
    CellWriter writer;
    SINTER_ASSIGN_OR_RETURN(writer.tensor, rt::HostTensor::Create(spec.type, spec.dims));
    writer.width = bytesPerCell(spec.type);
    if (rt::BitWidth(spec.type) == 4)
      writer.spread.resize(writer.tensor.element_count());
    return writer;
  }
  uint8_t *at(int64_t index) {
    return (spread.empty() ? tensor.as<uint8_t>() : spread.data()) + index * static_cast<int64_t>(width);
  }
  rt::HostTensor finish() {
    for (size_t i = 0; i < spread.size(); ++i)
      tensor.as<uint8_t>()[i / 2] |= spread[i] << (i % 2 * 4);
    return std::move(tensor);
  }

private:
  rt::HostTensor tensor;
  size_t width = 1;
  std::vector<uint8_t> spread;
};

/// Cells that follow one another below `axis`, and repetitions above it.
inline int64_t cellsBelow(const Dims &dims, int64_t axis) { return countElements(Dims(dims.begin() + axis + 1, dims.end())); }
inline int64_t cellsAbove(const Dims &dims, int64_t axis) { return countElements(Dims(dims.begin(), dims.begin() + axis)); }

/// Calls `visit` with each index of `dims` in row-major order, and its number.
template <class Visit> void forEachIndex(const Dims &dims, Visit visit) {
  Dims index(dims.size(), 0);
  for (int64_t number = 0, count = countElements(dims); number < count; ++number) {
    visit(static_cast<const Dims &>(index), number);
    for (size_t d = dims.size(); d-- > 0 && ++index[d] == dims[d];)
      index[d] = 0;
  }
}

/// The row-major number of `index` within `dims`.
inline int64_t numberOf(const Dims &index, const Dims &dims) {
  int64_t number = 0;
  for (size_t d = 0; d < dims.size(); ++d)
    number = number * dims[d] + index[d];
  return number;
}

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_CELLS_H
