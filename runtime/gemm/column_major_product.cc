// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposes from strides, batches collapsed.
#include "runtime/gemm/column_major_product.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

constexpr int64_t kMaxExtent = std::numeric_limits<int32_t>::max();

int64_t RoundUp(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

// A matrix of rows x columns elements whose rows are consecutive; nothing where the strides say otherwise, or where
// columns would overlap.
std::optional<ColumnMajorMatrix> WithConsecutiveRows(int64_t rows, int64_t columns, int64_t row_stride,
                                                     int64_t column_stride) {
  if (rows > 1 && row_stride != 1) return std::nullopt;
  ColumnMajorMatrix matrix;
  matrix.rows = rows;
  matrix.columns = columns;
  // The distance to a second column that is not there is free; a round one keeps wide accesses possible.
  matrix.leading = columns > 1 ? column_stride : RoundUp(rows, 16);
  if (matrix.leading < rows) return std::nullopt;
  return matrix;
}

// Either the matrix or its transpose, as memory has it. Of two possible readings (an extent is 1), the one whose
// consecutive elements are many.
std::optional<ColumnMajorMatrix> Describe(int64_t rows, int64_t columns, int64_t row_stride, int64_t column_stride) {
  std::optional<ColumnMajorMatrix> plain = WithConsecutiveRows(rows, columns, row_stride, column_stride);
  std::optional<ColumnMajorMatrix> transposed = WithConsecutiveRows(columns, rows, column_stride, row_stride);
  if (transposed.has_value()) transposed->transposed = true;
  if (plain.has_value() && transposed.has_value()) return columns > rows ? transposed : plain;
  return plain.has_value() ? plain : transposed;
}

absl::Status CannotDescribe(const char* operand, const MatmulOperandLayout& layout, const MatmulProblem& problem) {
  return absl::UnimplementedError(absl::StrCat(
      "product: operand ", operand, " with row stride ", layout.row_stride, " and column stride ", layout.column_stride,
      " is no matrix of consecutive rows or columns and must be packed, in ", DescribeProblem(problem)));
}

std::vector<BatchDimension> BatchDimensions(const MatmulProblem& problem, bool has_c) {
  std::vector<BatchDimension> dimensions(problem.batch.size());
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const int64_t d = problem.d.batch_strides[i];
    dimensions[i] = {
        problem.batch[i],
        {problem.a.batch_strides[i], problem.b.batch_strides[i], has_c ? problem.c.batch_strides[i] : d, d}};
  }
  return dimensions;
}

absl::Status CheckBatch(const MatmulProblem& problem, bool has_c) {
  const size_t rank = problem.batch.size();
  if (problem.a.batch_strides.size() != rank || problem.b.batch_strides.size() != rank ||
      problem.d.batch_strides.size() != rank || (has_c && problem.c.batch_strides.size() != rank)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "product: expected ", rank, " batch strides for every operand, but got ", problem.a.batch_strides.size(),
        " for A, ", problem.b.batch_strides.size(), " for B, ", problem.d.batch_strides.size(), " for D"));
  }
  for (size_t i = 0; i < rank; ++i) {
    if (problem.batch[i] > 1 && problem.d.batch_strides[i] == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("product: batch dimension ", i, " of ", problem.batch[i], " writes the same D several times"));
    }
  }
  return absl::OkStatus();
}

std::vector<std::array<int64_t, 4>> Offsets(const std::vector<BatchDimension>& dimensions) {
  std::vector<std::array<int64_t, 4>> offsets = {{0, 0, 0, 0}};
  for (const BatchDimension& dimension : dimensions) {
    std::vector<std::array<int64_t, 4>> finer;
    for (const auto& base : offsets) {
      for (int64_t i = 0; i < dimension.extent; ++i) {
        std::array<int64_t, 4> offset = base;
        for (int operand = 0; operand < 4; ++operand) offset[operand] += i * dimension.strides[operand];
        finer.push_back(offset);
      }
    }
    offsets = std::move(finer);
  }
  return offsets;
}

