// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that read along another dimension than they store along, with extents that are worth tiles: whole and ragged tiles, several operands, index maps in the way.

#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

namespace sinter::test {
namespace {

/// Operators are written once, on T.
struct Entry {
  const char *name;
  const char *text;
};

constexpr Entry anyType[] = {
    {"whole_tiles", R"(
func.func @main(%x: tensor<128x64xT>, %y: tensor<64x128xT>) -> tensor<64x128xT> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<128x64xT> -> tensor<64x128xT>
  %z = sinter.max %t, %y : tensor<64x128xT>
  return %z : tensor<64x128xT>
})"},
    {"ragged_tiles", R"(
func.func @main(%x: tensor<131x67xT>, %y: tensor<67x131xT>, %v: tensor<72x88xT>) -> (tensor<67x131xT>, tensor<88x72xT>) {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<131x67xT> -> tensor<67x131xT>
  %z = sinter.min %t, %y : tensor<67x131xT>
  %w = sinter.transpose %v permutation = [1, 0] : tensor<72x88xT> -> tensor<88x72xT>
  return %z, %w : tensor<67x131xT>, tensor<88x72xT>
})"},
    {"batches", R"(
func.func @main(%x: tensor<3x36x5x40xT>, %y: tensor<3x5x40x36xT>, %r: tensor<36xT>, %c: tensor<40x1xT>) -> tensor<3x5x40x36xT> {
  %t = sinter.transpose %x permutation = [0, 2, 3, 1] : tensor<3x36x5x40xT> -> tensor<3x5x40x36xT>
  %a = sinter.max %t, %y : tensor<3x5x40x36xT>
  %rows = sinter.broadcast %r dims = [3] : tensor<36xT> -> tensor<3x5x40x36xT>
  %b = sinter.min %a, %rows : tensor<3x5x40x36xT>
  %columns = sinter.broadcast %c dims = [2, 3] : tensor<40x1xT> -> tensor<3x5x40x36xT>
  %d = sinter.max %b, %columns : tensor<3x5x40x36xT>
  return %d : tensor<3x5x40x36xT>
})"},
    {"outermost_inside", R"(
func.func @main(%x: tensor<33x5x48xT>, %y: tensor<48x5x33xT>) -> tensor<48x5x33xT> {
  %t = sinter.transpose %x permutation = [2, 1, 0] : tensor<33x5x48xT> -> tensor<48x5x33xT>
  %z = sinter.max %t, %y : tensor<48x5x33xT>
  return %z : tensor<48x5x33xT>
})"},
    {"concat_slice_reverse", R"(
func.func @main(%x: tensor<50x19xT>, %y: tensor<50x30xT>, %z: tensor<60x100xT>, %v: tensor<49x50xT>) -> (tensor<49x50xT>, tensor<49x50xT>) {
  %j = sinter.concat %x, %y axis = 1 : tensor<50x19xT>, tensor<50x30xT> -> tensor<50x49xT>
  %t = sinter.transpose %j permutation = [1, 0] : tensor<50x49xT> -> tensor<49x50xT>
  %s = sinter.slice %z starts = [7, 60] steps = [1, -1] : tensor<60x100xT> -> tensor<50x49xT>
  %u = sinter.transpose %s permutation = [1, 0] : tensor<50x49xT> -> tensor<49x50xT>
  %a = sinter.max %t, %u : tensor<49x50xT>
  %b = sinter.min %a, %v : tensor<49x50xT>
  %r = sinter.reverse %b dims = [0, 1] : tensor<49x50xT>
  %q = sinter.max %r, %v : tensor<49x50xT>
  return %b, %q : tensor<49x50xT>, tensor<49x50xT>
})"},
    {"pads", R"(
func.func @main(%x: tensor<40x24xT>, %f: tensor<T>, %y: tensor<34x45xT>) -> (tensor<34x45xT>, tensor<34x45xT>) {
  %p = sinter.pad constant %x fill(%f : tensor<T>) low = [2, 4] high = [3, 6] : tensor<40x24xT> -> tensor<45x34xT>
  %t = sinter.transpose %p permutation = [1, 0] : tensor<45x34xT> -> tensor<34x45xT>
  %a = sinter.max %t, %y : tensor<34x45xT>
  %q = sinter.pad reflect %x low = [2, 4] high = [3, 6] : tensor<40x24xT> -> tensor<45x34xT>
  %u = sinter.transpose %q permutation = [1, 0] : tensor<45x34xT> -> tensor<34x45xT>
  %b = sinter.min %u, %y : tensor<34x45xT>
  return %a, %b : tensor<34x45xT>, tensor<34x45xT>
})"},
};

constexpr Entry mixed[] = {
    {"with_its_own_transpose", R"(
func.func @main(%x: tensor<70x70xf32>) -> tensor<70x70xf32> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<70x70xf32> -> tensor<70x70xf32>
  %z = sinter.add %x, %t : tensor<70x70xf32>
  return %z : tensor<70x70xf32>
})"},
    {"four_of_different_types", R"(
func.func @main(%a: tensor<72x40xbf16>, %b: tensor<72x40xi8>, %c: tensor<72x40xf64>, %d: tensor<72x40xi1>, %e: tensor<40x72xf16>) -> (tensor<40x72xf64>, tensor<40x72xf16>) {
  %ta = sinter.transpose %a permutation = [1, 0] : tensor<72x40xbf16> -> tensor<40x72xbf16>
  %tb = sinter.transpose %b permutation = [1, 0] : tensor<72x40xi8> -> tensor<40x72xi8>
  %tc = sinter.transpose %c permutation = [1, 0] : tensor<72x40xf64> -> tensor<40x72xf64>
  %td = sinter.transpose %d permutation = [1, 0] : tensor<72x40xi1> -> tensor<40x72xi1>
  %fa = sinter.cast %ta : tensor<40x72xbf16> -> tensor<40x72xf64>
  %fb = sinter.cast %tb : tensor<40x72xi8> -> tensor<40x72xf64>
  %s = sinter.add %fa, %fb : tensor<40x72xf64>
  %w = sinter.where %td, %s, %tc : tensor<40x72xi1>, tensor<40x72xf64>
  %fe = sinter.cast %e : tensor<40x72xf16> -> tensor<40x72xf64>
  %r = sinter.mul %w, %fe : tensor<40x72xf64>
  %n = sinter.cast %r : tensor<40x72xf64> -> tensor<40x72xf16>
  return %r, %n : tensor<40x72xf64>, tensor<40x72xf16>
})"},
    {"along_two_dimensions", R"(
func.func @main(%x: tensor<24x20x36xf32>, %y: tensor<36x24x20xf32>, %z: tensor<20x24x36xf32>) -> tensor<20x24x36xf32> {
  %t = sinter.transpose %x permutation = [1, 0, 2] : tensor<24x20x36xf32> -> tensor<20x24x36xf32>
  %u = sinter.transpose %y permutation = [2, 1, 0] : tensor<36x24x20xf32> -> tensor<20x24x36xf32>
  %r = sinter.reshape %z : tensor<20x24x36xf32> -> tensor<20x36x24xf32>
  %v = sinter.transpose %r permutation = [0, 2, 1] : tensor<20x36x24xf32> -> tensor<20x24x36xf32>
  %a = sinter.sub %t, %u : tensor<20x24x36xf32>
  %b = sinter.mul %a, %v : tensor<20x24x36xf32>
  return %b : tensor<20x24x36xf32>
})"},
    {"gather_beside_a_transpose", R"(
func.func @main(%x: tensor<50x40xf32>, %w: tensor<9x50xf32>, %i: tensor<40xi64>, %j: tensor<40x50xi32>) -> tensor<40x50xf32> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<50x40xf32> -> tensor<40x50xf32>
  %g = sinter.gather %w, %i axis = 0 : tensor<9x50xf32>, tensor<40xi64> -> tensor<40x50xf32>
  %e = sinter.gather_elements %t, %j axis = 0 : tensor<40x50xf32>, tensor<40x50xi32> -> tensor<40x50xf32>
  %a = sinter.add %t, %g : tensor<40x50xf32>
  %b = sinter.mul %a, %e : tensor<40x50xf32>
  return %b : tensor<40x50xf32>
})"},
    {"twelve_operands", R"(
func.func @main(%x: tensor<12x40x48xf64>, %y: tensor<48x40xf64>) -> tensor<48x40xf64> {
  %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l = sinter.split %x axis = 0 : tensor<12x40x48xf64> -> tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>, tensor<1x40x48xf64>
  %0 = sinter.sub %a, %b : tensor<1x40x48xf64>
  %1 = sinter.sub %0, %c : tensor<1x40x48xf64>
  %2 = sinter.sub %1, %d : tensor<1x40x48xf64>
  %3 = sinter.sub %2, %e : tensor<1x40x48xf64>
  %4 = sinter.sub %3, %f : tensor<1x40x48xf64>
  %5 = sinter.sub %4, %g : tensor<1x40x48xf64>
  %6 = sinter.sub %5, %h : tensor<1x40x48xf64>
  %r = sinter.reshape %6 : tensor<1x40x48xf64> -> tensor<40x48xf64>
  %t = sinter.transpose %r permutation = [1, 0] : tensor<40x48xf64> -> tensor<48x40xf64>
  %z = sinter.mul %t, %y : tensor<48x40xf64>
  return %z : tensor<48x40xf64>
})"},
};

