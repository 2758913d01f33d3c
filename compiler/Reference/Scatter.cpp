// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that replace parts of a tensor.

#include "compiler/Reference/Cells.h"
#include "compiler/Reference/Elements.h"

#include "absl/strings/str_cat.h"

#include <cmath>
#include <functional>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

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

/// `index` counted from the end where it is negative, or -1 where it is out of range.
int64_t placeIndex(int64_t index, int64_t extent) {
  int64_t place = index < 0 ? index + extent : index;
  return place >= 0 && place < extent ? place : -1;
}

/// Updates in the order of the list; the operator asks for places that differ, so that the order does not matter.
OperatorResults evaluateUpdatePlaces(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0], &update = *call.inputs[1];
  const Dims &dims = input.dims();
  int64_t depth = static_cast<int64_t>(call.inputs.size()) - 2, slice = cellsBelow(dims, depth - 1), count = call.inputs[2]->element_count();
  if (update.element_count() != count * slice || call.results[0].dims != dims)
    return absl::InvalidArgumentError(absl::StrCat("expected ", count, " updates of ", slice, " elements, but got ", update.element_count(), " elements"));
  SINTER_ASSIGN_OR_RETURN(CellWriter result, CellWriter::create(call.results[0]));
  Cells old(input), fresh(update);
  if (input.element_count() == 0)
    return singleResult(result.finish());
  std::memcpy(result.at(0), old.at(0), input.element_count() * old.width);
  for (int64_t row = 0; row < count; ++row) {
    int64_t number = 0;
    for (int64_t i = 0; i < depth && number >= 0; ++i) {
      int64_t index;
      readIntegers(*call.inputs[2 + i], row, 1, &index);
      int64_t place = placeIndex(index, dims[i]);
      number = place < 0 ? -1 : number * dims[i] + place;
    }
    if (number >= 0)
      std::memcpy(result.at(number * slice), fresh.at(row * slice), slice * old.width);
  }
  return singleResult(result.finish());
}

double greater(double a, double b) { return std::isnan(a) || std::isnan(b) ? std::nan("") : a == b ? (std::signbit(a) ? b : a) : std::max(a, b); }
double lesser(double a, double b) { return std::isnan(a) || std::isnan(b) ? std::nan("") : a == b ? (std::signbit(a) ? a : b) : std::min(a, b); }

double foldFloats(const std::string &kind, double a, double b) {
  return kind == "add" ? a + b : kind == "mul" ? a * b : kind == "max" ? greater(a, b) : lesser(a, b);
}
/// Sums and products wrap. The greatest u64 values do not fit an i64: they are compared by their bits.
int64_t foldIntegers(const std::string &kind, int64_t a, int64_t b, bool areU64) {
  if (kind == "add")
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  if (kind == "mul")
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  bool isLess = areU64 ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
  return (kind == "max") == isLess ? b : a;
}

/// The input with update `u` folded into element target(u), or left out where that is -1; updates in their order.
OperatorResults scatter(const OperatorCall &call, const std::function<int64_t(const Dims &, int64_t)> &target) {
  const HostTensor &input = *call.inputs[0], &updates = *call.inputs[2];
  std::string kind = call.get<std::string>("kind");
  if (call.results[0].dims != input.dims())
    return absl::InvalidArgumentError("expected a result of the input's dims");
  SINTER_ASSIGN_OR_RETURN(CellWriter cells, CellWriter::create(call.results[0]));
  Cells old(input), fresh(updates);
  int64_t count = input.element_count();
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(cells.at(i), old.at(i), old.width);
  if (kind == "replace") {
    forEachIndex(updates.dims(), [&](const Dims &index, int64_t number) {
      if (int64_t to = target(index, number); to >= 0)
        std::memcpy(cells.at(to), fresh.at(number), fresh.width);
    });
    return singleResult(cells.finish());
  }
  // Elements that no update meets keep their bits: only the others are written.
  bool areFloats = isFloat(input.type());
  std::vector<double> floats(areFloats ? count : 0), newFloats(areFloats ? updates.element_count() : 0);
  std::vector<int64_t> integers(areFloats ? 0 : count), newIntegers(areFloats ? 0 : updates.element_count());
  if (areFloats) {
    readFloats(input, 0, count, floats.data());
    readFloats(updates, 0, newFloats.size(), newFloats.data());
  } else {
    readIntegers(input, 0, count, integers.data());
    readIntegers(updates, 0, newIntegers.size(), newIntegers.data());
  }
  std::vector<bool> isMet(count, false);
  forEachIndex(updates.dims(), [&](const Dims &index, int64_t number) {
    int64_t to = target(index, number);
    if (to < 0)
      return;
    isMet[to] = true;
    if (areFloats)
      floats[to] = foldFloats(kind, floats[to], newFloats[number]);
    else
      integers[to] = foldIntegers(kind, integers[to], newIntegers[number], input.type() == rt::ElementType::kU64);
  });
  SINTER_ASSIGN_OR_RETURN(HostTensor folded, HostTensor::Create(call.results[0].type, call.results[0].dims));
  if (areFloats)
    writeFloats(floats.data(), 0, count, folded);
  else
    writeIntegers(integers.data(), 0, count, folded);
  Cells result(folded);
  for (int64_t i = 0; i < count; ++i)
    if (isMet[i])
      std::memcpy(cells.at(i), result.at(i), result.width);
  return singleResult(cells.finish());
}

Dims readIndices(const OperatorCall &call) {
  Dims indices(call.inputs[1]->element_count());
  readIntegers(*call.inputs[1], 0, indices.size(), indices.data());
  return indices;
}

OperatorResults evaluateScatterElements(const OperatorCall &call) {
  const Dims &dims = call.inputs[0]->dims();
  int64_t axis = call.get<int64_t>("axis");
  Dims indices = readIndices(call);
  return scatter(call, [&](const Dims &index, int64_t number) {
    Dims place = index;
    place[axis] = placeIndex(indices[number], dims[axis]);
    return place[axis] < 0 ? -1 : numberOf(place, dims);
  });
}

OperatorResults evaluateScatterNd(const OperatorCall &call) {
  const Dims &dims = call.inputs[0]->dims(), &at = call.inputs[1]->dims();
  int64_t depth = at.back(), outer = at.size() - 1;
  Dims indices = readIndices(call), rows(at.begin(), at.end() - 1);
  return scatter(call, [&](const Dims &index, int64_t) -> int64_t {
    int64_t row = numberOf(Dims(index.begin(), index.begin() + outer), rows);
    Dims place;
    for (int64_t i = 0; i < depth; ++i) {
      place.push_back(placeIndex(indices[row * depth + i], dims[i]));
      if (place.back() < 0)
        return -1;
    }
    place.insert(place.end(), index.begin() + outer, index.end());
    return numberOf(place, dims);
  });
}

} // namespace

OperatorFunction findScatter(std::string_view name) {
  static constexpr std::pair<std::string_view, OperatorFunction> table[] = {
      {"update_slice", evaluateUpdateSlice}, {"update_places", evaluateUpdatePlaces}, {"scatter_elements", evaluateScatterElements}, {"scatter_nd", evaluateScatterNd}};
  for (auto [known, function] : table)
    if (known == name)
      return function;
  return nullptr;
}

} // namespace sinter::reference
