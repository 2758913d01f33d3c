// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loaded images and the launch of their kernels.
#ifndef SINTER_RUNTIME_CUDA_MODULE_H_
#define SINTER_RUNTIME_CUDA_MODULE_H_

#include <cuda.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/cuda/device.h"

namespace sinter::rt {

class CudaKernel : public KernelHandle {
 public:
  CudaKernel(CUfunction function, bool can_overlap, std::string symbol)
      : function_(function), can_overlap_(can_overlap), symbol_(std::move(symbol)) {}
  CUfunction function() const { return function_; }
  // Whether its text was compiled for a GPU whose kernels can wait for the one before: else its wait is empty.
  bool can_overlap() const { return can_overlap_; }
  const std::string& symbol() const { return symbol_; }

 private:
  CUfunction function_;
  bool can_overlap_;
  std::string symbol_;
};

class CudaModule : public Module {
 public:
  // A cubin or PTX, which the driver compiles here; a failure holds the driver's log.
  static absl::StatusOr<std::unique_ptr<CudaModule>> Load(std::shared_ptr<const CudaDevice> device,
                                                          absl::Span<const uint8_t> image);
  ~CudaModule() override;

  // The kernel is on the device when this returns, whatever the driver's mode of loading: nothing is left to be loaded
  // by a first launch, which may happen inside a capture. It may use all the dynamic shared memory there is.
  absl::StatusOr<const KernelHandle*> GetKernel(absl::string_view symbol) override;

 private:
  CudaModule(std::shared_ptr<const CudaDevice> device, CUlibrary library)
      : device_(std::move(device)), library_(library) {}
  absl::StatusOr<CUfunction> LoadFunction(const std::string& symbol) const;

  std::shared_ptr<const CudaDevice> device_;
  CUlibrary library_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<CudaKernel>> kernels_;  // guarded by mutex_
};

// Launches into `stream`. The context must be current, and no extent zero.
absl::Status LaunchKernel(const CudaDevice& device, const CudaKernel& kernel, const LaunchShape& shape, void** params,
                          CUstream stream);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_MODULE_H_
