// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The key is every field of the problem, in order.
#include "runtime/plan/matmul_cache.h"

#include <utility>

#include "runtime/base/status_macros.h"
#include "runtime/gemm/column_major_product.h"

namespace sinter::rt {
namespace {

// Enough for every product of a large model at several shapes. A caller that never repeats a shape starts over then;
// programs keep the products that they hold.
constexpr size_t kMaxProducts = 4096;

template <typename T>
void Append(std::string* key, const T& value) {
  key->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void AppendOperand(std::string* key, const MatmulOperandLayout& operand) {
  Append(key, operand.type);
  Append(key, operand.row_stride);
  Append(key, operand.column_stride);
  for (int64_t stride : operand.batch_strides) Append(key, stride);
  Append(key, operand.alignment);
}

std::string Key(const MatmulProblem& problem) {
  std::string key;
  Append(&key, problem.batch.size());
  for (int64_t extent : problem.batch) Append(&key, extent);
  Append(&key, problem.m);
  Append(&key, problem.n);
  Append(&key, problem.k);
  for (const MatmulOperandLayout* operand : {&problem.a, &problem.b, &problem.d}) AppendOperand(&key, *operand);
  Append(&key, problem.has_bias);
  Append(&key, problem.bias_type);
  Append(&key, problem.alpha);
  Append(&key, problem.beta);
  Append(&key, problem.activation);
  Append(&key, problem.accumulate);
  if (problem.beta != 0.0f) AppendOperand(&key, problem.c);
  return key;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const PreparedMatmul>> MatmulCache::Get(const MatmulProblem& problem) {
  std::string key = Key(problem);
  const auto found = products_.find(key);
  if (found != products_.end()) return found->second;
  // The CPU path takes any strides; what no GPU's library takes is refused there too, or it would come out on a GPU alone.
  SINTER_RETURN_IF_ERROR(PlanColumnMajorProduct(problem).status());
  SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const PreparedMatmul> product, backend_->PrepareMatmul(problem));
  if (products_.size() >= kMaxProducts) products_.clear();
  products_.emplace(std::move(key), product);
  return product;
}

}  // namespace sinter::rt
