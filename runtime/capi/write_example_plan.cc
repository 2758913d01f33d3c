// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the documentation's plan, or the plan of the runtime's own tests, to a file:
//   write_example_plan OUT [--tests] [--pretended-gpu]
// With --pretended-gpu the plan has an image that only the pretended GPU of the tests takes for one.
#include <cstdio>
#include <cstring>
#include <string>

#include "runtime/capi/example_plan.h"
#include "runtime/plan/test_plan.h"

int main(int argc, char** argv) {
  bool tests = false, pretended = false;
  for (int i = 2; i < argc; ++i) {
    tests |= std::strcmp(argv[i], "--tests") == 0;
    pretended |= std::strcmp(argv[i], "--pretended-gpu") == 0;
  }
  if (argc < 2) {
    std::fprintf(stderr, "usage: write_example_plan OUT [--tests] [--pretended-gpu]\n");
    return 2;
  }
  const std::string image = pretended ? ".version for the pretended GPU" : "";
  sinter::rt::PlanWriter writer = tests ? sinter::rt::MakeTestPlan({sinter::rt::TestKernelSources(), "sm_90", image})
                                        : sinter::rt::MakeExamplePlan(sinter::rt::ExampleSources(), "sm_90", image);
  const absl::Status status = writer.ToFile(argv[1]);
  if (!status.ok()) std::fprintf(stderr, "write_example_plan: %s\n", std::string(status.message()).c_str());
  return status.ok() ? 0 : 1;
}
