// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the text that a compiler refused where its author can read it.
#ifndef SINTER_RUNTIME_JIT_FAILED_SOURCE_H_
#define SINTER_RUNTIME_JIT_FAILED_SOURCE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace sinter::rt {

// Writes `text` to a new folder of the temporary folder ($TMPDIR, else /tmp), under `file_name`. Gives what an error
// message should say of it: "source written to <path>", or why it could not be written.
std::string KeepFailedSource(absl::string_view text, absl::string_view file_name);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_JIT_FAILED_SOURCE_H_
