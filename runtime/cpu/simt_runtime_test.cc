// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the SIMT runtime with kernels compiled into the test: indices, primitives, what goes wrong and how it is
// told.
#include "runtime/cpu/simt_runtime.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/cpu/simt_shim.h"
#include "runtime/device/memory.cuh"

const sinter_simt_api* sinter_simt = sinter::rt::SimtApi();

namespace sinter::rt {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Runs an entry of one pointer parameter.
SimtResult RunKernel(void (*entry)(void**), int* data, sinter_simt_dim3 grid, sinter_simt_dim3 block,
                     SimtOptions options = {}) {
  void* parameters[] = {&data};
  SimtLaunch launch;
  launch.name = "k";
  launch.entry = entry;
  launch.parameters = parameters;
  launch.grid = grid;
  launch.block = block;
  SimtRuntime runtime;
  return runtime.Launch(launch, options);
}

int* Data(void** parameters) { return *static_cast<int**>(parameters[0]); }

void WriteIndices(void** parameters) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  Data(parameters)[block * blockDim.x * blockDim.y * blockDim.z + thread] += static_cast<int>(block * 1000 + thread);
}

TEST(SimtRuntime, RunsEveryThreadOfEveryBlockOnce) {
  for (int workers : {1, 3}) {
    std::vector<int> data(2 * 3 * 4 * 5 * 7 * 11, 0);
    SimtOptions options;
    options.worker_count = workers;
    const SimtResult result = RunKernel(WriteIndices, data.data(), {2, 3, 4}, {5, 7, 11}, options);
    ASSERT_EQ(result.error, "");
    for (int i = 0; i < static_cast<int>(data.size()); ++i) ASSERT_EQ(data[i], i / 385 * 1000 + i % 385);
  }
}

TEST(SimtRuntime, AKernelWithoutPrimitivesCostsTwoSwitchesAWarp) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer needs a fiber for each thread";
#endif
  std::vector<int> data(4 * 96, 0);
  EXPECT_EQ(RunKernel(WriteIndices, data.data(), {4, 1, 1}, {96, 1, 1}).switches, 4u * 3 * 2);
}

TEST(SimtRuntime, RefusesBadShapes) {
  for (const auto& [grid, block] :
       std::vector<std::pair<sinter_simt_dim3, sinter_simt_dim3>>{{{0, 1, 1}, {1, 1, 1}},
                                                                  {{1, 1, 1}, {1, 0, 1}},
                                                                  {{1, 1, 1}, {1025, 1, 1}},
                                                                  {{1, 1, 1}, {65536, 65536, 1}},
                                                                  {{1, 65536, 1}, {1, 1, 1}}}) {
    const SimtResult result = RunKernel(WriteIndices, nullptr, grid, block);
    EXPECT_TRUE(result.invalid_shape);
    EXPECT_THAT(result.error, HasSubstr("kernel `k` was launched with"));
  }
}

TEST(SimtRuntime, RefusesBadClusters) {
  for (const auto& [grid, cluster] : std::vector<std::pair<uint32_t, uint32_t>>{{4, 0}, {4, 3}, {16, 16}}) {
    void* parameters[] = {nullptr};
    SimtLaunch launch;
    launch.name = "k";
    launch.entry = WriteIndices;
    launch.parameters = parameters;
    launch.grid = {grid, 1, 1};
    launch.cluster = cluster;
    SimtRuntime runtime;
    const SimtResult result = runtime.Launch(launch, {});
    EXPECT_TRUE(result.invalid_shape);
    EXPECT_THAT(result.error, HasSubstr("clusters have 1 to 8 blocks, and a grid whole ones"));
  }
}

