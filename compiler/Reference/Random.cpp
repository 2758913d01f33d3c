// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers by their definition: Philox4x32-10 on whole numbers, and what becomes of its words.

#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Operator.h"
#include "runtime/base/status_macros.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

using sinter::rt::ElementType;
using sinter::rt::HostTensor;

namespace sinter::reference {
namespace {

/// The high and the low half of a product of 32-bit words, by halves of 16 bits.
std::pair<uint32_t, uint32_t> multiplyWide(uint32_t a, uint32_t b) {
  uint32_t a0 = a & 0xffff, a1 = a >> 16, b0 = b & 0xffff, b1 = b >> 16;
  uint32_t low = a0 * b0, middle = a1 * b0 + (low >> 16), other = a0 * b1 + (middle & 0xffff);
  return {a1 * b1 + (middle >> 16) + (other >> 16), (other << 16) | (low & 0xffff)};
}

/// One block of the stream.
std::array<uint32_t, 4> philoxBlock(uint64_t key, uint64_t counter) {
  std::array<uint32_t, 4> c{static_cast<uint32_t>(counter & 0xffffffff), static_cast<uint32_t>(counter >> 32), 0, 0};
  std::array<uint32_t, 2> k{static_cast<uint32_t>(key & 0xffffffff), static_cast<uint32_t>(key >> 32)};
  for (uint32_t round = 0; round < 10; ++round) {
    // The key of a round is the first one and as many of Weyl's steps.
    uint32_t k0 = k[0] + round * 0x9E3779B9u, k1 = k[1] + round * 0xBB67AE85u;
    auto [h0, l0] = multiplyWide(0xD2511F53u, c[0]);
    auto [h1, l1] = multiplyWide(0xCD9E8D57u, c[2]);
    c = {h1 ^ c[1] ^ k0, l1, h0 ^ c[3] ^ k1, l0};
  }
  return c;
}

class Stream {
public:
  Stream(const HostTensor &seed, const HostTensor &offset) {
    int64_t value = 0;
    readIntegers(seed, 0, 1, &value);
    key = static_cast<uint64_t>(value);
    readIntegers(offset, 0, 1, &value);
    start = static_cast<uint64_t>(value);
  }
  uint32_t word(uint64_t position) const { return philoxBlock(key, start + position / 4)[position % 4]; }
  /// A multiple of 2^-24 in [0, 1).
  double unit(uint64_t position) const { return std::ldexp(static_cast<double>(word(position) >> 8), -24); }

private:
  uint64_t key, start;
};

/// cos(2 pi u), with its zeros at the quarters of a turn. A sine is the cosine of a quarter less.
double cosineOfTurn(double u) {
  double quarter = std::nearbyint(4 * u), rest = (4 * u - quarter) * (std::numbers::pi / 2);
  switch (static_cast<int>(quarter) & 3) {
  case 0: return std::cos(rest);
  case 1: return -std::sin(rest);
  case 2: return -std::cos(rest);
  default: return std::sin(rest);
  }
}

bool isScalar(const HostTensor &tensor) { return tensor.type() == ElementType::kI64 && tensor.element_count() == 1; }

OperatorResults evaluateRandom(const OperatorCall &call) {
  if (!isScalar(*call.inputs[0]) || !isScalar(*call.inputs[1]))
    return absl::InvalidArgumentError("expected seed and offset to be one i64 each");
  Stream stream(*call.inputs[0], *call.inputs[1]);
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  for (uint64_t i = 0; i < result.element_count(); ++i) {
    if (call.name == "random_bits") {
      int64_t bits = static_cast<int32_t>(stream.word(i));
      writeIntegers(&bits, i, 1, result);
      continue;
    }
    double value = stream.unit(i);
    if (call.name == "random_normal") {
      // The first word is one step up, so that its logarithm is there.
      double radius = std::sqrt(-2 * std::log(stream.unit(i - i % 2) + 0x1p-24));
      value = radius * cosineOfTurn(stream.unit(i - i % 2 + 1) - (i % 2 ? 0.25 : 0));
    }
    writeFloats(&value, i, 1, result);
  }
  return singleResult(std::move(result));
}

OperatorResults evaluateDropout(const OperatorCall &call) {
  const HostTensor &input = *call.inputs[0];
  Stream stream(*call.inputs[1], *call.inputs[2]);
  double p = call.get<double>("p"), scale = p == 1 ? 0 : 1 / (1 - p);
  bool isWide = input.type() == ElementType::kF64;
  if (call.results[0].declared.value_or(input.type()) != ElementType::kF64)
    scale = static_cast<float>(scale); // docs/Numerics.md: rounded to the compute type
  SINTER_ASSIGN_OR_RETURN(HostTensor result, HostTensor::Create(call.results[0].type, call.results[0].dims));
  SINTER_ASSIGN_OR_RETURN(HostTensor mask, HostTensor::Create(call.results[1].type, call.results[1].dims));
  for (uint64_t i = 0; i < input.element_count(); ++i) {
    int64_t isKept = stream.unit(i) >= static_cast<float>(p);
    double x = 0;
    readFloats(input, i, 1, &x);
    double value = !isKept ? 0 : isWide ? x * scale : static_cast<double>(static_cast<float>(x) * static_cast<float>(scale));
    writeFloats(&value, i, 1, result);
    writeIntegers(&isKept, i, 1, mask);
  }
  std::vector<HostTensor> results;
  results.push_back(std::move(result));
  results.push_back(std::move(mask));
  return results;
}

} // namespace

OperatorFunction findRandom(std::string_view name) {
  if (name == "dropout")
    return evaluateDropout;
  return name == "random_bits" || name == "random_uniform" || name == "random_normal" ? evaluateRandom : nullptr;
}

} // namespace sinter::reference
