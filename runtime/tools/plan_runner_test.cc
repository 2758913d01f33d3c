// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of plans on a pretended device and on the CPU path, and what is counted of them.
#include "runtime/tools/plan_runner.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/onednn_library.h"
#include "runtime/plan/test_plan.h"
#include "runtime/tensor/npy.h"
#include "runtime/tensor/value_generator.h"
#include "runtime/tools/device_arguments.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

class FakeRunTest : public testing::Test {
 protected:
  void SetUp() override {
    DefineTestKernels(&backend_);
    plan_ = Plan::FromBytes(MakeTestPlan(FakeKernels()).ToBytes().value(), "plan `t`").value();
  }
  absl::StatusOr<RunResult> Run(TestEntry entry, int64_t n, const PlanRunOptions& options = {}) {
    InputOptions input_options;
    input_options.dims = {{"n", n}};
    SINTER_ASSIGN_OR_RETURN(inputs_, MakeInputs(plan_->model().entries[entry], input_options));
    return RunPlan(plan_, entry, &backend_, inputs_, options);
  }

  FakeBackend backend_;
  std::shared_ptr<const Plan> plan_;
  RunInputs inputs_;
};

TEST_F(FakeRunTest, runs_as_one_graph) {
  const auto result = Run(kMainEntry, 5);
  ASSERT_TRUE(result.ok()) << result.status();
  const std::vector<float> expected = TestReference(inputs_.tensors[0].as<float>(), inputs_.tensors[1].as<float>(), 5);
  ASSERT_EQ(result->outputs.size(), 1u);
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(result->outputs[0].as<float>()[i], expected[i], 1e-4) << i;
  EXPECT_EQ(result->device, "fake");
  EXPECT_EQ(result->names, std::vector<std::string>{"y"});
  EXPECT_EQ(result->graph_nodes, 4);
  EXPECT_EQ(result->launches, 4u);
  EXPECT_EQ(result->library.size(), 1u);
  EXPECT_EQ(result->fallbacks, 0u);
  EXPECT_EQ(result->compiles_during_run, 0u);
  EXPECT_TRUE(result->profile.empty());
}

TEST_F(FakeRunTest, takes_constants_from_files) {
  HostTensor scale = HostTensor::Create(ElementType::kF32, {kTestWidth}).value();
  for (int i = 0; i < kTestWidth; ++i) scale.as<float>()[i] = 2 * TestScale()[i];
  const std::string path = testing::TempDir() + "plan_runner_test_scale.npy";
  ASSERT_TRUE(WriteNpyFile(path, scale).ok());
  PlanRunOptions options;
  options.constant_files = {{"s", path}};
  const auto result = Run(kMainEntry, 5, options);
  ASSERT_TRUE(result.ok()) << result.status();
  const std::vector<float> once = TestReference(inputs_.tensors[0].as<float>(), inputs_.tensors[1].as<float>(), 5);
  for (size_t i = 0; i < once.size(); ++i) EXPECT_NEAR(result->outputs[0].as<float>()[i], 2 * once[i], 1e-4) << i;

  const auto error = [&](const char* name, const std::string& file) {
    options.constant_files = {{name, file}};
    return std::string(Run(kMainEntry, 5, options).status().message());
  };
  EXPECT_THAT(error("t", path),
              HasSubstr("--constant names `t`, which is no constant of the plan; there are s, w_t, w"));
  EXPECT_THAT(error("w_t", path), HasSubstr("was supplied as f32 [8], expected f32 [4, 8]"));
  EXPECT_THAT(error("w", path), HasSubstr("the init entry makes it"));
  EXPECT_THAT(error("s", path + ".gone"), HasSubstr("constant `s`: "));
}

TEST_F(FakeRunTest, runs_step_by_step_where_no_graph_is_wanted) {
  PlanRunOptions options;
  options.use_graph = false;
  options.profile = true;
  const auto result = Run(kDirectEntry, 3, options);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->graph_nodes, 0);
  EXPECT_EQ(result->launches, 3u);
  ASSERT_EQ(result->profile.size(), 3u);
  EXPECT_EQ(result->profile[2].step, "project");
}

TEST_F(FakeRunTest, iterations_start_from_the_same_inputs) {
  PlanRunOptions options;
  options.iterations = 4;
  options.profile = true;
  const auto result = Run(kStateEntry, 7, options);
  ASSERT_TRUE(result.ok()) << result.status();
  for (int i = 0; i < 7; ++i) {
    const float sum = inputs_.tensors[0].as<float>()[i] + inputs_.tensors[1].as<float>()[i];
    EXPECT_EQ(result->outputs[0].as<float>()[i], sum);
    EXPECT_EQ(result->outputs[1].as<float>()[i], sum);
  }
  EXPECT_GT(result->time_ms_median, 0);
  EXPECT_GT(result->time_ms_in_a_row, 0);
}

TEST_F(FakeRunTest, empty_shapes_run) { EXPECT_TRUE(Run(kMainEntry, 0).ok()); }

TEST_F(FakeRunTest, refuses_values_out_of_range) {
  EXPECT_THAT(std::string(Run(kMainEntry, 5000).status().message()), HasSubstr("n"));
  EXPECT_FALSE(Run(kStateEntry, 0).ok());
}

