// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a plan's metadata means something: what a well-formed buffer can still get wrong.
#ifndef SINTER_RUNTIME_PLAN_PLAN_VERIFIER_H_
#define SINTER_RUNTIME_PLAN_PLAN_VERIFIER_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/plan/plan_model.h"

namespace sinter::rt {

// kInvalidArgument names what is wrong and where: "plan `m.sntr`: entry `main`, step 12 `softmax`: kernel index 9 is
// out of range, there are 7". `section_sizes` are the container's; `label` opens the message. After this, every index
// is in range and every expression can be evaluated; what depends on the values of symbols is checked when they are
// known.
absl::Status VerifyPlan(const PlanModel& model, absl::Span<const uint64_t> section_sizes, absl::string_view label);

// Whether a relative path stays below the folder it is resolved in: no leading slash, no empty, "." or ".." part.
bool IsConfinedPath(absl::string_view path);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_PLAN_VERIFIER_H_
