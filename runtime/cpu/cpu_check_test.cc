// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the checks with planted faults: each is found, and told with the line of the emitted text.
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/host_compiler.h"

namespace sinter::rt {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int64_t kCount = 256;

// Compiles kernel `k`, whose first line is line 1 of its text, and launches it on 256 floats in and out.
absl::Status LaunchChecked(CpuCheck check, const std::string& text, uint32_t blocks = 1,
                           std::vector<float>* output = nullptr) {
  HostCompilerOptions compile;
  compile.check = check;
  auto compiler = HostCompiler::Create(compile);
  if (!compiler.ok()) return compiler.status();
  const KernelSource source = {"k", "", text};
  auto images = (*compiler)->Compile({&source, 1}, CpuTarget(check));
  if (!images.ok()) return images.status();
  static CpuBackend* backends[3] = {};  // one program each serves all tests
  CpuBackend*& backend = backends[static_cast<int>(check)];
  if (backend == nullptr) {
    CpuBackendOptions options;
    options.check = check;
    backend = CreateCpuBackend(options).release();
  }
  auto module = backend->LoadModule((*images)[0].bytes);
  if (!module.ok()) return module.status();
  auto kernel = (*module)->GetKernel("k");
  if (!kernel.ok()) return kernel.status();
  EXPECT_EQ((*module)->GetKernel("absent").status().code(), absl::StatusCode::kNotFound);
  float* x = static_cast<float*>(backend->Allocate(kCount * sizeof(float)).value());
  float* y = static_cast<float*>(backend->Allocate(kCount * sizeof(float)).value());
  for (int64_t i = 0; i < kCount; ++i) x[i] = static_cast<float>(i + 1);
  int64_t n = kCount;
  void* params[] = {&x, &y, &n};
  LaunchShape shape;
  shape.grid[0] = blocks;
  shape.block[0] = static_cast<uint32_t>(kCount / blocks);
  const absl::Status status = backend->Launch(**kernel, shape, params, nullptr);
  if (output != nullptr) output->assign(y, y + kCount);
  backend->Free(x);
  backend->Free(y);
  return status;
}

// Two sums over the block through one shared array: a barrier is needed after the writes and before the second use.
std::string TwoSums(bool first_barrier, bool second_barrier) {
  return std::string("#include \"runtime/device/kernel.cuh\"\n") +              // 1
         "extern \"C\" __global__ void k(const float* x, float* y, i64 n) {\n"  // 2
         "  SINTER_SHARED(float, partial, 256);\n"                              // 3
         "  const int t = threadIdx.x;\n"                                       // 4
         "  partial[t] = x[t];\n" +                                             // 5
         (first_barrier ? "  __syncthreads();\n" : "\n") +                      // 6
         "  float sum = partial[0] + partial[(t + 128) % 256];\n" +             // 7
         (second_barrier ? "  __syncthreads();\n" : "\n") +                     // 8
         "  partial[t] = sum;\n"                                                // 9
         "  __syncthreads();\n"                                                 // 10
         "  y[t] = partial[(t + 1) % 256];\n"                                   // 11
         "}\n";
}

TEST(CpuCheck, RaceFreeKernelPassesAndItsResultsComeBack) {
  std::vector<float> output;
  ASSERT_TRUE(LaunchChecked(CpuCheck::kRaces, TwoSums(true, true), 1, &output).ok());
  EXPECT_EQ(output[0], 1.0f + 130.0f);
  ASSERT_TRUE(LaunchChecked(CpuCheck::kMemory, TwoSums(true, true), 1, &output).ok());
  EXPECT_EQ(output[0], 1.0f + 130.0f);
}

TEST(CpuCheck, FirstMissingBarrierIsARace) {
  const absl::Status status = LaunchChecked(CpuCheck::kRaces, TwoSums(false, true));
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("data race in kernel `k`"), HasSubstr("k.cu:7"), HasSubstr("k.cu:5")));
}

TEST(CpuCheck, SecondMissingBarrierWriteAfterReadIsARace) {
  const absl::Status status = LaunchChecked(CpuCheck::kRaces, TwoSums(true, false));
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("data race in kernel `k`"), HasSubstr("k.cu:9"), HasSubstr("k.cu:7")));
}

TEST(CpuCheck, MissingBarrierShowsAsNanInTheFastMode) {
  std::vector<float> output;
  ASSERT_TRUE(LaunchChecked(CpuCheck::kNone, TwoSums(false, true), 1, &output).ok());
  EXPECT_NE(output[0], output[0]);
}

TEST(CpuCheck, TwoBlocksThatWriteOnePlaceAreARace) {
  const absl::Status status = LaunchChecked(CpuCheck::kRaces,
                                            "#include \"runtime/device/kernel.cuh\"\n"
                                            "extern \"C\" __global__ void k(const float* x, float* y, i64 n) {\n"
                                            "  y[threadIdx.x] = x[blockIdx.x];\n"
                                            "}\n",
                                            2);
  EXPECT_THAT(std::string(status.message()), AllOf(HasSubstr("data race in kernel `k`"), HasSubstr("k.cu:3")));
}