TEST_F(FakeRunTest, nothing_leaks_where_a_run_fails) {
  const size_t before = backend_.live_allocations();
  backend_.fail_launch = true;
  EXPECT_FALSE(Run(kMainEntry, 3).ok());
  EXPECT_EQ(backend_.live_allocations(), before);
}

TEST_F(FakeRunTest, a_target_without_images_needs_a_compiler) {
  backend_.target_name = "sm_00";
  backend_.runnable_targets = {"sm_00"};
  EXPECT_FALSE(Run(kMainEntry, 3).ok());
}

// x has rows of 3 within rows of 5, from element 2 on.
TEST(DeviceArgumentsTest, strided_arguments_go_there_and_back) {
  FakeBackend backend;
  Argument x;
  x.name = "x";
  x.dims = {Expr::Symbol(0), Expr::Const(3)};
  x.strides = {Expr::Const(5), Expr::Const(1)};
  x.offset = Expr::Const(2);
  Entry entry;
  entry.symbols = {{"n", 0, 8, 1}};
  entry.inputs = {x};
  entry.outputs = {x};
  entry.outputs[0].tied_input = 0;
  for (int64_t n : {0, 1, 4}) {
    DeviceArguments arguments(entry, &backend, nullptr, {n});
    std::vector<HostTensor> inputs;
    inputs.push_back(RandomTensor(ElementType::kF32, {n, 3}, 1).value());
    ASSERT_TRUE(arguments.Create(inputs).ok());
    const auto outputs = arguments.Download();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)[0].dims(), (std::vector<int64_t>{n, 3}));
    for (int64_t i = 0; i < 3 * n; ++i) EXPECT_EQ((*outputs)[0].as<float>()[i], inputs[0].as<float>()[i]) << i;
    if (n == 4) {
      EXPECT_EQ(static_cast<float*>(arguments.inputs()[0].data)[2 + 5 + 1], inputs[0].as<float>()[4]);
    }
  }
}

TEST(DeviceArgumentsTest, refuses_negative_strides) {
  FakeBackend backend;
  Argument x;
  x.name = "x";
  x.dims = {Expr::Const(3)};
  x.strides = {Expr::Const(-1)};
  x.offset = Expr::Const(2);
  Entry entry;
  entry.inputs = {x};
  DeviceArguments arguments(entry, &backend, nullptr, {});
  std::vector<HostTensor> inputs;
  inputs.push_back(HostTensor::Create(ElementType::kF32, {3}).value());
  EXPECT_EQ(arguments.Create(inputs).code(), absl::StatusCode::kUnimplemented);
}

// d = a b, square, of one type.
std::shared_ptr<const Plan> ProductPlan(ElementType type, int64_t width) {
  PlanWriter writer;
  Entry entry;
  entry.name = "main";
  const std::vector<Expr> dims = {Expr::Const(width), Expr::Const(width)};
  for (const char* name : {"a", "b", "d"}) {
    Argument argument;
    argument.name = name;
    argument.type = type;
    argument.dims = dims;
    (*name == 'd' ? entry.outputs : entry.inputs).push_back(argument);
  }
  const auto operand = [&](Space space, uint32_t index) {
    return MatmulOperand{{space, index, std::nullopt}, type, Expr::Const(width), Expr::Const(1), {}};
  };
  Matmul product;
  product.m = product.n = product.k = Expr::Const(width);
  product.a = operand(Space::kInput, 0);
  product.b = operand(Space::kInput, 1);
  product.d = operand(Space::kOutput, 0);
  product.accumulate = type;
  entry.steps = {MakeStep("product", product)};
  writer.model().entries = {entry};
  return Plan::FromBytes(writer.ToBytes().value(), "plan `product`").value();
}

absl::StatusOr<RunResult> RunProduct(ElementType type, int64_t width, RunInputs* inputs) {
  const std::shared_ptr<const Plan> plan = ProductPlan(type, width);
  SINTER_ASSIGN_OR_RETURN(*inputs, MakeInputs(plan->model().entries[0], {}));
  const std::unique_ptr<Backend> backend = CreateCpuBackend({});
  return RunPlan(plan, 0, backend.get(), *inputs, {});
}

TEST(CpuRunTest, a_product_by_a_plain_loop_is_a_fallback) {
  RunInputs inputs;
  const auto result = RunProduct(ElementType::kI32, 5, &inputs);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->fallbacks, 1u);
  EXPECT_EQ(result->launches, 1u);
  EXPECT_EQ(result->graph_nodes, 0);
  int32_t expected = 0;
  for (int k = 0; k < 5; ++k)
    expected += inputs.tensors[0].as<int32_t>()[5 + k] * inputs.tensors[1].as<int32_t>()[5 * k + 2];
  EXPECT_EQ(result->outputs[0].as<int32_t>()[5 + 2], expected);
}

TEST(CpuRunTest, a_product_by_the_library_is_none) {
  if (const auto library = OnednnLibrary::Open(); !library.ok()) GTEST_SKIP() << library.status().message();
  RunInputs inputs;
  const auto result = RunProduct(ElementType::kF32, 33, &inputs);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->fallbacks, 0u);
  EXPECT_THAT(result->library, testing::ElementsAre(HasSubstr("product: ")));
}

TEST(MedianTest, is_the_middle) {
  EXPECT_EQ(Median({}), 0);
  EXPECT_EQ(Median({3}), 3);
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Median({4, 1, 2, 3}), 2.5);
}

}  // namespace
}  // namespace sinter::rt
