// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions of extremes, the first k, and scans: at ragged widths, over every place of the axis, with ties, NaN and infinities, alone and among neighbours
// that share their kernel.

#include "compiler/Reference/Elements.h"
#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

#include <limits>

namespace sinter::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

using Adjust = std::function<void(size_t, rt::HostTensor &)>;

void add(Cases &cases, std::string name, std::string text, Adjust adjust = {}) {
  cases.push_back({.suite = "Ordering", .name = std::move(name), .text = std::move(text), .adjust = std::move(adjust)});
}

/// Few values, so that most are equal to others, and NaN, infinities and both zeros in places of their own.
void withTies(size_t, rt::HostTensor &tensor) {
  uint64_t count = tensor.element_count(), width = tensor.dims().empty() ? 1 : tensor.dims().back();
  if (!reference::isFloat(tensor.type())) {
    for (uint64_t i = 0; i < count; ++i) {
      int64_t value = static_cast<int64_t>(i * 7 % 5) - 2;
      reference::writeIntegers(&value, i, 1, tensor);
    }
    return;
  }
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t row = i / width, column = i % width;
    double value = static_cast<double>(i * 7 % 5) - 2;
    if (row == 1)
      value = column % 2 ? 0.0 : -0.0;
    if (row == 2)
      value = column % 3 == 1 ? nan : -inf;
    if (row == 3)
      value = column == width / 2 ? inf : column % 4;
    if (row == 4)
      value = -inf;
    if (row == 5)
      value = nan;
    reference::writeFloats(&value, i, 1, tensor);
  }
}

/// One value throughout: the least and the greatest of the type among them.
void withExtremes(size_t, rt::HostTensor &tensor) {
  for (uint64_t i = 0; i < tensor.element_count(); ++i) {
    int64_t value = i % 3 == 0 ? std::numeric_limits<int64_t>::min() : i % 3 == 1 ? std::numeric_limits<int64_t>::max() : 0;
    value >>= 64 - rt::BitWidth(tensor.type());
    reference::writeIntegers(&value, i, 1, tensor);
  }
}

Dims without(const Dims &dims, const std::vector<int64_t> &axes) {
  Dims kept;
  for (size_t d = 0; d < dims.size(); ++d)
    if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(d)) == axes.end())
      kept.push_back(dims[d]);
  return kept;
}

void addArg(Cases &cases, const std::string &name, const Dims &dims, const std::vector<int64_t> &axes, const std::string &type, bool selectLast, Adjust adjust = withTies,
            const std::string &suffix = "") {
  std::string from = tensorType(dims, type), to = tensorType(without(dims, axes), "i64");
  add(cases, name + "_" + type + "_" + join(dims, "x") + "_over" + join(axes, "and") + (selectLast ? "_last" : "") + suffix,
      graphText({from}, {to}, {"%y = sinter." + name + " %0 axes = [" + join(axes) + "] " + (selectLast ? "select_last " : "") + ": " + from + " -> " + to}, {"%y"}), adjust);
}

void addTopk(Cases &cases, const Dims &dims, int64_t axis, int64_t k, const std::string &type, bool smallest, Adjust adjust = withTies) {
  Dims kept = dims;
  kept[axis] = k;
  std::string from = tensorType(dims, type), values = tensorType(kept, type), places = tensorType(kept, "i64");
  add(cases, "topk_" + type + "_" + join(dims, "x") + "_over" + std::to_string(axis) + "_k" + std::to_string(k) + (smallest ? "_smallest" : ""),
      graphText({from}, {values, places},
                {"%v, %i = sinter.topk %0 k = " + std::to_string(k) + " axes = [" + std::to_string(axis) + "] " + (smallest ? "smallest " : "") + ": " + from + " -> " + values +
                 ", " + places},
                {"%v", "%i"}), adjust);
}

void addScan(Cases &cases, const std::string &name, const Dims &dims, int64_t axis, const std::string &type, const std::string &mode = "", Adjust adjust = {},
             const std::string &suffix = "") {
  std::string shape = tensorType(dims, type);
  add(cases, name + "_" + type + "_" + join(dims, "x") + "_over" + std::to_string(axis) + (mode.find("ex") != mode.npos ? "_exclusive" : "") +
                 (mode.find("rev") != mode.npos ? "_reverse" : "") + suffix,
      graphText({shape}, {shape}, {"%y = sinter." + name + " %0 axis = " + std::to_string(axis) + " " + mode + ": " + shape}, {"%y"}), std::move(adjust));
}

