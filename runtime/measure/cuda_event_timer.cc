// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two CUDA events.
#include <utility>

#include "runtime/base/status_macros.h"
#include "runtime/cuda/cuda_status.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/driver.h"
#include "runtime/measure/stream_timer.h"

namespace sinter::rt {
namespace {

class CudaEventTimer : public StreamTimer {
 public:
  static absl::StatusOr<std::unique_ptr<StreamTimer>> Create(std::shared_ptr<const CudaDevice> device) {
    std::unique_ptr<CudaEventTimer> timer(new CudaEventTimer(std::move(device)));
    const ContextScope scope(*timer->device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    const CudaDriver& driver = timer->device_->driver();
    for (CUevent* event : {&timer->start_, &timer->stop_}) {
      SINTER_CUDA_RETURN_IF_ERROR(driver, cuEventCreate(event, CU_EVENT_DEFAULT));
    }
    return timer;
  }
  ~CudaEventTimer() override {
    const ContextScope scope(*device_);
    for (CUevent event : {start_, stop_}) {
      if (event != nullptr) device_->driver().cuEventDestroy_v2(event);
    }
  }

  absl::Status Start(StreamHandle stream) override { return Record(start_, stream); }
  absl::StatusOr<double> Stop(StreamHandle stream) override {
    SINTER_RETURN_IF_ERROR(Record(stop_, stream));
    const ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    float milliseconds = 0;
    SINTER_CUDA_RETURN_IF_ERROR(device_->driver(), cuEventSynchronize(stop_));
    SINTER_CUDA_RETURN_IF_ERROR(device_->driver(), cuEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds * 1e3;
  }

 private:
  explicit CudaEventTimer(std::shared_ptr<const CudaDevice> device) : device_(std::move(device)) {}
  absl::Status Record(CUevent event, StreamHandle stream) {
    const ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    SINTER_CUDA_RETURN_IF_ERROR(device_->driver(), cuEventRecord(event, static_cast<CUstream>(stream)));
    return absl::OkStatus();
  }

  std::shared_ptr<const CudaDevice> device_;
  CUevent start_ = nullptr, stop_ = nullptr;
};

}  // namespace

absl::StatusOr<std::unique_ptr<StreamTimer>> CreateCudaEventTimer() {
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const CudaDriver> driver, CudaDriver::Load());
  if (driver->cuEventCreate == nullptr || driver->cuEventRecord == nullptr || driver->cuEventSynchronize == nullptr ||
      driver->cuEventElapsedTime == nullptr || driver->cuEventDestroy_v2 == nullptr) {
    return absl::NotFoundError("the CUDA driver lacks a function of events");
  }
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const CudaDevice> device, CudaDevice::Open(std::move(driver), 0, nullptr));
  return CudaEventTimer::Create(std::move(device));
}

}  // namespace sinter::rt
