// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators: elements are moved as bits, never converted.

#include "compiler/Reference/Cells.h"
#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Parallel.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

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

OperatorResults evaluateReverse(const OperatorCall &call) {
  Dims strides = denseStrides(call.inputs[0]->dims());
  int64_t base = 0;
  for (int64_t dim : call.get<Dims>("dims")) {
    base += (call.inputs[0]->dims()[dim] - 1) * strides[dim];
    strides[dim] = -strides[dim];
  }
  return copyStrided(call, base, strides);
}

/// The place in [0, count) that stands for `place` in `mode`, or -1 for the fill.
int64_t paddedPlace(int64_t place, int64_t count, const std::string &mode) {
  if (mode == "constant")
    return place < 0 || place >= count ? -1 : place;
  if (mode == "edge")
    return std::clamp<int64_t>(place, 0, count - 1);
  // Walked rather than computed: step by step over the ends.
  while (place < 0 || place >= count) {
    if (mode == "wrap")
      place += place < 0 ? count : -count;
    else if (count == 1)
      return 0;
    else
      place = place < 0 ? -place : 2 * (count - 1) - place;
  }
  return place;
}

OperatorResults evaluatePad(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  const Dims &from = input.dims(), &to = call.results[0].dims;
  Dims low = call.get<Dims>("low"), high = call.get<Dims>("high");
  std::string mode = call.get<std::string>("mode");
  std::vector<Dims> places(to.size());
  for (size_t d = 0; d < to.size(); ++d) {
    int64_t cut = std::max<int64_t>(-low[d], 0), count = from[d] - cut - std::max<int64_t>(-high[d], 0);
    if (count < 0 || to[d] != from[d] + low[d] + high[d])
      return absl::InvalidArgumentError(absl::StrCat("expected pads that make ", to[d], " of dimension ", d, "'s ", from[d], ", but got ", low[d], " and ", high[d]));
    for (int64_t i = 0; i < to[d]; ++i) {
      // With nothing to pad with the element is 0.
      int64_t place = count == 0 ? -1 : paddedPlace(i - std::max<int64_t>(low[d], 0), count, mode);
      places[d].push_back(place < 0 ? -1 : place + cut);
    }
  }
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  Cells cells(input);
  std::vector<uint8_t> fill(cells.width, 0);
  if (call.inputs.size() > 1)
    std::memcpy(fill.data(), Cells(*call.inputs[1]).at(0), cells.width);
  forEachIndex(to, [&](const Dims &index, int64_t number) {
    Dims place;
    for (size_t d = 0; d < to.size(); ++d)
      place.push_back(places[d][index[d]]);
    bool isFill = std::find(place.begin(), place.end(), -1) != place.end();
    std::memcpy(result.at(number), isFill ? fill.data() : cells.at(numberOf(place, from)), cells.width);
  });
  return singleResult(result.finish());
}

OperatorResults evaluateWhere(const OperatorCall &call) {
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  Cells condition(*call.inputs[0]), yes(*call.inputs[1]), no(*call.inputs[2]);
  for (int64_t i = 0, count = countElements(call.results[0].dims); i < count; ++i)
    std::memcpy(result.at(i), *condition.at(i) ? yes.at(i) : no.at(i), yes.width);
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
      {"reverse", evaluateReverse},     {"pad", evaluatePad},         {"where", evaluateWhere},
      {"iota", evaluateIota},
  };
  for (auto [known, function] : table)
    if (known == name)
      return function;
  return nullptr;
}

} // namespace sinter::reference
