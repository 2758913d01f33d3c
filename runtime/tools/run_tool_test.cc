// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool as a whole, on plan files: what it prints, saves and refuses, and with which exit code.
#include "runtime/tools/run_tool.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/plan/plan_writer.h"
#include "runtime/tensor/npy.h"
#include "runtime/tensor/value_generator.h"
#include "runtime/tools/golden.h"
#include "runtime/tools/json.h"
#include "runtime/tools/kernel_compilers.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Ran {
  int exit_code;
  std::string out, err;
};

Ran RunTool(std::vector<std::string> arguments) {
  std::vector<const char*> argv = {"sinter-run"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran ran;
  ran.exit_code = PlanRunMain(static_cast<int>(argv.size()), argv.data());
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

// y = 2 x + 1 for n elements, by a kernel whose text the plan holds and that no image was made of.
class RunToolTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto compiler = HostCompiler::Create({}); !compiler.ok()) GTEST_SKIP() << compiler.status().message();
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = testing::TempDir() + "run_tool_test_" + test;
    std::remove((folder_ + "/y.npy").c_str());
    plan_ = folder_ + "_graph.plan";
    WritePlan("  if (i < n) y[i] = 2.0f * x[i] + 1.0f;\n");
  }
  // The kernel's last lines, from the fourth on, are `body`.
  void WritePlan(const std::string& body) {
    PlanWriter writer;
    const uint32_t text = writer.AddSection(R"(#include "runtime/device/kernel.cuh"
extern "C" __global__ void __launch_bounds__(32) sinter_test_affine(const float* x, float* y, i64 n) {
  const i64 i = i64(blockIdx.x) * 32 + threadIdx.x;
)" + body + "}\n");
    writer.model().kernels = {{"sinter_test_affine", "hash", static_cast<int32_t>(text), {}}};
    Entry entry;
    entry.name = "main";
    entry.symbols = {{"n", 1, 4096, 1}};
    entry.inputs = {{"x", ElementType::kF32, {Expr::Symbol(0)}, {}, std::nullopt, 16, -1, ""}};
    entry.outputs = {{"y", ElementType::kF32, {Expr::Symbol(0)}, {}, std::nullopt, 16, -1, ""}};
    Launch launch;
    launch.grid[0] = Expr::Binary(ExprOp::kCeilDiv, Expr::Symbol(0), Expr::Const(32));
    launch.block[0] = 32;
    launch.args = {BufferRef{Space::kInput, 0, std::nullopt}, BufferRef{Space::kOutput, 0, std::nullopt},
                   ScalarArg{Expr::Symbol(0), ElementType::kI64}};
    entry.steps = {{"affine", {{std::nullopt, launch, ""}}, 0, 0, {}, {}}};
    writer.model().entries = {entry};
    ASSERT_TRUE(writer.ToFile(plan_).ok());
  }
  Ran RunOnCpu(std::vector<std::string> more) {
    more.insert(more.begin(), {plan_, "--device=cpu", "--no-cache"});
    return RunTool(std::move(more));
  }
  // Under a check, whose program all cases share through a cache of their own.
  Ran RunChecked(const std::string& check, std::vector<std::string> more) {
    const std::string cache = testing::TempDir() + "run_tool_test_cache";
    more.insert(more.begin(), {plan_, "--device=cpu", "--kernel-check=" + check, "--cache-dir=" + cache});
    return RunTool(std::move(more));
  }
  // A golden folder with y for a generated x of 50 elements, every third of them, one moved by `shift`.
  void WriteGolden(float shift) {
    ASSERT_EQ(RunOnCpu({"--dim", "n=50", "--inputs=generate", "--save-outputs", folder_}).exit_code, 0);
    const HostTensor whole = ReadNpyFile(folder_ + "/y.npy").value();
    HostTensor values = HostTensor::Create(ElementType::kF32, {17}).value();
    for (int i = 0; i < 17; ++i) values.as<float>()[i] = whole.as<float>()[3 * i];
    values.as<float>()[5] += shift;
    ASSERT_TRUE(WriteNpyFile(folder_ + "/g.npy", values).ok());
    std::ofstream(folder_ + "/golden.json")
        << R"({"oracle": "another", "outputs": {"only": [)"
        << R"({"name": "y", "file": "g.npy", "dims": [50], "stride": 3, "std": 2}]}})";
  }

  std::string folder_, plan_;
};

