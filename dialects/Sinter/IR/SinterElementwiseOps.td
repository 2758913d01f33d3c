// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators. A new one is a record here (scalar body and example included), its reference in
// compiler/Reference/Elementwise.cpp and its test.

#ifndef SINTER_ELEMENTWISE_OPS_TD
#define SINTER_ELEMENTWISE_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

class Sinter_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Sinter_Op<mnemonic, traits # [Pure, DeclareOpInterfaceMethods<ElementwiseOpInterface>]> {
  // C++ that returns the result's scalar, given `s` (a ScalarBuilder) and `x` (one scalar an operand).
  code scalarBody = "";
  string semantics = "";
  string example = "";
  let summary = semantics;
  let description = semantics # "\n\n```mlir\n" # example # "\n```\n";
  let extraClassDefinition = "::mlir::Value $cppClass::buildScalar(::sinter::ScalarBuilder &s, ::mlir::ValueRange x) {\n" # scalarBody # "\n}\n";
}

class Sinter_UnaryOp<string mnemonic, string text, TypeConstraint type, string body, string elt = "f32">
    : Sinter_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins type:$input);
  let results = (outs type:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let semantics = text;
  let scalarBody = body;
  let example = "%y = sinter." # mnemonic # " %x : tensor<4x8x" # elt # ">";
}

/// A bool of each number.
class Sinter_PredicateOp<string mnemonic, string text, string body> : Sinter_ElementwiseOp<mnemonic, [InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_NumberTensor:$input);
  let results = (outs Sinter_BoolTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let semantics = text;
  let scalarBody = body;
  let example = "%y = sinter." # mnemonic # " %x : tensor<4x8xf32>";
}

class Sinter_BinaryOp<string mnemonic, string text, TypeConstraint type, string body, list<Trait> traits = [], string elt = "f32">
    : Sinter_ElementwiseOp<mnemonic, traits # [SameOperandsAndResultType]> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let semantics = text;
  let scalarBody = body;
  let example = "%y = sinter." # mnemonic # " %a, %b : tensor<4x8x" # elt # ">";
}

// Arithmetic. Integers wrap.
def Sinter_AddOp : Sinter_BinaryOp<"add", "a + b", Sinter_NumberTensor, "return s.add(x[0], x[1]);", [Commutative]> { let hasFolder = 1; }
def Sinter_SubOp : Sinter_BinaryOp<"sub", "a - b", Sinter_NumberTensor, "return s.sub(x[0], x[1]);"> { let hasFolder = 1; }
def Sinter_MulOp : Sinter_BinaryOp<"mul", "a * b", Sinter_NumberTensor, "return s.mul(x[0], x[1]);", [Commutative]> { let hasFolder = 1; }
def Sinter_DivOp : Sinter_BinaryOp<"div", "a / b; integers truncate toward zero, x / 0 is 0 and the least integer / -1 wraps", Sinter_NumberTensor, "return s.div(x[0], x[1]);"> { let hasFolder = 1; }
def Sinter_FloorDivOp : Sinter_BinaryOp<"floor_div", "the greatest integer not above the exact a / b; a / 0 is 0 for integers and as a division of floats, the least integer / -1 wraps", Sinter_NumberTensor, "return s.floorDiv(x[0], x[1]);">;
def Sinter_FloorModOp : Sinter_BinaryOp<"floor_mod", "what floor_div leaves, with the sign of b; the remainder by 0 is a for integers and NaN for floats", Sinter_NumberTensor, "return s.floorMod(x[0], x[1]);">;
def Sinter_TruncRemOp : Sinter_BinaryOp<"trunc_rem", "what a division that truncates leaves, with the sign of a, exactly; the remainder by 0 is a for integers and NaN for floats", Sinter_NumberTensor, "return s.truncRem(x[0], x[1]);">;
def Sinter_MaxOp : Sinter_BinaryOp<"max", "the greater of a and b; NaN where either is NaN, and +0 is greater than -0", Sinter_NumberTensor, "return s.maximum(x[0], x[1]);", [Commutative]>;
def Sinter_MinOp : Sinter_BinaryOp<"min", "the lesser of a and b; NaN where either is NaN, and -0 is less than +0", Sinter_NumberTensor, "return s.minimum(x[0], x[1]);", [Commutative]>;
def Sinter_PowOp : Sinter_BinaryOp<"pow", "a to the power b: of floats as IEEE pow; integers wrap, and a negative b truncates: 1 for a = 1, 1 or -1 for a = -1, else 0", Sinter_NumberTensor, "return s.pow(x[0], x[1]);">;
def Sinter_NegOp : Sinter_UnaryOp<"neg", "-x", Sinter_NumberTensor, "return s.neg(x[0]);"> { let hasFolder = 1; }
def Sinter_AbsOp : Sinter_UnaryOp<"abs", "|x|; the least integer stays", Sinter_NumberTensor, "return s.abs(x[0]);">;
def Sinter_SignOp : Sinter_UnaryOp<"sign", "1, 0 or -1, as x is above, at or below 0; NaN stays NaN", Sinter_NumberTensor, "return s.sign(x[0]);">;
def Sinter_ReciprocalOp : Sinter_UnaryOp<"reciprocal", "1 / x", Sinter_FloatTensor, "return s.div(s.constant(1.0, x[0]), x[0]);">;

