// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exit code travels as a payload of the status.
#include "runtime/tools/tool_status.h"

#include <cstdio>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"

namespace sinter::rt {
namespace {

constexpr char kExitPayload[] = "sinter/exit-code";

absl::Status WithExitCode(absl::Status status, const char* code) {
  if (!status.ok()) status.SetPayload(kExitPayload, absl::Cord(code));
  return status;
}

}  // namespace

absl::Status UserError(absl::Status status) { return WithExitCode(std::move(status), "1"); }
absl::Status MachineError(absl::Status status) { return WithExitCode(std::move(status), "2"); }

ExitCode ExitCodeOf(const absl::Status& status) {
  if (status.ok()) return kExitGood;
  if (const absl::optional<absl::Cord> code = status.GetPayload(kExitPayload)) {
    return *code == "2" ? kExitMachineError : kExitUserError;
  }
  switch (status.code()) {
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnimplemented:
      return kExitMachineError;
    default:
      return kExitUserError;
  }
}

absl::Status AddContext(const absl::Status& status, absl::string_view where) {
  if (status.ok()) return status;
  absl::Status result(status.code(), absl::StrCat(where, ": ", status.message()));
  status.ForEachPayload(
      [&result](absl::string_view type, const absl::Cord& payload) { result.SetPayload(type, payload); });
  return result;
}

int ReportStatus(const std::string& tool, const absl::Status& status) {
  if (!status.ok()) std::fprintf(stderr, "%s: error: %s\n", tool.c_str(), std::string(status.message()).c_str());
  return ExitCodeOf(status);
}

}  // namespace sinter::rt