TEST_F(RunToolTest, compiles_what_has_no_image_and_counts_it) {
  const Ran ran = RunOnCpu({"--dim=n=50", "--inputs=generate", "--json", "--save-outputs=" + folder_});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto json = ParseJson(ran.out);
  ASSERT_TRUE(json.ok()) << ran.out;
  EXPECT_EQ(json->GetString("device").value(), "cpu");
  EXPECT_EQ(json->GetCount("compiles_at_load").value(), 1);
  EXPECT_EQ(json->GetCount("compiles_during_run").value(), 0);
  EXPECT_EQ(json->GetCount("launches").value(), 1);
  EXPECT_EQ(json->GetCount("fallbacks").value(), 0);
  EXPECT_GT(json->GetNumber("time_ms_median").value(), 0);
  EXPECT_EQ(json->Find("time_ms_in_a_row"), nullptr);
  const JsonValue& output = json->Find("outputs")->items()[0];
  EXPECT_EQ(output.GetString("name").value(), "y");
  EXPECT_EQ(output.Find("dims")->ToText(), "[50]");
  EXPECT_EQ(output.Find("max_error")->kind(), JsonValue::Kind::kNull);
  const HostTensor x = GenerateInput("x", ElementType::kF32, {50}).value(), y = ReadNpyFile(folder_ + "/y.npy").value();
  for (int i = 0; i < 50; ++i) EXPECT_NEAR(y.as<float>()[i], 2 * x.as<float>()[i] + 1, 1e-6) << i;
}

