// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The harness's parts on the CPU path: expectations, comparisons, the kernels, and what counts as a fault.
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "bench/case_report.h"
#include "bench/ceiling_server.h"
#include "bench/ceilings.h"
#include "bench/chains.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cuda/cuda_backend.h"
#include "runtime/measure/device_kernels.h"
#include "runtime/measure/device_memory.h"
#include "runtime/measure/replay.h"
#include "runtime/measure/stream_timer.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::bench {
namespace {

using rt::ElementType;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const Chain& FindChain(const std::string& name) {
  for (const Chain& chain : AllChains()) {
    if (chain.name == name) return chain;
  }
  ADD_FAILURE() << "no chain " << name;
  return AllChains()[0];
}

TEST(ChainsTest, ExpectationsByHand) {
  std::vector<Row> y = FindChain("pointwise_f32").expect({{0.5, 1}, {2, 3}, {-1, 0}, {10, 20}});
  EXPECT_NEAR(y[0][0], 10, 1e-15);
  EXPECT_NEAR(y[0][1], 20.99505475368673, 1e-12);  // tanh 3
  y = FindChain("residual_layer_norm_f32").expect({{1, 2}, {1, 4}, {1, 2}, {0, 1}});
  EXPECT_EQ(y[0], Row({2, 6}));
  EXPECT_NEAR(y[1][0], -1, 1e-5);
  EXPECT_NEAR(y[1][1], 3, 1e-5);
  y = FindChain("residual_rms_norm_bf16").expect({{1, 3}, {2, 1}, {1, 2}});
  EXPECT_NEAR(y[1][0], 3 / std::sqrt(12.5), 1e-5);
  EXPECT_NEAR(y[1][1], 8 / std::sqrt(12.5), 1e-5);
  y = FindChain("softmax_f32").expect({{0, 8 * std::log(3)}});
  EXPECT_NEAR(y[0][0], 0.25, 1e-12);
  EXPECT_NEAR(y[0][1], 0.75, 1e-12);
  y = FindChain("bias_gelu_f16").expect({{0.5, -1}, {0.5, 1}});
  EXPECT_NEAR(y[0][0], 0.8413447460685429, 1e-12);
  EXPECT_EQ(y[0][1], 0);
  EXPECT_EQ(FindChain("row_mean_f32").expect({{1, -1}, {2, 1}, {1, 0}})[0], Row({1.5}));
  EXPECT_EQ(FindChain("cast_f32_bf16_f32").expect({{1.001}, {0.5}})[0], Row({1.5}));
  EXPECT_EQ(FindChain("cast_bf16_f32_f16").expect({{2}, {0.25}})[0], Row({2.5}));
}

// What the chain is for: the cast to bf16 is the user's, and no fusion may drop it.
TEST(ChainsTest, FusedFormWithoutItsCastIsSeen) {
  const Chain& chain = FindChain("cast_f32_bf16_f32");
  Row x(1024), scale(1024), without(1024), in_f32(1024);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(std::sin(0.37 * static_cast<double>(i) + 1));
    scale[i] = i % 2 == 0 ? 0.75 : 1.5;
    without[i] = x[i] * scale[i] + x[i];
  }
  const Row expected = chain.expect({x, scale})[0];
  for (size_t i = 0; i < x.size(); ++i) in_f32[i] = static_cast<float>(expected[i]);
  EXPECT_GT(WorstMismatch(without, expected, chain.fused_tolerance()), 2);
  EXPECT_LT(WorstMismatch(in_f32, expected, chain.fused_tolerance()), 0.1);
  EXPECT_EQ(FindChain("pointwise_f32").fused_tolerance(), FindChain("pointwise_f32").tolerance);
}

