// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels of a graph are told apart, that each can be made alone by each of its candidates, and what becomes of one that is pinned.

#include "compiler/Pipelines/KernelForms.h"

#include "dialects/Plan/IR/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

using namespace mlir;

namespace sinter {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Reports of every text that it spills so many bytes.
class SpillingCompiler : public rt::KernelCompiler {
public:
  explicit SpillingCompiler(int bytes) : bytes(bytes) {}

  absl::StatusOr<std::vector<rt::CompiledImage>> Compile(absl::Span<const rt::KernelSource> sources, absl::string_view target) override {
    return CompileAndMeasure(sources, target)->images;
  }
  absl::StatusOr<rt::CompileOutput> CompileAndMeasure(absl::Span<const rt::KernelSource> sources, absl::string_view target) override {
    rt::CompileOutput output;
    for (const rt::KernelSource &source : sources) {
      texts.push_back(source.text);
      output.images.push_back({std::string(target), {source.symbol}, {1, 2, 3}});
      rt::KernelResources resources{source.symbol, 32};
      resources.spill_store_bytes = bytes;
      output.resources.push_back(resources);
    }
    return output;
  }
  std::string Identity() const override { return "fake"; }

  std::vector<std::string> texts;

private:
  int bytes;
};

constexpr char softmax[] = R"(func.func @main(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<4096x4096xf32>
  return %y : tensor<4096x4096xf32>
})";

class KernelFormsTest : public ::testing::Test {
protected:
  KernelFormsTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    handler = std::make_unique<ScopedDiagnosticHandler>(&context, [this](Diagnostic &diagnostic) { messages.push_back(diagnostic.str()); });
  }

  std::unique_ptr<KernelForms> formsOf(const std::string &text, size_t most = 12) {
    CompileOptions options;
    options.pipeline.targets = {"sm_90"};
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return ADD_FAILURE() << messages.front(), nullptr;
    FailureOr<std::unique_ptr<KernelForms>> forms = KernelForms::create(std::move(module), options, most);
    EXPECT_TRUE(succeeded(forms)) << (messages.empty() ? "" : messages.front());
    return succeeded(forms) ? std::move(*forms) : nullptr;
  }

  CompiledPlan compileAlone(const KernelForms &forms, size_t number, const std::string &schedule) {
    SpillingCompiler compiler(0);
    CompileOptions options = forms.getOptions();
    options.targets.push_back({"sm_90", &compiler});
    FailureOr<OwningOpRef<ModuleOp>> alone = forms.isolate(number, schedule);
    EXPECT_TRUE(succeeded(alone));
    FailureOr<CompiledPlan> plan = compileScheduledKernels(**alone, options);
    EXPECT_TRUE(succeeded(plan)) << schedule << ": " << (messages.empty() ? "" : messages.back());
    return succeeded(plan) ? std::move(*plan) : CompiledPlan();
  }

  MLIRContext context;
  std::vector<std::string> messages;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
};

TEST_F(KernelFormsTest, CandidatesAreDistinctAndBounded) {
  std::unique_ptr<KernelForms> forms = formsOf(softmax);
  ASSERT_EQ(forms->getKernels().size(), 1u);
  const DistinctKernel &kernel = forms->getKernels()[0];
  EXPECT_EQ(kernel.launches, 1);
  EXPECT_FALSE(kernel.sharesLaunch);
  EXPECT_THAT(kernel.rule, HasSubstr("#kernel.schedule<rows, "));
  EXPECT_GE(kernel.candidates.size(), 6u);
  EXPECT_LE(kernel.candidates.size(), 12u);
  std::set<std::string> identities = {forms->print(0, "")->identity};
  for (const std::string &schedule : kernel.candidates) {
    absl::StatusOr<KernelForm> form = forms->print(0, schedule);
    ASSERT_TRUE(form.ok()) << schedule << ": " << form.status();
    EXPECT_TRUE(identities.insert(form->identity).second) << schedule;
    EXPECT_THAT(form->sources.front().text, HasSubstr("pinned by tuning"));
  }
  EXPECT_EQ(formsOf(softmax, 3)->getKernels()[0].candidates.size(), 3u);
  EXPECT_THAT(messages, IsEmpty());
}