// Functions.
def Sinter_ExpOp : Sinter_UnaryOp<"exp", "e to the power x", Sinter_FloatTensor, "return s.exp(x[0]);">;
def Sinter_Exp2Op : Sinter_UnaryOp<"exp2", "2 to the power x", Sinter_FloatTensor, "return s.exp2(x[0]);">;
def Sinter_LogOp : Sinter_UnaryOp<"log", "natural logarithm of x", Sinter_FloatTensor, "return s.log(x[0]);">;
def Sinter_Log2Op : Sinter_UnaryOp<"log2", "logarithm of x to base 2", Sinter_FloatTensor, "return s.log2(x[0]);">;
def Sinter_Log10Op : Sinter_UnaryOp<"log10", "logarithm of x to base 10", Sinter_FloatTensor, "return s.log10(x[0]);">;
def Sinter_Log1pOp : Sinter_UnaryOp<"log1p", "natural logarithm of 1 + x", Sinter_FloatTensor, "return s.log1p(x[0]);">;
def Sinter_Expm1Op : Sinter_UnaryOp<"expm1", "e to the power x, less 1", Sinter_FloatTensor, "return s.expm1(x[0]);">;
def Sinter_SqrtOp : Sinter_UnaryOp<"sqrt", "square root of x", Sinter_FloatTensor, "return s.sqrt(x[0]);">;
def Sinter_RsqrtOp : Sinter_UnaryOp<"rsqrt", "1 over the square root of x", Sinter_FloatTensor, "return s.rsqrt(x[0]);">;
def Sinter_TanhOp : Sinter_UnaryOp<"tanh", "hyperbolic tangent of x", Sinter_FloatTensor, "return s.tanh(x[0]);">;
def Sinter_ErfOp : Sinter_UnaryOp<"erf", "error function of x", Sinter_FloatTensor, "return s.erf(x[0]);">;
def Sinter_SinOp : Sinter_UnaryOp<"sin", "sine of x", Sinter_FloatTensor, "return s.sin(x[0]);">;
def Sinter_CosOp : Sinter_UnaryOp<"cos", "cosine of x", Sinter_FloatTensor, "return s.cos(x[0]);">;
def Sinter_TanOp : Sinter_UnaryOp<"tan", "tangent of x", Sinter_FloatTensor, "return s.tan(x[0]);">;
def Sinter_AsinOp : Sinter_UnaryOp<"asin", "arc sine of x; NaN outside [-1, 1]", Sinter_FloatTensor, "return s.asin(x[0]);">;
def Sinter_AcosOp : Sinter_UnaryOp<"acos", "arc cosine of x; NaN outside [-1, 1]", Sinter_FloatTensor, "return s.acos(x[0]);">;
def Sinter_AtanOp : Sinter_UnaryOp<"atan", "arc tangent of x", Sinter_FloatTensor, "return s.atan(x[0]);">;
def Sinter_SinhOp : Sinter_UnaryOp<"sinh", "hyperbolic sine of x", Sinter_FloatTensor, "return s.sinh(x[0]);">;
def Sinter_CoshOp : Sinter_UnaryOp<"cosh", "hyperbolic cosine of x", Sinter_FloatTensor, "return s.cosh(x[0]);">;
def Sinter_AsinhOp : Sinter_UnaryOp<"asinh", "inverse hyperbolic sine of x", Sinter_FloatTensor, "return s.asinh(x[0]);">;
def Sinter_AcoshOp : Sinter_UnaryOp<"acosh", "inverse hyperbolic cosine of x; NaN below 1", Sinter_FloatTensor, "return s.acosh(x[0]);">;
def Sinter_AtanhOp : Sinter_UnaryOp<"atanh", "inverse hyperbolic tangent of x; infinite at 1 and -1, NaN outside", Sinter_FloatTensor, "return s.atanh(x[0]);">;
def Sinter_Atan2Op : Sinter_BinaryOp<"atan2", "the angle of the point (b, a), from -pi to pi, as IEEE atan2", Sinter_FloatTensor, "return s.atan2(x[0], x[1]);">;
def Sinter_FloorOp : Sinter_UnaryOp<"floor", "the greatest integer not above x", Sinter_FloatTensor, "return s.floor(x[0]);">;
def Sinter_CeilOp : Sinter_UnaryOp<"ceil", "the least integer not below x", Sinter_FloatTensor, "return s.ceil(x[0]);">;
def Sinter_TruncOp : Sinter_UnaryOp<"trunc", "x without its fraction", Sinter_FloatTensor, "return s.trunc(x[0]);">;
def Sinter_RoundOp : Sinter_UnaryOp<"round", "the integer nearest to x, ties to even", Sinter_FloatTensor, "return s.roundEven(x[0]);">;
def Sinter_SigmoidOp : Sinter_UnaryOp<"sigmoid", "1 / (1 + exp(-x))", Sinter_FloatTensor, "return s.mulSigmoid(s.constant(1.0, x[0]), x[0]);">;
def Sinter_ReluOp : Sinter_UnaryOp<"relu", "the greater of x and 0; NaN stays NaN", Sinter_NumberTensor, "return s.maximum(x[0], s.constant(0.0, x[0]));">;
def Sinter_SoftsignOp : Sinter_UnaryOp<"softsign", "x / (1 + |x|); NaN at the infinities", Sinter_FloatTensor, [{
    return s.div(x[0], s.add(s.constant(1.0, x[0]), s.abs(x[0])));
  }]>;
