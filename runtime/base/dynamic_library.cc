// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening of shared libraries and their symbols.
#include "runtime/base/dynamic_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace sinter::rt {
namespace {

std::string LoaderError() {
  const char* message = dlerror();
  return message != nullptr ? message : "no reason given by the loader";
}

// The paths to try, in order.
std::vector<std::string> SearchList(const DynamicLibraryOptions& options) {
  if (!options.environment_override.empty()) {
    const char* path = std::getenv(options.environment_override.c_str());
    if (path != nullptr && *path != '\0') return {path};
  }
  std::vector<std::string> paths = options.candidates;
  for (const std::string& folder : options.folders) {
    for (const std::string& candidate : options.candidates) {
      if (candidate.find('/') == std::string::npos) paths.push_back(absl::StrCat(folder, "/", candidate));
    }
  }
  return paths;
}

}  // namespace

absl::StatusOr<DynamicLibrary> DynamicLibrary::Open(const DynamicLibraryOptions& options) {
  const std::vector<std::string> paths = SearchList(options);
  std::vector<std::string> reasons;
  for (const std::string& path : paths) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) return DynamicLibrary(options.name, path, handle);
    reasons.push_back(LoaderError());
  }
  std::string message = absl::StrCat("library ", options.name, " not found; tried ", absl::StrJoin(paths, ", "), " (",
                                     absl::StrJoin(reasons, "; "), ")");
  if (!options.environment_override.empty()) {
    absl::StrAppend(&message, "; set ", options.environment_override, " to its path");
  }
  return absl::NotFoundError(message);
}

DynamicLibrary::DynamicLibrary(std::string name, std::string path, void* handle)
    : name_(std::move(name)), path_(std::move(path)), handle_(handle) {}

DynamicLibrary::DynamicLibrary(DynamicLibrary&& other) noexcept { *this = std::move(other); }

DynamicLibrary& DynamicLibrary::operator=(DynamicLibrary&& other) noexcept {
  if (this == &other) return *this;
  Close();
  name_ = std::move(other.name_);
  path_ = std::move(other.path_);
  handle_ = std::exchange(other.handle_, nullptr);
  keep_loaded_ = other.keep_loaded_;
  return *this;
}

DynamicLibrary::~DynamicLibrary() { Close(); }

void DynamicLibrary::Close() {
  if (handle_ != nullptr && !keep_loaded_) dlclose(handle_);
  handle_ = nullptr;
}

void* DynamicLibrary::FindOrNull(const char* symbol) const {
  return handle_ == nullptr ? nullptr : dlsym(handle_, symbol);
}

absl::StatusOr<void*> DynamicLibrary::Find(const char* symbol) const {
  if (handle_ == nullptr)
    return absl::FailedPreconditionError(absl::StrCat("no library is open to find ", symbol, " in"));
  void* address = dlsym(handle_, symbol);
  if (address != nullptr) return address;
  return absl::NotFoundError(absl::StrCat("library ", name_, " (", path_, ") has no symbol `", symbol, "`"));
}

}  // namespace sinter::rt
