// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device headers on a GPU against the same headers on the host: conversions and IEEE operations bit for bit, math
// functions within their stated error, reductions bit for bit through the SIMT runtime.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/cpu/simt_runtime.h"
#include "runtime/cuda/gpu_test_fixture.h"
#include "runtime/device/kernel.cuh"

const sinter_simt_api* sinter_simt = sinter::rt::SimtApi();

// The text, and the same as code of this program.
#define SINTER_BOTH(name, ...)                    \
  static const char name##_text[] = #__VA_ARGS__; \
  __VA_ARGS__

namespace exact {
SINTER_BOTH(
    exact,
    struct results {
      bf16 b;
      f16 h;
      f8e4m3 e4;
      f8e5m2 e5;
      bf16 bd;
      f16 hd;
      f8e4m3 e4d;
      i8 s1;
      i16 s2;
      i32 s4;
      i64 s8;
      u8 u1;
      bool flag;
      u32 values[19];
    };
    SINTER_DEVICE void compute(u32 index, results* out) {
      const u32 low = index & 15u;
      const u32 tail = low < 8     ? low * 0x2000u
                       : low == 8  ? 1u
                       : low == 9  ? 0x7fffu
                       : low == 10 ? 0x8001u
                       : low == 11 ? 0xffffu
                       : low == 12 ? 0x0fffu
                       : low == 13 ? 0x1001u
                       : low == 14 ? 0x3001u
                                   : 0x1000u;
      const float x = bit_cast<float>(((index >> 4) << 16) | tail);
      const float y = bit_cast<float>((index * 2654435761u) ^ 0x3f000000u);
      results& r = *out;
      r.b = convert<bf16>(x);
      r.h = convert<f16>(x);
      r.e4 = convert<f8e4m3>(x);
      r.e5 = convert<f8e5m2>(x);
      const double d = convert<double>(x) * 1.0000000001;
      r.bd = convert<bf16>(d);
      r.hd = convert<f16>(d);
      r.e4d = convert<f8e4m3>(d);
      r.s1 = convert<i8>(x);
      r.s2 = convert<i16>(x);
      r.s4 = convert<i32>(x);
      r.s8 = convert<i64>(x);
      r.u1 = convert<u8>(x);
      r.flag = convert<bool>(x);
      const float values[19] = {maximum(x, y),
                                minimum(x, y),
                                max_number(x, y),
                                min_number(x, y),
                                sinter::floor(x),
                                sinter::ceil(x),
                                sinter::trunc(x),
                                sinter::round_even(x),
                                sinter::abs(x),
                                sinter::sqrt(x),
                                x + y,
                                x * y,
                                x / y,
                                sinter::fma(x, y, x),
                                convert<float>(r.h),
                                convert<float>(r.e4),
                                convert<float>(r.e5),
                                convert<float>(d),
                                x * y + x};
      for (int i = 0; i < 19; ++i) r.values[i] = values[i] != values[i] ? 0x7fc00000u : bit_cast<u32>(values[i]);
    } extern "C" __global__ void exact_kernel(results* out, i32 n) {
      const i32 i = blockIdx.x * 256 + threadIdx.x;
      if (i >= n) return;
      results r = {};
      compute(i, &r);
      out[i] = r;
    })
}  // namespace exact

namespace near {
SINTER_BOTH(
    near,
    SINTER_DEVICE float compute(int function, float x) {
      switch (function) {
        case 0:
          return sinter::exp(x);
        case 1:
          return sinter::exp2(x);
        case 2:
          return sinter::expm1(x);
        case 3:
          return sinter::log(x);
        case 4:
          return sinter::log2(x);
        case 5:
          return sinter::log1p(x);
        case 6:
          return sinter::tanh(x);
        case 7:
          return sinter::erf(x);
        case 8:
          return sinter::erfc(x);
        case 9:
          return sinter::sin(x);
        case 10:
          return sinter::cos(x);
        case 11:
          return sinter::tan(x);
        case 12:
          return sinter::rsqrt(x);
        default:
          return sinter::pow(sinter::abs(x), 1.7f);
      }
    } extern "C" __global__ void close_kernel(float* out, i32 n, i32 functions) {
      const i32 i = blockIdx.x * 256 + threadIdx.x;
      if (i >= n) return;
      const float x = bit_cast<float>(static_cast<u32>(i) << 12);
      for (i32 f = 0; f < functions; ++f) out[static_cast<i64>(f) * n + i] = compute(f, x);
    })
}  // namespace near

