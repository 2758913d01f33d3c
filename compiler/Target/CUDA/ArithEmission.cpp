// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `arith` and `math` print as: operators and functions of the device headers, for scalars and vectors alike.

#include "compiler/Target/CUDA/CudaEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sinter;
using namespace sinter::kernel;

static bool isVector(Value value) { return isa<VectorType>(value.getType()); }
static bool isIndex(Value value) { return value.getType().isIndex(); }
static bool isBool(Value value) { return getElementTypeOrSelf(value).isInteger(1); }
static Precedence above(Precedence precedence) { return static_cast<Precedence>(static_cast<int>(precedence) + 1); }

/// `a sign b`. Of two uniform vectors one stays a vector, so that the result is one.
static Expression infix(CudaEmitter &e, Operation *op, StringRef sign, Precedence precedence) {
  Value a = op->getOperand(0), b = op->getOperand(1);
  bool scalarLeft = e.isUniform(a) && !e.isUniform(b);
  std::string lhs = scalarLeft ? e.scalarOperand(a, precedence) : e.operand(a, precedence);
  return {lhs + " " + sign.str() + " " + e.scalarOperand(b, above(precedence)), precedence};
}

/// `a sign b` of a comparison, whose operands get parentheses where they compare themselves.
static Expression compare(CudaEmitter &e, Value a, StringRef sign, Value b) {
  bool scalarLeft = e.isUniform(a) && !e.isUniform(b);
  std::string lhs = scalarLeft ? e.scalarOperand(a, Precedence::Additive) : e.operand(a, Precedence::Additive);
  return {lhs + " " + sign.str() + " " + e.scalarOperand(b, Precedence::Additive),
          sign == "==" || sign == "!=" ? Precedence::Equality : Precedence::Relational};
}

/// `name(a, b, ...)` with all arguments in full.
static Expression call(CudaEmitter &e, StringRef name, ValueRange arguments) {
  std::string text = name.str() + "(";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(arguments, stream, [&](Value argument) { stream << e.argument(argument); });
  return {text + ")"};
}

/// `name(a, b)`, where the header takes a scalar for one of two vectors.
static Expression call2(CudaEmitter &e, StringRef name, Value a, Value b) {
  std::string lhs = e.isUniform(a) && !e.isUniform(b) ? e.scalarArgument(a) : e.argument(a);
  return {(name + "(" + lhs + ", " + e.scalarArgument(b) + ")").str()};
}

/// Whether an approximation will do (docs/Numerics.md).
template <typename Op> static bool isApproximate(Op op) { return arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn); }

/// Whether what an approximation divides by, or takes the root of, lies well inside of f32's range.
template <typename Op> static bool isInRange(Op op) { return arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::arcp); }

/// Whether the function's shorter form for some arguments, or some results, will do.
static bool isNear(Operation *op) { return op->hasAttr("kernel.near"); }

template <typename Op> static void addFunction(EmissionTable &table, StringRef name) {
  table.expression<Op>([name](CudaEmitter &e, Op op) { return call(e, name, op->getOperands()); });
}
template <typename Op> static void addApproximable(EmissionTable &table, StringRef name, StringRef approximation) {
  table.expression<Op>([=](CudaEmitter &e, Op op) { return call(e, isApproximate(op) ? approximation : name, op->getOperands()); });
}
template <typename Op> static void addFunction2(EmissionTable &table, StringRef name) {
  table.expression<Op>([name](CudaEmitter &e, Op op) { return call2(e, name, op->getOperand(0), op->getOperand(1)); });
}
template <typename Op> static void addOperator(EmissionTable &table, StringRef sign, Precedence precedence) {
  table.expression<Op>([=](CudaEmitter &e, Op op) { return infix(e, op, sign, precedence); });
}

