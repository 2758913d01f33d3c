// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A backend that counts what is asked of another one and takes device memory from the caller's allocator, where there
// is one.
#ifndef SINTER_RUNTIME_CAPI_OBSERVED_BACKEND_H_
#define SINTER_RUNTIME_CAPI_OBSERVED_BACKEND_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "runtime/base/backend.h"

namespace sinter::rt {

struct BackendCounts {
  std::atomic<uint64_t> allocations{0}, releases{0}, modules{0}, synchronizations{0}, captures{0};
};

// Memory from the caller. Both set, or neither.
struct AllocatorFunctions {
  std::function<void*(size_t bytes, size_t alignment)> allocate;
  std::function<void(void* memory)> release;
};

// As thread-safe as `inner`. What a product allocates for itself (its pointer arrays, and what it is measured
// with) comes from `inner` uncounted.
class ObservedBackend : public Backend {
 public:
  ObservedBackend(std::unique_ptr<Backend> inner, AllocatorFunctions allocator)
      : inner_(std::move(inner)), allocator_(std::move(allocator)) {}

  const BackendCounts& counts() const { return counts_; }

  std::string name() const override { return inner_->name(); }
  std::string target() const override { return inner_->target(); }
  bool is_cpu() const override { return inner_->is_cpu(); }
  bool CanRun(absl::string_view image_target) const override { return inner_->CanRun(image_target); }

  absl::StatusOr<void*> Allocate(size_t bytes) override;
  void Free(void* pointer) override;
  absl::Status CopyToDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override {
    return inner_->CopyToDevice(destination, source, bytes, stream);
  }
  absl::Status CopyToHost(void* destination, const void* source, size_t bytes, StreamHandle stream) override {
    return inner_->CopyToHost(destination, source, bytes, stream);
  }
  absl::Status CopyOnDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override {
    return inner_->CopyOnDevice(destination, source, bytes, stream);
  }
  absl::Status Synchronize(StreamHandle stream) override {
    ++counts_.synchronizations;
    return inner_->Synchronize(stream);
  }
  absl::StatusOr<StreamHandle> CreateStream() override { return inner_->CreateStream(); }
  void DestroyStream(StreamHandle stream) override { inner_->DestroyStream(stream); }

  absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) override {
    ++counts_.modules;
    return inner_->LoadModule(image);
  }
  absl::Status Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                      StreamHandle stream) override {
    return inner_->Launch(kernel, shape, params, stream);
  }
  absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareMatmul(const MatmulProblem& problem,
                                                                const MatmulRequest& request) override {
    return inner_->PrepareMatmul(problem, request);
  }

  bool supports_graphs() const override { return inner_->supports_graphs(); }
  absl::StatusOr<bool> IsCapturing(StreamHandle stream) override { return inner_->IsCapturing(stream); }
  absl::Status BeginCapture(StreamHandle stream) override { return inner_->BeginCapture(stream); }
  absl::StatusOr<std::unique_ptr<Graph>> EndCapture(StreamHandle stream) override {
    ++counts_.captures;
    return inner_->EndCapture(stream);
  }

 private:
  std::unique_ptr<Backend> inner_;
  AllocatorFunctions allocator_;
  BackendCounts counts_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CAPI_OBSERVED_BACKEND_H_
