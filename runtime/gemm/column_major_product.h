// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Restates a product of strided operands as the column-major product that cuBLASLt computes. Pure: no device, no CUDA.
#ifndef SINTER_RUNTIME_GEMM_COLUMN_MAJOR_PRODUCT_H_
#define SINTER_RUNTIME_GEMM_COLUMN_MAJOR_PRODUCT_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// A matrix as it lies in memory: `rows` consecutive elements a column, columns `leading` elements apart.
struct ColumnMajorMatrix {
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t leading = 0;
  bool transposed = false;   // the product takes its transpose
  int64_t batch_stride = 0;  // in elements; 0 shares the matrix among the batch
};

// D'[p, q] = op(left)[p, k] op(right)[k, q] + C'[p, q], all column-major. Mostly `exchanged`: a row-major D is a
// column-major D^T = B^T A^T, so that left is B, right is A, p is n and q is m; then a bias over n runs along the rows
// of D', which is what cuBLASLt adds. Where D itself is column-major, left is A and right is B.
struct ColumnMajorProduct {
  bool exchanged = true;
  int64_t p = 0, q = 0, k = 0;
  ColumnMajorMatrix left, right, c, d;
  int64_t batch_count = 1;
  // Where no stride reaches each product of the batch: the offsets of its operands A, B, C and D, in elements. Empty
  // otherwise.
  std::vector<std::array<int64_t, 4>> batch_offsets;
};

// One dimension of a batch, with its strides in A, B, C and D (C's is D's where there is no C).
struct BatchDimension {
  int64_t extent = 1;
  std::array<int64_t, 4> strides = {0, 0, 0, 0};
  bool operator==(const BatchDimension& other) const { return extent == other.extent && strides == other.strides; }
};

// Fewest dimensions that reach the same matrices: those of extent 1 go, the others are ordered by D's stride (products
// of a batch are independent), and neighbours merge where one stride reaches both in every operand.
std::vector<BatchDimension> CollapseBatch(std::vector<BatchDimension> dimensions);

// Takes inner batch dimensions into the rows, where B does not vary and A, C and D are spaced so that one row stride
// reaches all: [b, m, k] x [k, n] is one product of b * m rows. Changes m and the row strides in `problem`.
void FoldBatchIntoRows(MatmulProblem* problem, std::vector<BatchDimension>* dimensions);

// Expects m, n, k and every batch extent to be positive. kInvalidArgument where the problem contradicts itself (a batch
// that writes one D several times, a wrong number of strides); kUnimplemented, with the strides, where no column-major
// matrix describes an operand (neither of its strides is 1): it must be packed first.
absl::StatusOr<ColumnMajorProduct> PlanColumnMajorProduct(const MatmulProblem& problem);

// "f32[6x]{3 x 5 x 4} a(4,1) ...": the problem in messages.
std::string DescribeProblem(const MatmulProblem& problem);

// The greatest power of two that divides the alignment of every matrix of a batch: of the first one's, in bytes, and of
// the distances to the others.
uint32_t BatchAlignment(uint32_t first_alignment, int64_t element_bytes, absl::Span<const int64_t> offsets);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_COLUMN_MAJOR_PRODUCT_H_
