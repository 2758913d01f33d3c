// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arithmetic over `arith` and `math`.

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;

namespace sinter {

Type getComputeType(Type element) {
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 16)
    return Float32Type::get(element.getContext());
  if (isa<IntegerType>(element) && element.getIntOrFloatBitWidth() <= 16 && !element.isInteger(1))
    return IntegerType::get(element.getContext(), 32);
  if (element.isUnsignedInteger())
    return IntegerType::get(element.getContext(), element.getIntOrFloatBitWidth());
  return element;
}

bool needsUnsignedOperations(Type element) { return element.isUnsignedInteger() && element.getIntOrFloatBitWidth() >= 32; }

static bool isFloat(Value x) { return isa<FloatType>(x.getType()); }
static bool isBool(Value x) { return x.getType().isInteger(1); }

Value ScalarBuilder::constant(double value, Type type) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, static_cast<int64_t>(value)));
}
Value ScalarBuilder::constant(double value, Value like) { return constant(value, like.getType()); }

Value ScalarBuilder::add(Value x, Value y) {
  return isFloat(x) ? Value(arith::AddFOp::create(b, x, y)) : Value(arith::AddIOp::create(b, x, y));
}
Value ScalarBuilder::sub(Value x, Value y) {
  return isFloat(x) ? Value(arith::SubFOp::create(b, x, y)) : Value(arith::SubIOp::create(b, x, y));
}
Value ScalarBuilder::mul(Value x, Value y) {
  return isFloat(x) ? Value(arith::MulFOp::create(b, x, y)) : Value(arith::MulIOp::create(b, x, y));
}
Value ScalarBuilder::div(Value x, Value y) {
  if (isFloat(x))
    return arith::DivFOp::create(b, x, y);
  return isUnsigned ? Value(arith::DivUIOp::create(b, x, y)) : Value(arith::DivSIOp::create(b, x, y));
}
Value ScalarBuilder::truncRem(Value x, Value y) {
  if (isFloat(x))
    return arith::RemFOp::create(b, x, y);
  return isUnsigned ? Value(arith::RemUIOp::create(b, x, y)) : Value(arith::RemSIOp::create(b, x, y));
}

/// Whether `rest`, what a truncating division by `y` left, has the other sign than `y`.
static Value lacksSignOf(ScalarBuilder &s, Value rest, Value y) {
  Value zero = s.constant(0, y);
  Value differs = s.xorBits(s.compare(CompareKind::Lt, rest, zero), s.compare(CompareKind::Lt, y, zero));
  return s.andBits(s.compare(CompareKind::Ne, rest, zero), differs);
}

Value ScalarBuilder::floorMod(Value x, Value y) {
  Value rest = truncRem(x, y);
  if (isUnsigned)
    return rest;
  Value result = select(lacksSignOf(*this, rest, y), add(rest, y), rest);
  if (!isFloat(x))
    return result;
  Value zero = constant(0.0, x);
  return select(compare(CompareKind::Eq, rest, zero), math::CopySignOp::create(b, zero, y), result);
}

/// By way of the remainder, which is exact: x / y may round up to an integer that the quotient does not reach (1.0 by 0.1).
Value ScalarBuilder::floatFloorDiv(Value x, Value y) {
  Value zero = constant(0.0, x), rest = truncRem(x, y), plain = div(x, y);
  Value quotient = div(sub(x, rest), y);
  quotient = select(lacksSignOf(*this, rest, y), sub(quotient, constant(1.0, x)), quotient);
  quotient = roundEven(quotient); // what the division left of a fraction
  quotient = select(compare(CompareKind::Eq, quotient, zero), math::CopySignOp::create(b, zero, plain), quotient);
  return select(compare(CompareKind::Eq, y, zero), plain, quotient);
}
Value ScalarBuilder::floorDiv(Value x, Value y) {
  if (isFloat(x))
    return floatFloorDiv(x, y);
  return isUnsigned ? div(x, y) : Value(arith::FloorDivSIOp::create(b, x, y));
}

