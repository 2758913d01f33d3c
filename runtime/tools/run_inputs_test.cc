// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where symbols and inputs get their values from.
#include "runtime/tools/run_inputs.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/tensor/npy.h"
#include "runtime/tensor/value_generator.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

Argument Input(std::string name, ElementType type, std::vector<Expr> dims) {
  Argument argument;
  argument.name = std::move(name);
  argument.type = type;
  argument.dims = std::move(dims);
  return argument;
}

// x: f32[n, 4], ids: i64[2 * n], both by the symbol n.
Entry TestEntry() {
  Entry entry;
  entry.symbols = {{"n", 1, 64, 2}};
  entry.inputs = {Input("x", ElementType::kF32, {Expr::Symbol(0), Expr::Const(4)}),
                  Input("ids", ElementType::kI64, {Expr::Binary(ExprOp::kMul, Expr::Symbol(0), Expr::Const(2))})};
  return entry;
}

std::string Save(const std::string& name, ElementType type, std::vector<int64_t> dims) {
  const std::string path = testing::TempDir() + "run_inputs_test_" + name + ".npy";
  EXPECT_TRUE(WriteNpyFile(path, RandomTensor(type, std::move(dims), 3).value()).ok());
  return path;
}

std::string ErrorOf(const InputOptions& options) {
  const auto inputs = MakeInputs(TestEntry(), options);
  EXPECT_EQ(ExitCodeOf(inputs.status()), kExitUserError);
  return std::string(inputs.status().message());
}

TEST(RunInputsTest, dims_by_name_and_random_values_by_seed) {
  InputOptions options;
  options.dims = {{"n", 6}};
  const auto inputs = MakeInputs(TestEntry(), options);
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  EXPECT_EQ(inputs->symbols, std::vector<int64_t>{6});
  EXPECT_EQ(inputs->tensors[0].dims(), (std::vector<int64_t>{6, 4}));
  EXPECT_EQ(inputs->tensors[1].dims(), std::vector<int64_t>{12});
  const float first = inputs->tensors[0].as<float>()[0];
  EXPECT_EQ(MakeInputs(TestEntry(), options)->tensors[0].as<float>()[0], first);
  options.seed = 1;
  EXPECT_NE(MakeInputs(TestEntry(), options)->tensors[0].as<float>()[0], first);
}

TEST(RunInputsTest, elements_that_share_a_place_are_equal) {
  Entry entry;
  Argument x;
  x.name = "x";
  x.dims = {Expr::Const(3), Expr::Const(4)};
  x.strides = {Expr::Const(0), Expr::Const(1)};
  entry.inputs = {x};
  const auto inputs = MakeInputs(entry, {});
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  const float* values = inputs->tensors[0].as<float>();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(values[4 + i], values[i]);
  InputOptions options;
  options.files = {{"x", Save("repeated", ElementType::kF32, {3, 4})}};
  const auto refused = MakeInputs(entry, options);
  EXPECT_EQ(ExitCodeOf(refused.status()), kExitUserError);
  EXPECT_THAT(refused.status().message(), testing::HasSubstr("its strides [0, 1] give several elements one place"));
}

TEST(RunInputsTest, generated_values_follow_names) {
  InputOptions options;
  options.dims = {{"n", 2}};
  options.values = InputValues::kGenerate;
  const auto inputs = MakeInputs(TestEntry(), options);
  ASSERT_TRUE(inputs.ok());
  const HostTensor ids = GenerateInput("ids", ElementType::kI64, {4}).value();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(inputs->tensors[1].as<int64_t>()[i], ids.as<int64_t>()[i]);
}

TEST(RunInputsTest, a_file_tells_the_symbol) {
  InputOptions options;
  options.files = {{"x", Save("x", ElementType::kF32, {10, 4})}};
  const auto inputs = MakeInputs(TestEntry(), options);
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  EXPECT_EQ(inputs->symbols, std::vector<int64_t>{10});
  EXPECT_EQ(inputs->tensors[1].dims(), std::vector<int64_t>{20});
  EXPECT_EQ(inputs->tensors[0].as<float>()[7], RandomTensor(ElementType::kF32, {10, 4}, 3)->as<float>()[7]);
}

TEST(RunInputsTest, says_what_is_wrong) {
  InputOptions options;
  EXPECT_THAT(ErrorOf(options), HasSubstr("symbol `n` has no value; give --dim n=N (1 to 64, a multiple of 2)"));
  options.dims = {{"m", 6}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("--dim names `m`, which is no symbol of the graph; there are n"));
  options.dims = {{"n", 6}};
  options.files = {{"y", "y.npy"}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("--input names `y`, which is no input of the graph; there are x, ids"));
  options.files = {{"x", "/nowhere/x.npy"}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("input `x`: "));
  options.files = {{"x", Save("type", ElementType::kF16, {6, 4})}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("input `x`: "));
  options.files = {{"x", Save("rank", ElementType::kF32, {6})}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("expected 2 dims, but the file has [6]"));
  options.files = {{"x", Save("symbol", ElementType::kF32, {8, 4})}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("expected dim 0 to be `n` = 6, but got 8"));
  options.files = {{"x", Save("dims", ElementType::kF32, {6, 5})}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("expected dims [6, 4], but the file has [6, 5]"));
  options.files = {{"ids", Save("ids", ElementType::kI64, {13})}};
  EXPECT_THAT(ErrorOf(options), HasSubstr("expected dims [12], but the file has [13]"));
}

}  // namespace
}  // namespace sinter::rt
