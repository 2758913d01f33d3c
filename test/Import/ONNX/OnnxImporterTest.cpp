// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The importer on small models written here: what a model becomes, numbers, and the errors that bad models give.

#include "test/Import/ONNX/TestModel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <zlib.h>

#include <cmath>
#include <limits>
#include <optional>
#include <unistd.h>

using namespace mlir;

namespace sinter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
// What a model becomes.

TEST(OnnxImporter, namesAndSymbolsOfTheGraphAreKept) {
  Model model;
  model.input("x", {"batch", "4"}).input("y", {"batch", "4"}).output("z");
  model.node("Add", {"x", "y"}, {"z"});
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  EXPECT_EQ(imported.argumentName(1), "y");
  EXPECT_EQ(imported.resultName(0), "z");
  EXPECT_THAT(imported.text(), HasSubstr("sinter.symbols = {batch = #sinter.range<1, 32768, 1>}"));
  EXPECT_THAT(imported.text(), HasSubstr("sinter.add %arg0, %arg1 : tensor<?x4xf32, #sinter.dims<batch, 4>>"));
}

TEST(OnnxImporter, dimensionsThatMeetAreOne) {
  Model model;
  model.input("x", {"a", "n"}).input("y", {"b", "m"}).input("w", {"k", "4"}).output("z").output("c");
  model.node("Add", {"x", "y"}, {"s"});
  model.node("MatMul", {"s", "w"}, {"z"});
  setInt(model.node("Concat", {"x", "y"}, {"c"}), "axis", 1);
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  EXPECT_EQ(imported.errors, "");
  // One name each for the rows and for what is contracted, whichever of the two it is.
  EXPECT_THAT(imported.text(), ::testing::ContainsRegex("sinter.add %arg0, %arg1 : tensor<.x.xf32, #sinter.dims<(a|b), (n|m|k)>>"));
  EXPECT_THAT(imported.text(), ::testing::ContainsRegex("%arg2: tensor<.x4xf32, #sinter.dims<(n|m|k), 4>>"));
}

TEST(OnnxImporter, aDimensionThatMeetsANumberIsThatNumber) {
  Model model;
  model.input("x", {"a", "n"}).input("y", {"a", "5"}).output("z");
  model.node("Mul", {"x", "y"}, {"z"});
  EXPECT_THAT(model.import().text(), HasSubstr("sinter.mul %arg0, %arg1 : tensor<?x5xf32, #sinter.dims<a, 5>>"));
}

TEST(OnnxImporter, aNamedDimensionCanBeFixed) {
  Model model;
  model.input("x", {"batch", "4"}).output("y");
  model.node("Exp", {"x"}, {"y"});
  OnnxImportOptions options;
  options.dims["batch"] = 3;
  Imported imported = model.import(options);
  EXPECT_THAT(imported.text(), HasSubstr("sinter.exp %arg0 : tensor<3x4xf32>"));
}

TEST(OnnxImporter, implicitBroadcastBecomesExplicit) {
  Model model;
  model.input("x", {"2", "3"}).input("y", {"3"}).output("z");
  model.node("Mul", {"x", "y"}, {"z"});
  Imported imported = model.import();
  EXPECT_THAT(imported.text(), HasSubstr("sinter.broadcast %arg1 dims = [1] : tensor<3xf32> -> tensor<2x3xf32>"));
}

TEST(OnnxImporter, shapeArithmeticOverSymbolsLeavesNoOperator) {
  // Reshape to [batch, heads, -1] by way of Shape, Gather, Unsqueeze and Concat, as exporters write it.
  Model model;
  model.input("x", {"batch", "seq", "12"}).ints("zero", {0}).ints("axes", {0}).ints("rest", {4, -1}).output("y");
  model.node("Shape", {"x"}, {"shape"});
  model.node("Gather", {"shape", "zero"}, {"batch_size"});
  model.node("Concat", {"batch_size", "rest"}, {"target"}).add_attribute()->set_name("axis");
  model.node("Reshape", {"x", "target"}, {"y"});
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  EXPECT_THAT(imported.text(), HasSubstr("tensor<?x4x?xf32, #sinter.dims<batch, 4, seq * 3>>"));
  EXPECT_THAT(imported.text(), Not(HasSubstr("sinter.gather")));
}

