// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA backend: the driver's parts put together behind the Backend interface.
#include "runtime/cuda/cuda_backend.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/cuda/buffer.h"
#include "runtime/cuda/cuda_status.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/driver.h"
#include "runtime/cuda/graph.h"
#include "runtime/cuda/module.h"
#include "runtime/cuda/stream.h"
#include "runtime/cuda/target.h"
#include "runtime/gemm/cublaslt_gemm.h"

namespace sinter::rt {
namespace {

// A captured graph between two events, in a stream of its own.
class RecordedGraph : public RecordedWork {
 public:
  static absl::StatusOr<std::unique_ptr<RecordedWork>> Record(
      std::shared_ptr<const CudaDevice> device, const std::function<absl::Status(StreamHandle stream)>& enqueue) {
    const CudaDriver& driver = device->driver();
    if (driver.cuEventCreate == nullptr || driver.cuEventRecord == nullptr || driver.cuEventSynchronize == nullptr ||
        driver.cuEventElapsedTime == nullptr || driver.cuEventDestroy_v2 == nullptr) {
      return absl::NotFoundError("the CUDA driver lacks a function of events");
    }
    std::unique_ptr<RecordedGraph> recorded(new RecordedGraph(std::move(device)));
    SINTER_RETURN_IF_ERROR(recorded->Capture(enqueue));
    return recorded;
  }
  ~RecordedGraph() override {
    graph_.reset();
    for (CUevent event : {start_, stop_}) {
      if (event != nullptr) device_->driver().cuEventDestroy_v2(event);
    }
    DestroyStream(*device_, stream_);
  }

  absl::StatusOr<double> Time() override {
    const CudaDriver& driver = device_->driver();
    SINTER_RETURN_IF_ERROR(graph_->Launch(stream_));
    SINTER_CUDA_RETURN_IF_ERROR(driver, cuEventRecord(start_, stream_));
    SINTER_RETURN_IF_ERROR(graph_->Launch(stream_));
    SINTER_CUDA_RETURN_IF_ERROR(driver, cuEventRecord(stop_, stream_));
    SINTER_CUDA_RETURN_IF_ERROR(driver, cuEventSynchronize(stop_));
    float milliseconds = 0;
    SINTER_CUDA_RETURN_IF_ERROR(driver, cuEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds * 1e3;
  }

 private:
  explicit RecordedGraph(std::shared_ptr<const CudaDevice> device) : device_(std::move(device)) {}

  absl::Status Capture(const std::function<absl::Status(StreamHandle stream)>& enqueue) {
    SINTER_ASSIGN_OR_RETURN(stream_, CreateStream(*device_));
    for (CUevent* event : {&start_, &stop_}) {
      SINTER_CUDA_RETURN_IF_ERROR(device_->driver(), cuEventCreate(event, CU_EVENT_DEFAULT));
    }
    CaptureRecorder recorder;
    SINTER_RETURN_IF_ERROR(recorder.Begin(*device_, stream_));
    const absl::Status enqueued = enqueue(stream_);
    // Ended whatever happened in it, or the stream would stay unusable.
    std::vector<CapturedLaunch> launches;
    absl::StatusOr<CUgraph> graph = recorder.End(*device_, stream_, &launches);
    if (!enqueued.ok() && graph.ok()) device_->driver().cuGraphDestroy(*graph);
    SINTER_RETURN_IF_ERROR(enqueued);
    SINTER_RETURN_IF_ERROR(graph.status());
    SINTER_ASSIGN_OR_RETURN(graph_, CudaGraph::Instantiate(device_, *graph, {}, stream_));
    return absl::OkStatus();
  }

  std::shared_ptr<const CudaDevice> device_;
  CUstream stream_ = nullptr;
  CUevent start_ = nullptr, stop_ = nullptr;
  std::unique_ptr<CudaGraph> graph_;
};

// What products need of the device. Its context is current wherever products are used.
class CudaMatmulDevice : public MatmulDevice {
 public:
  explicit CudaMatmulDevice(std::shared_ptr<const CudaDevice> device) : device_(std::move(device)) {}

