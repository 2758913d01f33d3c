// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of reductions over groups of threads, run by the SIMT runtime: every group size, several groups a block, shared
// scratch, and the same bits in every order of execution.
#include "runtime/device/reduce.cuh"

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/cpu/simt_runtime.h"
#include "runtime/device/memory.cuh"

const sinter_simt_api* sinter_simt = sinter::rt::SimtApi();

namespace sinter {
namespace {

// The fold of what gather_partials has given, of Warps warps.
template <class Op, int Warps, class V>
auto FoldPartials(V partials) {
  constexpr int lanes = Warps <= 1 ? 1 : Warps <= 2 ? 2 : Warps <= 4 ? 4 : Warps <= 8 ? 8 : Warps <= 16 ? 16 : 32;
  return group_reduce<Op, lanes>(vector_reduce<Op>(partials));
}

// Two reductions over groups of Threads threads; those of more than a warp share a barrier.
template <int Threads, class T>
void ReduceTwice(const T* x, T* sums, T* maxima) {
  SINTER_SHARED(T, first, 32);
  SINTER_SHARED(T, second, 32);
  const i64 i = static_cast<i64>(blockIdx.x) * blockDim.x + threadIdx.x;
  constexpr int lanes = Threads < 32 ? Threads : 32, warps = Threads / lanes;
  const T sum = group_reduce<op::sum, lanes>(x[i]), most = group_reduce<op::max, lanes>(x[i]);
  sums[i] = sum;
  maxima[i] = most;
  if constexpr (Threads > 32) {
    share_partial(sum, first);
    share_partial(most, second);
    __syncthreads();
    sums[i] = FoldPartials<op::sum, warps>(gather_partials<op::sum, warps>(first));
    maxima[i] = FoldPartials<op::max, warps>(gather_partials<op::max, warps>(second));
  }
}

template <class T>
using Kernel = void (*)(const T*, T*, T*);

template <class T, Kernel<T> Body>
void Entry(void** parameters) {
  Body(*static_cast<const T**>(parameters[0]), *static_cast<T**>(parameters[1]), *static_cast<T**>(parameters[2]));
}

void RunKernel(void (*entry)(void**), void** parameters, unsigned block, size_t blocks, unsigned cluster,
               rt::SimtOrder order) {
  rt::SimtLaunch launch;
  launch.name = "reduce_twice";
  launch.entry = entry;
  launch.parameters = parameters;
  launch.block = {block, 1, 1};
  launch.grid = {static_cast<unsigned>(blocks), 1, 1};
  launch.cluster = cluster;
  rt::SimtOptions options;
  options.order = order;
  options.strict = true;
  rt::SimtRuntime runtime;
  EXPECT_EQ(runtime.Launch(launch, options).error, "");
}

template <int Threads, class T>
std::pair<std::vector<T>, std::vector<T>> RunTwice(const std::vector<T>& x, unsigned block, rt::SimtOrder order) {
  std::vector<T> sums(x.size()), maxima(x.size());
  const T* in = x.data();
  T *first = sums.data(), *second = maxima.data();
  void* parameters[] = {&in, &first, &second};
  RunKernel(&Entry<T, &ReduceTwice<Threads, T>>, parameters, block, x.size() / block, 1, order);
  return {sums, maxima};
}

constexpr rt::SimtOrder kOrders[] = {rt::SimtOrder::kWarpAtATime, rt::SimtOrder::kReversed, rt::SimtOrder::kRandom,
                                     rt::SimtOrder::kLockstep};

template <int Threads>
void TestGroup(unsigned block) {
  std::mt19937 random(Threads);
  std::vector<i32> integers(2 * block);
  std::vector<float> floats(2 * block);
  for (i32& value : integers) value = static_cast<i32>(random());
  for (float& value : floats) value = static_cast<float>(static_cast<i32>(random())) / 65536.0f;
  std::vector<float> first_sums;
  for (rt::SimtOrder order : kOrders) {
    const auto [sums, maxima] = RunTwice<Threads>(integers, block, order);
    const auto [float_sums, float_maxima] = RunTwice<Threads>(floats, block, order);
    for (size_t i = 0; i < integers.size(); ++i) {
      const size_t begin = i / block * block + i % block / Threads * Threads;
      i32 sum = 0, most = integers[begin];
      double float_sum = 0, magnitude = 0;
      float float_most = floats[begin];
      for (size_t j = begin; j < begin + Threads; ++j) {
        sum = wrapping_add(sum, integers[j]);
        most = maximum(most, integers[j]);
        float_sum += floats[j];
        magnitude += std::fabs(floats[j]);
        float_most = maximum(float_most, floats[j]);
      }
      ASSERT_EQ(sums[i], sum) << Threads << " " << i;
      ASSERT_EQ(maxima[i], most) << Threads << " " << i;
      ASSERT_NEAR(float_sums[i], float_sum, magnitude * 1e-6) << Threads << " " << i;
      ASSERT_EQ(float_maxima[i], float_most);
      // All threads of a group have the same bits.
      ASSERT_EQ(bit_cast<u32>(float_sums[i]), bit_cast<u32>(float_sums[begin]));
    }
    if (first_sums.empty()) first_sums = float_sums;
    ASSERT_EQ(first_sums, float_sums);  // the order of execution does not show
  }
}

TEST(Reduce, GroupsWithinAWarp) {
  TestGroup<1>(64);
  TestGroup<2>(64);
  TestGroup<4>(96);
  TestGroup<8>(64);
  TestGroup<16>(16);
  TestGroup<16>(128);
  TestGroup<32>(32);
  TestGroup<32>(96);
}

TEST(Reduce, GroupsOfSeveralWarps) {
  TestGroup<64>(64);
  TestGroup<64>(256);
  TestGroup<96>(192);
  TestGroup<128>(128);
  TestGroup<160>(320);
  TestGroup<256>(1024);
  TestGroup<512>(512);
  TestGroup<992>(992);
  TestGroup<1024>(1024);
}

// Two exchanges over clusters of Blocks blocks: two folds, and then one of what they gave.
template <int Threads, int Blocks, class T>
void ClusterReduceTwice(const T* x, T* sums, T* maxima) {
  SINTER_SHARED(T, first, Threads / 32 * Blocks);
  SINTER_SHARED(T, second, Threads / 32 * Blocks);
  SINTER_SHARED(T, third, Threads / 32 * Blocks);
  SINTER_SHARED(i64, arrivals, 2);
  cluster_arrive(arrivals);
  const i64 i = static_cast<i64>(blockIdx.x) * blockDim.x + threadIdx.x;
  const T value = x[i];
  cluster_wait();
  constexpr int warps = Threads / 32 * Blocks;
  constexpr int bytes = warps * static_cast<int>(sizeof(T));
  share_partial<Blocks>(group_reduce<op::sum, 32>(value), first, arrivals[0]);
  share_partial<Blocks>(group_reduce<op::max, 32>(value), second, arrivals[0]);
  await_partials<2 * bytes>(arrivals[0]);
  sums[i] = FoldPartials<op::sum, warps>(gather_partials<op::sum, warps>(first));
  const T most = FoldPartials<op::max, warps>(gather_partials<op::max, warps>(second));
  share_partial<Blocks>(group_reduce<op::min, 32>(most - value), third, arrivals[1]);
  await_partials<bytes>(arrivals[1]);
  maxima[i] = most - FoldPartials<op::min, warps>(gather_partials<op::min, warps>(third));
}

template <int Threads, int Blocks, class T>
void TestCluster() {
  constexpr size_t together = Threads * Blocks;
  std::mt19937 random(Threads + Blocks);
  std::vector<T> x(3 * together);
  for (T& value : x) value = static_cast<T>(static_cast<i32>(random() % 2001) - 1000) / T(8);
  std::vector<T> first_sums;
  for (rt::SimtOrder order : kOrders) {
    std::vector<T> sums(x.size()), maxima(x.size());
    const T* in = x.data();
    T *to_sums = sums.data(), *to_maxima = maxima.data();
    void* parameters[] = {&in, &to_sums, &to_maxima};
    RunKernel(&Entry<T, &ClusterReduceTwice<Threads, Blocks, T>>, parameters, Threads, 3 * Blocks, Blocks, order);
    for (size_t begin = 0; begin < x.size(); begin += together) {
      double sum = 0;
      T most = x[begin];
      for (size_t i = begin; i < begin + together; ++i) {
        sum += static_cast<double>(x[i]);
        most = maximum(most, x[i]);
      }
      for (size_t i = begin; i < begin + together; ++i) {
        ASSERT_EQ(sums[i], static_cast<T>(sum)) << Threads << " " << Blocks << " " << i;  // of eighths: exact
        ASSERT_EQ(maxima[i], most) << Threads << " " << Blocks << " " << i;
      }
    }
    if (first_sums.empty()) first_sums = sums;
    ASSERT_EQ(first_sums, sums);
  }
}

TEST(Reduce, ClustersOfBlocks) {
  TestCluster<32, 1, float>();
  TestCluster<32, 2, float>();
  TestCluster<64, 4, double>();
  TestCluster<96, 3, float>();
  TestCluster<256, 8, float>();
}

TEST(Reduce, NanPropagatesThroughMax) {
  std::vector<float> x(128, 1.0f);
  x[77] = NAN;
  const auto [sums, maxima] = RunTwice<64>(x, 128, rt::SimtOrder::kWarpAtATime);
  EXPECT_EQ(maxima[3], 1.0f);
  EXPECT_TRUE(std::isnan(maxima[127]));
  EXPECT_EQ(sums[0], 64.0f);
}

TEST(Reduce, WideAndNarrowTypes) {
  std::vector<double> doubles(64, 0.1);
  EXPECT_NEAR((RunTwice<64>(doubles, 64, rt::SimtOrder::kRandom).first[5]), 6.4, 1e-14);
  std::vector<i64> longs(64, i64{1} << 40);
  EXPECT_EQ((RunTwice<64>(longs, 64, rt::SimtOrder::kRandom).first[5]), i64{1} << 46);
  std::vector<u8> bytes(64, 5);
  EXPECT_EQ((RunTwice<64>(bytes, 64, rt::SimtOrder::kRandom).first[5]), static_cast<u8>(320));
}

TEST(Reduce, IdentitiesChangeNothing) {
  EXPECT_EQ(op::max::apply(op::max::identity<float>(), -INFINITY), -INFINITY);
  EXPECT_EQ(op::min::apply(op::min::identity<i8>(), i8{127}), 127);
  EXPECT_EQ(op::product::apply(op::product::identity<i32>(), i32{-9}), -9);
  EXPECT_TRUE(op::all::apply(op::all::identity<bool>(), true));
  EXPECT_FALSE(op::any::apply(op::any::identity<bool>(), false));
  EXPECT_EQ(op::any::apply(u8{4}, u8{0}), 1);
  EXPECT_EQ(op::bit_and::apply(op::bit_and::identity<u8>(), u8{0x5a}), 0x5a);
}

TEST(Reduce, VectorsReduceAsATree) {
  const vec<float, 4> v = {{1e8f, -1e8f, 1.0f, 2.0f}};
  EXPECT_EQ(vector_reduce<op::sum>(v), 3.0f);  // (1e8 - 1e8) + (1 + 2)
  const vec<i32, 5> odd = {{1, 2, 3, 4, 5}};
  EXPECT_EQ(vector_reduce<op::sum>(odd), 15);
  EXPECT_EQ(vector_reduce<op::max>(odd), 5);
  EXPECT_EQ(vector_reduce<op::min>(7.0f), 7.0f);
}

}  // namespace
}  // namespace sinter
