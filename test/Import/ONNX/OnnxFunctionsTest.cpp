// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models with functions of their own.

#include "test/Import/ONNX/TestModel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sinter::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

sinter_onnx::FunctionProto &addFunction(Model &model, const std::string &name, std::vector<std::string> inputs, std::vector<std::string> outputs,
                                        int64_t opset = 17) {
  auto *function = model.proto.add_functions();
  function->set_domain("own");
  function->set_name(name);
  for (const std::string &input : inputs)
    function->add_input(input);
  for (const std::string &output : outputs)
    function->add_output(output);
  function->add_opset_import()->set_version(opset);
  return *function;
}

sinter_onnx::NodeProto &addNode(sinter_onnx::FunctionProto &function, const std::string &op, std::vector<std::string> inputs, const std::string &output,
                                const std::string &domain = "") {
  auto *node = function.add_node();
  node->set_op_type(op);
  node->set_domain(domain);
  for (const std::string &input : inputs)
    node->add_input(input);
  node->add_output(output);
  return *node;
}

void call(Model &model, const std::string &name, std::vector<std::string> inputs, std::vector<std::string> outputs) {
  model.node(name, std::move(inputs), std::move(outputs)).set_domain("own");
}

void refer(sinter_onnx::NodeProto &node, const std::string &name, const std::string &to) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_ref_attr_name(to);
}

std::string errorsOf(Model &model) {
  Imported imported = model.import();
  EXPECT_FALSE(imported.module);
  return imported.errors;
}

TEST(OnnxFunctions, callsBecomeTheirBodies) {
  Model model;
  model.input("x", {"2", "2"}).output("y").output("z");
  auto &twice = addFunction(model, "Twice", {"a"}, {"b"});
  addNode(twice, "Add", {"a", "a"}, "b");
  auto &total = addFunction(model, "Total", {"a"}, {"c", "a"});
  addNode(total, "Twice", {"a"}, "t", "own");
  auto &sum = addNode(total, "ReduceMax", {"t"}, "c");
  refer(sum, "axes", "over");
  refer(sum, "keepdims", "keep");
  auto &node = model.node("Total", {"x"}, {"y", "same"});
  node.set_domain("own");
  setInts(node, "over", {1});
  setInt(node, "keep", 0);
  call(model, "Twice", {"same"}, {"z"});
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  std::vector<rt::HostTensor> inputs;
  inputs.push_back(floatTensor({2, 2}, {1, 2, 4, 3}));
  auto results = evaluate(imported, inputs);
  ASSERT_EQ(results.size(), 2u) << imported.errors;
  EXPECT_THAT(valuesOf(results[0]), ElementsAre(4, 8));
  EXPECT_THAT(valuesOf(results[1]), ElementsAre(2, 4, 8, 6));
}

TEST(OnnxFunctions, inputsMayBeLeftOut) {
  Model model;
  model.input("x", {"2"}).output("y");
  addNode(addFunction(model, "Bound", {"a", "low", "high"}, {"b"}), "Clip", {"a", "low", "high"}, "b");
  model.floats("two", {}, {2});
  call(model, "Bound", {"x", "", "two"}, {"y"});
  Imported imported = model.import();
  ASSERT_TRUE(imported.module) << imported.errors;
  std::vector<rt::HostTensor> inputs;
  inputs.push_back(floatTensor({2}, {-5, 5}));
  EXPECT_THAT(valuesOf(evaluate(imported, inputs).at(0)), ElementsAre(-5, 2));
}

TEST(OnnxFunctions, circlesAreRefused) {
  Model model;
  model.input("x", {"2"}).output("y");
  addNode(addFunction(model, "Round", {"a"}, {"b"}), "Round", {"a"}, "b", "own");
  call(model, "Round", {"x"}, {"y"});
  EXPECT_THAT(errorsOf(model), HasSubstr("nested at most 64 deep"));
}

TEST(OnnxFunctions, bodiesThatGrowWithoutEndAreRefused) {
  Model model;
  model.input("x", {"2"}).output("y");
  for (int i = 0; i < 40; ++i) {
    auto &function = addFunction(model, "F" + std::to_string(i), {"a"}, {"b"});
    std::string next = "F" + std::to_string(i + 1);
    addNode(function, i == 39 ? "Exp" : next, {"a"}, "t", i == 39 ? "" : "own");
    addNode(function, i == 39 ? "Exp" : next, {"t"}, "b", i == 39 ? "" : "own");
  }
  call(model, "F0", {"x"}, {"y"});
  EXPECT_THAT(errorsOf(model), HasSubstr("expected at most 262144 nodes"));
}

TEST(OnnxFunctions, otherOpsetsAndTooManyInputsAreRefused) {
  Model model;
  model.input("x", {"2"}).output("y");
  addNode(addFunction(model, "Old", {"a"}, {"b"}, 12), "Exp", {"a"}, "b");
  call(model, "Old", {"x"}, {"y"});
  EXPECT_THAT(errorsOf(model), HasSubstr("expected function `Old` to be of the model's opset 17, but it is of 12"));
  Model more;
  more.input("x", {"2"}).output("y");
  addNode(addFunction(more, "One", {"a"}, {"b"}), "Exp", {"a"}, "b");
  call(more, "One", {"x", "x"}, {"y"});
  EXPECT_THAT(errorsOf(more), HasSubstr("expected at most 1 inputs and 1 outputs of function `One`, but got 2 and 1"));
}

} // namespace
} // namespace sinter::testing
