// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared object of kernels, loaded into this process from its bytes.
#ifndef SINTER_RUNTIME_CPU_CPU_MODULE_H_
#define SINTER_RUNTIME_CPU_CPU_MODULE_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/cpu/simt_abi.h"

namespace sinter::rt {

class CpuKernel : public KernelHandle {
 public:
  CpuKernel(std::string name, const sinter_simt_kernel* kernel) : name_(std::move(name)), kernel_(kernel) {}
  const std::string& name() const { return name_; }
  const sinter_simt_kernel& kernel() const { return *kernel_; }

 private:
  std::string name_;
  const sinter_simt_kernel* kernel_;
};

// Thread-safe.
class CpuModule : public Module {
 public:
  // kInvalidArgument where the bytes are no shared object of the host compiler for this machine.
  static absl::StatusOr<std::unique_ptr<Module>> Load(absl::Span<const uint8_t> image);
  ~CpuModule() override;
  absl::StatusOr<const KernelHandle*> GetKernel(absl::string_view symbol) override;

 private:
  CpuModule(int descriptor, void* library) : descriptor_(descriptor), library_(library) {}

  int descriptor_;
  void* library_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<CpuKernel>> kernels_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CPU_MODULE_H_
