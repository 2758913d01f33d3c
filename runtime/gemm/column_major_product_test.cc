// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the restated product: transposes, batches, and a check of random problems by walking every element.
#include "runtime/gemm/column_major_product.h"

#include <algorithm>
#include <random>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

MatmulProblem RowMajor(std::vector<int64_t> batch, int64_t m, int64_t n, int64_t k) {
  MatmulProblem problem;
  problem.batch = batch;
  problem.m = m, problem.n = n, problem.k = k;
  auto layout = [&](int64_t rows, int64_t columns) {
    MatmulOperandLayout layout;
    layout.row_stride = columns;
    layout.batch_strides.resize(batch.size());
    int64_t stride = rows * columns;
    for (size_t i = batch.size(); i-- > 0;) layout.batch_strides[i] = stride, stride *= batch[i];
    return layout;
  };
  problem.a = layout(m, k), problem.b = layout(k, n), problem.c = layout(m, n), problem.d = layout(m, n);
  return problem;
}

TEST(CollapseBatch, DropsOnesAndMergesNeighbours) {
  EXPECT_THAT(CollapseBatch({}), IsEmpty());
  EXPECT_THAT(CollapseBatch({{1, {5, 6, 7, 8}}}), IsEmpty());
  EXPECT_THAT(CollapseBatch({{2, {60, 0, 120, 120}}, {1, {9, 9, 9, 9}}, {3, {20, 0, 40, 40}}}),
              ElementsAre(BatchDimension{6, {20, 0, 40, 40}}));
}

TEST(CollapseBatch, OneOperandKeepsDimensionsApart) {
  const std::vector<BatchDimension> apart = {{2, {60, 0, 120, 120}}, {3, {20, 7, 40, 40}}};
  EXPECT_EQ(CollapseBatch(apart), apart);
  EXPECT_THAT(CollapseBatch({{2, {6, 6, 6, 6}}, {3, {2, 2, 2, 2}}, {5, {0, 9, 1, 1}}}).size(), 2u);
}

TEST(CollapseBatch, OrderOfDimensionsIsFree) {
  EXPECT_THAT(CollapseBatch({{3, {20, 0, 40, 40}}, {2, {60, 0, 120, 120}}}),
              ElementsAre(BatchDimension{6, {20, 0, 40, 40}}));
}

TEST(PlanColumnMajorProduct, RowMajorIsExchanged) {
  ColumnMajorProduct product = *PlanColumnMajorProduct(RowMajor({}, 3, 5, 4));
  EXPECT_TRUE(product.exchanged);
  EXPECT_EQ(product.p, 5);
  EXPECT_EQ(product.q, 3);
  EXPECT_EQ(product.k, 4);
  EXPECT_EQ(product.left.rows, 5);
  EXPECT_EQ(product.left.columns, 4);
  EXPECT_EQ(product.left.leading, 5);
  EXPECT_FALSE(product.left.transposed);
  EXPECT_EQ(product.right.rows, 4);
  EXPECT_EQ(product.right.leading, 4);
  EXPECT_EQ(product.d.rows, 5);
  EXPECT_EQ(product.d.leading, 5);
  EXPECT_EQ(product.batch_count, 1);
}

TEST(PlanColumnMajorProduct, TransposesComeFromStrides) {
  MatmulProblem problem = RowMajor({}, 3, 5, 4);
  problem.b.row_stride = 1, problem.b.column_stride = 4;  // W[n, k], as linear layers keep it
  ColumnMajorProduct product = *PlanColumnMajorProduct(problem);
  EXPECT_TRUE(product.left.transposed);
  EXPECT_EQ(product.left.rows, 4);
  EXPECT_EQ(product.left.columns, 5);
  EXPECT_EQ(product.left.leading, 4);
  problem.a.row_stride = 1, problem.a.column_stride = 3;
  EXPECT_TRUE(PlanColumnMajorProduct(problem)->right.transposed);
}

