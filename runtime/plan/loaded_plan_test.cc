// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of putting a plan on a device: images, compiles, every source of constants, the init entry,
// failures.
#include "runtime/plan/loaded_plan.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/plan/test_plan.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tensor/value_generator.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Plan> TestPlan(const TestKernels& kernels) {
  return Plan::FromBytes(MakeTestPlan(kernels).ToBytes().value(), "plan `t`").value();
}

class LoadedPlanTest : public testing::Test {
 protected:
  LoadedPlanTest() { DefineTestKernels(&backend_); }
  FakeBackend backend_;
};

TEST_F(LoadedPlanTest, packs_constants_once_and_frees_what_only_init_reads) {
  auto loaded = LoadedPlan::Create(TestPlan(FakeKernels()), &backend_);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const float* w = static_cast<const float*>((*loaded)->constant(2));
  const std::vector<float> transposed = TestWeightTransposed();
  for (int k = 0; k < kTestWidth; ++k) {
    for (int j = 0; j < kTestColumns; ++j)
      EXPECT_EQ(w[k * kTestColumns + j], transposed[static_cast<size_t>(j * kTestWidth + k)]);
  }
  EXPECT_EQ((*loaded)->constant(1), nullptr);
  EXPECT_EQ((*loaded)->counters().images_loaded, 1u);
  EXPECT_EQ((*loaded)->counters().kernels_compiled, 0u);
  EXPECT_EQ((*loaded)->counters().constant_bytes, 256u + 128u);
  EXPECT_EQ(backend_.counts.launches, 1);
  EXPECT_EQ(backend_.live_allocations(), 1u);
  loaded->reset();
  EXPECT_EQ(backend_.live_allocations(), 0u);
}

TEST_F(LoadedPlanTest, constants_whose_sizes_do_not_add_up_are_refused) {
  PlanWriter writer = MakeTestPlan(FakeKernels());
  // 2^59 bytes each: 32 of them are 0 bytes modulo 2^64.
  for (int i = 0; i < 32; ++i) {
    const std::string name = absl::StrCat("huge", i);
    writer.model().constants.insert(writer.model().constants.begin() + 2, {name,
                                                                           ElementType::kF64,
                                                                           {int64_t{1} << 56},
                                                                           uint64_t{1} << 59,
                                                                           ConstantSource::kGenerated,
                                                                           0,
                                                                           0,
                                                                           "",
                                                                           Generator{name, 0, 1, -1, 1}});
  }
  Entry& entry = writer.model().entries[0];
  auto& product = std::get<Matmul>(entry.steps[2].variants[0].action);
  product.b.buffer.index += 32;
  std::get<Matmul>(writer.model().entries[1].steps[2].variants[0].action).b.buffer.index += 32;
  for (uint32_t i = 0; i < 32; ++i)
    std::get<Launch>(entry.steps[0].variants[0].action).args.push_back(Buffer(Space::kConstant, 2 + i));
  const auto plan = Plan::FromBytes(writer.ToBytes().value(), "plan `t`");
  ASSERT_TRUE(plan.ok()) << plan.status();
  const auto loaded = LoadedPlan::Create(*plan, &backend_);
  EXPECT_THAT(std::string(loaded.status().message()), HasSubstr("plan `t`: constants take more than"));
}

TEST_F(LoadedPlanTest, cpu_constants_are_allocations_of_their_own) {
  backend_.acts_as_cpu = true;
  auto loaded = LoadedPlan::Create(TestPlan(FakeKernels()), &backend_);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(backend_.live_allocations(), 2u);
  EXPECT_EQ(static_cast<const float*>((*loaded)->constant(0))[4], 2.0f);
}

TEST_F(LoadedPlanTest, compiles_what_has_no_image) {
  TestKernels kernels = FakeKernels();
  kernels.image_target = "sm_90";
  auto plan = TestPlan(kernels);
  EXPECT_THAT(LoadedPlan::Create(plan, &backend_).status().message(),
              HasSubstr("plan `t`: no image runs on fake and no compiler was given for kernels: `sinter_test_add`, "
                        "`sinter_test_scale`"));
  LoadOptions options;
  std::vector<std::string> texts;
  options.compiler = [&](absl::Span<const KernelSource> sources,
                         absl::string_view target) -> absl::StatusOr<std::vector<CompiledImage>> {
    EXPECT_EQ(target, "fake");
    std::vector<CompiledImage> images;
    for (const KernelSource& source : sources) {
      texts.push_back(source.text);
      EXPECT_EQ(source.hash, "hash_" + source.symbol);
      images.push_back({"fake", {source.symbol}, FakeBackend::Image({source.symbol})});
    }
    return images;
  };
  auto loaded = LoadedPlan::Create(plan, &backend_, options);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_THAT(texts, testing::ElementsAre("text 0", "text 1", "text 2", "text 3"));
  EXPECT_EQ((*loaded)->counters().kernels_compiled, 4u);
  options.compiler = [](auto, auto) -> absl::StatusOr<std::vector<CompiledImage>> {
    return std::vector<CompiledImage>{};
  };
  EXPECT_THAT(LoadedPlan::Create(plan, &backend_, options).status().message(),
              HasSubstr("kernel `sinter_test_add`: the compiler gave no image"));
  options.compiler = [](auto, auto) -> absl::StatusOr<std::vector<CompiledImage>> {
    return absl::InternalError("line 3: oops");
  };
  EXPECT_THAT(LoadedPlan::Create(plan, &backend_, options).status().message(),
              HasSubstr("compiling for fake: line 3: oops"));
  kernels.sources.clear();
  EXPECT_THAT(LoadedPlan::Create(TestPlan(kernels), &backend_, options).status().message(),
              HasSubstr("no source is kept for kernels: `sinter_test_add`"));
}

