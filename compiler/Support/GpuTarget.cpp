// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPUs that are known, by compute capability.

#include "compiler/Support/GpuTarget.h"

#include <algorithm>
#include <cstdlib>

namespace sinter {
namespace {

struct KnownGpu {
  int capability; // 10 * major + minor
  GpuTarget target;
};

constexpr int64_t kib = 1024;

// Rising. Shared memory is the most that a block can opt in to: what a processor has, less the 1 KiB that CUDA keeps of
// it.
const KnownGpu knownGpus[] = {
    {75, {40, 1024, 1024, 64 * kib, 65536, 16, 16 * kib, false}},   // T4
    {80, {108, 2048, 1024, 163 * kib, 65536, 16, 16 * kib, false}}, // A100
    {86, {84, 1536, 1024, 99 * kib, 65536, 16, 16 * kib, false}},   // A40
    {87, {16, 1536, 1024, 163 * kib, 65536, 16, 16 * kib, false}},  // Jetson AGX Orin
    {89, {142, 1536, 1024, 99 * kib, 65536, 16, 16 * kib, false}},  // L40S
    {90, {132, 2048, 1024, 227 * kib, 65536, 16, 48 * kib, true}},  // H200
    {100, {148, 2048, 1024, 227 * kib, 65536, 16, 64 * kib, true}}, // B200
    {120, {188, 1536, 1024, 99 * kib, 65536, 16, 16 * kib, true}},  // RTX PRO 6000
};

/// 90 of "sm_90a"; 0 where `name` is none of a GPU.
int capabilityOf(const std::string &name) {
  for (const char *prefix : {"sm_", "compute_"})
    if (name.rfind(prefix, 0) == 0)
      return std::atoi(name.c_str() + std::string(prefix).size());
  return 0;
}

} // namespace

std::optional<GpuTarget> findGpuTarget(const std::string &name) {
  if (name == "cpu" || name.rfind("cpu-", 0) == 0)
    return GpuTarget();
  int capability = capabilityOf(name);
  std::optional<GpuTarget> found;
  for (const KnownGpu &known : knownGpus)
    if (known.capability <= capability)
      found = known.target;
  return found;
}

GpuTarget limitGpuTarget(GpuTarget target, const GpuTarget &other) {
  target.processorThreads = std::min(target.processorThreads, other.processorThreads);
  target.threads = std::min(target.threads, other.threads);
  target.sharedBytes = std::min(target.sharedBytes, other.sharedBytes);
  target.registers = std::min(target.registers, other.registers);
  target.vectorBytes = std::min(target.vectorBytes, other.vectorBytes);
  target.clusters &= other.clusters;
  return target;
}

GpuTarget combineGpuTargets(const std::vector<std::string> &targets) {
  std::optional<GpuTarget> combined;
  for (const std::string &name : targets) {
    std::optional<GpuTarget> target = findGpuTarget(name);
    if (!target)
      continue;
    combined = combined ? limitGpuTarget(*combined, *target) : *target;
  }
  return combined.value_or(GpuTarget());
}

} // namespace sinter
