// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan does around its kernels: outputs that feed on, returned inputs and constants, ties, layouts, symbols.

#include "test/Execute/Suite.h"

namespace sinter::test {
namespace {

const GraphEntry entries[] = {
    {"output_feeds_the_next_operator", R"(
func.func @main(%x: tensor<33xf32>) -> (tensor<33xf32>, tensor<33xf32>) {
  %a = sinter.exp %x : tensor<33xf32>
  %b = sinter.add %a, %x : tensor<33xf32>
  return %a, %b : tensor<33xf32>, tensor<33xf32>
})"},
    {"output_feeds_a_reduction_and_a_product", R"(
func.func @main(%x: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>) {
  %a = sinter.exp %x : tensor<5x5xf32>
  %b = sinter.sum %a axes = [1] : tensor<5x5xf32> -> tensor<5xf32>
  %c = sinter.matmul %a, %x : tensor<5x5xf32>, tensor<5x5xf32> -> tensor<5x5xf32>
  return %a, %b, %c : tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>
})"},
    {"same_value_twice", R"(
func.func @main(%x: tensor<33xf32>) -> (tensor<33xf32>, tensor<33xf32>) {
  %a = sinter.exp %x : tensor<33xf32>
  return %a, %a : tensor<33xf32>, tensor<33xf32>
})"},
    {"same_product_twice", R"(
func.func @main(%x: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %a = sinter.matmul %x, %x : tensor<5x5xf32>, tensor<5x5xf32> -> tensor<5x5xf32>
  return %a, %a : tensor<5x5xf32>, tensor<5x5xf32>
})"},
    {"value_and_its_views", R"(
func.func @main(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<24xf32>, tensor<6x4xf32>, tensor<2x3xf32>) {
  %a = sinter.exp %x : tensor<4x6xf32>
  %b = sinter.reshape %a : tensor<4x6xf32> -> tensor<24xf32>
  %c = sinter.transpose %a permutation = [1, 0] : tensor<4x6xf32> -> tensor<6x4xf32>
  %d = sinter.slice %a starts = [1, 3] steps = [1, 1] : tensor<4x6xf32> -> tensor<2x3xf32>
  return %a, %b, %c, %d : tensor<4x6xf32>, tensor<24xf32>, tensor<6x4xf32>, tensor<2x3xf32>
})"},
    {"product_and_its_views", R"(
func.func @main(%x: tensor<4x6xf32>, %y: tensor<6x6xf32>) -> (tensor<24xf32>, tensor<6x4xf32>, tensor<4x6xf32>) {
  %a = sinter.matmul %x, %y : tensor<4x6xf32>, tensor<6x6xf32> -> tensor<4x6xf32>
  %b = sinter.reshape %a : tensor<4x6xf32> -> tensor<24xf32>
  %c = sinter.transpose %a permutation = [1, 0] : tensor<4x6xf32> -> tensor<6x4xf32>
  %d = sinter.neg %a : tensor<4x6xf32>
  return %b, %c, %d : tensor<24xf32>, tensor<6x4xf32>, tensor<4x6xf32>
})"},
    {"beginning_returned", R"(
func.func @main(%x: tensor<8x14xf32>, %y: tensor<14x14xf32>) -> (tensor<1xf32>, tensor<2x14xf32>, tensor<0x14xf32>) {
  %a = sinter.reduce_min %x axes = [0] : tensor<8x14xf32> -> tensor<14xf32>
  %b = sinter.slice %a starts = [0] steps = [1] : tensor<14xf32> -> tensor<1xf32>
  %c = sinter.matmul %x, %y : tensor<8x14xf32>, tensor<14x14xf32> -> tensor<8x14xf32>
  %d = sinter.slice %c starts = [0, 0] steps = [1, 1] : tensor<8x14xf32> -> tensor<2x14xf32>
  %e = sinter.exp %x : tensor<8x14xf32>
  %f = sinter.slice %e starts = [0, 0] steps = [1, 1] : tensor<8x14xf32> -> tensor<0x14xf32>
  return %b, %d, %f : tensor<1xf32>, tensor<2x14xf32>, tensor<0x14xf32>
})"},
    {"input_returned", R"(
func.func @main(%x: tensor<33xf32>) -> (tensor<33xf32>, tensor<33xf32>) {
  %a = sinter.exp %x : tensor<33xf32>
  return %x, %a : tensor<33xf32>, tensor<33xf32>
})"},
    {"input_returned_twice_and_reshaped", R"(
func.func @main(%x: tensor<4x6xbf16>) -> (tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<24xbf16>) {
  %a = sinter.reshape %x : tensor<4x6xbf16> -> tensor<24xbf16>
  return %x, %x, %a : tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<24xbf16>
})"},
    {"input_unused", R"(
func.func @main(%x: tensor<33xf32>, %y: tensor<5xi64>) -> tensor<33xf32> {
  %a = sinter.exp %x : tensor<33xf32>
  return %a : tensor<33xf32>
})"},
    {"constants_returned", R"(
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<2x2xi64>, tensor<3xf32>, tensor<2xi1>) {
  %a = sinter.constant dense<[1.5, -0.0, 0x7FC00000]> : tensor<3xf32>
  %b = sinter.constant dense<[[1, 2], [3, -4]]> : tensor<2x2xi64>
  %c = sinter.add %x, %a : tensor<3xf32>
  %d = sinter.constant dense<[true, false]> : tensor<2xi1>
  return %a, %b, %c, %d : tensor<3xf32>, tensor<2x2xi64>, tensor<3xf32>, tensor<2xi1>
})"},
    {"parameter_returned", R"(
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<4xf32>
  %e = sinter.exp %w : tensor<4xf32>
  %y = sinter.mul %e, %x : tensor<4xf32>
  return %w, %e, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
})"},
    {"graph_of_constants", R"(
func.func @main() -> tensor<3xf32> {
  %a = sinter.constant dense<[1.5, 2.5, 3.5]> : tensor<3xf32>
  %b = sinter.exp %a : tensor<3xf32>
  return %b : tensor<3xf32>
})"},
    {"dead_operators", R"(
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %a = sinter.exp %x : tensor<7xf32>
  %b = sinter.log %a : tensor<7xf32>
  return %a : tensor<7xf32>
})"},
    {"tied_counter_also_broadcast", R"(
func.func @main(%n: tensor<f32>, %x: tensor<70000xf32>) -> (tensor<f32> {sinter.tied = 0 : i64}, tensor<70000xf32>) {
  %one = sinter.constant dense<1.0> : tensor<f32>
  %m = sinter.add %n, %one : tensor<f32>
  %b = sinter.broadcast %n dims = [] : tensor<f32> -> tensor<70000xf32>
  %y = sinter.mul %b, %x : tensor<70000xf32>
  return %m, %y : tensor<f32>, tensor<70000xf32>
})"},
    {"tied_relu_whose_input_feeds_on", R"(
func.func @main(%x: tensor<513xf32>) -> (tensor<513xf32> {sinter.tied = 0 : i64}, tensor<513xf32>) {
  %r = sinter.relu %x : tensor<513xf32>
  %e = sinter.exp %x : tensor<513xf32>
  return %r, %e : tensor<513xf32>, tensor<513xf32>
})"},
    {"tied_shift", R"(
func.func @main(%x: tensor<4099xf32>) -> (tensor<4099xf32> {sinter.tied = 0 : i64}) {
  %a = sinter.slice %x starts = [1] steps = [1] : tensor<4099xf32> -> tensor<4098xf32>
  %b = sinter.slice %x starts = [0] steps = [1] : tensor<4099xf32> -> tensor<1xf32>
  %y = sinter.concat %a, %b axis = 0 : tensor<4098xf32>, tensor<1xf32> -> tensor<4099xf32>
  return %y : tensor<4099xf32>
})"},
    {"tied_transpose", R"(
func.func @main(%x: tensor<65x65xf32>) -> (tensor<65x65xf32> {sinter.tied = 0 : i64}) {
  %y = sinter.transpose %x permutation = [1, 0] : tensor<65x65xf32> -> tensor<65x65xf32>
  return %y : tensor<65x65xf32>
})"},
    {"tied_swap", R"(
func.func @main(%x: tensor<300xf32>, %y: tensor<300xf32>) -> (tensor<300xf32> {sinter.tied = 0 : i64}, tensor<300xf32> {sinter.tied = 1 : i64}) {
  %a = sinter.neg %x : tensor<300xf32>
  %b = sinter.exp %y : tensor<300xf32>
  return %b, %a : tensor<300xf32>, tensor<300xf32>
})"},
    {"tied_inputs_exchanged", R"(
func.func @main(%x: tensor<300xf32>, %y: tensor<300xf32>) -> (tensor<300xf32> {sinter.tied = 0 : i64}, tensor<300xf32> {sinter.tied = 1 : i64}) {
  return %y, %x : tensor<300xf32>, tensor<300xf32>
})"},
    {"tied_and_unchanged", R"(
func.func @main(%x: tensor<300xf32>) -> (tensor<300xf32> {sinter.tied = 0 : i64}, tensor<300xf32>) {
  %a = sinter.neg %x : tensor<300xf32>
  return %x, %a : tensor<300xf32>, tensor<300xf32>
})"},
    {"tied_normalisation", R"(
func.func @main(%x: tensor<5x769xf32>) -> (tensor<5x769xf32> {sinter.tied = 0 : i64}) {
  %y = sinter.softmax %x axis = 0 : tensor<5x769xf32>
  %z = sinter.softmax %y axis = 1 : tensor<5x769xf32>
  return %z : tensor<5x769xf32>
})"},
    {"tied_product", R"(
func.func @main(%x: tensor<9x9xf32>) -> (tensor<9x9xf32> {sinter.tied = 0 : i64}) {
  %y = sinter.matmul %x, %x : tensor<9x9xf32>, tensor<9x9xf32> -> tensor<9x9xf32>
  return %y : tensor<9x9xf32>
})"},
    {"updated_in_place", R"(
func.func @main(%cache: tensor<2x3x16x8xf32>, %new: tensor<2x1x3x8xf32>, %at: tensor<2xi64>, %q: tensor<2x3x1x8xf32>)
    -> (tensor<2x3x16x8xf32> {sinter.tied = 0 : i64}, tensor<2x3x1x16xf32>) {
  %t = sinter.transpose %new permutation = [0, 2, 1, 3] : tensor<2x1x3x8xf32> -> tensor<2x3x1x8xf32>
  %e = sinter.exp %t : tensor<2x3x1x8xf32>
  %c = sinter.update_slice %cache, %e at %at axis = 2 : tensor<2x3x16x8xf32>, tensor<2x3x1x8xf32>, tensor<2xi64>
  %s = sinter.matmul %q, %c {transpose_rhs} : tensor<2x3x1x8xf32>, tensor<2x3x16x8xf32> -> tensor<2x3x1x16xf32>
  return %c, %s : tensor<2x3x16x8xf32>, tensor<2x3x1x16xf32>
})"},
    {"updated_in_place_twice_and_returned_again", R"(
func.func @main(%cache: tensor<37xbf16>, %a: tensor<5xbf16>, %b: tensor<3xbf16>, %i: tensor<i32>, %j: tensor<i64>)
    -> (tensor<37xbf16> {sinter.tied = 0 : i64}, tensor<37xbf16>, tensor<bf16>) {
  %c = sinter.update_slice %cache, %a at %i axis = 0 : tensor<37xbf16>, tensor<5xbf16>, tensor<i32>
  %d = sinter.update_slice %c, %b at %j axis = 0 : tensor<37xbf16>, tensor<3xbf16>, tensor<i64>
  %s = sinter.sum %d axes = [0] : tensor<37xbf16> -> tensor<bf16>
  return %d, %d, %s : tensor<37xbf16>, tensor<37xbf16>, tensor<bf16>
})"},
    {"updated_twice_alike", R"(
func.func @main(%cache: tensor<37xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>, %i: tensor<i64>, %j: tensor<i64>) -> (tensor<37xf32> {sinter.tied = 0 : i64}) {
  %c = sinter.update_slice %cache, %a at %i axis = 0 : tensor<37xf32>, tensor<4xf32>, tensor<i64>
  %d = sinter.update_slice %c, %b at %j axis = 0 : tensor<37xf32>, tensor<4xf32>, tensor<i64>
  return %d : tensor<37xf32>
})"},
    {"updated_though_the_old_is_read", R"(
func.func @main(%cache: tensor<16x8xf32>, %i: tensor<i64>) -> (tensor<16x8xf32> {sinter.tied = 0 : i64}, tensor<8xf32>) {
  %a = sinter.slice %cache starts = [1, 0] steps = [1, 1] : tensor<16x8xf32> -> tensor<15x8xf32>
  %c = sinter.update_slice %cache, %a at %i axis = 0 : tensor<16x8xf32>, tensor<15x8xf32>, tensor<i64>
  %s = sinter.sum %cache axes = [0] : tensor<16x8xf32> -> tensor<8xf32>
  return %c, %s : tensor<16x8xf32>, tensor<8xf32>
})"},
    {"update_of_rows_in_place_symbolic", R"(
func.func @main(%cache: tensor<2x64x24xf32>, %x: tensor<2x?x24xf32, #sinter.dims<2, s, 24>>, %at: tensor<2xi64>)
    -> (tensor<2x64x24xf32> {sinter.tied = 0 : i64}, tensor<2x?x24xf32, #sinter.dims<2, s, 24>>) attributes {sinter.symbols = {s = #sinter.range<0, 64, 1>}} {
  %n = sinter.softmax %x axis = 2 : tensor<2x?x24xf32, #sinter.dims<2, s, 24>>
  %c = sinter.update_slice %cache, %n at %at axis = 1 : tensor<2x64x24xf32>, tensor<2x?x24xf32, #sinter.dims<2, s, 24>>, tensor<2xi64>
  return %c, %n : tensor<2x64x24xf32>, tensor<2x?x24xf32, #sinter.dims<2, s, 24>>
})",
     {{{"s", 1}}, {{"s", 7}}, {{"s", 0}}, {{"s", 64}}}},
    {"update_of_a_slice_of_a_wider_buffer", R"(
func.func @main(%cache: tensor<6x16x4xf32> {sinter.layout = #sinter.layout<strides = [170, 10, 1], offset = 3, alignment = 4>}, %new: tensor<6x2x4xf32>, %at: tensor<6xi32>)
    -> (tensor<6x16x4xf32> {sinter.tied = 0 : i64, sinter.layout = #sinter.layout<strides = [170, 10, 1], offset = 3, alignment = 4>}) {
  %c = sinter.update_slice %cache, %new at %at axis = 1 : tensor<6x16x4xf32>, tensor<6x2x4xf32>, tensor<6xi32>
  return %c : tensor<6x16x4xf32>
})"},
    {"strided_arguments", R"(
func.func @main(%x: tensor<5x7xf32> {sinter.layout = #sinter.layout<strides = [20, 2], offset = 3, alignment = 4>},
                %y: tensor<5x7xf32> {sinter.layout = #sinter.layout<strides = [1, 5], offset = 0, alignment = 16>})
    -> (tensor<5x7xf32> {sinter.layout = #sinter.layout<strides = [9, 1], offset = 2, alignment = 4>}) {
  %z = sinter.mul %x, %y : tensor<5x7xf32>
  return %z : tensor<5x7xf32>
})"},
    {"column_slice_arguments_bf16", R"(
func.func @main(%x: tensor<5x64xbf16> {sinter.layout = #sinter.layout<strides = [67, 1], offset = 1, alignment = 2>}, %g: tensor<64xbf16>)
    -> (tensor<5x64xbf16> {sinter.layout = #sinter.layout<strides = [131, 1], offset = 65, alignment = 2>}) {
  %n = sinter.rms_norm %x scale(%g : tensor<64xbf16>) axis = 1 epsilon = 1.0e-6 : tensor<5x64xbf16>
  return %n : tensor<5x64xbf16>
})"},
    {"poorly_aligned_argument", R"(
func.func @main(%x: tensor<4096xbf16> {sinter.layout = #sinter.layout<offset = 0, alignment = 2>}) -> (tensor<4096xbf16> {sinter.layout = #sinter.layout<offset = 0, alignment = 2>}) {
  %y = sinter.exp %x : tensor<4096xbf16>
  return %y : tensor<4096xbf16>
})"},
    {"strided_product", R"(
func.func @main(%x: tensor<5x7xf32> {sinter.layout = #sinter.layout<strides = [20, 1], offset = 3, alignment = 4>}, %y: tensor<7x9xf32>)
    -> (tensor<5x9xf32> {sinter.layout = #sinter.layout<strides = [13, 1], offset = 1, alignment = 4>}) {
  %z = sinter.matmul %x, %y : tensor<5x7xf32>, tensor<7x9xf32> -> tensor<5x9xf32>
  return %z : tensor<5x9xf32>
})"},
    {"channels_last", R"(
func.func @main(%x: tensor<2x3x4x5xf16> {sinter.layout = #sinter.layout<strides = [60, 1, 15, 3], offset = 0, alignment = 16>}, %b: tensor<3xf16>)
    -> (tensor<2x3x4x5xf16> {sinter.layout = #sinter.layout<strides = [60, 1, 15, 3], offset = 0, alignment = 16>}) {
  %bb = sinter.broadcast %b dims = [1] : tensor<3xf16> -> tensor<2x3x4x5xf16>
  %y = sinter.mul %x, %bb : tensor<2x3x4x5xf16>
  return %y : tensor<2x3x4x5xf16>
})"},
    {"symbolic_pointwise", R"(
func.func @main(%x: tensor<?x33xf32, #sinter.dims<n, 33>>, %b: tensor<33xf32>) -> tensor<?x33xf32, #sinter.dims<n, 33>> {
  %bb = sinter.broadcast %b dims = [1] : tensor<33xf32> -> tensor<?x33xf32, #sinter.dims<n, 33>>
  %y = sinter.add %x, %bb : tensor<?x33xf32, #sinter.dims<n, 33>>
  %z = sinter.gelu tanh %y : tensor<?x33xf32, #sinter.dims<n, 33>>
  return %z : tensor<?x33xf32, #sinter.dims<n, 33>>
})",
     {{{"n", 1}}, {{"n", 7}}, {{"n", 0}}, {{"n", 257}}}},
    {"symbolic_divisible", R"(
func.func @main(%x: tensor<?xbf16, #sinter.dims<n>>) -> tensor<?xbf16, #sinter.dims<n>> attributes {sinter.symbols = {n = #sinter.range<8, 4096, 8>}} {
  %y = sinter.exp %x : tensor<?xbf16, #sinter.dims<n>>
  return %y : tensor<?xbf16, #sinter.dims<n>>
})",
     {{{"n", 8}}, {{"n", 24}}, {{"n", 4096}}}},
    {"symbolic_transpose_and_concat", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<a, b>>, %y: tensor<?x?xf32, #sinter.dims<c, a>>) -> tensor<?x?xf32, #sinter.dims<b + c, a>> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?x?xf32, #sinter.dims<b, a>>
  %z = sinter.concat %t, %y axis = 0 : tensor<?x?xf32, #sinter.dims<b, a>>, tensor<?x?xf32, #sinter.dims<c, a>> -> tensor<?x?xf32, #sinter.dims<b + c, a>>
  return %z : tensor<?x?xf32, #sinter.dims<b + c, a>>
})",
     {{{"a", 5}, {"b", 7}, {"c", 2}}, {{"a", 1}, {"b", 1}, {"c", 1}}, {{"a", 4}, {"b", 0}, {"c", 3}}, {{"a", 0}, {"b", 2}, {"c", 3}}, {{"a", 33}, {"b", 3}, {"c", 65}}}},
    {"symbolic_reshape", R"(
func.func @main(%x: tensor<?x?x12xf32, #sinter.dims<b, t, 12>>) -> tensor<?x3x?x4xf32, #sinter.dims<b, 3, t, 4>> {
  %r = sinter.reshape %x : tensor<?x?x12xf32, #sinter.dims<b, t, 12>> -> tensor<?x?x3x4xf32, #sinter.dims<b, t, 3, 4>>
  %y = sinter.transpose %r permutation = [0, 2, 1, 3] : tensor<?x?x3x4xf32, #sinter.dims<b, t, 3, 4>> -> tensor<?x3x?x4xf32, #sinter.dims<b, 3, t, 4>>
  %z = sinter.exp %y : tensor<?x3x?x4xf32, #sinter.dims<b, 3, t, 4>>
  return %z : tensor<?x3x?x4xf32, #sinter.dims<b, 3, t, 4>>
})",
     {{{"b", 2}, {"t", 9}}, {{"b", 1}, {"t", 1}}, {{"b", 3}, {"t", 0}}, {{"b", 1}, {"t", 130}}}},
    {"symbolic_reductions", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<a, b>>) -> (tensor<?xf32, #sinter.dims<a>>, tensor<?xf32, #sinter.dims<b>>, tensor<f32>) {
  %r = sinter.mean %x axes = [1] : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?xf32, #sinter.dims<a>>
  %c = sinter.reduce_max %x axes = [0] : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?xf32, #sinter.dims<b>>
  %s = sinter.sum %x axes = [0, 1] : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<f32>
  return %r, %c, %s : tensor<?xf32, #sinter.dims<a>>, tensor<?xf32, #sinter.dims<b>>, tensor<f32>
})",
     {{{"a", 5}, {"b", 7}}, {{"a", 1}, {"b", 1}}, {{"a", 4}, {"b", 0}}, {{"a", 0}, {"b", 3}}, {{"a", 33}, {"b", 1025}}}},
    {"symbolic_slices_and_gather", R"(
func.func @main(%x: tensor<?x8xf32, #sinter.dims<n, 8>>, %i: tensor<?xi64, #sinter.dims<m>>) -> (tensor<?x4xf32, #sinter.dims<n, 4>>, tensor<?x8xf32, #sinter.dims<m, 8>>) {
  %a = sinter.slice %x starts = [0, 7] steps = [1, -2] : tensor<?x8xf32, #sinter.dims<n, 8>> -> tensor<?x4xf32, #sinter.dims<n, 4>>
  %b = sinter.neg %a : tensor<?x4xf32, #sinter.dims<n, 4>>
  %g = sinter.gather %x, %i axis = 0 : tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<?xi64, #sinter.dims<m>> -> tensor<?x8xf32, #sinter.dims<m, 8>>
  return %b, %g : tensor<?x4xf32, #sinter.dims<n, 4>>, tensor<?x8xf32, #sinter.dims<m, 8>>
})",
     {{{"n", 5}, {"m", 7}}, {{"n", 1}, {"m", 1}}, {{"n", 9}, {"m", 0}}, {{"n", 33}, {"m", 65}}}},
    {"symbolic_iota_mask", R"(
func.func @main(%x: tensor<?x?xf32, #sinter.dims<t, t>>) -> tensor<?x?xf32, #sinter.dims<t, t>> {
  %q = sinter.iota axis = 0 : tensor<?x?xi32, #sinter.dims<t, t>>
  %k = sinter.iota axis = 1 : tensor<?x?xi32, #sinter.dims<t, t>>
  %c = sinter.compare ge %q, %k : tensor<?x?xi32, #sinter.dims<t, t>>
  %z = sinter.sub %x, %x : tensor<?x?xf32, #sinter.dims<t, t>>
  %y = sinter.select %c, %x, %z : tensor<?x?xi1, #sinter.dims<t, t>>, tensor<?x?xf32, #sinter.dims<t, t>>
  return %y : tensor<?x?xf32, #sinter.dims<t, t>>
})",
     {{{"t", 5}}, {{"t", 1}}, {{"t", 0}}, {{"t", 65}}}},
    {"chain_through_ranks", R"(
func.func @main(%x: tensor<2x3x4x5x6xf32>) -> tensor<f32> {
  %a = sinter.exp %x : tensor<2x3x4x5x6xf32>
  %b = sinter.sum %a axes = [1, 3] : tensor<2x3x4x5x6xf32> -> tensor<2x4x6xf32>
  %c = sinter.reshape %b : tensor<2x4x6xf32> -> tensor<8x6xf32>
  %d = sinter.reduce_max %c axes = [0] : tensor<8x6xf32> -> tensor<6xf32>
  %e = sinter.sum %d axes = [0] : tensor<6xf32> -> tensor<f32>
  return %e : tensor<f32>
})"},
    {"rounding_pair_kept", R"(
func.func @main(%x: tensor<513xf32>, %y: tensor<513xbf16>) -> tensor<513xi1> {
  %b = sinter.cast %x : tensor<513xf32> -> tensor<513xbf16>
  %f = sinter.cast %b : tensor<513xbf16> -> tensor<513xf32>
  %c = sinter.compare eq %f, %x : tensor<513xf32>
  return %c : tensor<513xi1>
})"},
};

} // namespace

void addPlanCases(Cases &cases) {
  for (const GraphEntry &entry : entries)
    cases.push_back({.suite = "Plans", .name = entry.name, .text = entry.text, .sizes = entry.sizes});
}

} // namespace sinter::test
