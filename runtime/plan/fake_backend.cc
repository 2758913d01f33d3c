// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recording and replay. Kernel parameters are copied when a launch is made, as a driver does.
#include "runtime/plan/fake_backend.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::rt {
namespace {

constexpr size_t kAlignment = 256;

double Activate(Activation activation, double x) {
  switch (activation) {
    case Activation::kNone:
      return x;
    case Activation::kRelu:
      return std::isnan(x) ? x : std::max(x, 0.0);
    case Activation::kGeluTanh:
      return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
  }
  return x;
}

}  // namespace

class FakeBackend::FakeKernel : public KernelHandle {
 public:
  FakeKernel(std::string kernel_symbol, const Definition* kernel)
      : symbol(std::move(kernel_symbol)), definition(kernel) {}
  std::string symbol;
  const Definition* definition;
};

class FakeBackend::FakeModule : public Module {
 public:
  absl::StatusOr<const KernelHandle*> GetKernel(absl::string_view symbol) override {
    for (const auto& kernel : kernels) {
      if (kernel->symbol == symbol) return kernel.get();
    }
    return absl::NotFoundError(absl::StrCat("no kernel `", symbol, "`"));
  }
  std::vector<std::unique_ptr<FakeKernel>> kernels;
};

// A launch with its own copy of the parameters.
struct RecordedLaunch {
  FakeBackend::KernelBody body;
  std::vector<size_t> param_bytes;
  LaunchShape shape;
  std::vector<uint64_t> cells;

  void SetParams(void** params) {
    cells.assign(param_bytes.size(), 0);
    for (size_t i = 0; i < param_bytes.size(); ++i) std::memcpy(&cells[i], params[i], param_bytes[i]);
  }
  void Run() {
    std::vector<void*> params;
    for (uint64_t& cell : cells) params.push_back(&cell);
    body(shape, params.data());
  }
};

class FakeGraph : public Graph {
 public:
  explicit FakeGraph(FakeBackend* owner) : backend(owner) {}
  absl::Status Launch(StreamHandle) override {
    ++backend->counts.graph_launches;
    for (const std::function<void()>& work : nodes) work();
    return absl::OkStatus();
  }
  int64_t node_count() const override { return static_cast<int64_t>(nodes.size()); }
  absl::Status UpdateKernelParams(int64_t launch_index, const LaunchShape& shape, void** params) override {
    if (std::exchange(backend->fail_update, false)) return absl::InternalError("update failed on request");
    if (launch_index < 0 || static_cast<size_t>(launch_index) >= launches.size()) {
      return absl::InvalidArgumentError(absl::StrCat("launch ", launch_index, " is out of range"));
    }
    ++backend->counts.updates;
    launches[static_cast<size_t>(launch_index)]->shape = shape;
    launches[static_cast<size_t>(launch_index)]->SetParams(params);
    return absl::OkStatus();
  }

  FakeBackend* backend;
  std::vector<std::function<void()>> nodes;
  std::vector<std::shared_ptr<RecordedLaunch>> launches;
};

// Element by element in double.
class FakeMatmul : public PreparedMatmul {
 public:
  FakeMatmul(FakeBackend* backend, MatmulProblem problem) : backend_(backend), problem_(std::move(problem)) {}
  size_t workspace_bytes() const override { return backend_->matmul_workspace; }
  std::string Describe() const override { return "fake product"; }
  absl::Status Run(const MatmulPointers& pointers, void* workspace, StreamHandle stream) const override {
    if (backend_->matmul_workspace != 0 && workspace == nullptr) return absl::InvalidArgumentError("no workspace");
    if (backend_->capturing_ != stream || stream == nullptr) ++backend_->counts.matmuls_run;
    backend_->Submit(stream, [this, pointers, workspace] {
      std::memset(workspace, 0x5a, backend_->matmul_workspace);
      Multiply(pointers);
    });
    return absl::OkStatus();
  }

 private:
  static int64_t BatchOffset(const MatmulOperandLayout& layout, const std::vector<int64_t>& index) {
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i) offset += index[i] * layout.batch_strides[i];
    return offset;
  }
  static double Read(const MatmulOperandLayout& layout, const void* data, int64_t base, int64_t row, int64_t column) {
    return ReadElement(layout.type, data,
                       static_cast<uint64_t>(base + row * layout.row_stride + column * layout.column_stride));
  }
  void Multiply(const MatmulPointers& p) const {
    std::vector<int64_t> index(problem_.batch.size(), 0);
    int64_t batches = 1;
    for (int64_t extent : problem_.batch) batches *= extent;
    for (int64_t batch = 0; batch < batches; ++batch) {
      int64_t rest = batch;
      for (size_t i = index.size(); i-- > 0;) {
        index[i] = rest % problem_.batch[i];
        rest /= problem_.batch[i];
      }
      MultiplyOne(p, index);
    }
  }
  void MultiplyOne(const MatmulPointers& p, const std::vector<int64_t>& index) const {
    const int64_t a = BatchOffset(problem_.a, index), b = BatchOffset(problem_.b, index),
                  d = BatchOffset(problem_.d, index);
    for (int64_t i = 0; i < problem_.m; ++i) {
      for (int64_t j = 0; j < problem_.n; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < problem_.k; ++k) sum += Read(problem_.a, p.a, a, i, k) * Read(problem_.b, p.b, b, k, j);
        sum *= problem_.alpha;
        if (problem_.beta != 0) sum += problem_.beta * Read(problem_.c, p.c, BatchOffset(problem_.c, index), i, j);
        if (problem_.has_bias) sum += ReadElement(problem_.bias_type, p.bias, static_cast<uint64_t>(j));
        WriteElement(problem_.d.type, p.d,
                     static_cast<uint64_t>(d + i * problem_.d.row_stride + j * problem_.d.column_stride),
                     Activate(problem_.activation, sum));
      }
    }
  }

  FakeBackend* backend_;
  MatmulProblem problem_;
};

