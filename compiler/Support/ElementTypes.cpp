// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types between the dialects and the runtime.

#include "compiler/Support/ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sinter {

std::optional<rt::ElementType> findRuntimeType(Type type) {
  using rt::ElementType;
  return llvm::TypeSwitch<Type, std::optional<ElementType>>(type)
      .Case([](Float64Type) { return ElementType::kF64; })
      .Case([](Float32Type) { return ElementType::kF32; })
      .Case([](Float16Type) { return ElementType::kF16; })
      .Case([](BFloat16Type) { return ElementType::kBF16; })
      .Case([](Float8E4M3FNType) { return ElementType::kF8E4M3; })
      .Case([](Float8E5M2Type) { return ElementType::kF8E5M2; })
      .Case([](Float4E2M1FNType) { return ElementType::kF4E2M1; })
      .Case([](IntegerType integer) -> std::optional<ElementType> {
        if (integer.isUnsigned()) {
          switch (integer.getWidth()) {
          case 64: return ElementType::kU64;
          case 32: return ElementType::kU32;
          case 16: return ElementType::kU16;
          case 8: return ElementType::kU8;
          default: return std::nullopt;
          }
        }
        switch (integer.getWidth()) {
        case 64: return ElementType::kI64;
        case 32: return ElementType::kI32;
        case 16: return ElementType::kI16;
        case 8: return ElementType::kI8;
        case 4: return ElementType::kI4;
        case 1: return ElementType::kBool;
        default: return std::nullopt;
        }
      })
      .Default([](Type) { return std::nullopt; });
}

rt::ElementType toRuntimeType(Type type) { return *findRuntimeType(type); }

} // namespace sinter