TEST(OnnxImporter, aBoundWithinATableNarrowsTheSymbol) {
  Model model;
  model.input("x", {"seq", "4"}).ints("zero", {0}).output("y");
  model.floats("table", {8, 4}, std::vector<float>(32, 0.5f));
  auto &shape = model.node("Shape", {"x"}, {"length"});
  setInt(shape, "end", 1);
  model.node("Slice", {"table", "zero", "length"}, {"rows"});
  model.node("Add", {"x", "rows"}, {"y"});
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  EXPECT_THAT(imported.text(), HasSubstr("seq = #sinter.range<1, 8, 1>"));
}

TEST(OnnxImporter, gatherAtAConstantIsAView) {
  Model model;
  model.input("x", {"2", "3", "4"}).output("y");
  model.initializer("i", {}, kInt64).add_int64_data(-1);
  setInt(model.node("Gather", {"x", "i"}, {"y"}), "axis", 1);
  Imported imported = model.import();
  EXPECT_THAT(imported.text(), HasSubstr("sinter.slice %arg0 starts = [0, 2, 0] steps = [1, 1, 1] : tensor<2x3x4xf32> -> tensor<2x1x4xf32>"));
}

TEST(OnnxImporter, aProductWithTwoBatchesIsBroadcast) {
  Model model;
  model.input("x", {"5", "1", "2", "3"}).input("y", {"7", "3", "4"}).output("z");
  model.node("MatMul", {"x", "y"}, {"z"});
  Imported imported = model.import();
  EXPECT_THAT(imported.text(), HasSubstr("sinter.matmul %0, %1 : tensor<5x7x2x3xf32>, tensor<5x7x3x4xf32> -> tensor<5x7x2x4xf32>"));
}

TEST(OnnxImporter, aWeightOfRankTwoStaysAsItIs) {
  Model model;
  model.input("x", {"5", "2", "3"}).input("w", {"3", "4"}).output("z");
  model.node("MatMul", {"x", "w"}, {"z"});
  EXPECT_THAT(model.import().text(), HasSubstr("sinter.matmul %arg0, %arg1 : tensor<5x2x3xf32>, tensor<3x4xf32>"));
}

TEST(OnnxImporter, softmaxBeforeOpset13FlattensFromTheAxis) {
  Model model(11);
  model.input("x", {"2", "3", "4"}).output("y");
  setInt(model.node("Softmax", {"x"}, {"y"}), "axis", 1);
  EXPECT_THAT(model.import().text(), HasSubstr("sinter.softmax %0 axis = 1 : tensor<2x12xf32>"));
}

TEST(OnnxImporter, locationsNameTheNodes) {
  Model model;
  model.input("x", {"2"}).output("y");
  model.node("Exp", {"x"}, {"y"});
  Imported imported = model.import();
  std::string found;
  imported.module.get().walk([&](Operation *op) {
    if (auto name = dyn_cast<NameLoc>(op->getLoc()); name && op->getName().getStringRef() == "sinter.exp")
      found = name.getName().str();
  });
  EXPECT_EQ(found, "n_y");
}

// Numbers.

TEST(OnnxImporter, sliceAndSplitAndConcatGiveTheirElements) {
  Model model(18);
  model.input("x", {"2", "5"}).ints("starts", {-1}).ints("ends", {-100}).ints("axes", {1}).ints("steps", {-2}).output("y");
  model.node("Slice", {"x", "starts", "ends", "axes", "steps"}, {"odd"});
  auto &split = model.node("Split", {"x"}, {"a", "b"});
  setInt(split, "axis", 1);
  setInt(split, "num_outputs", 2);
  setInt(model.node("Concat", {"b", "odd"}, {"y"}), "axis", 1);
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  auto results = evaluate(imported, [] {
    std::vector<rt::HostTensor> inputs;
    inputs.push_back(floatTensor({2, 5}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    return inputs;
  }());
  ASSERT_EQ(results.size(), 1u) << imported.errors;
  EXPECT_EQ(valuesOf(results[0]), (std::vector<double>{3, 4, 4, 2, 0, 8, 9, 9, 7, 5}));
}

TEST(OnnxImporter, geluOfOpset20KnowsBothForms) {
  for (const std::string form : {"none", "tanh"}) {
    Model model(20);
    model.input("x", {"3"}).output("y");
    auto *attribute = model.node("Gelu", {"x"}, {"y"}).add_attribute();
    attribute->set_name("approximate");
    attribute->set_type(sinter_onnx::AttributeProto::STRING);
    attribute->set_s(form);
    Imported imported = model.import();
    ASSERT_TRUE(imported.module) << imported.errors;
    std::vector<rt::HostTensor> inputs;
    inputs.push_back(floatTensor({3}, {-1.5, 0.25, 2}));
    auto results = evaluate(imported, inputs);
    for (int i = 0; i < 3; ++i) {
      double x = valuesOf(inputs[0])[i];
      double inner = form == "none" ? std::erf(x / std::sqrt(2)) : std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x));
      EXPECT_NEAR(valuesOf(results[0])[i], x / 2 * (1 + inner), 1e-6);
    }
  }
}

