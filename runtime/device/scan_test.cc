// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of scans over groups of threads, run by the SIMT runtime: every group size, several groups a block, both directions, with carries from turn to
// turn, and the same bits in every order of execution.
#include "runtime/device/scan.cuh"

#include <cmath>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/cpu/simt_runtime.h"
#include "runtime/device/memory.cuh"

const sinter_simt_api* sinter_simt = sinter::rt::SimtApi();

namespace sinter {
namespace {

constexpr int kLanes = 4;

// Rows of `Threads` threads, two turns each; a row's elements lie behind each other.
template <int Threads, bool Exclusive, bool Reverse, class T>
void ScanRows(const T* x, T* y) {
  SINTER_SHARED(T, scratch, 32);
  const i64 row = static_cast<i64>(blockIdx.x) * (blockDim.x / Threads) + threadIdx.x / Threads;
  T carry = op::sum::identity<T>();
  for (int turn = 0; turn < 2; ++turn) {
    const i64 number = Reverse ? 1 - turn : turn;
    const i64 at = ((row * 2 + number) * Threads + threadIdx.x % Threads) * kLanes;
    store(y + at, group_scan<op::sum, Threads, Exclusive, Reverse>(load<kLanes>(x + at), carry, scratch));
  }
}

template <class T, void (*Body)(const T*, T*)>
void Entry(void** parameters) {
  Body(*static_cast<const T**>(parameters[0]), *static_cast<T**>(parameters[1]));
}

template <int Threads, bool Exclusive, bool Reverse, class T>
std::vector<T> RunScan(const std::vector<T>& x, unsigned block, rt::SimtOrder order) {
  std::vector<T> y(x.size());
  const T* in = x.data();
  T* out = y.data();
  void* parameters[] = {&in, &out};
  rt::SimtLaunch launch;
  launch.name = "scan_rows";
  launch.entry = &Entry<T, &ScanRows<Threads, Exclusive, Reverse, T>>;
  launch.parameters = parameters;
  launch.block = {block, 1, 1};
  launch.grid = {static_cast<unsigned>(x.size() / (block * 2 * kLanes)), 1, 1};
  rt::SimtOptions options;
  options.order = order;
  options.strict = true;
  rt::SimtRuntime runtime;
  EXPECT_EQ(runtime.Launch(launch, options).error, "");
  return y;
}

constexpr rt::SimtOrder kOrders[] = {rt::SimtOrder::kWarpAtATime, rt::SimtOrder::kReversed, rt::SimtOrder::kRandom, rt::SimtOrder::kLockstep};

template <int Threads, bool Exclusive, bool Reverse>
void TestScan(unsigned block) {
  std::mt19937 random(Threads);
  const size_t width = Threads * 2 * kLanes, count = 2 * block * 2 * kLanes;
  std::vector<i64> integers(count);
  std::vector<float> floats(count), first;
  for (i64& value : integers) value = static_cast<i64>(random()) << 31;
  for (float& value : floats) value = static_cast<float>(static_cast<i32>(random())) / 65536.0f;
  for (rt::SimtOrder order : kOrders) {
    const std::vector<i64> sums = RunScan<Threads, Exclusive, Reverse>(integers, block, order);
    const std::vector<float> float_sums = RunScan<Threads, Exclusive, Reverse>(floats, block, order);
    for (size_t row = 0; row < count / width; ++row) {
      i64 sum = 0;
      double float_sum = 0, magnitude = 0;
      for (size_t i = 0; i < width; ++i) {
        const size_t at = row * width + (Reverse ? width - 1 - i : i);
        const i64 before = sum;
        const double float_before = float_sum;
        sum = wrapping_add(sum, integers[at]);
        float_sum += floats[at];
        magnitude += std::fabs(floats[at]);
        ASSERT_EQ(sums[at], Exclusive ? before : sum) << Threads << " " << at;
        ASSERT_NEAR(float_sums[at], Exclusive ? float_before : float_sum, magnitude * 1e-6) << Threads << " " << at;
      }
    }
    if (first.empty()) first = float_sums;
    ASSERT_EQ(first, float_sums);  // the order of execution does not show
  }
}

template <int Threads>
void TestGroup(unsigned block) {
  TestScan<Threads, false, false>(block);
  TestScan<Threads, true, false>(block);
  TestScan<Threads, false, true>(block);
  TestScan<Threads, true, true>(block);
}

TEST(Scan, GroupsWithinAWarp) {
  TestGroup<1>(32);
  TestGroup<2>(64);
  TestGroup<8>(64);
  TestGroup<16>(16);
  TestGroup<32>(96);
}

TEST(Scan, GroupsOfSeveralWarps) {
  TestGroup<64>(128);
  TestGroup<96>(192);
  TestGroup<256>(256);
  TestGroup<992>(992);
  TestGroup<1024>(1024);
}

TEST(Scan, AnInfinitySpoilsOnlyWhatFollows) {
  std::vector<float> x(64 * 2 * kLanes, 1.0f);
  x[77] = INFINITY;
  const std::vector<float> y = RunScan<64, false, false>(x, 64, rt::SimtOrder::kRandom);
  EXPECT_EQ(y[76], 77.0f);
  for (size_t i = 77; i < y.size(); ++i) ASSERT_EQ(y[i], INFINITY);
}

}  // namespace
}  // namespace sinter