TEST_F(LoadedPlanTest, prefers_the_image_for_its_own_target) {
  PlanWriter writer = MakeTestPlan(FakeKernels());
  const auto other = FakeBackend::Image({"unknown"});
  writer.model().images.push_back({"fake_old", writer.AddSection(std::string(other.begin(), other.end()))});
  for (Kernel& kernel : writer.model().kernels) kernel.images = {1, 0};
  backend_.runnable_targets = {"fake", "fake_old"};
  auto plan = Plan::FromBytes(writer.ToBytes().value(), "plan `t`").value();
  EXPECT_TRUE(LoadedPlan::Create(plan, &backend_).ok());
  backend_.target_name = "fake_new";
  EXPECT_THAT(LoadedPlan::Create(plan, &backend_).status().message(),
              HasSubstr("image 1 for fake_old: image holds unknown `unknown`"));
}

// A plan whose one entry copies each constant to an output.
struct ConstantPlan {
  PlanWriter writer;
  ConstantPlan() {
    writer.model().entries.emplace_back();
    writer.model().entries[0].name = "main";
  }
  void Add(Constant constant) {
    Entry& entry = writer.model().entries[0];
    const uint32_t index = static_cast<uint32_t>(writer.model().constants.size());
    Argument output;
    output.name = constant.name;
    output.type = constant.type;
    for (int64_t dim : constant.dims) output.dims.push_back(Expr::Const(dim));
    entry.outputs.push_back(output);
    entry.steps.push_back(MakeStep(constant.name, Copy{Buffer(Space::kConstant, index), Buffer(Space::kOutput, index),
                                                       Expr::Const(static_cast<int64_t>(constant.byte_size))}));
    writer.model().constants.push_back(std::move(constant));
  }
};

TEST_F(LoadedPlanTest, generates_constants) {
  for (bool cpu : {false, true}) {
    backend_.acts_as_cpu = cpu;
    ConstantPlan plan;
    plan.Add({"g",
              ElementType::kF32,
              {3, 5},
              60,
              ConstantSource::kGenerated,
              0,
              0,
              "",
              Generator{"word.weight", 0.5, 2, -1, 1}});
    auto loaded = LoadedPlan::Create(Plan::FromBytes(plan.writer.ToBytes().value()).value(), &backend_);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    std::vector<float> expected(15);
    ASSERT_TRUE(GenerateValues("word.weight", {0.5, 2, -1, 1}, ElementType::kF32, 15, expected.data()).ok());
    EXPECT_EQ(std::memcmp((*loaded)->constant(0), expected.data(), 60), 0);
  }
}

