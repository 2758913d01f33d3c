// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax and norms: each schedule's widths, masked rows, NaN and infinities, half's range, run-time sizes, and what
// stands before and after them in networks.

#include "compiler/Reference/Elements.h"
#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace sinter::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

using Adjust = std::function<void(size_t, rt::HostTensor &)>;

/// Changes element (row, column) of the last dimension's rows; `change` gets the old value.
template <class F> Adjust onInput(F change) {
  return [change](size_t argument, rt::HostTensor &tensor) {
    if (argument != 0 || tensor.element_count() == 0)
      return;
    std::vector<double> values(tensor.element_count());
    reference::readFloats(tensor, 0, values.size(), values.data());
    int64_t width = tensor.dims().back();
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = change(static_cast<int64_t>(i) / width, static_cast<int64_t>(i) % width, width, values[i]);
    reference::writeFloats(values.data(), 0, values.size(), tensor);
  };
}

/// Row 0 fully masked, 1 half masked, 2 has a NaN, 3 an infinity, 4 is large, 5 as it came.
double maskedRow(int64_t row, int64_t column, int64_t width, double value) {
  switch (row % 6) {
  case 0: return -inf;
  case 1: return column > width / 2 ? -inf : value;
  case 2: return column == width - 1 ? nan : value;
  case 3: return column == width / 3 ? inf : value;
  case 4: return 80 * value;
  default: return value;
  }
}

std::string softmaxText(const Dims &dims, int64_t axis, const std::string &type) {
  std::string t = tensorType(dims, type);
  return graphText({t}, {t}, {"%y = sinter.softmax %0 axis = " + std::to_string(axis) + " : " + t}, {"%y"});
}

std::string normText(const std::string &name, const Dims &dims, const std::string &type) {
  std::string t = tensorType(dims, type), s = tensorType({dims.back()}, type), axis = std::to_string(dims.size() - 1);
  bool isLayer = name == "layer_norm";
  std::string bias = isLayer ? " bias(%2 : " + s + ")" : "";
  std::vector<std::string> arguments = {t, s};
  if (isLayer)
    arguments.push_back(s);
  return graphText(arguments, {t}, {"%y = sinter." + name + " %0 scale(%1 : " + s + ")" + bias + " axis = " + axis + " epsilon = 1.0e-5 : " + t}, {"%y"});
}

/// All rows of the first result are equal.
void expectEqualRows(const Tensors &, const Tensors &results) {
  size_t rows = results[0].dims()[0], bytes = results[0].byte_size() / rows;
  for (size_t row = 1; row < rows; ++row)
    EXPECT_EQ(std::memcmp(results[0].as<char>(), results[0].as<char>() + row * bytes, bytes), 0) << "row " << row;
}

/// Each row of argument 0 is its first.
void repeatFirstRow(size_t argument, rt::HostTensor &tensor) {
  if (argument != 0)
    return;
  size_t rows = tensor.dims()[0], bytes = tensor.byte_size() / rows;
  for (size_t row = 1; row < rows; ++row)
    std::memcpy(tensor.as<char>() + row * bytes, tensor.as<char>(), bytes);
}

constexpr char residualNorm[] = R"(
func.func @main(%x: tensor<3x769xT>, %r: tensor<3x769xT>, %g: tensor<769xT>, %b: tensor<769xT>) -> (tensor<3x769xT>, tensor<3x769xT>, tensor<3x769xT>) {
  %h = sinter.add %x, %r : tensor<3x769xT>
  %n = sinter.layer_norm %h scale(%g : tensor<769xT>) bias(%b : tensor<769xT>) axis = 1 epsilon = 1.0e-5 : tensor<3x769xT>
  %s = sinter.silu %n : tensor<3x769xT>
  return %h, %n, %s : tensor<3x769xT>, tensor<3x769xT>, tensor<3x769xT>
})";

constexpr char twoNorms[] = R"(
func.func @main(%x: tensor<4x896xf32>, %g: tensor<896xf32>) -> tensor<4x896xf32> {
  %n = sinter.rms_norm %x scale(%g : tensor<896xf32>) axis = 1 epsilon = 1.0e-6 : tensor<4x896xf32>
  %a = sinter.add %n, %x : tensor<4x896xf32>
  %m = sinter.layer_norm %a axis = 1 epsilon = 1.0e-5 : tensor<4x896xf32>
  return %m : tensor<4x896xf32>
})";

