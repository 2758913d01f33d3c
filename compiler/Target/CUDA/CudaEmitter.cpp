// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions, literals and statements of one kernel.

#include "compiler/Target/CUDA/CudaEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sinter;
using namespace sinter::kernel;

CudaEmitter::CudaEmitter(ThreadFuncOp func, const CudaNames &names, const EmissionTable &table)
    : naming(names), table(table), wideIndices(func.getIndexWidth() == 64) {
  for (BlockArgument argument : func.entry().getArguments())
    expressions[argument] = {names.nameOf(argument).str()};
}

// Types.

static StringRef scalarTypeName(Type type, bool wideIndices) {
  if (type.isIndex())
    return wideIndices ? "i64" : "int";
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return "bool";
    case 8:
      return integer.isUnsigned() ? "u8" : "i8";
    case 16:
      return integer.isUnsigned() ? "u16" : "i16";
    case 32:
      return integer.isUnsigned() ? "u32" : "i32";
    case 64:
      return integer.isUnsigned() ? "u64" : "i64";
    default:
      return "";
    }
  }
  return isa<Float64Type>(type)        ? "double"
         : isa<Float32Type>(type)      ? "float"
         : isa<BFloat16Type>(type)     ? "bf16"
         : isa<Float16Type>(type)      ? "f16"
         : isa<Float8E4M3FNType>(type) ? "f8e4m3"
         : isa<Float8E5M2Type>(type)   ? "f8e5m2"
                                       : "";
}

FailureOr<std::string> CudaEmitter::typeName(Operation *op, Type type) const {
  // One of several arrays.
  if (auto shared = dyn_cast<SharedType>(type)) {
    FailureOr<std::string> element = typeName(op, shared.getElement());
    if (succeeded(element))
      *element = "shared_array<" + *element + ">";
    return element;
  }
  StringRef scalar = scalarTypeName(getElementTypeOrSelf(type), wideIndices);
  auto vector = dyn_cast<VectorType>(type);
  bool known = vector ? vector.getRank() == 1 && !vector.isScalable() : !isa<ShapedType>(type);
  if (scalar.empty() || !known)
    return op->emitError("cannot print values of type ") << type << " as CUDA C++", failure();
  return vector ? ("vec<" + scalar + ", " + Twine(vector.getNumElements()) + ">").str() : scalar.str();
}

/// The types that values have between a load and a store.
static bool isComputed(Type type) {
  if (isa<ViewType, RegistersType, SharedType>(type))
    return true;
  if (auto vector = dyn_cast<VectorType>(type); vector && (vector.getRank() != 1 || vector.isScalable()))
    return false;
  Type scalar = getElementTypeOrSelf(type);
  return scalar.isF32() || scalar.isF64() || scalar.isSignlessInteger(1) || scalar.isSignlessInteger(32) ||
         scalar.isSignlessInteger(64) || scalar.isIndex();
}

/// Between two conversions, a value may have a type that nothing else is computed in.
static bool isConverted(Operation *op, Type type) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp>(op) && isa<FloatType>(getElementTypeOrSelf(type));
}

// Literals.