unsigned Rank() { return sinter_simt_self()->block->rank; }
// The start of a kernel whose blocks store something into each other's memory.
void StartExchange(void* arrival) {
  if (threadIdx.x == 0) sinter_simt->arrival_ready(arrival, "k.cu", 14);
  sinter_simt->cluster_arrive("k.cu", 1);
  sinter_simt->cluster_wait("k.cu", 2);
}
// Each thread hands its number to the block whose rank is one higher, and stores what it was handed.
void HandOn(void** parameters) {
  SINTER_SHARED(int, handed, 64);
  SINTER_SHARED(long, arrival, 1);
  StartExchange(arrival);
  const unsigned next = (Rank() + 1) % 4;
  *static_cast<int*>(sinter_simt->cluster_peer(&handed[threadIdx.x], next, "k.cu", 3)) = static_cast<int>(blockIdx.x * 64 + threadIdx.x);
  sinter_simt->arrival_add(arrival, next, 4, "k.cu", 4);
  sinter_simt->arrival_wait(arrival, 64 * 4, "k.cu", 5);
  Data(parameters)[blockIdx.x * 64 + threadIdx.x] = handed[threadIdx.x];
}
void HandToABlockThatIsNotReady(void**) {
  SINTER_SHARED(long, arrival, 1);
  if (threadIdx.x == 0 && Rank() != 3) sinter_simt->arrival_ready(arrival, "k.cu", 14);
  sinter_simt->cluster_arrive("k.cu", 1);
  sinter_simt->cluster_wait("k.cu", 2);
  sinter_simt->arrival_add(arrival, (Rank() + 1) % 4, 4, "k.cu", 15);
}
// Each block expects `Expected` bytes and gets 256.
template <unsigned Expected>
void Expect(void**) {
  SINTER_SHARED(long, arrival, 1);
  StartExchange(arrival);
  sinter_simt->arrival_add(arrival, (Rank() + 1) % 4, 4, "k.cu", 16);
  sinter_simt->arrival_wait(arrival, Expected, "k.cu", 17);
}
// Block 2 stays until all that it does not wait for is there.
void ExpectNothing(void**) {
  SINTER_SHARED(long, arrival, 1);
  StartExchange(arrival);
  if (Rank() != 2) sinter_simt->arrival_add(arrival, 2, 4, "k.cu", 18);
  sinter_simt->cluster_arrive("k.cu", 1);
  sinter_simt->cluster_wait("k.cu", 2);
}
void MakeReadyTwice(void**) {
  SINTER_SHARED(long, arrival, 1);
  sinter_simt->arrival_ready(arrival, "k.cu", 19);
}
void WaitForWhatIsNotReady(void**) {
  SINTER_SHARED(long, arrival, 1);
  sinter_simt->arrival_wait(arrival, 4, "k.cu", 20);
}
void WaitWithoutArriving(void**) { sinter_simt->cluster_wait("k.cu", 7); }
void ArriveTwice(void**) {
  sinter_simt->cluster_arrive("k.cu", 8);
  sinter_simt->cluster_arrive("k.cu", 9);
}
void OneBlockAlone(void**) {
  sinter_simt->cluster_arrive("k.cu", 1);
  sinter_simt->cluster_wait("k.cu", 2);
  if (sinter_simt_self()->block->rank == 0) {
    __syncthreads();
    return;
  }
  sinter_simt->cluster_arrive("k.cu", 3);
  sinter_simt->cluster_wait("k.cu", 4);
}
void PeerOutOfCluster(void**) {
  SINTER_SHARED(int, array, 1);
  sinter_simt->cluster_peer(array, 4, "k.cu", 10);
}
void PeerOfNoSharedMemory(void** parameters) { sinter_simt->cluster_peer(parameters, 0, "k.cu", 11); }
void HalfWaitForTheCluster(void**) {
  if (threadIdx.x < 32) {
    sinter_simt->cluster_arrive("k.cu", 12);
    sinter_simt->cluster_wait("k.cu", 13);
  } else {
    __syncthreads();
  }
}

SimtResult RunCluster(void (*entry)(void**), int* data, SimtOrder order) {
  void* parameters[] = {&data};
  SimtLaunch launch;
  launch.name = "k";
  launch.entry = entry;
  launch.parameters = parameters;
  launch.grid = {8, 1, 1};
  launch.block = {64, 1, 1};
  launch.cluster = 4;
  SimtOptions options;
  options.order = order;
  SimtRuntime runtime;
  return runtime.Launch(launch, options);
}

