// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads an image by way of an unnamed file in memory.
#include "runtime/cpu/cpu_module.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "runtime/cpu/simt_runtime.h"

namespace sinter::rt {
namespace {

absl::StatusOr<int> FileOf(absl::Span<const uint8_t> image) {
  const int descriptor = memfd_create("sinter-kernels", MFD_CLOEXEC);
  if (descriptor < 0) return absl::InternalError(absl::StrCat("cannot make a file in memory: ", strerror(errno)));
  size_t written = 0;
  while (written < image.size()) {
    const ssize_t count = write(descriptor, image.data() + written, image.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::string reason = strerror(errno);
      close(descriptor);
      return absl::ResourceExhaustedError(
          absl::StrCat("cannot keep an image of ", image.size(), " bytes in memory: ", reason));
    }
    written += static_cast<size_t>(count);
  }
  return descriptor;
}

}  // namespace

// The file stays open as long as the library is loaded: the loader knows libraries by name, so a descriptor number that
// is used again would give the old library.
absl::StatusOr<std::unique_ptr<Module>> CpuModule::Load(absl::Span<const uint8_t> image) {
  absl::StatusOr<int> descriptor = FileOf(image);
  if (!descriptor.ok()) return descriptor.status();
  void* library = dlopen(absl::StrCat("/proc/self/fd/", *descriptor).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    close(*descriptor);
    return absl::InvalidArgumentError(
        absl::StrCat("cannot load an image of ", image.size(), " bytes: ", reason != nullptr ? reason : "unknown"));
  }
  std::unique_ptr<CpuModule> module(new CpuModule(*descriptor, library));
  auto* api = static_cast<const sinter_simt_api**>(dlsym(library, "sinter_simt"));
  if (api == nullptr) {
    return absl::InvalidArgumentError("the image was not made by the host compiler: it does not export `sinter_simt`");
  }
  *api = SimtApi();
  return module;
}

CpuModule::~CpuModule() {
  dlclose(library_);
  close(descriptor_);
}

absl::StatusOr<const KernelHandle*> CpuModule::GetKernel(absl::string_view symbol) {
  std::lock_guard<std::mutex> lock(mutex_);
  const std::string name(symbol);
  auto found = kernels_.find(name);
  if (found != kernels_.end()) return found->second.get();
  const auto* kernel =
      static_cast<const sinter_simt_kernel*>(dlsym(library_, absl::StrCat("sinter_entry_", symbol).c_str()));
  if (kernel == nullptr) return absl::NotFoundError(absl::StrCat("the image has no kernel `", symbol, "`"));
  auto handle = std::make_unique<CpuKernel>(name, kernel);
  const KernelHandle* result = handle.get();
  kernels_[name] = std::move(handle);
  return result;
}

}  // namespace sinter::rt
