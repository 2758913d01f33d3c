// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands to measure a product with: several sets, so that none is in the cache when its turn comes again.
#ifndef SINTER_RUNTIME_GEMM_PRODUCT_BUFFERS_H_
#define SINTER_RUNTIME_GEMM_PRODUCT_BUFFERS_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "runtime/base/backend.h"
#include "runtime/gemm/matmul_device.h"

namespace sinter::rt {

class ProductBuffers {
 public:
  // Random values of the operands' type, with a workspace beside them. kResourceExhausted where the device lacks the
  // memory: four times the cache, or one set where that is more.
  absl::Status Create(std::shared_ptr<MatmulDevice> device, const MatmulProblem& problem, size_t workspace_bytes);

  int sets() const { return sets_; }
  MatmulPointers pointers(int set) const;
  void* workspace() const { return memory_.get(); }

 private:
  size_t first_ = 0, set_bytes_ = 0;
  size_t a_ = 0, b_ = 0, c_ = 0, d_ = 0, bias_ = 0;  // in a set
  int sets_ = 0;
  OwnedMemory memory_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_PRODUCT_BUFFERS_H_
