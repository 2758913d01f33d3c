// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds of faults that fusing compilers are prone to, several inputs of each kind. docs/Faults.md maps each kind to its tests,
// these and those of the other suites.

#include "compiler/Reference/Elements.h"
#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace sinter::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

using Adjust = std::function<void(size_t, rt::HostTensor &)>;
using Check = std::function<void(const Tensors &, const Tensors &)>;

void add(Cases &cases, const std::string &name, const std::string &text, Adjust adjust = {}, Check check = {}, double units = 16) {
  cases.push_back({.suite = "Faults", .name = name, .text = text, .units = units, .adjust = std::move(adjust), .check = std::move(check)});
}

void addSymbolic(Cases &cases, const std::string &name, const std::string &text, std::vector<SymbolValues> sizes, Adjust adjust = {}) {
  cases.push_back({.suite = "Faults", .name = name, .text = text, .sizes = std::move(sizes), .adjust = std::move(adjust)});
}

/// Element i of argument `wanted` is change(i, old value), written to its type.
template <class F> Adjust eachFloat(size_t wanted, F change) {
  return [=](size_t argument, rt::HostTensor &tensor) {
    if (argument != wanted)
      return;
    std::vector<double> values(tensor.element_count());
    reference::readFloats(tensor, 0, values.size(), values.data());
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = change(static_cast<int64_t>(i), values[i]);
    reference::writeFloats(values.data(), 0, values.size(), tensor);
  };
}

template <class F> Adjust eachInteger(F valueOf) {
  return [=](size_t argument, rt::HostTensor &tensor) {
    if (reference::isFloat(tensor.type()))
      return;
    std::vector<int64_t> values(tensor.element_count());
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = valueOf(argument, static_cast<int64_t>(i));
    reference::writeIntegers(values.data(), 0, values.size(), tensor);
  };
}

/// The floats of argument `wanted` are `values`, again and again.
Adjust repeating(size_t wanted, std::vector<double> values) {
  return eachFloat(wanted, [values](int64_t i, double) { return values[i % values.size()]; });
}

std::vector<double> floatsOf(const rt::HostTensor &tensor) {
  std::vector<double> values(tensor.element_count());
  reference::readFloats(tensor, 0, values.size(), values.data());
  return values;
}

/// A buffer that is updated by a moved part of itself.
void addOverlappingUpdates(Cases &cases) {
  auto update = [&](const std::string &name, int64_t from, int64_t step, int64_t at, const std::string &buffer, const std::string &part, int64_t axis) {
    bool isMatrix = buffer.find("x") != buffer.rfind("x");
    std::string starts = std::to_string(from), steps = std::to_string(step);
    if (isMatrix) {
      starts = axis == 0 ? starts + ", 0" : "0, " + starts;
      steps = axis == 0 ? steps + ", 1" : "1, " + steps;
    }
    std::string text = "func.func @main(%x: " + buffer + ", %at: tensor<i64>) -> (" + buffer + " {sinter.tied = 0 : i64}) {\n  %s = sinter.slice %x starts = [" + starts + "] steps = [" + steps +
                       "] : " + buffer + " -> " + part + "\n  %y = sinter.update_slice %x, %s at %at axis = " + std::to_string(axis) + " : " + buffer + ", " + part +
                       ", tensor<i64>\n  return %y : " + buffer + "\n}";
    add(cases, name, text, eachInteger([at](size_t, int64_t) { return at; }));
  };
  update("shifted_up_in_place", 0, 1, 1, "tensor<70001xf32>", "tensor<70000xf32>", 0);
  update("shifted_down_in_place", 1, 1, 0, "tensor<70001xf32>", "tensor<70000xf32>", 0);
  update("reversed_in_place", 4098, -1, 0, "tensor<4099xbf16>", "tensor<4099xbf16>", 0);
  update("rows_shifted_in_place", 0, 1, 1, "tensor<33x65xf32>", "tensor<32x65xf32>", 0);
  update("columns_shifted_in_place", 0, 1, 3, "tensor<33x65xf32>", "tensor<33x60xf32>", 1);
}

/// A broadcast that is reshaped, so that no stride says what is read.
void addReshapedBroadcasts(Cases &cases) {
  for (int64_t width : {3, 31, 64, 1000}) {
    std::string n = std::to_string(width), two = std::to_string(2 * width), wide = "tensor<2x" + n + "xf32>", crossed = "tensor<" + n + "x2xf32>", flat = "tensor<" + two + "xf32>";
    add(cases, "sums_of_a_broadcast_reshaped_" + n,
        graphText({"tensor<2x1xf32>"}, {"tensor<" + n + "xf32>", "tensor<2xf32>", "tensor<f32>"},
                  {"%b = sinter.broadcast %0 dims = [0, 1] : tensor<2x1xf32> -> " + wide, "%r = sinter.reshape %b : " + wide + " -> " + crossed,
                   "%s = sinter.sum %r axes = [1] : " + crossed + " -> tensor<" + n + "xf32>", "%c = sinter.sum %r axes = [0] : " + crossed + " -> tensor<2xf32>",
                   "%f = sinter.reshape %b : " + wide + " -> " + flat, "%t = sinter.sum %f axes = [0] : " + flat + " -> tensor<f32>"},
                  {"%s", "%c", "%t"}), {}, {}, 64);
  }
  add(cases, "broadcast_between_dims_reshaped",
      graphText({"tensor<3x1x5xf32>"}, {"tensor<3xf32>", "tensor<15xf32>", "tensor<21x5xf32>"},
                {"%b = sinter.broadcast %0 dims = [0, 1, 2] : tensor<3x1x5xf32> -> tensor<3x7x5xf32>", "%r = sinter.reshape %b : tensor<3x7x5xf32> -> tensor<3x35xf32>",
                 "%s = sinter.sum %r axes = [1] : tensor<3x35xf32> -> tensor<3xf32>", "%q = sinter.reshape %b : tensor<3x7x5xf32> -> tensor<7x15xf32>",
                 "%c = sinter.mean %q axes = [0] : tensor<7x15xf32> -> tensor<15xf32>", "%e = sinter.reshape %b : tensor<3x7x5xf32> -> tensor<21x5xf32>",
                 "%n = sinter.exp %e : tensor<21x5xf32>"},
                {"%s", "%c", "%n"}));
}