// Whether A and B change places. Without a bias both ways do where D has one row or column; then long columns win.
bool Exchanges(const MatmulProblem& problem) {
  if (problem.has_bias) return true;
  if (problem.n > 1 && problem.d.column_stride == 1) return true;
  return !(problem.m > 1 && problem.d.row_stride == 1);
}

absl::Status DescribeOperands(const MatmulProblem& problem, bool has_c, ColumnMajorProduct* product) {
  const MatmulOperandLayout &a = problem.a, &b = problem.b, &c = problem.c, &d = problem.d;
  const int64_t m = problem.m, n = problem.n, k = problem.k;
  product->exchanged = Exchanges(problem);
  product->p = product->exchanged ? n : m;
  product->q = product->exchanged ? m : n;
  product->k = k;
  // B as [n, k] and A as [k, m], or A as [m, k] and B as [k, n].
  const auto matrix_a = product->exchanged ? Describe(k, m, a.column_stride, a.row_stride)
                                           : Describe(m, k, a.row_stride, a.column_stride);
  const auto matrix_b = product->exchanged ? Describe(n, k, b.column_stride, b.row_stride)
                                           : Describe(k, n, b.row_stride, b.column_stride);
  auto output = [&](const MatmulOperandLayout& layout) {
    return product->exchanged ? WithConsecutiveRows(n, m, layout.column_stride, layout.row_stride)
                              : WithConsecutiveRows(m, n, layout.row_stride, layout.column_stride);
  };
  if (!matrix_a.has_value()) return CannotDescribe("A", a, problem);
  if (!matrix_b.has_value()) return CannotDescribe("B", b, problem);
  const auto matrix_d = output(d);
  const auto matrix_c = has_c ? output(c) : matrix_d;
  if (!matrix_d.has_value()) return CannotDescribe("D", d, problem);
  if (!matrix_c.has_value()) return CannotDescribe("C", c, problem);
  product->left = product->exchanged ? *matrix_b : *matrix_a;
  product->right = product->exchanged ? *matrix_a : *matrix_b;
  product->c = *matrix_c;
  product->d = *matrix_d;
  return absl::OkStatus();
}

}  // namespace

std::vector<BatchDimension> CollapseBatch(std::vector<BatchDimension> dimensions) {
  dimensions.erase(std::remove_if(dimensions.begin(), dimensions.end(),
                                  [](const BatchDimension& dimension) { return dimension.extent == 1; }),
                   dimensions.end());
  std::stable_sort(dimensions.begin(), dimensions.end(),
                   [](const BatchDimension& x, const BatchDimension& y) { return x.strides[3] > y.strides[3]; });
  std::vector<BatchDimension> merged;
  for (const BatchDimension& inner : dimensions) {
    bool joins = !merged.empty();
    for (int operand = 0; joins && operand < 4; ++operand) {
      joins = merged.back().strides[operand] == inner.strides[operand] * inner.extent;
    }
    if (joins) {
      merged.back() = {merged.back().extent * inner.extent, inner.strides};
    } else {
      merged.push_back(inner);
    }
  }
  return merged;
}

void FoldBatchIntoRows(MatmulProblem* problem, std::vector<BatchDimension>* dimensions) {
  const bool has_c = problem->beta != 0.0f;
  while (!dimensions->empty()) {
    const BatchDimension& inner = dimensions->back();
    // The row strides that would reach the inner dimension's products, one after the other.
    auto spaced = [&](const MatmulOperandLayout& layout, int64_t batch_stride) {
      return problem->m == 1 || batch_stride == problem->m * layout.row_stride;
    };
    if (inner.strides[1] != 0 || !spaced(problem->a, inner.strides[0]) || !spaced(problem->d, inner.strides[3]) ||
        (has_c && !spaced(problem->c, inner.strides[2])) || problem->m > kMaxExtent / inner.extent) {
      return;
    }
    if (problem->m == 1) {
      problem->a.row_stride = inner.strides[0];
      problem->c.row_stride = inner.strides[2];
      problem->d.row_stride = inner.strides[3];
    }
    problem->m *= inner.extent;
    dimensions->pop_back();
  }
}

