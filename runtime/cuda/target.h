// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of targets, and which of them a device runs. Plain data: needs no driver.
#ifndef SINTER_RUNTIME_CUDA_TARGET_H_
#define SINTER_RUNTIME_CUDA_TARGET_H_

#include <string>

#include "absl/strings/string_view.h"

namespace sinter::rt {

struct ComputeCapability {
  int major = 0;
  int minor = 0;
};

// "sm_90" for 9.0.
std::string TargetOf(ComputeCapability device);

// Whether a device runs an image of `target`:
//   sm_XY      the same major version, minor at least Y
//   sm_XYa     that very capability ("a": architecture-specific instructions)
//   sm_XYf     the same family: the same major version, minor at least Y
//   compute_XY PTX, on XY and all newer ones (the driver compiles it); with "a" or "f" as above
// False for any other text.
bool DeviceRuns(ComputeCapability device, absl::string_view target);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_TARGET_H_
