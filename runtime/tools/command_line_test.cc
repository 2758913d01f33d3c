// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options as they are written, and what is said of wrong ones.
#include "runtime/tools/command_line.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

struct Options {
  bool json = false;
  std::string output, fusion = "on", graph;
  int64_t iterations = 1;
  std::optional<double> tolerance;
  std::map<std::string, std::string> inputs;
  std::map<std::string, int64_t> dims;
};

CommandLine Describe(Options* options) {
  CommandLine line("tool", "GRAPH [OPTIONS]", "Does things.");
  line.Positional("GRAPH", &options->graph);
  line.Flag("json", "print JSON", &options->json);
  line.Text("o", "FILE", "where to", &options->output);
  line.Choice("fusion", {"on", "off"}, "fuse", &options->fusion);
  line.Integer("iterations", "N", "how often,\nin all", 1, &options->iterations);
  line.Number("tolerance", "X", "how far", &options->tolerance);
  line.Pairs("input", "NAME=FILE", "a value", &options->inputs);
  line.IntegerPairs("dim", "NAME=N", "a dim", &options->dims);
  return line;
}

absl::Status Parse(std::vector<const char*> arguments, Options* options) {
  arguments.insert(arguments.begin(), "tool");
  return Describe(options).Parse(static_cast<int>(arguments.size()), arguments.data());
}

std::string ErrorOf(std::vector<const char*> arguments) {
  Options options;
  const absl::Status status = Parse(std::move(arguments), &options);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(CommandLineTest, reads_every_kind_in_both_spellings) {
  Options options;
  ASSERT_TRUE(Parse({"--json", "-o", "a.plan", "--fusion=off", "graph.mlir", "--iterations", "7", "--tolerance=1e-3",
                     "--input=x=dir/x=1.npy", "--input", "y=y.npy", "--dim=n=12"},
                    &options)
                  .ok());
  EXPECT_TRUE(options.json);
  EXPECT_EQ(options.output, "a.plan");
  EXPECT_EQ(options.fusion, "off");
  EXPECT_EQ(options.graph, "graph.mlir");
  EXPECT_EQ(options.iterations, 7);
  EXPECT_EQ(options.tolerance, 1e-3);
  EXPECT_EQ(options.inputs, (std::map<std::string, std::string>{{"x", "dir/x=1.npy"}, {"y", "y.npy"}}));
  EXPECT_EQ(options.dims, (std::map<std::string, int64_t>{{"n", 12}}));
}

TEST(CommandLineTest, reads_any_number_of_arguments_that_are_no_options) {
  for (const std::vector<std::string>& wanted : {std::vector<std::string>{}, {"a.mlir", "b.mlir", "a.mlir"}}) {
    std::vector<std::string> graphs;
    CommandLine line("tool", "[GRAPH...]", "Does things.");
    line.Positionals(&graphs);
    std::vector<const char*> arguments = {"tool"};
    for (const std::string& graph : wanted) arguments.push_back(graph.c_str());
    ASSERT_TRUE(line.Parse(static_cast<int>(arguments.size()), arguments.data()).ok());
    EXPECT_EQ(graphs, wanted);
  }
}

TEST(CommandLineTest, two_dashes_end_the_options) {
  Options options;
  ASSERT_TRUE(Parse({"--", "--json"}, &options).ok());
  EXPECT_EQ(options.graph, "--json");
  EXPECT_FALSE(options.json);
}

TEST(CommandLineTest, an_unknown_option_names_the_closest_and_all) {
  const std::string message = ErrorOf({"g", "--iteratons=3"});
  EXPECT_THAT(message, HasSubstr("unknown option `--iteratons`; did you mean `--iterations`?"));
  EXPECT_THAT(message, HasSubstr("known options: --help --json -o --fusion"));
  EXPECT_THAT(ErrorOf({"g", "--quite-another"}), testing::Not(HasSubstr("did you mean")));
  EXPECT_THAT(ErrorOf({"g", "-json"}), HasSubstr("unknown option `-json`"));
  EXPECT_THAT(ErrorOf({"g", "-x"}), HasSubstr("unknown option `-x`"));
}

TEST(CommandLineTest, refuses_wrong_values_by_the_options_name) {
  EXPECT_THAT(ErrorOf({"g", "--fusion=maybe"}), HasSubstr("expected one of on, off for --fusion, but got `maybe`"));
  EXPECT_THAT(ErrorOf({"g", "--iterations=0"}), HasSubstr("expected an integer of at least 1 for --iterations"));
  EXPECT_THAT(ErrorOf({"g", "--iterations=3x"}), HasSubstr("but got `3x`"));
  EXPECT_THAT(ErrorOf({"g", "--iterations=99999999999999999999"}), HasSubstr("expected an integer"));
  EXPECT_THAT(ErrorOf({"g", "--tolerance=nan"}), HasSubstr("for --tolerance"));
  EXPECT_THAT(ErrorOf({"g", "--tolerance=-1"}), HasSubstr("for --tolerance"));
  EXPECT_THAT(ErrorOf({"g", "--json=yes"}), HasSubstr("--json takes no value"));
  EXPECT_THAT(ErrorOf({"g", "-o"}), HasSubstr("expected FILE after -o"));
  EXPECT_THAT(ErrorOf({"g", "-o", ""}), HasSubstr("expected a value for -o"));
  EXPECT_THAT(ErrorOf({"g", "--dim=n"}), HasSubstr("expected NAME=N for --dim, but got `n`"));
  EXPECT_THAT(ErrorOf({"g", "--dim==3"}), HasSubstr("expected NAME=N"));
  EXPECT_THAT(ErrorOf({"g", "--dim=n=3", "--dim=n=3"}), HasSubstr("--dim is given twice for `n`"));
}

TEST(CommandLineTest, wants_exactly_one_positional) {
  EXPECT_THAT(ErrorOf({}), HasSubstr("expected GRAPH"));
  EXPECT_THAT(ErrorOf({"a", "b"}), HasSubstr("unexpected argument `b`; GRAPH is `a` already"));
}

TEST(CommandLineTest, help_lists_all_and_checks_nothing_else) {
  Options options;
  CommandLine line = Describe(&options);
  const char* arguments[] = {"tool", "--nonsense", "--help"};
  ASSERT_TRUE(line.Parse(3, arguments).ok());
  EXPECT_TRUE(line.wants_help());
  const std::string help = line.Help();
  EXPECT_THAT(help, testing::StartsWith("usage: tool GRAPH [OPTIONS]\n\nDoes things.\n"));
  EXPECT_THAT(help, HasSubstr("\n  -o FILE                   where to\n"));
  EXPECT_THAT(help, HasSubstr("\n  --fusion=on|off           fuse\n"));
  EXPECT_THAT(help, HasSubstr("\n  --iterations=N            how often,\n                            in all\n"));
}

TEST(EditDistanceTest, counts_changes) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
}

}  // namespace
}  // namespace sinter::rt
