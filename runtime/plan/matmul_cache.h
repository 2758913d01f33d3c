// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products made ready, one a distinct problem.
#ifndef SINTER_RUNTIME_PLAN_MATMUL_CACHE_H_
#define SINTER_RUNTIME_PLAN_MATMUL_CACHE_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// How products may be made ready that are not so yet.
struct MatmulPreparation {
  bool may_measure = false;  // MatmulRequest::may_measure
  bool capturing = false;    // the stream is: products that are not ready are refused
};

// Belongs to one context, as the products' own state may. Not thread-safe.
class MatmulCache {
 public:
  // Both must outlive it.
  MatmulCache(Backend* backend, absl::Span<const MatmulPin> pins);
  absl::StatusOr<std::shared_ptr<const PreparedMatmul>> Get(const MatmulProblem& problem,
                                                            const MatmulPreparation& preparation);

 private:
  Backend* backend_;
  std::map<std::string, std::vector<const MatmulPin*>> pins_;  // by the problem's fingerprint
  std::map<std::string, std::shared_ptr<const PreparedMatmul>> products_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_MATMUL_CACHE_H_
