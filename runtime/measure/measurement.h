// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where and how times are measured: a device, a stream on it, a clock and the harness's own kernels.
#ifndef SINTER_RUNTIME_MEASURE_MEASUREMENT_H_
#define SINTER_RUNTIME_MEASURE_MEASUREMENT_H_

#include <memory>

#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/measure/device_kernels.h"
#include "runtime/measure/stream_timer.h"
#include "runtime/tools/device_selection.h"
#include "runtime/tools/kernel_compilers.h"

namespace sinter::rt {

// Nothing is owned.
struct Measurement {
  Backend* backend = nullptr;
  StreamHandle stream = nullptr;
  StreamTimer* timer = nullptr;
  DeviceKernels* kernels = nullptr;
};

// Owns what a Measurement refers to.
class MeasuredDevice {
 public:
  // On the CPU path, whose calls run to their end, the host's clock; on a GPU CUDA's events. A machine error says what
  // is missing; kNotFound or kUnavailable where there is no such device. `cache`: of the harness's kernels.
  static absl::StatusOr<std::unique_ptr<MeasuredDevice>> Open(DeviceChoice choice, const CacheOptions& cache);
  ~MeasuredDevice();
  MeasuredDevice(const MeasuredDevice&) = delete;
  MeasuredDevice& operator=(const MeasuredDevice&) = delete;

  const Measurement& measurement() const { return measurement_; }
  Backend* backend() const { return backend_.get(); }

 private:
  MeasuredDevice() = default;

  std::unique_ptr<Backend> backend_;
  std::unique_ptr<StreamTimer> timer_;
  std::unique_ptr<DeviceKernels> kernels_;
  Measurement measurement_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_MEASURE_MEASUREMENT_H_