/// Magnitudes near 1, so that products stay in range.
void nearOne(size_t, rt::HostTensor &tensor) {
  if (!reference::isFloat(tensor.type()))
    return;
  std::vector<double> values(tensor.element_count());
  reference::readFloats(tensor, 0, values.size(), values.data());
  for (double &value : values)
    value = (value < 0 ? -1 : 1) * (1 + 0.01 * value);
  reference::writeFloats(values.data(), 0, values.size(), tensor);
}

/// An infinity in the middle of a row, a NaN in another, both signs of infinity in a third.
void withInfinities(size_t, rt::HostTensor &tensor) {
  uint64_t width = tensor.dims().back();
  auto set = [&](uint64_t row, uint64_t column, double value) { reference::writeFloats(&value, row * width + column, 1, tensor); };
  set(0, width / 2, inf);
  set(1, width / 3, nan);
  set(2, width / 4, -inf);
  set(2, width / 2, inf);
}

void addArgCases(Cases &cases) {
  for (int64_t width : {1, 31, 33, 769, 4099}) {
    addArg(cases, "argmax", {7, width}, {1}, "f32", false);
    addArg(cases, "argmin", {7, width}, {1}, "f32", true);
  }
  for (const char *name : {"argmax", "argmin"})
    for (const char *type : {"f16", "bf16", "f64", "i64", "i32", "i8", "ui8"})
      addArg(cases, name, {6, 37}, {1}, type, false);
  for (const char *type : {"f64", "i64", "i16"})
    addArg(cases, "argmax", {6, 37}, {1}, type, true);
  for (const char *type : {"i64", "i32"}) {
    addArg(cases, "argmax", {3, 8}, {1}, type, false, withExtremes, "_extremes");
    addArg(cases, "argmin", {3, 8}, {1}, type, true, withExtremes, "_extremes");
  }
  addArg(cases, "argmax", {33, 5}, {0}, "f32", false);
  addArg(cases, "argmax", {5, 9, 7}, {1}, "f32", false);
  addArg(cases, "argmin", {5, 9, 7}, {0, 2}, "f32", false);
  addArg(cases, "argmax", {130, 70}, {0, 1}, "f32", true, {});
  // Cut into parts.
  addArg(cases, "argmax", {2, 70001}, {1}, "f32", false);
  addArg(cases, "argmin", {70001, 2}, {0}, "bf16", true);
  addArg(cases, "argmax", {60000}, {0}, "i64", false, {});
  addArg(cases, "argmax", {3, 0}, {1}, "f32", false, {});
  addArg(cases, "argmax", {0, 3}, {1}, "f32", false, {});
  addArg(cases, "argmin", {3, 1, 4}, {1}, "f64", false, {});
  // One kernel with other folds of the row, and neighbours on both sides.
  std::string x = "tensor<5x896xf32>";
  add(cases, "argmax_with_neighbours",
      graphText({x}, {"tensor<5xi64>", "tensor<5xf32>", x},
                {"%a = sinter.abs %0 : " + x, "%i = sinter.argmax %a axes = [1] : " + x + " -> tensor<5xi64>", "%m = sinter.reduce_max %a axes = [1] : " + x + " -> tensor<5xf32>",
                 "%one = sinter.add %i, %i : tensor<5xi64>", "%f = sinter.cast %i : tensor<5xi64> -> tensor<5xf32>",
                 "%b = sinter.broadcast %f dims = [0] : tensor<5xf32> -> " + x, "%y = sinter.sub %a, %b : " + x},
                {"%one", "%m", "%y"}));
}