TEST_F(LoadedPlanTest, supplied_constants) {
  ConstantPlan plan;
  plan.Add({"a", ElementType::kI32, {2}, 8, ConstantSource::kSupplied, 0, 0, "", std::nullopt});
  plan.Add({"g", ElementType::kF32, {2}, 8, ConstantSource::kGenerated, 0, 0, "", Generator{"g", 0, 1, -1, 1}});
  auto file = Plan::FromBytes(plan.writer.ToBytes().value(), "plan `c`").value();
  LoadOptions options;
  EXPECT_THAT(LoadedPlan::Create(file, &backend_, options).status().message(),
              HasSubstr("plan `c`: constant `a`: must be supplied at load"));
  const int32_t host[2] = {7, -9};
  alignas(16) float device[2] = {0.25f, 4};
  options.constants.supplied["a"] = {host, ElementType::kI32, {2}, false};
  options.constants.supplied["g"] = {device, ElementType::kF32, {2}, true};
  auto loaded = LoadedPlan::Create(file, &backend_, options);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(static_cast<const int32_t*>((*loaded)->constant(0))[1], -9);
  EXPECT_NE((*loaded)->constant(0), host);
  EXPECT_EQ((*loaded)->constant(1), device);
  options.constants.supplied["a"].dims = {3};
  EXPECT_THAT(LoadedPlan::Create(file, &backend_, options).status().message(),
              HasSubstr("was supplied as i32 [3], expected i32 [2]"));
  options.constants.supplied["a"] = {nullptr, ElementType::kI32, {2}, false};
  EXPECT_THAT(LoadedPlan::Create(file, &backend_, options).status().message(), HasSubstr("null pointer"));
  options.constants.supplied["a"] = {host, ElementType::kI32, {2}, false};
  options.constants.supplied["g"].data = reinterpret_cast<char*>(device) + 4;
  EXPECT_THAT(LoadedPlan::Create(file, &backend_, options).status().message(), HasSubstr("not a multiple of 16"));
  options.constants.supplied.erase("g");
  options.constants.supplied["zzz"] = {host, ElementType::kI32, {2}, false};
  EXPECT_THAT(LoadedPlan::Create(file, &backend_, options).status().message(),
              HasSubstr("constant `zzz` was supplied, but there is none"));
  EXPECT_EQ(backend_.live_allocations(), 1u);
}

TEST_F(LoadedPlanTest, external_files_are_confined) {
  const std::string root = testing::TempDir() + "/loaded_plan_test_" + std::to_string(getpid());
  mkdir(root.c_str(), 0755);
  mkdir((root + "/plan").c_str(), 0755);
  const float values[4] = {1, 2, 3, 4};
  for (const char* name : {"/plan/weights.bin", "/outside.bin"}) {
    std::ofstream(root + name, std::ios::binary).write(reinterpret_cast<const char*>(values), sizeof(values));
  }
  ASSERT_EQ(symlink("../outside.bin", (root + "/plan/link.bin").c_str()), 0);
  const auto load = [&](const std::string& file, uint64_t offset, const LoadOptions& options = {}) {
    ConstantPlan plan;
    plan.Add({"e", ElementType::kF32, {2}, 8, ConstantSource::kExternal, 0, offset, file, std::nullopt});
    EXPECT_TRUE(plan.writer.ToFile(root + "/plan/p.sntr").ok());
    return LoadedPlan::Create(Plan::Load(root + "/plan/p.sntr").value(), &backend_, options);
  };
  auto loaded = load("weights.bin", 8);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(static_cast<const float*>((*loaded)->constant(0))[1], 4.0f);
  EXPECT_THAT(load("weights.bin", 12).status().message(),
              HasSubstr("constant `e`: file `weights.bin`: 8 bytes at 12 reach past its end at 16"));
  EXPECT_THAT(load("weights.bin", ~uint64_t{0}).status().message(), HasSubstr("reach past its end"));
  EXPECT_THAT(load("absent.bin", 0).status().message(), HasSubstr("absent.bin"));
  EXPECT_EQ(load("link.bin", 0).status().code(), absl::StatusCode::kPermissionDenied);
  LoadOptions options;
  options.constants.external_folder = root;
  EXPECT_TRUE(load("outside.bin", 0, options).ok());
  ConstantPlan plan;
  plan.Add({"e", ElementType::kF32, {2}, 8, ConstantSource::kExternal, 0, 0, "weights.bin", std::nullopt});
  EXPECT_THAT(LoadedPlan::Create(Plan::FromBytes(plan.writer.ToBytes().value()).value(), &backend_).status().message(),
              HasSubstr("no folder and none was given"));
  for (const char* name : {"/plan/weights.bin", "/outside.bin", "/plan/link.bin", "/plan/p.sntr", "/plan", ""})
    std::remove((root + name).c_str());
}

TEST_F(LoadedPlanTest, failures_leave_nothing_behind) {
  auto plan = TestPlan(FakeKernels());
  backend_.fail_launch = true;
  EXPECT_THAT(LoadedPlan::Create(plan, &backend_).status().message(),
              HasSubstr("entry `init`, step 0 `pack`: launch failed"));
  backend_.fail_allocation = true;
  EXPECT_EQ(LoadedPlan::Create(plan, &backend_).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(backend_.live_allocations(), 0u);
  EXPECT_FALSE(LoadedPlan::Create(nullptr, &backend_).ok());
  PlanWriter writer = MakeTestPlan(FakeKernels());
  writer.model().entries[0].steps[1].device = 1;
  EXPECT_THAT(LoadedPlan::Create(Plan::FromBytes(writer.ToBytes().value(), "p").value(), &backend_).status().message(),
              HasSubstr("entry `main`, step `scale` is for device 1"));
}

}  // namespace
}  // namespace sinter::rt
