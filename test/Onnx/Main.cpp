// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX's node tests on the reference interpreter and on the CPU path, held to what is expected of each. Exits with 0
// where all is as expected, 1 where something is not, 2 on a wrong command line, 77 where the tests are not there.

#include "runtime/tools/command_line.h"
#include "test/Onnx/Report.h"

#include "absl/strings/match.h"

#include <cstdio>
#include <fstream>
#include <iterator>

using namespace sinter::test;

namespace {

struct Settings {
  std::string folder = "/usr/share/libonnx-testdata/data/node";
  std::string expected = SINTER_ONNX_EXPECTED, page = SINTER_ONNX_PAGE;
  std::string filter, skip, json;
  bool symbolic = false, referenceAlone = false, cpuAlone = false, update = false, checkPage = false, verbose = false;
  int64_t threads = 0;
};

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool writeFile(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return static_cast<bool>(file);
}

/// Whether `actual` is as expected; of one half of the run nothing is said about the other.
bool agrees(const Settings &settings, const Expectation &actual, const Expectation &expected) {
  if (actual == expected)
    return true;
  // With symbols more is refused, and other inputs are constants.
  if (settings.symbolic)
    return actual.stage == Stage::kImport || actual.stage == expected.stage;
  auto isLater = [](Stage stage) { return stage == Stage::kReference || stage == Stage::kCpu; };
  return (settings.referenceAlone || settings.cpuAlone) && isLater(expected.stage) && actual.stage != Stage::kImport;
}

/// Prints each test that is not as expected, and the others where that is asked for; how many are not.
int compare(const Settings &settings, const std::vector<NodeTest> &tests, const std::vector<NodeResult> &results,
            const Expectations &expectations) {
  int unexpected = 0;
  for (size_t i = 0; i < tests.size(); ++i) {
    auto it = expectations.find(tests[i].name);
    Expectation expected = it == expectations.end() ? Expectation{} : it->second, actual = expectationOf(results[i]);
    bool isAsExpected = agrees(settings, actual, expected);
    unexpected += !isAsExpected;
    if (!isAsExpected)
      std::printf("%s: expected: %s %s\n%s: got: %s %s\n", tests[i].name.c_str(), stageName(expected.stage),
                  expected.reason.c_str(), tests[i].name.c_str(), stageName(actual.stage), actual.reason.c_str());
    else if (settings.verbose || !settings.filter.empty())
      std::printf("%s: %s %s\n", tests[i].name.c_str(), stageName(actual.stage), actual.reason.c_str());
    if ((settings.verbose || !isAsExpected) && !results[i].details.empty())
      std::printf("  %s\n", results[i].details.c_str());
  }
  return unexpected;
}

int checkPage(const Settings &settings, const std::vector<NodeTest> &tests, const Expectations &expectations) {
  if (readFile(settings.page) == makePage(tests, expectations))
    return 0;
  std::printf("%s is stale; `onnx_node_test --update` refreshes it\n", settings.page.c_str());
  return 1;
}

int update(const Settings &settings, const std::vector<NodeTest> &tests, const std::vector<NodeResult> &results,
           Expectations expectations) {
  std::vector<NodeTest> all = listNodeTests(settings.folder);
  Expectations kept;
  for (const NodeTest &test : all)
    if (auto it = expectations.find(test.name); it != expectations.end())
      kept.insert(*it);
  for (size_t i = 0; i < tests.size(); ++i)
    kept[tests[i].name] = expectationOf(results[i]);
  if (absl::Status status = writeExpectations(settings.expected, kept);
      !status.ok() || !writeFile(settings.page, makePage(all, kept))) {
    std::fprintf(stderr, "onnx_node_test: error: cannot write %s and %s\n", settings.expected.c_str(),
                 settings.page.c_str());
    return 1;
  }
  return 0;
}

/// Lines of tests that there are none of.
int countStale(const std::vector<NodeTest> &tests, const Expectations &expectations) {
  int stale = 0;
  for (const auto &[name, expectation] : expectations)
    if (std::none_of(tests.begin(), tests.end(), [&](const NodeTest &test) { return test.name == name; })) {
      std::printf("%s: there is no such test\n", name.c_str());
      ++stale;
    }
  return stale;
}

int runAll(const Settings &settings) {
  std::vector<NodeTest> tests = listNodeTests(settings.folder);
  if (tests.empty()) {
    std::printf("skipped: no ONNX node tests in %s; they are in Debian's package libonnx-testdata\n",
                settings.folder.c_str());
    return 77;
  }
  absl::StatusOr<Expectations> expectations = readExpectations(settings.expected);
  if (!expectations.ok() && !settings.update) {
    std::fprintf(stderr, "onnx_node_test: error: %s\n", std::string(expectations.status().message()).c_str());
    return 1;
  }
  if (settings.checkPage)
    return checkPage(settings, tests, *expectations);
  int unexpected = settings.update ? 0 : countStale(tests, *expectations);
  std::erase_if(tests, [&](const NodeTest &test) {
    return !absl::StrContains(test.name, settings.filter) ||
           (!settings.skip.empty() && absl::StrContains(test.name, settings.skip));
  });

  NodeRunOptions options{!settings.cpuAlone, !settings.referenceAlone, settings.symbolic, static_cast<int>(settings.threads)};
  std::vector<NodeResult> results = runNodeTests(tests, options);
  if (!settings.json.empty() && !writeFile(settings.json, makeJson(tests, results))) {
    std::fprintf(stderr, "onnx_node_test: error: cannot write %s\n", settings.json.c_str());
    return 1;
  }
  std::map<Stage, int> counts;
  for (const NodeResult &result : results)
    ++counts[result.stage];
  if (settings.update)
    return update(settings, tests, results, expectations.value_or(Expectations()));
  unexpected += compare(settings, tests, results, *expectations);
  std::printf(
      "%zu node tests: %d passed, %d not imported, %d fail on the reference, %d on the CPU path; %d not as expected\n",
      tests.size(), counts[Stage::kPassed], counts[Stage::kImport], counts[Stage::kReference], counts[Stage::kCpu],
      unexpected);
  return unexpected != 0;
}

} // namespace

