// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel text that uses every device header, through NVRTC for every target and through the host's compiler.
#include <string>

#include "gtest/gtest.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/jit/nvrtc_compiler.h"

namespace sinter::rt {
namespace {

const char kText[] = R"(#include "runtime/device/kernel.cuh"

template <class T>
SINTER_DEVICE void use_conversions(const float* x, char* out, i64 i) {
  T* to = reinterpret_cast<T*>(out);
  store(to + i, convert<T>(load<4>(x + i)));
  store_stream(to + i, convert<T>(convert<double>(load_stream<4>(x + i))));
  store_unaligned(to + i + 1, convert<T>(load_unaligned<4>(x + i + 1)));
  store_unaligned(reinterpret_cast<float*>(out), convert<float>(load_unaligned<8>(to + 3)));
  store(to, convert<T>(x[0]));
  store(to + 1, convert<T>(static_cast<i64>(i)));
  store(to + 2, convert<T>(true));
  const T element = load<1>(to + 3);
  store(reinterpret_cast<float*>(out), convert<float>(element));
  store(reinterpret_cast<i32*>(out), convert<i32>(element));
  store(reinterpret_cast<bool*>(out), convert<bool>(element));
  store(reinterpret_cast<float*>(out) + 4, convert<float>(load<4>(to)));
}

extern "C" __global__ void __launch_bounds__(256) use_everything(const float* x, char* out, i64 n) {
  SINTER_SHARED(float, scratch, 8);
  const i64 i = (blockIdx.x * 256ll + threadIdx.x) * 4;
  if (i < n) {
    use_conversions<bf16>(x, out, i);
    use_conversions<f16>(x, out, i);
    use_conversions<f8e4m3>(x, out, i);
    use_conversions<f8e5m2>(x, out, i);
    use_conversions<double>(x, out, i);
    use_conversions<float>(x, out, i);
    use_conversions<i8>(x, out, i);
    use_conversions<u8>(x, out, i);
    use_conversions<i16>(x, out, i);
    use_conversions<i32>(x, out, i);
    use_conversions<i64>(x, out, i);
    use_conversions<bool>(x, out, i);
  }
  SINTER_HELD(bf16, 8, 256, narrow, 2, 0);
  SINTER_HELD(float, 1, 256, single, 3, 8192);
  fetch<8>(narrow.at(1), reinterpret_cast<const bf16*>(x));
  fetch<1>(single.at(2), x);
  fetch_commit();
  fetch_wait<1>();
  fetch<2>(narrow.at(0), reinterpret_cast<const bf16*>(x));
  fetch<1>(narrow.at(0), reinterpret_cast<const bf16*>(x));
  fetch_wait();
  const packed<bf16, 8> kept = pack<bf16>(load<8>(narrow.at(1)));
  const packed<f16, 1> one = pack<f16>(load<1>(single.at(2)));
  vec<float, 4> v = load<4>(x) + unpack(one) + vector_reduce<op::sum>(unpack(kept)) + unpack(pack<f16>(load<4>(x)));
  v = approximate_exp(v) + approximate_exp2(v) + approximate_tanh(v) + sinter::fma(v, 2.0f, v) + sinter::fma(2.0f, v, 1.0f) + sinter::fma(2.0f, 3.0f, v);
  v = sinter::exp(v) + sinter::exp2(v) + sinter::expm1(v) + sinter::log(v) + sinter::log2(v) + sinter::log1p(v);
  v = v * sinter::sqrt(v) - sinter::rsqrt(v) / sinter::tanh(v) + sinter::erf(v) + sinter::erfc(v) + sinter::sin(v);
  v = sinter::cos(v) + sinter::tan(v) + sinter::pow(v, 2.0f) + sinter::floor(v) + sinter::ceil(v) + sinter::trunc(v);
  v = sinter::round_even(v) + sinter::abs(v) + sinter::copysign(v, -1.0f) + sinter::fma(v, v, v);
  v = maximum(v, 0.0f) + minimum(v, 1.0f) + max_number(v, 2.0f) + min_number(v, 3.0f);
  v = select(is_nan(v) | (v < 0.5f), sinter::floor_mod(v, 3.0f), sinter::floor_div(v, 0.1f) + sinter::trunc_rem(v, 2.0f));
  const double d = sinter::exp(1.5) + sinter::erf(0.5) + sinter::pow(2.0, 0.5) + maximum(1.0, 2.0) + sinter::fma(1.0, 2.0, 3.0);
  vec<i32, 4> w = convert<i32>(v);
  w = ((w + 1) * 3 - w / 7 + w % 5) ^ (w & 12) | (w << 2) >> 1;
  w = select(w == 3, floor_div(w, 3), ~w) + sinter::abs(-w);
  const i64 whole = trunc_div(i, n) + trunc_rem(i, n) + floor_mod(i, n) + ceil_div(i, i64{3}) + ipow(i, i64{3});
  share_partial(group_reduce<op::sum, 32>(vector_reduce<op::sum>(v)), scratch);
  __syncthreads();
  float r = group_reduce<op::sum, 8>(gather_partials<op::sum, 8>(scratch));
  float carry = r;
  v = v + group_scan<op::sum, 256, false, true>(v, carry, scratch) + group_scan<op::product, 8, true, false>(r, carry, nullptr);
  w = w + random_bits(n, i, lanes<4>(i));
  r += group_reduce<op::max, 2>(gather_partials<op::max, 2>(scratch)) + group_reduce<op::min, 8>(r);
  SINTER_SHARED(double, wide, 8);
  SINTER_SHARED(bool, flags, 8);
  share_partial(d, wide);
  share_partial(r > 0.0f, flags);
  __syncthreads();
  const double total = gather_partials<op::product, 4>(wide);
  const bool some = group_reduce<op::any, 8>(gather_partials<op::any, 8>(flags));
  __syncthreads();
  __syncwarp();
  const unsigned votes = __ballot_sync(0xffffffffu, some);
  store(reinterpret_cast<double*>(out) + i, total + r + votes + whole + vector_reduce<op::max>(w) + splat<2>(1.0)[1]);
}

#if !SINTER_ON_GPU || __CUDA_ARCH__ >= 900
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) use_clusters(float* x, double* y) {
  SINTER_SHARED(float, scratch, 4);
  SINTER_SHARED(double, wide, 4);
  SINTER_SHARED(i64, arrivals, 2);
  cluster_arrive(arrivals);
  cluster_wait();
  share_partial<2>(x[threadIdx.x / 32], scratch, arrivals[0]);
  await_partials<16>(arrivals[0]);
  share_partial<2>(y[threadIdx.x / 32], wide, arrivals[1]);
  await_partials<32>(arrivals[1]);
  x[threadIdx.x] = gather_partials<op::sum, 4>(scratch);
  y[threadIdx.x] = gather_partials<op::sum, 4>(wide);
}
#endif
)";

class CompileForTarget : public ::testing::TestWithParam<const char*> {};

TEST_P(CompileForTarget, ByNvrtc) {
  auto compiler = NvrtcCompiler::Create();
  if (!compiler.ok()) GTEST_SKIP() << compiler.status();
  const KernelSource source = {"use_everything", "", kText};
  const auto images = (*compiler)->Compile({&source, 1}, GetParam());
  ASSERT_TRUE(images.ok()) << images.status();
  EXPECT_FALSE((*images)[0].bytes.empty());
}

INSTANTIATE_TEST_SUITE_P(Targets, CompileForTarget,
                         ::testing::Values("sm_80", "sm_89", "sm_90", "sm_100", "sm_120", "compute_90"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Compile, ByTheHostsCompilers) {
  for (const char* name : {"g++", "clang++"}) {
    HostCompilerOptions options;
    options.compiler = name;
    auto compiler = HostCompiler::Create(options);
    if (!compiler.ok()) continue;
    const KernelSource source = {"use_everything", "", kText};
    const auto images = (*compiler)->Compile({&source, 1}, CpuTarget(CpuCheck::kNone));
    EXPECT_TRUE(images.ok()) << images.status();
  }
}

}  // namespace
}  // namespace sinter::rt
