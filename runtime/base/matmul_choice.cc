// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/matmul_choice.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace sinter::rt {

const char* MatmulChoiceKindName(MatmulChoiceKind kind) {
  switch (kind) {
    case MatmulChoiceKind::kEstimated:
      return "estimated";
    case MatmulChoiceKind::kMeasured:
      return "measured";
    case MatmulChoiceKind::kPinned:
      return "pinned";
  }
  return "invalid";
}

std::string DescribeChoice(const MatmulChoice& choice) {
  std::string text = MatmulChoiceKindName(choice.kind);
  if (choice.chosen.microseconds > 0) absl::StrAppend(&text, absl::StrFormat(": %.2f us", choice.chosen.microseconds));
  if (choice.rank > 0) absl::StrAppend(&text, ", number ", choice.rank, " of ", choice.offered, " offered");
  if (choice.estimate_microseconds > 0) {
    absl::StrAppend(&text, absl::StrFormat(", %.2f us by the library's first estimate", choice.estimate_microseconds));
  }
  if (!choice.reason.empty()) absl::StrAppend(&text, " (", choice.reason, ")");
  return text;
}

}  // namespace sinter::rt