TEST_F(RunToolTest, agrees_with_golden_outputs) {
  WriteGolden(1e-5f);
  const Ran ran = RunOnCpu({"--dim=n=50", "--inputs=generate", "--golden", folder_, "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const JsonValue json = ParseJson(ran.out).value();
  EXPECT_NEAR(json.Find("outputs")->items()[0].GetNumber("max_error").value(), 1e-5, 1e-6);
  EXPECT_NEAR(json.Find("outputs")->items()[0].GetNumber("max_error_over_std").value(), 5e-6, 1e-6);
}

TEST_F(RunToolTest, names_the_worst_element_out_of_tolerance) {
  WriteGolden(0.5f);
  const Ran ran = RunOnCpu({"--dim=n=50", "--inputs=generate", "--golden", folder_});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("output     y: f32[50]"));
  EXPECT_THAT(ran.out, HasSubstr("BAD"));
  EXPECT_THAT(ran.err, HasSubstr("output `y` differs from another `only`"));
  EXPECT_THAT(ran.err, HasSubstr("at [15]"));
  EXPECT_THAT(ran.err, HasSubstr("error 0.5 is 0.25 of the standard deviation, tolerance 0.0001"));
  EXPECT_EQ(RunOnCpu({"--dim=n=50", "--inputs=generate", "--golden", folder_, "--tolerance=0.3"}).exit_code, 0);
  EXPECT_THAT(RunOnCpu({"--dim=n=51", "--inputs=generate", "--golden", folder_}).err, HasSubstr("expected dims [50]"));
}

TEST_F(RunToolTest, a_sweep_runs_every_shape_by_one_loaded_plan) {
  const Ran ran = RunOnCpu({"--sweep=n=50;n=1;n=50", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const JsonValue json = ParseJson(ran.out).value();
  const std::vector<JsonValue>& shapes = json.Find("shapes")->items();
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[1].Find("symbols")->GetCount("n").value(), 1);
  EXPECT_EQ(shapes[2].Find("outputs")->items()[0].Find("dims")->ToText(), "[50]");
  for (const JsonValue& shape : shapes) {
    EXPECT_EQ(shape.GetCount("compiles_at_load").value(), 1);
    EXPECT_EQ(shape.GetCount("compiles_during_run").value(), 0);
  }
  EXPECT_THAT(RunOnCpu({"--sweep=n=7;n=9"}).out, HasSubstr("shape      n=9\n"));
}

TEST_F(RunToolTest, a_sweep_that_is_wrong_says_how) {
  EXPECT_THAT(RunOnCpu({"--sweep=n"}).err, HasSubstr("expected NAME=N, N an integer of at least 0, but got `n`"));
  EXPECT_THAT(RunOnCpu({"--sweep=n=-1"}).err, HasSubstr("expected NAME=N"));
  EXPECT_THAT(RunOnCpu({"--sweep=n=1,n=2"}).err, HasSubstr("`n` is given twice"));
  EXPECT_THAT(RunOnCpu({"--sweep=n=1;;n=2"}).err, HasSubstr("an empty shape"));
  EXPECT_THAT(RunOnCpu({"--sweep=n=5000"}).err, HasSubstr("`n`"));
  EXPECT_THAT(RunOnCpu({"--sweep=n=5", "--save-outputs", folder_}).err, HasSubstr("neither --golden nor"));
}

TEST_F(RunToolTest, a_kernel_check_passes_a_good_kernel_and_counts_it) {
  for (const char* check : {"memory", "races"}) {
    const Ran ran = RunChecked(check, {"--sweep=n=50;n=7", "--json"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    const JsonValue last = ParseJson(ran.out).value().Find("shapes")->items()[1];
    EXPECT_EQ(last.GetCount("kernels_checked").value(), 1) << check;
    EXPECT_EQ(last.GetCount("launches_checked").value(), 2) << check;
  }
  EXPECT_THAT(RunChecked("races", {"--dim=n=50"}).out, HasSubstr("checked    1 kernels in 1 launches\n"));
  EXPECT_THAT(RunOnCpu({"--dim=n=50", "--json"}).out, testing::Not(HasSubstr("checked")));
}

TEST_F(RunToolTest, a_kernel_check_names_the_lines_of_a_race) {
  WritePlan(R"(  SINTER_SHARED(float, shared, 32);
  shared[threadIdx.x] = i < n ? x[i] : 0.0f;
  if (i < n) y[i] = shared[31 - threadIdx.x];
)");
  const Ran ran = RunChecked("races", {"--dim=n=50"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("data race in kernel `sinter_test_affine`"));
  EXPECT_THAT(ran.err, HasSubstr("sinter_test_affine.cu:5"));
  EXPECT_THAT(ran.err, HasSubstr("sinter_test_affine.cu:6"));
  EXPECT_EQ(RunChecked("memory", {"--dim=n=50"}).exit_code, 0);
}

TEST_F(RunToolTest, a_kernel_check_names_the_line_of_an_access_out_of_bounds) {
  WritePlan("  if (i < n) y[i] = x[i + 1];\n");
  const Ran ran = RunChecked("memory", {"--dim=n=50"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("heap-buffer-overflow in kernel `sinter_test_affine`: read of size 4"));
  EXPECT_THAT(ran.err, HasSubstr("sinter_test_affine.cu:4"));
}

TEST_F(RunToolTest, a_kernel_check_is_of_the_cpu_path) {
  const Ran on_gpu = RunTool({plan_, "--device=cuda", "--dim=n=50", "--kernel-check=races"});
  EXPECT_EQ(on_gpu.exit_code, 1);
  EXPECT_THAT(on_gpu.err, HasSubstr("--kernel-check is of the CPU path, but --device is cuda"));
  const Ran anywhere = RunTool({plan_, "--no-cache", "--dim=n=50", "--kernel-check=memory"});
  EXPECT_EQ(anywhere.exit_code, 0) << anywhere.err;
  EXPECT_THAT(anywhere.out, HasSubstr("checked    1 kernels"));
  EXPECT_EQ(RunOnCpu({"--dim=n=50", "--kernel-check=leaks"}).exit_code, 1);
}

TEST_F(RunToolTest, repeats_have_the_bits_of_the_first) {
  const Ran same = RunOnCpu({"--dim=n=50", "--repeats=5", "--json"});
  ASSERT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("\"repeats\": 5"));
  EXPECT_THAT(same.out, HasSubstr("\"repeats_different\": 0"));
  EXPECT_THAT(RunOnCpu({"--dim=n=50", "--repeats=5"}).out, HasSubstr("repeats    5, 0 with other bits"));
  EXPECT_THAT(RunOnCpu({"--dim=n=50", "--json"}).out, Not(HasSubstr("repeats")));
  EXPECT_EQ(RunOnCpu({"--dim=n=50", "--repeats=5", "--count-bytes"}).exit_code, 1);
}

TEST_F(RunToolTest, a_repeat_with_other_bits_is_named) {
  // Its input is what the execution before left.
  WritePlan("  if (i == 7) const_cast<float*>(x)[i] += 1.0f;\n  if (i < n) y[i] = x[i];\n");
  const Ran ran = RunOnCpu({"--dim=n=50", "--repeats=5", "--json"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(
      ran.err,
      HasSubstr("5 of 5 further executions differ; execution 2 gives output `y` other bits than the first: 0x"));
  EXPECT_THAT(ran.err, HasSubstr(" at element 7 now"));
  EXPECT_THAT(ran.out, HasSubstr("\"repeats_different\": 5"));
  // What is not written does not pass for what the execution before wrote.
  WritePlan("  if (i < n && i != 40) y[i] = x[i];\n");
  const Ran unwritten = RunOnCpu({"--dim=n=50", "--repeats=1"});
  EXPECT_EQ(unwritten.exit_code, 1);
  EXPECT_THAT(unwritten.err, HasSubstr("0xFFFFFFFF at element 40 before, 0xFEFEFEFE at element 40 now"));
}

TEST_F(RunToolTest, auto_says_which_device_it_chose) {
  const Ran ran = RunTool({plan_, "--no-cache", "--dim=n=3"});
  if (ran.exit_code == kExitMachineError) GTEST_SKIP() << "a GPU is there, but no NVRTC: " << ran.err;
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("sinter-run: running on "));
}

TEST_F(RunToolTest, what_is_wrong_decides_the_exit_code) {
  EXPECT_EQ(RunTool({"--help"}).exit_code, 0);
  EXPECT_EQ(RunTool({}).exit_code, 1);
  EXPECT_EQ(RunTool({plan_, "--device=tpu"}).exit_code, 1);
  EXPECT_EQ(RunTool({plan_ + ".gone"}).exit_code, 1);
  EXPECT_THAT(RunTool({"model.onnx"}).err, HasSubstr("is a graph, and this build runs plans alone"));
  EXPECT_THAT(RunOnCpu({}).err, HasSubstr("symbol `n` has no value"));
  EXPECT_THAT(RunOnCpu({"--dim=n=5000"}).err, HasSubstr("`n`"));
  EXPECT_THAT(RunOnCpu({"--dim=n=5", "--entry=other"}).err,
              HasSubstr("no entry `other`, there are: `main`; choose one by --entry"));
  EXPECT_EQ(RunOnCpu({"--dim=n=5", "--save-outputs=/proc/nothing"}).exit_code, 2);
  setenv("SINTER_HOST_CXX", "/nothing", 1);
  const Ran without_compiler = RunOnCpu({"--dim=n=5"});
  unsetenv("SINTER_HOST_CXX");
  EXPECT_EQ(without_compiler.exit_code, 2) << without_compiler.err;
  std::ofstream(folder_ + "_bad.plan") << "no plan";
  EXPECT_EQ(RunTool({folder_ + "_bad.plan"}).exit_code, 1);
}

TEST(ResolveTargetsTest, names_targets) {
  EXPECT_EQ(ResolveTargets("sm_90,compute_120,sm_100a,sm_90").value(),
            (std::vector<std::string>{"sm_90", "compute_120", "sm_100a"}));
  EXPECT_EQ(ResolveTargets("cpu").value(), std::vector<std::string>{CpuTarget(CpuCheck::kNone)});
  for (const char* list : {"", "sm_", "sm_9", "sm_90x", "gpu", "sm_90,", "compute_"}) {
    EXPECT_EQ(ExitCodeOf(ResolveTargets(list).status()), kExitUserError) << list;
  }
}

TEST(ToolStatusTest, exit_codes_survive_context) {
  EXPECT_EQ(ExitCodeOf(absl::OkStatus()), 0);
  EXPECT_EQ(ExitCodeOf(absl::InvalidArgumentError("x")), 1);
  EXPECT_EQ(ExitCodeOf(absl::InternalError("x")), 2);
  EXPECT_EQ(ExitCodeOf(AddContext(MachineError(absl::NotFoundError("x")), "where")), 2);
  EXPECT_EQ(AddContext(UserError(absl::InternalError("x")), "where").message(), "where: x");
  EXPECT_EQ(ExitCodeOf(UserError(absl::InternalError("x"))), 1);
}

}  // namespace
}  // namespace sinter::rt
