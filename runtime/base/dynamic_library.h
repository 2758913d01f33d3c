// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library opened at run time, so that a binary starts without it and says by name what is missing.
#ifndef SINTER_RUNTIME_BASE_DYNAMIC_LIBRARY_H_
#define SINTER_RUNTIME_BASE_DYNAMIC_LIBRARY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace sinter::rt {

struct DynamicLibraryOptions {
  std::string name;                     // in messages: "NVRTC"
  std::string environment_override;     // a variable that holds the only path to try where it is set and not empty
  std::vector<std::string> candidates;  // file names or paths, tried in order by the loader's own rules
  std::vector<std::string> folders;     // then each candidate that is a bare name, in each of these
};

// Move-only owner of a dlopen handle.
class DynamicLibrary {
 public:
  // kNotFound with the library's name, every place that was tried and the loader's own reasons.
  static absl::StatusOr<DynamicLibrary> Open(const DynamicLibraryOptions& options);

  DynamicLibrary() = default;
  DynamicLibrary(DynamicLibrary&& other) noexcept;
  DynamicLibrary& operator=(DynamicLibrary&& other) noexcept;
  ~DynamicLibrary();

  // Whether a library is open (a default or moved-from object holds none).
  bool is_open() const { return handle_ != nullptr; }
  // The file that was opened, as it was named to the loader.
  const std::string& path() const { return path_; }

  // Null where the library has no such symbol.
  void* FindOrNull(const char* symbol) const;
  // kNotFound with the library and the symbol.
  absl::StatusOr<void*> Find(const char* symbol) const;

  // Sets a function pointer from a symbol: `library.Bind("cuInit", &cu_init)`.
  template <typename Function>
  absl::Status Bind(const char* symbol, Function** function) const {
    absl::StatusOr<void*> address = Find(symbol);
    if (!address.ok()) return address.status();
    *function = reinterpret_cast<Function*>(*address);
    return absl::OkStatus();
  }

  // Gives the handle up: the library stays loaded until the process ends. For libraries that start threads or register
  // exit handlers, which must not be unmapped.
  void KeepLoaded() { keep_loaded_ = true; }

 private:
  DynamicLibrary(std::string name, std::string path, void* handle);
  void Close();

  std::string name_, path_;
  void* handle_ = nullptr;
  bool keep_loaded_ = false;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_BASE_DYNAMIC_LIBRARY_H_
