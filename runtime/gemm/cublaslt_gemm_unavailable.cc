// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What takes the products' place in a build without cuBLASLt's header.
#include "runtime/gemm/cublaslt_gemm.h"

namespace sinter::rt {

class CublasLtLibrary {};

namespace {

absl::Status Unavailable() {
  return absl::UnavailableError(
      "this build has no cuBLASLt products: cublasLt.h was not found when it was configured (SINTER_CUDA_INCLUDE_DIR)");
}

}  // namespace

absl::StatusOr<std::shared_ptr<const CublasLtLibrary>> OpenCublasLt() { return Unavailable(); }

absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareCublasLtMatmul(std::shared_ptr<const CublasLtLibrary>,
                                                                      std::shared_ptr<MatmulDevice>,
                                                                      const MatmulProblem&, const MatmulOptions&) {
  return Unavailable();
}

}  // namespace sinter::rt
