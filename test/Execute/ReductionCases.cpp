// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of every kind, over every place of axes, at ragged widths; and several of them in one kernel.

#include "compiler/Reference/Accuracy.h"
#include "compiler/Reference/Elements.h"
#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

#include <limits>

namespace sinter::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

std::string reductionText(const std::string &name, const Dims &dims, const std::vector<int64_t> &axes, const std::string &type) {
  Dims kept;
  for (size_t d = 0; d < dims.size(); ++d)
    if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(d)) == axes.end())
      kept.push_back(dims[d]);
  std::string from = tensorType(dims, type), to = tensorType(kept, type);
  return graphText({from}, {to}, {"%y = sinter." + name + " %0 axes = [" + join(axes) + "] : " + from + " -> " + to}, {"%y"});
}

void addOne(Cases &cases, const std::string &name, const Dims &dims, const std::vector<int64_t> &axes, const std::string &type,
            std::function<void(size_t, rt::HostTensor &)> adjust = {}, const std::string &suffix = "") {
  std::string label = name + "_" + type + "_" + join(dims, "x") + "_over" + join(axes, "and") + suffix;
  cases.push_back({.suite = "Reductions", .name = label, .text = reductionText(name, dims, axes, type), .adjust = std::move(adjust)});
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

/// The upper bit set in every third: great numbers, or negative ones where the type has a sign.
void withUpperBits(size_t, rt::HostTensor &tensor) {
  std::vector<int64_t> values(tensor.element_count());
  reference::readIntegers(tensor, 0, values.size(), values.data());
  for (size_t i = 0; i < values.size(); i += 3)
    values[i] ^= static_cast<int64_t>(uint64_t(1) << (rt::BitWidth(tensor.type()) - 1));
  reference::writeIntegers(values.data(), 0, values.size(), tensor);
}

/// NaN, infinities and zeros at the start, in the middle and at the end of rows.
void withSpecials(size_t, rt::HostTensor &tensor) {
  uint64_t rows = tensor.dims()[0], width = tensor.dims()[1];
  auto set = [&](uint64_t row, uint64_t column, double value) {
    if (row < rows)
      reference::writeFloats(&value, row * width + column, 1, tensor);
  };
  set(0, 0, nan);
  set(1, width - 1, nan);
  set(2, width / 2, inf);
  set(3, width / 3, -inf);
  for (uint64_t i = 0; i < width; ++i) {
    set(4, i, -inf);
    set(5, i, i % 2 ? 0.0 : -0.0);
    set(6, i, nan);
  }
}

/// Rows that the blocks of a cluster share: folds of each type that hands something on, widths that leave the last blocks little, several folds, and several dimensions.
void addSharedRows(Cases &cases) {
  auto add = [&](const std::string &name, std::string text, std::function<void(size_t, rt::HostTensor &)> adjust = {}) { cases.push_back({.suite = "SharedRows", .name = name, .text = std::move(text), .adjust = std::move(adjust)}); };
  auto softmax = [](const std::string &t) { return graphText({t}, {t}, {"%y = sinter.softmax %0 axis = 1 : " + t}, {"%y"}); };
  add("softmax_bf16", softmax("tensor<3x40000xbf16>"));
  add("softmax_bf16_specials", softmax("tensor<7x40000xbf16>"), withSpecials);
  add("softmax_f32_odd", softmax("tensor<7x33333xf32>"), withSpecials);
  add("softmax_f64", softmax("tensor<2x40000xf64>"));
  add("softmax_of_many_rows", softmax("tensor<140x16400xf16>"));
  // Of so many rows a block has one each, which it holds in shared memory or, of elements that lie too narrowly, in registers.
  add("softmax_of_many_rows_specials", softmax("tensor<140x9000xbf16>"), withSpecials);
  add("softmax_of_many_odd_rows", softmax("tensor<140x8203xf16>"));
  std::string w = "tensor<140x10008xbf16>", v = "tensor<10008xbf16>";
  add("layer_norm_of_many_rows", graphText({w, w, v, v}, {w}, {"%a = sinter.add %0, %1 : " + w, "%y = sinter.layer_norm %a scale(%2 : " + v + ") bias(%3 : " + v + ") axis = 1 epsilon = 1.0e-5 : " + w}, {"%y"}));
  std::string x = "tensor<2x66000xf32>", s = "tensor<66000xf32>", r = "tensor<2xf32>";
  add("layer_norm_f32", graphText({x, s, s}, {x}, {"%y = sinter.layer_norm %0 scale(%1 : " + s + ") bias(%2 : " + s + ") axis = 1 epsilon = 1.0e-5 : " + x}, {"%y"}));
  add("folds_beside_each_other", graphText({x}, {x, r, r},
                                           {"%m = sinter.reduce_max %0 axes = [1] : " + x + " -> " + r, "%b = sinter.broadcast %m dims = [0] : " + r + " -> " + x, "%d = sinter.sub %0, %b : " + x,
                                            "%e = sinter.exp %d : " + x, "%p = sinter.sum %e axes = [1] : " + x + " -> " + r, "%q = sinter.reduce_min %d axes = [1] : " + x + " -> " + r},
                                           {"%d", "%p", "%q"}));
  // A fold that all threads need before the last walk, of each type that a compute type may have.
  for (auto [type, fold, combine] : {std::tuple("i64", "sum", "sub"), std::tuple("i32", "reduce_max", "sub"), std::tuple("f64", "sum", "sub"), std::tuple("ui8", "reduce_min", "sub"), std::tuple("i1", "any", "xor")}) {
    std::string t = std::string("tensor<2x70000x") + type + ">", f = std::string("tensor<2x") + type + ">";
    add(std::string(fold) + "_" + type, graphText({t}, {t},
                                                  {"%f = sinter." + std::string(fold) + " %0 axes = [1] : " + t + " -> " + f, "%b = sinter.broadcast %f dims = [0] : " + f + " -> " + t,
                                                   std::string("%y = sinter.") + combine + " %0, %b : " + t},
                                                  {"%y"}));
  }
  std::string g = "tensor<2x3x5x7001xbf16>", k = "tensor<2x3xbf16>";
  add("several_dimensions", graphText({g}, {g}, {"%f = sinter.mean %0 axes = [2, 3] : " + g + " -> " + k, "%b = sinter.broadcast %f dims = [0, 1] : " + k + " -> " + g, "%d = sinter.sub %0, %b : " + g,
                                                 "%q = sinter.mul %d, %d : " + g, "%v = sinter.mean %q axes = [2, 3] : " + g + " -> " + k, "%w = sinter.broadcast %v dims = [0, 1] : " + k + " -> " + g,
                                                 "%y = sinter.sub %d, %w : " + g},
                                      {"%y"}));
}

/// Rows that begin and end within a vector, each elsewhere: what is before the first and after the last is walked by itself. Widths about a vector, a step and two of all threads;
/// what lies along the row at other places than the row; rows that begin beyond their first element; lengths that are symbols.
void addRowEnds(Cases &cases) {
  auto add = [&](const std::string &name, std::string text, std::vector<SymbolValues> sizes = {{}}) {
    cases.push_back({.suite = "RowEnds", .name = name, .text = std::move(text), .sizes = std::move(sizes)});
  };
  for (std::string type : {"bf16", "f32", "i8", "f64"})
    for (int64_t width : {15, 113, 127, 255, 257, 515, 1001, 2057}) {
      bool isFloat = type != "i8";
      std::string n = std::to_string(width), x = "tensor<9x" + n + "x" + type + ">", v = "tensor<" + n + "x" + type + ">", r = "tensor<9x" + type + ">", whole = "tensor<9x" + std::to_string(width + 6) + "x" + type + ">";
      std::vector<std::string> lines = {"%m = sinter.reduce_max %0 axes = [1] : " + x + " -> " + r, "%b = sinter.broadcast %m dims = [0] : " + r + " -> " + x, "%d = sinter.sub %0, %b : " + x,
                                        "%w = sinter.broadcast %1 dims = [1] : " + v + " -> " + x, "%y = sinter.add %d, %w : " + x, "%s = sinter.sum %d axes = [1] : " + x + " -> " + r};
      add("fold_" + type + "_" + n, graphText({x, v}, {x, r}, lines, {"%y", "%s"}));
      std::string part = "%p = sinter.slice %0 starts = [0, 3] steps = [1, 1] : " + whole + " -> " + x;
      add("part_" + type + "_" + n, graphText({whole}, {x, r}, {part, "%m = sinter.reduce_max %p axes = [1] : " + x + " -> " + r, "%b = sinter.broadcast %m dims = [0] : " + r + " -> " + x,
                                                                "%y = sinter.sub %p, %b : " + x},
                                              {"%y", "%m"}));
      if (isFloat) {
        add("softmax_" + type + "_" + n, graphText({x}, {x}, {"%y = sinter.softmax %0 axis = 1 : " + x}, {"%y"}));
        add("norm_" + type + "_" + n, graphText({x, x, v, v}, {x, x},
                                                {"%a = sinter.add %0, %1 : " + x, "%y = sinter.layer_norm %a scale(%2 : " + v + ") bias(%3 : " + v + ") axis = 1 epsilon = 1.0e-5 : " + x}, {"%a", "%y"}));
      }
    }
  std::string x = "tensor<?x?xbf16, #sinter.dims<r, c>>", v = "tensor<?xbf16, #sinter.dims<c>>";
  std::string head = "func.func @main(%x: " + x + ", %w: " + v + ") -> " + x + " {\n";
  std::vector<SymbolValues> sizes = {{{"r", 3}, {"c", 1}}, {{"r", 5}, {"c", 7}}, {{"r", 0}, {"c", 9}}, {{"r", 4}, {"c", 0}}, {{"r", 2}, {"c", 2047}}, {{"r", 3}, {"c", 2061}}, {{"r", 2}, {"c", 4096}}};
  add("softmax_symbolic", head + "  %y = sinter.softmax %x axis = 1 : " + x + "\n  return %y : " + x + "\n}", sizes);
  add("norm_symbolic", head + "  %y = sinter.rms_norm %x scale(%w : " + v + ") axis = 1 epsilon = 1.0e-6 : " + x + "\n  return %y : " + x + "\n}", sizes);
}

/// Several dimensions are walked as one, of which an inner one may be 0: no place is divided by it.
void addEmptyInnerDims(Cases &cases) {
  std::string x = "tensor<2x1x2x?x2xi32, #sinter.dims<2, 1, 2, s, 2>>", y = "tensor<1x2x2xi32>";
  cases.push_back({.suite = "Reductions", .name = "product_over_an_inner_symbol",
                   .text = "func.func @main(%x: " + x + ") -> " + y + " {\n  %y = sinter.product %x axes = [0, 3] : " + x + " -> " + y + "\n  return %y : " + y + "\n}",
                   .sizes = {{{"s", 0}}, {{"s", 1}}, {{"s", 5}}, {{"s", 300}}}});
}

/// Vectors of which one view is aligned and others are not.
void addUnalignedViews(Cases &cases) {
  for (std::string type : {"bf16", "f32", "i8", "f64"})
    for (int64_t start : {1, 2, 3, 5}) {
      std::string whole = "tensor<7x73x" + type + ">", part = "tensor<7x64x" + type + ">", name = type + "_" + std::to_string(start);
      std::string slice = "%p = sinter.slice %0 starts = [0, " + std::to_string(start) + "] steps = [1, 1] : " + whole + " -> " + part;
      cases.push_back({.suite = "UnalignedViews", .name = "read_" + name, .text = graphText({whole, part}, {part}, {slice, "%y = sinter.add %p, %1 : " + part}, {"%y"})});
      std::string line = "tensor<" + std::to_string(511 + start) + "x" + type + ">", rest = "tensor<511x" + type + ">";
      cases.push_back({.suite = "UnalignedViews", .name = "line_" + name,
                       .text = graphText({line, rest}, {rest}, {"%p = sinter.slice %0 starts = [" + std::to_string(start) + "] steps = [1] : " + line + " -> " + rest, "%y = sinter.add %p, %1 : " + rest}, {"%y"})});
    }
}

/// Rows of one value, which every lane of a vector has.
void addRepeatedRows(Cases &cases) {
  for (auto [rows, width] : {std::pair(6, 64), std::pair(2, 9000)}) {
    std::string row = "tensor<" + std::to_string(rows) + "xf32>", x = "tensor<" + std::to_string(rows) + "x" + std::to_string(width) + "xf32>";
    cases.push_back({.suite = "ExponentialSums", .name = "alone_of_equal_elements_" + std::to_string(rows) + "x" + std::to_string(width),
                     .text = graphText({row}, {row}, {"%x = sinter.broadcast %0 dims = [0] : " + row + " -> " + x, "%m = sinter.reduce_max %x axes = [1] : " + x + " -> " + row,
                                                      "%b = sinter.broadcast %m dims = [0] : " + row + " -> " + x, "%d = sinter.sub %x, %b : " + x, "%e = sinter.exp %d : " + x,
                                                      "%s = sinter.sum %e axes = [1] : " + x + " -> " + row},
                                       {"%s"})});
  }
  for (auto [rows, width] : {std::pair(3, 16), std::pair(2, 9000), std::pair(140, 10000)})
    for (const std::string type : {"f32", "bf16"}) {
      std::string row = "tensor<" + std::to_string(rows) + "x" + type + ">", x = "tensor<" + std::to_string(rows) + "x" + std::to_string(width) + "x" + type + ">";
      cases.push_back({.suite = "ExponentialSums", .name = "of_equal_elements_" + type + "_" + std::to_string(rows) + "x" + std::to_string(width),
                       .text = graphText({row}, {x}, {"%b = sinter.broadcast %0 dims = [0] : " + row + " -> " + x, "%y = sinter.softmax %b axis = 1 : " + x}, {"%y"})});
    }
}

/// What a schedule computes again in each walk is the same number in each: a product that is folded, and taken from its fold; large, so that a rounding shows.
void addProductsFoldedFirst(Cases &cases) {
  for (auto [rows, width] : {std::pair(3, 70000), std::pair(140, 9000), std::pair(5, 300)}) {
    std::string x = "tensor<" + std::to_string(rows) + "x" + std::to_string(width) + "xf32>", w = "tensor<" + std::to_string(width) + "xf32>";
    cases.push_back({.suite = "ExponentialSums", .name = "of_products_" + std::to_string(rows) + "x" + std::to_string(width),
                     .text = graphText({x, w}, {x}, {"%b = sinter.broadcast %1 dims = [1] : " + w + " -> " + x, "%p = sinter.mul %0, %b : " + x, "%y = sinter.softmax %p axis = 1 : " + x}, {"%y"}),
                     .adjust = [](size_t input, rt::HostTensor &tensor) {
                       double large = 3.0e4;
                       std::vector<double> values = reference::toDoubles(tensor);
                       for (double &value : values)
                         value *= input == 0 ? large : 1.0;
                       reference::writeFloats(values.data(), 0, values.size(), tensor);
                     }});
  }
  // A row of a table, chosen by the greatest of the row of indices: what a fold of the row decides is not read before it is known.
  std::string i = "tensor<1001x64xi64>", t = "tensor<16x64xf32>", g = "tensor<1001x64xf32>", column = "tensor<64xf32>", row = "tensor<1001xf32>";
  cases.push_back({.suite = "ExponentialSums", .name = "beside_a_table_row_that_a_fold_chooses",
                   .text = graphText({i, t, g}, {column, g},
                                     {"%m = sinter.reduce_max %0 axes = [1] : " + i + " -> tensor<1001xi64>", "%t = sinter.gather %1, %m axis = 0 : " + t + ", tensor<1001xi64> -> " + g,
                                      "%p = sinter.mul %t, %2 : " + g, "%w = sinter.sum %p axes = [0] : " + g + " -> " + column, "%r = sinter.sum %p axes = [1] : " + g + " -> " + row,
                                      "%b = sinter.broadcast %r dims = [0] : " + row + " -> " + g, "%d = sinter.sub %t, %b : " + g},
                                     {"%w", "%d"})});
}

/// exp(x - m) summed in the walk that finds m, the greatest, with a guard for rows of -infinity (softmax) and without one, where the sum is NaN.
void addExponentialSums(Cases &cases) {
  for (auto [rows, width] : {std::pair(7, 1), std::pair(7, 37), std::pair(7, 9000), std::pair(7, 40001), std::pair(140, 33000), std::pair(3, 0)})
    for (const std::string type : {"f32", "bf16"}) {
      std::string x = "tensor<" + std::to_string(rows) + "x" + std::to_string(width) + "x" + type + ">", e = "tensor<" + std::to_string(rows) + "x" + std::to_string(width) + "xf32>";
      std::string r = "tensor<" + std::to_string(rows) + "xf32>";
      std::vector<std::string> lines = {type == "f32" ? "%c = sinter.abs %0 : " + x : "%c = sinter.cast %0 : " + x + " -> " + e};
      lines.insert(lines.end(), {"%n = sinter.neg %c : " + e, "%m = sinter.reduce_max %n axes = [1] : " + e + " -> " + r, "%b = sinter.broadcast %m dims = [0] : " + r + " -> " + e,
                                 "%d = sinter.sub %n, %b : " + e, "%p = sinter.exp %d : " + e, "%s = sinter.sum %p axes = [1] : " + e + " -> " + r, "%l = sinter.log %s : " + r});
      cases.push_back({.suite = "ExponentialSums", .name = type + "_" + std::to_string(rows) + "x" + std::to_string(width), .text = graphText({x}, {r, r}, lines, {"%m", "%l"}),
                       .adjust = width > 3 ? withSpecials : nullptr});
    }
}

} // namespace

