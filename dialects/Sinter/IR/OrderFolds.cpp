// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a row come first in order, by folds alone.
//
// Where an element has 32 bits and a row fewer than 2^31 elements, both go into one key of 64 bits: the element's place in the order
// above, its position below, turned round where the first of equals is to win. All keys of a row differ, so that a plain maximum of integers finds the
// element and where it stands, in any order of folding. Elements of 64 bits take a fold for the value and one for the position.

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace sinter {
namespace {

/// One choice of a row: the element and where it stands.
struct Chosen {
  Value element, position;
};

class RowOrder {
public:
  RowOrder(FoldBuilder &f, Value x, ReductionKind kind, bool selectLast)
      : f(f), s(f.s), b(f.s.builder()), x(x), isMax(kind == ReductionKind::Max), selectLast(selectLast) {}
  virtual ~RowOrder() = default;
  /// The first in order, or the first after the one that was given before.
  virtual Chosen next() = 0;

  static std::unique_ptr<RowOrder> create(FoldBuilder &f, Value x, ReductionKind kind, bool selectLast, bool keepZeros);

protected:
  ReductionKind kind() const { return isMax ? ReductionKind::Max : ReductionKind::Min; }
  bool isFloat() const { return isa<FloatType>(x.getType()); }
  Value isNan(Value value) { return s.compare(CompareKind::Ne, value, value); }
  Value i64(int64_t value) { return arith::ConstantOp::create(b, b.getI64IntegerAttr(value)); }
  Value i32(int32_t value) { return arith::ConstantOp::create(b, b.getI32IntegerAttr(value)); }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) { return arith::CmpIOp::create(b, predicate, lhs, rhs); }

  FoldBuilder &f;
  ScalarBuilder &s;
  ImplicitLocOpBuilder &b;
  Value x;
  bool isMax, selectLast;
};

/// Element and position in one key. Elements are f32 or i32.
class PackedOrder : public RowOrder {
public:
  PackedOrder(FoldBuilder &f, Value x, ReductionKind kind, bool selectLast, bool keepZeros)
      : RowOrder(f, x, kind, selectLast), keepZeros(keepZeros && isFloat()) {
    Value low = isTurned() ? s.sub(i64(lastPosition), f.position()) : f.position();
    if (this->keepZeros) {
      Value isNegativeZero = compare(arith::CmpIPredicate::eq, bits(), i32(INT32_MIN));
      low = s.add(s.mul(low, i64(2)), arith::ExtUIOp::create(b, b.getI64Type(), isNegativeZero));
    }
    Value high = s.mul(arith::ExtSIOp::create(b, b.getI64Type(), rank()), i64(int64_t(1) << 32));
    key = s.add(high, low);
  }

  Chosen next() override {
    Value candidate = key;
    if (best) {
      Value isAfter = compare(isMax ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt, key, best);
      candidate = s.select(isAfter, key, i64(isMax ? INT64_MIN : INT64_MAX));
    }
    best = f.fold(kind(), candidate);
    Value low = s.andBits(best, i64(0xffffffff));
    Value number = keepZeros ? Value(arith::ShRUIOp::create(b, low, i64(1))) : low;
    Value position = isTurned() ? s.sub(i64(lastPosition), number) : number;
    Value high = arith::TruncIOp::create(b, b.getI32Type(), arith::ShRSIOp::create(b, best, i64(32)));
    if (!isFloat())
      return {high, position};
    Value element = arith::BitcastOp::create(b, x.getType(), flip(high));
    if (keepZeros) {
      Value isNegativeZero = compare(arith::CmpIPredicate::ne, s.andBits(low, i64(1)), i64(0));
      element = s.select(isNegativeZero, s.constant(-0.0, element), element);
    }
    return {element, position};
  }

private:
  /// The greater key of two equal elements is to be that of the one that wins.
  bool isTurned() const { return isMax != selectLast; }
  Value bits() { return arith::BitcastOp::create(b, b.getI32Type(), x); }

  /// Bits of a float, whose integers then have the floats' order, and back.
  Value flip(Value value) {
    Value sign = arith::ShRSIOp::create(b, value, i32(31));
    return s.xorBits(value, s.andBits(sign, i32(INT32_MAX)));
  }

  Value rank() {
    if (!isFloat())
      return x;
    // A sum with 0 makes of both zeros one.
    Value plain = s.add(x, s.constant(0.0, x));
    Value ordered = flip(arith::BitcastOp::create(b, b.getI32Type(), plain));
    return s.select(isNan(x), i32(isMax ? INT32_MAX : INT32_MIN), ordered);
  }

  static constexpr int64_t lastPosition = INT32_MAX;
  bool keepZeros;
  Value key, best;
};

/// The value first, then where it stands. Elements are f64 or i64, or rows are long.
class PlainOrder : public RowOrder {
public:
  PlainOrder(FoldBuilder &f, Value x, ReductionKind kind, bool selectLast) : RowOrder(f, x, kind, selectLast), position(f.position()) {}

  Chosen next() override {
    Value isCandidate = best.element ? isAfterBest() : Value();
    Value top = f.fold(kind(), isCandidate ? s.select(isCandidate, x, identity()) : x);
    Value isTop = isSame(top);
    if (isCandidate)
      isTop = s.andBits(isTop, isCandidate);
    Value where = s.select(isTop, position, i64(selectLast ? -1 : INT64_MAX));
    best = {top, f.fold(selectLast ? ReductionKind::Max : ReductionKind::Min, where)};
    return {isFloat() ? atBest() : top, best.position};
  }

private:
  Value isSame(Value other) {
    Value same = s.compare(CompareKind::Eq, x, other);
    return isFloat() ? s.orBits(same, s.andBits(isNan(x), isNan(other))) : same;
  }
  Value isAfterBest() {
    Value isAfter = s.compare(isMax ? CompareKind::Lt : CompareKind::Gt, x, best.element);
    if (isFloat())
      isAfter = s.orBits(isAfter, s.andBits(isNan(best.element), s.notBits(isNan(x))));
    Value isLater = compare(selectLast ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt, position, best.position);
    return s.orBits(isAfter, s.andBits(isSame(best.element), isLater));
  }
  Value identity() {
    if (auto type = dyn_cast<FloatType>(x.getType()))
      return arith::ConstantOp::create(b, b.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics(), /*Negative=*/isMax)));
    APInt value = isMax ? APInt::getSignedMinValue(x.getType().getIntOrFloatBitWidth()) : APInt::getSignedMaxValue(x.getType().getIntOrFloatBitWidth());
    return arith::ConstantOp::create(b, b.getIntegerAttr(x.getType(), value));
  }
  /// The element itself, bit by bit: the fold makes no difference between the zeros that are equal here.
  Value atBest() {
    Type integer = b.getIntegerType(x.getType().getIntOrFloatBitWidth());
    Value bits = arith::BitcastOp::create(b, integer, x);
    Value isBest = compare(arith::CmpIPredicate::eq, position, best.position);
    return arith::BitcastOp::create(b, x.getType(), f.fold(ReductionKind::Or, s.select(isBest, bits, s.constant(0, bits))));
  }

  Value position;
  Chosen best;
};

