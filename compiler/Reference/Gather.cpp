// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that read at computed places.

#include "compiler/Reference/Cells.h"
#include "compiler/Reference/Elements.h"

#include "absl/strings/str_cat.h"

#include <array>
#include <cmath>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

/// `index` counted from the end where it is negative, then the nearest within `extent`; -1 where there is none.
int64_t takenIndex(int64_t index, int64_t extent) {
  if (extent == 0)
    return -1;
  return std::clamp<int64_t>(index < 0 ? index + extent : index, 0, extent - 1);
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

OperatorResults evaluateGatherElements(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  int64_t axis = call.get<int64_t>("axis");
  Dims indices(call.inputs[1]->element_count());
  readIntegers(*call.inputs[1], 0, indices.size(), indices.data());
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  Cells from(input);
  forEachIndex(call.results[0].dims, [&](const Dims &index, int64_t number) {
    Dims place = index;
    place[axis] = takenIndex(indices[number], input.dims()[axis]);
    if (place[axis] < 0)
      std::memset(result.at(number), 0, from.width);
    else
      std::memcpy(result.at(number), from.at(numberOf(place, input.dims())), from.width);
  });
  return singleResult(result.finish());
}

OperatorResults evaluateGatherNd(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  const Dims &at = call.inputs[1]->dims();
  int64_t batch = call.get<int64_t>("batch_dims"), depth = at.back(), outer = at.size() - 1;
  Dims indices(call.inputs[1]->element_count());
  readIntegers(*call.inputs[1], 0, indices.size(), indices.data());
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  Cells from(input);
  Dims rows(at.begin(), at.end() - 1);
  forEachIndex(call.results[0].dims, [&](const Dims &index, int64_t number) {
    int64_t row = numberOf(Dims(index.begin(), index.begin() + outer), rows);
    Dims place(index.begin(), index.begin() + batch);
    bool isNone = false;
    for (int64_t i = 0; i < depth; ++i) {
      place.push_back(takenIndex(indices[row * depth + i], input.dims()[batch + i]));
      isNone |= place.back() < 0;
    }
    place.insert(place.end(), index.begin() + outer, index.end());
    if (isNone)
      std::memset(result.at(number), 0, from.width);
    else
      std::memcpy(result.at(number), from.at(numberOf(place, input.dims())), from.width);
  });
  return singleResult(result.finish());
}

// Resize.

/// The elements along one dimension that an element of the result is made of, and their weights.
struct Taps {
  Dims places;
  std::vector<double> weights;
};

Taps tapsOf(const std::string &mode, __int128 numerator, int64_t divisor, int64_t extent, double a) {
  int64_t below = static_cast<int64_t>(numerator / divisor);
  if (numerator % divisor < 0)
    --below;
  double t = static_cast<double>(static_cast<int64_t>(numerator - static_cast<__int128>(below) * divisor)) / static_cast<double>(divisor);
  auto clamped = [&](int64_t place) { return std::clamp<int64_t>(place, 0, extent - 1); };
  if (mode == "nearest" || divisor == 1)
    return {{clamped(below)}, {1}};
  if (mode == "linear")
    return {{clamped(below), clamped(below + 1)}, {1 - t, t}};
  Taps taps;
  for (int64_t k = -1; k <= 2; ++k) {
    double d = std::fabs(static_cast<double>(k) - t);
    taps.places.push_back(clamped(below + k));
    taps.weights.push_back(d <= 1 ? (a + 2) * d * d * d - (a + 3) * d * d + 1 : a * d * d * d - 5 * a * d * d + 8 * a * d - 4 * a);
  }
  return taps;
}

OperatorResults evaluateResize(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  const Dims &from = input.dims(), &to = call.results[0].dims;
  Dims steps = call.get<Dims>("steps"), offsets = call.get<Dims>("offsets"), divisors = call.get<Dims>("divisors");
  std::string mode = call.get<std::string>("mode");
  bool hasCoefficient = call.attributes.contains("coefficient"), isEmpty = countElements(from) == 0;
  std::vector<std::vector<Taps>> taps(to.size());
  for (size_t d = 0; d < to.size() && !isEmpty; ++d)
    for (int64_t i = 0; i < to[d]; ++i)
      taps[d].push_back(tapsOf(mode, static_cast<__int128>(i) * steps[d] + offsets[d], divisors[d], from[d], hasCoefficient ? call.get<double>("coefficient") : -0.75));
  SINTER_ASSIGN_OR_RETURN(CellWriter cells, CellWriter::create(call.results[0]));
  Cells source(input);
  bool isMoved = mode == "nearest" || isEmpty;
  std::vector<double> values(isMoved ? 0 : input.element_count()), results(isMoved ? 0 : countElements(to));
  if (!isMoved)
    readFloats(input, 0, values.size(), values.data());
  forEachIndex(to, [&](const Dims &index, int64_t number) {
    if (isEmpty) {
      std::memset(cells.at(number), 0, source.width);
      return;
    }
    // All combinations of the dimensions' elements, each with the product of its weights.
    Dims counts;
    for (size_t d = 0; d < to.size(); ++d)
      counts.push_back(taps[d][index[d]].places.size());
    double sum = 0;
    bool isFirst = true;
    forEachIndex(counts, [&](const Dims &choice, int64_t) {
      Dims place;
      double weight = 1;
      for (size_t d = 0; d < to.size(); ++d) {
        place.push_back(taps[d][index[d]].places[choice[d]]);
        weight *= taps[d][index[d]].weights[choice[d]];
      }
      int64_t at = numberOf(place, from);
      if (isMoved)
        std::memcpy(cells.at(number), source.at(at), source.width);
      else
        sum = isFirst ? weight * values[at] : sum + weight * values[at];
      isFirst = false;
    });
    if (!isMoved)
      results[number] = sum;
  });
  if (isMoved)
    return singleResult(cells.finish());
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, to));
  writeFloats(results.data(), 0, results.size(), result);
  return singleResult(std::move(result));
}

} // namespace

OperatorFunction findGather(std::string_view name) {
  static constexpr std::pair<std::string_view, OperatorFunction> table[] = {
      {"gather", evaluateGather}, {"gather_elements", evaluateGatherElements}, {"gather_nd", evaluateGatherNd}, {"resize", evaluateResize}};
  for (auto [known, function] : table)
    if (known == name)
      return function;
  return nullptr;
}

} // namespace sinter::reference
