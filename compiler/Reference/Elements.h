// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of a tensor's elements as wide numbers, and wide numbers rounded back into a tensor.

#ifndef SINTER_COMPILER_REFERENCE_ELEMENTS_H
#define SINTER_COMPILER_REFERENCE_ELEMENTS_H

#include "runtime/tensor/host_tensor.h"

#include <cstdint>

namespace sinter::reference {

bool isFloat(rt::ElementType type);
/// An integer type without a sign; a bool is none.
bool isUnsigned(rt::ElementType type);

/// Elements [begin, begin + count) of a float tensor, exactly. T: double or long double.
template <class T> void readFloats(const rt::HostTensor &tensor, uint64_t begin, uint64_t count, T *values);

/// Rounds each value once, to nearest even, to the float tensor's type. Of two 4-bit elements in a byte, both must be
/// written by one thread: `begin` is even.
template <class T> void writeFloats(const T *values, uint64_t begin, uint64_t count, rt::HostTensor &tensor);

/// Elements of an integer or bool tensor; a bool is 0 or 1, and a u64 is the int64_t of the same bits.
void readIntegers(const rt::HostTensor &tensor, uint64_t begin, uint64_t count, int64_t *values);

/// Wraps each value to the integer type's width; a bool keeps the lowest bit. `begin` as in writeFloats().
void writeIntegers(const int64_t *values, uint64_t begin, uint64_t count, rt::HostTensor &tensor);

/// Copies the bits of an element between tensors of one type. Threads as in writeFloats().
void copyElement(const rt::HostTensor &from, uint64_t fromIndex, rt::HostTensor &to, uint64_t toIndex);

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_ELEMENTS_H