int main(int argc, char **argv) {
  Settings settings;
  sinter::rt::CommandLine line("onnx_node_test", "[OPTIONS]",
                               "Runs ONNX's node tests and holds each to what is expected of it.");
  line.Text("filter", "TEXT", "only tests with this in their names", &settings.filter);
  line.Text("skip", "TEXT", "no tests with this in their names", &settings.skip);
  line.Flag("reference", "on the reference interpreter alone", &settings.referenceAlone);
  line.Flag("cpu", "on the CPU path alone", &settings.cpuAlone);
  line.Flag("symbolic",
            "with symbols for the dims of inputs, known when a plan runs: what is imported so is to pass as it does otherwise",
            &settings.symbolic);
  line.Integer("j", "N", "threads; 0: as many as the machine has", 0, &settings.threads);
  line.Text("json", "FILE", "writes what each test came to", &settings.json);
  line.Flag("update", "writes what was found to the expectations, and the page", &settings.update);
  line.Flag("check-page", "runs nothing; fails where the page is stale", &settings.checkPage);
  line.Flag("verbose", "prints all tests and all that was said", &settings.verbose);
  line.Text("folder", "FOLDER", "where the tests are", &settings.folder);
  line.Text("expected", "FILE", "the expectations", &settings.expected);
  line.Text("page", "FILE", "the page", &settings.page);
  if (absl::Status status = line.Parse(argc, argv); !status.ok()) {
    std::fprintf(stderr, "onnx_node_test: error: %s\n", std::string(status.message()).c_str());
    return 2;
  }
  if (line.wants_help()) {
    std::printf("%s", line.Help().c_str());
    return 0;
  }
  return runAll(settings);
}