std::unique_ptr<RowOrder> RowOrder::create(FoldBuilder &f, Value x, ReductionKind kind, bool selectLast, bool keepZeros) {
  if (x.getType().getIntOrFloatBitWidth() == 32 && f.mostElements())
    return std::make_unique<PackedOrder>(f, x, kind, selectLast, keepZeros);
  return std::make_unique<PlainOrder>(f, x, kind, selectLast);
}

std::optional<int64_t> asConstant(Value value) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) ? std::optional(constant.getSExtValue()) : std::nullopt;
}

} // namespace

Value FoldBuilder::turned(Value x) {
  if (!isUnsigned)
    return x;
  ImplicitLocOpBuilder &b = s.builder();
  APInt upper = APInt::getSignMask(x.getType().getIntOrFloatBitWidth());
  return s.xorBits(x, arith::ConstantOp::create(b, b.getIntegerAttr(x.getType(), upper)));
}

Value buildFold(FoldBuilder &f, Value x, ReductionKind kind, bool isMean) {
  bool isOrder = kind == ReductionKind::Max || kind == ReductionKind::Min;
  Value folded = isOrder ? f.turned(f.fold(kind, f.turned(x))) : f.fold(kind, x);
  if (!isMean)
    return folded;
  Value count = f.count();
  std::optional<int64_t> known = asConstant(count);
  return f.s.div(folded, known ? f.s.constant(static_cast<double>(*known), folded) : f.s.cast(count, count.getType(), folded.getType()));
}

Value buildArgFold(FoldBuilder &f, Value x, ReductionKind kind, bool selectLast) {
  Value count = f.count();
  std::optional<int64_t> known = asConstant(count);
  // What is known to be empty is folded still: it is the fold that makes the kernel's points those of the result.
  if (known && *known == 0)
    return f.s.minimum(f.fold(ReductionKind::Min, f.position()), f.s.constant(-1, count));
  Value position = RowOrder::create(f, f.turned(x), kind, selectLast, /*keepZeros=*/false)->next().position;
  if (known)
    return position;
  return f.s.select(f.s.compare(CompareKind::Eq, count, f.s.constant(0, count)), f.s.constant(-1, position), position);
}

SmallVector<Value> buildFirstInOrder(FoldBuilder &f, Value x, ReductionKind kind, int64_t number) {
  std::unique_ptr<RowOrder> order = RowOrder::create(f, f.turned(x), kind, /*selectLast=*/false, /*keepZeros=*/true);
  SmallVector<Value> elements, positions;
  Value count = f.count();
  std::optional<int64_t> known = asConstant(count);
  for (int64_t i = 0; i < number; ++i) {
    Chosen chosen = order->next();
    chosen.element = f.turned(chosen.element);
    if (!known || *known <= i) {
      Value isThere = f.s.compare(CompareKind::Lt, f.s.constant(static_cast<double>(i), count), count);
      chosen.element = f.s.select(isThere, chosen.element, f.s.constant(0, chosen.element));
      chosen.position = f.s.select(isThere, chosen.position, f.s.constant(-1, chosen.position));
    }
    elements.push_back(chosen.element);
    positions.push_back(chosen.position);
  }
  elements.append(positions);
  return elements;
}

} // namespace sinter
