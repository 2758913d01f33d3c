// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GPU tests share: a backend, device copies of host vectors, kernels from text.
#ifndef SINTER_RUNTIME_CUDA_GPU_TEST_FIXTURE_H_
#define SINTER_RUNTIME_CUDA_GPU_TEST_FIXTURE_H_

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/base/backend.h"
#include "runtime/cuda/cuda_backend.h"
#include "runtime/jit/nvrtc_compiler.h"

namespace sinter::rt {

class GpuTest : public ::testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<std::unique_ptr<Backend>> backend = CreateCudaBackend();
    ASSERT_TRUE(backend.ok()) << backend.status();
    backend_ = *std::move(backend);
    absl::StatusOr<StreamHandle> stream = backend_->CreateStream();
    ASSERT_TRUE(stream.ok()) << stream.status();
    stream_ = *stream;
  }
  void TearDown() override {
    if (backend_ == nullptr) return;
    modules_.clear();
    for (void* pointer : allocations_) backend_->Free(pointer);
    backend_->DestroyStream(stream_);
  }

  // Device memory that the fixture frees.
  void* Allocate(size_t bytes) {
    absl::StatusOr<void*> pointer = backend_->Allocate(bytes);
    EXPECT_TRUE(pointer.ok()) << pointer.status();
    if (!pointer.ok()) return nullptr;
    allocations_.push_back(*pointer);
    return *pointer;
  }
  template <typename T>
  T* Upload(const std::vector<T>& values) {
    T* pointer = static_cast<T*>(Allocate(values.size() * sizeof(T)));
    EXPECT_TRUE(backend_->CopyToDevice(pointer, values.data(), values.size() * sizeof(T), stream_).ok());
    EXPECT_TRUE(backend_->Synchronize(stream_).ok());
    return pointer;
  }
  template <typename T>
  std::vector<T> Download(const T* pointer, size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(backend_->CopyToHost(values.data(), pointer, count * sizeof(T), stream_).ok());
    absl::Status status = backend_->Synchronize(stream_);
    EXPECT_TRUE(status.ok()) << status;
    return values;
  }
  // Compiled for this device, or for `target`.
  const KernelHandle* Kernel(const std::string& symbol, const std::string& text, std::string target = "") {
    absl::StatusOr<std::unique_ptr<NvrtcCompiler>> compiler = NvrtcCompiler::Create();
    EXPECT_TRUE(compiler.ok()) << compiler.status();
    if (!compiler.ok()) return nullptr;
    if (target.empty()) target = backend_->target();
    absl::StatusOr<std::vector<CompiledImage>> images = (*compiler)->Compile({{symbol, "", text}}, target);
    EXPECT_TRUE(images.ok()) << images.status();
    if (!images.ok()) return nullptr;
    absl::StatusOr<std::unique_ptr<Module>> module = backend_->LoadModule((*images)[0].bytes);
    EXPECT_TRUE(module.ok()) << module.status();
    if (!module.ok()) return nullptr;
    absl::StatusOr<const KernelHandle*> kernel = (*module)->GetKernel(symbol);
    EXPECT_TRUE(kernel.ok()) << kernel.status();
    modules_.push_back(*std::move(module));
    return kernel.ok() ? *kernel : nullptr;
  }

  std::unique_ptr<Backend> backend_;
  StreamHandle stream_ = nullptr;
  std::vector<void*> allocations_;
  std::vector<std::unique_ptr<Module>> modules_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_GPU_TEST_FIXTURE_H_
