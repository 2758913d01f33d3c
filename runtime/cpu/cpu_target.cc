// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the CPU path's targets.
#include "runtime/cpu/cpu_target.h"

namespace sinter::rt {

std::string CpuTarget(CpuCheck check) {
#if defined(__x86_64__)
  std::string target = "cpu-x86_64";
#else
  std::string target = "cpu-aarch64";
#endif
  if (check == CpuCheck::kMemory) target += "+memory";
  if (check == CpuCheck::kRaces) target += "+races";
  if (check == CpuCheck::kTraffic) target += "+traffic";
  return target;
}

}  // namespace sinter::rt
