// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs another program to its end and keeps what it wrote.
#ifndef SINTER_RUNTIME_CPU_SUBPROCESS_H_
#define SINTER_RUNTIME_CPU_SUBPROCESS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace sinter::rt {

struct ProcessOptions {
  std::vector<std::string> arguments;    // the program (looked up in PATH where it has no slash) and its arguments
  std::vector<std::string> environment;  // "NAME=value" added to, or replacing in, this process's environment
  // ThreadSanitizer cannot start on kernels that randomise addresses widely; where the system lets it, the program
  // then runs without randomisation.
  bool fixed_addresses = false;
};

struct ProcessResult {
  int exit_code = 0;   // -1 where a signal ended it
  int signal = 0;      // 0 where it exited
  std::string output;  // stdout and stderr, as they came
  bool ok() const { return exit_code == 0 && signal == 0; }
};

// An error only where the program could not be started: kNotFound with its name, or what the system said.
absl::StatusOr<ProcessResult> RunProcess(const ProcessOptions& options);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_SUBPROCESS_H_
