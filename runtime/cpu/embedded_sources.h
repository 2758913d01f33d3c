// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sources that the host compiler needs beside the device headers, embedded at build: the SIMT shim for kernels, and
// the SIMT runtime with a main program for checks.
#ifndef SINTER_RUNTIME_CPU_EMBEDDED_SOURCES_H_
#define SINTER_RUNTIME_CPU_EMBEDDED_SOURCES_H_

#include "absl/types/span.h"

namespace sinter::rt {

struct EmbeddedSource {
  const char* name;  // its path in the tree: "runtime/cpu/simt_shim.h"
  const char* text;
};

absl::Span<const EmbeddedSource> EmbeddedCpuSources();

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_EMBEDDED_SOURCES_H_
