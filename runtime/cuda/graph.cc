// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture, instantiation and parameter updates.
#include "runtime/cuda/graph.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/cuda/cuda_status.h"

namespace sinter::rt {
namespace {

struct CaptureState {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUgraphNode* dependencies = nullptr;  // of the stream's next node
  size_t count = 0;
};

absl::StatusOr<CaptureState> QueryCapture(const CudaDevice& device, CUstream stream) {
  CaptureState state;
  cuuint64_t id = 0;
  CUgraph graph = nullptr;
  const CUgraphEdgeData* edges = nullptr;
  SINTER_CUDA_RETURN_IF_ERROR(device.driver(), cuStreamGetCaptureInfo_v3(stream, &state.status, &id, &graph,
                                                                         &state.dependencies, &edges, &state.count));
  return state;
}

// The node that the last call captured: the one thing that the stream's next node would depend on.
absl::StatusOr<CUgraphNode> LastCapturedNode(const CudaDevice& device, CUstream stream) {
  SINTER_ASSIGN_OR_RETURN(const CaptureState state, QueryCapture(device, stream));
  if (state.status != CU_STREAM_CAPTURE_STATUS_ACTIVE || state.count != 1 || state.dependencies == nullptr) {
    return absl::InternalError(absl::StrCat("expected one captured node after a launch, but found ", state.count,
                                            " (capture status ", static_cast<int>(state.status), ")"));
  }
  return state.dependencies[0];
}

}  // namespace

absl::StatusOr<bool> IsCapturing(const CudaDevice& device, CUstream stream) {
  // The default stream, by either of its names, cannot be, and a query of it fails while a stream that waits for it is.
  if (stream == nullptr || stream == CU_STREAM_LEGACY) return false;
  SINTER_ASSIGN_OR_RETURN(const CaptureState state, QueryCapture(device, stream));
  return state.status != CU_STREAM_CAPTURE_STATUS_NONE;
}

bool IsEmptyLaunch(const LaunchShape& shape) {
  for (int i = 0; i < 3; ++i) {
    if (shape.grid[i] == 0 || shape.block[i] == 0) return true;
  }
  return false;
}

absl::Status CaptureRecorder::Begin(const CudaDevice& device, CUstream stream) {
  if (stream == nullptr) return absl::InvalidArgumentError("the default stream cannot be captured; create a stream");
  std::lock_guard<std::mutex> lock(mutex_);
  if (captures_.count(stream) != 0) return absl::FailedPreconditionError("the stream is being captured already");
  SINTER_CUDA_RETURN_IF_ERROR(device.driver(), cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  captures_[stream];
  ++active_;
  return absl::OkStatus();
}

absl::Status CaptureRecorder::Record(const CudaDevice& device, CUstream stream, const CudaKernel& kernel,
                                     bool kernel_node) {
  if (active_.load(std::memory_order_acquire) == 0) return absl::OkStatus();
  std::lock_guard<std::mutex> lock(mutex_);
  auto capture = captures_.find(stream);
  if (capture == captures_.end()) return absl::OkStatus();
  CapturedLaunch launch;
  launch.function = kernel.function();
  if (kernel_node) {
    SINTER_ASSIGN_OR_RETURN(launch.node, LastCapturedNode(device, stream));
  }
  capture->second.push_back(launch);
  return absl::OkStatus();
}

absl::StatusOr<CUgraph> CaptureRecorder::End(const CudaDevice& device, CUstream stream,
                                             std::vector<CapturedLaunch>* launches) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto capture = captures_.find(stream);
  if (capture == captures_.end()) return absl::FailedPreconditionError("the stream is not being captured");
  CUgraph graph = nullptr;
  const CUresult result = device.driver().cuStreamEndCapture(stream, &graph);
  *launches = std::move(capture->second);
  captures_.erase(capture);
  --active_;
  SINTER_RETURN_IF_ERROR(CudaStatus(device.driver(), result, "cuStreamEndCapture"));
  if (graph == nullptr) return absl::InternalError("cuStreamEndCapture gave no graph");
  return graph;
}

absl::StatusOr<std::unique_ptr<CudaGraph>> CudaGraph::Instantiate(std::shared_ptr<const CudaDevice> device,
                                                                  CUgraph captured,
                                                                  std::vector<CapturedLaunch> launches,
                                                                  CUstream stream) {
  // From here on the destructor frees what was made.
  std::unique_ptr<CudaGraph> graph(new CudaGraph(std::move(device), captured, std::move(launches)));
  const CudaDriver& driver = graph->device_->driver();
  size_t nodes = 0;
  SINTER_CUDA_RETURN_IF_ERROR(driver, cuGraphGetNodes(captured, nullptr, &nodes));
  graph->node_count_ = static_cast<int64_t>(nodes);
  SINTER_CUDA_RETURN_IF_ERROR(driver, cuGraphInstantiateWithFlags(&graph->executable_, captured, 0));
  // Else the first launch would pay for this.
  SINTER_CUDA_RETURN_IF_ERROR(driver, cuGraphUpload(graph->executable_, stream));
  return graph;
}

CudaGraph::~CudaGraph() {
  ContextScope scope(*device_);
  if (executable_ != nullptr) device_->driver().cuGraphExecDestroy(executable_);
  if (graph_ != nullptr) device_->driver().cuGraphDestroy(graph_);
}

absl::Status CudaGraph::Launch(StreamHandle stream) {
  ContextScope scope(*device_);
  SINTER_RETURN_IF_ERROR(scope.status());
  SINTER_CUDA_RETURN_IF_ERROR(device_->driver(), cuGraphLaunch(executable_, static_cast<CUstream>(stream)));
  return absl::OkStatus();
}

absl::Status CudaGraph::UpdateKernelParams(int64_t launch_index, const LaunchShape& shape, void** params) {
  if (launch_index < 0 || launch_index >= static_cast<int64_t>(launches_.size())) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected a launch below ", launches_.size(), ", but got ", launch_index));
  }
  const CapturedLaunch& launch = launches_[launch_index];
  const bool empty = IsEmptyLaunch(shape);
  if (launch.node == nullptr && empty) return absl::OkStatus();
  if (launch.node == nullptr || empty) {
    return absl::FailedPreconditionError(absl::StrCat("launch ", launch_index, " was captured with ",
                                                      empty ? "work" : "an empty grid", " and cannot be updated to ",
                                                      empty ? "an empty grid" : "have work", "; capture again"));
  }
  CUDA_KERNEL_NODE_PARAMS_v2 node;
  std::memset(&node, 0, sizeof(node));
  node.func = launch.function;
  node.gridDimX = shape.grid[0], node.gridDimY = shape.grid[1], node.gridDimZ = shape.grid[2];
  node.blockDimX = shape.block[0], node.blockDimY = shape.block[1], node.blockDimZ = shape.block[2];
  node.sharedMemBytes = shape.shared_bytes;
  node.kernelParams = params;
  ContextScope scope(*device_);
  SINTER_RETURN_IF_ERROR(scope.status());
  SINTER_CUDA_RETURN_IF_ERROR(device_->driver(), cuGraphExecKernelNodeSetParams_v2(executable_, launch.node, &node));
  return absl::OkStatus();
}

}  // namespace sinter::rt
