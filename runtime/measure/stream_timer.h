// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the work between two points of a stream took.
#ifndef SINTER_RUNTIME_MEASURE_STREAM_TIMER_H_
#define SINTER_RUNTIME_MEASURE_STREAM_TIMER_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// One interval at a time.
class StreamTimer {
 public:
  virtual ~StreamTimer() = default;
  // Marks the point that the stream has reached when all that was enqueued so far has run.
  virtual absl::Status Start(StreamHandle stream) = 0;
  // Waits for what was enqueued since; microseconds between the two points.
  virtual absl::StatusOr<double> Stop(StreamHandle stream) = 0;
};

// By the host's clock, with a wait at either end: for a backend whose calls run to their end.
std::unique_ptr<StreamTimer> CreateHostTimer(Backend* backend);
// By CUDA events in the primary context of device 0, where CreateCudaBackend's streams live by default. kNotFound where
// the driver lacks them or this build was made without CUDA's headers.
absl::StatusOr<std::unique_ptr<StreamTimer>> CreateCudaEventTimer();

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_MEASURE_STREAM_TIMER_H_