/// What `op` makes of one float and, where `exponent` is one, of it and an i64.
double evaluateAt(const std::string &op, double x, std::optional<int64_t> other = {}, int64_t opset = 18) {
  Model model(opset);
  model.input("x", {"1"}).output("y");
  std::vector<std::string> names = {"x"};
  if (other) {
    model.ints("z", {*other});
    names.push_back("z");
  }
  model.node(op, names, {"y"});
  Imported imported = model.import();
  EXPECT_TRUE(imported.module) << imported.errors;
  std::vector<rt::HostTensor> inputs;
  inputs.push_back(floatTensor({1}, {x}));
  return imported.module ? valuesOf(evaluate(imported, inputs)[0])[0] : 0;
}

TEST(OnnxImporter, activationsOfLaterOpsetsGiveTheirValues) {
  EXPECT_NEAR(evaluateAt("Mish", 1.5), 1.5 * std::tanh(std::log1p(std::exp(1.5))), 1e-6);
  EXPECT_NEAR(evaluateAt("Swish", -2, {}, 24), -2 / (1 + std::exp(2)), 1e-6);
  EXPECT_NEAR(evaluateAt("HardSwish", 1), 1.0 * 4 / 6, 1e-6);
  EXPECT_NEAR(evaluateAt("Celu", -1), std::expm1(-1), 1e-6);
  EXPECT_NEAR(evaluateAt("Shrink", 0.75), 0.75, 1e-6);
  EXPECT_EQ(evaluateAt("Shrink", -0.5), 0);
  for (const char *op : {"Relu", "LeakyRelu", "Elu", "Selu", "Celu", "HardSigmoid", "HardSwish", "Mish", "Shrink", "ThresholdedRelu", "Softplus", "Sign"})
    EXPECT_TRUE(std::isnan(evaluateAt(op, std::nan("")))) << op;
  EXPECT_EQ(evaluateAt("Pow", 3, 4), 81);
  EXPECT_EQ(evaluateAt("LeakyRelu", -2, {}, 6), -2 * 0.01f);
}

TEST(OnnxImporter, castsToNarrowFloatsSaturateUnlessAskedNotTo) {
  for (bool saturates : {true, false})
    for (int type : {17, 19}) { // FLOAT8E4M3FN, FLOAT8E5M2
      Model model(19);
      model.input("x", {"3"}).output("y");
      auto &node = model.node("Cast", {"x"}, {"narrow"});
      setInt(node, "to", type);
      setInt(node, "saturate", saturates);
      setInt(model.node("Cast", {"narrow"}, {"y"}), "to", kFloat);
      Imported imported = model.import();
      ASSERT_TRUE(imported.module) << imported.errors;
      std::vector<rt::HostTensor> inputs;
      inputs.push_back(floatTensor({3}, {1.1, 1e6, -std::numeric_limits<double>::infinity()}));
      std::vector<double> values = valuesOf(evaluate(imported, inputs)[0]);
      double largest = type == 17 ? 448 : 57344;
      EXPECT_EQ(values[0], type == 17 ? 1.125 : 1.0);
      EXPECT_TRUE(saturates ? values[1] == largest : type == 17 ? std::isnan(values[1]) : std::isinf(values[1])) << values[1];
      EXPECT_TRUE(saturates ? values[2] == -largest : type == 17 ? std::isnan(values[2]) : std::isinf(values[2])) << values[2];
    }
}

