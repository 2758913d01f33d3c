// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pretended GPU's driver.
#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "runtime/cuda/fake_gpu/fake_gpu.h"

using sinter::rt::fake_gpu::Enqueue;

struct CUctx_st {
  int references = 0;
};

// A kernel that the pretended GPU knows, with the sizes of its parameters.
struct CUfunc_st {
  const char* name;
  std::vector<size_t> parameter_bytes;
  void (*run)(const unsigned* grid, const unsigned* block, void** params);
  int max_dynamic_bytes = 48 << 10;
};

struct CUlib_st {};

struct CUevent_st {
  std::chrono::steady_clock::time_point time;
};

namespace {

struct Node {
  std::function<void()> work;  // of a node that is no kernel
  CUfunction function = nullptr;
  unsigned grid[3], block[3];
  std::vector<std::vector<uint8_t>> parameters;

  void SetKernel(CUfunction kernel, const unsigned* new_grid, const unsigned* new_block, void** params) {
    function = kernel;
    std::copy(new_grid, new_grid + 3, grid);
    std::copy(new_block, new_block + 3, block);
    parameters.clear();
    for (size_t i = 0; i < kernel->parameter_bytes.size(); ++i) {
      const auto* bytes = static_cast<const uint8_t*>(params[i]);
      parameters.emplace_back(bytes, bytes + kernel->parameter_bytes[i]);
    }
  }
  void Run() {
    if (function == nullptr) return work();
    std::vector<void*> pointers;
    for (auto& parameter : parameters) pointers.push_back(parameter.data());
    function->run(grid, block, pointers.data());
  }
};

template <typename T>
T Param(void** params, int index) {
  T value;
  std::memcpy(&value, params[index], sizeof(value));
  return value;
}

void RunAffine(const unsigned* grid, const unsigned* block, void** params) {
  const auto* x = Param<const float*>(params, 0);
  auto* y = Param<float*>(params, 1);
  const auto scale = Param<float>(params, 2);
  const int64_t n = std::min<int64_t>(Param<int64_t>(params, 3), int64_t{grid[0]} * block[0]);
  for (int64_t i = 0; i < n; ++i) y[i] = scale * x[i] + 1.0f;
}
void RunReverse(const unsigned*, const unsigned*, void** params) {
  auto* x = Param<float*>(params, 0);
  std::reverse(x, x + Param<int32_t>(params, 1));
}
void RunFill(const unsigned*, const unsigned* block, void** params) {
  std::fill_n(Param<float*>(params, 0), block[0], Param<float>(params, 1));
}
void RunFillPointerArrays(const unsigned* grid, const unsigned* block, void** params) {
  const auto* offsets = Param<const int64_t*>(params, 4);
  auto* pointers = Param<uint64_t*>(params, 5);
  const uint32_t count = std::min(Param<uint32_t>(params, 6), grid[0] * block[0]);
  for (uint32_t operand = 0; operand < grid[1]; ++operand) {
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t element = operand * count + i;
      pointers[element] = Param<uint64_t>(params, static_cast<int>(operand)) + static_cast<uint64_t>(offsets[element]);
    }
  }
}

// Those of the plan in runtime/capi/example_plan.h, whose rows are 8 wide.
void RunExampleScale(const unsigned* grid, const unsigned*, void** params) {
  const auto* x = Param<const float*>(params, 0);
  const auto* w = Param<const float*>(params, 1);
  auto* y = Param<float*>(params, 2);
  const auto pitch = Param<int64_t>(params, 3);
  for (unsigned row = 0; row < grid[0]; ++row) {
    for (int j = 0; j < 8; ++j) y[row * 8 + j] = x[row * pitch + j] * w[j];
  }
}
void RunExampleAccumulate(const unsigned*, const unsigned*, void** params) {
  const auto* x = Param<const float*>(params, 0);
  const auto* w = Param<const float*>(params, 1);
  const auto* state = Param<const float*>(params, 2);
  auto* out = Param<float*>(params, 3);
  for (int j = 0; j < 8; ++j) out[j] = state[j] + x[j] * w[j];
}