FakeBackend::FakeBackend() = default;

FakeBackend::~FakeBackend() {
  for (void* pointer : live_) std::free(pointer);
}

void FakeBackend::Define(const std::string& symbol, std::vector<size_t> param_bytes, KernelBody body) {
  definitions_[symbol] = {std::move(param_bytes), std::move(body)};
}

std::vector<uint8_t> FakeBackend::Image(const std::vector<std::string>& symbols) {
  const std::string text = absl::StrJoin(symbols, "\n");
  return {text.begin(), text.end()};
}

absl::StatusOr<void*> FakeBackend::Allocate(size_t bytes) {
  if (std::exchange(fail_allocation, false) || bytes > max_allocation) {
    return absl::ResourceExhaustedError(absl::StrCat("no memory for ", bytes, " bytes"));
  }
  ++counts.allocations;
  if (bytes == 0) return nullptr;
  void* pointer = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  std::memset(pointer, 0xff, bytes);  // NaNs: nothing may rely on fresh memory
  live_.insert(pointer);
  return pointer;
}

void FakeBackend::Free(void* pointer) {
  if (pointer == nullptr) return;
  ++counts.frees;
  if (live_.erase(pointer) == 0) std::abort();  // a double free is a bug of the code under test
  std::free(pointer);
}

absl::Status FakeBackend::CopyToDevice(void* destination, const void* source, size_t bytes, StreamHandle) {
  ++counts.host_copies;
  if (bytes != 0) std::memcpy(destination, source, bytes);
  return absl::OkStatus();
}

absl::Status FakeBackend::CopyToHost(void* destination, const void* source, size_t bytes, StreamHandle stream) {
  return CopyToDevice(destination, source, bytes, stream);
}

absl::Status FakeBackend::CopyOnDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) {
  if (capturing_ != stream || stream == nullptr) ++counts.device_copies;
  Submit(stream, [=] { std::memmove(destination, source, bytes); });
  return absl::OkStatus();
}

absl::Status FakeBackend::Synchronize(StreamHandle) {
  ++counts.synchronizations;
  return absl::OkStatus();
}

absl::StatusOr<StreamHandle> FakeBackend::CreateStream() {
  ++counts.streams;
  StreamHandle stream = std::malloc(1);
  streams_.insert(stream);
  return stream;
}

void FakeBackend::DestroyStream(StreamHandle stream) {
  if (streams_.erase(stream) == 0) std::abort();
  std::free(stream);
}

absl::StatusOr<std::unique_ptr<Module>> FakeBackend::LoadModule(absl::Span<const uint8_t> image) {
  ++counts.modules;
  auto module = std::make_unique<FakeModule>();
  for (absl::string_view symbol :
       absl::StrSplit(absl::string_view(reinterpret_cast<const char*>(image.data()), image.size()), '\n')) {
    const auto found = definitions_.find(std::string(symbol));
    if (found == definitions_.end())
      return absl::InvalidArgumentError(absl::StrCat("image holds unknown `", symbol, "`"));
    module->kernels.push_back(std::make_unique<FakeKernel>(std::string(symbol), &found->second));
  }
  return std::unique_ptr<Module>(std::move(module));
}

void FakeBackend::Submit(StreamHandle stream, std::function<void()> work) {
  if (recording_ != nullptr && capturing_ == stream) {
    recording_->nodes.push_back(std::move(work));
  } else {
    work();
  }
}

absl::Status FakeBackend::Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                                 StreamHandle stream) {
  if (std::exchange(fail_launch, false)) return absl::InternalError("launch failed on request");
  const auto& fake = static_cast<const FakeKernel&>(kernel);
  launch_shapes.push_back(shape);
  if (recording_ == nullptr || capturing_ != stream) {
    ++counts.launches;
    fake.definition->body(shape, params);
    return absl::OkStatus();
  }
  auto launch =
      std::make_shared<RecordedLaunch>(RecordedLaunch{fake.definition->body, fake.definition->param_bytes, shape, {}});
  launch->SetParams(params);
  recording_->launches.push_back(launch);
  recording_->nodes.push_back([launch] { launch->Run(); });
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<PreparedMatmul>> FakeBackend::PrepareMatmul(const MatmulProblem& problem,
                                                                           const MatmulRequest& request) {
  ++counts.matmuls_prepared;
  matmul_problems.push_back(problem);
  matmul_requests.push_back(request);
  return std::unique_ptr<PreparedMatmul>(std::make_unique<FakeMatmul>(this, problem));
}

absl::Status FakeBackend::BeginCapture(StreamHandle stream) {
  if (stream == nullptr) return absl::InvalidArgumentError("the null stream cannot be captured");
  if (recording_ != nullptr) return absl::FailedPreconditionError("a capture is under way");
  ++counts.captures;
  capturing_ = stream;
  recording_ = std::make_unique<FakeGraph>(this);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Graph>> FakeBackend::EndCapture(StreamHandle stream) {
  if (recording_ == nullptr || capturing_ != stream) return absl::FailedPreconditionError("no capture is under way");
  capturing_ = nullptr;
  return std::unique_ptr<Graph>(std::move(recording_));
}

}  // namespace sinter::rt
