// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calibration and replays of the ceilings.
#include "bench/ceilings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/base/status_macros.h"
#include "runtime/tools/plan_runner.h"

namespace sinter::bench {
namespace {

struct Mix {
  int reads, writes;
  const char* name;
  double read_share() const { return static_cast<double>(reads) / (reads + writes); }
};
// By rising share of what is read.
constexpr Mix kMixes[] = {{0, 1, "fill"}, {1, 2, "one in, two out"}, {1, 1, "copy"}, {2, 1, "triad"}, {1, 0, "read"}};
constexpr size_t kMixCount = sizeof(kMixes) / sizeof(kMixes[0]);

// Shapes that have been the fastest for one mix or another. The CPU path, which only tries the code, needs one.
std::vector<rt::StreamKernel> Candidates(int reads, int writes, bool is_cpu) {
  if (is_cpu) return {{reads, writes, 2, false}};
  std::vector<rt::StreamKernel> candidates;
  for (int vectors : {1, 2, 4, 8}) {
    for (bool evict_first : {false, true}) candidates.push_back({reads, writes, vectors, evict_first});
  }
  return candidates;
}

// Share of the bytes of a case that lie in the upper mix, where the lower one has the rest.
double UpperWeight(double share, double lower, double upper) {
  return upper > lower ? (share - lower) / (upper - lower) : 0;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Ceilings>> Ceilings::Create(const rt::Measurement& measurement,
                                                           const Footprint& footprint) {
  std::unique_ptr<Ceilings> ceilings(new Ceilings(measurement, footprint));
  SINTER_RETURN_IF_ERROR(ceilings->AllocatePool());
  SINTER_RETURN_IF_ERROR(ceilings->AddDriverCopy());
  SINTER_RETURN_IF_ERROR(ceilings->AddBest(1, 1));
  // A share this near to a mix is that mix: vectors that are broadcast and results of one a row weigh next to nothing.
  constexpr double kNear = 0.005;
  const double share = footprint.read_share();
  for (size_t i = 0; i < kMixCount; ++i) {
    const bool is_near = std::abs(share - kMixes[i].read_share()) <= kNear;
    if (!is_near &&
        !(i + 1 < kMixCount && share > kMixes[i].read_share() + kNear && share < kMixes[i + 1].read_share() - kNear)) {
      continue;
    }
    const auto number_of = [&](const Mix& mix) -> absl::StatusOr<size_t> {
      if (mix.reads == 1 && mix.writes == 1) return size_t{1};
      SINTER_RETURN_IF_ERROR(ceilings->AddBest(mix.reads, mix.writes));
      return ceilings->count() - 1;
    };
    SINTER_ASSIGN_OR_RETURN(ceilings->lower_, number_of(kMixes[i]));
    ceilings->upper_ = ceilings->lower_;
    if (!is_near) {
      SINTER_ASSIGN_OR_RETURN(ceilings->upper_, number_of(kMixes[i + 1]));
      ceilings->upper_weight_ = UpperWeight(share, kMixes[i].read_share(), kMixes[i + 1].read_share());
    }
    break;
  }
  return ceilings;
}

absl::Status Ceilings::AllocatePool() {
  // A large set begins on a page of the GPU's memory, as an array of its own does: a copy of 512 MiB and 8 KB, set after set, was found to take 3 % longer.
  constexpr uint64_t kPage = 2 << 20, kLarge = 64 << 20;
  const uint64_t unit = footprint_.bytes() >= kLarge ? kPage : 256;
  const uint64_t bytes = (footprint_.bytes() + unit - 1) / unit * unit * static_cast<uint64_t>(footprint_.sets);
  SINTER_ASSIGN_OR_RETURN(sources_, rt::DeviceMemory::Allocate(measurement_.backend, bytes));
  SINTER_ASSIGN_OR_RETURN(targets_, rt::DeviceMemory::Allocate(measurement_.backend, bytes));
  return measurement_.kernels->FillRandom(sources_.get(), rt::ElementType::kF32, bytes / 4, 77, measurement_.stream);
}

absl::StatusOr<rt::Replay> Ceilings::Record(const rt::StreamKernel& kernel) const {
  SINTER_RETURN_IF_ERROR(measurement_.kernels->Prepare({kernel}));
  return rt::Replay::Record(measurement_.backend, measurement_.stream, footprint_.executions,
                            [this, kernel](int64_t i) {
                              const uint64_t offset = sources_.bytes() / footprint_.sets * (i % footprint_.sets);
                              return measurement_.kernels->MoveStreams(kernel, sources_.at(offset), targets_.at(offset),
                                                                       footprint_.bytes(), measurement_.stream);
                            });
}

absl::Status Ceilings::AddDriverCopy() {
  SINTER_ASSIGN_OR_RETURN(
      rt::Replay replay,
      rt::Replay::Record(measurement_.backend, measurement_.stream, footprint_.executions, [this](int64_t i) {
        const uint64_t offset = sources_.bytes() / footprint_.sets * (i % footprint_.sets);
        return measurement_.backend->CopyOnDevice(targets_.at(offset), sources_.at(offset), footprint_.bytes() / 2,
                                                  measurement_.stream);
      }));
  replays_.push_back(std::move(replay));
  names_.push_back("driver's copy");
  return absl::OkStatus();
}

absl::Status Ceilings::AddBest(int reads, int writes) {
  constexpr int kTrials = 5;
  const std::vector<rt::StreamKernel> candidates = Candidates(reads, writes, measurement_.backend->is_cpu());
  SINTER_RETURN_IF_ERROR(measurement_.kernels->Prepare(candidates));
  double least = 0;
  rt::Replay best;
  std::string name;
  for (const rt::StreamKernel& candidate : candidates) {
    SINTER_ASSIGN_OR_RETURN(rt::Replay replay, Record(candidate));
    std::vector<double> times;
    for (int trial = 0; trial < kTrials; ++trial) {
      SINTER_ASSIGN_OR_RETURN(const double time, replay.Time(measurement_.stream, measurement_.timer));
      times.push_back(time);
    }
    const double median = rt::Median(std::move(times));
    if (!name.empty() && median >= least) continue;
    least = median;
    best = std::move(replay);
    name = candidate.Symbol();
  }
  replays_.push_back(std::move(best));
  names_.push_back(std::move(name));
  return absl::OkStatus();
}

absl::StatusOr<double> Ceilings::Time(size_t index) const {
  return replays_[index].Time(measurement_.stream, measurement_.timer);
}

double Ceilings::CopyMicroseconds(const std::vector<double>& times) const { return std::min(times[0], times[1]); }

double Ceilings::MixMicroseconds(const std::vector<double>& times) const {
  const auto time_of = [&](size_t number) { return number == 1 ? CopyMicroseconds(times) : times[number]; };
  return (1 - upper_weight_) * time_of(lower_) + upper_weight_ * time_of(upper_);
}

}  // namespace sinter::bench
