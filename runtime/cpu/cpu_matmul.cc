// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packs operands into the accumulator's type where the routine cannot read them as they lie, multiplies one batch at a
// time into a scratch of m x n accumulators, then scales, adds, activates and rounds once.
#include "runtime/cpu/cpu_matmul.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/cpu_stream.h"
#include "runtime/cpu/element_access.h"

namespace sinter::rt {
namespace {

bool IsInteger(ElementType type) {
  switch (type) {
    case ElementType::kI64:
    case ElementType::kI32:
    case ElementType::kI16:
    case ElementType::kI8:
    case ElementType::kU64:
    case ElementType::kU32:
    case ElementType::kU16:
    case ElementType::kU8:
    case ElementType::kBool:
      return true;
    default:
      return false;
  }
}

// A matrix that the routine can read: row-major with `leading` elements from row to row, or stored transposed.
template <class Value>
struct Operand {
  const Value* data = nullptr;
  int64_t leading = 1;
  bool transposed = false;
};

absl::Status CheckOperand(const char* name, const MatmulOperandLayout& layout, size_t batch_rank) {
  if (layout.batch_strides.size() != batch_rank) {
    return absl::InvalidArgumentError(absl::StrCat("expected ", batch_rank, " batch strides for operand ", name,
                                                   " of a product, but got ", layout.batch_strides.size()));
  }
  if (ElementLoader<float>(layout.type) == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("operand ", name, " of a product has the type ",
                                                   ElementTypeName(layout.type), ", which the cpu backend lacks"));
  }
  return absl::OkStatus();
}

absl::Status CheckProblem(const MatmulProblem& problem) {
  int64_t least = std::min({problem.m, problem.n, problem.k});
  for (int64_t extent : problem.batch) least = std::min(least, extent);
  if (least < 0) return absl::InvalidArgumentError(absl::StrCat("a product has the negative extent ", least));
  SINTER_RETURN_IF_ERROR(CheckOperand("A", problem.a, problem.batch.size()));
  SINTER_RETURN_IF_ERROR(CheckOperand("B", problem.b, problem.batch.size()));
  if (problem.beta != 0) SINTER_RETURN_IF_ERROR(CheckOperand("C", problem.c, problem.batch.size()));
  SINTER_RETURN_IF_ERROR(CheckOperand("D", problem.d, problem.batch.size()));
  if (problem.has_bias && ElementLoader<float>(problem.bias_type) == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the bias of a product has the type ", ElementTypeName(problem.bias_type), ", which the cpu backend lacks"));
  }
  if (IsInteger(problem.a.type) != IsInteger(problem.b.type)) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected both operands of a product to be integers or neither, but got ",
                     ElementTypeName(problem.a.type), " and ", ElementTypeName(problem.b.type)));
  }
  return absl::OkStatus();
}