void addReductionCases(Cases &cases) {
  addSharedRows(cases);
  addRowEnds(cases);
  addUnalignedViews(cases);
  addEmptyInnerDims(cases);
  addRepeatedRows(cases);
  addProductsFoldedFirst(cases);
  addExponentialSums(cases);
  for (int64_t width : {1, 31, 33, 769, 4099}) {
    addOne(cases, "sum", {7, width}, {1}, "f32");
    addOne(cases, "reduce_max", {7, width}, {1}, "f32", withSpecials, "_specials");
    addOne(cases, "reduce_min", {7, width}, {1}, "f16", withSpecials, "_specials");
    addOne(cases, "sum", {width, 5}, {0}, "f32");
    addOne(cases, "mean", {5, width}, {1}, "bf16");
  }
  for (const char *name : {"sum", "product", "reduce_max", "reduce_min"})
    for (const char *type : {"f32", "bf16", "i64", "i32"})
      addOne(cases, name, {5, 67}, {1}, type, std::string(name) == "product" ? nearOne : nullptr);
  for (const char *name : {"sum", "product", "reduce_max", "reduce_min"})
    for (const char *type : {"i16", "i8", "ui64", "ui32", "ui16", "ui8"})
      addOne(cases, name, {5, 67}, {1}, type, withUpperBits);
  for (const std::string type : {"ui64", "ui32", "ui16"}) {
    std::string from = "tensor<5x67x" + type + ">", values = "tensor<5x3x" + type + ">", at = "tensor<5x3xi64>", one = "tensor<5xi64>";
    std::vector<std::string> lines = {"%v, %i = sinter.topk %0 k = 3 axes = [1] : " + from + " -> " + values + ", " + at,
                                      "%least = sinter.argmin %0 axes = [1] : " + from + " -> " + one};
    cases.push_back({.suite = "Reductions", .name = "orderOf_" + type, .text = graphText({from}, {values, at, one}, lines, {"%v", "%i", "%least"}), .adjust = withUpperBits});
  }
  for (const char *name : {"any", "all"})
    for (int64_t width : {1, 3, 131}) {
      addOne(cases, name, {9, width}, {1}, "i1");
      addOne(cases, name, {width, 3}, {0}, "i1");
    }
  for (std::vector<int64_t> axes : {std::vector<int64_t>{0}, {1}, {2}, {0, 1}, {1, 2}, {0, 2}, {0, 1, 2}})
    for (const char *type : {"f32", "f16"})
      addOne(cases, "sum", {5, 33, 37}, axes, type);
  addOne(cases, "reduce_max", {3, 1, 4, 5, 2}, {1, 3}, "f32");
  addOne(cases, "sum", {2, 3, 2, 3, 2}, {0, 2, 4}, "i32");
  addOne(cases, "sum", {300, 300}, {0, 1}, "f32");
  // Cut into parts that a second kernel folds.
  for (const char *name : {"sum", "reduce_max"})
    for (const char *type : {"f32", "bf16", "i32"}) {
      addOne(cases, name, {4001, 37}, {0}, type);
      addOne(cases, name, {130001}, {0}, type);
    }
  addOne(cases, "sum", {3, 2048, 66}, {1}, "f32");
  addOne(cases, "sum", {40, 100, 32}, {0, 1}, "f16");
  addOne(cases, "all", {9001, 33}, {0}, "i1");
  // Perhaps nothing: the greatest and the least of a type whose values have no sign, or are narrower than what they are folded in.
  for (const char *type : {"ui8", "i16", "ui32", "ui64", "i64"})
    for (const char *name : {"reduce_max", "reduce_min"}) {
      std::string from = std::string("tensor<?x3x2x") + type + ", #sinter.dims<s, 3, 2>>", to = std::string("tensor<") + type + ">";
      cases.push_back({.suite = "Reductions", .name = std::string(name) + "_of_all_" + type,
                       .text = graphText({from}, {to}, {std::string("%y = sinter.") + name + " %0 axes = [0, 1, 2] : " + from + " -> " + to}, {"%y"}),
                       .sizes = {{{"s", 4}}, {{"s", 1}}, {{"s", 0}}, {{"s", 3001}}}});
    }
  // Nothing to fold, nothing to give, nothing at all.
  for (const char *type : {"f32", "f16", "i64", "i32"}) {
    for (const char *name : {"sum", "product", "reduce_max", "reduce_min"})
      addOne(cases, name, {3, 0}, {1}, type);
    addOne(cases, "sum", {0, 3}, {1}, type);
    addOne(cases, "sum", {0}, {0}, type);
  }
  addOne(cases, "mean", {3, 0}, {1}, "f32");
  addOne(cases, "any", {3, 0}, {1}, "i1");
  addOne(cases, "all", {3, 0}, {1}, "i1");

  auto add = [&](std::string name, std::string text, double units = 16) {
    cases.push_back({.suite = "Reductions", .name = std::move(name), .text = std::move(text), .units = units});
  };
  // Folds that share the memory of a block.
  for (int64_t width : {31, 896, 4099}) {
    std::string w = std::to_string(width), x = "tensor<5x" + w + "xf32>";
    add("max_min_sum_of_one_row_" + w, graphText({x}, {"tensor<5xf32>", "tensor<5xf32>", "tensor<5xf32>"},
                                            {"%a = sinter.abs %0 : " + x, "%p = sinter.reduce_max %a axes = [1] : " + x + " -> tensor<5xf32>",
                                             "%q = sinter.reduce_min %a axes = [1] : " + x + " -> tensor<5xf32>",
                                             "%r = sinter.reduce_min %0 axes = [1] : " + x + " -> tensor<5xf32>"},
                                            {"%p", "%q", "%r"}));
    add("dependent_" + w, graphText({x}, {"tensor<5xf32>"},
                               {"%m = sinter.reduce_max %0 axes = [1] : " + x + " -> tensor<5xf32>", "%mb = sinter.broadcast %m dims = [0] : tensor<5xf32> -> " + x,
                                "%d = sinter.sub %0, %mb : " + x, "%e = sinter.exp %d : " + x, "%s = sinter.sum %e axes = [1] : " + x + " -> tensor<5xf32>",
                                "%sb = sinter.broadcast %s dims = [0] : tensor<5xf32> -> " + x, "%q = sinter.div %e, %sb : " + x,
                                "%sq = sinter.mul %q, %q : " + x, "%t = sinter.sum %sq axes = [1] : " + x + " -> tensor<5xf32>"},
                               {"%t"}));
  }
  // Rows folded into columns while they are walked: parts of several rows, of one, and of none; a row in one vector, and in many.
  // Where a row is read in vectors of 8 bytes and more, the next one is fetched meanwhile.
  for (auto [rows, width, type] : {std::tuple<int64_t, int64_t, std::string>{1003, 37, "f32"}, {64, 64, "f32"}, {9, 3000, "f32"}, {5, 1, "f32"}, {1, 8, "f32"}, {700, 1024, "f32"}, {1003, 40, "f16"}, {531, 2056, "f16"}}) {
    std::string full = tensorType({rows, width}, type), row = tensorType({rows}, type), column = tensorType({width}, type);
    add("norm_backward_" + std::to_string(rows) + "x" + std::to_string(width) + (type == "f32" ? "" : "_" + type),
        graphText({full, full, column}, {full, column, column},
                  {"%wb = sinter.broadcast %2 dims = [1] : " + column + " -> " + full, "%g = sinter.mul %0, %wb : " + full, "%gx = sinter.mul %g, %1 : " + full,
                   "%a = sinter.mean %g axes = [1] : " + full + " -> " + row, "%c = sinter.mean %gx axes = [1] : " + full + " -> " + row,
                   "%ab = sinter.broadcast %a dims = [0] : " + row + " -> " + full, "%cb = sinter.broadcast %c dims = [0] : " + row + " -> " + full,
                   "%p = sinter.mul %1, %cb : " + full, "%s = sinter.sub %g, %ab : " + full, "%dx = sinter.sub %s, %p : " + full,
                   "%e = sinter.mul %0, %1 : " + full, "%dw = sinter.sum %e axes = [0] : " + full + " -> " + column,
                   "%d0 = sinter.sum %0 axes = [0] : " + full + " -> " + column, "%db = sinter.neg %d0 : " + column},
                  {"%dx", "%dw", "%db"}), /*units=*/64);
  }
  // With a mean and a deviation of each row from the forward pass, which are read a row ahead.
  for (auto [rows, width, type] : {std::tuple<int64_t, int64_t, std::string>{1003, 40, "f16"}, {300, 512, "bf16"}, {2, 64, "f32"}}) {
    std::string full = tensorType({rows, width}, type), wide = tensorType({rows, width}, "f32"), row = tensorType({rows}, "f32"), column = tensorType({width}, type), wideColumn = tensorType({width}, "f32");
    add("norm_backward_of_saved_rows_" + std::to_string(rows) + "x" + std::to_string(width),
        graphText({full, full, column, row, row}, {full, wideColumn, wideColumn},
                  {"%y = sinter.cast %0 : " + full + " -> " + wide, "%x = sinter.cast %1 : " + full + " -> " + wide, "%w = sinter.cast %2 : " + column + " -> " + wideColumn,
                   "%mb = sinter.broadcast %3 dims = [0] : " + row + " -> " + wide, "%rb = sinter.broadcast %4 dims = [0] : " + row + " -> " + wide,
                   "%wb = sinter.broadcast %w dims = [1] : " + wideColumn + " -> " + wide, "%xm = sinter.sub %x, %mb : " + wide, "%xh = sinter.mul %xm, %rb : " + wide,
                   "%g = sinter.mul %y, %wb : " + wide, "%gx = sinter.mul %g, %xh : " + wide, "%c = sinter.mean %gx axes = [1] : " + wide + " -> " + row,
                   "%cb = sinter.broadcast %c dims = [0] : " + row + " -> " + wide, "%p = sinter.mul %xh, %cb : " + wide, "%s = sinter.sub %g, %p : " + wide,
                   "%d = sinter.mul %s, %rb : " + wide, "%dx = sinter.cast %d : " + wide + " -> " + full, "%e = sinter.mul %y, %xh : " + wide,
                   "%dw = sinter.sum %e axes = [0] : " + wide + " -> " + wideColumn, "%db = sinter.sum %y axes = [0] : " + wide + " -> " + wideColumn},
                  {"%dx", "%dw", "%db"}), /*units=*/64);
  }
  // What is made of a row and stored before its fold is known is wanted after it too: some threads have no part of the row, or all have one.
  for (int64_t width : {500, 512}) {
    std::string full = tensorType({300, width}, "f32"), column = tensorType({width}, "f32"), row = "tensor<300xf32>";
    add("stored_before_and_read_after_the_fold_" + std::to_string(width),
        graphText({full, full}, {full, full, column},
                  {"%h = sinter.add %0, %1 : " + full, "%e = sinter.tanh %h : " + full, "%s = sinter.sum %h axes = [1] : " + full + " -> " + row,
                   "%b = sinter.broadcast %s dims = [0] : " + row + " -> " + full, "%d = sinter.sub %e, %b : " + full, "%g = sinter.sum %h axes = [0] : " + full + " -> " + column},
                  {"%e", "%d", "%g"}));
  }
  // Rows along several dimensions, folded into columns that others of them have too.
  add("rows_of_two_dimensions", graphText({"tensor<4x8x7x3xf32>"}, {"tensor<8x3xf32>", "tensor<4x8x7xf32>", "tensor<3xf32>"},
                                         {"%c = sinter.sum %0 axes = [0, 2] : tensor<4x8x7x3xf32> -> tensor<8x3xf32>",
                                          "%r = sinter.sum %0 axes = [3] : tensor<4x8x7x3xf32> -> tensor<4x8x7xf32>",
                                          "%b = sinter.sum %0 axes = [0, 1, 2] : tensor<4x8x7x3xf32> -> tensor<3xf32>"},
                                         {"%c", "%r", "%b"}));
  // Columns that are all alike, and are written all the same.
  add("sums_of_a_repeated_row", graphText({"tensor<1x8xf32>", "tensor<30x16xi64>"}, {"tensor<16x8xf32>", "tensor<30xf32>"},
                                          {"%g = sinter.gather %0, %1 axis = 0 : tensor<1x8xf32>, tensor<30x16xi64> -> tensor<30x16x8xf32>",
                                           "%c = sinter.sum %g axes = [0] : tensor<30x16x8xf32> -> tensor<16x8xf32>",
                                           "%r = sinter.sum %g axes = [1, 2] : tensor<30x16x8xf32> -> tensor<30xf32>"},
                                          {"%c", "%r"}));
  // Kernels that share a launch, with barriers of their own: rows of two lengths, columns, and no reduction.
  add("side_by_side", graphText({"tensor<5x900xf32>", "tensor<40x33xf32>", "tensor<7xf32>"}, {"tensor<5x900xf32>", "tensor<40x33xf32>", "tensor<33xf32>", "tensor<7xf32>"},
                                {"%a = sinter.softmax %0 axis = 1 : tensor<5x900xf32>", "%b = sinter.softmax %1 axis = 1 : tensor<40x33xf32>",
                                 "%c = sinter.sum %1 axes = [0] : tensor<40x33xf32> -> tensor<33xf32>", "%d = sinter.exp %2 : tensor<7xf32>"},
                                {"%a", "%b", "%c", "%d"}));
  add("optimizer_of_five", [] {
    // p, g, m of five shapes: momentum and step.
    std::vector<std::string> inputs, results, ops, names;
    for (int i = 0; i < 5; ++i) {
      std::string type = tensorType({3 + 100 * i, 1 + i}, "f32"), n = std::to_string(i);
      for (int k = 0; k < 3; ++k)
        inputs.push_back(type);
      std::string p = "%" + std::to_string(3 * i), g = "%" + std::to_string(3 * i + 1), m = "%" + std::to_string(3 * i + 2);
      ops.insert(ops.end(), {"%s" + n + " = sinter.add " + m + ", " + g + " : " + type, "%u" + n + " = sinter.sub " + p + ", %s" + n + " : " + type});
      results.insert(results.end(), {type, type});
      names.insert(names.end(), {"%u" + n, "%s" + n});
    }
    return graphText(inputs, results, ops, names);
  }());
  add("softmax_of_columns", graphText({"tensor<7x300x33xf32>"}, {"tensor<7x300x33xf32>"}, {"%y = sinter.softmax %0 axis = 1 : tensor<7x300x33xf32>"}, {"%y"}));
  std::string x = "tensor<33x65xf32>";
  add("rows_and_columns", graphText({x}, {"tensor<33xf32>", "tensor<65xf32>", "tensor<f32>"},
                               {"%a = sinter.tanh %0 : " + x, "%p = sinter.sum %a axes = [1] : " + x + " -> tensor<33xf32>",
                                "%q = sinter.sum %a axes = [0] : " + x + " -> tensor<65xf32>", "%r = sinter.mean %a axes = [0, 1] : " + x + " -> tensor<f32>"},
                               {"%p", "%q", "%r"}));
  add("rows_then_columns", graphText({x}, {"tensor<65xf32>"},
                                {"%p = sinter.sum %0 axes = [1] : " + x + " -> tensor<33xf32>", "%b = sinter.broadcast %p dims = [0] : tensor<33xf32> -> " + x,
                                 "%m = sinter.mul %b, %0 : " + x, "%q = sinter.sum %m axes = [0] : " + x + " -> tensor<65xf32>"},
                                {"%q"}));
  add("sum_of_broadcast_and_reshape", graphText({"tensor<2x1xf32>"}, {"tensor<4xf32>"},
                                           {"%b = sinter.broadcast %0 dims = [0, 1] : tensor<2x1xf32> -> tensor<2x128xf32>",
                                            "%r = sinter.reshape %b : tensor<2x128xf32> -> tensor<4x64xf32>",
                                            "%s = sinter.sum %r axes = [1] : tensor<4x64xf32> -> tensor<4xf32>"},
                                           {"%s"}));
  add("sum_of_transposed", graphText({"tensor<5x33x7xf32>"}, {"tensor<7x33xf32>"},
                                {"%t = sinter.transpose %0 permutation = [2, 0, 1] : tensor<5x33x7xf32> -> tensor<7x5x33xf32>",
                                 "%s = sinter.sum %t axes = [1] : tensor<7x5x33xf32> -> tensor<7x33xf32>"},
                                {"%s"}));
  add("sum_of_concat", graphText({"tensor<5x33xf32>", "tensor<5x64xf32>"}, {"tensor<5xf32>"},
                            {"%c = sinter.concat %0, %1 axis = 1 : tensor<5x33xf32>, tensor<5x64xf32> -> tensor<5x97xf32>",
                             "%s = sinter.sum %c axes = [1] : tensor<5x97xf32> -> tensor<5xf32>"},
                            {"%s"}));
  add("count_of_equal_bf16", graphText({"tensor<7x129xbf16>"}, {"tensor<7xi32>"},
                                  {"%m = sinter.reduce_max %0 axes = [1] : tensor<7x129xbf16> -> tensor<7xbf16>",
                                   "%b = sinter.broadcast %m dims = [0] : tensor<7xbf16> -> tensor<7x129xbf16>",
                                   "%c = sinter.compare eq %0, %b : tensor<7x129xbf16>", "%i = sinter.cast %c : tensor<7x129xi1> -> tensor<7x129xi32>",
                                   "%n = sinter.sum %i axes = [1] : tensor<7x129xi32> -> tensor<7xi32>"},
                                  {"%n"}));
}

} // namespace sinter::test
