// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who wins a race, by times that the tests make up.
#include "runtime/gemm/algorithm_race.h"

#include <cstring>
#include <map>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/gemm/matmul_key.h"
#include "runtime/gemm/product_buffers.h"

namespace sinter::rt {
namespace {

using ::testing::HasSubstr;

// Work that takes made-up times.
class FakeTrack {
 public:
  std::vector<double> microseconds;
  std::set<int> broken, broken_later;  // in every run, in every run but the first
  std::map<int, int> runs;
  int most_executions = 0;

  RecordAlgorithm recorder() {
    return [this](int algorithm, int executions) -> absl::StatusOr<std::unique_ptr<RecordedWork>> {
      most_executions = std::max(most_executions, executions);
      return std::make_unique<Work>(this, algorithm, executions);
    };
  }

 private:
  class Work : public RecordedWork {
   public:
    Work(FakeTrack* track, int algorithm, int executions)
        : track_(track), algorithm_(algorithm), executions_(executions) {}
    absl::StatusOr<double> Time() override {
      const int run = track_->runs[algorithm_]++;
      if (track_->broken.count(algorithm_) != 0 || (run > 0 && track_->broken_later.count(algorithm_) != 0)) {
        return absl::InternalError("it broke down");
      }
      return track_->microseconds[algorithm_] * executions_;
    }

   private:
    FakeTrack* track_;
    int algorithm_, executions_;
  };
};

TEST(RaceAlgorithms, TheFastestWins) {
  FakeTrack track;
  track.microseconds = {250, 26, 25, 12.5, 40};
  absl::StatusOr<AlgorithmRace> race = RaceAlgorithms(5, 3, 5, track.recorder());
  ASSERT_TRUE(race.ok()) << race.status();
  EXPECT_EQ(race->winner, 3);
  EXPECT_DOUBLE_EQ(race->times[3].microseconds, 12.5);
  EXPECT_DOUBLE_EQ(race->times[0].microseconds, 250);
  EXPECT_EQ(track.runs[0], 1) << "what is far behind is timed once";
  EXPECT_EQ(track.runs[3], 6) << "a heat, and a round each";
}

TEST(RaceAlgorithms, OfTwoAlikeTheLibrarysFirstWins) {
  FakeTrack track;
  track.microseconds = {30, 10.05, 10};
  EXPECT_EQ(RaceAlgorithms(3, 1, 5, track.recorder())->winner, 1);
  track.microseconds = {10.2, 10};
  EXPECT_EQ(RaceAlgorithms(2, 1, 5, track.recorder())->winner, 1);
}

TEST(RaceAlgorithms, WhatFailsIsLeftOut) {
  FakeTrack track;
  track.microseconds = {10, 5, 7, 6};
  track.broken = {1};
  track.broken_later = {3};
  absl::StatusOr<AlgorithmRace> race = RaceAlgorithms(4, 1, 3, track.recorder());
  ASSERT_TRUE(race.ok()) << race.status();
  EXPECT_EQ(race->winner, 2);
  EXPECT_THAT(race->times[1].error, HasSubstr("it broke down"));
  EXPECT_THAT(race->times[3].error, HasSubstr("it broke down"));
  track.broken = {0, 1, 2, 3};
  EXPECT_EQ(RaceAlgorithms(4, 1, 3, track.recorder()).status().code(), absl::StatusCode::kInternal);
}

TEST(RaceAlgorithms, RunsGoAroundAllSetsAndAreNeitherShortNorLong) {
  FakeTrack track;
  track.microseconds = {2, 3};
  ASSERT_TRUE(RaceAlgorithms(2, 20, 3, track.recorder()).ok());
  EXPECT_EQ(track.most_executions, 64);
  FakeTrack slow;
  slow.microseconds = {1000};
  ASSERT_TRUE(RaceAlgorithms(1, 7, 3, slow.recorder()).ok());
  EXPECT_EQ(slow.most_executions, 7);
}

MatmulProblem Small() {
  MatmulProblem problem;
  problem.m = 3, problem.n = 5, problem.k = 4;
  problem.a.row_stride = 4, problem.b.row_stride = 5, problem.d.row_stride = 5;
  return problem;
}

TEST(MatmulFingerprint, TellsWhatAnAlgorithmDependsOn) {
  std::set<std::string> seen = {MatmulFingerprint(Small())};
  EXPECT_THAT(*seen.begin(), ::testing::MatchesRegex("[0-9a-f]{16}"));
  const auto is_new = [&](auto change) {
    MatmulProblem problem = Small();
    change(problem);
    return seen.insert(MatmulFingerprint(problem)).second;
  };
  EXPECT_FALSE(is_new([](MatmulProblem&) {}));
  EXPECT_FALSE(is_new([](MatmulProblem& p) { p.c.row_stride = 9; })) << "C is not read";
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.m = 4; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.a.row_stride = 8; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.b.alignment = 4; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.d.type = ElementType::kBF16; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.has_bias = true; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.has_bias = true, p.bias_alignment = 2; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.beta = 1; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.alpha = 1.0000001f; }));
  EXPECT_TRUE(is_new([](MatmulProblem& p) { p.activation = Activation::kRelu; }));
}

