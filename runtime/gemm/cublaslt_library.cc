// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening of libcublasLt.
#include "runtime/gemm/cublaslt_library.h"

#include <cstdlib>
#include <memory>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/gemm/cublaslt_gemm.h"

namespace sinter::rt {
namespace {

DynamicLibraryOptions Search() {
  DynamicLibraryOptions search;
  search.name = "cuBLASLt";
  search.environment_override = "SINTER_CUBLASLT";
  // Its descriptors' sizes are part of the interface that the headers fix, so the major version is too.
  search.candidates = {absl::StrCat("libcublasLt.so.", CUBLAS_VER_MAJOR)};
  if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0') {
    search.folders.push_back(absl::StrCat(home, "/lib64"));
  }
  search.folders.push_back("/usr/local/cuda/lib64");
  return search;
}

}  // namespace

absl::StatusOr<std::unique_ptr<CublasLtLibrary>> CublasLtLibrary::Load() {
  std::unique_ptr<CublasLtLibrary> library(new CublasLtLibrary);
  SINTER_ASSIGN_OR_RETURN(library->library_, DynamicLibrary::Open(Search()));
  library->library_.KeepLoaded();
#define SINTER_CUBLASLT_SYMBOL(name) SINTER_RETURN_IF_ERROR(library->library_.Bind(#name, &library->name));
#include "runtime/gemm/cublaslt_symbols.def"
#undef SINTER_CUBLASLT_SYMBOL
  return library;
}

absl::Status CublasLtLibrary::CreateHandle() { return Check(cublasLtCreate(&handle_), "cublasLtCreate"); }

CublasLtLibrary::~CublasLtLibrary() {
  if (handle_ != nullptr) cublasLtDestroy(handle_);
}

std::string CublasLtLibrary::version() const {
  const size_t version = cublasLtGetVersion();
  return absl::StrCat(version / 10000, ".", version / 100 % 100, ".", version % 100);
}

absl::Status CublasLtLibrary::Check(cublasStatus_t status, absl::string_view call) const {
  if (status == CUBLAS_STATUS_SUCCESS) return absl::OkStatus();
  const char* name = cublasLtGetStatusName(status);
  const std::string message = absl::StrCat(call, " failed: ", name != nullptr ? name : "unknown cuBLAS status", " (",
                                           static_cast<int>(status), ")");
  switch (status) {
    case CUBLAS_STATUS_NOT_SUPPORTED:
    case CUBLAS_STATUS_ARCH_MISMATCH:
      return absl::UnimplementedError(message);
    case CUBLAS_STATUS_INVALID_VALUE:
      return absl::InvalidArgumentError(message);
    case CUBLAS_STATUS_ALLOC_FAILED:
      return absl::ResourceExhaustedError(message);
    default:
      return absl::InternalError(message);
  }
}

absl::StatusOr<std::shared_ptr<const CublasLtLibrary>> OpenCublasLt() {
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<CublasLtLibrary> library, CublasLtLibrary::Load());
  SINTER_RETURN_IF_ERROR(library->CreateHandle());
  return std::shared_ptr<const CublasLtLibrary>(std::move(library));
}

}  // namespace sinter::rt
