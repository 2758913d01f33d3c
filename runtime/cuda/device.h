// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One GPU with the context that the runtime works in.
#ifndef SINTER_RUNTIME_CUDA_DEVICE_H_
#define SINTER_RUNTIME_CUDA_DEVICE_H_

#include <cuda.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/cuda/driver.h"
#include "runtime/cuda/target.h"

namespace sinter::rt {

// Immutable. Everything that lives in the context (modules, graphs, products) shares it, so that it goes last.
class CudaDevice {
 public:
  // Works in `caller_context` where that is not null (it must outlive all that is made here, and `ordinal` is ignored);
  // else retains the primary context of device `ordinal`.
  static absl::StatusOr<std::shared_ptr<const CudaDevice>> Open(std::shared_ptr<const CudaDriver> driver, int ordinal,
                                                                CUcontext caller_context);
  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  const CudaDriver& driver() const { return *driver_; }
  CUcontext context() const { return context_; }
  const std::string& name() const { return name_; }
  ComputeCapability capability() const { return capability_; }
  // Static and dynamic shared memory that a block may have at most, in bytes.
  int max_shared_bytes() const { return max_shared_bytes_; }
  // Of the second-level cache, in bytes.
  size_t cache_bytes() const { return static_cast<size_t>(cache_bytes_); }

 private:
  explicit CudaDevice(std::shared_ptr<const CudaDriver> driver) : driver_(std::move(driver)) {}
  absl::Status RetainPrimaryContext(int ordinal);
  absl::Status ReadProperties();

  std::shared_ptr<const CudaDriver> driver_;
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
  bool owns_primary_ = false;
  std::string name_;
  ComputeCapability capability_;
  int max_shared_bytes_ = 0, cache_bytes_ = 0;
};

// Makes the device's context current in this thread for a scope, and then the former one again. Costs one query where
// it is current already.
class ContextScope {
 public:
  explicit ContextScope(const CudaDevice& device);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

  const absl::Status& status() const { return status_; }

 private:
  const CudaDriver& driver_;
  bool pushed_ = false;
  absl::Status status_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_DEVICE_H_
