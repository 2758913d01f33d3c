// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the backend on a GPU: memory, kernels, graphs and their updates, threads, errors.
#include <algorithm>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/dynamic_library.h"
#include "runtime/cuda/cuda_backend.h"
#include "runtime/cuda/gpu_test_fixture.h"

namespace sinter::rt {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;

constexpr char kAffine[] =
    "extern \"C\" __global__ void affine(const float* x, float* y, float scale, long long n) {\n"
    "  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
    "  if (i < n) y[i] = scale * x[i] + 1.0f; }\n";

std::vector<float> Values(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = 0.25f + static_cast<float>(i % 97) * (i % 2 ? -0.5f : 0.75f);
  return values;
}

class CudaBackendGpuTest : public GpuTest {
 protected:
  struct AffineArguments {
    const float* x;
    float* y;
    float scale;
    int64_t n;
  };
  static LaunchShape ShapeFor(int64_t n) {
    LaunchShape shape;
    shape.grid[0] = static_cast<uint32_t>((n + 127) / 128);
    shape.block[0] = 128;
    return shape;
  }
  absl::Status LaunchAffine(const KernelHandle& kernel, AffineArguments arguments) {
    void* params[] = {&arguments.x, &arguments.y, &arguments.scale, &arguments.n};
    return backend_->Launch(kernel, ShapeFor(arguments.n), params, stream_);
  }
  absl::Status UpdateAffine(Graph& graph, int64_t index, AffineArguments arguments) {
    void* params[] = {&arguments.x, &arguments.y, &arguments.scale, &arguments.n};
    return graph.UpdateKernelParams(index, ShapeFor(arguments.n), params);
  }
  static std::vector<float> Affine(std::vector<float> values, float scale) {
    for (float& value : values) value = scale * value + 1.0f;
    return values;
  }
};

TEST_F(CudaBackendGpuTest, NamesItselfAndItsTarget) {
  EXPECT_THAT(backend_->name(), HasSubstr(backend_->target()));
  EXPECT_TRUE(backend_->CanRun(backend_->target()));
  EXPECT_TRUE(backend_->CanRun("compute_80"));
  EXPECT_FALSE(backend_->CanRun("cpu-x86_64"));
  EXPECT_FALSE(backend_->is_cpu());
}

TEST_F(CudaBackendGpuTest, MemoryGoesThereAndBack) {
  for (size_t count : {1, 3, 17, 127, 100003}) {
    const std::vector<float> values = Values(count);
    float* first = Upload(values);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 256, 0u);
    float* second = static_cast<float*>(Allocate(count * sizeof(float)));
    ASSERT_TRUE(backend_->CopyOnDevice(second, first, count * sizeof(float), stream_).ok());
    EXPECT_EQ(Download(second, count), values);
  }
  EXPECT_TRUE(backend_->CopyToDevice(nullptr, nullptr, 0, stream_).ok());
  EXPECT_TRUE(backend_->CopyToHost(nullptr, nullptr, 0, stream_).ok());
  EXPECT_TRUE(backend_->CopyOnDevice(nullptr, nullptr, 0, stream_).ok());
}

TEST_F(CudaBackendGpuTest, AllocationEdges) {
  absl::StatusOr<void*> nothing = backend_->Allocate(0);
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(*nothing, nullptr);
  backend_->Free(nullptr);
  const size_t huge = size_t{1} << 50;
  absl::Status status = backend_->Allocate(huge).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_THAT(std::string(status.message()), AllOf(HasSubstr(absl::StrCat(huge)), HasSubstr("OUT_OF_MEMORY")));
}

TEST_F(CudaBackendGpuTest, KernelComputes) {
  const KernelHandle* kernel = Kernel("affine", kAffine);
  ASSERT_NE(kernel, nullptr);
  for (int64_t n : {1, 3, 17, 127, 128, 129, 100003}) {
    const std::vector<float> values = Values(n);
    float* x = Upload(values);
    float* y = Upload(std::vector<float>(n, -9.0f));
    ASSERT_TRUE(LaunchAffine(*kernel, {x, y, 3.0f, n}).ok());
    EXPECT_EQ(Download(y, n), Affine(values, 3.0f)) << n;
  }
  EXPECT_TRUE(LaunchAffine(*kernel, {nullptr, nullptr, 3.0f, 0}).ok()) << "an empty grid is nothing to do";
}

TEST_F(CudaBackendGpuTest, PtxIsCompiledByTheDriver) {
  const KernelHandle* kernel = Kernel("affine", kAffine, "compute_80");
  ASSERT_NE(kernel, nullptr);
  float* x = Upload(std::vector<float>(5, 2.0f));
  float* y = Upload(std::vector<float>(5, 0.0f));
  ASSERT_TRUE(LaunchAffine(*kernel, {x, y, 3.0f, 5}).ok());
  EXPECT_THAT(Download(y, 5), Each(7.0f));
}