namespace approximate {
static const char text[] = R"(
SINTER_DEVICE float approximation(i32 function, float x) {
  switch (function) {
    case 0:
      return approximate_erfc(x);
    case 1:
      return approximate_exp(x);
    case 2:
      return approximate_exp2(x);
    case 3:
      return approximate_tanh(x);
    case 4:
      return approximate_sqrt(x);
    case 5:
    case 6:
      return near_erfc(x);
    case 7:
      return near_cos(x);
    case 8:
      return near_sin(x);
    default:
      return approximate_sqrt_in_range(x);
  }
}
SINTER_DEVICE double accurate(i32 function, double x) {
  switch (function) {
    case 1:
      return sinter::exp(x);
    case 2:
      return sinter::exp2(x);
    case 3:
      return sinter::tanh(x);
    case 4:
    case 9:
      return sinter::sqrt(x);
    case 7:
      return sinter::cos(x);
    case 8:
      return sinter::sin(x);
    default:
      return sinter::erfc(x);
  }
}
// Where the function's form is for.
SINTER_DEVICE bool is_meant(i32 function, float x) {
  if (function < 6 || is_nan(x)) return true;
  return function == 6 ? x <= 4.0f : function == 9 ? x >= 0x1p-125f && x <= 0x1p125f : sinter::abs(x) <= 1.1f;
}

extern "C" __global__ void approximate_kernel(float* worst, i32 each, i32 function) {
  const u32 thread = blockIdx.x * 256u + threadIdx.x;
  float most = 0.0f;
  for (i32 i = 0; i < each; ++i) {
    const float x = bit_cast<float>(thread * static_cast<u32>(each) + static_cast<u32>(i));
    if (!is_meant(function, x)) continue;
    const float value = approximation(function, x);
    const double exact = accurate(function, static_cast<double>(x));
    if (is_nan(x)) {
      if (!is_nan(value)) most = infinity<float>();
      continue;
    }
    // What may be rounded to the greatest float may be to infinity.
    if (exact > 3.4027e+38) {
      if (!(value > 3.4026e+38f)) most = infinity<float>();
      continue;
    }
    // Half of the least subnormal is what any rounding may take.
    const double error = sinter::abs(static_cast<double>(value) - exact) - 7.1e-46;
    const double unit = function == 5 ? 1.0 : sinter::abs(exact);
    if (!(error <= 0.0)) most = maximum(most, static_cast<float>(error / unit));
  }
  worst[thread] = most;
}

SINTER_DEVICE float error_of_quotient(float value, float x, float y) {
  const double exact = static_cast<double>(x) / static_cast<double>(y), size = sinter::abs(exact);
  if (is_nan(exact) || is_nan(value)) return is_nan(exact) && is_nan(value) ? 0.0f : infinity<float>();
  if (size > 3.4028230e+38) return sinter::abs(value) > 3.4028220e+38f && (value > 0.0f) == (exact > 0.0) ? 0.0f : infinity<float>();
  const double error = sinter::abs(static_cast<double>(value) - exact) - 1.5e-45;
  return error <= 0.0 ? 0.0f : static_cast<float>(error / size);
}

extern "C" __global__ void approximate_divide_kernel(float* worst, i32 each) {
  const u32 thread = blockIdx.x * 256u + threadIdx.x;
  float most = 0.0f, most_of_lanes = 0.0f, most_in_range = 0.0f;
  for (i32 i = 0; i < each; ++i) {
    // Bits of all kinds; every eighth operand is one of the ends of the range.
    u32 a = (thread * static_cast<u32>(each) + static_cast<u32>(i)) * 2654435761u, b = a ^ 0x9e3779b9u;
    a = (a ^ a >> 15) * 0x2c1b3c6du, b = (b ^ b >> 13) * 0x297a2d39u;
    a ^= a >> 12, b ^= b >> 16;
    const u32 ends[8] = {0u, 0x80000000u, 1u, 0x007fffffu, 0x7f7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u};
    if (i % 8 == 6) a = ends[a % 8];
    if (i % 8 == 7) b = ends[b % 8];
    const float x = bit_cast<float>(a), y = bit_cast<float>(b);
    most = maximum(most, error_of_quotient(approximate_divide(x, y), x, y));
    most_of_lanes = maximum(most_of_lanes, error_of_quotient(approximate_divide(vec<float, 2>{{x, x}}, y)[1], x, y));
    if (y >= 0x1p-125f && y <= 0x1p125f) most_in_range = maximum(most_in_range, error_of_quotient(approximate_divide_in_range(x, y), x, y));
  }
  worst[3 * thread] = most;
  worst[3 * thread + 1] = most_of_lanes;
  worst[3 * thread + 2] = most_in_range;
})";
}  // namespace approximate

