// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a path stays below a folder once links are followed, for names of files that come from a graph or a plan.
#ifndef SINTER_RUNTIME_BASE_CONFINED_PATH_H_
#define SINTER_RUNTIME_BASE_CONFINED_PATH_H_

#include <string>

#include "absl/status/statusor.h"

namespace sinter::rt {

// `path`, which is there, as seen from `folder`, all links followed: "a/b"; "." where they are one. kNotFound where one
// of them is not there, kPermissionDenied where the path is not below the folder.
absl::StatusOr<std::string> RelativeBelow(const std::string& folder, const std::string& path);

// Where the file that `folder` calls `file` really lies, as an absolute path without links. Errors as above.
absl::StatusOr<std::string> ResolveBelow(const std::string& folder, const std::string& file);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_BASE_CONFINED_PATH_H_
