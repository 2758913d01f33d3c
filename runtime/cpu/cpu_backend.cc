// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches in this process, or through a check's runner.
#include "runtime/cpu/cpu_backend.h"

#include <string.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/cpu_matmul.h"
#include "runtime/cpu/cpu_module.h"
#include "runtime/cpu/cpu_stream.h"
#include "runtime/cpu/onednn_library.h"

namespace sinter::rt {
namespace {

absl::Status Copy(void* destination, const void* source, size_t bytes) {
  if (bytes == 0) return absl::OkStatus();
  if (destination == nullptr || source == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("cannot copy ", bytes, " bytes from or to a null pointer"));
  }
  memmove(destination, source, bytes);
  return absl::OkStatus();
}

absl::Status NoGraphs() { return absl::UnimplementedError("the cpu backend has no graphs"); }

}  // namespace

std::unique_ptr<CpuBackend> CreateCpuBackend(const CpuBackendOptions& options) {
  return std::make_unique<CpuBackend>(options);
}

CpuBackend::CpuBackend(CpuBackendOptions options) : options_(std::move(options)) {
  if (RunsApart()) options_.simt.strict = true;
  if (options_.check == CpuCheck::kTraffic) options_.simt.count_places = true;
}

CpuBackend::~CpuBackend() = default;

absl::Status CpuBackend::CopyToDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) {
  SINTER_RETURN_IF_ERROR(CheckCpuStream(stream));
  return Copy(destination, source, bytes);
}
absl::Status CpuBackend::CopyToHost(void* destination, const void* source, size_t bytes, StreamHandle stream) {
  SINTER_RETURN_IF_ERROR(CheckCpuStream(stream));
  return Copy(destination, source, bytes);
}
absl::Status CpuBackend::CopyOnDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) {
  SINTER_RETURN_IF_ERROR(CheckCpuStream(stream));
  return Copy(destination, source, bytes);
}
absl::Status CpuBackend::Synchronize(StreamHandle stream) { return CheckCpuStream(stream); }
absl::Status CpuBackend::BeginCapture(StreamHandle) { return NoGraphs(); }
absl::StatusOr<std::unique_ptr<Graph>> CpuBackend::EndCapture(StreamHandle) { return NoGraphs(); }

absl::StatusOr<CheckRunner*> CpuBackend::Runner() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (runner_ == nullptr) {
    SINTER_ASSIGN_OR_RETURN(runner_, CheckRunner::Create(options_.check, options_.compiler, options_.scratch_parent,
                                                         options_.cache_folder));
  }
  return runner_.get();
}

absl::StatusOr<std::unique_ptr<Module>> CpuBackend::LoadModule(absl::Span<const uint8_t> image) {
  if (!RunsApart()) return CpuModule::Load(image);
  SINTER_ASSIGN_OR_RETURN(CheckRunner * runner, Runner());
  return runner->LoadModule(image);
}

absl::Status CpuBackend::Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                                StreamHandle stream) {
  SINTER_RETURN_IF_ERROR(CheckCpuStream(stream));
  // Here a kernel's text asks for the memory that a launch brings on a GPU (SINTER_HELD).
  if (RunsApart()) return LaunchChecked(kernel, shape, params);
  const CpuKernel& cpu_kernel = static_cast<const CpuKernel&>(kernel);
  SimtLaunch launch;
  launch.name = cpu_kernel.name().c_str();
  launch.entry = cpu_kernel.kernel().entry;
  launch.parameters = params;
  launch.grid = {shape.grid[0], shape.grid[1], shape.grid[2]};
  launch.block = {shape.block[0], shape.block[1], shape.block[2]};
  launch.cluster = cpu_kernel.kernel().cluster;
  const SimtResult result = simt_.Launch(launch, options_.simt);
  loaded_bytes_ += result.loaded_bytes;
  stored_bytes_ += result.stored_bytes;
  if (options_.check == CpuCheck::kTraffic) {
    std::lock_guard<std::mutex> lock(mutex_);
    launch_traffic_.push_back({cpu_kernel.name(), result.loaded_bytes, result.stored_bytes,
                               result.distinct_loaded_bytes, result.distinct_stored_bytes});
  }
  if (result.invalid_shape) return absl::InvalidArgumentError(result.error);
  return result.error.empty() ? absl::OkStatus() : absl::InternalError(result.error);
}

absl::Status CpuBackend::LaunchChecked(const KernelHandle& kernel, const LaunchShape& shape, void** params) {
  SINTER_ASSIGN_OR_RETURN(CheckRunner * runner, Runner());
  SINTER_RETURN_IF_ERROR(runner->Launch(kernel, shape, params, options_.simt, memory_));
  std::lock_guard<std::mutex> lock(mutex_);
  checked_kernels_.insert(CheckRunner::NameOf(kernel));
  ++checked_launches_;
  return absl::OkStatus();
}

std::vector<LaunchTraffic> CpuBackend::TakeTraffic() {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(launch_traffic_, {});
}

CheckCounts CpuBackend::checked() {
  std::lock_guard<std::mutex> lock(mutex_);
  return {checked_kernels_.size(), checked_launches_};
}

std::shared_ptr<const OnednnLibrary> CpuBackend::Onednn() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!options_.use_onednn || tried_onednn_) return onednn_;
  tried_onednn_ = true;
  absl::StatusOr<std::shared_ptr<const OnednnLibrary>> library = OnednnLibrary::Open();
  if (library.ok()) {
    onednn_ = *std::move(library);
  } else if (options_.log) {
    options_.log(absl::StrCat("products run by a plain loop, which is slow: ", library.status().message()));
  }
  return onednn_;
}

absl::StatusOr<std::unique_ptr<PreparedMatmul>> CpuBackend::PrepareMatmul(const MatmulProblem& problem,
                                                                          const MatmulRequest&) {
  return PrepareCpuMatmul(problem, Onednn());
}

}  // namespace sinter::rt