namespace reduce {
SINTER_BOTH(
    reduce, extern "C" __global__ void reduce_kernel(const float* x, float* out) {
      SINTER_SHARED(float, sums, 32);
      SINTER_SHARED(float, maxima, 32);
      const i64 i = blockIdx.x * 512ll + threadIdx.x;
      const float value = x[i];
      share_partial(group_reduce<op::sum, 32>(value), sums);
      share_partial(group_reduce<op::max, 32>(value), maxima);
      __syncthreads();
      out[4 * i] = group_reduce<op::sum, 16>(gather_partials<op::sum, 16>(sums));
      out[4 * i + 1] = group_reduce<op::sum, 4>(gather_partials<op::sum, 4>(sums));
      out[4 * i + 2] = group_reduce<op::product, 8>(value);
      out[4 * i + 3] = group_reduce<op::max, 2>(gather_partials<op::max, 2>(maxima));
    })
}  // namespace reduce

namespace exchange {
SINTER_BOTH(
    exchange, extern "C" __global__ void __cluster_dims__(8, 1, 1) exchange_kernel(const float* x, double* out) {
      SINTER_SHARED(float, sums, 32);
      SINTER_SHARED(float, maxima, 32);
      SINTER_SHARED(double, differences, 32);
      SINTER_SHARED(float, squares, 32);
      SINTER_SHARED(i64, arrivals, 3);
      cluster_arrive(arrivals);
      const i64 i = blockIdx.x * 128ll + threadIdx.x;
      const float value = x[i];
      cluster_wait();
      share_partial<8>(group_reduce<op::sum, 32>(value), sums, arrivals[0]);
      share_partial<8>(group_reduce<op::max, 32>(value), maxima, arrivals[0]);
      await_partials<256>(arrivals[0]);
      const float sum = group_reduce<op::sum, 32>(gather_partials<op::sum, 32>(sums));
      const float most = group_reduce<op::max, 32>(gather_partials<op::max, 32>(maxima));
      share_partial<8>(group_reduce<op::sum, 32>(static_cast<double>(value) - sum), differences, arrivals[1]);
      await_partials<256>(arrivals[1]);
      const double difference = group_reduce<op::sum, 32>(gather_partials<op::sum, 32>(differences));
      share_partial<8>(group_reduce<op::sum, 32>(static_cast<float>(difference) * value), squares, arrivals[2]);
      await_partials<128>(arrivals[2]);
      out[i] = difference + most + group_reduce<op::sum, 32>(gather_partials<op::sum, 32>(squares));
    })
}  // namespace exchange

