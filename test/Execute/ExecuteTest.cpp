// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans against the reference, on the CPU path.
//
// SINTER_RANDOM_SEED and SINTER_RANDOM_COUNT choose the random graphs; SINTER_TEST_CHECK=memory|races runs each launch
// under that check.

#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/base/status_macros.h"
#include "test/Execute/AllCases.h"
#include "test/Execute/CacheTest.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace {

using namespace sinter;

rt::CpuCheck chosenCheck() {
  const char *text = std::getenv("SINTER_TEST_CHECK");
  std::string name = text ? text : "";
  return name == "memory" ? rt::CpuCheck::kMemory : name == "races" ? rt::CpuCheck::kRaces : rt::CpuCheck::kNone;
}

absl::StatusOr<test::TestDevice> makeDevice() {
  rt::HostCompilerOptions compile;
  compile.check = chosenCheck();
  compile.kernels_per_image = 24;
  rt::CpuBackendOptions run;
  run.check = compile.check;
  test::TestDevice device;
  SINTER_ASSIGN_OR_RETURN(device.compiler, rt::HostCompiler::Create(compile));
  device.backend = rt::CreateCpuBackend(run);
  return device;
}

} // namespace

int main(int argc, char **argv) {
  if (std::optional<int> status = test::writeGraphs(argc, argv, test::fixedCases()))
    return *status;
  ::testing::InitGoogleTest(&argc, argv);
  test::registerTests(test::allCases(), test::allConfigurations(), makeDevice);
  test::registerTests(test::casesOfProducts(), test::skinnyConfigurations(), makeDevice);
  test::registerCacheTest(makeDevice);
  test::registerTests(test::casesOfSchedules(), test::smallGpuConfigurations(), makeDevice);
  return RUN_ALL_TESTS();
}
