// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers: an element is a function of a seed, an offset and its index, so that no order of work changes it.

#ifndef SINTER_RANDOM_OPS_TD
#define SINTER_RANDOM_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

class Sinter_RandomOp<string mnemonic, string text, list<Type> types, string element>
    : Sinter_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<IndexMapOpInterface>]> {
  let arguments = (ins Sinter_ScalarI64:$seed, Sinter_ScalarI64:$offset);
  let results = (outs Sinter_TensorOf<types>:$result);
  let assemblyFormat = "$seed `,` $offset attr-dict `:` type($result)";
  let summary = text;
  let description = text # [{.
    Element i (row-major) takes word i mod 4 of Philox4x32-10 with the key `seed` and the counter `offset` + i div 4; see [Numerics](../Numerics.md). Both
    are read when the kernel runs. A result of n elements uses (n + 3) div 4 counters: the next stream begins that much further on.

    ```mlir
    %r = sinter.}] # mnemonic # " %seed, %offset : tensor<4x8x" # element # [{>
    ```
  }];
}

def Sinter_RandomBitsOp : Sinter_RandomOp<"random_bits", "32 random bits an element", [I32], "i32">;
def Sinter_RandomUniformOp : Sinter_RandomOp<"random_uniform",
    "one of the 2^24 multiples of 2^-24 from 0 on below 1, each equally likely, rounded to the result's type (which may make it 1)", [F64, F32, F16, BF16], "f32">;
def Sinter_RandomNormalOp : Sinter_RandomOp<"random_normal",
    "a number of the standard normal distribution: elements 2 i and 2 i + 1 by Box and Muller's rule from the words of both", [F64, F32, F16, BF16], "f32">;

#endif // SINTER_RANDOM_OPS_TD
