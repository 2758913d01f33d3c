// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device headers that emitted kernels include, embedded at build, so that a compile needs no file but the kernel's.
#ifndef SINTER_RUNTIME_JIT_EMBEDDED_HEADERS_H_
#define SINTER_RUNTIME_JIT_EMBEDDED_HEADERS_H_

#include "absl/types/span.h"

namespace sinter::rt {

struct EmbeddedHeader {
  const char* name;  // as a kernel includes it: "runtime/device/vector.cuh"
  const char* text;
};

// Every header of runtime/device, in the order of its CMakeLists.txt.
absl::Span<const EmbeddedHeader> EmbeddedHeaders();

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_JIT_EMBEDDED_HEADERS_H_