TEST(OnnxImporter, groupNormOfOpset21ScalesByChannel) {
  Model model(21);
  model.input("x", {"1", "4", "2"}).floats("scale", {4}, {1, 2, 3, 4}).floats("bias", {4}, {0, 1, 0, 1}).output("y");
  setInt(model.node("GroupNormalization", {"x", "scale", "bias"}, {"y"}), "num_groups", 2);
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  std::vector<rt::HostTensor> inputs;
  inputs.push_back(floatTensor({1, 4, 2}, {1, 2, 3, 4, 5, 6, 7, 9}));
  auto results = evaluate(imported, inputs);
  ASSERT_EQ(results.size(), 1u);
  // Group 0 has mean 2.5 and variance 1.25.
  EXPECT_NEAR(valuesOf(results[0])[0], -1.5 / std::sqrt(1.25 + 1e-5), 1e-5);
  EXPECT_NEAR(valuesOf(results[0])[3], 2 * 1.5 / std::sqrt(1.25 + 1e-5) + 1, 1e-5);
}

TEST(OnnxImporter, aConvolutionOfPatchesIsAProduct) {
  // Two channels of 2x5, windows of 2x2: one row of two windows, and a column that none covers.
  Model model;
  model.input("x", {"1", "2", "2", "5"}).floats("w", {1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}).floats("b", {1}, {0.5f}).output("y");
  auto &conv = model.node("Conv", {"x", "w", "b"}, {"y"});
  setInts(conv, "kernel_shape", {2, 2});
  setInts(conv, "strides", {2, 2});
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  std::vector<double> x(20);
  for (int i = 0; i < 20; ++i)
    x[i] = i % 7;
  std::vector<rt::HostTensor> inputs;
  inputs.push_back(floatTensor({1, 2, 2, 5}, x));
  auto results = evaluate(imported, inputs);
  ASSERT_EQ(results.size(), 1u) << imported.errors;
  for (int window = 0; window < 2; ++window) {
    double expected = 0.5;
    for (int c = 0, weight = 1; c < 2; ++c)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j, ++weight)
          expected += weight * x[c * 10 + i * 5 + window * 2 + j];
    EXPECT_EQ(valuesOf(results[0])[window], expected);
  }
}

TEST(OnnxImporter, otherConvolutionsAreListedAsUnsupported) {
  Model model;
  model.input("x", {"1", "2", "5", "5"}).floats("w", {1, 2, 3, 3}, std::vector<float>(18, 1)).output("y");
  setInts(model.node("Conv", {"x", "w"}, {"y"}), "kernel_shape", {3, 3});
  EXPECT_THAT(model.import().errors, HasSubstr("node `n_y`: Conv, opset 17 (only windows that tile the input are)"));
}

// Weights.

TEST(OnnxImporter, externalDataBecomesAParameterOfItsFile) {
  Model model;
  model.input("x", {"3"}).output("y");
  model.external("w", {3}, "w.bin", "4");
  model.node("Add", {"x", "w"}, {"y"});
  model.folder.write("w.bin", std::string(16, '\1'));
  Imported imported = model.import();
  EXPECT_THAT(imported.text(), HasSubstr("sinter.parameter \"w\" {source = #sinter.external<file = \"w.bin\", offset = 4, size = 12>"));
}

TEST(OnnxImporter, externalDataIsNamedFromTheModelsFolder) {
  Model model;
  model.input("x", {"3"}).output("y");
  model.external("w", {3}, "./data/w.bin");
  model.node("Add", {"x", "w"}, {"y"});
  fs::create_directory(model.folder.path / "data");
  model.folder.write("data/w.bin", std::string(12, '\1'));
  EXPECT_THAT(model.import().text(), HasSubstr("#sinter.external<file = \"data/w.bin\", offset = 0, size = 12>"));
}

TEST(OnnxImporter, externalDataStaysWithinItsFolder) {
  Folder outside;
  outside.write("w.bin", std::string(12, '\1'));
  for (std::string location : {std::string("../w.bin"), (outside.path / "w.bin").string(), std::string("link/w.bin"), std::string("absent.bin"), std::string("")}) {
    Model model;
    model.input("x", {"3"}).output("y");
    model.external("w", {3}, location);
    model.node("Add", {"x", "w"}, {"y"});
    fs::create_directory_symlink(outside.path, model.folder.path / "link");
    EXPECT_THAT(model.import().errors, HasSubstr("expected the data of tensor `w` in a file below")) << location;
  }
}

