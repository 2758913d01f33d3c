// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of floating types as bytes, for tests and the pretended GPU; written for clarity.
#ifndef SINTER_RUNTIME_GEMM_ELEMENT_CODEC_H_
#define SINTER_RUNTIME_GEMM_ELEMENT_CODEC_H_

#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/base/element_type.h"

namespace sinter::rt {

// One element's bytes from its value, rounded to nearest even; f64, f32, f16 and bf16.
inline std::vector<uint8_t> EncodeElement(ElementType type, double value) {
  auto bytes = [](auto number) {
    std::vector<uint8_t> raw(sizeof(number));
    std::memcpy(raw.data(), &number, sizeof(number));
    return raw;
  };
  switch (type) {
    case ElementType::kF64:
      return bytes(value);
    case ElementType::kF32:
      return bytes(static_cast<float>(value));
    case ElementType::kF16:
      return bytes(static_cast<_Float16>(value));
    default: {  // bf16 is the upper half of an f32
      const float number = static_cast<float>(value);
      uint32_t bits;
      std::memcpy(&bits, &number, 4);
      return bytes(static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
    }
  }
}

// The value of the element that starts at `raw`.
inline double DecodeElement(ElementType type, const void* raw) {
  auto number = [raw](auto value) {
    std::memcpy(&value, raw, sizeof(value));
    return value;
  };
  switch (type) {
    case ElementType::kF64:
      return number(double{});
    case ElementType::kF32:
      return number(float{});
    case ElementType::kF16:
      return static_cast<double>(number(_Float16{}));
    default: {
      const uint32_t bits = uint32_t{number(uint16_t{})} << 16;
      float value;
      std::memcpy(&value, &bits, 4);
      return value;
    }
  }
}

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_ELEMENT_CODEC_H_
