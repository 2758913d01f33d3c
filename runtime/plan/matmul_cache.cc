// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looking products up, and having them made ready.
#include "runtime/plan/matmul_cache.h"

#include <utility>

#include "runtime/base/status_macros.h"
#include "runtime/gemm/column_major_product.h"
#include "runtime/gemm/matmul_key.h"

namespace sinter::rt {
namespace {

// Enough for every product of a large model at several shapes. A caller that never repeats a shape starts over then;
// programs keep the products that they hold.
constexpr size_t kMaxProducts = 4096;

}  // namespace

MatmulCache::MatmulCache(Backend* backend, absl::Span<const MatmulPin> pins) : backend_(backend) {
  for (const MatmulPin& pin : pins) pins_[pin.problem].push_back(&pin);
}

absl::StatusOr<std::shared_ptr<const PreparedMatmul>> MatmulCache::Get(const MatmulProblem& problem,
                                                                       const MatmulPreparation& preparation) {
  std::string key = MatmulKey(problem);
  const auto found = products_.find(key);
  if (found != products_.end()) return found->second;
  if (preparation.capturing) {
    return absl::FailedPreconditionError(
        "this product is not ready, and cannot be made so while the stream is being captured: prepare the shape "
        "before");
  }
  // The CPU path takes any strides; what no GPU's library takes is refused there too, or it would come out on a GPU alone.
  SINTER_RETURN_IF_ERROR(PlanColumnMajorProduct(problem).status());
  MatmulRequest request;
  request.may_measure = preparation.may_measure;
  if (!pins_.empty()) {
    const auto pinned = pins_.find(MatmulFingerprint(problem));
    if (pinned != pins_.end()) request.pins = pinned->second;
  }
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const PreparedMatmul> product, backend_->PrepareMatmul(problem, request));
  if (products_.size() >= kMaxProducts) products_.clear();
  products_.emplace(std::move(key), product);
  return product;
}

}  // namespace sinter::rt
