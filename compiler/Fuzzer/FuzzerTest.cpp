// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fuzzer's own promises: nothing is forgotten, graphs depend on seed and number alone, cells are dealt evenly, bounds hold and bite.

#include "compiler/Fuzzer/Campaign.h"
#include "compiler/Fuzzer/ErrorBounds.h"
#include "compiler/Fuzzer/Extents.h"
#include "compiler/Fuzzer/GraphFile.h"
#include "compiler/Fuzzer/Shrink.h"
#include "compiler/Pipelines/Pipelines.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace mlir;

namespace sinter::fuzz {
namespace {

DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

/// One for all tests: a catalog takes a moment.
struct Shared {
  Shared() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    catalog = std::make_unique<Catalog>(&context);
  }
  MLIRContext context;
  std::unique_ptr<Catalog> catalog;
};
Shared &shared() {
  static Shared instance;
  return instance;
}

std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

TEST(Catalog, ForgetsNoOperator) { EXPECT_THAT(shared().catalog->forgotten(), testing::IsEmpty()); }

TEST(Catalog, FindsKindsTypesAndRanks) {
  std::map<std::string, size_t> cells;
  for (const Cell &cell : shared().catalog->cells())
    ++cells[shared().catalog->entries()[cell.entry].label];
  EXPECT_EQ(cells["add"], 14 * 7u);       // all types but bool
  EXPECT_EQ(cells["compare lt"], 15 * 7u);
  EXPECT_EQ(cells["gelu erf"], 6 * 7u);
  EXPECT_EQ(cells["any"], 6u);            // a scalar has no axes
  EXPECT_EQ(cells["matmul"], 14 * 5u);
}

TEST(Generator, DependsOnSeedAndNumberAlone) {
  Generator one(&shared().context, *shared().catalog, 5), other(&shared().context, *shared().catalog, 5);
  std::vector<std::string> texts;
  for (uint64_t number : {0, 1, 700, 3})
    texts.push_back(textOf(*one.make(number).module));
  EXPECT_EQ(texts[2], textOf(*other.make(700).module));
  EXPECT_EQ(texts[0], textOf(*other.make(0).module));
  EXPECT_NE(texts[0], texts[1]);
  EXPECT_NE(texts[0], textOf(*Generator(&shared().context, *shared().catalog, 6).make(0).module));
}

TEST(Generator, MakesValidGraphsOfManyOperators) {
  Generator generator(&shared().context, *shared().catalog, 1);
  std::vector<size_t> counts;
  for (uint64_t number = 0; number < 60; ++number) {
    FuzzGraph graph = generator.make(number);
    EXPECT_TRUE(succeeded(verify(*graph.module)));
    counts.push_back(llvm::range_size(graph.main().getBody().front().without_terminator()));
    for (const Trial &trial : graph.trials)
      EXPECT_EQ(trial.inputs.size(), graph.main().getNumArguments());
    // What is printed is what is read.
    std::string text = textOf(*graph.module);
    auto parsed = parseSourceString<ModuleOp>(text, &shared().context);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(textOf(*parsed), text);
  }
  std::nth_element(counts.begin(), counts.begin() + 30, counts.end());
  EXPECT_GE(counts[30], 12u);
}

TEST(Generator, RelievesTheKernelsOfSomeGraphs) {
  Generator generator(&shared().context, *shared().catalog, 1);
  size_t relieved = 0;
  for (uint64_t number = 0; number < 100; ++number) {
    FuzzGraph graph = generator.make(number);
    relieved += graph.reliefSteps > 0;
    EXPECT_EQ(copyGraph(graph).reliefSteps, graph.reliefSteps);
  }
  EXPECT_GE(relieved, 4u);
  EXPECT_LE(relieved, 30u);
}

TEST(Generator, TransposesWhatIsLongBothWays) {
  Generator generator(&shared().context, *shared().catalog, 1);
  size_t turned = 0;
  for (uint64_t number = 0; number < 200; ++number) {
    FuzzGraph graph = generator.make(number);
    graph.main().walk([&](TransposeOp op) { turned += llvm::count_if(op.getResult().getType().getShape(), [](int64_t extent) { return extent >= 16; }) >= 2; });
  }
  EXPECT_GE(turned, 20u);
}

TEST(Generator, CoversCellsEvenly) {
  Generator generator(&shared().context, *shared().catalog, 1);
  Coverage coverage(*shared().catalog);
  for (uint64_t number = 0; number < 2000; ++number) {
    FuzzGraph graph = generator.make(number);
    for (Operation &op : graph.main().getBody().front().without_terminator()) {
      CellName name = nameOf(&op);
      coverage.add(name.label, name.type, name.rank);
    }
  }
  // A tenth of 20000 graphs, in which each is to occur 50 times.
  for (const Coverage::Count &count : coverage.ascending())
    EXPECT_GE(count.count, 2u) << count.label << " on " << count.type << " at rank " << count.rank;
}

struct BoundedGraph {
  OwningOpRef<ModuleOp> module;
  Trial trial;
  std::vector<BoundedTensor> results;
};

/// @main of `text` on f32 `values`, one argument each.
BoundedGraph bound(const std::string &text, const std::vector<std::vector<float>> &values) {
  BoundedGraph graph;
  graph.module = parseSourceString<ModuleOp>(text, &shared().context);
  EXPECT_TRUE(graph.module);
  for (const std::vector<float> &elements : values) {
    rt::HostTensor tensor = *rt::HostTensor::Create(rt::ElementType::kF32, {static_cast<int64_t>(elements.size())});
    std::copy(elements.begin(), elements.end(), tensor.as<float>());
    graph.trial.inputs.push_back(std::move(tensor));
  }
  auto results = boundResults(graph.module->lookupSymbol<func::FuncOp>("main"), graph.trial);
  EXPECT_TRUE(results.ok()) << results.status();
  graph.results = *std::move(results);
  return graph;
}

TEST(ErrorBounds, HoldWhetherARoundingIsDroppedOrNot) {
  BoundedGraph graph = bound("func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {\n"
                             "  %a = sinter.cast %x : tensor<1xf32> -> tensor<1xbf16>\n"
                             "  %b = sinter.mul %a, %a : tensor<1xbf16>\n"
                             "  %c = sinter.cast %b : tensor<1xbf16> -> tensor<1xf32>\n"
                             "  return %c : tensor<1xf32> }", {{1.1f}});
  const double a = 1.1015625, dropped = a * a, kept = 1.2109375; // a is 1.1 as bf16, kept its square as bf16
  double center = graph.results[0].center.as<double>()[0], error = graph.results[0].error[0];
  EXPECT_LE(std::fabs(center - dropped), error);
  EXPECT_LE(std::fabs(center - kept), error);
  EXPECT_LT(error, 0.02); // a unit in the last place of bf16 is 0.0078
}

TEST(ErrorBounds, AreExactWhereArithmeticIs) {
  BoundedGraph graph = bound("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                             "  %a = sinter.add %x, %x : tensor<3xf32>\n"
                             "  %b = sinter.relu %a : tensor<3xf32>\n"
                             "  return %b : tensor<3xf32> }", {{1, -2, 0.5}});
  EXPECT_TRUE(graph.results[0].isExact());
}

TEST(ErrorBounds, KnowWhereCastsSaturate) {
  BoundedGraph graph = bound("func.func @main(%x: tensor<2xf32>) -> (tensor<2xf8E5M2>, tensor<2xf8E5M2>) {\n"
                             "  %a = sinter.cast %x : tensor<2xf32> -> tensor<2xf8E5M2>\n"
                             "  %b = sinter.cast %x overflow : tensor<2xf32> -> tensor<2xf8E5M2>\n"
                             "  return %a, %b : tensor<2xf8E5M2>, tensor<2xf8E5M2> }", {{1e9f, -70000.0f}});
  EXPECT_TRUE(graph.results[0].isExact());
  EXPECT_THAT(std::vector<double>(graph.results[0].center.as<double>(), graph.results[0].center.as<double>() + 2), testing::ElementsAre(57344, -57344));
  EXPECT_TRUE(std::isinf(graph.results[1].center.as<double>()[0]));
}

TEST(ErrorBounds, KnowNothingAfterWhatCannotBeTold) {
  // exp(0) - 1 is 0 or not, by the error of exp; its sign decides.
  BoundedGraph graph = bound("func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {\n"
                             "  %a = sinter.exp %x : tensor<2xf32>\n"
                             "  %c = sinter.compare gt %a, %y : tensor<2xf32>\n"
                             "  %d = sinter.select %c, %x, %y : tensor<2xi1>, tensor<2xf32>\n"
                             "  return %d : tensor<2xf32> }", {{0, 2}, {1, 1}});
  EXPECT_GE(graph.results[0].error[0], 1.0);
  EXPECT_EQ(graph.results[0].error[1], 0.0);
}

TEST(ErrorBounds, KnowNothingBesideTheEndOfADomain) {
  // 0.994 is 1 as an f8, where acosh is 0; a plan that drops the rounding has NaN.
  BoundedGraph graph = bound("func.func @main(%x: tensor<1xf32>) -> tensor<1xf64> {\n"
                             "  %e = sinter.exp %x : tensor<1xf32>\n"
                             "  %r = sinter.cast %e : tensor<1xf32> -> tensor<1xf8E4M3FN>\n"
                             "  %d = sinter.cast %r : tensor<1xf8E4M3FN> -> tensor<1xf64>\n"
                             "  %a = sinter.acosh %d : tensor<1xf64>\n"
                             "  return %a : tensor<1xf64> }", {{-0.006f}});
  rt::HostTensor actual = *rt::HostTensor::Create(rt::ElementType::kF64, {1});
  for (double value : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
    actual.as<double>()[0] = value;
    EXPECT_EQ(describeOutside(actual, graph.results[0]), "");
  }
}

TEST(ErrorBounds, LetWhatIsUnknownMeetWhatItIsComparedWith) {
  // tan near its pole may be anything, and so 3.
  BoundedGraph graph = bound("func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<1xi1> {\n"
                             "  %s = sinter.mul %x, %x : tensor<1xf32>\n"
                             "  %t = sinter.tan %s : tensor<1xf32>\n"
                             "  %u = sinter.tan %t : tensor<1xf32>\n"
                             "  %c = sinter.compare ne %u, %y : tensor<1xf32>\n"
                             "  return %c : tensor<1xi1> }", {{1.2533141f}, {3}});
  EXPECT_GE(graph.results[0].error[0], 1.0);
}

TEST(ErrorBounds, LetUnknownIntegersBeAnything) {
  // Where the greatest of 8 lies is not known, as they are all but equal; the place is compared with 7.
  BoundedGraph graph = bound("func.func @main(%x: tensor<8xf32>) -> tensor<i1> {\n"
                             "  %e = sinter.exp %x : tensor<8xf32>\n"
                             "  %i = sinter.argmax %e axes = [0] : tensor<8xf32> -> tensor<i64>\n"
                             "  %c = sinter.constant dense<6> : tensor<i64>\n"
                             "  %l = sinter.compare le %i, %c : tensor<i64>\n"
                             "  return %l : tensor<i1> }", {{1, 1, 1, 1, 1, 1, 1, 1}});
  EXPECT_GE(graph.results[0].error[0], 1.0);
}

TEST(ErrorBounds, LetUnknownIntegersBeWhatAnOperatorTellsApart) {
  // All ones, whose complement has the sign 0.
  BoundedGraph graph = bound("func.func @main(%x: tensor<4xf32>) -> tensor<4xui64> {\n"
                             "  %e = sinter.exp %x : tensor<4xf32>\n"
                             "  %r = sinter.cast %e : tensor<4xf32> -> tensor<4xf8E4M3FN>\n"
                             "  %a = sinter.atanh %r : tensor<4xf8E4M3FN>\n"
                             "  %i = sinter.cast %a : tensor<4xf8E4M3FN> -> tensor<4xui64>\n"
                             "  %n = sinter.not %i : tensor<4xui64>\n"
                             "  %s = sinter.sign %n : tensor<4xui64>\n"
                             "  return %s : tensor<4xui64> }", {{-0.03f, -0.031f, -0.032f, -0.033f}});
  for (double error : graph.results[0].error)
    EXPECT_GE(error, 1.0);
}

TEST(ErrorBounds, AllowWhatIsInfiniteUntilABiasIsAdded) {
  BoundedGraph graph = bound("func.func @main(%x: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {\n"
                             "  %y = sinter.layer_norm %x scale(%s : tensor<3xf32>) bias(%s : tensor<3xf32>) axis = 0 epsilon = 1.0e-2 : tensor<3xf32>\n"
                             "  return %y : tensor<3xf32> }", {{0.9423224f, 0.67780846f, 0.8850237f}, {1, 3.4028235e38f, 1}});
  rt::HostTensor actual = copyTensor(graph.results[0].center);
  EXPECT_EQ(describeOutside(actual, graph.results[0]), "");
  actual.as<double>()[1] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(describeOutside(actual, graph.results[0]), "");
  actual.as<double>()[0] = -std::numeric_limits<double>::infinity();
  EXPECT_NE(describeOutside(actual, graph.results[0]), "");
}

TEST(ErrorBounds, SeeDistancesThatDoublesRoundAway) {
  // 3.75 is 4 as an f8 and 3 where the rounding is dropped; both make a difference beside the greatest integer.
  BoundedGraph graph = bound("func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<1xui64> {\n"
                             "  %r = sinter.cast %x : tensor<1xf32> -> tensor<1xf8E5M2>\n"
                             "  %s = sinter.cast %y : tensor<1xf32> -> tensor<1xf8E5M2>\n"
                             "  %e = sinter.add %r, %s : tensor<1xf8E5M2>\n"
                             "  %u = sinter.cast %e : tensor<1xf8E5M2> -> tensor<1xui64>\n"
                             "  %c = sinter.constant dense<18446744073709551608> : tensor<1xui64>\n"
                             "  %a = sinter.add %c, %u : tensor<1xui64>\n"
                             "  return %a : tensor<1xui64> }", {{1.75f}, {2}});
  EXPECT_GE(graph.results[0].error[0], 1.0);
}

TEST(ErrorBounds, DoNotTakeFoldsOfWhatIsUnknownForNaN) {
  // Whether a power is NaN hangs on the rounding of its base; many such have a least one all the same.
  BoundedGraph graph = bound("func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<f32> {\n"
                             "  %r = sinter.cast %x : tensor<8xf32> -> tensor<8xf8E5M2>\n"
                             "  %s = sinter.cast %y : tensor<8xf32> -> tensor<8xf8E5M2>\n"
                             "  %q = sinter.add %r, %s : tensor<8xf8E5M2>\n"
                             "  %c = sinter.ceil %q : tensor<8xf8E5M2>\n"
                             "  %p = sinter.pow %c, %q : tensor<8xf8E5M2>\n"
                             "  %f = sinter.cast %p : tensor<8xf8E5M2> -> tensor<8xf32>\n"
                             "  %m = sinter.reduce_min %f axes = [0] : tensor<8xf32> -> tensor<f32>\n"
                             "  return %m : tensor<f32> }", {std::vector<float>(8, -1.75f), std::vector<float>(8, -2)});
  EXPECT_TRUE(std::isinf(graph.results[0].error[0]));
}

TEST(ErrorBounds, KnowNotTheSignOfAZeroThatWasRoundedTo) {
  // exp(0) - 1 is 0, or next to it on either side; rounded it is a zero of either sign.
  BoundedGraph graph = bound("func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<1xf32> {\n"
                             "  %e = sinter.exp %x : tensor<1xf32>\n"
                             "  %d = sinter.sub %e, %y : tensor<1xf32>\n"
                             "  %r = sinter.round %d : tensor<1xf32>\n"
                             "  %q = sinter.rsqrt %r : tensor<1xf32>\n"
                             "  return %q : tensor<1xf32> }", {{0}, {1}});
  rt::HostTensor actual = *rt::HostTensor::Create(rt::ElementType::kF32, {1});
  for (float value : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    actual.as<float>()[0] = value;
    EXPECT_EQ(describeOutside(actual, graph.results[0]), "");
  }
}

TEST(ErrorBounds, FindAWrongResult) {
  BoundedGraph graph = bound("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                             "  %a = sinter.exp %x : tensor<2xf32>\n"
                             "  return %a : tensor<2xf32> }", {{0.5, 2}});
  rt::HostTensor actual = *rt::HostTensor::Create(rt::ElementType::kF32, {2});
  actual.as<float>()[0] = std::exp(0.5f);
  actual.as<float>()[1] = std::exp(2.0f);
  EXPECT_EQ(describeOutside(actual, graph.results[0]), "");
  actual.as<float>()[1] *= 1.00001f;
  EXPECT_NE(describeOutside(actual, graph.results[0]), "");
}

TEST(Shrink, LeavesTheOperatorThatFails) {
  // A product of 4-bit floats is refused; nothing else here is.
  FuzzGraph graph;
  graph.module = parseSourceString<ModuleOp>("func.func @main(%x: tensor<6x4xf32>, %y: tensor<4x4xf4E2M1FN>, %z: tensor<3xi32>) -> (tensor<6x4xf32>, tensor<4x4xf4E2M1FN>, tensor<3xi32>) {\n"
                                             "  %a = sinter.exp %x : tensor<6x4xf32>\n"
                                             "  %b = sinter.add %a, %x : tensor<6x4xf32>\n"
                                             "  %c = sinter.transpose %y permutation = [1, 0] : tensor<4x4xf4E2M1FN> -> tensor<4x4xf4E2M1FN>\n"
                                             "  %d = sinter.neg %z : tensor<3xi32>\n"
                                             "  return %b, %c, %d : tensor<6x4xf32>, tensor<4x4xf4E2M1FN>, tensor<3xi32> }", &shared().context);
  ASSERT_TRUE(graph.module);
  Trial trial;
  for (auto [type, dims] : {std::pair(rt::ElementType::kF32, std::vector<int64_t>{6, 4}), {rt::ElementType::kF4E2M1, {4, 4}}, {rt::ElementType::kI32, {3}}}) {
    trial.inputs.push_back(*rt::HostTensor::Create(type, dims));
    std::memset(trial.inputs.back().data(), 0, trial.inputs.back().byte_size());
  }
  graph.trials.push_back(std::move(trial));
  ShrinkSettings settings;
  Failure failure = checkInChild(graph, settings);
  ASSERT_EQ(failure.kind, "compile") << failure.message;
  FuzzGraph small = shrink(std::move(graph), failure, settings);
  EXPECT_EQ(failure.kind, "compile") << failure.message;
  Block &body = small.main().getBody().front();
  EXPECT_EQ(llvm::range_size(body.without_terminator()), 1) << textOf(*small.module);
  EXPECT_TRUE(isa<TransposeOp>(body.front())) << textOf(*small.module);
  EXPECT_EQ(body.getNumArguments(), 1u);
  EXPECT_EQ(small.trials[0].inputs.size(), 1u);
}

constexpr const char *scaledExp = "func.func @main(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>> attributes {sinter.symbols = {n = #sinter.range<1, 100, 1>}} {\n"
                                  "  %c = sinter.constant dense<0.125> : tensor<f32>\n"
                                  "  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>\n"
                                  "  %a = sinter.mul %x, %b : tensor<?xf32, #sinter.dims<n>>\n"
                                  "  %y = sinter.exp %a : tensor<?xf32, #sinter.dims<n>>\n"
                                  "  return %y : tensor<?xf32, #sinter.dims<n>> }\n";

/// `text` as a file for as long as this lives.
class GraphText {
public:
  GraphText(const std::string &name, const std::string &text) : path(testing::TempDir() + name) { std::ofstream(path) << text; }
  ~GraphText() { std::filesystem::remove(path); }
  absl::StatusOr<FuzzGraph> read(const GraphFileSettings &settings = {}) const { return readGraphFile(&shared().context, path, settings); }

private:
  std::string path;
};

/// Compiles kernels in which `from` was replaced by `to`.
class PlantingCompiler : public rt::KernelCompiler {
public:
  PlantingCompiler(std::unique_ptr<rt::KernelCompiler> inner, std::string from, std::string to) : inner(std::move(inner)), from(std::move(from)), to(std::move(to)) {}
  absl::StatusOr<std::vector<rt::CompiledImage>> Compile(absl::Span<const rt::KernelSource> sources, absl::string_view target) override {
    std::vector<rt::KernelSource> changed(sources.begin(), sources.end());
    for (rt::KernelSource &source : changed)
      for (size_t at = source.text.find(from); !from.empty() && at != std::string::npos; at = source.text.find(from, at + to.size())) {
        source.text.replace(at, from.size(), to);
        ++planted;
      }
    return inner->Compile(changed, target);
  }
  std::string Identity() const override { return inner->Identity(); }

