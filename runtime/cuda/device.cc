// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices and contexts.
#include "runtime/cuda/device.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/cuda/cuda_status.h"

namespace sinter::rt {

absl::StatusOr<std::shared_ptr<const CudaDevice>> CudaDevice::Open(std::shared_ptr<const CudaDriver> driver,
                                                                   int ordinal, CUcontext caller_context) {
  std::shared_ptr<CudaDevice> device(new CudaDevice(std::move(driver)));
  if (caller_context != nullptr) {
    device->context_ = caller_context;
    ContextScope scope(*device);
    SINTER_RETURN_IF_ERROR(scope.status());
    SINTER_CUDA_RETURN_IF_ERROR(device->driver(), cuCtxGetDevice(&device->device_));
  } else {
    SINTER_RETURN_IF_ERROR(device->RetainPrimaryContext(ordinal));
  }
  SINTER_RETURN_IF_ERROR(device->ReadProperties());
  return std::shared_ptr<const CudaDevice>(std::move(device));
}

CudaDevice::~CudaDevice() {
  if (owns_primary_) driver_->cuDevicePrimaryCtxRelease_v2(device_);
}

absl::Status CudaDevice::RetainPrimaryContext(int ordinal) {
  int count = 0;
  SINTER_CUDA_RETURN_IF_ERROR(*driver_, cuDeviceGetCount(&count));
  if (count == 0) return absl::UnavailableError("the driver finds no CUDA device");
  if (ordinal < 0 || ordinal >= count) {
    return absl::InvalidArgumentError(absl::StrCat("expected a CUDA device below ", count, ", but got ", ordinal));
  }
  SINTER_CUDA_RETURN_IF_ERROR(*driver_, cuDeviceGet(&device_, ordinal));
  SINTER_CUDA_RETURN_IF_ERROR(*driver_, cuDevicePrimaryCtxRetain(&context_, device_));
  owns_primary_ = true;
  return absl::OkStatus();
}

absl::Status CudaDevice::ReadProperties() {
  char name[256] = {};
  SINTER_CUDA_RETURN_IF_ERROR(*driver_, cuDeviceGetName(name, sizeof(name) - 1, device_));
  name_ = name;
  SINTER_CUDA_RETURN_IF_ERROR(
      *driver_, cuDeviceGetAttribute(&capability_.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device_));
  SINTER_CUDA_RETURN_IF_ERROR(
      *driver_, cuDeviceGetAttribute(&capability_.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device_));
  SINTER_CUDA_RETURN_IF_ERROR(
      *driver_,
      cuDeviceGetAttribute(&max_shared_bytes_, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device_));
  SINTER_CUDA_RETURN_IF_ERROR(*driver_,
                              cuDeviceGetAttribute(&cache_bytes_, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device_));
  return absl::OkStatus();
}

ContextScope::ContextScope(const CudaDevice& device) : driver_(device.driver()) {
  CUcontext current = nullptr;
  if (driver_.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == device.context()) return;
  status_ = CudaStatus(driver_, driver_.cuCtxPushCurrent_v2(device.context()), "cuCtxPushCurrent_v2");
  pushed_ = status_.ok();
}

ContextScope::~ContextScope() {
  CUcontext popped = nullptr;
  if (pushed_) driver_.cuCtxPopCurrent_v2(&popped);
}

}  // namespace sinter::rt
