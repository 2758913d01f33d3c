// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers one test a case and configuration, and compiles what the chosen ones need before the first of them runs.

#include "test/Execute/Suite.h"

#include "compiler/Reference/Accuracy.h"
#include "compiler/Reference/Elements.h"
#include "runtime/base/status_macros.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <string_view>

namespace sinter::test {
namespace {

using reference::describeDifference;
using reference::describeExactDifference;
using reference::isFloatTensor;

using rt::ElementType;
using rt::HostTensor;

uint64_t hashOf(const std::string &text) {
  uint64_t hash = 1469598103934665603u;
  for (char c : text)
    hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
  return hash;
}

struct FloatLimits {
  double largest, leastNormal, least;
};
FloatLimits limitsOf(ElementType type) {
  switch (type) {
  case ElementType::kF64: return {std::numeric_limits<double>::max(), 0x1p-1022, 0x1p-1074};
  case ElementType::kF16: return {65504, 0x1p-14, 0x1p-24};
  case ElementType::kBF16: return {std::ldexp(255, 120), 0x1p-126, 0x1p-133};
  case ElementType::kF8E4M3: return {448, 0x1p-6, 0x1p-9};
  case ElementType::kF8E5M2: return {57344, 0x1p-14, 0x1p-16};
  default: return {std::numeric_limits<float>::max(), 0x1p-126, 0x1p-149};
  }
}

std::vector<double> specialFloats(ElementType type) {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  FloatLimits limits = limitsOf(type);
  std::vector<double> values = {nan, inf, 0.0, 1.0, 0.5, 2.5, 1.5, limits.largest, limits.least, 3 * limits.least, limits.leastNormal, 100.0, 0.1};
  if (type == ElementType::kF64) { // next to the middle of two f16 or bf16, which f32 takes for the middle
    values.push_back(1 + 0x1p-8 + 0x1p-40);
    values.push_back(1 + 0x1p-11 + 0x1p-40);
  }
  for (size_t i = 1, n = values.size(); i < n; ++i)
    values.push_back(-values[i]);
  return values;
}

std::vector<int64_t> specialIntegers(ElementType type) {
  if (type == ElementType::kBool)
    return {0, 1};
  constexpr int64_t nearMiddle = (1 << 24) + (1 << 15) + 1; // as above, of two bf16
  int width = rt::BitWidth(type);
  if (reference::isUnsigned(type)) {
    int64_t upper = static_cast<int64_t>(uint64_t(1) << (width - 1));
    return {0, 1, 2, 3, 7, 5, 100, -1, -2, upper, upper + 1, upper - 1, nearMiddle, width, width - 1};
  }
  int64_t largest = width == 64 ? std::numeric_limits<int64_t>::max() : (int64_t(1) << (width - 1)) - 1;
  return {0, 1, -1, 2, -2, 7, -7, 3, -3, 100, largest, largest - 1, -largest, -largest - 1, largest / 2 + 1, nearMiddle, -nearMiddle, width, width - 1};
}

/// Element i of argument k runs through `specials` size^k times slower than argument 0.
template <class T> T specialAt(const std::vector<T> &specials, size_t argument, uint64_t i) {
  for (; argument > 0; --argument)
    i /= specials.size();
  return specials[i % specials.size()];
}

double randomFloat(std::mt19937_64 &random) {
  double magnitude = std::uniform_real_distribution<double>(0.05, 2)(random);
  return random() % 2 ? magnitude : -magnitude;
}

int64_t randomInteger(ElementType type, std::mt19937_64 &random) {
  if (type == ElementType::kBool)
    return random() % 2;
  int64_t magnitude = 1 + random() % 20;
  return random() % 2 || reference::isUnsigned(type) ? magnitude : -magnitude;
}

/// A case with its graph and, in the configurations that will run, its plans.
struct Subject {
  Case test;
  absl::Status parsed;
  std::unique_ptr<GraphProgram> graph;
  std::map<const Configuration *, absl::StatusOr<CompiledGraph>> compiled;
};

struct State {
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<Configuration> configurations;
  std::function<absl::StatusOr<TestDevice>()> makeDevice;
  TestDevice device;
  absl::Status ready = absl::FailedPreconditionError("nothing was compiled");
  KernelPool pools[2]; // fast, strict
  std::map<std::string, std::pair<Subject *, const Configuration *>> byName;
};

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Compiles the plans of the tests that were chosen, then their kernels.
class CompileAll : public ::testing::Environment {
public:
  explicit CompileAll(std::shared_ptr<State> state) : state(std::move(state)) {}
  void SetUp() override { state->ready = prepare(); }
  void TearDown() override {
    state->subjects.clear();
    state->device = {};
  }

private:
  absl::Status prepare() {
    auto start = std::chrono::steady_clock::now();
    SINTER_ASSIGN_OR_RETURN(state->device, state->makeDevice());
    for (auto [subject, configuration] : chosen()) {
      if (!subject->graph && subject->parsed.ok())
        parse(*subject);
      if (!subject->parsed.ok())
        continue;
      absl::StatusOr<CompiledGraph> compiled = subject->graph->compile(*configuration);
      if (compiled.ok())
        if (absl::Status added = state->pools[configuration->strict].add(compiled->kernels); !added.ok())
          compiled = added;
      subject->compiled.emplace(configuration, std::move(compiled));
    }
    double plans = secondsSince(start);
    size_t kernels = 0;
    for (KernelPool &pool : state->pools) {
      SINTER_RETURN_IF_ERROR(pool.compile(*state->device.compiler, state->device.backend->target()));
      kernels += pool.size();
    }
    std::printf("%zu kernels for %s: plans %.1f s, kernels %.1f s\n", kernels, state->device.backend->name().c_str(), plans, secondsSince(start) - plans);
    return absl::OkStatus();
  }

