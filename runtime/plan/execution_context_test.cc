// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of contexts against a fake backend: numbers, rebinding, what is counted, what is refused, and
// that an execution of a prepared shape allocates nothing, on the device or on the host.
#include "runtime/plan/execution_context.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/gemm/matmul_key.h"
#include "runtime/plan/counting_new.h"
#include "runtime/plan/test_plan.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tensor/value_generator.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;
int stream_object;
const StreamHandle kStream = &stream_object;

// Tensors for one call of `main` or `direct`.
struct Call {
  HostTensor x, r, y;
  std::vector<TensorRef> inputs, outputs;
  Call(int64_t n, uint64_t seed)
      : x(RandomTensor(ElementType::kF32, {n, kTestWidth}, seed).value()),
        r(RandomTensor(ElementType::kF32, {n, kTestWidth}, seed + 1).value()),
        y(HostTensor::Create(ElementType::kF32, {n, kTestColumns}).value()),
        inputs({x.ref(), r.ref()}),
        outputs({y.ref()}) {}
  void ExpectRight() {
    const std::vector<float> expected = TestReference(x.as<float>(), r.as<float>(), x.dims()[0]);
    for (size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(y.as<float>()[i], expected[i]) << i;  // exact in f32
  }
};

class ExecutionContextTest : public testing::Test {
 protected:
  ExecutionContextTest() {
    DefineTestKernels(&backend_);
    loaded_ = LoadedPlan::Create(Plan::FromBytes(MakeTestPlan(FakeKernels()).ToBytes().value(), "plan `t`").value(),
                                 &backend_)
                  .value();
    context_ = ExecutionContext::Create(loaded_).value();
    backend_.counts = {};
  }
  absl::Status Run(Call& call, size_t entry = kMainEntry, RunMode mode = RunMode::kAuto) {
    return context_->Execute(entry, call.inputs, call.outputs, kStream, mode);
  }
  std::string RunError(Call& call, size_t entry = kMainEntry) { return std::string(Run(call, entry).message()); }

  FakeBackend backend_;
  std::shared_ptr<const LoadedPlan> loaded_;
  std::unique_ptr<ExecutionContext> context_;
};

TEST_F(ExecutionContextTest, unprepared_shapes_run_by_launches) {
  for (int64_t n : {1, 3, 33, 2}) {
    Call call(n, static_cast<uint64_t>(n));
    ASSERT_TRUE(Run(call).ok());
    call.ExpectRight();
  }
  EXPECT_EQ(backend_.counts.captures, 0);
  EXPECT_EQ(backend_.counts.launches, 4 * 3);
  EXPECT_EQ(backend_.counts.matmuls_run, 4);
  EXPECT_EQ(context_->counters().kernel_launches, 12u);
  EXPECT_EQ(context_->counters().library_calls, 4u);
}

TEST_F(ExecutionContextTest, prepared_shape_is_one_graph_launch_with_rebinding) {
  ASSERT_TRUE(context_->Prepare(kMainEntry, {5}).ok());
  EXPECT_EQ(backend_.counts.captures, 1);
  Call first(5, 1), second(5, 2);
  ASSERT_TRUE(Run(first).ok());
  first.ExpectRight();
  EXPECT_EQ(backend_.counts.updates, 2);  // add and store; scale touches no argument
  ASSERT_TRUE(Run(first).ok());
  EXPECT_EQ(backend_.counts.updates, 2);
  second.inputs[1] = first.inputs[1];  // x and y move
  ASSERT_TRUE(Run(second).ok());
  EXPECT_EQ(backend_.counts.updates, 4);
  const std::vector<float> expected = TestReference(second.x.as<float>(), first.r.as<float>(), 5);
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(second.y.as<float>()[i], expected[i]);
  second.outputs[0] = first.outputs[0];
  ASSERT_TRUE(Run(second).ok());
  EXPECT_EQ(backend_.counts.updates, 5);  // y alone
  EXPECT_EQ(backend_.counts.graph_launches, 4);
  EXPECT_EQ(backend_.counts.launches, 0);
  EXPECT_EQ(backend_.counts.captures, 1);
  const ShapeReport report = context_->Report(kMainEntry, {5}).value();
  EXPECT_EQ(report.launches, 3u);
  EXPECT_EQ(report.library_calls, 1u);
  EXPECT_EQ(report.graph_nodes, 4);
  EXPECT_THAT(report.library_choices, testing::ElementsAre("project: fake product"));
}

TEST_F(ExecutionContextTest, prepared_execution_allocates_nothing) {
  Call first(7, 1), second(7, 2);
  for (size_t entry : {kMainEntry, kDirectEntry}) {
    ASSERT_TRUE(context_->Prepare(entry, first.inputs, first.outputs).ok());
    ASSERT_TRUE(context_->Prepare(entry, second.inputs, second.outputs).ok());
  }
  const int device_before = backend_.counts.allocations, captures = backend_.counts.captures;
  backend_.counts.graph_launches = 0;
  // The fake's own replay allocates; what it takes for a replay alone is measured and taken off.
  const auto allocations_of = [&](Call& call, size_t entry, RunMode mode) {
    const int64_t before = host_allocations;
    EXPECT_TRUE(Run(call, entry, mode).ok());
    return host_allocations - before;
  };
  const int64_t main_steady = allocations_of(first, kMainEntry, RunMode::kAuto);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(allocations_of(i % 2 ? first : second, kMainEntry, RunMode::kAuto), main_steady);
    EXPECT_EQ(allocations_of(i % 2 ? first : second, kDirectEntry, RunMode::kAuto),
              allocations_of(first, kDirectEntry, RunMode::kAuto));
  }
  EXPECT_EQ(backend_.counts.allocations, device_before);
  EXPECT_EQ(backend_.counts.captures, captures);
  first.ExpectRight();
  second.ExpectRight();
}