Value ScalarBuilder::maximum(Value x, Value y) {
  if (isFloat(x))
    return arith::MaximumFOp::create(b, x, y);
  if (isBool(x))
    return arith::OrIOp::create(b, x, y);
  return isUnsigned ? Value(arith::MaxUIOp::create(b, x, y)) : Value(arith::MaxSIOp::create(b, x, y));
}
Value ScalarBuilder::minimum(Value x, Value y) {
  if (isFloat(x))
    return arith::MinimumFOp::create(b, x, y);
  if (isBool(x))
    return arith::AndIOp::create(b, x, y);
  return isUnsigned ? Value(arith::MinUIOp::create(b, x, y)) : Value(arith::MinSIOp::create(b, x, y));
}
Value ScalarBuilder::neg(Value x) {
  if (isFloat(x))
    return arith::NegFOp::create(b, x);
  return arith::SubIOp::create(b, constant(0, x), x);
}
Value ScalarBuilder::abs(Value x) {
  if (isFloat(x))
    return math::AbsFOp::create(b, x);
  return isUnsigned ? x : Value(math::AbsIOp::create(b, x));
}
Value ScalarBuilder::sign(Value x) {
  Value zero = constant(0, x), one = constant(1, x);
  Value atZero = compare(CompareKind::Eq, x, zero);
  if (isFloat(x))
    return select(atZero, zero, select(isNan(x), x, math::CopySignOp::create(b, one, x)));
  if (isUnsigned)
    return select(atZero, zero, one);
  return select(atZero, zero, select(compare(CompareKind::Lt, x, zero), constant(-1, x), one));
}

/// Powers of integers modulo 2^w. An exponent from 2^(w-1) on would count as negative: modulo 2^w an odd number's powers
/// repeat after 2^(w-2) and an even one's are 0 from w on, so one below 2^(w-1) gives the same.
static Value boundedExponent(ScalarBuilder &s, ImplicitLocOpBuilder &b, Value exponent) {
  unsigned width = exponent.getType().getIntOrFloatBitWidth();
  auto number = [&](const APInt &value) -> Value { return arith::ConstantOp::create(b, b.getIntegerAttr(exponent.getType(), value)); };
  Value low = s.andBits(exponent, number(APInt::getLowBitsSet(width, width - 2)));
  Value bounded = s.orBits(low, number(APInt::getOneBitSet(width, width - 2)));
  Value isBelow = s.compare(CompareKind::Lt, exponent, number(APInt::getOneBitSet(width, width - 1)));
  return s.select(isBelow, exponent, bounded);
}

Value ScalarBuilder::pow(Value x, Value y) {
  if (isFloat(x))
    return math::PowFOp::create(b, x, y);
  return math::IPowIOp::create(b, x, isUnsigned ? boundedExponent(*this, b, y) : y);
}
Value ScalarBuilder::exp(Value x) { return math::ExpOp::create(b, x); }
Value ScalarBuilder::exp2(Value x) { return math::Exp2Op::create(b, x); }
Value ScalarBuilder::expm1(Value x) { return math::ExpM1Op::create(b, x); }
Value ScalarBuilder::log(Value x) { return math::LogOp::create(b, x); }
Value ScalarBuilder::log2(Value x) { return math::Log2Op::create(b, x); }
Value ScalarBuilder::log10(Value x) { return math::Log10Op::create(b, x); }
Value ScalarBuilder::log1p(Value x) { return math::Log1pOp::create(b, x); }
Value ScalarBuilder::sqrt(Value x) { return math::SqrtOp::create(b, x); }
Value ScalarBuilder::rsqrt(Value x) { return math::RsqrtOp::create(b, x); }
Value ScalarBuilder::mulSigmoid(Value factor, Value x) {
  // exp(-x) overflows f32 below -88, where the result is still above 0.
  Value e = exp(neg(abs(x))), isPositive = compare(CompareKind::Ge, x, constant(0.0, x));
  return div(select(isPositive, factor, mul(factor, e)), add(constant(1.0, x), e));
}

