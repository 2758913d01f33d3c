// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that are imported as expressions of several: numbers that ONNX's node tests do not have, and errors. The node tests
// (test/Onnx) have the rest.

#include "test/Import/ONNX/TestModel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace sinter::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kUint8 = 2, kInt8 = 3, kInt32 = 6, kBool = 9;
constexpr double inf = std::numeric_limits<double>::infinity();

void setFloat(sinter_onnx::NodeProto &node, const std::string &name, float value) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(sinter_onnx::AttributeProto::FLOAT);
  attribute->set_f(value);
}

void setText(sinter_onnx::NodeProto &node, const std::string &name, const std::string &value) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(sinter_onnx::AttributeProto::STRING);
  attribute->set_s(value);
}

rt::HostTensor tensor(rt::ElementType type, std::vector<int64_t> dims, std::vector<double> values) {
  auto result = rt::HostTensor::Create(type, std::move(dims));
  EXPECT_TRUE(result.ok());
  for (size_t i = 0; i < values.size(); ++i)
    rt::WriteElement(type, result->data(), i, values[i]);
  return *std::move(result);
}

Model &ofType(Model &model, const std::string &name, std::vector<int64_t> dims, int type, std::vector<int32_t> values) {
  TensorProto &tensor = model.initializer(name, std::move(dims), type);
  for (int32_t value : values)
    tensor.add_int32_data(value);
  return model;
}

/// All results of the model by the reference, one after the other.
template <typename... Inputs> std::vector<double> run(Model &model, Inputs... inputs) {
  Imported imported = model.import();
  EXPECT_TRUE(imported.module) << imported.errors;
  std::vector<double> values;
  if (!imported.module)
    return values;
  std::vector<rt::HostTensor> arguments;
  (arguments.push_back(std::move(inputs)), ...);
  for (const rt::HostTensor &result : evaluate(imported, arguments))
    for (double value : valuesOf(result))
      values.push_back(value);
  EXPECT_EQ(imported.errors, "");
  return values;
}

/// The errors of a model with an input x of 2 by 3.
template <typename Fill> std::string errorsOf(Fill fill, int64_t opset = 17, std::vector<std::string> dims = {"2", "3"}) {
  Model model(opset);
  model.input("x", std::move(dims)).output("y");
  fill(model);
  Imported imported = model.import();
  EXPECT_FALSE(imported.module);
  return imported.errors;
}

// Einsum, by its definition: a sum over all values of all letters.

struct Operand {
  std::string labels;
  std::vector<int64_t> dims;
  std::vector<double> values;

  double at(const std::map<char, int64_t> &index) const {
    int64_t linear = 0;
    for (size_t i = 0; i < labels.size(); ++i)
      linear = linear * dims[i] + (dims[i] == 1 ? 0 : index.at(labels[i]));
    return values[linear];
  }
};

std::vector<double> sumOverLetters(const std::vector<Operand> &operands, const std::string &result, const std::map<char, int64_t> &extents) {
  std::string letters = result;
  for (auto [letter, extent] : extents)
    if (result.find(letter) == std::string::npos)
      letters += letter;
  int64_t outer = 1, total = 1;
  for (char letter : letters)
    total *= extents.at(letter);
  for (char letter : result)
    outer *= extents.at(letter);
  std::vector<double> values(outer, 0.0);
  for (int64_t n = 0; n < total; ++n) {
    std::map<char, int64_t> index;
    int64_t rest = n;
    for (size_t i = letters.size(); i-- > 0; rest /= extents.at(letters[i]))
      index[letters[i]] = rest % extents.at(letters[i]);
    double product = 1;
    for (const Operand &operand : operands)
      product *= operand.at(index);
    values[n / (total / outer)] += product;
  }
  return values;
}