TEST_F(CudaBackendGpuTest, AllDynamicSharedMemoryIsOpen) {
  const KernelHandle* kernel =
      Kernel("reverse",
             "extern __shared__ float tile[];\n"
             "extern \"C\" __global__ void reverse(float* x, int n) {\n"
             "  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = x[i];\n"
             "  __syncthreads();\n"
             "  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = tile[n - 1 - i]; }\n");
  ASSERT_NE(kernel, nullptr);
  int32_t n = 24000;  // 96 KB, twice what needs no opting in
  std::vector<float> values = Values(n);
  float* x = Upload(values);
  LaunchShape shape;
  shape.block[0] = 256;
  shape.shared_bytes = static_cast<uint32_t>(n * sizeof(float));
  void* params[] = {&x, &n};
  absl::Status status = backend_->Launch(*kernel, shape, params, stream_);
  ASSERT_TRUE(status.ok()) << status;
  std::reverse(values.begin(), values.end());
  EXPECT_EQ(Download(x, n), values);
}

TEST_F(CudaBackendGpuTest, BadImagesAndSymbolsAreRefused) {
  EXPECT_EQ(backend_->LoadModule({}).status().code(), absl::StatusCode::kInvalidArgument);
  const std::string bad = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k() { nonsense; }\n";
  auto module = backend_->LoadModule(absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(bad.data()), bad.size()));
  // Some drivers compile PTX when the module is loaded, others when its first kernel is asked for.
  absl::Status status = module.ok() ? (*module)->GetKernel("k").status() : module.status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("cuLibrary"));
  ASSERT_NE(Kernel("affine", kAffine), nullptr);
  absl::Status missing = modules_.back()->GetKernel("no_such_kernel").status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(missing.message()), HasSubstr("no_such_kernel"));
}

TEST_F(CudaBackendGpuTest, LaunchErrorsNameTheKernel) {
  const KernelHandle* kernel = Kernel("affine", kAffine);
  ASSERT_NE(kernel, nullptr);
  float* pointer = nullptr;
  float scale = 0;
  int64_t n = 0;
  void* params[] = {&pointer, &pointer, &scale, &n};
  LaunchShape shape;
  shape.block[0] = 4096;
  absl::Status status = backend_->Launch(*kernel, shape, params, stream_);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_THAT(std::string(status.message()), AllOf(HasSubstr("affine"), HasSubstr("4096")));
}

TEST_F(CudaBackendGpuTest, GraphReplaysAndTakesNewParameters) {
  const KernelHandle* kernel = Kernel("affine", kAffine);
  ASSERT_NE(kernel, nullptr);
  constexpr int64_t kCount = 1000;
  const std::vector<float> values = Values(kCount), others(kCount, 5.0f);
  float *x = Upload(values), *middle = Upload(others), *copy = Upload(others), *y = Upload(others);
  ASSERT_TRUE(backend_->supports_graphs());
  ASSERT_TRUE(backend_->BeginCapture(stream_).ok());
  ASSERT_TRUE(LaunchAffine(*kernel, {x, middle, 2.0f, kCount}).ok());
  ASSERT_TRUE(backend_->CopyOnDevice(copy, middle, kCount * sizeof(float), stream_).ok());
  ASSERT_TRUE(LaunchAffine(*kernel, {copy, y, 3.0f, kCount}).ok());
  absl::StatusOr<std::unique_ptr<Graph>> graph = backend_->EndCapture(stream_);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ((*graph)->node_count(), 3);
  EXPECT_EQ(Download(y, kCount), others) << "capturing runs nothing";

  ASSERT_TRUE((*graph)->Launch(stream_).ok());
  EXPECT_EQ(Download(y, kCount), Affine(Affine(values, 2.0f), 3.0f));

  // Another input of other values, another output, fewer elements.
  std::vector<float> new_values = Values(kCount);
  for (float& value : new_values) value += 10.0f;
  float *new_x = Upload(new_values), *new_y = Upload(others);
  absl::Status updated = UpdateAffine(**graph, 0, {new_x, middle, 4.0f, kCount});
  ASSERT_TRUE(updated.ok()) << updated;
  ASSERT_TRUE(UpdateAffine(**graph, 1, {copy, new_y, 3.0f, 300}).ok());
  ASSERT_TRUE((*graph)->Launch(stream_).ok());
  std::vector<float> expected = Affine(Affine(new_values, 4.0f), 3.0f);
  std::fill(expected.begin() + 300, expected.end(), 5.0f);
  EXPECT_EQ(Download(new_y, kCount), expected);
  EXPECT_EQ(Download(y, kCount), Affine(Affine(values, 2.0f), 3.0f)) << "the old output was written";
}