def Sinter_SoftplusOp : Sinter_UnaryOp<"softplus", "natural logarithm of 1 + exp(x), which does not overflow; 0 at -infinity", Sinter_FloatTensor, [{
    mlir::Value rest = s.log1p(s.exp(s.neg(s.abs(x[0]))));
    return s.add(s.maximum(x[0], s.constant(0.0, x[0])), rest);
  }]>;
def Sinter_SiluOp : Sinter_UnaryOp<"silu", "x / (1 + exp(-x))", Sinter_FloatTensor, "return s.mulSigmoid(x[0], x[0]);">;

def Sinter_GeluKindErf : I32EnumAttrCase<"Erf", 0, "erf">;
def Sinter_GeluKindTanh : I32EnumAttrCase<"Tanh", 1, "tanh">;
def Sinter_GeluKind : I32EnumAttr<"GeluKind", "form of GELU", [Sinter_GeluKindErf, Sinter_GeluKindTanh]> {
  let cppNamespace = "::sinter";
  let genSpecializedAttr = 0;
}
def Sinter_GeluKindAttr : EnumAttr<Sinter_Dialect, Sinter_GeluKind, "gelu_kind">;

def Sinter_GeluOp : Sinter_ElementwiseOp<"gelu", [SameOperandsAndResultType]> {
  let arguments = (ins Sinter_GeluKindAttr:$kind, Sinter_FloatTensor:$input);
  let results = (outs Sinter_FloatTensor:$result);
  let assemblyFormat = "`` $kind $input attr-dict `:` type($result)";
  let semantics = "erf: x/2 * (1 + erf(x/sqrt(2))); tanh: x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))";
  let example = "%y = sinter.gelu erf %x : tensor<4x8xf32>";
  let scalarBody = [{
    // 1 + erf(x) cancels where x is negative; erfc does not.
    if (getKind() == GeluKind::Erf)
      return s.mul(s.mul(s.constant(0.5, x[0]), x[0]), s.erfc(s.mul(x[0], s.constant(-0.70710678118654752440, x[0]))));
    // So does 1 + tanh(u), twice the sigmoid of 2 u.
    mlir::Value cube = s.mul(s.mul(x[0], x[0]), x[0]);
    mlir::Value inner = s.mul(s.constant(1.59576912160573071176, x[0]), s.add(x[0], s.mul(s.constant(0.044715, x[0]), cube)));
    return s.mulSigmoid(x[0], inner);
  }];
}

