// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products made ready, one a distinct problem.
#ifndef SINTER_RUNTIME_PLAN_MATMUL_CACHE_H_
#define SINTER_RUNTIME_PLAN_MATMUL_CACHE_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/base/backend.h"

namespace sinter::rt {

// Belongs to one context, as the products' own state may. Not thread-safe.
class MatmulCache {
 public:
  explicit MatmulCache(Backend* backend) : backend_(backend) {}
  absl::StatusOr<std::shared_ptr<const PreparedMatmul>> Get(const MatmulProblem& problem);

 private:
  Backend* backend_;
  std::map<std::string, std::shared_ptr<const PreparedMatmul>> products_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_MATMUL_CACHE_H_
