// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers: the same bits as the reference's in every type, shape and schedule, alone and fused.

#include "compiler/Reference/Elements.h"
#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

namespace sinter::test {
namespace {

const std::string scalar = "tensor<i64>";

void add(Cases &cases, std::string name, std::string text, double units = 16, std::function<void(size_t, rt::HostTensor &)> adjust = {}) {
  cases.push_back({.suite = "Streams", .name = std::move(name), .text = std::move(text), .units = units, .adjust = std::move(adjust)});
}

/// A seed of 64 bits, and an offset whose counters pass 2^32, and 2^64.
void largeSeeds(size_t argument, rt::HostTensor &tensor) {
  int64_t value = argument == 0 ? static_cast<int64_t>(0x9e3779b97f4a7c15) : argument == 1 ? 0xfffffffe : -2;
  if (tensor.type() == rt::ElementType::kI64 && tensor.element_count() == 1)
    reference::writeIntegers(&value, 0, 1, tensor);
}

void addOne(Cases &cases, const std::string &name, const Dims &dims, const std::string &type) {
  std::string shape = tensorType(dims, type);
  add(cases, name + "_" + type + "_" + join(dims, "x"), graphText({scalar, scalar}, {shape}, {"%y = sinter." + name + " %0, %1 : " + shape}, {"%y"}), 64, largeSeeds);
}

} // namespace

void addStreamCases(Cases &cases) {
  for (Dims dims : {Dims{}, {1}, {3}, {33, 7}, {5, 1, 13}, {4, 1024}, {0, 3}}) {
    addOne(cases, "random_bits", dims, "i32");
    addOne(cases, "random_uniform", dims, "f32");
  }
  for (const char *type : {"f64", "f16", "bf16"})
    addOne(cases, "random_uniform", {33, 8}, type);
  for (const char *type : {"f64", "f32", "f16", "bf16"})
    addOne(cases, "random_normal", {33, 9}, type);
  addOne(cases, "random_normal", {64, 1024}, "f32");
  for (const char *type : {"f64", "f32", "f16", "bf16"})
    for (const char *p : {"0.0", "0.1", "0.5", "1.0"}) {
      std::string x = tensorType({9, 41}, type), mask = tensorType({9, 41}, "i1");
      add(cases, std::string("dropout_") + type + "_" + (p[0] == '1' ? "all" : std::string("p") + p[2]),
          graphText({x, scalar, scalar}, {x, mask}, {"%y, %m = sinter.dropout %0 seed %1 offset %2 p = " + std::string(p) + " : " + x}, {"%y", "%m"}), 16, largeSeeds);
    }
  std::string x = "tensor<33x64xf32>", row = "tensor<33xf32>";
  // One stream is one stream: in a pointwise kernel, along a row, read through a transpose, and from two kernels.
  add(cases, "one_stream_in_several_schedules",
      graphText({x, scalar, scalar}, {x, row, "tensor<64x33xf32>"},
                {"%u = sinter.random_uniform %1, %2 : " + x, "%y = sinter.add %0, %u : " + x, "%s = sinter.sum %u axes = [1] : " + x + " -> " + row,
                 "%t = sinter.transpose %u permutation = [1, 0] : " + x + " -> tensor<64x33xf32>", "%n = sinter.neg %t : tensor<64x33xf32>"},
                {"%y", "%s", "%n"}));
  add(cases, "softmax_dropout",
      graphText({x, scalar, scalar}, {x},
                {"%p = sinter.softmax %0 axis = 1 : " + x, "%y, %m = sinter.dropout %p seed %1 offset %2 p = 0.25 : " + x}, {"%y"}));
  add(cases, "dropout_add_layer_norm_backward_mask",
      graphText({x, x, scalar, scalar}, {x, "tensor<33x64xi1>"},
                {"%d, %m = sinter.dropout %0 seed %2 offset %3 p = 0.1 : " + x, "%h = sinter.add %d, %1 : " + x, "%y = sinter.layer_norm %h axis = 1 epsilon = 1.0e-5 : " + x},
                {"%y", "%m"}));
  add(cases, "seed_computed_in_the_graph",
      graphText({scalar, scalar, x}, {x},
                {"%s = sinter.add %0, %1 : " + scalar, "%u = sinter.random_uniform %s, %0 : " + x, "%y = sinter.mul %u, %2 : " + x}, {"%y"}));
  cases.push_back({.suite = "Streams", .name = "symbolic_dropout", .text = R"(
func.func @main(%x: tensor<?x?xbf16, #sinter.dims<r, c>>, %s: tensor<i64>, %o: tensor<i64>) -> tensor<?x?xbf16, #sinter.dims<r, c>> {
  %y, %m = sinter.dropout %x seed %s offset %o p = 0.3 : tensor<?x?xbf16, #sinter.dims<r, c>>
  return %y : tensor<?x?xbf16, #sinter.dims<r, c>>
})", .sizes = {{{"r", 5}, {"c", 7}}, {{"r", 3}, {"c", 64}}, {{"r", 0}, {"c", 4}}, {{"r", 1}, {"c", 1}}}});
}

} // namespace sinter::test