// What a float is. Integers are finite numbers.
def Sinter_IsNanOp : Sinter_PredicateOp<"is_nan", "whether x is NaN", "return s.isNan(x[0]);">;
def Sinter_IsFiniteOp : Sinter_PredicateOp<"is_finite", "whether x is neither infinite nor NaN", "return s.isFinite(x[0]);">;

def Sinter_InfinityAny : I32EnumAttrCase<"Any", 0, "any">;
def Sinter_InfinityPositive : I32EnumAttrCase<"Positive", 1, "positive">;
def Sinter_InfinityNegative : I32EnumAttrCase<"Negative", 2, "negative">;
def Sinter_InfinityKind : I32EnumAttr<"InfinityKind", "sign of an infinity", [Sinter_InfinityAny, Sinter_InfinityPositive, Sinter_InfinityNegative]> {
  let cppNamespace = "::sinter";
  let genSpecializedAttr = 0;
}
def Sinter_InfinityKindAttr : EnumAttr<Sinter_Dialect, Sinter_InfinityKind, "infinity_kind">;

def Sinter_IsInfOp : Sinter_ElementwiseOp<"is_inf", [InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_InfinityKindAttr:$kind, Sinter_NumberTensor:$input);
  let results = (outs Sinter_BoolTensor:$result);
  let assemblyFormat = "`` $kind $input attr-dict `:` type($input)";
  let semantics = "whether x is an infinity: any, positive or negative";
  let example = "%y = sinter.is_inf positive %x : tensor<4x8xf32>";
  let scalarBody = "return s.isInf(getKind(), x[0]);";
}

// Logic: bool is logical, integers bitwise.
def Sinter_AndOp : Sinter_BinaryOp<"and", "a and b, bit by bit", Sinter_BitsTensor, "return s.andBits(x[0], x[1]);", [Commutative], "i1">;
def Sinter_OrOp : Sinter_BinaryOp<"or", "a or b, bit by bit", Sinter_BitsTensor, "return s.orBits(x[0], x[1]);", [Commutative], "i1">;
def Sinter_XorOp : Sinter_BinaryOp<"xor", "a exclusive-or b, bit by bit", Sinter_BitsTensor, "return s.xorBits(x[0], x[1]);", [Commutative], "i1">;
def Sinter_NotOp : Sinter_UnaryOp<"not", "each bit of x turned", Sinter_BitsTensor, "return s.notBits(x[0]);", "i1">;

// Shifts.
def Sinter_ShiftLeftOp : Sinter_BinaryOp<"shift_left", "a * 2^b, wrapped; 0 where b is negative or the width of the type and above", Sinter_IntTensor, "return s.shiftLeft(x[0], x[1]);", [], "i32">;
def Sinter_ShiftRightOp : Sinter_BinaryOp<"shift_right", "a / 2^b rounded down; where b is negative or the width of the type and above, 0, or -1 for a negative a", Sinter_IntTensor, "return s.shiftRight(x[0], x[1]);", [], "i32">;

def Sinter_CopyOp : Sinter_UnaryOp<"copy", "x, in memory of its own: it is computed once, and what reads it is another kernel", Sinter_Tensor, "return x[0];"> {
  let extraClassDeclaration = "bool isMaterialized() { return true; }";
}

