// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines are NAME STAGE REASON, separated by one space each; # begins a comment.

#include "test/Onnx/Expectations.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <fstream>
#include <optional>

namespace sinter::test {

static std::optional<Stage> stageNamed(const std::string &name) {
  for (Stage stage : {Stage::kImport, Stage::kReference, Stage::kCpu, Stage::kPassed})
    if (name == stageName(stage))
      return stage;
  return std::nullopt;
}

Expectation expectationOf(const NodeResult &result) {
  if (result.stage != Stage::kPassed)
    return {result.stage, result.reason};
  return {Stage::kPassed,
          result.constants.empty() ? "" : absl::StrCat("constants: ", absl::StrJoin(result.constants, ", "))};
}

absl::StatusOr<Expectations> readExpectations(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return absl::NotFoundError(absl::StrCat("cannot read ", path));
  Expectations result;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#')
      continue;
    size_t first = line.find(' '), second = first == line.npos ? line.npos : line.find(' ', first + 1);
    std::optional<Stage> stage =
        second == line.npos ? std::nullopt : stageNamed(line.substr(first + 1, second - first - 1));
    if (!stage)
      return absl::InvalidArgumentError(absl::StrCat(path, ":", number, ": expected NAME STAGE REASON"));
    if (!result.emplace(line.substr(0, first), Expectation{*stage, line.substr(second + 1)}).second)
      return absl::InvalidArgumentError(absl::StrCat(path, ":", number, ": the test has a line already"));
  }
  return result;
}

absl::Status writeExpectations(const std::string &path, const Expectations &expectations) {
  std::ofstream file(path);
  file << "# What ONNX's node tests come to, but for those that pass as they are: NAME STAGE REASON. Made by "
          "`onnx_node_test --update`.\n";
  for (const auto &[name, expectation] : expectations)
    if (expectation != Expectation{})
      file << name << ' ' << stageName(expectation.stage) << ' ' << expectation.reason << '\n';
  file.close();
  return file ? absl::OkStatus() : absl::UnknownError(absl::StrCat("cannot write ", path));
}

} // namespace sinter::test
