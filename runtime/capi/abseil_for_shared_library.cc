// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two small files of Abseil again, for the shared library. Debian builds Abseil's archives for executables, and the
// thread-local variables of these two have relocations that no shared library can hold. Where their definitions are
// here, the linker leaves those files in their archives; with archives made for shared libraries it does the same.
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/base/internal/sysinfo.h"
#include "absl/strings/internal/cordz_functions.h"

namespace absl {
ABSL_NAMESPACE_BEGIN

// What is asked of the system.
namespace base_internal {

// Only ever compared with itself: nothing here reads the CPU's cycle counter.
double NominalCPUFrequency() { return 1.0; }

int NumCPUs() {
  static const int count = std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
  return count;
}

pid_t GetTID() { return static_cast<pid_t>(syscall(SYS_gettid)); }

pid_t GetCachedTID() {
  static thread_local const pid_t id = GetTID();
  return id;
}

}  // namespace base_internal

// The sampling of cords, which is for profiles of Abseil itself: off.
namespace cord_internal {

ABSL_CONST_INIT thread_local int64_t cordz_next_sample = std::numeric_limits<int64_t>::max();

bool cordz_should_profile_slow() {
  cordz_next_sample = std::numeric_limits<int64_t>::max();
  return false;
}
void cordz_set_next_sample_for_testing(int64_t) {}
int32_t get_cordz_mean_interval() { return 0; }
void set_cordz_mean_interval(int32_t) {}

}  // namespace cord_internal

ABSL_NAMESPACE_END
}  // namespace absl