/// Integer arithmetic: plain on indices, which never overflow; elsewhere it wraps, by the operators of vectors or by a
/// function of scalars.
template <typename Op>
static void addInteger(EmissionTable &table, StringRef sign, Precedence precedence, StringRef function) {
  table.expression<Op>([=](CudaEmitter &e, Op op) -> FailureOr<Expression> {
    if (isBool(op.getResult()))
      return op.emitError("cannot print `") << op->getName() << "` of i1 as CUDA C++; legalize it first", failure();
    if (isVector(op.getResult()) || isIndex(op.getResult()))
      return infix(e, op, sign, precedence);
    return call(e, function, op->getOperands());
  });
}

// Constants and casts.

static FailureOr<Expression> printConstant(CudaEmitter &e, arith::ConstantOp op) {
  auto unprintable = [&]() -> FailureOr<Expression> {
    op.emitError("cannot print constant ") << op.getValue() << " as CUDA C++";
    return failure();
  };
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!dense) {
    std::optional<Expression> literal = literalOf(op.getValue(), /*typed=*/false);
    return literal ? FailureOr<Expression>(*literal) : unprintable();
  }
  FailureOr<std::string> type = e.typeName(op, op.getType());
  if (failed(type))
    return failure();
  bool typed = e.has64BitIndices();
  if (dense.isSplat()) {
    std::optional<Expression> literal = literalOf(dense.getSplatValue<Attribute>(), typed);
    if (!literal)
      return unprintable();
    std::string count = std::to_string(dense.getNumElements());
    return Expression{"splat<" + count + ">(" + literal->text + ")", Precedence::Primary, literal->text,
                      literal->precedence};
  }
  std::string text = *type + "{{";
  for (auto [position, element] : llvm::enumerate(dense.getValues<Attribute>())) {
    std::optional<Expression> literal = literalOf(element, typed);
    if (!literal)
      return unprintable();
    text += (position ? ", " : "") + literal->text;
  }
  return Expression{text + "}}"};
}

/// `convert<To>(x)`, of an operand that counts as unsigned by way of `convert<uN>`.
static FailureOr<Expression> convert(CudaEmitter &e, Operation *op, Value value, Type to, bool isUnsigned = false) {
  FailureOr<std::string> name = e.typeName(op, getElementTypeOrSelf(to));
  if (failed(name))
    return failure();
  std::string from = e.argument(value);
  if (isUnsigned && !isBool(value))
    from = "convert<" + std::string(getElementTypeOrSelf(value).isInteger(64) ? "u64" : "u32") + ">(" + from + ")";
  return Expression{"convert<" + *name + ">(" + from + ")"};
}

template <typename Op> static void addCast(EmissionTable &table, bool isUnsigned = false) {
  table.expression<Op>(
      [=](CudaEmitter &e, Op op) { return convert(e, op, op->getOperand(0), op.getType(), isUnsigned); });
}

/// Between an index and an integer: nothing where they are the same C++ type.
static FailureOr<Expression> castIndex(CudaEmitter &e, arith::IndexCastOp op) {
  FailureOr<std::string> from = e.typeName(op, op.getIn().getType()), to = e.typeName(op, op.getType());
  if (failed(from) || failed(to))
    return failure();
  auto canonical = [](StringRef name) { return name == "int" ? StringRef("i32") : name; };
  if (!isVector(op.getIn()) && canonical(*from) == canonical(*to))
    return Expression{e.argument(op.getIn()), e.expressionOf(op.getIn()).precedence};
  return convert(e, op, op.getIn(), op.getType());
}

static FailureOr<Expression> bitcast(CudaEmitter &e, arith::BitcastOp op) {
  FailureOr<std::string> type = e.typeName(op, op.getType());
  if (failed(type))
    return failure();
  return Expression{"bit_cast<" + *type + ">(" + e.argument(op.getIn()) + ")"};
}

/// Truncation to i1 keeps the lowest bit, where `convert` asks for a value other than 0.
static FailureOr<Expression> truncateInteger(CudaEmitter &e, arith::TruncIOp op) {
  if (!isBool(op.getResult()))
    return convert(e, op, op.getIn(), op.getType());
  return Expression{"(" + e.operand(op.getIn(), Precedence::Unary) + " & 1) != 0", Precedence::Equality};
}

