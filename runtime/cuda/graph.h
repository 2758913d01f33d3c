// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs captured from a stream, whose generated kernels can be given new parameters.
#ifndef SINTER_RUNTIME_CUDA_GRAPH_H_
#define SINTER_RUNTIME_CUDA_GRAPH_H_

#include <cuda.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/module.h"

namespace sinter::rt {

// A generated kernel's launch in a capture. An empty launch (an extent of its grid is zero) has no node, but counts.
struct CapturedLaunch {
  CUgraphNode node = nullptr;
  CUfunction function = nullptr;
};

// What was launched into the streams that are being captured. Thread-safe; a launch outside any capture costs it one
// atomic load.
class CaptureRecorder {
 public:
  // The mode is thread-local: other threads may allocate and synchronise meanwhile. Begin, all launches and End belong
  // to one thread.
  absl::Status Begin(const CudaDevice& device, CUstream stream);
  // After each launch of a generated kernel into `stream`; `kernel_node` says whether the launch made a node.
  absl::Status Record(const CudaDevice& device, CUstream stream, const CudaKernel& kernel, bool kernel_node);
  // Gives what was recorded, and the graph, which the caller owns.
  absl::StatusOr<CUgraph> End(const CudaDevice& device, CUstream stream, std::vector<CapturedLaunch>* launches);

 private:
  std::atomic<int> active_{0};
  std::mutex mutex_;
  std::map<CUstream, std::vector<CapturedLaunch>> captures_;  // guarded by mutex_
};

class CudaGraph : public Graph {
 public:
  // Instantiates `graph`, which it takes over, and sends it to the device through `stream`.
  static absl::StatusOr<std::unique_ptr<CudaGraph>> Instantiate(std::shared_ptr<const CudaDevice> device, CUgraph graph,
                                                                std::vector<CapturedLaunch> launches, CUstream stream);
  ~CudaGraph() override;

  absl::Status Launch(StreamHandle stream) override;
  int64_t node_count() const override { return node_count_; }
  absl::Status UpdateKernelParams(int64_t launch_index, const LaunchShape& shape, void** params) override;

 private:
  CudaGraph(std::shared_ptr<const CudaDevice> device, CUgraph graph, std::vector<CapturedLaunch> launches)
      : device_(std::move(device)), graph_(graph), launches_(std::move(launches)) {}

  std::shared_ptr<const CudaDevice> device_;
  CUgraph graph_;  // kept: its nodes name those of the executable
  CUgraphExec executable_ = nullptr;
  std::vector<CapturedLaunch> launches_;
  int64_t node_count_ = 0;
};

// Whether `stream` is being captured, by whomever. The device's context must be current.
absl::StatusOr<bool> IsCapturing(const CudaDevice& device, CUstream stream);

// Whether a grid or block extent is zero, so that there is nothing to run.
bool IsEmptyLaunch(const LaunchShape& shape);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_GRAPH_H_
