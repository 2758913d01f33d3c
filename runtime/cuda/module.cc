// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images through the driver's context-independent loading.
#include "runtime/cuda/module.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/cuda/cuda_status.h"
#include "runtime/cuda/image_format.h"

namespace sinter::rt {
namespace {

absl::StatusOr<CUlibrary> LoadLibraryData(const CudaDriver& driver, const void* code) {
  char log[8192] = {};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(uintptr_t{sizeof(log) - 1})};
  CUlibrary library = nullptr;
  const CUresult result = driver.cuLibraryLoadData(&library, code, options, values, 2, nullptr, nullptr, 0);
  if (result == CUDA_SUCCESS) return library;
  absl::Status status = CudaStatus(driver, result, "cuLibraryLoadData");
  return absl::Status(status.code(),
                      log[0] == '\0' ? std::string(status.message()) : absl::StrCat(status.message(), "; log:\n", log));
}

}  // namespace

absl::StatusOr<std::unique_ptr<CudaModule>> CudaModule::Load(std::shared_ptr<const CudaDevice> device,
                                                             absl::Span<const uint8_t> image) {
  SINTER_ASSIGN_OR_RETURN(const ImageFormat format, CheckImage(image));
  // The driver copies the image; PTX must end in a null, which its span need not hold.
  std::string ptx;
  const void* code = image.data();
  if (format == ImageFormat::kPtx) {
    ptx.assign(image.begin(), image.end());
    code = ptx.c_str();
  }
  ContextScope scope(*device);
  SINTER_RETURN_IF_ERROR(scope.status());
  SINTER_ASSIGN_OR_RETURN(CUlibrary library, LoadLibraryData(device->driver(), code));
  return std::unique_ptr<CudaModule>(new CudaModule(std::move(device), library));
}

CudaModule::~CudaModule() {
  ContextScope scope(*device_);
  device_->driver().cuLibraryUnload(library_);
}

absl::StatusOr<CUfunction> CudaModule::LoadFunction(const std::string& symbol) const {
  const CudaDriver& driver = device_->driver();
  CUkernel kernel = nullptr;
  const CUresult found = driver.cuLibraryGetKernel(&kernel, library_, symbol.c_str());
  if (found == CUDA_ERROR_NOT_FOUND) return absl::NotFoundError(absl::StrCat("image has no kernel `", symbol, "`"));
  SINTER_RETURN_IF_ERROR(CudaStatus(driver, found, absl::StrCat("cuLibraryGetKernel of ", symbol)));
  CUfunction function = nullptr;
  SINTER_CUDA_RETURN_IF_ERROR(driver, cuKernelGetFunction(&function, kernel));
  if (driver.cuFuncLoad != nullptr) SINTER_CUDA_RETURN_IF_ERROR(driver, cuFuncLoad(function));
  int static_bytes = 0;
  SINTER_CUDA_RETURN_IF_ERROR(driver, cuFuncGetAttribute(&static_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
  const int dynamic_bytes = device_->max_shared_bytes() - static_bytes;
  if (dynamic_bytes > 0) {
    SINTER_CUDA_RETURN_IF_ERROR(
        driver, cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, dynamic_bytes));
  }
  return function;
}

absl::StatusOr<const KernelHandle*> CudaModule::GetKernel(absl::string_view symbol) {
  const std::string name(symbol);
  std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<CudaKernel>& kernel = kernels_[name];
  if (kernel == nullptr) {
    ContextScope scope(*device_);
    SINTER_RETURN_IF_ERROR(scope.status());
    SINTER_ASSIGN_OR_RETURN(CUfunction function, LoadFunction(name));
    // PTX for an older GPU that the driver compiles for a newer one has no wait in it.
    constexpr int kFirstVersion = 90;
    int version = 0;
    SINTER_CUDA_RETURN_IF_ERROR(device_->driver(), cuFuncGetAttribute(&version, CU_FUNC_ATTRIBUTE_PTX_VERSION, function));
    kernel = std::make_unique<CudaKernel>(function, version >= kFirstVersion, name);
  }
  return kernel.get();
}

absl::Status LaunchKernel(const CudaDevice& device, const CudaKernel& kernel, const LaunchShape& shape, void** params,
                          CUstream stream) {
  CUlaunchConfig config;
  std::memset(&config, 0, sizeof(config));
  config.gridDimX = shape.grid[0], config.gridDimY = shape.grid[1], config.gridDimZ = shape.grid[2];
  config.blockDimX = shape.block[0], config.blockDimY = shape.block[1], config.blockDimZ = shape.block[2];
  config.sharedMemBytes = shape.shared_bytes;
  config.hStream = stream;
  CUlaunchAttribute overlap;
  std::memset(&overlap, 0, sizeof(overlap));
  overlap.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  overlap.value.programmaticStreamSerializationAllowed = 1;
  if (shape.overlaps && kernel.can_overlap()) {
    config.attrs = &overlap;
    config.numAttrs = 1;
  }
  const CUresult result = device.driver().cuLaunchKernelEx(&config, kernel.function(), params, nullptr);
  if (result == CUDA_SUCCESS) return absl::OkStatus();
  return CudaStatus(device.driver(), result,
                    absl::StrCat("cuLaunchKernelEx of ", kernel.symbol(), " with grid ", shape.grid[0], "x",
                                 shape.grid[1], "x", shape.grid[2], ", block ", shape.block[0], "x", shape.block[1],
                                 "x", shape.block[2], ", ", shape.shared_bytes, " bytes of shared memory,"));
}

}  // namespace sinter::rt
