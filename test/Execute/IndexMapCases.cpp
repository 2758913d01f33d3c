// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index maps beyond views: pads, gathers of all kinds, resizes, scatters; alone, with symbolic extents, and between other operators.

#include "compiler/Reference/Elements.h"
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
    {"reverse", R"(
func.func @main(%x: tensor<5x7x3xT>) -> (tensor<5x7x3xT>, tensor<5x7x3xT>) {
  %a = sinter.reverse %x dims = [0, 2] : tensor<5x7x3xT>
  %b = sinter.reverse %x dims = [1] : tensor<5x7x3xT>
  return %a, %b : tensor<5x7x3xT>, tensor<5x7x3xT>
})"},
    {"pad_constant", R"(
func.func @main(%x: tensor<5x7xT>, %v: tensor<T>, %e: tensor<0x3xT>) -> (tensor<8x11xT>, tensor<4x8xT>, tensor<2x4xT>) {
  %a = sinter.pad constant %x fill(%v : tensor<T>) low = [1, 4] high = [2, 0] : tensor<5x7xT> -> tensor<8x11xT>
  %b = sinter.pad constant %x low = [-2, 3] high = [1, -2] : tensor<5x7xT> -> tensor<4x8xT>
  %c = sinter.pad constant %e fill(%v : tensor<T>) low = [1, 0] high = [1, 1] : tensor<0x3xT> -> tensor<2x4xT>
  return %a, %b, %c : tensor<8x11xT>, tensor<4x8xT>, tensor<2x4xT>
})"},
    {"pad_edge_reflect_wrap", R"(
func.func @main(%x: tensor<5x3xT>) -> (tensor<8x11xT>, tensor<8x11xT>, tensor<8x11xT>) {
  %a = sinter.pad edge %x low = [1, 8] high = [2, 0] : tensor<5x3xT> -> tensor<8x11xT>
  %b = sinter.pad reflect %x low = [1, 7] high = [2, 1] : tensor<5x3xT> -> tensor<8x11xT>
  %c = sinter.pad wrap %x low = [4, 7] high = [-1, 1] : tensor<5x3xT> -> tensor<8x11xT>
  return %a, %b, %c : tensor<8x11xT>, tensor<8x11xT>, tensor<8x11xT>
})"},
    {"gather_elements", R"(
func.func @main(%x: tensor<5x7x4xT>, %i: tensor<5x9x3xi64>, %j: tensor<11x7x4xi32>) -> (tensor<5x9x3xT>, tensor<11x7x4xT>) {
  %s = sinter.slice %x starts = [0, 0, 0] steps = [1, 1, 1] : tensor<5x7x4xT> -> tensor<5x7x4xT>
  %a = sinter.gather_elements %s, %i axis = 1 : tensor<5x7x4xT>, tensor<5x9x3xi64> -> tensor<5x9x3xT>
  %b = sinter.gather_elements %x, %j axis = 0 : tensor<5x7x4xT>, tensor<11x7x4xi32> -> tensor<11x7x4xT>
  return %a, %b : tensor<5x9x3xT>, tensor<11x7x4xT>
})"},
    {"gather_nd", R"(
func.func @main(%x: tensor<3x5x7xT>, %i: tensor<3x4x1xi64>, %j: tensor<6x3xi32>, %k: tensor<2xi64>) -> (tensor<3x4x7xT>, tensor<6xT>, tensor<7xT>) {
  %a = sinter.gather_nd %x, %i batch_dims = 1 : tensor<3x5x7xT>, tensor<3x4x1xi64> -> tensor<3x4x7xT>
  %b = sinter.gather_nd %x, %j batch_dims = 0 : tensor<3x5x7xT>, tensor<6x3xi32> -> tensor<6xT>
  %c = sinter.gather_nd %x, %k batch_dims = 0 : tensor<3x5x7xT>, tensor<2xi64> -> tensor<7xT>
  return %a, %b, %c : tensor<3x4x7xT>, tensor<6xT>, tensor<7xT>
})"},
    {"resize_nearest", R"(
func.func @main(%x: tensor<2x5x7xT>) -> (tensor<2x10x21xT>, tensor<2x3x11xT>, tensor<2x9x4xT>) {
  %a = sinter.resize nearest %x steps = [1, 1, 1] offsets = [0, 0, 0] divisors = [1, 2, 3] : tensor<2x5x7xT> -> tensor<2x10x21xT>
  %b = sinter.resize nearest %x steps = [1, 20, 28] offsets = [0, 4, -4] divisors = [1, 12, 44] : tensor<2x5x7xT> -> tensor<2x3x11xT>
  %c = sinter.resize nearest %x steps = [1, 2, 3] offsets = [0, -5, 9] divisors = [1, 2, 1] : tensor<2x5x7xT> -> tensor<2x9x4xT>
  return %a, %b, %c : tensor<2x10x21xT>, tensor<2x3x11xT>, tensor<2x9x4xT>
})"},
    {"where", R"(
func.func @main(%c: tensor<5x7xi1>, %x: tensor<7x5xT>, %y: tensor<5x7xT>) -> tensor<5x7xT> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<7x5xT> -> tensor<5x7xT>
  %r = sinter.where %c, %t, %y : tensor<5x7xi1>, tensor<5x7xT>
  return %r : tensor<5x7xT>
})"},
    {"scatter_replace", R"(
func.func @main(%x: tensor<9x7xT>, %i: tensor<13x5xi64>, %u: tensor<13x5xT>, %j: tensor<9x4xi32>, %v: tensor<9x4xT>) -> (tensor<9x7xT>, tensor<9x7xT>) {
  %a = sinter.scatter_elements replace %x, %i, %u axis = 0 : tensor<9x7xT>, tensor<13x5xi64>, tensor<13x5xT>
  %b = sinter.scatter_elements replace %x, %j, %v axis = 1 : tensor<9x7xT>, tensor<9x4xi32>, tensor<9x4xT>
  return %a, %b : tensor<9x7xT>, tensor<9x7xT>
})"},
    {"scatter_nd_replace", R"(
func.func @main(%x: tensor<5x3x7xT>, %i: tensor<2x4x2xi64>, %u: tensor<2x4x7xT>, %j: tensor<11x1xi32>, %v: tensor<11x3x7xT>) -> (tensor<5x3x7xT>, tensor<5x3x7xT>) {
  %a = sinter.scatter_nd replace %x, %i, %u : tensor<5x3x7xT>, tensor<2x4x2xi64>, tensor<2x4x7xT>
  %b = sinter.scatter_nd replace %x, %j, %v : tensor<5x3x7xT>, tensor<11x1xi32>, tensor<11x3x7xT>
  return %a, %b : tensor<5x3x7xT>, tensor<5x3x7xT>
})"},
};

