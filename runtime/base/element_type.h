// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of tensors, at the runtime's borders. Values equal those of plan.fbs and of the `sinter` dialect.
#ifndef SINTER_RUNTIME_BASE_ELEMENT_TYPE_H_
#define SINTER_RUNTIME_BASE_ELEMENT_TYPE_H_

#include <cstdint>

namespace sinter::rt {

enum class ElementType : uint8_t {
  kF64, kF32, kF16, kBF16, kF8E4M3, kF8E5M2, kI64, kI32, kI16, kI8, kU8, kBool, kI4, kF4E2M1,
  kU64, kU32, kU16,
};

// Sizes are counted in bits, since two types are narrower than a byte. A bool takes a byte.
constexpr int BitWidth(ElementType type) {
  switch (type) {
    case ElementType::kF64: case ElementType::kI64: case ElementType::kU64: return 64;
    case ElementType::kF32: case ElementType::kI32: case ElementType::kU32: return 32;
    case ElementType::kF16: case ElementType::kBF16: case ElementType::kI16: case ElementType::kU16: return 16;
    case ElementType::kF8E4M3: case ElementType::kF8E5M2: case ElementType::kI8: case ElementType::kU8:
    case ElementType::kBool: return 8;
    case ElementType::kI4: case ElementType::kF4E2M1: return 4;
  }
  return 0;
}

// The name in messages, JSON and the `sinter` dialect's text: "f32", "bf16", "i64", "bool".
const char* ElementTypeName(ElementType type);

// Bytes that `count` elements take, packed, rounded up to whole bytes.
constexpr uint64_t ByteSize(ElementType type, uint64_t count) { return (count * BitWidth(type) + 7) / 8; }

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_BASE_ELEMENT_TYPE_H_