  size_t planted = 0;

private:
  std::unique_ptr<rt::KernelCompiler> inner;
  std::string from, to;
};

/// `scaledExp` on the CPU path, each operator judged by itself.
class StrictCheck : public testing::Test {
protected:
  void check(const std::string &from = "", const std::string &to = "") {
    absl::StatusOr<CheckDevice> device = openDevice("cpu", 1);
    if (!device.ok()) // no C++ compiler on this machine, which the message says
      GTEST_SKIP() << device.status().message();
    auto compiler = std::make_unique<PlantingCompiler>(std::move(device->compiler), from, to);
    PlantingCompiler &planting = *compiler;
    device->compiler = std::move(compiler);
    absl::StatusOr<FuzzGraph> graph = GraphText("scaled_exp.mlir", scaledExp).read();
    ASSERT_TRUE(graph.ok()) << graph.status();
    CheckSettings settings;
    settings.strict = true;
    settings.mostViolations = 20;
    BatchObserver observer;
    observer.begin = [](size_t, const char *) {};
    observer.finished = [this](size_t, const Failure &found) { failure = found; };
    observer.judged = [this](size_t, const Figures &found) { figures = found; };
    const FuzzGraph *pointer = &*graph;
    checkGraphs(pointer, settings, *device, observer);
    EXPECT_EQ(planting.planted > 0, !from.empty());
  }
  const OperatorFigure *figureOf(const std::string &label) {
    all = figures.all();
    auto it = llvm::find_if(all, [&](const OperatorFigure &figure) { return figure.label == label; });
    return it == all.end() ? nullptr : &*it;
  }