CUfunc_st kernels[] = {{"affine", {8, 8, 4, 8}, RunAffine},
                       {"reverse", {8, 4}, RunReverse},
                       {"fill", {8, 4}, RunFill},
                       {"sinter_example_scale", {8, 8, 8, 8}, RunExampleScale},
                       {"sinter_example_accumulate", {8, 8, 8, 8}, RunExampleAccumulate},
                       {"sinter_fill_pointer_arrays", {8, 8, 8, 8, 8, 8, 4}, RunFillPointerArrays}};

CUctx_st primary;
thread_local std::vector<CUcontext> contexts;

bool HasContext() { return !contexts.empty() && contexts.back() == &primary && primary.references > 0; }

}  // namespace

struct CUgraphNode_st : Node {};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};

struct CUgraphExec_st {
  std::vector<std::pair<CUgraphNode, Node>> nodes;
};

struct CUstream_st {
  bool capturing = false, invalidated = false;
  std::thread::id thread;
  std::unique_ptr<CUgraph_st> graph;
  CUgraphNode last = nullptr;
};

namespace {

// Adds a node where `stream` is being captured, giving it through `added`.
CUresult Capture(CUstream stream, CUgraphNode_st node, bool* captured) {
  *captured = stream != nullptr && stream->capturing;
  if (!*captured) return CUDA_SUCCESS;
  if (stream->invalidated) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  stream->graph->nodes.push_back(std::make_unique<CUgraphNode_st>(std::move(node)));
  stream->last = stream->graph->nodes.back().get();
  return CUDA_SUCCESS;
}

CUresult EnqueueCopy(CUstream stream, void* to, const void* from, size_t bytes) {
  if (to == nullptr || from == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return Enqueue(stream, [=] { std::memmove(to, from, bytes); });
}

}  // namespace

CUresult sinter::rt::fake_gpu::Enqueue(CUstream stream, std::function<void()> work) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  CUgraphNode_st node;
  node.work = work;
  bool captured = false;
  const CUresult result = Capture(stream, std::move(node), &captured);
  if (result == CUDA_SUCCESS && !captured) work();
  return result;
}

extern "C" {

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuGetErrorName(CUresult error, const char** name) {
  *name = error == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : nullptr;
  return *name != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult, const char** text) {
  *text = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int size, CUdevice) {
  std::strncpy(name, "Pretended GPU", size);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR   ? 9
           : attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? 0
                                                                       : 232448;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
  ++primary.references;
  *context = &primary;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) {
  --primary.references;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = contexts.empty() ? nullptr : contexts.back();
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return HasContext() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult cuCtxPushCurrent_v2(CUcontext context) {
  contexts.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  if (contexts.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  *context = contexts.back();
  contexts.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* pointer, size_t bytes) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (bytes >> 40 != 0) return CUDA_ERROR_OUT_OF_MEMORY;
  void* memory = nullptr;
  if (posix_memalign(&memory, 256, bytes) != 0) return CUDA_ERROR_OUT_OF_MEMORY;
  *pointer = reinterpret_cast<CUdeviceptr>(memory);
  return CUDA_SUCCESS;
}
CUresult cuMemFree_v2(CUdeviceptr pointer) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  std::free(reinterpret_cast<void*>(pointer));
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  return EnqueueCopy(stream, reinterpret_cast<void*>(to), from, bytes);
}
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return EnqueueCopy(stream, to, reinterpret_cast<const void*>(from), bytes);
}
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return EnqueueCopy(stream, reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
}

CUresult cuStreamCreate(CUstream* stream, unsigned) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  *stream = new CUstream_st;
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
  delete stream;
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  if (stream == nullptr || !stream->capturing) return CUDA_SUCCESS;
  stream->invalidated = true;
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}
CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode) {
  if (stream == nullptr || mode != CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (stream->capturing) return CUDA_ERROR_ILLEGAL_STATE;
  stream->capturing = true;
  stream->invalidated = false;
  stream->thread = std::this_thread::get_id();
  stream->graph = std::make_unique<CUgraph_st>();
  stream->last = nullptr;
  return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  *graph = nullptr;
  if (!stream->capturing) return CUDA_ERROR_ILLEGAL_STATE;
  if (stream->thread != std::this_thread::get_id()) return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  stream->capturing = false;
  std::unique_ptr<CUgraph_st> captured = std::move(stream->graph);
  if (stream->invalidated) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  *graph = captured.release();
  return CUDA_SUCCESS;
}
CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t*, CUgraph*,
                                   const CUgraphNode** dependencies, const CUgraphEdgeData** edges, size_t* count) {
  *status = stream->capturing ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
  *dependencies = &stream->last;
  *edges = nullptr;
  *count = stream->last != nullptr ? 1 : 0;
  return CUDA_SUCCESS;
}