float Activate(float x, Activation activation) {
  switch (activation) {
    case Activation::kNone:
      break;
    case Activation::kRelu:
      return x > 0 || x != x ? x : 0.0f;
    case Activation::kGeluTanh: {
      const double v = x;
      return static_cast<float>(0.5 * v * (1.0 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v))));
    }
  }
  return x;
}
double Activate(double x, Activation activation) {
  switch (activation) {
    case Activation::kNone:
      break;
    case Activation::kRelu:
      return x > 0 || x != x ? x : 0.0;
    case Activation::kGeluTanh:
      return 0.5 * x * (1.0 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
  }
  return x;
}

// C += A B in row-major order; the innermost loop runs along rows of B and C, a panel of B at a time.
template <class Value>
void MultiplyPlain(int64_t m, int64_t n, int64_t k, const Operand<Value>& a, const Operand<Value>& b, Value* c) {
  constexpr int64_t kPanelRows = 64, kPanelColumns = 512;
  for (int64_t k0 = 0; k0 < k; k0 += kPanelRows) {
    const int64_t k1 = std::min(k, k0 + kPanelRows);
    for (int64_t j0 = 0; j0 < n; j0 += kPanelColumns) {
      const int64_t j1 = std::min(n, j0 + kPanelColumns);
      for (int64_t i = 0; i < m; ++i) {
        Value* row = c + i * n;
        for (int64_t p = k0; p < k1; ++p) {
          const Value factor = a.data[i * a.leading + p];
          const Value* b_row = b.data + p * b.leading;
          for (int64_t j = j0; j < j1; ++j) row[j] += factor * b_row[j];
        }
      }
    }
  }
}

// Value is the accumulator: float, double or uint64_t (wrapping integers).
template <class Value>
class CpuMatmul : public PreparedMatmul {
 public:
  CpuMatmul(MatmulProblem problem, std::shared_ptr<const OnednnLibrary> onednn)
      : problem_(std::move(problem)), onednn_(std::move(onednn)) {
    pack_a_ = !Direct(problem_.a, problem_.m, problem_.k);
    pack_b_ = !Direct(problem_.b, problem_.k, problem_.n);
  }

  size_t workspace_bytes() const override {
    return sizeof(Value) * static_cast<size_t>((pack_a_ ? PackedCount(problem_.m, problem_.k) : 0) +
                                               (pack_b_ ? PackedCount(problem_.k, problem_.n) : 0) +
                                               PackedCount(problem_.m, problem_.n));
  }

  absl::Status Run(const MatmulPointers& pointers, void* workspace, StreamHandle stream) const override {
    SINTER_RETURN_IF_ERROR(CheckCpuStream(stream));
    int64_t batches = 1;
    for (int64_t extent : problem_.batch) batches *= extent;
    if (batches == 0 || problem_.m == 0 || problem_.n == 0) return absl::OkStatus();
    SINTER_RETURN_IF_ERROR(CheckPointers(pointers, workspace));
    Scratch scratch(*this, static_cast<Value*>(workspace));
    std::vector<int64_t> index(problem_.batch.size(), 0);
    for (int64_t batch = 0; batch < batches; ++batch) {
      SINTER_RETURN_IF_ERROR(RunBatch(pointers, index, scratch));
      for (size_t i = index.size(); i-- > 0;) {  // the next index, the last dimension fastest
        if (++index[i] < problem_.batch[i]) break;
        index[i] = 0;
      }
    }
    return absl::OkStatus();
  }

  std::string Describe() const override {
    const char* accumulator = std::is_same_v<Value, float> ? "f32" : std::is_same_v<Value, double> ? "f64" : "i64";
    std::string text = UsesOnednn() ? absl::StrCat(onednn_->description(), ": dnnl_sgemm")
                                    : absl::StrCat("plain loop in ", accumulator);
    if (pack_a_) absl::StrAppend(&text, ", A packed");
    if (pack_b_) absl::StrAppend(&text, ", B packed");
    return text;
  }
  bool uses_library() const override { return UsesOnednn(); }

 private:
  // The workspace's parts, and what the packed ones hold now: a broadcast operand is packed once.
  struct Scratch {
    Scratch(const CpuMatmul& matmul, Value* workspace) {
      const MatmulProblem& p = matmul.problem_;
      packed_a = workspace;
      packed_b = packed_a + (matmul.pack_a_ ? PackedCount(p.m, p.k) : 0);
      accumulators = packed_b + (matmul.pack_b_ ? PackedCount(p.k, p.n) : 0);
    }
    Value *packed_a, *packed_b, *accumulators;
    bool has_a = false, has_b = false;
    int64_t offset_a = 0, offset_b = 0;
  };

  bool UsesOnednn() const { return std::is_same_v<Value, float> && onednn_ != nullptr; }

  static int64_t PackedCount(int64_t rows, int64_t columns) { return (rows * columns + 15) / 16 * 16; }

  // Whether the routine reads the operand where it lies.
  bool Direct(const MatmulOperandLayout& layout, int64_t rows, int64_t columns) const {
    const bool same_type = std::is_same_v<Value, float>    ? layout.type == ElementType::kF32
                           : std::is_same_v<Value, double> ? layout.type == ElementType::kF64
                                                           : layout.type == ElementType::kI64;
    if (!same_type) return false;
    if (layout.column_stride == 1 && layout.row_stride >= std::max<int64_t>(1, columns)) return true;
    return UsesOnednn() && layout.row_stride == 1 && layout.column_stride >= std::max<int64_t>(1, rows);
  }

  absl::Status CheckPointers(const MatmulPointers& pointers, const void* workspace) const {
    const bool reads = problem_.k != 0;
    if ((reads && (pointers.a == nullptr || pointers.b == nullptr)) || pointers.d == nullptr ||
        (problem_.beta != 0 && pointers.c == nullptr) || (problem_.has_bias && pointers.bias == nullptr)) {
      return absl::InvalidArgumentError("an operand of a product is a null pointer");
    }
    if (workspace == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat("a product needs a workspace of ", workspace_bytes(), " bytes"));
    }
    return absl::OkStatus();
  }

  static int64_t Offset(const MatmulOperandLayout& layout, const std::vector<int64_t>& index) {
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i) offset += index[i] * layout.batch_strides[i];
    return offset;
  }

  static void Pack(const MatmulOperandLayout& layout, const void* base, int64_t offset, int64_t rows, int64_t columns,
                   Value* packed) {
    const LoadElement<Value> load = ElementLoader<Value>(layout.type);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        packed[i * columns + j] = load(base, offset + i * layout.row_stride + j * layout.column_stride);
      }
    }
  }

  static Operand<Value> Prepare(const MatmulOperandLayout& layout, const void* base, int64_t offset, int64_t rows,
                                int64_t columns, bool pack, Value* packed, bool& has, int64_t& packed_offset) {
    if (pack) {
      if (!has || packed_offset != offset) Pack(layout, base, offset, rows, columns, packed);
      has = true;
      packed_offset = offset;
      return {packed, std::max<int64_t>(1, columns), false};
    }
    const Value* data = static_cast<const Value*>(base) + offset;
    if (layout.column_stride == 1 && layout.row_stride >= std::max<int64_t>(1, columns)) {
      return {data, layout.row_stride, false};
    }
    return {data, layout.column_stride, true};
  }

  absl::Status RunBatch(const MatmulPointers& pointers, const std::vector<int64_t>& index, Scratch& scratch) const {
    const int64_t m = problem_.m, n = problem_.n, k = problem_.k;
    std::fill_n(scratch.accumulators, m * n, Value(0));
    if (k != 0) {
      const Operand<Value> a = Prepare(problem_.a, pointers.a, Offset(problem_.a, index), m, k, pack_a_,
                                       scratch.packed_a, scratch.has_a, scratch.offset_a);
      const Operand<Value> b = Prepare(problem_.b, pointers.b, Offset(problem_.b, index), k, n, pack_b_,
                                       scratch.packed_b, scratch.has_b, scratch.offset_b);
      SINTER_RETURN_IF_ERROR(Multiply(a, b, scratch.accumulators));
    }
    Finish(pointers, index, scratch.accumulators);
    return absl::OkStatus();
  }

  absl::Status Multiply(const Operand<Value>& a, const Operand<Value>& b, Value* accumulators) const {
    if constexpr (std::is_same_v<Value, float>) {
      if (onednn_ != nullptr) {
        return onednn_->Sgemm(a.transposed, b.transposed, problem_.m, problem_.n, problem_.k, 1.0f, a.data, a.leading,
                              b.data, b.leading, 0.0f, accumulators, problem_.n);
      }
    }
    MultiplyPlain(problem_.m, problem_.n, problem_.k, a, b, accumulators);
    return absl::OkStatus();
  }

  void Finish(const MatmulPointers& pointers, const std::vector<int64_t>& index, const Value* accumulators) const {
    if constexpr (std::is_same_v<Value, uint64_t>) {
      const bool scaled = problem_.alpha != 1 || (problem_.beta != 0 && problem_.beta != 1) ||
                          problem_.activation == Activation::kGeluTanh || !IsInteger(problem_.d.type) ||
                          (problem_.beta != 0 && !IsInteger(problem_.c.type)) ||
                          (problem_.has_bias && !IsInteger(problem_.bias_type));
      if (scaled) {
        FinishIn<double>(pointers, index,
                         [&](int64_t i) { return static_cast<double>(static_cast<int64_t>(accumulators[i])); });
      } else {
        FinishIn<uint64_t>(pointers, index, [&](int64_t i) { return accumulators[i]; });
      }
    } else {
      FinishIn<Value>(pointers, index, [&](int64_t i) { return accumulators[i]; });
    }
  }

  template <class Result, class Accumulator>
  void FinishIn(const MatmulPointers& pointers, const std::vector<int64_t>& index, Accumulator accumulator) const {
    const LoadElement<Result> load_c = ElementLoader<Result>(problem_.c.type);
    const LoadElement<Result> load_bias = ElementLoader<Result>(problem_.bias_type);
    const StoreElement<Result> store = ElementStorer<Result>(problem_.d.type);
    const int64_t c_offset = problem_.beta != 0 ? Offset(problem_.c, index) : 0;
    const int64_t d_offset = Offset(problem_.d, index);
    for (int64_t i = 0; i < problem_.m; ++i) {
      for (int64_t j = 0; j < problem_.n; ++j) {
        Result value = accumulator(i * problem_.n + j);
        if (problem_.alpha != 1) value = static_cast<Result>(problem_.alpha) * value;
        if (problem_.beta != 0) {
          const Result c = load_c(pointers.c, c_offset + i * problem_.c.row_stride + j * problem_.c.column_stride);
          value += problem_.beta != 1 ? static_cast<Result>(problem_.beta) * c : c;
        }
        if (problem_.has_bias) value += load_bias(pointers.bias, j);
        if constexpr (std::is_same_v<Result, uint64_t>) {
          if (problem_.activation == Activation::kRelu && static_cast<int64_t>(value) < 0) value = 0;
        } else {
          value = Activate(value, problem_.activation);
        }
        store(pointers.d, d_offset + i * problem_.d.row_stride + j * problem_.d.column_stride, value);
      }
    }
  }

  MatmulProblem problem_;
  std::shared_ptr<const OnednnLibrary> onednn_;
  bool pack_a_, pack_b_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareCpuMatmul(const MatmulProblem& problem,
                                                                 std::shared_ptr<const OnednnLibrary> onednn) {
  SINTER_RETURN_IF_ERROR(CheckProblem(problem));
  if (IsInteger(problem.a.type)) return std::make_unique<CpuMatmul<uint64_t>>(problem, nullptr);
  const bool wide = problem.a.type == ElementType::kF64 || problem.b.type == ElementType::kF64 ||
                    problem.accumulate == ElementType::kF64;
  if (wide) return std::make_unique<CpuMatmul<double>>(problem, nullptr);
  return std::make_unique<CpuMatmul<float>>(problem, std::move(onednn));
}

}  // namespace sinter::rt
