// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products by cuBLASLt, opened at run time.
#ifndef SINTER_RUNTIME_GEMM_CUBLASLT_GEMM_H_
#define SINTER_RUNTIME_GEMM_CUBLASLT_GEMM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// What a product needs of its device beside cuBLASLt. Its context must be current in every call of this file, and where
// products and libraries are destroyed.
class MatmulDevice {
 public:
  virtual ~MatmulDevice() = default;
  virtual absl::StatusOr<void*> Allocate(size_t bytes) = 0;
  virtual void Free(void* pointer) = 0;
  // Done when it returns.
  virtual absl::Status CopyToDevice(void* destination, const void* source, size_t bytes) = 0;
  virtual absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) = 0;
  // A launch that is part of a library step: a capture does not number it.
  virtual absl::Status LaunchUnnumbered(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                                        StreamHandle stream) = 0;
};

struct MatmulOptions {
  size_t max_workspace_bytes = size_t{32} << 20;
  // Split sums need a second kernel for their reduction; without them a product is one node of a graph.
  bool allow_split_k = false;
  // Which of the legal algorithms to take, in the order of the library's estimate. kOutOfRange past the last one.
  int algorithm_rank = 0;
  // An algorithm as AlgorithmBlob gave it, for the same problem, library version and device; empty: asks the library.
  std::vector<uint8_t> pinned_algorithm;
};

class CublasLtLibrary;

// Opens libcublasLt (the path in $SINTER_CUBLASLT where that is set, else libcublasLt.so.13 where the loader,
// $CUDA_HOME/lib64 or /usr/local/cuda/lib64 have it) and makes a handle in the current context. kUnavailable in a build
// without CUDA's headers.
absl::StatusOr<std::shared_ptr<const CublasLtLibrary>> OpenCublasLt();

// A product that can say which algorithm it took.
class CublasLtMatmul : public PreparedMatmul {
 public:
  // Bytes to pin the algorithm by; empty where the product does nothing (an output extent is zero).
  virtual std::vector<uint8_t> AlgorithmBlob() const = 0;
};

// Computes in f32 (TF32 off) from f32, f16 or bf16, and in f64 from f64. D and C have one type: that of A and B, or
// f32.
//
// - m, n or a batch extent of 0: does nothing. k of 0: D = activation(beta * C + bias).
// - A batch that one stride does not reach goes by arrays of pointers, which a small kernel fills in the workspace
// before
//   the product: one more node.
// - Run checks that pointers have the alignment that the problem promised, since the algorithm relies on it.
//
// kUnimplemented, naming the problem, for strides or types that the library cannot express, or where it finds no
// algorithm; kInvalidArgument for a problem that contradicts itself.
absl::StatusOr<std::unique_ptr<CublasLtMatmul>> PrepareCublasLtMatmul(std::shared_ptr<const CublasLtLibrary> library,
                                                                      std::shared_ptr<MatmulDevice> device,
                                                                      const MatmulProblem& problem,
                                                                      const MatmulOptions& options = {});

// PTX of the kernel that fills arrays of pointers; exposed so that a test can assemble it without a GPU.
const char* PointerArrayPtx();

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_CUBLASLT_GEMM_H_
