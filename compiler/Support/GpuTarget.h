// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one GPU offers to a schedule, as plain data. The defaults are an H200's.

#ifndef SINTER_COMPILER_SUPPORT_GPUTARGET_H
#define SINTER_COMPILER_SUPPORT_GPUTARGET_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sinter {

struct GpuTarget {
  int64_t processors = 132;
  /// Threads that a processor has at a time.
  int64_t processorThreads = 2048;
  /// Threads a block may have.
  int64_t threads = 1024;
  /// Bytes of shared memory that a block may have, with the opt-in that CUDA asks for above 48 KiB.
  int64_t sharedBytes = 232448;
  /// 32-bit registers of a processor, shared by the blocks on it.
  int64_t registers = 65536;
  /// Bytes that one thread loads or stores at once.
  int64_t vectorBytes = 16;
  /// Bytes that a processor must have asked for to keep the memory busy.
  int64_t bytesInFlight = 49152;
  /// Whether blocks can form clusters that reach each other's shared memory.
  bool clusters = true;
};

/// The GPU that "sm_90", "sm_90a" or "compute_90" stands for: the largest one of that compute capability that is common
/// in servers, or of the nearest lower one that is known. The CPU path ("cpu", "cpu-x86_64") has the H200's, so that it
/// runs the kernels that a GPU would. Nothing for other names.
std::optional<GpuTarget> findGpuTarget(const std::string &name);

/// `target` within what `other` allows: its limits (threads, of a block and of a processor, shared memory, registers, width of an access, clusters)
/// are the lesser ones.
GpuTarget limitGpuTarget(GpuTarget target, const GpuTarget &other);

/// The description that schedules a text which has to serve all of `targets`: the limits are those that each of them keeps, else the
/// text would not run on one; what only makes it fast (processors, bytes in flight) is the first one's, for whom it is tuned. Unknown names are passed
/// over; with none known it is the H200's.
GpuTarget combineGpuTargets(const std::vector<std::string> &targets);

} // namespace sinter

#endif // SINTER_COMPILER_SUPPORT_GPUTARGET_H