TEST_F(ExecutionContextTest, library_step_on_an_argument_captures_again_and_keeps_graphs) {
  ASSERT_TRUE(context_->Prepare(kDirectEntry, {4}).ok());
  EXPECT_EQ(backend_.counts.captures, 0);  // the product's result pointer is not known yet
  Call a(4, 1), b(4, 2);
  ASSERT_TRUE(Run(a, kDirectEntry).ok());
  EXPECT_EQ(backend_.counts.captures, 1);
  ASSERT_TRUE(Run(b, kDirectEntry).ok());
  EXPECT_EQ(backend_.counts.captures, 2);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(Run(a, kDirectEntry).ok());
    ASSERT_TRUE(Run(b, kDirectEntry).ok());
  }
  EXPECT_EQ(backend_.counts.captures, 2);
  a.ExpectRight();
  b.ExpectRight();
  std::vector<std::unique_ptr<Call>> more;
  for (uint64_t i = 0; i < 6; ++i) {
    more.push_back(std::make_unique<Call>(4, 10 + i));
    ASSERT_TRUE(Run(*more.back(), kDirectEntry).ok());
    more.back()->ExpectRight();
  }
  EXPECT_EQ(context_->Report(kDirectEntry, {4})->graphs, 4u);
  // An input that moves is rebound in the graph of the same output.
  std::swap(more[5]->inputs[0], more[4]->inputs[0]);
  const int captures = backend_.counts.captures;
  ASSERT_TRUE(Run(*more[5], kDirectEntry).ok());
  EXPECT_EQ(backend_.counts.captures, captures);
  const std::vector<float> expected = TestReference(more[4]->x.as<float>(), more[5]->r.as<float>(), 4);
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(more[5]->y.as<float>()[i], expected[i]);
}

TEST_F(ExecutionContextTest, tied_state_is_updated_in_place) {
  HostTensor x = RandomTensor(ElementType::kF32, {37}, 1).value(),
             cache = RandomTensor(ElementType::kF32, {37}, 2).value();
  HostTensor copy = HostTensor::Create(ElementType::kF32, {37}).value();
  const std::vector<float> before(cache.as<float>(), cache.as<float>() + 37);
  std::vector<TensorRef> inputs = {x.ref(), cache.ref()}, outputs = {cache.ref(), copy.ref()};
  ASSERT_TRUE(context_->Prepare(kStateEntry, inputs, outputs).ok());
  for (int run = 1; run <= 3; ++run) {
    ASSERT_TRUE(context_->Execute(kStateEntry, inputs, outputs, kStream).ok());
    for (size_t i = 0; i < 37; ++i)
      ASSERT_NEAR(copy.as<float>()[i], before[i] + static_cast<float>(run) * x.as<float>()[i], 1e-5);
  }
  HostTensor elsewhere = HostTensor::Create(ElementType::kF32, {37}).value();
  outputs[0] = elsewhere.ref();
  EXPECT_THAT(std::string(context_->Execute(kStateEntry, inputs, outputs, kStream).message()),
              HasSubstr("output `cache_out` is tied to input `cache`, expected the same address"));
}