  static void parse(Subject &subject) {
    auto graph = GraphProgram::parse(subject.test.text);
    subject.parsed = graph.status();
    if (graph.ok())
      subject.graph = *std::move(graph);
  }

  std::vector<std::pair<Subject *, const Configuration *>> chosen() const {
    std::vector<std::pair<Subject *, const Configuration *>> result;
    const ::testing::UnitTest &unit = *::testing::UnitTest::GetInstance();
    for (int s = 0; s < unit.total_test_suite_count(); ++s) {
      const ::testing::TestSuite &suite = *unit.GetTestSuite(s);
      for (int t = 0; t < suite.total_test_count(); ++t) {
        auto it = state->byName.find(std::string(suite.name()) + "." + suite.GetTestInfo(t)->name());
        if (suite.GetTestInfo(t)->should_run() && it != state->byName.end())
          result.push_back(it->second);
      }
    }
    return result;
  }

  std::shared_ptr<State> state;
};

class ExecuteTest : public ::testing::Test {
public:
  ExecuteTest(std::shared_ptr<State> state, Subject *subject, const Configuration *configuration)
      : state(std::move(state)), subject(*subject), configuration(*configuration) {}

  void TestBody() override {
    ASSERT_TRUE(state->ready.ok()) << state->ready.message();
    ASSERT_TRUE(subject.parsed.ok()) << subject.parsed.message();
    const absl::StatusOr<CompiledGraph> &compiled = subject.compiled.at(&configuration);
    ASSERT_TRUE(compiled.ok()) << compiled.status().message() << subject.test.text;
    auto runner = PlanRunner::load(*compiled, state->device.backend.get(), state->pools[configuration.strict]);
    ASSERT_TRUE(runner.ok()) << runner.status().message() << "\n" << subject.test.text;
    for (const SymbolValues &symbols : subject.test.sizes) {
      absl::Status status = runAt(**runner, symbols);
      EXPECT_TRUE(status.ok()) << describe(symbols) << status.message() << "\n" << subject.test.text;
    }
  }

private:
  static std::string describe(const SymbolValues &symbols) {
    std::string text;
    for (auto &[name, value] : symbols)
      text += name + " = " + std::to_string(value) + ": ";
    return text;
  }

  absl::Status runAt(PlanRunner &runner, const SymbolValues &symbols) {
    const Case &test = subject.test;
    std::mt19937_64 random(hashOf(test.suite + test.name));
    SINTER_ASSIGN_OR_RETURN(Tensors inputs, runner.makeInputs(symbols, [&](size_t k, ElementType type, const std::vector<int64_t> &dims) {
                              HostTensor tensor = makeValues(test.values, k, type, dims, random);
                              if (test.adjust)
                                test.adjust(k, tensor);
                              return tensor;
                            }));
    SINTER_ASSIGN_OR_RETURN(Tensors results, runner.run(symbols, inputs));
    if (configuration.everyValue)
      return subject.graph->checkOperators(inputs, results, symbols);
    if (test.check)
      test.check(inputs, results);
    if (subject.graph->isSingleOperator())
      return subject.graph->checkOperators(inputs, results, symbols);
    return compareResults(inputs, results, symbols);
  }