/// An i1 extended with its sign is 0 or -1.
static FailureOr<Expression> extendSigned(CudaEmitter &e, arith::ExtSIOp op) {
  FailureOr<Expression> wide = convert(e, op, op.getIn(), op.getType());
  if (failed(wide) || !isBool(op.getIn()))
    return wide;
  return Expression{"-" + wide->text, Precedence::Unary};
}

// Operations on integers that count as unsigned.

/// `print` over the operands as unsigned numbers, and back.
template <typename Op, typename Fn> static void addUnsigned(EmissionTable &table, Fn print) {
  table.expression<Op>([print](CudaEmitter &e, Op op) -> FailureOr<Expression> {
    FailureOr<std::string> type = e.typeName(op, getElementTypeOrSelf(op.getType()));
    if (failed(type))
      return failure();
    std::string width = *type == "i64" ? "u64" : "u32";
    auto in = [&](unsigned i) { return "convert<" + width + ">(" + e.argument(op->getOperand(i)) + ")"; };
    return Expression{"convert<" + *type + ">(" + print(in(0), in(1)) + ")"};
  });
}

template <typename Op> static void addUnsignedCall(EmissionTable &table, StringRef name) {
  addUnsigned<Op>(
      table, [name](const std::string &a, const std::string &b) { return (name + "(" + a + ", " + b + ")").str(); });
}

/// Division and remainder: indices are 0 or more and divisors above 0, so C++'s own will do.
template <typename Op> static void addDivision(EmissionTable &table, StringRef sign, StringRef function) {
  table.expression<Op>([=](CudaEmitter &e, Op op) {
    if (isIndex(op.getResult()))
      return infix(e, op, sign, Precedence::Multiplicative);
    return call2(e, function, op->getOperand(0), op->getOperand(1));
  });
}

static void populateIntegers(EmissionTable &table) {
  addInteger<arith::AddIOp>(table, "+", Precedence::Additive, "wrapping_add");
  addInteger<arith::SubIOp>(table, "-", Precedence::Additive, "wrapping_sub");
  addInteger<arith::MulIOp>(table, "*", Precedence::Multiplicative, "wrapping_mul");
  addDivision<arith::DivSIOp>(table, "/", "trunc_div");
  addDivision<arith::RemSIOp>(table, "%", "trunc_rem");
  addFunction2<arith::FloorDivSIOp>(table, "floor_div");
  addFunction2<arith::MaxSIOp>(table, "maximum");
  addFunction2<arith::MinSIOp>(table, "minimum");
  addUnsignedCall<arith::DivUIOp>(table, "trunc_div");
  addUnsignedCall<arith::RemUIOp>(table, "trunc_rem");
  addUnsignedCall<arith::MaxUIOp>(table, "maximum");
  addUnsignedCall<arith::MinUIOp>(table, "minimum");

  auto shift = [](StringRef sign, StringRef function) {
    return [=](CudaEmitter &e, auto op) {
      if (isVector(op.getResult()))
        return Expression{e.operand(op.getLhs(), Precedence::Unary) + " " + sign.str() + " " +
                              e.scalarOperand(op.getRhs(), Precedence::Unary),
                          Precedence::Bitwise};
      return call(e, function, op->getOperands());
    };
  };
  table.expression<arith::ShLIOp>(shift("<<", "shift_left"));
  table.expression<arith::ShRSIOp>(shift(">>", "shift_right"));
  table.expression<arith::ShRUIOp>([](CudaEmitter &e, arith::ShRUIOp op) -> FailureOr<Expression> {
    FailureOr<std::string> type = e.typeName(op, getElementTypeOrSelf(op.getType()));
    if (failed(type))
      return failure();
    std::string width = *type == "i64" ? "u64" : "u32";
    auto in = [&](Value value) { return "convert<" + width + ">(" + e.argument(value) + ")"; };
    std::string a = in(op.getLhs()), b = in(op.getRhs());
    return Expression{"convert<" + *type + ">(" +
                      (isVector(op.getResult()) ? a + " >> " + b : "shift_right(" + a + ", " + b + ")") + ")"};
  });
}