TEST(OnnxImporter, externalDataMustBeLongEnough) {
  for (std::string offset : {"8", "18446744073709551615", "x", "-1"}) {
    Model model;
    model.input("x", {"3"}).output("y");
    model.external("w", {3}, "w.bin", offset);
    model.node("Add", {"x", "w"}, {"y"});
    model.folder.write("w.bin", std::string(16, '\1'));
    Imported imported = model.import();
    EXPECT_FALSE(imported.module) << offset;
    EXPECT_THAT(imported.errors, HasSubstr("tensor `w`")) << offset;
  }
}

std::string sidecar(const std::string &entry) { return R"({"tensors": [{"name": "w", "stripped": true, )" + entry + "}]}"; }

TEST(OnnxImporter, strippedWeightsAreGeneratedOnRequest) {
  Model model;
  model.input("x", {"3"}).output("y");
  model.external("w", {3}, "__stripped__");
  model.node("Add", {"x", "w"}, {"y"});
  model.folder.write("model.json", sidecar(R"("mean": 0.5, "std": 0.25, "min": -1, "max": 1)"));
  EXPECT_THAT(model.import().errors, HasSubstr("values of tensor `w` were stripped from the model; `--weights=generate`"));
  OnnxImportOptions options;
  options.generateWeights = true;
  EXPECT_THAT(model.import(options).text(), HasSubstr("#sinter.generated<tensor = \"w\", mean = 5.000000e-01 : f64, std = 2.500000e-01 : f64"));
}

TEST(OnnxImporter, badSidecarsAreRefused) {
  OnnxImportOptions options;
  options.generateWeights = true;
  for (std::string text : {std::string("{"), std::string("[]"), std::string("{\"tensors\": []}"), sidecar("\"mean\": 1"), sidecar("\"zlib64\": \"!\""),
                           sidecar("\"zlib64\": \"eJwDAAAAAAE=\""), std::string(100000, '[')}) {
    Model model;
    model.input("x", {"3"}).output("y");
    model.external("w", {3}, "__stripped__");
    model.node("Add", {"x", "w"}, {"y"});
    model.folder.write("model.json", text);
    Imported imported = model.import(options);
    EXPECT_FALSE(imported.module);
    EXPECT_THAT(imported.errors, HasSubstr("model.json"));
  }
}

// Errors.

TEST(OnnxImporter, onlyNamedDimensionsCanBeFixed) {
  Model model;
  model.input("x", {"batch", "3", "seq"}).output("y").node("Exp", {"x"}, {"y"});
  OnnxImportOptions options;
  options.dims = {{"batch", 2}, {"sequence", 4}};
  EXPECT_THAT(model.import(options).errors, HasSubstr("expected `sequence`, which is to be 4, to be a named dimension of an input; there are batch, seq"));
}

/// A product of an extent with itself has twice the terms, and its product with itself four times.
TEST(OnnxImporter, extentsDoNotGrowWithoutBound) {
  Model model;
  model.input("x", {"a"}).ints("rows", {0}).ints("columns", {1}).ints("flat", {-1}).output("y");
  std::string last = "x";
  for (int i = 0; i < 40; ++i) {
    std::string n = std::to_string(i);
    model.node("Unsqueeze", {last, "rows"}, {"r" + n});
    model.node("Unsqueeze", {last, "columns"}, {"c" + n});
    model.node("Mul", {"r" + n, "c" + n}, {"m" + n});
    model.node("Reshape", {"m" + n, "flat"}, {"f" + n});
    last = "f" + n;
  }
  model.node("Neg", {last}, {"y"});
  EXPECT_THAT(model.import().errors, HasSubstr("expected extents of at most 64 terms, but those of output"));
}

TEST(OnnxImporter, unsupportedOperatorsAreListedInOneError) {
  Model model;
  model.input("x", {"3"}).output("y");
  model.node("NonMaxSuppression", {"x"}, {"a"});
  model.node("Exp", {"a"}, {"b"});
  model.node("Attention", {"b"}, {"y"}).set_domain("com.microsoft");
  std::string errors = model.import().errors;
  EXPECT_THAT(errors, HasSubstr("has 2 nodes whose operators are not supported"));
  EXPECT_THAT(errors, HasSubstr("node `n_a`: NonMaxSuppression, opset 17"));
  EXPECT_THAT(errors, HasSubstr("node `n_y`: com.microsoft.Attention"));
  EXPECT_THAT(errors, HasSubstr("model.onnx"));
}

