// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arithmetic over `arith` and `math`.

#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace sinter {

Type getComputeType(Type element) {
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 16)
    return Float32Type::get(element.getContext());
  if (isa<IntegerType>(element) && element.getIntOrFloatBitWidth() <= 16 && !element.isInteger(1))
    return IntegerType::get(element.getContext(), 32);
  return element;
}

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
  return isFloat(x) ? Value(arith::DivFOp::create(b, x, y)) : Value(arith::DivSIOp::create(b, x, y));
}
Value ScalarBuilder::maximum(Value x, Value y) {
  if (isFloat(x))
    return arith::MaximumFOp::create(b, x, y);
  return isBool(x) ? Value(arith::OrIOp::create(b, x, y)) : Value(arith::MaxSIOp::create(b, x, y));
}
Value ScalarBuilder::minimum(Value x, Value y) {
  if (isFloat(x))
    return arith::MinimumFOp::create(b, x, y);
  return isBool(x) ? Value(arith::AndIOp::create(b, x, y)) : Value(arith::MinSIOp::create(b, x, y));
}
Value ScalarBuilder::neg(Value x) {
  if (isFloat(x))
    return arith::NegFOp::create(b, x);
  return arith::SubIOp::create(b, constant(0, x), x);
}
Value ScalarBuilder::abs(Value x) {
  return isFloat(x) ? Value(math::AbsFOp::create(b, x)) : Value(math::AbsIOp::create(b, x));
}

Value ScalarBuilder::pow(Value x, Value y) { return math::PowFOp::create(b, x, y); }
Value ScalarBuilder::exp(Value x) { return math::ExpOp::create(b, x); }
Value ScalarBuilder::exp2(Value x) { return math::Exp2Op::create(b, x); }
Value ScalarBuilder::expm1(Value x) { return math::ExpM1Op::create(b, x); }
Value ScalarBuilder::log(Value x) { return math::LogOp::create(b, x); }
Value ScalarBuilder::log1p(Value x) { return math::Log1pOp::create(b, x); }
Value ScalarBuilder::sqrt(Value x) { return math::SqrtOp::create(b, x); }
Value ScalarBuilder::rsqrt(Value x) { return math::RsqrtOp::create(b, x); }
Value ScalarBuilder::tanh(Value x) { return math::TanhOp::create(b, x); }
Value ScalarBuilder::erf(Value x) { return math::ErfOp::create(b, x); }
Value ScalarBuilder::erfc(Value x) { return math::ErfcOp::create(b, x); }
Value ScalarBuilder::sin(Value x) { return math::SinOp::create(b, x); }
Value ScalarBuilder::cos(Value x) { return math::CosOp::create(b, x); }
Value ScalarBuilder::floor(Value x) { return math::FloorOp::create(b, x); }
Value ScalarBuilder::ceil(Value x) { return math::CeilOp::create(b, x); }
Value ScalarBuilder::roundEven(Value x) { return math::RoundEvenOp::create(b, x); }

Value ScalarBuilder::andBits(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
Value ScalarBuilder::orBits(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
Value ScalarBuilder::xorBits(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
Value ScalarBuilder::notBits(Value x) { return xorBits(x, constant(-1, x)); }

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

/// Signed, but for bool, where signed order would put true (-1) below false.
static arith::CmpIPredicate intPredicate(CompareKind kind, bool isBool) {
  switch (kind) {
  case CompareKind::Eq: return arith::CmpIPredicate::eq;
  case CompareKind::Ne: return arith::CmpIPredicate::ne;
  case CompareKind::Lt: return isBool ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  case CompareKind::Le: return isBool ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle;
  case CompareKind::Gt: return isBool ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
  case CompareKind::Ge: return isBool ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
  }
  llvm_unreachable("comparison");
}

Value ScalarBuilder::compare(CompareKind kind, Value x, Value y) {
  if (isFloat(x))
    return arith::CmpFOp::create(b, floatPredicate(kind), x, y);
  return arith::CmpIOp::create(b, intPredicate(kind, isBool(x)), x, y);
}
Value ScalarBuilder::select(Value condition, Value x, Value y) { return arith::SelectOp::create(b, condition, x, y); }

/// `x`, a float, as an integer of element type `to`, held in `compute`. The conversion saturates at the compute type
/// by itself; a narrower element type asks for a clamp before it.
static Value floatToInt(ScalarBuilder &s, Value x, Type to, Type compute) {
  if (to != compute) {
    unsigned width = to.getIntOrFloatBitWidth();
    bool isUnsigned = to.isUnsignedInteger();
    double low = isUnsigned ? 0.0 : -static_cast<double>(1ll << (width - 1));
    double high = static_cast<double>((1ll << (isUnsigned ? width : width - 1)) - 1);
    x = s.minimum(s.maximum(x, s.constant(low, x)), s.constant(high, x));
  }
  return arith::FPToSIOp::create(s.builder(), compute, x);
}

Value ScalarBuilder::cast(Value x, Type from, Type to) {
  Type target = getComputeType(to), source = x.getType();
  if (to.isInteger(1))
    return from.isInteger(1) ? x : compare(CompareKind::Ne, x, constant(0, x));
  if (source == target && isa<FloatType>(from) == isa<FloatType>(to))
    return x;
  if (isa<FloatType>(target)) {
    if (isBool(x))
      return arith::UIToFPOp::create(b, target, x);
    if (!isFloat(x))
      return arith::SIToFPOp::create(b, target, x);
    return target.getIntOrFloatBitWidth() > source.getIntOrFloatBitWidth()
               ? Value(arith::ExtFOp::create(b, target, x))
               : Value(arith::TruncFOp::create(b, target, x));
  }
  if (isFloat(x))
    return floatToInt(*this, x, to, target);
  if (isBool(x))
    return arith::ExtUIOp::create(b, target, x);
  return target.getIntOrFloatBitWidth() > source.getIntOrFloatBitWidth() ? Value(arith::ExtSIOp::create(b, target, x))
                                                                         : Value(arith::TruncIOp::create(b, target, x));
}

} // namespace sinter
