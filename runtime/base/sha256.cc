// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-256, written from the standard's text.
#include "runtime/base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sinter::rt {
namespace {

// The fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr uint32_t kRoundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t LoadBigEndian(const uint8_t* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

// The fractional parts of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
Sha256::Sha256()
    : state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
      pending_{} {}

void Sha256::Compress(const uint8_t* block) {
  uint32_t schedule[64];
  for (int t = 0; t < 16; ++t) schedule[t] = LoadBigEndian(block + 4 * t);
  for (int t = 16; t < 64; ++t) {
    const uint32_t w15 = schedule[t - 15], w2 = schedule[t - 2];
    const uint32_t s0 = std::rotr(w15, 7) ^ std::rotr(w15, 18) ^ (w15 >> 3);
    const uint32_t s1 = std::rotr(w2, 17) ^ std::rotr(w2, 19) ^ (w2 >> 10);
    schedule[t] = schedule[t - 16] + s0 + schedule[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (int t = 0; t < 64; ++t) {
    const uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + kRoundConstants[t] + schedule[t];
    const uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t working[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state_[i] += working[i];
}

void Sha256::Update(absl::Span<const uint8_t> bytes) {
  total_bytes_ += bytes.size();
  const uint8_t* next = bytes.data();
  size_t left = bytes.size();
  while (left > 0) {
    if (pending_size_ == 0 && left >= pending_.size()) {
      Compress(next);
      next += pending_.size(), left -= pending_.size();
      continue;
    }
    const size_t taken = std::min(left, pending_.size() - pending_size_);
    std::memcpy(pending_.data() + pending_size_, next, taken);
    pending_size_ += taken, next += taken, left -= taken;
    if (pending_size_ == pending_.size()) {
      Compress(pending_.data());
      pending_size_ = 0;
    }
  }
}

void Sha256::Update(absl::string_view text) {
  Update(absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

void Sha256::UpdateField(absl::string_view text) {
  uint8_t length[8];
  for (int i = 0; i < 8; ++i) length[i] = static_cast<uint8_t>(uint64_t{text.size()} >> (8 * i));
  Update(absl::MakeConstSpan(length));
  Update(text);
}

std::array<uint8_t, 32> Sha256::Finish() {
  const uint64_t total_bits = total_bytes_ * 8;
  // A one bit, zeros up to 8 bytes short of a block, the length: one block or two.
  uint8_t padding[128] = {0x80};
  const size_t length_at = (pending_size_ < 56 ? 56 : 120) - pending_size_;
  for (int i = 0; i < 8; ++i) padding[length_at + i] = static_cast<uint8_t>(total_bits >> (56 - 8 * i));
  Update(absl::MakeConstSpan(padding, length_at + 8));
  std::array<uint8_t, 32> digest;
  for (int i = 0; i < 32; ++i) digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string Sha256::FinishHex() {
  std::string hex;
  for (uint8_t byte : Finish()) {
    hex.push_back("0123456789abcdef"[byte >> 4]);
    hex.push_back("0123456789abcdef"[byte & 15]);
  }
  return hex;
}

std::string Sha256Hex(absl::Span<const uint8_t> bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.FinishHex();
}

std::string Sha256Hex(absl::string_view text) {
  Sha256 hash;
  hash.Update(text);
  return hash.FinishHex();
}

}  // namespace sinter::rt