TEST(SimtRuntime, BlocksOfAClusterReachEachOthersMemory) {
  for (SimtOrder order : {SimtOrder::kWarpAtATime, SimtOrder::kReversed, SimtOrder::kRandom, SimtOrder::kLockstep}) {
    std::vector<int> data(8 * 64, -1);
    ASSERT_EQ(RunCluster(HandOn, data.data(), order).error, "");
    for (int i = 0; i < 8 * 64; ++i) {
      const int block = i / 64, from = block / 4 * 4 + (block + 3) % 4;
      ASSERT_EQ(data[static_cast<size_t>(i)], from * 64 + i % 64) << i;
    }
  }
}

TEST(SimtRuntime, TellsWhatIsWrongInClusters) {
  const SimtOrder order = SimtOrder::kWarpAtATime;
  EXPECT_EQ(RunCluster(OneBlockAlone, nullptr, order).error, "");  // who has left is not waited for
  EXPECT_THAT(RunCluster(WaitWithoutArriving, nullptr, order).error, HasSubstr("without having arrived, at k.cu:7"));
  EXPECT_THAT(RunCluster(ArriveTwice, nullptr, order).error, HasSubstr("without a wait, at k.cu:9"));
  EXPECT_THAT(RunCluster(PeerOutOfCluster, nullptr, order).error, HasSubstr("no block 4 in a cluster of 4, at k.cu:10"));
  EXPECT_THAT(RunCluster(PeerOfNoSharedMemory, nullptr, order).error, HasSubstr("no shared memory of the block"));
  EXPECT_THAT(RunCluster(HalfWaitForTheCluster, nullptr, order).error,
              AllOf(HasSubstr("and the others of its cluster"), HasSubstr("at the cluster's barrier (k.cu:13)")));
  EXPECT_THAT(RunCluster(HandToABlockThatIsNotReady, nullptr, order).error, HasSubstr("a block that is not ready for it, at k.cu:15"));
  EXPECT_EQ(RunCluster(Expect<256>, nullptr, order).error, "");
  EXPECT_THAT(RunCluster(Expect<260>, nullptr, order).error, HasSubstr("256 of 256 threads wait for what other blocks store (k.cu:17)"));
  EXPECT_THAT(RunCluster(Expect<252>, nullptr, order).error, HasSubstr("252 bytes"));
  EXPECT_THAT(RunCluster(ExpectNothing, nullptr, order).error, HasSubstr("768 bytes arrived in kernel `k`, block (2, 0, 0) that nothing waited for"));
  EXPECT_THAT(RunCluster(MakeReadyTwice, nullptr, order).error, HasSubstr("made ready twice, at k.cu:19"));
  EXPECT_THAT(RunCluster(WaitForWhatIsNotReady, nullptr, order).error, HasSubstr("not ready is waited for, at k.cu:20"));
}

void Shuffles(void** parameters) {
  int* out = Data(parameters) + threadIdx.x * 8;
  const int lane = static_cast<int>(threadIdx.x % 32);
  out[0] = __shfl_xor_sync(0xffffffffu, lane, 5);
  out[1] = __shfl_up_sync(0xffffffffu, lane, 3u);
  out[2] = __shfl_down_sync(0xffffffffu, lane, 3u);
  out[3] = __shfl_sync(0xffffffffu, lane, 35);
  out[4] = __shfl_up_sync(0xffffffffu, lane, 3u, 8);
  out[5] = static_cast<int>(__shfl_sync(0xffffffffu, static_cast<long long>(lane) << 40, 2, 16) >> 40);
  out[6] = static_cast<int>(__ballot_sync(0xffffffffu, lane % 3 == 0));
  out[7] = __any_sync(0xffffffffu, lane == 31) * 2 + __all_sync(0xffffffffu, lane < 31);
}

