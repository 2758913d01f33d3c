// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory and copies through the driver.
#include "runtime/cuda/buffer.h"

#include "absl/strings/str_cat.h"
#include "runtime/cuda/cuda_status.h"

namespace sinter::rt {
namespace {

CUdeviceptr Address(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

}  // namespace

absl::StatusOr<void*> AllocateDeviceMemory(const CudaDevice& device, size_t bytes) {
  if (bytes == 0) return nullptr;
  CUdeviceptr address = 0;
  const CUresult result = device.driver().cuMemAlloc_v2(&address, bytes);
  if (result != CUDA_SUCCESS) {
    return CudaStatus(device.driver(), result, absl::StrCat("cuMemAlloc_v2 of ", bytes, " bytes"));
  }
  return reinterpret_cast<void*>(address);
}

void FreeDeviceMemory(const CudaDevice& device, void* pointer) {
  if (pointer != nullptr) device.driver().cuMemFree_v2(Address(pointer));
}

absl::Status CopyHostToDevice(const CudaDevice& device, void* destination, const void* source, size_t bytes,
                              CUstream stream) {
  if (bytes == 0) return absl::OkStatus();
  SINTER_CUDA_RETURN_IF_ERROR(device.driver(), cuMemcpyHtoDAsync_v2(Address(destination), source, bytes, stream));
  return absl::OkStatus();
}

absl::Status CopyDeviceToHost(const CudaDevice& device, void* destination, const void* source, size_t bytes,
                              CUstream stream) {
  if (bytes == 0) return absl::OkStatus();
  SINTER_CUDA_RETURN_IF_ERROR(device.driver(), cuMemcpyDtoHAsync_v2(destination, Address(source), bytes, stream));
  return absl::OkStatus();
}

absl::Status CopyDeviceToDevice(const CudaDevice& device, void* destination, const void* source, size_t bytes,
                                CUstream stream) {
  if (bytes == 0) return absl::OkStatus();
  SINTER_CUDA_RETURN_IF_ERROR(device.driver(),
                              cuMemcpyDtoDAsync_v2(Address(destination), Address(source), bytes, stream));
  return absl::OkStatus();
}

}  // namespace sinter::rt
