// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans against the reference, on a GPU: by launches and as graphs. Without a driver it exits with 77, "skipped".

#include "runtime/base/status_macros.h"
#include "runtime/cuda/cuda_backend.h"
#include "runtime/jit/nvrtc_compiler.h"
#include "test/Execute/AllCases.h"
#include "test/Execute/CacheTest.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace {

using namespace sinter;

absl::StatusOr<test::TestDevice> makeDevice() {
  test::TestDevice device;
  SINTER_ASSIGN_OR_RETURN(device.backend, rt::CreateCudaBackend());
  SINTER_ASSIGN_OR_RETURN(device.compiler, rt::NvrtcCompiler::Create());
  return device;
}

} // namespace

int main(int argc, char **argv) {
  if (std::optional<int> status = test::writeGraphs(argc, argv, test::fixedCases()))
    return *status;
  ::testing::InitGoogleTest(&argc, argv);
  {
    auto device = makeDevice();
    if (!device.ok()) {
      std::printf("skipped: needs a GPU and NVRTC: %s\n", device.status().ToString().c_str());
      return 77;
    }
  }
  test::registerTests(test::allCases(), test::allConfigurations(), makeDevice);
  test::registerTests(test::casesOfProducts(), test::skinnyConfigurations(), makeDevice);
  test::registerCacheTest(makeDevice);
  return RUN_ALL_TESTS();
}
