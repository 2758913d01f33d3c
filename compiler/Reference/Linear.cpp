// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products. Floats are multiplied and added in double, in ascending order of the contracted index, and rounded
// once: a product of two f32 is exact there, so the error is within half a unit of the last place of the result's type
// plus k * 2^-53 * sum|a||b|. Integers wrap.

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "compiler/Reference/Parallel.h"
#include "runtime/base/status_macros.h"

#include <algorithm>

using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

/// A block of 4 x 4 results, whose sums stay in registers.
constexpr int64_t blockRows = 4, blockColumns = 4;

struct Shape {
  int64_t rows, columns, depth;
};

/// `matrix`, of rows x depth (depth x rows where it is transposed), in panels of `width` rows: in a panel, the elements
/// of one depth lie together. The last panel is filled with zeros.
template <class T>
std::vector<T> packPanels(const T *matrix, int64_t rows, int64_t depth, bool isTransposed, int64_t width) {
  int64_t panels = (rows + width - 1) / width;
  std::vector<T> packed(panels * width * depth, T(0));
  int64_t rowStride = isTransposed ? 1 : depth, depthStride = isTransposed ? rows : 1;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t k = 0; k < depth; ++k)
      packed[(row / width * depth + k) * width + row % width] = matrix[row * rowStride + k * depthStride];
  return packed;
}

/// One block of results: sum over k of a[k][i] * b[k][j].
template <class T> void multiplyPanels(const T *a, const T *b, int64_t depth, T (&sums)[blockRows][blockColumns]) {
  for (auto &row : sums)
    std::fill(std::begin(row), std::end(row), T(0));
  for (int64_t k = 0; k < depth; ++k, a += blockRows, b += blockColumns)
    for (int64_t i = 0; i < blockRows; ++i)
      for (int64_t j = 0; j < blockColumns; ++j)
        sums[i][j] += a[i] * b[j];
}

template <class T>
void multiplyMatrices(const std::vector<T> &lhs, const std::vector<T> &rhs, const Shape &shape, int threads, T *result) {
  int64_t rowPanels = (shape.rows + blockRows - 1) / blockRows, columnPanels = (shape.columns + blockColumns - 1) / blockColumns;
  parallelFor(rowPanels * columnPanels, std::max<int64_t>(1, 65536 / (shape.depth + 1)), threads, [&](uint64_t begin, uint64_t end) {
    for (uint64_t block = begin; block < end; ++block) {
      // Neighbouring blocks share the panel of columns, which stays in the cache.
      int64_t rowPanel = block % rowPanels, columnPanel = block / rowPanels;
      T sums[blockRows][blockColumns];
      multiplyPanels(lhs.data() + rowPanel * blockRows * shape.depth, rhs.data() + columnPanel * blockColumns * shape.depth, shape.depth, sums);
      for (int64_t i = 0; i < std::min(blockRows, shape.rows - rowPanel * blockRows); ++i)
        for (int64_t j = 0; j < std::min(blockColumns, shape.columns - columnPanel * blockColumns); ++j)
          result[(rowPanel * blockRows + i) * shape.columns + columnPanel * blockColumns + j] = sums[i][j];
    }
  });
}

/// Integers are held as uint64_t, whose arithmetic wraps.
void readMatrix(const HostTensor &tensor, uint64_t begin, std::vector<double> &values) {
  readFloats(tensor, begin, values.size(), values.data());
}
void readMatrix(const HostTensor &tensor, uint64_t begin, std::vector<uint64_t> &values) {
  readIntegers(tensor, begin, values.size(), reinterpret_cast<int64_t *>(values.data()));
}
void writeAll(const std::vector<double> &values, HostTensor &tensor) { writeFloats(values.data(), 0, values.size(), tensor); }
void writeAll(const std::vector<uint64_t> &values, HostTensor &tensor) {
  writeIntegers(reinterpret_cast<const int64_t *>(values.data()), 0, values.size(), tensor);
}

template <class T> OperatorResults multiply(const OperatorCall &call) {
  const HostTensor &lhs = *call.inputs[0], &rhs = *call.inputs[1];
  bool transposeLhs = call.get<bool>("transpose_lhs"), transposeRhs = call.get<bool>("transpose_rhs");
  const std::vector<int64_t> &l = lhs.dims(), &r = rhs.dims();
  size_t ln = l.size(), rn = r.size();
  Shape shape{l[ln - (transposeLhs ? 1 : 2)], r[rn - (transposeRhs ? 2 : 1)], l[ln - (transposeLhs ? 2 : 1)]};
  std::vector<int64_t> batchDims(l.begin(), l.end() - 2), rhsBatchDims(r.begin(), r.end() - 2);
  if (r[rn - (transposeRhs ? 1 : 2)] != shape.depth || (rn > 2 && batchDims != rhsBatchDims))
    return absl::InvalidArgumentError("expected equal contracted and batch extents");
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  int64_t batches = countElements(batchDims);
  if (rn == 2 && !transposeLhs) { // the batches are more rows
    shape.rows *= batches;
    batches = 1;
  }
  std::vector<T> a(shape.rows * shape.depth), b(shape.depth * shape.columns), products(batches * shape.rows * shape.columns), packedRhs;
  if (products.size() != result.element_count())
    return absl::InvalidArgumentError("expected a result of the product's extents");
  for (int64_t batch = 0; batch < batches; ++batch) {
    readMatrix(lhs, batch * a.size(), a);
    if (batch == 0 || rn > 2) {
      readMatrix(rhs, rn > 2 ? batch * b.size() : 0, b);
      packedRhs = packPanels(b.data(), shape.columns, shape.depth, !transposeRhs, blockColumns);
    }
    multiplyMatrices(packPanels(a.data(), shape.rows, shape.depth, transposeLhs, blockRows), packedRhs, shape, call.threads,
                     products.data() + batch * shape.rows * shape.columns);
  }
  writeAll(products, result);
  return singleResult(std::move(result));
}

OperatorResults evaluateMatmul(const OperatorCall &call) {
  return isFloat(call.inputs[0]->type()) ? multiply<double>(call) : multiply<uint64_t>(call);
}

} // namespace

OperatorFunction findLinear(std::string_view name) { return name == "matmul" ? evaluateMatmul : nullptr; }

} // namespace sinter::reference