namespace sinter::rt {
namespace {

std::string Text(const char* body) { return std::string("#include \"runtime/device/kernel.cuh\"\n") + body; }

using Parity = GpuTest;

TEST_F(Parity, ConversionsAndIeeeOperationsBitForBit) {
  const KernelHandle* kernel = Kernel("exact_kernel", Text(exact::exact_text));
  ASSERT_NE(kernel, nullptr);
  int32_t n = 1 << 20;
  auto* out = static_cast<exact::results*>(Allocate(n * sizeof(exact::results)));
  void* params[] = {&out, &n};
  LaunchShape shape;
  shape.grid[0] = static_cast<uint32_t>(n) / 256;
  shape.block[0] = 256;
  ASSERT_TRUE(backend_->Launch(*kernel, shape, params, stream_).ok());
  const std::vector<exact::results> got = Download(out, static_cast<size_t>(n));
  for (int32_t i = 0; i < n; ++i) {
    exact::results expected;
    std::memset(&expected, 0, sizeof(expected));
    exact::compute(static_cast<u32>(i), &expected);
    const exact::results& g = got[i];
    ASSERT_EQ(g.b.bits, expected.b.bits) << i;
    ASSERT_EQ(g.h.bits, expected.h.bits) << i;
    ASSERT_EQ(g.e4.bits, expected.e4.bits) << i;
    ASSERT_EQ(g.e5.bits, expected.e5.bits) << i;
    ASSERT_EQ(g.bd.bits, expected.bd.bits) << i;
    ASSERT_EQ(g.hd.bits, expected.hd.bits) << i;
    ASSERT_EQ(g.e4d.bits, expected.e4d.bits) << i;
    ASSERT_EQ(g.s1, expected.s1) << i;
    ASSERT_EQ(g.s2, expected.s2) << i;
    ASSERT_EQ(g.s4, expected.s4) << i;
    ASSERT_EQ(g.s8, expected.s8) << i;
    ASSERT_EQ(g.u1, expected.u1) << i;
    ASSERT_EQ(g.flag, expected.flag) << i;
    for (int j = 0; j < 19; ++j) ASSERT_EQ(g.values[j], expected.values[j]) << i << " value " << j;
  }
}

TEST_F(Parity, MathIsWithinItsStatedError) {
  // Units of the last place of the f32 result, as CUDA's documentation states them.
  const double limits[14] = {2, 2, 1, 1, 1, 1, 2, 2, 4, 2, 2, 4, 2, 4};
  const KernelHandle* kernel = Kernel("close_kernel", Text(near::near_text));
  ASSERT_NE(kernel, nullptr);
  int32_t n = 1 << 20, functions = 14;
  auto* out = static_cast<float*>(Allocate(sizeof(float) * n * functions));
  void* params[] = {&out, &n, &functions};
  LaunchShape shape;
  shape.grid[0] = static_cast<uint32_t>(n) / 256;
  shape.block[0] = 256;
  ASSERT_TRUE(backend_->Launch(*kernel, shape, params, stream_).ok());
  const std::vector<float> got = Download(out, static_cast<size_t>(n) * functions);
  for (int32_t f = 0; f < functions; ++f) {
    double worst = 0;
    for (int32_t i = 0; i < n; ++i) {
      const float x = bit_cast<float>(static_cast<u32>(i) << 12);
      const float expected = near::compute(f, x), value = got[static_cast<size_t>(f) * n + i];
      if (std::isnan(expected) || std::isinf(expected)) {
        ASSERT_TRUE(std::isnan(expected) ? std::isnan(value) : value == expected) << "function " << f << " of " << x;
        continue;
      }
      const float magnitude = std::fabs(expected);
      const double ulp = static_cast<double>(std::nextafter(magnitude, INFINITY)) - magnitude;
      worst = std::max(worst, std::fabs(static_cast<double>(value) - expected) / ulp);
    }
    EXPECT_LE(worst, limits[f] + 0.5) << "function " << f;
    RecordProperty("ulp_of_function_" + std::to_string(f), std::to_string(worst));
  }
}

// Of every float there is.
TEST_F(Parity, ApproximationsAreWithinTheirStatedError) {
  const KernelHandle* kernel = Kernel("approximate_kernel", Text(approximate::text));
  ASSERT_NE(kernel, nullptr);
  constexpr int32_t kThreads = 1 << 20;
  int32_t each = 1 << 12;
  auto* out = static_cast<float*>(Allocate(sizeof(float) * kThreads));
  LaunchShape shape;
  shape.grid[0] = kThreads / 256;
  shape.block[0] = 256;
  const char* names[] = {"erfc", "exp", "exp2", "tanh", "sqrt", "near_erfc_of_1", "near_erfc_to_4", "near_cos", "near_sin", "sqrt_in_range"};
  const int limits[] = {-14, -16, -20, -11, -22, -22, -7, -22, -22, -22}, least[] = {-17, -19, -23, -18, -25, -25, -10, -25, -25, -25};
  for (int32_t function = 0; function < 10; ++function) {
    void* params[] = {&out, &each, &function};
    ASSERT_TRUE(backend_->Launch(*kernel, shape, params, stream_).ok());
    float worst = 0;
    for (float value : Download(out, static_cast<size_t>(kThreads))) worst = std::max(worst, value);
    EXPECT_LE(worst, std::ldexp(1.0, limits[function])) << names[function];
    EXPECT_GT(worst, std::ldexp(1.0, least[function])) << names[function];  // the test sees errors
    RecordProperty(std::string(names[function]) + "_error", std::to_string(worst));
  }
}

TEST_F(Parity, ApproximateQuotientsAreWithinTheirStatedError) {
  const KernelHandle* kernel = Kernel("approximate_divide_kernel", Text(approximate::text));
  ASSERT_NE(kernel, nullptr);
  constexpr int32_t kThreads = 1 << 20;
  int32_t each = 1 << 12;
  auto* out = static_cast<float*>(Allocate(sizeof(float) * 3 * kThreads));
  void* params[] = {&out, &each};
  LaunchShape shape;
  shape.grid[0] = kThreads / 256;
  shape.block[0] = 256;
  ASSERT_TRUE(backend_->Launch(*kernel, shape, params, stream_).ok());
  float worst[3] = {0, 0, 0};
  const std::vector<float> got = Download(out, 3 * static_cast<size_t>(kThreads));
  for (size_t i = 0; i < got.size(); ++i) worst[i % 3] = std::max(worst[i % 3], got[i]);
  for (float error : worst) {
    EXPECT_LE(error, std::ldexp(1.0, -22));
    EXPECT_GT(error, std::ldexp(1.0, -25));  // the test sees errors
  }
  RecordProperty("quotient_error_over_value", std::to_string(worst[0]));
  RecordProperty("quotient_error_over_value_of_lanes", std::to_string(worst[1]));
  RecordProperty("quotient_error_over_value_in_range", std::to_string(worst[2]));
}

// Values in [0.5, 2).
std::vector<float> SomeValues(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = bit_cast<float>(0x3f000000u + static_cast<u32>(i * 2654435761u) % 0x1000000u);
  return values;
}

TEST_F(Parity, ReductionsBitForBit) {
  const KernelHandle* kernel = Kernel("reduce_kernel", Text(reduce::reduce_text));
  ASSERT_NE(kernel, nullptr);
  const std::vector<float> x = SomeValues(3 * 512);
  std::vector<float> expected(4 * x.size());
  const float* host_in = x.data();
  float* host_out = expected.data();
  void* host_params[] = {&host_in, &host_out};
  SimtLaunch launch;
  launch.name = "reduce_kernel";
  launch.entry = [](void** p) {
    reduce::reduce_kernel(*static_cast<const float**>(p[0]), *static_cast<float**>(p[1]));
  };
  launch.parameters = host_params;
  launch.grid = {3, 1, 1};
  launch.block = {512, 1, 1};
  SimtRuntime runtime;
  ASSERT_EQ(runtime.Launch(launch, {}).error, "");

  float* in = Upload(x);
  float* out = static_cast<float*>(Allocate(expected.size() * sizeof(float)));
  void* params[] = {&in, &out};
  LaunchShape shape;
  shape.grid[0] = 3;
  shape.block[0] = 512;
  ASSERT_TRUE(backend_->Launch(*kernel, shape, params, stream_).ok());
  const std::vector<float> got = Download(out, expected.size());
  EXPECT_EQ(std::memcmp(got.data(), expected.data(), got.size() * sizeof(float)), 0);
}

// More clusters than a GPU has at once, several times over: what one exchange brings must never count for another.
TEST_F(Parity, ExchangesOfClustersBitForBit) {
  const std::string target = backend_->target();
  if (std::stoi(target.substr(3)) < 90) GTEST_SKIP() << target << " has no clusters";
  const KernelHandle* kernel = Kernel("exchange_kernel", Text(exchange::exchange_text));
  ASSERT_NE(kernel, nullptr);
  constexpr uint32_t kBlocks = 8 * 2000, kThreads = 128;
  const std::vector<float> x = SomeValues(kBlocks * kThreads);
  std::vector<double> expected(x.size());
  const float* host_in = x.data();
  double* host_out = expected.data();
  void* host_params[] = {&host_in, &host_out};
  SimtLaunch launch;
  launch.name = "exchange_kernel";
  launch.entry = [](void** p) { exchange::exchange_kernel(*static_cast<const float**>(p[0]), *static_cast<double**>(p[1])); };
  launch.parameters = host_params;
  launch.grid = {kBlocks, 1, 1};
  launch.block = {kThreads, 1, 1};
  launch.cluster = 8;
  SimtRuntime runtime;
  ASSERT_EQ(runtime.Launch(launch, {}).error, "");

  float* in = Upload(x);
  double* out = static_cast<double*>(Allocate(expected.size() * sizeof(double)));
  void* params[] = {&in, &out};
  LaunchShape shape;
  shape.grid[0] = kBlocks;
  shape.block[0] = kThreads;
  for (int run = 0; run < 20; ++run) {
    ASSERT_TRUE(backend_->Launch(*kernel, shape, params, stream_).ok());
    const std::vector<double> got = Download(out, expected.size());
    ASSERT_EQ(std::memcmp(got.data(), expected.data(), got.size() * sizeof(double)), 0) << run;
  }
}

}  // namespace
}  // namespace sinter::rt