def Sinter_CompareEq : I32EnumAttrCase<"Eq", 0, "eq">;
def Sinter_CompareNe : I32EnumAttrCase<"Ne", 1, "ne">;
def Sinter_CompareLt : I32EnumAttrCase<"Lt", 2, "lt">;
def Sinter_CompareLe : I32EnumAttrCase<"Le", 3, "le">;
def Sinter_CompareGt : I32EnumAttrCase<"Gt", 4, "gt">;
def Sinter_CompareGe : I32EnumAttrCase<"Ge", 5, "ge">;
def Sinter_CompareKind : I32EnumAttr<"CompareKind", "comparison", [Sinter_CompareEq, Sinter_CompareNe, Sinter_CompareLt,
    Sinter_CompareLe, Sinter_CompareGt, Sinter_CompareGe]> {
  let cppNamespace = "::sinter";
  let genSpecializedAttr = 0;
}
def Sinter_CompareKindAttr : EnumAttr<Sinter_Dialect, Sinter_CompareKind, "compare_kind">;

def Sinter_CompareOp : Sinter_ElementwiseOp<"compare", [SameTypeOperands, InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_CompareKindAttr:$kind, Sinter_Tensor:$lhs, Sinter_Tensor:$rhs);
  let results = (outs Sinter_BoolTensor:$result);
  let assemblyFormat = "`` $kind $lhs `,` $rhs attr-dict `:` type($lhs)";
  let semantics = "whether a stands in relation to b; any comparison with NaN is false, but ne is true";
  let example = "%y = sinter.compare lt %a, %b : tensor<4x8xf32>";
  let scalarBody = "return s.compare(getKind(), x[0], x[1]);";
}

def Sinter_SelectOp : Sinter_ElementwiseOp<"select", [AllTypesMatch<["on_true", "on_false", "result"]>]> {
  let arguments = (ins Sinter_BoolTensor:$condition, Sinter_Tensor:$on_true, Sinter_Tensor:$on_false);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$condition `,` $on_true `,` $on_false attr-dict `:` type($condition) `,` type($result)";
  let semantics = "on_true where the condition holds, else on_false";
  let example = "%y = sinter.select %c, %a, %b : tensor<4x8xi1>, tensor<4x8xf32>";
  let scalarBody = "return s.select(x[0], x[1], x[2]);";
  let hasVerifier = 1;
}

def Sinter_ClampOp : Sinter_ElementwiseOp<"clamp", [SameOperandsAndResultType]> {
  let arguments = (ins Sinter_NumberTensor:$input, Sinter_NumberTensor:$low, Sinter_NumberTensor:$high);
  let results = (outs Sinter_NumberTensor:$result);
  let assemblyFormat = "$input `,` $low `,` $high attr-dict `:` type($result)";
  let semantics = "min(max(x, low), high); NaN stays NaN";
  let example = "%y = sinter.clamp %x, %a, %b : tensor<4x8xf32>";
  let scalarBody = "return s.minimum(s.maximum(x[0], x[1]), x[2]);";
}

def Sinter_CastOp : Sinter_ElementwiseOp<"cast"> {
  let arguments = (ins Sinter_Tensor:$input, UnitAttr:$overflow);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input (`overflow` $overflow^)? attr-dict `:` type($input) `->` type($result)";
  let semantics = "x in another element type: floats round once, to nearest even; float to integer truncates and saturates (NaN gives 0), integers wrap, bool is x != 0. " #
                  "Beyond their largest finite value, f16 and bf16 give infinity; f8E4M3FN and f8E5M2 give that value, for infinities too, or with `overflow` NaN and infinity";
  let example = "%y = sinter.cast %x : tensor<4x8xf32> -> tensor<4x8xbf16>\n%z = sinter.cast %x overflow : tensor<4x8xf32> -> tensor<4x8xf8E4M3FN>";
  let scalarBody = "return s.cast(x[0], mlir::getElementTypeOrSelf(getInput().getType()), mlir::getElementTypeOrSelf(getResult().getType()), getOverflow());";
  let extraClassDeclaration = "bool isExplicitRounding() { return true; }";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // SINTER_ELEMENTWISE_OPS_TD
