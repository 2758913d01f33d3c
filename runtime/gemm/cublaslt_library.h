// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt's functions and one handle of it.
#ifndef SINTER_RUNTIME_GEMM_CUBLASLT_LIBRARY_H_
#define SINTER_RUNTIME_GEMM_CUBLASLT_LIBRARY_H_

#include <cublasLt.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/base/dynamic_library.h"

namespace sinter::rt {

// Immutable once made; the handle may be used by several threads.
class CublasLtLibrary {
 public:
  // Everything but the handle; enough to look the symbols up on a machine without a GPU.
  static absl::StatusOr<std::unique_ptr<CublasLtLibrary>> Load();
  absl::Status CreateHandle();
  ~CublasLtLibrary();

  cublasLtHandle_t handle() const { return handle_; }
  // "13.1.0"
  std::string version() const;
  // OK, or the call with the status's name and number.
  absl::Status Check(cublasStatus_t status, absl::string_view call) const;

#define SINTER_CUBLASLT_SYMBOL(name) decltype(&::name) name = nullptr;
#include "runtime/gemm/cublaslt_symbols.def"
#undef SINTER_CUBLASLT_SYMBOL

 private:
  CublasLtLibrary() = default;

  DynamicLibrary library_;
  cublasLtHandle_t handle_ = nullptr;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_CUBLASLT_LIBRARY_H_
