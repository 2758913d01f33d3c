// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets of the CPU path: plain code, or code for one of the two checks.
#ifndef SINTER_RUNTIME_CPU_CPU_TARGET_H_
#define SINTER_RUNTIME_CPU_CPU_TARGET_H_

#include <cstdint>
#include <string>

namespace sinter::rt {

// What is watched while kernels run. A checked launch runs in a process of its own, compiled with a sanitizer.
enum class CpuCheck : uint8_t {
  kNone,
  kMemory,  // accesses outside tensors and shared arrays, misaligned vector accesses (AddressSanitizer)
  kRaces,   // accesses that no barrier orders (ThreadSanitizer)
};

// "cpu-x86_64", "cpu-x86_64+memory", "cpu-aarch64+races": what images are made for.
std::string CpuTarget(CpuCheck check);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CPU_TARGET_H_
