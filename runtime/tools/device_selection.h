// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which device a tool runs on.
#ifndef SINTER_RUNTIME_TOOLS_DEVICE_SELECTION_H_
#define SINTER_RUNTIME_TOOLS_DEVICE_SELECTION_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/base/backend.h"
#include "runtime/cpu/cpu_backend.h"

namespace sinter::rt {

// kAuto: the GPU where a driver and a device are there, else the CPU path.
enum class DeviceChoice { kAuto, kCuda, kCpu };

struct Device {
  std::unique_ptr<Backend> backend;
  std::string reason;             // why kAuto chose it: one phrase; else empty
  CpuBackend* checked = nullptr;  // `backend`, where it runs or counts each kernel under a check
};

// `log` is called with one line for what the user should know (that oneDNN is absent, say). A machine error says why
// there is no GPU where one was asked for.
absl::StatusOr<Device> OpenDevice(DeviceChoice choice, std::function<void(absl::string_view)> log);

// The CPU path, whose launches run under `check`; what one finds is the launch's status, kInternal, or its traffic.
// `cache_folder`: where the check's program is kept, or empty.
Device OpenCheckedDevice(CpuCheck check, const std::string& cache_folder, std::function<void(absl::string_view)> log);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_DEVICE_SELECTION_H_