constexpr char normOfColumns[] = R"(
func.func @main(%x: tensor<5x67xbf16>, %g: tensor<33xbf16>) -> tensor<5x33xbf16> {
  %s = sinter.slice %x starts = [0, 1] steps = [1, 1] : tensor<5x67xbf16> -> tensor<5x33xbf16>
  %n = sinter.rms_norm %s scale(%g : tensor<33xbf16>) axis = 1 epsilon = 1.0e-6 : tensor<5x33xbf16>
  return %n : tensor<5x33xbf16>
})";

constexpr char softmaxTwice[] = R"(
func.func @main(%x: tensor<4x129xf16>) -> tensor<4x129xf16> {
  %n = sinter.softmax %x axis = 1 : tensor<4x129xf16>
  %m = sinter.softmax %n axis = 1 : tensor<4x129xf16>
  return %m : tensor<4x129xf16>
})";

constexpr char dynamicSoftmax[] = R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<rows, width>>) -> tensor<?x?xf32, #sinter.dims<rows, width>> {
  %y = sinter.softmax %x axis = 1 : tensor<?x?xf32, #sinter.dims<rows, width>>
  return %y : tensor<?x?xf32, #sinter.dims<rows, width>>
})";

constexpr char dynamicNorm[] = R"(
func.func @main(%x: tensor<?x129xbf16, #sinter.dims<rows, 129>>, %g: tensor<129xbf16>, %b: tensor<129xbf16>) -> tensor<?x129xbf16, #sinter.dims<rows, 129>> {
  %y = sinter.layer_norm %x scale(%g : tensor<129xbf16>) bias(%b : tensor<129xbf16>) axis = 1 epsilon = 1.0e-5 : tensor<?x129xbf16, #sinter.dims<rows, 129>>
  return %y : tensor<?x129xbf16, #sinter.dims<rows, 129>>
})";

constexpr char dynamicScores[] = R"(
func.func @main(%x: tensor<2x?x?xf16, #sinter.dims<2, q, k>>, %m: tensor<?xf16, #sinter.dims<k>>) -> tensor<2x?x?xf16, #sinter.dims<2, q, k>> {
  %mb = sinter.broadcast %m dims = [2] : tensor<?xf16, #sinter.dims<k>> -> tensor<2x?x?xf16, #sinter.dims<2, q, k>>
  %a = sinter.add %x, %mb : tensor<2x?x?xf16, #sinter.dims<2, q, k>>
  %y = sinter.softmax %a axis = 2 : tensor<2x?x?xf16, #sinter.dims<2, q, k>>
  return %y : tensor<2x?x?xf16, #sinter.dims<2, q, k>>
})";

/// Group norm as exporters write it, and SiLU; the sum over the image is a reader in the first shape.
std::string groupNormText(const std::vector<int64_t> &image, int64_t groups, const std::string &type) {
  int64_t batch = image[0], channels = image[1];
  std::string full = tensorType(image, type), grouped = tensorType({batch, groups, channels / groups * image[2] * image[3]}, type), row = tensorType({channels}, type);
  std::string sums = tensorType({batch, channels}, type);
  return graphText({full, row, row}, {full, sums},
                   {"%r = sinter.reshape %0 : " + full + " -> " + grouped, "%n = sinter.layer_norm %r axis = 2 epsilon = 1.0e-5 : " + grouped, "%b = sinter.reshape %n : " + grouped + " -> " + full,
                    "%w = sinter.broadcast %1 dims = [1] : " + row + " -> " + full, "%v = sinter.broadcast %2 dims = [1] : " + row + " -> " + full, "%m = sinter.mul %b, %w : " + full,
                    "%a = sinter.add %m, %v : " + full, "%y = sinter.silu %a : " + full, "%s = sinter.sum %m axes = [2, 3] : " + full + " -> " + sums},
                   {"%y", "%s"});
}

} // namespace