// Memory of the host, of which there is so much.
class HostDevice : public MatmulDevice {
 public:
  explicit HostDevice(size_t limit) : limit_(limit) {}
  absl::StatusOr<void*> Allocate(size_t bytes) override {
    if (bytes > limit_) return absl::ResourceExhaustedError("too much");
    allocated = bytes;
    return ::operator new(bytes, std::align_val_t{256});
  }
  void Free(void* pointer) override { ::operator delete(pointer, std::align_val_t{256}); }
  absl::Status CopyToDevice(void*, const void*, size_t) override { return absl::UnimplementedError("copy"); }
  absl::Status FillByRepeating(void* to, size_t bytes, absl::Span<const uint8_t> pattern) override {
    for (size_t i = 0; i < bytes; ++i) static_cast<uint8_t*>(to)[i] = pattern[i % pattern.size()];
    return absl::OkStatus();
  }
  absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t>) override {
    return absl::UnimplementedError("module");
  }
  absl::Status LaunchUnnumbered(const KernelHandle&, const LaunchShape&, void**, StreamHandle) override {
    return absl::UnimplementedError("launch");
  }
  size_t cache_bytes() const override { return 100'000; }
  absl::StatusOr<std::unique_ptr<RecordedWork>> Record(const std::function<absl::Status(StreamHandle)>&) override {
    return absl::UnimplementedError("record");
  }
  size_t allocated = 0;

 private:
  size_t limit_;
};

TEST(ProductBuffers, SetsAreMoreThanTheCacheAndDoNotMeet) {
  MatmulProblem problem = Small();
  problem.m = 1, problem.n = 64, problem.k = 128;
  problem.a.row_stride = 128, problem.b.row_stride = 64, problem.d.row_stride = 64;
  problem.has_bias = true;
  auto device = std::make_shared<HostDevice>(1'000'000);
  ProductBuffers buffers;
  ASSERT_TRUE(buffers.Create(device, problem, 1000).ok());
  EXPECT_EQ(buffers.sets(), 12);  // of 512 + 32768 + 256 + 256 bytes
  EXPECT_EQ(device->allocated, 1024u + 12 * 33792u);
  const MatmulPointers first = buffers.pointers(0), last = buffers.pointers(11);
  const char* base = static_cast<const char*>(buffers.workspace());
  EXPECT_EQ(static_cast<const char*>(first.a) - base, 1024);
  EXPECT_EQ(static_cast<const char*>(last.bias) - base + 256, static_cast<ptrdiff_t>(device->allocated));
  float value = 0;
  std::memcpy(&value, last.b, sizeof(value));
  EXPECT_TRUE(value >= -1 && value <= 1 && value != 0) << value;
}

TEST(ProductBuffers, TooMuchMemoryIsTold) {
  ProductBuffers buffers;
  EXPECT_EQ(buffers.Create(std::make_shared<HostDevice>(1000), Small(), 0).code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace sinter::rt