  absl::StatusOr<void*> Allocate(size_t bytes) override { return AllocateDeviceMemory(*device_, bytes); }
  void Free(void* pointer) override { FreeDeviceMemory(*device_, pointer); }
  absl::Status CopyToDevice(void* destination, const void* source, size_t bytes) override {
    return InStream([&](CUstream stream) { return CopyHostToDevice(*device_, destination, source, bytes, stream); });
  }
  absl::Status FillByRepeating(void* destination, size_t bytes, absl::Span<const uint8_t> pattern) override {
    return InStream([&](CUstream stream) {
      char* const to = static_cast<char*>(destination);
      size_t filled = std::min(bytes, pattern.size());
      absl::Status status = CopyHostToDevice(*device_, to, pattern.data(), filled, stream);
      for (size_t more = 0; filled < bytes && status.ok(); filled += more) {
        more = std::min(filled, bytes - filled);
        status = CopyDeviceToDevice(*device_, to + filled, to, more, stream);
      }
      return status;
    });
  }
  absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) override {
    return CudaModule::Load(device_, image);
  }
  absl::Status LaunchUnnumbered(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                                StreamHandle stream) override {
    return LaunchKernel(*device_, static_cast<const CudaKernel&>(kernel), shape, params, static_cast<CUstream>(stream));
  }
  size_t cache_bytes() const override { return device_->cache_bytes(); }
  absl::StatusOr<std::unique_ptr<RecordedWork>> Record(
      const std::function<absl::Status(StreamHandle stream)>& enqueue) override {
    return RecordedGraph::Record(device_, enqueue);
  }

 private:
  // A stream of its own: the default stream would wait for, and hold up, the caller's blocking streams.
  template <typename Enqueue>
  absl::Status InStream(const Enqueue& enqueue) {
    SINTER_ASSIGN_OR_RETURN(CUstream stream, CreateStream(*device_));
    absl::Status status = enqueue(stream);
    if (status.ok()) status = SynchronizeStream(*device_, stream);
    DestroyStream(*device_, stream);
    return status;
  }

  std::shared_ptr<const CudaDevice> device_;
};

// A product that makes its context current by itself, from any thread.
class CudaMatmul : public PreparedMatmul {
 public:
  CudaMatmul(std::shared_ptr<const CudaDevice> device, std::unique_ptr<PreparedMatmul> inner)
      : device_(std::move(device)), inner_(std::move(inner)) {}
  ~CudaMatmul() override {
    ContextScope scope(*device_);
    inner_.reset();
  }
  size_t workspace_bytes() const override { return inner_->workspace_bytes(); }
  absl::Status Run(const MatmulPointers& pointers, void* workspace, StreamHandle stream) const override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return inner_->Run(pointers, workspace, stream);
  }
  std::string Describe() const override { return inner_->Describe(); }
  const MatmulChoice* choice() const override { return inner_->choice(); }

 private:
  std::shared_ptr<const CudaDevice> device_;
  std::unique_ptr<PreparedMatmul> inner_;
};

class CudaBackend : public Backend {
 public:
  explicit CudaBackend(std::shared_ptr<const CudaDevice> device)
      : device_(std::move(device)), matmul_device_(std::make_shared<CudaMatmulDevice>(device_)) {}
  ~CudaBackend() override {
    ContextScope scope(*device_);
    cublaslt_.reset();
  }

  std::string name() const override { return absl::StrCat(device_->name(), " (", target(), ")"); }
  std::string target() const override { return TargetOf(device_->capability()); }
  bool is_cpu() const override { return false; }
  bool CanRun(absl::string_view image_target) const override { return DeviceRuns(device_->capability(), image_target); }

