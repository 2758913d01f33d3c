// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of embedded sources, filled by cmake/EmbedText.cmake.
#include "runtime/cpu/embedded_sources.h"

namespace sinter::rt {
namespace {

constexpr EmbeddedSource kSources[] = {
#include "runtime/cpu/embedded_sources.inc"
};

}  // namespace

absl::Span<const EmbeddedSource> EmbeddedCpuSources() { return kSources; }

}  // namespace sinter::rt
