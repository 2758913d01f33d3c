// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening and closing, in the order that the parts need.
#include "runtime/measure/measurement.h"

#include <utility>

#include "runtime/base/status_macros.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {

absl::StatusOr<std::unique_ptr<MeasuredDevice>> MeasuredDevice::Open(DeviceChoice choice, const CacheOptions& cache) {
  SINTER_ASSIGN_OR_RETURN(Device device, OpenDevice(choice, {}));
  std::unique_ptr<MeasuredDevice> measured(new MeasuredDevice());
  measured->backend_ = std::move(device.backend);
  if (measured->backend_->is_cpu()) {
    measured->timer_ = CreateHostTimer(measured->backend_.get());
  } else {
    absl::StatusOr<std::unique_ptr<StreamTimer>> timer = CreateCudaEventTimer();
    if (!timer.ok()) return MachineError(timer.status());
    measured->timer_ = *std::move(timer);
  }
  measured->kernels_ = std::make_unique<DeviceKernels>(measured->backend_.get(), cache);
  SINTER_ASSIGN_OR_RETURN(measured->measurement_.stream, measured->backend_->CreateStream());
  measured->measurement_.backend = measured->backend_.get();
  measured->measurement_.timer = measured->timer_.get();
  measured->measurement_.kernels = measured->kernels_.get();
  return measured;
}

MeasuredDevice::~MeasuredDevice() {
  kernels_.reset();
  timer_.reset();
  if (measurement_.backend != nullptr) backend_->DestroyStream(measurement_.stream);
}

}  // namespace sinter::rt