// Bits and logic.

/// A constant with all bits set.
static bool isAllOnes(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  if (auto number = dyn_cast<IntegerAttr>(constant.getValue()))
    return number.getValue().isAllOnes();
  auto dense = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  return dense && dense.isSplat() && dense.getSplatValue<APInt>().isAllOnes();
}

/// Bits of integers; of a scalar bool, logic. An operand of the other logical operator gets parentheses.
template <typename Op>
static void addBits(EmissionTable &table, StringRef bits, StringRef logic, Precedence precedence) {
  table.expression<Op>([=](CudaEmitter &e, Op op) {
    Value a = op.getLhs(), b = op.getRhs();
    if (isVector(op.getResult()) || !isBool(op.getResult()))
      return Expression{(e.isUniform(a) && !e.isUniform(b) ? e.scalarOperand(a, Precedence::Unary)
                                                           : e.operand(a, Precedence::Unary)) +
                            " " + bits.str() + " " + e.scalarOperand(b, Precedence::Unary),
                        Precedence::Bitwise};
    Precedence left = e.expressionOf(a).precedence == precedence ? precedence : Precedence::Equality;
    return Expression{e.operand(a, left) + " " + logic.str() + " " + e.operand(b, Precedence::Equality), precedence};
  });
}

static Expression exclusiveOr(CudaEmitter &e, arith::XOrIOp op) {
  Value a = op.getLhs(), b = op.getRhs();
  if (isAllOnes(a))
    std::swap(a, b);
  if (isAllOnes(b))
    return {(isBool(op.getResult()) ? "!" : "~") + e.operand(a, Precedence::Primary), Precedence::Unary};
  if (isBool(op.getResult()) && !isVector(op.getResult()))
    return compare(e, a, "!=", b);
  return {e.operand(a, Precedence::Unary) + " ^ " + e.scalarOperand(b, Precedence::Unary), Precedence::Bitwise};
}

// Comparisons and choice.

static FailureOr<Expression> compareFloats(CudaEmitter &e, arith::CmpFOp op) {
  StringRef sign;
  switch (op.getPredicate()) {
  case arith::CmpFPredicate::OEQ:
    sign = "==";
    break;
  case arith::CmpFPredicate::UNE:
    sign = "!=";
    break;
  case arith::CmpFPredicate::OLT:
    sign = "<";
    break;
  case arith::CmpFPredicate::OLE:
    sign = "<=";
    break;
  case arith::CmpFPredicate::OGT:
    sign = ">";
    break;
  case arith::CmpFPredicate::OGE:
    sign = ">=";
    break;
  default:
    return op.emitError("cannot print a comparison `")
               << arith::stringifyCmpFPredicate(op.getPredicate()) << "` as CUDA C++; legalize it first",
           failure();
  }
  return compare(e, op.getLhs(), sign, op.getRhs());
}

static FailureOr<Expression> compareIntegers(CudaEmitter &e, arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  StringRef sign = predicate == P::eq                           ? "=="
                   : predicate == P::ne                         ? "!="
                   : predicate == P::slt || predicate == P::ult ? "<"
                   : predicate == P::sle || predicate == P::ule ? "<="
                   : predicate == P::sgt || predicate == P::ugt ? ">"
                                                                : ">=";
  bool isUnsigned = predicate == P::ult || predicate == P::ule || predicate == P::ugt || predicate == P::uge;
  bool isOrder = sign.size() == 1 || (sign != "==" && sign != "!=");
  if (isBool(op.getLhs()) && isOrder && !isUnsigned)
    return op.emitError("cannot print a signed comparison of i1 as CUDA C++; legalize it first"), failure();
  if (!isUnsigned || isBool(op.getLhs()))
    return compare(e, op.getLhs(), sign, op.getRhs());
  FailureOr<std::string> type = e.typeName(op, getElementTypeOrSelf(op.getLhs()));
  if (failed(type))
    return failure();
  std::string width = *type == "i64" ? "u64" : "u32";
  return Expression{"convert<" + width + ">(" + e.argument(op.getLhs()) + ") " + sign.str() + " convert<" + width +
                        ">(" + e.argument(op.getRhs()) + ")",
                    Precedence::Relational};
}