/// A layer norm and an RMS norm in single operators, times a scale of any shape that broadcasts.
void addScaleShapes(Cases &cases) {
  struct Shape {
    const char *name, *type, *dims;
  };
  for (const Shape &scale : {Shape{"of_ones_and_columns", "tensor<1x1x33xf32>", "0, 1, 2"}, {"of_rows", "tensor<5x1xf32>", "1, 2"}, {"of_one_number", "tensor<f32>", ""},
                             {"of_batches", "tensor<3x1x1xf32>", "0, 1, 2"}, {"of_all", "tensor<5x33xf32>", "1, 2"}}) {
    std::string x = "tensor<3x5x33xf32>", kept = "tensor<3x5xf32>", t = scale.type;
    std::vector<std::string> body = {
        "%n = sinter.constant dense<33.0> : " + kept, "%eps = sinter.constant dense<1.0e-5> : " + kept, "%s = sinter.sum %0 axes = [2] : " + x + " -> " + kept,
        "%m = sinter.div %s, %n : " + kept, "%mb = sinter.broadcast %m dims = [0, 1] : " + kept + " -> " + x, "%d = sinter.sub %0, %mb : " + x,
        "%q = sinter.mul %d, %d : " + x, "%v = sinter.mean %q axes = [2] : " + x + " -> " + kept, "%ve = sinter.add %v, %eps : " + kept, "%r = sinter.rsqrt %ve : " + kept,
        "%rb = sinter.broadcast %r dims = [0, 1] : " + kept + " -> " + x, "%y0 = sinter.mul %d, %rb : " + x,
        "%g = sinter.broadcast %1 dims = [" + std::string(scale.dims) + "] : " + t + " -> " + x, "%b = sinter.broadcast %2 dims = [" + std::string(scale.dims) + "] : " + t + " -> " + x,
        "%y1 = sinter.mul %y0, %g : " + x, "%y = sinter.add %y1, %b : " + x};
    add(cases, std::string("layer_norm_with_scale_") + scale.name, graphText({x, t, t}, {x}, body, {"%y"}));
  }
}

