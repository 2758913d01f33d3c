// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatters that work on their updates alone: into a tied argument, or into a copy.

#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

namespace sinter::test {
namespace {

/// Of every kind, K, on T.
const GraphEntry kinds[] = {
    {"elements_tied", R"(
func.func @main(%x: tensor<9x7xT>, %i: tensor<6x5xi64>, %u: tensor<6x5xT>, %y: tensor<9x7xT>, %j: tensor<9x6xi32>, %v: tensor<9x6xT>) -> (tensor<9x7xT> {sinter.tied = 0}, tensor<9x7xT> {sinter.tied = 3}) {
  %a = sinter.scatter_elements K %x, %i, %u axis = 0 : tensor<9x7xT>, tensor<6x5xi64>, tensor<6x5xT>
  %b = sinter.scatter_elements K %y, %j, %v axis = 1 : tensor<9x7xT>, tensor<9x6xi32>, tensor<9x6xT>
  return %a, %b : tensor<9x7xT>, tensor<9x7xT>
})"},
    {"nd_tied", R"(
func.func @main(%x: tensor<5x3x7xT>, %i: tensor<2x4x2xi64>, %u: tensor<2x4x7xT>, %y: tensor<11x3x8xT>, %j: tensor<10x1xi32>, %v: tensor<10x3x8xT>) -> (tensor<5x3x7xT> {sinter.tied = 0}, tensor<11x3x8xT> {sinter.tied = 3}) {
  %a = sinter.scatter_nd K %x, %i, %u : tensor<5x3x7xT>, tensor<2x4x2xi64>, tensor<2x4x7xT>
  %b = sinter.scatter_nd K %y, %j, %v : tensor<11x3x8xT>, tensor<10x1xi32>, tensor<10x3x8xT>
  return %a, %b : tensor<5x3x7xT>, tensor<11x3x8xT>
})"},
    {"nd_tied_symbolic", R"(
func.func @main(%x: tensor<?x6xT, #sinter.dims<n, 6>>, %i: tensor<?x1xi64, #sinter.dims<t, 1>>, %u: tensor<?x6xT, #sinter.dims<t, 6>>, %y: tensor<?x?xT, #sinter.dims<n, m>>, %j: tensor<?x2xi64, #sinter.dims<t, 2>>, %v: tensor<?xT, #sinter.dims<t>>)
    -> (tensor<?x6xT, #sinter.dims<n, 6>> {sinter.tied = 0}, tensor<?x?xT, #sinter.dims<n, m>> {sinter.tied = 3}) {
  %a = sinter.scatter_nd K %x, %i, %u : tensor<?x6xT, #sinter.dims<n, 6>>, tensor<?x1xi64, #sinter.dims<t, 1>>, tensor<?x6xT, #sinter.dims<t, 6>>
  %b = sinter.scatter_nd K %y, %j, %v : tensor<?x?xT, #sinter.dims<n, m>>, tensor<?x2xi64, #sinter.dims<t, 2>>, tensor<?xT, #sinter.dims<t>>
  return %a, %b : tensor<?x6xT, #sinter.dims<n, 6>>, tensor<?x?xT, #sinter.dims<n, m>>
})",
     {{{"n", 17}, {"t", 9}, {"m", 5}}, {{"n", 5}, {"t", 1}, {"m", 3}}, {{"n", 4}, {"t", 0}, {"m", 1}}, {{"n", 0}, {"t", 3}, {"m", 2}}, {{"n", 3}, {"t", 40}, {"m", 2}}}},
    {"elements_tied_symbolic", R"(
func.func @main(%x: tensor<?x6xT, #sinter.dims<n, 6>>, %i: tensor<?x5xi64, #sinter.dims<t, 5>>, %u: tensor<?x5xT, #sinter.dims<t, 5>>) -> (tensor<?x6xT, #sinter.dims<n, 6>> {sinter.tied = 0}) {
  %a = sinter.scatter_elements K %x, %i, %u axis = 0 : tensor<?x6xT, #sinter.dims<n, 6>>, tensor<?x5xi64, #sinter.dims<t, 5>>, tensor<?x5xT, #sinter.dims<t, 5>>
  return %a : tensor<?x6xT, #sinter.dims<n, 6>>
})",
     {{{"n", 7}, {"t", 9}}, {{"n", 5}, {"t", 1}}, {{"n", 4}, {"t", 0}}, {{"n", 0}, {"t", 3}}}},
    {"untied_symbolic", R"(
func.func @main(%x: tensor<?x6xT, #sinter.dims<n, 6>>, %i: tensor<?x1xi64, #sinter.dims<t, 1>>, %u: tensor<?x6xT, #sinter.dims<t, 6>>) -> (tensor<?x6xT, #sinter.dims<n, 6>>, tensor<6xT>) {
  %a = sinter.scatter_nd K %x, %i, %u : tensor<?x6xT, #sinter.dims<n, 6>>, tensor<?x1xi64, #sinter.dims<t, 1>>, tensor<?x6xT, #sinter.dims<t, 6>>
  %b = sinter.reduce_max %a axes = [0] : tensor<?x6xT, #sinter.dims<n, 6>> -> tensor<6xT>
  return %a, %b : tensor<?x6xT, #sinter.dims<n, 6>>, tensor<6xT>
})",
     {{{"n", 17}, {"t", 9}}, {{"n", 5}, {"t", 1}}, {{"n", 4}, {"t", 0}}}},
};