static Expression choose(CudaEmitter &e, arith::SelectOp op) {
  Value condition = op.getCondition(), a = op.getTrueValue(), b = op.getFalseValue();
  if (isVector(condition))
    return {"select(" + e.argument(condition) + ", " + e.scalarArgument(a) + ", " + e.scalarArgument(b) + ")"};
  auto value = [&](Value v) {
    return parenthesized(e.argument(v), e.expressionOf(v).precedence, above(Precedence::Ternary));
  };
  return {e.operand(condition, Precedence::Equality) + " ? " + value(a) + " : " + value(b), Precedence::Ternary};
}

// Tables. Names that CUDA also has are qualified.

static void populateMath(EmissionTable &table) {
  addApproximable<math::ExpOp>(table, "sinter::exp", "approximate_exp");
  addApproximable<math::Exp2Op>(table, "sinter::exp2", "approximate_exp2");
  addFunction<math::ExpM1Op>(table, "sinter::expm1");
  addFunction<math::LogOp>(table, "sinter::log");
  addFunction<math::Log2Op>(table, "sinter::log2");
  addFunction<math::Log10Op>(table, "sinter::log10");
  addFunction<math::Log1pOp>(table, "sinter::log1p");
  addApproximable<math::TanhOp>(table, "sinter::tanh", "approximate_tanh");
  addFunction<math::ErfOp>(table, "sinter::erf");
  table.expression<math::ErfcOp>([](CudaEmitter &e, math::ErfcOp op) {
    return call(e, isApproximate(op) ? "approximate_erfc" : isNear(op) ? "near_erfc" : "sinter::erfc", op->getOperands());
  });
  table.expression<math::SinOp>([](CudaEmitter &e, math::SinOp op) { return call(e, isNear(op) ? "near_sin" : "sinter::sin", op->getOperands()); });
  table.expression<math::CosOp>([](CudaEmitter &e, math::CosOp op) { return call(e, isNear(op) ? "near_cos" : "sinter::cos", op->getOperands()); });
  addFunction<math::TanOp>(table, "sinter::tan");
  addFunction<math::AsinOp>(table, "sinter::asin");
  addFunction<math::AcosOp>(table, "sinter::acos");
  addFunction<math::AtanOp>(table, "sinter::atan");
  addFunction2<math::Atan2Op>(table, "sinter::atan2");
  addFunction<math::SinhOp>(table, "sinter::sinh");
  addFunction<math::CoshOp>(table, "sinter::cosh");
  addFunction<math::AsinhOp>(table, "sinter::asinh");
  addFunction<math::AcoshOp>(table, "sinter::acosh");
  addFunction<math::AtanhOp>(table, "sinter::atanh");
  table.expression<math::SqrtOp>([](CudaEmitter &e, math::SqrtOp op) {
    return call(e, !isApproximate(op) ? "sinter::sqrt" : isInRange(op) ? "approximate_sqrt_in_range" : "approximate_sqrt", op->getOperands());
  });
  addFunction<math::RsqrtOp>(table, "sinter::rsqrt");
  addFunction<math::FloorOp>(table, "sinter::floor");
  addFunction<math::CeilOp>(table, "sinter::ceil");
  addFunction<math::TruncOp>(table, "sinter::trunc");
  addFunction<math::RoundEvenOp>(table, "round_even");
  addFunction<math::AbsFOp>(table, "sinter::abs");
  addFunction<math::AbsIOp>(table, "sinter::abs");
  addFunction<math::IsNaNOp>(table, "is_nan");
  table.expression<math::FmaOp>([](CudaEmitter &e, math::FmaOp op) -> FailureOr<Expression> {
    // One vector is enough for the result to be one.
    bool hasVector = false;
    std::string text = "sinter::fma(";
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      bool isScalar = e.isUniform(operand) && (hasVector || i < 2);
      hasVector |= !isScalar;
      text += (i ? ", " : "") + (isScalar ? e.scalarArgument(operand) : e.argument(operand));
    }
    return Expression{text + ")"};
  });
  addFunction2<math::CopySignOp>(table, "sinter::copysign");
  addFunction2<math::PowFOp>(table, "sinter::pow");
  addFunction2<math::IPowIOp>(table, "ipow");
}

