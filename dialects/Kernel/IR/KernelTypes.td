// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of the `kernel` dialect.

#ifndef KERNEL_TYPES_TD
#define KERNEL_TYPES_TD

include "dialects/Kernel/IR/KernelDialect.td"

class Kernel_Type<string name, string typeMnemonic> : TypeDef<Kernel_Dialect, name> { let mnemonic = typeMnemonic; }

def Kernel_ViewType : Kernel_Type<"View", "view"> {
  let summary = "a buffer in global memory";
  let description = [{ `!kernel.view<bf16>`: elements numbered from 0. The element type is that of memory: f64, f32, bf16,
    f16, f8E4M3FN, f8E5M2, i64, i32, i16, i8, ui64, ui32, ui16, ui8 or i1. Values read from it are of its compute type. }];
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// f32 for floats and i32 for integers of 16 bits and less (i1 stays), else the element type itself, without a sign.
    ::mlir::Type getComputeType() const;
  }];
}

def Kernel_RegistersType : Kernel_Type<"Registers", "registers"> {
  let summary = "an array of values held by each thread";
  let description = [{ `!kernel.registers<4 x vector<4xf32>>`: its indices are loop counters that unroll. }];
  let parameters = (ins "int64_t":$count, "::mlir::Type":$element);
  let assemblyFormat = "`<` $count `x` $element `>`";
  let genVerifyDecl = 1;
}

def Kernel_SharedType : Kernel_Type<"Shared", "shared"> {
  let summary = "an array in the block's shared memory";
  let description = [{ `!kernel.shared<32 x f32>`: 1 to 65536 scalars of a compute type, one array a block. Its indices may be any. }];
  let parameters = (ins "int64_t":$count, "::mlir::Type":$element);
  let assemblyFormat = "`<` $count `x` $element `>`";
  let genVerifyDecl = 1;
}

def Kernel_Scalar : AnyTypeOf<[F64, F32, I64, I32, I1, Index]>;
// A scalar, or a vector of what one thread holds of a row of consecutive elements.
def Kernel_Value : AnyTypeOf<[Kernel_Scalar, VectorOfRankAndType<[1], [F64, F32, I64, I32, I1, Index]>]>;
def Kernel_Wide : AnyTypeOf<[I64, VectorOfRankAndType<[1], [I64]>]>;

#endif // KERNEL_TYPES_TD