constexpr Entry numbers[] = {
    {"scatter_add", R"(
func.func @main(%x: tensor<6x5xT>, %i: tensor<6x9xi64>, %u: tensor<6x9xT>, %j: tensor<7x2xi32>, %v: tensor<7xT>, %k: tensor<4x1xi64>, %w: tensor<4x5xT>) -> (tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>) {
  %a = sinter.scatter_elements add %x, %i, %u axis = 1 : tensor<6x5xT>, tensor<6x9xi64>, tensor<6x9xT>
  %b = sinter.scatter_nd add %x, %j, %v : tensor<6x5xT>, tensor<7x2xi32>, tensor<7xT>
  %c = sinter.scatter_nd add %x, %k, %w : tensor<6x5xT>, tensor<4x1xi64>, tensor<4x5xT>
  return %a, %b, %c : tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>
})"},
    {"scatter_mul", R"(
func.func @main(%x: tensor<6x5xT>, %i: tensor<6x9xi64>, %u: tensor<6x9xT>, %j: tensor<7x2xi32>, %v: tensor<7xT>, %k: tensor<4x1xi64>, %w: tensor<4x5xT>) -> (tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>) {
  %a = sinter.scatter_elements mul %x, %i, %u axis = 1 : tensor<6x5xT>, tensor<6x9xi64>, tensor<6x9xT>
  %b = sinter.scatter_nd mul %x, %j, %v : tensor<6x5xT>, tensor<7x2xi32>, tensor<7xT>
  %c = sinter.scatter_nd mul %x, %k, %w : tensor<6x5xT>, tensor<4x1xi64>, tensor<4x5xT>
  return %a, %b, %c : tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>
})"},
    {"scatter_max", R"(
func.func @main(%x: tensor<6x5xT>, %i: tensor<6x9xi64>, %u: tensor<6x9xT>, %j: tensor<7x2xi32>, %v: tensor<7xT>, %k: tensor<4x1xi64>, %w: tensor<4x5xT>) -> (tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>) {
  %a = sinter.scatter_elements max %x, %i, %u axis = 1 : tensor<6x5xT>, tensor<6x9xi64>, tensor<6x9xT>
  %b = sinter.scatter_nd max %x, %j, %v : tensor<6x5xT>, tensor<7x2xi32>, tensor<7xT>
  %c = sinter.scatter_nd max %x, %k, %w : tensor<6x5xT>, tensor<4x1xi64>, tensor<4x5xT>
  return %a, %b, %c : tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>
})"},
    {"scatter_min", R"(
func.func @main(%x: tensor<6x5xT>, %i: tensor<6x9xi64>, %u: tensor<6x9xT>, %j: tensor<7x2xi32>, %v: tensor<7xT>, %k: tensor<4x1xi64>, %w: tensor<4x5xT>) -> (tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>) {
  %a = sinter.scatter_elements min %x, %i, %u axis = 1 : tensor<6x5xT>, tensor<6x9xi64>, tensor<6x9xT>
  %b = sinter.scatter_nd min %x, %j, %v : tensor<6x5xT>, tensor<7x2xi32>, tensor<7xT>
  %c = sinter.scatter_nd min %x, %k, %w : tensor<6x5xT>, tensor<4x1xi64>, tensor<4x5xT>
  return %a, %b, %c : tensor<6x5xT>, tensor<6x5xT>, tensor<6x5xT>
})"},
};

