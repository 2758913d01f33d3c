// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of every element type.

#include "compiler/Reference/Elements.h"

#include "compiler/Reference/Rounding.h"

#include <algorithm>
#include <bit>
#include <cstring>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {

bool isFloat(ElementType type) {
  return type == ElementType::kF64 || type == ElementType::kF32 || getNarrowFormat(type);
}

bool isUnsigned(ElementType type) {
  return type == ElementType::kU8 || type == ElementType::kU16 || type == ElementType::kU32 || type == ElementType::kU64;
}

static uint32_t readNibble(const HostTensor &tensor, uint64_t index) {
  return (tensor.as<uint8_t>()[index / 2] >> (index % 2 * 4)) & 15u;
}
static void writeNibble(HostTensor &tensor, uint64_t index, uint32_t bits) {
  uint8_t &byte = tensor.as<uint8_t>()[index / 2];
  byte = index % 2 ? (byte & 0x0f) | ((bits & 15u) << 4) : (byte & 0xf0) | (bits & 15u);
}

/// The bits of an element of 16, 8 or 4 bits.
static uint32_t readBits(const HostTensor &tensor, uint64_t index) {
  switch (rt::BitWidth(tensor.type())) {
  case 16: return tensor.as<uint16_t>()[index];
  case 8: return tensor.as<uint8_t>()[index];
  default: return readNibble(tensor, index);
  }
}
static void writeBits(HostTensor &tensor, uint64_t index, uint32_t bits) {
  switch (rt::BitWidth(tensor.type())) {
  case 16: tensor.as<uint16_t>()[index] = static_cast<uint16_t>(bits); break;
  case 8: tensor.as<uint8_t>()[index] = static_cast<uint8_t>(bits); break;
  default: writeNibble(tensor, index, bits);
  }
}

template <class T> void readFloats(const HostTensor &tensor, uint64_t begin, uint64_t count, T *values) {
  switch (tensor.type()) {
  case ElementType::kF64: std::copy_n(tensor.as<double>() + begin, count, values); return;
  case ElementType::kF32: std::copy_n(tensor.as<float>() + begin, count, values); return;
  case ElementType::kBF16: // a bf16 is the upper half of an f32
    for (uint64_t i = 0; i < count; ++i)
      values[i] = std::bit_cast<float>(static_cast<uint32_t>(tensor.as<uint16_t>()[begin + i]) << 16);
    return;
  default:
    const FloatFormat &format = *getNarrowFormat(tensor.type());
    for (uint64_t i = 0; i < count; ++i)
      values[i] = valueOfBits(format, readBits(tensor, begin + i));
  }
}
template void readFloats<double>(const HostTensor &, uint64_t, uint64_t, double *);
template void readFloats<long double>(const HostTensor &, uint64_t, uint64_t, long double *);

template <class T> void writeFloats(const T *values, uint64_t begin, uint64_t count, HostTensor &tensor) {
  switch (tensor.type()) {
  case ElementType::kF64:
    for (uint64_t i = 0; i < count; ++i)
      tensor.as<double>()[begin + i] = static_cast<double>(values[i]);
    return;
  case ElementType::kF32:
    for (uint64_t i = 0; i < count; ++i)
      tensor.as<float>()[begin + i] = static_cast<float>(values[i]);
    return;
  default:
    const FloatFormat &format = *getNarrowFormat(tensor.type());
    for (uint64_t i = 0; i < count; ++i)
      writeBits(tensor, begin + i, roundToBits(format, values[i]));
  }
}
template void writeFloats<double>(const double *, uint64_t, uint64_t, HostTensor &);
template void writeFloats<long double>(const long double *, uint64_t, uint64_t, HostTensor &);

static int64_t readInteger(const HostTensor &tensor, uint64_t i) {
  switch (tensor.type()) {
  case ElementType::kI64: return tensor.as<int64_t>()[i];
  case ElementType::kI32: return tensor.as<int32_t>()[i];
  case ElementType::kI16: return tensor.as<int16_t>()[i];
  case ElementType::kI8: return tensor.as<int8_t>()[i];
  case ElementType::kU64: return static_cast<int64_t>(tensor.as<uint64_t>()[i]);
  case ElementType::kU32: return tensor.as<uint32_t>()[i];
  case ElementType::kU16: return tensor.as<uint16_t>()[i];
  case ElementType::kU8: return tensor.as<uint8_t>()[i];
  case ElementType::kBool: return tensor.as<uint8_t>()[i] != 0;
  default: // i4: the nibble's upper bit is the sign
    return static_cast<int64_t>(readNibble(tensor, i) ^ 8u) - 8;
  }
}

void readIntegers(const HostTensor &tensor, uint64_t begin, uint64_t count, int64_t *values) {
  for (uint64_t i = 0; i < count; ++i)
    values[i] = readInteger(tensor, begin + i);
}

void writeIntegers(const int64_t *values, uint64_t begin, uint64_t count, HostTensor &tensor) {
  for (uint64_t k = 0; k < count; ++k) {
    uint64_t i = begin + k;
    switch (tensor.type()) {
    case ElementType::kI64: case ElementType::kU64: tensor.as<int64_t>()[i] = values[k]; break;
    case ElementType::kI32: case ElementType::kU32: tensor.as<int32_t>()[i] = static_cast<int32_t>(values[k]); break;
    case ElementType::kBool: tensor.as<uint8_t>()[i] = values[k] & 1; break;
    default: writeBits(tensor, i, static_cast<uint32_t>(values[k]));
    }
  }
}

void copyElement(const HostTensor &from, uint64_t fromIndex, HostTensor &to, uint64_t toIndex) {
  int width = rt::BitWidth(from.type());
  if (width == 4)
    writeNibble(to, toIndex, readNibble(from, fromIndex));
  else
    std::memcpy(to.as<uint8_t>() + toIndex * (width / 8), from.as<uint8_t>() + fromIndex * (width / 8), width / 8);
}

} // namespace sinter::reference
