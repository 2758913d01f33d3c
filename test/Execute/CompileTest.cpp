// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every kernel that the cases and the networks of test/models emit compiles by NVRTC for each target, as it is
// scheduled for that target. No GPU.

#include "runtime/jit/nvrtc_compiler.h"
#include "test/Execute/AllCases.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace {

using namespace sinter;
namespace fs = std::filesystem;

constexpr const char *targets[] = {"sm_80", "sm_89", "sm_90", "sm_100", "sm_120"};

/// Graphs, read once for all targets.
class Graphs {
public:
  void addCases() {
    for (const test::Case &one : test::fixedCases())
      add(one.suite + "." + one.name, test::GraphProgram::parse(one.text));
    for (const test::Case &one : test::casesOfProducts())
      products.insert(one.suite + "." + one.name);
  }

  void addNetworks(const fs::path &folder) {
    std::set<fs::path> files; // in a fixed order
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".onnx")
        files.insert(entry.path());
    for (const fs::path &file : files)
      add(file.string(), test::GraphProgram::read(file.string()));
    networks = files.size();
  }

  const std::map<std::string, std::unique_ptr<test::GraphProgram>> &all() const { return graphs; }
  size_t networks = 0;
  std::set<std::string> products;

private:
  void add(const std::string &name, absl::StatusOr<std::unique_ptr<test::GraphProgram>> graph) {
    EXPECT_TRUE(graph.ok()) << name << ": " << graph.status().message();
    if (graph.ok())
      graphs[name] = *std::move(graph);
  }

  std::map<std::string, std::unique_ptr<test::GraphProgram>> graphs;
};

Graphs *graphs;

/// Kernels of many graphs; those of equal text are one. A symbol with several texts (`fast` and `strict` numerics) has
/// one place in each round.
class Rounds {
public:
  void add(const std::vector<rt::KernelSource> &kernels) {
    for (const rt::KernelSource &kernel : kernels)
      if (texts.insert(kernel.text).second)
        rounds[repeats[kernel.symbol]++].push_back(kernel);
  }
  const std::map<size_t, std::vector<rt::KernelSource>> &all() const { return rounds; }
  size_t size() const { return texts.size(); }

private:
  std::set<std::string> texts;
  std::map<std::string, size_t> repeats;
  std::map<size_t, std::vector<rt::KernelSource>> rounds;
};

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class CompileTest : public ::testing::TestWithParam<const char *> {};

TEST_P(CompileTest, EveryKernel) {
  const std::string target = GetParam();
  auto start = std::chrono::steady_clock::now();
  Rounds kernels;
  for (auto &[name, graph] : graphs->all()) {
    std::vector<test::Configuration> configurations = test::allConfigurations();
    if (graphs->products.count(name))
      for (const test::Configuration &more : test::skinnyConfigurations())
        configurations.push_back(more);
    for (test::Configuration configuration : configurations) {
      configuration.gpu = target;
      absl::StatusOr<test::CompiledGraph> compiled = graph->compile(configuration);
      EXPECT_TRUE(compiled.ok()) << name << " " << configuration.name << ": " << compiled.status().message();
      if (compiled.ok())
        kernels.add(compiled->kernels);
    }
  }
  double plans = secondsSince(start);
  // Most of a compile's time is spent on what programs repeat, so kernels share them.
  rt::NvrtcOptions options;
  options.max_kernels_per_program = 48;
  auto compiler = rt::NvrtcCompiler::Create(options);
  ASSERT_TRUE(compiler.ok()) << compiler.status().message();
  for (auto &[round, sources] : kernels.all()) {
    absl::StatusOr<std::vector<rt::CompiledImage>> images = (*compiler)->Compile(sources, target);
    EXPECT_TRUE(images.ok()) << images.status().message();
  }
  std::printf("%s: %zu kernels of %zu graphs, %zu of them networks; plans %.1f s, kernels %.1f s\n", target.c_str(),
              kernels.size(), graphs->all().size(), graphs->networks, plans, secondsSince(start) - plans);
}

INSTANTIATE_TEST_SUITE_P(Targets, CompileTest, ::testing::ValuesIn(targets),
                         [](const auto &info) { return std::string(info.param); });

} // namespace

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (auto compiler = rt::NvrtcCompiler::Create(); !compiler.ok()) {
    std::printf("skipped: %s\n", std::string(compiler.status().message()).c_str());
    return 77;
  }
  Graphs all;
  graphs = &all;
  all.addCases();
  all.addNetworks(SINTER_MODELS);
  return RUN_ALL_TESTS();
}