/// Positions over rows beside folds along them: of 32 bits in the same kernel, of 64, which take two walks, in one of their own.
void addRowsAndColumnsCases(Cases &cases) {
  for (const char *type : {"f32", "i64"}) {
    std::string x = tensorType({300, 67}, type), rows = tensorType({300}, type);
    add(cases, std::string("positions_over_rows_beside_folds_along_them_") + type,
        graphText({x}, {"tensor<67xi64>", rows, "tensor<67xi64>"},
                  {"%i = sinter.argmax %0 axes = [0] : " + x + " -> tensor<67xi64>", "%m = sinter.reduce_min %0 axes = [1] : " + x + " -> " + rows,
                   "%j = sinter.argmin %0 axes = [0] select_last : " + x + " -> tensor<67xi64>"},
                  {"%i", "%m", "%j"}), withTies);
  }
}

void addScanCases(Cases &cases) {
  const char *modes[] = {"", "exclusive ", "reverse ", "exclusive reverse "};
  for (int64_t width : {1, 31, 33, 64, 769, 4099})
    addScan(cases, "cumsum", {5, width}, 1, "f32", modes[width % 4]);
  for (const char *mode : modes) {
    addScan(cases, "cumsum", {3, 1300}, 1, "f32", mode);
    addScan(cases, "cumsum", {5, 33, 7}, 1, "f32", mode);
    addScan(cases, "cumsum", {9, 8}, 0, "i32", mode);
    addScan(cases, "cumprod", {4, 67}, 1, "f32", mode, nearOne);
  }
  for (const char *type : {"f16", "bf16", "f64", "i64", "i32", "i8", "ui8"}) {
    addScan(cases, "cumsum", {4, 67}, 1, type);
    addScan(cases, "cumprod", {4, 41}, 1, type, "", nearOne);
  }
  addScan(cases, "cumsum", {300, 3}, 1, "f32");
  addScan(cases, "cumsum", {2049}, 0, "f32", "reverse ");
  addScan(cases, "cumsum", {3, 1, 5}, 1, "f32");
  addScan(cases, "cumprod", {3, 1, 5}, 1, "f32", "exclusive ");
  addScan(cases, "cumsum", {3, 0}, 1, "f32");
  addScan(cases, "cumsum", {0, 3}, 0, "f32");
  addScan(cases, "cumsum", {4, 515}, 1, "f32", "", withInfinities, "_infinities");
  addScan(cases, "cumsum", {4, 515}, 1, "f32", "reverse ", withInfinities, "_infinities");
  for (auto [rows, width] : {std::pair(5, 300), std::pair(5, 1031)}) {
    std::string x = tensorType({rows, width}, "f32"), w = tensorType({width}, "f32");
    // Elementwise work before, between and after two scans, one of which reads the other.
    add(cases, "scans_with_neighbours_" + std::to_string(width),
        graphText({x, w}, {x, x},
                  {"%w = sinter.broadcast %1 dims = [1] : " + w + " -> " + x, "%a = sinter.mul %0, %w : " + x, "%s = sinter.cumsum %a axis = 1 : " + x, "%t = sinter.tanh %s : " + x,
                   "%u = sinter.add %t, %a : " + x, "%v = sinter.cumsum %u axis = 1 exclusive : " + x, "%y = sinter.sub %v, %0 : " + x},
                  {"%y", "%s"}));
  }
  std::string x = "tensor<6x40xf32>";
  add(cases, "scans_both_ways",
      graphText({x}, {x}, {"%a = sinter.cumsum %0 axis = 1 : " + x, "%b = sinter.cumsum %a axis = 1 reverse : " + x, "%c = sinter.cumsum %b axis = 0 : " + x}, {"%c"}));
  add(cases, "scan_of_softmax_and_sum_of_scan",
      graphText({x}, {"tensor<6xf32>", x},
                {"%p = sinter.softmax %0 axis = 1 : " + x, "%s = sinter.cumsum %p axis = 1 : " + x, "%t = sinter.sum %s axes = [1] : " + x + " -> tensor<6xf32>"}, {"%t", "%s"}));
  add(cases, "scan_of_transposed",
      graphText({x}, {"tensor<40x6xf32>"},
                {"%t = sinter.transpose %0 permutation = [1, 0] : " + x + " -> tensor<40x6xf32>", "%s = sinter.cumsum %t axis = 1 : tensor<40x6xf32>",
                 "%u = sinter.cumsum %s axis = 0 exclusive : tensor<40x6xf32>"},
                {"%u"}));
}