// Work runs as it is enqueued, so an event is the time of its record.
CUresult cuEventCreate(CUevent* event, unsigned) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  *event = new CUevent_st;
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy_v2(CUevent event) {
  delete event;
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  event->time = std::chrono::steady_clock::now();
  return CUDA_SUCCESS;
}
CUresult cuEventSynchronize(CUevent) { return HasContext() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
#undef cuEventElapsedTime
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent stop) {
  *milliseconds = std::chrono::duration<float, std::milli>(stop->time - start->time).count();
  return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* options, void** values, unsigned count,
                           CUlibraryOption*, void**, unsigned) {
  const bool is_elf = std::memcmp(code,
                                  "\x7f"
                                  "ELF",
                                  4) == 0;
  if (!is_elf && std::strstr(static_cast<const char*>(code), "nonsense") != nullptr) {
    if (count == 2 && options[0] == CU_JIT_ERROR_LOG_BUFFER) std::strcpy(static_cast<char*>(values[0]), "syntax error");
    return CUDA_ERROR_INVALID_PTX;
  }
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  *library = new CUlib_st;
  return CUDA_SUCCESS;
}
CUresult cuLibraryUnload(CUlibrary library) {
  delete library;
  return CUDA_SUCCESS;
}
CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary, const char* name) {
  for (CUfunc_st& known : kernels) {
    if (std::strcmp(known.name, name) != 0) continue;
    *kernel = reinterpret_cast<CUkernel>(&known);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  *function = reinterpret_cast<CUfunction>(kernel);
  return HasContext() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute, CUfunction) {
  *value = 0;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute, int value) {
  function->max_dynamic_bytes = value;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** params, void**) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  const unsigned grid[] = {config->gridDimX, config->gridDimY, config->gridDimZ};
  const unsigned block[] = {config->blockDimX, config->blockDimY, config->blockDimZ};
  const uint64_t threads = uint64_t{block[0]} * block[1] * block[2];
  if (uint64_t{grid[0]} * grid[1] * grid[2] == 0 || threads == 0 || threads > 1024 ||
      config->sharedMemBytes > static_cast<unsigned>(function->max_dynamic_bytes)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  CUgraphNode_st node;
  node.SetKernel(function, grid, block, params);
  Node direct = node;
  bool captured = false;
  const CUresult result = Capture(config->hStream, std::move(node), &captured);
  if (result == CUDA_SUCCESS && !captured) direct.Run();
  return result;
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode*, size_t* count) {
  *count = graph->nodes.size();
  return CUDA_SUCCESS;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph, unsigned long long) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  *executable = new CUgraphExec_st;
  for (auto& node : graph->nodes) (*executable)->nodes.emplace_back(node.get(), *node);
  return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph graph) {
  delete graph;
  return CUDA_SUCCESS;
}
CUresult cuGraphUpload(CUgraphExec, CUstream) { return HasContext() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
CUresult cuGraphLaunch(CUgraphExec executable, CUstream) {
  if (!HasContext()) return CUDA_ERROR_INVALID_CONTEXT;
  for (auto& node : executable->nodes) node.second.Run();
  return CUDA_SUCCESS;
}
CUresult cuGraphExecDestroy(CUgraphExec executable) {
  delete executable;
  return CUDA_SUCCESS;
}
CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec executable, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS_v2* params) {
  for (auto& [name, copy] : executable->nodes) {
    if (name != node) continue;
    if (copy.function == nullptr || params->func == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const unsigned grid[] = {params->gridDimX, params->gridDimY, params->gridDimZ};
    const unsigned block[] = {params->blockDimX, params->blockDimY, params->blockDimZ};
    copy.SetKernel(params->func, grid, block, params->kernelParams);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

}  // extern "C"
