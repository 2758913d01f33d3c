// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets of the CPU path: plain code, or code for one of the checks.
#ifndef SINTER_RUNTIME_CPU_CPU_TARGET_H_
#define SINTER_RUNTIME_CPU_CPU_TARGET_H_

#include <cstdint>
#include <string>

namespace sinter::rt {

// What is watched while kernels run. A launch checked for memory or races runs in a process of its own, compiled with a
// sanitizer.
enum class CpuCheck : uint8_t {
  kNone,
  kMemory,   // accesses outside tensors and shared arrays, misaligned vector accesses (AddressSanitizer)
  kRaces,    // accesses that no barrier orders (ThreadSanitizer)
  kTraffic,  // bytes that loads and stores move, of each launch
};

// "cpu-x86_64", "cpu-x86_64+memory", "cpu-aarch64+races", "cpu-x86_64+traffic": what images are made for.
std::string CpuTarget(CpuCheck check);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CPU_TARGET_H_
