// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products: every transposition, batches, what follows a product, weights, and attention end to end.

#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

namespace sinter::test {
namespace {

std::string matmulText(const Dims &batch, bool batchedRhs, int64_t m, int64_t n, int64_t k, bool transposeLhs, bool transposeRhs, const std::string &type) {
  auto with = [&](bool isBatched, int64_t rows, int64_t columns) {
    Dims dims = isBatched ? batch : Dims();
    dims.insert(dims.end(), {rows, columns});
    return tensorType(dims, type);
  };
  std::string a = with(true, transposeLhs ? k : m, transposeLhs ? m : k), b = with(batchedRhs, transposeRhs ? n : k, transposeRhs ? k : n), y = with(true, m, n);
  std::string attributes = transposeLhs && transposeRhs ? " {transpose_lhs, transpose_rhs}" : transposeLhs ? " {transpose_lhs}" : transposeRhs ? " {transpose_rhs}" : "";
  return graphText({a, b}, {y}, {"%y = sinter.matmul %0, %1" + attributes + " : " + a + ", " + b + " -> " + y}, {"%y"});
}

struct Entry {
  const char *name;
  const char *text;
};

constexpr Entry graphs[] = {
    {"bias_relu", R"(
func.func @main(%x: tensor<5x33xf32>, %w: tensor<33x17xf32>, %b: tensor<17xf32>) -> tensor<5x17xf32> {
  %p = sinter.matmul %x, %w : tensor<5x33xf32>, tensor<33x17xf32> -> tensor<5x17xf32>
  %bb = sinter.broadcast %b dims = [1] : tensor<17xf32> -> tensor<5x17xf32>
  %s = sinter.add %p, %bb : tensor<5x17xf32>
  %y = sinter.relu %s : tensor<5x17xf32>
  return %y : tensor<5x17xf32>
})"},
    {"bias_and_product_are_outputs", R"(
func.func @main(%x: tensor<5x33xf32>, %w: tensor<33x17xf32>, %b: tensor<17xf32>) -> (tensor<5x17xf32>, tensor<5x17xf32>) {
  %p = sinter.matmul %x, %w : tensor<5x33xf32>, tensor<33x17xf32> -> tensor<5x17xf32>
  %bb = sinter.broadcast %b dims = [1] : tensor<17xf32> -> tensor<5x17xf32>
  %s = sinter.add %p, %bb : tensor<5x17xf32>
  return %s, %p : tensor<5x17xf32>, tensor<5x17xf32>
})"},
    {"bias_gelu_bf16", R"(
func.func @main(%x: tensor<5x33xbf16>, %w: tensor<33x17xbf16>, %b: tensor<17xbf16>) -> tensor<5x17xbf16> {
  %p = sinter.matmul %x, %w : tensor<5x33xbf16>, tensor<33x17xbf16> -> tensor<5x17xbf16>
  %bb = sinter.broadcast %b dims = [1] : tensor<17xbf16> -> tensor<5x17xbf16>
  %s = sinter.add %p, %bb : tensor<5x17xbf16>
  %y = sinter.gelu erf %s : tensor<5x17xbf16>
  return %y : tensor<5x17xbf16>
})"},
    {"scaled_operands", R"(
func.func @main(%x: tensor<3x5x33xf32>, %w: tensor<3x33x17xf32>, %b: tensor<17xf32>) -> tensor<3x5x17xf32> {
  %c = sinter.constant dense<0.353553385> : tensor<f32>
  %cx = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<3x5x33xf32>
  %cw = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<3x33x17xf32>
  %sx = sinter.mul %x, %cx : tensor<3x5x33xf32>
  %sw = sinter.mul %cw, %w : tensor<3x33x17xf32>
  %p = sinter.matmul %sx, %sw : tensor<3x5x33xf32>, tensor<3x33x17xf32> -> tensor<3x5x17xf32>
  %bb = sinter.broadcast %b dims = [2] : tensor<17xf32> -> tensor<3x5x17xf32>
  %y = sinter.add %p, %bb : tensor<3x5x17xf32>
  return %y : tensor<3x5x17xf32>
})"},
    {"scaled_transposed_operand_f16", R"(
func.func @main(%x: tensor<5x3x32xf16>, %w: tensor<3x17x32xf16>) -> tensor<3x5x17xf16> {
  %c = sinter.constant dense<-0.125> : tensor<f16>
  %cx = sinter.broadcast %c dims = [] : tensor<f16> -> tensor<3x5x32xf16>
  %t = sinter.transpose %x permutation = [1, 0, 2] : tensor<5x3x32xf16> -> tensor<3x5x32xf16>
  %s = sinter.mul %t, %cx : tensor<3x5x32xf16>
  %y = sinter.matmul %s, %w {transpose_rhs} : tensor<3x5x32xf16>, tensor<3x17x32xf16> -> tensor<3x5x17xf16>
  return %y : tensor<3x5x17xf16>
})"},
    {"operand_scaled_by_zero", R"(
func.func @main(%x: tensor<5x33xf32>, %w: tensor<33x17xf32>) -> tensor<5x17xf32> {
  %c = sinter.constant dense<0.0> : tensor<f32>
  %cx = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<5x33xf32>
  %s = sinter.mul %x, %cx : tensor<5x33xf32>
  %y = sinter.matmul %s, %w : tensor<5x33xf32>, tensor<33x17xf32> -> tensor<5x17xf32>
  return %y : tensor<5x17xf32>
})"},
    {"residual_after_product", R"(
func.func @main(%x: tensor<5x33xf16>, %w: tensor<33x33xf16>, %b: tensor<33xf16>) -> tensor<5x33xf16> {
  %p = sinter.matmul %x, %w : tensor<5x33xf16>, tensor<33x33xf16> -> tensor<5x33xf16>
  %bb = sinter.broadcast %b dims = [1] : tensor<33xf16> -> tensor<5x33xf16>
  %s = sinter.add %p, %bb : tensor<5x33xf16>
  %y = sinter.add %s, %x : tensor<5x33xf16>
  return %y : tensor<5x33xf16>
})"},
    {"transposed_operand", R"(
func.func @main(%x: tensor<3x5x7xf32>, %y: tensor<3x9x7xf32>) -> tensor<3x5x9xf32> {
  %t = sinter.transpose %y permutation = [0, 2, 1] : tensor<3x9x7xf32> -> tensor<3x7x9xf32>
  %p = sinter.matmul %x, %t : tensor<3x5x7xf32>, tensor<3x7x9xf32> -> tensor<3x5x9xf32>
  return %p : tensor<3x5x9xf32>
})"},
    {"transposed_result", R"(
func.func @main(%x: tensor<5x7xf32>, %y: tensor<7x9xf32>) -> tensor<9x5xf32> {
  %p = sinter.matmul %x, %y : tensor<5x7xf32>, tensor<7x9xf32> -> tensor<5x9xf32>
  %t = sinter.transpose %p permutation = [1, 0] : tensor<5x9xf32> -> tensor<9x5xf32>
  return %t : tensor<9x5xf32>
})"},
    {"sliced_operands", R"(
func.func @main(%x: tensor<6x20xf32>, %y: tensor<9x7xf32>) -> tensor<5x3xf32> {
  %a = sinter.slice %x starts = [1, 3] steps = [1, 1] : tensor<6x20xf32> -> tensor<5x7xf32>
  %b = sinter.slice %y starts = [0, 0] steps = [3, 1] : tensor<9x7xf32> -> tensor<3x7xf32>
  %p = sinter.matmul %a, %b {transpose_rhs} : tensor<5x7xf32>, tensor<3x7xf32> -> tensor<5x3xf32>
  return %p : tensor<5x3xf32>
})"},
    {"reversed_operand", R"(
func.func @main(%x: tensor<5x7xf32>, %y: tensor<7x9xf32>) -> tensor<5x9xf32> {
  %a = sinter.slice %x starts = [4, 6] steps = [-1, -1] : tensor<5x7xf32> -> tensor<5x7xf32>
  %p = sinter.matmul %a, %y : tensor<5x7xf32>, tensor<7x9xf32> -> tensor<5x9xf32>
  return %p : tensor<5x9xf32>
})"},
    {"broadcast_operand", R"(
func.func @main(%x: tensor<3x5x7xf32>, %y: tensor<1x7x9xf32>) -> tensor<3x5x9xf32> {
  %b = sinter.broadcast %y dims = [0, 1, 2] : tensor<1x7x9xf32> -> tensor<3x7x9xf32>
  %p = sinter.matmul %x, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32> -> tensor<3x5x9xf32>
  return %p : tensor<3x5x9xf32>
})"},
    {"batches_of_one_repeated_row", R"(
func.func @main(%x: tensor<f32>, %y: tensor<1x1xf32>, %z: tensor<7x3xf32>, %v: tensor<1x1x7xf32>) -> (tensor<1x2x1x1xf32>, tensor<4x1x3xf32>) {
  %a = sinter.broadcast %x dims = [] : tensor<f32> -> tensor<1x2x1x1xf32>
  %p = sinter.matmul %a, %y {transpose_rhs} : tensor<1x2x1x1xf32>, tensor<1x1xf32> -> tensor<1x2x1x1xf32>
  %b = sinter.broadcast %v dims = [0, 1, 2] : tensor<1x1x7xf32> -> tensor<4x1x7xf32>
  %q = sinter.matmul %b, %z : tensor<4x1x7xf32>, tensor<7x3xf32> -> tensor<4x1x3xf32>
  return %p, %q : tensor<1x2x1x1xf32>, tensor<4x1x3xf32>
})"},
    {"product_of_products", R"(
func.func @main(%x: tensor<5x7xf32>, %y: tensor<7x9xf32>, %z: tensor<9x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %p = sinter.matmul %x, %y : tensor<5x7xf32>, tensor<7x9xf32> -> tensor<5x9xf32>
  %q = sinter.matmul %p, %z : tensor<5x9xf32>, tensor<9x5xf32> -> tensor<5x5xf32>
  %r = sinter.matmul %q, %q : tensor<5x5xf32>, tensor<5x5xf32> -> tensor<5x5xf32>
  return %q, %r : tensor<5x5xf32>, tensor<5x5xf32>
})"},
    {"siblings_of_one_input", R"(
func.func @main(%x: tensor<5x16xbf16>) -> (tensor<5x8xbf16>, tensor<5x12xbf16>) {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<16x8xbf16>
  %v = sinter.parameter "v" {source = #sinter.generated<tensor = "v", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<16x12xbf16>
  %b = sinter.parameter "b" {source = #sinter.generated<tensor = "b", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<8xbf16>
  %p = sinter.matmul %x, %w : tensor<5x16xbf16>, tensor<16x8xbf16> -> tensor<5x8xbf16>
  %bb = sinter.broadcast %b dims = [1] : tensor<8xbf16> -> tensor<5x8xbf16>
  %s = sinter.add %p, %bb : tensor<5x8xbf16>
  %q = sinter.matmul %x, %v : tensor<5x16xbf16>, tensor<16x12xbf16> -> tensor<5x12xbf16>
  return %s, %q : tensor<5x8xbf16>, tensor<5x12xbf16>
})"},
    {"computed_weights", R"(
func.func @main(%x: tensor<3x8xf32>) -> tensor<3x6xf32> {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<6x8xf32>
  %t = sinter.transpose %w permutation = [1, 0] : tensor<6x8xf32> -> tensor<8x6xf32>
  %c = sinter.constant dense<2.0> : tensor<8x6xf32>
  %s = sinter.mul %t, %c : tensor<8x6xf32>
  %p = sinter.matmul %x, %s : tensor<3x8xf32>, tensor<8x6xf32> -> tensor<3x6xf32>
  return %p : tensor<3x6xf32>
})"},
    {"norm_then_product", R"(
func.func @main(%x: tensor<5x33xbf16>, %g: tensor<33xbf16>, %w: tensor<33x7xbf16>) -> tensor<5x7xbf16> {
  %n = sinter.rms_norm %x scale(%g : tensor<33xbf16>) axis = 1 epsilon = 1.0e-6 : tensor<5x33xbf16>
  %p = sinter.matmul %n, %w : tensor<5x33xbf16>, tensor<33x7xbf16> -> tensor<5x7xbf16>
  return %p : tensor<5x7xbf16>
})"},
};

// Heads of packed queries, keys and values; B is the batch.
constexpr char attention[] = R"(
func.func @main(%x: tensor<Bx9x24xf32>, %m: tensor<Bx9xf32>) -> tensor<Bx9x24xf32> {
  %w = sinter.parameter "qkv" {source = #sinter.generated<tensor = "qkv", mean = 0.0, std = 0.2, min = -1.0, max = 1.0>} : tensor<24x72xf32>
  %b = sinter.parameter "qkv.bias" {source = #sinter.generated<tensor = "qkv.bias", mean = 0.0, std = 0.2, min = -1.0, max = 1.0>} : tensor<72xf32>
  %o = sinter.parameter "out" {source = #sinter.generated<tensor = "out", mean = 0.0, std = 0.2, min = -1.0, max = 1.0>} : tensor<24x24xf32>
  %p = sinter.matmul %x, %w : tensor<Bx9x24xf32>, tensor<24x72xf32> -> tensor<Bx9x72xf32>
  %bb = sinter.broadcast %b dims = [2] : tensor<72xf32> -> tensor<Bx9x72xf32>
  %qkv = sinter.add %p, %bb : tensor<Bx9x72xf32>
  %q0 = sinter.slice %qkv starts = [0, 0, 0] steps = [1, 1, 1] : tensor<Bx9x72xf32> -> tensor<Bx9x24xf32>
  %k0 = sinter.slice %qkv starts = [0, 0, 24] steps = [1, 1, 1] : tensor<Bx9x72xf32> -> tensor<Bx9x24xf32>
  %v0 = sinter.slice %qkv starts = [0, 0, 48] steps = [1, 1, 1] : tensor<Bx9x72xf32> -> tensor<Bx9x24xf32>
  %q1 = sinter.reshape %q0 : tensor<Bx9x24xf32> -> tensor<Bx9x3x8xf32>
  %k1 = sinter.reshape %k0 : tensor<Bx9x24xf32> -> tensor<Bx9x3x8xf32>
  %v1 = sinter.reshape %v0 : tensor<Bx9x24xf32> -> tensor<Bx9x3x8xf32>
  %q = sinter.transpose %q1 permutation = [0, 2, 1, 3] : tensor<Bx9x3x8xf32> -> tensor<Bx3x9x8xf32>
  %k = sinter.transpose %k1 permutation = [0, 2, 3, 1] : tensor<Bx9x3x8xf32> -> tensor<Bx3x8x9xf32>
  %v = sinter.transpose %v1 permutation = [0, 2, 1, 3] : tensor<Bx9x3x8xf32> -> tensor<Bx3x9x8xf32>
  %s = sinter.matmul %q, %k : tensor<Bx3x9x8xf32>, tensor<Bx3x8x9xf32> -> tensor<Bx3x9x9xf32>
  %c = sinter.constant dense<0.35355339> : tensor<f32>
  %cb = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<Bx3x9x9xf32>
  %t = sinter.mul %s, %cb : tensor<Bx3x9x9xf32>
  %mb = sinter.broadcast %m dims = [0, 3] : tensor<Bx9xf32> -> tensor<Bx3x9x9xf32>
  %u = sinter.add %t, %mb : tensor<Bx3x9x9xf32>
  %a = sinter.softmax %u axis = 3 : tensor<Bx3x9x9xf32>
  %y = sinter.matmul %a, %v : tensor<Bx3x9x9xf32>, tensor<Bx3x9x8xf32> -> tensor<Bx3x9x8xf32>
  %y1 = sinter.transpose %y permutation = [0, 2, 1, 3] : tensor<Bx3x9x8xf32> -> tensor<Bx9x3x8xf32>
  %y2 = sinter.reshape %y1 : tensor<Bx9x3x8xf32> -> tensor<Bx9x24xf32>
  %z = sinter.matmul %y2, %o : tensor<Bx9x24xf32>, tensor<24x24xf32> -> tensor<Bx9x24xf32>
  %r = sinter.add %z, %x : tensor<Bx9x24xf32>
  return %r : tensor<Bx9x24xf32>
})";

constexpr char dynamicLinear[] = R"(
func.func @main(%x: tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>>, %w: tensor<8x5xf32>, %b: tensor<5xf32>) -> tensor<?x?x?xf32, #sinter.dims<batch, tokens, tokens>> {
  %p = sinter.matmul %x, %w : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>>, tensor<8x5xf32> -> tensor<?x?x5xf32, #sinter.dims<batch, tokens, 5>>
  %bb = sinter.broadcast %b dims = [2] : tensor<5xf32> -> tensor<?x?x5xf32, #sinter.dims<batch, tokens, 5>>
  %q = sinter.add %p, %bb : tensor<?x?x5xf32, #sinter.dims<batch, tokens, 5>>
  %s = sinter.matmul %q, %q {transpose_rhs} : tensor<?x?x5xf32, #sinter.dims<batch, tokens, 5>>, tensor<?x?x5xf32, #sinter.dims<batch, tokens, 5>> -> tensor<?x?x?xf32, #sinter.dims<batch, tokens, tokens>>
  %y = sinter.softmax %s axis = 2 : tensor<?x?x?xf32, #sinter.dims<batch, tokens, tokens>>
  return %y : tensor<?x?x?xf32, #sinter.dims<batch, tokens, tokens>>
})";

/// Graphs whose products are skinny: as kernels they take along what is before and after them.
constexpr Entry skinnyGraphs[] = {
    {"bias_gelu", R"(
func.func @main(%x: tensor<1x296xbf16>, %w: tensor<150x296xbf16>, %b: tensor<150xbf16>) -> tensor<1x150xbf16> {
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<1x296xbf16>, tensor<150x296xbf16> -> tensor<1x150xbf16>
  %bb = sinter.broadcast %b dims = [1] : tensor<150xbf16> -> tensor<1x150xbf16>
  %s = sinter.add %p, %bb : tensor<1x150xbf16>
  %y = sinter.gelu erf %s : tensor<1x150xbf16>
  return %y : tensor<1x150xbf16>
})"},
    {"residual", R"(
func.func @main(%x: tensor<4x512xf16>, %w: tensor<272x512xf16>, %r: tensor<4x272xf16>) -> tensor<4x272xf16> {
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<4x512xf16>, tensor<272x512xf16> -> tensor<4x272xf16>
  %y = sinter.add %p, %r : tensor<4x272xf16>
  return %y : tensor<4x272xf16>
})"},
    {"swiglu", R"(
func.func @main(%x: tensor<2x3x296xbf16>, %g: tensor<150x296xbf16>, %u: tensor<150x296xbf16>) -> tensor<2x3x150xbf16> {
  %p = sinter.matmul %x, %g {transpose_rhs} : tensor<2x3x296xbf16>, tensor<150x296xbf16> -> tensor<2x3x150xbf16>
  %q = sinter.matmul %x, %u {transpose_rhs} : tensor<2x3x296xbf16>, tensor<150x296xbf16> -> tensor<2x3x150xbf16>
  %s = sinter.silu %p : tensor<2x3x150xbf16>
  %y = sinter.mul %s, %q : tensor<2x3x150xbf16>
  return %y : tensor<2x3x150xbf16>
})"},
    {"norm_before", R"(
func.func @main(%x: tensor<2x264xf32>, %w: tensor<150x264xf32>) -> tensor<2x150xf32> {
  %n = sinter.rms_norm %x axis = 1 epsilon = 1.0e-6 : tensor<2x264xf32>
  %y = sinter.matmul %n, %w {transpose_rhs} : tensor<2x264xf32>, tensor<150x264xf32> -> tensor<2x150xf32>
  return %y : tensor<2x150xf32>
})"},
    {"weights_of_i8", R"(
func.func @main(%x: tensor<3x512xbf16>, %w: tensor<160x512xi8>, %scale: tensor<160xf32>) -> tensor<3x160xbf16> {
  %f = sinter.cast %w : tensor<160x512xi8> -> tensor<160x512xf32>
  %s = sinter.broadcast %scale dims = [0] : tensor<160xf32> -> tensor<160x512xf32>
  %d = sinter.mul %f, %s : tensor<160x512xf32>
  %b = sinter.cast %d : tensor<160x512xf32> -> tensor<160x512xbf16>
  %y = sinter.matmul %x, %b {transpose_rhs} : tensor<3x512xbf16>, tensor<160x512xbf16> -> tensor<3x160xbf16>
  return %y : tensor<3x160xbf16>
})"},
    {"argmax_after", R"(
func.func @main(%x: tensor<2x264xf32>, %w: tensor<150x264xf32>) -> (tensor<2xi64>, tensor<2x150xf32>) {
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<2x264xf32>, tensor<150x264xf32> -> tensor<2x150xf32>
  %y = sinter.argmax %p axes = [1] : tensor<2x150xf32> -> tensor<2xi64>
  return %y, %p : tensor<2xi64>, tensor<2x150xf32>
})"},
    {"at_most_four_rows", R"(
func.func @main(%x: tensor<?x264xf32, #sinter.dims<m, 264>>, %w: tensor<150x264xf32>) -> tensor<?x150xf32, #sinter.dims<m, 150>> attributes {sinter.symbols = {m = #sinter.range<0, 4, 1>}} {
  %y = sinter.matmul %x, %w {transpose_rhs} : tensor<?x264xf32, #sinter.dims<m, 264>>, tensor<150x264xf32> -> tensor<?x150xf32, #sinter.dims<m, 150>>
  return %y : tensor<?x150xf32, #sinter.dims<m, 150>>
})"},
};

/// Products of one left side by weights: a library has one for all, kernels a launch.
constexpr Entry leftSides[] = {
    {"queries_keys_values", R"(
func.func @main(%x: tensor<2x9x24xf32>) -> tensor<2x9x24xf32> {
  %wq = sinter.parameter "wq" {source = #sinter.generated<tensor = "wq", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<24x24xf32>
  %wk = sinter.parameter "wk" {source = #sinter.generated<tensor = "wk", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<8x24xf32>
  %wv = sinter.parameter "wv" {source = #sinter.generated<tensor = "wv", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<24x8xf32>
  %bq = sinter.parameter "bq" {source = #sinter.generated<tensor = "bq", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<24xf32>
  %bv = sinter.parameter "bv" {source = #sinter.generated<tensor = "bv", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<8xf32>
  %p0 = sinter.matmul %x, %wq : tensor<2x9x24xf32>, tensor<24x24xf32> -> tensor<2x9x24xf32>
  %bqs = sinter.broadcast %bq dims = [2] : tensor<24xf32> -> tensor<2x9x24xf32>
  %q0 = sinter.add %p0, %bqs : tensor<2x9x24xf32>
  %k0 = sinter.matmul %x, %wk {transpose_rhs} : tensor<2x9x24xf32>, tensor<8x24xf32> -> tensor<2x9x8xf32>
  %p1 = sinter.matmul %x, %wv : tensor<2x9x24xf32>, tensor<24x8xf32> -> tensor<2x9x8xf32>
  %bvs = sinter.broadcast %bv dims = [2] : tensor<8xf32> -> tensor<2x9x8xf32>
  %v0 = sinter.add %p1, %bvs : tensor<2x9x8xf32>
  %q1 = sinter.reshape %q0 : tensor<2x9x24xf32> -> tensor<2x9x3x8xf32>
  %q = sinter.transpose %q1 permutation = [0, 2, 1, 3] : tensor<2x9x3x8xf32> -> tensor<2x3x9x8xf32>
  %k = sinter.broadcast %k0 dims = [0, 2, 3] : tensor<2x9x8xf32> -> tensor<2x3x9x8xf32>
  %v = sinter.broadcast %v0 dims = [0, 2, 3] : tensor<2x9x8xf32> -> tensor<2x3x9x8xf32>
  %s = sinter.matmul %q, %k {transpose_rhs} : tensor<2x3x9x8xf32>, tensor<2x3x9x8xf32> -> tensor<2x3x9x9xf32>
  %a = sinter.softmax %s axis = 3 : tensor<2x3x9x9xf32>
  %y = sinter.matmul %a, %v : tensor<2x3x9x9xf32>, tensor<2x3x9x8xf32> -> tensor<2x3x9x8xf32>
  %y1 = sinter.transpose %y permutation = [0, 2, 1, 3] : tensor<2x3x9x8xf32> -> tensor<2x9x3x8xf32>
  %y2 = sinter.reshape %y1 : tensor<2x9x3x8xf32> -> tensor<2x9x24xf32>
  return %y2 : tensor<2x9x24xf32>
})"},
    {"gate_and_up", R"(
func.func @main(%x: tensor<?x40xbf16, #sinter.dims<n, 40>>) -> tensor<?x40xbf16, #sinter.dims<n, 40>> {
  %g = sinter.parameter "g" {source = #sinter.generated<tensor = "g", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<24x40xbf16>
  %u = sinter.parameter "u" {source = #sinter.generated<tensor = "u", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<24x40xbf16>
  %d = sinter.parameter "d" {source = #sinter.generated<tensor = "d", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<40x24xbf16>
  %p = sinter.matmul %x, %g {transpose_rhs} : tensor<?x40xbf16, #sinter.dims<n, 40>>, tensor<24x40xbf16> -> tensor<?x24xbf16, #sinter.dims<n, 24>>
  %q = sinter.matmul %x, %u {transpose_rhs} : tensor<?x40xbf16, #sinter.dims<n, 40>>, tensor<24x40xbf16> -> tensor<?x24xbf16, #sinter.dims<n, 24>>
  %s = sinter.silu %p : tensor<?x24xbf16, #sinter.dims<n, 24>>
  %h = sinter.mul %s, %q : tensor<?x24xbf16, #sinter.dims<n, 24>>
  %y = sinter.matmul %h, %d {transpose_rhs} : tensor<?x24xbf16, #sinter.dims<n, 24>>, tensor<40x24xbf16> -> tensor<?x40xbf16, #sinter.dims<n, 40>>
  return %y : tensor<?x40xbf16, #sinter.dims<n, 40>>
})"},
    {"results_of_all_shapes", R"(
func.func @main(%x: tensor<20x5xf16>) -> (tensor<5x7xf16>, tensor<5x16xf16>, tensor<3x5xf16>, tensor<10xf16>) {
  %w0 = sinter.parameter "w0" {source = #sinter.generated<tensor = "w0", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<20x7xf16>
  %w1 = sinter.parameter "w1" {source = #sinter.generated<tensor = "w1", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<16x20xf16>
  %w2 = sinter.parameter "w2" {source = #sinter.generated<tensor = "w2", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<20x3xf16>
  %w3 = sinter.parameter "w3" {source = #sinter.generated<tensor = "w3", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<20x2xf16>
  %b1 = sinter.parameter "b1" {source = #sinter.generated<tensor = "b1", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<16xf16>
  %p0 = sinter.matmul %x, %w0 {transpose_lhs} : tensor<20x5xf16>, tensor<20x7xf16> -> tensor<5x7xf16>
  %y0 = sinter.relu %p0 : tensor<5x7xf16>
  %p1 = sinter.matmul %x, %w1 {transpose_lhs, transpose_rhs} : tensor<20x5xf16>, tensor<16x20xf16> -> tensor<5x16xf16>
  %c1 = sinter.broadcast %b1 dims = [1] : tensor<16xf16> -> tensor<5x16xf16>
  %a1 = sinter.add %p1, %c1 : tensor<5x16xf16>
  %y1 = sinter.relu %a1 : tensor<5x16xf16>
  %p2 = sinter.matmul %x, %w2 {transpose_lhs} : tensor<20x5xf16>, tensor<20x3xf16> -> tensor<5x3xf16>
  %r2 = sinter.relu %p2 : tensor<5x3xf16>
  %y2 = sinter.transpose %r2 permutation = [1, 0] : tensor<5x3xf16> -> tensor<3x5xf16>
  %p3 = sinter.matmul %x, %w3 {transpose_lhs} : tensor<20x5xf16>, tensor<20x2xf16> -> tensor<5x2xf16>
  %r3 = sinter.relu %p3 : tensor<5x2xf16>
  %y3 = sinter.reshape %r3 : tensor<5x2xf16> -> tensor<10xf16>
  return %y0, %y1, %y2, %y3 : tensor<5x7xf16>, tensor<5x16xf16>, tensor<3x5xf16>, tensor<10xf16>
})"},
    {"batches", R"(
func.func @main(%x: tensor<3x4x8xf64>) -> (tensor<3x4x6xf64>, tensor<3x4x5xf64>) {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<3x8x6xf64>
  %v = sinter.parameter "v" {source = #sinter.generated<tensor = "v", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<3x5x8xf64>
  %p = sinter.matmul %x, %w : tensor<3x4x8xf64>, tensor<3x8x6xf64> -> tensor<3x4x6xf64>
  %q = sinter.matmul %x, %v {transpose_rhs} : tensor<3x4x8xf64>, tensor<3x5x8xf64> -> tensor<3x4x5xf64>
  %y = sinter.exp %p : tensor<3x4x6xf64>
  %z = sinter.exp %q : tensor<3x4x5xf64>
  return %y, %z : tensor<3x4x6xf64>, tensor<3x4x5xf64>
})"},
    {"parts", R"(
func.func @main(%x: tensor<20x768xf32>) -> (tensor<20x40xf32>, tensor<20x24xf32>) {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<768x40xf32>
  %v = sinter.parameter "v" {source = #sinter.generated<tensor = "v", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<768x24xf32>
  %p = sinter.matmul %x, %w : tensor<20x768xf32>, tensor<768x40xf32> -> tensor<20x40xf32>
  %q = sinter.matmul %x, %v : tensor<20x768xf32>, tensor<768x24xf32> -> tensor<20x24xf32>
  %y = sinter.tanh %p : tensor<20x40xf32>
  %z = sinter.tanh %q : tensor<20x24xf32>
  return %y, %z : tensor<20x40xf32>, tensor<20x24xf32>
})"},
    {"turned_weights", R"(
func.func @main(%x: tensor<2x264xbf16>) -> (tensor<2x300xbf16>, tensor<2x136xbf16>) {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<264x300xbf16>
  %v = sinter.parameter "v" {source = #sinter.generated<tensor = "v", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<264x136xbf16>
  %b = sinter.parameter "b" {source = #sinter.generated<tensor = "b", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<136xbf16>
  %p = sinter.matmul %x, %w : tensor<2x264xbf16>, tensor<264x300xbf16> -> tensor<2x300xbf16>
  %q = sinter.matmul %x, %v : tensor<2x264xbf16>, tensor<264x136xbf16> -> tensor<2x136xbf16>
  %bb = sinter.broadcast %b dims = [1] : tensor<136xbf16> -> tensor<2x136xbf16>
  %z = sinter.add %q, %bb : tensor<2x136xbf16>
  return %p, %z : tensor<2x300xbf16>, tensor<2x136xbf16>
})"},
};

std::string withBatch(std::string text, int64_t batch) {
  for (size_t at = 0; (at = text.find("<Bx", at)) != std::string::npos;)
    text.replace(at + 1, 1, std::to_string(batch));
  return text;
}

} // namespace

void addLinearCases(Cases &cases) {
  auto add = [&](std::string name, std::string text, std::vector<SymbolValues> sizes = {{}}) {
    cases.push_back({.suite = "Products", .name = std::move(name), .text = std::move(text), .sizes = std::move(sizes), .units = 64});
  };
  for (bool lhs : {false, true})
    for (bool rhs : {false, true})
      for (const char *type : {"f32", "bf16", "i32", "f8E4M3FN", "f8E5M2"}) {
        std::string label = std::string(lhs ? "t" : "n") + (rhs ? "t" : "n") + "_" + type;
        add("plain_" + label, matmulText({}, false, 5, 9, 33, lhs, rhs, type));
        add("batched_" + label, matmulText({3}, true, 5, 9, 7, lhs, rhs, type));
        add("batch_by_matrix_" + label, matmulText({2, 3}, false, 5, 9, 7, lhs, rhs, type));
      }
  add("two_batches", matmulText({2, 3}, true, 5, 4, 7, false, false, "f16"));
  add("one_row", matmulText({}, false, 1, 65, 129, false, false, "f32"));
  add("one_of_each", matmulText({1}, true, 1, 1, 1, false, false, "f32"));
  add("no_rows", matmulText({}, false, 0, 5, 3, false, false, "f32"));
  add("nothing_to_fold", matmulText({}, false, 3, 5, 0, false, false, "f32"));
  add("no_batch", matmulText({0}, true, 3, 5, 2, false, false, "f32"));
  add("f64", matmulText({}, false, 3, 5, 7, false, true, "f64"));
  add("i64", matmulText({}, false, 3, 5, 7, false, true, "i64"));
  for (const Entry &entry : graphs)
    add(entry.name, entry.text);
  for (int64_t batch : {1, 3})
    add("attention_batch" + std::to_string(batch), withBatch(attention, batch));
  for (const Entry &entry : leftSides)
    add("left_side_" + std::string(entry.name), entry.text, std::string(entry.name) == "gate_and_up" ? std::vector<SymbolValues>{{{"n", 4}}, {{"n", 1}}, {{"n", 33}}, {{"n", 0}}} : std::vector<SymbolValues>{{}});
  add("dynamic", dynamicLinear, {{{"batch", 2}, {"tokens", 9}}, {{"batch", 1}, {"tokens", 1}}, {{"batch", 3}, {"tokens", 33}}, {{"batch", 2}, {"tokens", 0}}});
}

void addSkinnyCases(Cases &cases) {
  auto add = [&](std::string name, std::string text, std::vector<SymbolValues> sizes = {{}}) {
    cases.push_back({.suite = "SkinnyProducts", .name = std::move(name), .text = std::move(text), .sizes = std::move(sizes), .units = 64});
  };
  for (int64_t rows : {1, 2, 4, 7, 16})
    for (bool rhs : {false, true}) {
      std::string label = std::to_string(rows) + (rhs ? "_nt" : "_nn");
      add("rows_" + label + "_bf16", matmulText({}, false, rows, 272, 512, false, rhs, "bf16"));
      add("rows_" + label + "_odd_f16", matmulText({}, false, rows, 137, 273, false, rhs, "f16"));
      add("columns_" + label + "_f32", matmulText({}, false, 140, rows, 300, rhs, false, "f32"));
    }
  add("batches", matmulText({3}, true, 2, 150, 296, false, true, "bf16"));
  add("one_row_of_batches", matmulText({2, 1}, false, 1, 150, 296, false, false, "bf16"));
  for (const Entry &entry : skinnyGraphs)
    add(entry.name, entry.text, std::string(entry.name) == "at_most_four_rows" ? std::vector<SymbolValues>{{{"m", 4}}, {{"m", 1}}, {{"m", 0}}} : std::vector<SymbolValues>{{}});
}

} // namespace sinter::test