TEST(OnnxEinsum, isASumOverAllLetters) {
  const std::map<char, int64_t> extents{{'a', 3}, {'b', 4}, {'c', 2}, {'d', 5}};
  std::mt19937 random(7);
  for (const std::string equation : {"ab,bc->ac", "ab,bc->ca", "ab->ba", "ab->", "aa->a", "aba->b", "abc,abd->acd", "a,b->ab", "ab,ab->", "abc,bc->a", "a,a,a->a",
                                     "ab,bc,cd->ad", "aab,bc->ac", "abc,dcb->da", "ab,cd->dbca", "ab,bc,cd,da->", "abc,c->", "a,ab,b->b", "acb,adb->abcd"}) {
    size_t arrow = equation.find("->");
    std::vector<Operand> operands;
    std::map<char, int64_t> used;
    std::string terms = equation.substr(0, arrow) + ",", result = equation.substr(arrow + 2);
    for (size_t begin = 0, end; (end = terms.find(',', begin)) != std::string::npos; begin = end + 1) {
      Operand operand{terms.substr(begin, end - begin), {}, {}};
      int64_t count = 1;
      for (char letter : operand.labels) {
        operand.dims.push_back(extents.at(letter));
        used[letter] = extents.at(letter);
        count *= operand.dims.back();
      }
      for (int64_t i = 0; i < count; ++i)
        operand.values.push_back(static_cast<double>(random() % 9) - 4);
      operands.push_back(operand);
    }
    for (bool isSymbolic : {false, true}) {
      Model model;
      std::vector<std::string> names;
      for (const Operand &operand : operands) {
        std::vector<std::string> dims;
        for (char letter : operand.labels)
          dims.push_back(isSymbolic ? std::string(1, letter) : std::to_string(extents.at(letter)));
        names.push_back("x" + std::to_string(names.size()));
        model.input(names.back(), dims);
      }
      setText(model.output("y").node("Einsum", names, {"y"}), "equation", equation);
      Imported imported = model.import();
      ASSERT_TRUE(imported.module) << equation << ": " << imported.errors;
      std::vector<rt::HostTensor> arguments;
      for (const Operand &operand : operands)
        arguments.push_back(floatTensor(operand.dims, operand.values));
      auto results = evaluate(imported, arguments);
      ASSERT_EQ(results.size(), 1u) << equation << ": " << imported.errors;
      EXPECT_EQ(valuesOf(results[0]), sumOverLetters(operands, result, used)) << equation;
    }
  }
}

TEST(OnnxEinsum, ellipsisIsBroadcast) {
  Model model;
  model.input("x", {"2", "1", "2"}).input("z", {"3", "2"}).output("y");
  setText(model.node("Einsum", {"x", "z"}, {"y"}), "equation", "...i,...i->...");
  EXPECT_THAT(run(model, floatTensor({2, 1, 2}, {1, 2, 3, 4}), floatTensor({3, 2}, {1, 0, 0, 1, 1, 1})), ElementsAre(1, 2, 3, 3, 4, 7));
}

TEST(OnnxEinsum, badEquationsAreRefused) {
  for (const char *equation : {"ij,jk->ik", "ijk->i", "i...j...->i", "ij->k", "ij->ii", "i2->i", ""})
    EXPECT_THAT(errorsOf([&](Model &m) { setText(m.node("Einsum", {"x"}, {"y"}), "equation", equation); }), HasSubstr("expected `equation` to describe 1 operands")) << equation;
  EXPECT_THAT(errorsOf([](Model &m) { setText(m.node("Einsum", {"x"}, {"y"}), "equation", "ii->i"); }), HasSubstr("one extent for each letter"));
}

// Reductions.

TEST(OnnxReductions, overNoAxesStillDoWhatIsNoFold) {
  Model model(18);
  model.input("x", {"2"}).ints("none", {}).output("y").output("z");
  setInt(model.node("ReduceSumSquare", {"x", "none"}, {"y"}), "noop_with_empty_axes", 1);
  setInt(model.node("ReduceMax", {"x", "none"}, {"z"}), "noop_with_empty_axes", 1);
  EXPECT_THAT(run(model, floatTensor({2}, {3, -2})), ElementsAre(9, 4, 3, -2));
}

