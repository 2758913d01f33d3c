// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the file system, with the process' own rights.
#include "runtime/tools/writable_path.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

namespace fs = std::filesystem;

absl::Status CannotWrite(const std::string& path, const std::string& reason) {
  return absl::UnavailableError(absl::StrCat("cannot write `", path, "`: ", reason));
}

// `folder` is to hold what is made at `path`.
absl::Status CheckHolds(const std::string& path, const fs::path& folder) {
  std::error_code error;
  const bool is_folder = fs::is_directory(folder, error);
  if (error) return CannotWrite(path, absl::StrCat("`", folder.string(), "`: ", error.message()));
  if (!is_folder) return CannotWrite(path, absl::StrCat("`", folder.string(), "` is no folder"));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return CannotWrite(path, absl::StrCat("folder `", folder.string(), "`: ", std::strerror(errno)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckFileIsWritable(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::directory) return CannotWrite(path, "it is a folder");
  if (status.type() == fs::file_type::not_found) {
    const fs::path folder = fs::path(path).parent_path();
    return CheckHolds(path, folder.empty() ? fs::path(".") : folder);
  }
  if (error) return CannotWrite(path, error.message());
  if (::access(path.c_str(), W_OK) != 0) return CannotWrite(path, std::strerror(errno));
  return absl::OkStatus();
}

absl::Status CheckFolderIsWritable(const std::string& path) {
  std::error_code error;
  // The nearest that is there; what is missing below is made when it is needed.
  fs::path folder = fs::absolute(path, error);
  if (error) return CannotWrite(path, error.message());
  while (fs::status(folder, error).type() == fs::file_type::not_found && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return CheckHolds(path, folder);
}

absl::Status WriteWholeFile(const std::string& path, absl::string_view bytes) {
  const auto cannot_write = [&path] {
    return MachineError(absl::InternalError(absl::StrCat("cannot write ", path, ": ", std::strerror(errno))));
  };
  const bool is_direct = path.rfind("/dev/", 0) == 0;
  const std::string partial = is_direct ? path : absl::StrCat(path, ".", ::getpid(), ".partial");
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  if (file == nullptr) return cannot_write();
  bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  is_written &= std::fclose(file) == 0;
  if (is_written && (is_direct || std::rename(partial.c_str(), path.c_str()) == 0)) return absl::OkStatus();
  absl::Status status = cannot_write();
  if (!is_direct) std::remove(partial.c_str());
  return status;
}

}  // namespace sinter::rt
