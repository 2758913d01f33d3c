// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/element_type.h"

namespace sinter::rt {

const char* ElementTypeName(ElementType type) {
  switch (type) {
    case ElementType::kF64: return "f64";
    case ElementType::kF32: return "f32";
    case ElementType::kF16: return "f16";
    case ElementType::kBF16: return "bf16";
    case ElementType::kF8E4M3: return "f8e4m3";
    case ElementType::kF8E5M2: return "f8e5m2";
    case ElementType::kI64: return "i64";
    case ElementType::kI32: return "i32";
    case ElementType::kI16: return "i16";
    case ElementType::kI8: return "i8";
    case ElementType::kU8: return "u8";
    case ElementType::kBool: return "bool";
    case ElementType::kI4: return "i4";
    case ElementType::kF4E2M1: return "f4e2m1";
    case ElementType::kU64: return "u64";
    case ElementType::kU32: return "u32";
    case ElementType::kU16: return "u16";
  }
  return "invalid";
}

}  // namespace sinter::rt