TEST(OnnxReductions, extremesOfBoolsAreAnyAndAll) {
  Model model(20);
  model.input("x", {"2", "2"}, kBool).ints("axes", {1}).output("y").output("z");
  setInt(model.node("ReduceMax", {"x", "axes"}, {"y"}), "keepdims", 0);
  setInt(model.node("ReduceMin", {"x", "axes"}, {"z"}), "keepdims", 0);
  EXPECT_THAT(run(model, tensor(rt::ElementType::kBool, {2, 2}, {1, 0, 1, 1})), ElementsAre(1, 1, 0, 1));
}

TEST(OnnxReductions, logSumOfInfinities) {
  Model model(18);
  model.input("x", {"3", "2"}).ints("axes", {1}).output("y");
  setInt(model.node("ReduceLogSumExp", {"x", "axes"}, {"y"}), "keepdims", 0);
  EXPECT_THAT(run(model, floatTensor({3, 2}, {inf, 1, -inf, -inf, -inf, 2})), ElementsAre(inf, -inf, 2));
}

// Norms.

TEST(OnnxNorms, whatIsZeroThroughoutStaysSo) {
  Model model;
  model.input("x", {"2", "2"}).output("y").output("z");
  setInt(model.node("LpNormalization", {"x"}, {"y"}), "p", 1);
  model.node("LpNormalization", {"x"}, {"z"});
  EXPECT_THAT(run(model, floatTensor({2, 2}, {0, 0, 3, -4})),
              ElementsAre(0, 0, static_cast<float>(3.0 / 7), static_cast<float>(-4.0 / 7), 0, 0, static_cast<float>(0.6), static_cast<float>(-0.8)));
  EXPECT_THAT(errorsOf([](Model &m) { setInt(m.node("LpNormalization", {"x"}, {"y"}), "p", 3); }), HasSubstr("expected p to be 1 or 2, but got 3"));
}

// A scale may have any shape that broadcasts to what is normalized.
TEST(OnnxNorms, scaleOfAnyShapeThatBroadcasts) {
  // Rows of -1 and 1, normalized to themselves: what comes out is scale and bias.
  auto norm = [](const char *op, int64_t axis, std::vector<int64_t> dims, std::vector<float> scale) {
    Model model(23);
    model.input("x", {"1", "2", "2"}).floats("g", dims, scale).floats("b", dims, std::vector<float>(scale.size(), 0.5f)).output("y");
    auto &node = model.node(op, {"x", "g"}, {"y"});
    if (std::string(op) == "LayerNormalization")
      node.add_input("b");
    setInt(node, "axis", axis);
    setFloat(node, "epsilon", 0);
    return run(model, floatTensor({1, 2, 2}, {-1, 1, 1, -1}));
  };
  EXPECT_THAT(norm("LayerNormalization", -1, {2}, {2, 3}), ElementsAre(-1.5, 3.5, 2.5, -2.5));
  EXPECT_THAT(norm("LayerNormalization", -1, {1, 1, 2}, {2, 3}), ElementsAre(-1.5, 3.5, 2.5, -2.5));
  EXPECT_THAT(norm("LayerNormalization", -1, {1}, {2}), ElementsAre(-1.5, 2.5, 2.5, -1.5));
  EXPECT_THAT(norm("LayerNormalization", -2, {2, 1}, {2, 3}), ElementsAre(-1.5, 2.5, 3.5, -2.5));
  EXPECT_THAT(norm("LayerNormalization", -2, {1, 2}, {2, 3}), ElementsAre(-1.5, 3.5, 2.5, -2.5));
  EXPECT_THAT(norm("RMSNormalization", -1, {1, 1, 2}, {2, 3}), ElementsAre(-2, 3, 2, -3));
  EXPECT_THAT(norm("RMSNormalization", -2, {2, 1}, {2, 3}), ElementsAre(-2, 2, 3, -3));
  EXPECT_THAT(norm("RMSNormalization", -1, {}, {2}), ElementsAre(-2, 2, 2, -2));
}

