// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder for the files of one compile or check, removed at its end unless somebody is to look into it.
#ifndef SINTER_RUNTIME_CPU_SCRATCH_DIRECTORY_H_
#define SINTER_RUNTIME_CPU_SCRATCH_DIRECTORY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace sinter::rt {

// Move-only owner.
class ScratchDirectory {
 public:
  // Makes a new folder in `parent`; empty: in $TMPDIR, else /tmp.
  static absl::StatusOr<ScratchDirectory> Make(const std::string& parent);

  ScratchDirectory(ScratchDirectory&& other) noexcept;
  ScratchDirectory& operator=(ScratchDirectory&& other) noexcept;
  ~ScratchDirectory();

  const std::string& path() const { return path_; }
  void Keep() { keep_ = true; }

  // Writes a file at a path inside the folder, whose folders are made as needed.
  absl::Status Write(absl::string_view relative_path, absl::string_view content) const;
  absl::StatusOr<std::string> Read(absl::string_view relative_path) const;

 private:
  explicit ScratchDirectory(std::string path) : path_(std::move(path)) {}
  void Remove();

  std::string path_;
  bool keep_ = false;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_SCRATCH_DIRECTORY_H_