TEST_F(ExecutionContextTest, empty_shapes_skip_their_work) {
  Call call(0, 1);
  ASSERT_TRUE(Run(call).ok());
  ASSERT_TRUE(context_->Prepare(kMainEntry, {0}).ok());
  call.inputs[0].data = nullptr;
  ASSERT_TRUE(Run(call).ok());
  EXPECT_EQ(backend_.counts.launches + backend_.counts.graph_launches + backend_.counts.matmuls_run, 0);
}

TEST_F(ExecutionContextTest, variants_follow_their_predicates) {
  // The two variants of `scale` launch the same kernel; the report of a plan with distinct ones would differ. Here the
  // choice shows in the program.
  MatmulCache cache(&backend_, {});
  const Entry& entry = loaded_->model().entries[kMainEntry];
  EXPECT_EQ(ShapeProgram::Build(*loaded_, entry, {2}, &cache, {})->steps()[1].variant, 0u);
  EXPECT_EQ(ShapeProgram::Build(*loaded_, entry, {3}, &cache, {})->steps()[1].variant, 1u);
}

TEST_F(ExecutionContextTest, products_are_prepared_once_a_problem) {
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(context_->Prepare(kMainEntry, {5}).ok());
    ASSERT_TRUE(context_->Prepare(kMainEntry, {6}).ok());
  }
  EXPECT_EQ(backend_.counts.matmuls_prepared, 2);
  EXPECT_EQ(backend_.matmul_problems[0].m, 5);
  EXPECT_EQ(backend_.matmul_problems[0].a.alignment, 256u);
  ASSERT_TRUE(context_->Prepare(kDirectEntry, {5}).ok());
  EXPECT_EQ(backend_.matmul_problems[2].d.alignment, 16u);  // what the argument promises
}

TEST_F(ExecutionContextTest, products_are_measured_where_a_shape_is_prepared_alone) {
  Call call(3, 1);
  ASSERT_TRUE(Run(call).ok());
  ASSERT_TRUE(context_->Prepare(kMainEntry, {5}).ok());
  ASSERT_TRUE(context_->WorkspaceBytes(kMainEntry, {6}).ok());
  ContextOptions options;
  options.measure_products = false;
  context_ = ExecutionContext::Create(loaded_, options).value();
  ASSERT_TRUE(context_->Prepare(kMainEntry, {5}).ok());
  std::vector<bool> measured;
  for (const MatmulRequest& request : backend_.matmul_requests) measured.push_back(request.may_measure);
  EXPECT_THAT(measured, testing::ElementsAre(false, true, true, false));
}

TEST_F(ExecutionContextTest, products_are_known_without_a_device) {
  ASSERT_TRUE(context_->Prepare(kMainEntry, {5}).ok());
  const Entry& entry = loaded_->model().entries[kMainEntry];
  const std::vector<PlanProduct> products = EvaluateProducts(loaded_->model(), entry, {5}).value();
  ASSERT_EQ(products.size(), 1u);
  EXPECT_EQ(products[0].step, "project");
  EXPECT_EQ(MatmulKey(products[0].problem), MatmulKey(backend_.matmul_problems[0]));
  EXPECT_TRUE(EvaluateProducts(loaded_->model(), entry, {0}).value().empty());
  EXPECT_THAT(std::string(EvaluateProducts(loaded_->model(), entry, {}).status().message()),
              HasSubstr("expected 1 values of symbols, but got 0"));
  EXPECT_THAT(std::string(EvaluateProducts(loaded_->model(), entry, {-1}).status().message()),
              HasSubstr("= -1 is no value of entry `main`"));
}

