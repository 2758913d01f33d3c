// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the backend says on a machine without a driver.
#include "runtime/cuda/cuda_backend.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

TEST(CudaBackend, MissingDriverIsNamed) {
  setenv("SINTER_CUDA_DRIVER", "/no/such/libcuda.so.1", 1);
  absl::Status status = CreateCudaBackend().status();
  unsetenv("SINTER_CUDA_DRIVER");
  if (status.code() == absl::StatusCode::kUnavailable) GTEST_SKIP() << status;
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("/no/such/libcuda.so.1"));
}

TEST(CudaBackend, LibraryWithoutTheSymbolsIsNamed) {
  setenv("SINTER_CUDA_DRIVER", "libm.so.6", 1);
  absl::Status status = CreateCudaBackend().status();
  unsetenv("SINTER_CUDA_DRIVER");
  if (status.code() == absl::StatusCode::kUnavailable) GTEST_SKIP() << status;
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("cuInit"));
}

}  // namespace
}  // namespace sinter::rt
