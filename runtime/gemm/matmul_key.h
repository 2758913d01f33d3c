// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tells products apart, as text.
#ifndef SINTER_RUNTIME_GEMM_MATMUL_KEY_H_
#define SINTER_RUNTIME_GEMM_MATMUL_KEY_H_

#include <string>

#include "runtime/base/backend.h"

namespace sinter::rt {

// Every field that an algorithm may depend on: equal texts are equal problems.
std::string MatmulKey(const MatmulProblem& problem);
// 16 hexadecimal digits of a hash of the key: what tuning files and plans name a product by.
std::string MatmulFingerprint(const MatmulProblem& problem);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_MATMUL_KEY_H_
