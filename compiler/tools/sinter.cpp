// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One binary for all tools: `sinter opt ...`, or a link to it by the name `sinter-opt`. They share most of their code,
// so one file is a fraction of the size of several.

#include "compiler/tools/Tools.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct Tool {
  const char *name;
  const char *summary;
  int (*main)(int argc, char **argv);
};

const Tool tools[] = {
    {"compile", "compile a graph to a plan, or print what becomes of it", sinter::compileMain},
    {"run", "run a graph or a plan, check and time it", sinter::runMain},
    {"explain", "say what fusion makes of a graph, what it is worth, and what stopped it", sinter::explainMain},
    {"tune", "measure a few schedules of each kernel of a graph, and keep those that win", sinter::tuneMain},
    {"fuzz", "run random graphs against the reference interpreter", sinter::fuzzMain},
    {"opt", "run passes on .mlir text", sinter::optMain},
    {"translate", "turn .mlir into other texts, such as CUDA C++", sinter::translateMain},
};

const Tool *findTool(const std::string &name) {
  for (const Tool &tool : tools)
    if (name == tool.name)
      return &tool;
  return nullptr;
}

void printTools(std::FILE *file) {
  std::fprintf(file, "usage: sinter TOOL [ARGUMENTS]\n\ntools (`sinter TOOL --help` says more):\n");
  for (const Tool &tool : tools)
    std::fprintf(file, "  %-10s %s\n", tool.name, tool.summary);
}

std::string baseName(const char *path) {
  const char *slash = std::strrchr(path, '/');
  return slash ? slash + 1 : path;
}

} // namespace

int main(int argc, char **argv) {
  const std::string prefix = "sinter-";
  std::string program = argc > 0 ? baseName(argv[0]) : "sinter";
  if (program.compare(0, prefix.size(), prefix) == 0) {
    if (const Tool *tool = findTool(program.substr(prefix.size())))
      return tool->main(argc, argv);
    std::fprintf(stderr, "%s: error: no tool has this name\n", program.c_str());
    printTools(stderr);
    return 1;
  }

  if (argc < 2) {
    printTools(stderr);
    return 1;
  }
  std::string first = argv[1];
  if (first == "--help" || first == "-h" || first == "help") {
    printTools(stdout);
    return 0;
  }
  const Tool *tool = findTool(first);
  if (!tool) {
    std::fprintf(stderr, "sinter: error: unknown tool `%s`\n", first.c_str());
    printTools(stderr);
    return 1;
  }
  std::string name = prefix + first;
  std::vector<char *> arguments = {name.data()};
  arguments.insert(arguments.end(), argv + 2, argv + argc);
  arguments.push_back(nullptr);
  return tool->main(argc - 1, arguments.data());
}