void addTopkCases(Cases &cases) {
  for (int64_t k : {1, 3, 8})
    for (bool smallest : {false, true})
      addTopk(cases, {7, 33}, 1, k, "f32", smallest);
  for (const char *type : {"f16", "bf16", "f64", "i64", "i32", "ui8"})
    addTopk(cases, {6, 21}, 1, 4, type, std::string(type) == "i64");
  addTopk(cases, {5, 9, 4}, 1, 2, "f32", false);
  addTopk(cases, {3, 5}, 0, 3, "f32", true);
  addTopk(cases, {2, 300}, 1, 64, "f32", false, {});
  addTopk(cases, {2, 4099}, 1, 2, "f32", false, {});
  addTopk(cases, {0, 5}, 1, 2, "f32", false, {});
  addTopk(cases, {1}, 0, 1, "f64", false, {});
  std::string x = "tensor<5x65xf32>", v = "tensor<5x3xf32>", i = "tensor<5x3xi64>";
  add(cases, "topk_with_neighbours",
      graphText({x}, {v, i, "tensor<5xf32>"},
                {"%a = sinter.tanh %0 : " + x, "%v, %i = sinter.topk %a k = 3 axes = [1] : " + x + " -> " + v + ", " + i, "%s = sinter.sum %a axes = [1] : " + x + " -> tensor<5xf32>",
                 "%w = sinter.mul %v, %v : " + v},
                {"%w", "%i", "%s"}));
}

/// Symbolic extents, among them 0 and 1.
void addSymbolicCases(Cases &cases) {
  auto symbolic = [&](std::string name, std::string text) {
    std::vector<SymbolValues> sizes;
    for (auto [r, c] : {std::pair(3, 1), std::pair(5, 64), std::pair(2, 0), std::pair(1, 1029), std::pair(0, 7)})
      sizes.push_back({{"r", r}, {"c", c}});
    cases.push_back({.suite = "Ordering", .name = std::move(name), .text = std::move(text), .sizes = sizes});
  };
  symbolic("symbolic_argmax", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<r, c>>) -> (tensor<?xi64, #sinter.dims<r>>, tensor<?xi64, #sinter.dims<c>>) {
  %a = sinter.argmax %x axes = [1] : tensor<?x?xf32, #sinter.dims<r, c>> -> tensor<?xi64, #sinter.dims<r>>
  %b = sinter.argmin %x axes = [0] select_last : tensor<?x?xf32, #sinter.dims<r, c>> -> tensor<?xi64, #sinter.dims<c>>
  return %a, %b : tensor<?xi64, #sinter.dims<r>>, tensor<?xi64, #sinter.dims<c>>
})");
  symbolic("symbolic_scan", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<r, c>>) -> (tensor<?x?xf32, #sinter.dims<r, c>>, tensor<?x?xf32, #sinter.dims<r, c>>) {
  %h = sinter.neg %x : tensor<?x?xf32, #sinter.dims<r, c>>
  %a = sinter.cumsum %h axis = 1 exclusive : tensor<?x?xf32, #sinter.dims<r, c>>
  %s = sinter.add %a, %h : tensor<?x?xf32, #sinter.dims<r, c>>
  %b = sinter.cumsum %x axis = 0 reverse : tensor<?x?xf32, #sinter.dims<r, c>>
  return %s, %b : tensor<?x?xf32, #sinter.dims<r, c>>, tensor<?x?xf32, #sinter.dims<r, c>>
})");
  symbolic("symbolic_topk", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<r, c>>) -> (tensor<?x2xf32, #sinter.dims<r, 2>>, tensor<?x2xi64, #sinter.dims<r, 2>>) {
  %v, %i = sinter.topk %x k = 2 axes = [1] : tensor<?x?xf32, #sinter.dims<r, c>> -> tensor<?x2xf32, #sinter.dims<r, 2>>, tensor<?x2xi64, #sinter.dims<r, 2>>
  return %v, %i : tensor<?x2xf32, #sinter.dims<r, 2>>, tensor<?x2xi64, #sinter.dims<r, 2>>
})");
}

} // namespace

void addOrderingCases(Cases &cases) {
  addArgCases(cases);
  addRowsAndColumnsCases(cases);
  addScanCases(cases);
  addTopkCases(cases);
  addSymbolicCases(cases);
}

} // namespace sinter::test