constexpr Entry floats[] = {
    {"resize_linear", R"(
func.func @main(%x: tensor<2x5x7xT>, %r: tensor<4xT>) -> (tensor<2x10x14xT>, tensor<2x3x11xT>, tensor<9xT>, tensor<1xT>) {
  %a = sinter.resize linear %x steps = [1, 2, 2] offsets = [0, -1, -1] divisors = [1, 4, 4] : tensor<2x5x7xT> -> tensor<2x10x14xT>
  %b = sinter.resize linear %x steps = [1, 2, 6] offsets = [0, 0, 0] divisors = [1, 1, 10] : tensor<2x5x7xT> -> tensor<2x3x11xT>
  %c = sinter.resize linear %r steps = [3] offsets = [-7] divisors = [5] : tensor<4xT> -> tensor<9xT>
  %d = sinter.resize linear %r steps = [0] offsets = [3] divisors = [2] : tensor<4xT> -> tensor<1xT>
  return %a, %b, %c, %d : tensor<2x10x14xT>, tensor<2x3x11xT>, tensor<9xT>, tensor<1xT>
})"},
    {"resize_cubic", R"(
func.func @main(%x: tensor<5x6xT>) -> (tensor<10x9xT>, tensor<5x4xT>) {
  %a = sinter.resize cubic %x steps = [2, 4] offsets = [-1, -1] divisors = [4, 6] : tensor<5x6xT> -> tensor<10x9xT>
  %b = sinter.resize cubic %x steps = [1, 5] offsets = [0, 0] divisors = [1, 3] coefficient = -5.0e-1 : tensor<5x6xT> -> tensor<5x4xT>
  return %a, %b : tensor<10x9xT>, tensor<5x4xT>
})"},
};

