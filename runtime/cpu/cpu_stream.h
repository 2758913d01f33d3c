// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one stream of the CPU path.
#ifndef SINTER_RUNTIME_CPU_CPU_STREAM_H_
#define SINTER_RUNTIME_CPU_CPU_STREAM_H_

#include "absl/status/status.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// Refuses all but the null stream: a GPU's stream comes with a GPU's pointers, and following those here would end the
// process, when the engine only missed that it fell back to the CPU path.
inline absl::Status CheckCpuStream(StreamHandle stream) {
  if (stream == nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError("the cpu backend has the null stream alone, but another was given");
}

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CPU_STREAM_H_