TEST(ChainsTest, MismatchesAreSeen) {
  const Row expected = {1, -2, 3};
  EXPECT_EQ(WorstMismatch(expected, expected, 1e-5), 0);
  EXPECT_LT(WorstMismatch({1.00001, -2, 3}, expected, 1e-5), 1);
  EXPECT_GT(WorstMismatch({1.0001, -2, 3}, expected, 1e-5), 1);
  EXPECT_EQ(WorstMismatch({1, kNaN, 3}, expected, 1), kInfinity);
  EXPECT_EQ(WorstMismatch({1, kInfinity, 3}, expected, 1), kInfinity);
  EXPECT_EQ(WorstMismatch({1, -2}, expected, 1), kInfinity);
  EXPECT_EQ(WorstMismatch({}, {}, 1), 0);
}

TEST(CaseReportTest, FiguresAndFaults) {
  const CaseReport good = MakeReport("x", 400'000'000, {100, 110, 90}, {300, 320, 310}, {95, 94, 96}, {97, 97, 97});
  EXPECT_EQ(good.fused_us, 100);
  EXPECT_NEAR(good.rate, 4000, 1e-9);
  EXPECT_NEAR(good.copy_share, 95, 1e-9);
  EXPECT_NEAR(good.ratio, 3.1, 1e-12);
  EXPECT_NEAR(good.spread_percent, 20, 1e-9);
  EXPECT_FALSE(good.is_fault);
  EXPECT_TRUE(MakeReport("x", 400'000'000, {94}, {300}, {95}, {97}).is_fault);  // 103 %
  EXPECT_FALSE(MakeReport("x", 4'000'000, {94}, {300}, {95}, {97}).is_fault);   // too small for a judgement
  EXPECT_TRUE(MakeReport("x", 4'000'000, {0}, {300}, {95}, {97}).is_fault);
  CaseReport failed;
  failed.name = "y";
  failed.error = "wrong output";
  EXPECT_THAT(FormatTable({good, failed}), testing::AllOf(testing::HasSubstr("4000"), testing::HasSubstr("FAILED y")));
}

class KernelsTest : public testing::Test {
 protected:
  rt::CacheOptions NoCache() {
    rt::CacheOptions cache;
    cache.use_cache = false;
    return cache;
  }
  std::unique_ptr<rt::CpuBackend> backend_ = rt::CreateCpuBackend({});
  rt::DeviceKernels kernels_{backend_.get(), NoCache()};
};

TEST_F(KernelsTest, DeviceAndHostMakeTheSameValues) {
  for (ElementType type : {ElementType::kF32, ElementType::kBF16, ElementType::kF16}) {
    constexpr uint64_t kCount = 1001;
    std::vector<uint8_t> data(kCount * 4);
    ASSERT_TRUE(kernels_.FillRandom(data.data(), type, kCount, 5, nullptr).ok());
    int negative = 0;
    for (uint64_t i = 0; i < kCount; ++i) {
      const double value = rt::RandomValue(type, 5, i);
      ASSERT_EQ(rt::ReadElement(type, data.data(), i), value) << i;
      ASSERT_GE(std::fabs(value), 0.125);
      ASSERT_LT(std::fabs(value), 2);
      if (value < 0) ++negative;
    }
    EXPECT_NEAR(negative, 500, 80);
    EXPECT_NE(rt::RandomValue(type, 5, 7), rt::RandomValue(type, 6, 7));
  }
  float unused = 0;
  EXPECT_EQ(kernels_.FillRandom(&unused, ElementType::kI32, 1, 0, nullptr).code(), absl::StatusCode::kUnimplemented);
}

TEST_F(KernelsTest, MismatchesAreCounted) {
  std::vector<float> a(777), b(777);
  for (size_t i = 0; i < a.size(); ++i) a[i] = b[i] = static_cast<float>(i) + 1;
  const auto count = [&] {
    return *kernels_.CountMismatches(ElementType::kF32, a.data(), b.data(), a.size(), 1e-3f, 0, nullptr);
  };
  EXPECT_EQ(count(), 0u);
  a[0] += 0.0005f;
  EXPECT_EQ(count(), 0u);
  a[1] += 1;
  a[776] = static_cast<float>(kNaN);
  EXPECT_EQ(count(), 2u);
  b[500] = static_cast<float>(kNaN);
  EXPECT_EQ(count(), 3u);
}

