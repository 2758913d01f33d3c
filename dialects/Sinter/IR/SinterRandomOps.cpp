// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers: elements as functions of their index.

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numbers>

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterRandomOps.cpp.inc"

namespace {
/// The words of a stream that the elements of a result take.
class Words {
public:
  Words(IndexingBuilder &b, Value seed, Value offset, RankedTensorType type, ArrayRef<AffineExpr> indices)
      : b(b), seed(b.at(seed, {})), offset(b.at(offset, {})), number(getAffineConstantExpr(0, b.getContext())) {
    for (auto [extent, index] : llvm::zip_equal(b.symbols().extents(type), indices))
      number = number * extent + index;
  }
  /// The row-major number of the element.
  AffineExpr position() const { return number; }
  Value at(AffineExpr position) { return b.randomBits(seed, offset, position); }

private:
  IndexingBuilder &b;
  Value seed, offset;
  AffineExpr number;
};
} // namespace

static Value i32Constant(ScalarBuilder &s, int32_t value) { return arith::ConstantOp::create(s.builder(), s.builder().getI32IntegerAttr(value)); }

/// The upper 24 bits of `word` plus `more`, times 2^-24, exactly, in `type`.
static Value toUnit(ScalarBuilder &s, Value word, int32_t more, Type type) {
  Value upper = arith::ShRUIOp::create(s.builder(), word, i32Constant(s, 8));
  if (more != 0)
    upper = s.add(upper, i32Constant(s, more));
  Value value = arith::SIToFPOp::create(s.builder(), type, upper);
  return s.mul(value, s.constant(0x1p-24, value));
}

// Bits.

Value sinter::RandomBitsOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  Words words(b, getSeed(), getOffset(), getResult().getType(), indices);
  return words.at(words.position());
}

// Uniform.

Value RandomUniformOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  Type element = getResult().getType().getElementType();
  Words words(b, getSeed(), getOffset(), getResult().getType(), indices);
  Value word = words.at(words.position());
  return b.compute([&](ScalarBuilder &s) { return toUnit(s, word, 0, getComputeType(element)); }, element);
}

// Normal.

/// r cos(2 pi u) for even `parity`, r sin(2 pi u) for odd, where r = sqrt(-2 log(u')), u' and u from two words.
static Value boxMuller(ScalarBuilder &s, Value first, Value second, Value parity, Type type) {
  Value radius = s.sqrt(s.mul(s.log(toUnit(s, first, 1, type)), s.constant(-2.0, type)));
  // Quarters of a turn exactly, and the rest, from -1/2 to 1/2 of one, whose sine and cosine are then good to their last places.
  Value turn = s.mul(toUnit(s, second, 0, type), s.constant(4.0, type));
  Value quarter = s.floor(s.add(turn, s.constant(0.5, turn)));
  Value rest = s.mul(s.sub(turn, quarter), s.constant(std::numbers::pi / 2, type));
  // A sine is the cosine of a quarter less, which is three more.
  Value number = arith::FPToSIOp::create(s.builder(), s.builder().getI32Type(), quarter);
  number = s.andBits(s.add(number, s.mul(parity, i32Constant(s, 3))), i32Constant(s, 3));
  Value isOdd = s.compare(CompareKind::Ne, s.andBits(number, i32Constant(s, 1)), i32Constant(s, 0));
  Value wave = s.select(isOdd, s.sin(rest), s.cos(rest));
  Value isNegative = s.compare(CompareKind::Ne, s.andBits(s.add(number, i32Constant(s, 1)), i32Constant(s, 2)), i32Constant(s, 0));
  return s.mul(radius, s.select(isNegative, s.neg(wave), wave));
}

Value RandomNormalOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  Type element = getResult().getType().getElementType(), i32 = IntegerType::get(getContext(), 32);
  Words words(b, getSeed(), getOffset(), getResult().getType(), indices);
  AffineExpr pair = words.position().floorDiv(2) * 2;
  Value first = words.at(pair), second = words.at(pair + 1), parity = b.fromIndex(words.position() % 2, i32);
  return b.compute([&](ScalarBuilder &s) { return boxMuller(s, first, second, parity, getComputeType(element)); }, element);
}
