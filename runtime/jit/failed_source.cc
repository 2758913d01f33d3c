// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing of refused kernel texts.
#include "runtime/jit/failed_source.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace sinter::rt {

std::string KeepFailedSource(absl::string_view text, absl::string_view file_name) {
  const char* temporary = std::getenv("TMPDIR");
  std::string folder =
      absl::StrCat(temporary != nullptr && *temporary != '\0' ? temporary : "/tmp", "/sinter-failed-XXXXXX");
  if (mkdtemp(folder.data()) == nullptr) {
    return absl::StrCat("source not written: cannot make folder ", folder, ": ", std::strerror(errno));
  }
  const std::string path = absl::StrCat(folder, "/", file_name);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr) written = std::fclose(file) == 0 && written;
  return written ? absl::StrCat("source written to ", path) : absl::StrCat("source not written: cannot write ", path);
}

}  // namespace sinter::rt