TEST_F(KernelFormsTest, NamesAreNoDifferenceAndExtentsAre) {
  std::unique_ptr<KernelForms> forms = formsOf(R"(
func.func @main(%x: tensor<64x1024xf32>, %w: tensor<64x1024xf32>, %z: tensor<64x512xf32>) -> (tensor<64x1024xf32>, tensor<64x1024xf32>, tensor<64x512xf32>) {
  %a = sinter.exp %x : tensor<64x1024xf32>
  %b = sinter.exp %w : tensor<64x1024xf32>
  %c = sinter.exp %z : tensor<64x512xf32>
  return %a, %b, %c : tensor<64x1024xf32>, tensor<64x1024xf32>, tensor<64x512xf32>
})");
  ASSERT_EQ(forms->getKernels().size(), 2u);
  EXPECT_EQ(forms->getKernels()[0].launches, 2);
  EXPECT_EQ(forms->getKernels()[1].launches, 1);
  EXPECT_NE(forms->getKernels()[0].fingerprint, forms->getKernels()[1].fingerprint);
  // In another graph, under other names.
  std::unique_ptr<KernelForms> other = formsOf(R"(
func.func @main(%input: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %output = sinter.exp %input : tensor<64x1024xf32>
  return %output : tensor<64x1024xf32>
})");
  EXPECT_EQ(other->getKernels()[0].fingerprint, forms->getKernels()[0].fingerprint);
}

TEST_F(KernelFormsTest, WhatSharesALaunchIsNotTried) {
  std::unique_ptr<KernelForms> forms = formsOf(R"(
func.func @main(%x: tensor<512xf32>, %y: tensor<64x32xf32>) -> (tensor<512xf32>, tensor<64x32xf32>) {
  %a = sinter.exp %x : tensor<512xf32>
  %b = sinter.tanh %y : tensor<64x32xf32>
  return %a, %b : tensor<512xf32>, tensor<64x32xf32>
})");
  ASSERT_EQ(forms->getKernels().size(), 2u);
  for (const DistinctKernel &kernel : forms->getKernels()) {
    EXPECT_TRUE(kernel.sharesLaunch);
    EXPECT_THAT(kernel.candidates, IsEmpty());
  }
}

TEST_F(KernelFormsTest, SymbolsStayAndSpecialCasesAreKernels) {
  std::unique_ptr<KernelForms> forms = formsOf(R"(
#row = #sinter.dims<rows, n>
func.func @main(%x: tensor<?x?xf32, #row>) -> tensor<?x?xf32, #row> attributes {sinter.symbols = {rows = #sinter.range<1, 4096, 1>, n = #sinter.range<1, 4096, 1>}} {
  %y = sinter.softmax %x axis = 1 : tensor<?x?xf32, #row>
  return %y : tensor<?x?xf32, #row>
})");
  ASSERT_EQ(forms->getKernels().size(), 2u);
  EXPECT_THAT(forms->getKernels()[0].divisors, IsEmpty());
  EXPECT_EQ(forms->getKernels()[1].divisors.at("n"), 4);
  for (size_t number : {0, 1}) {
    compileAlone(*forms, number, "");
    for (const std::string &schedule : forms->getKernels()[number].candidates)
      EXPECT_EQ(compileAlone(*forms, number, schedule).stats.launches, 1u);
    // The special case comes with the kernel that it is one of.
    EXPECT_EQ(compileAlone(*forms, number, "").kernels.size(), number + 1);
  }
}

