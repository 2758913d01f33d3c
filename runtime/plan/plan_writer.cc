// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies, encodes and hands over to the container.
#include "runtime/plan/plan_writer.h"

#include "runtime/base/status_macros.h"
#include "runtime/plan/metadata_codec.h"
#include "runtime/plan/plan_verifier.h"

namespace sinter::rt {

absl::Status PlanWriter::Finish() {
  SINTER_RETURN_IF_ERROR(VerifyPlan(model_, container_.SectionSizes(), "plan to be written"));
  container_.SetMetadata(EncodeMetadata(model_));
  return absl::OkStatus();
}

absl::StatusOr<std::string> PlanWriter::ToBytes() {
  SINTER_RETURN_IF_ERROR(Finish());
  return container_.ToBytes();
}

absl::Status PlanWriter::ToFile(const std::string& path) {
  SINTER_RETURN_IF_ERROR(Finish());
  return container_.ToFile(path);
}

}  // namespace sinter::rt
