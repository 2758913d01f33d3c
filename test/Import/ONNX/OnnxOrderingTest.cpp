// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions, the first k, cumulative sums and random tensors: what nodes become, numbers that the standard's own tests do not have, and errors.

#include "test/Import/ONNX/TestModel.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>

namespace sinter::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void setFloat(sinter_onnx::NodeProto &node, const std::string &name, float value) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(sinter_onnx::AttributeProto::FLOAT);
  attribute->set_f(value);
}

/// The results of a model with one input.
std::vector<rt::HostTensor> evaluateOne(Imported &imported, rt::HostTensor argument) {
  std::vector<rt::HostTensor> arguments;
  arguments.push_back(std::move(argument));
  return evaluate(imported, arguments);
}

std::string errorsOf(const std::function<void(Model &)> &build) {
  Model model(17);
  model.input("x", {"2", "3"}).output("y");
  build(model);
  Imported imported = model.import();
  EXPECT_FALSE(imported.module);
  return imported.errors;
}

TEST(OnnxOrdering, PositionsTakeNaNFirstAndKeepTheirAxisOrNot) {
  Model model;
  model.input("x", {"2", "3"}).output("kept").output("gone");
  setInt(model.node("ArgMax", {"x"}, {"kept"}), "axis", -1);
  auto &node = model.node("ArgMin", {"x"}, {"gone"});
  setInt(node, "keepdims", 0);
  setInt(node, "select_last_index", 1);
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  auto results = evaluateOne(imported, floatTensor({2, 3}, {1, nan, nan, 1, 0, 7}));
  EXPECT_EQ(results[0].dims(), (std::vector<int64_t>{2, 1}));
  EXPECT_THAT(valuesOf(results[0]), ElementsAre(1, 2));
  EXPECT_EQ(results[1].dims(), (std::vector<int64_t>{3}));
  EXPECT_THAT(valuesOf(results[1]), ElementsAre(1, 0, 0));
}

TEST(OnnxOrdering, FirstKOfEveryOpset) {
  for (int64_t opset : {9, 10, 11}) {
    Model model(opset);
    model.input("x", {"2", "3"}).output("v").output("i");
    auto &node = opset < 10 ? model.node("TopK", {"x"}, {"v", "i"}) : model.ints("k", {2}).node("TopK", {"x", "k"}, {"v", "i"});
    if (opset < 10)
      setInt(node, "k", 2);
    Imported imported = model.import();
    ASSERT_TRUE(imported.module) << opset << imported.errors;
    auto results = evaluateOne(imported, floatTensor({2, 3}, {5, 6, 6, 1, 2, -3}));
    EXPECT_THAT(valuesOf(results[0]), ElementsAre(6, 6, 2, 1));
    EXPECT_THAT(valuesOf(results[1]), ElementsAre(1, 2, 1, 0));
  }
}

TEST(OnnxOrdering, BadArgumentsAreRefusedWithAReason) {
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("k", {65}).node("TopK", {"x", "k"}, {"y", "i"}); }), HasSubstr("k = 65 is not supported: expected 1 to 64"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("k", {0}).node("TopK", {"x", "k"}, {"y", "i"}); }), HasSubstr("k = 0 is not supported"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("k", {4}).node("TopK", {"x", "k"}, {"y", "i"}); }), HasSubstr("at most the axis' extent 3, but got 4"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("k", {"1"}, kInt64).node("TopK", {"x", "k"}, {"y", "i"}); }), HasSubstr("known at import"));
  EXPECT_THAT(errorsOf([](Model &m) { setInt(m.node("ArgMax", {"x"}, {"y"}), "axis", 2); }), HasSubstr("expected axis to be in [-2, 2), but got 2"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("a", {2}).node("CumSum", {"x", "a"}, {"y"}); }), HasSubstr("expected axis to be in [-2, 2), but got 2"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("a", {0, 1}).node("CumSum", {"x", "a"}, {"y"}); }), HasSubstr("expected axis to be one number, but got 2"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("t", {}, 9).node("Dropout", {"x", "", "t"}, {"y"}); }), HasSubstr("known at import"));
  EXPECT_THAT(errorsOf([](Model &m) { setInt(m.node("RandomNormalLike", {"x"}, {"y"}), "dtype", 7); }), HasSubstr("are not supported"));
  EXPECT_THAT(errorsOf([](Model &m) { setInts(m.node("RandomUniform", {}, {"y"}), "shape", {2, -1}); }), HasSubstr("expected extents of 0 or more, but got -1"));
}

TEST(OnnxOrdering, RandomTensorsAreOfTheirRange) {
  Model model;
  model.input("x", {"40", "50"}).output("u").output("n").output("b");
  auto &uniform = model.node("RandomUniform", {}, {"u"});
  setInts(uniform, "shape", {2000});
  setFloat(uniform, "low", -3);
  setFloat(uniform, "high", 5);
  auto &normal = model.node("RandomNormalLike", {"x"}, {"n"});
  setFloat(normal, "mean", 10);
  setFloat(normal, "scale", 0.5f);
  model.node("Bernoulli", {"x"}, {"b"});
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  auto results = evaluateOne(imported, floatTensor({40, 50}, std::vector<double>(2000, 0.25)));
  auto meanOf = [](const std::vector<double> &values) {
    double sum = 0;
    for (double value : values)
      sum += value;
    return sum / values.size();
  };
  EXPECT_THAT(valuesOf(results[0]), Each(::testing::AllOf(::testing::Ge(-3), ::testing::Le(5))));
  EXPECT_NEAR(meanOf(valuesOf(results[0])), 1, 0.3);
  EXPECT_NEAR(meanOf(valuesOf(results[1])), 10, 0.05);
  EXPECT_NEAR(meanOf(valuesOf(results[2])), 0.25, 0.05);
}

TEST(OnnxOrdering, AStreamIsThatOfItsSeedOrItsName) {
  auto draw = [](const char *name, std::optional<float> seed) {
    Model model;
    model.output(name);
    auto &node = model.node("RandomUniform", {}, {name});
    setInts(node, "shape", {4});
    if (seed)
      setFloat(node, "seed", *seed);
    Imported imported = model.import();
    EXPECT_TRUE(imported.module) << imported.errors;
    return valuesOf(evaluate(imported, {})[0]);
  };
  EXPECT_EQ(draw("a", std::nullopt), draw("a", std::nullopt));
  EXPECT_NE(draw("a", std::nullopt), draw("b", std::nullopt));
  EXPECT_EQ(draw("a", 3.0f), draw("b", 3.0f));
  EXPECT_NE(draw("a", 3.0f), draw("a", 4.0f));
}

TEST(OnnxOrdering, TrainingDropsAndInferenceDoesNot) {
  for (bool isTraining : {false, true}) {
    Model model;
    model.input("x", {"1000"}).output("y").output("m");
    model.floats("r", {}, {0.2f});
    model.initializer("t", {}, 9).add_int32_data(isTraining);
    model.node("Dropout", {"x", "r", "t"}, {"y", "m"});
    Imported imported = model.import();
    ASSERT_TRUE(imported.module) << imported.errors;
    auto results = evaluateOne(imported, floatTensor({1000}, std::vector<double>(1000, 1)));
    double kept = 0;
    for (double one : valuesOf(results[1]))
      kept += one;
    EXPECT_NEAR(kept, isTraining ? 800 : 1000, isTraining ? 50 : 0);
    for (double value : valuesOf(results[0]))
      EXPECT_TRUE(value == (isTraining ? 1.25 : 1) || (isTraining && value == 0)) << value;
  }
}

} // namespace
} // namespace sinter::testing
