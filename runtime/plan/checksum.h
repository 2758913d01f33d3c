// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 64-bit checksum of a plan file's parts.
#ifndef SINTER_RUNTIME_PLAN_CHECKSUM_H_
#define SINTER_RUNTIME_PLAN_CHECKSUM_H_

#include <cstdint>

#include "absl/types/span.h"

namespace sinter::rt {

// XXH64 with seed 0. It guards against damage, not against forgery: a reader that must trust a plan verifies its
// signature before. Any single changed byte changes it.
uint64_t Checksum(absl::Span<const uint8_t> bytes);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_CHECKSUM_H_
