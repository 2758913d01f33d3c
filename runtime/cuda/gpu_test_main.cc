// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main function of test programs that are only for a GPU: without one they exit with 77, which means "skipped", and
// say why.
#include <cstdio>

#include "gtest/gtest.h"
#include "runtime/cuda/cuda_backend.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  {
    absl::StatusOr<std::unique_ptr<sinter::rt::Backend>> backend = sinter::rt::CreateCudaBackend();
    if (!backend.ok()) {
      std::printf("skipped: needs a GPU: %s\n", backend.status().ToString().c_str());
      return 77;
    }
    std::printf("on %s\n", (*backend)->name().c_str());
  }
  return RUN_ALL_TESTS();
}
