// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sinter.h on the CPU path: a real compile at load, and threads that share one loaded plan. Uses the C++ header.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/capi/example_plan.h"
#include "runtime/plan/test_plan.h"
#include "sinter/sinter.hpp"

namespace {

#define ASSERT_OK(expression)                       \
  do {                                              \
    const sinter::Status status_ = (expression);    \
    ASSERT_TRUE(status_.ok()) << status_.message(); \
  } while (false)

// The same for a result.
#define ASSERT_HAS_VALUE(result) ASSERT_TRUE((result).ok()) << (result).status().message()

// A cache of the test's own, so that the first load compiles.
class CApiCpuTest : public testing::Test {
 protected:
  CApiCpuTest() {
    folder_ = testing::TempDir() + "/sinter_capi_cpu_test_XXXXXX";
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~CApiCpuTest() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(CApiCpuTest, compiles_at_load_and_keeps_what_it_compiled) {
  sinter::Result<sinter::Device> device = sinter::Device::Create(SINTER_DEVICE_CPU);
  ASSERT_HAS_VALUE(device);
  const std::string bytes = sinter::rt::MakeExamplePlan(sinter::rt::ExampleSources(), "", "").ToBytes().value();
  sinter::Result<sinter::Plan> plan = sinter::Plan::OpenMemory(bytes.data(), bytes.size());
  ASSERT_HAS_VALUE(plan);
  const float scale[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const int64_t dims[1] = {8};
  const sinter_supplied_constant constant = {sizeof(constant), "scale", scale, SINTER_F32, 1, dims, 0};
  sinter_load_options options = SINTER_LOAD_OPTIONS_INIT;
  options.constants = &constant;
  options.constant_count = 1;
  options.cache_folder = folder_.c_str();
  options.compile_policy = SINTER_COMPILE_REFUSED;
  sinter::Result<sinter::LoadedPlan> refused = plan->Load(*device, options);
  EXPECT_EQ(refused.status().code(), SINTER_NOT_FOUND);
  options.compile_policy = SINTER_COMPILE_ALLOWED;
  std::vector<std::string> lines;
  options.log = [](void* user_data, int32_t, const char* message) {
    static_cast<std::vector<std::string>*>(user_data)->push_back(message);
  };
  options.log_user_data = &lines;
  for (uint64_t compiled : {2, 0}) {
    sinter::Result<sinter::LoadedPlan> loaded = plan->Load(*device, options);
    ASSERT_HAS_VALUE(loaded);
    EXPECT_EQ(loaded->info().kernels_compiled, compiled);
    EXPECT_EQ(loaded->info().kernels_from_cache, 2 - compiled);
    EXPECT_EQ(loaded->info().constant_bytes, 32u);
  }
  EXPECT_THAT(lines, testing::ElementsAre(testing::HasSubstr("2 compiled"), testing::HasSubstr("2 from the cache")));
}

TEST(CApiCpu, has_no_graphs_and_no_streams_but_null) {
  sinter::Result<sinter::Device> device = sinter::Device::Create(SINTER_DEVICE_CPU);
  ASSERT_HAS_VALUE(device);
  sinter_status* status = sinter_capture_begin(device->get(), nullptr);
  EXPECT_EQ(sinter_status_code(status), SINTER_UNIMPLEMENTED);
  EXPECT_THAT(sinter_status_message(status), testing::HasSubstr("its sinter_device_info.supports_graphs is 0"));
  sinter_status_destroy(status);
  int object = 0;
  status = sinter_stream_synchronize(device->get(), &object);
  EXPECT_EQ(sinter_status_code(status), SINTER_INVALID_ARGUMENT);
  EXPECT_THAT(sinter_status_message(status), testing::HasSubstr("has the null stream alone"));
  sinter_status_destroy(status);
}

// Executes entry `main` of the tests' plan with rows and values of the thread's own, and checks every result.
void RunThread(const sinter::Device& device, const sinter::LoadedPlan& loaded, int64_t rows, std::string* problem) {
  using sinter::rt::kTestColumns;
  using sinter::rt::kTestWidth;
  const auto fails = [&](const sinter::Status& status) {
    if (!status.ok()) *problem = status.message();
    return !status.ok();
  };
  sinter::Result<sinter::Context> context = sinter::Context::Create(loaded);
  if (fails(context.status()) || fails(context->Prepare(sinter::rt::kMainEntry, {rows}))) return;
  const std::vector<int64_t> wide = {rows, kTestWidth}, narrow = {rows, kTestColumns};
  std::vector<float> x(rows * kTestWidth), r(x.size()), y(rows * kTestColumns);
  sinter::Result<sinter::Memory> x_memory = sinter::Memory::Allocate(device, x.size() * 4),
                                 r_memory = sinter::Memory::Allocate(device, r.size() * 4),
                                 y_memory = sinter::Memory::Allocate(device, y.size() * 4);
  if (fails(x_memory.status()) || fails(r_memory.status()) || fails(y_memory.status())) return;
  const size_t main = sinter::rt::kMainEntry;
  if (fails(context->BindInput(main, 0, sinter::Tensor(x_memory->data(), SINTER_F32, wide))) ||
      fails(context->BindInput(main, 1, sinter::Tensor(r_memory->data(), SINTER_F32, wide))) ||
      fails(context->BindOutput(main, 0, sinter::Tensor(y_memory->data(), SINTER_F32, narrow)))) {
    return;
  }
  for (int run = 0; run < 8; ++run) {
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<float>(static_cast<int>(i * 7 + run) % 13 - 6) / 4;
      r[i] = static_cast<float>(rows % 5) / 2;
    }
    if (fails(device.CopyToDevice(x_memory->data(), x.data(), x.size() * 4, nullptr)) ||
        fails(device.CopyToDevice(r_memory->data(), r.data(), r.size() * 4, nullptr)) ||
        fails(context->Execute(main, nullptr)) ||
        fails(device.CopyToHost(y.data(), y_memory->data(), y.size() * 4, nullptr))) {
      return;
    }
    // Exact: every sum is of few values with few bits.
    if (y != sinter::rt::TestReference(x.data(), r.data(), rows)) *problem = "wrong values";
  }
}

TEST_F(CApiCpuTest, threads_share_one_loaded_plan) {
  sinter::Result<sinter::Device> device = sinter::Device::Create(SINTER_DEVICE_CPU);
  ASSERT_HAS_VALUE(device);
  const std::string bytes = sinter::rt::MakeTestPlan({sinter::rt::TestKernelSources(), "", ""}).ToBytes().value();
  sinter::Result<sinter::Plan> plan = sinter::Plan::OpenMemory(bytes.data(), bytes.size());
  ASSERT_HAS_VALUE(plan);
  sinter_load_options options = SINTER_LOAD_OPTIONS_INIT;
  options.cache_folder = folder_.c_str();
  sinter::Result<sinter::LoadedPlan> loaded = plan->Load(*device, options);
  ASSERT_HAS_VALUE(loaded);
  std::vector<std::thread> threads;
  std::vector<std::string> problems(6);
  for (size_t t = 0; t < problems.size(); ++t) {
    threads.emplace_back(RunThread, std::cref(*device), std::cref(*loaded), static_cast<int64_t>(3 * t + 1),
                         &problems[t]);
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  EXPECT_EQ(device->counters().modules_loaded, 4u);
}

}  // namespace