constexpr Entry mixed[] = {
    {"concat_of_three_transposed_rms_norm", R"(
func.func @main(%x: tensor<7x5xf32>, %y: tensor<7x3xf32>, %z: tensor<7x9xf32>, %g: tensor<7xf32>) -> tensor<17x7xf32> {
  %c = sinter.concat %x, %y, %z axis = 1 : tensor<7x5xf32>, tensor<7x3xf32>, tensor<7x9xf32> -> tensor<7x17xf32>
  %t = sinter.transpose %c permutation = [1, 0] : tensor<7x17xf32> -> tensor<17x7xf32>
  %n = sinter.rms_norm %t scale(%g : tensor<7xf32>) axis = 1 epsilon = 1.0e-6 : tensor<17x7xf32>
  return %n : tensor<17x7xf32>
})"},
    {"bilinear_concat_silu", R"(
func.func @main(%x: tensor<2x3x5x7xf16>, %y: tensor<2x4x10x14xf16>) -> tensor<2x7x10x14xf16> {
  %u = sinter.resize linear %x steps = [1, 1, 2, 2] offsets = [0, 0, -1, -1] divisors = [1, 1, 4, 4] : tensor<2x3x5x7xf16> -> tensor<2x3x10x14xf16>
  %c = sinter.concat %u, %y axis = 1 : tensor<2x3x10x14xf16>, tensor<2x4x10x14xf16> -> tensor<2x7x10x14xf16>
  %s = sinter.silu %c : tensor<2x7x10x14xf16>
  return %s : tensor<2x7x10x14xf16>
})"},
    {"gather_add_layer_norm", R"(
func.func @main(%w: tensor<50x33xbf16>, %i: tensor<3x5xi64>, %p: tensor<5x33xbf16>, %g: tensor<33xbf16>, %b: tensor<33xbf16>) -> tensor<3x5x33xbf16> {
  %e = sinter.gather %w, %i axis = 0 : tensor<50x33xbf16>, tensor<3x5xi64> -> tensor<3x5x33xbf16>
  %pb = sinter.broadcast %p dims = [1, 2] : tensor<5x33xbf16> -> tensor<3x5x33xbf16>
  %s = sinter.add %e, %pb : tensor<3x5x33xbf16>
  %n = sinter.layer_norm %s scale(%g : tensor<33xbf16>) bias(%b : tensor<33xbf16>) axis = 2 epsilon = 1.0e-5 : tensor<3x5x33xbf16>
  return %n : tensor<3x5x33xbf16>
})"},
    {"split_swiglu_transpose", R"(
func.func @main(%x: tensor<5x66xf32>) -> tensor<33x5xf32> {
  %g, %u = sinter.split %x axis = 1 : tensor<5x66xf32> -> tensor<5x33xf32>, tensor<5x33xf32>
  %s = sinter.silu %g : tensor<5x33xf32>
  %y = sinter.mul %s, %u : tensor<5x33xf32>
  %t = sinter.transpose %y permutation = [1, 0] : tensor<5x33xf32> -> tensor<33x5xf32>
  return %t : tensor<33x5xf32>
})"},
    {"pad_of_doubled_slice", R"(
func.func @main(%x: tensor<9x11xf32>) -> tensor<6x13xf32> {
  %s = sinter.slice %x starts = [2, 10] steps = [1, -1] : tensor<9x11xf32> -> tensor<4x9xf32>
  %d = sinter.add %s, %s : tensor<4x9xf32>
  %y = sinter.pad reflect %d low = [1, 2] high = [1, 2] : tensor<4x9xf32> -> tensor<6x13xf32>
  return %y : tensor<6x13xf32>
})"},
    {"nearest_add", R"(
func.func @main(%x: tensor<2x5x7xbf16>, %y: tensor<2x10x14xbf16>) -> tensor<2x10x14xbf16> {
  %u = sinter.resize nearest %x steps = [1, 1, 1] offsets = [0, 0, 0] divisors = [1, 2, 2] : tensor<2x5x7xbf16> -> tensor<2x10x14xbf16>
  %s = sinter.add %u, %y : tensor<2x10x14xbf16>
  return %s : tensor<2x10x14xbf16>
})"},
    {"softmax_of_reversed_gathered", R"(
func.func @main(%x: tensor<6x9xf32>, %i: tensor<6x17xi64>) -> tensor<6x17xf32> {
  %e = sinter.gather_elements %x, %i axis = 1 : tensor<6x9xf32>, tensor<6x17xi64> -> tensor<6x17xf32>
  %r = sinter.reverse %e dims = [0, 1] : tensor<6x17xf32>
  %s = sinter.softmax %r axis = 1 : tensor<6x17xf32>
  return %s : tensor<6x17xf32>
})"},
    {"sum_over_padded_resized", R"(
func.func @main(%x: tensor<4x5x6xf32>) -> tensor<4xf32> {
  %u = sinter.resize linear %x steps = [1, 2, 2] offsets = [0, -1, -1] divisors = [1, 4, 4] : tensor<4x5x6xf32> -> tensor<4x10x12xf32>
  %p = sinter.pad wrap %u low = [0, 1, 2] high = [0, 2, 3] : tensor<4x10x12xf32> -> tensor<4x13x17xf32>
  %m = sinter.mul %p, %p : tensor<4x13x17xf32>
  %s = sinter.sum %m axes = [1, 2] : tensor<4x13x17xf32> -> tensor<4xf32>
  return %s : tensor<4xf32>
})"},
    {"scatter_between_elementwise", R"(
func.func @main(%x: tensor<9x7xf32>, %i: tensor<9x4xi64>, %u: tensor<9x4xf32>) -> tensor<9x7xf32> {
  %e = sinter.tanh %x : tensor<9x7xf32>
  %n = sinter.neg %u : tensor<9x4xf32>
  %s = sinter.scatter_elements add %e, %i, %n axis = 1 : tensor<9x7xf32>, tensor<9x4xi64>, tensor<9x4xf32>
  %y = sinter.relu %s : tensor<9x7xf32>
  return %y : tensor<9x7xf32>
})"},
    {"scatter_of_nothing", R"(
func.func @main(%x: tensor<3x4xf32>, %i: tensor<0x2xi64>, %u: tensor<0xf32>, %j: tensor<0x4xi64>, %v: tensor<0x4xf32>, %e: tensor<0x4xf32>, %k: tensor<2x4xi64>, %w: tensor<2x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<0x4xf32>) {
  %a = sinter.scatter_nd add %x, %i, %u : tensor<3x4xf32>, tensor<0x2xi64>, tensor<0xf32>
  %b = sinter.scatter_elements replace %x, %j, %v axis = 0 : tensor<3x4xf32>, tensor<0x4xi64>, tensor<0x4xf32>
  %c = sinter.scatter_elements replace %e, %k, %w axis = 0 : tensor<0x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>
  return %a, %b, %c : tensor<3x4xf32>, tensor<3x4xf32>, tensor<0x4xf32>
})"},
    {"maps_of_scalars_and_many_dims", R"(
func.func @main(%x: tensor<f32>, %y: tensor<2x1x3x2x1x2xf32>, %i: tensor<2x1x3x5x1x2xi64>) -> (tensor<f32>, tensor<3x2x3x2x2x3xf32>, tensor<2x1x3x5x1x2xf32>, tensor<2x1x3x2x1x2xf32>, tensor<2x2x3x4x1x2xf32>) {
  %a = sinter.pad edge %x low = [] high = [] : tensor<f32> -> tensor<f32>
  %b = sinter.pad edge %y low = [1, 1, 0, -1, 0, 0] high = [0, 0, 0, 1, 1, 1] : tensor<2x1x3x2x1x2xf32> -> tensor<3x2x3x2x2x3xf32>
  %c = sinter.gather_elements %y, %i axis = 3 : tensor<2x1x3x2x1x2xf32>, tensor<2x1x3x5x1x2xi64> -> tensor<2x1x3x5x1x2xf32>
  %d = sinter.reverse %y dims = [0, 1, 2, 5] : tensor<2x1x3x2x1x2xf32>
  %e = sinter.resize linear %y steps = [1, 1, 1, 1, 1, 1] offsets = [0, 0, 0, 0, 0, 0] divisors = [1, 2, 1, 2, 1, 1] : tensor<2x1x3x2x1x2xf32> -> tensor<2x2x3x4x1x2xf32>
  %n = sinter.neg %a : tensor<f32>
  return %n, %b, %c, %d, %e : tensor<f32>, tensor<3x2x3x2x2x3xf32>, tensor<2x1x3x5x1x2xf32>, tensor<2x1x3x2x1x2xf32>, tensor<2x2x3x4x1x2xf32>
})"},
};

