// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of kernel compilation by NVRTC; they need the library but no GPU.
#include "runtime/jit/nvrtc_compiler.h"

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

KernelSource Scale(const std::string& symbol, const std::string& factor = "2.0f") {
  return {symbol, symbol,
          absl::StrCat("extern \"C\" __global__ void ", symbol,
                       "(const float* x, float* y, int n) {\n"
                       "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       "  if (i < n) y[i] = ",
                       factor, " * x[i] + 1.0f;\n}\n")};
}

class NvrtcCompilerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<std::unique_ptr<NvrtcCompiler>> compiler = NvrtcCompiler::Create(options_);
    if (!compiler.ok()) GTEST_SKIP() << compiler.status();
    compiler_ = *std::move(compiler);
  }
  NvrtcOptions options_;
  std::unique_ptr<NvrtcCompiler> compiler_;
};

bool IsElf(const CompiledImage& image) {
  return image.bytes.size() > 4 && image.bytes[0] == 0x7f && image.bytes[1] == 'E' && image.bytes[2] == 'L';
}

std::string Text(const CompiledImage& image) { return std::string(image.bytes.begin(), image.bytes.end()); }

TEST_F(NvrtcCompilerTest, CompilesForEveryTarget) {
  for (const char* target : {"sm_80", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_120"}) {
    absl::StatusOr<CompileOutput> output = compiler_->CompileAndMeasure({Scale("scale")}, target);
    ASSERT_TRUE(output.ok()) << output.status();
    ASSERT_EQ(output->images.size(), 1u);
    EXPECT_TRUE(IsElf(output->images[0]));
    EXPECT_EQ(output->images[0].target, target);
    EXPECT_THAT(Text(output->images[0]), HasSubstr(".text.scale"));
    ASSERT_EQ(output->resources.size(), 1u);
    EXPECT_EQ(output->resources[0].symbol, "scale");
    EXPECT_GT(output->resources[0].registers, 0) << target;
    EXPECT_EQ(output->resources[0].spill_store_bytes, 0);
  }
}

TEST_F(NvrtcCompilerTest, GivesPtxWithoutContraction) {
  absl::StatusOr<std::vector<CompiledImage>> images = compiler_->Compile({Scale("scale", "3.0f")}, "compute_90");
  ASSERT_TRUE(images.ok()) << images.status();
  EXPECT_THAT(Text((*images)[0]),
              AllOf(HasSubstr(".target sm_90"), HasSubstr(".visible .entry scale"), Not(HasSubstr("fma."))));
}

TEST_F(NvrtcCompilerTest, MeasuresSharedMemoryAndSpills) {
  KernelSource shared{"uses_shared", "",
                      "extern \"C\" __global__ void uses_shared(float* x) {\n"
                      "  __shared__ float tile[100]; tile[threadIdx.x] = x[threadIdx.x]; __syncthreads();\n"
                      "  x[threadIdx.x] = tile[99 - threadIdx.x]; }\n"};
  KernelSource spills{"spills", "",
                      "extern \"C\" __global__ void __launch_bounds__(1024, 2) spills(float* x) {\n"
                      "  float v[64];\n"
                      "  #pragma unroll\n"
                      "  for (int i = 0; i < 64; ++i) v[i] = x[threadIdx.x + i * 1024];\n"
                      "  __syncthreads();\n"
                      "  #pragma unroll\n"
                      "  for (int i = 0; i < 64; ++i) x[threadIdx.x * 64 + i] = v[63 - i] * v[i]; }\n"};
  absl::StatusOr<CompileOutput> output = compiler_->CompileAndMeasure({shared, spills}, "sm_90");
  ASSERT_TRUE(output.ok()) << output.status();
  ASSERT_EQ(output->resources.size(), 2u);
  EXPECT_EQ(output->resources[0].shared_bytes, 400);
  EXPECT_EQ(output->resources[0].spill_load_bytes, 0);
  EXPECT_GT(output->resources[1].spill_store_bytes, 0);
  EXPECT_GT(output->resources[1].spill_load_bytes, 0);
  EXPECT_LE(output->resources[1].registers, 32);
}

TEST_F(NvrtcCompilerTest, ErrorNamesTheKernelTheLogAndTheSource) {
  KernelSource broken = Scale("broken", "no_such_name");
  absl::Status status = compiler_->Compile({Scale("sound"), broken}, "sm_90").status();
  const std::string message(status.message());
  EXPECT_THAT(message, AllOf(HasSubstr("broken"), HasSubstr("no_such_name"), HasSubstr("broken.cu(3)"),
                             Not(HasSubstr("compile sound"))));
  std::smatch path;
  ASSERT_TRUE(std::regex_search(message, path, std::regex("source written to (\\S+program\\.cu)"))) << message;
  std::ifstream file(path[1].str());
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("no_such_name"));
}