// Losses.

TEST(OnnxLosses, crossEntropyOfABatchKnownAtRunTime) {
  Model model;
  model.input("x", {"n", "3"}).input("t", {"n"}, kInt64).floats("w", {3}, {1, 2, 4}).output("y");
  setInt(model.node("SoftmaxCrossEntropyLoss", {"x", "t", "w"}, {"y"}), "ignore_index", -1);
  auto values = run(model, floatTensor({3, 3}, {0, 0, 0, 9, 9, 9, 100, 0, 0}), tensor(rt::ElementType::kI64, {3}, {1, -1, 2}));
  ASSERT_EQ(values.size(), 1u);
  EXPECT_NEAR(values[0], (2 * std::log(3) + 4 * 100) / 6, 1e-4);
}

TEST(OnnxLosses, whatIsIgnoredMayBeInfinite) {
  Model model;
  model.input("x", {"2", "2"}).input("t", {"2"}, kInt64).output("y");
  setInt(model.node("NegativeLogLikelihoodLoss", {"x", "t"}, {"y"}), "ignore_index", 0);
  EXPECT_THAT(run(model, floatTensor({2, 2}, {-inf, 0, 0, -3}), tensor(rt::ElementType::kI64, {2}, {0, 1})), ElementsAre(3));
}

TEST(OnnxLosses, badShapesAreRefused) {
  auto loss = [](std::vector<std::string> classes, std::vector<int64_t> weights, const char *reduction) {
    return errorsOf([&](Model &m) {
      m.input("t", classes, kInt64).floats("w", weights, std::vector<float>(weights[0], 1));
      setText(m.node("NegativeLogLikelihoodLoss", {"x", "t", "w"}, {"y"}), "reduction", reduction);
    });
  };
  EXPECT_THAT(loss({"2", "1"}, {3}, "mean"), HasSubstr("integers of one rank less"));
  EXPECT_THAT(loss({"3"}, {3}, "mean"), HasSubstr("expected classes for"));
  EXPECT_THAT(loss({"2"}, {2}, "mean"), HasSubstr("expected a weight for each class"));
  EXPECT_THAT(loss({"2"}, {3}, "median"), HasSubstr("expected `reduction` to be"));
}

// Quantized values.

TEST(OnnxQuantization, valuesSaturateAndTiesAreEven) {
  Model model;
  model.input("x", {"6"}).floats("s", {}, {2}).output("y");
  ofType(model, "z", {}, kInt8, {10}).node("QuantizeLinear", {"x", "s", "z"}, {"y"});
  EXPECT_THAT(run(model, floatTensor({6}, {1, 3, -1, 1e9, -inf, 7})), ElementsAre(10, 12, 10, 127, -128, 14));
}

TEST(OnnxQuantization, blocksAlongAnAxis) {
  Model model(21);
  model.input("x", {"5", "2"}, kInt8).floats("s", {2, 2}, {1, 10, 100, 1000}).output("y");
  ofType(model, "z", {2, 2}, kInt8, {0, 1, 2, 3});
  auto &node = model.node("DequantizeLinear", {"x", "s", "z"}, {"y"});
  setInt(node, "axis", 0);
  setInt(node, "block_size", 3);
  EXPECT_THAT(run(model, tensor(rt::ElementType::kI8, {5, 2}, {1, 1, 2, 2, 3, 3, 4, 4, 5, 5})), ElementsAre(1, 0, 2, 10, 3, 20, 200, 1000, 300, 2000));
}