constexpr Entry symbolic[] = {
    {"symbolic_maps", R"(
func.func @main(%x: tensor<?x6xf32, #sinter.dims<n, 6>>, %v: tensor<f32>, %i: tensor<?x5xi64, #sinter.dims<n, 5>>, %j: tensor<?x2xi64, #sinter.dims<k, 2>>)
    -> (tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x7xf32, #sinter.dims<n + 3, 7>>, tensor<?x8xf32, #sinter.dims<n + 5, 8>>, tensor<?x5xf32, #sinter.dims<n, 5>>, tensor<?xf32, #sinter.dims<k>>, tensor<?x12xf32, #sinter.dims<n * 2, 12>>) {
  %a = sinter.reverse %x dims = [0] : tensor<?x6xf32, #sinter.dims<n, 6>>
  %b = sinter.pad constant %x fill(%v : tensor<f32>) low = [1, 1] high = [2, 0] : tensor<?x6xf32, #sinter.dims<n, 6>> -> tensor<?x7xf32, #sinter.dims<n + 3, 7>>
  %c = sinter.pad reflect %x low = [3, 2] high = [2, 0] : tensor<?x6xf32, #sinter.dims<n, 6>> -> tensor<?x8xf32, #sinter.dims<n + 5, 8>>
  %d = sinter.gather_elements %x, %i axis = 1 : tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x5xi64, #sinter.dims<n, 5>> -> tensor<?x5xf32, #sinter.dims<n, 5>>
  %e = sinter.gather_nd %x, %j batch_dims = 0 : tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x2xi64, #sinter.dims<k, 2>> -> tensor<?xf32, #sinter.dims<k>>
  %f = sinter.resize linear %x steps = [2, 2] offsets = [-1, -1] divisors = [4, 4] : tensor<?x6xf32, #sinter.dims<n, 6>> -> tensor<?x12xf32, #sinter.dims<n * 2, 12>>
  return %a, %b, %c, %d, %e, %f : tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x7xf32, #sinter.dims<n + 3, 7>>, tensor<?x8xf32, #sinter.dims<n + 5, 8>>, tensor<?x5xf32, #sinter.dims<n, 5>>, tensor<?xf32, #sinter.dims<k>>, tensor<?x12xf32, #sinter.dims<n * 2, 12>>
})"},
    {"symbolic_scatters", R"(
func.func @main(%x: tensor<?x6xf32, #sinter.dims<n, 6>>, %i: tensor<?x5xi64, #sinter.dims<n, 5>>, %u: tensor<?x5xf32, #sinter.dims<n, 5>>, %j: tensor<?x1xi64, #sinter.dims<k, 1>>, %v: tensor<?x6xf32, #sinter.dims<k, 6>>)
    -> (tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x6xf32, #sinter.dims<n, 6>>) {
  %a = sinter.scatter_elements replace %x, %i, %u axis = 1 : tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x5xi64, #sinter.dims<n, 5>>, tensor<?x5xf32, #sinter.dims<n, 5>>
  %b = sinter.scatter_nd replace %x, %j, %v : tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x1xi64, #sinter.dims<k, 1>>, tensor<?x6xf32, #sinter.dims<k, 6>>
  %c = sinter.scatter_nd add %x, %j, %v : tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x1xi64, #sinter.dims<k, 1>>, tensor<?x6xf32, #sinter.dims<k, 6>>
  return %a, %b, %c : tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x6xf32, #sinter.dims<n, 6>>, tensor<?x6xf32, #sinter.dims<n, 6>>
})"},
};

} // namespace

void addIndexMapCases(Cases &cases) {
  auto add = [&](const Entry &entry, const std::string &type, Values values = Values::kRandom) {
    std::string name = std::string(entry.name) + "_" + type + (values == Values::kSpecials ? "_specials" : "");
    // A cubic resize is a sum of 16 products that may cancel.
    cases.push_back({.suite = "IndexMaps", .name = name, .text = withType(entry.text, type), .values = values, .units = 64, .adjust = manyIndices});
  };
  for (const Entry &entry : anyType)
    for (const char *type : {"f32", "f16", "i64", "i8", "i1"})
      add(entry, type);
  for (const Entry &entry : numbers)
    for (const char *type : {"f32", "bf16", "f64", "i64", "i32", "ui8"})
      add(entry, type);
  for (const Entry &entry : floats)
    for (const char *type : {"f32", "bf16", "f64"})
      add(entry, type);
  add(numbers[2], "f16", Values::kSpecials);
  add(anyType[1], "f32", Values::kSpecials);
  for (const Entry &entry : mixed)
    cases.push_back({.suite = "IndexMaps", .name = entry.name, .text = entry.text, .adjust = manyIndices});
  for (const Entry &entry : symbolic)
    cases.push_back({.suite = "IndexMaps", .name = entry.name, .text = entry.text, .sizes = {{{"n", 5}, {"k", 7}}, {{"n", 1}, {"k", 1}}, {{"n", 33}, {"k", 0}}, {{"n", 0}, {"k", 2}}}, .adjust = manyIndices});
}

} // namespace sinter::test