/// The errors of a model with input x of 2x3 and one node that makes y.
template <typename Fill> std::string errorsOf(Fill fill, int64_t opset = 17) {
  Model model(opset);
  model.input("x", {"2", "3"}).output("y");
  fill(model);
  Imported imported = model.import();
  EXPECT_FALSE(imported.module);
  return imported.errors;
}

TEST(OnnxImporter, badGraphsAreRefusedWithAReason) {
  EXPECT_THAT(errorsOf([](Model &m) { m.node("Exp", {"nowhere"}, {"y"}); }), HasSubstr("expected `nowhere` to be an input, an initializer or an earlier node's output"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("Add", {"x"}, {"y"}); }), HasSubstr("expected 2 to 2 inputs, but got 1"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("Add", {"x", ""}, {"y"}); }), HasSubstr("expected input 1 to be present"));
  EXPECT_THAT(errorsOf([](Model &m) {
                m.node("Add", {"x", "b"}, {"a"});
                m.node("Exp", {"a"}, {"b"});
                m.node("Exp", {"b"}, {"y"});
              }),
              HasSubstr("expected `b` to be an input"));
  EXPECT_THAT(errorsOf([](Model &m) {
                m.node("Exp", {"x"}, {"y"});
                m.node("Log", {"x"}, {"y"});
              }),
              HasSubstr("expected one definition of value `y`"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("Exp", {"x"}, {"z"}); }), HasSubstr("expected output `y` to be a node's output"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("Add", {"x", "x"}, {"y"}); }, 6), HasSubstr("Add, opset 6 (from 7 on)"));
}

TEST(OnnxImporter, badArgumentsOfOperatorsAreRefusedWithAReason) {
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("s", {4, 2}).node("Reshape", {"x", "s"}, {"y"}); }), HasSubstr("expected as many elements after a reshape"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("s", {-1, -1}).node("Reshape", {"x", "s"}, {"y"}); }), HasSubstr("at most one extent of -1"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("s", {-1, 4}).node("Reshape", {"x", "s"}, {"y"}); }), HasSubstr("-1 stands for"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("s", {-1, 0, 0, 0}).node("Reshape", {"x", "s"}, {"y"}); }), HasSubstr("expected extent 2 of 0 to copy"));
  EXPECT_THAT(errorsOf([](Model &m) { setInts(m.node("Transpose", {"x"}, {"y"}), "perm", {0, 0}); }), HasSubstr("permutation"));
  EXPECT_THAT(errorsOf([](Model &m) { setInts(m.node("Transpose", {"x"}, {"y"}), "perm", {0}); }), HasSubstr("permutation"));
  EXPECT_THAT(errorsOf([](Model &m) { setInt(m.node("Softmax", {"x"}, {"y"}), "axis", 2); }), HasSubstr("expected axis to be in [-2, 2), but got 2"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("MatMul", {"x", "x"}, {"y"}); }), HasSubstr("contracted extents"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"2"}).node("Add", {"x", "z"}, {"y"}); }), HasSubstr("equal or 1"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"2", "3"}, kInt64).node("Add", {"x", "z"}, {"y"}); }), HasSubstr("one element type"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"2"}, kInt64).node("Exp", {"z"}, {"y"}); }), HasSubstr("expected a float tensor, but got 'tensor<2xi64>'"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("BitwiseNot", {"x"}, {"y"}); }), HasSubstr("expected an integer tensor"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("And", {"x", "x"}, {"y"}); }), HasSubstr("expected a bool tensor"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"2"}, 9).node("Add", {"z", "z"}, {"y"}); }), HasSubstr("expected a numeric tensor"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("Mod", {"x", "x"}, {"y"}); }), HasSubstr("expected `fmod` to be 1"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"2"}, 13).node("BitShift", {"z", "z"}, {"y"}); }), HasSubstr("expected `direction` to be"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"3"}, kInt64).node("Reshape", {"x", "z"}, {"y"}); }), HasSubstr("known at import"));
  EXPECT_THAT(errorsOf([](Model &m) { setInts(m.node("Split", {"x"}, {"y", "z"}), "split", {1, 2}); }), HasSubstr("add up to"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("i", {0}).ints("s", {0}).node("Slice", {"x", "i", "i", "i", "s"}, {"y"}); }), HasSubstr("steps other than 0"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"2", "4"}).node("Concat", {"x", "z"}, {"y"}).add_attribute()->set_name("axis"); }), HasSubstr("equal extents"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("z", {"2"}, 8).node("Add", {"x", "z"}, {"y"}); }), HasSubstr("element type STRING of input `z` is not supported"));
}