TEST_F(CudaBackendGpuTest, UpdatesInFlightDoNotDisturbEarlierLaunches) {
  const KernelHandle* kernel = Kernel("affine", kAffine);
  ASSERT_NE(kernel, nullptr);
  constexpr int64_t kCount = 1 << 20;
  float* x = Upload(std::vector<float>(kCount, 2.0f));
  std::vector<float*> outputs;
  for (int i = 0; i < 16; ++i) outputs.push_back(static_cast<float*>(Allocate(kCount * sizeof(float))));
  ASSERT_TRUE(backend_->BeginCapture(stream_).ok());
  ASSERT_TRUE(LaunchAffine(*kernel, {x, outputs[0], 1.0f, kCount}).ok());
  absl::StatusOr<std::unique_ptr<Graph>> graph = backend_->EndCapture(stream_);
  ASSERT_TRUE(graph.ok()) << graph.status();
  for (int i = 0; i < 16; ++i) {
    ASSERT_TRUE(UpdateAffine(**graph, 0, {x, outputs[i], static_cast<float>(i), kCount}).ok());
    ASSERT_TRUE((*graph)->Launch(stream_).ok());
  }
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(Download(outputs[i], kCount), std::vector<float>(kCount, 2.0f * i + 1.0f)) << i;
  }
}