TEST_F(ExecutionContextTest, pins_go_with_their_product) {
  PlanWriter writer = MakeTestPlan(FakeKernels());
  const Entry& entry = writer.model().entries[kMainEntry];
  MatmulPin pin{"", "fake", "fake library", {1}, "", 2, 1};
  for (int64_t n : {5, 6}) {
    pin.problem = MatmulFingerprint(EvaluateProducts(loaded_->model(), entry, {n}).value()[0].problem);
    writer.model().product_pins.push_back(pin);
  }
  pin.device = "another";
  writer.model().product_pins.push_back(pin);
  loaded_ = LoadedPlan::Create(Plan::FromBytes(writer.ToBytes().value()).value(), &backend_).value();
  context_ = ExecutionContext::Create(loaded_).value();
  backend_.matmul_requests.clear();
  for (int64_t n : {5, 6, 7}) ASSERT_TRUE(context_->Prepare(kMainEntry, {n}).ok());
  ASSERT_EQ(backend_.matmul_requests.size(), 3u);
  ASSERT_EQ(backend_.matmul_requests[0].pins.size(), 1u);
  EXPECT_EQ(*backend_.matmul_requests[0].pins[0], loaded_->model().product_pins[0]);
  EXPECT_EQ(backend_.matmul_requests[1].pins.size(), 2u);  // what fits is the backend's to say
  EXPECT_TRUE(backend_.matmul_requests[2].pins.empty());
}

TEST_F(ExecutionContextTest, no_product_is_made_ready_in_a_capture) {
  Call call(5, 1), other(6, 1);
  ASSERT_TRUE(context_->WorkspaceBytes(kMainEntry, {5}).ok());
  ASSERT_TRUE(Run(call).ok());
  ASSERT_TRUE(backend_.BeginCapture(kStream).ok());
  const absl::Status ready = context_->Execute(kMainEntry, call.inputs, call.outputs, kStream, RunMode::kLaunches);
  const absl::Status not_ready =
      context_->Execute(kMainEntry, other.inputs, other.outputs, kStream, RunMode::kLaunches);
  ASSERT_TRUE(backend_.EndCapture(kStream).ok());
  EXPECT_TRUE(ready.ok()) << ready;
  EXPECT_EQ(not_ready.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(not_ready.message()), HasSubstr("step 2 `project`: this product is not ready"));
}

