// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `sinter` of a build without the compiler: `sinter run PLAN`, or a link to it by the name `sinter-run`.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/tools/run_tool.h"

int main(int argc, char** argv) {
  const char* slash = argc > 0 ? std::strrchr(argv[0], '/') : nullptr;
  const std::string program = slash != nullptr ? slash + 1 : argc > 0 ? argv[0] : "sinter";
  if (program == "sinter-run") return sinter::rt::PlanRunMain(argc, argv);
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "run") return sinter::rt::PlanRunMain(argc - 1, argv + 1);
  const bool wants_help = first == "--help" || first == "-h" || first == "help";
  std::FILE* file = wants_help ? stdout : stderr;
  if (!wants_help && !first.empty()) std::fprintf(file, "sinter: error: unknown tool `%s`\n", first.c_str());
  std::fputs(
      "usage: sinter TOOL [ARGUMENTS]\n\ntools (`sinter TOOL --help` says more):\n  run        run a plan, check and "
      "time "
      "it\n\nThis build has the runtime alone: the other tools come with the compiler.\n",
      file);
  return wants_help ? 0 : 1;
}
