// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan's metadata to and from FlatBuffers (plan.fbs).
#ifndef SINTER_RUNTIME_PLAN_METADATA_CODEC_H_
#define SINTER_RUNTIME_PLAN_METADATA_CODEC_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/plan/plan_model.h"

namespace sinter::rt {

// Equal models give equal bytes. Equal expressions and strings are written once.
std::string EncodeMetadata(const PlanModel& model);

// kDataLoss where the bytes are no well-formed buffer, kInvalidArgument where an enumeration has an unknown value or
// what they decode to is unreasonably large. `bytes` must be 8-byte aligned. What the model means is checked apart
// (plan_verifier.h).
absl::StatusOr<PlanModel> DecodeMetadata(absl::Span<const uint8_t> bytes);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_METADATA_CODEC_H_