/// The shortest decimal that reads back as the same value.
static std::string shortestDecimal(double value, bool isSingle) {
  char buffer[40];
  for (int digits = isSingle ? 6 : 15;; ++digits) {
    std::snprintf(buffer, sizeof(buffer), "%.*g", digits, value);
    if (isSingle ? std::strtof(buffer, nullptr) == static_cast<float>(value) : std::strtod(buffer, nullptr) == value)
      break;
  }
  std::string text = buffer;
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

static Expression floatLiteral(const APFloat &value, bool isSingle) {
  StringRef type = isSingle ? "float" : "double";
  APInt bits = value.bitcastToAPInt();
  if (value.isNaN()) {
    // The usual NaN has a name; another keeps its bits.
    if (bits == APFloat::getQNaN(value.getSemantics()).bitcastToAPInt())
      return {("not_a_number<" + type + ">()").str()};
    return {("bit_cast<" + type + ">(0x" + llvm::utohexstr(bits.getZExtValue(), /*LowerCase=*/true) +
             (isSingle ? "u" : "ull") + ")")
                .str()};
  }
  if (value.isInfinity())
    return {((value.isNegative() ? "-infinity<" : "infinity<") + type + ">()").str(),
            value.isNegative() ? Precedence::Unary : Precedence::Primary};
  double wide = isSingle ? value.convertToFloat() : value.convertToDouble();
  return {shortestDecimal(wide, isSingle) + (isSingle ? "f" : ""),
          value.isNegative() ? Precedence::Unary : Precedence::Primary};
}

static Expression integerLiteral(const APInt &value, bool isIndex, bool typed) {
  if (value.getBitWidth() == 1)
    return {value.isZero() ? "false" : "true"};
  std::string suffix = value.getBitWidth() == 64 && (typed || !isIndex) ? "ll" : "";
  // The least value has no literal: its magnitude does not fit.
  if (value.isMinSignedValue())
    return {"(-" + llvm::toString(-(value + 1), 10, /*Signed=*/true) + suffix + " - 1)"};
  return {llvm::toString(value, 10, /*Signed=*/true) + suffix,
          value.isNegative() ? Precedence::Unary : Precedence::Primary};
}

std::optional<Expression> sinter::literalOf(Attribute value, bool typed) {
  if (auto number = dyn_cast<FloatAttr>(value); number && (number.getType().isF32() || number.getType().isF64()))
    return floatLiteral(number.getValue(), number.getType().isF32());
  auto number = dyn_cast<IntegerAttr>(value);
  if (!number)
    return std::nullopt;
  Type type = number.getType();
  if (!type.isIndex() && !type.isSignlessInteger(1) && !type.isSignlessInteger(32) && !type.isSignlessInteger(64))
    return std::nullopt;
  return integerLiteral(number.getValue(), type.isIndex(), typed);
}

// Operands.

std::string sinter::parenthesized(StringRef text, Precedence precedence, Precedence minimum) {
  return precedence < minimum ? ("(" + text + ")").str() : text.str();
}

std::string CudaEmitter::operand(Value value, Precedence minimum) const {
  const Expression &expression = expressionOf(value);
  return parenthesized(expression.text, expression.precedence, minimum);
}

bool CudaEmitter::isUniform(Value value) const { return !expressionOf(value).scalar.empty(); }

std::string CudaEmitter::scalarOperand(Value value, Precedence minimum) const {
  const Expression &expression = expressionOf(value);
  if (expression.scalar.empty())
    return operand(value, minimum);
  return parenthesized(expression.scalar, expression.scalarPrecedence, minimum);
}

std::string CudaEmitter::argument(Value value) const {
  if (auto constant = value.getDefiningOp<arith::ConstantOp>(); constant && wideIndices && value.getType().isIndex())
    return literalOf(constant.getValue(), /*typed=*/true)->text;
  return operand(value, Precedence::Ternary);
}

std::string CudaEmitter::scalarArgument(Value value) const {
  return isUniform(value) ? scalarOperand(value, Precedence::Ternary) : argument(value);
}

// Statements.

void CudaEmitter::line(const Twine &content) {
  text.append(2 * depth, ' ');
  text += content.str();
  text += '\n';
}

LogicalResult CudaEmitter::declare(Operation *op, Value value, StringRef initial, bool isConst) {
  FailureOr<std::string> type = typeName(op, value.getType());
  if (failed(type))
    return failure();
  StringRef name = naming.nameOf(value);
  line(Twine(isConst ? "const " : "") + *type + " " + name + (initial.empty() ? "" : " = ") + initial + ";");
  bind(value);
  return success();
}

LogicalResult CudaEmitter::emitOperation(Operation *op) {
  if (const EmissionTable::StatementFn *statement = table.findStatement(op)) {
    if (failed((*statement)(*this, op)))
      return failure();
    for (Value result : op->getResults())
      if (!expressions.contains(result))
        bind(result);
    return success();
  }
  const EmissionTable::ExpressionFn *print = table.findExpression(op);
  if (!print || op->getNumResults() != 1)
    return op->emitError("cannot print `") << op->getName() << "` as CUDA C++";
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
    if (!isComputed(type) && !isConverted(op, type))
      return op->emitError("cannot compute with values of type ") << type << " in CUDA C++";
  FailureOr<Expression> expression = (*print)(*this, op);
  if (failed(expression))
    return failure();
  Value result = op->getResult(0);
  if (!naming.isInlined(result))
    return declare(op, result, expression->text, /*isConst=*/true);
  expressions[result] = *std::move(expression);
  return success();
}

LogicalResult CudaEmitter::emitBlock(Block &block) {
  for (Operation &op : block)
    if (!naming.isDead(&op) && !op.hasTrait<OpTrait::IsTerminator>() && failed(emitOperation(&op)))
      return failure();
  return success();
}