// Each stream's bytes arrive, and none beside them.
TEST_F(KernelsTest, StreamsMove) {
  constexpr uint64_t kVectors = 300;  // a stream; no multiple of a block's
  std::vector<uint32_t> from(kVectors * 4 * 2), to(kVectors * 4 * 2 + 4, 9);
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<uint32_t>(i * 2654435761u);
  ASSERT_TRUE(kernels_.MoveStreams({1, 2, 2, false}, from.data(), to.data(), kVectors * 16 * 3 + 8, nullptr).ok());
  for (size_t i = 0; i < kVectors * 4; ++i) {
    ASSERT_EQ(to[i], from[i]) << i;
    ASSERT_EQ(to[kVectors * 4 + i], from[i]) << i;
  }
  EXPECT_EQ(to[kVectors * 8], 9u);
  ASSERT_TRUE(kernels_.MoveStreams({2, 1, 2, false}, from.data(), to.data(), kVectors * 16 * 3, nullptr).ok());
  for (size_t i = 0; i < kVectors * 4; ++i) ASSERT_EQ(to[i], from[i] ^ from[kVectors * 4 + i]) << i;
  const std::vector<uint32_t> before = to;
  ASSERT_TRUE(kernels_.MoveStreams({1, 0, 2, false}, from.data(), to.data(), kVectors * 16, nullptr).ok());
  EXPECT_EQ(to, before);
}

TEST_F(KernelsTest, CeilingsOfAMixLieBetweenItsNeighbours) {
  const std::unique_ptr<rt::StreamTimer> timer = rt::CreateHostTimer(backend_.get());
  const rt::Measurement measurement{backend_.get(), nullptr, timer.get(), &kernels_};
  Footprint footprint;
  footprint.sets = footprint.executions = 3;
  // The driver's copy, the copy kernel, and the mixes beside the case's.
  const auto check = [&](uint64_t read, uint64_t written, size_t count, double expected) {
    footprint.read_bytes = read;
    footprint.written_bytes = written;
    const absl::StatusOr<std::unique_ptr<Ceilings>> ceilings = Ceilings::Create(measurement, footprint);
    ASSERT_TRUE(ceilings.ok()) << ceilings.status();
    ASSERT_EQ((*ceilings)->count(), count);
    for (size_t i = 0; i < count; ++i) EXPECT_GT(*(*ceilings)->Time(i), 0);
    const std::vector<double> times = {90, 80, 60, 120};
    EXPECT_EQ((*ceilings)->CopyMicroseconds(times), 80);
    EXPECT_NEAR((*ceilings)->MixMicroseconds(times), expected, 1e-9);
  };
  check(4096, 4096, 2, 80);          // a copy
  check(8192, 4096, 3, 60);          // a triad
  check(40960, 16, 3, 60);           // next to nothing is written: a read
  check(7 * 1024, 5 * 1024, 3, 70);  // halfway between copy and triad
  check(5 * 1024, 1024, 4, 90);      // halfway between triad and read
}