TEST(PlanColumnMajorProduct, ColumnMajorOutputIsNotExchangedAndTakesNoBias) {
  MatmulProblem problem = RowMajor({}, 3, 5, 4);
  problem.d.row_stride = 1, problem.d.column_stride = 3;
  EXPECT_FALSE(PlanColumnMajorProduct(problem)->exchanged);
  problem.has_bias = true;
  absl::Status status = PlanColumnMajorProduct(problem).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("operand D"), HasSubstr("row stride 1"), HasSubstr("column stride 3")));
}

TEST(PlanColumnMajorProduct, RefusesStridesOfNoMatrix) {
  MatmulProblem problem = RowMajor({}, 3, 5, 4);
  problem.a.row_stride = 8, problem.a.column_stride = 2;
  absl::Status status = PlanColumnMajorProduct(problem).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(status.message()), AllOf(HasSubstr("operand A"), HasSubstr("row stride 8")));
  problem = RowMajor({}, 3, 5, 4);
  problem.b.row_stride = 0;  // one row for all k
  EXPECT_EQ(PlanColumnMajorProduct(problem).status().code(), absl::StatusCode::kUnimplemented);
}

TEST(PlanColumnMajorProduct, SharedWeightsBecomeMoreRows) {
  MatmulProblem problem = RowMajor({2, 7}, 3, 5, 4);
  problem.b.batch_strides = {0, 0};
  ColumnMajorProduct product = *PlanColumnMajorProduct(problem);
  EXPECT_EQ(product.batch_count, 1);
  EXPECT_EQ(product.q, 42);
  problem.a.batch_strides[0] += 4;  // a gap after each seven
  product = *PlanColumnMajorProduct(problem);
  EXPECT_EQ(product.q, 21);
  EXPECT_EQ(product.batch_count, 2);
}

TEST(PlanColumnMajorProduct, BatchOfOneStride) {
  ColumnMajorProduct product = *PlanColumnMajorProduct(RowMajor({2, 3}, 3, 5, 4));
  EXPECT_EQ(product.batch_count, 6);
  EXPECT_EQ(product.left.batch_stride, 20);
  EXPECT_EQ(product.right.batch_stride, 12);
  EXPECT_THAT(product.batch_offsets, IsEmpty());
}

TEST(PlanColumnMajorProduct, HeadsAsBatchNeedPointers) {
  // q[b, s, h, d] x k[b, s, h, d]: [b, h] does not collapse in A and B, though it does in D.
  MatmulProblem problem = RowMajor({2, 3}, 4, 4, 8);
  problem.a.row_stride = 24, problem.a.batch_strides = {96, 8};
  problem.b.row_stride = 1, problem.b.column_stride = 24, problem.b.batch_strides = {96, 8};
  ColumnMajorProduct product = *PlanColumnMajorProduct(problem);
  EXPECT_EQ(product.batch_count, 6);
  ASSERT_EQ(product.batch_offsets.size(), 6u);
  EXPECT_THAT(product.batch_offsets[4], ElementsAre(104, 104, 64, 64));
}

