// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators: elements are moved as bits, never converted.

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "compiler/Reference/Parallel.h"
#include "runtime/base/status_macros.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

using Dims = std::vector<int64_t>;

size_t bytesPerCell(ElementType type) { return std::max(1, rt::BitWidth(type) / 8); }

/// The elements of a tensor as cells of whole bytes: 4-bit elements, two a byte, are spread to one a byte.
class Cells {
public:
  explicit Cells(const HostTensor &tensor) : width(bytesPerCell(tensor.type())), bytes(tensor.as<uint8_t>()) {
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
    SINTER_ASSIGN_OR_RETURN(writer.tensor, HostTensor::Create(spec.type, spec.dims));
    writer.width = bytesPerCell(spec.type);
    if (rt::BitWidth(spec.type) == 4)
      writer.spread.resize(writer.tensor.element_count());
    return writer;
  }
  uint8_t *at(int64_t index) {
    return (spread.empty() ? tensor.as<uint8_t>() : spread.data()) + index * static_cast<int64_t>(width);
  }
  HostTensor finish() {
    for (size_t i = 0; i < spread.size(); ++i)
      tensor.as<uint8_t>()[i / 2] |= spread[i] << (i % 2 * 4);
    return std::move(tensor);
  }

private:
  HostTensor tensor;
  size_t width = 1;
  std::vector<uint8_t> spread;
};

/// Result index (i0, i1, ...) is the input's element base + sum(i * stride).
OperatorResults copyStrided(const OperatorCall &call, int64_t base, const Dims &strides, size_t result = 0) {
  const TensorSpec &spec = call.results[result];
  Cells from(*call.inputs[0]);
  SINTER_ASSIGN_OR_RETURN(CellWriter to, CellWriter::create(spec));
  if (countElements(spec.dims) == 0)
    return singleResult(to.finish());
  // A loop over all dimensions but the last, and one over the last.
  int64_t rank = spec.dims.size(), inner = rank ? spec.dims.back() : 1, step = rank ? strides.back() : 0;
  Dims outerAxes(std::max<int64_t>(rank - 1, 0));
  std::iota(outerAxes.begin(), outerAxes.end(), 0);
  Dims rows = offsetsOver(spec.dims, strides, outerAxes);
  parallelFor(rows.size(), std::max<int64_t>(1, 65536 / inner), call.threads, [&](uint64_t begin, uint64_t end) {
    for (uint64_t row = begin; row < end; ++row)
      for (int64_t i = 0; i < inner; ++i)
        std::memcpy(to.at(row * inner + i), from.at(base + rows[row] + i * step), from.width);
  });
  return singleResult(to.finish());
}

OperatorResults evaluateBroadcast(const OperatorCall &call) {
  const Dims &from = call.inputs[0]->dims(), &to = call.results[0].dims;
  Dims dims = call.get<Dims>("dims"), dense = denseStrides(from), strides(to.size(), 0);
  for (size_t i = 0; i < from.size(); ++i) {
    if (from[i] != 1 && from[i] != to[dims[i]])
      return absl::InvalidArgumentError(absl::StrCat("expected extent ", i, " to be 1 or ", to[dims[i]], ", but got ", from[i]));
    strides[dims[i]] = from[i] == 1 ? 0 : dense[i];
  }
  return copyStrided(call, 0, strides);
}

OperatorResults evaluateReshape(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  if (result.element_count() != input.element_count())
    return absl::InvalidArgumentError(absl::StrCat("expected as many elements in the result as in the input, ",
                                                   input.element_count(), ", but got ", result.element_count()));
  std::memcpy(result.data(), input.data(), input.byte_size());
  return singleResult(std::move(result));
}

OperatorResults evaluateTranspose(const OperatorCall &call) {
  Dims dense = denseStrides(call.inputs[0]->dims()), strides;
  for (int64_t dim : call.get<Dims>("permutation"))
    strides.push_back(dense[dim]);
  return copyStrided(call, 0, strides);
}

OperatorResults evaluateSlice(const OperatorCall &call) {
  const Dims &from = call.inputs[0]->dims(), &to = call.results[0].dims;
  Dims starts = call.get<Dims>("starts"), steps = call.get<Dims>("steps"), strides = denseStrides(from);
  int64_t base = 0;
  for (size_t i = 0; i < from.size(); ++i) {
    __int128 first = starts[i], last = first + static_cast<__int128>(to[i] - 1) * steps[i];
    if (to[i] > 0 && (std::min(first, last) < 0 || std::max(first, last) >= from[i]))
      return absl::InvalidArgumentError(absl::StrCat("expected indices of dimension ", i, " to be below ", from[i],
                                                     ", but got ", starts[i], " to ", static_cast<int64_t>(last)));
    base += starts[i] * strides[i];
    strides[i] *= steps[i];
  }
  return copyStrided(call, base, strides);
}

OperatorResults evaluateSplit(const OperatorCall &call) {
  int64_t axis = call.get<int64_t>("axis"), whole = call.inputs[0]->dims()[axis], sum = 0;
  for (const TensorSpec &piece : call.results)
    sum += piece.dims[axis];
  if (sum != whole)
    return absl::InvalidArgumentError(absl::StrCat("expected extents of the pieces to add up to ", whole, ", but got ", sum));
  Dims strides = denseStrides(call.inputs[0]->dims());
  std::vector<HostTensor> results;
  int64_t start = 0;
  for (size_t piece = 0; piece < call.results.size(); ++piece) {
    SINTER_ASSIGN_OR_RETURN(std::vector<HostTensor> result, copyStrided(call, start * strides[axis], strides, piece));
    results.push_back(std::move(result[0]));
    start += call.results[piece].dims[axis];
  }
  return results;
}