TEST(SimtRuntime, ShufflesAndVotes) {
  for (SimtOrder order : {SimtOrder::kWarpAtATime, SimtOrder::kReversed, SimtOrder::kRandom, SimtOrder::kLockstep}) {
    std::vector<int> data(64 * 8, -1);
    SimtOptions options;
    options.order = order;
    options.strict = true;
    ASSERT_EQ(RunKernel(Shuffles, data.data(), {1, 1, 1}, {64, 1, 1}, options).error, "");
    for (int i = 0; i < 64; ++i) {
      const int lane = i % 32;
      const int* out = &data[i * 8];
      EXPECT_EQ(out[0], lane ^ 5);
      EXPECT_EQ(out[1], lane < 3 ? lane : lane - 3);
      EXPECT_EQ(out[2], lane > 28 ? lane : lane + 3);
      EXPECT_EQ(out[3], 3);
      EXPECT_EQ(out[4], lane % 8 < 3 ? lane : lane - 3);
      EXPECT_EQ(out[5], lane / 16 * 16 + 2);
      EXPECT_EQ(static_cast<unsigned>(out[6]), 0x49249249u);
      EXPECT_EQ(out[7], 2);
    }
  }
}

void HalvesOfAWarp(void** parameters) {
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane;
  if (lane < 16) {
    value = __shfl_xor_sync(0x0000ffffu, value, 1);
    __syncwarp(0x0000ffffu);
  } else {
    value = __shfl_xor_sync(0xffff0000u, value, 2);
  }
  Data(parameters)[lane] = value;
}

TEST(SimtRuntime, PartsOfAWarpMeetByThemselves) {
  std::vector<int> data(32);
  ASSERT_EQ(RunKernel(HalvesOfAWarp, data.data(), {1, 1, 1}, {32, 1, 1}).error, "");
  for (int i = 0; i < 32; ++i) EXPECT_EQ(data[i], i < 16 ? i ^ 1 : i ^ 2);
}

void RotateThroughShared(void** parameters) {
  SINTER_SHARED(int, values, 256);
  const unsigned i = threadIdx.x;
  values[i] = static_cast<int>(i * 3);
  __syncthreads();
  Data(parameters)[blockIdx.x * 256 + i] = values[(i + 77) % 256];
}

TEST(SimtRuntime, BarriersOrderSharedMemory) {
  for (SimtOrder order : {SimtOrder::kWarpAtATime, SimtOrder::kReversed, SimtOrder::kRandom, SimtOrder::kLockstep}) {
    std::vector<int> data(256);
    SimtOptions options;
    options.order = order;
    ASSERT_EQ(RunKernel(RotateThroughShared, data.data(), {1, 1, 1}, {256, 1, 1}, options).error, "");
    for (int i = 0; i < 256; ++i) ASSERT_EQ(data[i], (i + 77) % 256 * 3);
  }
}

void ReadUnwrittenShared(void** parameters) {
  SINTER_SHARED(float, values, 4);
  Data(parameters)[blockIdx.x] = values[1] != values[1];
  values[1] = 1.0f;
}

TEST(SimtRuntime, SharedMemoryStartsAsNanInEveryBlock) {
  std::vector<int> data(3);
  SimtOptions options;
  options.worker_count = 1;
  ASSERT_EQ(RunKernel(ReadUnwrittenShared, data.data(), {3, 1, 1}, {1, 1, 1}, options).error, "");
  EXPECT_EQ(data, std::vector<int>({1, 1, 1}));
}

#line 100 "deadlock.cu"
void WarpAgainstBarrier(void**) {
  if (threadIdx.x < 100) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}
#line 1 "simt_runtime_test"

TEST(SimtRuntime, ADeadlockIsReportedWithTheWaitingLines) {
  const SimtResult result = RunKernel(WarpAgainstBarrier, nullptr, {1, 1, 1}, {114, 1, 1});
  EXPECT_THAT(result.error, AllOf(HasSubstr("deadlock in kernel `k`, block (0, 0, 0)"),
                                  HasSubstr("100 of 114 threads wait at __syncthreads (deadlock.cu:102)"),
                                  HasSubstr("14 at a warp primitive (deadlock.cu:104)")));
}