const GraphEntry mixed[] = {
    // Rotary embedding, a cast, and the write, into a cache that lies in a wider buffer.
    {"tokens_into_a_strided_cache", R"(
func.func @main(%cache: tensor<23x2x8xbf16> {sinter.layout = #sinter.layout<strides = [40, 16, 1], offset = 8, alignment = 16>}, %k: tensor<?x2x8xf32, #sinter.dims<t, 2, 8>>, %cos: tensor<?x2x8xf32, #sinter.dims<t, 2, 8>>, %slots: tensor<?x1xi64, #sinter.dims<t, 1>>)
    -> (tensor<23x2x8xbf16> {sinter.tied = 0, sinter.layout = #sinter.layout<strides = [40, 16, 1], offset = 8, alignment = 16>}) {
  %a = sinter.slice %k starts = [0, 0, 4] steps = [1, 1, 1] : tensor<?x2x8xf32, #sinter.dims<t, 2, 8>> -> tensor<?x2x4xf32, #sinter.dims<t, 2, 4>>
  %n = sinter.neg %a : tensor<?x2x4xf32, #sinter.dims<t, 2, 4>>
  %b = sinter.slice %k starts = [0, 0, 0] steps = [1, 1, 1] : tensor<?x2x8xf32, #sinter.dims<t, 2, 8>> -> tensor<?x2x4xf32, #sinter.dims<t, 2, 4>>
  %r = sinter.concat %n, %b axis = 2 : tensor<?x2x4xf32, #sinter.dims<t, 2, 4>>, tensor<?x2x4xf32, #sinter.dims<t, 2, 4>> -> tensor<?x2x8xf32, #sinter.dims<t, 2, 8>>
  %m = sinter.mul %r, %cos : tensor<?x2x8xf32, #sinter.dims<t, 2, 8>>
  %h = sinter.cast %m : tensor<?x2x8xf32, #sinter.dims<t, 2, 8>> -> tensor<?x2x8xbf16, #sinter.dims<t, 2, 8>>
  %c = sinter.scatter_nd replace %cache, %slots, %h : tensor<23x2x8xbf16>, tensor<?x1xi64, #sinter.dims<t, 1>>, tensor<?x2x8xbf16, #sinter.dims<t, 2, 8>>
  return %c : tensor<23x2x8xbf16>
})",
     {{{"t", 11}}, {{"t", 1}}, {{"t", 0}}, {{"t", 70}}}},
    // A norm's row in the kernel that writes it, for q beside the cache; columns of the cache lie apart.
    {"normalized_tokens", R"(
func.func @main(%cache: tensor<19x24xf32> {sinter.layout = #sinter.layout<strides = [1, 20], offset = 1, alignment = 4>}, %x: tensor<6x24xf32>, %g: tensor<24xf32>, %slots: tensor<6xi32>)
    -> (tensor<19x24xf32> {sinter.tied = 0, sinter.layout = #sinter.layout<strides = [1, 20], offset = 1, alignment = 4>}, tensor<6x24xf32>) {
  %n = sinter.rms_norm %x scale(%g : tensor<24xf32>) axis = 1 epsilon = 1.0e-6 : tensor<6x24xf32>
  %s = sinter.reshape %slots : tensor<6xi32> -> tensor<6x1xi32>
  %c = sinter.scatter_nd replace %cache, %s, %n : tensor<19x24xf32>, tensor<6x1xi32>, tensor<6x24xf32>
  return %c, %n : tensor<19x24xf32>, tensor<6x24xf32>
})"},
    // Single elements at places along a row that is folded in the same kernel.
    {"elements_beside_a_softmax", R"(
func.func @main(%x: tensor<5x40xf32>, %i: tensor<5x24xi64>, %u: tensor<5x24xf32>) -> (tensor<5x40xf32> {sinter.tied = 0}, tensor<5x24xf32>) {
  %s = sinter.softmax %u axis = 1 : tensor<5x24xf32>
  %c = sinter.scatter_elements replace %x, %i, %s axis = 1 : tensor<5x40xf32>, tensor<5x24xi64>, tensor<5x24xf32>
  return %c, %s : tensor<5x40xf32>, tensor<5x24xf32>
})"},
    {"keys_and_values_then_read", R"(
func.func @main(%kc: tensor<16x4xf32>, %vc: tensor<16x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x4xf32>, %slots: tensor<3x1xi64>) -> (tensor<16x4xf32> {sinter.tied = 0}, tensor<16x4xf32> {sinter.tied = 1}, tensor<3x4xf32>) {
  %a = sinter.scatter_nd replace %kc, %slots, %k : tensor<16x4xf32>, tensor<3x1xi64>, tensor<3x4xf32>
  %b = sinter.scatter_nd replace %vc, %slots, %v : tensor<16x4xf32>, tensor<3x1xi64>, tensor<3x4xf32>
  %g = sinter.gather_nd %a, %slots batch_dims = 0 : tensor<16x4xf32>, tensor<3x1xi64> -> tensor<3x4xf32>
  %h = sinter.gather_nd %b, %slots batch_dims = 0 : tensor<16x4xf32>, tensor<3x1xi64> -> tensor<3x4xf32>
  %y = sinter.mul %g, %h : tensor<3x4xf32>
  return %a, %b, %y : tensor<16x4xf32>, tensor<16x4xf32>, tensor<3x4xf32>
})"},
    {"tied_in_a_row", R"(
func.func @main(%x: tensor<16x4xf32>, %u: tensor<5x4xf32>, %i: tensor<5x1xi64>, %p: tensor<i64>) -> (tensor<16x4xf32> {sinter.tied = 0}) {
  %a = sinter.scatter_nd add %x, %i, %u : tensor<16x4xf32>, tensor<5x1xi64>, tensor<5x4xf32>
  %b = sinter.update_slice %a, %u at %p axis = 0 : tensor<16x4xf32>, tensor<5x4xf32>, tensor<i64>
  %c = sinter.scatter_nd max %b, %i, %u : tensor<16x4xf32>, tensor<5x1xi64>, tensor<5x4xf32>
  return %c : tensor<16x4xf32>
})"},
    {"tied_though_the_old_is_read", R"(
func.func @main(%x: tensor<16x4xf32>, %u: tensor<5x4xf32>, %i: tensor<5x1xi64>) -> (tensor<16x4xf32> {sinter.tied = 0}, tensor<16x4xf32>) {
  %a = sinter.scatter_nd add %x, %i, %u : tensor<16x4xf32>, tensor<5x1xi64>, tensor<5x4xf32>
  %e = sinter.exp %x : tensor<16x4xf32>
  return %a, %e : tensor<16x4xf32>, tensor<16x4xf32>
})"},
    {"update_made_of_the_old", R"(
func.func @main(%x: tensor<16x4xf32>, %i: tensor<5x1xi64>) -> (tensor<16x4xf32> {sinter.tied = 0}) {
  %g = sinter.gather_nd %x, %i batch_dims = 0 : tensor<16x4xf32>, tensor<5x1xi64> -> tensor<5x4xf32>
  %t = sinter.tanh %g : tensor<5x4xf32>
  %a = sinter.scatter_nd replace %x, %i, %t : tensor<16x4xf32>, tensor<5x1xi64>, tensor<5x4xf32>
  return %a : tensor<16x4xf32>
})"},
    {"more_updates_than_places", R"(
func.func @main(%x: tensor<5x4xf32>, %u: tensor<50x4xf32>, %i: tensor<50x1xi64>) -> (tensor<5x4xf32> {sinter.tied = 0}) {
  %a = sinter.scatter_nd add %x, %i, %u : tensor<5x4xf32>, tensor<50x1xi64>, tensor<50x4xf32>
  return %a : tensor<5x4xf32>
})"},
    {"large_and_untied", R"(
func.func @main(%x: tensor<60000x2xf32>, %u: tensor<300x2xf32>, %i: tensor<300x1xi64>, %j: tensor<60000x2xi64>) -> (tensor<60000x2xf32>, tensor<60000x2xf32>) {
  %e = sinter.exp %x : tensor<60000x2xf32>
  %a = sinter.scatter_nd replace %e, %i, %u : tensor<60000x2xf32>, tensor<300x1xi64>, tensor<300x2xf32>
  %b = sinter.neg %a : tensor<60000x2xf32>
  return %a, %b : tensor<60000x2xf32>, tensor<60000x2xf32>
})"},
    {"distinct_places", R"(
func.func @main(%x: tensor<9x5x4xf32>, %u: tensor<6x4xf32>, %j: tensor<6xi64>) -> (tensor<9x5x4xf32> {sinter.tied = 0}, tensor<9x5x4xf32>) {
  %i = sinter.iota axis = 0 : tensor<6xi32>
  %n = sinter.not %i : tensor<6xi32>
  %a = sinter.update_places %x, %u at(%n, %j : tensor<6xi32>, tensor<6xi64>) : tensor<9x5x4xf32>, tensor<6x4xf32>
  %e = sinter.exp %a : tensor<9x5x4xf32>
  %b = sinter.update_places %e, %u at(%i, %j : tensor<6xi32>, tensor<6xi64>) : tensor<9x5x4xf32>, tensor<6x4xf32>
  return %a, %b : tensor<9x5x4xf32>, tensor<9x5x4xf32>
})"},
    {"copies", R"(
func.func @main(%x: tensor<33xf32>) -> (tensor<33xf32>, tensor<33xf32>) {
  %e = sinter.exp %x : tensor<33xf32>
  %c = sinter.copy %e : tensor<33xf32>
  %n = sinter.neg %c : tensor<33xf32>
  %d = sinter.copy %x : tensor<33xf32>
  return %n, %d : tensor<33xf32>, tensor<33xf32>
})"},
};

/// K and T, in types with symbols too.
std::string withKind(std::string text, const std::string &kind, const std::string &type) {
  text = withType(text, type);
  for (size_t at = text.find("xT, #"); at != std::string::npos; at = text.find("xT, #"))
    text.replace(at + 1, 1, type);
  for (size_t at = text.find(" K %"); at != std::string::npos; at = text.find(" K %"))
    text.replace(at, 3, " " + kind + " ");
  return text;
}

} // namespace

void addScatterCases(Cases &cases) {
  for (const GraphEntry &entry : kinds)
    for (const char *kind : {"replace", "add", "mul", "max", "min"})
      for (const char *type : {"f32", "bf16", "i64", "ui8"}) {
        // Of integers, two kinds stand for all.
        bool isReplaced = std::string(kind) == "replace", isFloat = std::string(type) == "f32" || std::string(type) == "bf16";
        if (isFloat || isReplaced || std::string(kind) == "max")
          cases.push_back({.suite = "Scatters", .name = std::string(entry.name) + "_" + kind + "_" + type, .text = withKind(entry.text, kind, type), .sizes = entry.sizes, .units = 64, .adjust = manyIndices});
      }
  cases.push_back({.suite = "Scatters", .name = "nd_tied_replace_i1", .text = withKind(kinds[1].text, "replace", "i1"), .adjust = manyIndices});
  for (const char *kind : {"replace", "add", "max"})
    cases.push_back({.suite = "Scatters", .name = std::string("elements_tied_specials_") + kind, .text = withKind(kinds[0].text, kind, "f32"), .values = Values::kSpecials, .units = 64, .adjust = manyIndices});
  for (const GraphEntry &entry : mixed)
    cases.push_back({.suite = "Scatters", .name = entry.name, .text = entry.text, .sizes = entry.sizes, .adjust = manyIndices});
}

} // namespace sinter::test