Value ScalarBuilder::tanh(Value x) { return math::TanhOp::create(b, x); }
Value ScalarBuilder::erf(Value x) { return math::ErfOp::create(b, x); }
Value ScalarBuilder::erfc(Value x) { return math::ErfcOp::create(b, x); }
Value ScalarBuilder::sin(Value x) { return math::SinOp::create(b, x); }
Value ScalarBuilder::cos(Value x) { return math::CosOp::create(b, x); }
Value ScalarBuilder::tan(Value x) { return math::TanOp::create(b, x); }
Value ScalarBuilder::asin(Value x) { return math::AsinOp::create(b, x); }
Value ScalarBuilder::acos(Value x) { return math::AcosOp::create(b, x); }
Value ScalarBuilder::atan(Value x) { return math::AtanOp::create(b, x); }
Value ScalarBuilder::atan2(Value y, Value x) { return math::Atan2Op::create(b, y, x); }
Value ScalarBuilder::sinh(Value x) { return math::SinhOp::create(b, x); }
Value ScalarBuilder::cosh(Value x) { return math::CoshOp::create(b, x); }
Value ScalarBuilder::asinh(Value x) { return math::AsinhOp::create(b, x); }
Value ScalarBuilder::acosh(Value x) { return math::AcoshOp::create(b, x); }
Value ScalarBuilder::atanh(Value x) { return math::AtanhOp::create(b, x); }
Value ScalarBuilder::floor(Value x) { return math::FloorOp::create(b, x); }
Value ScalarBuilder::ceil(Value x) { return math::CeilOp::create(b, x); }
Value ScalarBuilder::trunc(Value x) { return math::TruncOp::create(b, x); }
Value ScalarBuilder::roundEven(Value x) { return math::RoundEvenOp::create(b, x); }

Value ScalarBuilder::isNan(Value x) {
  if (!isFloat(x))
    return constant(0, b.getI1Type());
  return compare(CompareKind::Ne, x, x);
}
Value ScalarBuilder::isFinite(Value x) {
  if (!isFloat(x))
    return constant(1, b.getI1Type());
  return compare(CompareKind::Lt, abs(x), constant(std::numeric_limits<double>::infinity(), x));
}
Value ScalarBuilder::isInf(InfinityKind kind, Value x) {
  if (!isFloat(x))
    return constant(0, b.getI1Type());
  double infinity = std::numeric_limits<double>::infinity();
  Value tested = kind == InfinityKind::Any ? abs(x) : x;
  return compare(CompareKind::Eq, tested, constant(kind == InfinityKind::Negative ? -infinity : infinity, x));
}

