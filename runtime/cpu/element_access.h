// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes one element of any whole-byte type as f32, f64 or a wrapping 64-bit integer, with the device
// headers' own conversions.
#ifndef SINTER_RUNTIME_CPU_ELEMENT_ACCESS_H_
#define SINTER_RUNTIME_CPU_ELEMENT_ACCESS_H_

#include <cstdint>

#include "runtime/base/element_type.h"

namespace sinter::rt {

// `index` counts elements from `base` and may be negative. Unsigned 64-bit stands for wrapping integer arithmetic.
template <class Value>
using LoadElement = Value (*)(const void* base, int64_t index);
template <class Value>
using StoreElement = void (*)(void* base, int64_t index, Value value);

// Null for types narrower than a byte. Value is float, double or uint64_t.
template <class Value>
LoadElement<Value> ElementLoader(ElementType type);
template <class Value>
StoreElement<Value> ElementStorer(ElementType type);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_ELEMENT_ACCESS_H_
