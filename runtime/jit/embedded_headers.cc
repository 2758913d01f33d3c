// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of embedded device headers, filled by cmake/EmbedText.cmake.
#include "runtime/jit/embedded_headers.h"

namespace sinter::rt {
namespace {

// The last element only keeps the array from being empty.
constexpr EmbeddedHeader kHeaders[] = {
#include "runtime/jit/embedded_headers.inc"
    {nullptr, nullptr}};

}  // namespace

absl::Span<const EmbeddedHeader> EmbeddedHeaders() {
  return absl::MakeConstSpan(kHeaders, sizeof(kHeaders) / sizeof(kHeaders[0]) - 1);
}

}  // namespace sinter::rt