/// Kernels that count in 64 bits, since the greatest extents that a symbol allows need them.
void addWideIndices(Cases &cases) {
  addSymbolic(cases, "wide_indices_of_slices_and_rows", R"(
func.func @main(%x: tensor<?x3xf32, #sinter.dims<n, 3>>, %i: tensor<5xi64>) -> (tensor<?x2xf32, #sinter.dims<n, 2>>, tensor<5x3xf32>, tensor<3x?xf32, #sinter.dims<3, n>>) attributes {sinter.symbols = {n = #sinter.range<0, 8589934592, 1>}} {
  %s = sinter.slice %x starts = [0, 2] steps = [1, -1] : tensor<?x3xf32, #sinter.dims<n, 3>> -> tensor<?x2xf32, #sinter.dims<n, 2>>
  %a = sinter.exp %s : tensor<?x2xf32, #sinter.dims<n, 2>>
  %g = sinter.gather %x, %i axis = 0 : tensor<?x3xf32, #sinter.dims<n, 3>>, tensor<5xi64> -> tensor<5x3xf32>
  %h = sinter.neg %g : tensor<5x3xf32>
  %t = sinter.transpose %x permutation = [1, 0] : tensor<?x3xf32, #sinter.dims<n, 3>> -> tensor<3x?xf32, #sinter.dims<3, n>>
  %u = sinter.tanh %t : tensor<3x?xf32, #sinter.dims<3, n>>
  return %a, %h, %u : tensor<?x2xf32, #sinter.dims<n, 2>>, tensor<5x3xf32>, tensor<3x?xf32, #sinter.dims<3, n>>
})", {{{"n", 1}}, {{"n", 37}}, {{"n", 0}}});
  addSymbolic(cases, "wide_indices_of_reductions", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<a, b>>) -> (tensor<?xf32, #sinter.dims<a>>, tensor<?xf32, #sinter.dims<b>>, tensor<?x?xf32, #sinter.dims<a, b>>)
    attributes {sinter.symbols = {a = #sinter.range<0, 1048576, 1>, b = #sinter.range<0, 1048576, 1>}} {
  %r = sinter.sum %x axes = [1] : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?xf32, #sinter.dims<a>>
  %c = sinter.reduce_max %x axes = [0] : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?xf32, #sinter.dims<b>>
  %s = sinter.softmax %x axis = 1 : tensor<?x?xf32, #sinter.dims<a, b>>
  return %r, %c, %s : tensor<?xf32, #sinter.dims<a>>, tensor<?xf32, #sinter.dims<b>>, tensor<?x?xf32, #sinter.dims<a, b>>
})", {{{"a", 5}, {"b", 33}}, {{"a", 1}, {"b", 1}}, {{"a", 3}, {"b", 1025}}, {{"a", 0}, {"b", 3}}});
}

/// A rounding that another value is held against.
void addRoundings(Cases &cases) {
  std::string f = "tensor<7x129xf32>", b = "tensor<7x129xbf16>", row = "tensor<7xf32>", counts = "tensor<7xi32>";
  add(cases, "narrowed_and_widened_equals_its_maximum",
      graphText({f}, {counts, b},
                {"%n = sinter.cast %0 : " + f + " -> " + b, "%w = sinter.cast %n : " + b + " -> " + f, "%m = sinter.reduce_max %w axes = [1] : " + f + " -> " + row,
                 "%mb = sinter.broadcast %m dims = [0] : " + row + " -> " + f, "%c = sinter.compare eq %w, %mb : " + f, "%i = sinter.cast %c : tensor<7x129xi1> -> tensor<7x129xi32>",
                 "%k = sinter.sum %i axes = [1] : tensor<7x129xi32> -> " + counts},
                {"%k", "%n"}));
  add(cases, "stored_product_equals_its_maximum",
      graphText({b, b}, {b, counts},
                {"%p = sinter.mul %0, %1 : " + b, "%m = sinter.reduce_max %p axes = [1] : " + b + " -> tensor<7xbf16>", "%mb = sinter.broadcast %m dims = [0] : tensor<7xbf16> -> " + b,
                 "%c = sinter.compare eq %p, %mb : " + b, "%i = sinter.cast %c : tensor<7x129xi1> -> tensor<7x129xi32>",
                 "%k = sinter.sum %i axes = [1] : tensor<7x129xi32> -> " + counts},
                {"%p", "%k"}));
  // 1 + 2^-9 rounds to 1 in bf16; what follows a product must see 1.
  add(cases, "product_is_rounded_before_it_is_read",
      graphText({"tensor<5x2xbf16>", "tensor<2x3xbf16>"}, {"tensor<5x3xbf16>"},
                {"%p = sinter.matmul %0, %1 : tensor<5x2xbf16>, tensor<2x3xbf16> -> tensor<5x3xbf16>", "%one = sinter.constant dense<1.0> : tensor<5x3xbf16>",
                 "%y = sinter.sub %p, %one : tensor<5x3xbf16>"},
                {"%y"}),
      [](size_t argument, rt::HostTensor &tensor) { repeating(argument, argument == 0 ? std::vector<double>{1, 0x1p-9} : std::vector<double>{1})(argument, tensor); },
      [](const Tensors &, const Tensors &results) { EXPECT_EQ(floatsOf(results[0]), std::vector<double>(15, 0.0)); });
}

/// The two forms of GELU differ by up to 5e-4, which f32 tells apart: neither stands for the other after a product.
void addActivations(Cases &cases) {
  for (const char *form : {"erf", "tanh"})
    for (const char *type : {"f32", "bf16"}) {
      std::string x = tensorType({9, 33}, type), w = tensorType({33, 17}, type), b = tensorType({17}, type), y = tensorType({9, 17}, type);
      add(cases, std::string("linear_gelu_") + form + "_" + type,
          graphText({x, w, b}, {y},
                    {"%p = sinter.matmul %0, %1 : " + x + ", " + w + " -> " + y, "%bb = sinter.broadcast %2 dims = [1] : " + b + " -> " + y, "%s = sinter.add %p, %bb : " + y,
                     "%y = sinter.gelu " + std::string(form) + " %s : " + y},
                    {"%y"}),
          eachFloat(0, [](int64_t, double value) { return value / 4; }));
    }
}

/// Where exp(-x) overflows f32, x / (1 + exp(-x)) is still a normal number.
void addFarTails(Cases &cases) {
  for (const char *type : {"f32", "bf16"})
    for (const char *name : {"silu", "sigmoid"}) {
      std::string x = tensorType({131}, type);
      add(cases, std::string(name) + "_of_far_negatives_" + type, graphText({x}, {x}, {"%y = sinter." + std::string(name) + " %0 : " + x}, {"%y"}),
          eachFloat(0, [](int64_t i, double) { return -60 - 0.25 * static_cast<double>(i); }));
    }
}

/// Two results of four elements of 16 bits a thread: put together as 64 bits, ptxas 13.0 gave the one an element of the other.
void addNarrowVectors(Cases &cases) {
  std::string x = "tensor<4x4xi16>", wide = "tensor<4x2x4xi16>", half = "tensor<4x2x4xbf16>";
  add(cases, "power_then_sign_of_i16",
      graphText({wide, x}, {wide, wide, half, half},
                {"%b = sinter.broadcast %1 dims = [0, 2] : " + x + " -> " + wide, "%p = sinter.pow %b, %0 : " + wide, "%c = sinter.cast %p : " + wide + " -> " + half,
                 "%s = sinter.sign %c : " + half},
                {"%b", "%p", "%c", "%s"}));
}

/// 1 or -1, chosen by the lowest bit of what is not another number: ptxas 13.0 chose -1 to the power of -1 to be 1.
void addPowersOfComplements(Cases &cases) {
  for (const char *type : {"i32", "i64"}) {
    std::string x = "tensor<64x" + std::string(type) + ">";
    add(cases, std::string("power_of_complements_") + type,
        graphText({x}, {x, x}, {"%n = sinter.not %0 : " + x, "%p = sinter.pow %n, %n : " + x, "%q = sinter.pow %n, %0 : " + x}, {"%p", "%q"}),
        eachInteger([](size_t, int64_t i) { return i % 8 - 4; }));
  }
}

/// What a library cannot read as a matrix, which symbols or merged batches hide.
void addProductsOfOddViews(Cases &cases) {
  std::string a = "tensor<2x3x?x4xf32, #sinter.dims<2, 3, s, 4>>", w = "tensor<4x5xf32>", y = "tensor<2x3x?x5xf32, #sinter.dims<2, 3, s, 5>>";
  std::vector<SymbolValues> sizes = {{{"s", 7}}, {{"s", 1}}, {{"s", 0}}};
  auto product = [&](const std::string &view, const std::string &of, const std::string &result) {
    return "func.func @main(%0: " + of + ", %1: " + w + ") -> " + result + " {\n  " + view + "\n  return %p : " + result + "\n}\n";
  };
  addSymbolic(cases, "product_of_reversed_batches",
              product("%r = sinter.reverse %0 dims = [0, 1] : " + a + "\n  %p = sinter.matmul %r, %1 : " + a + ", " + w + " -> " + y, a, y), sizes);
  addSymbolic(cases, "product_of_batches_taken_backwards",
              product("%r = sinter.slice %0 starts = [1, 2, 0, 0] steps = [1, -2, 1, 1] : " + a + " -> tensor<1x2x?x4xf32, #sinter.dims<1, 2, s, 4>>\n"
                      "  %p = sinter.matmul %r, %1 : tensor<1x2x?x4xf32, #sinter.dims<1, 2, s, 4>>, " + w + " -> tensor<1x2x?x5xf32, #sinter.dims<1, 2, s, 5>>",
                      a, "tensor<1x2x?x5xf32, #sinter.dims<1, 2, s, 5>>"),
              sizes);
  // Extents, and with them strides, that are positive for large sizes alone: what lies past a fixed place.
  std::string c = "tensor<2x?x4xf32, #sinter.dims<2, s, 4>>", past = "tensor<2x?x4xf32, #sinter.dims<2, s - 5000, 4>>", v = "tensor<2x4x5xf32>",
              z = "tensor<2x?x5xf32, #sinter.dims<2, s - 5000, 5>>", q = "tensor<2x3x?xf32, #sinter.dims<2, 3, s>>", r = "tensor<2x3x?xf32, #sinter.dims<2, 3, s - 5000>>";
  std::vector<SymbolValues> large = {{{"s", 5007}}, {{"s", 5001}}, {{"s", 5000}}};
  std::string head = "func.func @main(%0: " + c + ", %1: " + v + ") -> " + z + " {\n  %t = sinter.slice %0 starts = [0, 5000, 0] steps = [1, 1, 1] : " + c + " -> " + past + "\n";
  addSymbolic(cases, "product_of_what_lies_past_a_place", head + "  %p = sinter.matmul %t, %1 : " + past + ", " + v + " -> " + z + "\n  return %p : " + z + "\n}\n", large);
  addSymbolic(cases, "product_of_reversed_batches_past_a_place",
              head + "  %a = sinter.abs %t : " + past + "\n  %r = sinter.reverse %a dims = [0] : " + past + "\n  %p = sinter.matmul %r, %1 : " + past + ", " + v + " -> " + z +
                  "\n  return %p : " + z + "\n}\n",
              large);
  addSymbolic(cases, "product_over_what_lies_past_a_place",
              "func.func @main(%0: " + q + ") -> tensor<2x3x3xf32> {\n  %t = sinter.slice %0 starts = [0, 0, 5000] steps = [1, 1, 1] : " + q + " -> " + r +
                  "\n  %a = sinter.abs %t : " + r + "\n  %p = sinter.matmul %t, %a {transpose_rhs} : " + r + ", " + r + " -> tensor<2x3x3xf32>\n  return %p : tensor<2x3x3xf32>\n}\n",
              large);
  // A row of every second element, six of which are no matrix.
  std::string column = "tensor<2x3x4x1xf32>", pair = "tensor<2x3x4x2xf32>", row = "tensor<2x3x1x5xf32>";
  add(cases, "product_of_one_column_of_two",
      product("%a, %b = sinter.split %0 axis = 3 : " + pair + " -> " + column + ", " + column + "\n  %p = sinter.matmul %b, %1 {transpose_lhs} : " + column + ", " + w + " -> " + row, pair, row));
}

/// Places that are simplified on their way to what is negative for some points, or that divide by a symbolic extent.
void addDividedPlaces(Cases &cases) {
  std::string seed = "tensor<i64>", n = "tensor<3x3x3xf32>", b = "tensor<5x27xi64>";
  add(cases, "reversed_random_normal", graphText({seed, seed}, {n}, {"%n = sinter.random_normal %0, %1 : " + n, "%y = sinter.reverse %n dims = [2] : " + n}, {"%y"}));
  add(cases, "reversed_then_split",
      graphText({b}, {"tensor<5x9x3xi64>", "tensor<3x45xi64>"},
                {"%r = sinter.reverse %0 dims = [0, 1] : " + b, "%s = sinter.reshape %r : " + b + " -> tensor<5x9x3xi64>", "%y = sinter.reverse %s dims = [2] : tensor<5x9x3xi64>",
                 "%z = sinter.reshape %r : " + b + " -> tensor<3x45xi64>"},
                {"%y", "%z"}));
  std::string x = "tensor<?x4x3xi32, #sinter.dims<s, 4, 3>>", t = "tensor<3x4x?xi32, #sinter.dims<3, 4, s>>", y = "tensor<?xi32, #sinter.dims<s * 12>>";
  addSymbolic(cases, "symbolic_transpose_flattened",
              graphText({x}, {y}, {"%t = sinter.transpose %0 permutation = [2, 1, 0] : " + x + " -> " + t, "%y = sinter.reshape %t : " + t + " -> " + y}, {"%y"}),
              {{{"s", 15}}, {{"s", 1}}, {{"s", 32}}, {{"s", 0}}});
  std::string p = "tensor<3x6x?xi32, #sinter.dims<3, 6, s>>", f = "tensor<?x1xi32, #sinter.dims<s * 18, 1>>";
  addSymbolic(cases, "symbolic_transpose_padded_and_flattened",
              graphText({x}, {f},
                        {"%t = sinter.transpose %0 permutation = [2, 1, 0] : " + x + " -> " + t, "%p = sinter.pad edge %t low = [0, 2, 0] high = [0, 0, 0] : " + t + " -> " + p,
                         "%y = sinter.reshape %p : " + p + " -> " + f},
                        {"%y"}),
              {{{"s", 15}}, {{"s", 1}}, {{"s", 8}}});
  // Of no elements there is none to take, nor an extent to divide by.
  std::string g = "tensor<3x9x?xf32, #sinter.dims<3, 9, s>>", h = "tensor<?xf32, #sinter.dims<s * 27>>", k = "tensor<?x9x3xf32, #sinter.dims<s, 9, 3>>";
  for (bool isTransposed : {false, true})
    addSymbolic(cases, isTransposed ? "taken_of_a_symbolic_transpose_flattened" : "taken_of_a_symbolic_tensor_flattened",
                graphText({isTransposed ? k : g, "tensor<5xi32>"}, {"tensor<5xf32>"},
                          {isTransposed ? "%t = sinter.transpose %0 permutation = [2, 1, 0] : " + k + " -> " + g : "%t = sinter.abs %0 : " + g,
                           "%f = sinter.reshape %t : " + g + " -> " + h, "%y = sinter.gather_elements %f, %1 axis = 0 : " + h + ", tensor<5xi32> -> tensor<5xf32>"},
                          {"%y"}),
                {{{"s", 4}}, {{"s", 1}}, {{"s", 0}}});
}

/// What folds came to is a constant, for two sets of folded dimensions.
void addFoldsOfNothing(Cases &cases) {
  std::string x = "tensor<4x8xf32>", r = "tensor<4xi64>", c = "tensor<8xi64>";
  add(cases, "two_folds_that_come_to_nothing",
      graphText({x}, {x, r, c},
                {"%e = sinter.exp %0 : " + x, "%a = sinter.argmax %e axes = [1] : " + x + " -> " + r, "%p = sinter.sub %a, %a : " + r,
                 "%b = sinter.argmax %e axes = [0] : " + x + " -> " + c, "%q = sinter.sub %b, %b : " + c},
                {"%e", "%p", "%q"}));
}

/// A number that its own type does not hold is rounded before it is used.
void addNarrowCounts(Cases &cases) {
  for (const char *type : {"f8E4M3FN", "f8E5M2", "f16", "bf16"}) {
    std::string x = tensorType({5000}, type);
    add(cases, std::string("root_of_a_count_") + type, graphText({x}, {x}, {"%i = sinter.iota axis = 0 : " + x, "%y = sinter.sqrt %i : " + x}, {"%y"}));
  }
}

/// Folds of many types over columns of wide vectors: their scratch is limited.
void addWideColumns(Cases &cases) {
  std::string x = "tensor<?x31x?xf8E5M2, #sinter.dims<t, 31, s>>", v = "tensor<2x31x?xf8E5M2, #sinter.dims<2, 31, s>>", i = "tensor<2x31x?xi64, #sinter.dims<2, 31, s>>";
  addSymbolic(cases, "topk_of_wide_columns", graphText({x}, {v, i}, {"%v, %i = sinter.topk %0 k = 2 axes = [0] : " + x + " -> " + v + ", " + i}, {"%v", "%i"}),
              {{{"t", 40}, {"s", 16}}, {{"t", 3}, {"s", 5}}});
}

/// Every pair of bytes, among them the least by -1 and all by 0, in the type and in wider ones.
void addQuotients(Cases &cases) {
  Adjust everyByte = eachInteger([](size_t, int64_t i) { return i - 128; });
  for (const char *type : {"i8", "i16", "i32", "i64"}) {
    std::string x = "tensor<256x" + std::string(type) + ">", all = "tensor<256x256x" + std::string(type) + ">";
    add(cases, std::string("quotients_of_every_pair_of_bytes_") + type,
        graphText({x, x}, {all},
                  {"%a = sinter.broadcast %0 dims = [0] : " + x + " -> " + all, "%b = sinter.broadcast %1 dims = [1] : " + x + " -> " + all, "%q = sinter.div %a, %b : " + all}, {"%q"}),
        everyByte);
  }
}

/// A row that is infinite throughout, and one of both signs, in the types that a scan folds in a wider one.
void addScans(Cases &cases) {
  for (const char *type : {"f32", "bf16", "f64"})
    for (const char *name : {"cumsum", "cumprod"}) {
      std::string x = tensorType({4, 771}, type);
      add(cases, std::string(name) + "_of_infinite_rows_" + type, graphText({x}, {x}, {"%y = sinter." + std::string(name) + " %0 axis = 1 : " + x}, {"%y"}),
          eachFloat(0, [](int64_t i, double value) {
            int64_t row = i / 771, column = i % 771;
            return row == 0 ? inf : row == 1 ? -inf : row == 2 && column == 770 ? inf : value < 0 ? -1 : 1;
          }));
    }
}

/// Attention whose scores are masked throughout for one query, and in part for another.
void addMaskedRows(Cases &cases) {
  for (const char *type : {"f32", "f16"}) {
    std::string q = tensorType({2, 5, 8}, type), k = tensorType({2, 9, 8}, type), s = tensorType({2, 5, 9}, type), m = tensorType({5, 9}, type);
    add(cases, std::string("attention_of_a_masked_query_") + type,
        graphText({q, k, k, m}, {q},
                  {"%s = sinter.matmul %0, %1 {transpose_rhs} : " + q + ", " + k + " -> " + s, "%mb = sinter.broadcast %3 dims = [1, 2] : " + m + " -> " + s,
                   "%t = sinter.add %s, %mb : " + s, "%p = sinter.softmax %t axis = 2 : " + s, "%y = sinter.matmul %p, %2 : " + s + ", " + k + " -> " + q},
                  {"%y"}),
        eachFloat(3, [](int64_t i, double value) { return i / 9 == 1 || (i / 9 == 3 && i % 9 > 2) ? -inf : value; }));
  }
  std::string x = "tensor<33x6xf32>";
  add(cases, "softmax_of_a_masked_column", graphText({x}, {x}, {"%y = sinter.softmax %0 axis = 0 : " + x}, {"%y"}),
      eachFloat(0, [](int64_t i, double value) { return i % 6 == 2 || (i % 6 == 4 && i > 6) ? -inf : value; }));
}

/// Sums that leave the type's range, though what is asked for does not; magnitudes near the end of f32's range.
void addMagnitudes(Cases &cases) {
  std::string h = "tensor<3x2048xf16>", r = "tensor<3xf16>";
  add(cases, "mean_of_large_halves", graphText({h}, {r}, {"%y = sinter.mean %0 axes = [1] : " + h + " -> " + r}, {"%y"}),
      eachFloat(0, [](int64_t i, double value) { return i < 2048 ? 65504.0 : i < 4096 ? std::copysign(60000.0, value) : 300 * value; }));
  add(cases, "softmax_of_large_halves", graphText({h}, {h}, {"%y = sinter.softmax %0 axis = 1 : " + h}, {"%y"}),
      eachFloat(0, [](int64_t i, double value) { return i < 2048 ? 65504.0 - 32 * (i % 3) : 30000 * value; }));
  add(cases, "norm_of_halves_in_steps",
      graphText({h}, {h},
                {"%f = sinter.cast %0 : " + h + " -> tensor<3x2048xf32>", "%q = sinter.mul %f, %f : tensor<3x2048xf32>", "%m = sinter.mean %q axes = [1] : tensor<3x2048xf32> -> tensor<3xf32>",
                 "%r = sinter.rsqrt %m : tensor<3xf32>", "%rb = sinter.broadcast %r dims = [0] : tensor<3xf32> -> tensor<3x2048xf32>", "%n = sinter.mul %f, %rb : tensor<3x2048xf32>",
                 "%y = sinter.cast %n : tensor<3x2048xf32> -> " + h},
                {"%y"}),
      eachFloat(0, [](int64_t i, double value) { return i < 2048 ? 200.0 : 20000 * value; }));
  for (int64_t width : {33, 4099}) {
    std::string x = tensorType({4, width}, "f32"), n = std::to_string(width);
    auto rows = [width](double most, double large, double small) {
      return eachFloat(0, [=](int64_t i, double value) { return std::copysign(i / width == 0 ? most : i / width == 1 ? large : i / width == 2 ? small : 1, value); });
    };
    // The greatest whose squares still add up to what f32 has.
    double most = std::sqrt(3e38 / width);
    for (const char *name : {"layer_norm", "rms_norm"})
      add(cases, std::string(name) + "_of_large_rows_" + n, graphText({x}, {x}, {"%y = sinter." + std::string(name) + " %0 axis = 1 epsilon = 1.0e-5 : " + x}, {"%y"}),
          rows(most / 2, 1e15, 1e-18));
    // Squares, sums, and distances from the mean beyond what f32 has.
    for (const char *type : {"f32", "bf16"}) {
      std::string wide = tensorType({4, width}, type);
      for (const char *name : {"layer_norm", "rms_norm"})
        add(cases, std::string(name) + "_of_huge_rows_" + n + "_" + type, graphText({wide}, {wide}, {"%y = sinter." + std::string(name) + " %0 axis = 1 epsilon = 1.0e-5 : " + wide}, {"%y"}),
            rows(3.3e38, 1e38, 1e20));
    }
    add(cases, "softmax_of_huge_rows_" + n, graphText({x}, {x}, {"%y = sinter.softmax %0 axis = 1 : " + x}, {"%y"}), rows(3e38, 1e38, 1e-38));
    std::string kept = "tensor<4xf32>";
    add(cases, "extremes_of_huge_rows_" + n,
        graphText({x}, {kept, kept}, {"%p = sinter.reduce_max %0 axes = [1] : " + x + " -> " + kept, "%q = sinter.reduce_min %0 axes = [1] : " + x + " -> " + kept}, {"%p", "%q"}),
        rows(3e38, 1e38, 1e-38));
    std::string d = tensorType({4, width}, "f64");
    add(cases, "norm_of_huge_doubles_" + n, graphText({d}, {d}, {"%y = sinter.layer_norm %0 axis = 1 epsilon = 1.0e-5 : " + d}, {"%y"}), rows(1e150, 1e38, 1e-38));
    add(cases, "norm_of_hugest_doubles_" + n, graphText({d}, {d}, {"%y = sinter.layer_norm %0 axis = 1 epsilon = 1.0e-5 : " + d}, {"%y"}), rows(1.7e308, 1e200, 1e160));
  }
}

/// Bytes wrap in their own type before anything wider reads them.
void addSmallIntegers(Cases &cases) {
  Adjust everyByte = [](size_t argument, rt::HostTensor &tensor) {
    if (reference::isFloat(tensor.type()))
      return;
    int64_t step = argument == 0 ? 1 : 3, least = tensor.type() == rt::ElementType::kU8 ? 0 : -128;
    for (uint64_t i = 0; i < tensor.element_count(); ++i) {
      int64_t value = least + (static_cast<int64_t>(i) * step + 128 * (argument == 1)) % 256;
      reference::writeIntegers(&value, i, 1, tensor);
    }
  };
  for (const char *type : {"ui8", "i8", "i16"}) {
    std::string x = "tensor<257x" + std::string(type) + ">", w = "tensor<257xi32>", f = "tensor<257xf32>", one = "tensor<" + std::string(type) + ">";
    add(cases, std::string("wraps_before_it_is_widened_") + type,
        graphText({x, x}, {w, f, w, x},
                  {"%a = sinter.add %0, %1 : " + x, "%w = sinter.cast %a : " + x + " -> " + w, "%n = sinter.neg %0 : " + x, "%f = sinter.cast %n : " + x + " -> " + f,
                   "%m = sinter.mul %0, %1 : " + x, "%s = sinter.sub %m, %1 : " + x, "%k = sinter.cast %s : " + x + " -> " + w, "%b = sinter.abs %0 : " + x},
                  {"%w", "%f", "%k", "%b"}),
        everyByte);
    add(cases, std::string("folds_of_") + type,
        graphText({x}, {one, one, one, "tensor<i1>", "tensor<i1>"},
                  {"%s = sinter.sum %0 axes = [0] : " + x + " -> " + one, "%p = sinter.reduce_max %0 axes = [0] : " + x + " -> " + one,
                   "%q = sinter.reduce_min %0 axes = [0] : " + x + " -> " + one, "%b = sinter.cast %0 : " + x + " -> tensor<257xi1>",
                   "%e = sinter.any %b axes = [0] : tensor<257xi1> -> tensor<i1>", "%l = sinter.all %b axes = [0] : tensor<257xi1> -> tensor<i1>"},
                  {"%s", "%p", "%q", "%e", "%l"}),
        everyByte);
  }
}

/// Floats of 8 bits at their limits, and at what would be rounded twice on a way through 16 bits.
void addNarrowFloats(Cases &cases) {
  std::vector<double> values = {448, 449, 464, 465, 480, 500, 57344, 61439, 61440, 61441, 65536, 3e38, inf, nan, 0.0, 0x1p-6, 0x1p-9, 0x1p-10, 0x1.8p-10, 0x1p-14, 0x1p-16, 0x1p-17, 0x1.8p-17, 1e-40,
                                1.0625, 1.0625 + 0x1p-12, 1.1875, 1.1875 - 0x1p-12, 1.125 + 0x1p-20, 1.125};
  for (size_t i = 0, n = values.size(); i < n; ++i)
    values.push_back(-values[i]);
  for (const char *from : {"f32", "f16", "bf16"})
    for (const char *to : {"f8E4M3FN", "f8E5M2"}) {
      std::string x = tensorType({131}, from), n = tensorType({131}, to), f = "tensor<131xf32>";
      add(cases, std::string("cast_at_its_limits_") + from + "_" + to, graphText({x}, {n}, {"%n = sinter.cast %0 : " + x + " -> " + n}, {"%n"}), repeating(0, values));
      add(cases, std::string("there_and_back_") + from + "_" + to,
          graphText({x}, {n, f}, {"%n = sinter.cast %0 : " + x + " -> " + n, "%f = sinter.cast %n : " + n + " -> " + f, "%y = sinter.neg %f : " + f}, {"%n", "%y"}), repeating(0, values));
    }
}

/// Indices at and beyond both ends, into what is computed in the same kernel.
void addGathers(Cases &cases) {
  Adjust ends = eachInteger([](size_t, int64_t i) {
    constexpr int64_t ids[] = {-1, 11, 0, -11, 10, -12, 5, 1000000, -1000000};
    return ids[i % 9];
  });
  for (const char *index : {"i64", "i32"}) {
    std::string x = "tensor<11x33xf32>", i = "tensor<9x" + std::string(index) + ">", y = "tensor<9x33xf32>";
    add(cases, std::string("rows_taken_of_a_sum_at_the_ends_") + index,
        graphText({x, i}, {y},
                  {"%one = sinter.constant dense<1.0> : " + x, "%a = sinter.add %0, %one : " + x, "%y = sinter.gather %a, %1 axis = 0 : " + x + ", " + i + " -> " + y}, {"%y"}), ends);
    add(cases, std::string("columns_taken_into_a_softmax_") + index,
        graphText({"tensor<5x11xf32>", i}, {"tensor<5x9xf32>"},
                  {"%a = sinter.tanh %0 : tensor<5x11xf32>", "%g = sinter.gather %a, %1 axis = 1 : tensor<5x11xf32>, " + i + " -> tensor<5x9xf32>",
                   "%y = sinter.softmax %g axis = 1 : tensor<5x9xf32>"},
                  {"%y"}), ends);
  }
}

/// The nearest element at scales that are no whole numbers, long rows among them: place (i * step + offset) / divisor, exactly.
void addResampling(Cases &cases) {
  struct Scale {
    const char *name;
    int64_t from, to, step, offset, divisor;
  };
  for (const Scale &scale : {Scale{"by_three_halves", 7, 10, 2, 0, 3}, {"by_three_halves_of_centres", 7, 10, 4, 2, 6}, {"by_27_tenths", 4001, 10802, 10, 0, 27},
                             {"by_27_tenths_of_centres", 4001, 10802, 20, 10, 54}, {"by_10_27ths", 4001, 1481, 27, 0, 10}})
    for (const char *type : {"f32", "bf16"}) {
      std::string x = tensorType({3, scale.from}, type), y = tensorType({3, scale.to}, type);
      auto expectNearest = [scale](const Tensors &inputs, const Tensors &results) {
        std::vector<double> from = floatsOf(inputs[0]), to = floatsOf(results[0]);
        for (int64_t row = 0; row < 3; ++row)
          for (int64_t i = 0; i < scale.to; ++i) {
            int64_t place = std::min((i * scale.step + scale.offset) / scale.divisor, scale.from - 1);
            ASSERT_EQ(to[row * scale.to + i], -from[row * scale.from + place]) << "row " << row << ", element " << i;
          }
      };
      add(cases, std::string("nearest_") + scale.name + "_" + type,
          graphText({x}, {y},
                    {"%r = sinter.resize nearest %0 steps = [1, " + std::to_string(scale.step) + "] offsets = [0, " + std::to_string(scale.offset) + "] divisors = [1, " +
                         std::to_string(scale.divisor) + "] : " + x + " -> " + y,
                     "%y = sinter.neg %r : " + y},
                    {"%y"}),
          {}, expectNearest);
    }
}

/// Batches that are all alike give results that are.
void addEqualBatches(Cases &cases) {
  auto alike = [](size_t argument, rt::HostTensor &tensor) {
    if (argument > 1 || tensor.dims().empty())
      return;
    size_t bytes = tensor.byte_size() / tensor.dims()[0];
    for (int64_t i = 1; i < tensor.dims()[0]; ++i)
      std::memcpy(tensor.as<char>() + i * bytes, tensor.as<char>(), bytes);
  };
  auto expectAlike = [](const Tensors &, const Tensors &results) {
    for (const rt::HostTensor &result : results) {
      size_t bytes = result.byte_size() / result.dims()[0];
      for (int64_t i = 1; i < result.dims()[0]; ++i)
        EXPECT_EQ(std::memcmp(result.as<char>(), result.as<char>() + i * bytes, bytes), 0) << "batch " << i;
    }
  };
  std::string x = "tensor<4x5x33xf32>", w = "tensor<4x33x7xf32>", p = "tensor<4x5x7xf32>";
  add(cases, "products_of_equal_batches", graphText({x, w}, {p}, {"%p = sinter.matmul %0, %1 : " + x + ", " + w + " -> " + p, "%y = sinter.silu %p : " + p}, {"%y"}), alike, expectAlike, 64);
  // Vectors divide these rows: sums over others go by where the row lies (docs/Numerics.md), and are held to the reference alone.
  std::string r = "tensor<4x5x36xf32>";
  add(cases, "scans_and_folds_of_equal_batches",
      graphText({r}, {r, "tensor<4x5xf32>", "tensor<4x36xi64>"},
                {"%a = sinter.cumsum %0 axis = 2 : " + r, "%b = sinter.sum %0 axes = [2] : " + r + " -> tensor<4x5xf32>", "%c = sinter.argmax %0 axes = [1] : " + r + " -> tensor<4x36xi64>"},
                {"%a", "%b", "%c"}),
      alike, expectAlike);
  add(cases, "transposed_equal_batches",
      graphText({"tensor<4x65x33xbf16>"}, {"tensor<4x33x65xbf16>"},
                {"%t = sinter.transpose %0 permutation = [0, 2, 1] : tensor<4x65x33xbf16> -> tensor<4x33x65xbf16>", "%y = sinter.exp %t : tensor<4x33x65xbf16>"}, {"%y"}),
      alike, expectAlike);
}

} // namespace

void addFaultCases(Cases &cases) {
  addOverlappingUpdates(cases);
  addReshapedBroadcasts(cases);
  addScaleShapes(cases);
  addWideIndices(cases);
  addRoundings(cases);
  addActivations(cases);
  addFarTails(cases);
  addDividedPlaces(cases);
  addNarrowVectors(cases);
  addPowersOfComplements(cases);
  addProductsOfOddViews(cases);
  addFoldsOfNothing(cases);
  addNarrowCounts(cases);
  addWideColumns(cases);
  addQuotients(cases);
  addScans(cases);
  addMaskedRows(cases);
  addMagnitudes(cases);
  addSmallIntegers(cases);
  addNarrowFloats(cases);
  addGathers(cases);
  addResampling(cases);
  addEqualBatches(cases);
}

} // namespace sinter::test
