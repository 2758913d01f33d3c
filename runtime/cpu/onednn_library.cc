// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens libdnnl and binds its plain C entry for f32 products.
#include "runtime/cpu/onednn_library.h"

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

// What dnnl_version returns begins with these three numbers in all releases.
struct VersionPrefix {
  int major, minor, patch;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const OnednnLibrary>> OnednnLibrary::Open() {
  DynamicLibraryOptions options;
  options.name = "oneDNN";
  options.environment_override = "SINTER_ONEDNN_LIBRARY";
  options.candidates = {"libdnnl.so.3", "libdnnl.so.2"};
  SINTER_ASSIGN_OR_RETURN(DynamicLibrary library, DynamicLibrary::Open(options));
  std::shared_ptr<OnednnLibrary> result(new OnednnLibrary());
  SINTER_RETURN_IF_ERROR(library.Bind("dnnl_sgemm", &result->sgemm_));
  const VersionPrefix* (*version)() = nullptr;
  SINTER_RETURN_IF_ERROR(library.Bind("dnnl_version", &version));
  result->description_ = absl::StrCat("oneDNN ", version()->major, ".", version()->minor, ".", version()->patch, " (",
                                      library.path(), ")");
  library.KeepLoaded();  // its thread pool must not be unmapped
  result->library_ = std::move(library);
  return std::shared_ptr<const OnednnLibrary>(std::move(result));
}

absl::Status OnednnLibrary::Sgemm(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, float alpha,
                                  const float* a, int64_t lda, const float* b, int64_t ldb, float beta, float* c,
                                  int64_t ldc) const {
  const int status =
      sgemm_(transpose_a ? 'T' : 'N', transpose_b ? 'T' : 'N', m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  if (status == 0) return absl::OkStatus();
  return absl::InternalError(
      absl::StrCat("dnnl_sgemm failed with status ", status, " for a product of ", m, " x ", k, " by ", k, " x ", n));
}

}  // namespace sinter::rt
