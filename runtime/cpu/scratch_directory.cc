// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files in a temporary folder.
#include "runtime/cpu/scratch_directory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"

namespace sinter::rt {

absl::StatusOr<ScratchDirectory> ScratchDirectory::Make(const std::string& parent) {
  const char* temporary = getenv("TMPDIR");
  std::string path = !parent.empty() ? parent : temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
  path += "/sinter-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) {
    return absl::InternalError(absl::StrCat("cannot make a folder `", path, "`: ", strerror(errno)));
  }
  return ScratchDirectory(std::move(path));
}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept
    : path_(std::exchange(other.path_, std::string())), keep_(other.keep_) {}

ScratchDirectory& ScratchDirectory::operator=(ScratchDirectory&& other) noexcept {
  if (this != &other) {
    Remove();
    path_ = std::exchange(other.path_, std::string());
    keep_ = other.keep_;
  }
  return *this;
}

ScratchDirectory::~ScratchDirectory() { Remove(); }

void ScratchDirectory::Remove() {
  std::error_code ignored;
  if (!path_.empty() && !keep_) std::filesystem::remove_all(path_, ignored);
}

absl::Status ScratchDirectory::Write(absl::string_view relative_path, absl::string_view content) const {
  const std::string path = absl::StrCat(path_, "/", relative_path);
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  FILE* file = fopen(path.c_str(), "wb");
  if (file == nullptr) return absl::InternalError(absl::StrCat("cannot write `", path, "`: ", strerror(errno)));
  const size_t written = fwrite(content.data(), 1, content.size(), file);
  if (fclose(file) != 0 || written != content.size()) {
    return absl::InternalError(absl::StrCat("cannot write `", path, "`: ", strerror(errno)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ScratchDirectory::Read(absl::string_view relative_path) const {
  const std::string path = absl::StrCat(path_, "/", relative_path);
  FILE* file = fopen(path.c_str(), "rb");
  if (file == nullptr) return absl::NotFoundError(absl::StrCat("cannot read `", path, "`: ", strerror(errno)));
  std::string content;
  char buffer[65536];
  for (size_t count; (count = fread(buffer, 1, sizeof(buffer), file)) > 0;) content.append(buffer, count);
  const bool failed = ferror(file) != 0;
  fclose(file);
  if (failed) return absl::InternalError(absl::StrCat("cannot read `", path, "`"));
  return content;
}

}  // namespace sinter::rt