TEST_F(KernelFormsTest, WhatIsWrittenInPlaceIsTied) {
  std::unique_ptr<KernelForms> forms = formsOf(R"(
func.func @main(%cache: tensor<64x128xf32>, %new: tensor<1x128xf32>, %at: tensor<i64>) -> (tensor<64x128xf32> {sinter.tied = 0 : i64}) {
  %y = sinter.update_slice %cache, %new at %at axis = 0 : tensor<64x128xf32>, tensor<1x128xf32>, tensor<i64>
  return %y : tensor<64x128xf32>
})");
  ASSERT_EQ(forms->getKernels().size(), 1u);
  FailureOr<OwningOpRef<ModuleOp>> alone = forms->isolate(0, "");
  ASSERT_TRUE(succeeded(alone));
  EXPECT_TRUE((*alone)->lookupSymbol<func::FuncOp>("main").getResultAttr(0, "sinter.tied"));
  compileAlone(*forms, 0, "");
}

/// Whatever is pinned: a compiler that never has enough registers is asked a few times, and what comes of it is a plan.
TEST_F(KernelFormsTest, APinThatSpillsIsRelieved) {
  const std::string clustered = R"(func.func @main(%x: tensor<1024x131072xbf16>) -> tensor<1024x131072xbf16> {
  %y = sinter.softmax %x axis = 1 : tensor<1024x131072xbf16>
  return %y : tensor<1024x131072xbf16>
})";
  const std::string turned = R"(func.func @main(%x: tensor<4096x2048xf32>) -> tensor<2048x4096xf32> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<4096x2048xf32> -> tensor<2048x4096xf32>
  %y = sinter.exp %t : tensor<2048x4096xf32>
  return %y : tensor<2048x4096xf32>
})";
  const std::string scanned = R"(func.func @main(%x: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> {
  %y = sinter.cumsum %x axis = 1 : tensor<4096x2048xf32>
  return %y : tensor<4096x2048xf32>
})";
  const std::string columns = R"(func.func @main(%x: tensor<64x65536xf32>) -> tensor<65536xf32> {
  %y = sinter.sum %x axes = [0] : tensor<64x65536xf32> -> tensor<65536xf32>
  return %y : tensor<65536xf32>
})";
  for (const std::string &text : {std::string(softmax), clustered, turned, scanned, columns}) {
    std::unique_ptr<KernelForms> forms = formsOf(text);
    ASSERT_NE(forms, nullptr);
    const DistinctKernel &kernel = forms->getKernels()[0];
    EXPECT_GE(kernel.candidates.size(), 4u) << kernel.rule;
    for (const std::string &schedule : kernel.candidates) {
      SpillingCompiler compiler(8);
      CompileOptions options;
      options.targets.push_back({"sm_90", &compiler});
      options.pins.push_back({kernel.fingerprint, schedule, "t.jsonl:2"});
      messages.clear();
      OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
      FailureOr<CompiledPlan> plan = compileToPlan(*module, options);
      ASSERT_TRUE(succeeded(plan)) << schedule << ": " << messages.front();
      EXPECT_THAT(compiler.texts.front(), HasSubstr("pinned by tuning"));
      EXPECT_LT(compiler.texts.size(), 24u) << schedule;
      // What is relieved is not what was measured.
      for (size_t i = 1; i < compiler.texts.size(); ++i)
        EXPECT_FALSE(absl::StrContains(compiler.texts[i], "pinned by tuning")) << compiler.texts[i];
    }
  }
}

TEST_F(KernelFormsTest, ATextThatIsNoScheduleIsToldWithItsPlace) {
  CompileOptions options;
  options.pins.push_back({"00112233445566aa", "#kernel.schedule<rows>", "t.jsonl:2"});
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(softmax, &context);
  EXPECT_TRUE(failed(compileToPlan(*module, options)));
  ASSERT_FALSE(messages.empty());
  EXPECT_THAT(messages.front(), HasSubstr("t.jsonl:2: expected a #kernel.schedule, but got `#kernel.schedule<rows>`: "));
}

} // namespace
} // namespace sinter