absl::StatusOr<ColumnMajorProduct> PlanColumnMajorProduct(const MatmulProblem& original) {
  const bool has_c = original.beta != 0.0f;
  SINTER_RETURN_IF_ERROR(CheckBatch(original, has_c));
  std::vector<BatchDimension> dimensions = CollapseBatch(BatchDimensions(original, has_c));
  MatmulProblem problem = original;
  FoldBatchIntoRows(&problem, &dimensions);
  ColumnMajorProduct product;
  absl::Status described = DescribeOperands(problem, has_c, &product);
  if (!described.ok() && problem.m != original.m) {
    // Folding one row's batch may leave an operand that no matrix describes, which a batch still reaches.
    problem = original;
    dimensions = CollapseBatch(BatchDimensions(original, has_c));
    product = ColumnMajorProduct();
    described = DescribeOperands(problem, has_c, &product);
  }
  SINTER_RETURN_IF_ERROR(described);
  for (const BatchDimension& dimension : dimensions) {
    if (dimension.extent > kMaxExtent / product.batch_count) {
      return absl::UnimplementedError(absl::StrCat("product: batch is too large in ", DescribeProblem(original)));
    }
    product.batch_count *= dimension.extent;
  }
  if (std::max({product.p, product.q, product.k}) > kMaxExtent) {
    return absl::UnimplementedError(absl::StrCat("product: an extent is too large in ", DescribeProblem(original)));
  }
  const bool one_stride =
      dimensions.size() == 1 && *std::min_element(dimensions[0].strides.begin(), dimensions[0].strides.end()) >= 0;
  if (one_stride) {
    const std::array<int64_t, 4>& strides = dimensions[0].strides;
    product.left.batch_stride = product.exchanged ? strides[1] : strides[0];
    product.right.batch_stride = product.exchanged ? strides[0] : strides[1];
    product.c.batch_stride = strides[2];
    product.d.batch_stride = strides[3];
  } else if (!dimensions.empty()) {
    product.batch_offsets = Offsets(dimensions);
  }
  return product;
}

uint32_t BatchAlignment(uint32_t first_alignment, int64_t element_bytes, absl::Span<const int64_t> offsets) {
  uint64_t bits = first_alignment;
  for (int64_t offset : offsets) bits |= static_cast<uint64_t>(offset * element_bytes);
  const uint64_t lowest = bits & (~bits + 1);
  return static_cast<uint32_t>(std::clamp<uint64_t>(lowest, 1, 256));
}

std::string DescribeProblem(const MatmulProblem& problem) {
  auto layout = [](const MatmulOperandLayout& operand) {
    return absl::StrCat(ElementTypeName(operand.type), "(", operand.row_stride, ",", operand.column_stride,
                        operand.batch_strides.empty() ? "" : "; ", absl::StrJoin(operand.batch_strides, ","), ")");
  };
  std::string text = absl::StrCat("[", absl::StrJoin(problem.batch, ","), "] ", problem.m, "x", problem.n, "x",
                                  problem.k, " a=", layout(problem.a), " b=", layout(problem.b));
  if (problem.beta != 0.0f) absl::StrAppend(&text, " c=", layout(problem.c), " beta=", problem.beta);
  absl::StrAppend(&text, " d=", layout(problem.d));
  if (problem.has_bias) absl::StrAppend(&text, " bias=", ElementTypeName(problem.bias_type));
  if (problem.activation == Activation::kRelu) absl::StrAppend(&text, " relu");
  if (problem.activation == Activation::kGeluTanh) absl::StrAppend(&text, " gelu");
  return text;
}

}  // namespace sinter::rt
