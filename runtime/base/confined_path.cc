// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Confinement of paths, judged by what the file system says they are.
#include "runtime/base/confined_path.h"

#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

namespace fs = std::filesystem;

struct Resolved {
  fs::path path, relative;
};

// `name` is how messages call the path.
absl::StatusOr<Resolved> Resolve(const std::string& folder, const fs::path& path, const std::string& name) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return absl::NotFoundError(absl::StrCat("folder `", folder, "`: ", error.message()));
  Resolved resolved;
  resolved.path = fs::canonical(path, error);
  if (error) return absl::NotFoundError(absl::StrCat("file `", path.string(), "`: ", error.message()));
  resolved.relative = resolved.path.lexically_relative(root);
  if (resolved.relative.empty() || *resolved.relative.begin() == "..") {
    return absl::PermissionDeniedError(
        absl::StrCat("file `", name, "` leads to `", resolved.path.string(), "`, outside `", root.string(), "`"));
  }
  return resolved;
}

}  // namespace

absl::StatusOr<std::string> RelativeBelow(const std::string& folder, const std::string& path) {
  SINTER_ASSIGN_OR_RETURN(const Resolved resolved, Resolve(folder, path, path));
  return resolved.relative.generic_string();
}

absl::StatusOr<std::string> ResolveBelow(const std::string& folder, const std::string& file) {
  SINTER_ASSIGN_OR_RETURN(const Resolved resolved, Resolve(folder, fs::path(folder) / file, file));
  return resolved.path.string();
}

}  // namespace sinter::rt
