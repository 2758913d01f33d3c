// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types between the dialects and the runtime.

#include "compiler/Support/ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace sinter {

rt::ElementType toRuntimeType(Type type) {
  using rt::ElementType;
  if (type.isF64()) return ElementType::kF64;
  if (type.isF32()) return ElementType::kF32;
  if (type.isF16()) return ElementType::kF16;
  if (type.isBF16()) return ElementType::kBF16;
  if (isa<Float8E4M3FNType>(type)) return ElementType::kF8E4M3;
  if (isa<Float8E5M2Type>(type)) return ElementType::kF8E5M2;
  if (isa<Float4E2M1FNType>(type)) return ElementType::kF4E2M1;
  if (type.isUnsignedInteger(64)) return ElementType::kU64;
  if (type.isUnsignedInteger(32)) return ElementType::kU32;
  if (type.isUnsignedInteger(16)) return ElementType::kU16;
  if (type.isUnsignedInteger(8)) return ElementType::kU8;
  switch (type.getIntOrFloatBitWidth()) {
  case 64: return ElementType::kI64;
  case 32: return ElementType::kI32;
  case 16: return ElementType::kI16;
  case 8: return ElementType::kI8;
  case 4: return ElementType::kI4;
  default: return ElementType::kBool;
  }
}

} // namespace sinter