  absl::Status compareResults(const Tensors &inputs, const Tensors &results, const SymbolValues &symbols) {
    SINTER_ASSIGN_OR_RETURN(GraphProgram::Expected expected, subject.graph->evaluate(inputs, symbols));
    if (results.size() != expected.results.size())
      return absl::InternalError("another number of results");
    double slack = subject.test.units * expected.epsilon * expected.largest;
    for (size_t i = 0; i < results.size(); ++i) {
      std::string text = slack == 0 || !isFloatTensor(results[i]) ? describeExactDifference(results[i], expected.results[i])
                                                                  : describeDifference(results[i], expected.results[i], [&](uint64_t) { return slack; });
      if (!text.empty())
        return absl::InternalError("result " + std::to_string(i) + ": " + text);
    }
    return absl::OkStatus();
  }

  std::shared_ptr<State> state;
  Subject &subject;
  const Configuration &configuration;
};

} // namespace

HostTensor makeValues(Values values, size_t argument, ElementType type, const std::vector<int64_t> &dims, std::mt19937_64 &random) {
  HostTensor tensor = *HostTensor::Create(type, dims);
  uint64_t count = tensor.element_count();
  if (reference::isFloat(type)) {
    std::vector<double> specials = specialFloats(type), x(count);
    for (uint64_t i = 0; i < count; ++i)
      x[i] = values == Values::kSpecials && i < specials.size() * specials.size() ? specialAt(specials, argument, i) : randomFloat(random);
    reference::writeFloats(x.data(), 0, count, tensor);
    return tensor;
  }
  std::vector<int64_t> specials = specialIntegers(type), x(count);
  for (uint64_t i = 0; i < count; ++i)
    x[i] = values == Values::kSpecials && i < specials.size() * specials.size() ? specialAt(specials, argument, i) : randomInteger(type, random);
  reference::writeIntegers(x.data(), 0, count, tensor);
  return tensor;
}

void registerTests(Cases cases, const std::vector<Configuration> &configurations, std::function<absl::StatusOr<TestDevice>()> device) {
  auto state = std::make_shared<State>();
  state->configurations = configurations;
  state->makeDevice = std::move(device);
  for (Case &test : cases) {
    auto subject = std::make_unique<Subject>();
    subject->test = std::move(test);
    for (const Configuration &configuration : state->configurations) {
      std::string name = subject->test.name + "_" + configuration.name;
      const std::string &suite = subject->test.suite;
      state->byName[suite + "." + name] = {subject.get(), &configuration};
      ::testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [state, subject = subject.get(), configuration = &configuration]() -> ExecuteTest * {
                                return new ExecuteTest(state, subject, configuration);
                              });
    }
    state->subjects.push_back(std::move(subject));
  }
  ::testing::AddGlobalTestEnvironment(new CompileAll(state));
}

std::optional<int> writeGraphs(int argc, char **argv, const Cases &cases) {
  constexpr std::string_view option = "--write-graphs=";
  if (argc != 2 || std::string_view(argv[1]).substr(0, option.size()) != option)
    return std::nullopt;
  std::filesystem::path folder(argv[1] + option.size());
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const Case &one : cases) {
    // Of several the largest, where each symbol counts as one more than it is.
    auto points = [](const SymbolValues &values) {
      return std::accumulate(values.begin(), values.end(), 1.0, [](double product, const auto &symbol) { return product * (symbol.second + 1.0); });
    };
    const SymbolValues &largest = *std::max_element(one.sizes.begin(), one.sizes.end(), [&](const auto &a, const auto &b) { return points(a) < points(b); });
    std::ofstream file(folder / (one.suite + "." + one.name + ".mlir"));
    file << "// dims:";
    for (const auto &[name, value] : largest)
      file << ' ' << name << '=' << value;
    file << '\n' << one.text;
    if (!file.flush()) {
      std::fprintf(stderr, "cannot write the graphs to %s\n", folder.c_str());
      return 1;
    }
  }
  return 0;
}

void manyIndices(size_t argument, rt::HostTensor &tensor) {
  if (argument == 0 || (tensor.type() != rt::ElementType::kI64 && tensor.type() != rt::ElementType::kI32))
    return;
  std::vector<int64_t> values(tensor.element_count());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int64_t>((i * 7 + argument) % 17) - 8;
  bool isWide = tensor.type() == rt::ElementType::kI64;
  if (values.size() > 6) {
    values[3] = isWide ? INT64_MIN : INT32_MIN;
    values[5] = isWide ? INT64_MAX : INT32_MAX;
  }
  reference::writeIntegers(values.data(), 0, values.size(), tensor);
}

} // namespace sinter::test