// Two exchanges of a cluster of four blocks: each must be waited for, and have memory of its own.
TEST(CpuCheck, WhatNoWaitOfAnExchangeOrdersIsARace) {
  auto exchange = [&](const std::string& wait, const std::string& second) {
    return "#include \"runtime/device/kernel.cuh\"\n"
           "extern \"C\" __global__ void __cluster_dims__(4, 1, 1) k(const float* x, float* y, i64 n) {\n"
           "  SINTER_SHARED(float, scratch, 8);\n"
           "  SINTER_SHARED(float, more, 8);\n"
           "  SINTER_SHARED(i64, arrivals, 2);\n"
           "  cluster_arrive(arrivals);\n"
           "  const int i = blockIdx.x * 64 + threadIdx.x;\n"
           "  cluster_wait();\n"
           "  share_partial<4>(x[i / 32], scratch, arrivals[0]);\n" +
           wait +
           "  const float sum = group_reduce<op::sum, 8>(gather_partials<op::sum, 8>(scratch));\n"
           "  share_partial<4>(sum, " +
           second +
           ", arrivals[1]);\n"
           "  await_partials<32>(arrivals[1]);\n"
           "  y[i] = group_reduce<op::sum, 8>(gather_partials<op::sum, 8>(" +
           second +
           "));\n"
           "}\n"
           "SINTER_CLUSTER(k, 4);\n";
  };
  const std::string wait = "  await_partials<32>(arrivals[0]);\n";
  std::vector<float> output;
  const absl::Status right = LaunchChecked(CpuCheck::kRaces, exchange(wait, "more"), 4, &output);
  ASSERT_TRUE(right.ok()) << right;
  EXPECT_EQ(output[255], 8 * 36.0f);
  for (const std::string& text : {exchange("", "more"), exchange(wait, "scratch")}) {
    EXPECT_THAT(std::string(LaunchChecked(CpuCheck::kRaces, text, 4).message()), HasSubstr("data race in kernel `k`"));
  }
  EXPECT_THAT(std::string(LaunchChecked(CpuCheck::kNone, exchange("", "more"), 4).message()), HasSubstr("that nothing waited for"));
  EXPECT_THAT(std::string(LaunchChecked(CpuCheck::kRaces, exchange("  await_partials<36>(arrivals[0]);\n", "more"), 4).message()),
              AllOf(HasSubstr("deadlock in kernel `k`"), HasSubstr("for what other blocks store (k.cu:10)")));
}

TEST(CpuCheck, ShufflesDoNotOrderMemory) {
  const char* const text =
      "#include \"runtime/device/kernel.cuh\"\n"
      "extern \"C\" __global__ void k(const float* x, float* y, i64 n) {\n"
      "  SINTER_SHARED(float, s, 256);\n"
      "  s[threadIdx.x] = x[threadIdx.x];\n"
      "  %s;\n"
      "  y[threadIdx.x] = s[threadIdx.x ^ 1];\n"
      "}\n";
  auto with = [&](const std::string& sync) {
    std::string result = text;
    return result.replace(result.find("%s"), 2, sync);
  };
  EXPECT_FALSE(LaunchChecked(CpuCheck::kRaces, with("shuffle_xor(1.0f, 1)")).ok());
  const absl::Status ordered = LaunchChecked(CpuCheck::kRaces, with("__syncwarp()"));
  EXPECT_TRUE(ordered.ok()) << ordered;
}

// What a thread keeps on its stack is its own, also where the thread has ended before another begins.
TEST(CpuCheck, StacksAreNoMemoryOfTwoThreads) {
  const absl::Status status = LaunchChecked(CpuCheck::kRaces,
                                            "#include \"runtime/device/kernel.cuh\"\n"
                                            "extern \"C\" __global__ void k(const float* x, float* y, i64 n) {\n"
                                            "  float own[8];\n"
                                            "  float* volatile place = own;\n"
                                            "  for (int i = 0; i < 8; ++i) place[i] = x[threadIdx.x] + float(i);\n"
                                            "  y[threadIdx.x] = place[threadIdx.x % 8];\n"
                                            "}\n");
  EXPECT_TRUE(status.ok()) << status;
}

std::string OneLine(const std::string& line) {
  return "#include \"runtime/device/kernel.cuh\"\n"
         "extern \"C\" __global__ void k(const float* x, float* y, i64 n) {\n"
         "  SINTER_SHARED(float, s, 10);\n"
         "  const i64 i = threadIdx.x;\n" +
         line + "\n}\n";
}

TEST(CpuCheck, AccessesOutsideTensorsAreFound) {
  for (const char* line : {"y[i] = x[i + 1];", "store(y + i, load<1>(x + i + 1));", "y[i] = x[i - 1];",
                           "if (i < 64) store(y + 4 * i, load<4>(x + 4 * i + 4));"}) {
    const absl::Status status = LaunchChecked(CpuCheck::kMemory, OneLine(line));
    EXPECT_THAT(std::string(status.message()), AllOf(HasSubstr("heap-buffer-overflow in kernel `k`: read of size"),
                                                     HasSubstr("k.cu:5"), HasSubstr("1024-byte region")))
        << line;
  }
  EXPECT_THAT(std::string(LaunchChecked(CpuCheck::kMemory, OneLine("y[i + n] = x[i];")).message()),
              AllOf(HasSubstr("write of size 4"), HasSubstr("k.cu:5")));
}

