// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products by cuBLASLt, opened at run time.
#ifndef SINTER_RUNTIME_GEMM_CUBLASLT_GEMM_H_
#define SINTER_RUNTIME_GEMM_CUBLASLT_GEMM_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/gemm/algorithm_cache.h"
#include "runtime/gemm/matmul_device.h"

namespace sinter::rt {

struct MatmulOptions {
  size_t max_workspace_bytes = size_t{32} << 20;
  // Pins, and whether to measure.
  MatmulRequest request;
  // What pins name the device by.
  std::string device_name;
  // What was chosen before, on the same device and with the same library; null: each product is chosen for anew.
  AlgorithmCache* cache = nullptr;
};

class CublasLtLibrary;

// Opens libcublasLt (the path in $SINTER_CUBLASLT where that is set, else libcublasLt.so.13 where the loader,
// $CUDA_HOME/lib64 or /usr/local/cuda/lib64 have it) and makes a handle in the current context. kUnavailable in a build
// without CUDA's headers.
absl::StatusOr<std::shared_ptr<const CublasLtLibrary>> OpenCublasLt();

// Computes in f32 (TF32 off) from f32, f16 or bf16, and in f64 from f64. D and C have one type: that of A and B, or
// f32.
//
// - m, n or a batch extent of 0: does nothing. k of 0: D = activation(beta * C + bias).
// - A batch that one stride does not reach goes by arrays of pointers, which a small kernel fills in the workspace
// before
//   the product: one more node.
// - The algorithm: one that a pin names, or that was chosen before, or the fastest of what the library offers (32 are
//   asked for), or the first of them; choice() says which and why. Of sums in parts those alone are taken whose parts
//   are in f32 (f64) and are added up by a second kernel in a fixed order: others round in between, and one more node
//   of a graph is worth it where the measurement says so.
// - Run checks that pointers have the alignment that the problem promised, since the algorithm relies on it.
//
// kUnimplemented, naming the problem, for strides or types that the library cannot express, or where it finds no
// algorithm; kInvalidArgument for a problem that contradicts itself.
absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareCublasLtMatmul(std::shared_ptr<const CublasLtLibrary> library,
                                                                      std::shared_ptr<MatmulDevice> device,
                                                                      const MatmulProblem& problem,
                                                                      const MatmulOptions& options = {});

// PTX of the kernel that fills arrays of pointers; exposed so that a test can assemble it without a GPU.
const char* PointerArrayPtx();

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_CUBLASLT_GEMM_H_