/// Cells that follow one another below `axis`, and repetitions above it.
int64_t cellsBelow(const Dims &dims, int64_t axis) { return countElements(Dims(dims.begin() + axis + 1, dims.end())); }
int64_t cellsAbove(const Dims &dims, int64_t axis) { return countElements(Dims(dims.begin(), dims.begin() + axis)); }

OperatorResults evaluateConcat(const OperatorCall &call) {
  int64_t axis = call.get<int64_t>("axis");
  const Dims &to = call.results[0].dims;
  int64_t outer = cellsAbove(to, axis), below = cellsBelow(to, axis), start = 0;
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  for (const HostTensor *input : call.inputs) {
    Dims expected = to;
    int64_t extent = expected[axis] = input->dims()[axis];
    if (input->dims() != expected || start + extent > to[axis])
      return absl::InvalidArgumentError("expected inputs whose extents make up the result's");
    Cells from(*input);
    for (int64_t o = 0; extent * below != 0 && o < outer; ++o)
      std::memcpy(result.at((o * to[axis] + start) * below), from.at(o * extent * below), extent * below * from.width);
    start += extent;
  }
  if (start != to[axis])
    return absl::InvalidArgumentError("expected inputs whose extents make up the result's");
  return singleResult(result.finish());
}

OperatorResults evaluateGather(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  int64_t axis = call.get<int64_t>("axis"), extent = input.dims()[axis];
  Dims indices(call.inputs[1]->element_count());
  readIntegers(*call.inputs[1], 0, indices.size(), indices.data());
  int64_t outer = cellsAbove(input.dims(), axis), below = cellsBelow(input.dims(), axis), count = indices.size();
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  if (countElements(call.results[0].dims) != static_cast<uint64_t>(outer * count * below))
    return absl::InvalidArgumentError("expected a result of the input's dims with the indices' in the axis' place");
  if (outer * count * below == 0)
    return singleResult(result.finish());
  Cells from(input);
  if (extent == 0) {
    for (int64_t cell = 0; cell < outer * count * below; ++cell)
      std::memset(result.at(cell), 0, from.width);
    return singleResult(result.finish());
  }
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t k = 0; k < count; ++k) {
      int64_t index = indices[k] < 0 ? indices[k] + extent : indices[k];
      index = std::clamp<int64_t>(index, 0, extent - 1);
      std::memcpy(result.at((o * count + k) * below), from.at((o * extent + index) * below), below * from.width);
    }
  return singleResult(result.finish());
}

OperatorResults evaluateUpdateSlice(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0], &update = *call.inputs[1];
  int64_t axis = call.get<int64_t>("axis"), whole = input.dims()[axis], part = update.dims()[axis];
  Dims expected = input.dims(), starts(call.inputs[2]->element_count());
  expected[axis] = part;
  if (part > whole || update.dims() != expected || call.results[0].dims != input.dims())
    return absl::InvalidArgumentError(absl::StrCat("expected an update that fits along axis ", axis, ", but got ", part, " slices for ", whole));
  readIntegers(*call.inputs[2], 0, starts.size(), starts.data());
  int64_t outer = cellsAbove(input.dims(), axis), below = cellsBelow(input.dims(), axis), places = whole - part + 1;
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  if (outer * whole * below == 0)
    return singleResult(result.finish());
  Cells old(input), fresh(update);
  std::memcpy(result.at(0), old.at(0), outer * whole * below * old.width);
  for (int64_t o = 0; part * below != 0 && o < outer; ++o) {
    int64_t start = starts[o * starts.size() / outer];
    start = std::clamp<int64_t>(start < 0 ? start + places : start, 0, places - 1);
    std::memcpy(result.at((o * whole + start) * below), fresh.at(o * part * below), part * below * old.width);
  }
  return singleResult(result.finish());
}

OperatorResults evaluateIota(const OperatorCall &call) {
  const TensorSpec &spec = call.results[0];
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(spec.type, spec.dims));
  int64_t axis = call.get<int64_t>("axis"), below = cellsBelow(spec.dims, axis), count = result.element_count();
  // Pairs, for 4-bit types.
  for (int64_t i = 0; i < count; i += 2) {
    int64_t values[2] = {i / below % spec.dims[axis], (i + 1) / below % spec.dims[axis]};
    double floats[2] = {static_cast<double>(values[0]), static_cast<double>(values[1])};
    uint64_t pair = std::min<int64_t>(2, count - i);
    if (isFloat(spec.type))
      writeFloats(floats, i, pair, result);
    else
      writeIntegers(values, i, pair, result);
  }
  return singleResult(std::move(result));
}

} // namespace

OperatorFunction findShape(std::string_view name) {
  static constexpr std::pair<std::string_view, OperatorFunction> table[] = {
      {"broadcast", evaluateBroadcast}, {"reshape", evaluateReshape}, {"transpose", evaluateTranspose},
      {"slice", evaluateSlice},         {"split", evaluateSplit},     {"concat", evaluateConcat},
      {"gather", evaluateGather},       {"iota", evaluateIota},   {"update_slice", evaluateUpdateSlice},
  };
  for (auto [known, function] : table)
    if (known == name)
      return function;
  return nullptr;
}

} // namespace sinter::reference
