// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing and comparing of targets.
#include "runtime/cuda/target.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace sinter::rt {

std::string TargetOf(ComputeCapability device) { return absl::StrCat("sm_", device.major, device.minor); }

bool DeviceRuns(ComputeCapability device, absl::string_view target) {
  const bool is_ptx = absl::ConsumePrefix(&target, "compute_");
  if (!is_ptx && !absl::ConsumePrefix(&target, "sm_")) return false;
  const bool exact = absl::ConsumeSuffix(&target, "a");
  const bool family = !exact && absl::ConsumeSuffix(&target, "f");
  int number = 0;
  if (target.find_first_not_of("0123456789") != absl::string_view::npos || !absl::SimpleAtoi(target, &number)) {
    return false;
  }
  const int major = number / 10, minor = number % 10;
  if (exact) return major == device.major && minor == device.minor;
  if (is_ptx && !family) return number <= 10 * device.major + device.minor;
  return major == device.major && minor <= device.minor;
}

}  // namespace sinter::rt