void addCompositeCases(Cases &cases) {
  auto add = [&](std::string name, std::string text, Adjust adjust = {}, std::vector<SymbolValues> sizes = {{}}) {
    cases.push_back({.suite = "Composites", .name = std::move(name), .text = std::move(text), .sizes = std::move(sizes), .adjust = std::move(adjust)});
  };
  for (int64_t width : {1, 5, 31, 33, 128, 769, 4099, 20000})
    for (const char *type : {"f32", "bf16"}) {
      if (width == 20000 && *type == 'b')
        continue;
      add("softmax_" + std::to_string(width) + "_" + type, softmaxText({6, width}, 1, type), onInput(maskedRow));
    }
  add("softmax_f16_769", softmaxText({6, 769}, 1, "f16"), onInput(maskedRow));
  add("softmax_over_first", softmaxText({33, 6}, 0, "f32"));
  add("softmax_over_middle", softmaxText({3, 33, 5}, 1, "f16"));
  add("softmax_of_no_rows", softmaxText({0, 33}, 1, "f32"));
  add("softmax_of_nothing", softmaxText({3, 0}, 1, "f32"));
  add("softmax_twice", softmaxTwice);
  for (const char *name : {"layer_norm", "rms_norm"}) {
    for (int64_t width : {1, 31, 33, 769, 4099})
      for (const char *type : {"f32", "f16"})
        add(std::string(name) + "_" + std::to_string(width) + "_" + type, normText(name, {5, width}, type));
    add(std::string(name) + "_large_half", normText(name, {3, 2048}, "f16"), onInput([](int64_t row, int64_t, int64_t, double value) {
          return row == 0 ? 200.0 * value : row == 1 ? 30000.0 * value : std::copysign(200.0, value);
        }));
    add(std::string(name) + "_rank4", normText(name, {2, 3, 5, 65}, "bf16"));
    cases.push_back({.suite = "Composites", .name = std::string(name) + "_equal_rows", .text = normText(name, {4, 260}, "f32"), .adjust = repeatFirstRow, .check = expectEqualRows});
    cases.push_back({.suite = "Composites", .name = std::string(name) + "_with_nan", .text = normText(name, {3, 129}, "f32"),
                     .adjust = onInput([](int64_t row, int64_t column, int64_t, double value) { return row == 1 && column == 128 ? nan : value; })});
  }
  cases.push_back({.suite = "Composites", .name = "softmax_equal_rows", .text = softmaxText({4, 516}, 1, "f32"), .adjust = repeatFirstRow, .check = expectEqualRows});
  for (const char *type : {"f32", "bf16"})
    add(std::string("residual_norm_three_outputs_") + type, withType(residualNorm, type));
  // Folds of groups of channels, scales of channels: one shape that both are made of. Rows of a warp, of a block and of a cluster; channels that no vector divides; another reader.
  for (auto [batch, channels, groups, height, width] : {std::tuple(2, 8, 2, 3, 8), std::tuple(3, 6, 3, 5, 7), std::tuple(1, 32, 2, 16, 40), std::tuple(2, 12, 1, 64, 64), std::tuple(0, 4, 2, 2, 2)})
    for (const std::string type : {"f32", "bf16"})
      add("group_norm_" + std::to_string(batch) + "x" + std::to_string(channels) + "x" + std::to_string(height) + "x" + std::to_string(width) + "_" + type,
          groupNormText({batch, channels, height, width}, groups, type));
  add("two_norms_of_896", twoNorms);
  add("norm_of_odd_columns", normOfColumns);
  add("dynamic_softmax", dynamicSoftmax, onInput(maskedRow),
      {{{"rows", 6}, {"width", 33}}, {{"rows", 1}, {"width", 1}}, {{"rows", 7}, {"width", 1025}}, {{"rows", 3}, {"width", 9001}}, {{"rows", 0}, {"width", 5}}, {{"rows", 2}, {"width", 0}}});
  add("dynamic_norm", dynamicNorm, {}, {{{"rows", 5}}, {{"rows", 1}}, {{"rows", 0}}, {{"rows", 33}}});
  add("dynamic_scores", dynamicScores, {}, {{{"q", 5}, {"k", 31}}, {{"q", 1}, {"k", 1}}, {{"q", 3}, {"k", 257}}, {{"q", 0}, {"k", 4}}});
}

} // namespace sinter::test
