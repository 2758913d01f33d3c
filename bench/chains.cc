// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expectations, written for clarity.
#include "bench/chains.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime/tensor/element_conversion.h"

namespace sinter::bench {
namespace {

using rt::ElementType;

constexpr double kTolerance32 = 1e-5, kToleranceBf16 = 1.0 / 64, kToleranceF16 = 1.0 / 512;
// Far below the 2^-9 that a cast to bf16 changes a value by, so that a fused form without the user's cast is found out.
constexpr double kToleranceOfCast = 1.0 / 4096;

template <class Function>
Row MakeRow(size_t size, Function element) {
  Row row(size);
  for (size_t i = 0; i < size; ++i) row[i] = element(i);
  return row;
}

double Mean(const Row& row) {
  double sum = 0;
  for (double value : row) sum += value;
  return sum / static_cast<double>(row.size());
}

double RoundTo(ElementType type, double value) {
  uint32_t bits = 0;
  rt::WriteElement(type, &bits, 0, value);
  return rt::ReadElement(type, &bits, 0);
}

Row Residual(absl::Span<const Row> in) {
  return MakeRow(in[0].size(), [&](size_t i) { return in[0][i] + in[1][i]; });
}

std::vector<Row> Pointwise(absl::Span<const Row> in) {
  const Row &x = in[0], &scale = in[1], &shift = in[2], &r = in[3];
  return {MakeRow(x.size(), [&](size_t i) { return std::tanh(x[i] * scale[i] + shift[i]) + r[i]; })};
}

std::vector<Row> ResidualLayerNorm(absl::Span<const Row> in) {
  const Row h = Residual(in), &g = in[2], &b = in[3];
  const double mean = Mean(h);
  const double variance = Mean(MakeRow(h.size(), [&](size_t i) { return (h[i] - mean) * (h[i] - mean); }));
  return {h, MakeRow(h.size(), [&](size_t i) { return (h[i] - mean) / std::sqrt(variance + 1e-5) * g[i] + b[i]; })};
}

std::vector<Row> ResidualRmsNorm(absl::Span<const Row> in) {
  const Row h = Residual(in), &g = in[2];
  const double square = Mean(MakeRow(h.size(), [&](size_t i) { return h[i] * h[i]; }));
  return {h, MakeRow(h.size(), [&](size_t i) { return h[i] / std::sqrt(square + 1e-5) * g[i]; })};
}

std::vector<Row> Softmax(absl::Span<const Row> in) {
  const double greatest = *std::max_element(in[0].begin(), in[0].end());
  Row y = MakeRow(in[0].size(), [&](size_t i) { return std::exp((in[0][i] - greatest) / 8); });
  const double sum = Mean(y) * static_cast<double>(y.size());
  for (double& value : y) value /= sum;
  return {y};
}

std::vector<Row> BiasGelu(absl::Span<const Row> in) {
  return {MakeRow(in[0].size(), [&](size_t i) {
    const double s = in[0][i] + in[1][i];
    return 0.5 * s * (1 + std::erf(s / std::sqrt(2.0)));
  })};
}

std::vector<Row> RowMean(absl::Span<const Row> in) {
  const Row &x = in[0], &scale = in[1], &shift = in[2];
  return {{Mean(MakeRow(x.size(), [&](size_t i) { return std::max(0.0, x[i] * scale[i] + shift[i]); }))}};
}

std::vector<Row> CastF32Bf16F32(absl::Span<const Row> in) {
  return {MakeRow(in[0].size(), [&](size_t i) {
    const double narrow = RoundTo(ElementType::kBF16, in[0][i]);
    return narrow * in[1][i] + narrow;
  })};
}

std::vector<Row> CastBf16F32F16(absl::Span<const Row> in) {
  return {MakeRow(in[0].size(), [&](size_t i) { return in[0][i] * in[1][i] + in[0][i]; })};
}

}  // namespace

const std::vector<Chain>& AllChains() {
  static const auto* chains = new std::vector<Chain>{
      {"pointwise_f32", kTolerance32, Pointwise},
      {"pointwise_bf16", kToleranceBf16, Pointwise},
      {"residual_layer_norm_f32", kTolerance32, ResidualLayerNorm},
      {"residual_layer_norm_bf16", kToleranceBf16, ResidualLayerNorm},
      {"residual_rms_norm_bf16", kToleranceBf16, ResidualRmsNorm},
      {"softmax_f32", kTolerance32, Softmax},
      {"softmax_bf16", kToleranceBf16, Softmax},
      {"bias_gelu_bf16", kToleranceBf16, BiasGelu},
      {"bias_gelu_f16", kToleranceF16, BiasGelu},
      {"row_mean_f32", kTolerance32, RowMean},
      {"row_mean_bf16", kToleranceBf16, RowMean},
      {"cast_f32_bf16_f32", kToleranceBf16, CastF32Bf16F32, kToleranceOfCast},
      {"cast_bf16_f32_f16", kToleranceF16, CastBf16F32F16},
  };
  return *chains;
}

double RootMeanSquare(absl::Span<const double> values) {
  double sum = 0;
  for (double value : values) sum += value * value;
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

double WorstMismatch(absl::Span<const double> actual, absl::Span<const double> expected, double tolerance) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (actual.size() != expected.size()) return kInfinity;
  const double scale = RootMeanSquare(expected);
  double worst = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    const double distance = std::fabs(actual[i] - expected[i]);
    if (std::isnan(distance)) return kInfinity;
    if (distance != 0) worst = std::max(worst, distance / (tolerance * (std::fabs(expected[i]) + scale)));
  }
  return worst;
}

}  // namespace sinter::bench