constexpr Entry symbolic[] = {
    {"symbolic_both", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<n, m>>, %y: tensor<?x?xf32, #sinter.dims<m, n>>) -> tensor<?x?xf32, #sinter.dims<m, n>> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<?x?xf32, #sinter.dims<n, m>> -> tensor<?x?xf32, #sinter.dims<m, n>>
  %z = sinter.add %t, %y : tensor<?x?xf32, #sinter.dims<m, n>>
  return %z : tensor<?x?xf32, #sinter.dims<m, n>>
})"},
    {"symbolic_batch_and_channels_last", R"(
func.func @main(%x: tensor<?x32x?xbf16, #sinter.dims<m, 32, n>>, %y: tensor<?x?x32xbf16, #sinter.dims<m, n, 32>>) -> tensor<?x?x32xbf16, #sinter.dims<m, n, 32>> {
  %t = sinter.transpose %x permutation = [0, 2, 1] : tensor<?x32x?xbf16, #sinter.dims<m, 32, n>> -> tensor<?x?x32xbf16, #sinter.dims<m, n, 32>>
  %z = sinter.add %t, %y : tensor<?x?x32xbf16, #sinter.dims<m, n, 32>>
  return %z : tensor<?x?x32xbf16, #sinter.dims<m, n, 32>>
})"},
    {"symbolic_concat", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<n, m>>, %y: tensor<?x?xf32, #sinter.dims<n, k>>) -> tensor<?x?xf32, #sinter.dims<m + k, n>> {
  %j = sinter.concat %x, %y axis = 1 : tensor<?x?xf32, #sinter.dims<n, m>>, tensor<?x?xf32, #sinter.dims<n, k>> -> tensor<?x?xf32, #sinter.dims<n, m + k>>
  %t = sinter.transpose %j permutation = [1, 0] : tensor<?x?xf32, #sinter.dims<n, m + k>> -> tensor<?x?xf32, #sinter.dims<m + k, n>>
  %z = sinter.neg %t : tensor<?x?xf32, #sinter.dims<m + k, n>>
  return %z : tensor<?x?xf32, #sinter.dims<m + k, n>>
})"},
};

} // namespace

void addTileCases(Cases &cases) {
  for (const Entry &entry : anyType)
    for (const char *type : {"f32", "bf16", "f64", "ui8"})
      cases.push_back({.suite = "Tiles", .name = std::string(entry.name) + "_" + type, .text = withType(entry.text, type)});
  cases.push_back({.suite = "Tiles", .name = "ragged_tiles_f32_specials", .text = withType(anyType[1].text, "f32"), .values = Values::kSpecials});
  for (const Entry &entry : mixed)
    cases.push_back({.suite = "Tiles", .name = entry.name, .text = entry.text});
  for (const Entry &entry : symbolic)
    cases.push_back({.suite = "Tiles",
                     .name = entry.name,
                     .text = entry.text,
                     .sizes = {{{"n", 70}, {"m", 37}, {"k", 5}}, {{"n", 64}, {"m", 64}, {"k", 64}}, {{"n", 1}, {"m", 1}, {"k", 1}}, {{"n", 0}, {"m", 3}, {"k", 0}}, {{"n", 3}, {"m", 0}, {"k", 2}}, {{"n", 129}, {"m", 2}, {"k", 31}}}});
}

} // namespace sinter::test
