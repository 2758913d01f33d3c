// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of the C interface, with their memory, streams and captures.
#include <functional>
#include <utility>

#include "runtime/base/status_macros.h"
#include "runtime/capi/border.h"
#include "runtime/capi/logging.h"
#include "runtime/capi/objects.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cuda/cuda_backend.h"

namespace sinter::rt {
namespace {

absl::StatusOr<AllocatorFunctions> ReadAllocator(const sinter_allocator* given) {
  AllocatorFunctions functions;
  if (given == nullptr) return functions;
  SINTER_ASSIGN_OR_RETURN(const sinter_allocator allocator, ReadStruct(given, "options->allocator"));
  if (allocator.allocate == nullptr || allocator.release == nullptr) {
    return absl::InvalidArgumentError("`options->allocator` lacks one of its two functions");
  }
  functions.allocate = [allocator](size_t bytes, size_t alignment) {
    return allocator.allocate(allocator.user_data, bytes, alignment);
  };
  functions.release = [allocator](void* memory) { allocator.release(allocator.user_data, memory); };
  return functions;
}

std::unique_ptr<Backend> MakeCpu(const Logger& log) {
  CpuBackendOptions options;
  options.log = [log](absl::string_view line) { log.Info(line); };
  return CreateCpuBackend(options);
}

absl::StatusOr<std::unique_ptr<Backend>> MakeBackend(const sinter_device_options& options, const Logger& log) {
  CudaBackendOptions cuda;
  cuda.device_ordinal = options.ordinal;
  switch (options.kind) {
    case SINTER_DEVICE_CPU:
      return MakeCpu(log);
    case SINTER_DEVICE_CUDA:
      cuda.context = options.cuda_context;
      return CreateCudaBackend(cuda);
    case SINTER_DEVICE_CUDA_CURRENT:
      cuda.use_current_context = true;
      return CreateCudaBackend(cuda);
    case SINTER_DEVICE_AUTO: {
      absl::StatusOr<std::unique_ptr<Backend>> gpu = CreateCudaBackend(cuda);
      const absl::StatusCode code = gpu.status().code();
      // A GPU that is there but fails is an error: falling back would hide it.
      if (code != absl::StatusCode::kNotFound && code != absl::StatusCode::kUnavailable) return gpu;
      log.Info(absl::StrCat("the CPU path is used: ", gpu.status().message()));
      return MakeCpu(log);
    }
    default:
      return absl::InvalidArgumentError(absl::StrCat("`options->kind` is ", options.kind, ", expected 0 to 3"));
  }
}

absl::StatusOr<std::shared_ptr<DeviceState>> MakeDevice(const sinter_device_options* given) {
  sinter_device_options options = SINTER_DEVICE_OPTIONS_INIT;
  if (given != nullptr) {
    SINTER_ASSIGN_OR_RETURN(options, ReadStruct(given, "options"));
  }
  if (options.cuda_context != nullptr && options.kind != SINTER_DEVICE_CUDA) {
    return absl::InvalidArgumentError("`options->cuda_context` goes with SINTER_DEVICE_CUDA alone");
  }
  SINTER_ASSIGN_OR_RETURN(AllocatorFunctions allocator, ReadAllocator(options.allocator));
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<Backend> backend,
                          MakeBackend(options, Logger(options.log, options.log_user_data)));
  return std::make_shared<DeviceState>(std::move(backend), std::move(allocator));
}

absl::Status CheckGraphs(const sinter_device& device) {
  if (device.state->backend.supports_graphs()) return absl::OkStatus();
  return absl::UnimplementedError(absl::StrCat("device `", device.state->backend.name(),
                                               "` captures no graphs: its sinter_device_info.supports_graphs is 0"));
}

absl::Status CheckCopy(const void* destination, const void* source, size_t bytes) {
  if (bytes == 0) return absl::OkStatus();
  SINTER_REQUIRE(destination);
  SINTER_REQUIRE(source);
  return absl::OkStatus();
}

}  // namespace
}  // namespace sinter::rt

using sinter::rt::AtBorder;
using sinter::rt::QuietlyAtBorder;

sinter_status* sinter_device_create(const sinter_device_options* options, sinter_device** device) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    SINTER_ASSIGN_OR_RETURN(std::shared_ptr<sinter::rt::DeviceState> state, sinter::rt::MakeDevice(options));
    *device = new sinter_device{std::move(state)};
    return absl::OkStatus();
  });
}