TEST(OnnxImporter, badIndexMapsAreRefusedWithAReason) {
  auto setString = [](sinter_onnx::NodeProto &node, const std::string &name, const std::string &value) {
    auto *attribute = node.add_attribute();
    attribute->set_name(name);
    attribute->set_type(sinter_onnx::AttributeProto::STRING);
    attribute->set_s(value);
  };
  auto resizeBy = [](Model &m, std::vector<float> scales) -> sinter_onnx::NodeProto & {
    return m.floats("s", {static_cast<int64_t>(scales.size())}, scales).node("Resize", {"x", "", "s"}, {"y"});
  };
  for (const char *op : {"NonZero", "Unique"})
    EXPECT_THAT(errorsOf([&](Model &m) { m.node(op, {"x"}, {"y"}); }), HasSubstr("the result's shape depends on data"));
  EXPECT_THAT(errorsOf([&](Model &m) { setString(m.ints("p", {0, 0, 1, 1}).node("Pad", {"x", "p"}, {"y"}), "mode", "mirror"); }), HasSubstr("expected mode `constant`, `edge`, `reflect` or `wrap`"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("p", {0, 1}).node("Pad", {"x", "p"}, {"y"}); }), HasSubstr("expected 4 pads, but got 2"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("p", {-3, 0, 0, 0}).node("Pad", {"x", "p"}, {"y"}); }), HasSubstr("expected pads that leave dimension 0"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("p", {"4"}, kInt64).node("Pad", {"x", "p"}, {"y"}); }), HasSubstr("known at import"));
  EXPECT_THAT(errorsOf([&](Model &m) { resizeBy(m, {1}); }), HasSubstr("expected 2 scales, but got 1"));
  EXPECT_THAT(errorsOf([&](Model &m) { resizeBy(m, {1, -2}); }), HasSubstr("expected scales above 0"));
  EXPECT_THAT(errorsOf([&](Model &m) { setString(resizeBy(m, {1, 2}), "mode", "area"); }), HasSubstr("expected mode `nearest`, `linear` or `cubic`"));
  EXPECT_THAT(errorsOf([&](Model &m) { setString(resizeBy(m, {1, 2}), "nearest_mode", "up"); }), HasSubstr("expected nearest_mode"));
  EXPECT_THAT(errorsOf([&](Model &m) { setString(resizeBy(m, {1, 2}), "coordinate_transformation_mode", "polar"); }), HasSubstr("coordinate_transformation_mode `polar` is not supported"));
  EXPECT_THAT(errorsOf([&](Model &m) { setInt(resizeBy(m, {1, 2}), "antialias", 1); }, 18), HasSubstr("antialias"));
  EXPECT_THAT(errorsOf([](Model &m) { m.node("Resize", {"x"}, {"y"}); }), HasSubstr("expected scales or sizes to be known at import"));
  EXPECT_THAT(errorsOf([](Model &m) { m.ints("i", {0}).node("GatherElements", {"x", "i"}, {"y"}); }), HasSubstr("expected indices of rank 2"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("i", {"2", "3"}, kInt64).node("GatherND", {"x", "i"}, {"y"}); }), HasSubstr("at most the input's rank"));
  EXPECT_THAT(errorsOf([&](Model &m) { setString(m.input("i", {"2", "3"}, kInt64).node("ScatterElements", {"x", "i", "x"}, {"y"}), "reduction", "mean"); }, 18), HasSubstr("expected reduction"));
  EXPECT_THAT(errorsOf([](Model &m) { m.input("i", {"2", "1"}, kInt64).node("ScatterND", {"x", "i", "x"}, {"y"}).set_name("n"); m.input("u", {"3"}).node("ScatterND", {"x", "i", "u"}, {"z"}); }), HasSubstr("expected updates of type"));
}