TEST_F(NvrtcCompilerTest, BatchesOverThreadsKeepEveryKernel) {
  options_.max_threads = 3;
  options_.max_kernels_per_program = 4;
  SetUp();
  std::vector<KernelSource> sources;
  for (int i = 0; i < 17; ++i) sources.push_back(Scale(absl::StrCat("scale_", i), absl::StrCat(i + 1, ".5f")));
  absl::StatusOr<CompileOutput> output = compiler_->CompileAndMeasure(sources, "sm_80");
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->images.size(), 5u);
  std::set<std::string> symbols;
  for (const CompiledImage& image : output->images) {
    EXPECT_LE(image.symbols.size(), 4u);
    for (const std::string& symbol : image.symbols) {
      EXPECT_TRUE(symbols.insert(symbol).second) << symbol;
      EXPECT_THAT(Text(image), HasSubstr(absl::StrCat(".text.", symbol)));
    }
  }
  EXPECT_EQ(symbols.size(), 17u);
  ASSERT_EQ(output->resources.size(), 17u);
  EXPECT_EQ(output->resources[16].symbol, "scale_16");
}

TEST_F(NvrtcCompilerTest, SameTextGivesTheSameBytes) {
  absl::StatusOr<std::vector<CompiledImage>> first = compiler_->Compile({Scale("scale")}, "sm_90");
  absl::StatusOr<std::vector<CompiledImage>> second = compiler_->Compile({Scale("scale")}, "sm_90");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ((*first)[0].bytes, (*second)[0].bytes);
}

TEST_F(NvrtcCompilerTest, NothingToCompile) {
  absl::StatusOr<CompileOutput> output = compiler_->CompileAndMeasure({}, "sm_90");
  ASSERT_TRUE(output.ok());
  EXPECT_THAT(output->images, IsEmpty());
}

TEST_F(NvrtcCompilerTest, RefusesBadTargetsAndSymbols) {
  EXPECT_EQ(compiler_->Compile({Scale("k")}, "gfx90").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(compiler_->Compile({Scale("k")}, "sm_").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(compiler_->Compile({Scale("k")}, "sm_90 ").status().code(), absl::StatusCode::kInvalidArgument);
  absl::Status unknown = compiler_->Compile({Scale("k")}, "sm_20").status();
  EXPECT_EQ(unknown.code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(unknown.message()), AllOf(HasSubstr("sm_20"), HasSubstr("90")));
  EXPECT_THAT(std::string(compiler_->Compile({Scale("k"), Scale("k")}, "sm_90").status().message()),
              HasSubstr("`k` is given twice"));
}

TEST_F(NvrtcCompilerTest, IdentityHoldsVersionAndOptions) {
  EXPECT_THAT(compiler_->Identity(), AllOf(HasSubstr(compiler_->version()), HasSubstr("--fmad=false")));
  NvrtcOptions options;
  options.extra_options = {"-DWIDE=1"};
  EXPECT_NE((*NvrtcCompiler::Create(options))->Identity(), compiler_->Identity());
}

TEST(NvrtcCompiler, MissingLibraryIsNamed) {
  setenv("SINTER_NVRTC", "/no/such/libnvrtc.so", 1);
  absl::Status status = NvrtcCompiler::Create().status();
  unsetenv("SINTER_NVRTC");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), AllOf(HasSubstr("NVRTC"), HasSubstr("/no/such/libnvrtc.so")));
}

TEST(SplitIntoPrograms, EvenAndBounded) {
  EXPECT_THAT(SplitIntoPrograms(0, 12, 4), IsEmpty());
  EXPECT_THAT(SplitIntoPrograms(3, 12, 2), ElementsAre(2, 1));
  EXPECT_THAT(SplitIntoPrograms(3, 12, 16), ElementsAre(1, 1, 1));
  EXPECT_THAT(SplitIntoPrograms(25, 12, 1), ElementsAre(9, 8, 8));
  EXPECT_THAT(SplitIntoPrograms(3, 1, 1), ElementsAre(1, 1, 1));
}

TEST(ParsePtxasReport, ReadsEachEntry) {
  const char* log =
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'a' for 'sm_90'\n"
      "ptxas info    : Function properties for a\n"
      "    8 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n"
      "ptxas info    : Used 40 registers, used 1 barriers, 8 bytes cumulative stack size, 1024 bytes smem\n"
      "ptxas info    : Function properties for helper\n"
      "    99 bytes stack frame, 99 bytes spill stores, 99 bytes spill loads\n"
      "ptxas info    : Compiling entry function 'b' for 'sm_90'\n"
      "ptxas info    : Function properties for b\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers, 360 bytes cmem[0]\n";
  const std::vector<KernelResources> reports = ParsePtxasReport(log);
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0].symbol, "a");
  EXPECT_EQ(reports[0].registers, 40);
  EXPECT_EQ(reports[0].stack_bytes, 8);
  EXPECT_EQ(reports[0].spill_store_bytes, 12);
  EXPECT_EQ(reports[0].spill_load_bytes, 16);
  EXPECT_EQ(reports[0].shared_bytes, 1024);
  EXPECT_EQ(reports[1].registers, 8);
  EXPECT_EQ(reports[1].shared_bytes, 0);
  EXPECT_THAT(ParsePtxasReport(""), IsEmpty());
}

}  // namespace
}  // namespace sinter::rt
