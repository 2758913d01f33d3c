// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that spill, as a compiler without a GPU or NVRTC tells it: what is tried, that it ends, and what is kept.

#include "compiler/Pipelines/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace mlir;

namespace sinter {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Reports for each text the bytes that `spills` says.
class FakeCompiler : public rt::KernelCompiler {
public:
  explicit FakeCompiler(std::function<int(const std::string &)> spills) : spills(std::move(spills)) {}

  absl::StatusOr<std::vector<rt::CompiledImage>> Compile(absl::Span<const rt::KernelSource> sources, absl::string_view target) override {
    return CompileAndMeasure(sources, target)->images;
  }
  absl::StatusOr<rt::CompileOutput> CompileAndMeasure(absl::Span<const rt::KernelSource> sources, absl::string_view target) override {
    rt::CompileOutput output;
    for (const rt::KernelSource &source : sources) {
      ++compiled;
      output.images.push_back({std::string(target), {source.symbol}, {1, 2, 3}});
      rt::KernelResources resources{source.symbol, 32};
      resources.spill_store_bytes = spills(source.text);
      output.resources.push_back(resources);
    }
    return output;
  }
  std::string Identity() const override { return "fake"; }

  int compiled = 0;

private:
  std::function<int(const std::string &)> spills;
};

constexpr char softmax[] = R"(func.func @main(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<64x1024xf32>
  return %y : tensor<64x1024xf32>
})";

/// Two kernels that share a launch.
constexpr char siblings[] = R"(func.func @main(%x: tensor<512xf32>, %y: tensor<64x32xf32>) -> (tensor<512xf32>, tensor<64x32xf32>) {
  %a = sinter.exp %x : tensor<512xf32>
  %b = sinter.tanh %y : tensor<64x32xf32>
  return %a, %b : tensor<512xf32>, tensor<64x32xf32>
})";

class SpillFeedbackTest : public ::testing::Test {
protected:
  SpillFeedbackTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    handler = std::make_unique<ScopedDiagnosticHandler>(&context, [this](Diagnostic &diagnostic) { messages.push_back(diagnostic.str()); });
  }

  CompiledPlan compile(const char *text, FakeCompiler &compiler, std::string target = "sm_90") {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    CompileOptions options;
    options.targets.push_back({target, &compiler});
    FailureOr<CompiledPlan> plan = compileToPlan(*module, options);
    EXPECT_TRUE(succeeded(plan));
    return succeeded(plan) ? std::move(*plan) : CompiledPlan();
  }

  MLIRContext context;
  std::vector<std::string> messages;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
};

TEST_F(SpillFeedbackTest, CompilesNothingTwiceWhereNothingSpills) {
  FakeCompiler compiler([](const std::string &) { return 0; });
  CompiledPlan plan = compile(softmax, compiler);
  EXPECT_EQ(compiler.compiled, 1);
  EXPECT_THAT(plan.spillReports, IsEmpty());
}

TEST_F(SpillFeedbackTest, RelievesUntilNothingSpills) {
  FakeCompiler compiler([](const std::string &text) { return absl::StrContains(text, "float4") || absl::StrContains(text, "x 4 elements") ? 64 : 0; });
  CompiledPlan plan = compile(softmax, compiler);
  EXPECT_GT(compiler.compiled, 1);
  ASSERT_EQ(plan.spillReports.size(), 1u);
  EXPECT_THAT(plan.spillReports.front().text, HasSubstr("spilled 64 bytes a thread at 32 registers"));
  EXPECT_THAT(plan.spillReports.front().text, HasSubstr("now 0"));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_EQ(plan.resources.front().spill_store_bytes, 0);
}

TEST_F(SpillFeedbackTest, KeepsWhatSpillsWhateverIsTried) {
  FakeCompiler compiler([](const std::string &) { return 8; });
  CompiledPlan plan = compile(softmax, compiler);
  // Each way to make it, and no more.
  EXPECT_LT(compiler.compiled, 24);
  EXPECT_EQ(plan.stats.kernels_launched, 1);
  ASSERT_EQ(messages.size(), 1u) << messages.front() << "\n" << messages.back();
  EXPECT_THAT(messages.front(), HasSubstr("spilled 8 bytes a thread at 32 registers"));
  EXPECT_THAT(messages.front(), HasSubstr("kept, since none of"));
}

TEST_F(SpillFeedbackTest, CutsWhereNoScheduleDoes) {
  FakeCompiler compiler([](const std::string &text) { return absl::StrContains(text, "_head(") || absl::StrContains(text, "_tail(") ? 0 : 16; });
  CompiledPlan plan = compile(softmax, compiler);
  EXPECT_EQ(plan.stats.kernels_launched, 2);
  ASSERT_EQ(plan.spillReports.size(), 1u);
  EXPECT_THAT(plan.spillReports.front().text, HasSubstr("cut in two, which spill 0"));
  EXPECT_TRUE(plan.spillReports.front().isCut);
}

TEST_F(SpillFeedbackTest, TakesALaunchApartThatSpills) {
  FakeCompiler compiler([](const std::string &text) { return absl::StrContains(text, "side by side") ? 16 : 0; });
  CompiledPlan plan = compile(siblings, compiler);
  EXPECT_EQ(plan.stats.kernels_launched, 2);
  FakeCompiler good([](const std::string &) { return 0; });
  EXPECT_EQ(compile(siblings, good).stats.kernels_launched, 1);
}

TEST_F(SpillFeedbackTest, DependsOnTheTextsAlone) {
  auto spills = [](const std::string &text) { return absl::StrContains(text, "x 4 elements") ? 64 : 0; };
  FakeCompiler one(spills), another(spills);
  EXPECT_EQ(compile(softmax, one).bytes, compile(softmax, another).bytes);
}

TEST_F(SpillFeedbackTest, AsksNothingOfOtherTargets) {
  FakeCompiler compiler([](const std::string &) { return 8; });
  CompiledPlan plan = compile(softmax, compiler, "compute_90");
  EXPECT_EQ(compiler.compiled, 1);
  EXPECT_THAT(messages, IsEmpty());
}

} // namespace
} // namespace sinter