TEST_F(KernelsTest, CeilingsAreServed) {
  const std::unique_ptr<rt::StreamTimer> timer = rt::CreateHostTimer(backend_.get());
  CeilingServer server({backend_.get(), nullptr, timer.get(), &kernels_});
  EXPECT_THAT(server.Answer(R"({"do": "about"})"), testing::HasSubstr(R"("device": "cpu)"));
  EXPECT_THAT(server.Answer(R"({"do": "time"})"), testing::HasSubstr(R"("error": "nothing is prepared")"));
  EXPECT_THAT(server.Answer(R"({"do": "prepare", "read": 8192, "written": 4096, "sets": 3, "executions": 4})"),
              testing::HasSubstr("a multiple of sets"));
  EXPECT_THAT(server.Answer(R"({"do": "prepare", "read": 8192, "written": 4096, "sets": 3, "executions": 6})"),
              testing::HasSubstr("driver's copy"));
  const absl::StatusOr<rt::JsonValue> times = rt::ParseJson(server.Answer(R"({"do": "time"})"));
  ASSERT_TRUE(times.ok());
  EXPECT_GT(*times->GetNumber("copy_us"), 0);
  EXPECT_GT(*times->GetNumber("mix_us"), 0);
  EXPECT_THAT(server.Answer(R"({"do": "leave"})"), testing::HasSubstr("but got `leave`"));
  const std::string wrong = server.Answer("no JSON");
  EXPECT_THAT(wrong, testing::HasSubstr("error"));
  EXPECT_EQ(wrong.find('\n'), std::string::npos);
}

TEST_F(KernelsTest, AReplayRunsItsExecutionsInOrder) {
  std::vector<int64_t> seen;
  const absl::StatusOr<rt::Replay> replay = rt::Replay::Record(backend_.get(), nullptr, 3, [&](int64_t i) {
    seen.push_back(i);
    return absl::OkStatus();
  });
  ASSERT_TRUE(replay.ok());
  ASSERT_TRUE(replay->Run(nullptr).ok());
  EXPECT_THAT(seen, testing::ElementsAre(0, 1, 2));
  const std::unique_ptr<rt::StreamTimer> timer = rt::CreateHostTimer(backend_.get());
  EXPECT_GE(*replay->Time(nullptr, timer.get()), 0);
  EXPECT_EQ(seen.size(), 9u);
}

// A graph of copies between two events: on a GPU, or the pretended one.
TEST(CudaReplayTest, AGraphIsTimed) {
  absl::StatusOr<std::unique_ptr<rt::Backend>> backend = rt::CreateCudaBackend();
  if (!backend.ok()) GTEST_SKIP() << backend.status().message();
  absl::StatusOr<std::unique_ptr<rt::StreamTimer>> timer = rt::CreateCudaEventTimer();
  ASSERT_TRUE(timer.ok()) << timer.status();
  const rt::StreamHandle stream = *(*backend)->CreateStream();
  {
    std::vector<float> values(1000, 1.5f), copied(1000);
    const rt::DeviceMemory from = *rt::DeviceMemory::Allocate(backend->get(), 4000);
    const rt::DeviceMemory to = *rt::DeviceMemory::Allocate(backend->get(), 4000);
    ASSERT_TRUE((*backend)->CopyToDevice(from.get(), values.data(), 4000, stream).ok());
    const absl::StatusOr<rt::Replay> replay = rt::Replay::Record(backend->get(), stream, 4, [&](int64_t i) {
      return (*backend)->CopyOnDevice(to.at(1000 * i), from.at(1000 * i), 1000, stream);
    });
    ASSERT_TRUE(replay.ok()) << replay.status();
    EXPECT_EQ(replay->graph_nodes(), 4);
    const absl::StatusOr<double> time = replay->Time(stream, timer->get());
    ASSERT_TRUE(time.ok()) << time.status();
    EXPECT_GT(*time, 0);
    EXPECT_LT(*time, 1e6);
    ASSERT_TRUE((*backend)->CopyToHost(copied.data(), to.get(), 4000, stream).ok());
    ASSERT_TRUE((*backend)->Synchronize(stream).ok());
    EXPECT_EQ(copied, values);
    // What fails inside the capture is reported, and the stream can be used again.
    const auto fails = [](int64_t) { return absl::InternalError("no"); };
    EXPECT_EQ(rt::Replay::Record(backend->get(), stream, 2, fails).status().message(), "no");
    EXPECT_TRUE(replay->Run(stream).ok());
    EXPECT_TRUE((*backend)->Synchronize(stream).ok());
  }
  (*backend)->DestroyStream(stream);
}

}  // namespace
}  // namespace sinter::bench