Value ScalarBuilder::andBits(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
Value ScalarBuilder::orBits(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
Value ScalarBuilder::xorBits(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
Value ScalarBuilder::notBits(Value x) { return xorBits(x, constant(-1, x)); }
Value ScalarBuilder::shiftLeft(Value x, Value count) { return arith::ShLIOp::create(b, x, count); }
Value ScalarBuilder::shiftRight(Value x, Value count) {
  return isUnsigned ? Value(arith::ShRUIOp::create(b, x, count)) : Value(arith::ShRSIOp::create(b, x, count));
}

static arith::CmpFPredicate floatPredicate(CompareKind kind) {
  switch (kind) {
  case CompareKind::Eq: return arith::CmpFPredicate::OEQ;
  case CompareKind::Ne: return arith::CmpFPredicate::UNE;
  case CompareKind::Lt: return arith::CmpFPredicate::OLT;
  case CompareKind::Le: return arith::CmpFPredicate::OLE;
  case CompareKind::Gt: return arith::CmpFPredicate::OGT;
  case CompareKind::Ge: return arith::CmpFPredicate::OGE;
  }
  llvm_unreachable("comparison");
}

static arith::CmpIPredicate intPredicate(CompareKind kind, bool isUnsigned) {
  switch (kind) {
  case CompareKind::Eq: return arith::CmpIPredicate::eq;
  case CompareKind::Ne: return arith::CmpIPredicate::ne;
  case CompareKind::Lt: return isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  case CompareKind::Le: return isUnsigned ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle;
  case CompareKind::Gt: return isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
  case CompareKind::Ge: return isUnsigned ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
  }
  llvm_unreachable("comparison");
}

Value ScalarBuilder::compare(CompareKind kind, Value x, Value y) {
  if (isFloat(x))
    return arith::CmpFOp::create(b, floatPredicate(kind), x, y);
  // Signed order would put a bool's true (-1) below false.
  return arith::CmpIOp::create(b, intPredicate(kind, isUnsigned || isBool(x)), x, y);
}
Value ScalarBuilder::select(Value condition, Value x, Value y) { return arith::SelectOp::create(b, condition, x, y); }

// Casts.

/// The conversion saturates at the compute type by itself; a narrower element type asks for a clamp before it.
Value ScalarBuilder::floatToInt(Value x, Type to, Type compute) {
  unsigned width = to.getIntOrFloatBitWidth();
  if (needsUnsignedOperations(to))
    return arith::FPToUIOp::create(b, compute, x);
  if (width < compute.getIntOrFloatBitWidth()) {
    bool noSign = to.isUnsignedInteger();
    double low = noSign ? 0.0 : -static_cast<double>(1ll << (width - 1));
    double high = static_cast<double>((1ll << (noSign ? width : width - 1)) - 1);
    x = minimum(maximum(x, constant(low, x)), constant(high, x));
  }
  return arith::FPToSIOp::create(b, compute, x);
}

Value ScalarBuilder::intToInt(Value x, Type from, Type compute) {
  unsigned width = x.getType().getIntOrFloatBitWidth(), wanted = compute.getIntOrFloatBitWidth();
  if (width == wanted)
    return x;
  if (width > wanted)
    return arith::TruncIOp::create(b, compute, x);
  return isBool(x) || from.isUnsignedInteger() ? Value(arith::ExtUIOp::create(b, compute, x)) : Value(arith::ExtSIOp::create(b, compute, x));
}

/// A narrow float of an integer that f32 does not hold is converted to at once: by way of f32 it would be rounded twice.
Value ScalarBuilder::intToFloat(Value x, Type from, Type to) {
  Type compute = getComputeType(to);
  bool isNarrow = to != compute && to.getIntOrFloatBitWidth() == 16 && x.getType().getIntOrFloatBitWidth() >= 32 && from.getIntOrFloatBitWidth() >= 32;
  Type direct = isNarrow ? to : compute;
  Value result = isBool(x) || needsUnsignedOperations(from) ? Value(arith::UIToFPOp::create(b, direct, x)) : Value(arith::SIToFPOp::create(b, direct, x));
  return isNarrow ? Value(arith::ExtFOp::create(b, compute, result)) : result;
}

/// What is beyond the finite values of an 8-bit float becomes the greatest of them, or with `overflow` an infinity or
/// NaN; most of that the rounding does by itself (docs/Numerics.md).
Value ScalarBuilder::limitToFloat8(Value x, Type to, bool overflow) {
  bool hasInfinity = isa<Float8E5M2Type>(to);
  if (overflow && hasInfinity)
    return x;
  if (overflow) { // from the middle between the greatest value, 448, and what would follow it
    Value isBeyond = compare(CompareKind::Gt, abs(x), constant(464.0, x));
    return select(isBeyond, constant(std::numeric_limits<double>::quiet_NaN(), x), x);
  }
  if (!hasInfinity && x.getType().isF32())
    return x;
  double largest = hasInfinity ? 57344.0 : 448.0;
  return minimum(maximum(x, constant(-largest, x)), constant(largest, x));
}

Value ScalarBuilder::cast(Value x, Type from, Type to, bool overflow) {
  Type compute = getComputeType(to);
  if (to.isInteger(1))
    return from.isInteger(1) ? x : compare(CompareKind::Ne, x, constant(0, x));
  if (!isa<FloatType>(to))
    return isFloat(x) ? floatToInt(x, to, compute) : intToInt(x, from, compute);
  if (!isFloat(x))
    x = intToFloat(x, from, to);
  if (isa<Float8E4M3FNType, Float8E5M2Type>(to) && from != to)
    x = limitToFloat8(x, to, overflow);
  unsigned width = x.getType().getIntOrFloatBitWidth(), wanted = compute.getIntOrFloatBitWidth();
  if (width < wanted)
    return arith::ExtFOp::create(b, compute, x);
  if (width == wanted)
    return x;
  // From f64 at once, as above.
  Value narrow = arith::TruncFOp::create(b, to == compute || to.getIntOrFloatBitWidth() < 8 ? compute : to, x);
  return narrow.getType() == compute ? narrow : Value(arith::ExtFOp::create(b, compute, narrow));
}

} // namespace sinter
