// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single elements of any type to and from double, with one rounding: for generators, comparisons and
// tools, where clarity counts and speed hardly does.
#ifndef SINTER_RUNTIME_TENSOR_ELEMENT_CONVERSION_H_
#define SINTER_RUNTIME_TENSOR_ELEMENT_CONVERSION_H_

#include <cstdint>

#include "runtime/base/element_type.h"

namespace sinter::rt {

bool IsFloatType(ElementType type);

// Element `index` of packed data. Of two 4-bit elements in a byte the first is the low one. An i64 or u64 beyond 2^53 rounds.
double ReadElement(ElementType type, const void* data, uint64_t index);

// Rounds to nearest, ties to even, as kernels do (runtime/device/convert.cuh). Beyond the largest finite value f16,
// bf16 and f8e5m2 give infinity, f8e4m3 and f4e2m1 that value; NaN stays NaN (f4e2m1 has none: the largest value stands for it).
// Integers saturate, and NaN gives 0. A bool is whether the value is not 0.
void WriteElement(ElementType type, void* data, uint64_t index, double value);

// Integer types exactly: WriteElement, without the detour through double. The value wraps to the type's width.
void WriteInteger(ElementType type, void* data, uint64_t index, int64_t value);
// An integer or bool element exactly; a u64 as the int64_t of the same bits.
int64_t ReadInteger(ElementType type, const void* data, uint64_t index);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_ELEMENT_CONVERSION_H_