  absl::StatusOr<void*> Allocate(size_t bytes) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return AllocateDeviceMemory(*device_, bytes);
  }
  void Free(void* pointer) override {
    ContextScope scope(*device_);
    FreeDeviceMemory(*device_, pointer);
  }
  absl::Status CopyToDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return CopyHostToDevice(*device_, destination, source, bytes, static_cast<CUstream>(stream));
  }
  absl::Status CopyToHost(void* destination, const void* source, size_t bytes, StreamHandle stream) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return CopyDeviceToHost(*device_, destination, source, bytes, static_cast<CUstream>(stream));
  }
  absl::Status CopyOnDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return CopyDeviceToDevice(*device_, destination, source, bytes, static_cast<CUstream>(stream));
  }
  absl::Status Synchronize(StreamHandle stream) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return SynchronizeStream(*device_, static_cast<CUstream>(stream));
  }
  absl::StatusOr<StreamHandle> CreateStream() override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    SINTER_ASSIGN_OR_RETURN(CUstream stream, rt::CreateStream(*device_));
    return static_cast<StreamHandle>(stream);
  }
  void DestroyStream(StreamHandle stream) override {
    ContextScope scope(*device_);
    rt::DestroyStream(*device_, static_cast<CUstream>(stream));
  }

  absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) override {
    return CudaModule::Load(device_, image);
  }
  absl::Status Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                      StreamHandle stream) override {
    const auto& cuda_kernel = static_cast<const CudaKernel&>(kernel);
    const auto cuda_stream = static_cast<CUstream>(stream);
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    const bool has_work = !IsEmptyLaunch(shape);
    if (has_work) SINTER_RETURN_IF_ERROR(LaunchKernel(*device_, cuda_kernel, shape, params, cuda_stream));
    return recorder_.Record(*device_, cuda_stream, cuda_kernel, has_work);
  }
  absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareMatmul(const MatmulProblem& problem,
                                                                const MatmulRequest& request) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const CublasLtLibrary> library, CublasLt());
    MatmulOptions options;
    options.request = request;
    options.device_name = name();
    options.cache = &algorithms_;
    SINTER_ASSIGN_OR_RETURN(std::unique_ptr<PreparedMatmul> matmul,
                            PrepareCublasLtMatmul(std::move(library), matmul_device_, problem, options));
    return std::make_unique<CudaMatmul>(device_, std::move(matmul));
  }

  bool supports_graphs() const override { return true; }
  absl::StatusOr<bool> IsCapturing(StreamHandle stream) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return rt::IsCapturing(*device_, static_cast<CUstream>(stream));
  }
  absl::Status BeginCapture(StreamHandle stream) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    return recorder_.Begin(*device_, static_cast<CUstream>(stream));
  }
  absl::StatusOr<std::unique_ptr<Graph>> EndCapture(StreamHandle stream) override {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    std::vector<CapturedLaunch> launches;
    SINTER_ASSIGN_OR_RETURN(CUgraph graph, recorder_.End(*device_, static_cast<CUstream>(stream), &launches));
    return CudaGraph::Instantiate(device_, graph, std::move(launches), static_cast<CUstream>(stream));
  }

 private:
  // Opened by the first product: its library is large, and many plans have none.
  absl::StatusOr<std::shared_ptr<const CublasLtLibrary>> CublasLt() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (cublaslt_ == nullptr) {
      SINTER_ASSIGN_OR_RETURN(cublaslt_, OpenCublasLt());
    }
    return cublaslt_;
  }

  std::shared_ptr<const CudaDevice> device_;
  std::shared_ptr<CudaMatmulDevice> matmul_device_;
  CaptureRecorder recorder_;
  AlgorithmCache algorithms_;
  std::mutex mutex_;
  std::shared_ptr<const CublasLtLibrary> cublaslt_;  // guarded by mutex_
};

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> CreateCudaBackend(const CudaBackendOptions& options) {
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const CudaDriver> driver, CudaDriver::Load());
  auto context = static_cast<CUcontext>(options.context);
  if (options.use_current_context) {
    SINTER_CUDA_RETURN_IF_ERROR(*driver, cuCtxGetCurrent(&context));
    if (context == nullptr) return absl::FailedPreconditionError("no CUDA context is current in this thread");
  }
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const CudaDevice> device,
                          CudaDevice::Open(std::move(driver), options.device_ordinal, context));
  return std::make_unique<CudaBackend>(std::move(device));
}

}  // namespace sinter::rt
