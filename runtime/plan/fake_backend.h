// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A backend for tests: host memory, kernels that are C++ functions, graphs that replay recorded calls,
// counters of everything, and failures on request.
#ifndef SINTER_RUNTIME_PLAN_FAKE_BACKEND_H_
#define SINTER_RUNTIME_PLAN_FAKE_BACKEND_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/base/backend.h"

namespace sinter::rt {

struct FakeCounts {
  int allocations = 0, frees = 0, modules = 0, streams = 0;
  int launches = 0, graph_launches = 0, captures = 0, updates = 0;
  int matmuls_prepared = 0, matmuls_run = 0, device_copies = 0, host_copies = 0, synchronizations = 0;
};

class FakeBackend : public Backend {
 public:
  using KernelBody = std::function<void(const LaunchShape& shape, void** params)>;

  // Adds a kernel with parameters of the given sizes (4 or 8 bytes). An image is a text: the symbols it holds, one a
  // line.
  void Define(const std::string& symbol, std::vector<size_t> param_bytes, KernelBody body);
  static std::vector<uint8_t> Image(const std::vector<std::string>& symbols);

  FakeBackend();
  ~FakeBackend() override;
  std::string name() const override { return "fake"; }
  std::string target() const override { return target_name; }
  bool is_cpu() const override { return acts_as_cpu; }
  bool CanRun(absl::string_view image_target) const override {
    return runnable_targets.count(std::string(image_target)) != 0;
  }
  absl::StatusOr<void*> Allocate(size_t bytes) override;
  void Free(void* pointer) override;
  absl::Status CopyToDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override;
  absl::Status CopyToHost(void* destination, const void* source, size_t bytes, StreamHandle stream) override;
  absl::Status CopyOnDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override;
  absl::Status Synchronize(StreamHandle stream) override;
  absl::StatusOr<StreamHandle> CreateStream() override;
  void DestroyStream(StreamHandle stream) override;
  absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) override;
  absl::Status Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                      StreamHandle stream) override;
  absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareMatmul(const MatmulProblem& problem,
                                                                const MatmulRequest& request) override;
  bool supports_graphs() const override { return has_graphs; }
  absl::StatusOr<bool> IsCapturing(StreamHandle stream) override { return stream != nullptr && stream == capturing_; }
  absl::Status BeginCapture(StreamHandle stream) override;
  absl::StatusOr<std::unique_ptr<Graph>> EndCapture(StreamHandle stream) override;

  size_t live_allocations() const { return live_.size(); }

  std::string target_name = "fake";
  std::set<std::string> runnable_targets = {"fake"};
  bool acts_as_cpu = false;
  bool has_graphs = true;
  size_t matmul_workspace = 512;
  size_t max_allocation = size_t{1} << 30;  // larger ones are refused
  // While set, the next call of that kind fails, once.
  bool fail_allocation = false, fail_launch = false, fail_update = false;
  FakeCounts counts;
  std::vector<MatmulProblem> matmul_problems;  // in the order in which they were prepared
  std::vector<MatmulRequest> matmul_requests;  // likewise
  std::vector<LaunchShape> launch_shapes;      // of all launches, captured ones too, in their order

 private:
  friend class FakeGraph;
  friend class FakeMatmul;
  struct Definition {
    std::vector<size_t> param_bytes;
    KernelBody body;
  };
  class FakeKernel;
  class FakeModule;
  // Runs the work now, or records it where the stream is being captured.
  void Submit(StreamHandle stream, std::function<void()> work);

  std::map<std::string, Definition> definitions_;
  std::set<void*> live_;
  std::set<StreamHandle> streams_;
  StreamHandle capturing_ = nullptr;
  std::unique_ptr<class FakeGraph> recording_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_FAKE_BACKEND_H_