  Failure failure;
  Figures figures;
  std::vector<OperatorFigure> all;
};

TEST_F(StrictCheck, JudgesEveryEdge) {
  check();
  EXPECT_EQ(failure.message, "");
  EXPECT_EQ(figures.results(), 6u); // three operators, two trials
  ASSERT_TRUE(figureOf("exp"));
  EXPECT_EQ(figureOf("exp")->kind, reference::AccuracyKind::kFunction);
  EXPECT_EQ(figureOf("exp")->allowedUnits, 4);
  EXPECT_LE(figureOf("exp")->worst.units, 4.5);
  EXPECT_GT(figureOf("exp")->worst.units, 0);
  ASSERT_TRUE(figureOf("mul"));
  EXPECT_EQ(figureOf("mul")->kind, reference::AccuracyKind::kExact);
  EXPECT_EQ(figureOf("mul")->worst.units, 0);
}

TEST_F(StrictCheck, FindsAFunctionThatIsOffAndNothingElse) {
  check("sinter::exp(", "1.000001f * sinter::exp("); // 8 units and more
  EXPECT_EQ(failure.kind, "mismatch");
  EXPECT_THAT(failure.message, testing::ContainsRegex("scaled_exp.mlir:5: .*sinter.exp .*the first at \\[[0-9]+\\]: got .*, expected .* of "));
  EXPECT_THAT(failure.message, testing::Not(testing::HasSubstr("sinter.mul")));
  ASSERT_TRUE(figureOf("exp"));
  EXPECT_GT(figureOf("exp")->worst.share, 1);
}

TEST_F(StrictCheck, FindsAnIeeeOperationThatIsOffByABit) {
  check("* 0.125f", "* 0.12500001f");
  EXPECT_EQ(failure.kind, "mismatch");
  EXPECT_THAT(failure.message, testing::HasSubstr("scaled_exp.mlir:4: "));
  // It is judged by what it was given, which was wrong already.
  EXPECT_THAT(failure.message, testing::Not(testing::HasSubstr("sinter.exp")));
}

TEST(GraphFile, ChoosesSymbolsByTheirRangesAndTheElements) {
  GraphText text("scaled_exp_sizes.mlir", scaledExp);
  GraphFileSettings settings;
  auto symbol = [&](size_t trial) { return text.read(settings)->trials[trial].symbols["n"]; };
  EXPECT_EQ(symbol(0), 100); // as much as it may be
  settings.elements = 16;
  EXPECT_EQ(symbol(0), 15);
  EXPECT_EQ(symbol(1), 3);
  settings.dims["n"] = 42;
  EXPECT_EQ(symbol(0), 42);
  settings.dims["n"] = 101;
  EXPECT_THAT(std::string(text.read(settings).status().message()), testing::HasSubstr("--dim=n=101 is not in the range of the symbol"));
}

TEST(Figures, AreTheSameAfterAPipe) {
  Figures figures, other;
  figures.add({"exp", "f32", reference::AccuracyKind::kFunction, 4, 3, {100, 2, 1.5, 0.25}});
  figures.add({"exp", "f32", reference::AccuracyKind::kFunction, 4, 1, {10, 0, 0.5, 0.5}});
  std::vector<std::string> fields = {"judged", "0"};
  for (const std::string &field : figures.toFields())
    fields.push_back(field);
  other.addFields(fields, 2);
  ASSERT_EQ(other.all().size(), 1u);
  EXPECT_EQ(other.all()[0].results, 4u);
  EXPECT_EQ(other.all()[0].worst.elements, 110u);
  EXPECT_EQ(other.all()[0].worst.units, 1.5);
  EXPECT_EQ(other.all()[0].worst.share, 0.5);
  EXPECT_EQ(other.table(), figures.table());
  EXPECT_THAT(other.table(), testing::HasSubstr("4 units"));
}

TEST(ChildProcess, SendsRecordsAndTellsItsEnd) {
  std::string end;
  auto records = runInChild([](const RecordWriter &writer) { writer.send({"a", std::string(100000, 'x'), ""}); }, 20, end);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_THAT(records[0], testing::ElementsAre("a", testing::SizeIs(100000), ""));
  EXPECT_EQ(end, "");
  records = runInChild([](const RecordWriter &writer) {
    writer.send({"b"});
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
  }, 20, end);
  EXPECT_EQ(records.size(), 1u);
  EXPECT_THAT(end, testing::HasSubstr("signal"));
  runInChild([](const RecordWriter &) { ::sleep(1000); }, 0.5, end);
  EXPECT_EQ(end, "hang");
}

} // namespace
} // namespace sinter::fuzz
