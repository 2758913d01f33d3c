// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `sinter` dialect: operators on whole tensors, the level at which graphs come in.

#ifndef SINTER_DIALECT_TD
#define SINTER_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/IR/OpAsmInterface.td"
include "dialects/Sinter/IR/SinterInterfaces.td"

def Sinter_Dialect : Dialect {
  let name = "sinter";
  let cppNamespace = "::sinter";
  let summary = "operators on whole tensors";
  let description = [{
    Values are builtin ranked tensors. A tensor with a dimension that is not known carries its symbolic extents as an
    encoding: `tensor<?x768xf32, #sinter.dims<tokens, 768>>`. Equal names are equal values. Operators never broadcast
    on their own: `sinter.broadcast` says how. Arithmetic on 16-bit and 8-bit floats is computed in f32 and rounded once,
    to nearest even, to the result's type. Integers without a sign in their name (`i8`) are signed, `ui8` and its like are not.

    Attributes whose names begin with `sinter.` are these, each where it belongs; any other is an error.

    | attribute | on | what it says |
    |---|---|---|
    | `sinter.symbols = {tokens = #sinter.range<1, 4096, 1>}` | a function | the values that symbols may have; [0, 2147483647] in steps of 1 where nothing is said |
    | `sinter.guards` | a function | `#sinter.guard`s that hold of the symbols, checked when arguments are bound; `sinter-collect-guards` writes them |
    | `sinter.arena_limit = 8654848 : i64` | a function | the most bytes that fusion lets be in memory at once, beside arguments, constants and results; `sinter-form-fusion-groups` writes it, `kernel-merge-launches` keeps to it |
    | `sinter.name = "hidden"` | an argument, a result | its name for those who bind it |
    | `sinter.layout = #sinter.layout<strides = [12, 1]>` | an argument, a result | how its elements lie in memory |
    | `sinter.tied = 1 : i64` | a result | the number of the argument whose memory it takes |
    | `sinter.groups = array<i64: 1, 4>` | an operator | the groups that it is in, the one first that stores its result; by hand, or as `sinter-form-fusion-groups` decides |
    | `sinter.inlined` | an operator | it has no value of its own: each of its groups computes it |
    | `sinter.alone` | an operator | by hand: a kernel that nothing joins |
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

// The element types of tensors; `ui8` is u8, `i1` is bool, signless integers are signed.
def Sinter_Float : AnyTypeOf<[F64, F32, F16, BF16, F8E4M3FN, F8E5M2, F4E2M1FN]>;
def Sinter_Int : AnyTypeOf<[I64, I32, I16, I8, UI64, UI32, UI16, UI8, I<4>]>;
def Sinter_Bool : TypeAlias<I1, "bool">;
def Sinter_Element : AnyTypeOf<[F64, F32, F16, BF16, F8E4M3FN, F8E5M2, F4E2M1FN, I64, I32, I16, I8, UI64, UI32, UI16, UI8, I<4>, I1]>;

class Sinter_TensorOf<list<Type> types> : ConfinedType<RankedTensorOf<types>, [CPred<"::sinter::hasKnownExtents($_self)">],
    RankedTensorOf<types>.summary # ", whose extents are integers or named by `#sinter.dims`">;
def Sinter_Tensor : Sinter_TensorOf<[Sinter_Element]>;
def Sinter_FloatTensor : Sinter_TensorOf<[Sinter_Float]>;
def Sinter_NumberTensor : Sinter_TensorOf<[Sinter_Float, Sinter_Int]>;
def Sinter_BoolTensor : Sinter_TensorOf<[I1]>;
def Sinter_IntTensor : Sinter_TensorOf<[Sinter_Int]>;
def Sinter_BitsTensor : Sinter_TensorOf<[Sinter_Int, I1]>;
def Sinter_IndexTensor : Sinter_TensorOf<[I64, I32]>;
// One number of its own, read from memory: the type that it always has need not be written.
def Sinter_ScalarI64 : Type<CPred<"$_self == ::mlir::RankedTensorType::get({}, ::mlir::IntegerType::get($_self.getContext(), 64))">,
    "tensor<i64>", "::mlir::RankedTensorType">, BuildableType<"::mlir::RankedTensorType::get({}, $_builder.getIntegerType(64))">;

class Sinter_Op<string mnemonic, list<Trait> traits = []> : Op<Sinter_Dialect, mnemonic, traits>;

#endif // SINTER_DIALECT_TD
