// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every registered elementwise operator on every element type that it takes, on pairs of special values; and casts
// to and from the types that little else is computed in.

#include "test/Execute/Suite.h"

#include <gtest/gtest.h>

namespace sinter::test {
namespace {

// Cases that nobody wrote down can be lost without a word.
TEST(ElementwiseOperators, AreFound) {
  size_t arithmetic = 0;
  for (auto &graph : listElementwiseGraphs({"f32", "i32", "i1"}, 4))
    arithmetic += graph.name == "add_f32" || graph.name == "add_i32" || graph.name == "exp_f32" || graph.name == "compare_lt_i32_i1";
  EXPECT_EQ(arithmetic, 4u);
}

} // namespace

void addElementwiseCases(Cases &cases) {
  // 1009: no vector fits, and the pairs of up to 29 special values come first.
  for (auto &graph : listElementwiseGraphs({"f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8", "ui64", "ui32", "ui16", "ui8", "i1"}, 1009))
    cases.push_back({.suite = "Elementwise", .name = graph.name, .text = graph.text, .values = Values::kSpecials});
}

} // namespace sinter::test