TEST(OnnxQuantization, distancesFromTheZeroPointAreExact) {
  Model model;
  model.input("x", {"2"}, kInt32).floats("s", {}, {1}).output("y");
  model.node("DequantizeLinear", {"x", "s"}, {"y"});
  EXPECT_THAT(run(model, tensor(rt::ElementType::kI32, {2}, {-16777216, 5})), ElementsAre(-16777216, 5));
}

TEST(OnnxQuantization, productsOfRowsAndColumnsWithTheirOwnZeroPoints) {
  Model model;
  model.input("a", {"2", "2"}, kUint8).input("b", {"2", "2"}, kInt8).output("y");
  ofType(model, "az", {2}, kUint8, {1, 2});
  ofType(model, "bz", {2}, kInt8, {-1, 1}).node("MatMulInteger", {"a", "b", "az", "bz"}, {"y"});
  EXPECT_THAT(run(model, tensor(rt::ElementType::kU8, {2, 2}, {255, 1, 2, 3}), tensor(rt::ElementType::kI8, {2, 2}, {-128, 127, 5, 6})),
              ElementsAre(254 * -127, 254 * 126, 6, 5));
}

TEST(OnnxQuantization, badScalesAreRefused) {
  EXPECT_THAT(errorsOf([](Model &m) { m.floats("s", {2}, {1, 1}).node("QuantizeLinear", {"x", "s"}, {"y"}); }),
              HasSubstr("one value, or one for each index of dimension 1"));
  EXPECT_THAT(errorsOf([](Model &m) { setInt(m.floats("s", {2, 1}, {1, 1}).node("QuantizeLinear", {"x", "s"}, {"y"}), "block_size", 2); }, 21),
              HasSubstr("a value for each block of 2"));
}

// Windows.

TEST(OnnxPooling, theFirstOfEqualOnesHasThePlace) {
  for (int order : {0, 1}) {
    Model model;
    model.input("x", {"1", "1", "2", "3"}).output("y").output("i");
    auto &node = model.node("MaxPool", {"x"}, {"y", "i"});
    setInts(node, "kernel_shape", {2, 2});
    setInt(node, "storage_order", order);
    EXPECT_THAT(run(model, floatTensor({1, 1, 2, 3}, {1, 5, 5, 5, 2, 7})), ElementsAre(5, 7, order ? 2 : 1, 5)) << order;
  }
}

TEST(OnnxPooling, windowsOfADynamicDimension) {
  Model model;
  model.input("x", {"1", "1", "n"}).output("y");
  auto &node = model.node("AveragePool", {"x"}, {"y"});
  setInts(node, "kernel_shape", {3});
  setInts(node, "strides", {2});
  setInts(node, "pads", {1, 0});
  EXPECT_THAT(run(model, floatTensor({1, 1, 4}, {1, 2, 3, 4})), ElementsAre(1.5, 3));
}

TEST(OnnxPooling, badWindowsAreRefused) {
  auto pool = [](std::vector<int64_t> kernel, std::vector<int64_t> strides, std::vector<std::string> dims = {"1", "1", "4"}, int ceil = 0) {
    return errorsOf(
        [&](Model &m) {
          auto &node = m.node("MaxPool", {"x"}, {"y"});
          setInts(node, "kernel_shape", kernel);
          setInts(node, "strides", strides);
          setInt(node, "ceil_mode", ceil);
        },
        17, dims);
  };
  EXPECT_THAT(pool({2, 2}, {1, 1}), HasSubstr("for the 1 last dimensions"));
  EXPECT_THAT(pool({0}, {1}), HasSubstr("windows of 1 to 128"));
  EXPECT_THAT(pool({2}, {0}), HasSubstr("windows of 1 to 128"));
  EXPECT_THAT(pool({5}, {1}), HasSubstr("expected windows of 5 to fit dimension 2"));
  EXPECT_THAT(pool({2}, {2}, {"1", "1", "n"}, 1), HasSubstr("static for ceil_mode"));
}

} // namespace
} // namespace sinter::testing
