// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move elements: alone, in chains, and between elementwise producers and consumers.

#include "compiler/Reference/Elements.h"
#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

namespace sinter::test {
namespace {

/// Operators are written once, on f32; other element types replace it.
struct Entry {
  const char *name;
  const char *text;
};

constexpr Entry anyType[] = {
    {"broadcast", R"(
func.func @main(%x: tensor<5x1x7xT>) -> tensor<3x5x9x7xT> {
  %y = sinter.broadcast %x dims = [1, 2, 3] : tensor<5x1x7xT> -> tensor<3x5x9x7xT>
  return %y : tensor<3x5x9x7xT>
})"},
    {"broadcast_scalar", R"(
func.func @main(%x: tensor<T>) -> tensor<33x5xT> {
  %y = sinter.broadcast %x dims = [] : tensor<T> -> tensor<33x5xT>
  return %y : tensor<33x5xT>
})"},
    {"reshape_split_and_join", R"(
func.func @main(%x: tensor<6x35xT>) -> (tensor<2x3x5x7xT>, tensor<210xT>, tensor<21x10xT>) {
  %a = sinter.reshape %x : tensor<6x35xT> -> tensor<2x3x5x7xT>
  %b = sinter.reshape %x : tensor<6x35xT> -> tensor<210xT>
  %c = sinter.reshape %x : tensor<6x35xT> -> tensor<21x10xT>
  return %a, %b, %c : tensor<2x3x5x7xT>, tensor<210xT>, tensor<21x10xT>
})"},
    {"transpose_2d", R"(
func.func @main(%x: tensor<33x65xT>) -> tensor<65x33xT> {
  %y = sinter.transpose %x permutation = [1, 0] : tensor<33x65xT> -> tensor<65x33xT>
  return %y : tensor<65x33xT>
})"},
    {"transpose_4d", R"(
func.func @main(%x: tensor<3x5x7x9xT>) -> (tensor<3x7x5x9xT>, tensor<9x7x5x3xT>) {
  %y = sinter.transpose %x permutation = [0, 2, 1, 3] : tensor<3x5x7x9xT> -> tensor<3x7x5x9xT>
  %z = sinter.transpose %x permutation = [3, 2, 1, 0] : tensor<3x5x7x9xT> -> tensor<9x7x5x3xT>
  return %y, %z : tensor<3x7x5x9xT>, tensor<9x7x5x3xT>
})"},
    {"transpose_reshape_transpose", R"(
func.func @main(%x: tensor<4x6x5xT>) -> tensor<5x12x2xT> {
  %a = sinter.transpose %x permutation = [1, 0, 2] : tensor<4x6x5xT> -> tensor<6x4x5xT>
  %b = sinter.reshape %a : tensor<6x4x5xT> -> tensor<12x2x5xT>
  %y = sinter.transpose %b permutation = [2, 0, 1] : tensor<12x2x5xT> -> tensor<5x12x2xT>
  return %y : tensor<5x12x2xT>
})"},
    {"slice", R"(
func.func @main(%x: tensor<9x33xT>) -> (tensor<3x16xT>, tensor<9x33xT>, tensor<4x11xT>, tensor<0x33xT>) {
  %a = sinter.slice %x starts = [2, 1] steps = [2, 2] : tensor<9x33xT> -> tensor<3x16xT>
  %b = sinter.slice %x starts = [8, 32] steps = [-1, -1] : tensor<9x33xT> -> tensor<9x33xT>
  %c = sinter.slice %x starts = [7, 0] steps = [-2, 3] : tensor<9x33xT> -> tensor<4x11xT>
  %d = sinter.slice %x starts = [4, 0] steps = [1, 1] : tensor<9x33xT> -> tensor<0x33xT>
  return %a, %b, %c, %d : tensor<3x16xT>, tensor<9x33xT>, tensor<4x11xT>, tensor<0x33xT>
})"},
    {"slice_of_odd_columns", R"(
func.func @main(%x: tensor<7x67xT>) -> tensor<7x64xT> {
  %a = sinter.slice %x starts = [0, 3] steps = [1, 1] : tensor<7x67xT> -> tensor<7x64xT>
  return %a : tensor<7x64xT>
})"},
    {"concat", R"(
func.func @main(%x: tensor<3x5xT>, %y: tensor<3x8xT>, %z: tensor<3x1xT>) -> (tensor<3x14xT>, tensor<6x5xT>) {
  %a = sinter.concat %x, %y, %z axis = 1 : tensor<3x5xT>, tensor<3x8xT>, tensor<3x1xT> -> tensor<3x14xT>
  %b = sinter.concat %x, %x axis = 0 : tensor<3x5xT>, tensor<3x5xT> -> tensor<6x5xT>
  return %a, %b : tensor<3x14xT>, tensor<6x5xT>
})"},
    {"concat_with_empty", R"(
func.func @main(%x: tensor<0x5xT>, %y: tensor<4x5xT>) -> (tensor<4x5xT>, tensor<4x5xT>, tensor<0x5xT>) {
  %a = sinter.concat %x, %y axis = 0 : tensor<0x5xT>, tensor<4x5xT> -> tensor<4x5xT>
  %b = sinter.concat %y, %x axis = 0 : tensor<4x5xT>, tensor<0x5xT> -> tensor<4x5xT>
  %c = sinter.concat %x, %x axis = 0 : tensor<0x5xT>, tensor<0x5xT> -> tensor<0x5xT>
  return %a, %b, %c : tensor<4x5xT>, tensor<4x5xT>, tensor<0x5xT>
})"},
    {"split", R"(
func.func @main(%x: tensor<4x9xT>) -> (tensor<4x3xT>, tensor<4x5xT>, tensor<4x1xT>) {
  %a, %b, %c = sinter.split %x axis = 1 : tensor<4x9xT> -> tensor<4x3xT>, tensor<4x5xT>, tensor<4x1xT>
  return %a, %b, %c : tensor<4x3xT>, tensor<4x5xT>, tensor<4x1xT>
})"},
    {"gather", R"(
func.func @main(%x: tensor<11x7xT>, %i: tensor<2x13xi64>, %j: tensor<5xi32>) -> (tensor<2x13x7xT>, tensor<11x5xT>) {
  %a = sinter.gather %x, %i axis = 0 : tensor<11x7xT>, tensor<2x13xi64> -> tensor<2x13x7xT>
  %b = sinter.gather %x, %j axis = 1 : tensor<11x7xT>, tensor<5xi32> -> tensor<11x5xT>
  return %a, %b : tensor<2x13x7xT>, tensor<11x5xT>
})"},
    {"update_slice", R"(
func.func @main(%x: tensor<11x7xT>, %u: tensor<4x7xT>, %v: tensor<11x3xT>, %i: tensor<i64>, %j: tensor<11xi32>) -> (tensor<11x7xT>, tensor<11x7xT>, tensor<11x7xT>) {
  %a = sinter.update_slice %x, %u at %i axis = 0 : tensor<11x7xT>, tensor<4x7xT>, tensor<i64>
  %b = sinter.update_slice %a, %v at %j axis = 1 : tensor<11x7xT>, tensor<11x3xT>, tensor<11xi32>
  %c = sinter.update_slice %b, %x at %i axis = 0 : tensor<11x7xT>, tensor<11x7xT>, tensor<i64>
  return %a, %b, %c : tensor<11x7xT>, tensor<11x7xT>, tensor<11x7xT>
})"},
    {"gather_by_scalar", R"(
func.func @main(%x: tensor<11x7xT>, %i: tensor<i64>) -> tensor<7xT> {
  %a = sinter.gather %x, %i axis = 0 : tensor<11x7xT>, tensor<i64> -> tensor<7xT>
  return %a : tensor<7xT>
})"},
    {"scalars", R"(
func.func @main(%x: tensor<T>) -> (tensor<1x1xT>, tensor<2xT>) {
  %a = sinter.reshape %x : tensor<T> -> tensor<1x1xT>
  %b = sinter.reshape %x : tensor<T> -> tensor<1xT>
  %c = sinter.concat %b, %b axis = 0 : tensor<1xT>, tensor<1xT> -> tensor<2xT>
  return %a, %c : tensor<1x1xT>, tensor<2xT>
})"},
};

constexpr Entry mixed[] = {
    {"iota", R"(
func.func @main() -> (tensor<5x7xi64>, tensor<5x7xi32>, tensor<5x7xf32>, tensor<5x300xbf16>) {
  %a = sinter.iota axis = 0 : tensor<5x7xi64>
  %b = sinter.iota axis = 1 : tensor<5x7xi32>
  %c = sinter.iota axis = 1 : tensor<5x7xf32>
  %d = sinter.iota axis = 1 : tensor<5x300xbf16>
  return %a, %b, %c, %d : tensor<5x7xi64>, tensor<5x7xi32>, tensor<5x7xf32>, tensor<5x300xbf16>
})"},
    {"gather_of_sum_by_sum", R"(
func.func @main(%x: tensor<11x33xf32>, %i: tensor<9xi64>) -> tensor<9x33xf32> {
  %x2 = sinter.add %x, %x : tensor<11x33xf32>
  %i2 = sinter.add %i, %i : tensor<9xi64>
  %g = sinter.gather %x2, %i2 axis = 0 : tensor<11x33xf32>, tensor<9xi64> -> tensor<9x33xf32>
  %y = sinter.tanh %g : tensor<9x33xf32>
  return %y : tensor<9x33xf32>
})"},
    {"causal_mask", R"(
func.func @main(%x: tensor<2x9x9xf32>) -> tensor<2x9x9xf32> {
  %q = sinter.iota axis = 0 : tensor<9x9xi64>
  %k = sinter.iota axis = 1 : tensor<9x9xi64>
  %c = sinter.compare le %k, %q : tensor<9x9xi64>
  %cb = sinter.broadcast %c dims = [1, 2] : tensor<9x9xi1> -> tensor<2x9x9xi1>
  %n = sinter.constant dense<0xFF800000> : tensor<f32>
  %nb = sinter.broadcast %n dims = [] : tensor<f32> -> tensor<2x9x9xf32>
  %s = sinter.select %cb, %x, %nb : tensor<2x9x9xi1>, tensor<2x9x9xf32>
  %y = sinter.softmax %s axis = 2 : tensor<2x9x9xf32>
  return %y : tensor<2x9x9xf32>
})"},
    {"rope", R"(
func.func @main(%x: tensor<3x5x16xbf16>, %cos: tensor<5x16xbf16>, %sin: tensor<5x16xbf16>) -> tensor<3x5x16xbf16> {
  %a, %b = sinter.split %x axis = 2 : tensor<3x5x16xbf16> -> tensor<3x5x8xbf16>, tensor<3x5x8xbf16>
  %n = sinter.neg %b : tensor<3x5x8xbf16>
  %r = sinter.concat %n, %a axis = 2 : tensor<3x5x8xbf16>, tensor<3x5x8xbf16> -> tensor<3x5x16xbf16>
  %cb = sinter.broadcast %cos dims = [1, 2] : tensor<5x16xbf16> -> tensor<3x5x16xbf16>
  %sb = sinter.broadcast %sin dims = [1, 2] : tensor<5x16xbf16> -> tensor<3x5x16xbf16>
  %p = sinter.mul %x, %cb : tensor<3x5x16xbf16>
  %q = sinter.mul %r, %sb : tensor<3x5x16xbf16>
  %y = sinter.add %p, %q : tensor<3x5x16xbf16>
  return %y : tensor<3x5x16xbf16>
})"},
    {"concat_of_different_producers", R"(
func.func @main(%x: tensor<4x7xf16>, %y: tensor<4x3xf16>, %b: tensor<10xf16>) -> tensor<10x4xf16> {
  %e = sinter.exp %x : tensor<4x7xf16>
  %n = sinter.neg %y : tensor<4x3xf16>
  %c = sinter.concat %e, %n axis = 1 : tensor<4x7xf16>, tensor<4x3xf16> -> tensor<4x10xf16>
  %bb = sinter.broadcast %b dims = [1] : tensor<10xf16> -> tensor<4x10xf16>
  %s = sinter.add %c, %bb : tensor<4x10xf16>
  %t = sinter.transpose %s permutation = [1, 0] : tensor<4x10xf16> -> tensor<10x4xf16>
  return %t : tensor<10x4xf16>
})"},
    {"slices_of_one_value", R"(
func.func @main(%x: tensor<5x12xf32>) -> (tensor<5x6xf32>, tensor<5x12xf32>) {
  %e = sinter.exp %x : tensor<5x12xf32>
  %a = sinter.slice %e starts = [0, 0] steps = [1, 2] : tensor<5x12xf32> -> tensor<5x6xf32>
  %b = sinter.slice %e starts = [0, 11] steps = [1, -2] : tensor<5x12xf32> -> tensor<5x6xf32>
  %y = sinter.mul %a, %b : tensor<5x6xf32>
  return %y, %e : tensor<5x6xf32>, tensor<5x12xf32>
})"},
    {"swiglu", R"(
func.func @main(%x: tensor<3x66xbf16>) -> tensor<3x33xbf16> {
  %g, %u = sinter.split %x axis = 1 : tensor<3x66xbf16> -> tensor<3x33xbf16>, tensor<3x33xbf16>
  %s = sinter.silu %g : tensor<3x33xbf16>
  %y = sinter.mul %s, %u : tensor<3x33xbf16>
  return %y : tensor<3x33xbf16>
})"},
    {"one_hot", R"(
func.func @main(%i: tensor<7xi64>) -> tensor<7x20xf32> {
  %b = sinter.broadcast %i dims = [0] : tensor<7xi64> -> tensor<7x20xi64>
  %k = sinter.iota axis = 1 : tensor<7x20xi64>
  %c = sinter.compare eq %b, %k : tensor<7x20xi64>
  %y = sinter.cast %c : tensor<7x20xi1> -> tensor<7x20xf32>
  return %y : tensor<7x20xf32>
})"},
    {"pointwise_over_views", R"(
func.func @main(%x: tensor<6x10xf32>, %y: tensor<10x6xf32>) -> tensor<60xf32> {
  %t = sinter.transpose %y permutation = [1, 0] : tensor<10x6xf32> -> tensor<6x10xf32>
  %s = sinter.sub %x, %t : tensor<6x10xf32>
  %f = sinter.reshape %s : tensor<6x10xf32> -> tensor<60xf32>
  %r = sinter.slice %f starts = [59] steps = [-1] : tensor<60xf32> -> tensor<60xf32>
  %z = sinter.mul %f, %r : tensor<60xf32>
  return %z : tensor<60xf32>
})"},
    {"gather_of_gathered_indices", R"(
func.func @main(%x: tensor<20x5xf32>, %i: tensor<9xi64>, %j: tensor<4xi32>) -> tensor<4x5xf32> {
  %k = sinter.gather %i, %j axis = 0 : tensor<9xi64>, tensor<4xi32> -> tensor<4xi64>
  %y = sinter.gather %x, %k axis = 0 : tensor<20x5xf32>, tensor<4xi64> -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
})"},
};

/// Indices at and beyond both ends.
void extremeIndices(size_t, rt::HostTensor &tensor) {
  if (reference::isFloat(tensor.type()) || tensor.type() == rt::ElementType::kBool || tensor.element_count() < 2)
    return;
  bool isWide = tensor.type() == rt::ElementType::kI64;
  int64_t extremes[] = {isWide ? INT64_MIN : INT32_MIN, isWide ? INT64_MAX : INT32_MAX};
  reference::writeIntegers(extremes, 0, 2, tensor);
}

} // namespace

void addShapeCases(Cases &cases) {
  for (const Entry &entry : anyType)
    for (const char *type : {"f32", "bf16", "i64", "i1"})
      cases.push_back({.suite = "Shapes", .name = std::string(entry.name) + "_" + type, .text = withType(entry.text, type), .adjust = extremeIndices});
  for (const Entry &entry : mixed)
    cases.push_back({.suite = "Shapes", .name = entry.name, .text = entry.text});
}

} // namespace sinter::test
