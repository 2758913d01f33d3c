// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// oneDNN, opened at run time where it is installed.
#ifndef SINTER_RUNTIME_CPU_ONEDNN_LIBRARY_H_
#define SINTER_RUNTIME_CPU_ONEDNN_LIBRARY_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/dynamic_library.h"

namespace sinter::rt {

// Thread-safe.
class OnednnLibrary {
 public:
  // kNotFound with all places that were tried. SINTER_ONEDNN_LIBRARY names the only file to try.
  static absl::StatusOr<std::shared_ptr<const OnednnLibrary>> Open();

  // C = alpha * op(A) op(B) + beta * C in f32, row-major: op(A) is m x k, op(B) is k x n, C is m x n; a `transpose`
  // operand is stored the other way round. Leading dimensions count elements of a stored row.
  absl::Status Sgemm(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, float alpha, const float* a,
                     int64_t lda, const float* b, int64_t ldb, float beta, float* c, int64_t ldc) const;

  // "oneDNN 2.7.2 (libdnnl.so.2)".
  const std::string& description() const { return description_; }

 private:
  OnednnLibrary() = default;

  DynamicLibrary library_;
  int (*sgemm_)(char, char, int64_t, int64_t, int64_t, float, const float*, int64_t, const float*, int64_t, float,
                float*, int64_t) = nullptr;
  std::string description_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_ONEDNN_LIBRARY_H_
