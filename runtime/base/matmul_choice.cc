// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/matmul_choice.h"

#include <cstdio>

#include "absl/strings/str_cat.h"

namespace sinter::rt {
namespace {

// "12.71 us". Not by absl::StrFormat, which the shared library does not carry.
std::string TimeText(double microseconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f us", microseconds);
  return text;
}

}  // namespace

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
  if (choice.chosen.microseconds > 0) absl::StrAppend(&text, ": ", TimeText(choice.chosen.microseconds));
  if (choice.rank > 0) absl::StrAppend(&text, ", number ", choice.rank, " of ", choice.offered, " offered");
  if (choice.estimate_microseconds > 0) {
    absl::StrAppend(&text, ", ", TimeText(choice.estimate_microseconds), " by the library's first estimate");
  }
  if (!choice.reason.empty()) absl::StrAppend(&text, " (", choice.reason, ")");
  return text;
}

}  // namespace sinter::rt
