// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exit codes of the tools, carried by the status that ends one.
#ifndef SINTER_RUNTIME_TOOLS_TOOL_STATUS_H_
#define SINTER_RUNTIME_TOOLS_TOOL_STATUS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace sinter::rt {

enum ExitCode : int {
  kExitGood = 0,
  kExitUserError = 1,     // what the user gave is wrong: options, files, values out of tolerance
  kExitMachineError = 2,  // what the machine lacks: a library, a compiler, a device, memory, room to write
};

// `status`, to end the tool by the given code whatever the status' own code; an OK status stays as it is.
absl::Status UserError(absl::Status status);
absl::Status MachineError(absl::Status status);

// The code that UserError or MachineError gave; without one, kInternal, kUnavailable, kResourceExhausted and
// kUnimplemented are the machine's, all others the user's.
ExitCode ExitCodeOf(const absl::Status& status);

// `status` with "WHERE: " before its message; the exit code stays.
absl::Status AddContext(const absl::Status& status, absl::string_view where);

// Prints "TOOL: error: MESSAGE" on stderr where the status is not OK. Gives its exit code.
int ReportStatus(const std::string& tool, const absl::Status& status);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_TOOL_STATUS_H_