TEST(OnnxImporter, resizeFollowsItsCoordinates) {
  struct Entry {
    const char *mode, *coordinates;
    std::vector<double> expected;
  };
  // From four elements 0, 1, 2, 3 to six: places (i + 1/2) * 2/3 - 1/2, i * 2/3, i * 3/5.
  for (const Entry &entry : {Entry{"linear", "half_pixel", {0, 0.5, 7.0 / 6, 11.0 / 6, 2.5, 3}}, Entry{"linear", "asymmetric", {0, 2.0 / 3, 4.0 / 3, 2, 8.0 / 3, 3}},
                             Entry{"linear", "align_corners", {0, 0.6, 1.2, 1.8, 2.4, 3}}, Entry{"nearest", "half_pixel", {0, 0, 1, 2, 2, 3}},
                             Entry{"nearest", "align_corners", {0, 1, 1, 2, 2, 3}}}) {
    Model model;
    model.input("x", {"4"}).floats("s", {1}, {1.5f}).output("y");
    auto &node = model.node("Resize", {"x", "", "s"}, {"y"});
    for (auto [name, value] : {std::pair("mode", entry.mode), std::pair("coordinate_transformation_mode", entry.coordinates)}) {
      auto *attribute = node.add_attribute();
      attribute->set_name(name);
      attribute->set_type(sinter_onnx::AttributeProto::STRING);
      attribute->set_s(value);
    }
    Imported imported = model.import();
    ASSERT_TRUE(imported.module) << imported.errors;
    std::vector<rt::HostTensor> inputs;
    inputs.push_back(floatTensor({4}, {0, 1, 2, 3}));
    auto results = evaluate(imported, inputs);
    ASSERT_EQ(results.size(), 1u) << imported.errors;
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(valuesOf(results[0])[i], entry.expected[i], 1e-6) << entry.mode << " " << entry.coordinates << " " << i;
  }
}

TEST(OnnxImporter, badTensorsAreRefusedWithAReason) {
  auto withTensor = [](std::vector<int64_t> dims, int type, const std::string &raw) {
    return errorsOf([&](Model &m) {
      m.initializer("w", dims, type).set_raw_data(raw);
      m.node("Add", {"x", "w"}, {"y"});
    });
  };
  EXPECT_THAT(withTensor({2, 3}, kFloat, std::string(23, 'a')), HasSubstr("to have 24 bytes of values, but got 23"));
  EXPECT_THAT(withTensor({-1, 3}, kFloat, ""), HasSubstr("to be 0 or more"));
  EXPECT_THAT(withTensor({int64_t(1) << 40, int64_t(1) << 40}, kFloat, ""), HasSubstr("product of at most 2^47"));
  EXPECT_THAT(withTensor({int64_t(1) << 45}, kFloat, "abcd"), HasSubstr("but got 4"));
  EXPECT_THAT(withTensor({1}, 14, std::string(8, 'a')), HasSubstr("element type COMPLEX64 of tensor `w` is not supported"));
  EXPECT_THAT(withTensor({1}, 999, "a"), HasSubstr("type number 999"));
}

TEST(OnnxImporter, whatIsNoModelIsRefused) {
  Folder folder;
  EXPECT_THAT(import((folder.path / "absent.onnx").string()).errors, HasSubstr("cannot read"));
  for (std::string bytes : {std::string(), std::string("not a model"), std::string(4096, '\xff')}) {
    folder.write("bad.onnx", bytes);
    EXPECT_THAT(import((folder.path / "bad.onnx").string()).errors, HasSubstr("to hold an ONNX model"));
  }
}

/// Each prefix of a model, and the model with each byte turned, is refused or imported, but never ends the program.
TEST(OnnxImporter, damagedModelsDoNotCrash) {
  Model model;
  model.input("x", {"2", "seq"}).ints("s", {2, -1}).floats("w", {3}, {1, 2, 3}).output("y");
  model.node("Reshape", {"x", "s"}, {"a"});
  setInt(model.node("Softmax", {"a"}, {"b"}), "axis", -1);
  model.node("Slice", {"w", "s", "s"}, {"c"});
  setInts(model.node("ReduceSum", {"b"}, {"d"}), "axes", {1});
  model.node("Add", {"d", "w"}, {"y"});
  std::string bytes = model.proto.SerializeAsString();
  std::string path = (model.folder.path / "damaged.onnx").string();
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int change : {0, 1, 0x80, 0xff}) {
      std::string damaged = change ? bytes : bytes.substr(0, i);
      if (change)
        damaged[i] ^= change;
      model.folder.write("damaged.onnx", damaged);
      Imported imported = import(path);
      EXPECT_TRUE(imported.module || !imported.errors.empty());
    }
  }
}

} // namespace
} // namespace sinter::testing