TEST_F(CudaBackendGpuTest, EmptyLaunchesCountInAGraph) {
  const KernelHandle* kernel = Kernel("affine", kAffine);
  ASSERT_NE(kernel, nullptr);
  float *x = Upload(std::vector<float>(3, 2.0f)), *y = Upload(std::vector<float>(3, 0.0f));
  ASSERT_TRUE(backend_->BeginCapture(stream_).ok());
  ASSERT_TRUE(LaunchAffine(*kernel, {x, y, 1.0f, 0}).ok());
  ASSERT_TRUE(LaunchAffine(*kernel, {x, y, 1.0f, 3}).ok());
  absl::StatusOr<std::unique_ptr<Graph>> graph = backend_->EndCapture(stream_);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ((*graph)->node_count(), 1);
  EXPECT_TRUE(UpdateAffine(**graph, 0, {x, y, 7.0f, 0}).ok());
  EXPECT_TRUE(UpdateAffine(**graph, 1, {x, y, 7.0f, 3}).ok());
  EXPECT_EQ(UpdateAffine(**graph, 0, {x, y, 7.0f, 3}).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(UpdateAffine(**graph, 1, {x, y, 7.0f, 0}).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(UpdateAffine(**graph, 2, {x, y, 7.0f, 3}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(UpdateAffine(**graph, -1, {x, y, 7.0f, 3}).code(), absl::StatusCode::kInvalidArgument);
  ASSERT_TRUE((*graph)->Launch(stream_).ok());
  EXPECT_THAT(Download(y, 3), Each(15.0f));
}

TEST_F(CudaBackendGpuTest, EmptyCapture) {
  ASSERT_TRUE(backend_->BeginCapture(stream_).ok());
  absl::StatusOr<std::unique_ptr<Graph>> graph = backend_->EndCapture(stream_);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ((*graph)->node_count(), 0);
  EXPECT_TRUE((*graph)->Launch(stream_).ok());
  EXPECT_TRUE(backend_->Synchronize(stream_).ok());
}

TEST_F(CudaBackendGpuTest, CaptureMisuseIsRefused) {
  EXPECT_EQ(backend_->BeginCapture(nullptr).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(backend_->EndCapture(stream_).status().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(backend_->BeginCapture(stream_).ok());
  EXPECT_EQ(backend_->BeginCapture(stream_).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(backend_->Synchronize(stream_).ok()) << "a capturing stream cannot be waited for";
  EXPECT_FALSE(backend_->EndCapture(stream_).ok()) << "which invalidates the capture";
  ASSERT_TRUE(backend_->BeginCapture(stream_).ok()) << "and leaves the stream usable";
  EXPECT_TRUE(backend_->EndCapture(stream_).ok());
}

TEST_F(CudaBackendGpuTest, AnyThreadMayCall) {
  const KernelHandle* kernel = Kernel("affine", kAffine);
  ASSERT_NE(kernel, nullptr);
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 1);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      absl::StatusOr<StreamHandle> stream = backend_->CreateStream();
      absl::StatusOr<void*> memory = backend_->Allocate(1000 * sizeof(float));
      if (!stream.ok() || !memory.ok()) return;
      std::vector<float> values(1000, static_cast<float>(t));
      float *pointer = static_cast<float*>(*memory), scale = 2.0f;
      int64_t n = 1000;
      void* params[] = {&pointer, &pointer, &scale, &n};
      LaunchShape shape;
      shape.grid[0] = 8, shape.block[0] = 128;
      bool good = backend_->CopyToDevice(pointer, values.data(), 4000, *stream).ok();
      // Captures in several threads at once must keep their launches apart.
      good = good && backend_->BeginCapture(*stream).ok();
      for (int i = 0; i <= t; ++i) good = good && backend_->Launch(*kernel, shape, params, *stream).ok();
      absl::StatusOr<std::unique_ptr<Graph>> graph = backend_->EndCapture(*stream);
      good = good && graph.ok() && (*graph)->node_count() == t + 1 && (*graph)->Launch(*stream).ok();
      good = good && backend_->CopyToHost(values.data(), pointer, 4000, *stream).ok();
      good = good && backend_->Synchronize(*stream).ok();
      float expected = static_cast<float>(t);
      for (int i = 0; i <= t; ++i) expected = 2.0f * expected + 1.0f;
      wrong[t] = !good || values[999] != expected;
      backend_->Free(pointer);
      backend_->DestroyStream(*stream);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, Each(0));
}

TEST_F(CudaBackendGpuTest, WorksInTheCallersContext) {
  absl::StatusOr<DynamicLibrary> driver =
      DynamicLibrary::Open({"CUDA driver", "SINTER_CUDA_DRIVER", {"libcuda.so.1"}, {}});
  ASSERT_TRUE(driver.ok());
  int (*retain)(void** context, int device) = nullptr;
  int (*release)(int device) = nullptr;
  int (*current)(void** context) = nullptr;
  ASSERT_TRUE(driver->Bind("cuDevicePrimaryCtxRetain", &retain).ok());
  ASSERT_TRUE(driver->Bind("cuDevicePrimaryCtxRelease_v2", &release).ok());
  ASSERT_TRUE(driver->Bind("cuCtxGetCurrent", &current).ok());
  void* context = nullptr;
  ASSERT_EQ(retain(&context, 0), 0);
  {
    CudaBackendOptions options;
    options.context = context;
    absl::StatusOr<std::unique_ptr<Backend>> backend = CreateCudaBackend(options);
    ASSERT_TRUE(backend.ok()) << backend.status();
    EXPECT_EQ((*backend)->name(), backend_->name());
    absl::StatusOr<void*> memory = (*backend)->Allocate(64);
    ASSERT_TRUE(memory.ok());
    (*backend)->Free(*memory);
    void* after = &context;
    ASSERT_EQ(current(&after), 0);
    EXPECT_EQ(after, nullptr) << "a call must leave the thread's current context as it was";
  }
  release(0);
}

TEST_F(CudaBackendGpuTest, WorksInTheCurrentContext) {
  absl::StatusOr<DynamicLibrary> driver =
      DynamicLibrary::Open({"CUDA driver", "SINTER_CUDA_DRIVER", {"libcuda.so.1"}, {}});
  ASSERT_TRUE(driver.ok());
  int (*retain)(void** context, int device) = nullptr;
  int (*release)(int device) = nullptr;
  int (*push)(void* context) = nullptr;
  int (*pop)(void** context) = nullptr;
  ASSERT_TRUE(driver->Bind("cuDevicePrimaryCtxRetain", &retain).ok());
  ASSERT_TRUE(driver->Bind("cuDevicePrimaryCtxRelease_v2", &release).ok());
  ASSERT_TRUE(driver->Bind("cuCtxPushCurrent_v2", &push).ok());
  ASSERT_TRUE(driver->Bind("cuCtxPopCurrent_v2", &pop).ok());
  CudaBackendOptions options;
  options.use_current_context = true;
  EXPECT_EQ(CreateCudaBackend(options).status().code(), absl::StatusCode::kFailedPrecondition);
  void* context = nullptr;
  ASSERT_EQ(retain(&context, 0), 0);
  ASSERT_EQ(push(context), 0);
  absl::StatusOr<std::unique_ptr<Backend>> backend = CreateCudaBackend(options);
  ASSERT_EQ(pop(&context), 0);
  ASSERT_TRUE(backend.ok()) << backend.status();
  absl::StatusOr<void*> memory = (*backend)->Allocate(64);  // also where it is current no more
  ASSERT_TRUE(memory.ok()) << memory.status();
  (*backend)->Free(*memory);
  backend->reset();
  release(0);
}

TEST_F(CudaBackendGpuTest, NoSuchDevice) {
  CudaBackendOptions options;
  options.device_ordinal = 1000;
  EXPECT_EQ(CreateCudaBackend(options).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace sinter::rt
