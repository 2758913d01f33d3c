// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys of products.
#include "runtime/gemm/matmul_key.h"

#include <bit>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/sha256.h"

namespace sinter::rt {
namespace {

std::string OperandKey(const MatmulOperandLayout& operand) {
  return absl::StrCat(ElementTypeName(operand.type), "(", operand.row_stride, ",", operand.column_stride, ";",
                      absl::StrJoin(operand.batch_strides, ","), ")/", operand.alignment);
}

// By the bits, since a decimal number may be short of some.
std::string FloatKey(float value) { return absl::StrCat(absl::Hex(std::bit_cast<uint32_t>(value))); }

}  // namespace

std::string MatmulKey(const MatmulProblem& problem) {
  std::string key =
      absl::StrCat("[", absl::StrJoin(problem.batch, ","), "]", problem.m, "x", problem.n, "x", problem.k,
                   " a=", OperandKey(problem.a), " b=", OperandKey(problem.b), " d=", OperandKey(problem.d));
  if (problem.beta != 0.0f) absl::StrAppend(&key, " c=", OperandKey(problem.c));
  if (problem.has_bias) {
    absl::StrAppend(&key, " bias=", ElementTypeName(problem.bias_type), "/", problem.bias_alignment);
  }
  absl::StrAppend(&key, " alpha=", FloatKey(problem.alpha), " beta=", FloatKey(problem.beta),
                  " activation=", static_cast<int>(problem.activation),
                  " accumulate=", ElementTypeName(problem.accumulate));
  return key;
}

std::string MatmulFingerprint(const MatmulProblem& problem) { return Sha256Hex(MatmulKey(problem)).substr(0, 16); }

}  // namespace sinter::rt