TEST(PlanColumnMajorProduct, RefusesContradictions) {
  MatmulProblem problem = RowMajor({2}, 3, 5, 4);
  problem.d.batch_strides = {0};
  EXPECT_EQ(PlanColumnMajorProduct(problem).status().code(), absl::StatusCode::kInvalidArgument);
  problem.d.batch_strides = {};
  EXPECT_EQ(PlanColumnMajorProduct(problem).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(BatchAlignment, LowestCommonPower) {
  EXPECT_EQ(BatchAlignment(16, 2, {}), 16u);
  EXPECT_EQ(BatchAlignment(16, 2, {0, 3}), 2u);
  EXPECT_EQ(BatchAlignment(256, 4, {6}), 8u);
  EXPECT_EQ(BatchAlignment(4096, 4, {0}), 256u);
  EXPECT_EQ(BatchAlignment(16, 4, {-4}), 16u);
}

// Where the planned matrix has its element [row, column] of product `batch`.
int64_t Address(const ColumnMajorMatrix& matrix, int64_t row, int64_t column, int64_t offset) {
  if (matrix.transposed) std::swap(row, column);
  EXPECT_LT(row, matrix.rows);
  EXPECT_LT(column, matrix.columns);
  return offset + row + column * matrix.leading;
}

// The set of (address of A, of B, of D) that a product of all (batch, i, j, l) touches, by the problem's own strides.
using Touched = std::multiset<std::array<int64_t, 4>>;
Touched TouchedByProblem(const MatmulProblem& problem) {
  Touched touched;
  int64_t count = 1;
  for (int64_t extent : problem.batch) count *= extent;
  for (int64_t flat = 0; flat < count; ++flat) {
    std::array<int64_t, 4> base = {0, 0, 0, 0};
    int64_t rest = flat;
    for (size_t d = problem.batch.size(); d-- > 0; rest /= problem.batch[d]) {
      const int64_t i = rest % problem.batch[d];
      base[0] += i * problem.a.batch_strides[d], base[1] += i * problem.b.batch_strides[d];
      base[2] += i * problem.c.batch_strides[d], base[3] += i * problem.d.batch_strides[d];
    }
    for (int64_t i = 0; i < problem.m; ++i) {
      for (int64_t j = 0; j < problem.n; ++j) {
        for (int64_t l = 0; l < problem.k; ++l) {
          touched.insert({base[0] + i * problem.a.row_stride + l * problem.a.column_stride,
                          base[1] + l * problem.b.row_stride + j * problem.b.column_stride,
                          base[2] + i * problem.c.row_stride + j * problem.c.column_stride,
                          base[3] + i * problem.d.row_stride + j * problem.d.column_stride});
        }
      }
    }
  }
  return touched;
}

Touched TouchedByProduct(const ColumnMajorProduct& product) {
  Touched touched;
  for (int64_t b = 0; b < product.batch_count; ++b) {
    std::array<int64_t, 4> base = {b * product.right.batch_stride, b * product.left.batch_stride,
                                   b * product.c.batch_stride, b * product.d.batch_stride};
    if (!product.exchanged) std::swap(base[0], base[1]);
    if (!product.batch_offsets.empty()) base = product.batch_offsets[b];
    for (int64_t i = 0; i < product.p; ++i) {
      for (int64_t j = 0; j < product.q; ++j) {
        for (int64_t l = 0; l < product.k; ++l) {
          const int64_t left = Address(product.left, i, l, product.exchanged ? base[1] : base[0]);
          const int64_t right = Address(product.right, l, j, product.exchanged ? base[0] : base[1]);
          touched.insert({product.exchanged ? right : left, product.exchanged ? left : right,
                          Address(product.c, i, j, base[2]), Address(product.d, i, j, base[3])});
        }
      }
    }
  }
  return touched;
}

TEST(PlanColumnMajorProduct, RandomProblemsTouchTheSameElements) {
  std::mt19937 random(7);
  auto pick = [&](std::vector<int64_t> values) { return values[random() % values.size()]; };
  int planned = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<int64_t> batch;
    for (int64_t rank = pick({0, 1, 2, 3}); rank > 0; --rank) batch.push_back(pick({1, 2, 3}));
    MatmulProblem problem = RowMajor(batch, pick({1, 2, 3, 5}), pick({1, 2, 4}), pick({1, 3, 4}));
    problem.beta = 1.0f;
    for (MatmulOperandLayout* layout : {&problem.a, &problem.b}) {
      for (int64_t& stride : layout->batch_strides) {
        if (random() % 3 == 0) stride = 0;
        if (random() % 4 == 0) stride += 8;
      }
    }
    if (random() % 3 == 0) problem.a.row_stride = 1, problem.a.column_stride = problem.m + pick({0, 3});
    if (random() % 3 == 0) problem.b.row_stride = 1, problem.b.column_stride = problem.k + pick({0, 2});
    if (random() % 4 == 0) {
      problem.d.row_stride = problem.c.row_stride = 1, problem.d.column_stride = problem.c.column_stride = problem.m;
    }
    absl::StatusOr<ColumnMajorProduct> product = PlanColumnMajorProduct(problem);
    if (!product.ok()) {
      EXPECT_EQ(product.status().code(), absl::StatusCode::kUnimplemented) << product.status();
      continue;
    }
    ++planned;
    ASSERT_EQ(TouchedByProduct(*product), TouchedByProblem(problem)) << DescribeProblem(problem);
  }
  EXPECT_GT(planned, 500);
}

}  // namespace
}  // namespace sinter::rt
