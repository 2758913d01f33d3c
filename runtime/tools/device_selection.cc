// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tries the GPU, then the CPU path.
#include "runtime/tools/device_selection.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cuda/cuda_backend.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {

absl::StatusOr<Device> OpenDevice(DeviceChoice choice, std::function<void(absl::string_view)> log) {
  Device device;
  if (choice != DeviceChoice::kCpu) {
    absl::StatusOr<std::unique_ptr<Backend>> cuda = CreateCudaBackend();
    if (cuda.ok()) {
      device.backend = *std::move(cuda);
      if (choice == DeviceChoice::kAuto) device.reason = "a driver and a device are there";
      return device;
    }
    const absl::StatusCode code = cuda.status().code();
    const bool is_absent = code == absl::StatusCode::kNotFound || code == absl::StatusCode::kUnavailable;
    // A GPU that is there but fails is an error: falling back would hide it.
    if (choice == DeviceChoice::kCuda || !is_absent) return MachineError(AddContext(cuda.status(), "device cuda"));
    device.reason = absl::StrCat("no GPU: ", cuda.status().message());
  }
  CpuBackendOptions options;
  options.log = std::move(log);
  device.backend = CreateCpuBackend(options);
  return device;
}

Device OpenCheckedDevice(CpuCheck check, const std::string& cache_folder, std::function<void(absl::string_view)> log) {
  CpuBackendOptions options;
  options.check = check;
  options.cache_folder = cache_folder;
  options.log = std::move(log);
  std::unique_ptr<CpuBackend> backend = CreateCpuBackend(options);
  Device device;
  device.checked = backend.get();
  device.backend = std::move(backend);
  return device;
}

}  // namespace sinter::rt
