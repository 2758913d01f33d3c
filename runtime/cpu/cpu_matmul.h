// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products on the host.
#ifndef SINTER_RUNTIME_CPU_CPU_MATMUL_H_
#define SINTER_RUNTIME_CPU_CPU_MATMUL_H_

#include <memory>

#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/cpu/onednn_library.h"

namespace sinter::rt {

// Products of f32, f16, bf16 and f8 operands (also mixed) are accumulated in f32, by oneDNN where `onednn` is not null,
// f64 in f64, integers in wrapping 64-bit arithmetic that is narrowed once at the end; all by a plain loop. alpha, beta
// and the bias then apply in the accumulator's type, the activation in f32 or f64, and the result is rounded once.
// kInvalidArgument for extents below 0, wrong counts of batch strides, or types that do not go together.
absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareCpuMatmul(const MatmulProblem& problem,
                                                                 std::shared_ptr<const OnednnLibrary> onednn);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CPU_MATMUL_H_