TEST(CpuCheck, AccessesOutsideSharedArraysAreFound) {
  EXPECT_THAT(std::string(LaunchChecked(CpuCheck::kMemory, OneLine("s[i % 11] = x[i];")).message()),
              AllOf(HasSubstr("heap-buffer-overflow in kernel `k`: write of size 4"), HasSubstr("k.cu:5"),
                    HasSubstr("40-byte region")));
}

TEST(CpuCheck, MisalignedVectorsAreFound) {
  const absl::Status status =
      LaunchChecked(CpuCheck::kMemory, OneLine("if (i < 63) store(y + 4 * i, load<4>(x + 4 * i + 1));"));
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("misaligned access in kernel `k`"), HasSubstr("k.cu:5"), HasSubstr("16 byte alignment")));
}

TEST(CpuCheck, SkippedBarriersAndDeadlocksAreReported) {
  for (CpuCheck check : {CpuCheck::kMemory, CpuCheck::kRaces}) {
    EXPECT_THAT(std::string(LaunchChecked(check, OneLine("if (i < 200) __syncthreads();")).message()),
                AllOf(HasSubstr("skipped __syncthreads in kernel `k`"), HasSubstr("k.cu:5")));
    EXPECT_THAT(
        std::string(LaunchChecked(check, OneLine("if (i < 100) __syncthreads(); else __syncwarp();")).message()),
        AllOf(HasSubstr("deadlock in kernel `k`"), HasSubstr("k.cu:5")));
  }
}

TEST(CpuCheck, PointersFromElsewhereAreRefused) {
  CpuBackendOptions options;
  options.check = CpuCheck::kMemory;
  HostCompilerOptions compile;
  compile.check = CpuCheck::kMemory;
  auto compiler = HostCompiler::Create(compile);
  ASSERT_TRUE(compiler.ok());
  const KernelSource source = {"k", "", OneLine("y[i] = x[i];")};
  auto images = (*compiler)->Compile({&source, 1}, CpuTarget(CpuCheck::kMemory));
  ASSERT_TRUE(images.ok()) << images.status();
  auto backend = CreateCpuBackend(options);
  auto module = backend->LoadModule((*images)[0].bytes);
  ASSERT_TRUE(module.ok()) << module.status();
  auto kernel = (*module)->GetKernel("k");
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  float elsewhere[256] = {};
  float *x = elsewhere, *y = nullptr;
  int64_t n = kCount;
  void* params[] = {&x, &y, &n};
  LaunchShape shape;
  EXPECT_THAT(std::string(backend->Launch(**kernel, shape, params, nullptr).message()),
              HasSubstr("parameter 0 of kernel `k` points into no allocation"));
  float* known = static_cast<float*>(backend->Allocate(1024).value());
  params[0] = &known;
  EXPECT_THAT(std::string(backend->Launch(**kernel, shape, params, nullptr).message()), HasSubstr("SEGV"));
}

TEST(CpuCheck, TheProgramIsKeptInTheCache) {
  auto cache = ScratchDirectory::Make("");
  ASSERT_TRUE(cache.ok());
  for (int i = 0; i < 2; ++i) {
    auto runner = CheckRunner::Create(CpuCheck::kMemory, "", "", cache->path());
    ASSERT_TRUE(runner.ok()) << runner.status();
  }
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(cache->path() + "/cpu")) ++files;
  EXPECT_EQ(files, 1);
}

TEST(CpuCheck, ReportsAreSummarisedInOneLine) {
  EXPECT_EQ(SummarizeSanitizerReport("k",
                                     "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc\n"
                                     "READ of size 16 at 0x1 thread T0\n"
                                     "    #0 0x2 in load memory.cuh:4\n    #1 0x3 in k /a/k.cu:7\n"
                                     "0x1 is located 0 bytes after 400-byte region [0x0,0x1)\n"),
            "heap-buffer-overflow in kernel `k`: read of size 16 at k.cu:7, 0 bytes after 400-byte region");
  EXPECT_EQ(SummarizeSanitizerReport("k",
                                     "WARNING: ThreadSanitizer: data race (pid=1)\n"
                                     "  Write of size 4 at 0x7 by thread T1:\n    #0 k k.cu:12 (m.so+0x1)\n"
                                     "  Previous read of size 4 at 0x7 by main thread:\n    #0 k k.cu:10 (m.so+0x1)\n"),
            "data race in kernel `k`: write of size 4 at k.cu:12, previous read of size 4 at k.cu:10");
  EXPECT_EQ(SummarizeSanitizerReport("k", "something else"), "kernel `k` failed in a way that the check cannot read");
}

}  // namespace
}  // namespace sinter::rt
