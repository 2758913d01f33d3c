// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference's pads, gathers, resizes and scatters, against values worked out by hand.

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sinter::reference {
namespace {

using rt::ElementType;
using rt::HostTensor;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using Attributes = std::map<std::string, AttributeValue, std::less<>>;
using Ints = std::vector<int64_t>;

HostTensor floats(Ints dims, std::vector<double> values) {
  HostTensor tensor = *HostTensor::Create(ElementType::kF32, std::move(dims));
  writeFloats(values.data(), 0, values.size(), tensor);
  return tensor;
}
HostTensor indices(Ints dims, Ints values) {
  HostTensor tensor = *HostTensor::Create(ElementType::kI64, std::move(dims));
  writeIntegers(values.data(), 0, values.size(), tensor);
  return tensor;
}

std::vector<double> call(std::string name, std::vector<const HostTensor *> inputs, Ints dims, Attributes attributes) {
  OperatorCall call{name, std::move(attributes), std::move(inputs), {{ElementType::kF32, std::move(dims)}}, 2};
  OperatorResults results = findOperator(name)(call);
  EXPECT_TRUE(results.ok()) << results.status();
  std::vector<double> values;
  if (results.ok()) {
    values.resize((*results)[0].element_count());
    readFloats((*results)[0], 0, values.size(), values.data());
  }
  return values;
}

TEST(IndexMaps, PadFillsRepeatsMirrorsAndWraps) {
  HostTensor x = floats({4}, {1, 2, 3, 4}), fill = floats({}, {9});
  auto pad = [&](std::string mode, int64_t low, int64_t high) {
    return call("pad", {&x}, {4 + low + high}, {{"mode", mode}, {"low", Ints{low}}, {"high", Ints{high}}});
  };
  EXPECT_THAT(pad("constant", 1, 2), ElementsAre(0, 1, 2, 3, 4, 0, 0));
  EXPECT_THAT(pad("edge", 2, 1), ElementsAre(1, 1, 1, 2, 3, 4, 4));
  EXPECT_THAT(pad("reflect", 2, 1), ElementsAre(3, 2, 1, 2, 3, 4, 3));
  EXPECT_THAT(pad("reflect", 7, 0), ElementsAre(2, 1, 2, 3, 4, 3, 2, 1, 2, 3, 4));
  EXPECT_THAT(pad("wrap", 5, 1), ElementsAre(4, 1, 2, 3, 4, 1, 2, 3, 4, 1));
  EXPECT_THAT(pad("edge", -1, -2), ElementsAre(2));
  EXPECT_THAT(pad("reflect", -2, 2), ElementsAre(3, 4, 3, 4));
  EXPECT_THAT(call("pad", {&x, &fill}, {5}, {{"mode", std::string("constant")}, {"low", Ints{-1}}, {"high", Ints{2}}}), ElementsAre(2, 3, 4, 9, 9));
}

TEST(IndexMaps, ReverseAndWhere) {
  HostTensor x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  EXPECT_THAT(call("reverse", {&x}, {2, 3}, {{"dims", Ints{1}}}), ElementsAre(2, 1, 0, 5, 4, 3));
  EXPECT_THAT(call("reverse", {&x}, {2, 3}, {{"dims", Ints{0, 1}}}), ElementsAre(5, 4, 3, 2, 1, 0));
  HostTensor condition = *HostTensor::Create(ElementType::kBool, {2, 3}), y = floats({2, 3}, {10, 11, 12, 13, 14, 15});
  int64_t bits[] = {1, 0, 0, 1, 1, 0};
  writeIntegers(bits, 0, 6, condition);
  EXPECT_THAT(call("where", {&condition, &x, &y}, {2, 3}, {}), ElementsAre(0, 11, 12, 3, 4, 15));
}

TEST(IndexMaps, GathersClampAndCountFromTheEnd) {
  HostTensor x = floats({2, 3}, {0, 1, 2, 10, 11, 12}), ids = indices({2, 4}, {2, -1, -9, 9, 0, 1, -3, 2});
  EXPECT_THAT(call("gather_elements", {&x, &ids}, {2, 4}, {{"axis", int64_t(1)}}), ElementsAre(2, 2, 0, 2, 10, 11, 10, 12));
  HostTensor rows = indices({3, 1}, {1, -1, 7}), places = indices({2, 2}, {0, 2, -1, 0}), batched = indices({2, 1}, {2, 0});
  EXPECT_THAT(call("gather_nd", {&x, &rows}, {3, 3}, {{"batch_dims", int64_t(0)}}), ElementsAre(10, 11, 12, 10, 11, 12, 10, 11, 12));
  EXPECT_THAT(call("gather_nd", {&x, &places}, {2}, {{"batch_dims", int64_t(0)}}), ElementsAre(2, 10));
  EXPECT_THAT(call("gather_nd", {&x, &batched}, {2}, {{"batch_dims", int64_t(1)}}), ElementsAre(2, 10));
}

TEST(IndexMaps, ResizeReadsBetweenElements) {
  HostTensor x = floats({4}, {0, 10, 20, 30});
  auto resize = [&](std::string mode, int64_t step, int64_t offset, int64_t divisor, int64_t count) {
    return call("resize", {&x}, {count}, {{"mode", mode}, {"steps", Ints{step}}, {"offsets", Ints{offset}}, {"divisors", Ints{divisor}}});
  };
  EXPECT_THAT(resize("nearest", 1, 0, 2, 8), ElementsAre(0, 0, 10, 10, 20, 20, 30, 30));
  EXPECT_THAT(resize("nearest", 2, -3, 1, 4), ElementsAre(0, 0, 10, 30));
  EXPECT_THAT(resize("linear", 2, -1, 4, 8), ElementsAre(0, 2.5, 7.5, 12.5, 17.5, 22.5, 27.5, 30));
  // In the middle of a straight line the cubic is the line.
  std::vector<double> cubic = resize("cubic", 1, 0, 2, 4);
  EXPECT_EQ(cubic[0], 0);
  EXPECT_NEAR(cubic[2], 10, 1e-6);
  EXPECT_NEAR(cubic[3], 15, 1e-6);
}

TEST(IndexMaps, ScattersTakeTheLastOrFoldAll) {
  HostTensor x = floats({5}, {0, 1, 2, -0.0, 4}), ids = indices({6}, {1, -1, 1, 9, -9, 1}), u = floats({6}, {10, 20, 30, 40, 50, 60});
  auto scatter = [&](std::string kind) { return call("scatter_elements", {&x, &ids, &u}, {5}, {{"kind", kind}, {"axis", int64_t(0)}}); };
  EXPECT_THAT(scatter("replace"), ElementsAre(0, 60, 2, 0, 20));
  EXPECT_THAT(scatter("add"), ElementsAre(0, 101, 2, 0, 24));
  EXPECT_THAT(scatter("mul"), ElementsAre(0, 18000, 2, 0, 80));
  EXPECT_THAT(scatter("max"), ElementsAre(0, 60, 2, 0, 20));
  EXPECT_THAT(scatter("min"), ElementsAre(0, 1, 2, 0, 4));
  EXPECT_TRUE(std::signbit(scatter("add")[3]));
  HostTensor table = floats({3, 2}, {0, 1, 2, 3, 4, 5}), rows = indices({3, 1}, {2, 0, 2}), v = floats({3, 2}, {10, 11, 20, 21, 30, 31});
  EXPECT_THAT(call("scatter_nd", {&table, &rows, &v}, {3, 2}, {{"kind", std::string("replace")}}), ElementsAre(20, 21, 2, 3, 30, 31));
  EXPECT_THAT(call("scatter_nd", {&table, &rows, &v}, {3, 2}, {{"kind", std::string("add")}}), ElementsAre(20, 22, 2, 3, 44, 47));
  HostTensor places = indices({2, 2}, {1, -1, 1, 2}), w = floats({2}, {7, 8});
  EXPECT_THAT(call("scatter_nd", {&table, &places, &w}, {3, 2}, {{"kind", std::string("replace")}}), ElementsAre(0, 1, 2, 7, 4, 5));
}

} // namespace
} // namespace sinter::reference