static void populateFloats(EmissionTable &table) {
  addOperator<arith::AddFOp>(table, "+", Precedence::Additive);
  addOperator<arith::SubFOp>(table, "-", Precedence::Additive);
  addOperator<arith::MulFOp>(table, "*", Precedence::Multiplicative);
  table.expression<arith::DivFOp>([](CudaEmitter &e, arith::DivFOp op) -> FailureOr<Expression> {
    if (!isApproximate(op))
      return infix(e, op, "/", Precedence::Multiplicative);
    return call2(e, isInRange(op) ? "approximate_divide_in_range" : "approximate_divide", op.getLhs(), op.getRhs());
  });
  addFunction2<arith::RemFOp>(table, "trunc_rem");
  addFunction2<arith::MaximumFOp>(table, "maximum");
  addFunction2<arith::MinimumFOp>(table, "minimum");
  addFunction2<arith::MaxNumFOp>(table, "max_number");
  addFunction2<arith::MinNumFOp>(table, "min_number");
  table.expression<arith::NegFOp>([](CudaEmitter &e, arith::NegFOp op) {
    return Expression{"-" + e.operand(op.getOperand(), Precedence::Primary), Precedence::Unary};
  });
}

/// The seed and the offset are numbers of the whole stream: mostly the same in every lane, and then the header makes several words at once.
static FailureOr<Expression> randomBits(CudaEmitter &e, kernel::RandomBitsOp op) {
  bool isUniform = e.isUniform(op.getSeed()) && e.isUniform(op.getOffset());
  auto print = [&](Value value) { return isUniform ? e.scalarArgument(value) : e.argument(value); };
  return Expression{"random_bits(" + print(op.getSeed()) + ", " + print(op.getOffset()) + ", " + e.argument(op.getPosition()) + ")"};
}

void sinter::populateArithEmission(EmissionTable &table) {
  populateFloats(table);
  populateIntegers(table);
  populateMath(table);
  table.expression<arith::ConstantOp>(printConstant);
  addCast<arith::TruncFOp>(table);
  addCast<arith::ExtFOp>(table);
  addCast<arith::SIToFPOp>(table);
  addCast<arith::FPToSIOp>(table);
  addCast<arith::UIToFPOp>(table, /*isUnsigned=*/true);
  addCast<arith::ExtUIOp>(table, /*isUnsigned=*/true);
  table.expression<arith::FPToUIOp>([](CudaEmitter &e, arith::FPToUIOp op) -> FailureOr<Expression> {
    FailureOr<std::string> type = e.typeName(op, getElementTypeOrSelf(op.getType()));
    if (failed(type))
      return failure();
    std::string width = *type == "i64" ? "u64" : "u32";
    return Expression{"convert<" + *type + ">(convert<" + width + ">(" + e.argument(op.getIn()) + "))"};
  });
  table.expression<arith::ExtSIOp>(extendSigned);
  table.expression<arith::TruncIOp>(truncateInteger);
  table.expression<arith::IndexCastOp>(castIndex);
  table.expression<arith::BitcastOp>(bitcast);
  addBits<arith::AndIOp>(table, "&", "&&", Precedence::LogicalAnd);
  addBits<arith::OrIOp>(table, "|", "||", Precedence::LogicalOr);
  table.expression<arith::XOrIOp>(exclusiveOr);
  table.expression<arith::CmpFOp>(compareFloats);
  table.expression<arith::CmpIOp>(compareIntegers);
  table.expression<arith::SelectOp>(choose);
  table.expression<kernel::RandomBitsOp>(randomBits);
}
