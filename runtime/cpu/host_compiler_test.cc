// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the host compiler: batches, errors and what they name, identity.
#include "runtime/cpu/host_compiler.h"

#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/cpu/cpu_backend.h"

namespace sinter::rt {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

KernelSource Good(const std::string& symbol) {
  return {symbol, "",
          "#include \"runtime/device/kernel.cuh\"\nextern \"C\" __global__ void " + symbol + "(int* x) { *x = 1; }"};
}
KernelSource Bad(const std::string& symbol) {
  return {symbol, "",
          "#include \"runtime/device/kernel.cuh\"\nextern \"C\" __global__ void " + symbol +
              "(int* x) {\n  *x = missing_name;\n}\n"};
}

std::unique_ptr<HostCompiler> Make(HostCompilerOptions options = {}) {
  auto compiler = HostCompiler::Create(options);
  EXPECT_TRUE(compiler.ok()) << compiler.status();
  return compiler.ok() ? *std::move(compiler) : nullptr;
}

TEST(HostCompiler, SplitsKernelsOverImages) {
  HostCompilerOptions options;
  options.kernels_per_image = 3;
  auto compiler = Make(options);
  std::vector<KernelSource> sources;
  for (int i = 0; i < 7; ++i) sources.push_back(Good("kernel_" + std::to_string(i)));
  auto images = compiler->Compile(sources, CpuTarget(CpuCheck::kNone));
  ASSERT_TRUE(images.ok()) << images.status();
  ASSERT_EQ(images->size(), 3u);
  EXPECT_EQ((*images)[2].symbols, std::vector<std::string>({"kernel_6"}));
  auto backend = CreateCpuBackend({});
  for (const CompiledImage& image : *images) {
    EXPECT_TRUE(backend->CanRun(image.target));
    auto module = backend->LoadModule(image.bytes);
    ASSERT_TRUE(module.ok()) << module.status();
    for (const std::string& symbol : image.symbols) {
      auto kernel = (*module)->GetKernel(symbol);
      ASSERT_TRUE(kernel.ok()) << kernel.status();
      int value = 0;
      int* pointer = &value;
      void* params[] = {&pointer};
      EXPECT_TRUE(backend->Launch(**kernel, {}, params, nullptr).ok());
      EXPECT_EQ(value, 1);
    }
  }
  EXPECT_TRUE(compiler->Compile({}, CpuTarget(CpuCheck::kNone))->empty());
}

TEST(HostCompiler, ErrorsNameTheFailingKernelsAndTheirLines) {
  auto compiler = Make();
  const std::vector<KernelSource> sources = {Good("fine"), Bad("broken"), Good("well"), Bad("wrong")};
  const absl::Status status = compiler->Compile(sources, CpuTarget(CpuCheck::kNone)).status();
  const std::string message(status.message());
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(message, AllOf(HasSubstr("failed on kernels `broken`, `wrong`"), HasSubstr("broken.cu:3"),
                             HasSubstr("wrong.cu:3"), HasSubstr("missing_name"), Not(HasSubstr("`fine`"))));
  const size_t begin = message.find("sources kept in `") + 17;
  const std::string folder = message.substr(begin, message.find('`', begin) - begin);
  EXPECT_TRUE(std::filesystem::exists(folder + "/broken.cc")) << folder;
  std::filesystem::remove_all(folder);
}

TEST(HostCompiler, RefusesBadSymbolsAndTargets) {
  auto compiler = Make();
  const std::vector<KernelSource> twice = {Good("a"), Good("a")}, odd = {{"a-b", "", ""}};
  EXPECT_THAT(std::string(compiler->Compile(twice, CpuTarget(CpuCheck::kNone)).status().message()),
              HasSubstr("`a` was given twice"));
  EXPECT_THAT(std::string(compiler->Compile(odd, CpuTarget(CpuCheck::kNone)).status().message()), HasSubstr("`a-b`"));
  EXPECT_THAT(std::string(compiler->Compile(twice, "sm_90").status().message()), HasSubstr("`sm_90` was asked for"));
}

TEST(HostCompiler, AnAbsentCompilerIsNamed) {
  HostCompilerOptions options;
  options.compiler = "/nowhere/c++";
  const absl::Status status = HostCompiler::Create(options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), AllOf(HasSubstr("/nowhere/c++"), HasSubstr("SINTER_HOST_CXX")));
}

TEST(HostCompiler, IdentityTellsOptionsApart) {
  HostCompilerOptions counted, checked;
  counted.count_traffic = true;
  checked.check = CpuCheck::kMemory;
  const std::string plain = Make()->Identity();
  EXPECT_EQ(plain, Make()->Identity());
  EXPECT_NE(plain, Make(counted)->Identity());
  EXPECT_NE(plain, Make(checked)->Identity());
}

}  // namespace
}  // namespace sinter::rt
