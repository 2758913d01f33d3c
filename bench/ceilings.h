// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the device's memory gives to hand-written kernels and to the driver's copy, for as many bytes as a case moves.
#ifndef SINTER_BENCH_CEILINGS_H_
#define SINTER_BENCH_CEILINGS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/measure/device_kernels.h"
#include "runtime/measure/device_memory.h"
#include "runtime/measure/measurement.h"
#include "runtime/measure/replay.h"
#include "runtime/measure/stream_timer.h"

namespace sinter::bench {

// How a case uses memory.
struct Footprint {
  uint64_t read_bytes = 0, written_bytes = 0;  // of one execution, each argument once
  int64_t sets = 1;                            // of buffers, which executions take in turn
  int64_t executions = 1;                      // of one replay; a multiple of `sets`
  uint64_t bytes() const { return read_bytes + written_bytes; }
  double read_share() const { return static_cast<double>(read_bytes) / static_cast<double>(bytes()); }
};

// The mixes of streams that are measured, by the share of what is read: a fill 0, 1 in and 2 out 1/3, a copy 1/2, 2 in
// and 1 out (a triad) 2/3, a read 1. A case's own mix lies at or between two of them, and its ceiling is what their
// times give by the bytes' weighted mean.
class Ceilings {
 public:
  // Tries a few kernels of each mix that the case needs, and keeps the fastest.
  static absl::StatusOr<std::unique_ptr<Ceilings>> Create(const rt::Measurement& measurement,
                                                          const Footprint& footprint);

  // What Time measures, by number: 0 is the driver's copy, 1 the best copy kernel, then the mixes beside the case's.
  size_t count() const { return replays_.size(); }
  const std::string& name(size_t index) const { return names_[index]; }
  // Microseconds of one execution.
  absl::StatusOr<double> Time(size_t index) const;

  // From one time for each number: of the better copy, and of the case's own mix.
  double CopyMicroseconds(const std::vector<double>& times) const;
  double MixMicroseconds(const std::vector<double>& times) const;

 private:
  Ceilings(const rt::Measurement& measurement, const Footprint& footprint)
      : measurement_(measurement), footprint_(footprint) {}
  absl::Status AllocatePool();
  absl::Status AddDriverCopy();
  absl::Status AddBest(int reads, int writes);
  absl::StatusOr<rt::Replay> Record(const rt::StreamKernel& kernel) const;

  rt::Measurement measurement_;
  Footprint footprint_;
  rt::DeviceMemory sources_, targets_;  // `sets` times the case's bytes, each
  std::vector<rt::Replay> replays_;
  std::vector<std::string> names_;
  // The mixes beside the case's, as numbers, and how much of the case's time is the upper one's.
  size_t lower_ = 1, upper_ = 1;
  double upper_weight_ = 0;
};

}  // namespace sinter::bench

#endif  // SINTER_BENCH_CEILINGS_H_
