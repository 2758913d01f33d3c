// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of cuBLASLt can be checked without a GPU: its symbols, and what is refused before the library is asked.
#include "runtime/gemm/cublaslt_gemm.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/gemm/cublaslt_library.h"

namespace sinter::rt {
namespace {

using ::testing::HasSubstr;

TEST(CublasLtLibrary, HasEverySymbol) {
  absl::StatusOr<std::unique_ptr<CublasLtLibrary>> library = CublasLtLibrary::Load();
  if (!library.ok() && !::testing::Value(std::string(library.status().message()), HasSubstr("has no symbol"))) {
    GTEST_SKIP() << library.status();
  }
  ASSERT_TRUE(library.ok()) << library.status();
  EXPECT_THAT((*library)->version(), HasSubstr("13."));
}

TEST(CublasLtLibrary, MissingLibraryIsNamed) {
  setenv("SINTER_CUBLASLT", "/no/such/libcublasLt.so", 1);
  absl::Status status = OpenCublasLt().status();
  unsetenv("SINTER_CUBLASLT");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("/no/such/libcublasLt.so"));
}

MatmulProblem Small() {
  MatmulProblem problem;
  problem.m = 3, problem.n = 5, problem.k = 4;
  problem.a.row_stride = 4, problem.b.row_stride = 5, problem.d.row_stride = 5;
  return problem;
}

TEST(PrepareCublasLtMatmul, EmptyOutputsNeedNoLibrary) {
  for (int which = 0; which < 3; ++which) {
    MatmulProblem problem = Small();
    if (which == 0) problem.m = 0;
    if (which == 1) problem.n = 0;
    if (which == 2) problem.batch = {3, 0};
    absl::StatusOr<std::unique_ptr<PreparedMatmul>> matmul = PrepareCublasLtMatmul(nullptr, nullptr, problem);
    ASSERT_TRUE(matmul.ok()) << matmul.status();
    EXPECT_EQ((*matmul)->workspace_bytes(), 0u);
    EXPECT_TRUE((*matmul)->Run({}, nullptr, nullptr).ok());
  }
}

TEST(PrepareCublasLtMatmul, RefusesTypesAndExtents) {
  auto code = [](const MatmulProblem& problem) {
    return PrepareCublasLtMatmul(nullptr, nullptr, problem).status().code();
  };
  MatmulProblem problem = Small();
  problem.m = -1;
  EXPECT_EQ(code(problem), absl::StatusCode::kInvalidArgument);
  problem = Small();
  problem.b.type = ElementType::kBF16;
  EXPECT_EQ(code(problem), absl::StatusCode::kUnimplemented);
  problem = Small();
  problem.d.type = ElementType::kF16;
  EXPECT_EQ(code(problem), absl::StatusCode::kUnimplemented);
  problem = Small();
  problem.accumulate = ElementType::kF16;
  EXPECT_EQ(code(problem), absl::StatusCode::kUnimplemented);
  problem = Small();
  problem.has_bias = true, problem.bias_type = ElementType::kBF16;
  EXPECT_EQ(code(problem), absl::StatusCode::kUnimplemented);
  problem = Small();
  problem.a.row_stride = 8, problem.a.column_stride = 2;
  EXPECT_EQ(code(problem), absl::StatusCode::kUnimplemented);
}

}  // namespace
}  // namespace sinter::rt