#line 200 "divergence.cu"
void TwoBarriers(void**) {
  if (threadIdx.x < 32) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}
void TwoShuffles(void** parameters) {
  int value = static_cast<int>(threadIdx.x);
  if (threadIdx.x % 2) {
    value = __shfl_xor_sync(0xffffffffu, value, 1);
  } else {
    value = __shfl_xor_sync(0xffffffffu, value, 2);
  }
  Data(parameters)[threadIdx.x] = value;
}
void WrongMask(void**) { __syncwarp(1u); }
void LeaveEarly(void**) {
  if (threadIdx.x >= 40) return;
  __syncthreads();
}
void ReadAbsentLane(void** parameters) {
  if (threadIdx.x >= 16) return;
  Data(parameters)[threadIdx.x] = __shfl_xor_sync(0xffffffffu, 7, 16);
}
#line 2 "simt_runtime_test"

TEST(SimtRuntime, DivergentBarriersAndPrimitivesAreReported) {
  EXPECT_THAT(
      RunKernel(TwoBarriers, nullptr, {1, 1, 1}, {64, 1, 1}).error,
      AllOf(HasSubstr("divergent __syncthreads"), HasSubstr("divergence.cu:202"), HasSubstr("divergence.cu:204")));
  std::vector<int> data(32);
  EXPECT_THAT(
      RunKernel(TwoShuffles, data.data(), {1, 1, 1}, {32, 1, 1}).error,
      AllOf(HasSubstr("divergent warp primitives"), HasSubstr("divergence.cu:210"), HasSubstr("divergence.cu:212")));
  EXPECT_THAT(RunKernel(WrongMask, nullptr, {1, 1, 1}, {32, 1, 1}).error,
              HasSubstr("lane 1 is not in its own mask at divergence.cu:216"));
}

TEST(SimtRuntime, StrictModeReportsWhatHardwareLetsPass) {
  SimtOptions strict;
  strict.strict = true;
  EXPECT_EQ(RunKernel(LeaveEarly, nullptr, {1, 1, 1}, {64, 1, 1}).error, "");
  EXPECT_THAT(RunKernel(LeaveEarly, nullptr, {1, 1, 1}, {64, 1, 1}, strict).error,
              AllOf(HasSubstr("skipped __syncthreads"), HasSubstr("thread (40, 0, 0) left after 0 barriers"),
                    HasSubstr("divergence.cu:219")));
  std::vector<int> data(32);
  EXPECT_EQ(RunKernel(ReadAbsentLane, data.data(), {1, 1, 1}, {32, 1, 1}).error, "");
  EXPECT_EQ(data[3], -1);  // all ones: the value is undefined
  EXPECT_THAT(RunKernel(ReadAbsentLane, data.data(), {1, 1, 1}, {32, 1, 1}, strict).error,
              HasSubstr("reads a lane that takes no part in it"));
}

TEST(SimtRuntime, RunsOnAfterAFailedLaunchAndFromSeveralThreads) {
  SimtRuntime runtime;
  std::atomic<int> failures{0};
  auto work = [&](bool broken) {
    for (int i = 0; i < 20; ++i) {
      std::vector<int> data(9 * 256);
      int* pointer = data.data();
      void* parameters[] = {&pointer};
      SimtLaunch launch;
      launch.name = "k";
      launch.entry = broken ? TwoBarriers : RotateThroughShared;
      launch.parameters = parameters;
      launch.block = {256, 1, 1};
      launch.grid = {9, 1, 1};
      const SimtResult result = runtime.Launch(launch, {});
      if (result.error.empty() == broken) ++failures;
      if (!broken && data[8 * 256 + 1] != 78 * 3) ++failures;
    }
  };
  std::thread good(work, false), bad(work, true);
  work(false);
  good.join();
  bad.join();
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace sinter::rt
