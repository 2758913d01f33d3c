// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts tests by operator.

#include "test/Onnx/Report.h"

#include "compiler/Import/ONNX/OnnxOps/Registry.h"
#include "runtime/tools/json.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

#include <algorithm>

namespace sinter::test {
namespace {

/// The tests of one operator.
struct Row {
  int64_t leastOpset = 0, greatestOpset = 0;
  int count = 0, passed = 0;
  std::map<std::string, int> reasons;
};

std::string rangeOf(const Row &row) {
  return row.leastOpset == row.greatestOpset ? absl::StrCat(row.leastOpset)
                                             : absl::StrCat(row.leastOpset, "–", row.greatestOpset);
}

std::string reasonsOf(const Row &row) {
  std::vector<std::string> texts;
  for (const auto &[reason, count] : row.reasons)
    texts.push_back(absl::StrCat(count, ": ", absl::StrReplaceAll(reason, {{"|", "\\|"}, {"<", "&lt;"}})));
  return absl::StrJoin(texts, "; ");
}

std::string describe(const Expectation &expectation) {
  if (expectation.stage == Stage::kImport)
    return expectation.reason;
  return absl::StrCat(expectation.stage == Stage::kReference ? "on the reference, " : "on the CPU path, ",
                      expectation.reason);
}

/// What is imported and has no test of its own.
std::vector<std::string> listUntested(const std::map<std::string, Row> &rows) {
  std::vector<std::string> names;
  for (const OnnxOp &op : listOnnxOps())
    if (!rows.count(op.name.str()))
      names.push_back(op.name.str());
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace

std::string makePage(const std::vector<NodeTest> &tests, const Expectations &expectations) {
  std::map<std::string, Row> rows;
  int passed = 0, withConstants = 0;
  for (const NodeTest &test : tests) {
    Row &row = rows[test.op.empty() ? "(several)" : test.op];
    row.leastOpset = row.count == 0 ? test.opset : std::min(row.leastOpset, test.opset);
    row.greatestOpset = std::max(row.greatestOpset, test.opset);
    ++row.count;
    auto it = expectations.find(test.name);
    Expectation expectation = it == expectations.end() ? Expectation{} : it->second;
    bool passes = expectation.stage == Stage::kPassed;
    passed += passes;
    withConstants += passes && !expectation.reason.empty();
    row.passed += passes;
    if (!passes)
      ++row.reasons[describe(expectation)];
  }
  std::string page = absl::StrCat(
      "<!-- Made by `onnx_node_test --update` from test/Onnx/expected.txt and ONNX's node tests. -->\n# ONNX\n\n",
      "Models of opset 7 and later are imported, and older ones of operators whose meaning has not changed since; a "
      "node that cannot be is an error\n",
      "that names it and the reason. Calls of a model's own functions become the nodes of their bodies.\n\n",
      "Of ONNX's node tests (Debian's `libonnx-testdata`), which have a model, inputs and outputs each, **",
      passed, " of ", tests.size(), "** pass on the reference interpreter and on the CPU\n",
      "path: floats within 1e-3 of the value and 1e-7, ONNX's own tolerance; floats narrower than f32 within two units "
      "of the last place; integers and bools exactly.\n\n",
      "A shape, axes, pads and the like decide the shapes of results, so the importer has to know them: they are "
      "constants, or computed of constants and of\n",
      "extents. The tests give them at run time; ", withConstants,
      " of those that pass have such inputs as initializers. Dimensions are those of the inputs.\n",
      "A test of an operator's function body (`NAME_expanded`) counts as one of the operator. With `--symbolic` the "
      "dimensions are symbols, known when a plan runs:\n",
      "what is imported so gives the same numbers.\n\n",
      "    build/dev/bin/onnx_node_test --filter=layer_norm      # what each comes to, and why\n",
      "    build/dev/bin/onnx_node_test --update                 # writes test/Onnx/expected.txt and this page\n\n",
      "| operator | opsets of the tests | pass | of | the others |\n|---|---|---|---|---|\n");
  for (const auto &[name, row] : rows)
    absl::StrAppend(&page, "| ", name, " | ", rangeOf(row), " | ", row.passed, " | ", row.count, " | ", reasonsOf(row),
                    " |\n");
  if (std::vector<std::string> untested = listUntested(rows); !untested.empty())
    absl::StrAppend(&page, "\nImported, and without a test of their own there: ", absl::StrJoin(untested, ", "), ".\n");
  return page;
}

std::string makeJson(const std::vector<NodeTest> &tests, const std::vector<NodeResult> &results) {
  rt::JsonValue list = rt::JsonValue::Array();
  for (size_t i = 0; i < tests.size(); ++i) {
    rt::JsonValue one = rt::JsonValue::Object(), constants = rt::JsonValue::Array();
    for (const std::string &name : results[i].constants)
      constants.Add(rt::JsonValue::String(name));
    one.Set("name", rt::JsonValue::String(tests[i].name));
    one.Set("operator", rt::JsonValue::String(tests[i].op));
    one.Set("opset", rt::JsonValue::Integer(tests[i].opset));
    one.Set("stage", rt::JsonValue::String(stageName(results[i].stage)));
    one.Set("reason", rt::JsonValue::String(results[i].reason));
    one.Set("details", rt::JsonValue::String(results[i].details));
    one.Set("constants", constants);
    list.Add(one);
  }
  return list.ToText() + "\n";
}

} // namespace sinter::test