TEST_F(ExecutionContextTest, least_recently_used_shape_goes) {
  ContextOptions options;
  options.max_prepared_shapes = 2;
  context_ = ExecutionContext::Create(loaded_, options).value();
  ASSERT_TRUE(context_->Prepare(kMainEntry, {1}).ok());
  ASSERT_TRUE(context_->Prepare(kMainEntry, {2}).ok());
  Call one(1, 1);
  ASSERT_TRUE(Run(one).ok());
  ASSERT_TRUE(context_->Prepare(kMainEntry, {3}).ok());
  EXPECT_TRUE(context_->Report(kMainEntry, {1}).ok());
  EXPECT_EQ(context_->Report(kMainEntry, {2}).status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(context_->Report(kMainEntry, {3}).ok());
}

TEST_F(ExecutionContextTest, growing_workspace_keeps_prepared_shapes_right) {
  Call small(2, 1), large(500, 2), direct(2, 3);
  ASSERT_TRUE(context_->Prepare(kMainEntry, {2}).ok());
  ASSERT_TRUE(context_->Prepare(kDirectEntry, direct.inputs, direct.outputs).ok());
  ASSERT_TRUE(Run(small).ok());
  ASSERT_TRUE(Run(large).ok());  // unprepared, and larger
  large.ExpectRight();
  ASSERT_TRUE(Run(small).ok());
  ASSERT_TRUE(Run(direct, kDirectEntry).ok());
  small.ExpectRight();
  direct.ExpectRight();
  EXPECT_EQ(context_->counters().workspace_allocations, 2u);
  EXPECT_EQ(backend_.live_allocations(), 2u);  // constants and one workspace
}

TEST_F(ExecutionContextTest, callers_workspace) {
  const uint64_t needed = context_->WorkspaceBytes(kMainEntry, {10}).value();
  EXPECT_EQ(needed, 2 * 512 + 512u);
  void* memory = std::aligned_alloc(256, needed);
  ContextOptions options;
  options.workspace = memory;
  options.workspace_bytes = needed;
  context_ = ExecutionContext::Create(loaded_, options).value();
  backend_.counts = {};
  ASSERT_TRUE(context_->Prepare(kMainEntry, {10}).ok());
  Call call(10, 4), larger(100, 5);
  ASSERT_TRUE(Run(call).ok());
  call.ExpectRight();
  EXPECT_THAT(RunError(larger), HasSubstr("workspace has 1536 bytes, this shape needs"));
  EXPECT_EQ(backend_.counts.allocations, 0);
  EXPECT_THAT(std::string(context_->SetWorkspace(memory, 100).message()), HasSubstr("the prepared shapes need 1536"));
  EXPECT_FALSE(context_->SetWorkspace(static_cast<char*>(memory) + 8, needed).ok());
  ASSERT_TRUE(context_->SetWorkspace(nullptr, 0).ok());
  ASSERT_TRUE(Run(call).ok());
  std::free(memory);
  ASSERT_TRUE(Run(call).ok());
  ASSERT_TRUE(Run(larger).ok());
  larger.ExpectRight();
}

TEST_F(ExecutionContextTest, refuses_wrong_tensors_by_name) {
  Call call(3, 1);
  const Call good(3, 1);
  const auto error = [&] { return RunError(call); };
  call.inputs.pop_back();
  EXPECT_THAT(error(), HasSubstr("plan `t`: entry `main`: got 1 inputs, expected 2"));
  call.inputs = {call.x.ref(), call.r.ref()};
  call.inputs[0].type = ElementType::kI32;
  EXPECT_THAT(error(), HasSubstr("input `x` is i32, expected f32"));
  call.inputs[0] = call.x.ref();
  const int64_t wrong_rank[] = {3}, wrong_rows[] = {4, 8}, wrong_columns[] = {3, 5}, huge[] = {5000, 8};
  call.inputs[0].dims = wrong_rank;
  EXPECT_THAT(error(), HasSubstr("input `x` has dims [3], expected [n, 8]"));
  call.inputs[0] = call.x.ref();
  call.inputs[1].dims = wrong_rows;
  EXPECT_THAT(error(), HasSubstr("input `r` has dims [4, 8], expected [n, 8], which is [3, 8] where n = 3"));
  call.inputs[1] = call.r.ref();
  call.outputs[0].dims = wrong_columns;
  EXPECT_THAT(error(), HasSubstr("output `y` has dims [3, 5], expected [n, 4]"));
  call.outputs[0] = call.y.ref();
  call.inputs[0].dims = huge;
  EXPECT_THAT(error(), HasSubstr("symbol `n` is 5000, expected a value in [0, 4096]"));
  call.inputs[0] = call.x.ref();
  call.inputs[0].data = nullptr;
  EXPECT_THAT(error(), HasSubstr("input `x` is null, expected 96 bytes"));
  call.inputs[0].data = call.x.as<char>() + 4;
  EXPECT_THAT(error(), HasSubstr("input `x` is at an address that is not a multiple of its alignment 16"));
  call.inputs[0] = call.x.ref();
  const int64_t padded[] = {16, 1}, dense[] = {8, 1}, short_strides[] = {1};
  call.inputs[0].strides = padded;
  EXPECT_THAT(error(), HasSubstr("input `x` has strides [16, 1], expected those of a dense tensor"));
  call.inputs[0].strides = short_strides;
  EXPECT_THAT(error(), HasSubstr("has 1 strides for 2 dims"));
  call.inputs[0].strides = dense;
  EXPECT_TRUE(Run(call).ok());
  EXPECT_FALSE(context_->Execute(9, call.inputs, call.outputs, kStream).ok());
  EXPECT_FALSE(context_->Prepare(kMainEntry, {5000}).ok());
  EXPECT_FALSE(context_->Prepare(kMainEntry, absl::Span<const int64_t>{}).ok());
}

TEST_F(ExecutionContextTest, refuses_overlaps_without_a_tie) {
  Call call(4, 1);
  call.outputs[0].data = call.x.as<char>() + 16;
  EXPECT_THAT(RunError(call), HasSubstr("input `x` and output `y` overlap in memory and are not tied"));
  EXPECT_THAT(RunError(call), HasSubstr("overlap"));  // the second time too
  call.outputs[0] = call.y.ref();
  call.inputs[1] = call.x.ref();  // inputs may share
  EXPECT_TRUE(Run(call).ok());
}

TEST_F(ExecutionContextTest, failures_are_named_and_leave_the_context_usable) {
  backend_.fail_launch = true;
  EXPECT_THAT(std::string(context_->Prepare(kMainEntry, {3}).message()),
              HasSubstr("plan `t`: entry `main`, step 0 `add`: launch failed"));
  ASSERT_TRUE(context_->Prepare(kMainEntry, {3}).ok());
  Call call(3, 1);
  backend_.fail_update = true;
  EXPECT_THAT(RunError(call), HasSubstr("step 0 `add`: update failed"));
  ASSERT_TRUE(Run(call).ok());
  call.ExpectRight();
  Call large(1000, 2);
  backend_.fail_allocation = true;
  EXPECT_EQ(Run(large).code(), absl::StatusCode::kResourceExhausted);
  ASSERT_TRUE(Run(call).ok());
  call.ExpectRight();
  ASSERT_TRUE(Run(large).ok());
  large.ExpectRight();
}

TEST_F(ExecutionContextTest, plain_launches_on_request_and_without_graphs) {
  ASSERT_TRUE(context_->Prepare(kMainEntry, {6}).ok());
  Call call(6, 1);
  ASSERT_TRUE(Run(call, kMainEntry, RunMode::kLaunches).ok());
  call.ExpectRight();
  EXPECT_EQ(backend_.counts.graph_launches, 0);
  EXPECT_EQ(backend_.counts.launches, 3);
  backend_.has_graphs = false;
  context_ = ExecutionContext::Create(loaded_).value();
  ASSERT_TRUE(context_->Prepare(kMainEntry, {6}).ok());
  ASSERT_TRUE(Run(call).ok());
  EXPECT_EQ(backend_.counts.graph_launches, 0);
}

// The first step's launch does not know what is before it, nor does one after a product wait for a kernel.
TEST_F(ExecutionContextTest, launches_overlap_the_launch_before_where_both_kernels_know) {
  for (bool releases : {true, false}) {
    PlanWriter writer = MakeTestPlan(FakeKernels());
    for (Step& step : writer.model().entries[kMainEntry].steps) {
      for (Variant& variant : step.variants) {
        if (auto* launch = std::get_if<Launch>(&variant.action)) launch->waits = true, launch->releases = releases;
      }
    }
    loaded_ = LoadedPlan::Create(Plan::FromBytes(writer.ToBytes().value(), "plan `t`").value(), &backend_).value();
    context_ = ExecutionContext::Create(loaded_).value();
    backend_.launch_shapes.clear();
    Call call(6, 1);
    ASSERT_TRUE(Run(call).ok());
    call.ExpectRight();
    ASSERT_TRUE(context_->Prepare(kMainEntry, {6}).ok());
    ASSERT_TRUE(Run(call).ok());
    // Launched, then captured: add, scale, the product, store.
    std::vector<bool> overlaps;
    for (const LaunchShape& shape : backend_.launch_shapes) overlaps.push_back(shape.overlaps);
    EXPECT_THAT(overlaps, testing::ElementsAre(false, releases, false, false, releases, false));
  }
}

TEST_F(ExecutionContextTest, profile_names_every_step) {
  Call call(6, 1);
  auto times = context_->Profile(kMainEntry, call.inputs, call.outputs, kStream);
  ASSERT_TRUE(times.ok()) << times.status();
  std::vector<std::string> names;
  for (const StepTime& time : *times) names.push_back(time.step + "/" + time.action);
  EXPECT_THAT(names, testing::ElementsAre("add/sinter_test_add", "scale/sinter_test_scale", "project/fake product",
                                          "store/sinter_test_store"));
  call.ExpectRight();
}

TEST_F(ExecutionContextTest, steps_say_where_they_come_from) {
  PlanWriter writer = MakeTestPlan(FakeKernels());
  writer.model().entries[0].steps[0].locations = {"node_add_7", "graph.mlir:3:8"};
  loaded_ = LoadedPlan::Create(Plan::FromBytes(writer.ToBytes().value(), "plan `t`").value(), &backend_).value();
  context_ = ExecutionContext::Create(loaded_).value();
  Call call(6, 1);
  auto times = context_->Profile(kMainEntry, call.inputs, call.outputs, kStream);
  ASSERT_TRUE(times.ok()) << times.status();
  EXPECT_THAT((*times)[0].locations, testing::ElementsAre("node_add_7", "graph.mlir:3:8"));
  EXPECT_THAT((*times)[1].locations, testing::IsEmpty());
  backend_.fail_launch = true;
  EXPECT_THAT(std::string(context_->Prepare(kMainEntry, {3}).message()),
              HasSubstr("entry `main`, step 0 `add` at node_add_7, graph.mlir:3:8: launch failed"));
}

TEST_F(ExecutionContextTest, limits_are_checked_where_dims_are_known) {
  const auto error_of = [&](const std::function<void(Entry&)>& damage, int64_t n) {
    PlanWriter writer = MakeTestPlan(FakeKernels());
    damage(writer.model().entries[0]);
    auto loaded = LoadedPlan::Create(Plan::FromBytes(writer.ToBytes().value(), "plan `t`").value(), &backend_).value();
    return std::string(ExecutionContext::Create(loaded).value()->Prepare(kMainEntry, {n}).message());
  };
  const auto launch = [](Entry& entry) -> Launch& { return std::get<Launch>(entry.steps[0].variants[0].action); };
  const Expr n = Expr::Symbol(0);
  const auto times = [&](int64_t factor) { return Expr::Binary(ExprOp::kMul, n, Expr::Const(factor)); };
  EXPECT_THAT(error_of([&](Entry& e) { launch(e).grid[1] = times(30000); }, 3),
              HasSubstr("entry `main` at n = 3, step 0 `add`: grid extent 1 is 90000, at most 65535 are allowed"));
  EXPECT_THAT(error_of([&](Entry& e) { launch(e).grid[2] = Expr::Binary(ExprOp::kSub, n, Expr::Const(9)); }, 3),
              HasSubstr("grid extent 2 is -6"));
  EXPECT_THAT(error_of([&](Entry& e) { launch(e).args[3] = ScalarArg{times(1 << 30), ElementType::kI32}; }, 3),
              HasSubstr("parameter 3 is 3221225472, which does not fit its type i32"));
  EXPECT_THAT(error_of([&](Entry& e) { launch(e).args[3] = ScalarArg{times(INT64_MAX), ElementType::kI64}; }, 3),
              HasSubstr("does not fit in 64 bits"));
  EXPECT_THAT(error_of([&](Entry& e) { e.slots[1].size = times(4096); }, 3),
              HasSubstr("slot 1 of 12288 bytes at 256 does not fit the arena of 512 bytes"));
  EXPECT_THAT(error_of([&](Entry& e) { std::get<BufferRef>(launch(e).args[0]).offset = times(40); }, 3),
              HasSubstr("parameter 0: 0 bytes at 120 reach past the buffer of 96 bytes"));
  EXPECT_THAT(error_of([&](Entry& e) { std::get<Matmul>(e.steps[2].variants[0].action).k = times(8); }, 3),
              HasSubstr("step 2 `project`: operand b: "));
  EXPECT_THAT(
      error_of([&](Entry& e) { e.guards = {{Expr::Binary(ExprOp::kLessEqual, n, Expr::Const(2)), "n <= 2"}}; }, 3),
      HasSubstr("guard `n <= 2` does not hold for n = 3"));
}

TEST_F(ExecutionContextTest, symbols_that_cannot_be_read_are_given) {
  PlanWriter writer = MakeTestPlan(FakeKernels());
  for (Argument& input : writer.model().entries[0].inputs)
    input.dims[0] = Expr::Binary(ExprOp::kAdd, Expr::Symbol(0), Expr::Const(0));
  writer.model().entries[0].outputs[0].dims[0] = Expr::Binary(ExprOp::kAdd, Expr::Symbol(0), Expr::Const(0));
  auto loaded = LoadedPlan::Create(Plan::FromBytes(writer.ToBytes().value(), "plan `t`").value(), &backend_).value();
  context_ = ExecutionContext::Create(loaded).value();
  Call call(4, 3);
  EXPECT_THAT(RunError(call), HasSubstr("symbol `n` is the plain dim or stride of no argument"));
  ASSERT_TRUE(context_->Execute(kMainEntry, {4}, call.inputs, call.outputs, kStream).ok());
  call.ExpectRight();
  EXPECT_THAT(std::string(context_->Execute(kMainEntry, {5}, call.inputs, call.outputs, kStream).message()),
              HasSubstr("has dims [4, 8], expected [n + 0, 8], which is [5, 8]"));
  context_.reset();
}

}  // namespace
}  // namespace sinter::rt