void sinter_device_destroy(sinter_device* device) {
  QuietlyAtBorder([&] { delete device; });
}

sinter_status* sinter_device_get_info(const sinter_device* device, sinter_device_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    sinter_device_info filled = SINTER_DEVICE_INFO_INIT;
    filled.is_cpu = device->state->backend.is_cpu() ? 1 : 0;
    filled.supports_graphs = device->state->backend.supports_graphs() ? 1 : 0;
    filled.name = device->state->name.c_str();
    filled.target = device->state->target.c_str();
    return sinter::rt::WriteStruct(info, filled, "info");
  });
}

sinter_status* sinter_device_get_counters(const sinter_device* device, sinter_device_counters* counters) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    const sinter::rt::BackendCounts& counts = device->state->backend.counts();
    sinter_device_counters filled = SINTER_DEVICE_COUNTERS_INIT;
    filled.allocations = counts.allocations;
    filled.releases = counts.releases;
    filled.modules_loaded = counts.modules;
    filled.synchronizations = counts.synchronizations;
    filled.captures = counts.captures;
    return sinter::rt::WriteStruct(counters, filled, "counters");
  });
}

sinter_status* sinter_device_allocate(sinter_device* device, size_t bytes, void** memory) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    SINTER_REQUIRE(memory);
    SINTER_ASSIGN_OR_RETURN(*memory, device->state->backend.Allocate(bytes));
    return absl::OkStatus();
  });
}

void sinter_device_free(sinter_device* device, void* memory) {
  if (device == nullptr) return;
  QuietlyAtBorder([&] { device->state->backend.Free(memory); });
}

sinter_status* sinter_copy_to_device(sinter_device* device, void* destination, const void* source, size_t bytes,
                                     sinter_stream stream) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    SINTER_RETURN_IF_ERROR(sinter::rt::CheckCopy(destination, source, bytes));
    return device->state->backend.CopyToDevice(destination, source, bytes, stream);
  });
}

sinter_status* sinter_copy_to_host(sinter_device* device, void* destination, const void* source, size_t bytes,
                                   sinter_stream stream) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    SINTER_RETURN_IF_ERROR(sinter::rt::CheckCopy(destination, source, bytes));
    return device->state->backend.CopyToHost(destination, source, bytes, stream);
  });
}

sinter_status* sinter_copy_on_device(sinter_device* device, void* destination, const void* source, size_t bytes,
                                     sinter_stream stream) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    SINTER_RETURN_IF_ERROR(sinter::rt::CheckCopy(destination, source, bytes));
    return device->state->backend.CopyOnDevice(destination, source, bytes, stream);
  });
}

sinter_status* sinter_stream_create(sinter_device* device, sinter_stream* stream) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    SINTER_REQUIRE(stream);
    SINTER_ASSIGN_OR_RETURN(*stream, device->state->backend.CreateStream());
    return absl::OkStatus();
  });
}

void sinter_stream_destroy(sinter_device* device, sinter_stream stream) {
  if (device == nullptr || stream == nullptr) return;
  QuietlyAtBorder([&] { device->state->backend.DestroyStream(stream); });
}

sinter_status* sinter_stream_synchronize(sinter_device* device, sinter_stream stream) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    return device->state->backend.Synchronize(stream);
  });
}

sinter_status* sinter_capture_begin(sinter_device* device, sinter_stream stream) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    SINTER_RETURN_IF_ERROR(sinter::rt::CheckGraphs(*device));
    return device->state->backend.BeginCapture(stream);
  });
}

sinter_status* sinter_capture_end(sinter_device* device, sinter_stream stream, sinter_graph** graph) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(device);
    // First, so that no error leaves the stream in its capture.
    absl::StatusOr<std::unique_ptr<sinter::rt::Graph>> captured = device->state->backend.EndCapture(stream);
    SINTER_REQUIRE(graph);
    SINTER_RETURN_IF_ERROR(sinter::rt::CheckGraphs(*device));
    SINTER_RETURN_IF_ERROR(captured.status());
    *graph = new sinter_graph{device->state, *std::move(captured)};
    return absl::OkStatus();
  });
}

sinter_status* sinter_graph_launch(sinter_graph* graph, sinter_stream stream) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(graph);
    return graph->graph->Launch(stream);
  });
}

void sinter_graph_destroy(sinter_graph* graph) {
  QuietlyAtBorder([&] { delete graph; });
}
