// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of products on the host against a triple loop in f64 or wrapping integers, with oneDNN where it is installed
// and with the plain loop.
#include "runtime/cpu/cpu_matmul.h"

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/element_access.h"

namespace sinter::rt {
namespace {

using ::testing::HasSubstr;
using E = ElementType;

// A buffer of any element type, seen as f64.
class Tensor {
 public:
  Tensor(E type, int64_t count)
      : type_(type), bytes_(ByteSize(type, static_cast<uint64_t>(count)) + 1), count_(count) {}
  double Get(int64_t i) const { return ElementLoader<double>(type_)(bytes_.data(), i); }
  uint64_t GetInteger(int64_t i) const { return ElementLoader<uint64_t>(type_)(bytes_.data(), i); }
  void Set(int64_t i, double value) { ElementStorer<double>(type_)(bytes_.data(), i, value); }
  void Randomize(uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-2, 2);
    const bool integer = type_ == E::kI8 || type_ == E::kI32 || type_ == E::kI64;
    for (int64_t i = 0; i < count_; ++i) Set(i, integer ? std::floor(uniform(random) * 60) : uniform(random));
  }
  uint8_t* data() { return bytes_.data(); }

 private:
  E type_;
  std::vector<uint8_t> bytes_;
  int64_t count_;
};

MatmulOperandLayout RowMajor(E type, int64_t rows, int64_t columns, bool transposed, bool batched, int64_t batch_rank) {
  MatmulOperandLayout layout;
  layout.type = type;
  layout.row_stride = transposed ? 1 : columns;
  layout.column_stride = transposed ? rows : 1;
  layout.batch_strides.assign(static_cast<size_t>(batch_rank), 0);
  if (batched && batch_rank > 0) layout.batch_strides.back() = rows * columns;
  return layout;
}

struct Case {
  E a = E::kF32, b = E::kF32, d = E::kF32;
  int64_t m = 5, n = 7, k = 9;
  bool transpose_a = false, transpose_b = false;
  std::vector<int64_t> batch;
  bool batched_b = true;  // else B is broadcast over the batch
  float alpha = 1, beta = 0;
  bool bias = false;
  Activation activation = Activation::kNone;
};

double Activated(double x, Activation activation) {
  if (activation == Activation::kRelu) return x > 0 ? x : 0;
  if (activation == Activation::kGeluTanh) {
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  }
  return x;
}

// Relative to the sum of magnitudes: what the type of D rounds off, plus what f32 sums lose.
double Tolerance(E type) {
  switch (type) {
    case E::kBF16:
      return 1.0 / 256;
    case E::kF16:
      return 1.0 / 2048;
    case E::kF8E4M3:
      return 1.0 / 16;
    case E::kF64:
      return 1e-14;
    default:
      return 1e-5;
  }
}

void Check(const Case& c, bool use_onednn) {
  int64_t batches = 1;
  for (int64_t extent : c.batch) batches *= extent;
  const int64_t rank = static_cast<int64_t>(c.batch.size());
  const int64_t inner = c.batch.empty() ? 1 : c.batch.back();
  MatmulProblem problem;
  problem.batch = c.batch;
  problem.m = c.m, problem.n = c.n, problem.k = c.k;
  problem.a = RowMajor(c.a, c.m, c.k, c.transpose_a, true, rank);
  problem.b = RowMajor(c.b, c.k, c.n, c.transpose_b, c.batched_b, rank);
  problem.c = RowMajor(c.d, c.m, c.n, false, true, rank);
  problem.d = problem.c;
  if (rank == 2) problem.c.batch_strides[0] = problem.d.batch_strides[0] = inner * c.m * c.n;  // A and B repeat
  problem.alpha = c.alpha, problem.beta = c.beta;
  problem.has_bias = c.bias;
  problem.bias_type = c.d;
  problem.activation = c.activation;
  Tensor a(c.a, inner * c.m * c.k + 1), b(c.b, inner * c.k * c.n + 1), bias(c.d, c.n + 1);
  Tensor d(c.d, batches * c.m * c.n + 1);
  a.Randomize(1), b.Randomize(2), d.Randomize(3), bias.Randomize(4);
  Tensor before = d;

  CpuBackendOptions options;
  options.use_onednn = use_onednn;
  auto backend = CreateCpuBackend(options);
  auto matmul = backend->PrepareMatmul(problem, {});
  ASSERT_TRUE(matmul.ok()) << matmul.status();
  std::vector<uint8_t> workspace((*matmul)->workspace_bytes());
  MatmulPointers pointers{a.data(), b.data(), d.data(), d.data(), bias.data()};  // C is D itself
  const absl::Status status = (*matmul)->Run(pointers, workspace.data(), nullptr);
  ASSERT_TRUE(status.ok()) << status;

  const bool integer = c.a == E::kI8 || c.a == E::kI32 || c.a == E::kI64;
  for (int64_t batch = 0; batch < batches; ++batch) {
    for (int64_t i = 0; i < c.m; ++i) {
      for (int64_t j = 0; j < c.n; ++j) {
        double sum = 0, magnitude = 1;
        uint64_t whole = 0;
        const int64_t ab = (batch % inner) * c.m * c.k, bb = c.batched_b ? (batch % inner) * c.k * c.n : 0;
        for (int64_t p = 0; p < c.k; ++p) {
          const int64_t ai = ab + i * problem.a.row_stride + p * problem.a.column_stride;
          const int64_t bi = bb + p * problem.b.row_stride + j * problem.b.column_stride;
          sum += a.Get(ai) * b.Get(bi);
          magnitude += std::fabs(a.Get(ai) * b.Get(bi));
          whole += a.GetInteger(ai) * b.GetInteger(bi);
        }
        const int64_t di = batch * c.m * c.n + i * c.n + j;
        if (integer && c.alpha == 1 && c.beta == 0 && !c.bias) {
          Tensor expected(c.d, 1);
          ElementStorer<uint64_t>(c.d)(expected.data(), 0, whole);
          ASSERT_EQ(d.GetInteger(di), expected.GetInteger(0)) << i << ", " << j;
          continue;
        }
        double expected = c.alpha * sum + c.beta * before.Get(di) + (c.bias ? bias.Get(j) : 0);
        expected = Activated(expected, c.activation);
        ASSERT_NEAR(d.Get(di), expected, Tolerance(c.d) * (magnitude + std::fabs(expected))) << (*matmul)->Describe();
      }
    }
  }
}

void CheckBoth(const Case& c) {
  Check(c, true);
  Check(c, false);
}

TEST(CpuMatmul, EveryLayout) {
  for (bool transpose_a : {false, true}) {
    for (bool transpose_b : {false, true}) {
      Case c;
      c.m = 33, c.n = 65, c.k = 130;
      c.transpose_a = transpose_a, c.transpose_b = transpose_b;
      CheckBoth(c);
    }
  }
}

TEST(CpuMatmul, EveryType) {
  for (E type : {E::kF32, E::kF16, E::kBF16, E::kF64}) {
    Case c;
    c.a = c.b = c.d = type;
    c.k = 100;
    CheckBoth(c);
    c.alpha = 0.5f, c.beta = -2.0f, c.bias = true;
    CheckBoth(c);
  }
  Case f8;
  f8.a = E::kF8E4M3, f8.b = E::kF8E5M2, f8.d = E::kBF16;
  CheckBoth(f8);
  Case mixed;
  mixed.a = E::kBF16, mixed.b = E::kF32, mixed.d = E::kF8E4M3;
  CheckBoth(mixed);
}

TEST(CpuMatmul, IntegersWrap) {
  for (E type : {E::kI8, E::kI32, E::kI64}) {
    Case c;
    c.a = c.b = c.d = type;
    c.k = 300;
    CheckBoth(c);
  }
  Case widened;
  widened.a = widened.b = E::kI8, widened.d = E::kI32;
  CheckBoth(widened);
  Case scaled = widened;
  scaled.d = E::kF32, scaled.alpha = 0.25f;
  CheckBoth(scaled);
}

TEST(CpuMatmul, BatchesAndBroadcasts) {
  Case c;
  c.batch = {3};
  CheckBoth(c);
  c.batched_b = false;
  CheckBoth(c);
  c.batch = {2, 3};
  c.d = E::kBF16;
  CheckBoth(c);
}

TEST(CpuMatmul, Activations) {
  for (Activation activation : {Activation::kRelu, Activation::kGeluTanh}) {
    for (E type : {E::kF32, E::kBF16, E::kF64}) {
      Case c;
      c.a = c.b = c.d = type;
      c.activation = activation;
      c.bias = true;
      CheckBoth(c);
    }
  }
}

TEST(CpuMatmul, EmptyAndSingle) {
  for (auto [m, n, k] :
       {std::array<int64_t, 3>{1, 1, 1}, {0, 4, 4}, {4, 0, 4}, {4, 4, 0}, {0, 0, 0}, {1, 100, 7}, {100, 1, 7}}) {
    Case c;
    c.m = m, c.n = n, c.k = k;
    c.bias = true, c.beta = 2.0f;
    CheckBoth(c);
  }
  Case none;
  none.batch = {0};
  CheckBoth(none);
}

TEST(CpuMatmul, BroadcastRowsAndNegativeStridesArePacked) {
  float a[4] = {1, 2, 3, 4}, b[4] = {1, 10, 100, 1000}, d[4];
  MatmulProblem problem;
  problem.m = problem.n = problem.k = 2;
  problem.a.row_stride = 0;   // both rows are {1, 2}
  problem.b.row_stride = -2;  // rows {100, 1000}, {1, 10}
  problem.d.row_stride = 2;
  auto backend = CreateCpuBackend({});
  auto matmul = backend->PrepareMatmul(problem, {});
  ASSERT_TRUE(matmul.ok()) << matmul.status();
  EXPECT_THAT((*matmul)->Describe(), HasSubstr("A packed, B packed"));
  std::vector<uint8_t> workspace((*matmul)->workspace_bytes());
  ASSERT_TRUE((*matmul)->Run({a, b + 2, nullptr, d, nullptr}, workspace.data(), nullptr).ok());
  EXPECT_EQ(std::vector<float>(d, d + 4), (std::vector<float>{102, 1020, 102, 1020}));
}

TEST(CpuMatmul, NanAndInfinityComeThrough) {
  float a[2] = {NAN, 1}, b[2] = {0, INFINITY}, d[1];
  MatmulProblem problem;
  problem.m = problem.n = 1;
  problem.k = 2;
  problem.a.row_stride = 2;
  problem.b.row_stride = 1;
  problem.d.row_stride = 1;
  problem.activation = Activation::kRelu;
  auto matmul = PrepareCpuMatmul(problem, nullptr);
  ASSERT_TRUE(matmul.ok());
  std::vector<uint8_t> workspace((*matmul)->workspace_bytes());
  ASSERT_TRUE((*matmul)->Run({a, b, nullptr, d, nullptr}, workspace.data(), nullptr).ok());
  EXPECT_TRUE(std::isnan(d[0]));
  a[0] = 1;
  ASSERT_TRUE((*matmul)->Run({a, b, nullptr, d, nullptr}, workspace.data(), nullptr).ok());
  EXPECT_EQ(d[0], INFINITY);
}

TEST(CpuMatmul, BadProblemsAreRefused) {
  MatmulProblem problem;
  problem.m = -1;
  EXPECT_THAT(std::string(PrepareCpuMatmul(problem, nullptr).status().message()), HasSubstr("negative extent -1"));
  problem.m = 1;
  problem.batch = {2};
  EXPECT_THAT(std::string(PrepareCpuMatmul(problem, nullptr).status().message()),
              HasSubstr("expected 1 batch strides for operand A of a product, but got 0"));
  problem.batch = {};
  problem.a.type = E::kI4;
  EXPECT_THAT(std::string(PrepareCpuMatmul(problem, nullptr).status().message()), HasSubstr("i4"));
  problem.a.type = E::kI8;
  EXPECT_THAT(std::string(PrepareCpuMatmul(problem, nullptr).status().message()), HasSubstr("i8 and f32"));
  problem.a.type = E::kF32;
  problem.n = problem.k = 1;
  auto matmul = PrepareCpuMatmul(problem, nullptr);
  ASSERT_TRUE(matmul.ok());
  EXPECT_THAT(std::string((*matmul)->Run({}, nullptr, nullptr).message()), HasSubstr("null pointer"));
}

TEST(CpuMatmul, AnAbsentOnednnIsSaidOnce) {
  ASSERT_EQ(setenv("SINTER_ONEDNN_LIBRARY", "/nowhere/libdnnl.so.9", 1), 0);
  std::vector<std::string> lines;
  CpuBackendOptions options;
  options.log = [&](absl::string_view line) { lines.emplace_back(line); };
  auto backend = CreateCpuBackend(options);
  MatmulProblem problem;
  problem.m = problem.n = problem.k = 1;
  auto first = backend->PrepareMatmul(problem, {}), second = backend->PrepareMatmul(problem, {});
  unsetenv("SINTER_ONEDNN_LIBRARY");
  ASSERT_TRUE(first.ok() && second.ok());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], HasSubstr("plain loop"));
  EXPECT_THAT((*second)->Describe(), HasSubstr("plain loop in f32"));
}

}  // namespace
}  // namespace sinter::rt
